"""Sudoku: the rules and the grid are read from the text and all solutions searched for; fingerprints by brute force."""

from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from square_puzzles import follow, groups_of, solutions

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.generators.base import GenerationError
from rlvr.generators.grids.candidates import sudoku_board
from rlvr.generators.grids.filled import random_sudoku
from rlvr.generators.grids.sudoku_symmetry import sudoku_canonical
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("sudoku")
TOLD = {
    "": (
        "Solve this {n}x{n} sudoku. Each row, each column and each box of {rows} rows by {cols} columns must contain "
        "every number from 1 to {n} exactly once. Empty cells are shown as {empty:[0._]}.\n\n{grid:[0-9._ \n]+}\n\n"
        "Write the full grid, one row per line, with spaces between the numbers.",
        "{grid:[0-9._ \n]+}\n\nThe grid above is a sudoku; {empty:[0._]} marks a cell that is still empty. Replace "
        "every {empty} by a number from 1 to {n}, so that no number appears twice in a row, in a column or in one of "
        "the {n} boxes. The boxes are {rows} rows high and {cols} columns wide and tile the grid from its top left "
        "corner. Give all {n} rows, a line for each, with the numbers separated by spaces.",
        "Complete the grid.\n\n{grid:[0-9._ \n]+}\n\nRules: it has {n} rows and {n} columns, and it is divided into "
        "boxes of {rows} rows by {cols} columns. In every row, every column and every box, each of the numbers 1 to "
        "{n} stands exactly once. The numbers that are given stay where they are; {empty:[0._]} is an empty cell. "
        "There is one solution. Answer with the completed grid: {n} lines of {n} numbers, separated by spaces.",
    )
}
CLASSIC = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
ROWS = (
    "5 3 4 6 7 8 9 1 2", "6 7 2 1 9 5 3 4 8", "1 9 8 3 4 2 5 6 7", "8 5 9 7 6 1 4 2 3", "4 2 6 8 5 3 7 9 1",
    "7 1 3 9 2 4 8 5 6", "9 6 1 5 3 7 2 8 4", "2 8 7 4 1 9 6 3 5", "3 4 5 2 8 6 1 7 9",
)  # fmt: skip
ANSWER = "\n".join(ROWS)
PAYLOAD = {"rows": 3, "cols": 3, "clues": [[int(d) for d in CLASSIC[i : i + 9]] for i in range(0, 81, 9)]}
LARGE = SPEC.task(7, 0)


def flat(rows):
    return [number for row in rows for number in row]


def transformed(rng, rows, cols, cells):
    """The puzzle after random symmetries of each declared kind."""
    n = rows * cols
    down = [b * rows + i for b in rng.sample(range(cols), cols) for i in rng.sample(range(rows), rows)]
    right = [b * cols + i for b in rng.sample(range(rows), rows) for i in rng.sample(range(cols), cols)]
    names = [0, *rng.sample(range(1, n + 1), n)]
    moved = [names[cells[r * n + c]] for r in down for c in right]
    if rows == cols and rng.random() < 0.5:
        moved = [moved[c * n + r] for r in range(n) for c in range(n)]
    return moved


class TestSudoku(Promises):
    id = "sudoku"
    alphabet = "0123456789 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "The transposed grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        said = read(prompt, TOLD)[1]
        rows, cols, n = said["rows"], said["cols"], said["n"]
        names = {str(number): number for number in range(1, n + 1)} | {str(said["empty"]): 0}
        clues = [[names[word] for word in line.split(" ")] for line in said["grid"].split("\n")]
        assert [len(line) for line in clues] == [n] * n == [rows * cols] * n
        return rows, cols, clues, solutions(flat(clues), groups_of(n, rows, cols))

    def agrees(self, found, task):
        rows, cols, clues, solved = found
        assert task.payload == {"rows": rows, "cols": cols, "clues": clues}
        return solved == [list(map(int, task.answer.split()))]

    @settings(max_examples=20)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            task, params = self.spec.task(level, seed), self.spec.params(level)
            rows, cols, clues, solved = self.oracle(task.prompt)
            assert self.agrees((rows, cols, clues, solved), task)
            assert {"rows": rows, "cols": cols, "blanks": flat(clues).count(0)} == params

    @pytest.mark.parametrize(
        ("rows", "cols", "blanks"), [(2, 2, 12), (3, 2, 20), (2, 4, 40), (4, 2, 30), (3, 3, 57), (2, 5, 50)]
    )
    def test_boxes_of_any_shape(self, rows, cols, blanks):
        task = self.spec.task(1, 0, params={"rows": rows, "cols": cols, "blanks": blanks})
        assert self.agrees(self.oracle(task.prompt), task)
        assert flat(task.payload["clues"]).count(0) == blanks

    @pytest.mark.parametrize(("level", "count"), [*((level, 12) for level in range(1, 7)), (7, 1), (8, 1)])
    def test_every_line_of_the_worked_solution_follows(self, level, count):
        for seed in range(count):
            assert not (self.replay(self.spec.task(level, seed)) and level > 6)

    def test_trials_are_part_of_the_hardest_nine_by_nine(self):
        tasks = [self.spec.task(4, seed, params={"blanks": 57}) for seed in range(12)]
        assert any(self.replay(task) for task in tasks)

    def replay(self, task):
        """Follow the worked solution; whether there was a trial."""
        rows, cols, clues, (answer,) = self.oracle(task.prompt)
        lines = task.trace.split("\n<answer>")[0].splitlines()
        assert follow(lines, flat(clues), groups_of(rows * cols, rows, cols)) == answer
        return "clash" in task.trace

    def test_too_many_blanks_is_an_error_not_fewer_blanks(self):
        with pytest.raises(GenerationError, match="fewer blanks"):
            self.spec.task(1, 0, params={"blanks": 14})

    @pytest.mark.parametrize(
        ("change", "named"),
        [({"rows": 4, "cols": 5}, r"rows \* cols"), ({"rows": 3, "cols": 3, "blanks": 81}, "blanks")],
    )
    def test_parameters_that_do_not_go_together_are_named(self, change, named):
        with pytest.raises(ValueError, match=f"^{named} must be "):
            self.spec.task(1, 0, params=change)

    # ---- the fingerprint

    @settings(max_examples=60)
    @given(SEEDS, st.integers(1, 6), st.randoms(use_true_random=False))
    @example(0, 8, random.Random(0))
    def test_symmetric_puzzles_have_one_fingerprint(self, seed, level, rng):
        draft = self.spec.generate(random.Random(seed), **self.spec.params(level))
        rows, cols, cells = draft.payload["rows"], draft.payload["cols"], flat(draft.payload["clues"])
        assert sudoku_canonical(rows, cols, transformed(rng, rows, cols, cells)) == draft.canonical

    def test_the_fingerprint_of_four_by_four_is_exact(self):
        # Two random puzzles have the same value exactly if one is among the other's images, found by brute force.
        orders = [p for p in permutations(range(4)) if {p[0], p[1]} in ({0, 1}, {2, 3})]
        names = [(0, *p) for p in permutations(range(1, 5))]

        def images(cells):
            plain = [[cells[4 * r + c] for r in rs for c in cs] for rs, cs in product(orders, orders)]
            plain += [[image[4 * c + r] for r in range(4) for c in range(4)] for image in plain]
            return {tuple(name[d] for d in image) for image in plain for name in names}

        board, rng = sudoku_board(2, 2), random.Random(7)
        puzzles = []
        for _ in range(300):
            cells = board.digits(random_sudoku(rng, board, 2, 2))
            hidden = rng.sample(range(16), 12)
            puzzles.append(tuple(0 if i in hidden else digit for i, digit in enumerate(cells)))
        values = [sudoku_canonical(2, 2, list(cells)) for cells in puzzles]
        same = 0
        for i in range(0, 300, 30):
            orbit = images(puzzles[i])
            assert [puzzle in orbit for puzzle in puzzles] == [value == values[i] for value in values]
            same += values.count(values[i]) - 1
        assert same > 10

    @pytest.mark.parametrize(("rows", "cols", "blanks"), [(2, 3, 18), (3, 3, 45), (3, 3, 56), (3, 3, 20)])
    def test_different_puzzles_have_different_fingerprints(self, rows, cols, blanks):
        board, rng = sudoku_board(rows, cols), random.Random(blanks)
        values = {}
        for _ in range(25):
            solution = board.digits(random_sudoku(rng, board, rows, cols))
            for _ in range(40):
                order = rng.sample(range(board.cells), board.cells)
                # A puzzle, and a near twin: one clue has moved to another cell of the same solution.
                for hidden in (order[:blanks], order[1 : blanks + 1]):
                    cells = [0 if i in hidden else digit for i, digit in enumerate(solution)]
                    assert values.setdefault(str(sudoku_canonical(rows, cols, cells)), cells) == cells
        assert len(values) == 2000

    # ---- the verifier

    def test_the_right_grid_is_accepted_in_any_dress(self):
        rows = [row.split() for row in ROWS]
        ruled = "\n------+-------+------\n".join(map("|".join, rows))
        boxes = "\n".join("".join(row[:3]) + "|" + "".join(row[3:6]) + "|" + "".join(row[6:]) for row in rows)
        latex = (
            "\\begin{array}{|ccc|ccc|ccc|}\\hline " + "\\\\ \\hline ".join(map("&".join, rows)) + "\\end{array}"
        )
        drawn = "┌───┐\n" + "\n├───┤\n".join("│ " + " │ ".join(row) + " │" for row in rows) + "\n└───┘"
        commas = "\n".join(",".join(row) + "," for row in rows)
        spaced = [ANSWER.replace(" ", sign) for sign in ("\u00a0", "\t")] + [ANSWER.replace("\n", "\r\n\r\n")]
        table = "|" + "|\n|---|\n|".join(map("|".join, rows)) + "|"
        self.judges(PAYLOAD, [table, ruled, f"+===+\n{boxes}", latex, drawn, commas, *spaced], [], [])

    @pytest.mark.parametrize(
        ("reason", "answers"),
        [
            # Blanks, words, all candidates in each cell; a row too few or too many, a cell too few; other numerals.
            (Reason.UNPARSABLE, [
                "_ " * 81, "None " * 81, "\n".join(["123456789 " * 9] * 9), ANSWER[:-2], ANSWER.rsplit("\n", 1)[0],
                f"{ANSWER}\n1 2 3 4 5 6 7 8 9", " ".join([*ROWS, *ROWS]), "\n".join([" ".join(ROWS), *ROWS[1:]]),
                *(ANSWER.replace("5 3 4 6", f"5 3 {four} 6") for four in ("-4", "4.0", "٤")),
            ]),
            # The puzzle itself; rows right and columns not; a right grid, but of other digits, or with two exchanged.
            (Reason.ILLEGAL, [
                CLASSIC, ANSWER.replace("5 3 4 6", "5 3 0 6"), ANSWER.replace("5 3 4 6", "5 3 6 4"),
                "\n".join(["1 2 3 4 5 6 7 8 9"] * 9), ANSWER.translate(str.maketrans("123456789", "234567891")),
                ANSWER.translate(str.maketrans("12", "21")),
            ]),
        ],
    )  # fmt: skip
    def test_not_right(self, reason, answers):
        for answer in answers:
            assert self.spec.verify_answer(PAYLOAD, answer).reason is reason, answer
        self.takes(PAYLOAD, [], answers)

    def test_a_latin_square_with_wrong_boxes_is_not_a_sudoku(self):
        payload, answer = (
            {"rows": 2, "cols": 2, "clues": [[1, 0, 0, 0]] + [[0] * 4] * 3},
            "1234\n2341\n3412\n4123",
        )
        verdict = self.spec.verify_answer(payload, answer)
        assert verdict.reason == Reason.ILLEGAL
        assert verdict.parts == {"clues": 1.0, "units": 8 / 12}
        assert "box" in verdict.message
        self.takes(payload, ["1234\n3412\n2143\n4321"], [answer, "1243\n2134\n3412\n4321"])

    def test_parts_count_kept_clues_and_good_units(self):
        parts = self.spec.verify_answer(PAYLOAD, ANSWER.replace("5 3 4 6", "5 4 3 6")).parts
        assert parts == {"clues": 29 / 30, "units": 25 / 27}  # two columns are spoiled

    def test_numbers_of_two_digits_need_separators(self):
        answer = LARGE.answer
        self.takes(LARGE.payload, [re.sub(r"\b(\d)\b", r"0\1", answer)], [answer.replace(" ", "")])
        self.judges(LARGE.payload, [answer.replace(" ", " | ")], [], [])

    @settings(max_examples=300)
    @given(st.lists(st.sampled_from([*range(9), " ".join(ROWS), "", "---+---", "["]), max_size=12))
    @example([" ".join(ROWS), *range(1, 9)])
    @example([*range(9)])
    def test_rows_count_in_their_order(self, lines):
        text = "\n".join(ROWS[line] if isinstance(line, int) else line for line in lines)
        rows = [line for line in lines if line not in ("", "---+---", "[")]
        passed = rows in ([*range(9)], [" ".join(ROWS)])
        assert self.spec.verifier_function(PAYLOAD, text).passed == passed

    @settings(max_examples=50)
    @given(st.text("0123456789 \n,|-+=[]\\&._x٣\u00a0\ud800", max_size=300) | st.text(max_size=80))
    @example("\\begin{matrix}")
    @example("\\" * 10**6)
    @example("-" * 10**6 + "x")
    def test_odd_texts_score_nothing(self, text):
        assert self.spec.verifier_function(PAYLOAD, text).score == 0.0
        assert self.spec.verifier_function(LARGE.payload, text).score == 0.0
