"""Clock times a second time, by `datetime`, and of the clock's hands by stepping through their meetings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction

from ..base import Json
from ..readers import bare, number

Value = Fraction | int | tuple[str, int]

_MONDAY = datetime(2001, 1, 1)
_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CLOCK = re.compile(r"([0-9]+):([0-5][0-9])(?::([0-5][0-9]))?")
_TWELVE = re.compile(r"([1-9]|0[1-9]|1[0-2])(:[0-5][0-9])(:[0-5][0-9])? ?([ap]m)", re.IGNORECASE)


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer, in the form that the problem asks for, is right."""
    value = _read(payload["gold"]["kind"], bare(answer))
    return value is not None and value == solve(payload["problem"])


def solve(problem: Mapping[str, Json]) -> Value:
    """A number of degrees or minutes, a number of seconds, or a weekday with the seconds since midnight."""
    kind = problem["kind"]
    if kind == "hands":
        return _angle(problem)
    if kind == "meet":
        return _wait(problem)
    if kind in ("zones", "journey"):
        moment = _arrival(problem)
        return _NAMES[moment.weekday()], _since_midnight(moment)
    return _duration(problem) if kind in ("total", "elapsed") else _moment(problem)


def _read(form: str, text: str) -> Value | None:
    if form in ("minutes", "degrees"):
        return number(text)
    if form == "weektime":
        words = text.lower().split()
        seconds = _of_day(words[1]) if len(words) == 2 else None
        return None if seconds is None else (words[0].removesuffix(","), seconds)
    if form == "time12":
        match = _TWELVE.fullmatch(text)
        if match is None:
            return None
        hour = int(match[1]) % 12 + 12 * (match[4].lower() == "pm")
        return _seconds(f"{hour}{match[2]}{match[3] or ''}")
    return _seconds(text) if form == "duration" else _of_day(text)


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


def _moment(problem: Mapping[str, Json]) -> int:
    """The time of day, in seconds, of the kinds that ask for one."""
    if problem["kind"] == "add":
        return _since_midnight(_at(problem["start"]) + timedelta(seconds=problem["seconds"]))
    if problem["kind"] == "convert":
        form = "%I:%M:%S %p" if problem["given"].endswith("M") else "%H:%M:%S"
        return _since_midnight(datetime.strptime(problem["given"], form))
    start, known = _at(problem["start"]), _at(problem["known"])
    # Only full minutes have passed, so that it is enough to look at each of them.
    for minute in range(720):
        true = start + timedelta(minutes=minute)
        shown = true + timedelta(seconds=problem["rate"] * minute)
        if _since_midnight(shown if problem["inverse"] else true) == _since_midnight(known):
            return _since_midnight(true if problem["inverse"] else shown)
    return -1


def _duration(problem: Mapping[str, Json]) -> int:
    if problem["kind"] == "total":
        return int(sum((timedelta(seconds=s) for s in problem["seconds"]), timedelta()).total_seconds())
    start, end = _at(problem["start"]), _at(problem["end"])
    return int(((end if end > start else end + timedelta(days=1)) - start).total_seconds())


def _arrival(problem: Mapping[str, Json]) -> datetime:
    local = _at(problem["start"]) + timedelta(days=_NAMES.index(problem["weekday"].lower()))
    utc = local - timedelta(minutes=problem["offset"]) + timedelta(seconds=problem.get("seconds", 0))
    return utc + timedelta(minutes=problem["other"])


def _angle(problem: Mapping[str, Json]) -> Fraction:
    """The hands part by 11/120 of a degree a second, from noon on."""
    seconds = (_seconds(problem["time"]) or 0) % 43200
    turned = Fraction(11 * seconds, 120) % 360
    return max(turned, 360 - turned) if problem["larger"] else min(turned, 360 - turned)


def _wait(problem: Mapping[str, Json]) -> Fraction:
    """The first of the moments at which the hands form the angle: 12/11 hours apart, in two rows."""
    now = Fraction((_seconds(problem["time"]) or 0) % 43200, 60)
    angle: int = problem["angle"]
    row = [Fraction(2, 11) * (sign * angle + 360 * turn) for sign in (1, -1) for turn in range(26)]
    return min(moment - now for moment in row if moment > now)
