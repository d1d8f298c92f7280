"""Another way to judge an antiderivative: its central differences against the integrand's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .values import close, context, read, value

_POINTS = ("0.37", "1.43", "2.19", "0.81")
_STEP = 40
_DIGITS = 150


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer, with or without a constant C, has the integrand's values as its slopes."""
    code = read(answer.lower(), "xc")
    integrand = read(payload["integrand"])
    if code is None or integrand is None:
        return False
    mp = context()
    mp.dps = _DIGITS
    h = mp.mpf(10) ** -_STEP
    for turn, text in enumerate(_POINTS):
        mp.dps = _DIGITS
        x = mp.mpf(text)
        constant = mp.mpf(turn) / 7
        points = ({"x": x + d, "c": constant} for d in (h, -h))
        ahead, behind = (value(code, point, _DIGITS) for point in points)
        wanted = value(integrand, {"x": x}, _DIGITS)
        if ahead is None or behind is None or not close((ahead - behind) / (2 * h), wanted, 60):
            return False
    return True
