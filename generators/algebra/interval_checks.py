"""Whether intervals as written are the solutions of inequalities: the zeros are found anew, without their factors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ..constant_values import is_real, value_of
from .polynomials import Poly, common_factor, divided, primitive, rational_root

_CONTEXT = Context(prec=80)
_TINY = Decimal("1e-40")

Piece = tuple[Decimal | None, bool, Decimal | None, bool]
"""Ends, None for an infinite one, and whether they belong to it."""


def same_solutions(parts: Sequence[dict[str, Any]], join: str, answer: str) -> bool:
    """Whether `answer`, a union of intervals, is the set where the joined inequalities hold."""
    pieces = read_union(answer)
    if pieces is None:
        return False
    known = [zero for part in parts for side in ("top", "bottom") for zero in _zeros(tuple(part[side]))]
    ends = [end for low, _, high, _ in pieces for end in (low, high) if end is not None]
    points: list[Decimal] = []
    for point in sorted([*known, *ends]):
        if not points or _CONTEXT.subtract(point, points[-1]) > _TINY:
            points.append(point)
    if not points:
        return False
    middles = [_CONTEXT.subtract(points[0], Decimal(1))]
    middles += [_CONTEXT.divide(_CONTEXT.add(a, b), Decimal(2)) for a, b in pairwise(points)]
    middles.append(_CONTEXT.add(points[-1], Decimal(1)))
    return all(_true(parts, join, x) == any(_inside(piece, x) for piece in pieces) for x in (*points, *middles))


def _true(parts: Sequence[dict[str, Any]], join: str, x: Decimal) -> bool:
    results = []
    for part in parts:
        top, bottom = _sign(part["top"], x), _sign(part["bottom"], x)
        sign = top * bottom
        relation = part["relation"]
        results.append(
            bottom != 0
            and (sign == 0 if sign == 0 and "=" in relation else sign == (-1 if "<" in relation else 1))
        )
    return all(results) if join == "and" else any(results)


def _sign(poly: Poly, x: Decimal) -> int:
    value, size = Decimal(0), Decimal(1)
    for coefficient in reversed(poly):
        value = _CONTEXT.add(_CONTEXT.multiply(value, x), Decimal(coefficient))
        size = _CONTEXT.add(_CONTEXT.multiply(size, _CONTEXT.abs(x)), Decimal(abs(coefficient)))
    if _CONTEXT.abs(value) <= _CONTEXT.multiply(size, _TINY):
        return 0
    return 1 if value > 0 else -1


def _inside(piece: Piece, x: Decimal) -> bool:
    low, low_closed, high, high_closed = piece
    for end, closed, direction in ((low, low_closed, 1), (high, high_closed, -1)):
        if end is not None:
            distance = _CONTEXT.subtract(x, end)
            if abs_below(distance):
                if not closed:
                    return False
            elif (distance > 0) != (direction > 0):
                return False
    return True


def abs_below(number: Decimal) -> bool:
    """Whether a number is zero to 40 places."""
    return number.copy_abs() <= _TINY


@lru_cache(maxsize=1024)
def _zeros(poly: tuple[int, ...]) -> list[Decimal]:
    """The real zeros of a polynomial that has one quadratic factor at most besides linear ones."""
    rest: Poly = primitive(list(poly))
    if len(rest) > 3:
        simple = divided(rest, common_factor(rest, [i * c for i, c in enumerate(rest)][1:]))
        rest = simple or rest
    found: list[Decimal] = []
    while len(rest) > 3 or (len(rest) > 1 and rest[0] == 0):
        root = Fraction(0) if rest[0] == 0 else rational_root(rest)
        if root is None:
            break
        found.append(_CONTEXT.divide(Decimal(root.numerator), Decimal(root.denominator)))
        rest = divided(rest, [-root.numerator, root.denominator]) or [1]
    if len(rest) == 2:
        found.append(_CONTEXT.divide(Decimal(-rest[0]), Decimal(rest[1])))
    if len(rest) == 3:
        c, b, a = rest
        if b * b >= 4 * a * c:
            root_of = _CONTEXT.sqrt(Decimal(b * b - 4 * a * c))
            tops = (_CONTEXT.subtract(signed, Decimal(b)) for signed in (root_of, root_of.copy_negate()))
            found.extend(_CONTEXT.divide(top, Decimal(2 * a)) for top in tops)
    return found


def read_union(text: str) -> list[Piece] | None:
    """The pieces of a union of intervals and finite sets as written; None if the text is none."""
    text = text.strip().removesuffix(".").strip()
    pieces: list[Piece] = []
    for part in re.split(r"[Uu]", text):
        match = _interval(part.strip())
        if match is None:
            return None
        pieces += match
    return pieces


def _interval(text: str) -> list[Piece] | None:
    if text.startswith("{") and text.endswith("}"):
        values = [_end(part) for part in text[1:-1].split(",")]
        if any(value is None for value in values):
            return None
        return [(value, True, value, True) for value in values]
    if text[:1] not in ("(", "[") or text[-1:] not in (")", "]") or text.count(",") != 1:
        return None
    left, right = text[1:-1].split(",")
    low_infinite = left.replace(" ", "") == "-oo"
    high_infinite = right.replace(" ", "") in ("oo", "+oo")
    low, high = (None if low_infinite else _end(left)), (None if high_infinite else _end(right))
    if (low is None) != low_infinite or (high is None) != high_infinite:
        return None
    if (low_infinite and text[0] == "[") or (high_infinite and text[-1] == "]"):
        return None
    if low is not None and high is not None:
        distance = _CONTEXT.subtract(high, low)
        if abs_below(distance):
            return [(low, True, low, True)] if text[0] + text[-1] == "[]" else []
        if distance < 0:
            return None
    return [(low, text[0] == "[", high, text[-1] == "]")]


def _end(text: str) -> Decimal | None:
    value = value_of(text)
    return None if value is None or not is_real(value) else value[0]
