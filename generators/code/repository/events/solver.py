"""The log analyser in one function: one pattern reads a line, and runs are found by looking back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any

_LINE = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]) ([A-Z]+) ([a-z]+): (.*)", re.DOTALL)


def solve(names: Mapping[str, Any], features: frozenset[str], function: str, args: list[Any]) -> Any:
    """What a public function returns."""
    levels = names["levels_text"].split(", ")
    found = [_LINE.fullmatch(line) for line in args[0]]
    whole = [(i + 1, match.groups()) for i, match in enumerate(found) if match and match[4] in levels]
    if function == "broken":
        good = {number for number, _ in whole}
        return [number for number in range(1, len(args[0]) + 1) if number not in good]
    rows: list[
        tuple[int, int, str, str, str]
    ] = []  # number, seconds since the first midnight, level, source, message
    clock = before = 0
    for number, (hours, minutes, seconds, *said) in whole:
        at = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
        clock += (at - before) % 86_400 if rows else at
        before = at
        rows.append((number, clock, *said))  # type: ignore[arg-type]
    if "repeats" in features:
        rows = [row for i, row in enumerate(rows) if i == 0 or row[2:] != rows[i - 1][2:]]
    grave = [row for row in rows if row[2] in levels[-2:]]
    if function == "counts":
        return dict(Counter(row[2] for row in rows))
    if function == "find":
        wanted = levels[levels.index(args[1]) :] if args[1] in levels else []
        return [row[0] for row in rows if row[2] in wanted and (args[2] == "*" or row[3] == args[2])]
    if function == "bursts":
        starts = [i for i, row in enumerate(grave) if i == 0 or row[1] > grave[i - 1][1] + names["gap"]]
        runs = [grave[start:end] for start, end in zip(starts, [*starts[1:], len(grave)], strict=False)]
        return [[run[0][0], run[-1][0], len(run)] for run in runs if len(run) >= names["least"]]
    if function == "loudest":
        return [source for source, _ in sorted(Counter(row[3] for row in rows).items(), key=_loud)][: args[1]]
    if function == "alerts":
        told = []
        for source in {row[3] for row in rows}:
            mine = [row for row in rows if row[3] == source]
            for is_grave, run in groupby(mine, key=lambda row: row[2] in levels[-2:]):
                told += [
                    [row[0], source] for i, row in enumerate(run, 1) if is_grave and i % names["limit"] == 0
                ]
        return sorted(told)
    stays: Counter[str] = Counter()
    ended: set[str] = set()
    words = [(row[1], *row[4].partition(" ")[::2]) for row in rows if row[3] == names["door"]]
    for user in {user for _, _, user in words if user}:
        stay = [(at, verb) for at, verb, name in words if name == user and verb in ("login", "logout")]
        entered = None
        for at, verb in stay:
            if verb == "login":
                entered = at if entered is None else entered
            elif entered is not None:
                stays[user] += at - entered
                ended.add(user)
                entered = None
    return {user: stays[user] for user in ended}


def _loud(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]
