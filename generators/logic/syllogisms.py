"""Syllogisms: from statements such as "all A are B", tell what must be true, what must be false, and what is open.

Several terms are chained by statements of the four classical forms. Some tasks say that there is something of
every kind, others that nothing may be assumed to exist unless the statements demand it: then "all A are B"
does not give "some A are B". Several conclusions are judged together, with each verdict about as often, so
that a constant answer earns nothing.

What a statement says is a set of regions (of 2^n for n terms): universal ones empty regions, particular ones
demand that one of some regions is not empty. A particular statement follows exactly if all that a demand
leaves open is in it.

Difficulty: `terms`, `premises`, `conclusions`. Proxy: premises times conclusions.
"""

from __future__ import annotations

import random
from math import factorial, prod

from ..base import Json
from ..family import Family, Question
from ..in_order import in_order
from ..kernels.truth import all_rows, column
from ..limits import Whole

WORDINGS = (
    "These statements are true:\n\n{premises}\n\n{existence} For each of the following, say whether it "
    "must be true (T), must be false (F), or can be either (U):\n\n{conclusions}\n\nGive the letters in "
    "the order of the lines, without anything else.",
    "Take the following as given. {existence}\n\n{premises}\n\nWhat of this follows from it? Write T for a "
    "line that must be true, F for one that cannot be true, and U for one that is left "
    "open.\n\n{conclusions}\n\nGive one letter for each line, in their order.",
    "Somebody knows only this:\n\n{premises}\n\n{existence} Judge these "
    "conclusions:\n\n{conclusions}\n\nAnswer with one letter for each of them, in their order: T if it is "
    "certainly true, F if it is certainly false, U if nobody can tell.",
)
SOME_OF_ALL = "There is at least one of each kind that is named."
NONE_FOR_GRANTED = "Do not assume that there is anything of a kind unless this follows from the statements."
NONSENSE = tuple(
    "wugs blickets daxes fendles glorps tovens zimbos quiffs larnels mopples snerks trabbins vombies yoggles".split()
)
PLAIN = tuple(
    "cats poets bakers robots violins lawyers gardeners swimmers kings sparrows boxers teachers dancers "
    "wizards "
    "farmers drummers".split()
)
VERDICTS = "TFU"

Statement = list[Json]
"""``[form, a, b]``: "all" and "no" are universal, "some" and "other" (some are not) particular."""


def generate_question(rng: random.Random, *, terms: int, premises: int, conclusions: int) -> Question | None:
    """One set of premises with conclusions to judge, or None."""
    existence = rng.random() < 0.5
    given = _premises(rng, terms, premises)
    demands = [region(each, terms) for each in given if each[0] in ("some", "other")]
    demands += [column(term, terms) for term in range(terms)] if existence else []
    allowed = all_rows(terms)
    for each in given:
        if each[0] in ("all", "no"):
            allowed &= all_rows(terms) ^ region(each, terms)
    demands = [demand & allowed for demand in demands]
    if not all(demands):
        return None  # the premises contradict each other
    pools: dict[str, list[Statement]] = {verdict: [] for verdict in VERDICTS}
    for a in range(terms):
        for b in range(terms):
            for form in ("all", "no", "some", "other") if a != b else ():
                statement = [form, a, b]
                if not any(_same(statement, each) for each in given):
                    pools[_verdict(statement, terms, allowed, demands)].append(statement)
    shares = [conclusions // 3 + (n < conclusions % 3) for n in range(3)]
    rng.shuffle(shares)
    if any(len(pool) < share for pool, share in zip(pools.values(), shares, strict=True)):
        return None
    chosen = [
        (statement, verdict)
        for (verdict, pool), share in zip(pools.items(), shares, strict=True)
        for statement in rng.sample(pool, share)
    ]
    rng.shuffle(chosen)
    names = rng.sample(rng.choice((NONSENSE, PLAIN)), terms)
    answer = "".join(verdict for _, verdict in chosen)
    statements = [statement for statement, _ in chosen]
    facts: dict[str, Json] = {
        "terms": terms,
        "existence": existence,
        "premises": given,
        "conclusions": statements,
    }
    return Question(
        {
            "premises": "\n".join(f"- {said(each, names)}" for each in given),
            "conclusions": "\n".join(f"{n}. {said(each, names)}" for n, each in enumerate(statements, 1)),
            "existence": SOME_OF_ALL if existence else NONE_FOR_GRANTED,
        },
        in_order(facts, list(answer), signs=VERDICTS),
        answer,
        [f"{n}. {_reason(each, verdict, names)}: {verdict}" for n, (each, verdict) in enumerate(chosen, 1)],
        gold=None,
        canonical=facts,
        guess_rate=min(0.02, prod(map(factorial, shares)) / factorial(conclusions)),
        difficulty=float(premises * conclusions),
    )


def _premises(rng: random.Random, terms: int, premises: int) -> list[Statement]:
    """Statements that chain all terms in a random order, and more between any two."""
    order = rng.sample(range(terms), terms)
    pairs = [(order[n], order[n + 1]) for n in range(terms - 1)]
    given: list[Statement] = []
    while len(given) < premises:
        a, b = pairs[len(given)] if len(given) < len(pairs) else rng.sample(range(terms), 2)
        if rng.random() < 0.5:
            a, b = b, a
        statement = [rng.choice(("all", "all", "all", "no", "some", "other")), a, b]
        if not any(_same(statement, each) for each in given):
            given.append(statement)
    rng.shuffle(given)
    return given


def _same(one: Statement, two: Statement) -> bool:
    """Whether two statements say the same: "no" and "some" may be turned round."""
    return one == two or (one[0] == two[0] and one[0] in ("no", "some") and one[1:] == two[:0:-1])


def region(statement: Statement, terms: int) -> int:
    """The regions that a universal statement empties, or of which a particular one says that one is not empty."""
    form, a, b = statement
    inside = column(b, terms)
    return column(a, terms) & (inside if form in ("no", "some") else all_rows(terms) ^ inside)


def _verdict(statement: Statement, terms: int, allowed: int, demands: list[int]) -> str:
    """T, F or U: whether something in the statement's regions must exist, cannot exist, or may."""
    here = region(statement, terms)
    must = any(demand & ~here == 0 for demand in demands)
    cannot = here & allowed == 0
    if not must and not cannot:
        return "U"
    return "T" if must == (statement[0] in ("some", "other")) else "F"


def said(statement: Statement, names: list[str]) -> str:
    """A statement in words."""
    form, a, b = statement
    one, two = names[a], names[b]
    return {
        "all": f"All {one} are {two}.",
        "no": f"No {one} are {two}.",
        "some": f"Some {one} are {two}.",
        "other": f"Some {one} are not {two}.",
    }[form]


def _reason(statement: Statement, verdict: str, names: list[str]) -> str:
    form, a, b = statement
    which = f"{names[a]} that are {'not ' if form in ('all', 'other') else ''}{names[b]}"
    if verdict == "U":
        return f"there may be {which}, or none"
    exist = (verdict == "T") == (form in ("some", "other"))
    return f"there {'must' if exist else 'cannot'} be {which}"


generate = Family(
    generate_question,
    WORDINGS,
    {
        "terms": Whole(3, 8, "kinds of things that are named"),
        "premises": Whole(2, 20, "statements that are given"),
        "conclusions": Whole(6, 24, "statements to judge"),
    },
    relation=lambda terms, premises, **_: (
        ""
        if terms - 1 <= premises <= 2 * terms
        else f"premises must be from terms - 1 to twice the terms, not {premises}"
    ),
    advice="lower 'conclusions' or change 'premises'",
)
