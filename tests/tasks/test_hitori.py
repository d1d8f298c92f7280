"""Hitori: the numbers are read from the text, and all ways to black out cells are searched for."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from line_puzzles import images
from puzzles_of_cells import BINARY, SquarePuzzle, shown

from rlvr.verifiers.base import Reason

RULES = (
    "In every row and in every column, no number may come twice among the cells that stay white. Black cells are never "
    "directly beside, above or below one another. All white cells hang together: from each of them every other one is "
    "reached by steps to the left, right, up and down over white cells."
)
WORDS = (
    "Black out some cells of this {n}x{n} grid. RULES\n\nPUZZLE\n\nWrite the grid with 1 for a black cell and 0 for a "
    "white one: one row per line, with spaces between the digits.",
    "PUZZLE\n\nThis is a hitori puzzle with {n} rows and {n} columns: each cell is to be black or white. RULES Answer "
    "with {n} lines of {n} digits, separated by spaces: 1 where a cell is black and 0 where it is white.",
    "Find out which cells must be made black. The square has {n} rows and {n} columns. RULES\n\nPUZZLE\n\nThere is one "
    "solution. Give its rows from top to bottom, a line for each, as digits with spaces between them: 1 for black, "
    "0 for white.",
)
SMALL = {"size": 3, "numbers": [[1, 1, 2], [2, 3, 2], [2, 1, 3]]}
OTHER = [[1, 1, 2], [2, 3, 1], [3, 1, 1]]


@cache
def near(n, cell):
    return [o for o in range(n * n) if abs(o // n - cell // n) + abs(o % n - cell % n) == 1]


def reached(n, first, allowed):
    found, seen = [first], {first}
    for cell in found:
        more = [other for other in near(n, cell) if other in allowed and other not in seen]
        found += more
        seen.update(more)
    return seen


def together(n):
    def leaves(cells):
        sure = {c for c in range(n * n) if cells[c] == {0}}
        if not sure:
            return {}
        may = {c for c in range(n * n) if 0 in cells[c]}
        part = reached(n, min(sure), may)
        if not sure <= part:
            return None
        left = {c: {1} for c in may - part}
        for c in part - sure:
            if not sure <= reached(n, min(sure), part - {c}):
                left[c] = {0}
        return left

    return leaves


def along(where, numbers):
    """A line: no two black side by side, no number twice among the white."""
    fit = [
        line
        for line in product((0, 1), repeat=len(where))
        if "11" not in "".join(map(str, line))
        and all(
            line[i] or line[j]
            for i in range(len(where))
            for j in range(i)
            if numbers[where[i]] == numbers[where[j]]
        )
    ]

    def leaves(cells):
        left = [line for line in fit if all(v in cells[c] for v, c in zip(line, where, strict=True))]
        return {c: {line[i] for line in left} for i, c in enumerate(where)} if left else None

    return leaves


def good(numbers, grid):
    n = len(grid)
    lines = [*zip(numbers, grid, strict=True)]
    lines += [*zip(zip(*numbers, strict=True), zip(*grid, strict=True), strict=True)]
    white = {c for c in range(n * n) if not grid[c // n][c % n]}
    return (
        all(len({v for v, b in zip(*line, strict=True) if not b}) == list(line[1]).count(0) for line in lines)
        and not any(c not in white and o not in white for c in range(n * n) for o in near(n, c))
        and bool(white)
        and reached(n, min(white), white) == white
    )


class TestHitori(SquarePuzzle):
    id = "hitori"
    sample = SMALL
    odd_texts = "01 \n,|-[]\\&._x٣\u00a0\ud800"
    alphabet, right, wrong = BINARY["alphabet"], BINARY["right"], BINARY["wrong"]
    words = shown(RULES, WORDS, ["{grid:[0-9 \n]+}"])
    lean = 2
    refused = (
        (Reason.UNPARSABLE, "whole grid", "1 0 0\n0 0 1"),
        (Reason.ILLEGAL, "from 0 to 1", "2 0 0\n0 0 1\n0 0 0"),
        (Reason.ILLEGAL, "twice", "0 0 0\n0 0 1\n0 0 0"),
        (Reason.ILLEGAL, "side by side", "0 1 0\n1 1 1\n0 0 0"),
        (Reason.ILLEGAL, "hang together", "0 1 0\n0 0 1\n1 0 0"),
    )

    def payload_of(self, said):
        rows = [[int(word) for word in line.split()] for line in str(said["grid"]).split("\n")]
        assert [len(row) for row in rows] == [said["n"]] * said["n"]
        return {"size": said["n"], "numbers": rows}

    def domains(self, payload):
        return [{0, 1} for _ in range(payload["size"] ** 2)]

    def rules(self, payload):
        n, flat = payload["size"], [number for row in payload["numbers"] for number in row]
        rules = {f"row {i + 1}": along(range(i * n, i * n + n), flat) for i in range(n)}
        rules |= {f"column {i + 1}": along(range(i, n * n, n), flat) for i in range(n)}
        return rules | {"white cells hang together": together(n)}

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(1))
            every = []
            for image in images(draft.payload["numbers"]):
                names = {}
                every.append([[names.setdefault(value, len(names)) for value in row] for row in image])
            assert draft.canonical == min(every)

    # ---- traps that other collections fell into

    def test_trap_every_level_makes_its_tasks(self):
        # Enigmata's easiest level raises TypeError, and its hardest makes 8 tasks in 25 s.
        for level in self.spec.levels:
            tasks = [self.spec.task(level, seed) for seed in range(20)]
            assert len({task.fingerprint for task in tasks}) == 20

    def test_any_grid_by_the_rules_is_right(self):
        passed = [
            self.every_grid(
                {"size": 3, "numbers": numbers}, (0, 1), lambda grid, numbers=numbers: good(numbers, grid)
            )
            for numbers in (SMALL["numbers"], OTHER, [[1, 2, 3], [2, 3, 1], [3, 1, 2]])
        ]
        assert passed[2] > passed[1] > 0
