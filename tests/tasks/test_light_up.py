"""Light up: walls are read from the drawing, and all ways to put the bulbs are searched for."""

from __future__ import annotations

import random

from line_puzzles import images
from puzzles_of_cells import BINARY, SquarePuzzle, counted, excluding, shown

from rlvr.verifiers.base import Reason

RULES = (
    "A bulb lights its own cell and, in all four directions along its row and column, every cell up to the next wall "
    "or the edge. Every cell that is no wall must be lit, and no bulb may be lit by another one. A number on a wall "
    "says how many bulbs stand directly beside, above and below it; a wall without a number may have any."
)
WORDS = (
    "Put light bulbs into this {n}x{n} grid; none stands on a wall. RULES\n\nPUZZLE\n\nWrite the grid with 1 for a "
    "bulb and 0 for every other cell, walls included: one row per line, with spaces between the digits.",
    "PUZZLE\n\nThis is a light-up puzzle (akari) with {n} rows and {n} columns: place bulbs on cells that are no "
    "walls. RULES Answer with {n} lines of {n} digits, separated by spaces: 1 where a bulb stands, 0 where there is "
    "none.",
    "Find out where bulbs must stand so that the whole room of {n} rows and {n} columns is lit; they stand on free "
    "cells "
    "only. "
    "RULES\n\nPUZZLE\n\nThere is one solution. Give its rows from top to bottom, a line for each, as digits with "
    "spaces "
    "between them: 1 for a bulb and 0 for anything else.",
)
SHOWN = "{grid:[#0-4._ \n]+}\n\n(# is a wall without a number, a digit a wall with it, and {free:[._]} a free cell.)"
SMALL = {"size": 3, "rows": ["...", ".1.", "..."]}


def between(n, one, other):
    """The cells between two of a row or column; None for cells that share neither."""
    (r, c), (down, right) = divmod(one, n), divmod(other, n)
    if r == down:
        return [r * n + x for x in range(min(c, right) + 1, max(c, right))]
    return [x * n + c for x in range(min(r, down) + 1, max(r, down))] if c == right else None


def sees(room, n, one, other):
    cells = between(n, one, other)
    return cells is not None and all(room[cell] == "." for cell in (one, other, *cells))


def good(room, grid):
    n, flat = len(grid), [value for row in grid for value in row]
    bulbs = [c for c in range(n * n) if flat[c]]
    return (
        all(room[c] == "." for c in bulbs)
        and not any(sees(room, n, a, b) for a in bulbs for b in bulbs if a != b)
        and all(c in bulbs or any(sees(room, n, b, c) for b in bulbs) for c in range(n * n) if room[c] == ".")
        and all(
            sum(abs(b // n - c // n) + abs(b % n - c % n) == 1 for b in bulbs) == int(room[c])
            for c in range(n * n)
            if room[c].isdigit()
        )
    )


class TestLightUp(SquarePuzzle):
    id = "light-up"
    sample = SMALL
    odd_texts = "01 \n,|-#[]\\&._x٣\u00a0\ud800"
    alphabet, right, wrong = BINARY["alphabet"], BINARY["right"], BINARY["wrong"]
    words = shown(RULES, WORDS, [SHOWN])
    refused = (
        (Reason.UNPARSABLE, "whole grid", "1 0 0\n0 0 1"),
        (Reason.ILLEGAL, "from 0 to 1", "2 0 0\n0 0 1\n0 0 0"),
        (Reason.ILLEGAL, "on a wall", "0 0 0\n0 1 0\n0 0 0"),
        (Reason.ILLEGAL, "by another", "1 0 1\n0 0 0\n0 0 0"),
        (Reason.ILLEGAL, "number of bulbs", "1 0 0\n0 0 0\n0 0 1"),
        (Reason.ILLEGAL, "not lit", "0 1 0\n0 0 0\n0 0 0"),
    )

    def payload_of(self, said):
        rows = [line.split() for line in str(said["grid"]).split("\n")]
        assert [len(row) for row in rows] == [said["n"]] * said["n"]
        rows = ["".join("." if sign == said["free"] else sign for sign in row) for row in rows]
        return {"size": said["n"], "rows": rows}

    def domains(self, payload):
        return [{0, 1} if sign == "." else {0} for sign in "".join(payload["rows"])]

    def rules(self, payload):
        n, room = payload["size"], "".join(payload["rows"])
        rules = {"bulbs do not light each other": excluding(n, lambda one, other: sees(room, n, one, other))}
        for cell, sign in enumerate(room):
            name = f"r{cell // n + 1}c{cell % n + 1}"
            if sign.isdigit():
                near = [o for o in range(n * n) if abs(o // n - cell // n) + abs(o % n - cell % n) == 1]
                rules[f"wall {name}"] = counted(near, int(sign), int(sign))
            elif sign == ".":
                light = [o for o in range(n * n) if o == cell or sees(room, n, o, cell)]
                rules[f"light on {name}"] = counted(light, 1, n * n)
        return rules

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(1))
            signs = [[".#01234".index(sign) for sign in row] for row in draft.payload["rows"]]
            assert draft.canonical == min(images(signs))

    # ---- traps that other collections fell into

    def test_trap_every_level_makes_its_tasks(self):
        # Enigmata's easiest level raises KeyError.
        for level in self.spec.levels:
            assert len({self.spec.task(level, seed).fingerprint for seed in range(20)}) == 20

    def test_trap_the_text_of_an_answer_is_never_run(self, tmp_path):
        # Enigmata evaluates what a model writes.
        mark = tmp_path / "mark"
        for text in (
            f"open({str(mark)!r}, 'w').write('1') and [[1, 0, 0], [0, 0, 0], [0, 0, 1]]",
            "[[1, 0, 0], [0] * 3, [0, 0, 1]]",
            "type('A', (), {'__eq__': lambda *a: True})()",
        ):
            assert self.spec.verify_answer(SMALL, text).reason is Reason.UNPARSABLE, text
        assert not mark.exists()

    def test_any_grid_by_the_rules_is_right(self):
        for rows in (SMALL["rows"], ["...", "...", ".#."], ["0..", "...", "..1"]):
            payload = {"size": 3, "rows": rows}
            self.every_grid(payload, (0, 1), lambda grid, rows=rows: good("".join(rows), grid))
        free = {"size": 3, "rows": ["...", ".#.", "..."]}
        assert self.every_grid(free, (0, 1), lambda grid: good("....#....", grid)) == 7
