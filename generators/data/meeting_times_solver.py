"""Meeting times a second time, minute by minute: each calendar is a set of minutes, and no interval is ever merged."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base import Json
from ..readers import bare, integer

_SLOT = re.compile(r"(?:([A-Za-z]{6,9}) )?([0-9]{2}):([0-5][0-9])-([0-9]{2}):([0-5][0-9])")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


def _free(person: Mapping[str, Json], day: int, window: list[int]) -> set[int]:
    """The minutes of a day, in UTC, at which somebody can meet."""
    free = set(range(*window))
    around = next((rule[1] for rule in person["rules"] if rule[0] == "apart"), 0)
    for when, start, end in person["busy"]:
        if when == day:
            free -= set(range(start - around, end + around))
    for sort, *values in person["rules"]:
        if sort == "not before":
            free = {minute for minute in free if minute >= values[0]}
        elif sort == "not after":
            free = {minute for minute in free if minute < values[0]}
        elif sort == "pause":
            free -= set(range(*values))
    return {minute - person["offset"] for minute in free}


def _longest(free: set[int]) -> tuple[int, int]:
    """The beginning and the end of the first of the longest runs."""
    best = (0, 0)
    for start in sorted(free):
        if start - 1 in free:
            continue
        end = start
        while end in free:
            end += 1
        best = max(best, (start, end), key=lambda span: span[1] - span[0])
    return best


def solve(problem: Mapping[str, Json]) -> int | tuple[str, int, int]:
    """A number, or the day (or an empty text) with beginning and end in minutes after midnight."""
    if problem["kind"] == "sightings":
        free = set(range(*problem["hours"]))
        for *_, start, end in problem["seen"]:
            free -= set(range(start, end))
        return ("", *_longest(free))
    window, people = problem["window"], problem["people"]
    if problem["kind"] == "week":
        spans = [
            _longest(set.intersection(*(_free(person, day, window) for person in people)))
            for day in range(problem["days"])
        ]
        day = max(range(len(spans)), key=lambda n: spans[n][1] - spans[n][0])
        return (_DAYS[day], *spans[day])
    each = [_free(person, 0, window) for person in people]
    every = set.intersection(*each)
    length = problem.get("length", 0)
    if problem["kind"] == "total":
        return len(every)
    if problem["kind"] == "starts":
        return sum(set(range(start, start + length)) <= every for start in range(0, 1440, 5))
    if problem["kind"] in ("earliest", "quorum"):
        needed = problem.get("quorum", len(people))
        for start in range(*window):
            able = [set(range(start, start + length)) <= free for free in each]
            if able[problem["host"]] and sum(able) >= needed:
                return "", start, start + length
        return "", 0, 0
    shift = people[problem["host"]]["offset"] if problem["kind"] == "zones" else 0
    start, end = _longest(every)
    return "", start + shift, end + shift


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is the number or the time that was found."""
    value = solve(payload["problem"])
    if isinstance(value, int):
        return integer(answer) == value
    match = _SLOT.fullmatch(bare(answer))
    if match is None:
        return False
    hours = [int(part) for part in match.groups()[1:]]
    return ((match[1] or "").capitalize(), hours[0] * 60 + hours[1], hours[2] * 60 + hours[3]) == value
