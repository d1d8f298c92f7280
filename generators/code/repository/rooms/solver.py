"""The booking system in one function: a room is the set of its taken minutes on each day."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any


def solve(names: Mapping[str, Any], features: frozenset[str], function: str, args: list[Any]) -> Any:
    """What a public function returns."""
    seats: dict[str, int] = {
        name: int(count) for name, count in re.findall(r"(\w+) \((\d+)\)", names["rooms_text"])
    }
    pause = names["pause"] if "pauses" in features else 0
    taken: dict[tuple[str, int], set[int]] = {}
    meetings: list[tuple[int, int, int, str, str]] = []
    told: list[str] = []

    def minute(text: str) -> int | None:
        found = re.fullmatch(r"([0-9]+):([0-5][0-9])", text)
        return int(found[1]) * 60 + int(found[2]) if found and int(found[1]) < 24 else None

    def one(day: int, who: str, first: str, last: str, people: int) -> str:
        start, end = minute(first), minute(last)
        if start is None or end is None or start >= end:
            return "time"
        if not names["open_minutes"] <= start <= end <= names["close_minutes"]:
            return "closed"
        if people <= 0:
            return "people"
        needed = set(range(start, end + pause))
        for room in sorted(seats, key=lambda name: seats[name]):  # a stable sort keeps the given order
            used = taken.setdefault((room, day), set())
            if seats[room] >= people and not needed & used:
                used |= needed
                meetings.append((day, start, end, room, who))
                return room
        return "full"

    for who, first, last, people, *rest in args[0]:
        told.extend(one(day + 1, who, first, last, people) for day in range(rest[0] if rest else 1))

    def text(at: int) -> str:
        hours, minutes = divmod(at, 60)
        return str(hours).zfill(2) + ":" + str(minutes).zfill(2)

    if function == "rooms":
        return told
    if function == "agenda":
        mine = sorted(meeting[1:4] for meeting in meetings if meeting[0] == 1 and meeting[4] == args[1])
        return [[text(start), text(end), room] for start, end, room in mine]
    if function == "minutes":
        sums: Counter[str] = Counter()
        for _, start, end, _, who in meetings:
            sums[who] += end - start
        return dict(sums)
    if function == "busiest":
        at_once = Counter(at for day, start, end, *_ in meetings if day == 1 for at in range(start, end))
        return max(at_once.values(), default=0)
    used = taken.get((args[1], 1), set())
    free = [at for at in range(names["open_minutes"], names["close_minutes"]) if at not in used]
    gaps: list[list[int]] = []
    for at in free:
        if gaps and gaps[-1][1] == at:
            gaps[-1][1] = at + 1
        else:
            gaps.append([at, at + 1])
    return [[text(start), text(end)] for start, end in gaps if end - start >= names["least"]]
