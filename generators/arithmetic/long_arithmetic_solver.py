"""Long arithmetic a second time, by the `decimal` module, whose numbers are made of decimal digits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Context, Decimal

from ..base import Json
from ..readers import bare, integer

_CONTEXT = Context(
    prec=1000
)  # far more digits than a product of the longest numbers has, so that nothing is rounded
_PAIR = re.compile(
    r"([0-9,+-]*[0-9])(?:\s*(?:remainder|rem|r)\s*|\s*;\s*|\s*,\s+)([0-9,+-]*[0-9])", re.IGNORECASE
)


def solve(problem: Mapping[str, Json]) -> Decimal | tuple[Decimal, Decimal]:
    """The value, or quotient and remainder."""
    a, b = Decimal(problem["a"]), Decimal(problem["b"])
    if problem["operation"] == "/":
        return _CONTEXT.divmod(a, b)
    return {"+": _CONTEXT.add, "-": _CONTEXT.subtract, "*": _CONTEXT.multiply}[problem["operation"]](a, b)


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is the value, or quotient and remainder such as ``5 remainder 2``."""
    text = bare(answer)
    if payload["operation"] != "/":
        return integer(text) == solve(payload)
    match = _PAIR.fullmatch(text.removeprefix("(").removesuffix(")"))
    return match is not None and (integer(match[1]), integer(match[2])) == solve(payload)
