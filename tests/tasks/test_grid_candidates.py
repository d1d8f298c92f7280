"""The engine of sudoku and futoshiki: candidates as bits of one integer, and filled squares, against a plain search."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from square_puzzles import groups_of, solutions

import rlvr
from rlvr.generators.grids.candidates import (
    OutOfNodes,
    find,
    latin_board,
    place,
    settle,
    sudoku_board,
    unique_without,
)
from rlvr.generators.grids.filled import random_latin, random_sudoku
from rlvr.generators.grids.futoshiki_signs import narrowing, neighbours


@pytest.mark.parametrize(("rows", "count", "draws"), [(2, 288, 5000), (0, 576, 20_000)])
def test_all_filled_squares_of_four_can_come_out(rows, count, draws):
    rng, board = random.Random(0), sudoku_board(2, 2) if rows else latin_board(4)
    made = {random_sudoku(rng, board, 2, 2) if rows else random_latin(rng, board) for _ in range(draws)}
    every = solutions([0] * 16, groups_of(4, rows, rows), limit=1000)
    assert len(every) == count
    assert made == {board.bits(digits) for digits in every}


def test_large_filled_grids_keep_little_of_the_pattern():
    board = sudoku_board(4, 4)
    digits = board.digits(random_sudoku(random.Random(0), board, 4, 4))
    assert len({frozenset(digits[i : i + 4]) for i in range(0, 256, 4)}) > 50  # the cyclic pattern has 16


def check(board, groups, solution, digits, less=()):
    """Singles are never wrong, and the search finds another solution if and only if there is one."""
    narrow, clues = narrowing(board, less) if less else None, board.bits(digits)
    open_, known = settle(board, place(board, board.full, clues), clues, narrow)
    assert known & solution == known
    assert open_ & solution == solution
    assert find(board, open_, known, budget=10**6, narrow=narrow)
    others = [1 << i for i in range(board.n**3) if solution >> i & 1 and not known >> i & 1]
    several = any(find(board, open_ ^ bit, known, budget=10**6, narrow=narrow) for bit in others)
    assert several == (len(solutions(digits, groups, less)) > 1)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from([(2, 2), (2, 3)]), st.data())
def test_the_search_agrees_on_sudoku(rng, shape, data):
    board, n = sudoku_board(*shape), shape[0] * shape[1]
    solution = random_sudoku(rng, board, *shape)
    digits = board.digits(solution)
    for cell in rng.sample(range(n * n), data.draw(st.integers(1, n * n - n))):
        digits[cell] = 0
    check(board, groups_of(n, *shape), solution, digits)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(4, 5), st.data())
def test_the_search_agrees_on_futoshiki(rng, n, data):
    board = latin_board(n)
    solution = random_latin(rng, board)
    digits = board.digits(solution)
    pairs = rng.sample(neighbours(n), data.draw(st.integers(n, 2 * n * (n - 1))))
    less = [(a, b) if digits[a] < digits[b] else (b, a) for a, b in pairs]
    check(board, groups_of(n), solution, [d if rng.random() < 0.2 else 0 for d in digits], less)


def test_a_removal_that_makes_a_second_solution_is_noticed():
    board, seen = sudoku_board(3, 3), set()
    for seed in range(6):
        task = rlvr.get("sudoku").task(6, seed)
        clues = [digit for row in task.payload["clues"] for digit in row]
        solution = board.bits(list(map(int, task.answer.split())))
        for cell in [i for i, digit in enumerate(clues) if digit][::3]:
            fewer = [*clues[:cell], 0, *clues[cell + 1 :]]
            bits = board.bits(fewer)
            open_, known = settle(board, place(board, board.full, bits), bits)
            unique = unique_without(board, open_, known, solution, cell, 10**6)
            assert unique == (len(solutions(fewer, groups_of(9, 3, 3))) == 1)
            seen.add(unique)
    assert seen == {True, False}


def test_a_search_over_its_budget_proves_nothing():
    board = sudoku_board(3, 3)
    with pytest.raises(OutOfNodes):
        find(board, board.full, 0, budget=3)
    solution = random_sudoku(random.Random(0), board, 3, 3)
    assert not unique_without(board, board.full, 0, solution, 0, budget=3)


def test_contradictions_are_found():
    board = sudoku_board(2, 2)
    assert place(board, board.full, board.bits([1, 1] + [0] * 14)) == 0
    stuck = board.bits([1, 2, 3, 0, 0, 0, 0, 4] + [0] * 8)  # nothing is left for the fourth cell
    assert settle(board, place(board, board.full, stuck), stuck) == (0, 0)
    assert find(board, place(board, board.full, stuck), stuck, budget=100) == 0


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 9])
def test_signs_exclude_exactly_what_a_neighbour_cannot_exceed(n):
    board, rng = latin_board(n), random.Random(n)
    less = [(a, b) if rng.random() < 0.5 else (b, a) for a, b in rng.sample(neighbours(n), n + 3)]
    open_, narrow = rng.getrandbits(n**3), narrowing(board, less)

    def fitting(bits):
        """The candidates, and those of them whose signs hold with some candidate on the other side."""
        can = {(c, d) for c in range(n * n) for d in range(n) if bits & board.bit(c, d)}
        return can, {
            (c, d)
            for c, d in can
            if all(any((a, e) in can for e in range(d)) for a, b in less if b == c)
            and all(any((b, e) in can for e in range(d + 1, n)) for a, b in less if a == c)
        }

    once = final = narrow(open_)
    while final != (final := narrow(final)):
        pass
    # One call may go further than one step of the rule, since it takes the ways one after the other; but it goes
    # at least as far, and no further than the rule repeated to its end.
    ends, kept = fitting(final)
    assert ends == kept
    assert ends <= fitting(once)[0] <= fitting(open_)[1]
