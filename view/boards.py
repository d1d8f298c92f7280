"""What a click on a picture means: cells that are filled, or words and moves that are written, into the answer.

A board is JSON, beside a picture whose `Figure.spot` rectangles bear the names that it uses. It is one of

* ``{"kind": "fill", "cells": {spot: {"values": [...], "value": "", "fixed": false}}, "template": [...]}``: a click
  goes on to the next value. The answer is the template, in which a list of one name stands for the value of that cell.
  With ``"sets": {spot: name}`` in place of a template it is a move that sets the changed cells: ``r1c2=3 r2c2=-``;
* ``{"kind": "write", "join": ", ", "words": {spot: text}, "more": [text, ...]}``: a click appends a text to the answer;
* ``{"kind": "play", "moves": {spot: text}, "keys": {key: text}}``: a click, or a key, plays a move at once.

A board shows nothing that the prompt does not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

Json = Any
Payload = Mapping[str, Json]


class Asked(Protocol):
    """What of a task a board is made from; `rlvr.Task` is one."""

    @property
    def env(self) -> str:
        """Id of the environment."""

    @property
    def payload(self) -> Payload:
        """The facts."""


def board(task: Asked, state: Json = None) -> Json | None:
    """The board of a task, or None where nothing can be clicked."""
    make = BOARDS.get(task.env.rpartition("/")[2].rpartition("-v")[0])
    return make(task.payload, state) if make and task.env.startswith("rlvr/") else None


def _cell(values: Sequence[object], value: object = "", *, fixed: bool = False) -> Json:
    return {"values": [str(each) for each in values], "value": str(value), "fixed": fixed}


def _grid(values: Sequence[object], given: Sequence[Sequence[object]], empty: object) -> Json:
    """Rows of cells with spaces between them; given cells stay as they are."""
    cells: dict[str, Json] = {}
    template: list[Json] = []
    for r, row in enumerate(given):
        for c, entry in enumerate(row):
            name = f"{r},{c}"
            known = entry != empty
            cells[name] = _cell(values, entry if known else "", fixed=known)
            template += [[name], " " if c < len(row) - 1 else "\n"]
    return {"kind": "fill", "cells": cells, "template": template[:-1]}


def _latin(size: int, given: Sequence[Sequence[object]] | None = None) -> Json:
    return _grid(range(1, size + 1), given or [[0] * size] * size, 0)


def _marks(size: int, closed: Callable[[int, int], bool] = lambda row, column: False, columns: int = 0) -> Json:
    """A grid of 0 and 1 that begins with 0 everywhere; cells that cannot be marked are fixed."""
    made = _grid((0, 1), [[None] * (columns or size)] * size, None)
    for name, cell in made["cells"].items():
        row, column = map(int, name.split(","))
        cell |= {"value": "0", "fixed": closed(row, column)}
    return made


def _tents(payload: Payload, state: Json) -> Json:
    size, trees = payload["size"], set(payload["trees"])
    return _marks(size, lambda row, column: row * size + column in trees)


def _listed(payload: Payload, state: Json) -> Json:
    known = [value for row in payload["givens"] for value in row if value is not None]
    return _grid(sorted([*payload["numbers"], *known]), payload["givens"], None)


def _queens(payload: Payload, state: Json) -> Json:
    size, told = payload["size"], set(payload["told"])
    made = _marks(size, lambda row, column: row * size + column in told)
    for cell in made["cells"].values():
        if cell["fixed"] and payload["kind"] == "given":
            cell["value"] = "1"
    return made


def _minesweeper(payload: Payload, state: Json) -> Json:
    return _marks(payload["size"], lambda row, column: payload["numbers"][row][column] is not None)


def _zebra(payload: Payload, state: Json) -> Json:
    cells: dict[str, Json] = {}
    template: list[Json] = []
    for house in range(payload["houses"]):
        template.append(f"{house + 1}: ")
        for n, (_, values) in enumerate(payload["attributes"]):
            cells[f"{n},{house}"] = _cell(sorted(map(str, values)))
            template += [[f"{n},{house}"], ", "]
        template[-1] = "\n"
    return {"kind": "fill", "cells": cells, "template": template[:-1]}


def _pairs(names: Sequence[str], values: Sequence[object]) -> Json:
    template: list[Json] = []
    for name in names:
        template += [f"{_shown(name)}: ", [name], ", "]
    cells = {name: _cell(values) for name in names}
    return {"kind": "fill", "cells": cells, "template": template[:-1]}


def _shown(node: str) -> str:
    """A node as prompts and pictures write it."""
    return node[:1].upper() + node[1:]


def _shortest_path(payload: Payload, state: Json) -> Json:
    return _write([], " -> ") | {"words": {node: _shown(node) for node in payload["edges"]}}


def _write(words: Sequence[object], join: str, more: str = "") -> Json:
    return {
        "kind": "write",
        "join": join,
        "words": {str(word): str(word) for word in words},
        "more": list(more),
    }


_STEPS = {
    "U": (-1, 0, "ArrowUp"),
    "D": (1, 0, "ArrowDown"),
    "L": (0, -1, "ArrowLeft"),
    "R": (0, 1, "ArrowRight"),
}


_ARROWS = {key: move for move, (_, _, key) in _STEPS.items()}


def _sokoban(payload: Payload, state: Json) -> Json:
    rows = (state if isinstance(state, str) and state else payload["board"]).splitlines()
    row, column = next((r, line.index(mark)) for r, line in enumerate(rows) for mark in "@+" if mark in line)
    moves = {f"{row + down},{column + right}": move for move, (down, right, _) in _STEPS.items()}
    return {"kind": "play", "moves": moves, "keys": _ARROWS}


def _by_moves(puzzle: Callable[[Payload, Json], Json], zebra: bool = False) -> Callable[[Payload, Json], Json]:
    """The board of a puzzle that is filled over several turns, as `rlvr.envs.games.fill_cells` names its cells."""

    def make(payload: Payload, state: Json) -> Json:
        cells, sets = puzzle(payload, None)["cells"], {}
        filled = state["filled"] if isinstance(state, dict) else {}
        for spot, cell in cells.items():
            if cell["fixed"]:
                continue
            row, column = map(int, spot.split(","))
            name = f"r{row + 1}c{column + 1}"
            if zebra:
                name = f"house {column + 1} {payload['attributes'][row][0]}"
            value = filled.get(name)
            text = "" if value is None else str(payload["attributes"][row][1][value] if zebra else value)
            cell["value"], sets[spot] = text, name
        return {"kind": "fill", "cells": cells, "sets": sets}

    return make


def _minefield(payload: Payload, state: Json) -> Json:
    opened = state["opened"] if isinstance(state, dict) else {}
    moves = {}
    for r, row in enumerate(payload["numbers"]):
        for c, number in enumerate(row):
            if number is None and f"r{r + 1}c{c + 1}" not in opened:
                moves[f"{r},{c}"] = f"r{r + 1}c{c + 1}"
    return {"kind": "play", "moves": moves, "keys": {}}


def _standing(payload: Payload, state: Json) -> Json:
    """How a puzzle of moves stands."""
    return state["state"] if isinstance(state, dict) and "state" in state else payload["start"]


def _sliding(payload: Payload, state: Json) -> Json:
    tray = _standing(payload, state)
    row, column = next((r, line.index(0)) for r, line in enumerate(tray) if 0 in line)
    near = [(row + down, column + right) for down, right, _ in _STEPS.values()]
    tiles = [str(tray[r][c]) for r, c in near if 0 <= r < len(tray) and 0 <= c < len(tray[0])]
    return {"kind": "play", "moves": {tile: tile for tile in tiles}, "keys": {}}


_FILLED: Mapping[str, Callable[[Payload, Json], Json]] = {
    "binario": lambda payload, state: _grid((0, 1), payload["givens"], None),
    "futoshiki": lambda payload, state: _latin(payload["size"], payload["givens"]),
    "hitori": lambda payload, state: _marks(payload["size"]),
    "kakurasu": lambda payload, state: _marks(payload["size"]),
    "kenken": lambda payload, state: _latin(payload["size"]),
    "light-up": lambda payload, state: _marks(
        payload["size"], lambda row, column: payload["rows"][row][column] != "."
    ),
    "magic-square": _listed,
    "nonogram": lambda payload, state: _marks(len(payload["rows"]), columns=len(payload["columns"])),
    "numbrix": lambda payload, state: _grid(range(1, payload["size"] ** 2 + 1), payload["givens"], 0),
    "queens": _queens,
    "skyscrapers": lambda payload, state: _latin(payload["size"], payload["givens"]),
    "star-battle": lambda payload, state: _marks(payload["size"]),
    "sudoku": lambda payload, state: _latin(payload["rows"] * payload["cols"], payload["clues"]),
    "survo": _listed,
    "tents": _tents,
    "zebra": _zebra,
}
BOARDS: Mapping[str, Callable[[Payload, Json], Json]] = {
    **_FILLED,
    **{f"{name}-moves": _by_moves(puzzle, name == "zebra") for name, puzzle in _FILLED.items()},
    "countdown": lambda payload, state: _write([*payload["numbers"], *payload["operators"]], "", "()"),
    "grid-paths-moves": lambda payload, state: {"kind": "play", "moves": {}, "keys": _ARROWS},
    "graph-coloring": lambda payload, state: _pairs(payload["nodes"], payload["colours"]),
    "knights-and-knaves": lambda payload, state: _pairs(payload["people"], ("knight", "knave")),
    "lights-out-moves": lambda payload, state: {
        "kind": "play",
        "moves": {name: name for name in payload["names"]},
        "keys": {},
    },
    "mastermind": lambda payload, state: _write(payload["symbols"], " "),
    "minesweeper": _minesweeper,
    "minesweeper-moves": _minefield,
    "shortest-path": _shortest_path,
    "sliding-tiles-moves": _sliding,
    "sokoban": _sokoban,
    "sokoban-plan": lambda payload, state: _write([], " ", "UDLR"),
    "word-sorting": lambda payload, state: _write(payload["words"], ", "),
}
"""By the names of environments without ``rlvr/`` and version."""
