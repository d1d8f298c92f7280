"""A question of geometry, made of what is known, what is asked and the form of the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .. import family
from ..asked import units_of
from ..base import Json
from ..family import Family, Maker, Question, as_stated
from ..limits import Whole

EXACT = (
    "Give the exact value in simplest form: an integer, a fraction such as 3/4, or a value with roots or pi such "
    "as 7*sqrt(31)/9 or 23*pi/17."
)
ROOT = (
    "Give the exact value in simplest form: an integer, a fraction such as 3/4, or a value with roots such as "
    "7*sqrt(31)/9."
)
INTEGER = "Give an integer."
FRACTION = "Give an integer or a fraction in lowest terms, such as -3/4."
POINT = "Give a point such as (2, -3/4), with integers or exact fractions."
POINTS = "Give the images in this order as points separated by commas, such as (2, -3/4), (0, 1), (5, 2)."
LINE = "Give an equation in x and y, such as 2*x - 3*y = 5."
CIRCLE = "Give an equation in x and y, such as (x - 2)^2 + (y + 1)^2 = 9 or x^2 + y^2 - 4*x = 5."

_GOLDS: Mapping[str, Mapping[str, Json]] = {
    INTEGER: {"kind": "integer"},
    FRACTION: family.FRACTION,
    POINT: family.TUPLE,
    POINTS: family.LIST,
    LINE: {"kind": "equation"},
    CIRCLE: {"kind": "equation"},
}
LARGEST_RADICAND = 10**8
_RADICANDS = re.compile(r"sqrt\(([0-9]+)\)")
_LENGTH = re.compile(
    r"\b(?:how (?:long|high|far|wide|tall)|distance|length|radius|diameter|perimeter|circumference|hypotenuse|leg"
    r"|median|altitude|height|diagonal)\b",
    re.IGNORECASE,
)


def question(
    known: str,
    ask: str,
    answer: str,
    facts: Mapping[str, Any],
    lines: Sequence[str],
    form: str = EXACT,
    guess_rate: float = 0.02,
) -> Question | None:
    """A question for the wordings' fields ``facts``, ``ask`` and ``form``.

    Numbers and points among the facts are written as text, lists are left as they are. None if the answer has the
    root of a number that is too large to be split into squares.
    """
    if any(int(number) >= LARGEST_RADICAND for number in _RADICANDS.findall(answer)):
        return None
    gold = dict(_GOLDS.get(form) or _value(answer))
    if gold["kind"] in ("rational", "expression", "integer"):
        gold["units"] = units_of(ask) or _size(ask)
    fields = {"facts": known, "ask": ask, "form": form}
    stated = {name: _fact(value) for name, value in facts.items()}
    return Question(fields, stated, answer, lines, gold, guess_rate=guess_rate)


def exact_family(
    makers: Sequence[Maker], wordings: Sequence[str], largest: Whole, denominator: Whole
) -> Family:
    """A family whose kinds are the names of its makers, which all take the largest number and denominator."""
    return Family(
        {maker.__name__: maker for maker in makers},
        wordings,
        {"largest": largest, "denominator": denominator},
        canonical=as_stated,
        tries=500,
        advice="lower 'largest' or 'denominator': only roots of very large numbers came up",
    )


def _fact(value: Any) -> Json:
    if isinstance(value, tuple):
        return [str(part) for part in value]
    return value if isinstance(value, list) else str(value)


def _value(answer: str) -> Mapping[str, Json]:
    """An exact value: a fraction in lowest terms, or a simplified expression."""
    try:
        Fraction(answer)
    except ValueError:
        return {"kind": "expression", "require": ["simplified"]}
    return family.FRACTION


def _size(ask: str) -> list[str]:
    """What a length, area or volume may be told in, where the question names no unit: in units."""
    if "divided by pi" in ask or "square of" in ask:
        return []
    for word, units in (("volume", "cubic units"), ("area", "square units"), ("surface", "square units")):
        if word in ask.lower():
            return [units]
    return ["units"] if _LENGTH.search(ask) else []
