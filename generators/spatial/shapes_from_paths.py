"""Shapes from paths: name or measure what SVG-like commands or a turtle draw.

Kinds: ``name`` and ``turtle`` (the most special word for each of several shapes), ``area`` and ``perimeter`` (exact),
``corners`` (of several paths), ``symmetry`` (mirror lines of several paths), ``pieces`` (how many triangles,
quadrilaterals and so on mixed segments make). All corners are whole numbers or whole steps, so nothing is measured
by eye; names are asked for in words and several at once, never by the letter of an option.

Difficulty: `shapes` at once, `sides` of free polygons, `extra` points on straight sides, `size`. Proxy: commands.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import gcd

from ..base import Json
from ..english import counted, listed
from ..family import Family, Question
from ..in_order import in_order, typed
from ..limits import Whole

Point = tuple[int, int]
Commands = list[list[Json]]
NAMES = (
    "triangle", "kite", "trapezoid", "parallelogram", "rhombus", "rectangle", "square", "quadrilateral", "pentagon",
    "hexagon", "heptagon", "octagon", "circle", "ellipse", "sector",
)  # fmt: skip
_SVG = (
    "The commands are those of SVG. M moves the pen to a point, L draws a straight line to a point, H and V draw to an "
    "x or a y, A draws an arc (two radii, a rotation, two flags and the end point), and Z draws back to the last M; "
    "small letters count from where the pen is."
)
_WORD = (
    "Take the most special of these words for each: triangle; square; rectangle; rhombus; parallelogram; trapezoid "
    "(just one pair of parallel sides); kite; quadrilateral; pentagon; hexagon; heptagon; octagon{round}. Points on a "
    "straight side are no corners."
)
_ASK = {
    "name": ("Which shape does each path draw? " + _WORD.format(round="; circle; ellipse; sector"),
             "Give {n} words in the order of the paths, separated by commas."),
    "turtle": ("Which shape does each walk draw? " + _WORD.format(round=""),
               "Give {n} words in the order of the walks, separated by commas."),
    "corners": ("How many corners does each shape have? Points on a straight side are no corners.",
                "Give {n} numbers in the order of the paths, separated by commas."),
    "symmetry": ("How many mirror lines (axes of symmetry) does each shape have?",
                 "Give {n} numbers in the order of the paths, separated by commas."),
    "area": ("Which area does the shape have that the path encloses?", "Give the exact number."),
    "perimeter": ("How long is the whole outline that the path draws?", "Give the exact number."),
    "pieces": ("The segments make closed shapes that do not touch each other. How many triangles, quadrilaterals, "
               "pentagons and hexagons are there? Points on a straight side are no corners.",
               "Give the four numbers in this order, separated by commas."),
}  # fmt: skip
_DRAWN = (
    "{paths}\n\n{legend} {question} {form}",
    "{question} {form}\n\n{paths}\n\n{legend}",
    "{legend}\n\n{paths}\n\n{question}\n{form}",
)
WORDINGS = dict.fromkeys(_ASK, _DRAWN)
_TURTLE = (
    "A turtle draws a line where it walks. Forward 5 means 5 steps ahead, and left 60 that it turns to its left by 60 "
    "degrees on the spot."
)


# ------------------------------------------------------------------------------------------------- corners of shapes


def _corners(rng: random.Random, name: str, size: int, sides: int) -> list[Point]:
    """The corners of a shape by the recipe of its name, round about the origin."""
    a, b, c, d = (rng.randint(1, size) for _ in range(4))
    if name == "square":
        return [(0, 0), (a, 0), (a, a), (0, a)]
    if name == "rectangle":
        return [(0, 0), (a + b, 0), (a + b, a), (0, a)]
    if name == "rhombus":
        return [(a + b, 0), (0, a), (-a - b, 0), (0, -a)]
    if name == "kite":
        return [(a, 0), (0, b), (-a, 0), (0, -b - c)]
    if name == "trapezoid":
        return [(0, 0), (a + b + c, 0), (a + b if d % 2 else a + c, d), (a, d)]
    if name == "parallelogram":
        return [(0, 0), (a, b), (a + c, b + d), (c, d)]
    if name == "isosceles":
        return [(-a, 0), (a, 0), (0, b)]
    if name == "plus":
        return [
            (a, b),
            (a, a),
            (b, a),
            (b, -a),
            (a, -a),
            (a, -b),
            (-a, -b),
            (-a, -a),
            (-b, -a),
            (-b, a),
            (-a, a),
            (-a, b),
        ]
    if name == "chevron":
        return [(0, 0), (a, b), (a, b + c), (0, c), (-a, b + c), (-a, b)]
    if name == "skyline":
        return _skyline(rng, max(sides // 2 - 1, 2), size)
    number = {"triangle": 3, "quadrilateral": 4, "pentagon": 5, "hexagon": 6, "heptagon": 7, "octagon": 8}.get(
        name, sides
    )
    return _around(rng, number, size)


def _skyline(rng: random.Random, columns: int, size: int) -> list[Point]:
    """A polygon of horizontal and vertical sides over a flat ground."""
    heights = [rng.randint(1, size)]
    while len(heights) < columns:
        heights.append(rng.choice([h for h in range(1, size + 2) if h != heights[-1]]))
    x, points = 0, [(0, 0)]
    for height in heights:
        points += [(x, height), (x := x + rng.randint(1, size), height)]
    return [*points, (x, 0)]


def _around(rng: random.Random, number: int, size: int) -> list[Point]:
    """So many corners in the order of their directions from the origin, which lies inside."""
    far = 2 * size + 2
    while True:
        points: dict[Point, Point] = {}
        while len(points) < number:
            x, y = rng.randint(-far, far), rng.randint(-far, far)
            if (divisor := gcd(x, y)) and abs(x) + abs(y) > size:
                points.setdefault((x // divisor, y // divisor), (x, y))
        order = sorted(points.values(), key=_direction)
        if all(_cross(one, two) > 0 for one, two in _sides(order)):
            return order


def _direction(point: Point) -> tuple[int, float]:
    """Sorts points by their directions from the origin; exact enough for small integers."""
    x, y = point
    upper = y > 0 or (y == 0 and x > 0)
    return (0 if upper else 1), -x / (abs(x) + abs(y)) if upper else x / (abs(x) + abs(y))


def _cross(one: Point, two: Point) -> int:
    return one[0] * two[1] - one[1] * two[0]


def _sides(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(points, [*points[1:], points[0]], strict=True))


def _vectors(points: Sequence[Point]) -> list[Point]:
    return [(b[0] - a[0], b[1] - a[1]) for a, b in _sides(points)]


def _square(vector: Point) -> int:
    return vector[0] ** 2 + vector[1] ** 2


def name_of(points: Sequence[Point]) -> str | None:
    """The word for a polygon by its sides as vectors; None where it has a straight or no corner, or is a dart."""
    sides = _vectors(points)
    turns = [_cross(one, two) for one, two in _sides(sides)]
    if not all(turns) or not 3 <= len(points) <= 8:
        return None
    if len(points) != 4:
        return ("triangle", "", "pentagon", "hexagon", "heptagon", "octagon")[len(points) - 3]
    if len({turn > 0 for turn in turns}) > 1:
        return None
    parallel = [_cross(sides[n], sides[n + 2]) == 0 for n in (0, 1)]
    lengths = [_square(side) for side in sides]
    right = sides[0][0] * sides[1][0] + sides[0][1] * sides[1][1] == 0
    if all(parallel):
        even = lengths[0] == lengths[1]
        return "square" if even and right else "rhombus" if even else "rectangle" if right else "parallelogram"
    if any(parallel):
        return "trapezoid"
    kite = any(lengths[n] == lengths[n - 1] and lengths[n - 2] == lengths[n - 3] for n in (0, 1))
    return "kite" if kite else "quadrilateral"


def mirrors(points: Sequence[Point]) -> int:
    """The number of mirror lines: of turnings round that leave sides and turns, read backwards, as they are."""
    sides = _vectors(points)
    signs = [
        value
        for side, after in _sides(sides)
        for value in (_square(side), (_cross(side, after), side[0] * after[0] + side[1] * after[1]))
    ]
    back = signs[::-1]
    return sum(back[n:] + back[:n] == signs for n in range(0, len(signs)))


def _moved(rng: random.Random, points: Sequence[Point], turn: Point | None = None) -> list[Point]:
    """The shape turned (and made larger), perhaps mirrored, moved, begun at any corner and in any sense."""
    a, b = turn or rng.choice(((1, 0), (1, 1), (2, 1), (1, 2), (3, 1), (0, 1), (3, 2)))
    dx, dy, flip = rng.randint(-30, 30), rng.randint(-30, 30), rng.choice((1, -1))
    new = [(a * x - b * y * flip + dx, b * x + a * y * flip + dy) for x, y in points]
    start = rng.randrange(len(new))
    new = new[start:] + new[:start]
    return new if rng.random() < 0.5 else new[::-1]


# ------------------------------------------------------------------------------------------------------------- paths


def _divided(rng: random.Random, points: Sequence[Point], extra: int) -> list[Point]:
    """The corners with so many points more on straight sides, where whole points lie there."""
    found = list(points)
    for _ in range(extra):
        n = rng.randrange(len(found))
        (x, y), (u, v) = found[n], found[(n + 1) % len(found)]
        parts = gcd(u - x, v - y)
        if parts > 1:
            k = rng.randint(1, parts - 1)
            found.insert(n + 1, (x + (u - x) // parts * k, y + (v - y) // parts * k))
    return found


def _path(rng: random.Random, points: Sequence[Point]) -> Commands:
    """A closed path through the points, with letters of several sorts."""
    relative = rng.random() < 0.4
    path: Commands = [["M", *points[0]]]
    for (x, y), (u, v) in pairwise(points):
        if v == y and rng.random() < 0.7:
            path.append(["h", u - x] if relative else ["H", u])
        elif u == x and rng.random() < 0.7:
            path.append(["v", v - y] if relative else ["V", v])
        else:
            path.append(["l", u - x, v - y] if relative else ["L", u, v])
    if rng.random() < 0.5:
        path.append(["L", *points[0]])
    else:
        path.append(["Z"])
    return path


def _round(rng: random.Random, name: str, size: int) -> Commands:
    """A circle or an ellipse of two arcs, or a sector between two radii."""
    x, y = rng.randint(-30, 30), rng.randint(-30, 30)
    r, sweep = rng.randint(2, 3 * size), rng.randint(0, 1)
    if name == "sector":
        k = rng.randint(1, size)
        (a, b), (c, d) = rng.sample([(5, 0), (3, 4), (4, 3), (0, 5), (-3, 4), (-4, 3)], 2)
        sweep = int(a * d - b * c > 0)
        return [
            ["M", x, y],
            ["L", x + a * k, y + b * k],
            ["A", 5 * k, 5 * k, 0, 0, sweep, x + c * k, y + d * k],
            ["Z"],
        ]
    s = r if name == "circle" else r + rng.randint(1, size)
    arcs = [["A", r, s, 0, 1, sweep, x + r, y], ["A", r, s, 0, 1, sweep, x - r, y]]
    return [["M", x - r, y], *arcs, ["Z"]]


def written(path: Commands) -> str:
    """Commands as text: ``M 3,4 L 5,6 h 2 Z``."""
    words = []
    for letter, *values in path:
        if letter in "Aa" and values:
            words.append(
                f"{letter} {values[0]},{values[1]} {values[2]} {values[3]},{values[4]} {values[5]},{values[6]}"
            )
        else:
            words.append(f"{letter} {','.join(map(str, values))}".strip())
    return " ".join(words)


# ------------------------------------------------------------------------------------------------------------- kinds


def _question(
    rng: random.Random, kind: str, paths: list[Commands], answer: str, lines: Sequence[str], *, sort: str = "list",
    rate: float = 0.01,
) -> Question:  # fmt: skip
    facts: dict[str, Json] = {"kind": kind, "paths": paths}
    words = kind in ("name", "turtle")
    payload = in_order(facts, answer.split(", ")) if words else typed(facts, answer, sort)
    question, form = _ASK[kind]
    noun = "Walk" if kind == "turtle" else "Path"
    if kind == "turtle":
        texts = [", ".join(f"{word} {value}" for word, value in path) for path in paths]
    else:
        texts = [written(path) for path in paths]
    one = len(texts) == 1
    body = "\n".join(f"Path: {text}" if one else f"{noun} {n}: {text}" for n, text in enumerate(texts, 1))
    fields = {
        "paths": body if kind == "turtle" else f"```\n{body}\n```",
        "legend": _TURTLE if kind == "turtle" else _SVG,
        "question": question,
        "form": form.format(n=len(paths)),
    }
    number = sum(map(len, paths))
    return Question(
        fields,
        payload,
        answer,
        [*lines, answer],
        gold=None,
        canonical=facts,
        guess_rate=rate,
        difficulty=float(number),
    )


def _several(
    kind: str, rng: random.Random, *, shapes: int, sides: int, extra: int, size: int
) -> Question | None:
    paths, answers, lines = [], [], []
    for n in range(max(shapes, 2 if kind == "name" else 3)):
        sorts = NAMES if kind == "name" else ("skyline", "free", "free") if kind == "corners" else _SYMMETRIC
        name = rng.choice(sorts)
        if name in ("circle", "ellipse", "sector"):
            paths.append(_round(rng, name, size))
            answers.append(name)
            lines.append(f"{n + 1}. arcs: {name}")
            continue
        number = rng.randint(3, max(sides, 7))
        corners = _corners(rng, name, size, number)
        turns = [_cross(a, b) for a, b in _sides(_vectors(corners))]
        if not all(turns) or (kind == "name" and name_of(corners) != name):
            return None
        corners = _moved(rng, corners)
        paths.append(_path(rng, _divided(rng, corners, extra)))
        found = name if kind == "name" else str(len(corners) if kind == "corners" else mirrors(corners))
        answers.append(found)
        lines.append(f"{n + 1}. corners {' '.join(f'({x}, {y})' for x, y in corners)}: {found}")
    if len(set(answers)) < 2:
        return None
    return _question(rng, kind, paths, ", ".join(answers), lines, rate=0.02)


_SYMMETRIC = (
    "square",
    "rectangle",
    "rhombus",
    "kite",
    "isosceles",
    "plus",
    "chevron",
    "parallelogram",
    "triangle",
    "free",
)


def _area(rng: random.Random, *, shapes: int, sides: int, extra: int, size: int) -> Question | None:
    corners = _moved(rng, _corners(rng, rng.choice(("free", "skyline")), size, max(sides, 4)))
    path = _path(rng, _divided(rng, corners, extra))
    products = [_cross(a, b) for a, b in _sides(corners)]
    twice = abs(sum(products))
    answer = f"{twice // 2}{'.5' if twice % 2 else ''}"
    total = " + ".join(f"({product})" if product < 0 else str(product) for product in products)
    lines = [f"x1 y2 - x2 y1 for each side: {total} = {sum(products)}", f"{twice} / 2 = {answer}"]
    return _question(rng, "area", [path], answer, lines, sort="decimal")


def _perimeter(rng: random.Random, *, shapes: int, sides: int, extra: int, size: int) -> Question | None:
    corners = _corners(rng, "skyline", size, max(sides, 6))
    turn, scale = rng.choice((((1, 0), 1), ((3, 4), 5), ((4, 3), 5), ((0, 2), 2), ((5, 12), 13)))
    lengths = [scale * (abs(x) + abs(y)) for x, y in _vectors(corners)]
    path = _path(rng, _divided(rng, _moved(rng, corners, turn), extra))
    lines = [f"{' + '.join(map(str, lengths))} = {sum(lengths)}"]
    return _question(rng, "perimeter", [path], str(sum(lengths)), lines, sort="integer")


def _pieces(rng: random.Random, *, shapes: int, sides: int, extra: int, size: int) -> Question | None:
    tally, segments = [0, 0, 0, 0], []
    width = 8 * size + 12
    for n in range(shapes + 2):
        number = rng.randint(3, 6)
        corners = _around(rng, number, size)
        if not all(_cross(a, b) for a, b in _sides(_vectors(corners))):
            return None
        tally[number - 3] += 1
        shifted = [(x + width * (n % 3), y + width * (n // 3)) for x, y in corners]
        for one, two in _sides(_divided(rng, shifted, extra)):
            pair = (one, two) if rng.random() < 0.5 else (two, one)
            segments.append([["M", *pair[0]], ["L", *pair[1]]])
    rng.shuffle(segments)
    path = [command for segment in segments for command in segment]
    answer = ", ".join(map(str, tally))
    names = ("triangle", "quadrilateral", "pentagon", "hexagon")
    return _question(
        rng, "pieces", [path], answer, [listed(counted(k, name) for k, name in zip(tally, names, strict=True))]
    )


# ------------------------------------------------------------------------------------------------------------ turtle


def _walk(rng: random.Random, name: str, size: int) -> list[tuple[int, int]] | None:
    """Sides as (length, turn to the left after it)."""
    a, b = rng.randint(2, size + 3), rng.randint(1, size + 2)
    regular = {"triangle": 3, "square": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}
    recipes = {
        "rectangle": [(a + b, 90), (a, 90)] * 2,
        "rhombus": [(a, 60), (a, 120)] * 2,
        "parallelogram": [(a + b, 60), (a, 120)] * 2,
        "trapezoid": [(a + b, 120), (a, 60), (b, 60), (a, 120)],
    }
    if name in regular:
        return [(a, 360 // regular[name])] * regular[name]
    return recipes.get(name)


_WALKS = (
    "triangle",
    "square",
    "pentagon",
    "hexagon",
    "octagon",
    "rectangle",
    "rhombus",
    "parallelogram",
    "trapezoid",
)


def _turtle(rng: random.Random, *, shapes: int, sides: int, extra: int, size: int) -> Question | None:
    walks, answers, lines = [], [], []
    for n in range(max(shapes, 2)):
        name = rng.choice(_WALKS)
        sides_of = _walk(rng, name, size)
        if sides_of is None:
            return None
        start = rng.randrange(len(sides_of))
        sides_of = sides_of[start:] + sides_of[:start]
        turn = rng.choice(("left", "right"))
        steps: list[list[Json]] = []
        for length, angle in sides_of:
            steps += [["forward", length], [turn, angle]]
        for _ in range(extra):
            at = 2 * rng.randrange(len(steps) // 2)
            if steps[at][0] == "forward" and steps[at][1] > 1:
                first = rng.randint(1, steps[at][1] - 1)
                steps[at : at + 1] = [["forward", first], ["forward", steps[at][1] - first]]
        walks.append(steps[:-1])
        answers.append(name)
        lines.append(
            f"{n + 1}. sides and turns: {', '.join(f'{length}, {angle}' for length, angle in sides_of)}: {name}"
        )
    if len(set(answers)) < 2:
        return None
    return _question(rng, "turtle", walks, ", ".join(answers), lines, rate=0.02)


generate = Family(
    {kind: partial(_several, kind) for kind in ("name", "corners", "symmetry")}
    | {"turtle": _turtle, "area": _area, "perimeter": _perimeter, "pieces": _pieces},
    WORDINGS,
    {
        "shapes": Whole(
            1, 12, "shapes at once, at least two or three where there are several; two more of the kind pieces"
        ),
        "sides": Whole(3, 40, "the most sides of polygons that have no name"),
        "extra": Whole(0, 40, "points more on straight sides, as far as whole points lie there"),
        "size": Whole(2, 40, "how large shapes are"),
    },
    kind_in_facts=False,
    advice="raise 'size'",
)
