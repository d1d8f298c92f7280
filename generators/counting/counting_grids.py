"""Counting on grids: rectangles, sums, crosses, squares and triangles; kings, colours, numberings, maxima, mirrors.

The text says what counts as different. The value is exact; where it is large, only a remainder is asked for.

Difficulty: `kinds` drawn from; `size`, by which all numbers in a question grow; `modulus`, above which a remainder is
asked for. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

from ..kernels.count import counting_family
from . import grid_fillings, grid_shapes

KINDS = grid_shapes.KINDS | grid_fillings.KINDS
WORDINGS = {name: kind.wordings for name, kind in KINDS.items()}
generate = counting_family(KINDS, least=16)
