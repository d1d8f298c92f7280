"""A booking system for meeting rooms: names and constants of a project, and what its functions are called with."""

from __future__ import annotations

from random import Random

from ....base import Json
from ..domain import Names


def _time(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def choose(rng: Random) -> dict[str, str | int]:
    """Names and constants of a project."""
    rooms = rng.sample(["Oak", "Elm", "Ash", "Fir", "Yew", "Lime", "Birch", "Cedar"], 3)
    seats = [rng.randint(3, 6), rng.randint(4, 9), rng.randint(3, 12)]
    opening, closing = rng.choice([420, 450, 480, 510, 540]), rng.choice([990, 1020, 1050, 1080])
    return {
        "pkg": rng.choice(
            ["roomdesk", "meetwell", "deskbook", "slotkeeper", "housebook", "doorplan", "seatwise"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "open": _time(opening),
        "close": _time(closing),
        "open_minutes": opening,
        "close_minutes": closing,
        "rooms_text": ", ".join(f"{name} ({count})" for name, count in zip(rooms, seats, strict=True)),
        "rooms_list": "\n".join(f'    ("{name}", {count}),' for name, count in zip(rooms, seats, strict=True)),
        "pause": rng.choice([5, 10, 15]),
        "least": rng.choice([15, 20, 30, 45]),
    }


# Times that are odd or wrong, in most of which a part of a right one stands.
_ODD = (
    *("9", "24:00", "25:10", "08:60", "12:60", "noon", "12:5", "10:5", "00:00", "23:59", "23:00", "9:30"),
    *("{hour}:60", "{hour}:61", "{hour}:99", "{hour}:59", "{hour}:7", "{hour}:007", "{hour}:"),
    *(":{minute}", "{hour}{minute}", "{hour}:{minute}:00", "{hour}.{minute}", "x:{minute}", "", ":"),
    *("{hour}:x5", "{hour}:5x", "24:{minute}", "-1:{minute}", "{hour}:-5", "+9:{minute}"),
    *("{number}:{minute}", "{turned}"),
)


def inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    """Arguments of a call of a public function."""
    people = rng.sample(["ann", "bob", "cem", "dana", "eve", "finn"], 1 + size)
    rooms = [part.split(" (") for part in str(names["rooms_text"]).rstrip(")").split("), ")]
    opening, closing = int(names["open_minutes"]), int(names["close_minutes"])
    pause, least = int(names["pause"]), int(names["least"])
    later, near = (0, 0, 0, 0, 5, 10, -5, pause, least, least), (pause, least, 0, 0)
    seats = [int(room[1]) for room in rooms]
    crowded = rng.random() < 0.35  # all want the largest room
    requests: list[Json] = []
    ends: list[int] = [opening]
    for _ in range(rng.randint(1 + size // 2, 2 + 3 * size)):
        start = rng.choice([rng.randrange(opening, closing - 60, 15), rng.choice(ends), rng.choice(ends)])
        start += rng.choice(later)
        if rng.random() < 0.2:  # one minute more or less than what matters
            start = rng.choice([*ends, opening]) + rng.choice(near) + rng.choice([-1, 1])
        end = rng.choice(
            [start + rng.choice([15, 30, 45, 60, 90, 120, 180]), start + 30, start + rng.randint(1, 70)]
        )
        if rng.random() < 0.16:
            end = rng.choice(
                [closing, closing + 5, start, start - 15, closing + 1, closing - 1, start + 1, start - 1]
            )
        if rng.random() < 0.08:
            start = rng.choice(
                [opening - 1, opening - rng.randint(2, 9), opening, opening + 1, closing - 1, closing]
            )
            end = rng.choice([end, start + 30, start + 1, closing])
        if rng.random() < 0.06:
            end = closing - least + rng.choice([-1, 0, 1])
        start, end = max(start, 0), min(max(end, 0), 1439)
        ends.append(end)
        count = rng.choice([rng.randint(1, 5), rng.randint(1, 4), rng.choice(seats)])
        if crowded:
            count = max(seats)
        if rng.random() < 0.06:
            count = rng.choice([0, -1, -2, 13, 1, *(seat + 1 for seat in seats)])
        first, last = _time(start), _time(end)
        if rng.random() < 0.13:
            hour, minute = first.split(":")
            odd: str = rng.choice(_ODD)
            wrong = odd.format(hour=hour, minute=minute, number=int(hour), turned=first[::-1])
            first, last = rng.choice([(wrong, last), (first, wrong)])
        request: list[Json] = [rng.choice(people), first, last, count]
        if "repeats" in features and rng.random() < 0.3:
            request.append(rng.randint(2, 3))
        requests.append(request)
    if function == "agenda":
        return [requests, rng.choice(people)]
    if function == "gaps":
        return [requests, rng.choice(rooms)[0]]
    return [requests]
