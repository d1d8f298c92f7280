"""The moves of `tic-tac-toe-kin`: five games of signs in a row, on boards of up to 7 by 7.

A position is two sets of squares, as bits: the signs of the player whose turn it is and those of the other one; in
wild games the crosses and the noughts; in notakto all signs are crosses. Squares are named by column (A, B, C) and
row (1 at the top).
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from ..base import Json

Position = tuple[int, int]
KINDS = ("plain", "reverse", "wild", "notakto", "gravity")


@cache
def lines(rows: int, columns: int, length: int) -> tuple[int, ...]:
    """All rows, columns and diagonals of a length, as bits."""
    found = []
    for r in range(rows):
        for c in range(columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = r + dr * (length - 1), c + dc * (length - 1)
                if ends[0] < rows and 0 <= ends[1] < columns:
                    found.append(sum(1 << (r + dr * n) * columns + c + dc * n for n in range(length)))
    return tuple(found)


@cache
def names(rows: int, columns: int) -> tuple[str, ...]:
    """The names of the squares, row by row."""
    return tuple(f"{'ABCDEFG'[c]}{r + 1}" for r in range(rows) for c in range(columns))


@dataclass(frozen=True, slots=True)
class Rules:
    """One game, as the kernel takes it."""

    kind: str
    rows: int
    columns: int
    length: int
    alive: tuple[int, ...] | None = None
    """The lines that may still be made; all, if it is None."""

    def ahead(self, state: Position) -> Rules:
        """The same rules for what may follow on a position: a line with both signs is never made."""
        every = lines(self.rows, self.columns, self.length)
        return replace(self, alive=tuple(line for line in every if not (line & state[0] and line & state[1])))

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return self.rows * self.columns

    def moves(self, state: Position) -> Iterator[tuple[str, Position]]:
        """A sign on a square that is empty; the lowest of its column where signs fall."""
        first, second = state
        taken = first | second
        for at, name in enumerate(names(self.rows, self.columns)):
            bit = 1 << at
            if taken & bit:
                continue
            if self.kind == "wild":
                yield f"X{name}", (first | bit, second)
                yield f"O{name}", (first, second | bit)
            elif self.kind == "notakto":
                yield name, (first | bit, 0)
            elif self.kind != "gravity":
                yield name, (second, first | bit)
            elif at + self.columns >= self.squares or taken & bit << self.columns:
                yield name[0], (second, first | bit)

    def over(self, state: Position) -> int | None:
        """Lost for who is to move, or won in the games in which a line loses; drawn on a full board."""
        first, second = state
        last = first if self.kind == "notakto" else second  # only who has just moved can have made a line
        for line in lines(self.rows, self.columns, self.length) if self.alive is None else self.alive:
            if last & line == line or (self.kind == "wild" and first & line == line):
                return 1 if self.kind in ("reverse", "notakto") else -1
        return 0 if (first | second) + 1 == 1 << self.squares else None

    def key(self, state: Position) -> Hashable:
        """The position; in wild games the two signs may change places."""
        return tuple(sorted(state)) if self.kind == "wild" else state

    def drawn(self, state: Position) -> list[str]:
        """The rows of the board in signs, the crosses having begun."""
        first, second = state
        swapped = self.kind in ("plain", "reverse", "gravity") and first.bit_count() != second.bit_count()
        crosses, noughts = (second, first) if swapped else (first, second)
        signs = [".XO"[(crosses >> at & 1) + 2 * (noughts >> at & 1)] for at in range(self.squares)]
        return ["".join(signs[at : at + self.columns]) for at in range(0, self.squares, self.columns)]

    def played(self, rng: random.Random, plies: int, *, quiet: bool) -> Position | None:
        """A position after so many random moves, none of which ended the game; None if that did not come about.

        Args:
            rng: the random source.
            plies: how many moves.
            quiet: whether no move may leave the other player a win at once.
        """
        state: Position = (0, 0)
        for _ in range(plies):
            ahead = [after for _, after in self.moves(state)]
            rng.shuffle(ahead)
            fine = (
                each for each in ahead if self.over(each) is None and not (quiet and self.wins_at_once(each))
            )
            after = next(fine, None)
            if after is None:
                return None
            state = after
        return state

    def wins_at_once(self, state: Position) -> bool:
        """Whether a move makes a line and wins by it: one square of a line is missing, and can be taken."""
        taken = state[0] | state[1]
        sides = {"plain": state[:1], "gravity": state[:1], "wild": state}.get(self.kind, ())
        below = ((1 << self.squares) - 1) >> self.columns
        for line in lines(self.rows, self.columns, self.length):
            for side in sides:
                rest = line & ~side
                held = self.kind != "gravity" or not rest & below or rest << self.columns & taken
                if rest & (rest - 1) == 0 and not rest & taken and held:
                    return True
        return False


def turned(kind: str, board: list[str]) -> list[str]:
    """The same for boards that differ by a turn or a reflection, or by the signs of wild games.

    Where signs fall, only left and right may change places.
    """
    seen = [board, [row[::-1] for row in board]]
    if kind != "gravity":
        seen += [each[::-1] for each in seen]
        seen += [["".join(column) for column in zip(*each, strict=True)] for each in seen]
    if kind == "wild":
        seen += [[row.translate({88: "O", 79: "X"}) for row in each] for each in seen]
    return min(seen)


def rules_of(payload: Mapping[str, Json]) -> Rules:
    """The rules of a task."""
    board = payload["board"]
    return Rules(payload["kind"], len(board), len(board[0]), payload["length"])


def position_of(payload: Mapping[str, Json]) -> Position:
    """The position of a task."""
    signs = "".join(payload["board"])
    crosses, noughts = (sum(1 << at for at, sign in enumerate(signs) if sign == each) for each in "XO")
    swapped = payload["kind"] in ("plain", "reverse", "gravity") and crosses.bit_count() != noughts.bit_count()
    return (noughts, crosses) if swapped else (crosses, noughts)
