"""Code repair: a function that does not do what it is meant to do; correct it.

A program with one to four mistakes (`slips`) is shown with the statement of what it should do, and some calls with
the right results. Each mistake alone changes what the program does. Any program that does what the statement says is
right, whether it mends the given one or is new.

The programs, their mistakes and the calls on which these show are studied ahead (`studies`); a task chooses among
them, and words the program in its own way (`dressing`). The hidden calls are ordinary ones, some that the shown
program fails, and for each program with another mistake, or with a part of its mistakes mended, that any studied call
tells apart, such a call.

Symmetries: a problem is its template, the variant, the mistakes and the calls that are shown; names do not count.

Difficulty: `pool` names the programs to draw from (`repair_sources`), `level` is for classic algorithms; `slips` how
many there are; `least` and `most` bound the share of ordinary calls that the shown program fails; `told` is how
much the examples say of it: ``result`` shows a failing call with what it gives now, ``failing`` has one without that,
``nothing`` only has calls that come out right. Proxy: bits that a search needs: for each mistake the logarithm of the
number of edits that there are, and that of how rarely a call fails.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import log2
from random import Random

from ..base import Draft, GenerationError, Json
from ..wording import phrase
from .dressing import Dress, drawn_dress
from .execute import copied, run_calls
from .mutate import kind_at, places, with_mistakes
from .problem import Problem
from .repair_sources import POOLS
from .studies import Study, Wrong, seeds, study
from .study_making import FUEL

WORDINGS = (
    "The Python function below should do this:\n\n{statement}\n\nBut it has {mistakes}.\n\n```python\n{program}\n```\n"
    "\n{examples}\n\nFind what is wrong and correct it. {rules}",
    "Debug this program. It has {mistakes}.\n\n```python\n{program}\n```\n\nWhat `{entry}` is meant to do: {statement}"
    "\n\n{examples}\n\n{rules}",
    "{statement}\n\nSomebody wrote this function for it, with {mistakes}:\n\n```python\n{program}\n```\n\n{examples}\n"
    "\nRepair the function. {rules}",
)
_RULES = (
    "Use only the standard library of Python 3.11, keep the name and the parameters of `{entry}`, and let it keep no "
    "state between calls. Answer with the whole corrected Python code.",
    "The function must still be called `{entry}` and take the same arguments; it may use nothing but the standard "
    "library of Python 3.11, and must not remember anything from one call to the next. Answer with the "
    "whole corrected Python code.",
)
_EXAMPLES = ("What calls should return:", "Some calls and what is right:", "Examples:")
_COUNTS = ("one mistake", "two mistakes", "three mistakes", "four mistakes")

PUBLIC = 3
CPU_S = 1.0
"""A hundred times what a right program takes for all calls."""
MIXED = 36
"""So many ordinary calls are hidden ones."""
FAILING = 6
"""So many calls that the shown program fails are among the hidden ones, if there are so many."""
SMALL_CALL = 120
"""The most characters of the arguments of a call that is shown."""
DIFFERENT = 6
"""The least number of hidden calls whose result is not the most frequent one."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A study, a wrong program of it, and its text, by the names of the study."""

    study: Study
    wrong: Wrong
    program: str

    @property
    def problem(self) -> Problem:
        """What the program should do."""
        return self.study.problem

    def fails(self, at: int) -> bool:
        """Whether the wrong program fails a call."""
        return bool(self.wrong.fails >> at & 1)


def generate(rng: Random, *, pool: str, level: int, slips: int, least: float, most: float, told: str) -> Draft:
    """Make one program to repair.

    Args:
        rng: the task's random source.
        pool: ``short``, ``long``, ``mixed`` or ``classic``.
        level: how hard a variant a classic template makes, 1 to 7.
        slips: how many mistakes, 1 to 4.
        least: the least share of calls that must fail.
        most: the largest share of calls that may fail.
        told: ``result``, ``failing`` or ``nothing``.

    Raises:
        ValueError: if a parameter is out of its range.
    """
    if pool not in POOLS or told not in ("result", "failing", "nothing") or not 1 <= slips <= 4:
        raise ValueError(f"no pool {pool!r}, no {told!r}, or {slips} slips, which must be from 1 to 4")
    if not (1 <= level <= 7 and 0 <= least < most <= 1):
        raise ValueError(f"need 1 <= level <= 7 and 0 <= least < most <= 1, not {level}, {least}, {most}")
    name = ""
    for attempt in range(90):
        if attempt % 3 == 0:  # a template that is hard to break rightly gets its share too
            name = rng.choice(POOLS[pool])
        known = study(name, rng.choice(seeds(name, level)), level)
        wrong = _wrong(rng, known, slips, least, most)
        if wrong is None:
            continue
        broken = Broken(known, wrong, with_mistakes(known.problem.source, wrong.places))
        public = _public(rng, broken, told)
        if len(public) < PUBLIC or known.problem.source.strip() in broken.program:
            continue
        hidden = _hidden(rng, broken, public)
        if _different(broken, hidden):
            facts = {"template": name, "seed": known.seed, "level": level}
            return _draft(rng, broken, sorted(public), hidden, told, facts)
    raise GenerationError(
        f"no program with {slips} slips that fails {least} to {most} of its calls; widen that"
    )


def _wrong(rng: Random, known: Study, slips: int, least: float, most: float) -> Wrong | None:
    """A wrong program that fails as often as it should; all kinds of single mistakes are equally frequent."""
    found = [wrong for wrong in known.wrong[slips] if wrong.share and least <= wrong.share <= most]
    if slips == 1 and found:
        by_kind: dict[str, list[Wrong]] = {}
        for wrong in found:
            by_kind.setdefault(kind_at(known.problem.source, wrong.places[0]), []).append(wrong)
        found = rng.choice(list(by_kind.values()))
    return rng.choice(found) if found else None


def _public(rng: Random, broken: Broken, told: str) -> list[int]:
    """The places of the calls to show: different results, and a failing call only if it is to be told."""
    known = broken.study
    small = [at for at in range(known.ordinary) if known.lengths[at] <= SMALL_CALL]
    rng.shuffle(small)
    small.sort(key=lambda at: not known.busy >> at & 1)  # those in which something happens come first
    good = _varied([at for at in small if not broken.fails(at)], known.results)
    bad = [at for at in small if broken.fails(at)]
    if told == "nothing":
        choices = [good[:PUBLIC]]
    elif len(good) >= PUBLIC - 1 and bad:
        choices = [[one, *good[: PUBLIC - 1]] for one in bad]
    else:
        choices = [bad[:PUBLIC], _varied(bad, known.results)[:PUBLIC]]
    return next((chosen for chosen in choices if len({known.results[at] for at in chosen}) > 1), [])


def _varied(places: list[int], results: list[str]) -> list[int]:
    """The places, those with new results first."""
    seen: set[str] = set()
    first: list[int] = []
    rest: list[int] = []
    for at in places:
        (rest if results[at] in seen else first).append(at)
        seen.add(results[at])
    return first + rest


def _hidden(rng: Random, broken: Broken, public: list[int]) -> list[int]:
    """The places of the calls that are not shown: a mixed lot, and what tells wrong repairs apart."""
    known = broken.study
    calls = [at for at in range(len(known.calls)) if at not in public]
    ordinary = [at for at in calls if at < known.ordinary]
    hidden = set(rng.sample(ordinary, min(MIXED, len(ordinary))))
    failing = [at for at in ordinary if broken.fails(at)]
    hidden.update(rng.sample(failing, min(FAILING, len(failing))))
    made = sum(1 << at for at in hidden)
    for mask in known.near:
        if not mask & made and (telling := [at for at in calls if mask >> at & 1]):
            hidden.add(at := rng.choice(telling))
            made |= 1 << at
    return sorted(hidden)


def _different(broken: Broken, hidden: list[int]) -> bool:
    """Whether no one result is right for nearly all of the calls, so that a constant program passes few tests."""
    results = Counter(broken.study.results[at] for at in hidden)
    return len(hidden) - max(results.values(), default=0) >= DIFFERENT


def _draft(
    rng: Random, broken: Broken, public: list[int], hidden: list[int], told: str, facts: dict[str, Json]
) -> Draft:
    problem, calls, wanted = broken.problem, broken.study.calls, broken.study.wanted
    chosen = public + hidden
    dress = drawn_dress(rng, broken.study.names)
    program = dress.code(broken.program)
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            statement=dress.statement,
            mistakes=_COUNTS[len(broken.wrong.places) - 1],
            program=program.strip(),
            entry=dress.entry,
            examples=_examples(rng, broken, dress, public, told),
            rules=rng.choice(_RULES).format(entry=dress.entry),
        ),
        payload={
            "code": {
                "entry": dress.entry,
                "cases": [{"args": copied(calls[at]), "out": copied(wanted[at])} for at in chosen],
                "public": PUBLIC,
                "compare": copied(problem.compare),
                "cpu_s": CPU_S,
                "memory_mb": 256,
            },
            "program": program,
            "problem": facts,
        },
        answer=dress.source.strip(),
        trace=_explained(program, dress.source),
        canonical=[
            problem.name,
            copied(problem.facts),
            list(broken.wrong.places),
            [copied(calls[at]) for at in public],
        ],
        shared=broken.study.program,
        difficulty=round(len(broken.wrong.places) * log2(places(problem.source)) - log2(broken.wrong.share), 4),
    )


def _examples(rng: Random, broken: Broken, dress: Dress, public: list[int], told: str) -> str:
    lines = []
    known = broken.study
    for at in public:
        call = f"{dress.entry}({', '.join(map(repr, known.calls[at]))})"
        line = f"- `{call}` should return `{known.wanted[at]!r}`"
        if told == "result" and broken.fails(at):
            (now,) = run_calls(broken.program, broken.problem.entry, [known.calls[at]], fuel=FUEL)
            line += f", but now it {f'returns `{now.value!r}`' if now.ok else f'fails with `{now.error}`'}"
        lines.append(line)
    return "\n".join([rng.choice(_EXAMPLES), *lines])


def _explained(program: str, source: str) -> str:
    """The lines that differ, wrong and right."""
    wrong, right = program.splitlines(), source.splitlines()
    parts = []
    for kind, start, end, first, last in SequenceMatcher(None, wrong, right, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        many = end > start + 1
        where = f"Lines {start + 1} to {end}" if many else f"Line {start + 1}"
        if start == end:
            parts.append(
                f"After line {start}, this is missing:" if start else "At the beginning, this is missing:"
            )
        elif first == last:
            parts.append("\n".join([f"{where} must go:", *wrong[start:end]]))
        else:
            parts.append(
                "\n".join([f"{where} {'are' if many else 'is'} wrong:", *wrong[start:end], "This is right:"])
            )
        parts.extend(right[first:last])
    return "\n".join(parts)
