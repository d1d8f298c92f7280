"""Counting: how many arrangements, choices, distributions, paths, colourings or partitions there are.

Every question is one of nineteen kinds, and its text says what counts as the same: which things are
distinguishable, whether order matters, what may be repeated. The value is an exact integer. `accepts` counts again,
by brute force or by a dynamic program that shares no formula with the worked solution.

Symmetries: the order of the letters of a word, of two kinds of starter, of the people who get shares, of bead
colours; left and right, for subsets with gaps; exchanging the axes, for paths with forbidden points. Names of
people and of groups are not part of the problem.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which all numbers in a question grow. Proxy: digits
written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ..base import Draft
from ..readers import integer
from . import counting_choices, counting_orders, counting_shapes
from .counting_check import COUNTERS
from .forms import INTEGER, Maker, all_wordings, check_size, drafted

QUESTIONS = counting_orders.QUESTIONS | counting_choices.QUESTIONS | counting_shapes.QUESTIONS
WORDINGS = all_wordings(QUESTIONS)
_MAKERS: dict[str, Maker] = counting_orders.MAKERS | counting_choices.MAKERS | counting_shapes.MAKERS


def generate(rng: random.Random, *, kinds: str, size: int) -> Draft:
    """Make one question.

    Args:
        rng: the task's random source.
        kinds: the kinds to draw from, words out of the keys of `QUESTIONS`.
        size: how large the numbers are, 1 to 12.

    Raises:
        ValueError: if a parameter is out of its range.
    """
    kind = rng.choice(check_size(kinds, QUESTIONS, size))
    return drafted(rng, QUESTIONS, kind, _MAKERS[kind](rng, size), INTEGER)


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: the problem is counted again, without its formula."""
    value = integer(answer)
    problem = payload["problem"]
    return value is not None and value == COUNTERS[problem["kind"]](problem)
