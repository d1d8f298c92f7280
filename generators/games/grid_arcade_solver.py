"""The solver of `grid-arcade`: all positions after one move, after two, and so on, each with the most points so far.

Positions are texts, or cells by name, and every move is worked out on them, where the generator has numbers and looks
from the end backwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from ..base import Json
from ..readers import bare

After = Iterator[tuple[set[str], int, Any]]
"""The names of a move, its points, and the position after."""
Facts = Mapping[str, Json]


def _merge(facts: Facts, made: int, rows: tuple[tuple[int, ...], ...]) -> After:
    """Turned until the side is the left one; runs of equal tiles become pairs."""
    for turns, name in enumerate("LURD"):
        board = list(rows)
        for _ in range(turns):
            board = list(zip(*board, strict=True))[
                ::-1
            ]  # a quarter against the clock: the upper side comes to the left
        slid, points = [], 0
        for row in board:
            line: list[int] = []
            for tile, run in groupby(filter(None, row)):
                pairs, single = divmod(len(list(run)), 2)
                line += [2 * tile] * pairs + [tile] * single
                points += 2 * tile * pairs
            slid.append((*line, *[0] * (len(row) - len(line))))
        if slid == board:
            continue
        for _ in range(-turns % 4):
            slid = list(zip(*slid, strict=True))[::-1]
        if made < len(facts["tiles"]):
            tile, place = facts["tiles"][made]
            text = ",".join(str(each) for row in slid for each in row).split(",")
            gaps = [n for n, each in enumerate(text) if each == "0"]
            text[(gaps * place)[place - 1]] = str(tile)
            wide = len(rows[0])
            slid = [tuple(map(int, text[n : n + wide])) for n in range(0, len(text), wide)]
        yield {name}, points, tuple(slid)


def _snake(facts: Facts, made: int, state: tuple[tuple[complex, ...], frozenset[complex]]) -> After:
    """Cells are complex numbers: the column, and the row downwards."""
    body, left = state
    rows, columns = facts["size"]
    worth = {complex(c, r): points for r, c, points in facts["apples"]}
    for name, way in (("L", -1), ("R", 1), ("U", -1j), ("D", 1j)):
        head = body[0] + way
        eats = head in left
        rest = body if eats else body[:-1]
        if 0 <= head.real < columns and 0 <= head.imag < rows and head not in rest:
            yield {name}, worth[head] if eats else 0, ((head, *rest), left - {head})


def _drop(facts: Facts, made: int, field: tuple[str, ...]) -> After:
    """Columns as texts from the top; a piece rests where the highest of its columns comes to lie on something."""
    piece = facts["pieces"][made].split("/")
    found: dict[tuple[int, Any], set[str]] = {}
    for turn in "NESW":
        wide, high = len(piece[0]), len(piece)
        lowest = [max(r for r in range(high) if piece[r][c] == "#") for c in range(wide)]
        for left in range(len(field[0]) - wide + 1):
            ground = [
                next((r for r, row in enumerate(field) if row[left + c] == "#"), len(field))
                for c in range(wide)
            ]
            top = min(g - 1 - low for g, low in zip(ground, lowest, strict=True))
            if top < 0:
                continue
            rows = [list(row) for row in field]
            for r in range(high):
                for c in range(wide):
                    if piece[r][c] == "#":
                        rows[top + r][left + c] = "#"
            texts = ["".join(row) for row in rows]
            full = [r for r, text in enumerate(texts) if set(text) == {"#"}]
            kept = [text for r, text in enumerate(texts) if r not in full]
            after = (*["." * len(field[0])] * len(full), *kept)
            points = len(full) * sum(facts["worth"][r] for r in full)
            found.setdefault((points, after), set()).add(f"{left + 1}{turn}")
        piece = ["".join(row[c] for row in piece[::-1]) for c in range(wide)]
    for (points, after), names in found.items():
        yield names, points, after


def _groups(facts: Facts, made: int, board: tuple[str, ...]) -> After:
    """Tiles get the least number of their group, passed on until nothing changes."""
    high, wide = len(board), len(board[0])
    number = {(r, c): r * wide + c for r in range(high) for c in range(wide) if board[r][c] != "."}
    changed = True
    while changed:
        changed = False
        for r, c in number:
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in number and board[near[0]][near[1]] == board[r][c] and number[near] < number[r, c]:
                    number[r, c], changed = number[near], True
    for group in sorted(set(number.values())):
        cells = [cell for cell in number if number[cell] == group]
        if len(cells) > 1:
            columns = [
                "".join(board[r][c] for r in range(high) if number.get((r, c), group) != group)
                for c in range(wide)
            ]
            packed = [column.rjust(high, ".") for column in columns if column]
            packed += ["." * high] * (wide - len(packed))
            names = {f"{chr(65 + c)}{r + 1}" for r, c in cells}
            yield names, len(cells) ** 2, tuple("".join(column[r] for column in packed) for r in range(high))


_AHEAD: Final[Mapping[str, Callable[[Facts, int, Any], After]]] = {
    "merge": _merge,
    "snake": _snake,
    "drop": _drop,
    "groups": _groups,
}


def _first(facts: Facts) -> Any:
    if facts["kind"] == "snake":
        body = tuple(complex(c, r) for r, c in facts["snake"])
        return body, frozenset(complex(c, r) for r, c, _ in facts["apples"])
    return (
        tuple(map(tuple, facts["board"]))
        if facts["kind"] == "merge"
        else tuple(facts.get("board") or facts["field"])
    )


def most(facts: Facts) -> int:
    """The most points of any game."""
    layer, best = {_first(facts): 0}, 0
    for made in range(facts["moves"]):
        below: dict[Any, int] = {}
        for position, total in layer.items():
            for _, points, after in _AHEAD[facts["kind"]](facts, made, position):
                below[after] = max(below.get(after, 0), total + points)
        layer = below
        best = max([best, *layer.values()])
    return best


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer lists the moves of a whole game, and no game earns more."""
    text = bare(answer).upper()
    moves = re.split(r"[,;\s]+", text) if re.fullmatch(r"[A-Z0-9]+(?:[,;\s]+[A-Z0-9]+)*", text) else list[str]()
    if len(moves) == 1 and re.fullmatch("[LRUD]{2,30}", moves[0]):
        moves = list(moves[0])
    position, total = _first(payload), 0
    for made, move in enumerate(moves):
        ahead = _AHEAD[payload["kind"]](payload, made, position) if made < payload["moves"] else iter(())
        found = next(((points, after) for names, points, after in ahead if move in names), None)
        if found is None:
            return False
        total, position = total + found[0], found[1]
    over = len(moves) == payload["moves"] or not list(_AHEAD[payload["kind"]](payload, len(moves), position))
    return over and total == most(payload)
