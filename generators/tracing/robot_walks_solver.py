"""Robot walks a second time, with complex numbers: to turn is to multiply by a power of i, to go is to add.

A square is a number whose real part counts to the east; on a map the walls are a set of such numbers. Whole moves are
added at once where nothing can stop them.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from ..in_order import confirming_any


def solve(problem: Mapping[str, Json]) -> int | list[int]:
    """The position as a list of two numbers, or how many squares were stood on."""
    kind, commands = problem["kind"], problem["commands"]
    if kind == "map":
        return _on_a_map(problem["map"], commands)
    at, facing = complex(0, 0), complex(0, 1)
    squares = {at}
    for _ in range(problem.get("times", 1)):
        for sort, *rest in commands:
            if sort == "turn":
                facing *= (-1j) ** rest[0]
                continue
            step = facing * (-1j) ** rest[0]
            if kind == "visited":
                squares |= {at + n * step for n in range(1, rest[1] + 1)}
            at += rest[1] * step
    if kind == "visited":
        return len({(round(each.real), round(each.imag)) for each in squares})
    x, y = round(at.real), round(at.imag)
    return [x, y] if kind == "open" else [x % problem["wide"], y % problem["high"]]


def _on_a_map(drawn: list[str], commands: list[list[Json]]) -> list[int]:
    """Row and column on the map; the imaginary part counts lines downwards, so that north is -i."""
    free = {complex(x, y): sign for y, line in enumerate(drawn) for x, sign in enumerate(line) if sign != "#"}
    at = next(square for square, sign in free.items() if sign == "S")
    facing = complex(0, -1)
    for sort, quarters, *rest in commands:
        if sort == "turn":
            facing *= 1j**quarters
            continue
        step = facing * 1j**quarters
        for _ in range(rest[0]):
            if at + step not in free:
                break
            at += step
    return [round(at.imag) + 1, round(at.real) + 1]


confirms = confirming_any(solve)
