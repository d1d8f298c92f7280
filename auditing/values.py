"""When a text is wrong for certain, judged from the reference alone.

The worst an audit can do is to accuse a reward that is right. So a text is called wrong here only if the reference and
the text are both read as exact values of a kind whose answers are hardly ever more than one (a number, yes or no, the
letter of a choice), and the values are so far apart that no usual tolerance holds both. What is not certain is given to
a person to read.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ..answer_mutations import normal

Value = Fraction | bool | str
_NUMBER = re.compile(r"([+-]?)([0-9]{1,40})(?:\.([0-9]{1,40})|/([0-9]{1,40}))?")
_YES = {"yes": True, "true": True, "no": False, "false": False}
_LETTER = re.compile(r"\(?([A-Z])\)?")
_WIDE = Fraction(1, 10)
_LEAST_APART = Fraction(1, 20)


def value_of(text: str | None) -> Value | None:
    """The exact value of a bare text: a Fraction, a truth value, a capital letter, or None for anything else."""
    if text is None:
        return None
    text = text.strip()
    if number := _NUMBER.fullmatch(text):
        sign, whole, places, below = number.groups()
        if below is not None and int(below) == 0:
            return None
        top = Fraction(int(whole + (places or "")), 10 ** len(places or "") * int(below or 1))
        return -top if sign == "-" else top
    if text.lower() in _YES:
        return _YES[text.lower()]
    letter = _LETTER.fullmatch(text)
    return letter[1] if letter else None


def same(text: str, reference: str) -> bool:
    """Whether two texts say the same, as far as this can be judged: as values, or up to case, spaces and commas."""
    first, second = value_of(text), value_of(reference)
    if first is not None and type(first) is type(second):
        return first == second
    return normal(text) == normal(reference)


def refuted(text: str, reference: str) -> str | None:
    """Why `text` cannot be an answer where `reference` is one; None where that is not certain."""
    asked, given = value_of(reference), value_of(text)
    if asked is None or given is None or type(asked) is not type(given) or asked == given:
        return None
    if isinstance(asked, Fraction) and isinstance(given, Fraction):
        return f"{text} is not {reference}" if _far(given, asked, "." in reference) else None
    return f"{text} is not {reference}"


def _far(one: Fraction, other: Fraction, rounded: bool) -> bool:
    """Further apart than a tolerance, a rounding or percent for a share could explain."""
    apart, larger = abs(one - other), max(abs(one), abs(other))
    if 0 in (one, other):
        hundred = False
    else:
        ratio = abs(one / other)
        hundred = ratio in (100, Fraction(1, 100)) and one * other > 0
    least = 1 if rounded else _LEAST_APART
    return apart > _WIDE * larger and apart >= least and not hundred


def is_plain(reference: str | None) -> bool:
    """Whether a reference is of a kind about which something can be certain."""
    return value_of(reference) is not None
