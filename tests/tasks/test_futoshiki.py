from __future__ import annotations

import random
import re
from itertools import permutations, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.base import rng_for
from rlvr.generators.grids.candidates import find, latin_board, place, settle
from rlvr.generators.grids.filled import random_latin
from rlvr.generators.grids.futoshiki import generate
from rlvr.generators.grids.futoshiki_signs import least_image, narrowing, neighbours
from rlvr.generators.grids.futoshiki_text import drawing, listing
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("rlvr/futoshiki-v0")
Pairs = list[tuple[int, int]]
# 1 < 2   3   4
#
# 3   1   4 > 2
# v
# 2   4   1   3
#
# 4   3   2   1
PAYLOAD = {
    "size": 4,
    "givens": [[1, 0, 3, 4], [0, 0, 0, 0], [0, 4, 0, 0], [4, 0, 0, 0]],
    "less": [[0, 1], [7, 6], [8, 4]],
}
ANSWER = "1 2 3 4\n3 1 4 2\n2 4 1 3\n4 3 2 1"


def solutions(n: int, givens: list[int], less: Pairs, limit: int = 2) -> list[list[int]]:
    """Up to `limit` solutions, row by row from all arrangements: shares nothing with the package's solver."""
    found: list[list[int]] = []
    signs = [[(a % n, b % n) for a, b in less if a // n == b // n == r] for r in range(n)]
    between: list[list[tuple[int, int, bool]]] = [[] for _ in range(n)]
    for a, b in less:
        if a // n != b // n:
            between[max(a, b) // n].append((a % n, b % n, a < b))
    rows = [
        [
            p
            for p in permutations(range(1, n + 1))
            if all(not g or g == d for g, d in zip(givens[r * n : r * n + n], p, strict=True))
            and all(p[a] < p[b] for a, b in signs[r])
        ]
        for r in range(n)
    ]

    def go(done: list[tuple[int, ...]]) -> None:
        r = len(done)
        if r == n:
            found.append([d for row in done for d in row])
            return
        for p in rows[r]:
            if any(x == y for row in done for x, y in zip(row, p, strict=True)):
                continue
            if all((done[-1][a] < p[b]) if above else (p[a] < done[-1][b]) for a, b, above in between[r]):
                go([*done, p])
                if len(found) >= limit:
                    return

    go([])
    return found


def flat(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def parts(payload: object) -> tuple[int, list[int], Pairs]:
    assert isinstance(payload, dict)
    return payload["size"], [d for row in payload["givens"] for d in row], [(a, b) for a, b in payload["less"]]


def transformed(rng: random.Random, n: int, givens: list[int], less: Pairs) -> tuple[list[int], Pairs]:
    """The puzzle after a random rotation or reflection and perhaps the exchange of small and large."""
    where = list(range(n * n))
    for _ in range(rng.randrange(4)):
        where = [(i % n) * n + n - 1 - i // n for i in where]  # a quarter turn
    if rng.random() < 0.5:
        where = [i // n * n + n - 1 - i % n for i in where]  # a mirror
    turned = [0] * (n * n)
    complement = rng.random() < 0.5
    for cell, digit in enumerate(givens):
        turned[where[cell]] = n + 1 - digit if digit and complement else digit
    pairs = [(where[b], where[a]) if complement else (where[a], where[b]) for a, b in less]
    rng.shuffle(pairs)
    return turned, pairs


# ---- the generator ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", SPEC.levels)
def test_a_puzzle_has_what_was_asked_for_and_one_solution(level: int) -> None:
    # Larger squares are too much for all arrangements; their worked solutions, followed below, prove the same.
    params = SPEC.params(level)
    for seed in range(8):
        task = SPEC.task(level, 1000 + seed)
        n, givens, less = parts(task.payload)
        assert n == params["size"]
        assert n * n - givens.count(0) == params["givens"]
        assert len(less) == len(set(less)) == params["signs"]
        assert {(min(p), max(p)) for p in less} <= set(neighbours(n))
        if n < 7:
            assert solutions(n, givens, less) == [flat(task.answer)]


@pytest.mark.parametrize(
    ("size", "givens", "signs"), [(4, 0, 16), (5, 0, 28), (5, 8, 0), (6, 0, 52), (4, 15, 24)]
)
def test_extreme_parameters(size: int, givens: int, signs: int) -> None:
    draft = generate(rng_for(f"{size}{givens}"), size=size, givens=givens, signs=signs)
    n, shown, less = parts(draft.payload)
    assert (n, n * n - shown.count(0), len(less)) == (size, givens, signs)
    assert solutions(n, shown, less) == [flat(draft.answer)]


@given(st.integers(0, 10**6), st.integers(4, 5), st.data())
@settings(max_examples=60, deadline=None)
def test_the_solver_agrees_with_all_arrangements(seed: int, n: int, data: st.DataObject) -> None:
    board = latin_board(n)
    rng = random.Random(seed)
    solution = random_latin(rng, board)
    digits = board.digits(solution)
    pairs = rng.sample(neighbours(n), data.draw(st.integers(n, 2 * n * (n - 1))))
    less = [(a, b) if digits[a] < digits[b] else (b, a) for a, b in pairs]
    givens = [d if rng.random() < 0.2 else 0 for d in digits]
    narrow = narrowing(board, less)
    clues = board.bits(givens)
    open_, known = settle(board, place(board, board.full, clues), clues, narrow)
    assert known & solution == known  # singles and signs are never wrong
    assert open_ & solution == solution
    several = len(solutions(n, givens, less)) > 1
    others = [1 << i for i in range(n**3) if solution >> i & 1 and not known >> i & 1]
    assert several == any(find(board, open_ ^ bit, known, budget=10**6, narrow=narrow) for bit in others)


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 9])
def test_signs_exclude_exactly_what_a_neighbour_cannot_exceed(n: int) -> None:
    board = latin_board(n)
    rng = random.Random(n)
    less = [(a, b) if rng.random() < 0.5 else (b, a) for a, b in rng.sample(neighbours(n), n + 3)]
    open_ = rng.getrandbits(n**3)
    can = {(c, d) for c in range(n * n) for d in range(n) if open_ & board.bit(c, d)}
    kept = {
        (c, d)
        for c, d in can
        if all(any((a, e) in can for e in range(d)) for a, b in less if b == c)
        and all(any((b, e) in can for e in range(d + 1, n)) for a, b in less if a == c)
    }
    after = narrowing(board, less)(open_)
    seen = {(c, d) for c in range(n * n) for d in range(n) if after & board.bit(c, d)}
    assert seen <= can
    final, before = after, open_
    while final != before:
        final, before = narrowing(board, less)(final), final
    # One call may go further than one step of the rule, since it takes the ways one after the other; but it goes
    # at least as far, and no further than the rule repeated to its end.
    ends = {(c, d) for c in range(n * n) for d in range(n) if final & board.bit(c, d)}
    assert ends <= seen <= kept
    for c, d in ends:
        assert all(any((a, e) in ends for e in range(d)) for a, b in less if b == c)


def test_all_latin_squares_of_four_can_come_out() -> None:
    board = latin_board(4)
    rng = random.Random(0)
    assert len({random_latin(rng, board) for _ in range(20_000)}) == 576


@pytest.mark.parametrize(
    ("params", "named"),
    [
        ({"size": 3}, "size"),
        ({"size": 10}, "size"),
        ({"signs": 25}, "signs"),
        ({"signs": -1}, "signs"),
        ({"givens": 16}, "givens"),
    ],
)
def test_bad_parameters_are_named(params: dict[str, int], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        SPEC.task(1, 0, params=params)


def test_too_little_information_is_an_error_not_a_second_solution() -> None:
    with pytest.raises(rlvr.GenerationError, match="take more"):
        SPEC.task(1, 0, params={"givens": 0, "signs": 3})


@pytest.mark.parametrize("level", SPEC.levels)
def test_the_drawing_and_the_list_say_the_same(level: int) -> None:
    n, givens, less = parts(SPEC.task(level, 3).payload)
    rng = random.Random(level)
    shown = drawing(n, givens, less, rng).split("\n\n(")[0].split("\n")
    assert len(shown) == 2 * n - 1
    assert [
        int(w) if w.isdigit() else 0 for row in shown[::2] for w in re.sub("[<>]", "", row).split()
    ] == givens
    pairs = set()
    for y, line in enumerate(shown):
        for x, sign in enumerate(line):
            if sign in "<>":
                assert y % 2 == 0
                left = y // 2 * n + (x - 2) // 4
                pairs.add((left, left + 1) if sign == "<" else (left + 1, left))
            elif sign in "^v":
                assert y % 2 == 1
                above = y // 2 * n + x // 4
                pairs.add((above, above + n) if sign == "^" else (above + n, above))
    assert pairs == set(less)
    told = listing(n, givens, less, rng).split("\n\n(")[0]
    found = re.findall(r"r(\d)c(\d) ([<>]) r(\d)c(\d)", told)
    cells = [((int(a) - 1) * n + int(b) - 1, s, (int(c) - 1) * n + int(d) - 1) for a, b, s, c, d in found]
    assert sorted((a, b) if s == "<" else (b, a) for a, s, b in cells) == sorted(less)
    assert len(found) == len(less)
    numbers = re.findall(r"r(\d)c(\d) = (\d)", told)
    assert [((int(r) - 1) * n + int(c) - 1, int(d)) for r, c, d in numbers] == [
        (cell, d) for cell, d in enumerate(givens) if d
    ]


def test_both_ways_of_showing_are_used() -> None:
    prompts = [SPEC.task(1, seed).prompt for seed in range(60)]
    listed = sum("Inequalities: " in prompt for prompt in prompts)
    assert 5 < listed < 45
    assert all(("Inequalities: " in prompt) != ("between two rows" in prompt) for prompt in prompts)


@pytest.mark.parametrize("level", SPEC.levels)
def test_every_line_of_the_worked_solution_follows(level: int) -> None:
    for seed in range(6):
        task = SPEC.task(level, seed)
        follow(*parts(task.payload), task.trace or "", flat(task.answer))


def survives(n: int, less: Pairs, cells: dict[int, set[int]]) -> bool:
    """Whether singles and signs leave every cell and every line something to hold."""
    lines = [[r * n + c for c in range(n)] for r in range(n)] + [
        [r * n + c for r in range(n)] for c in range(n)
    ]
    before = None
    while cells != before:
        before, cells = cells, dict(cells)
        for line in lines:
            for cell in line:
                if len(cells[cell]) == 1:
                    for other in line:
                        if other != cell:
                            cells[other] = cells[other] - cells[cell]
            for d in range(1, n + 1):
                places = [cell for cell in line if d in cells[cell]]
                if not places:
                    return False
                if len(places) == 1:
                    cells[places[0]] = {d}
        for a, b in less:
            if not cells[a] or not cells[b]:
                return False
            cells[a] = {d for d in cells[a] if d < max(cells[b])}
            cells[b] = {d for d in cells[b] if d > min(cells[a], default=n)}
        if not all(cells.values()):
            return False
    return True


def follow(n: int, givens: list[int], less: Pairs, trace: str, answer: list[int]) -> None:
    """Replay a trace on sets of candidates: a digit is placed only where the line's reason holds."""
    cells = {i: {d} if d else set(range(1, n + 1)) for i, d in enumerate(givens)}
    grid = dict(enumerate(givens))

    def tighten() -> None:
        changed = True
        while changed:
            changed = False
            for cell, digit in grid.items():
                if not digit:
                    seen = {grid[o] for o in grid if o // n == cell // n or o % n == cell % n}
                    if cells[cell] & seen:
                        cells[cell] -= seen
                        changed = True
            for a, b in less:
                low, high = min(cells[a]), max(cells[b])
                fit_a, fit_b = {d for d in cells[a] if d < high}, {d for d in cells[b] if d > low}
                if (fit_a, fit_b) != (cells[a], cells[b]):
                    cells[a], cells[b], changed = fit_a, fit_b, True

    lines = trace.split("\n<answer>")[0].splitlines()
    by_signs = {i: set(range(1, n + 1)) for i in range(n * n)}
    for _ in range(n):
        for a, b in less:
            by_signs[a] = {d for d in by_signs[a] if d < max(by_signs[b])}
            by_signs[b] = {d for d in by_signs[b] if d > min(by_signs[a])}
    spans = [f"r{i // n + 1}c{i % n + 1} {min(s)}-{max(s)}" for i, s in by_signs.items() if len(s) < n]
    assert lines[0] == f"ranges by the signs: {', '.join(spans) or 'none'}"
    for line in lines[1:]:
        tighten()
        if match := re.fullmatch(r"r(\d)c(\d)=(\d) leads to a clash, so .* is not \3", line):
            r, c, d = (int(x) for x in match.groups())
            cell = (r - 1) * n + c - 1
            assert answer[cell] != d
            assert d in cells[cell]
            assert not survives(n, less, cells | {cell: {d}})
            cells[cell].discard(d)
            continue
        if match := re.fullmatch(r"(row|column) (\d) needs (\d): only at r(\d)c(\d)", line):
            kind, number, d, r, c = match[1], *(int(x) for x in match.groups()[1:])
            assert number == (r if kind == "row" else c)
            line_cells = [i for i in grid if (i // n == r - 1 if kind == "row" else i % n == c - 1)]
            assert [i for i in line_cells if not grid[i] and d in cells[i]] == [(r - 1) * n + c - 1]
        else:
            match = re.fullmatch(r"r(\d)c(\d): row ([\d -]+), column ([\d -]+)(.*) -> (\d)", line)
            assert match, line
            r, c, d = int(match[1]), int(match[2]), int(match[6])
            seen = set(flat(re.sub("-", "", match[3] + " " + match[4])))
            assert seen == {grid[i] for i in grid if i // n == r - 1 or i % n == c - 1} - {0}
            left = set(range(1, n + 1)) - seen
            left = {x for x in left if all(x >= int(y) for y in re.findall(r"at least (\d)", match[5]))}
            left = {x for x in left if all(x <= int(y) for y in re.findall(r"at most (\d)", match[5]))}
            left -= {int(y) for y in re.findall(r"not (\d)", match[5])}
            assert left == {d} == cells[(r - 1) * n + c - 1]  # the reasons given are enough, and true
        grid[(r - 1) * n + c - 1] = d
        cells[(r - 1) * n + c - 1] = {d}
    assert list(grid.values()) == answer


# ---- the fingerprint --------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(SPEC.levels), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_symmetric_puzzles_have_one_fingerprint(seed: int, level: int, rng: random.Random) -> None:
    n, givens, less = parts(SPEC.task(min(level, 4), seed).payload)
    assert least_image(n, *transformed(rng, n, givens, less)) == least_image(n, givens, less)


@pytest.mark.parametrize("level", [6, 7])
def test_large_squares_keep_their_fingerprint_too(level: int) -> None:
    task = SPEC.task(level, 1)
    n, givens, less = parts(task.payload)
    moved = transformed(random.Random(level), n, givens, less)
    assert least_image(n, *moved) == least_image(n, givens, less)
    assert parts(task.payload)[1] != moved[0]


def test_different_puzzles_have_different_fingerprints() -> None:
    # The form lists the numbers and signs of one image, so two equal forms are two images of one puzzle. Here the
    # images of small puzzles are counted by brute force: as many forms as there are orbits.
    n = 4
    forms = {}
    rng = random.Random(5)
    for _ in range(400):
        givens = [0] * 16
        for cell in rng.sample(range(16), 2):
            givens[cell] = rng.choice((1, 4))
        less = [rng.choice([p, p[::-1]]) for p in rng.sample(neighbours(n), 1)]
        orbit = set()
        for turns, mirror, complement in product(range(4), (False, True), (False, True)):
            where = list(range(16))
            for _ in range(turns):
                where = [(i % n) * n + n - 1 - i // n for i in where]
            if mirror:
                where = [i // n * n + n - 1 - i % n for i in where]
            image = [0] * 16
            for cell, d in enumerate(givens):
                image[where[cell]] = 5 - d if d and complement else d
            pairs = [(where[b], where[a]) if complement else (where[a], where[b]) for a, b in less]
            orbit.add((tuple(image), tuple(pairs)))
        least = min(orbit)
        form = str(least_image(n, givens, less))
        assert forms.setdefault(form, least) == least
    assert len(set(forms.values())) == len(forms) > 250


# ---- the verifier -----------------------------------------------------------------------------------------

ROWS = [line.split() for line in ANSWER.splitlines()]


@pytest.mark.parametrize(
    "answer",
    [
        ANSWER,
        "1234\n3142\n2413\n4321",
        "1234314224134321",
        ANSWER.replace("\n", " "),
        ANSWER.replace(" ", ", "),
        "[[1, 2, 3, 4], [3, 1, 4, 2], [2, 4, 1, 3], [4, 3, 2, 1]]",
        "| 1 | 2 | 3 | 4 |\n|---|---|---|---|\n| 3 | 1 | 4 | 2 |\n| 2 | 4 | 1 | 3 |\n| 4 | 3 | 2 | 1 |",
        "\\begin{pmatrix} 1 & 2 & 3 & 4 \\\\ 3 & 1 & 4 & 2 \\\\ 2 & 4 & 1 & 3 \\\\ 4 & 3 & 2 & 1 \\end{pmatrix}",
        "  1   2   3   4\n\n\n  3   1   4   2\n\n  2   4   1   3\n\n  4   3   2   1 ",
    ],
)
def test_the_right_grid_is_accepted_in_any_dress(answer: str) -> None:
    assert solutions(*parts(PAYLOAD)) == [flat(ANSWER)]
    assert SPEC.verify_answer(PAYLOAD, answer).passed


@pytest.mark.parametrize(
    ("answer", "reason", "word"),
    [
        ("", Reason.UNPARSABLE, "whole grid"),
        ("_ _ _ _\n" * 4, Reason.UNPARSABLE, "whole grid"),
        ("None None None None\n" * 4, Reason.UNPARSABLE, "whole grid"),
        (ANSWER + "\n" + ANSWER, Reason.UNPARSABLE, "whole grid"),
        (ANSWER[:-2], Reason.UNPARSABLE, "whole grid"),
        (ANSWER.replace("1", "-1"), Reason.UNPARSABLE, "whole grid"),
        (ANSWER.replace("1", "１"), Reason.UNPARSABLE, "whole grid"),
        ("1234 1234 1234 1234\n" * 4, Reason.UNPARSABLE, "whole grid"),
        (ANSWER.replace("4", "5"), Reason.ILLEGAL, "from 1 to 4"),
        (ANSWER.replace("1", "0"), Reason.ILLEGAL, "from 1 to 4"),
        ("2 1 3 4\n3 4 1 2\n1 2 4 3\n4 3 2 1", Reason.ILLEGAL, "given"),
        ("1 2 3 4\n" * 4, Reason.ILLEGAL, "given"),
        ("1 2 3 4\n3 1 4 2\n2 4 1 3\n4 1 2 3", Reason.ILLEGAL, "twice"),
        ("1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3", Reason.ILLEGAL, "inequality"),
        ("1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1", Reason.ILLEGAL, "inequality"),  # the sign between the rows
    ],
)
def test_anything_else_is_not(answer: str, reason: Reason, word: str) -> None:
    verdict = SPEC.verifier_function(PAYLOAD, answer)
    assert verdict.score == 0.0
    assert verdict.reason == reason
    assert word in verdict.message


def test_parts_are_shares() -> None:
    verdict = SPEC.verify_answer(PAYLOAD, "1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3")
    assert verdict.parts == {"givens": 1.0, "lines": 1.0, "signs": 2 / 3}


@given(st.text(st.sampled_from("01234 \n,|-+=<>^v[]\\&._x٣\u00a0\ud800"), max_size=200) | st.text(max_size=60))
@settings(max_examples=150, deadline=None)
@example("\\hline")
def test_any_text_gets_a_verdict(text: str) -> None:
    assert SPEC.verifier_function(PAYLOAD, text).passed == (re.sub(r"[^0-9]", "", text) == "1234314224134321")


@pytest.mark.parametrize("i", range(6))
def test_huge_answers_score_nothing(i: int) -> None:
    answer = ("-" * 500_000 + "x", "1" * 10**6, "1 " * 500_000, "\n" * 10**6, "[" * 10**5, "\\" * 10**6)[i]
    assert SPEC.verifier_function(PAYLOAD, answer).score == 0.0


@given(st.sampled_from(range(1, 6)), st.integers(0, 300), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_two_exchanged_numbers_are_never_right(level: int, seed: int, rng: random.Random) -> None:
    task = SPEC.task(level, seed)
    words = re.split(r"(\s)", task.answer)
    i, j = rng.sample(range(0, len(words), 2), 2)
    words[i], words[j] = words[j], words[i]
    assert SPEC.verify_answer(task.payload, "".join(words)).passed == (words[i] == words[j])
