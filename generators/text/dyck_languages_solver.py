"""Dyck languages a second time: by deleting neighbours that fit, and by ballot numbers instead of a table of endings.

A line is reduced until no bracket stands beside its own closing one. What is left tells what is open, and whether a
beginning can still be balanced. A place in dictionary order is worked out from the closed formula for paths that do not
go below zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from ..base import Json
from ..in_order import confirming_any


def solve(problem: Mapping[str, Json]) -> int | list[str] | None:
    """The ending, the place of the error, the repaired line, the sequence at a place, or the place of a sequence."""
    shapes: list[str] = problem["shapes"]
    kind = problem["kind"]
    if kind == "kth":
        return _at(problem["number"], problem["length"], shapes)
    given: str = problem["given"]
    if kind == "place":
        return _rank(given, shapes)
    if kind == "complete":
        closing = {shape[0]: shape[1] for shape in shapes}
        return [closing[sign] for sign in reversed(_reduced(given, shapes))]
    opening = {shape[0] for shape in shapes}
    if kind == "error":
        ends = range(1, len(given) + 1)
        return next(end for end in ends if not opening.issuperset(_reduced(given[:end], shapes)))
    lines = {
        given[:at] + sign + given[at + 1 :]
        for at in range(len(given))
        for sign in "".join(shapes)
        if sign != given[at]
    }
    found = [line for line in sorted(lines) if not _reduced(line, shapes)]
    return list(found[0]) if len(found) == 1 else None


def _reduced(line: str, shapes: list[str]) -> str:
    """The line without pairs of neighbours that fit, again and again."""
    while True:
        shorter = line
        for shape in shapes:
            shorter = shorter.replace(shape, "")
        if shorter == line:
            return line
        line = shorter


def _ways(depth: int, left: int) -> int:
    """Paths of `left` steps up or down from `depth` to 0 that never go below 0, by reflection."""
    if depth < 0 or left < depth or (left - depth) % 2:
        return 0
    up = (left - depth) // 2
    return comb(left, up) - comb(left, up - 1) if up else 1


def _endings(depth: int, left: int, kinds: int) -> int:
    """Such paths, with a kind for each step up."""
    return _ways(depth, left) * int(kinds ** max((left - depth) // 2, 0))


def _rank(line: str, shapes: list[str]) -> int:
    """How many balanced sequences are not after `line`, prefix by prefix."""
    order, place = "".join(shapes), 1
    for at, sign in enumerate(line):
        for earlier in order[: order.index(sign)]:
            place += _beginning(line[:at] + earlier, len(line), shapes)
    return place


def _beginning(start: str, length: int, shapes: list[str]) -> int:
    """How many balanced sequences of a length begin so."""
    still_open = _reduced(start, shapes)
    if not {shape[0] for shape in shapes}.issuperset(still_open):
        return 0
    return _endings(len(still_open), length - len(start), len(shapes))


def _at(number: int, length: int, shapes: list[str]) -> list[str] | None:
    """The balanced sequence at a place: bracket by bracket, the first whose sequences reach the number."""
    line = ""
    while len(line) < length:
        for sign in "".join(shapes):
            count = _beginning(line + sign, length, shapes)
            if number <= count:
                line += sign
                break
            number -= count
        else:
            return None
    return list(line)


confirms = confirming_any(solve)
