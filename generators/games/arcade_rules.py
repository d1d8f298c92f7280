"""Four games on a grid for one player, without chance: what each move of a position pays, and what it leads to.

`merge` is 2048 with new tiles that are known ahead, `snake` eats apples within a number of moves, `drop` lets pieces
fall as in Tetris, `groups` takes away tiles that touch each other. Rules in words are in `grid_arcade`. A position is a
tuple whose first item is the number of moves that were made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from ..base import Json

Position = tuple[Any, ...]
Ahead = dict[str, tuple[int, Position]]
"""From the moves of a position to the points, and the position after."""

PIECES: Final = ("#", "##", "###", "##/##", "##/#.", "###/#..", "###/..#", "###/.#.", ".##/##.", "##./.##")
"""Pieces of `drop`, rows from the top."""


class Play(ABC):
    """A game as the policy kernel takes it; what moves lead to is worked out once for each position."""

    def __init__(self, facts: Mapping[str, Json]) -> None:
        """The game of a payload."""
        self.facts, self.moves_in_all = facts, int(facts["moves"])
        self._known: dict[Position, Ahead] = {}

    @abstractmethod
    def start(self) -> Position:
        """The position before the first move."""

    @abstractmethod
    def ahead(self, position: Position) -> Ahead:
        """All moves of a position, each different result once."""

    def known(self, position: Position) -> Ahead:
        """The same; nothing once all moves are made."""
        found = self._known.get(position)
        if found is None:
            made = position[0] + 1
            found = {} if made > self.moves_in_all else self.ahead(position)
            if made == self.moves_in_all:  # how it ends makes no difference
                found = {name: (points, (made,)) for name, (points, _) in found.items()}
            self._known[position] = found
        return found

    def moves(self, state: Position) -> Sequence[str]:
        """The names of the moves."""
        return tuple(self.known(state))

    def led(self, state: Position) -> tuple[tuple[int, str, Position], ...]:
        """What `step` gives for each move, in the order of `moves`."""
        return tuple([(points, "", after) for points, after in self.known(state).values()])

    def step(self, state: Position, move: str) -> tuple[int, str, Position]:
        """The points of a move, and the position after; nothing is hidden, so nothing is to be seen."""
        points, after = (self._known.get(state) or self.known(state))[move]
        return points, "", after


@lru_cache(maxsize=1 << 16)
def pushed(line: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """A line after its tiles slid to its beginning, and the points: the sum of the new tiles."""
    tiles = [tile for tile in line if tile]
    made: list[int] = []
    points = at = 0
    while at < len(tiles):
        double = at + 1 < len(tiles) and tiles[at] == tiles[at + 1]
        made.append(tiles[at] << double)
        points += made[-1] * double
        at += 1 + double
    return (*made, *(0,) * (len(line) - len(made))), points


class Merge(Play):
    """Tiles slide and merge. A position holds the rows."""

    def start(self) -> Position:
        """The board of the task."""
        return 0, tuple(map(tuple, self.facts["board"]))

    def ahead(self, position: Position) -> Ahead:
        """The four sides; a move that changes nothing is none."""
        made, rows = position
        columns = tuple(zip(*rows, strict=True))
        found: Ahead = {}
        for name, lines in (("L", rows), ("R", rows), ("U", columns), ("D", columns)):
            if name in "RD":
                lines = tuple([line[::-1] for line in lines])
            both = [pushed(line) for line in lines]
            after = tuple([line for line, _ in both])
            if after != lines:
                if made + 1 < self.moves_in_all:  # no tile appears after the last move
                    after = tuple([line[::-1] for line in after]) if name in "RD" else after
                    after = self._new(made, after if name in "LR" else tuple(zip(*after, strict=True)))
                found[name] = sum([points for _, points in both]), (made + 1, after)
        return found

    def _new(self, made: int, rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        """The board with the tile that appears after a move."""
        tile, place = self.facts["tiles"][made]
        wide = len(rows[0])
        cells = [cell for row in rows for cell in row]
        empty = [n for n, cell in enumerate(cells) if not cell]
        cells[empty[(place - 1) % len(empty)]] = tile
        return tuple([tuple(cells[n : n + wide]) for n in range(0, len(cells), wide)])


class Snake(Play):
    """A snake eats. A position holds the cells of the snake, head first, and which apples are left, as bits."""

    def start(self) -> Position:
        """The snake of the task; cells are numbered row by row."""
        rows, columns = self.facts["size"]
        self.steps = [
            [
                (name, (r + down) * columns + c + right)
                for name, down, right in (("L", 0, -1), ("R", 0, 1), ("U", -1, 0), ("D", 1, 0))
                if 0 <= r + down < rows and 0 <= c + right < columns
            ]
            for r in range(rows)
            for c in range(columns)
        ]
        self.apples = {
            r * columns + c: (1 << n, points) for n, (r, c, points) in enumerate(self.facts["apples"])
        }
        return 0, tuple(r * columns + c for r, c in self.facts["snake"]), (1 << len(self.apples)) - 1

    def ahead(self, position: Position) -> Ahead:
        """Steps that stay in the grid and hit no part but the tail, which moves on."""
        made, body, left = position
        found: Ahead = {}
        for name, head in self.steps[body[0]]:
            bit, points = self.apples.get(head, (0, 0))
            if bit & left:
                found[name] = points, (made + 1, (head, *body), left ^ bit)
            elif head not in body[:-1]:
                found[name] = 0, (made + 1, (head, *body[:-1]), left)
        return found


@lru_cache(maxsize=64)
def turned(piece: str) -> Mapping[str, tuple[tuple[int, ...], int]]:
    """The different turns of a piece by letter: rows from the lowest, as bits from the left, and the width."""
    rows = piece.split("/")
    found: dict[str, tuple[tuple[int, ...], int]] = {}
    for letter in "NESW":
        masks = tuple(sum(1 << c for c, sign in enumerate(row) if sign == "#") for row in rows[::-1])
        if (masks, len(rows[0])) not in found.values():
            found[letter] = masks, len(rows[0])
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return found


class Drop(Play):
    """Pieces fall. A position holds the rows from the lowest, as bits from the left."""

    def start(self) -> Position:
        """The field of the task."""
        field = self.facts["field"]
        self.wide, self.full = len(field[0]), (1 << len(field[0])) - 1
        return 0, tuple(sum(1 << c for c, sign in enumerate(row) if sign == "#") for row in field[::-1])

    def ahead(self, position: Position) -> Ahead:
        """All columns and turns of the piece."""
        made, field = position
        found: Ahead = {}
        for letter, (masks, wide) in turned(self.facts["pieces"][made]).items():
            for column in range(self.wide - wide + 1):
                landed = self._landed(field, [mask << column for mask in masks])
                if landed is not None:
                    found[f"{column + 1}{letter}"] = landed[0], (made + 1, landed[1])
        return found

    def _landed(self, field: tuple[int, ...], masks: list[int]) -> tuple[int, tuple[int, ...]] | None:
        """The points and the field after a piece fell from above; None if it does not fit in."""
        high = len(masks)
        at = len(field)
        while at:
            for row, mask in zip(field[at - 1 : at - 1 + high], masks, strict=False):
                if row & mask:
                    break
            else:
                at -= 1
                continue
            break
        if at + high > len(field):
            return None
        rows = list(field)
        for n, mask in enumerate(masks, at):
            rows[n] |= mask
        full = [n for n in range(at, at + high) if rows[n] == self.full]
        if not full:
            return 0, tuple(rows)
        worth = self.facts["worth"]
        left = [row for row in rows if row != self.full]
        points = sum([worth[-1 - n] for n in full]) * len(full)
        return points, (*left, *(0,) * len(full))


class Groups(Play):
    """Groups are taken. A position holds the columns, each from its lowest tile."""

    def start(self) -> Position:
        """The board of the task."""
        return 0, tuple("".join(column)[::-1] for column in zip(*self.facts["board"], strict=True))

    def ahead(self, position: Position) -> Ahead:
        """The groups of two and more, by the first of their tiles row by row from the top."""
        made, columns = position
        high = len(self.facts["board"])
        # The number of a tile is sixteen times its column, and its height.
        tiles = {16 * x + y: tile for x, column in enumerate(columns) for y, tile in enumerate(column)}
        found: Ahead = {}
        for h in range(high - 1, -1, -1):
            for first in range(h, 16 * len(columns), 16):
                if first in tiles:
                    group = self._group(tiles, first)
                    if len(group) > 1:
                        found[f"{'ABCDEFGHI'[first // 16]}{high - h}"] = (
                            len(group) ** 2,
                            (made + 1, self._without(columns, group)),
                        )
        return found

    @staticmethod
    def _group(tiles: dict[int, str], first: int) -> list[int]:
        """The tiles that are taken with one; they are taken out of `tiles`."""
        letter, group = tiles.pop(first), [first]
        for tile in group:  # it grows while it is gone through
            for near in (tile - 16, tile + 16, tile - 1, tile + 1):
                if tiles.get(near) == letter:
                    del tiles[near]
                    group.append(near)
        return group

    @staticmethod
    def _without(columns: tuple[str, ...], group: list[int]) -> tuple[str, ...]:
        """The columns that are left, each as far as it is left."""
        left = list(columns)
        for tile in sorted(group, reverse=True):  # what is higher in a column goes first
            x, y = divmod(tile, 16)
            left[x] = left[x][:y] + left[x][y + 1 :]
        return tuple(filter(None, left))


PLAYS: Final[Mapping[str, Callable[[Mapping[str, Json]], Play]]] = {
    "merge": Merge,
    "snake": Snake,
    "drop": Drop,
    "groups": Groups,
}
