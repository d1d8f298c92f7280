"""Squares that are filled with different numbers so that lines have their sums: what survo and magic squares share.

Cells hold the numbers of a list, each once; a cell's value is the place of its number in the sorted list. Cells are
told until the rules settle all, and what turns out to be spare is taken back but for `extra` cells.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ..kernels.clue import Different, Puzzle, Rule, choose
from ..kernels.clue_rules import Sum, Tellable, told
from .clue_text import cell_name, steps_of, worked

_STEPS = 6_000
_TESTS = 3


@dataclass(frozen=True)
class Filled:
    """A square of different numbers, row by row, and the lines whose sums are known: each with its name."""

    size: int
    square: Sequence[int]
    lines: Sequence[tuple[str, Sequence[int]]]

    def puzzle(self) -> Puzzle:
        """The tables of the cells come first, then that all cells are different, then sums."""
        numbers, name, cells = sorted(self.square), cell_name(self.size), range(len(self.square))
        rules: list[Rule] = [Tellable(f"given {name(cell)}", cell, len(cells)) for cell in cells]
        every = (1 << len(cells)) - 1
        rules.append(Different("each number once", cells, every))
        rules += [
            Sum(name, line, numbers, sum(self.square[cell] for cell in line)) for name, line in self.lines
        ]
        return Puzzle.of([every] * len(cells), rules)

    def told(self, rng: random.Random, extra: int, ahead: int) -> list[int] | None:
        """Cells that are told so that there is one solution; None if all of them would be needed."""
        puzzle, solution = self.puzzle(), self._solution()
        order = rng.sample(range(len(solution)), len(solution))
        clues = {told(cell, solution[cell]): cell for cell in order}
        chosen = choose(puzzle, [[*clues]], solution, most=_STEPS, tests=_TESTS, ahead=ahead)
        if chosen is None:
            return None
        shown = [clues[clue] for clue in chosen]
        shown += [cell for cell in order if cell not in shown][:extra]
        return sorted(shown) if len(shown) < len(order) - 3 else None

    def worked(self, shown: Sequence[int]) -> tuple[str, int]:
        """The worked solution when some cells are told, and its steps."""
        puzzle, solution = self.puzzle(), self._solution()
        log, steps = steps_of(puzzle, [told(cell, solution[cell]) for cell in shown], solution, 10 * _STEPS)
        words = [str(number) for number in sorted(self.square)]
        return worked(puzzle, log, cell_name(self.size), given=shown, words=words), steps

    def givens(self, shown: Sequence[int]) -> list[list[int | None]]:
        """The rows with None for each cell that is not told."""
        values = [number if cell in shown else None for cell, number in enumerate(self.square)]
        return [values[i : i + self.size] for i in range(0, len(values), self.size)]

    def missing(self, shown: Sequence[int]) -> list[int]:
        """The numbers of the cells that are not told, least first."""
        return sorted(number for cell, number in enumerate(self.square) if cell not in shown)

    def _solution(self) -> list[int]:
        place = {number: at for at, number in enumerate(sorted(self.square))}
        return [place[number] for number in self.square]


def rows_and_columns(n: int) -> list[tuple[str, Sequence[int]]]:
    """The lines of a square with their names."""
    rows = [(f"row {i + 1}", range(i * n, i * n + n)) for i in range(n)]
    return [*rows, *((f"column {i + 1}", range(i, n * n, n)) for i in range(n))]


def with_blanks(givens: Sequence[Sequence[int | None]], blank: str) -> list[list[str]]:
    """The rows as words."""
    return [[blank if value is None else str(value) for value in row] for row in givens]
