"""Robot walks: the commands are read from the prompt and walked square by square with compass words."""

from __future__ import annotations

import re
from collections import Counter
from typing import ClassVar

import pytest

from rlvr.conformance.promises import Promises

ROUND = "NESW"
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ASIDE = {"forward": 0, "sideways to your right": 1, "backwards": 2, "sideways to your left": 3}
COMMAND = re.compile(rf"Turn (left|right|around)\.|Go ({'|'.join(ASIDE)}) (\d+) squares?\.")


def walked(commands, at, facing, step):
    """All squares on the way, and where it faces."""
    squares = [at]
    for turn, way, count in commands:
        if turn:
            facing = ROUND[(ROUND.index(facing) + {"right": 1, "around": 2, "left": 3}[turn]) % 4]
            continue
        dx, dy = STEP[ROUND[(ROUND.index(facing) + ASIDE[way]) % 4]]
        for _ in range(int(count)):
            after = step(squares[-1], dx, dy)
            if after is None:
                break
            squares.append(after)
    return squares, facing


class TestRobotWalks(Promises):
    id = "robot-walks"
    alphabet = "0123456789-(), "
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$", "{}\n")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False
    shown: ClassVar = {
        "open": r"endless field[^?]*Turn",
        "torus": r"sides are joined",
        "map": r"(?m)^[.#]*S[.#]*$",
        "visited": "different squares",
        "patrol": r"\d{3} times",
    }

    def oracle(self, prompt):
        commands = COMMAND.findall(prompt)
        assert len(commands) == prompt.count("Turn ") + len(re.findall(r"Go (?:forw|side|backw)", prompt))
        lines = re.findall(r"^[.#S]{4,}$", prompt, re.M)
        if lines:
            at = next((x, -y) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "S")

            def step(square, dx, dy):
                x, y = square[0] + dx, -square[1] - dy
                inside = 0 <= y < len(lines) and 0 <= x < len(lines[y])
                return (x, -y) if inside and lines[y][x] != "#" else None

            x, y = walked(commands, at, "N", step)[0][-1]
            return f"({1 - y}, {x + 1})"
        joined = re.search(r"from 0 to (\d+), and y squares to the north from 0 to (\d+)", prompt)
        wide, high = (int(n) + 1 for n in joined.groups()) if joined else (10**9, 10**9)

        def onward(square, dx, dy):
            x, y = square[0] + dx, square[1] + dy
            return (x % wide, y % high) if joined else (x, y)

        at, facing = (0, 0), "N"
        times = re.search(r"(\d+) times", prompt)
        for _ in range(int(times[1]) if times else 1):
            squares, facing = walked(commands, at, facing, onward)
            at = squares[-1]
        return str(len(set(squares))) if "different squares" in prompt else f"({at[0]}, {at[1]})"

    def test_the_position_is_asked_for(self):
        """Elsewhere it was whether the walk leads back, and "no" was right more often than not."""
        for level in self.spec.levels:
            tasks = [self.spec.task(level, seed) for seed in range(150)]
            assert all(re.fullmatch(r"\(-?\d+, -?\d+\)|\d+", task.answer) for task in tasks)
            assert not any(re.search(r"\byes\b|\breturn to\b", task.prompt, re.I) for task in tasks)
            assert Counter(task.answer for task in tasks).most_common(1)[0][1] <= 15

    @pytest.mark.parametrize(
        ("answer", "passes"),
        [
            ("(3, -2)", True),
            ("(3,-2)", True),
            ("(x, y) = (3, -2)", True),
            (r"$(3, -2)$", True),
            ("(-2, 3)", False),
        ],
    )
    def test_positions_as_they_are_written(self, answer, passes):
        payload = {"problem": {"kind": "open"}, "gold": {"text": "(3, -2)", "kind": "tuple"}}
        assert self.spec.verify_answer(payload, answer).passed is passes
