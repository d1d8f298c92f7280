"""Areas and solids a second time: strips and columns for polygons, Simpson's rule for solids, to fifty digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

from .decimals import PI, decimal, sine
from .readers import is_value

Known = Mapping[str, Decimal]


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: strips and columns for polygons, Simpson's rule for solids, to fifty digits."""
    problem = payload["problem"]
    kind = problem["kind"]
    if kind in ("polygon", "lattice"):
        corners = [(int(x), int(y)) for x, y in problem["corners"]]
        return is_value(answer, _strips(corners) if kind == "polygon" else Fraction(_inside(corners)))
    with localcontext() as context:
        context.prec = 50
        known = {name: decimal(value) for name, value in problem.items() if name not in ("kind", "shape")}
        value = _MEASURES[kind, problem["shape"]](known)
    return is_value(answer, (value, Decimal(0)))


def _crossings(corners: list[tuple[int, int]], x: Fraction) -> list[Fraction]:
    """Where a vertical line that meets no corner meets the sides, from below."""
    found = []
    for (a, b), (c, d) in zip(corners, corners[1:] + corners[:1], strict=True):
        if min(a, c) < x < max(a, c):
            found.append(b + (x - a) * (d - b) / (c - a))
    return sorted(found)


def _strips(corners: list[tuple[int, int]]) -> Fraction:
    """The area between neighbouring vertical lines through corners is width times the length in the middle."""
    lines = sorted({x for x, _ in corners})
    area = Fraction(0)
    for left, right in pairwise(lines):
        cuts = _crossings(corners, Fraction(left + right, 2))
        area += (right - left) * sum((b - a for a, b in zip(cuts[::2], cuts[1::2], strict=True)), Fraction())
    return area


def _inside(corners: list[tuple[int, int]]) -> int:
    """The lattice points strictly inside, column by column.

    A point is inside if it is inside just left and just right of its column, unless it is a corner.
    """
    count = 0
    for x in range(min(x for x, _ in corners) + 1, max(x for x, _ in corners)):
        left, right = (_crossings(corners, x + sign * Fraction(1, 10**6)) for sign in (-1, 1))
        ends = [y for column, y in corners if column == x]
        for a, b in zip(left[::2], left[1::2], strict=True):
            for c, d in zip(right[::2], right[1::2], strict=True):
                low, high = floor(max(a, c)) + 1, ceil(min(b, d)) - 1
                count += max(0, high - low + 1) - sum(low <= y <= high for y in ends)
    return count


def _simpson(area: Callable[[Decimal], Decimal], height: Decimal) -> Decimal:
    """The volume of a solid from its cross-sections: exact for areas that are polynomials of degree up to 3."""
    return height / 6 * (area(Decimal(0)) + 4 * area(height / 2) + area(height))


def _disk(radius: Decimal) -> Decimal:
    return PI * radius * radius


def _ball(radius: Decimal) -> Decimal:
    return 2 * _simpson(lambda z: PI * (radius * radius - z * z), radius)


def _regular(sides: int, side: Decimal) -> Decimal:
    """As many triangles with the top in the center."""
    half = 180 // sides if 180 % sides == 0 else 0
    tangent = sine(half) / sine(90 - half) if half else Decimal(2).sqrt() - 1
    return sides * side * side / 4 / tangent


def _cone_side(k: Known) -> Decimal:
    """A sector with the slant as radius and the rim of the base as arc."""
    slant = (k["a"] ** 2 + k["h"] ** 2).sqrt()
    return slant * 2 * PI * k["a"] / 2


_MEASURES: dict[tuple[str, str], Callable[[Known], Decimal]] = {
    ("plane", "trapezoid"): lambda k: _simpson(lambda z: k["a"] + (k["b"] - k["a"]) * z / k["h"], k["h"]),
    ("plane", "rhombus"): lambda k: 2 * (k["a"] / 2) * (k["b"] / 2),
    ("plane", "kite"): lambda k: k["a"] * (k["b"] / 2),
    ("plane", "parallelogram"): lambda k: _simpson(lambda _: k["a"], k["h"]),
    ("plane", "triangle"): lambda k: _simpson(lambda z: k["a"] * z / k["h"], k["h"]),
    ("regular", "equilateral triangle"): lambda k: _regular(3, k["a"]),
    ("regular", "regular hexagon"): lambda k: _regular(6, k["a"]),
    ("regular", "regular octagon"): lambda k: _regular(8, k["a"]),
    ("composite", "stadium"): lambda k: k["a"] * k["b"] + _disk(k["b"] / 2),
    ("composite", "window"): lambda k: k["a"] * k["b"] + _disk(k["b"] / 2) / 2,
    ("composite", "hole"): lambda k: k["a"] * k["b"] - _disk(k["r"]),
    ("composite", "ring"): lambda k: _disk(k["a"]) - _disk(k["b"]),
    ("composite", "corner"): lambda k: k["a"] * (k["b"] - k["d"]) + (k["a"] - k["c"]) * k["d"],
    ("solid_volume", "box"): lambda k: _simpson(lambda _: k["a"] * k["b"], k["h"]),
    ("solid_volume", "cylinder"): lambda k: _simpson(lambda _: _disk(k["a"]), k["h"]),
    ("solid_volume", "cone"): lambda k: _simpson(lambda z: _disk(k["a"] * z / k["h"]), k["h"]),
    ("solid_volume", "ball"): lambda k: _ball(k["a"]),
    ("solid_volume", "pyramid"): lambda k: _simpson(lambda z: k["a"] * k["b"] * (z / k["h"]) ** 2, k["h"]),
    ("solid_volume", "frustum"): lambda k: _simpson(
        lambda z: _disk(k["a"] + (k["b"] - k["a"]) * z / k["h"]), k["h"]
    ),
    ("solid_volume", "capsule"): lambda k: _simpson(lambda _: _disk(k["a"]), k["h"]) + _ball(k["a"]),
    ("solid_volume", "pipe"): lambda k: _simpson(lambda _: _disk(k["a"]) - _disk(k["b"]), k["h"]),
    ("solid_surface", "box"): lambda k: 2 * k["a"] * k["b"] + 2 * (k["a"] + k["b"]) * k["h"],
    ("solid_surface", "diagonal"): lambda k: ((k["a"] ** 2 + k["b"] ** 2).sqrt() ** 2 + k["h"] ** 2).sqrt(),
    ("solid_surface", "cylinder"): lambda k: 2 * _disk(k["a"]) + 2 * PI * k["a"] * k["h"],
    ("solid_surface", "cone"): lambda k: _disk(k["a"]) + _cone_side(k),
    ("solid_surface", "slanted"): _cone_side,
    ("solid_surface", "ball"): lambda k: 4 * _disk(k["a"]),
    ("solid_surface", "capsule"): lambda k: 4 * _disk(k["a"]) + 2 * PI * k["a"] * k["h"],
    ("solid_surface", "pyramid"): lambda k: (
        k["a"] ** 2 + 4 * k["a"] * ((k["a"] / 2) ** 2 + k["h"] ** 2).sqrt() / 2
    ),
    ("inverse", "cylinder"): lambda k: k["value"] / k["a"] / k["a"],
    ("inverse", "cone"): lambda k: k["value"] / k["a"] / k["a"] * 3,
    ("inverse", "ball"): lambda k: _ball((k["value"] / 4).sqrt()) / PI,
    ("inverse", "cube"): lambda k: (k["value"] / 6).sqrt() ** 3,
    ("inverse", "disk"): lambda k: _disk(k["value"] / 2) / PI,
    ("inverse", "trapezoid"): lambda k: k["value"] / k["h"] * 2 - k["a"],
}
