"""Reflections, rotations by right angles, translations and scalings of points and shapes, one after the other.

Asked for is the image of a point or of all vertices of a shape, the point whose image is given, or the only point
that the transformations leave where it is. All coordinates are exact.

Symmetries: none; the problem is what the text says.

Difficulty: `kinds` of questions; number of `steps`; coordinates of up to `largest`; whether reflections are in any
horizontal, vertical or diagonal line and centres anywhere (`anywhere`); whether scalings occur, and have fractions
as factors (`scale`: 0, 1 or 2). Proxy: digits in the worked solution.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from typing import Any

from ..english import listed
from ..family import Family, Question, as_stated
from ..limits import Flag, Whole
from .asking import POINT, POINTS, question
from .exact import Number, Point, bracketed, point_text, signed

WORDINGS = (
    "{facts} {ask}\n{form}",
    "The following takes place in the coordinate plane.\n{facts}\n{ask} {form}",
    "This is what is known. {facts}\n\nQuestion: {ask}\n{form}",
)
Step = list[Any]
"""A name and its numbers: ["x", 3] reflects in x = 3, ["d", 1, 4] in y = x + 4, ["d", -1, 4] in y = -x + 4,
["t", 2, 3] translates, ["r", 90, 1, 2] rotates about (1, 2), ["s", "3/2", 0, 0] scales about (0, 0)."""


def _step(rng: random.Random, largest: int, anywhere: bool, scale: int) -> Step:
    def place() -> int:
        return rng.randint(-min(largest, 12), min(largest, 12)) if anywhere and rng.random() < 0.7 else 0

    name = rng.choice("xydtrrs" if scale else "xydtrr")
    if name in "xy":
        return [name, place()]
    if name == "d":
        return [name, rng.choice((1, -1)), place()]
    if name == "t":
        return [name, _nonzero(rng, largest), _nonzero(rng, largest)]
    if name == "r":
        return [name, rng.choice((90, 180, 270)), place(), place()]
    factor: Number = rng.choice((2, 3, -1, -2))
    if scale == 2 and rng.random() < 0.6:
        factor = (
            Fraction(rng.choice((1, 3, -1, 5)), 2)
            if rng.random() < 0.6
            else Fraction(rng.choice((2, -1, 4)), 3)
        )
    return [name, str(factor), place(), place()]


def _nonzero(rng: random.Random, largest: int) -> int:
    return rng.choice((-1, 1)) * rng.randint(1, largest)


def _words(step: Step) -> str:
    """The step in words, as an instruction."""
    name, *numbers = step
    if name == "x":
        return f"reflect in the {'y-axis' if numbers[0] == 0 else f'line x = {numbers[0]}'}"
    if name == "y":
        return f"reflect in the {'x-axis' if numbers[0] == 0 else f'line y = {numbers[0]}'}"
    if name == "d":
        slope, shift = numbers
        return f"reflect in the line y = {'x' if slope == 1 else '-x'}{f' {signed(shift)}' if shift else ''}"
    if name == "t":
        return f"translate by the vector {point_text(numbers)}"
    center = "the origin" if numbers[1:] == [0, 0] else f"the point {point_text(numbers[1:])}"
    if name == "r":
        turn = {90: "90 degrees counterclockwise", 180: "180 degrees", 270: "90 degrees clockwise"}[numbers[0]]
        return f"rotate by {turn} about {center}"
    return f"scale (dilate) by the factor {numbers[0]} from {center}"


def _apply(step: Step, point: Point) -> tuple[Point, str]:
    """The image of a point, and how each coordinate comes about."""
    name, *numbers = step
    x, y = point
    if name == "x":
        new = (2 * numbers[0] - x, y)
        how = f"x = 2*{bracketed(numbers[0])} - {bracketed(x)}" if numbers[0] else "x changes sign"
    elif name == "y":
        new = (x, 2 * numbers[0] - y)
        how = f"y = 2*{bracketed(numbers[0])} - {bracketed(y)}" if numbers[0] else "y changes sign"
    elif name == "d":
        slope, shift = numbers
        new = (slope * (y - shift), slope * x + shift)
        if not shift:
            how = "x and y change places" + (" and signs" if slope < 0 else "")
        elif slope > 0:
            how = f"x = {y} - {bracketed(shift)}, y = {x} + {bracketed(shift)}"
        else:
            how = f"x = {shift} - {bracketed(y)}, y = {shift} - {bracketed(x)}"
    elif name == "t":
        new = (x + numbers[0], y + numbers[1])
        how = f"x = {x} + {bracketed(numbers[0])}, y = {y} + {bracketed(numbers[1])}"
    else:
        a, b = numbers[1:]
        u, v = x - a, y - b
        if name == "r":
            p, q = {90: (-v, u), 180: (-u, -v), 270: (v, -u)}[numbers[0]]
        else:
            factor = Fraction(numbers[0])
            p, q = factor * u, factor * v
        new = (a + p, b + q)
        if a or b:
            how = f"from the center {point_text((u, v))} becomes {point_text((p, q))}"
        elif name == "r":
            how = {90: "(x, y) becomes (-y, x)", 180: "both change sign", 270: "(x, y) becomes (y, -x)"}[
                numbers[0]
            ]
        else:
            how = f"both times {numbers[0]}"
    return new, how


def _undone(step: Step) -> Step:
    """The step that takes back `step`."""
    name, *numbers = step
    if name == "t":
        return [name, -numbers[0], -numbers[1]]
    if name == "r":
        return [name, 360 - numbers[0], *numbers[1:]]
    if name == "s":
        return [name, str(1 / Fraction(numbers[0])), *numbers[1:]]
    return step


def _walk(moves: list[Step], point: Point, label: str) -> tuple[Point, list[str]]:
    """The image under all moves, and a line for each."""
    lines = [f"{label} = {point_text(point)}"]
    for i, move in enumerate(moves, 1):
        point, how = _apply(move, point)
        lines.append(f"{i}. {_words(move)}: {how}: {point_text(point)}")
    return point, lines


def _question(
    kind: str, rng: random.Random, *, steps: int, largest: int, anywhere: bool, scale: int
) -> Question | None:
    """A question about moves; None if its answer would be shown or does not exist."""
    count = steps if steps < 3 else rng.randint(steps - 1, steps)
    moves: list[Step] = []
    while len(moves) < count:
        move = _step(rng, largest, anywhere, scale)
        if not moves or moves[-1][0] != move[0]:
            moves.append(move)
    moved = "; ".join(f"({i}) {_words(move)}" for i, move in enumerate(moves, 1)) + "."
    problem: dict[str, Any] = {"moves": moves}
    count = rng.randint(3, 4) if kind == "shape" else 1
    points: list[Point] = []
    while len(points) < count:
        point: Point = (Fraction(rng.randint(-largest, largest)), Fraction(rng.randint(-largest, largest)))
        if point not in points:
            points.append(point)
    plural = "" if len(moves) == 1 else "s"
    order = "" if len(moves) == 1 else ", in this order"
    if kind == "fixed":
        return _fixed(moves, moved, problem)
    images: list[Point] = []
    lines: list[str] = []
    for name, point in zip("ABCD", points, strict=False):
        image, walked = _walk(moves, point, name if kind == "shape" else "P")
        if image == point:
            return None
        images.append(image)
        lines += walked
    if kind == "shape":
        names = "ABCD"[:count]
        vertices = ", ".join(f"{name} = {point_text(point)}" for name, point in zip(names, points, strict=True))
        shape = "triangle" if count == 3 else "quadrilateral"
        problem["points"] = [list(map(str, point)) for point in points]
        return question(
            f"The {shape} {names} has the vertices {vertices}. Transformation{plural}{order}: {moved}",
            f"What are the images of {listed(names)}?",
            ", ".join(map(point_text, images)),
            problem,
            lines,
            POINTS,
            0.001,
        )
    if kind == "image":
        problem["points"] = [list(map(str, points[0]))]
        return question(
            f"The point P is {point_text(points[0])}. Transformation{plural}{order}: {moved}",
            f"Where does P end up after the transformation{plural}?",
            point_text(images[0]),
            problem,
            lines,
            POINT,
            1 / (2 * largest),
        )
    problem["points"] = [list(map(str, images[0]))]
    _, lines = _walk([_undone(move) for move in reversed(moves)], images[0], "Q")
    return question(
        f"The point Q = {point_text(images[0])} is the image of a point P under the following "
        f"transformation{plural}{order}: {moved}",
        "What is the point P?",
        point_text(points[0]),
        problem,
        ["undo the transformations from the last to the first:" if plural else "undo it:", *lines],
        POINT,
        1 / (2 * largest),
    )


def _fixed(moves: list[Step], moved: str, problem: dict[str, Any]) -> Question | None:
    """The point that comes back to itself, if there is exactly one."""
    zero, one = Fraction(0), Fraction(1)
    images: list[Point] = [(zero, zero), (one, zero), (zero, one)]
    for move in moves:
        images = [_apply(move, point)[0] for point in images]
    shift, e, f = images
    a, c = e[0] - shift[0], e[1] - shift[1]
    b, d = f[0] - shift[0], f[1] - shift[1]
    below = (1 - a) * (1 - d) - b * c
    if not below or len(moves) == 1:
        return None
    x = (shift[0] * (1 - d) + b * shift[1]) / below
    y = (c * shift[0] + (1 - a) * shift[1]) / below
    names = (("(0, 0)", shift), ("(1, 0)", e), ("(0, 1)", f))
    lines = [f"{name} goes to {point_text(image)}" for name, image in names]
    lines += [
        f"x = {bracketed(a)}*x + {bracketed(b)}*y + {bracketed(shift[0])}",
        f"y = {bracketed(c)}*x + {bracketed(d)}*y + {bracketed(shift[1])}",
        f"{bracketed(1 - a)}*x + {bracketed(-b)}*y = {shift[0]}, {bracketed(-c)}*x + {bracketed(1 - d)}*y = {shift[1]}",
        f"x = {x}, y = {y}",
    ]
    return question(
        f"Transformations, in this order: {moved}",
        "Which point of the plane returns to its own place after all of the transformations (there is exactly one)?",
        point_text((x, y)),
        problem,
        lines,
        POINT,
        0.05,
    )


generate = Family(
    {kind: partial(_question, kind) for kind in ("image", "shape", "original", "fixed")},
    WORDINGS,
    {
        "steps": Whole(1, 12, "the number of transformations; from 3 on it may be one less"),
        "largest": Whole(3, 1000, "the largest coordinate of a point"),
        "anywhere": Flag("whether centres and mirrors are anywhere, not only at the origin"),
        "scale": Whole(0, 2, "no scalings (0), those by integers (1), those by fractions too (2)"),
    },
    canonical=as_stated,
    tries=200,
    advice="change 'kinds', 'steps' or 'scale'",
)
