"""Geometry on integer points: plots and their lattice points, and covered area."""

from __future__ import annotations

from random import Random

from ...base import Json
from ..problem import Problem
from .stories import by_level, pick
from .writing import effort, program, sentences


def fenced_plot(rng: Random, level: int) -> Problem:
    """Price a polygon by its lattice points: shoelace formula and Pick's theorem."""
    inner, border, area = rng.randint(2, 30), rng.randint(2, 30), rng.randint(1, 9) if level > 2 else 0
    relative = level > 1 and rng.random() < 0.5
    most, highest = by_level(level, 40, 2000), by_level(level, 60, 10**6)
    entry, given = (
        rng.choice(["price", "cost_of_plot", "total_cost", "planting_cost"]),
        "moves" if relative else "corners",
    )
    source = program(
        """
        from math import gcd


        def $entry($given):
            $walk
            doubled = 0
            border = 0
            for i in range(len(corners)):
                x, y = corners[i - 1]
                u, v = corners[i]
                doubled += x * v - u * y
                border += gcd(u - x, v - y)
            doubled = abs(doubled)
            inner = (doubled - border + 2) // 2
            return $result
        """,
        entry=entry, given=given,
        walk="corners = []\nx = 0\ny = 0\nfor right, up in moves:\n    x += right\n    y += up\n    "
        "corners.append((x, y))" if relative else "",
        result=f"{inner} * inner + {border} * border" + (f" + {area} * doubled" if area else ""),
    )  # fmt: skip
    inner_name, border_name = rng.choice([("tree", "post"), ("lamp", "stone"), ("fountain", "flag")])
    form = (
        "`moves` describes its border: a walk starts at (0, 0), and each move `[right, up]` leads from a "
        "corner straight to the next one; the last "
        "move leads back to (0, 0)"
        if relative
        else "`corners` lists its corners `[x, y]` in the order of a walk along its border, clockwise or "
        "counterclockwise; the last corner is "
        "joined to the first one"
    )
    statement = sentences(
        """
        A plot of land on a map is a polygon with integer corners whose sides neither cross nor touch each
        other, except neighbouring sides at
        their common corner; two neighbouring sides may lie in one straight line (without overlapping). $form.

        At every point with integer coordinates that lies strictly inside the plot stands a $inner_name, which
        costs $inner; at every such point on the
        border (on a side or at a corner) stands a $border_name, which costs $border.$area

        Return the total cost. There are from 3 to $most $items, and all coordinates of corners are from
        -$highest to $highest.
        """,
        form=form, inner_name=inner_name, border_name=border_name, inner=inner, border=border, most=most,
        highest=highest,
        area=f" In addition, twice the area of the plot (always an integer) is multiplied by {area}, and the "
        f"product is added to the cost." if area else "",
        items="moves" if relative else "corners",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        width = (2, 4, 7, 10, highest, highest)[size]
        tall = (2, 4, 7, 8, highest // 2, highest)[size]
        count = min(width - 1, (1, 3, 4, 6, 15, min(most // 2 - 2, 50))[size])
        if size < 4:
            above, below = (sorted(rng.sample(range(1, width), rng.randint(0, count))) for _ in "ab")
        else:
            above, below = (
                sorted({rng.randint(1, width - 1) for _ in range(rng.randint(1, count))}) for _ in "ab"
            )
        if not above and not below:
            above = [1]
        top = [[x, rng.randint(1, tall)] for x in above]
        bottom = [[x, -rng.randint(1, tall)] for x in below]
        corners = [[0, 0], *bottom, [width, 0], *reversed(top)]
        shift = 0 if relative or size > 3 else rng.randint(-5, 5)
        turn = rng.randrange(len(corners)) if not relative else 0
        corners = [[x + shift, y - shift] for x, y in corners[turn:] + corners[:turn]]
        if rng.random() < 0.5:
            corners = corners[:1] + corners[:0:-1]
        if not relative:
            return [corners]
        return [[[b[0] - a[0], b[1] - a[1]] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]]

    def brute(listed: list[list[int]]) -> int:
        corners = [[0, 0]] if relative else listed
        for right, up in listed[:-1] if relative else []:
            corners.append([corners[-1][0] + right, corners[-1][1] + up])
        sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
        inside = on = 0
        for x in range(min(c[0] for c in corners), max(c[0] for c in corners) + 1):
            for y in range(min(c[1] for c in corners), max(c[1] for c in corners) + 1):
                touched, crossings = False, 0
                for (a, b), (c, d) in sides:
                    cross = (c - a) * (y - b) - (d - b) * (x - a)
                    if cross == 0 and min(a, c) <= x <= max(a, c) and min(b, d) <= y <= max(b, d):
                        touched = True
                    if (b <= y) != (d <= y):
                        crossings += (cross > 0) == (d > b)
                on += touched
                inside += not touched and crossings % 2 == 1
        return inner * inside + border * on + area * (2 * inside + on - 2)

    facts = {"inner": inner, "border": border, "area": area, "relative": relative}
    return Problem(
        "fenced_plot", entry, ((given, "list[list[int]]"),), "int", statement, source, inputs, brute,
        facts=facts,
        cost=effort(source, 1 + bool(area) + relative),
    )  # fmt: skip


def covered_area(rng: Random, level: int) -> Problem:
    """The area covered by rectangles a certain number of times, over compressed coordinates."""
    times = rng.randint(1, 2 if level < 3 else 3)
    rule = pick(rng, level, [(1, "least"), (2, "exact"), (4, "odd")])
    fee, sized = rng.randint(1, 50), level > 1 and rng.random() < 0.5
    most, highest = by_level(level, 20, 150), by_level(level, 40, 10**9)
    entry, given = (
        rng.choice(["covered", "paint_cost", "total_area", "shade"]),
        rng.choice(["rectangles", "sheets", "carpets", "posters"]),
    )
    test = {"least": f"height >= {times}", "exact": f"height == {times}", "odd": "height % 2 == 1"}[rule]
    source = program(
        """
        def $entry($given):
            $convert
            xs = sorted({x for left, low, right, high in $given for x in (left, right)})
            total = 0
            for i in range(len(xs) - 1):
                width = xs[i + 1] - xs[i]
                changes = []
                for left, low, right, high in $given:
                    if left <= xs[i] < right:
                        changes.append((low, 1))
                        changes.append((high, -1))
                height = 0
                before = 0
                for y, change in sorted(changes):
                    if $test:
                        total += width * (y - before)
                    height += change
                    before = y
            return $fee * total
        """,
        entry=entry, given=given, test=test, fee=fee,
        convert=f"{given} = [(x, y, x + width, y + height) for x, y, width, height in {given}]" if sized
        else "",
    )  # fmt: skip
    statement = sentences(
        """
        Some $given lie on a large floor, with sides parallel to its walls; they may overlap, and may be equal.
        Each element of `$given` is
        $form. $most_line

        The part of the floor that is covered by $rule of them is measured. Return its area times $fee (every
        unit square of it costs $fee).
        There may be no $given at all; then the result is 0.
        """,
        given=given, fee=fee,
        form="`[x, y, width, height]`: the lower left corner and the two side lengths" if sized else
        "`[left, low, right, high]`: it covers all points with left <= x <= right and low <= y <= high",
        most_line=f"There are at most {most} of them, coordinates of all corners are from 0 to {highest}, and "
        f"both side lengths are at least 1.",
        rule={"least": f"at least {times}" if times > 1 else "at least one",
        "exact": f"exactly {times}" if times > 1 else "exactly one",
              "odd": "an odd number"}[rule],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 1, (2, 3, 5, 7, 15, min(most, 60))[size])
        top = min(highest, (3, 6, 9, 14, highest, highest)[size])
        boxes = []
        for _ in range(count):
            left, low = rng.randint(0, top - 1), rng.randint(0, top - 1)
            right, high = rng.randint(left + 1, top), rng.randint(low + 1, top)
            boxes.append([left, low, right - left, high - low] if sized else [left, low, right, high])
        return [boxes]

    def brute(boxes: list[list[int]]) -> int:
        cells: dict[tuple[int, int], int] = {}
        for left, low, right, high in boxes:
            for x in range(left, left + right if sized else right):
                for y in range(low, low + high if sized else high):
                    cells[x, y] = cells.get((x, y), 0) + 1
        return fee * sum(
            {"least": n >= times, "exact": n == times, "odd": n % 2 == 1}[rule] for n in cells.values()
        )

    facts = {"times": 0 if rule == "odd" else times, "rule": rule, "fee": fee, "sized": sized}
    return Problem(
        "covered_area", entry, ((given, "list[list[int]]"),), "int", statement, source, inputs, brute,
        facts=facts,
        cost=effort(source, (rule != "least") + (times > 1) + sized),
    )  # fmt: skip


TEMPLATES = ((4, fenced_plot), (4, covered_area))
