"""A second check of clock times, by `datetime`, and of the clock's hands by stepping through their meetings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from ..readers import bare, number

_MONDAY = datetime(2001, 1, 1)
_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CLOCK = re.compile(r"([0-9]+):([0-5][0-9])(?::([0-5][0-9]))?")
_TWELVE = re.compile(r"([1-9]|0[1-9]|1[0-2])(:[0-5][0-9])(:[0-5][0-9])? ?([ap]m)", re.IGNORECASE)


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether the bare answer, in the form that the problem asks for, is right."""
    problem, form = payload["problem"], payload["gold"]["kind"]
    text = bare(answer)
    if form in ("minutes", "degrees"):
        return number(text) == (_angle(problem) if form == "degrees" else _wait(problem))
    if form == "weektime":
        words = text.lower().split()
        if len(words) != 2 or words[0].removesuffix(",") not in _NAMES:
            return False
        moment = _arrival(problem)
        return _NAMES[moment.weekday()] == words[0].removesuffix(",") and _of_day(words[1]) == _since_midnight(
            moment
        )
    if form == "duration":
        return _seconds(text) == _duration(problem)
    if form == "time12":
        match = _TWELVE.fullmatch(text)
        if match is None:
            return False
        hour = int(match[1]) % 12 + 12 * (match[4].lower() == "pm")
        return _seconds(f"{hour}{match[2]}{match[3] or ''}") == _seconds(problem["given"])
    return _of_day(text) == _moment(problem)


def _seconds(text: str) -> int | None:
    match = _CLOCK.fullmatch(text)
    if match is None or len(match[1]) > 4:
        return None
    return int(
        timedelta(hours=int(match[1]), minutes=int(match[2]), seconds=int(match[3] or 0)).total_seconds()
    )


def _of_day(text: str) -> int | None:
    value = _seconds(text)
    return value if value is not None and value < 86400 and len(text.split(":")[0]) <= 2 else None


def _at(text: str) -> datetime:
    return _MONDAY + timedelta(seconds=_seconds(text) or 0)


def _since_midnight(moment: datetime) -> int:
    return moment.hour * 3600 + moment.minute * 60 + moment.second


def _moment(problem: Mapping[str, Any]) -> int:
    """The time of day, in seconds, of the kinds that ask for one on the 24-hour clock."""
    if problem["kind"] == "add":
        return _since_midnight(_at(problem["start"]) + timedelta(seconds=problem["seconds"]))
    if problem["kind"] == "convert":
        return _since_midnight(datetime.strptime(problem["given"], "%I:%M:%S %p"))
    start, known = _at(problem["start"]), _at(problem["known"])
    # Only full minutes have passed, so that it is enough to look at each of them.
    for minute in range(720):
        true = start + timedelta(minutes=minute)
        shown = true + timedelta(seconds=problem["rate"] * minute)
        if _since_midnight(shown if problem["inverse"] else true) == _since_midnight(known):
            return _since_midnight(true if problem["inverse"] else shown)
    return -1


def _duration(problem: Mapping[str, Any]) -> int:
    if problem["kind"] == "total":
        return int(sum((timedelta(seconds=s) for s in problem["seconds"]), timedelta()).total_seconds())
    start, end = _at(problem["start"]), _at(problem["end"])
    return int(((end if end > start else end + timedelta(days=1)) - start).total_seconds())


def _arrival(problem: Mapping[str, Any]) -> datetime:
    local = _at(problem["start"]) + timedelta(days=_NAMES.index(problem["weekday"].lower()))
    utc = local - timedelta(minutes=problem["offset"]) + timedelta(seconds=problem.get("seconds", 0))
    return utc + timedelta(minutes=problem["other"])


def _angle(problem: Mapping[str, Any]) -> Fraction:
    """The hands part by 11/120 of a degree a second, from noon on."""
    seconds = (_seconds(problem["time"]) or 0) % 43200
    turned = Fraction(11 * seconds, 120) % 360
    return max(turned, 360 - turned) if problem["larger"] else min(turned, 360 - turned)


def _wait(problem: Mapping[str, Any]) -> Fraction:
    """The first of the moments at which the hands form the angle: 12/11 hours apart, in two rows."""
    now = Fraction((_seconds(problem["time"]) or 0) % 43200, 60)
    angle: int = problem["angle"]
    row = [Fraction(2, 11) * (sign * angle + 360 * turn) for sign in (1, -1) for turn in range(26)]
    return min(moment - now for moment in row if moment > now)
