"""Futoshiki: fill a square so that rows and columns hold each number once and the signs between cells are right.

A random Latin square is drawn and `signs` of its neighbouring pairs get their sign. Numbers are shown where signs
and singles leave cells undecided, and taken back while the solution is proved to stay the only one, until
`givens` are left. A puzzle has exactly the signs and givens asked for and one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square, and replacing every number d by
size + 1 - d with all signs turned. It is exact: the least of the 16 images.

Difficulty: `size` of the square; fewer `givens` and fewer `signs` leave more to search.

Source: the puzzle of Tamaki Seto, as published by Nikoli.
"""

from __future__ import annotations

import random

from ..base import Draft, GenerationError
from ..limits import Whole, limited
from ..wording import phrase
from .candidates import Board, Narrow, latin_board, ones, place, settle, unique_without
from .filled import LATIN_SQUARES, random_latin
from .futoshiki_signs import least_image, narrowing, neighbours
from .futoshiki_text import drawing, listing, worked
from .steps import explain

WORDINGS = (
    "Solve this {n}x{n} futoshiki. Every row and every column must contain each number from 1 to {n} exactly "
    "once, and every inequality between two neighbouring cells must hold.\n\n{puzzle}\n\n"
    "Write the completed grid, one row per line, with spaces between the numbers and without the signs.",
    "{puzzle}\n\nThis is a futoshiki puzzle on a grid of {n} rows and {n} columns. Fill it with the numbers 1 to "
    "{n}: no number may stand twice in a row or in a column, the given numbers stay, and all inequalities must "
    "be true. Answer with {n} lines of {n} numbers, separated by spaces; leave the signs out.",
    "Find the one way to fill this {n}x{n} grid so that each row and each column is an arrangement of the numbers 1 "
    "to {n}, the given numbers are kept and all inequalities hold.\n\n{puzzle}\n\n"
    "Give only the numbers of the filled grid: a line for each row, from top to bottom, separated by spaces.",
)
_TRIES = 60
_BUDGET = 20  # branches of a search that may prove a given to be spare; harder proofs make unfair puzzles
_LOOKED_AT = 4  # undecided cells compared before one is shown: the one with the most candidates tells most


@limited(
    size=Whole(4, 9, "the side of the square"),
    givens=Whole(0, 80, "how many numbers are shown: fewer than there are cells"),
    signs=Whole(0, 144, "how many inequalities are shown: at most one for each pair of neighbours"),
)
def generate(rng: random.Random, *, size: int, givens: int, signs: int) -> Draft:
    """Make one futoshiki with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit, or the square has not so many cells or neighbours.
        GenerationError: if no puzzle with so few givens and signs was found.
    """
    pairs = neighbours(size)
    if givens >= size * size:
        raise ValueError(f"givens must be at most {size * size - 1} for size {size}, not {givens}")
    if signs > len(pairs):
        raise ValueError(f"signs must be at most {len(pairs)} for size {size}, not {signs}")
    board = latin_board(size)
    for _ in range(_TRIES):
        solution = random_latin(rng, board)
        digits = board.digits(solution)
        less = [(a, b) if digits[a] < digits[b] else (b, a) for a, b in sorted(rng.sample(pairs, signs))]
        narrow = narrowing(board, less)
        shown = _show(rng, board, solution, digits, narrow, givens)
        if shown is not None:
            break
    else:
        raise GenerationError(
            f"no futoshiki of size {size} with {givens} givens and {signs} signs was found; take more of either"
        )
    return _draft(rng, board, solution, digits, sorted(shown), less, narrow)


def _show(
    rng: random.Random, board: Board, solution: int, digits: list[int], narrow: Narrow, givens: int
) -> list[int] | None:
    """`givens` cells whose numbers make the solution the only one; None if more would be needed."""
    open_, known = settle(board, board.full, 0, narrow)
    shown: list[int] = []
    while known.bit_count() < board.cells:
        undecided = list(ones(board.layer & ~_decided(board, known)))
        some = rng.sample(undecided, min(_LOOKED_AT, len(undecided)))
        cell = max(some, key=lambda cell: (open_ & board.column_of(1 << cell)).bit_count())
        shown.append(cell)
        clue = board.bit(cell, digits[cell] - 1)
        open_, known = settle(board, place(board, open_, clue), known | clue, narrow)
    for budget in (0, _BUDGET):  # what singles allow comes first: it costs no search
        for cell in list(shown):
            if len(shown) <= givens:
                break
            rest = [other for other in shown if other != cell]
            clues = sum(board.bit(other, digits[other] - 1) for other in rest)
            open_, known = settle(board, place(board, board.full, clues), clues, narrow)
            if unique_without(board, open_, known, solution, cell, budget, narrow):
                shown = rest
    if len(shown) > givens:
        return None
    spare = [cell for cell in range(board.cells) if cell not in shown]
    return shown + rng.sample(spare, givens - len(shown))


def _decided(board: Board, known: int) -> int:
    cells = 0
    while known:
        cells |= known & board.layer
        known >>= board.cells
    return cells


def _draft(
    rng: random.Random,
    board: Board,
    solution: int,
    digits: list[int],
    shown: list[int],
    less: list[tuple[int, int]],
    narrow: Narrow,
) -> Draft:
    n = board.n
    given = [0] * board.cells
    for cell in shown:
        given[cell] = digits[cell]
    rounds, work = explain(board, board.bits(given), solution, narrow)
    show = rng.choice((drawing, drawing, listing))
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, puzzle=show(n, given, less, rng)),
        payload={
            "size": n,
            "givens": [given[i : i + n] for i in range(0, board.cells, n)],
            "less": [list(pair) for pair in less],
        },
        answer="\n".join(" ".join(map(str, digits[i : i + n])) for i in range(0, board.cells, n)),
        trace=worked(board, given, less, narrow, rounds),
        canonical=least_image(n, given, less),
        guess_rate=max(1 / n ** (board.cells - len(shown)), 1 / LATIN_SQUARES[n]),
        difficulty=float(work),
    )
