"""Calls of a function without repetitions, and the first one that tells a program from the right one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from ..base import Json
from .execute import Outcome, run_calls
from .problem import Problem


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


def first_difference(
    source: str, entry: str, calls: Sequence[list[Json] | bytes], wanted: Sequence[Outcome]
) -> int | None:
    """The place of the first call in which a program differs from what is wanted; later ones are not made."""
    found = run_calls(
        source,
        entry,
        calls,
        fuel=fuel_for(wanted),
        stop=lambda found: not found[-1].same(wanted[len(found) - 1]),
    )
    if not found or found[-1].same(wanted[len(found) - 1]):
        return None
    return next(at for at, outcome in enumerate(found) if not outcome.same(wanted[at]))


def fuel_for(wanted: Sequence[Outcome]) -> int:
    """Ten times what the right program takes, and a little more."""
    return 10 * max((outcome.steps for outcome in wanted), default=0) + 1000
