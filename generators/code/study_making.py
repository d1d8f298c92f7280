"""Making a study of a program (`studies`): all of its mistakes are tried on many calls.

First all one-edit mutants run on ordinary calls. For those that show on none, some hundred more calls are tried, and
such as tell one of them apart are added. A mutant that shows nowhere is taken for an equal program and is no mistake.
So it goes with what no task has for a mistake, but a repair may be left with: bounds a little below zero.
Then programs with two to four mistakes, each of which shows when it is alone, run on the same calls, and such as have
some of these mended only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from random import Random
from typing import TypedDict

from ..base import GenerationError, Json
from .discriminating_inputs import different_calls, first_difference, fuel_for
from .execute import Outcome, packed, run_calls
from .mutate import Mutant, below_zero, every_mutant, ready, ready_with_several, several, with_mistakes
from .problem import Problem

SIZES = (
    *(2, 1, 3, 2, 3, 2, 3, 2),
    *[0] * 4,
    *[1] * 3,
    *[2] * 2,
    *[3] * 6,
    *[4] * 4,
    *[0] * 2,
    *[1, 2, 3, 3, 4] * 6,
)
CLASSIC_SIZES = SIZES[:-10]
"""For programs that take longer."""
MORE = (0, 1, 2, 3, 3, 3, 4, 2) * 24
"""The sizes of what is tried on mistakes that the ordinary calls do not show."""
ADDED = 14
"""So many of these calls at most are kept."""
ENOUGH, LEAST = 44, 20
"""So many ordinary calls are wanted, and so many are needed; a function of one small number has few."""
SINGLE = (52, 24)
"""So many programs with one mistake are kept at most, which hides or does not."""
SEVERAL, CLASSIC_SEVERAL = (24, 20, 16), (20, 12, 8)
"""So many are with two, three and four."""
TRIES = 90
LOT = 24
"""So many programs are compiled at a time: each makes all of them a little slower."""
HIDES = 0.6
"""Mistakes that show on at most this share of calls hide: they are kept rather, and are those that stand together."""
FUEL = 2_000_000


class Found(TypedDict):
    """What a study says, as JSON; bit sets of calls are hexadecimal numbers. See `studies.Study`."""

    program: str
    calls: list[list[Json]]
    ordinary: int
    busy: str
    wrong: list[list[list[Json]]]
    near: list[str]


def make(problem: Problem, name: str, sizes: Sequence[int], limits: Sequence[int]) -> Found:
    """The study of a problem.

    Args:
        problem: a function, with its reference.
        name: what the source of chance is made of.
        sizes: of the ordinary calls.
        limits: how many programs with two, three and four mistakes are kept at most.

    Raises:
        GenerationError: the reference fails on a call, or there are too few of them.
    """
    rng = Random(f"study {name}")
    calls = different_calls(problem, rng, sizes)
    known = {repr(args) for args in calls}
    more = [args for args in different_calls(problem, rng, MORE) if repr(args) not in known]
    lacking = max(0, ENOUGH - len(calls))
    calls, more = calls + more[:lacking], more[lacking:]
    ordinary = len(calls)
    ready_calls, ready_more = packed(calls), packed(more)
    right = run_calls(problem.source, problem.entry, ready_calls + ready_more, fuel=FUEL)
    if ordinary < LEAST or not all(outcome.ok for outcome in right):
        raise GenerationError(f"the program {name!r} cannot be studied")
    wanted, wanted_more = right[:ordinary], right[ordinary:]
    mistakes = every_mutant(problem.source)
    fails: dict[int, int] = {}
    usable: set[int] = set()
    added: list[int] = []

    def shows(source: str, most: int) -> bool:
        """Whether one more call tells a program that no ordinary one tells; it is kept if there is room."""
        order = [*added, *(at for at in range(len(more)) if at not in added)]
        place = first_difference(
            source, problem.entry, [ready_more[at] for at in order], [wanted_more[at] for at in order]
        )
        if place is not None and place >= len(added) and len(added) < most:
            added.append(order[place])
        return place is not None

    for mutant in _in_lots(problem.source, mistakes):
        mask, clean = _fails(mutant.source, problem.entry, ready_calls, wanted)
        if not mask and not shows(mutant.source, ADDED):
            continue
        fails[mutant.place] = mask
        if clean:
            usable.add(mutant.place)
    left = below_zero(problem.source)
    for source in left:
        if not _fails(source, problem.entry, ready_calls, wanted)[0]:
            shows(source, ADDED + len(left))
    extra, wanted_extra = [ready_more[at] for at in added], [wanted_more[at] for at in added]
    for mutant in _in_lots(problem.source, [one for one in mistakes if one.place in fails]):
        mask, clean = _fails(mutant.source, problem.entry, extra, wanted_extra)
        fails[mutant.place] |= mask << ordinary
        if not clean:
            usable.discard(mutant.place)
    calls += [more[at] for at in added]
    wanted = wanted + wanted_extra
    hiding = {place for place in usable if fails[place] and _share(fails[place], ordinary) <= HIDES}
    single = _some(rng, [one for one in mistakes if one.place in usable and fails[one.place]], hiding)
    wrong: list[list[list[Json]]] = [[[[place], f"{fails[place]:x}"] for place in single]]
    for count, limit in enumerate(limits, 2):
        found = _several(rng, problem, count, limit, hiding, ready_calls + extra, wanted)
        wrong.append([[list(places), f"{mask:x}"] for places, mask in found.items()])
    partly = _partly(problem, wrong[2:], ready_calls + extra, wanted)
    partly += [_fails(source, problem.entry, ready_calls + extra, wanted)[0] for source in left]
    together = [int(mask, 16) for listed in wrong[1:] for _, mask in listed]
    steps = sorted(outcome.steps for outcome in wanted)
    usual = steps[len(steps) // 2]
    return {
        "program": digest_of(problem.source),
        "calls": [[args, outcome.value] for args, outcome in zip(calls, wanted, strict=True)],
        "ordinary": ordinary,
        "busy": f"{_bits(at for at, outcome in enumerate(wanted) if outcome.steps >= usual):x}",
        "wrong": wrong,
        "near": [f"{mask:x}" for mask in least_sets([*fails.values(), *together, *partly])],
    }


def digest_of(source: str) -> str:
    """By which a study tells that its program has been changed since."""
    return blake2b(source.encode(), digest_size=6).hexdigest()


def _in_lots(source: str, mistakes: list[Mutant]) -> Iterable[Mutant]:
    for at in range(0, len(mistakes), LOT):
        ready(source, mistakes[at : at + LOT])
        yield from mistakes[at : at + LOT]


def _fails(source: str, entry: str, calls: list[bytes], wanted: list[Outcome]) -> tuple[int, bool]:
    """On which calls a program differs, and whether it ends on all of them and gives JSON values or errors.

    The calls after the first on which it does not end are not made.
    """
    outcomes = run_calls(source, entry, calls, fuel=fuel_for(wanted), stop=lambda found: found[-1].exhausted)
    mask = _bits(at for at, outcome in enumerate(outcomes) if not outcome.same(wanted[at]))
    return mask, not any(outcome.exhausted or outcome.error == "NotJson" for outcome in outcomes)


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _share(mask: int, ordinary: int) -> float:
    return (mask & (1 << ordinary) - 1).bit_count() / ordinary


def _some(rng: Random, mistakes: list[Mutant], hiding: set[int]) -> list[int]:
    """The places of some mistakes, of as many kinds as there are."""
    chosen: list[int] = []
    for wanted, limit in zip((True, False), SINGLE, strict=True):
        some: list[int] = []
        piles: dict[str, list[int]] = {}
        for one in mistakes:
            if (one.place in hiding) == wanted:
                piles.setdefault(one.kind, []).append(one.place)
        for pile in piles.values():
            rng.shuffle(pile)
        while any(piles.values()):
            some += [pile.pop() for pile in piles.values() if pile]
        chosen += some[:limit]
    return sorted(chosen)


def _several(
    rng: Random,
    problem: Problem,
    count: int,
    limit: int,
    hiding: set[int],
    calls: list[bytes],
    wanted: list[Outcome],
) -> dict[tuple[int, ...], int]:
    """Programs with several mistakes and the calls that they fail."""
    drawn: dict[tuple[int, ...], tuple[str, list[Mutant]]] = {}
    for _ in range(TRIES):
        candidate = several(problem.source, rng, count, hiding)
        if candidate is not None:
            drawn.setdefault(tuple(mutant.place for mutant in candidate[1]), candidate)
        if len(drawn) == limit + 4:
            break
    programs = [(text, places) for places, (text, _) in drawn.items()]
    tried = _tried(problem, programs, calls, wanted)
    return dict([(places, mask) for places, mask, clean in tried if mask and clean][:limit])


def _partly(
    problem: Problem, wrong: list[list[list[Json]]], calls: list[bytes], wanted: list[Outcome]
) -> list[int]:
    """On which calls programs fail in which some of several mistakes were mended, but not all."""
    left = {
        part
        for listed in wrong
        for places, _ in listed
        for size in range(2, len(places))
        for part in combinations(places, size)
    }
    programs = [(with_mistakes(problem.source, places), places) for places in sorted(left)]
    return [mask for _, mask, _ in _tried(problem, programs, calls, wanted)]


def _tried(
    problem: Problem, programs: list[tuple[str, tuple[int, ...]]], calls: list[bytes], wanted: list[Outcome]
) -> Iterator[tuple[tuple[int, ...], int, bool]]:
    """The places of the mistakes of each program, and what `_fails` says of it."""
    for at in range(0, len(programs), LOT):
        ready_with_several(problem.source, programs[at : at + LOT])
        for text, places in programs[at : at + LOT]:
            yield places, *_fails(text, problem.entry, calls, wanted)


def least_sets(masks: Iterable[int]) -> list[int]:
    """Those of some bit sets, without the empty one, that hold no other."""
    chosen: list[int] = []
    for mask in sorted(set(masks) - {0}, key=lambda mask: (mask.bit_count(), mask)):
        if not any(one & mask == one for one in chosen):
            chosen.append(mask)
    return chosen
