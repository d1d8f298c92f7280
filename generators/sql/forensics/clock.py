"""Times as tables write them, from seconds since 1970, by the calendar's rules alone."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...base import Json

CLOCKS = (
    "UTC, as YYYY-MM-DD HH:MM:SS",
    "UTC, as YYYY-MM-DDTHH:MM:SSZ",
    "seconds since 1970-01-01 00:00:00 UTC",
    "milliseconds since 1970-01-01 00:00:00 UTC",
    "local time (UTC{0}), as YYYY-MM-DD HH:MM:SS",
    "local time with its offset from UTC, as YYYY-MM-DDTHH:MM:SS{0}",
)
"""The notes of the ways in which tables write times; ``{0}`` is the offset of the organisation."""

_DAY = 86_400


def written(clock: int, zone: int, seconds: Sequence[int]) -> list[Json]:
    """Times in one of the `CLOCKS`, where local time is `zone` hours ahead of UTC."""
    if clock == 2:
        return list(seconds)
    if clock == 3:
        return [1000 * at for at in seconds]
    if not seconds:
        return []
    shift = zone * 3600 if clock in (4, 5) else 0
    middle = " " if clock in (0, 4) else "T"
    end = {1: "Z", 5: offset(zone)}.get(clock, "")
    first = (min(seconds) + shift) // _DAY
    days = [date(number) + middle for number in range(first, (max(seconds) + shift) // _DAY + 1)]
    hours = _hours()
    base = first * _DAY - shift
    passed = [at - base for at in seconds]
    texts: list[Json] = [days[at // _DAY] + hours[at % _DAY] for at in passed]
    return [text + end for text in texts] if end else texts


def offset(hours: int) -> str:
    """An offset from UTC, such as ``+02:00``."""
    return f"{'-' if hours < 0 else '+'}{abs(hours):02d}:00"


@functools.cache
def _hours() -> list[str]:
    """HH:MM:SS for every second of a day."""
    return [f"{h:02d}:{m:02d}:{s:02d}" for h in range(24) for m in range(60) for s in range(60)]


@functools.cache
def date(number: int) -> str:
    """The date of a day since 1970, by the calendar's rules."""
    year, left = 1970, number
    while left >= (length := 366 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 365):
        left -= length
        year += 1
    month = 1
    for days in (31, 28 + (length == 366), 31, 30, 31, 30, 31, 31, 30, 31, 30):
        if left < days:
            break
        left -= days
        month += 1
    return f"{year:04d}-{month:02d}-{left + 1:02d}"
