"""Drawing programs until one gives a problem: what output and input prediction have in common."""

from __future__ import annotations

import random
from collections.abc import Callable

from ....payloads.recipes import many_objects
from ...base import Draft, GenerationError
from .build import ProgramWithInputs, make

TRIES = 400


@many_objects()
def first_problem(
    rng: random.Random,
    draft: Callable[[random.Random, ProgramWithInputs, int, int], Draft | None],
    *,
    stages: int,
    hard: int,
    length: int,
    least: int,
    most: int,
    plain: bool,
) -> Draft:
    """The first problem that `draft` makes of a program.

    Args:
        rng: the task's random source.
        draft: makes a problem of a program, of which `least` to `most` statements run, or gives None.
        stages: how many functions are chained, 1 to 5.
        hard: how involved they are, 0 to 3.
        length: the largest number of items of an input, 4 to 24.
        least: the least number of statements that the call runs.
        most: the largest.
        plain: whether results are integers, strings or lists of integers only.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no program fits within the tries.
    """
    if not (1 <= stages <= 5 and 0 <= hard <= 3 and 4 <= length <= 24 and 0 <= least < most <= 5000):
        raise ValueError("need 1 <= stages <= 5, 0 <= hard <= 3, 4 <= length <= 24, 0 <= least < most <= 5000")
    for _ in range(TRIES):
        made = make(
            rng, stages=stages, hard=hard, length=length, fuel=2 * most, plain=plain, least=least, most=most
        )
        problem = made and draft(rng, made, least, most)
        if problem:
            return problem
    raise GenerationError(
        f"no program of {least} to {most} steps in {TRIES} tries; widen the range or change stages"
    )
