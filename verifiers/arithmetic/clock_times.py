"""Checks a time of day, a weekday with a time, a duration, or a number of minutes or degrees.

A time on the 24-hour clock has no AM or PM, one on the 12-hour clock has; a duration is ``H:MM``, ``H:MM:SS`` or
spelled out (``3 hours 25 minutes``); a number is exact.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..answers import normal_signs, plain, read_number
from ..answers.numbers import FORMS, MAX_DIGITS
from ..base import Verdict, correct, unparsable, wrong

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TIME = re.compile(r"([0-9]{1,4}):([0-5][0-9])(?::([0-5][0-9]))?")
_TWELVE = re.compile(r"(0?[1-9]|1[0-2]):([0-5][0-9])(?::([0-5][0-9]))? ?([ap])\.?m\.?", re.IGNORECASE)
_DAY_FIRST = re.compile(r"([a-z]{3,9})(?:,| at|, at)? +([0-9:]+)", re.IGNORECASE)
_TIME_FIRST = re.compile(r"([0-9:]+),?(?: +on)? +([a-z]{3,9})", re.IGNORECASE)
_SPELLED = re.compile(
    r"(?:([0-9]{1,4}) ?(?:h|hrs?|hours?))?(?:,? *(?:and +)?([0-9]{1,6}) ?(?:m|mins?|minutes?))?"
    r"(?:,? *(?:and +)?([0-9]{1,8}) ?(?:s|secs?|seconds?))?",
    re.IGNORECASE,
)
_UNITS = {"minutes": ("minutes",), "degrees": ("degrees",)}
_ADVICE = {
    "time24": "Give a time on the 24-hour clock, such as 17:05.",
    "time12": "Give a time on the 12-hour clock with AM or PM, such as 5:05 PM.",
    "weektime": "Give a weekday and a time on the 24-hour clock, such as Sunday 09:05.",
    "duration": "Give a duration such as 3:25.",
    "minutes": FORMS,
    "degrees": FORMS,
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`."""
    form = payload["gold"]["kind"]
    if len(answer) > MAX_DIGITS:
        return unparsable("The answer is too long.")
    value = _read(form, normal_signs(plain(answer, stops=form != "time12")))
    if value is None:
        return unparsable(_ADVICE[form])
    return correct() if value == _read(form, payload["gold"]["text"]) else wrong()


def _read(form: str, text: str) -> tuple[int | str, ...] | Fraction | int | None:
    """The value of a text in its form, else None."""
    if form == "time12":
        match = _TWELVE.fullmatch(text) or _TWELVE.fullmatch(text.removesuffix("."))
        if match is None:
            return None
        return int(match[1]) % 12 + 12 * (match[4] in "pP"), int(match[2]), int(match[3] or 0)
    if form == "time24":
        return _time_of_day(text)
    if form == "weektime":
        return _week_time(text)
    if form == "duration":
        return _duration(text)
    return read_number(text, units=_UNITS[form])


def _time_of_day(text: str) -> tuple[int | str, ...] | None:
    match = _TIME.fullmatch(text)
    if match is None or len(match[1]) > 2 or int(match[1]) > 23:
        return None
    return int(match[1]), int(match[2]), int(match[3] or 0)


def _week_time(text: str) -> tuple[int | str, ...] | None:
    if match := _DAY_FIRST.fullmatch(text):
        name, time = match.groups()
    elif match := _TIME_FIRST.fullmatch(text):
        time, name = match.groups()
    else:
        return None
    name = name.lower()
    day = next((day for day in _WEEKDAYS if name in (day, day[:3])), None)
    found = _time_of_day(time)
    return None if day is None or found is None else (day, *found)


def _duration(text: str) -> int | None:
    match = _TIME.fullmatch(text) or _SPELLED.fullmatch(text)
    if match is None or not any(match.groups()):
        return None
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return 3600 * hours + 60 * minutes + seconds


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [f" {answer}\n", f"{answer}."]
    if answer.endswith("M"):
        forms += [answer.lower(), answer.replace(" ", ""), f"{answer[:-1]}.m."]
    elif match := _DAY_FIRST.fullmatch(answer):
        day, time = match.groups()
        forms += [f"{day}, {time}", f"{day} at {time}", f"{time} on {day}", f"{day[:3]} {time}", answer.lower()]
    elif ":" not in answer:
        forms.append(f"+{answer}")
    return forms
