"""Word problems and geometry: numbers with units, exact values with roots and pi, points, equations of curves."""

from __future__ import annotations

import re
from fractions import Fraction

from rlvr.generators.base import Task

from .asked import noun, question, units
from .book import Whole, right, wrong
from .formulas import DFRAC, TEX, UNICODE, bumped, formulas, written
from .numbers import number, numbers, tex, united
from .packs import framed, latex, reference

# ---------------------------------------------------------------------------------------------------- word problems

numbers("word-problems word-systems")

united("word-problems word-systems", units)


@right("word-problems word-systems")
def number_in_bold_with_its_unit(task: Task) -> str | None:
    what = noun(task)
    return f"**{task.answer}** {what}" if what and task.answer != "1" else None


@right("word-problems word-systems")
def there_are(task: Task) -> str | None:
    what = noun(task)
    return (
        f"There are {task.answer} {what}."
        if what and "are there?" in question(task) and task.answer != "1"
        else None
    )


@right("word-problems word-systems")
def worked_and_checked(task: Task) -> str:
    return Whole(
        f"First I set up the equations.\n\n**Final answer:**\n\n<answer>{task.answer}</answer>\n\n"
        "**Verification:** putting this back into the facts, all of them hold. ✅"
    )


@wrong("word-problems word-systems")
def number_of_the_prompt(task: Task) -> str | None:
    """The first number that the prompt names."""
    found = re.search(r"\d+", task.prompt)
    return found[0] if found and found[0] != task.answer else None


@wrong("word-problems word-systems")
def all_numbers_added(task: Task) -> str | None:
    total = str(sum(map(int, re.findall(r"\b\d+\b", task.prompt))))
    return total if total != task.answer else None


@wrong("word-problems word-systems")
def about(task: Task) -> str:
    return f"between {int(task.answer) - 1} and {int(task.answer) + 1}"


# ---------------------------------------------------------------------------------------- exact values and lengths

GEOMETRY = "areas triangles circles coordinates"
formulas(GEOMETRY, lambda task: task.answer if _is_value(task) else None, frame=False)


def _something_else(task: Task) -> str | None:
    """Another value, point or equation of the same form."""
    if _coordinates(task):
        return _off(task)
    return bumped(task.answer) or f"{task.answer} + 1"


framed(GEOMETRY, reference, _something_else)


def _is_value(task: Task) -> bool:
    return "=" not in task.answer and "," not in task.answer


def _geometric_units(task: Task) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if "How many degrees" in task.prompt:
        powers = () if "/" in task.answer else (r"@^\circ", r"$@^\circ$")
        return ("@°", "@ degrees", *powers), ("@ radians", "@%", "@ minutes")
    return (), ("@%", "@ dollars", "@°") if re.search(r"area|volume|[Hh]ow (long|high)", question(task)) else (
        "@%",
    )


united(
    "triangles circles areas",
    _geometric_units,
    lambda task: task.answer if number(task.answer) is not None else None,
)


@wrong("areas triangles circles coordinates")
def decimal_approximation(task: Task) -> str | None:
    """The exact value is asked for."""
    if not _is_value(task) or number(task.answer) is not None:
        return None
    value = _value(task.answer)
    return None if value is None else f"{value:.2f}"


def _value(text: str) -> float | None:
    """The value of a product of integers, roots and pi over an integer."""
    found = re.fullmatch(r"(-?\d+\*)?(?:sqrt\((\d+)\))?\*?(pi)?(?:/(\d+))?", text)
    if not found or not (found[2] or found[3]):
        return None
    value = float(found[1].rstrip("*")) if found[1] else 1.0
    value *= float(found[2]) ** 0.5 if found[2] else 1.0
    value *= 3.141592653589793 if found[3] else 1.0
    return value / (int(found[4]) if found[4] else 1)


@wrong("areas circles")
def pi_lost(task: Task) -> str | None:
    return task.answer.replace("*pi", "") if "*pi" in task.answer and _is_value(task) else None


@wrong("areas circles")
def with_pi_for_3_14(task: Task) -> str | None:
    return task.answer.replace("pi", "3.14") if "pi" in task.answer and _is_value(task) else None


@wrong("areas triangles circles coordinates")
def root_lost(task: Task) -> str | None:
    return (
        re.sub(r"\*?sqrt\(\d+\)\*?", "", task.answer)
        if re.match(r"\d+\*sqrt", task.answer) and _is_value(task)
        else None
    )


@wrong("areas triangles circles coordinates")
def not_reduced(task: Task) -> str | None:
    """Lowest terms, or simplest form, are asked for."""
    value = number(task.answer)
    if value is None or value.denominator == 1 or "lowest" not in task.prompt:
        return None
    return f"{3 * value.numerator}/{3 * value.denominator}"


@right("areas circles triangles")
def sentence_with_what_is_asked(task: Task) -> str | None:
    found = re.search(
        r"What is (?:its|the) (area|volume|radius|circumference|surface area)\b[^?]*\?", task.prompt
    )
    return f"The {found[1]} is {task.answer}." if found and _is_value(task) else None


@right("areas circles triangles")
def letter_for_what_is_asked(task: Task) -> str | None:
    found = re.search(r"What is (?:its|the) (area|volume|radius)\b[^?]*\?", task.prompt)
    value = written(task.answer, TEX)
    letter = {"area": "A", "volume": "V", "radius": "r"}[found[1]] if found else ""
    return f"${letter} = {value}$" if found and _is_value(task) else None


@right("triangles circles")
def x_equals(task: Task) -> str | None:
    return f"x = {task.answer}" if "What is x?" in task.prompt else None


@right("coordinates")
def k_equals(task: Task) -> str | None:
    return f"k = {task.answer}" if "which number k" in task.prompt else None


@right("coordinates")
def slope_equals(task: Task) -> str | None:
    return f"m = {task.answer}" if "What is the slope" in task.prompt else None


# ----------------------------------------------------------------------------------------------------------- points


def _coordinates(task: Task) -> list[str] | None:
    """The two coordinates where the answer is one point."""
    found = re.fullmatch(r"\(([^()]+), ([^()]+)\)", task.answer)
    return [found[1], found[2]] if found else None


def _point(task: Task) -> str | None:
    return task.answer if _coordinates(task) else None


def _off(task: Task) -> str | None:
    xy = _coordinates(task)
    return f"({xy[0]}, {Fraction(xy[1]) + 1})" if xy else None


def _with_point(change):  # type: ignore[no-untyped-def]
    def write(task: Task) -> str | None:
        xy = _coordinates(task)
        return change(*xy) if xy else None

    return write


POINTS = "coordinates circles transformations"
right(POINTS, "point: TeX")(_with_point(lambda x, y: f"$({tex(x)}, {tex(y)})$"))
right(POINTS, "point: tall TeX")(
    _with_point(lambda x, y: rf"$\left({tex(x, 'dfrac')}, {tex(y, 'dfrac')}\right)$")
)
right(POINTS, "point: box")(_with_point(lambda x, y: rf"\boxed{{({tex(x)}, {tex(y)})}}"))
right(POINTS, "point: no space")(_with_point(lambda x, y: f"({x},{y})"))
right(POINTS, "point: Unicode minus")(
    _with_point(lambda x, y: f"({x}, {y})".replace("-", "−") if "-" in x + y else None)
)
right(POINTS, "point: its name")(
    lambda task: f"D = {_point(task)}" if _point(task) and "Which point D" in task.prompt else None
)
right(POINTS, "point: P")(
    lambda task: (
        f"P = {_point(task)}"
        if _point(task) and re.search(r"Which point P|the point P\?", task.prompt)
        else None
    )
)
wrong(POINTS, "point off")(_off)
wrong(POINTS, "point: swapped")(_with_point(lambda x, y: f"({y}, {x})" if x != y else None))
wrong(POINTS, "point: first sign")(_with_point(lambda x, y: f"({-Fraction(x)}, {y})" if x != "0" else None))
wrong(POINTS, "point: second sign")(_with_point(lambda x, y: f"({x}, {-Fraction(y)})" if y != "0" else None))
wrong(POINTS, "point: first alone")(_with_point(lambda x, y: x))
wrong(POINTS, "point: three")(_with_point(lambda x, y: f"({x}, {y}, 0)"))
wrong(POINTS, "point: first off")(_with_point(lambda x, y: f"({Fraction(x) - 1}, {y})"))
wrong(POINTS, "point: names")(_with_point(lambda x, y: "(x, y)"))
wrong(POINTS, "point: rounded")(
    _with_point(
        lambda x, y: (
            f"({float(Fraction(x)):.2f}, {float(Fraction(y)):.2f})"
            if "/" in x and Fraction(x).denominator % 3 == 0
            else None
        )
    )
)


# ---------------------------------------------------------------------------------------------------- equations

EQUATIONS = "coordinates circles"


def _equation(task: Task) -> str | None:
    return task.answer if "=" in task.answer else None


def _sides(task: Task) -> tuple[str, str] | None:
    found = task.answer.split(" = ")
    return (found[0], found[1]) if len(found) == 2 else None


def _restyled(style):  # type: ignore[no-untyped-def]
    def write(task: Task) -> str | None:
        sides = _sides(task)
        return " = ".join(str(written(side, style)) for side in sides) if sides else None

    return write


right(EQUATIONS, "equation in a sentence")(
    lambda task: f"The equation is {_equation(task)}." if _equation(task) else None
)
right(EQUATIONS, "equation: TeX")(lambda task: f"${_restyled(TEX)(task)}$" if _equation(task) else None)
right(EQUATIONS, "equation: dfrac")(lambda task: f"${_restyled(DFRAC)(task)}$" if _equation(task) else None)
right(EQUATIONS, "equation: Unicode")(_restyled(UNICODE))
right(EQUATIONS, "equation: box")(
    lambda task: rf"\boxed{{{_restyled(TEX)(task)}}}" if _equation(task) else None
)
right(EQUATIONS, "equation: sides exchanged")(lambda task: " = ".join((_sides(task) or ())[::-1]) or None)
right(EQUATIONS, "equation: all on one side")(
    lambda task: f"{sides[0]} - ({sides[1]}) = 0" if (sides := _sides(task)) else None
)
wrong(EQUATIONS, "equation: a number off")(lambda task: bumped(task.answer) if _sides(task) else None)
wrong(EQUATIONS, "equation: right side off")(
    lambda task: f"{_sides(task)[0]} = {Fraction(_sides(task)[1]) + 1}" if _sides(task) else None  # type: ignore[index]
)
wrong(EQUATIONS, "equation: left side alone")(lambda task: _sides(task)[0] if _sides(task) else None)  # type: ignore[index]
wrong(EQUATIONS, "equation: sign of the right side")(
    lambda task: (
        f"{_sides(task)[0]} = {-Fraction(_sides(task)[1])}"  # type: ignore[index]
        if _sides(task) and _sides(task)[1] != "0"  # type: ignore[index]
        else None
    )
)
wrong(EQUATIONS, "equation: letters exchanged")(
    lambda task: task.answer.translate(str.maketrans("xy", "yx")) if _lopsided(task) else None
)
wrong(EQUATIONS, "equation: 0 = 0")(lambda task: "0 = 0" if _sides(task) else None)
wrong(EQUATIONS, "equation: more than")(lambda task: task.answer.replace("=", ">") if _sides(task) else None)


def _lopsided(task: Task) -> bool:
    """Whether exchanging the letters gives another line or circle."""
    found = re.match(r"(-?\d*)\*?x ([-+]) (\d*)\*?y", task.answer)
    if found:
        return found[1] not in (found[2].strip("+") + found[3], "-" + found[2].strip("+") + found[3])
    ends = re.match(r"\(x (.+?)\)\^2 \+ \(y (.+?)\)\^2", task.answer)
    return bool(ends) and ends[1] != ends[2]  # type: ignore[index]


# -------------------------------------------------------------------------------------------------- transformations

IDS = "transformations"


def _points(task: Task) -> list[str]:
    return re.findall(r"\([^()]+\)", task.answer)


def _last_point_off(task: Task) -> str:
    *rest, last = _points(task)
    x, y = last.strip("()").split(", ")
    return ", ".join([*rest, f"({x}, {Fraction(y) + 1})"])


def _pointed(change):  # type: ignore[no-untyped-def]
    def write(task: Task) -> str | None:
        points = _points(task)
        return change(points) if len(points) > 1 else None

    return write


def _points_in_tex(task: Task) -> str:
    return re.sub(r"-?\d+/\d+", lambda m: tex(m[0]), task.answer)


framed(IDS, reference, _last_point_off)
latex(IDS, _points_in_tex)
right(IDS, "points with their names")(
    _pointed(
        lambda points: ", ".join(f"{name}' = {point}" for name, point in zip("ABCD", points, strict=False))
    )
)
right(IDS, "points with and")(_pointed(lambda points: f"{', '.join(points[:-1])} and {points[-1]}"))
right(IDS, "points without spaces")(_pointed(lambda points: ",".join(points).replace(" ", "")))
right(IDS, "points in brackets")(_pointed(lambda points: f"[{', '.join(points)}]"))
right(IDS, "dollars at each point")(_pointed(lambda points: ", ".join(f"${point}$" for point in points)))
wrong(IDS, "last point off")(_last_point_off)
wrong(IDS, "points exchanged")(
    _pointed(lambda points: ", ".join([points[1], points[0], *points[2:]]) if points[0] != points[1] else None)
)
wrong(IDS, "a point lost")(_pointed(lambda points: ", ".join(points[:-1])))
wrong(IDS, "a point too many")(lambda task: f"{task.answer}, (0, 0)")


@wrong(IDS)
def the_point_of_the_prompt(task: Task) -> str | None:
    found = re.search(r"\((-?\d+), (-?\d+)\)", task.prompt)
    return found[0] if found and found[0] != task.answer else None
