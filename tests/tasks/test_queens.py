"""Queens: what is told of squares is read from the board, and all placements are searched for."""

from __future__ import annotations

import random

from line_puzzles import images
from puzzles_of_cells import BINARY, SquarePuzzle, counted, excluding, shown

from rlvr.verifiers.base import Reason

SIGNS = (
    "{signs:(?:Q is a queen that stands there already and stays; a dot is any other square.|On a square with an x no "
    "queen may stand, but queens attack across it; a dot is any other square.)}"
)
WORDS = (
    "Place {n} queens on this {n}x{n} chessboard so that no two of them are in the same row, in the same column or on "
    "the same diagonal, however far apart. RULES\n\nPUZZLE\n\nWrite the whole board with 1 for a queen and 0 for a "
    "square without one: one row per line, with spaces between the digits.",
    "PUZZLE\n\nThis is a board of {n} rows and {n} columns. RULES In the end there must be exactly {n} queens, and "
    "none may attack another: not along a row, a column or a diagonal, over any distance. Answer with {n} lines of {n} "
    "digits, separated by spaces: 1 where a queen stands, 0 where none stands.",
    "Complete the board: every row and every column holds exactly one queen, and no diagonal, long or short, holds "
    "more than one. RULES\n\nPUZZLE\n\nThere is one solution. Give its {n} rows from top to bottom, a line for each, "
    "as {n} digits with spaces between them: 1 for a queen and 0 for anything else.",
)
GIVEN = {"size": 4, "kind": "given", "told": [1]}
ONE, OTHER = "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0", "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0"


def attack(n, one, other):
    down, right = abs(one // n - other // n), abs(one % n - other % n)
    return down * right * (down - right) == 0


class TestQueens(SquarePuzzle):
    id = "queens"
    sample = GIVEN
    odd_texts = "01 \n,|-Q[]\\&._x٣\u00a0\ud800"
    alphabet, right, wrong = BINARY["alphabet"], BINARY["right"], BINARY["wrong"]
    words = shown(SIGNS, WORDS, ["{grid:[.xQ \n]+}"])
    refused = (
        (Reason.UNPARSABLE, "whole grid", "0 1 0 0\n0 0 0 1"),
        (Reason.UNPARSABLE, "whole grid", ONE.replace("1", "Q")),
        (Reason.ILLEGAL, "from 0 to 1", ONE.replace("1", "2")),
        (Reason.ILLEGAL, "given", OTHER),
        (Reason.ILLEGAL, "row or a column", "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 0 0"),
        (Reason.ILLEGAL, "diagonal", "0 1 0 0\n1 0 0 0\n0 0 1 0\n0 0 0 1"),
    )

    def payload_of(self, said):
        words = str(said["grid"]).split()
        n, kind = said["n"], "given" if str(said["signs"]).startswith("Q") else "blocked"
        assert len(words) == n * n
        assert set(words) == {".", "Q" if kind == "given" else "x"}
        return {"size": n, "kind": kind, "told": [cell for cell, word in enumerate(words) if word != "."]}

    def domains(self, payload):
        value = int(payload["kind"] == "given")
        return [{value} if cell in payload["told"] else {0, 1} for cell in range(payload["size"] ** 2)]

    def rules(self, payload):
        n = payload["size"]
        rules = {f"row {i + 1}": counted(range(i * n, i * n + n), 1, 1) for i in range(n)}
        rules |= {f"column {i + 1}": counted(range(i, n * n, n), 1, 1) for i in range(n)}
        return rules | {"attacks": excluding(n, lambda one, other: attack(n, one, other))}

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(3))
            n, told = draft.payload["size"], draft.payload["told"]
            signs = [[int(r * n + c in told) for c in range(n)] for r in range(n)]
            assert draft.canonical == [draft.payload["kind"], min(images(signs))]

    # ---- traps that other collections fell into

    def test_trap_no_answer_is_calculated(self):
        # reasoning-gym hangs on this text, which it evaluates.
        for text in ("9**9**9", "[[9**9**9]]", ONE.replace("1", "9**9**9")):
            assert self.spec.verify_answer(GIVEN, text).reason is Reason.UNPARSABLE

    def test_trap_no_placement_is_right_everywhere(self):
        # An empty board of 8 has 92 right answers that everybody knows. Here squares are told, and one is right.
        for level in self.spec.levels:
            tasks = [self.spec.task(level, seed) for seed in range(40)]
            for guess in {task.answer for task in tasks[:10]}:
                assert sum(self.spec.verify_answer(task.payload, guess).passed for task in tasks) <= 6

    def test_any_placement_by_the_rules_is_right(self):
        # Without squares told there are two ways on a board of 4.
        for payload, right in (
            (GIVEN, [ONE]),
            ({**GIVEN, "told": []}, [ONE, OTHER]),
            ({"size": 4, "kind": "blocked", "told": [1]}, [OTHER]),
        ):
            self.takes(payload, right, [text for text in (ONE, OTHER) if text not in right])
        free = {**GIVEN, "size": 3, "told": []}
        assert not self.every_grid(free, (0, 1), lambda grid: False)

    def test_trap_the_first_free_square_of_each_row_is_not_right(self):
        for level in self.spec.levels[:3]:
            for seed in range(20):
                payload = self.spec.task(level, seed).payload
                n, told, given = payload["size"], payload["told"], payload["kind"] == "given"
                put = list(told) if given else []
                for row in range(n):
                    if not any(cell // n == row for cell in put):
                        free = (
                            cell
                            for cell in range(row * n, row * n + n)
                            if (given or cell not in told) and not any(attack(n, cell, queen) for queen in put)
                        )
                        put += [cell for _, cell in zip(range(1), free, strict=False)]
                answer = "\n".join(" ".join(str(int(r * n + c in put)) for c in range(n)) for r in range(n))
                assert not self.spec.verify_answer(payload, answer).passed, (level, seed)
