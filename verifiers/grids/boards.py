"""The boards of the puzzles on squares, for games in which they are filled cell by cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from ..filling import Board, Look, Values, different, total, when_full
from .kenken import gives
from .light_up import lit_from
from .skyscrapers import seen
from .tents import paired

Payload = Mapping[str, Any]
NAME_FORM = r"r\s*[0-9]{1,2}\s*c\s*[0-9]{1,2}"


def name_of(cell: int, n: int) -> str:
    """The name of a cell: ``r2c3``."""
    return f"r{cell // n + 1}c{cell % n + 1}"


def row_of(n: int, row: int) -> range:
    """The cells of a row."""
    return range(row * n, row * n + n)


def column_of(n: int, column: int) -> range:
    """The cells of a column."""
    return range(column, n * n, n)


def lines_of(n: int) -> list[tuple[str, range]]:
    """Rows and then columns, each with what it is called at the beginning of a sentence."""
    rows = [(f"Row {i + 1}", row_of(n, i)) for i in range(n)]
    return rows + [(f"Column {i + 1}", column_of(n, i)) for i in range(n)]


def text_of(n: int) -> Callable[[Sequence[int]], str]:
    """What writes a full square as an answer."""
    return lambda values: "\n".join(" ".join(map(str, values[i : i + n])) for i in range(0, n * n, n))


def square(
    n: int,
    low: int,
    high: int,
    given: Mapping[int, int],
    looks: Sequence[Look],
    *,
    spare: int | None = None,
    signs: Mapping[int, str] | None = None,
) -> Board:
    """The board of a square whose cells hold numbers."""
    words = [str(value) for value in range(low, high + 1)]
    names = tuple(name_of(cell, n) for cell in range(n * n))
    heads, sides = tuple(f"c{i + 1}" for i in range(n)), tuple(f"r{i + 1}" for i in range(n))
    return Board(names, NAME_FORM, heads, sides, [words] * (n * n), low, given, looks, text_of(n), spare, signs)


def _given(rows: Sequence[Sequence[int | None]], empty: int | None = 0) -> dict[int, int]:
    flat = [value for row in rows for value in row]
    return {cell: value for cell, value in enumerate(flat) if value != empty and value is not None}


def _latin(n: int) -> list[Look]:
    return [different(f"{name} has a number twice.", cells) for name, cells in lines_of(n)]


def sudoku(payload: Payload) -> Board:
    """Rows, columns and boxes hold each number once."""
    rows, cols = payload["rows"], payload["cols"]
    n = rows * cols
    boxes = [
        [(top + i) * n + left + j for i in range(rows) for j in range(cols)]
        for top in range(0, n, rows)
        for left in range(0, n, cols)
    ]
    looks = _latin(n) + [
        different(f"The box from {name_of(box[0], n)} to {name_of(box[-1], n)} has a number twice.", box)
        for box in boxes
    ]
    return square(n, 1, n, _given(payload["clues"]), looks)


def futoshiki(payload: Payload) -> Board:
    """A Latin square with signs between neighbours."""
    n = payload["size"]
    looks = _latin(n) + [
        when_full(f"{name_of(a, n)} is not less than {name_of(b, n)}.", (a, b), lambda pair: pair[0] < pair[1])
        for a, b in payload["less"]
    ]
    return square(n, 1, n, _given(payload["givens"]), looks)


def skyscrapers(payload: Payload) -> Board:
    """A Latin square with clues at its edge."""
    n, kind = payload["size"], payload["kind"]
    looks = _latin(n)
    for side, line, name, way in (
        ("north", column_of, "column", 1),
        ("south", column_of, "column", -1),
        ("west", row_of, "row", 1),
        ("east", row_of, "row", -1),
    ):
        for i, clue in enumerate(payload[side]):
            if clue:
                says = f"The {side} clue of {name} {i + 1} is not what is seen."
                looks.append(when_full(says, line(n, i)[::way], _sees(kind, clue)))
    return square(n, 1, n, _given(payload["givens"]), looks)


def _sees(kind: str, clue: int) -> Callable[[list[int]], bool]:
    return lambda line: seen(line, kind) == clue


def kenken(payload: Payload) -> Board:
    """A Latin square whose cages give their results."""
    n = payload["size"]
    looks = _latin(n)
    for cells, result, operation in payload["cages"]:
        where = name_of(min(cells), n)
        looks.append(
            when_full(f"The cage of {where} does not give its result.", cells, _gives(result, operation))
        )
    return square(n, 1, n, {}, looks)


def _gives(result: int, operation: str) -> Callable[[list[int]], bool]:
    return lambda numbers: gives(numbers, result, operation)


def binario(payload: Payload) -> Board:
    """Lines without three alike side by side, with as many ones as they need; in one kind all different."""
    n, looks = payload["size"], []
    counts = [*payload["rows"], *payload["columns"]] if payload["kind"] == "counts" else [n // 2] * (2 * n)
    lines = lines_of(n)
    for (name, cells), ones in zip(lines, counts, strict=True):
        looks.append(Look(f"{name} has three equal digits side by side.", tuple(cells), _no_three))
        looks.append(total(f"{name} cannot have {ones} ones and {n - ones} zeros.", cells, ones))
    if payload["kind"] == "halves":
        for among in (lines[:n], lines[n:]):
            for i, (name, cells) in enumerate(among):
                for other, cells_of_other in among[:i]:
                    says = f"{other} and {name.lower()} are equal."
                    looks.append(when_full(says, (*cells_of_other, *cells), _halves_differ))
    return square(n, 0, 1, _given(payload["givens"], None), looks)


def _no_three(values: Values) -> bool:
    return all(value is None or len(list(run)) < 3 for value, run in groupby(values))


def _halves_differ(values: list[int]) -> bool:
    half = len(values) // 2
    return values[:half] != values[half:]


def kakurasu(payload: Payload) -> Board:
    """The weights of shaded cells add up to the target of each line."""
    n = payload["size"]
    places = list(range(1, n + 1))
    weights = [payload.get("column_weights", places)] * n + [payload.get("row_weights", places)] * n
    targets = [*payload["rows"], *payload["columns"]]
    looks = [
        total(f"{name} cannot reach its target {target}.", cells, target, counts)
        for (name, cells), target, counts in zip(lines_of(n), targets, weights, strict=True)
    ]
    return square(n, 0, 1, {}, looks, spare=0)


def tents(payload: Payload) -> Board:
    """Tents do not touch, lines have their numbers, and each tree has a tent of its own beside it."""
    n, trees = payload["size"], list(payload["trees"])
    targets = [*payload["rows"], *payload["columns"]]
    looks = [
        total(f"{name} cannot have {told} tents." if told != 1 else f"{name} cannot have 1 tent.", cells, told)
        for (name, cells), told in zip(lines_of(n), targets, strict=True)
        if told is not None
    ]
    looks += [
        Look(f"The tents at {name_of(a, n)} and {name_of(b, n)} touch.", (a, b), lambda pair: pair != [1, 1])
        for a, b in touching(n)
    ]
    looks.append(Look("Trees and tents cannot be paired.", tuple(range(n * n)), _pairing(n, trees)))
    return square(n, 0, 1, dict.fromkeys(trees, 0), looks, spare=0, signs=dict.fromkeys(trees, "T"))


def nonogram(payload: Payload) -> Board:
    """The runs of shaded cells of each line."""
    n = payload["size"]
    told = [*payload["rows"], *payload["columns"]]
    looks = [
        Look(f"{name} cannot have its runs any more.", tuple(cells), _can_have(runs))
        for (name, cells), runs in zip(lines_of(n), told, strict=True)
    ]
    return square(n, 0, 1, {}, looks, spare=0)


def _can_have(runs: Sequence[int]) -> Callable[[Values], bool]:
    """Whether the empty cells of a line can be filled so that it has some runs."""
    form = re.compile("[?0]*" + "".join(f"[?1]{{{run}}}[?0]+" for run in runs) + "[?0]*")
    return lambda line: bool(
        form.fullmatch("".join("?" if value is None else str(value) for value in line) + "0")
    )


def star_battle(payload: Payload) -> Board:
    """Rows, columns and regions have their stars, and none touch."""
    n, stars = payload["size"], payload["stars"]
    flat = [region for row in payload["regions"] for region in row]
    groups: list[tuple[str, Iterable[int]]] = [*lines_of(n)]
    for region in range(n):
        cells = [cell for cell, its in enumerate(flat) if its == region]
        groups.append((f"Region {chr(ord('A') + region)}", cells))
    says = "1 star" if stars == 1 else f"{stars} stars"
    looks = [total(f"{name} cannot have {says}.", cells, stars) for name, cells in groups]
    looks += [
        Look(f"The stars at {name_of(a, n)} and {name_of(b, n)} touch.", (a, b), lambda pair: pair != [1, 1])
        for a, b in touching(n)
    ]
    return square(n, 0, 1, {}, looks, spare=0)


def touching(n: int) -> Iterable[tuple[int, int]]:
    """All pairs of cells that touch, also at a corner."""
    for cell in range(n * n):
        row, column = divmod(cell, n)
        for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
            if row + down < n and 0 <= column + right < n:
                yield cell, cell + down * n + right


def _pairing(n: int, trees: Sequence[int]) -> Callable[[Values], bool]:
    def holds(values: Values) -> bool:
        tents = [divmod(cell, n) for cell, value in enumerate(values) if value == 1]
        free = [divmod(cell, n) for cell, value in enumerate(values) if value is None]
        wood = [divmod(tree, n) for tree in trees]
        return paired(wood, tents) == len(tents) and paired(wood, tents + free) == len(wood)

    return holds


def hitori(payload: Payload) -> Board:
    """No number twice among white cells of a line, black cells apart, white cells in one piece."""
    n = payload["size"]
    flat = [number for row in payload["numbers"] for number in row]
    looks = []
    for name, cells in lines_of(n):
        for number in sorted({flat[cell] for cell in cells}):
            same = [cell for cell in cells if flat[cell] == number]
            if len(same) > 1:
                says = f"{name} has the number {number} in two white cells."
                looks.append(Look(says, tuple(same), lambda values: values.count(0) < 2))
    looks += [
        Look(f"{name_of(a, n)} and {name_of(b, n)} are black and side by side.", (a, b), _not_both)
        for a, b in side_by_side(n)
    ]
    looks.append(Look("The white cells cannot hang together any more.", tuple(range(n * n)), _can_hang(n)))
    return square(n, 0, 1, {}, looks, spare=0)


def _not_both(pair: Values) -> bool:
    return pair != [1, 1]


def _can_hang(n: int) -> Callable[[Values], bool]:
    """Whether the cells that are white can be joined by cells that may still be."""

    def holds(values: Values) -> bool:
        if 0 not in values:
            return None in values
        reached = [values.index(0)]
        seen = set(reached)
        for cell in reached:
            near = [b if a == cell else a for a, b in side_by_side(n) if cell in (a, b)]
            more = [other for other in near if other not in seen and values[other] != 1]
            seen.update(more)
            reached += more
        return all(cell in seen for cell, value in enumerate(values) if value == 0)

    return holds


def side_by_side(n: int) -> list[tuple[int, int]]:
    """All pairs of cells that share a side."""
    across = [(cell, cell + 1) for cell in range(n * n) if cell % n < n - 1]
    return across + [(cell, cell + n) for cell in range(n * n - n)]


def light_up(payload: Payload) -> Board:
    """All free cells are lit, bulbs do not light each other, walls have their numbers."""
    n, room = payload["size"], payload["rows"]
    flat = "".join(room)
    looks = []
    for cell, sign in enumerate(flat):
        seen = [r * n + c for r, c in lit_from(room, *divmod(cell, n))] if sign == "." else []
        if sign == ".":
            says = f"{name_of(cell, n)} cannot be lit any more."
            looks.append(Look(says, (cell, *seen), lambda values: 1 in values or None in values))
        looks += [
            Look(
                f"The bulbs at {name_of(cell, n)} and {name_of(other, n)} light each other.",
                (cell, other),
                _not_both,
            )
            for other in seen
            if other > cell
        ]
        if sign.isdigit():
            near = [b if a == cell else a for a, b in side_by_side(n) if cell in (a, b)]
            looks.append(total(f"The wall at {name_of(cell, n)} cannot have its {sign}.", near, int(sign)))
    walls = {cell: 0 for cell, sign in enumerate(flat) if sign != "."}
    return square(n, 0, 1, walls, looks, spare=0, signs={cell: flat[cell] for cell in walls})


def queens(payload: Payload) -> Board:
    """A queen in each line, none on a diagonal with another, and what is told of squares."""
    n, value = payload["size"], int(payload["kind"] == "given")
    looks = [total(f"{name} cannot have exactly one queen.", cells, 1) for name, cells in lines_of(n)]
    looks += [
        Look(f"The queens at {name_of(a, n)} and {name_of(b, n)} share a diagonal.", (a, b), _not_both)
        for a in range(n * n)
        for b in range(a + 1, n * n)
        if abs(a // n - b // n) == abs(a % n - b % n)
    ]
    told = dict.fromkeys(payload["told"], value)
    return square(n, 0, 1, told, looks, spare=0, signs=dict.fromkeys(told, "xQ"[value]))


def numbrix(payload: Payload) -> Board:
    """Each number once, and each beside the next."""
    n, corners = payload["size"], payload["kind"] == "corners"
    looks = [different("A number stands in two cells.", range(n * n))]
    looks += [
        Look(
            f"{number} and {number + 1} are not beside each other.",
            tuple(range(n * n)),
            _follows(n, number, corners),
        )
        for number in range(1, n * n)
    ]
    return square(n, 1, n * n, _given(payload["givens"]), looks)


def _follows(n: int, number: int, corners: bool) -> Callable[[Values], bool]:
    def holds(values: Values) -> bool:
        if number not in values or number + 1 not in values:
            return True
        one, other = (divmod(values.index(each), n) for each in (number, number + 1))
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        return (max(down, right) if corners else down + right) == 1

    return holds


def survo(payload: Payload) -> Board:
    """Each number once, and the sums of rows and columns."""
    sums = [*payload["rows"], *payload["columns"]]
    return _of_numbers(payload, [*zip(lines_of(payload["size"]), sums, strict=True)])


def magic_square(payload: Payload) -> Board:
    """Each number once, and one sum for rows, columns and diagonals."""
    n = payload["size"]
    one = (sum(payload["numbers"]) + sum(_given(payload["givens"], None).values())) // n
    diagonals = [
        ("The diagonal from the top left", range(0, n * n, n + 1)),
        ("The diagonal from the top right", range(n - 1, n * n - 1, n - 1)),
    ]
    return _of_numbers(payload, [(line, one) for line in [*lines_of(n), *diagonals]])


def _of_numbers(payload: Payload, sums: Sequence[tuple[tuple[str, range], int]]) -> Board:
    """A square whose cells hold the numbers of a list."""
    n, put = payload["size"], payload["numbers"]
    given = _given(payload["givens"], None)
    looks = [different("A number stands in two cells.", range(n * n))]
    for (name, cells), target in sums:
        says = f"{name} does not have the sum {target}."
        looks.append(when_full(says, cells, _adds_up(target)))
    board = square(n, min([*put, *given.values()]), max([*put, *given.values()]), given, looks)
    return replace(board, put=frozenset(put))


def _adds_up(target: int) -> Callable[[list[int]], bool]:
    return lambda values: sum(values) == target
