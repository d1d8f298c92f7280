"""Counting sequences: how many orders, sequences of numbers, subsets or towers keep the rules that are stated.

Every question is one of many kinds, and its text says what counts as different and whether the ends count. The value
is exact; where it is large, only a remainder is asked for.

Difficulty: `kinds` drawn from; `size`, by which all numbers in a question grow; `modulus`, above which a remainder is
asked for. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

from ..kernels.count import counting_family
from . import order_kinds, set_kinds, value_kinds

KINDS = order_kinds.KINDS | value_kinds.KINDS | set_kinds.KINDS
WORDINGS = {name: kind.wordings for name, kind in KINDS.items()}
generate = counting_family(KINDS, least=16)
