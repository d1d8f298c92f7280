"""Coordinate geometry a second time: by projections, determinants and Cramer's rule instead of the formulas."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..constant_values import rational, root
from .exact import Point
from .readers import POINTS, is_equation, is_point, is_value


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: by complex numbers, projections and determinants instead of the formulas."""
    problem = payload["problem"]
    kind = problem["kind"]
    points = [tuple(map(Fraction, point)) for point in problem["points"]]
    if kind in ("distance", "space"):
        return _is_root(answer, sum(((a - b) ** 2 for a, b in zip(*points, strict=True)), Fraction()))
    if kind in ("slope", "collinear"):
        a, b = points[:2]
        if kind == "slope":
            return is_value(
                answer, _cross(((Fraction(0),) * 2, (Fraction(1), Fraction(0)), _minus(b, a))) / (b[0] - a[0])
            )
        x = Fraction(problem["x"])
        share = (x - a[0]) / (b[0] - a[0])
        return is_value(answer, (1 - share) * a[1] + share * b[1])
    if kind == "point_line":
        point = points[0]
        p, q, r = (Fraction(n) for n in problem["line"])
        return _is_root(answer, (p * point[0] + q * point[1] - r) ** 2 / (p * p + q * q))
    if kind in ("line", "parallel", "perpendicular", "bisector"):
        sides = [(at, rational(_side(kind, points, at))) for at in POINTS]
        return is_equation(answer, sorted(sides, key=lambda side: side[1][0] == 0))
    return is_point(answer, _point(kind, points, problem))


def _is_root(answer: str, square: Fraction) -> bool:
    """Whether `answer` is the root of a rational number."""
    whole = _rational_root(square)
    return is_value(answer, root(rational(square)) if whole is None else whole)


def _rational_root(square: Fraction) -> Fraction | None:
    """The root if it is rational: found by bisection on whole numbers."""
    found = []
    for part in (square.numerator, square.denominator):
        low, high = 0, part + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle * middle <= part else (low, middle)
        if low * low != part:
            return None
        found.append(low)
    return Fraction(*found)


def _minus(a: Point, b: Point) -> Point:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _cross(points: tuple[Point, Point, Point]) -> Fraction:
    """Twice the signed area of a triangle."""
    (a, b), (c, d) = _minus(points[1], points[0]), _minus(points[2], points[0])
    return a * d - b * c


def _side(kind: str, points: list[Point], at: tuple[int, int]) -> Fraction:
    """A linear function of the point `at` that is zero on the line only."""
    p = (Fraction(at[0]), Fraction(at[1]))
    if kind == "line":
        return _cross((points[0], points[1], p))
    if kind == "bisector":
        return sum((x * x for x in _minus(p, points[0])), Fraction()) - sum(
            (x * x for x in _minus(p, points[1])), Fraction()
        )
    a, b, c = points
    direction, offset = _minus(b, a), _minus(p, c)
    if kind == "parallel":
        return direction[0] * offset[1] - direction[1] * offset[0]
    return direction[0] * offset[0] + direction[1] * offset[1]


def _point(kind: str, points: list[Point], problem: Mapping[str, Any]) -> Point:
    """The point that is asked for, mostly from two linear equations by Cramer's rule."""
    if kind in ("midpoint", "centroid"):
        return tuple(sum(c, Fraction()) / len(points) for c in zip(*points, strict=True))
    if kind == "division":
        m, n = (Fraction(v) for v in problem["ratio"])
        return tuple((n * x + m * y) / (m + n) for x, y in zip(*points, strict=True))
    if kind == "fourth":
        a, b, c = points
        return tuple(2 * (x + z) / 2 - y for x, y, z in zip(a, b, c, strict=True))
    if kind == "intersection":
        a, b, c, d = points
        rows = [_normal(a, b), _normal(c, d)]
    elif kind == "foot":
        p, a, b = points
        u = _minus(b, a)
        rows = [_normal(a, b), (u[0], u[1], u[0] * p[0] + u[1] * p[1])]
    else:
        a, b, c = points
        rows = []
        for p, q, r in ((a, b, c), (a, c, b)):
            u = _minus(q, p)
            on = tuple((x + y) / 2 for x, y in zip(p, q, strict=True)) if kind == "circumcenter" else r
            rows.append((u[0], u[1], u[0] * on[0] + u[1] * on[1]))
    (a1, b1, c1), (a2, b2, c2) = rows
    below = a1 * b2 - a2 * b1
    return (c1 * b2 - c2 * b1) / below, (a1 * c2 - a2 * c1) / below


def _normal(a: Point, b: Point) -> tuple[Fraction, Fraction, Fraction]:
    u = _minus(b, a)
    return -u[1], u[0], -u[1] * a[0] + u[0] * a[1]
