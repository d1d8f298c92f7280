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
        now += rng.choice([0, 1, 5, gap, gap, gap + 1, rng.randint(1, 90), rng.randint(60, 4000)])
        source = door if function == "sessions" and rng.random() < 0.7 else rng.choice(sources)
        level = rng.choice([*levels, *levels[-2:], *levels[-2:]])
        message = rng.choice(["almost full", "slow", "", "lost: retry", "ok"])
        if source == door:
            message = f"{rng.choice(['login', 'login', 'logout'])} {rng.choice(users)}"
            level = rng.choice(levels)
        said = f"{level} {source}: {message}"
        if last and rng.random() < 0.15:
            said = last if rng.random() < 0.6 else f"{rng.choice(levels)}{last[last.index(' ') :]}"
        last = said
        at = f"{now // 3600 % 24:02d}:{now // 60 % 60:02d}:{now % 60:02d}"
        line = f"{at} {said}"
        if rng.random() < (0.35 if function == "broken" else 0.06):
            line = _broken(rng, at, level, source, message)
        lines.append(line)
    if function == "find":
        return [lines, rng.choice([*levels, *levels, "LOUD"]), rng.choice([*sources, "*", "*"])]
    if function == "loudest":
        return [lines, rng.randint(1, 3)]
    return [lines]


def _broken(rng: Random, at: str, level: str, source: str, message: str) -> str:
    hours, minutes, seconds = at.split(":")
    return rng.choice(
        [
            f"24:{minutes}:{seconds} {level} {source}: {message}",
            f"{hours}:{minutes}:60 {level} {source}: {message}",
            f"{int(hours)}:{int(minutes)}:{int(seconds)} {level} {source}: {message}"
            if hours < "10"
            else f"{at} {level}",
            f"{at} {level.lower()} {source}: {message}",
            f"{at} {level} {source}:{message or 'x'}",
            f"{at} {level} : {message}",
            f"{at}  {level} {source}: {message}",
            f"{at} {level} {source.capitalize()}: {message}",
            "",
        ]
    )
