"""Representations of numbers: thirteen kinds of questions about how whole numbers are put together, and about powers.

Kinds with one number as the answer are ``power``, ``root`` (both rounded), ``largest-product``, ``divisor-count``,
``joined``, ``two-digits``, ``power-sums`` and ``pieces``. Kinds whose answer is written out are ``products`` (counts),
``fibonacci`` (any shortest signed sum is right), ``negative-base``, ``nearest`` and ``nested-powers``.

Difficulty: `kinds` drawn from; `size`, by which numbers and lists grow. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

from ..family import Family
from ..kernels.optimum import optimum_family, wordings
from ..limits import Whole
from .representation_choices import KINDS, POWERS, powers
from .representation_values import MAKERS
from .representation_values import WORDINGS as OF_VALUES

LIMITS = {"size": Whole(1, 21, "how large numbers are")}
WORDINGS = {**OF_VALUES, **wordings(KINDS), "nested-powers": POWERS}
generate = Family(
    {**MAKERS, **optimum_family(KINDS, LIMITS).makers, "nested-powers": powers},
    WORDINGS,
    LIMITS,
    counts=True,
    advice="change 'size'",
)
