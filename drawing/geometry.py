"""Figures of geometry: points in the plane where coordinates are known, named shapes and solids elsewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .base import Drawable, Json, minus, number, problem, question
from .chance import below
from .figure import Figure, Point
from .formulas import formula, stacked

SIDE = 190.0


class Plane:
    """A coordinate system that holds given points."""

    def __init__(self, points: Sequence[Point]) -> None:
        xs, ys = [0.0, *(x for x, _ in points)], [0.0, *(y for _, y in points)]
        span = max(max(xs) - min(xs), max(ys) - min(ys), 2.0) * 1.16
        self.middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
        self.span, self.scale = span, SIDE / span
        self.figure = Figure()
        self._axes()

    def at(self, point: Point) -> Point:
        """Where a point is in the figure."""
        return (
            (point[0] - self.middle[0]) * self.scale,
            -(point[1] - self.middle[1]) * self.scale,
        )

    def _axes(self) -> None:
        figure, half = self.figure, SIDE / 2 + 6
        wide = half
        step = 10 ** math.floor(math.log10(self.span / 3))
        step *= 5 if self.span / step > 25 else 2 if self.span / step > 10 else 1
        figure.rect(-wide, -half, 2 * wide, 2 * half, "sheet", "faint", 6)
        for axis in (0, 1):
            n = math.ceil((self.middle[axis] - self.span / 2) / step)
            while n * step <= self.middle[axis] + self.span / 2:
                x, y = self.at((n * step, 0) if axis == 0 else (0, n * step))
                if axis == 0:
                    figure.line(x, -half, x, half, "faint", 0.8)
                else:
                    figure.line(-wide, y, wide, y, "faint", 0.8)
                n += 1
        x0, y0 = self.at((0, 0))
        figure.arrow(-wide, y0, wide, y0, "soft", 1.2)
        figure.arrow(x0, half, x0, -half, "soft", 1.2)
        figure.text(wide - 7, y0 + 15, "x", 12, "soft", italic=True, serif=True)
        figure.text(x0 + 10, -half + 11, "y", 12, "soft", italic=True, serif=True)

    def point(self, point: Point, label: str, colour: str = "red") -> None:
        """A point with its label."""
        x, y = self.at(point)
        self.figure.circle(x, y, 4, colour, "white", 1.2)
        anchor = "end" if x > 30 else "start"
        self.figure.text(x + (-7 if x > 30 else 7), y - 6, label, 11.5, "ink", anchor, bold=True)

    def segment(self, a: Point, b: Point, colour: str = "blue", dash: str = "") -> None:
        """A line between two points."""
        self.figure.line(*self.at(a), *self.at(b), colour, 2, dash)


def _pair(raw: Sequence[object]) -> Point:
    return number(raw[0]), number(raw[1])


def _label(name: str, raw: Sequence[object]) -> str:
    return f"{name}({minus(raw[0])}, {minus(raw[1])})"


def coordinates(task: Drawable, state: Json) -> Figure:
    """The points of the problem, and the lines that it speaks of."""
    facts = problem(task)
    kind, raw = facts["kind"], facts["points"]
    points = [_pair(point) for point in raw]
    plane = Plane(points)
    if (
        kind in ("slope", "line", "distance", "midpoint", "division", "bisector", "collinear")
        and len(points) > 1
    ):
        plane.segment(points[0], points[1])
    elif kind == "intersection":
        for a, b in ((0, 1), (2, 3)):
            plane.segment(points[a], points[b], "blue" if not a else "amber")
    elif kind == "foot":
        plane.segment(points[1], points[2])
    elif len(points) == 3:
        for a, b in ((0, 1), (1, 2), *(((2, 0),) if kind != "fourth" else ())):
            plane.segment(points[a], points[b])
    for n, point in enumerate(points):
        plane.point(point, _label(chr(65 + n) if len(points) > 1 else "P", raw[n]))
    plane.figure.says = f"{len(points)} points in the plane."
    return below(plane.figure, question(task.prompt), 4)


def transformations(task: Drawable, state: Json) -> Figure:
    """The points, and the moves in their order."""
    facts = problem(task)
    raw = facts.get("points") or []
    centres = [(float(move[-2]), float(move[-1])) for move in facts["moves"] if len(move) == 4]
    points = [_pair(point) for point in raw]
    plane = Plane([*points, *centres] or [(-5, -5), (5, 5)])
    if len(points) > 2:
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            plane.segment(a, b)
    for n, point in enumerate(points):
        name = "Q" if facts["kind"] == "original" else "P"
        plane.point(point, _label(name if len(points) == 1 else chr(65 + n), raw[n]))
    for centre in centres:
        plane.point(centre, "", "amber")
    plane.figure.says = f"{len(facts['moves'])} transformations of the plane, one after the other."
    return below(plane.figure, question(task.prompt), 5)


def circles(task: Drawable, state: Json) -> Figure:
    """The circle with what is known of it."""
    facts = problem(task)
    kind = facts["kind"]
    known = [key for key in ("at", "through") if key in facts]
    if "center" in facts and known and kind != "tangent_length":
        centre, raw = facts["center"], facts[known[0]]
        m = _pair(centre)
        if kind == "tangent":
            p = _pair(raw)
            r = math.dist(m, p)
        else:
            p, r = m, 0.0
        plane = Plane([m, p, (m[0] + r, m[1] + r), (m[0] - r, m[1] - r)])
        if r:
            x, y = plane.at(m)
            plane.figure.ellipse(x, y, r * plane.scale, r * plane.scale, "none", "blue", 2)
            plane.segment(m, p, "soft", "4 3")
            plane.point(p, _label("P", raw))
        plane.point(m, _label("M", centre), "amber")
        return below(plane.figure, question(task.prompt), 4)
    if all(key in facts for key in "ABC"):
        raw3 = [facts[key] for key in "ABC"]
        plane = Plane([_pair(point) for point in raw3])
        for name, point in zip("ABC", raw3, strict=True):
            plane.point(_pair(point), _label(name, point))
        return below(plane.figure, question(task.prompt), 4)
    figure = Figure("A circle: " + question(task.prompt)[:200])
    figure.circle(0, 0, 78, "blue-tint", "blue", 2.4)
    figure.circle(0, 0, 3.4, "ink")
    if "angle" in facts:
        angle = math.radians(number(facts["angle"]))
        x, y = 78 * math.cos(angle), -78 * math.sin(angle)
        large = 1 if angle > math.pi else 0
        figure.path(
            f"M0 0L78 0A78 78 0 {large} 0 {x:.1f} {y:.1f}z", (0, 0), fill="amber-tint", stroke="amber", width=2
        )
        figure.text(92, -10, f"{facts['angle']}°", 15, "ink", "start", bold=True)
        figure.text(39, 17, f"r = {facts['r']}", 14, "ink")
    elif kind == "chord":
        figure.line(-70, 34, 70, 34, "red", 2.4)
        figure.line(0, 0, 0, 34, "soft", 1.6, "4 3")
        figure.line(0, 0, 64, -45, "soft", 1.6)
    elif kind == "power":
        figure.line(-72, 30, 66, -42, "red", 2.4)
        figure.line(-50, -60, 44, 64, "amber", 2.4)
    elif kind == "inscribed":
        corners = [(78 * math.cos(a), -78 * math.sin(a)) for a in (0.5, 2.2, 4.1, 5.4)]
        figure.polygon(corners, "none", "red", 2)
    else:
        figure.line(0, 0, 62, -47, "soft", 1.6)
        figure.text(26, -30, "r", 15, "ink", italic=True, serif=True)
    return below(figure, question(task.prompt), 5)


def triangles(task: Drawable, state: Json) -> Figure:
    """A triangle with the sides and angles that are given."""
    facts = problem(task)
    kind = facts["kind"]
    figure = Figure("A triangle: " + question(task.prompt)[:200])
    right = kind in ("leg", "right_altitude")
    a, b, c = (0.0, 0.0), (210.0, 0.0), (0.0 if right else 70.0, -120.0)
    figure.polygon([a, b, c], "blue-tint", "blue", 2.4)
    if right:
        figure.rect(0, -12, 12, 12, "none", "soft", 0, 1.4)
    for (x, y), name in zip(((-10, 12), (220, 12), (c[0], -130)), "ABC", strict=True):
        figure.text(x, y, name, 14, "soft", bold=True)
    where = {
        "c": (105.0, 20.0, "middle"),
        "b": (c[0] / 2 - 10, -62.0, "end"),
        "a": ((c[0] + 210) / 2 + 10, -66.0, "start"),
    }
    for side in "abc":
        if side in facts and kind not in ("similar", "sines", "right_altitude"):
            left, base, anchor = where[side]
            figure.text(left, base, facts[side], 15, "ink", anchor, bold=True)
    if "angle" in facts:
        figure.text(c[0], -92, f"{facts['angle']}°", 14, "red", bold=True)
    if kind == "sines":
        figure.text(28, -8, f"{facts['A']}°", 13, "red", bold=True)
        figure.text(160, -8, f"{facts['B']}°", 13, "red", bold=True)
        figure.text(150, -66, facts["a"], 15, "ink", "start", bold=True)
    if kind in ("altitude", "median", "bisector", "right_altitude"):
        foot = {"altitude": 70.0, "median": 105.0, "bisector": 90.0, "right_altitude": 52.0}[kind]
        figure.line(*c, foot, 0, "red", 1.8, "5 4")
    if kind == "inradius":
        figure.circle(82, -41, 40, "none", "red", 1.8, "5 4")
    if kind == "circumradius":
        figure.circle(105, -18.3, 106.6, "none", "red", 1.8, "5 4")
    return below(figure, question(task.prompt), 5)


def areas(task: Drawable, state: Json) -> Figure:
    """The shape or solid, with the lengths that are given."""
    facts = problem(task)
    if "corners" in facts:
        raw = facts["corners"]
        points = [_pair(point) for point in raw]
        plane = Plane(points)
        corners = [plane.at(point) for point in points]
        plane.figure.polygon(corners, "teal-tint", "teal", 2)
        for point, given in zip(points, raw, strict=True):
            plane.point(point, f"({minus(given[0])}, {minus(given[1])})" if len(raw) < 6 else "")
        return below(plane.figure, question(task.prompt), 4)
    shape = str(facts["shape"])
    figure = _solid(shape) if facts["kind"].startswith("solid") or shape in ("ball", "cube") else _flat(shape)
    figure.says = f"A {shape}: " + question(task.prompt).replace("\n", " ")[:200]
    given = [f"{key} = {minus(facts[key])}" for key in ("a", "b", "c", "d", "h", "value") if key in facts]
    label = stacked([formula(piece, 17) for piece in given], 10, middle=False)
    whole = Figure(figure.says)
    whole.put(figure, 0, 0)
    whole.put(label, figure.width + 34, (figure.height - label.height) / 2)
    return below(whole, question(task.prompt), 5)


def _flat(shape: str) -> Figure:
    figure = Figure()
    fill, edge = "teal-tint", "teal"
    if shape == "triangle":
        figure.polygon([(0, 110), (190, 110), (60, 0)], fill, edge, 2.2)
        figure.line(60, 0, 60, 110, "red", 1.6, "5 4")
    elif shape == "trapezoid":
        figure.polygon([(0, 110), (200, 110), (150, 0), (50, 0)], fill, edge, 2.2)
        figure.line(50, 0, 50, 110, "red", 1.6, "5 4")
    elif shape == "rhombus":
        figure.polygon([(0, 60), (90, 0), (180, 60), (90, 120)], fill, edge, 2.2)
        figure.line(0, 60, 180, 60, "red", 1.4, "5 4")
        figure.line(90, 0, 90, 120, "red", 1.4, "5 4")
    elif shape in ("disk", "circle"):
        figure.circle(64, 64, 62, fill, edge, 2.2)
        figure.line(64, 64, 126, 64, "red", 1.8)
    elif shape == "ring":
        figure.circle(64, 64, 62, fill, edge, 2.2)
        figure.circle(64, 64, 32, "paper", edge, 2.2)
    elif shape == "stadium":
        figure.rect(0, 0, 210, 96, fill, edge, 48, 2.2)
        figure.line(48, 0, 48, 96, "red", 1.4, "5 4")
        figure.line(162, 0, 162, 96, "red", 1.4, "5 4")
    elif shape == "corner":
        figure.polygon([(0, 0), (120, 0), (120, 50), (190, 50), (190, 120), (0, 120)], fill, edge, 2.2)
    elif shape.startswith("regular"):
        names = {"triangle": 3, "square": 4, "pentagon": 5, "hexagon": 6, "octagon": 8, "dodecagon": 12}
        count = next((n for name, n in names.items() if name in shape), 6)
        figure.polygon([(64 + 62 * math.sin(2 * math.pi * n / count + math.pi / count),
                         64 + 62 * math.cos(2 * math.pi * n / count + math.pi / count)) for n in range(count)],
                       fill, edge, 2.2)  # fmt: skip
    else:
        figure.rect(0, 0, 190, 110, fill, edge, 0, 2.2)
    return figure


def _solid(shape: str) -> Figure:
    figure = Figure()
    fill, edge = "violet-tint", "violet"
    if shape in ("ball", "sphere"):
        figure.circle(64, 64, 62, fill, edge, 2.2)
        figure.ellipse(64, 64, 62, 18, "none", edge, 1.4, "5 4")
    elif shape in ("cylinder", "pipe", "capsule"):
        if shape == "capsule":
            figure.rect(0, 0, 104, 150, fill, edge, 52, 2.2)
            figure.ellipse(52, 52, 52, 12, "none", edge, 1.4, "5 4")
            figure.ellipse(52, 98, 52, 12, "none", edge, 1.4, "5 4")
            return figure
        figure.path("M0 20V120A60 18 0 0 0 120 120V20", (0, 2), (120, 138), fill=fill, stroke=edge, width=2.2)
        figure.ellipse(60, 20, 60, 18, fill, edge, 2.2)
        if shape == "pipe":
            figure.ellipse(60, 20, 32, 9, "paper", edge, 1.8)
    elif shape in ("cone", "slanted"):
        figure.path(
            "M0 116L60 0L120 116A60 18 0 0 1 0 116", (0, 0), (120, 134), fill=fill, stroke=edge, width=2.2
        )
        figure.path("M0 116A60 18 0 0 1 120 116", (0, 116), stroke=edge, width=1.4, dash="5 4")
        figure.line(60, 0, 60, 116, "red", 1.4, "5 4")
    elif shape == "frustum":
        figure.path(
            "M0 116L30 16A30 9 0 0 1 90 16L120 116A60 18 0 0 1 0 116",
            (0, 7),
            (120, 134),
            fill=fill,
            stroke=edge,
            width=2.2,
        )
        figure.ellipse(60, 16, 30, 9, fill, edge, 2)
    elif shape == "pyramid":
        figure.polygon([(0, 110), (130, 110), (170, 76), (84, 0)], fill, edge, 2.2)
        figure.line(84, 0, 130, 110, edge, 2)
        figure.polygon([(0, 110), (44, 76), (170, 76)], stroke=edge, width=1.3, dash="5 4", closed=False)
        figure.line(84, 0, 44, 76, edge, 1.3, "5 4")
        figure.line(84, 0, 84, 93, "red", 1.4, "5 4")
    else:
        figure.polygon([(0, 40), (110, 40), (110, 140), (0, 140)], fill, edge, 2.2)
        figure.polygon([(0, 40), (44, 6), (154, 6), (110, 40)], fill, edge, 2.2)
        figure.polygon([(110, 40), (154, 6), (154, 106), (110, 140)], fill, edge, 2.2)
    return figure
