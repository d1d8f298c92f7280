"""Dates a second time, by another way of counting: Julian day numbers, and weekdays by Zeller's congruence."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base import Json
from ..readers import bare, integer
from ..solving import confirming
from .calendar_days import WEEKDAYS, Date, from_iso  # no more than names and the form of a date

_ISO = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")


def solve(problem: Mapping[str, Json]) -> Date | int | str:
    """The date, number or weekday."""
    kind = problem["kind"]
    if kind == "between":
        return _julian(from_iso(problem["to"])) - _julian(from_iso(problem["from"]))
    if kind == "shift":
        return _gregorian(_julian(from_iso(problem["from"])) + problem["days"])
    if kind == "year-day":
        date = from_iso(problem["date"])
        return _julian(date) - _julian((date[0] - 1, 12, 31))
    if kind == "weekday":
        return _zeller(from_iso(problem["date"]))
    if kind == "nth":
        days = [
            day
            for day in range(1, 32)
            if _gregorian(_julian((problem["year"], problem["month"], day)))[2] == day
            and _zeller((problem["year"], problem["month"], day)) == problem["weekday"]
        ]
        at = -1 if problem["nth"] == "last" else ("first", "second", "third", "fourth").index(problem["nth"])
        return problem["year"], problem["month"], days[at]
    if kind == "leaps":
        years = range(problem["first"], problem["last"] + 1)
        return sum(_julian((year, 3, 1)) - _julian((year, 2, 28)) == 2 for year in years)
    if kind == "months":
        dates = [
            (year, month, problem["day"])
            for year in range(problem["first"], problem["last"] + 1)
            for month in range(1, 13)
        ]
        return [_zeller(date) for date in dates].count(problem["weekday"])
    start = _julian(from_iso(problem["from"]))
    if kind == "workdays":
        end = _julian(from_iso(problem["to"]))
        # Julian day 0 is a Monday: working days among the first n days are counted in closed form.
        first, last = (5 * (n // 7) + min(n % 7, 5) for n in (start, end + 1))
        return last - first
    left = problem["days"]
    while left:
        start += 1
        left -= start % 7 < 5
    return _gregorian(start)


def _zeller(date: Date) -> str:
    year, month, day = date
    if month < 3:
        year, month = year - 1, month + 12
    return WEEKDAYS[(day + 13 * (month + 1) // 5 + year + year // 4 - year // 100 + year // 400 + 5) % 7]


def _julian(date: Date) -> int:
    year, month, day = date
    early = (14 - month) // 12
    y, m = year + 4800 - early, month + 12 * early - 3
    return day + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045


def _gregorian(number: int) -> Date:
    a = number + 32044
    b = (4 * a + 3) // 146097
    c = a - 146097 * b // 4
    d = (4 * c + 3) // 1461
    e = c - 1461 * d // 4
    m = (5 * e + 2) // 153
    return 100 * b + d - 4800 + m // 10, m + 3 - 12 * (m // 10), e - (153 * m + 2) // 5 + 1


def _read(answer: str) -> Date | int | str:
    """A date as YYYY-MM-DD, an integer, or any other text."""
    match, value = _ISO.fullmatch(bare(answer)), integer(answer)
    if match is not None:
        return int(match[1]), int(match[3]), int(match[4])
    return bare(answer).title() if value is None else value


confirms = confirming(solve, _read)
