"""Counting arrangements: orders, tables, colourings and cuts under stated rules.

The text of a question says what counts as different. The value is exact; where it is large, only a remainder is asked
for.

Difficulty: `kinds` drawn from; `size`, by which all numbers in a question grow; `modulus`, above which a remainder is
asked for. Proxy: digits written in the worked solution.

Source: P. Diaconis and R. L. Graham 1977 (inversions against distances of permutations).
"""

from __future__ import annotations

from ..kernels.count import counting_family
from . import piece_kinds, row_kinds

KINDS = row_kinds.KINDS | piece_kinds.KINDS
WORDINGS = {name: kind.wordings for name, kind in KINDS.items()}
generate = counting_family(KINDS, least=16)
