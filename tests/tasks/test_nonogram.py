"""Nonograms: runs are read from either list, and grids are searched for among all lines that have them."""

from __future__ import annotations

import random
import re
from itertools import islice, product

import pytest
from hypothesis import given, settings
from line_puzzles import images, number_rows, replay, solved_by_lines

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("nonogram")
WORDS = (
    "Solve this {n}x{n} nonogram. The numbers of a row or column are the lengths of its runs of shaded cells, in "
    "order, with at least one cell that is not shaded between two runs; 0 stands for no shaded cell.\n\nSHOWN\n\nWrite "
    "the grid with 1 for a shaded cell and 0 for any other: one row per line, with spaces between the digits.",
    "SHOWN\n\nThese numbers describe a picture of {n} rows and {n} columns: how long the unbroken runs of shaded cells "
    "of each line are, one after the other. Runs of a line do not touch, and a line with 0 has none. Which cells are "
    "shaded? Answer with {n} lines of {n} digits, separated by spaces: 1 where a cell is shaded and 0 where it is not.",
    "Find the picture in this square of {n} rows and {n} columns. Of each line you know the lengths of all groups of "
    "shaded cells in the order in which they come; groups are apart by one or more cells, and 0 means that the line is "
    "empty.\n\nSHOWN\n\nThere is one solution. Give its rows from top to bottom, a line for each, as digits with "
    "spaces between them: 1 for shaded, 0 for not shaded.",
)
SHOWN = (
    "Rows, from top to bottom: {rows:[0-9, ]+}\nColumns, from left to right: {columns:[0-9, ]+}",
    "{lines:(?:(?:row|column) [0-9]+: [0-9 ]+\n)+}\n(Rows are counted from the top and columns from the left.)",
)
TOLD = {"": [words.replace("SHOWN", shown) for words in WORDS for shown in SHOWN]}
SMALL = {"size": 3, "rows": [[1, 1], [], [3]], "columns": [[1, 1], [1], [1, 1]]}
RIGHT = "1 0 1\n0 0 0\n1 1 1"
SWITCH = {"size": 3, "rows": [[1], [1], []], "columns": [[1], [1], []]}


def pattern(runs):
    return re.compile("0*" + "0+".join("1" * run for run in runs if run) + "0*")


def lines_with(n, runs):
    wanted = pattern(runs)
    return [line for line in product((0, 1), repeat=n) if wanted.fullmatch("".join(map(str, line)))]


class TestNonogram(Promises):
    id = "nonogram"
    sample = SMALL
    odd_texts = "01 \n,|-*[]\\&._x٣\u00a0\ud800"
    alphabet = "01 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        said = read(prompt, TOLD)[1]
        n = said["n"]
        if "lines" in said:
            told = re.findall(r"(row|column) (\d+): (.+)", said["lines"])
            assert [(name, int(i)) for name, i, _ in told] == [
                (w, i + 1) for w in ("row", "column") for i in range(n)
            ]
            texts = [runs for _, _, runs in told]
        else:
            texts = [text for name in ("rows", "columns") for text in str(said[name]).split(", ")]
        assert len(texts) == 2 * n
        lists = [[int(word) for word in text.split(" ")] for text in texts]
        return lists[:n], lists[n:]

    def agrees(self, found, task):
        rows, columns = ([lines_with(len(lines), runs) for runs in lines] for lines in found)
        return solved_by_lines(rows, columns) == [number_rows(task.answer)]

    def _some(self, level, params):
        return islice(super()._some(level, params), 3 if level < 6 else 1)

    @settings(max_examples=3)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            assert self.agrees(self.oracle(task.prompt), task)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_every_line_of_the_worked_solution_follows(self, level):
        for seed in range(2):
            task = self.spec.task(level, seed)
            rows, columns = self.oracle(task.prompt)
            n = len(rows)
            where = {f"row {i + 1}": range(i * n, i * n + n) for i in range(n)}
            where |= {f"column {i + 1}": range(i, n * n, n) for i in range(n)}
            every = {name: lines_with(n, runs) for name, runs in zip(where, rows + columns, strict=True)}

            def leaves(rule, cells, where=where, every=every):
                fit = [
                    line
                    for line in every[rule]
                    if all(v in cells[c] for v, c in zip(line, where[rule], strict=True))
                ]
                return {c: {line[i] for line in fit} for i, c in enumerate(where[rule])} if fit else None

            lines = task.trace.split("\n<answer>")[0].splitlines()
            ended = replay(lines, [{0, 1} for _ in range(n * n)], n, leaves)
            assert ended == [cell for row in number_rows(task.answer) for cell in row]

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(1))
            assert draft.canonical == min(images(number_rows(draft.answer)))

    # ---- traps that other collections fell into

    def test_trap_no_task_can_be_switched_to_a_second_solution(self):
        """Two shaded corners of a rectangle and two others: runs of one cell each may be exchanged."""
        self.takes(SWITCH, ["1 0 0\n0 1 0\n0 0 0", "0 1 0\n1 0 0\n0 0 0"], ["1 1 0\n0 0 0\n0 0 0"])
        for level in (1, 2):
            for seed in range(60):
                task = self.spec.task(level, seed)
                assert self.agrees(self.oracle(task.prompt), task)

    def test_any_grid_by_the_rules_is_right(self):
        for cells in product("01", repeat=9):
            text = "\n".join(" ".join(cells[i : i + 3]) for i in (0, 3, 6))
            assert self.spec.verify_answer(SMALL, text).passed == self.confirms(SMALL, text) == (text == RIGHT)

    @pytest.mark.parametrize(
        ("reason", "word", "answer"),
        [
            (Reason.UNPARSABLE, "whole grid", "1 0 1\n0 0 0"),
            (Reason.UNPARSABLE, "whole grid", "1 1\n0\n3"),
            (Reason.ILLEGAL, "from 0 to 1", RIGHT.replace("1", "2")),
            (Reason.ILLEGAL, "rows", "1 1 0\n0 0 0\n1 1 1"),
            (Reason.ILLEGAL, "columns", "1 0 1\n0 0 0\n1 1 1"),
        ],
    )
    def test_not_right(self, reason, word, answer):
        payload = {**SMALL, "columns": [[1, 1], [1], [2]]} if word == "columns" else SMALL
        verdict = self.spec.verify_answer(payload, answer)
        assert (verdict.score, verdict.reason) == (0.0, reason)
        assert word in verdict.message
