"""Another way to a limit: the value of the function very near to the point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..real_values import context, value
from .values import agrees, function

_INFINITE = frozenset(("oo", "infinity"))
_NEAR = 60
_DIGITS = 500


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Check a bare answer: the value of the function very near to the point."""
    problem = payload["problem"]
    found = _nearby(problem["function"], problem["point"], problem["side"])
    if found is None:
        return False
    text = answer.strip().removesuffix(".").rstrip()
    if abs(found) > 10**45:
        sign = -1 if text.startswith("-") else 1
        word = text.lower().removeprefix("-").removeprefix("+").strip() if len(text) < 30 else ""
        return word in _INFINITE and (found > 0) == (sign > 0)
    return agrees(answer, found, 42, rational=payload["gold"]["kind"] == "rational")


@lru_cache(maxsize=1024)
def _nearby(text: str, point: str, side: int) -> Any:
    """The value close to the point; None if the two sides differ."""
    code = function(text)
    mp = context()
    mp.dps = _DIGITS
    near = mp.mpf(10) ** -_NEAR
    if point == "oo":
        return value(code, {"x": 1 / near}, _DIGITS)
    ends = [value(code, {"x": int(point) + s * near}, _DIGITS) for s in ((side,) if side else (1, -1))]
    if (
        any(end is None for end in ends)
        or max(ends) - min(ends) > abs(ends[0]) * mp.mpf(10) ** -30 + mp.mpf(10) ** -30
    ):
        return None
    return ends[0]
