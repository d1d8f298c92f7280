"""Magic squares: the numbers are read from the text, and all ways to complete the square are searched for."""

from __future__ import annotations

import random

from line_puzzles import images
from puzzles_of_cells import adding_up, all_different, shown
from sum_puzzles import SumPuzzle

from rlvr.verifiers.base import Reason

WORDS = (
    "Complete this magic square of {n} rows and {n} columns: every row, every column and both long diagonals must have "
    "the same sum. The numbers still to be put in are {missing:[0-9, -]+}, each of them exactly "
    "once.\n\nPUZZLE\n\nWrite the whole square: one row per line, with spaces between the numbers.",
    "PUZZLE\n\nSome numbers of this {n}x{n} magic square are missing ({blank:[_?.]}). Put each of {missing:[0-9, -]+} "
    "into one of these cells so that all rows, all columns and the two diagonals from corner to corner add up to one "
    "and the same number. Answer with the {n} rows of {n} numbers, separated by spaces.",
    "In a magic square, the numbers of each row, of each column and of each of the two main diagonals have the same "
    "sum. Use the numbers {missing:[0-9, -]+} once each to fill the empty cells ({blank:[_?.]}) of this "
    "one.\n\nPUZZLE\n\nThere is one solution. Give its {n} rows from top to bottom, a line for each, as {n} numbers "
    "with spaces between them.",
)
SMALL = {
    "size": 3,
    "kind": "list",
    "numbers": [-4, -2, -1, 0, 1, 2, 3],
    "givens": [[None, None, None], [4, None, None], [-3, None, None]],
}
LESS = {**SMALL, "givens": [[None] * 3, [None] * 3, [-3, None, None]], "numbers": [-4, -2, -1, 0, 1, 2, 3, 4]}
ANSWER = "-1 -2 3\n4 0 -4\n-3 2 1"


class TestMagicSquare(SumPuzzle):
    id = "magic-square"
    sample = LESS
    alphabet = "0123456789 \n-"
    words = shown("", WORDS, ["{grid:[0-9_?. \n-]+}"])
    refused = (
        (Reason.UNPARSABLE, "whole square", "-1 -2 3\n4 0 -4"),
        (Reason.ILLEGAL, "given", "-2 -1 3\n4 0 -4\n1 2 -3"),
        (Reason.ILLEGAL, "exactly once", "-1 -2 3\n4 0 -4\n-3 2 2"),
        (Reason.ILLEGAL, "row or a column", "-2 -1 3\n4 0 -4\n-3 2 1"),
        (Reason.ILLEGAL, "diagonal", "2 -2 0\n1 3 -4\n-3 -1 4"),
    )

    def payload_of(self, said):
        known = self.square(said, [line.split() for line in str(said["grid"]).split("\n")])
        return known | {"kind": self.kind_of(known)}

    def rules(self, payload):
        n = payload["size"]
        one, rest = divmod(sum(self.every(payload)), n)
        assert rest == 0
        lines = {f"row {i + 1}": range(i * n, i * n + n) for i in range(n)}
        lines |= {f"column {i + 1}": range(i, n * n, n) for i in range(n)}
        lines["the diagonal from the top left"] = [i * n + i for i in range(n)]
        lines["the diagonal from the top right"] = [i * n + n - 1 - i for i in range(n)]
        return {"each number once": all_different(n * n)} | {
            name: adding_up(where, one) for name, where in lines.items()
        }

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(1))
            assert draft.canonical[0] == draft.payload["numbers"]
            most = max(self.every(draft.payload)) + 1
            known = [[most if v is None else v for v in row] for row in draft.payload["givens"]]
            assert draft.canonical[1] == min(images(known))

    # ---- traps that other collections fell into

    def test_trap_negative_numbers_are_read(self):
        # Enigmata rejects right answers with negative numbers, 148 of 148.
        minus = ANSWER.replace("-", "\u2212")
        rows = [line.split() for line in ANSWER.split("\n")]
        bars = "\n".join("| " + " | ".join(row) + " |" for row in rows)
        lists = "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"
        bullets = "\n".join("- " + " ".join(row) for row in rows)
        matrix = "\\begin{bmatrix} " + " \\\\ ".join(" & ".join(row) for row in rows) + " \\end{bmatrix}"
        for text in (ANSWER, minus, bars, lists, bullets, matrix, ANSWER.replace(" ", ", ")):
            assert self.spec.verify_answer(SMALL, text).passed, text
        for text in (ANSWER.replace("-", ""), ANSWER.replace("-4", "- 4"), ANSWER.replace("-4", "--4")):
            assert not self.spec.verify_answer(SMALL, text).passed, text
        assert any(min(self.spec.task(2, seed).payload["numbers"]) < 0 for seed in range(20))

    def test_trap_every_right_square_is_taken(self):
        # Enigmata rejects other right squares than its own, 171 of 171.
        free = {**SMALL, "numbers": [*range(-4, 5)], "givens": [[None] * 3] * 3}
        rows = [[int(word) for word in line.split()] for line in ANSWER.split("\n")]
        texts = {"\n".join(" ".join(map(str, row)) for row in image) for image in images(rows)}
        assert len(texts) == 8
        self.takes(free, texts, ["-4 -3 -2\n-1 0 1\n2 3 4"])
