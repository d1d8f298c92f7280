"""Choosing calls that tell programs apart: a mixed lot, and for each mutant that passes it a call that it fails."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
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


def failed(
    source: str, entry: str, calls: Sequence[list[Json]], wanted: Sequence[Outcome]
) -> tuple[list[int], list[Outcome]]:
    """The places of the calls in which a program differs from what is wanted, and its outcomes.

    It may use ten times the steps that the reference used.
    """
    fuel = 10 * max((outcome.steps for outcome in wanted), default=0) + 1000
    outcomes = run_calls(source, entry, calls, fuel=fuel)
    return [
        at for at, (got, due) in enumerate(zip(outcomes, wanted, strict=True)) if not got.same(due)
    ], outcomes


def telling_calls(
    problem: Problem, calls: Sequence[list[Json]], wanted: Sequence[Outcome], mixed: int, mutants: Iterable[str]
) -> list[int]:
    """Places behind the first `mixed` calls: one for each mutant that passes those and fails a later one."""
    added: list[int] = []
    for source in mutants:
        if failed(source, problem.entry, calls[:mixed], wanted[:mixed])[0]:
            continue
        later, _ = failed(source, problem.entry, calls[mixed:], wanted[mixed:])
        places = [mixed + at for at in later]
        if places and not set(places) & set(added):
            added.append(places[0])
    return added
