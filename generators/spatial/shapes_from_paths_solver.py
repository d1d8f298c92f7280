"""Shapes from paths a second time: the pen is followed, and shapes are told by distances between their corners.

Areas are counted line by line, mirror lines are tried one by one, and a turtle's way is followed with complex numbers.
"""

from __future__ import annotations

import cmath
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import isqrt, pi

from ..base import Json
from ..in_order import read_items
from ..readers import decimal, integer, integers

_MANY = {3: "triangle", 5: "pentagon", 6: "hexagon", 7: "heptagon", 8: "octagon"}


def followed(path: list[list[Json]]) -> tuple[list[complex], list[list[complex]]]:
    """All points of a path but a closing one, and its segments."""
    at = start = 0j
    points: list[complex] = []
    segments: list[list[complex]] = []
    for letter, *values in path:
        before = at
        if letter == "Z":
            at = start
        elif letter in "Hh":
            at = complex(values[0] if letter == "H" else at.real + values[0], at.imag)
        elif letter in "Vv":
            at = complex(at.real, values[0] if letter == "V" else at.imag + values[0])
        else:
            to = complex(*values[-2:])
            at = at + to if letter == "l" else to
        if letter == "M":
            start = at
        elif at != before:
            segments.append([before, at])
        if at not in points:
            points.append(at)
    return points, segments


def _walked(path: list[list[Json]]) -> list[complex]:
    at, facing = 0j, 1 + 0j
    points = [at]
    for word, value in path:
        if word == "forward":
            at += value * facing
            points.append(at)
        else:
            facing *= cmath.exp((1j if word == "left" else -1j) * pi * value / 180)
    if abs(points[-1]) > 1e-6:
        raise ValueError("the walk is not closed")
    return points[:-1]


def _without_straight(points: list[complex]) -> list[complex]:
    """The corners: where the way does not go straight on."""
    return [
        at
        for n, at in enumerate(points)
        if abs(((at - points[n - 1]).conjugate() * (points[(n + 1) % len(points)] - at)).imag) > 1e-6
    ]


def _name(corners: list[complex]) -> str:
    if len(corners) != 4:
        return _MANY[len(corners)]
    a, b, c, d = corners
    sides = [abs(a - b), abs(b - c), abs(c - d), abs(d - a)]
    same = [abs(sides[n] - sides[n - 2]) < 1e-6 for n in (0, 1)]
    if abs(a + c - b - d) < 1e-6:  # the diagonals halve each other
        level, even = abs(abs(a - c) - abs(b - d)) < 1e-6, abs(sides[0] - sides[1]) < 1e-6
        return {(1, 1): "square", (1, 0): "rectangle", (0, 1): "rhombus", (0, 0): "parallelogram"}[level, even]
    if any(abs(((p - q).conjugate() * (r - s)).imag) < 1e-6 for p, q, r, s in ((a, b, c, d), (b, c, d, a))):
        return "trapezoid"
    one = abs(sides[0] - sides[1]) < 1e-6 and abs(sides[2] - sides[3]) < 1e-6
    two = abs(sides[1] - sides[2]) < 1e-6 and abs(sides[3] - sides[0]) < 1e-6
    return "kite" if (one or two) and not all(same) else "quadrilateral"


def _round(path: list[list[Json]]) -> str | None:
    arcs = [command for command in path if command[0] == "A"]
    if not arcs:
        return None
    return "sector" if len(arcs) == 1 else "circle" if arcs[0][1] == arcs[0][2] else "ellipse"


def _nearest(points: list[complex], image: complex) -> int:
    """The number of the point that is nearest."""
    distances = [abs(point - image) for point in points]
    return distances.index(min(distances))


def _mirrors(corners: list[complex]) -> int:
    """Lines through the middle of the corners that carry the corners, in their order, onto themselves."""
    size = len(corners)
    pairs = {frozenset((n, (n + 1) % size)) for n in range(size)}
    points = [size * point - sum(corners) for point in corners]  # whole numbers about the middle
    middles = points + [points[n] + points[n - 1] for n in range(size)]
    axes: list[complex] = []
    for axis in middles:
        if abs(axis) < 1e-9 or any(abs((axis.conjugate() * other).imag) < 1e-6 for other in axes):
            continue
        images = [axis * axis * point.conjugate() / abs(axis) ** 2 for point in points]
        to = [_nearest(points, image) for image in images]
        if all(abs(points[n] - image) < 1e-6 for n, image in zip(to, images, strict=True)) and pairs == {
            frozenset((to[a], to[b])) for a, b in map(tuple, pairs)
        }:
            axes.append(axis)
    return len(axes)


def _area(corners: list[complex]) -> Fraction:
    """Strip by strip between whole heights: a side crosses a strip in full or not at all."""
    total = Fraction(0)
    heights = [round(point.imag) for point in corners]
    for y in range(min(heights), max(heights)):
        crossing = sorted(
            round(p.real) + Fraction(round(q.real - p.real), round(q.imag - p.imag))
            * (Fraction(2 * y + 1, 2) - round(p.imag))
            for p, q in zip(corners, [*corners[1:], corners[0]], strict=True)
            if min(p.imag, q.imag) <= y and y + 1 <= max(p.imag, q.imag)
        )  # fmt: skip
        total += sum(crossing[1::2], Fraction(0)) - sum(crossing[::2], Fraction(0))
    return total


def _tally(segments: list[list[complex]]) -> list[int]:
    near: dict[complex, list[complex]] = defaultdict(list)
    for one, two in segments:
        near[one].append(two)
        near[two].append(one)
    found = [0, 0, 0, 0]
    left = set(near)
    while left:
        group, todo = set(), [min(left, key=lambda point: (point.real, point.imag))]
        while todo:
            if (at := todo.pop()) not in group:
                group.add(at)
                todo += near[at]
        corners = sum(((near[at][0] - at).conjugate() * (near[at][1] - at)).imag != 0 for at in group)
        found[corners - 3] += 1
        left -= group
    return found


def solve(problem: Mapping[str, Json]) -> list[str] | list[int] | Fraction | int:
    """Words, numbers, an area or a length."""
    kind, paths = problem["kind"], problem["paths"]
    if kind == "turtle":
        return [_name(_without_straight(_walked(path))) for path in paths]
    if kind == "pieces":
        return _tally(followed(paths[0])[1])
    corners = [_without_straight(followed(path)[0]) for path in paths if _round(path) is None]
    if kind == "name":
        words = iter(map(_name, corners))
        return [_round(path) or next(words) for path in paths]
    if kind == "area":
        return _area(corners[0])
    if kind == "perimeter":
        sides = [two - one for one, two in followed(paths[0])[1]]
        return sum(isqrt(round(side.real) ** 2 + round(side.imag) ** 2) for side in sides)
    return [len(points) if kind == "corners" else _mirrors(points) for points in corners]


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is what was found."""
    value = solve(payload["problem"])
    if isinstance(value, Fraction):
        return decimal(answer) == value
    if isinstance(value, int):
        return integer(answer) == value
    return bool((read_items(answer) if isinstance(value[0], str) else integers(answer)) == value)
