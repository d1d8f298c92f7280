"""The moves of `tic-tac-toe-kin`: five games of signs in a row, on boards of up to 7 by 7.

A position is two sets of squares, as bits: the signs of the player whose turn it is and those of the other one; in
wild games the crosses and the noughts; in notakto all signs are crosses. Squares are named by column (A, B, C) and
row (1 at the top).
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ..base import Json
from ..kernels.duel import Solved, TooHard

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


@cache
def completed(rows: int, columns: int, length: int) -> dict[int, tuple[int, ...]]:
    """For the bit of each square what the lines through it have beside it: a sign there completes the line."""
    every = lines(rows, columns, length)
    bits = [1 << at for at in range(rows * columns)]
    return {bit: tuple(line ^ bit for line in every if line & bit) for bit in bits}


@dataclass(frozen=True, slots=True)
class Rules:
    """One game, as the kernel takes it."""

    kind: str
    rows: int
    columns: int
    length: int

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
        for line in lines(self.rows, self.columns, self.length):
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

    def played(self, rng: random.Random, plies: int, *, quiet: bool, fewest: int = 0) -> Position | None:
        """A position after so many random moves, none of which ended the game; None if that did not come about.

        Args:
            rng: the random source.
            plies: how many moves.
            quiet: whether no move may leave the other player a win at once.
            fewest: squares that can be taken after each move, at least.
        """
        through = completed(self.rows, self.columns, self.length)
        wild = self.kind == "wild"
        first = second = 0
        for _ in range(plies):
            free, full = self.free(first, second), (1 << self.squares) - 1 ^ (first | second)
            ahead: list[tuple[int, bool]] = []
            while free:
                bit = free & -free
                free ^= bit
                ahead.append((bit, True))
                if wild:
                    ahead.append((bit, False))
            while ahead:
                place = rng.randrange(len(ahead))
                bit, own = ahead[place]
                ahead[place] = ahead[-1]
                ahead.pop()
                signs = first if own else second
                for rest in through[bit]:
                    if rest & signs == rest:
                        break
                else:
                    if wild:
                        after = (first | bit, second) if own else (first, second | bit)
                    else:
                        after = (first | bit, 0) if self.kind == "notakto" else (second, first | bit)
                    if (
                        bit != full
                        and self.free(*after).bit_count() >= fewest
                        and not (quiet and self.wins_at_once(after))
                    ):
                        first, second = after
                        break
            else:
                return None
        return first, second

    def free(self, first: int, second: int) -> int:
        """The empty squares that can be taken: where signs fall, those with nothing empty below."""
        free = (1 << self.squares) - 1 ^ (first | second)
        return free & ~(free >> self.columns) if self.kind == "gravity" else free

    def wins_at_once(self, state: Position) -> bool:
        """Whether a move makes a line and wins by it: one square of a line is missing, and can be taken."""
        if self.kind in ("reverse", "notakto"):
            return False
        free = self.free(*state)
        every = lines(self.rows, self.columns, self.length)
        for side in state if self.kind == "wild" else state[:1]:
            missing = ~side
            for line in every:
                rest = line & missing
                if rest & free and not rest & (rest - 1):
                    return True
        return False


class Search(Solved[Position]):
    """What `Solved` does, in the same order, with the moves as bits: it looks only for lines through the last square.

    That is enough where no line stands before.
    """

    def __init__(self, rules: Rules, most: int, state: Position) -> None:
        """A search ahead of a position, whose dead lines (those with both signs) are left out."""
        super().__init__(rules, most)
        self._wild, self._notakto = rules.kind == "wild", rules.kind == "notakto"
        self._lost = 1 if rules.kind in ("reverse", "notakto") else -1
        self._every = (1 << rules.squares) - 1
        self._below = rules.columns if rules.kind == "gravity" else rules.squares
        through = completed(rules.rows, rules.columns, rules.length)
        first, second = state
        self._through = {
            bit: tuple(rest for rest in through[bit] if not (rest & first and rest & second))
            for bit in through
            if not bit & (first | second)
        }

    def worth(self, state: Position) -> int:
        """See `Solved.worth`."""
        known = self._table.get(self.duel.key(state))
        if known is not None:
            return known
        over = self.duel.over(state)
        if over is None:
            return self._looked_up(*state)
        self._table[self.duel.key(state)] = over
        return over

    def _looked_up(self, first: int, second: int) -> int:
        """The worth of a position that is not over and not in the table."""
        if self.looked == self.most:
            raise TooHard
        self.looked += 1
        table, through, wild, notakto, lost = self._table, self._through, self._wild, self._notakto, self._lost
        full = self._every ^ (first | second)
        free = full & ~(full >> self._below)
        best = -1
        while free:
            bit = free & -free
            free ^= bit
            for own in (True, False) if wild else (True,):
                signs = first if own else second
                if wild:
                    after = (first | bit, second) if own else (first, second | bit)
                    key = after if after[0] < after[1] else after[::-1]
                else:
                    key = after = (first | bit, 0) if notakto else (second, first | bit)
                worth = table.get(key)
                if worth is None:
                    for rest in through[bit]:
                        if rest & signs == rest:
                            worth = table[key] = lost
                            break
                    else:
                        if bit == full:
                            worth = table[key] = 0
                        else:
                            worth = self._looked_up(*after)
                if worth < 1:
                    best = -worth
                    if worth:
                        break
            if best == 1:
                break
        table[(first, second) if not wild or first < second else (second, first)] = best
        return best


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
