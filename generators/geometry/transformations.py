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
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..base import Draft, GenerationError
from .exact import Number, Point, bracketed, point_text, signed
from .question import POINT, POINT_GOLD, Question, checked_kinds, draft
from .readers import is_point

WORDINGS = (
    "{facts} {ask}\n{form}",
    "The following takes place in the coordinate plane.\n{facts}\n{ask} {form}",
    "This is what is known. {facts}\n\nQuestion: {ask}\n{form}",
)
KINDS = ("image", "shape", "original", "fixed")
TRIES = 200
Step = list[Any]
"""A name and its numbers: ["x", 3] reflects in x = 3, ["d", 1, 4] in y = x + 4, ["d", -1, 4] in y = -x + 4,
["t", 2, 3] translates, ["r", 90, 1, 2] rotates about (1, 2), ["s", "3/2", 0, 0] scales about (0, 0)."""


def generate(rng: random.Random, *, kinds: str, steps: int, largest: int, anywhere: bool, scale: int) -> Draft:
    """Make one question.

    Args:
        rng: the task's random source.
        kinds: names from `KINDS`, separated by spaces; one is drawn.
        steps: number of transformations, 1 to 12; one less occurs from 3 on.
        largest: the largest coordinate of a point, 3 to 1000.
        anywhere: whether centres and mirrors are anywhere, not only at the origin.
        scale: 0 for no scalings, 1 for those by integers, 2 for those by fractions too.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no transformation with an answer of its own was found.
    """
    names = checked_kinds(kinds, KINDS)
    if not (1 <= steps <= 12 and 3 <= largest <= 1000 and scale in (0, 1, 2)):
        raise ValueError(
            f"need 1 <= steps <= 12, 3 <= largest <= 1000 and scale of 0, 1, 2; got {steps}, {largest}, {scale}"
        )
    kind = rng.choice(names)
    for _ in range(TRIES):
        count = steps if steps < 3 else rng.randint(steps - 1, steps)
        moves: list[Step] = []
        while len(moves) < count:
            move = _step(rng, largest, anywhere, scale)
            if not moves or moves[-1][0] != move[0]:
                moves.append(move)
        question = _question(rng, kind, moves, largest)
        if question is not None:
            return draft(rng, WORDINGS, kind, question)
    raise GenerationError(f"no such transformations in {TRIES} tries; change 'kinds', 'steps' or 'scale'")


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


def _question(rng: random.Random, kind: str, moves: list[Step], largest: int) -> Question | None:
    """A question about the moves; None if its answer would be shown or does not exist."""
    listed = "; ".join(f"({i}) {_words(move)}" for i, move in enumerate(moves, 1)) + "."
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
        return _fixed(moves, listed, problem)
    images, lines = [], []
    for name, point in zip("ABCD", points, strict=False):
        image, steps = _walk(moves, point, name if kind == "shape" else "P")
        if image == point:
            return None
        images.append(image)
        lines += steps
    if kind == "shape":
        names = "ABCD"[:count]
        vertices = ", ".join(f"{name} = {point_text(point)}" for name, point in zip(names, points, strict=True))
        shape = "triangle" if count == 3 else "quadrilateral"
        problem["points"] = [list(map(str, point)) for point in points]
        return Question(
            f"The {shape} {names} has the vertices {vertices}. Transformation{plural}{order}: {listed}",
            f"What are the images of {', '.join(names[:-1])} and {names[-1]}?",
            "Give the images in this order as points separated by commas, such as (2, -3/4), (0, 1), (5, 2).",
            ", ".join(map(point_text, images)),
            {"kind": "list"},
            problem,
            lines,
            0.001,
        )
    if kind == "image":
        problem["points"] = [list(map(str, points[0]))]
        return Question(
            f"The point P is {point_text(points[0])}. Transformation{plural}{order}: {listed}",
            f"Where does P end up after the transformation{plural}?",
            POINT,
            point_text(images[0]),
            POINT_GOLD,
            problem,
            lines,
            1 / (2 * largest),
        )
    problem["points"] = [list(map(str, images[0]))]
    _, lines = _walk([_undone(move) for move in reversed(moves)], images[0], "Q")
    return Question(
        f"The point Q = {point_text(images[0])} is the image of a point P under the following "
        f"transformation{plural}{order}: {listed}",
        "What is the point P?",
        POINT,
        point_text(points[0]),
        POINT_GOLD,
        problem,
        ["undo the transformations from the last to the first:" if plural else "undo it:", *lines],
        1 / (2 * largest),
    )


def _fixed(moves: list[Step], listed: str, problem: dict[str, Any]) -> Question | None:
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
    return Question(
        f"Transformations, in this order: {listed}",
        "Which point of the plane returns to its own place after all of the transformations (there is exactly one)?",
        POINT,
        point_text((x, y)),
        POINT_GOLD,
        problem,
        lines,
        0.05,
    )


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: every step is a map z -> u*z + v, or u*conj(z) + v, of complex numbers."""
    problem = payload["problem"]
    if problem["kind"] == "shape":
        pieces = re.split(r"(?<=\))\s*,(?=\s*\()", answer[:4096])
        return len(pieces) == len(problem["points"]) and all(
            is_point(piece, _image(problem["moves"], (Fraction(x), Fraction(y))))
            for piece, (x, y) in zip(pieces, problem["points"], strict=True)
        )
    if problem["kind"] == "image":
        x, y = problem["points"][0]
        return is_point(answer, _image(problem["moves"], (Fraction(x), Fraction(y))))
    # The answer is a point whose image is known: itself, or the point that is given.
    text = answer.strip()
    found = [Fraction(p.replace(" ", "")) for p in text[1:-1].split(",")] if _PLAIN.fullmatch(text) else []
    if len(found) != 2:
        return False
    image = _image(problem["moves"], (found[0], found[1]))
    return image == (tuple(found) if problem["kind"] == "fixed" else tuple(map(Fraction, problem["points"][0])))


_SINGLE = r"\s*[+-]?\s*(?:[0-9]{1,60}(?:/0*[1-9][0-9]{0,59})?|[0-9]{1,60}\.[0-9]{1,60})\s*"
_PLAIN = re.compile(rf"\({_SINGLE},{_SINGLE}\)")
_COMPLEX_TURN = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def _image(moves: list[Step], point: Point) -> Point:
    """The image of a point: conjugate where the step mirrors, then multiply and add."""
    x, y = point
    for name, *numbers in moves:
        u, v, w, mirrored = (1, 0), (0, 0), (0, 0), name in "xyd"  # z -> u*(z - w) + w + v
        if name == "x":
            u, v = (-1, 0), (2 * numbers[0], 0)
        elif name == "y":
            v = (0, 2 * numbers[0])
        elif name == "d":
            u = (0, numbers[0])
            v = (-numbers[0] * numbers[1], numbers[1])
        elif name == "t":
            v = (numbers[0], numbers[1])
        elif name == "r":
            u, w = _COMPLEX_TURN[numbers[0]], (numbers[1], numbers[2])
        else:
            u, w = (Fraction(numbers[0]), 0), (numbers[1], numbers[2])  # type: ignore[assignment]
        if mirrored:
            y = -y
        x, y = x - w[0], y - w[1]
        x, y = u[0] * x - u[1] * y, u[0] * y + u[1] * x
        x, y = x + w[0] + v[0], y + w[1] + v[1]
    return x, y
