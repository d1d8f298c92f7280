"""What the reference of a problem does, and how its mutants are compared with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from ..base import GenerationError, Json
from .execute import Outcome, equal, run_calls
from .mutate import Mutant, mutants
from .problem import Problem

FUEL = 50_000_000
_HOLDS_ITSELF = re.compile(r"\b(\w+)(?:\[|\.\w+\()tuple\(\1\)")
"""What a mistake can make of ``seen[tuple(now)]``: tuples of all tuples before. To hash one takes twice as long each
time, and no fuel counts that."""


def expected(problem: Problem, calls: Sequence[list[Json] | bytes]) -> list[Outcome]:
    """What the reference does with calls without recipes."""
    return run_calls(problem.source, problem.entry, calls, fuel=FUEL)


def right(problem: Problem, calls: Sequence[list[Json] | bytes]) -> list[Outcome]:
    """What the reference does with calls, which must be its result.

    Raises:
        GenerationError: it fails.
    """
    outcomes = expected(problem, calls)
    failed = next((outcome for outcome in outcomes if outcome.error), None)
    if failed is not None:
        raise GenerationError(f"the reference of {problem.name!r} fails: {failed.error}")
    return outcomes


def some_mutants(rng: Random, problem: Problem, limit: int) -> list[Mutant]:
    """At most so many mutants of the reference for which calls are looked for, ready to be run."""
    if "set(" in problem.source and any("str" in kind for _, kind in problem.parameters):
        return []  # a mutant may show the order of a set of texts, which differs between processes
    return [one for one in mutants(problem.source, rng, limit) if not _HOLDS_ITSELF.search(one.source)]


def fuel_for(outcomes: Sequence[Outcome]) -> int:
    """What a mutant may use for a call: four times what the reference takes at most, and a little more."""
    return 4 * max(outcome.steps for outcome in outcomes) + 200


def differ(got: Outcome, wanted: Outcome) -> bool:
    """Whether a program fails a call."""
    return got.error is not None or not equal(got.value, wanted.value)
