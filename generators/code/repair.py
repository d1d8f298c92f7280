"""Code repair: a function that does not do what it is meant to do; correct it.

A program with one to four mistakes (`slips`) is shown with the statement of what it should do, and some calls with
the right results. Each mistake alone changes what the program does. Any program that does what the statement says is
right, whether it mends the given one or is new.

Calls are chosen by what they tell apart: some that the shown program fails, and for other one-edit mutants of the
right program, which a wrong repair might give, a call that they fail.

Symmetries: a problem is its template, the variant, the mistakes and the calls that are shown; names do not count.

Difficulty: `pool` names the programs to draw from (`repair_sources`), `level` is for classic algorithms; `slips` how
many there are; `least` and `most` bound the share of ordinary calls that the shown program fails; `told` is how
much the examples say of it: ``result`` shows a failing call with what it gives now, ``failing`` has one without that,
``nothing`` only has calls that come out right. Proxy: bits that a search needs: for each mistake the logarithm of the
number of edits that there are, and that of how rarely a call fails.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from math import log2
from random import Random

from ..base import Draft, GenerationError, Json
from ..wording import phrase
from .discriminating_inputs import (
    differences,
    different_calls,
    discriminating_calls,
    first_difference,
    outcomes_of,
)
from .execute import Outcome, packed, run_calls
from .mutate import Mutant, in_lots, mutants, places, ready_with_several, several
from .problem import Problem
from .repair_sources import POOLS, problem_of

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
SIZES = (
    *(2, 1, 3, 2, 3, 2, 3, 2),
    *[0] * 4,
    *[1] * 3,
    *[2] * 2,
    *[3] * 6,
    *[4] * 4,
    *[0] * 2,
    *[1, 2, 3, 3] * 8,
)
"""The first ones fill the examples; corner cases come early enough to be among the first `MIXED`."""
OTHERS = 20
CANDIDATES = 12
LOT = 4
"""So many candidates are compiled at a time."""
DIFFERENT = 6
"""The least number of hidden calls whose result is not the most frequent one."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A problem, a wrong program for it, and calls with what the right and the wrong program do."""

    problem: Problem
    program: str
    slips: list[Mutant]
    calls: list[list[Json]]
    wanted: list[Outcome]
    given: list[Outcome]
    failing: list[int]

    @property
    def share(self) -> float:
        """The share of the calls that the wrong program fails."""
        return len(self.failing) / len(self.calls)


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
        seed = rng.getrandbits(48)
        problem = problem_of(name, seed, level)
        broken = _broken(rng, problem, slips, least, most)
        public = _public(broken, told) if broken is not None else []
        if broken is None or len(public) < PUBLIC or problem.source.strip() in broken.program:
            continue
        hidden = _hidden(rng, broken, public)
        if _different(broken, hidden):
            facts = {"template": name, "seed": seed, "level": level}
            return _draft(rng, broken, sorted(public), hidden, told, facts)
    raise GenerationError(
        f"no program with {slips} slips that fails {least} to {most} of its calls; widen that"
    )


def _broken(rng: Random, problem: Problem, slips: int, least: float, most: float) -> Broken | None:
    """A wrong program that fails as often as it should."""
    calls = different_calls(problem, rng, SIZES)
    state = rng.getstate()
    candidates = _candidates(rng, problem.source, slips)
    first = next(candidates, None)  # it is compiled together with the right program
    ready = packed(calls)
    wanted = run_calls(problem.source, problem.entry, ready, fuel=2_000_000)
    if len(calls) < 2 * PUBLIC or not all(outcome.ok for outcome in wanted):
        rng.setstate(state)
        return None
    for program, single in chain([] if first is None else [first], candidates):
        given = outcomes_of(program, problem.entry, ready, wanted, least, most)
        if given is None or any(outcome.error == "NotJson" for outcome in given):
            continue
        if slips > 1 and any(
            first_difference(one.source, problem.entry, ready, wanted) is None for one in single
        ):
            continue
        failing = differences(given, wanted)
        if failing:
            return Broken(problem, program, single, calls, wanted, given, failing)
    return None


def _candidates(rng: Random, source: str, slips: int) -> Iterator[tuple[str, list[Mutant]]]:
    """Some programs with mistakes, each made when it is asked for."""
    if slips == 1:
        yield from ((mutant.source, [mutant]) for mutant in in_lots(source, rng, CANDIDATES, LOT))
        return
    for _ in range(CANDIDATES // LOT):
        drawn = [(several(source, rng, slips), rng.getstate()) for _ in range(LOT)]
        ready_with_several(source, [found for found, _ in drawn if found is not None])
        for found, state in drawn:
            rng.setstate(state)  # what follows a candidate does not depend on how many are drawn ahead
            if found is not None:
                yield found


def _public(broken: Broken, told: str) -> list[int]:
    """The places of the calls to show: different results, and a failing call only if it is to be told."""
    steps = [outcome.steps for outcome in broken.wanted]
    usual = sorted(steps)[len(steps) // 2]
    fails = set(broken.failing)
    small = [at for at, args in enumerate(broken.calls) if len(json.dumps(args)) <= 120]
    small.sort(key=lambda at: steps[at] < usual)  # those in which something happens come first
    good = _varied([at for at in small if at not in fails], broken.wanted)
    bad = [at for at in small if at in fails]
    if told == "nothing":
        choices = [good[:PUBLIC]]
    elif len(good) >= PUBLIC - 1 and bad:
        choices = [[one, *good[: PUBLIC - 1]] for one in bad]
    else:
        choices = [bad[:PUBLIC], _varied(bad, broken.wanted)[:PUBLIC]]
    return next((chosen for chosen in choices if _tells(broken, chosen)), [])


def _tells(broken: Broken, places: list[int]) -> bool:
    """Whether no constant passes these calls: two of the results differ."""
    return len({json.dumps(broken.wanted[at].value) for at in places}) > 1


def _varied(places: list[int], wanted: list[Outcome]) -> list[int]:
    """The places, those with new results first."""
    seen: set[str] = set()
    first: list[int] = []
    rest: list[int] = []
    for at in places:
        text = json.dumps(wanted[at].value)
        (rest if text in seen else first).append(at)
        seen.add(text)
    return first + rest


def _hidden(rng: Random, broken: Broken, public: list[int]) -> list[int]:
    """The places of the calls that are not shown: a mixed lot, and what tells wrong repairs apart."""
    problem, calls, wanted = broken.problem, broken.calls, broken.wanted
    others = [mutant.source for mutant in mutants(problem.source, rng, OTHERS)]
    hidden = {*range(MIXED), *broken.failing[:6], *discriminating_calls(problem, calls, wanted, MIXED, others)}
    return sorted(at for at in hidden if at < len(calls) and at not in public)


def _different(broken: Broken, hidden: list[int]) -> bool:
    """Whether no one result is right for nearly all of the calls, so that a constant program passes few tests."""
    results = Counter(json.dumps(broken.wanted[at].value) for at in hidden)
    return len(hidden) - max(results.values(), default=0) >= DIFFERENT


def _draft(
    rng: Random, broken: Broken, public: list[int], hidden: list[int], told: str, facts: dict[str, Json]
) -> Draft:
    problem, calls, wanted = broken.problem, broken.calls, broken.wanted
    chosen = public + hidden
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            statement=problem.statement,
            mistakes=_COUNTS[len(broken.slips) - 1],
            program=broken.program.strip(),
            entry=problem.entry,
            examples=_examples(rng, broken, public, told),
            rules=rng.choice(_RULES).format(entry=problem.entry),
        ),
        payload={
            "code": {
                "entry": problem.entry,
                "cases": [{"args": calls[at], "out": wanted[at].value} for at in chosen],
                "public": PUBLIC,
                "compare": problem.compare,
                "cpu_s": CPU_S,
                "memory_mb": 256,
            },
            "program": broken.program,
            "problem": facts,
        },
        answer=problem.source.strip(),
        trace=_explained(broken.program, problem.source),
        canonical=[
            problem.name,
            problem.facts,
            [slip.place for slip in broken.slips],
            [calls[at] for at in public],
        ],
        difficulty=round(len(broken.slips) * log2(places(problem.source)) - log2(broken.share), 4),
    )


def _examples(rng: Random, broken: Broken, public: list[int], told: str) -> str:
    lines = []
    for at in public:
        call = f"{broken.problem.entry}({', '.join(map(repr, broken.calls[at]))})"
        line = f"- `{call}` should return `{broken.wanted[at].value!r}`"
        if told == "result" and at in broken.failing:
            now = broken.given[at]
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
