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

MAX_PLACE = 1_000
"""Behind the index of every unknown: where the plain number is collected."""


def text_of(side: Side, names: Sequence[str], times: str) -> str:
    """The side as text, ``0`` if it has no terms; `times` is put between a factor and its variable or bracket."""
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


def opened(side: Side) -> Side:
    """The side with its outermost brackets multiplied out; like terms are not yet joined."""
    terms: Side = []
    for factor, what in side:
        if isinstance(what, list):
            terms.extend(scaled(what, factor))
        else:
            terms.append((factor, what))
    return terms


def collected(side: Side) -> Side:
    """The side without brackets, with one term for each unknown and one number, none of them zero."""
    sums: dict[int, int] = {}
    while any(isinstance(what, list) for _, what in side):
        side = opened(side)
    for factor, what in side:
        place = MAX_PLACE if what is None else what
        sums[place] = sums.get(place, 0) + factor
    return [(sums[place], None if place == MAX_PLACE else place) for place in sorted(sums) if sums[place]]


def work_of(side: Side, factor: int = 1) -> int:
    """Digit operations of multiplying out the brackets and of adding up the terms."""
    work = 0
    for coefficient, what in side:
        digits = len(str(abs(coefficient)))
        work += digits if factor == 1 else digits * (1 + len(str(abs(factor))))
        if isinstance(what, list):
            work += work_of(what, coefficient * factor)
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
