"""Another way to judge an antiderivative: its central differences against the integrand's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..formula_reader import Notation
from ..real_values import close, context, value
from .values import function, given

_POINTS = ("0.37", "1.43", "2.19", "0.81")
_STEP = 40
_DIGITS = 150
_ANSWER = Notation(
    names=("x", "c"),
    constants=("pi", "e"),
    functions=("sqrt", "arctan", "sin", "cos", "tan", "sec", "csc", "cot", "exp", "ln", "log", "abs"),
    decimals=True,
    any_case=True,
    many_signs=True,
    bare=("x",),
)


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer, with or without a constant C, has the integrand's values as its slopes."""
    code = given(answer, _ANSWER)
    if code is None:
        return False
    integrand = function(payload["integrand"])
    mp = context()
    mp.dps = _DIGITS
    h = mp.mpf(10) ** -_STEP
    for turn, text in enumerate(_POINTS):
        mp.dps = _DIGITS
        x = mp.mpf(text)
        constant = mp.mpf(turn) / 7
        points = ({"x": x + d, "c": constant} for d in (h, -h))
        ahead, behind = (value(code, point, _DIGITS, zero_to_zero=1) for point in points)
        wanted = value(integrand, {"x": x}, _DIGITS)
        if ahead is None or behind is None or not close((ahead - behind) / (2 * h), wanted, 60):
            return False
    return True
