"""Minesweeper: the numbers are read from drawing or list, and all ways to lay the mines are counted."""

from __future__ import annotations

import random
import re
from itertools import islice, product
from math import comb

import pytest
from hypothesis import given, settings
from line_puzzles import images, number_rows, replay, solved_by_tables

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("minesweeper")
WORDS = (
    "This {n}x{n} minesweeper field holds {mines} mine{s:s?}. A number stands on a safe cell and says how many of "
    "the cells that touch it, also at a corner, hold a mine.\n\n{puzzle}\n\nFind all mines. Write the grid with 1 "
    "for a mine and 0 for a safe cell, one row per line, with spaces between the digits.",
    "{puzzle}\n\nThis minesweeper field has {n} rows and {n} columns, and {mines} mine{s:s?} on it. The open cells "
    "are safe; each shows how many mines lie on the up to eight cells around it. Everything else can be worked out "
    "without a guess. Answer with {n} lines of {n} digits, separated by spaces: 1 where there is a mine, 0 where "
    "there is none.",
    "Work out where the mines are on a square field of {n} rows and {n} columns. It holds {mines} mine{s:s?}. Each "
    "number stands on a safe cell and counts the mines on the cells next to it, across corners too.\n\n"
    "{puzzle}\n\nThere is one solution. Give its rows from top to bottom, a line for each, as digits with spaces "
    "between them: 1 for a mine and 0 for no mine.",
)
SHOWN = (
    "{grid:[0-8#?_ \n]+}\n\n({hidden:[#?_]} is a closed cell.)",
    "Numbers: {numbers:[rc0-9:, ]+}\n\n(r2c3 is the cell in the second row from the top and the third column from "
    "the left. All other cells are closed.)",
)
TOLD = {"": [words.replace("{puzzle}", shown) for words in WORDS for shown in SHOWN]}
SMALL = {"size": 3, "mines": 2, "numbers": [[None, 2, None], [None] * 3, [0, None, None]]}


def around(n, cell):
    return [c for c in range(n * n) if c != cell and abs(c // n - cell // n) < 2 and abs(c % n - cell % n) < 2]


class TestMinesweeper(Promises):
    id = "minesweeper"
    sample = SMALL
    odd_texts = "01 \n,|-*#[]\\&._x٣\u00a0\ud800"
    refused = (
        (Reason.UNPARSABLE, "whole grid", "1 0 1\n0 0 0"),
        (Reason.UNPARSABLE, "whole grid", "* 0 *\n0 0 0\n0 0 0"),
        (Reason.ILLEGAL, "from 0 to 1", "1 2 1\n0 0 0\n0 0 0"),
        (Reason.ILLEGAL, "open cell", "1 1 0\n0 0 0\n0 0 0"),
        (Reason.ILLEGAL, "does not fit", "1 0 0\n1 0 0\n0 0 0"),
        (Reason.ILLEGAL, "that many", "1 0 1\n0 0 0\n0 0 1"),
    )
    alphabet = "01 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        said = read(prompt, TOLD)[1]
        n = said["n"]
        if "grid" in said:
            words = said["grid"].split()
            assert len(words) == n * n
            numbers = [None if word == said["hidden"] else int(word) for word in words]
        else:
            numbers = [None] * (n * n)
            for row, column, number in re.findall(r"r(\d+)c(\d+): (\d)", said["numbers"]):
                numbers[(int(row) - 1) * n + int(column) - 1] = int(number)
        assert said["s"] == "s" * (said["mines"] > 1)
        return n, said["mines"], numbers

    def tables(self, n, numbers):
        """For each number the cells around it and all ways to lay so many mines there."""
        for cell, number in enumerate(numbers):
            if number is not None:
                near = around(n, cell)
                yield cell, near, [row for row in product((0, 1), repeat=len(near)) if sum(row) == number]

    def agrees(self, found, task):
        n, mines, numbers = found
        assert [numbers[i : i + n] for i in range(0, n * n, n)] == task.payload["numbers"]
        assert {"size": n, "mines": mines} == {name: task.payload[name] for name in ("size", "mines")}
        tables = [(near, rows) for _, near, rows in self.tables(n, numbers)]
        told = {cell for near, _ in tables for cell in near}
        free = [cell for cell in range(n * n) if cell not in told and numbers[cell] is None]
        cells = [{0} if numbers[cell] is not None or cell in free else {0, 1} for cell in range(n * n)]
        ways, answer = 0, [cell for row in number_rows(task.answer) for cell in row]
        for flat in solved_by_tables(cells, tables, limit=10**4):
            rest = mines - sum(flat)
            if 0 <= rest <= len(free):
                ways += comb(len(free), rest)
                assert all(
                    cell == mine
                    for i, (cell, mine) in enumerate(zip(flat, answer, strict=True))
                    if i not in free
                )
        return ways == 1 and sum(answer) == mines

    def _some(self, level, params):
        return islice(super()._some(level, params), 3 if level < 7 else 1)

    @settings(max_examples=4)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            assert self.agrees(self.oracle(task.prompt), task)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_every_line_of_the_worked_solution_follows(self, level):
        for seed in range(3 if level < 7 else 1):
            self.follow(self.spec.task(level, seed))

    def test_some_worked_solutions_need_a_trial_or_the_number_of_mines(self):
        params = {"size": 6, "mines": 8, "extra": 0, "ahead": 9}
        tasks = [self.spec.task(4, seed, params=params) for seed in range(20)]
        for task in tasks[:4]:
            self.follow(task)
        assert any("clash" in task.trace for task in tasks)
        assert any("number of mines:" in task.trace for task in tasks)

    def follow(self, task):
        n, mines, numbers = self.oracle(task.prompt)
        tables = {
            f"number at r{c // n + 1}c{c % n + 1}": (near, rows) for c, near, rows in self.tables(n, numbers)
        }

        def leaves(rule, cells):
            if rule is None:
                return [*tables, "number of mines"]
            if rule == "number of mines":
                sure, may = (sum(test) for test in zip(*((c == {1}, 1 in c) for c in cells), strict=True))
                if not sure <= mines <= may:
                    return None
                only = {0} if sure == mines else {1} if may == mines else {0, 1}
                return {i: cell if len(cell) == 1 else only for i, cell in enumerate(cells)}
            near, rows = tables[rule]
            fit = [row for row in rows if all(v in cells[c] for v, c in zip(row, near, strict=True))]
            return {c: {row[i] for row in fit} for i, c in enumerate(near)} if fit else None

        lines = task.trace.split("\n<answer>")[0].splitlines()
        cells = [{0} if number is not None else {0, 1} for number in numbers]
        assert replay(lines, cells, n, leaves) == [cell for row in number_rows(task.answer) for cell in row]

    def test_too_many_mines_are_refused(self):
        with pytest.raises(ValueError, match=r"^mines must be at most 8 for size 4"):
            self.spec.task(1, 0, params={"mines": 9})

    # ---- the fingerprint

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(30):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(2))
            field = [[-1 if d is None else d for d in row] for row in draft.payload["numbers"]]
            assert draft.canonical == [draft.payload["mines"], min(images(field))]

    # ---- traps that other collections fell into

    def test_trap_numbers_in_prose_are_no_coordinates(self):
        # SynLogic takes any two numbers of the text for a cell. Here an answer is the grid, and nothing is picked out.
        right = "1 0 1\n0 0 0\n0 0 0"
        self.takes(SMALL, [right], ["(0, 0), (0, 2)", "r1c1, r1c3", "1 1 1 3", "mines at 1 1 and 1 3"])
        for text in (
            "The mines are (0, 0) and (0, 2).",
            f"I looked at 9 cells and 2 mines:\n{right}",
            f"{right}\n2 mines",
        ):
            assert self.spec.verify_answer(SMALL, text).reason is Reason.UNPARSABLE, text

    def test_trap_no_first_click_can_lose(self):
        # TextArena lets the first click hit a mine. Here safe cells are open from the start, and no guess is needed.
        for level in self.spec.levels:
            for seed in range(5):
                task = self.spec.task(level, seed)
                assert any(number is not None for row in task.payload["numbers"] for number in row)
                assert self.agrees(self.oracle(task.prompt), task)

    def test_any_field_by_the_rules_is_right(self):
        free, passed = {**SMALL, "mines": 3, "numbers": [[None, 2, None], [None] * 3, [None, None, 1]]}, 0
        for cells in product((0, 1), repeat=9):
            good = sum(cells) == 3 and not cells[1] and not cells[8]
            good = (
                good and sum(cells[c] for c in around(3, 1)) == 2 and sum(cells[c] for c in around(3, 8)) == 1
            )
            passed += good
            text = "\n".join(" ".join(map(str, cells[i : i + 3])) for i in (0, 3, 6))
            self.takes(free, *(([text], []) if good else ([], [text])))
        assert passed > 1
