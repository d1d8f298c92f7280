"""Candidates of a square puzzle as the bits of one integer, and the exact search that works on them.

Sudoku and its kin put the digits 0 to n - 1 (shown as 1 to n) into n x n cells. There are n**3 *candidates*,
"this digit in this cell", and bit ``digit * n * n + row * n + column`` of a Python integer says whether one is
still open. Every rule is then of one shape: the candidates are divided into classes of n (those of one cell,
those of one digit in one row, ...), and exactly one of each class is true. A `Group` is such a division.

Because the members of a class lie at fixed distances, a few shifts of the whole integer count all its classes at
once: a round of *singles* for all cells, rows, columns and boxes of a 9 x 9 costs about ten microseconds. Where
singles end, `find` branches. It is exact: a puzzle has one solution if `find` proves that there is no other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

Narrow = Callable[[int], int]
"""A further rule: from the open candidates to those it leaves open. It must be sound, not complete."""


class OutOfNodes(Exception):
    """A search used up its budget of branches; nothing is known about the solutions it did not reach."""


class Group(NamedTuple):
    """One division of all candidates into classes of n.

    Attributes:
        near: distances of the members of a class within a run, without 0.
        far: distances between the runs, without 0.
        base: the first member of every class, as bits.
        spread: multiplying a first member by this gives its whole class.
    """

    near: tuple[int, ...]
    far: tuple[int, ...]
    base: int
    spread: int


@dataclass(frozen=True, slots=True)
class Board:
    """The geometry of a puzzle: its groups, in the order cell, row, column and, for sudoku, box."""

    n: int
    cells: int
    layer: int
    full: int
    groups: tuple[Group, ...]

    def bit(self, cell: int, digit: int) -> int:
        """The candidate that says `digit` (from 0) stands in `cell` (row by row, from 0)."""
        return 1 << (digit * self.cells + cell)

    def bits(self, digits: list[int]) -> int:
        """The candidates of a list of digits by cell, from 1; 0 is an empty cell."""
        found = bytearray(self.n * self.cells)
        for cell, digit in enumerate(digits):
            if digit:
                found[(digit - 1) * self.cells + cell] = 49
        # The text of a number in base 2 is read far faster than its bits are added one by one.
        return int(found.translate(_BINARY)[::-1], 2)

    def digits(self, known: int) -> list[int]:
        """The digits from 1 by cell, 0 where `known` has none: the inverse of `bits`."""
        found = [0] * self.cells
        for index in ones(known):
            digit, cell = divmod(index, self.cells)
            found[cell] = digit + 1
        return found

    def column_of(self, cells: int) -> int:
        """All candidates of some cells, which are given as bits of one layer."""
        return cells * self.groups[0].spread


_BINARY = bytes(49 if code == 49 else 48 for code in range(256))


@lru_cache(maxsize=32)
def sudoku_board(rows: int, cols: int) -> Board:
    """The board of a sudoku with boxes of `rows` x `cols` cells."""
    n = rows * cols
    lines = [((1, cols), (cols, rows)), ((n, rows), (n * rows, cols))]
    return _board(n, [((n * n, cols), (n**3 // rows, rows)), *lines, ((1, cols), (n, rows))])


@lru_cache(maxsize=32)
def latin_board(n: int) -> Board:
    """The board of a Latin square: cells, rows and columns only."""
    near = next((k for k in (3, 2) if n % k == 0), n)  # two short runs need fewer shifts than a long one
    steps = [((stride, near), (stride * near, n // near)) for stride in (n * n, 1, n)]
    return _board(n, steps)


def _board(n: int, steps: list[tuple[tuple[int, int], tuple[int, int]]]) -> Board:
    groups = []
    for (near, near_count), (far, far_count) in steps:
        spread = sum(1 << (near * i + far * j) for i in range(near_count) for j in range(far_count))
        base = covered = 0
        for index in range(n**3):
            if not covered >> index & 1:
                base |= 1 << index
                covered |= spread << index
        near_shifts = tuple(near * i for i in range(1, near_count))
        groups.append(Group(near_shifts, tuple(far * j for j in range(1, far_count)), base, spread))
    return Board(n, n * n, (1 << n * n) - 1, (1 << n**3) - 1, tuple(groups))


def ones(bits: int) -> Iterator[int]:
    """The positions of the bits that are set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def place(board: Board, open_: int, new: int) -> int:
    """The open candidates after those of `new` are made true; 0 if two of them are in one class."""
    count = new.bit_count()
    rivals = 0
    for near, far, base, spread in board.groups:
        hit = new
        for shift in near:
            hit |= new >> shift
        run = hit
        for shift in far:
            hit |= run >> shift
        hit &= base
        if hit.bit_count() != count:
            return 0
        rivals |= hit * spread
    return (open_ ^ (open_ & rivals)) | new


class Round(NamedTuple):
    """What one round of `settle` saw: the candidates at its start and the singles found, by group."""

    open_: int
    known: int
    singles: list[int]


def settle(
    board: Board, open_: int, known: int, narrow: Narrow | None = None, log: list[Round] | None = None
) -> tuple[int, int]:
    """Rounds of singles to the end: whatever is the last of its cell, row, column or box becomes known.

    Args:
        board: the geometry.
        open_: candidates that are not excluded; those of `known` have been placed.
        known: candidates that are true.
        narrow: a further rule of the puzzle.
        log: a list that gets one `Round` for each round.

    Returns:
        The new `open_` and `known`; ``(0, 0)`` if there is no solution. Solved if `known` has a digit per cell.
    """
    groups = board.groups
    while True:
        before = open_
        if narrow is not None:
            open_ = narrow(open_)
        found = 0
        parts = []
        for near, far, base, spread in groups:
            some, more = open_, 0  # candidates, and pairs of candidates, folded onto the base
            for shift in near:
                moved = open_ >> shift
                more |= some & moved
                some |= moved
            run, pairs = some, more
            for shift in far:
                moved = run >> shift
                more |= (some & moved) | (pairs >> shift)
                some |= moved
            if some & base != base:
                return 0, 0
            single = open_ & ((base ^ (more & base)) * spread)
            found |= single
            if log is not None:
                parts.append(single & ~known)
        new = found ^ known
        if log is not None:
            log.append(Round(open_, known, parts))
        if new:
            open_ = place(board, open_, new)
            if not open_:
                return 0, 0
            known = found
        elif open_ == before:
            return open_, known


def fewest(board: Board, open_: int) -> int:
    """The undecided cells with the fewest candidates, as bits of one layer; 0 if there is none."""
    # Five binary digits of a counter in every cell: room for 31 candidates.
    planes = [0] * 5
    rest = open_
    while rest:
        carry = rest & board.layer
        for i, plane in enumerate(planes):
            planes[i] = plane ^ carry
            carry &= plane
        rest >>= board.cells
    for count in range(2, board.n + 1):
        cells = board.layer
        for i, plane in enumerate(planes):
            cells &= plane if count >> i & 1 else plane ^ board.layer
        if cells:
            return cells
    return 0


def find(
    board: Board,
    open_: int,
    known: int,
    *,
    budget: int,
    rng: random.Random | None = None,
    narrow: Narrow | None = None,
) -> int:
    """A solution within the open candidates, as bits; 0 if it is proved that there is none.

    Depth first, on a cell with the fewest candidates. With `rng`, the cell and the order of its digits are
    random, so that any solution can be the one found.

    Raises:
        OutOfNodes: after `budget` branches.
    """
    stack = [(open_, known, 0)]
    while stack:
        open_, known, choice = stack.pop()
        if choice:
            open_, known = place(board, open_, choice), known | choice
        if open_:
            open_, known = settle(board, open_, known, narrow)
        if not open_:
            continue
        if known.bit_count() == board.cells:
            return known
        budget -= 1
        if budget < 0:
            raise OutOfNodes
        cells = fewest(board, open_)
        if rng is not None:
            for _ in range(rng.randrange(cells.bit_count())):
                cells &= cells - 1
        choices = [1 << index for index in ones(open_ & board.column_of(cells & -cells))]
        if rng is not None:
            rng.shuffle(choices)
        stack.extend((open_, known, choice) for choice in choices)
    return 0


def unique_without(
    board: Board, open_: int, known: int, solution: int, cell: int, budget: int, narrow: Narrow | None = None
) -> bool:
    """Whether a puzzle still has one solution once the clue of `cell` is gone.

    `open_` and `known` are what the other clues leave after `settle`. With that clue there is one solution, so
    another one would have another digit in `cell`. A search over its budget counts as no: only proofs count.
    """
    if known.bit_count() == board.cells:
        return True
    clue = solution & board.column_of(1 << cell)
    if known & clue:
        return True
    try:
        return not find(board, open_ ^ clue, known, budget=budget, narrow=narrow)
    except OutOfNodes:
        return False
