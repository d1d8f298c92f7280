"""Checks a time from one minute to another, with its weekday where one is asked for; or one typed value.

``payload["slot"]`` holds the ``day`` (empty where none is asked for) and ``start`` and ``end`` in minutes after
midnight. Times stand on the 24-hour clock, or carry AM or PM; between them a dash or a word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers import plain
from ..base import Verdict, correct, unparsable, wrong
from . import sequence

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TIME = r"([0-9]{1,2})[:.]([0-5][0-9])(?::00)?(?: ?([ap])\.?m\.?| ?h)?"
_DAY = "|".join(f"{day}|{day[:3]}" for day in _DAYS)
_SLOT = re.compile(
    rf"(?:(?:on )?({_DAY})[,:]? )?(?:from |between )?{_TIME}(?: ?(?:-|to|until|till) ?| and ){_TIME}"
    rf"(?:,? (?:on )?\(?({_DAY})\)?)?"
)
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2192\u2212", "-"))
_LISTED = re.compile(r"\[\s*([\"'])([^\"'\[\]]*)\1\s*\]")
_MOST = 400


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`."""
    if "slot" not in payload:
        return sequence.verify(payload, answer)
    slot = payload["slot"]
    if len(answer) > _MOST:
        return unparsable("The answer is too long.")
    found = _read(plain(answer))
    if found is None:
        return unparsable("Give one time in the form HH:MM-HH:MM, with its weekday if there are several days.")
    day, start, end = found
    if slot["day"] and not day:
        return unparsable("Give the weekday too.")
    right = (start, end) == (slot["start"], slot["end"]) and day == slot["day"].lower()
    return correct() if right else wrong()


def _read(text: str) -> tuple[str, int, int] | None:
    """The day, the beginning and the end; None if the text is anything else."""
    text = " ".join(text.translate(_DASHES).replace("*", "").lower().split())
    text = re.sub(r"\\?text\{([^{}]*)\}", r"\1", text).replace("--", "-").replace("->", "-").strip("\\ ")
    if listed := _LISTED.fullmatch(text):  # a list of one
        text = listed[2].strip()
    match = _SLOT.fullmatch(text)
    if match is None:
        return None
    first, *times, last = match.groups()
    if first and last:
        return None
    name = first or last or ""
    day = next((each for each in _DAYS if name in (each, each[:3])), "")
    if not times[2] and times[5]:  # "1:05-2:10 PM": the half of the day goes for both
        if not 1 <= int(times[0]) <= 12 or int(times[0]) % 12 > int(times[3]) % 12:
            return None
        times[2] = times[5]
    start, end = _minutes(*times[:3]), _minutes(*times[3:])
    return None if start is None or end is None else (day, start, end)


def _minutes(hour: str, minute: str, half: str | None) -> int | None:
    """Minutes after midnight."""
    value = int(hour)
    if half:
        if not 1 <= value <= 12:
            return None
        value = value % 12 + 12 * (half == "p")
    return value * 60 + int(minute) if value < 24 else None


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    if ":" not in answer:
        return sequence.accepted_forms(answer)
    return [
        f" {answer}\n",
        f"{answer}.",
        f"**{answer}**",
        answer.replace("-", " - "),
        answer.replace("-", " to "),
    ]
