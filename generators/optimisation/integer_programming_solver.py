"""Integers under conditions a second time: values are checked by other code, and optima come from other methods.

These are: longest paths by depth first (`least-sum`), places of each class of boxes (`boxes`), branching with a bound
(`largest-form`), whether the other unknowns can still follow, the last one first (`smallest`), and minors
(`elimination`). Values that satisfy inequalities are their own proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import gcd

from ..kernels.optimum import Worth, confirming_optimum

Lists = list[list[int]]


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(map(int.__mul__, a, b))


def _system(given: list[int], conditions: Lists, made: list[int]) -> int | None:
    if len(given) != len(made):
        return None
    signed = ((sign, _dot(line, given), bound) for *line, sign, bound in conditions)
    return 1 if all(sign * value >= sign * bound for sign, value, bound in signed) else None


def _bounded(given: list[int], count: int, bounds: Lists) -> int | None:
    return (
        1 if len(given) == count and all(given[i - 1] <= given[j - 1] + most for i, j, most in bounds) else None
    )


def _ranked(given: list[int], count: int, relations: Lists) -> int | None:
    if len(given) != count or min(given) < 1:
        return None
    gaps = [(given[b - 1] - given[a - 1], more) for a, b, more in relations]
    return sum(given) if all(gap >= more and (more >= 0 or gap == 0) for gap, more in gaps) else None


def _placed(given: list[int], boxes: int, step: int, empty: int, starts: list[int]) -> list[int] | None:
    if sorted([*given, empty]) != list(range(boxes)):
        return None
    ways = [
        min((y, x) for x in range(boxes) for y in range(boxes) if (start + step * x + y) % boxes == at)
        for at, start in zip(given, starts, strict=True)
    ]
    return [y for y, _ in ways] + [x for _, x in ways]


def _formed(
    given: list[int],
    gains: list[int],
    most: list[int],
    weights: Lists,
    limits: list[int],
    factors: list[int],
    divisor: int,
) -> int | None:
    if len(given) != len(most) or any(not 0 <= value <= top for value, top in zip(given, most, strict=True)):
        return None
    light = all(_dot(line, given) <= limit for line, limit in zip(weights, limits, strict=True))
    return _dot(gains, given) if light and _dot(factors, given) % divisor == 0 else None


def _fulfils(values: Sequence[int], sort: str, factors: list[int], divisor: int, bound: int) -> bool:
    if sort == "different":
        chosen = sorted(value for value, of in zip(values, factors, strict=True) if of)
        return all(a < b for a, b in pairwise(chosen))
    left = _dot(factors, values) - bound
    tests = {
        "<=": left <= 0,
        ">=": left >= 0,
        "=": not left,
        "!=": bool(left),
        "mod": left % (divisor or 1) == 0,
    }
    return tests[sort]


def _assigned(
    given: list[int], tops: list[int], conditions: list[tuple[str, list[int], int, int]]
) -> list[int] | None:
    if len(given) != len(tops) or any(not 0 <= value <= top for value, top in zip(given, tops, strict=True)):
        return None
    return given if all(_fulfils(given, *condition) for condition in conditions) else None


def _reduced(given: list[int], away: int, equations: Lists) -> list[int] | None:
    right = len(given) == len(equations[0]) - away and any(given[:-1]) and gcd(*given) == 1
    return given if right and next(filter(None, given)) > 0 else None


def _one(**_: object) -> int:
    return 1


def _lowest(count: int, relations: Lists) -> int:
    """The longest chain that ends at each unknown; equal ones share it."""
    same = list(range(count + 1))
    for a, b, more in relations:
        if more < 0:
            same = [same[a] if of == same[b] else of for of in same]

    @cache
    def value(of: int) -> int:
        return max([1, *(value(same[a]) + more for a, b, more in relations if more > 0 and same[b] == of)])

    lows = {of: value(of) for of in set(same[1:])}
    for _ in range(count):  # x <= y may go around in a circle
        for a, b, more in relations:
            lows[same[b]] = max(lows[same[b]], lows[same[a]] + max(more, 0))
    return sum(lows[of] for of in same[1:])


def _first_places(boxes: int, step: int, empty: int, starts: list[int]) -> list[int]:
    """Balls of one class of boxes differ in X alone; how full a class is does not depend on X."""
    common = gcd(boxes, step)
    room = [boxes // common - (empty % common == rest) for rest in range(common)]
    classes = []
    for start in starts:
        y = next(y for y in range(common) if room[(start + y) % common])
        room[(start + y) % common] -= 1
        classes.append(y)
    taken, jumps = {empty}, []
    for start, y in zip(starts, classes, strict=True):
        x = 0
        while (start + y + x * step) % boxes in taken:
            x += 1
        taken.add((start + y + x * step) % boxes)
        jumps.append(x)
    return classes + jumps


def _most_formed(
    gains: list[int], most: list[int], weights: Lists, limits: list[int], factors: list[int], divisor: int
) -> int:
    order = sorted(range(len(gains)), key=lambda j: -gains[j] / (weights[0][j] + weights[1][j]))
    best = 0

    def on(at: int, total: int, room: tuple[int, int], rest: int) -> None:
        nonlocal best
        if rest == 0:
            best = max(best, total)
        bound, both = float(total), float(sum(room))  # the sum of both limits, with parts of units
        for j in order[at:]:
            part = min(most[j], both / (weights[0][j] + weights[1][j]))
            bound, both = bound + part * gains[j], both - part * (weights[0][j] + weights[1][j])
        if at == len(order) or int(bound + 1e-9) <= best:
            return
        j = order[at]
        fitting = min(most[j], room[0] // weights[0][j], room[1] // weights[1][j])
        for value in range(fitting, -1, -1):
            left = room[0] - value * weights[0][j], room[1] - value * weights[1][j]
            on(at + 1, total + value * gains[j], left, (rest + value * factors[j]) % divisor)

    on(0, 0, (limits[0], limits[1]), 0)
    return best


def _first(tops: list[int], conditions: list[tuple[str, list[int], int, int]]) -> list[int]:
    """Each unknown in turn has the least value with which all others, the last one first, can follow."""
    n = len(tops)

    def follows(values: dict[int, int]) -> bool:
        for sort, factors, divisor, bound in conditions:
            places = [at for at, of in enumerate(factors) if of]
            if all(at in values for at in places):
                whole = [values.get(at, 0) for at in range(n)]
                if not _fulfils(whole, sort, factors, divisor, bound):
                    return False
            elif sort in ("<=", ">=", "="):
                ends = [
                    [factors[at] * x for x in ((values[at],) if at in values else (0, tops[at]))]
                    for at in places
                ]
                if (sort != ">=" and sum(map(min, ends)) > bound) or (
                    sort != "<=" and sum(map(max, ends)) < bound
                ):
                    return False
        free = next((at for at in range(n - 1, -1, -1) if at not in values), None)
        return free is None or any(follows({**values, free: value}) for value in range(tops[free], -1, -1))

    found: list[int] = []
    for top in tops:
        known = dict(enumerate(found))
        found.append(next(value for value in range(top + 1) if follows({**known, len(found): value})))
    return found


def _minor(rows: Lists) -> int:
    """The determinant, by the first column, with minors of the same rows kept."""

    @cache
    def minor(column: int, left: int) -> int:
        if not left:
            return 1
        total, sign = 0, 1
        for number, line in enumerate(rows):
            if left >> number & 1:
                if line[column]:
                    total += sign * line[column] * minor(column + 1, left ^ 1 << number)
                sign = -sign
        return total

    return minor(0, (1 << len(rows)) - 1)


def _remaining(away: int, equations: Lists) -> list[int]:
    """Each number that is left is a determinant: the columns of the lost unknowns, and its own."""
    columns = range(away, len(equations[0]))
    found = [_minor([[*line[:away], line[column]] for line in equations]) for column in columns]
    sign = 1 if next(filter(None, found)) > 0 else -1
    return [sign * x // gcd(*found) for x in found]


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "inequalities": (_system, _one),
    "differences": (_bounded, _one),
    "least-sum": (_ranked, _lowest),
    "boxes": (_placed, _first_places),
    "largest-form": (_formed, _most_formed),
    "smallest": (_assigned, _first),
    "elimination": (_reduced, _remaining),
}
confirms = confirming_optimum(_KINDS)
