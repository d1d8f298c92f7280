"""An analyser of log lines: names and constants of a project, and what its functions are called with."""

from __future__ import annotations

from random import Random

from ....base import Json
from ..domain import Names


def choose(rng: Random) -> dict[str, str | int]:
    """Names and constants of a project."""
    levels = rng.choice(
        [
            ["DEBUG", "INFO", "WARN", "ERROR", "FATAL"],
            ["TRACE", "INFO", "WARN", "ERROR"],
            ["NOTE", "WARN", "ERROR", "PANIC"],
            ["DEBUG", "INFO", "NOTICE", "WARN", "ERROR"],
        ]
    )
    return {
        "pkg": rng.choice(
            ["logwise", "loglens", "tailor", "linewatch", "eventide", "logbook", "sifter", "traceview"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "levels_text": ", ".join(levels),
        "levels_list": ", ".join(f'"{level}"' for level in levels),
        "least": rng.randint(2, 3),
        "gap": rng.choice([10, 20, 30, 60]),
        "limit": rng.randint(2, 3),
        "door": rng.choice(["auth", "door", "gate", "login"]),
    }


_AS_IT_IS, _TIMES_OF_DAY = 12, 17
"""Of so many times of a line, the first ones are as they are; others are at an end of a minute, an hour or a day."""


def inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    """Arguments of a call of a public function."""
    levels = str(names["levels_text"]).split(", ")
    door, gap = str(names["door"]), int(names["gap"])
    count = 1 + size // (2 if function == "alerts" else 1)
    sources = [*rng.sample(["disk", "net", "web", "mail", "cron", "db"], count), door]
    users = ["ann", "bob", "cem"][: 1 + size // 2]
    now = rng.choice([rng.randrange(86_400), 86_400 - rng.randint(10, 300), rng.randrange(3600)])
    weighted = [*levels, *levels[-2:], *levels[-2:]]
    lines: list[Json] = []
    last = ""
    for _ in range(rng.randint(2 + size, 3 + 4 * size) + 3 * (function in ("sessions", "alerts"))):
        now += rng.choice([0, 1, 5, gap, gap, gap + 1, gap - 1, rng.randint(1, 90), rng.randint(60, 4000)])
        source = door if function == "sessions" and rng.random() < 0.7 else rng.choice(sources)
        level = rng.choice(weighted)
        message = rng.choice(["almost full", "slow", "", "lost: retry", "ok"])
        if source == door:
            message = f"{rng.choice(['login', 'login', 'logout'])} {rng.choice(users)}"
            if rng.random() < 0.1:
                message = rng.choice(["login", "logout", "ok", f"hello {users[0]}", f"fail {users[0]}"])
            level = rng.choice(levels)
        said = f"{level} {source}: {message}"
        if last and rng.random() < 0.15:
            said = last if rng.random() < 0.6 else f"{rng.choice(levels)}{last[last.index(' ') :]}"
        last = said
        at = f"{now // 3600 % 24:02d}:{now // 60 % 60:02d}:{now % 60:02d}"
        place = rng.randrange(_TIMES_OF_DAY)
        if place >= _AS_IT_IS:
            at = ["23:59:59", "00:00:00", f"{at[:6]}59", f"{at[:3]}59{at[5:]}", f"{at[:6]}00"][
                place - _AS_IT_IS
            ]
        line = f"{at} {said}"
        if rng.random() < (0.6 if function == "broken" else 0.06):
            line = _broken(rng, at, level, source, message)
        lines.append(line)
    if function == "find":
        return [lines, rng.choice([*levels, *levels, "LOUD"]), rng.choice([*sources, "*", "*"])]
    if function == "loudest":
        return [lines, rng.randint(1, 3)]
    return [lines]


# Lines with one thing wrong are chosen as templates, so that only the chosen one is filled in.
_HOURS = ("24", "25", "99", "7", "007", "", "x7", "-1", "+7", " 7")
_MINUTES = ("60", "61", "99", "7", "007", "", "x7", "-1", "+7", "7 ")
_SECONDS = ("60", "61", "99", "7", "007", "", "x7", "-1", "+7")
_TIMES = (
    *(f"{hour}:{{minutes}}:{{seconds}}" for hour in _HOURS),
    *(f"{{hours}}:{minute}:{{seconds}}" for minute in _MINUTES),
    *(f"{{hours}}:{{minutes}}:{second}" for second in _SECONDS),
    *("{hours}:{minutes}", "{at}:00", "{hours}{minutes}{seconds}", "{hours}.{minutes}.{seconds}", ""),
    *("{at}.5", "23:59:60", "24:00:00", "07:7:07", "7:07:07", "07:07:7"),
)
_LEVELS = ("{lower}", "{capital}", "LOUD", "{shorter}", "{level}S", "", "{level}:")
_SOURCES = ("", "{raised}", "{source}1", "{source}-a", "{source} a", "{upper}", "é", "1", "a`", "{{z")
_BROKEN = (
    tuple(f"{time} {{level}} {{source}}: {{message}}" for time in _TIMES),
    tuple(f"{{at}} {level} {{source}}: {{message}}" for level in _LEVELS),
    tuple(f"{{at}} {{level}} {source}: {{message}}" for source in _SOURCES),
    (
        "{at}  {level} {source}: {message}",
        "{at} {level}  {source}: {message}",
        " {at} {level} {source}: {message}",
        "{at}\t{level} {source}: {message}",
        "{at} {level}\t{source}: {message}",
        "{at} {level} {source}:\t{message}",
        "{at}{level} {source}: {message}",
        "{at} {level}{source}: {message}",
    ),
    (
        "{at} {level} {source}:{text}",
        "{at} {level} {source}:",
        "{at} {level} {source}",
        "{at} {level} {source} : {text}",
        "{at} {level} {source} {text}",
        "{at} {level} {source};{text}: a",
        "{at} {level} {source}:{text}: a",
    ),
    # These three are whole.
    ("{at} {level} {source}:  {text}", "{at} {level} az: {text} ", "{at} {level} {source}: {text}: b"),
    ("{at} {level}", "{at}", "", "{level}", "{source}: {text}", "{level} {source}: {text}"),
)
_NO_SOURCE = "{at} {level} : {message}"


def _broken(rng: Random, at: str, level: str, source: str, message: str) -> str:
    """A line with one thing wrong in it, or one that only looks wrong."""
    lines = [rng.choice(kind) for kind in _BROKEN]
    chosen: str = rng.choice([lines[0], lines[0], _NO_SOURCE, *lines])
    hours, minutes, seconds = at.split(":")
    return chosen.format(
        at=at, hours=hours, minutes=minutes, seconds=seconds, message=message, text=message or "x",
        level=level, lower=level.lower(), capital=level.capitalize(), shorter=level[:-1],
        source=source, raised=source.capitalize(), upper=source.upper(),
    )  # fmt: skip
