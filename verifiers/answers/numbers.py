r"""Whole numbers and exact numbers, read strictly.

Every reader is linear in its input, takes ASCII digits only (digits of other scripts look alike but are not what was
asked for) and returns None instead of raising. None of them evaluates anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import gcd

from .signs import normal_signs, ungrouped
from .units import without_unit
from .wrapping import plain

# 4,300 digits is where CPython refuses int(); answers are far shorter.
MAX_DIGITS = 1000

FORMS = "Give an integer, a decimal number or a fraction in lowest terms."

_INTEGER = re.compile(r"[+-]? ?[0-9]+")
_LATEX = re.compile(
    r"([+-]?) ?\\[dtc]?frac ?(?:\{ ?([+-]?[0-9]+) ?\} ?\{ ?([0-9]+) ?\}|([0-9])([0-9])|\{ ?([0-9]+) ?\}([0-9]))"
)
_NUMBER = re.compile(
    r"(?P<sign>[+-]?) ?(?:(?P<whole>[0-9]*)(?:\.(?P<places>[0-9]*))?"
    r"|(?:(?P<units>[0-9]+)(?: +| and ))?\(?(?P<top>[0-9]+) ?/ ?(?P<bottom>[0-9]+)\)?)"
)
_VULGAR = {
    "\u00bd": "1/2",
    "\u2153": "1/3",
    "\u2154": "2/3",
    "\u00bc": "1/4",
    "\u00be": "3/4",
    "\u2155": "1/5",
    "\u2156": "2/5",
    "\u2157": "3/5",
    "\u2158": "4/5",
    "\u2159": "1/6",
    "\u215a": "5/6",
    "\u2150": "1/7",
    "\u215b": "1/8",
    "\u215c": "3/8",
    "\u215d": "5/8",
    "\u215e": "7/8",
    "\u2151": "1/9",
    "\u2152": "1/10",
}
_PART = re.compile("([0-9]*) ?([" + "".join(_VULGAR) + "])")
_NAMED = re.compile(r"[A-Za-z](?:_?\{?[0-9]\}?)?(?:\([A-Za-z0-9]{1,6}\))? ?= ?")


def number_text(text: str, *, units: Iterable[str] = (), named: bool = True) -> str:
    """The text of a number without its wrapping: no unit, no name before it, ASCII signs, digits not in groups.

    It is the text of a number only if the answer was one; otherwise it is the rest of what was no number.
    """
    text = normal_signs(plain(text))
    if named and (match := _NAMED.match(text)):
        text = plain(text[match.end() :])
    without = without_unit(text, units)
    if without != text:
        text = normal_signs(plain(without))
    text = ungrouped(text)
    if len(text) > 2 and text[0] == "(" and text[-1] == ")" and text.count("(") == 1:
        text = text[1:-1].strip()
    return text


def read_integer(text: str, *, units: Iterable[str] = (), named: bool = True) -> int | None:
    """The whole number that an answer is (sign, ASCII digits, thousands in groups, its unit), else None."""
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= MAX_DIGITS else None
    if len(text) > 4 * MAX_DIGITS:
        return None
    text = number_text(text, units=units, named=named)
    if len(text) > MAX_DIGITS or not _INTEGER.fullmatch(text):
        return None
    return int(text.replace(" ", ""))


def read_fraction(text: str) -> tuple[int, int] | None:
    r"""Numerator and denominator as written, of ``-3/4``, ``\frac{3}{4}`` or of a whole number; else None."""
    if len(text) > 4 * MAX_DIGITS:
        return None
    text = _slashed(number_text(text))
    match = _NUMBER.fullmatch(text)
    if match is None or len(text) > MAX_DIGITS or match["units"]:
        return None
    sign = -1 if match["sign"] == "-" else 1
    if match["top"] is not None:
        return sign * int(match["top"]), int(match["bottom"])
    return (sign * int(match["whole"]), 1) if match["whole"] and match["places"] is None else None


def read_number(text: str, *, units: Iterable[str] = ()) -> Fraction | None:
    r"""The number that an answer is, else None.

    Integers, decimals (thousands in groups), fractions in lowest terms (``3/4``, ``\frac{3}{4}``, ``¾``) and mixed
    numbers (``1 3/4``). ``6/2`` is none of them, so that a quotient cannot be its own answer.
    """
    if len(text) > 4 * MAX_DIGITS:
        return None
    text = _slashed(number_text(text, units=units))
    match = _NUMBER.fullmatch(text) if len(text) <= MAX_DIGITS else None
    if match is None:
        return None
    sign = -1 if match["sign"] == "-" else 1
    if match["top"] is None:
        whole, places = match["whole"], match["places"] or ""
        return sign * Fraction(int(whole + places), 10 ** len(places)) if whole + places else None
    a, b, mixed = int(match["top"]), int(match["bottom"]), match["units"]
    if b < 2 or gcd(a, b) != 1 or (mixed is not None and not 0 < a < b):
        return None
    return sign * (int(mixed or 0) + Fraction(a, b))


def _slashed(text: str) -> str:
    r"""``\frac{3}{4}`` and ``¾`` as ``3/4``, with a space behind the whole number of a mixed one."""
    if not text.isascii():
        text = _PART.sub(lambda found: f"{found[1]} {_VULGAR[found[2]]}".strip(), text)
    if "frac" in text:
        text = _LATEX.sub(_fraction, text)
    return text.strip()


def _fraction(match: re.Match[str]) -> str:
    sign = match[1]
    top, bottom = match[2] or match[4] or match[6], match[3] or match[5] or match[7]
    if top[0] in "+-":
        sign = "-" if (sign == "-") != (top[0] == "-") else ""
        top = top[1:]
    stuck = match.start() > 0 and match.string[match.start() - 1].isdigit()
    return f"{sign}{' ' if stuck else ''}{top}/{bottom}"
