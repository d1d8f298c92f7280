from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.base import rng_for
from rlvr.generators.grids.candidates import OutOfNodes, find, place, settle, sudoku_board, unique_without
from rlvr.generators.grids.filled import random_sudoku
from rlvr.generators.grids.sudoku import generate
from rlvr.generators.grids.sudoku_symmetry import sudoku_canonical
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("rlvr/sudoku-v0")
CLASSIC = [
    [5, 3, 0, 0, 7, 0, 0, 0, 0],
    [6, 0, 0, 1, 9, 5, 0, 0, 0],
    [0, 9, 8, 0, 0, 0, 0, 6, 0],
    [8, 0, 0, 0, 6, 0, 0, 0, 3],
    [4, 0, 0, 8, 0, 3, 0, 0, 1],
    [7, 0, 0, 0, 2, 0, 0, 0, 6],
    [0, 6, 0, 0, 0, 0, 2, 8, 0],
    [0, 0, 0, 4, 1, 9, 0, 0, 5],
    [0, 0, 0, 0, 8, 0, 0, 7, 9],
]
CLASSIC_ANSWER = """5 3 4 6 7 8 9 1 2
6 7 2 1 9 5 3 4 8
1 9 8 3 4 2 5 6 7
8 5 9 7 6 1 4 2 3
4 2 6 8 5 3 7 9 1
7 1 3 9 2 4 8 5 6
9 6 1 5 3 7 2 8 4
2 8 7 4 1 9 6 3 5
3 4 5 2 8 6 1 7 9"""
PAYLOAD = {"rows": 3, "cols": 3, "clues": CLASSIC}
LARGE = SPEC.task(7, 0)


def solutions(flat: list[int], rows: int, cols: int, limit: int = 2) -> list[list[int]]:
    """Up to `limit` solutions by plain backtracking on sets: shares nothing with the package's solver."""
    n = rows * cols
    grid = list(flat)
    found: list[list[int]] = []

    def options(cell: int) -> list[int]:
        r, c = divmod(cell, n)
        top, left = r // rows * rows, c // cols * cols
        used = {grid[r * n + k] for k in range(n)} | {grid[k * n + c] for k in range(n)}
        used |= {grid[(top + i) * n + left + j] for i in range(rows) for j in range(cols)}
        return [d for d in range(1, n + 1) if d not in used]

    def go() -> None:
        best: list[int] | None = None
        where = -1
        for cell in range(n * n):
            if not grid[cell]:
                choice = options(cell)
                if best is None or len(choice) < len(best):
                    best, where = choice, cell
                    if len(choice) < 2:
                        break
        if best is None:
            found.append(list(grid))
            return
        for digit in best:
            grid[where] = digit
            go()
            grid[where] = 0
            if len(found) >= limit:
                return

    go()
    return found


def flat(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def transformed(rng: random.Random, rows: int, cols: int, cells: list[int]) -> list[int]:
    """The puzzle after random symmetries of each declared kind."""
    n = rows * cols
    down = [b * rows + i for b in rng.sample(range(cols), cols) for i in rng.sample(range(rows), rows)]
    right = [b * cols + i for b in rng.sample(range(rows), rows) for i in rng.sample(range(cols), cols)]
    names = [0, *rng.sample(range(1, n + 1), n)]
    moved = [names[cells[r * n + c]] for r in down for c in right]
    if rows == cols and rng.random() < 0.5:
        moved = [moved[c * n + r] for r in range(n) for c in range(n)]
    return moved


# ---- the generator ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(1, 8))
def test_a_puzzle_has_the_blanks_asked_for_and_one_solution(level: int) -> None:
    # Level 8 is too much for plain backtracking; its worked solution, followed below, proves the same.
    params = SPEC.params(level)
    for seed in range(1 if level > 6 else 6):
        task = SPEC.task(level, 1000 + seed)
        clues = [digit for row in task.payload["clues"] for digit in row]
        assert clues.count(0) == params["blanks"]
        assert solutions(clues, params["rows"], params["cols"]) == [flat(task.answer)]


@pytest.mark.parametrize(
    ("rows", "cols", "blanks"), [(2, 2, 12), (3, 2, 20), (2, 4, 40), (4, 2, 30), (3, 3, 57), (2, 5, 50)]
)
def test_boxes_of_any_shape(rows: int, cols: int, blanks: int) -> None:
    draft = generate(rng_for(f"{rows}{cols}"), rows=rows, cols=cols, blanks=blanks)
    clues = [digit for row in draft.payload["clues"] for digit in row]
    assert clues.count(0) == blanks
    assert solutions(clues, rows, cols) == [flat(draft.answer)]


def test_search_is_part_of_the_hardest_nine_by_nine() -> None:
    drafts = [generate(rng_for(str(i)), rows=3, cols=3, blanks=57) for i in range(12)]
    searched = [draft for draft in drafts if "clash" in (draft.trace or "")]
    assert searched
    for draft in searched:
        follow(3, 3, draft.payload["clues"], draft.trace or "", flat(draft.answer))


def test_all_filled_grids_of_four_can_come_out() -> None:
    board = sudoku_board(2, 2)
    rng = random.Random(0)
    assert len({random_sudoku(rng, board, 2, 2) for _ in range(5000)}) == 288


def test_large_filled_grids_keep_little_of_the_pattern() -> None:
    board = sudoku_board(4, 4)
    digits = board.digits(random_sudoku(random.Random(0), board, 4, 4))
    sets = {frozenset(digits[i : i + 4]) for i in range(0, 256, 4)}
    assert len(sets) > 50  # the cyclic pattern has 16


@given(st.integers(0, 10**6), st.sampled_from([(2, 2), (2, 3)]), st.data())
@settings(max_examples=60, deadline=None)
def test_the_solver_agrees_with_plain_backtracking(
    seed: int, shape: tuple[int, int], data: st.DataObject
) -> None:
    rows, cols = shape
    n = rows * cols
    board = sudoku_board(rows, cols)
    rng = random.Random(seed)
    solution = random_sudoku(rng, board, rows, cols)
    digits = board.digits(solution)
    for cell in rng.sample(range(n * n), data.draw(st.integers(1, n * n - n))):
        digits[cell] = 0
    clues = board.bits(digits)
    open_, known = settle(board, place(board, board.full, clues), clues)
    assert known & solution == known  # singles are never wrong
    assert find(board, open_, known, budget=10**6) != 0
    several = len(solutions(digits, rows, cols)) > 1
    for bit in range(board.n * board.cells):  # is there a solution with another digit somewhere?
        if solution >> bit & 1 and not known >> bit & 1 and find(board, open_ ^ 1 << bit, known, budget=10**6):
            assert several
            break
    else:
        assert not several


def test_a_removal_that_makes_a_second_solution_is_noticed() -> None:
    board = sudoku_board(3, 3)
    seen = set()
    for seed in range(6):
        task = SPEC.task(6, seed)
        clues = [digit for row in task.payload["clues"] for digit in row]
        solution = board.bits(flat(task.answer))
        for cell in [i for i, digit in enumerate(clues) if digit][::3]:
            fewer = list(clues)
            fewer[cell] = 0
            bits = board.bits(fewer)
            open_, known = settle(board, place(board, board.full, bits), bits)
            unique = unique_without(board, open_, known, solution, cell, 10**6)
            assert unique == (len(solutions(fewer, 3, 3)) == 1)
            seen.add(unique)
    assert seen == {True, False}


def test_a_search_over_its_budget_proves_nothing() -> None:
    board = sudoku_board(3, 3)
    with pytest.raises(OutOfNodes):
        find(board, board.full, 0, budget=3)
    assert not unique_without(board, board.full, 0, board.bits(flat(CLASSIC_ANSWER)), 0, budget=3)


def test_contradictions_are_found() -> None:
    board = sudoku_board(2, 2)
    twice = board.bits([1, 1] + [0] * 14)
    assert place(board, board.full, twice) == 0
    stuck = board.bits([1, 2, 3, 0, 0, 0, 0, 4] + [0] * 8)  # nothing is left for the fourth cell
    assert settle(board, place(board, board.full, stuck), stuck) == (0, 0)
    assert find(board, place(board, board.full, stuck), stuck, budget=100) == 0


@pytest.mark.parametrize(
    ("params", "named"),
    [
        ({"rows": 1, "cols": 4, "blanks": 3}, "rows"),
        ({"rows": 4, "cols": 5, "blanks": 3}, "cols"),
        ({"rows": 3, "cols": 3, "blanks": 0}, "blanks"),
        ({"rows": 3, "cols": 3, "blanks": 81}, "blanks"),
    ],
)
def test_bad_parameters_are_named(params: dict[str, int], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        SPEC.task(1, 0, params=params)


def test_too_many_blanks_is_an_error_not_fewer_blanks() -> None:
    with pytest.raises(rlvr.GenerationError, match="fewer blanks"):
        SPEC.task(1, 0, params={"blanks": 14})


@pytest.mark.parametrize("level", SPEC.levels)
def test_the_prompt_shows_the_clues_and_names_the_empty_sign(level: int) -> None:
    for seed in range(4):
        task = SPEC.task(level, seed)
        n = task.payload["rows"] * task.payload["cols"]
        lines = [line.split() for line in task.prompt.splitlines()]
        grid = [line for line in lines if len(line) == n and all(re.fullmatch(r"\d+|[._]", w) for w in line)]
        assert [[int(w) if w.isdigit() else 0 for w in line] for line in grid] == task.payload["clues"]
        empty = next(word for line in grid for word in line if word in "0._")
        assert re.search(rf"(shown as|; ) ?{re.escape(empty)}( |\.)", task.prompt)


@pytest.mark.parametrize("level", SPEC.levels)
def test_every_line_of_the_worked_solution_follows(level: int) -> None:
    for seed in range(1 if level > 6 else 12):
        task = SPEC.task(level, seed)
        assert level < 7 or "clash" not in str(task.trace)
        follow(
            task.payload["rows"],
            task.payload["cols"],
            task.payload["clues"],
            task.trace or "",
            flat(task.answer),
        )


def follow(rows: int, cols: int, clues: list[list[int]], trace: str, answer: list[int]) -> None:
    """Replay a trace on its own candidates: a digit is placed only where the line's reason holds."""
    n = rows * cols
    grid = {(r, c): clues[r][c] for r in range(n) for c in range(n)}
    refuted: set[tuple[int, int, int]] = set()

    def peers(r: int, c: int) -> list[list[tuple[int, int]]]:
        box = [(i, j) for i, j in grid if i // rows == r // rows and j // cols == c // cols]
        return [[(r, j) for j in range(n)], [(i, c) for i in range(n)], box]

    def can(r: int, c: int, d: int) -> bool:
        seen = {grid[cell] for line in peers(r, c) for cell in line}
        return grid[r, c] == 0 and d not in seen and (r, c, d) not in refuted

    for line in trace.split("\n<answer>")[0].splitlines():
        if match := re.fullmatch(r"r(\d+)c(\d+)=(\d+) leads to a clash, so .* is not \3", line):
            r, c, d = (int(x) for x in match.groups())
            refuted.add((r - 1, c - 1, d))
            assert answer[(r - 1) * n + c - 1] != d
            tried = [d if cell == (r - 1, c - 1) else digit for cell, digit in grid.items()]
            assert solutions(tried, rows, cols) == []
            continue
        if match := re.fullmatch(r"(row|column|box) (\d+) needs (\d+): only at r(\d+)c(\d+)", line):
            kind, number, d, r, c = match[1], *(int(x) for x in match.groups()[1:])
            unit = peers(r - 1, c - 1)[["row", "column", "box"].index(kind)]
            assert (
                number
                == [r, c, (r - 1) // rows * rows + (c - 1) // cols + 1][["row", "column", "box"].index(kind)]
            )
            assert [cell for cell in unit if can(*cell, d)] == [(r - 1, c - 1)]
        elif match := re.fullmatch(r"r(\d+)c(\d+): row (.*), column (.*), box ([\d -]*)(.*) -> (\d+)", line):
            r, c, d = int(match[1]), int(match[2]), int(match[7])
            for told, unit in zip(match.groups()[2:5], peers(r - 1, c - 1), strict=True):
                assert told == (" ".join(map(str, sorted({grid[cell] for cell in unit} - {0}))) or "-")
            assert [x for x in range(1, n + 1) if can(r - 1, c - 1, x)] == [d]
        else:
            match = re.fullmatch(r"r(\d+)c(\d+) can only be (\d+)", line)
            assert match, line
            r, c, d = (int(x) for x in match.groups())
            assert [x for x in range(1, n + 1) if can(r - 1, c - 1, x)] == [d]
        grid[r - 1, c - 1] = d
    assert list(grid.values()) == answer


# ---- the fingerprint --------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(SPEC.levels), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_symmetric_puzzles_have_one_fingerprint(seed: int, level: int, rng: random.Random) -> None:
    task = SPEC.task(min(level, 6), seed)
    rows, cols = task.payload["rows"], task.payload["cols"]
    cells = [digit for row in task.payload["clues"] for digit in row]
    assert sudoku_canonical(rows, cols, transformed(rng, rows, cols, cells)) == sudoku_canonical(
        rows, cols, cells
    )


def test_sixteen_by_sixteen_keeps_its_fingerprint_too() -> None:
    cells = [digit for row in LARGE.payload["clues"] for digit in row]
    for seed in range(5):
        moved = transformed(random.Random(seed), 4, 4, cells)
        assert sudoku_canonical(4, 4, moved) == sudoku_canonical(4, 4, cells)


def test_the_fingerprint_of_four_by_four_is_exact() -> None:
    # Two random puzzles have the same value exactly if one is among the other's images, found by brute force.
    orders = [p for p in permutations(range(4)) if {p[0], p[1]} in ({0, 1}, {2, 3})]
    names = [(0, *p) for p in permutations(range(1, 5))]

    def images(cells: list[int]) -> set[tuple[int, ...]]:
        plain = [[cells[4 * r + c] for r in rs for c in cs] for rs, cs in product(orders, orders)]
        plain += [[image[4 * c + r] for r in range(4) for c in range(4)] for image in plain]
        return {tuple(name[d] for d in image) for image in plain for name in names}

    board = sudoku_board(2, 2)
    rng = random.Random(7)
    puzzles = []
    for _ in range(300):
        cells = board.digits(random_sudoku(rng, board, 2, 2))
        for cell in rng.sample(range(16), 12):
            cells[cell] = 0
        puzzles.append(cells)
    values = [sudoku_canonical(2, 2, cells) for cells in puzzles]
    same = 0
    for i in range(0, 300, 30):
        orbit = images(puzzles[i])
        for j in range(300):
            assert (tuple(puzzles[j]) in orbit) == (values[i] == values[j])
            same += i != j and values[i] == values[j]
    assert same > 10


@pytest.mark.parametrize(("rows", "cols", "blanks"), [(2, 3, 18), (3, 3, 45), (3, 3, 56), (3, 3, 20)])
def test_different_puzzles_have_different_fingerprints(rows: int, cols: int, blanks: int) -> None:
    board = sudoku_board(rows, cols)
    rng = random.Random(blanks)
    values: dict[str, tuple[int, ...]] = {}
    for _ in range(25):
        solution = board.digits(random_sudoku(rng, board, rows, cols))
        for _ in range(40):
            cells = list(solution)
            for cell in rng.sample(range(len(cells)), blanks):
                cells[cell] = 0
            near = list(cells)  # and a near twin: one clue has moved to another cell of the same solution
            shown = [i for i, digit in enumerate(cells) if digit]
            hidden = [i for i, digit in enumerate(cells) if not digit]
            here, there = rng.choice(shown), rng.choice(hidden)
            near[here], near[there] = 0, solution[there]
            for puzzle in (cells, near):
                value = str(sudoku_canonical(rows, cols, puzzle))
                assert values.setdefault(value, tuple(puzzle)) == tuple(puzzle)
    assert len(values) == 2000


def test_the_wording_is_not_part_of_the_fingerprint() -> None:
    draft = generate(rng_for("a"), rows=3, cols=3, blanks=40)
    cells = [digit for row in draft.payload["clues"] for digit in row]
    assert draft.canonical == sudoku_canonical(3, 3, cells)


# ---- the verifier -----------------------------------------------------------------------------------------

ROWS = [line.split() for line in CLASSIC_ANSWER.splitlines()]


@pytest.mark.parametrize(
    "answer",
    [
        CLASSIC_ANSWER,
        "\n".join("".join(row) for row in ROWS),
        "".join("".join(row) for row in ROWS),
        " ".join(" ".join(row) for row in ROWS),
        "\n".join(", ".join(row) for row in ROWS),
        "\n".join(",".join(row) + "," for row in ROWS),
        "\n".join("| " + " | ".join(row) + " |" for row in ROWS),
        "\n------+-------+------\n".join("|".join(row) for row in ROWS),
        "+===+\n"
        + "\n".join("".join(row[:3]) + "|" + "".join(row[3:6]) + "|" + "".join(row[6:]) for row in ROWS),
        str([[int(x) for x in row] for row in ROWS]),
        "[" + ",\n".join(str([int(x) for x in row]) for row in ROWS) + "]",
        "\\begin{bmatrix}" + "\\\\\n".join(" & ".join(row) for row in ROWS) + "\\end{bmatrix}",
        "\\begin{array}{|ccc|ccc|ccc|}\\hline "
        + "\\\\ \\hline ".join("&".join(r) for r in ROWS)
        + "\\end{array}",
        "┌───┐\n" + "\n├───┤\n".join("│ " + " │ ".join(row) + " │" for row in ROWS) + "\n└───┘",
        "\r\n\r\n" + CLASSIC_ANSWER.replace("\n", "\r\n\r\n") + "\r\n",
        CLASSIC_ANSWER.replace(" ", "\u00a0"),
        CLASSIC_ANSWER.replace(" ", "\t"),
        "The grid: " + CLASSIC_ANSWER,
    ],
)
def test_the_right_grid_is_accepted_in_any_dress(answer: str) -> None:
    assert SPEC.verify_answer(PAYLOAD, answer).passed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", Reason.UNPARSABLE),
        ("\n".join(" ".join(str(d) for d in row) for row in CLASSIC), Reason.ILLEGAL),  # the puzzle itself
        ("\n".join(" ".join(str(d or "_") for d in row) for row in CLASSIC), Reason.UNPARSABLE),
        ("\n".join(" ".join(["None"] * 9) for _ in range(9)), Reason.UNPARSABLE),
        ("\n".join(" ".join(["123456789"] * 9) for _ in range(9)), Reason.UNPARSABLE),  # all candidates
        (CLASSIC_ANSWER + "\n" + CLASSIC_ANSWER, Reason.UNPARSABLE),
        (CLASSIC_ANSWER + " or " + CLASSIC_ANSWER, Reason.UNPARSABLE),
        (CLASSIC_ANSWER[:-2], Reason.UNPARSABLE),
        (CLASSIC_ANSWER.rsplit("\n", 1)[0], Reason.UNPARSABLE),
        (CLASSIC_ANSWER + "\n1 2 3 4 5 6 7 8 9", Reason.UNPARSABLE),
        ("Not the grid: " + CLASSIC_ANSWER, Reason.UNPARSABLE),
        ("The transposed grid: " + CLASSIC_ANSWER, Reason.UNPARSABLE),
        (CLASSIC_ANSWER.replace("5 3 4 6", "5 3 -4 6"), Reason.UNPARSABLE),
        (CLASSIC_ANSWER.replace("5 3 4 6", "5 3 4.0 6"), Reason.UNPARSABLE),
        (CLASSIC_ANSWER.replace("5 3 4 6", "5 3 ٤ 6"), Reason.UNPARSABLE),  # a Unicode digit
        (CLASSIC_ANSWER.replace("5 3 4 6", "5 3 0 6"), Reason.ILLEGAL),
        (CLASSIC_ANSWER.replace("5 3 4 6", "5 3 6 4"), Reason.ILLEGAL),  # rows right, columns not
        ("\n".join(["1 2 3 4 5 6 7 8 9"] * 9), Reason.ILLEGAL),
        # A right sudoku grid, and not this one: all digits are renamed.
        (CLASSIC_ANSWER.translate(str.maketrans("123456789", "234567891")), Reason.ILLEGAL),
        (CLASSIC_ANSWER.replace("1", "x").replace("2", "1").replace("x", "2"), Reason.ILLEGAL),
    ],
)
def test_anything_else_is_not(answer: str, reason: Reason) -> None:
    verdict = SPEC.verifier_function(PAYLOAD, answer)
    assert verdict.score == 0.0
    assert verdict.reason == reason


def test_a_latin_square_with_wrong_boxes_is_not_a_sudoku() -> None:
    payload = {"rows": 2, "cols": 2, "clues": [[1, 0, 0, 0]] + [[0] * 4] * 3}
    verdict = SPEC.verify_answer(payload, "1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3")
    assert verdict.reason == Reason.ILLEGAL
    assert verdict.parts == {"clues": 1.0, "units": 8 / 12}
    assert "box" in verdict.message


def test_parts_count_kept_clues_and_good_units() -> None:
    verdict = SPEC.verify_answer(PAYLOAD, CLASSIC_ANSWER.replace("5 3 4 6", "5 4 3 6"))
    assert verdict.parts["clues"] == 29 / 30
    assert verdict.parts["units"] == 25 / 27  # two columns are spoiled


def test_numbers_of_two_digits_need_separators() -> None:
    assert SPEC.verify_answer(LARGE.payload, re.sub(r"\b(\d)\b", r"0\1", LARGE.answer)).passed
    assert not SPEC.verify_answer(LARGE.payload, LARGE.answer.replace(" ", "")).passed
    assert SPEC.verify_answer(LARGE.payload, LARGE.answer.replace(" ", " | ")).passed


HOSTILE = (
    "-" * 10**6,
    "-" * 500_000 + "x",
    "1" * 10**6,
    "1 " * 500_000,
    "\n" * 10**6,
    "[" * 10**5,
    "9**9**9",
    "\ud800",
)


@given(st.text(st.sampled_from("0123456789 \n,|-+=[]\\&._x٣\u00a0\ud800"), max_size=300) | st.text(max_size=80))
@settings(max_examples=150, deadline=None)
@example("\\begin{matrix}")
@example("\x00")
def test_any_text_gets_a_verdict(text: str) -> None:
    assert SPEC.verifier_function(PAYLOAD, text).score == 0.0
    assert SPEC.verifier_function(LARGE.payload, text).score == 0.0


@pytest.mark.parametrize("answer", HOSTILE, ids=range(len(HOSTILE)))
def test_huge_and_odd_answers_score_nothing(answer: str) -> None:
    assert SPEC.verifier_function(PAYLOAD, answer).score == 0.0
    assert SPEC.verifier_function(LARGE.payload, answer).score == 0.0


@given(st.sampled_from(range(1, 7)), st.integers(0, 500), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_one_changed_cell_is_never_right(level: int, seed: int, rng: random.Random) -> None:
    task = SPEC.task(level, seed)
    words = re.split(r"(\s)", task.answer)
    at = rng.randrange(0, len(words), 2)
    n = task.payload["rows"] * task.payload["cols"]
    words[at] = str(rng.choice([d for d in range(1, n + 1) if str(d) != words[at]]))
    assert not SPEC.verify_answer(task.payload, "".join(words)).passed
