"""What verifiers of puzzles on squares share: reading a Latin square, and one verdict from several rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from ..answers.cells import read_square
from ..base import Verdict, correct, illegal, unparsable

Grid = list[list[int]]


def share(holding: Sequence[bool]) -> float:
    """The share that is true; 1.0 exactly if all are, and of none."""
    return sum(holding) / len(holding) if holding else 1.0


def read_cells(answer: str, n: int, low: int, high: int) -> Grid | Verdict:
    """The n rows of n numbers from `low` to `high` that an answer consists of; else the verdict that says why not."""
    grid = read_square(answer, n, one_digit=high < 10)
    if grid is None:
        return unparsable(
            f"Give the whole grid: {n} lines of {n} numbers from {low} to {high}, separated by spaces."
        )
    if not all(low <= number <= high for number in chain.from_iterable(grid)):
        return illegal(f"Every cell must hold a number from {low} to {high}.")
    return grid


def read_numbers(
    answer: str, n: int, numbers: Sequence[int], givens: Sequence[Sequence[int | None]]
) -> Grid | Verdict:
    """The n rows of n whole numbers of a square that is filled with `numbers` beside `givens`; else why not."""
    known = [*numbers, *(value for row in givens for value in row if value is not None)]
    grid = read_square(answer, n, one_digit=min(known) >= 0 and max(known) < 10, signed=min(known) < 0)
    if grid is None:
        return unparsable(f"Give the whole square: {n} lines of {n} numbers, separated by spaces.")
    return grid


def all_used(grid: Grid, givens: Sequence[Sequence[int | None]], numbers: Sequence[int]) -> float:
    """The share of `numbers`, all different, that stand in the cells where nothing is given."""
    pairs = zip(chain.from_iterable(givens), chain.from_iterable(grid), strict=True)
    put = {number for given, number in pairs if given is None}
    return len(put.intersection(numbers)) / len(numbers)


def kept(grid: Grid, givens: Sequence[Sequence[int | None]], empty: int | None = 0) -> float:
    """The share of given numbers that stand where they stood."""
    pairs = zip(chain.from_iterable(givens), chain.from_iterable(grid), strict=True)
    return share([given == number for given, number in pairs if given != empty])


def distinct_lines(grid: Grid) -> float:
    """The share of rows and columns without a repeated number."""
    return share([len(set(line)) == len(line) for line in (*grid, *zip(*grid, strict=True))])


def judged(parts: Mapping[str, float], broken: Mapping[str, str]) -> Verdict:
    """Right if every part is whole, else what `broken` says of the first one that is not."""
    for name, part in parts.items():
        if part < 1.0:
            return illegal(broken[name], **parts)
    return correct(**parts)


GIVENS = "Keep every number that is given in the puzzle where it stands."
LINES = "A row or a column has a number twice; each needs every number once."
