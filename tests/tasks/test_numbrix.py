"""Numbrix and hidato: given numbers are read from the grid, and all paths are searched for, number by number."""

from __future__ import annotations

import random
import re

from line_puzzles import images
from puzzles_of_cells import SquarePuzzle, all_different, shown

from rlvr.verifiers.base import Reason

BESIDE = {
    "sides": "directly to its left or right, above or below it",
    "corners": "on one of the up to eight cells around it, across a side or a corner",
}
RULES = "{beside:(?:" + "|".join(BESIDE.values()) + ")}"
WORDS = (
    "Fill in the missing numbers of this {n}x{n} grid, so that each number from 1 to {most} stands in exactly one "
    "cell. Every number but {most} has the next larger one RULES.\n\n{grid:[0-9_?. \n]+}\n\nWrite the whole grid: one "
    "row per line, with spaces between the numbers.",
    "{grid:[0-9_?. \n]+}\n\nA path visits every cell of this grid of {n} rows and {n} columns once, and the cells are "
    "numbered from 1 to {most} along it: the number after each one stands RULES. Some numbers are shown, {blank:[_?.]} "
    "is a cell whose number is not. Answer with all {n} rows of {n} numbers, separated by spaces.",
    "The numbers 1, 2, 3 and so on up to {most} are to stand in the {n} rows and {n} columns of this grid, one in each "
    "cell. Wherever a number stands, the one that follows it is RULES. The cells with {blank:[_?.]} are still "
    "empty.\n\n{grid:[0-9_?. \n]+}\n\nThere is one solution. Give its rows from top to bottom, a line for each, as {n} "
    "numbers with spaces between them.",
)
SMALL = {"size": 3, "kind": "sides", "givens": [[1, 0, 3], [0, 0, 0], [0, 0, 0]]}


def joined(n, kind, first):
    """A number and the next, whose sets are cells: each cell needs one of the other beside it."""

    def beside(a, b):
        down, right = abs(a // n - b // n), abs(a % n - b % n)
        return max(down, right) == 1 if kind == "corners" else down + right == 1

    def leaves(cells):
        one, two = cells[first], cells[first + 1]
        left = {a for a in one if any(beside(a, b) for b in two)}
        right = {b for b in two if any(beside(a, b) for a in one)}
        return {first: left, first + 1: right} if left and right else None

    return leaves


def told_places(text, n):
    found = re.findall(r"(\d+) (?:= (r\d+c\d+)|in \{([rc\d,]+)\})", text)
    return [
        (
            int(number) - 1,
            {(int(r) - 1) * n + int(c) - 1 for r, c in re.findall(r"r(\d+)c(\d+)", one or several)},
        )
        for number, one, several in found
    ]


class TestNumbrix(SquarePuzzle):
    id = "numbrix"
    sample = SMALL
    odd_texts = "0123456789 \n,|-[]\\&._x٣\u00a0\ud800"
    alphabet = "0123456789 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    words = shown(RULES, WORDS, [""])
    lines_told = staticmethod(told_places)
    refused = (
        (Reason.UNPARSABLE, "whole grid", "1 2 3\n8 9 4"),
        (Reason.ILLEGAL, "from 1 to 9", "1 2 3\n8 0 4\n7 6 5"),
        (Reason.ILLEGAL, "given", "3 2 1\n4 9 8\n5 6 7"),
        (Reason.ILLEGAL, "exactly once", "1 2 3\n8 8 4\n7 6 5"),
        (Reason.ILLEGAL, "beside", "1 2 3\n9 8 4\n7 6 5"),
    )

    def payload_of(self, said):
        rows = [line.split() for line in str(said["grid"]).split("\n")]
        n = said["n"]
        assert [len(row) for row in rows] == [n] * n
        assert said["most"] == n * n
        blanks = {word for row in rows for word in row if not word.isdigit()}
        assert blanks == {said.get("blank", *blanks)}
        kind = next(kind for kind, words in BESIDE.items() if words == said["beside"])
        return {
            "size": n,
            "kind": kind,
            "givens": [[int(w) if w.isdigit() else 0 for w in row] for row in rows],
        }

    def domains(self, payload):
        flat = [value for row in payload["givens"] for value in row]
        return [
            {flat.index(number)} if number in flat else set(range(len(flat)))
            for number in range(1, len(flat) + 1)
        ]

    def rules(self, payload):
        n, kind = payload["size"], payload["kind"]
        rules = {f"{k + 1} beside {k + 2}": joined(n, kind, k) for k in range(n * n - 1)}
        return {"one number in each cell": all_different(n * n)} | rules

    def grid_of(self, payload, values):
        return super().grid_of(payload, [values.index(cell) + 1 for cell in range(len(values))])

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(1))
            known = draft.payload["givens"]
            back = [[value and 17 - value for value in row] for row in known]
            assert draft.canonical == [draft.payload["kind"], min(*images(known), *images(back))]

    # ---- traps that other collections fell into

    def test_trap_counting_begins_at_one(self):
        # RLVE counts from 0 and SynLogic from 1: here the prompt says where it begins, and nothing else is taken.
        for level in self.spec.levels:
            task = self.spec.task(level, 0)
            assert re.search(r"from 1 to \d|1, 2, 3 and so on", task.prompt)
            less = " ".join(str(int(word) - 1) for word in task.answer.split())
            assert not self.spec.verify_answer(task.payload, less).passed

    def test_any_grid_by_the_rules_is_right(self):
        # With 1 in the corner there are 8 paths by sides: 4 spirals and snakes, and what is turned over.
        free = {"size": 3, "kind": "sides", "givens": [[1, 0, 0], [0, 0, 0], [0, 0, 0]]}
        from puzzles_of_cells import search

        ways = search(self.domains(free), self.rules(free), limit=99)
        texts = ["\n".join(" ".join(map(str, row)) for row in self.grid_of(free, way)) for way in ways]
        assert len(set(texts)) == 8
        self.takes(free, texts, ["1 2 3\n9 8 4\n7 6 5"])
        self.takes({**free, "kind": "corners"}, texts, ["1 2 3\n9 8 4\n5 6 7"])
