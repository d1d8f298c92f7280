"""Counting: how many arrangements, choices, distributions, paths, colourings or partitions there are.

Every question is one of nineteen kinds, and its text says what counts as the same: which things are
distinguishable, whether order matters, what may be repeated. The value is an exact integer.

Symmetries: the order of the letters of a word, of two kinds of starter, of the people who get shares, of bead
colours; left and right, for subsets with gaps; exchanging the axes, for paths with forbidden points. Names of
people and of groups are not part of the problem.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which all numbers in a question grow. Proxy: digits
written in the worked solution.
"""

from __future__ import annotations

from ..family import Family
from ..limits import Whole
from . import counting_choices, counting_orders, counting_shapes
from .exact import ADVICE, AS_INTEGER

WORDINGS = counting_orders.WORDINGS | counting_choices.WORDINGS | counting_shapes.WORDINGS
generate = Family(
    counting_orders.MAKERS | counting_choices.MAKERS | counting_shapes.MAKERS,
    WORDINGS,
    {"size": Whole(1, 12, "how large the numbers are")},
    sentences={"form": AS_INTEGER},
    units=True,
    advice=ADVICE,
)
