"""Propositional entailment: who comes to a party, as far as some statements tell, and what follows from them.

Kinds: ``follow`` (several conclusions, of which each must be true, must be false, or is left open),
``counter`` (a conclusion that does not follow: the only case in which all that is given is true and it is
not). No conclusion says the same as one of the given statements, and none follows from one of them alone, so
nothing can be copied.

Difficulty: `atoms` (people), `premises`, `conclusions`, and `leaves` of the longest statement. Proxy: leaves of all
statements, times the people.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from math import factorial, prod

from ..base import Json
from ..english import listed
from ..family import Family, Question
from ..first_names import NAMES
from ..in_order import in_order
from ..kernels.truth import Formula, all_rows, bits, drawn, rows_of, truth_set, variables_in
from ..limits import Whole

_WORDS = (
    'Here "or" allows both, "exactly if" means that both are true or both are not, and "if A, then B" is false only '
    "when A is true and B is false."
)
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "follow": (
        f"{{names}} are invited, and this is known about who comes:\n\n{{premises}}\n\n{_WORDS} For each "
        f"line below, tell whether it must be true (T), must be false (F), or is left open "
        f"(U):\n\n{{conclusions}}\n\nGive the letters in the order of the lines.",
        f"The guests of a party may be {{names}}. What is known:\n\n{{premises}}\n\nWhat follows from "
        f"that? {_WORDS}\n\n{{conclusions}}\n\nWrite one letter for each line, in their order: T if it is "
        f"certain, F if its opposite is certain, U if neither is.",
        f"All of this is true of {{names}}:\n\n{{premises}}\n\n{_WORDS} Judge the following lines. T means "
        f"that a line is true in every case that is left, F that it is true in none, U that it "
        f"depends.\n\n{{conclusions}}\n\nGive one letter for each, in their order.",
    ),
    "counter": (
        f"{{names}} are invited, and this is known about who comes:\n\n{{premises}}\n\nSomebody concludes: "
        f"{{conclusion}} That does not follow: there is exactly one case in which all that is known is "
        f"true and the conclusion is false. {_WORDS} Give this case: T for each who comes and F for each "
        f"who does not, in the order {{order}}.",
        f"Known about {{names}}:\n\n{{premises}}\n\nClaim: {{conclusion}}\n\n{_WORDS} The claim fails in "
        f"one single case that agrees with all that is known. Which? Give T (comes) or F (does not come) "
        f"for each person, in the order {{order}}.",
        f"Find the only counterexample. This is given about {{names}}:\n\n{{premises}}\n\nThe inference is "
        f"this: {{conclusion}} {_WORDS} In which case is all that is given true, and what was inferred "
        f"false? Give, in the order {{order}}, T for who comes and F for who does not.",
    ),
}
VERDICTS = "TFU"
CONNECTIVES = ("and", "or", "or", "if", "if", "iff", "xor")
CANDIDATES = 160


def _made(
    kind: str, rng: random.Random, *, atoms: int, premises: int, conclusions: int, leaves: int
) -> Question | None:
    names = rng.sample(NAMES, atoms)
    given: list[Formula] = []
    sets: list[int] = []
    left = all_rows(atoms)
    for _ in range(40 * premises):
        formula = _drawn(rng, atoms, rng.randint(2, leaves))
        truth = truth_set(formula, atoms)
        if truth & left not in (0, left):
            given.append(formula)
            sets.append(truth)
            left &= truth
        if len(given) == premises:
            break
    if len(given) < premises or set().union(*map(variables_in, given)) != set(range(atoms)):
        return None
    facts: dict[str, Json] = {"kind": kind, "people": names, "premises": given}
    fields = {
        "names": listed(names),
        "order": ", ".join(names),
        "premises": "\n".join(f"- {sentence(each, names)}" for each in given),
    }
    count = f"the statements leave {left.bit_count()} of {1 << atoms} cases"
    written = sum(map(_leaves, given))
    candidates = _candidates(rng, atoms, leaves, sets)
    if kind == "counter":
        single = [
            (f, t)
            for f, t in candidates
            if (left & ~t).bit_count() == 1 and left & t and len(variables_in(f)) > 1
        ]
        if not single:
            return None
        conclusion, truth = rng.choice(single)
        row = (left & ~truth).bit_length() - 1
        answer = "".join("FT"[bit] for bit in bits(row, atoms))
        facts["conclusion"] = conclusion
        fields["conclusion"] = sentence(conclusion, names)
        lines = [count, f"in one of them the conclusion is false: {_case(row, names)}"]
        rate, work, signs = 2.0**-atoms, written + conclusions, "TF"
    else:
        pools: dict[str, list[tuple[Formula, int]]] = {verdict: [] for verdict in VERDICTS}
        for formula, truth in candidates:
            pools["T" if left & ~truth == 0 else "F" if left & truth == 0 else "U"].append((formula, truth))
        shares = [conclusions // 3 + (n < conclusions % 3) for n in range(3)]
        rng.shuffle(shares)
        if any(len(pool) < share for pool, share in zip(pools.values(), shares, strict=True)):
            return None
        chosen = [
            (verdict, *each)
            for (verdict, pool), share in zip(pools.items(), shares, strict=True)
            for each in rng.sample(pool, share)
        ]
        rng.shuffle(chosen)
        answer = "".join(verdict for verdict, *_ in chosen)
        facts["conclusions"] = [formula for _, formula, _ in chosen]
        fields["conclusions"] = "\n".join(f"{n}. {sentence(f, names)}" for n, (_, f, _) in enumerate(chosen, 1))
        lines = [count, *(f"{n}. {_reason(v, left, t, names)}: {v}" for n, (v, _, t) in enumerate(chosen, 1))]
        rate = min(0.02, prod(map(factorial, shares)) / factorial(conclusions))
        work, signs = written + sum(_leaves(f) for _, f, _ in chosen), VERDICTS
    return Question(
        fields,
        in_order(facts, list(answer), signs=signs, names=names if kind == "counter" else ()),
        answer,
        lines,
        gold=None,
        canonical={**facts, "people": atoms},
        guess_rate=rate,
        difficulty=float(work * atoms),
    )


def _drawn(rng: random.Random, atoms: int, leaves: int) -> Formula:
    """A formula that mentions nobody twice, as people say things."""
    leaves = min(leaves, atoms)
    formula = drawn(rng, [0], leaves, CONNECTIVES)
    return _named(formula, rng.sample(range(atoms), leaves))


def _named(formula: Formula, people: list[int]) -> Formula:
    """The formula with these people for its leaves, in their order; they are used up."""
    if formula[0] == "var":
        return ["var", people.pop()]
    return [formula[0], *(_named(part, people) for part in formula[1:])]


def _candidates(rng: random.Random, atoms: int, leaves: int, sets: list[int]) -> list[tuple[Formula, int]]:
    """Statements of which no two say the same, and none follows from, or says the same as, a single given one."""
    found: dict[int, Formula] = {}
    every = all_rows(atoms)
    for _ in range(CANDIDATES):
        formula = _drawn(rng, atoms, rng.randint(1, max(leaves - 1, 2)))
        truth = truth_set(formula, atoms)
        settled = any(given & ~truth == 0 or given & truth == 0 or given == truth for given in sets)
        if truth not in (0, every) and not settled:
            found.setdefault(truth, formula)
    return [(formula, truth) for truth, formula in found.items()]


def _leaves(formula: Formula) -> int:
    return 1 if formula[0] == "var" else sum(map(_leaves, formula[1:]))


def _case(row: int, names: list[str]) -> str:
    coming = [name for name, bit in zip(names, bits(row, len(names)), strict=True) if bit]
    return f"{listed(coming)} {'come' if len(coming) > 1 else 'comes'}" if coming else "nobody comes"


def _reason(verdict: str, left: int, truth: int, names: list[str]) -> str:
    if verdict != "U":
        return f"{'true' if verdict == 'T' else 'false'} in all of them"
    one, two = next(rows_of(left & truth)), next(rows_of(left & ~truth))
    return f"true if {_case(one, names)}, false if {_case(two, names)}"


def sentence(formula: Formula, names: list[str]) -> str:
    """A formula as a sentence."""
    text = said(formula, names)
    start = len(text) - len(text.lstrip("("))
    return f"{text[:start]}{text[start].upper()}{text[start + 1 :]}."


def said(formula: Formula, names: list[str]) -> str:
    """A formula in words; parts of parts stand in brackets."""
    name, *parts = formula
    if name == "var":
        return f"{names[parts[0]]} comes"
    if name == "not":
        part = parts[0]
        return (
            f"{names[part[1]]} does not come"
            if part[0] == "var"
            else f"it is not true that ({said(part, names)})"
        )
    one, two = (said(part, names) if _simple(part) else f"({said(part, names)})" for part in parts)
    return {
        "and": f"{one} and {two}",
        "or": f"{one} or {two}",
        "xor": f"either {one} or {two}, but not both",
        "if": f"if {one}, then {two}",
        "iff": f"{one} exactly if {two}",
    }[name]


def _simple(formula: Formula) -> bool:
    return bool(formula[0] == "var" or (formula[0] == "not" and formula[1][0] == "var"))


generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "atoms": Whole(3, 10, "people who may come"),
        "premises": Whole(2, 15, "statements that are given"),
        "conclusions": Whole(6, 24, "lines to judge"),
        "leaves": Whole(2, 8, "the most mentions of people in a statement"),
    },
    kind_in_facts=False,
    advice="lower 'conclusions' or 'premises', or raise 'atoms'",
)
