"""Kakurasu: targets and weights are read from the text, and all shadings are searched for by lines."""

from __future__ import annotations

from itertools import islice, product

import pytest
from hypothesis import given, settings
from line_puzzles import number_rows, replay, solved_by_lines

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("kakurasu")
WEIGHS = {
    "places": "In a row, a cell counts as much as the number of its column, from 1 on the left to {n} on the right; in "
    "a column, as much as the number of its row, from 1 at the top to {n} at the bottom.",
    "weights": "In a row, a cell counts as much as the weight of its column; in a column, as much as the weight of its "
    "row.",
}
WORDS = (
    "Shade some cells of this {n}x{n} grid. {weighs} For every row and every column, the shaded cells must add up to "
    "its target.\n\n{puzzle}\n\nWrite the grid with 1 for a shaded cell and 0 for any other: one row per line, with "
    "spaces between the digits.",
    "{puzzle}\n\nThis is a kakurasu puzzle on {n} rows and {n} columns: choose the cells to shade so that in each "
    "row and in each column the values of the shaded cells add up to the target of that line. {weighs} Answer with "
    "{n} lines of {n} digits, separated by spaces: 1 where a cell is shaded and 0 where it is not.",
    "Which cells of this {n}x{n} grid are to be shaded? Each row and each column has a target, and what its shaded "
    "cells count must have exactly that sum. {weighs}\n\n{puzzle}\n\nThere is one solution. Give its rows from top "
    "to bottom, a line for each, as digits with spaces between them: 1 for shaded, 0 for not shaded.",
)
TARGETS = (
    "Targets of the rows, from top to bottom: {rows:[0-9, ]+}\nTargets of the columns, from left to right: "
    "{columns:[0-9, ]+}"
)
DRAWN = (
    "{grid:[0-9.| \n]+}\n\n(At the top stand the NAMES of the columns and on the left the NAMES of the rows; the "
    "targets of the rows are on the right, and those of the columns at the bottom.)"
)
SHOWN = {
    "places": [TARGETS, DRAWN.replace("NAMES", "numbers")],
    "weights": [
        "Weights of the columns, from left to right: {across:[0-9, ]+}\nWeights of the rows, from top to bottom: "
        "{down:[0-9, ]+}\n" + TARGETS,
        DRAWN.replace("NAMES", "weights"),
    ],
}
TOLD = {
    kind: [
        words.replace("{weighs}", WEIGHS[kind]).replace("{puzzle}", show) for words in WORDS for show in shown
    ]
    for kind, shown in SHOWN.items()
}
SMALL = {"size": 3, "kind": "places", "rows": [3, 1, 0], "columns": [3, 1, 0]}
ANSWER = "1 1 0\n1 0 0\n0 0 0"


def numbers(text):
    return [int(word) for word in str(text).replace(",", " ").split()]


def lines_with(weights, targets):
    every = list(product((0, 1), repeat=len(weights)))
    return [
        [line for line in every if sum(w for w, c in zip(weights, line, strict=True) if c) == t]
        for t in targets
    ]


class TestKakurasu(Promises):
    id = "kakurasu"
    sample = SMALL
    odd_texts = "01 \n,|-[]\\&._x٣\u00a0\ud800"
    refused = (
        (Reason.UNPARSABLE, "whole grid", "1 1 0\n1 0 0"),
        (Reason.ILLEGAL, "from 0 to 1", "1 1 0\n1 0 0\n0 0 2"),
        (Reason.ILLEGAL, "rows", "1 1 0\n1 0 0\n1 0 0"),
        (Reason.ILLEGAL, "columns", "0 0 1\n1 0 0\n0 0 0"),
    )
    alphabet = "01 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        kind, said = read(prompt, TOLD)
        if "grid" in said:
            first, *lines, last = [
                numbers(line.replace("|", " ").replace(".", " ")) for line in said["grid"].split("\n")
            ]
            across, down, rows, columns = first, [line[0] for line in lines], [line[1] for line in lines], last
        else:
            rows, columns = numbers(said["rows"]), numbers(said["columns"])
            places = list(range(1, len(rows) + 1))
            across, down = (numbers(said[name]) if name in said else places for name in ("across", "down"))
        assert len(across) == len(down) == len(rows) == len(columns) == said["n"]
        return kind, across, down, rows, columns

    def agrees(self, found, task):
        kind, across, down, rows, columns = found
        payload = {"size": len(rows), "kind": kind, "rows": rows, "columns": columns}
        if kind == "weights":
            payload |= {"row_weights": down, "column_weights": across}
        else:
            assert across == down == list(range(1, len(rows) + 1))
        assert payload == task.payload
        return solved_by_lines(lines_with(across, rows), lines_with(down, columns)) == [
            number_rows(task.answer)
        ]

    def _some(self, level, params):
        return islice(super()._some(level, params), 3 if level < 6 else 1)

    @settings(max_examples=4)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            assert self.agrees(self.oracle(task.prompt), task)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_every_line_of_the_worked_solution_follows(self, level):
        for seed in range(3 if level < 6 else 1):
            task = self.spec.task(level, seed)
            _, across, down, rows, columns = self.oracle(task.prompt)
            n = len(rows)
            where = {f"row {i + 1}": range(i * n, i * n + n) for i in range(n)}
            where |= {f"column {i + 1}": range(i, n * n, n) for i in range(n)}
            fit = dict(zip(where, lines_with(across, rows) + lines_with(down, columns), strict=True))

            def leaves(rule, cells, where=where, fit=fit):
                left = [
                    line
                    for line in fit[rule]
                    if all(v in cells[c] for v, c in zip(line, where[rule], strict=True))
                ]
                return {c: {line[i] for line in left} for i, c in enumerate(where[rule])} if left else None

            lines = task.trace.split("\n<answer>")[0].splitlines()
            ended = replay(lines, [{0, 1} for _ in range(n * n)], n, leaves)
            assert ended == [cell for row in number_rows(task.answer) for cell in row]

    def test_problems_are_the_same_if_rows_and_columns_are_exchanged(self):
        def key(payload):
            return min(
                (tuple(a), tuple(b))
                for a, b in ((payload["rows"], payload["columns"]), (payload["columns"], payload["rows"]))
            )

        self.same_problems(key, 400, size=3, kinds="places")

    # ---- traps that other collections fell into

    def test_trap_the_text_of_an_answer_is_never_run(self, tmp_path):
        # Enigmata evaluates what a model writes.
        mark = tmp_path / "mark"
        for text in (
            f"open({str(mark)!r}, 'w').write('1') and [[1, 1, 0], [1, 0, 0], [0, 0, 0]]",
            "[[1, 1, 0], [1, 0, 0], [0] * 3]",
            "[[1, 1, 0], [1, 0, 0], [0, 0, 1 - 1]]",
            "[list(row) for row in ((1, 1, 0), (1, 0, 0), (0, 0, 0))]",
            "type('A', (), {'__eq__': lambda *a: True})()",
        ):
            assert self.spec.verify_answer(SMALL, text).reason is Reason.UNPARSABLE, text
        assert not mark.exists()
        self.takes(SMALL, [ANSWER], [])
        self.judges(SMALL, ["[[1, 1, 0], [1, 0, 0], [0, 0, 0]]"], [], [])

    def test_any_shading_by_the_rules_is_right(self):
        # With all targets 3, two of the 2**9 shadings are right, by brute force.
        free = {"size": 3, "kind": "places", "rows": [3, 3, 3], "columns": [3, 3, 3]}
        passed = 0
        for cells in product((0, 1), repeat=9):
            rows, columns = [cells[i : i + 3] for i in (0, 3, 6)], [cells[i::3] for i in range(3)]
            sums = [[a + 2 * b + 3 * c for a, b, c in lines] for lines in (rows, columns)]
            text = "\n".join(" ".join(map(str, row)) for row in rows)
            good = sums == [free["rows"], free["columns"]]
            passed += good
            self.takes(free, *(([text], []) if good else ([], [text])))
        assert passed == 2
