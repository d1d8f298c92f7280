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


def inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    """Arguments of a call of a public function."""
    levels = str(names["levels_text"]).split(", ")
    door, gap = str(names["door"]), int(names["gap"])
    count = 1 + size // (2 if function == "alerts" else 1)
    sources = [*rng.sample(["disk", "net", "web", "mail", "cron", "db"], count), door]
    users = ["ann", "bob", "cem"][: 1 + size // 2]
    now = rng.choice([rng.randrange(86_400), 86_400 - rng.randint(10, 300), rng.randrange(3600)])
    lines: list[Json] = []
    last = ""
    for _ in range(rng.randint(2 + size, 3 + 4 * size) + 3 * (function in ("sessions", "alerts"))):
        now += rng.choice([0, 1, 5, gap, gap, gap + 1, gap - 1, rng.randint(1, 90), rng.randint(60, 4000)])
        source = door if function == "sessions" and rng.random() < 0.7 else rng.choice(sources)
        level = rng.choice([*levels, *levels[-2:], *levels[-2:]])
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
        at = rng.choice(
            [at] * 12 + ["23:59:59", "00:00:00", f"{at[:6]}59", f"{at[:3]}59{at[5:]}", f"{at[:6]}00"]
        )
        line = f"{at} {said}"
        if rng.random() < (0.6 if function == "broken" else 0.06):
            line = _broken(rng, at, level, source, message)
        lines.append(line)
    if function == "find":
        return [lines, rng.choice([*levels, *levels, "LOUD"]), rng.choice([*sources, "*", "*"])]
    if function == "loudest":
        return [lines, rng.randint(1, 3)]
    return [lines]


def _broken(rng: Random, at: str, level: str, source: str, message: str) -> str:
    """A line with one thing wrong in it, or one that only looks wrong."""
    hours, minutes, seconds = at.split(":")
    text = message or "x"
    times = [
        *(f"{hour}:{minutes}:{seconds}" for hour in ("24", "25", "99", "7", "007", "", "x7", "-1", "+7", " 7")),
        *(
            f"{hours}:{minute}:{seconds}"
            for minute in ("60", "61", "99", "7", "007", "", "x7", "-1", "+7", "7 ")
        ),
        *(f"{hours}:{minutes}:{second}" for second in ("60", "61", "99", "7", "007", "", "x7", "-1", "+7")),
        *[f"{hours}:{minutes}", f"{at}:00", f"{hours}{minutes}{seconds}", f"{hours}.{minutes}.{seconds}", ""],
        *[f"{at}.5", "23:59:60", "24:00:00", "07:7:07", "7:07:07", "07:07:7"],
    ]
    levels = [level.lower(), level.capitalize(), "LOUD", level[:-1], f"{level}S", "", f"{level}:"]
    sources = [
        "",
        source.capitalize(),
        f"{source}1",
        f"{source}-a",
        f"{source} a",
        source.upper(),
        "é",
        "1",
        "a`",
        "{z",
    ]
    lines = [
        rng.choice([f"{time} {level} {source}: {message}" for time in times]),
        rng.choice([f"{at} {other} {source}: {message}" for other in levels]),
        rng.choice([f"{at} {level} {other}: {message}" for other in sources]),
        rng.choice(
            [
                f"{at}  {level} {source}: {message}",
                f"{at} {level}  {source}: {message}",
                f" {at} {level} {source}: {message}",
                f"{at}\t{level} {source}: {message}",
                f"{at} {level}\t{source}: {message}",
                f"{at} {level} {source}:\t{message}",
                f"{at}{level} {source}: {message}",
                f"{at} {level}{source}: {message}",
            ]
        ),
        rng.choice(
            [
                f"{at} {level} {source}:{text}",
                f"{at} {level} {source}:",
                f"{at} {level} {source}",
                f"{at} {level} {source} : {text}",
                f"{at} {level} {source} {text}",
                f"{at} {level} {source};{text}: a",
                f"{at} {level} {source}:{text}: a",
            ]
        ),
        # These three are whole.
        rng.choice(
            [
                f"{at} {level} {source}:  {text}",
                f"{at} {level} az: {text} ",
                f"{at} {level} {source}: {text}: b",
            ]
        ),
        rng.choice([f"{at} {level}", at, "", level, f"{source}: {text}", f"{level} {source}: {text}"]),
    ]
    no_source = f"{at} {level} : {message}"
    return rng.choice([lines[0], lines[0], no_source, *lines])
