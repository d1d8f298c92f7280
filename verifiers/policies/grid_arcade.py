"""Arcade games on a grid, move by move: 2048 with tiles told ahead, snake, falling pieces, groups of equal tiles.

A state is the number of moves made, and what the grid holds then, as lists: rows of numbers or of characters from the
top; of the snake its cells and the apples that are left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from .rules import Payload, Rules

Cell = tuple[int, int]
_STEPS: Final = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
_WORDS: Final = {"LEFT": "L", "RIGHT": "R", "UP": "U", "DOWN": "D"}


class Kind(Protocol):
    """One of the games: pure functions of a payload and what the grid holds."""

    def start(self, payload: Payload) -> Any:
        """What the grid holds at first."""

    def moves(self, payload: Payload, made: int, grid: Any) -> list[str]:
        """The moves that can be made."""

    def step(self, payload: Payload, made: int, grid: Any, move: str) -> tuple[int, str, Any]:
        """Points, what happens, and what the grid holds after it."""

    def show(self, payload: Payload, grid: Any) -> str:
        """The grid as the prompt writes it."""


class Merge:
    """Tiles that slide and merge; the grid is rows of numbers, 0 for an empty cell."""

    def start(self, payload: Payload) -> Any:
        """The board of the task."""
        return payload["board"]

    def _slid(self, board: list[list[int]], move: str) -> tuple[int, list[list[int]]]:
        """Tile after tile moves on, beginning with the nearest to the side, until something stops it."""
        down, right = _STEPS[move]
        size, grid, points = len(board), [list(row) for row in board], 0
        merged: set[Cell] = set()
        cells = sorted(
            ((r, c) for r in range(size) for c in range(size)),
            key=lambda cell: -cell[0] * down - cell[1] * right,
        )
        for r, c in cells:
            tile, grid[r][c] = grid[r][c], 0
            if not tile:
                continue
            y, x = r + down, c + right
            while 0 <= y < size and 0 <= x < size and not grid[y][x]:
                y, x = y + down, x + right
            if 0 <= y < size and 0 <= x < size and grid[y][x] == tile and (y, x) not in merged:
                grid[y][x] = 2 * tile
                merged.add((y, x))
                points += 2 * tile
            else:
                grid[y - down][x - right] = tile
        return points, grid

    def moves(self, payload: Payload, made: int, grid: Any) -> list[str]:
        """The sides to which something moves."""
        return [move for move in _STEPS if self._slid(grid, move)[1] != grid]

    def step(self, payload: Payload, made: int, grid: Any, move: str) -> tuple[int, str, Any]:
        """Slide, and put the next tile."""
        points, grid = self._slid(grid, move)
        if made == len(payload["tiles"]):
            return points, "No new tile appears.", grid
        tile, place = payload["tiles"][made]
        empty = [(r, c) for r, row in enumerate(grid) for c, each in enumerate(row) if not each]
        while place > len(empty):
            place -= len(empty)
        r, c = empty[place - 1]
        grid[r][c] = tile
        return points, f"A new {tile} appears in row {r + 1}, column {c + 1}.", grid

    def show(self, payload: Payload, grid: Any) -> str:
        """Rows of numbers."""
        return "\n".join(" ".join(f"{tile or '.':>2}" for tile in row) for row in grid)


class Snake:
    """A snake and its apples; the grid is the list of its cells, and the apples."""

    def start(self, payload: Payload) -> Any:
        """The snake of the task."""
        return [payload["snake"], payload["apples"]]

    def moves(self, payload: Payload, made: int, grid: Any) -> list[str]:
        """The steps to cells that are there and not taken."""
        cells, _ = grid
        rows, columns = payload["size"]
        found = []
        for move, (down, right) in _STEPS.items():
            head = [cells[0][0] + down, cells[0][1] + right]
            if 0 <= head[0] < rows and 0 <= head[1] < columns and (head not in cells or head == cells[-1]):
                found.append(move)
        return found

    def step(self, payload: Payload, made: int, grid: Any, move: str) -> tuple[int, str, Any]:
        """One step."""
        cells, apples = grid
        down, right = _STEPS[move]
        head = [cells[0][0] + down, cells[0][1] + right]
        eaten = [apple for apple in apples if apple[:2] == head]
        if eaten:
            return (
                eaten[0][2],
                "The snake eats and grows.",
                [[head, *cells], [a for a in apples if a != eaten[0]]],
            )
        return 0, "The snake moves.", [[head, *cells[:-1]], apples]

    def show(self, payload: Payload, grid: Any) -> str:
        """The grid with the snake's parts as letters and the apples as digits."""
        rows, columns = payload["size"]
        lines = [["."] * columns for _ in range(rows)]
        for r, c, points in grid[1]:
            lines[r][c] = str(points)
        for sign, (r, c) in zip("Hbcdefghijklmnopq", grid[0], strict=False):
            lines[r][c] = sign
        return "\n".join(map(" ".join, lines))


class Drop:
    """Pieces that fall; the grid is rows of ``#`` and ``.``, the top one first."""

    def start(self, payload: Payload) -> Any:
        """The field of the task."""
        return payload["field"]

    @staticmethod
    def _turned(piece: str, turns: int) -> list[Cell]:
        """The cells of a turned piece, from row 0 and column 0."""
        cells = [(r, c) for r, row in enumerate(piece.split("/")) for c, sign in enumerate(row) if sign == "#"]
        for _ in range(turns):
            high = max(r for r, _ in cells)
            cells = [(c, high - r) for r, c in cells]
        return cells

    def _landed(self, payload: Payload, made: int, grid: list[str], move: str) -> list[Cell] | None:
        """The cells that the piece takes; None if it does not fit into the field."""
        column, turns = int(move[:-1]) - 1, "NESW".index(move[-1])
        cells = [(r, c + column) for r, c in self._turned(payload["pieces"][made], turns)]
        if max(c for _, c in cells) >= len(grid[0]):
            return None
        high = 1 + max(r for r, _ in cells)
        cells = [(r - high, c) for r, c in cells]  # just above the field
        while all(r + 1 < 0 or (r + 1 < len(grid) and grid[r + 1][c] == ".") for r, c in cells):
            cells = [(r + 1, c) for r, c in cells]
        return cells if min(cells)[0] >= 0 else None

    def moves(self, payload: Payload, made: int, grid: Any) -> list[str]:
        """All columns and turns in which the piece fits; turns that look alike are all there."""
        named = (f"{c + 1}{turn}" for c in range(len(grid[0])) for turn in "NESW")
        return [move for move in named if self._landed(payload, made, grid, move)]

    def step(self, payload: Payload, made: int, grid: Any, move: str) -> tuple[int, str, Any]:
        """The piece falls, and full rows disappear."""
        taken = self._landed(payload, made, grid, move) or []
        rows = [
            "".join("#" if (r, c) in taken else sign for c, sign in enumerate(row))
            for r, row in enumerate(grid)
        ]
        full = [n for n, row in enumerate(rows) if "." not in row]
        left = [row for row in rows if "." in row]
        points = sum(payload["worth"][n] for n in full) * len(full)
        told = f"Full rows: {', '.join(str(n + 1) for n in full)} from the top." if full else "No row is full."
        return points, told, ["." * len(grid[0])] * len(full) + left

    def show(self, payload: Payload, grid: Any) -> str:
        """The field, with the worth of its rows."""
        return "\n".join(f"{row}  {worth}" for row, worth in zip(grid, payload["worth"], strict=True))


class Groups:
    """Groups of equal tiles; the grid is rows of letters, ``.`` for an empty cell."""

    def start(self, payload: Payload) -> Any:
        """The board of the task."""
        return payload["board"]

    @staticmethod
    def _near(cells: Iterable[Cell]) -> set[Cell]:
        return {(r + down, c + right) for r, c in cells for down, right in _STEPS.values()}

    def _group(self, grid: list[str], r: int, c: int) -> set[Cell]:
        """The tiles that hang together with one of them."""
        same = {(y, x) for y, row in enumerate(grid) for x, tile in enumerate(row) if tile == grid[r][c] != "."}
        group, edge = {(r, c)} & same, {(r, c)} & same
        while edge:
            edge = (self._near(edge) & same) - group
            group |= edge
        return group

    def moves(self, payload: Payload, made: int, grid: Any) -> list[str]:
        """Every tile that has an equal one beside it."""
        return [
            f"{'ABCDEFGHI'[c]}{r + 1}"
            for r in range(len(grid))
            for c in range(len(grid[0]))
            if len(self._group(grid, r, c)) > 1
        ]

    def step(self, payload: Payload, made: int, grid: Any, move: str) -> tuple[int, str, Any]:
        """The group goes, tiles fall, columns close up."""
        group = self._group(grid, int(move[1:]) - 1, "ABCDEFGHI".index(move[0]))
        columns = []
        for c in range(len(grid[0])):
            tiles = "".join(row[c] for r, row in enumerate(grid) if row[c] != "." and (r, c) not in group)
            if tiles:
                columns.append(tiles.rjust(len(grid), "."))
        columns += ["." * len(grid)] * (len(grid[0]) - len(columns))
        return len(group) ** 2, f"{len(group)} tiles go.", ["".join(row) for row in zip(*columns, strict=True)]

    def show(self, payload: Payload, grid: Any) -> str:
        """The board with the names of its columns and rows."""
        head = "  " + " ".join("ABCDEFGHI"[: len(grid[0])])
        return "\n".join([head, *(f"{n} {' '.join(row)}" for n, row in enumerate(grid, 1))])


_KINDS: Final[dict[str, Kind]] = {"merge": Merge(), "snake": Snake(), "drop": Drop(), "groups": Groups()}


class GridArcade(Rules):
    """A move is a side, a column and a turn, or the name of a tile."""

    form = "A move is written as the task says: a side such as L, a column and a turn such as 2E, or a tile such as B3."
    move = re.compile(r"[LRUD]|LEFT|RIGHT|UP|DOWN|[1-9][NESW]|[A-I][1-9]|[0-9]{1,3}")

    def start(self, payload: Payload) -> Any:
        """No move has been made."""
        return [0, _KINDS[payload["kind"]].start(payload)]

    def moves(self, payload: Payload, state: Any) -> Sequence[str]:
        """Those of the game; none once all are made."""
        made, grid = state
        return _KINDS[payload["kind"]].moves(payload, made, grid) if made < payload["moves"] else []

    def step(self, payload: Payload, state: Any, move: str) -> tuple[int, str, Any]:
        """One move of the game."""
        made, grid = state
        points, told, after = _KINDS[payload["kind"]].step(payload, made, grid, move)
        return points, told, [made + 1, after]

    def show(self, payload: Payload, state: Any) -> str:
        """The grid, and which move is next."""
        shown = _KINDS[payload["kind"]].show(payload, state[1])
        return f"{shown}\n\nNext is move {state[0] + 1} of {payload['moves']}."

    def read(self, payload: Payload, answer: str) -> list[str] | None:
        """As for all games; sides may be whole words, and their letters may stand close together."""
        words = super().read(payload, answer)
        if words is not None:
            return [_WORDS.get(word, word) for word in words]
        close = answer.strip().upper()
        return (
            list(close)
            if payload["kind"] in ("merge", "snake") and re.fullmatch("[LRUD]{2,30}", close)
            else None
        )


RULES = GridArcade()
verify = RULES.verify
