"""Strict readers of bare answers, for the solvers of every family.

They share nothing with the readers of the verifiers: one regular expression each, ASCII digits only, linear in
the text, None for whatever is not of the form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any

MAX_CHARS = 1000

_WHOLE = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]{0,2}(?: [0-9]{3})+|[0-9]+"
_SEPARATORS = str.maketrans("", "", ", ")
_INTEGER = re.compile(rf"([+-]?)({_WHOLE})")
_SIGNED = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(rf"([+-]?)({_WHOLE}|)\.([0-9]+)")
_TOP = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+"  # a space before it would be that of a mixed number
_RATIO = re.compile(rf"([+-]?)({_TOP}) ?/ ?({_WHOLE})")
_RATIONAL = re.compile(r"([+-]?) ?(?:([0-9]{1,400})(?: ?/ ?([0-9]{1,400}))?|([0-9]{0,400}\.[0-9]{1,400}))")
_MIXED = re.compile(rf"([+-]?)({_TOP}) +({_TOP}) ?/ ?({_WHOLE})")


def bare(text: str, most: int = MAX_CHARS) -> str:
    """`text` without the space around it and one full stop behind it; empty if it is longer than `most`."""
    return text.strip().removesuffix(".").rstrip() if len(text) <= most else ""


def integer(text: str) -> int | None:
    """An integer in digits, with a sign and thousands by commas or single spaces if one likes."""
    match = _INTEGER.fullmatch(bare(text))
    return None if match is None else int(match[1] + match[2].translate(_SEPARATORS))


def decimal(text: str) -> Fraction | None:
    """An integer or a decimal number such as ``-1,234.50`` or ``.5``."""
    match = _DECIMAL.fullmatch(bare(text))
    if match is None:
        whole = integer(text)
        return None if whole is None else Fraction(whole)
    digits = match[2].translate(_SEPARATORS) + match[3]
    return Fraction(int(match[1] + digits), 10 ** len(match[3]))


def ratio(text: str) -> tuple[int, int] | None:
    """Numerator and denominator of a fraction as it is written, reduced or not, or of an integer."""
    match = _RATIO.fullmatch(bare(text))
    if match is None:
        whole = integer(text)
        return None if whole is None else (whole, 1)
    top, bottom = (int(match[place].translate(_SEPARATORS)) for place in (2, 3))
    return (-top if match[1] == "-" else top, bottom) if bottom else None


def number(text: str) -> Fraction | None:
    """An integer, a decimal number, or a fraction or mixed number whose fraction is in lowest terms."""
    match = _MIXED.fullmatch(bare(text))
    if match is not None:
        whole, top, bottom = (int(match[place].translate(_SEPARATORS)) for place in (2, 3, 4))
        if not (0 < top < bottom and gcd(top, bottom) == 1):
            return None
        value = whole + Fraction(top, bottom)
        return -value if match[1] == "-" else value
    if (found := decimal(text)) is not None:
        return found
    parts = ratio(text)
    if parts is None or parts[1] == 1 or gcd(*parts) != 1:
        return None
    return Fraction(*parts)


def rational(text: str) -> Fraction | None:
    """A fraction, reduced or not, or a decimal number, where commas, spaces and stops part numbers."""
    match = _RATIONAL.fullmatch(text.strip()) if len(text) <= MAX_CHARS else None
    if match is None or (match[3] and not int(match[3])):
        return None
    value = Fraction(match[4]) if match[4] else Fraction(int(match[2]), int(match[3] or 1))
    return -value if match[1] == "-" else value


def reduced(text: str) -> Fraction | None:
    """An integer, or a fraction in lowest terms."""
    parts = ratio(text)
    if parts is None or (parts[1] != 1 and gcd(*parts) != 1) or (parts[1] == 1 and integer(text) is None):
        return None
    return Fraction(*parts)


def integers(text: str) -> list[int] | None:
    """The integers between commas, perhaps in brackets."""
    text = bare(text)
    if len(text) > 1 and (text[0], text[-1]) in {("[", "]"), ("(", ")")}:
        text = text[1:-1]
    pieces = [piece.strip() for piece in text.split(",")]
    return [int(piece) for piece in pieces] if all(map(_SIGNED.fullmatch, pieces)) else None


def value_as(gold: Mapping[str, Any], text: str) -> Any:
    """The value of a bare answer of the kind that a payload's ``gold`` states, None if it has none.

    An int for ``integer``, a Fraction for ``rational`` (in lowest terms where that is required) and ``decimal``, a
    list of ints for ``list``.

    Raises:
        KeyError: if answers of that kind are not read here; a solver then reads them itself.
    """
    if gold["kind"] == "rational":
        return reduced(text) if "reduced" in gold.get("require", ()) else number(text)
    return _BY_KIND[gold["kind"]](text)


def _whole(text: str) -> int | None:
    """An integer, also with zeros behind a point or spaces behind its sign, as verifiers read it."""
    text = bare(text)
    value = decimal(text[0] + text[1:].lstrip() if text.startswith(("+", "-")) else text)
    return None if value is None or value.denominator != 1 else int(value)


_BY_KIND: Mapping[str, Callable[[str], Any]] = {"integer": _whole, "decimal": decimal, "list": integers}
