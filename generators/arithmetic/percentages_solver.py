"""Percentages a second time: the answer is put into the question, and the equation must come true."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..readers import number


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether the question comes true with a bare number in it."""
    value = number(answer)
    if value is None:
        return False
    p = payload["problem"]
    kind = p["kind"]
    if kind in ("of", "what", "whole"):
        facts = {"percent": value, "part": value, "whole": value}
        facts |= {key: Fraction(text) for key, text in p.items() if key != "kind"}
        return facts["percent"] * facts["whole"] == 100 * facts["part"]
    if kind == "change":
        start, end = Fraction(p["start"]), Fraction(p["end"])
        return value > 0 and start * value / 100 == (end - start if end > start else start - end)
    if kind == "share":
        left = value
        for share in p["shares"]:
            left = left * 100 / Fraction(share)
        return left == Fraction(p["whole"])
    if kind == "mixture":  # what one part has too much, another has too little
        return sum((Fraction(share) - value) * Fraction(amount) for amount, share in p["parts"]) == 0
    if kind in ("apply", "compound", "net", "undo"):
        at = value if kind in ("apply", "compound") else Fraction(1)
        for change in reversed(p["changes"]):
            at /= 1 + Fraction(change) / 100
        if kind in ("apply", "compound"):
            return at == Fraction(p["start"])
        # `at` is what one unit in the end was at first.
        return value > 0 and (value == 100 * abs(1 / at - 1) if kind == "net" else value == 100 * abs(1 - at))
    for change in p["changes"]:
        value += value * Fraction(change) / 100
    return value == Fraction(p["end"])
