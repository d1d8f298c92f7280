"""Checks a date, a weekday or a number of days against the one right answer.

A date is read in any form that can be read in one way only: ``2031-03-14``, ``14 March 2031``,
``March 14th, 2031``, ``14 Mar 2031``, but not ``03/04/2031``. A weekday may be shortened as usual (``Tue``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers import normal_signs, plain, read_integer
from ..answers.numbers import MAX_DIGITS
from ..base import Verdict, correct, unparsable, wrong

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT = ("sept", "tues", "thur", "thurs")
_UNITS = ("days", "years", "months")

_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)? +(?:of +)?([a-z]{3,9})\.?,? +([0-9]{4})")
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.? +([0-9]{1,2})(?:st|nd|rd|th)?,? +([0-9]{4})")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`."""
    if len(answer) > MAX_DIGITS:
        return unparsable("The answer is too long.")
    text = normal_signs(plain(answer))
    kind, gold = payload["gold"]["kind"], payload["gold"]["text"]
    if kind == "integer":
        value = read_integer(answer, units=_UNITS)
        if value is None:
            return unparsable("Give one whole number.")
        return correct() if value == int(gold) else wrong()
    if kind == "weekday":
        found = _named(text.lower(), _WEEKDAYS)
        if found is None:
            return unparsable("Give the name of a weekday.")
        return correct() if _WEEKDAYS[found - 1] == gold.lower() else wrong()
    date = _read_date(text)
    if date is None:
        return unparsable("Give a date in the form YYYY-MM-DD.")
    return correct() if date == tuple(map(int, gold.split("-"))) else wrong()


def _read_date(text: str) -> tuple[int, int, int] | None:
    """Year, month and day, else None."""
    lower = text.lower()
    if match := _YEAR_FIRST.fullmatch(lower):
        return int(match[1]), int(match[3]), int(match[4])
    if match := _DAY_FIRST.fullmatch(lower):
        day, name, year = match.groups()
    elif match := _MONTH_FIRST.fullmatch(lower):
        name, day, year = match.groups()
    else:
        return None
    month = _named(name, _MONTHS)
    return None if month is None else (int(year), month, int(day))


def _named(text: str, names: tuple[str, ...]) -> int | None:
    """The place of a name, from 1; it may be cut to three letters, or to one of the usual longer forms."""
    if len(text) > 3 and text in _SHORT:
        text = text[:3]
    return next((i for i, name in enumerate(names, 1) if text in (name, name[:3])), None)


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [f" {answer}\n", f"{answer}."]
    if match := _YEAR_FIRST.fullmatch(answer):
        year, month, day = int(match[1]), int(match[3]), int(match[4])
        name = _MONTHS[month - 1].title()
        forms += [f"{day} {name} {year:04d}", f"{name} {day}, {year:04d}", f"{name[:3]} {day} {year:04d}"]
        forms += [f"{year:04d}/{month}/{day}", f"{day}th of {name} {year:04d}"]
    elif answer.isalpha():
        forms += [answer.lower(), answer.upper(), answer[:3]]
    else:
        forms.append(f"{int(answer):,}")
    return forms
