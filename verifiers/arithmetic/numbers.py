r"""Reads one exact number with its unit, in the forms that people write, for the verifiers of this family."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import gcd

from ..reading import MAX_DIGITS, normal_signs

_NUMBER = re.compile(
    r"(?P<sign>[+-]?) ?(?:"
    r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)(?:\.(?P<places>[0-9]+))?"
    r"|(?:(?P<units>[0-9]+) +|(?P<stuck>[0-9]+) ?(?=\\))?"
    r"(?:(?P<top>[0-9]+) ?/ ?(?P<bottom>[0-9]+)"
    r"|\\[dt]?frac ?\{ ?(?P<latex_top>[0-9]+) ?\} ?\{ ?(?P<latex_bottom>[0-9]+) ?\}))"
)
FORMS = "Give an integer, a decimal number or a fraction in lowest terms."


def read_number(text: str) -> Fraction | None:
    r"""The number that is the whole of `text`, else None.

    Integers, decimals (thousands by commas), fractions in lowest terms (``3/4``, ``\frac{3}{4}``) and mixed
    numbers (``1 3/4``). ``6/2`` is none of them, so that a quotient cannot be its own answer.
    """
    if len(text) > MAX_DIGITS:
        return None
    match = _NUMBER.fullmatch(normal_signs(text).strip())
    if match is None:
        return None
    part = match.groupdict()
    sign = -1 if part["sign"] == "-" else 1
    top, bottom = part["top"] or part["latex_top"], part["bottom"] or part["latex_bottom"]
    if top is None:
        whole, places = part["whole"].replace(",", ""), part["places"] or ""
        return sign * Fraction(int(whole + places), 10 ** len(places)) if whole + places else None
    a, b, units = int(top), int(bottom), part["units"] or part["stuck"]
    if b < 2 or gcd(a, b) != 1 or (units is not None and not 0 < a < b):
        return None
    return sign * (int(units or 0) + Fraction(a, b))


def without_unit(text: str, units: Iterable[str]) -> str:
    """`text` without a full stop and, once, one of the `units` behind it (or a ``$`` before it).

    Units of up to three letters are symbols, in which small and capital letters differ (``b`` and ``B``).
    """
    text = normal_signs(text).strip().removesuffix(".").rstrip()
    lower = text.lower()
    for unit in units:
        if unit == "$":
            if text.startswith("$"):
                return text[1:].lstrip()
        elif text.endswith(unit) or (len(unit) > 3 and lower.endswith(unit.lower())):
            return text[: len(text) - len(unit)].rstrip()
    return text
