"""Checks assignments: everybody is served once, every rule is kept, and the worth is compared with the best."""

from __future__ import annotations

from collections.abc import Callable

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

_PARTS = 10**9  # quotients are compared in these parts, rounded down
_COLUMNS = "Give the column of each row, separated by commas."
_MAPS = ("row", "column")
_ORDERS = "Give the order of the rows with spaces between the numbers, a semicolon, and that of the columns."


def _columns(given: list[int], rows: int, columns: int) -> list[int]:
    exactly(given, rows, "columns")
    allowed(given, 1, columns, "column")
    distinct(given, "column")
    return [column - 1 for column in given]


def _at(payload: Payload, table: str, given: list[int]) -> list[int]:
    """What the table holds at the chosen places."""
    columns = _columns(given, len(payload[table]), len(payload[table][0]))
    return [line[column] for line, column in zip(payload[table], columns, strict=True)]


def _cheapest(payload: Payload, given: list[int]) -> int:
    return sum(_at(payload, "costs", given))


def _quotient(payload: Payload, given: list[int]) -> int:
    return sum(_at(payload, "first", given)) * _PARTS // sum(_at(payload, "second", given))


def _product(payload: Payload, given: list[int]) -> int:
    return sum(_at(payload, "first", given)) * sum(_at(payload, "second", given))


def _kth_largest(payload: Payload, given: list[int]) -> int:
    rank: int = payload["rank"]
    return sorted(_at(payload, "grid", given))[-rank]


def _diagonals(both: bool) -> Callable[[Payload, list[list[int]]], int]:
    def worth(payload: Payload, groups: list[list[int]]) -> int:
        bits = payload["bits"]
        n = len(bits)
        exactly(groups, 2, "orders, one of the rows and one of the columns,")
        for order, noun in zip(groups, ("row", "column"), strict=True):
            exactly(order, n, f"{noun}s")
            allowed(order, 1, n, noun)
            distinct(order, noun)
        rows, columns = groups
        for i in range(n):
            for j in (i, n - 1 - i) if both else (i,):
                if not bits[rows[i] - 1][columns[j] - 1]:
                    raise Broken(f"The new table has a 0 in row {i + 1}, column {j + 1}.")
        return 1

    return worth


def _pairs(groups: list[list[int]], noun: str) -> None:
    for group in groups:
        exactly(group, 2, f"{noun} for each pair")


def _heaviest(payload: Payload, groups: list[list[int]]) -> int:
    _pairs(groups, "vertices")
    weights = {frozenset(edge[:2]): edge[2] for edge in payload["edges"]}
    for a, b in groups:
        if frozenset((a, b)) not in weights:
            raise Broken(f"There is no edge between {a} and {b}.")
    distinct([vertex for group in groups for vertex in group], "vertex")
    return sum(weights[frozenset(group)] for group in groups)


def _colours(payload: Payload, groups: list[list[int]]) -> int:
    counts = payload["counts"]
    _pairs(groups, "colours")
    given = [colour for group in groups for colour in group]
    allowed(given, 1, len(counts), "colour")
    for a, b in groups:
        if a == b:
            raise Broken(f"Both pearls of a pair have colour {a}.")
    for colour, count in enumerate(counts, 1):
        if given.count(colour) != count:
            raise Broken(f"There are {count} pearls of colour {colour}, not {given.count(colour)}.")
    return 1


def _games(payload: Payload, given: list[int]) -> int:
    exactly(given, len(payload["games"]), "winners")
    for winner, (a, b) in zip(given, payload["games"], strict=True):
        if winner not in (a, b):
            raise Broken(f"Player {winner} did not play in the game of {a} against {b}.")
    return max(map(given.count, given))


def _tables(payload: Payload, groups: list[list[int]]) -> int:
    sizes, rooms = payload["sizes"], payload["rooms"]
    exactly(groups, len(sizes), "groups")
    for number, (group, people) in enumerate(zip(groups, sizes, strict=True), 1):
        exactly(group, people, f"tables for group {number}")
        allowed(group, 1, len(rooms), "table")
        distinct(group, "table of one group")
    for table, room in enumerate(rooms, 1):
        seated = sum(table in group for group in groups)
        if seated > room:
            raise Broken(f"{seated} people sit at table {table}, which has {room} seats.")
    return 1


def _stable(payload: Payload, given: list[int]) -> int:
    students, tutors = payload["students"], payload["tutors"]
    exactly(given, len(students), "tutors")
    allowed(given, 1, len(tutors), "tutor")
    distinct(given, "tutor")
    student_of = {tutor: student for student, tutor in enumerate(given, 1)}
    for student, own in enumerate(given, 1):
        for tutor in students[student - 1]:
            if tutor == own:
                break
            wishes = tutors[tutor - 1]
            if wishes.index(student) < wishes.index(student_of[tutor]):
                raise Broken(f"Student {student} and tutor {tutor} prefer each other to those whom they got.")
    return 1


OBJECTIVES = {
    "cheapest": Objective(_COLUMNS, _cheapest, maps=_MAPS),
    "quotient": Objective(_COLUMNS, _quotient, largest=True, maps=_MAPS),
    "product": Objective(_COLUMNS, _product, maps=_MAPS),
    "kth-largest": Objective(_COLUMNS, _kth_largest, maps=_MAPS),
    "diagonal": Objective(_ORDERS, _diagonals(False), groups=True),
    "both-diagonals": Objective(_ORDERS, _diagonals(True), groups=True),
    "heaviest": Objective(
        "Give each edge as its two vertices with a space between them, and semicolons between the edges.",
        _heaviest,
        largest=True,
        groups=True,
        links=True,
    ),
    "colours": Objective(
        "Give the two colours of each pair with a space between them, and semicolons between the pairs.",
        _colours,
        groups=True,
        links=True,
    ),
    "games": Objective("Give the winner of each game, separated by commas.", _games, maps=("game", "player")),
    "tables": Objective(
        "Give the tables of each group with spaces between them, and semicolons between the groups.",
        _tables,
        groups=True,
    ),
    "stable": Objective(
        "Give the tutor of each student, separated by commas.", _stable, maps=("student", "tutor")
    ),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score an assignment."""
    return judge(
        OBJECTIVES,
        payload,
        answer,
        nouns=("columns", "edges", "pairs", "winners", "tables", "tutors", "assignment"),
    )
