"""Derivatives a second time: central differences of the function against the answer's values.

It knows no rule of differentiation; values are numbers of 260 digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from ..base import Json
from ..formula_reader import Notation, answered
from ..real_values import Code, code_of, context, value

_STEP = 100  # the difference is taken over 2 * 10**-100
_DIGITS = 260
_AGREEMENT = 90
_POINTS = tuple(Fraction(n, 701) for n in (151, -211, 293, 450, -499, 37, 617, 823, 1187))
_NEEDED = 4
_NOTATION = Notation(
    names=("x",),
    constants=("e",),
    functions=("sqrt", "sin", "cos", "tan", "sec", "csc", "cot", "exp", "log", "ln"),
    decimals=True,
    any_case=True,
    many_signs=True,
    bare=("x",),
)
_HUGE = "huge"
_value = partial(value, digits=_DIGITS, huge=_HUGE, zero_to_zero=1)


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether `answer` reads as an expression that equals the function's derivative wherever that was tried."""
    code = _code(answer)
    if code is None:
        return False
    agreed = 0
    for point in _POINTS:
        slope = _slope(payload["function"], point)
        found = None if slope is None else _value(code, {"x": _mpf(point)})
        if slope is None or found is _HUGE:
            continue
        if found is None or abs(found - slope) > max(abs(found), abs(slope)) * context().mpf(10) ** -_AGREEMENT:
            return False
        agreed += 1
        if agreed == _NEEDED:
            return True
    return False


def _code(text: str) -> Code | None:
    tree = answered(text, _NOTATION)
    return None if tree is None else code_of(tree)


def _mpf(point: Fraction) -> Any:
    context().dps = _DIGITS
    return context().mpf(point.numerator) / point.denominator


@lru_cache(maxsize=512)
def _slope(function: str, point: Fraction) -> Any:
    """The central difference of the function; None where the function has no value."""
    code, x = _code(function), _mpf(point)
    assert code is not None, function
    h = context().mpf(10) ** -_STEP
    ahead, behind = _value(code, {"x": x + h}), _value(code, {"x": x - h})
    unknown = (None, _HUGE)
    return None if ahead in unknown or behind in unknown else (ahead - behind) / (2 * h)
