"""Bits and XOR: fourteen kinds of questions about binary digits and the bitwise operations.

Kinds with one number as the answer are ``expression`` (in hexadecimal), ``meter``, ``xor-of-sums``, ``sum-of-xors``,
``and-or-ways`` and ``walk``. The answer of all others is a list: of counts (``ones``, ``removals``), or an object that
is looked at and valued (a number, positions, a filled list, two vertices, labels or a cycle); every best one is right.

Difficulty: `kinds` drawn from; `size`, by which numbers and lists grow. Proxy: digits written in the worked solution.

Sources: G. W. Reitwiesner 1960 (the non-adjacent form); linear algebra over two elements (XOR of subsets and cycles).
"""

from __future__ import annotations

from functools import partial

from ..family import Family
from ..kernels.count import counting_family
from ..kernels.optimum import optimum_family, wordings
from ..limits import Whole
from .bit_choices import KINDS as CHOICES
from .bit_values import EXPRESSION, expression
from .bit_values import KINDS as VALUES

LIMITS = {"size": Whole(1, 21, "how long numbers and lists are")}
WORDINGS = {
    "expression": EXPRESSION,
    **wordings(CHOICES),
    **{name: kind.wordings for name, kind in VALUES.items()},
}
generate = Family(
    {
        "expression": expression,
        **{name: partial(maker, modulus=0) for name, maker in counting_family(VALUES, 10).makers.items()},
        **optimum_family(CHOICES, LIMITS).makers,
    },
    WORDINGS,
    LIMITS,
    counts=True,
    advice="change 'size'",
)
