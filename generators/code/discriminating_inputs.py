"""Choosing calls that tell programs apart: a mixed lot, and for each mutant that passes it a call that it fails."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from random import Random

from ..base import Json
from .execute import Outcome, packed, run_calls
from .problem import Problem

FIRST = 10
MOST_AFTER_FIRST = 0.8
"""A program that differs on all of the `FIRST` calls, of mixed sizes, hardly differs on so few in all."""


def different_calls(
    problem: Problem, rng: Random, sizes: Sequence[int], most_chars: int = 600
) -> list[list[Json]]:
    """Arguments of these sizes, in their order, without repetitions and without very long ones."""
    made: dict[str, list[Json]] = {}
    for size in sizes:
        args = problem.inputs(rng, size)
        text = json.dumps(args)
        if len(text) <= most_chars:
            made.setdefault(text, args)
    return list(made.values())


def outcomes_of(
    source: str,
    entry: str,
    calls: Sequence[list[Json] | bytes],
    wanted: Sequence[Outcome],
    least: float = 0.0,
    most: float = 1.0,
) -> list[Outcome] | None:
    """What a program does on all calls (see `run_calls`), if it differs from what is wanted on such a share of them.

    None if it differs on fewer or more, or takes more than ten times the steps that the reference took: as soon as that
    is certain, or as good as certain because it differs on each of the first calls.
    """
    low, high = least * len(calls), most * len(calls)
    differing = 0

    def hopeless(found: list[Outcome]) -> bool:
        nonlocal differing
        last, made = found[-1], len(found)
        if last.same(wanted[made - 1]):
            return differing + len(calls) - made < low
        differing += 1
        return last.exhausted or differing > high or (differing == made == FIRST and most <= MOST_AFTER_FIRST)

    found = run_calls(source, entry, calls, fuel=_fuel(wanted), stop=hopeless)
    if len(found) < len(calls) or any(outcome.exhausted for outcome in found):
        return None
    return found if low <= len(differences(found, wanted)) <= high else None


def differences(found: Sequence[Outcome], wanted: Sequence[Outcome]) -> list[int]:
    """The places at which outcomes differ."""
    return [at for at, (got, due) in enumerate(zip(found, wanted, strict=True)) if not got.same(due)]


def first_difference(
    source: str, entry: str, calls: Sequence[list[Json] | bytes], wanted: Sequence[Outcome]
) -> int | None:
    """The place of the first call in which a program differs from what is wanted; later ones are not made."""
    found = run_calls(
        source, entry, calls, fuel=_fuel(wanted), stop=lambda found: not found[-1].same(wanted[len(found) - 1])
    )
    if not found or found[-1].same(wanted[len(found) - 1]):
        return None
    return next(at for at, outcome in enumerate(found) if not outcome.same(wanted[at]))


def discriminating_calls(
    problem: Problem, calls: Sequence[list[Json]], wanted: Sequence[Outcome], mixed: int, mutants: Iterable[str]
) -> list[int]:
    """Places behind the first `mixed` calls: one for each mutant that passes those and fails a later one."""
    added: list[int] = []
    mixed, ready = min(mixed, len(calls)), packed(calls)
    for source in mutants:
        order = [*range(mixed), *added, *(at for at in range(mixed, len(calls)) if at not in added)]
        place = first_difference(
            source, problem.entry, [ready[at] for at in order], [wanted[at] for at in order]
        )
        if place is not None and place >= mixed + len(added):
            added.append(order[place])
    return added


def _fuel(wanted: Sequence[Outcome]) -> int:
    return 10 * max((outcome.steps for outcome in wanted), default=0) + 1000
