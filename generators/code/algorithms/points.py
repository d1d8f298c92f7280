"""Sets of points: what a rubber band around them looks like, and pairs in line along odd directions."""

from __future__ import annotations

from itertools import combinations
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM, by_level
from .writing import effort, program, sentences


def rubber_band(rng: Random, level: int) -> Problem:
    """Corners and area of the convex hull, with all degenerate cases."""
    corner, area = rng.randint(1, 60), rng.randint(1, 20)
    touching = level > 2 and rng.random() < 0.5
    most, highest = by_level(level, 60, 6000), by_level(level, 30, 10**6)
    entry, given = (
        rng.choice(["band_cost", "enclose", "rope_price", "hull_value"]),
        rng.choice(["nails", "pins", "points", "posts"]),
    )
    source = program(
        """
        def half(points):
            chain = []
            for x, y in points:
                while len(chain) > 1:
                    a, b = chain[-2]
                    c, d = chain[-1]
                    if (c - a) * (y - b) - (d - b) * (x - a) $compare 0:
                        chain.pop()
                    else:
                        break
                chain.append((x, y))
            return chain


        def $entry($given):
            points = sorted({(x, y) for x, y in $given})
            around = half(points)[:-1] + half(points[::-1])[:-1]
            doubled = 0
            for i in range(len(around)):
                x, y = around[i - 1]
                u, v = around[i]
                doubled += x * v - u * y
            return $corner * max(1, len($counted)) + $area * doubled
        """,
        entry=entry, given=given, corner=corner, area=area, compare="<" if touching else "<=",
        counted="set(around)" if touching else "around",
    )  # fmt: skip
    counted = (
        f"every place of {given} that lies on the band: at its corners or on the straight parts between them "
        f"(several {given} at one place "
        "count once)"
        if touching
        else f"every corner of the band, that is, every place of {given} where it changes its direction"
    )
    statement = sentences(
        """
        A rubber band is stretched around all $given on a board and released, so that it encloses them as
        tightly as possible. `$given` lists
        them as `[x, y]`; several may be at the same place. Count $counted. If all $given are on one straight
        line, the band is the segment between the two
        outermost ones, with area 0$line; if all are at one place, the count is 1 and the area 0.

        Return $corner times this count plus $area times twice the area inside the band (always an integer).
        There are from 1 to
        $most $given, with coordinates from -$highest to $highest.
        """,
        given=given, counted=counted, corner=corner, area=area, most=most, highest=highest,
        line="" if touching else " and 2 corners",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(1, (3, 5, 8, 12, 60, min(most, 120))[size])
        top = min(highest, (1, 3, 4, 6, highest, highest)[size])
        if size < 4 and rng.random() < 0.2:
            a, b = rng.choice([(1, 0), (0, 1), (1, 1), (1, -1)])
            return [[[a * t, b * t] for t in (rng.randint(-top, top) for _ in range(count))]]
        return [[[rng.randint(-top, top), rng.randint(-top, top)] for _ in range(count)]]

    def brute(listed: list[list[int]]) -> int:
        points = sorted({(x, y) for x, y in listed})
        if len(points) == 1:
            return corner
        on, twice = set(), 0
        # a directed side has no point to its right; only the longest one from each corner counts for the area
        for a in points:
            for b in points:
                sides = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for p in points]
                if a != b and min(sides) >= 0:
                    along = [(p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]) for p,
                    side in zip(points, sides, strict=True)
                             if side == 0]  # fmt: skip
                    on |= {p for p, side in zip(points, sides, strict=True) if side == 0} if touching else set()
                    if min(along) == 0 and max(along) == (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2:
                        on |= {a, b}
                        twice += a[0] * b[1] - a[1] * b[0]
        return corner * len(on) + area * twice

    large: list[Json] = [recipe("pairs", most, -highest, highest, rng.randrange(10**9))]
    facts = {"corner": corner, "area": area, "touching": touching}
    return Problem(
        "rubber_band", entry, ((given, "list[list[int]]"),), "int", statement, source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source, 2 + touching),
    )  # fmt: skip


def aligned_pairs(rng: Random, level: int) -> Problem:
    """Count the pairs of points on a common line of an odd direction, by a key for each line."""
    steps = [
        (1, 0),
        (0, 1),
        (1, 1),
        (1, -1),
        (2, 1),
        (1, 2),
        (2, -1),
        (1, -2),
        (3, 1),
        (1, 3),
        (3, -1),
        (1, -3),
        (3, 2),
        (2, 3),
    ]
    directions = rng.sample(steps, min(1 + level, 5))
    weights = [rng.randint(1, 5) for _ in directions]
    coloured = level > 2 and rng.random() < 0.6
    most, highest = by_level(level, 80, 15_000), by_level(level, 20, 10_000)
    entry, given = (
        rng.choice(["count_pairs", "aligned", "threats", "signals"]),
        rng.choice(["stars", "towers", "pieces", "lamps"]),
    )
    table = [[x, y, weight] for (x, y), weight in zip(directions, weights, strict=True)]
    source = program(
        """
        DIRECTIONS = $table


        def $entry($given):
            total = 0
            for right, up, weight in DIRECTIONS:
                seen = {}
                $colours
                for $unpack in $given:
                    line = x * up - y * right
                    total += weight * $earlier
                    seen[line] = seen.get(line, 0) + 1
                    $count
            return total
        """,
        table=repr(table), entry=entry, given=given, unpack="x, y, colour" if coloured else "x, y",
        colours="alike = {}" if coloured else "",
        earlier="(seen.get(line, 0) - alike.get((line, colour), 0))" if coloured else "seen.get(line, 0)",
        count="alike[line, colour] = alike.get((line, colour), 0) + 1" if coloured else "",
    )  # fmt: skip
    listed = "; ".join(f"({x}, {y}) with weight {weight}" for x, y, weight in table)
    statement = sentences(
        """
        Each element of `$given` is $form. Two of the $given are in line along a direction (a, b) if one can be
        reached from the
        other by moving by some real multiple, positive, negative or zero, of a in x and the same multiple of b
        in y; so two at the same place are
        in line along every direction. The directions that count are $listed.

        For each direction, count the unordered pairs of $given that are in line along it$differ, whatever
        stands between them, and multiply by the
        direction's weight. Return the sum over all directions. There are from 0 to $most $given, with
        coordinates from 0 to $highest$colour.
        """,
        given=given, form="`[x, y, colour]`, a place and a colour" if coloured else "a place `[x, y]`",
        listed=listed,
        differ=" and have different colours" if coloured else "", most=most, highest=highest,
        colour=" and colours from 1 to 9" if coloured else "",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(0 if size == 0 else 2, (3, 5, 8, 14, 50, 80)[size])
        top = min(highest, (2, 4, 5, 7, 20, 12)[size])
        return [
            [
                [rng.randint(0, top), rng.randint(0, top), *([rng.randint(1, 3)] if coloured else [])]
                for _ in range(count)
            ]
        ]

    def brute(listed: list[list[int]]) -> int:
        return sum(
            weight
            for one, other in combinations(listed, 2)
            for (a, b), weight in zip(directions, weights, strict=True)
            if (one[0] - other[0]) * b == (one[1] - other[1]) * a and not (coloured and one[2] == other[2])
        )

    spans = [[0, highest // 50], [0, highest // 50], *([[1, 9]] if coloured else [])]
    large: list[Json] = [recipe("rows", most, spans, rng.randrange(10**9))]
    facts = {"directions": sorted(table), "coloured": coloured}
    return Problem(
        "aligned_pairs", entry, ((given, "list[list[int]]"),), "int", statement, source, inputs, brute,
        (large,) if level >= LARGE_FROM else (), facts=facts, cost=effort(source, len(directions) + coloured),
    )  # fmt: skip


TEMPLATES = ((4, rubber_band), (3, aligned_pairs))
