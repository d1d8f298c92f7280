"""Linear equations as written: sides made of terms, some of them in brackets; their text and their coefficients.

A term is a pair ``(factor, what)``: `what` is the index of an unknown, None for a plain number, or a list of terms
for ``factor * (...)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Term = tuple[int, Any]
Side = list[Term]


def text_of(side: Side, names: Sequence[str], times: str) -> str:
    """The side as text; `times` stands between a factor and what it multiplies (``*`` or nothing)."""
    text = ""
    for factor, what in side:
        size = abs(factor)
        if what is None:
            body = str(size)
        else:
            inner = names[what] if isinstance(what, int) else f"({text_of(what, names, times)})"
            body = inner if size == 1 else f"{size}{times}{inner}"
        if text:
            text += (" - " if factor < 0 else " + ") + body
        else:
            text = "-" + body if factor < 0 else body
    return text or "0"


def value_of(side: Side, solution: Sequence[Fraction]) -> Fraction:
    """The value of the side where the unknowns have the given values."""
    total = Fraction(0)
    for factor, what in side:
        if what is None:
            total += factor
        else:
            total += factor * (solution[what] if isinstance(what, int) else value_of(what, solution))
    return total


def expand(side: Side, row: list[int], factor: int = 1) -> int:
    """Add the side's coefficients, times `factor`, to `row` (the plain number last).

    Returns:
        The digit operations spent on multiplying out brackets and on adding up.
    """
    work = 0
    for coefficient, what in side:
        product = factor * coefficient
        if factor not in (1, -1):
            work += len(str(abs(factor))) * len(str(abs(coefficient)))
        if isinstance(what, list):
            work += expand(what, row, product)
        else:
            place = -1 if what is None else what
            work += len(str(abs(product))) if row[place] else 0
            row[place] += product
    return work


def scaled(side: Side, factor: int) -> Side:
    """The side times a number; brackets keep what is in them."""
    return [(factor * coefficient, what) for coefficient, what in side]


def canonical(side: Side, ranks: Sequence[int]) -> list[Any]:
    """The side with its terms in order and its unknowns named by rank: equal up to renaming and reordering."""
    terms = [
        [coefficient, canonical(what, ranks)]
        if isinstance(what, list)
        else [coefficient, -1 if what is None else ranks[what]]
        for coefficient, what in side
    ]
    return sorted(terms, key=str)
