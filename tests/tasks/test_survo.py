"""Survo: numbers and sums are read from the text, and all ways to fill the square are searched for."""

from __future__ import annotations

from puzzles_of_cells import adding_up, all_different, shown
from sum_puzzles import SumPuzzle

from rlvr.verifiers.base import Reason

WORDS = (
    "Fill in the missing numbers of this {n}x{n} square. The numbers to put in are {missing:[0-9, ]+}; use each of "
    "them exactly once. On the right stands the sum of each row, and at the bottom the sum of each "
    "column.\n\nPUZZLE\n\nWrite the whole square without the sums: one row per line, with spaces between the numbers.",
    "PUZZLE\n\nThis is a survo puzzle on {n} rows and {n} columns; {blank:[_?.]} is an empty cell. The last number of "
    "each row is the sum of that row, and the last line holds the sums of the columns. Put the numbers {missing:[0-9, "
    "]+} into the empty cells, each of them once. Answer with the {n} rows of {n} numbers, without the sums, "
    "separated by spaces.",
    "Put each of the numbers {missing:[0-9, ]+} into one of the empty cells ({blank:[_?.]}), so that the numbers of "
    "every "
    "row add up to what stands at its right, behind the bar, and those of every column to what stands below "
    "it.\n\nPUZZLE"
    "\n\nThere is one solution. Give the {n} rows of the square from top to bottom, a line for each, as {n} numbers "
    "with "
    "spaces between them; leave the sums out.",
)
SMALL = {
    "size": 3,
    "kind": "first",
    "numbers": [2, 3, 5, 6],
    "givens": [[1, None, None], [4, None, None], [7, 8, 9]],
    "rows": [6, 15, 24],
    "columns": [12, 15, 18],
}
ANSWER = "1 2 3\n4 5 6\n7 8 9"


class TestSurvo(SumPuzzle):
    id = "survo"
    sample = SMALL
    words = shown("", WORDS, ["{grid:[0-9_?.| \n]+}"])
    refused = (
        (Reason.UNPARSABLE, "whole square", "1 2 3\n4 5 6"),
        (Reason.ILLEGAL, "given", "7 8 9\n4 5 6\n1 2 3"),
        (Reason.ILLEGAL, "exactly once", "1 2 2\n4 5 6\n7 8 9"),
        (Reason.ILLEGAL, "rows", "1 5 3\n4 2 6\n7 8 9"),
        (Reason.ILLEGAL, "columns", "1 3 2\n4 5 6\n7 8 9"),
    )

    def payload_of(self, said):
        *lines, last = [line.split() for line in str(said["grid"]).split("\n")]
        assert all(line[-2] == "|" for line in lines)
        known = self.square(said, [line[:-2] for line in lines])
        known |= {"rows": [int(line[-1]) for line in lines], "columns": [int(word) for word in last]}
        return known | {"kind": self.kind_of(known)}

    def rules(self, payload):
        n = payload["size"]
        rules = {f"row {i + 1}": adding_up(range(i * n, i * n + n), payload["rows"][i]) for i in range(n)}
        rules |= {f"column {i + 1}": adding_up(range(i, n * n, n), payload["columns"][i]) for i in range(n)}
        return {"each number once": all_different(n * n)} | rules

    def test_problems_are_the_same_in_any_order_of_lines(self):
        seen = set()
        for seed in range(40):
            payload = self.spec.task(1, seed).payload
            rows = sorted(zip(payload["rows"], map(str, payload["givens"]), strict=True))
            seen.add(self.spec.task(1, seed).fingerprint)
            assert rows
        assert len(seen) == 40

    # ---- traps that other collections fell into

    def test_trap_every_right_square_is_taken(self):
        # reasoning-gym emits puzzles with two solutions and scores the other one 0. Here two squares are right.
        two = {**SMALL, "numbers": [1, 2, 4, 5], "givens": [[None, None, 6], [None, None, 3], [7, 8, 9]]}
        two |= {"rows": [9, 12, 24], "columns": [13, 14, 18]}
        both = ["1 2 6\n5 4 3\n7 8 9", "2 1 6\n4 5 3\n7 8 9"]
        self.takes(two, both, [ANSWER])

    def test_trap_each_puzzle_has_one_solution(self):
        for level in self.spec.levels[:3]:
            for seed in range(10):
                task = self.spec.task(level, seed)
                assert self.agrees(self.oracle(task.prompt), task)
