"""Integers under conditions: inequalities, differences, remainders, and a form that is largest or least.

Kinds: ``inequalities`` and ``differences`` (any integers that satisfy them), ``least-sum`` (positive ones),
``boxes`` (places on a ring by two numbers each), ``largest-form``, ``smallest`` (the first assignment in the order of
a dictionary that satisfies conditions of all sorts), ``elimination`` (the equation that is left without some unknowns).

Difficulty: `kinds` drawn from; `size`, by which the number of unknowns and conditions grows. Proxy: the square of their
number. What is easy is drawn again: where all unknowns can be equal or evenly spaced, or where it is right to go
through the conditions once, or to make unknowns as large as they can be, one by one.

Sources: R. Bellman 1958 (differences); A. H. Land and A. G. Doig 1960 (branch and bound); E. H. Bareiss 1968
(elimination without fractions).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import gcd

from ..kernels.asking import asking
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, Worth, optimum_family, wordings
from ..limits import Whole

Lists = list[list[int]]
_VALUES = "Give the values of the unknowns in the order of their numbers, separated by commas."
_SIGNS = {-1: "<=", 0: "=", 1: ">="}


def _pairs(n: int) -> float:
    return float(n * n)


def _form(factors: Sequence[int], first: int = 1) -> str:
    """A linear form in x1, x2, ... as text: ``2*x1 - x3``."""
    text = ""
    for number, factor in enumerate(factors, first):
        if factor:
            times = "" if abs(factor) == 1 else f"{abs(factor)}*"
            sign = (" - " if factor < 0 else " + ") if text else ("-" if factor < 0 else "")
            text += f"{sign}{times}x{number}"
    return text or "0"


def _value(factors: Sequence[int], values: Sequence[int]) -> int:
    return sum(factor * value for factor, value in zip(factors, values, strict=True))


def _holds(condition: Sequence[int], values: Sequence[int]) -> bool:
    """Whether factors, sign and bound are satisfied."""
    *factors, sign, bound = condition
    difference = _value(factors, values) - bound
    return difference == 0 or (difference > 0) - (difference < 0) == sign


def _even_values(n: int) -> list[list[int]]:
    """What somebody might try: all equal, or evenly spaced."""
    starts = (*range(-12, 13), -100, 100, -(10**6), 10**6)
    return [[start + step * i for i in range(n)] for start in starts for step in (0, 1, -1, 2, -2, 5, -5)]


def _systems(rng: random.Random, size: int) -> Facts:
    """Conditions that a hidden assignment satisfies: most just so, the others amply."""
    n = 2 + (6 + size) // 4
    hidden = [rng.choice((-1, 1)) * rng.randint(1, 12) for _ in range(n)]
    conditions: Lists = []
    while len(conditions) < 2 * n + size // 3:
        factors = [0] * n
        for at in rng.sample(range(n), rng.randint(2, 3)):
            factors[at] = rng.choice((-4, -3, -2, -1, 1, 2, 3, 4))
        sign = rng.choice((-1, 1))
        left = rng.randint(0, 1) if rng.random() < 0.6 else rng.randint(10, 60)
        conditions.append([*factors, sign, _value(factors, hidden) - sign * left])
    return {"conditions": conditions, "made": hidden}


def _inequalities(conditions: Lists, made: list[int]) -> Best | None:
    n = len(made)
    if any(all(_holds(c, values) for c in conditions) for values in _even_values(n)):
        return None
    for values in product((-1000, 0, 1000), repeat=min(n, 4)):  # large values, as far as a system is that open
        if all(_holds(c, [*values, *[0] * (n - len(values))]) for c in conditions):
            return None
    lines = [f"{_form(c[:-2])} = {_value(c[:-2], made)} {_SIGNS[c[-2]]} {c[-1]}" for c in conditions]
    return Best(1, made, lines, _pairs(n + len(conditions)))


def _least_squares(worth: Worth, conditions: Lists, made: list[int]) -> bool:
    """Whether the values that come closest to all bounds, or to a little within them, are right if rounded."""
    closest = _closest(conditions)
    return closest is not None and any(
        all(_holds(c, [round(value + within * step) for value, step in closest]) for c in conditions)
        for within in (0, Fraction(1, 2), 1, Fraction(3, 2), 2, 3)
    )


def _closest(conditions: Lists) -> list[tuple[Fraction, Fraction]] | None:
    """The values for which the squares of the distances of left sides and bounds have the least sum, exactly.

    With each value comes its change where all bounds go inwards by 1.
    """
    n = len(conditions[0]) - 2
    lines = [
        [Fraction(sum(c[i] * c[k] for c in conditions)) for k in range(n)]
        + [Fraction(sum(c[i] * c[end] for c in conditions)) for end in (-1, -2)]
        for i in range(n)
    ]
    for i in range(n):
        at = next((k for k in range(i, n) if lines[k][i]), None)
        if at is None:
            return None
        lines[i], lines[at] = lines[at], lines[i]
        lines[i] = [value / lines[i][i] for value in lines[i]]
        for k in range(n):
            if k != i and lines[k][i]:
                lines[k] = [a - lines[k][i] * b for a, b in zip(lines[k], lines[i], strict=True)]
    return [(line[n], line[n + 1]) for line in lines]


def _steps(rng: random.Random, size: int) -> Facts:
    n = 3 + (size + 1) // 3
    hidden = [rng.randint(-20, 20) for _ in range(n)]
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    chosen = rng.sample(pairs, 6 + size - n)
    rows = [[i + 1, j + 1, hidden[i] - hidden[j] + rng.randint(0, 4)] for i, j in chosen]
    return {"count": n, "bounds": rows}


def _differences(count: int, bounds: Lists) -> Best | None:
    """From zeros on, each unknown goes down to what a bound allows, until nothing changes."""
    values, lines, changed = [0] * count, list[str](), True
    while changed:
        changed = False
        for i, j, most in bounds:
            if values[i - 1] > values[j - 1] + most:
                values[i - 1], changed = values[j - 1] + most, True
                lines.append(f"x{i} <= x{j} + {most}: x{i} = {values[i - 1]}".replace("+ -", "- "))
    satisfied = (
        all(given[i - 1] - given[j - 1] <= most for i, j, most in bounds) for given in _even_values(count)
    )
    if len(lines) < 2 or any(satisfied):
        return None
    return Best(1, values, lines, _pairs(count + len(bounds)))


def _ranks(rng: random.Random, size: int) -> Facts:
    n = 4 + size // 3
    height = [rng.randint(1, 4 + size // 3) for _ in range(n)]
    rows: Lists = []
    for i, j in rng.sample(list(combinations(range(n), 2)), min(8 + size - n, n * (n - 1) // 2)):
        i, j = sorted((i, j), key=lambda at: height[at])
        equal = height[i] == height[j]
        rows.append(
            [i + 1, j + 1, rng.choice((-1, 0)) if equal else rng.randint(0, min(3, height[j] - height[i]))]
        )
    return {"count": n, "relations": rows}


def _told_relation(a: int, b: int, more: int) -> str:
    if more < 1:
        return f"x{a} = x{b}" if more else f"x{a} <= x{b}"
    return f"x{a} < x{b}" if more == 1 else f"x{a} + {more} <= x{b}"


def _raised(count: int, relations: Lists, rounds: int) -> tuple[list[int], list[str]]:
    """From ones on, values are raised to what the relations need."""
    values, lines = [1] * count, list[str]()
    for _ in range(rounds):
        for a, b, more in relations:
            least = values[a - 1] + max(more, 0)
            if values[b - 1] < least:
                values[b - 1] = least
                lines.append(f"{_told_relation(a, b, more)}: x{b} = {least}")
            if more < 0 and values[a - 1] < values[b - 1]:
                values[a - 1] = values[b - 1]
                lines.append(f"{_told_relation(a, b, more)}: x{a} = {values[b - 1]}")
    return values, lines


def _least_sum(count: int, relations: Lists) -> Best | None:
    values, lines = _raised(count, relations, count + 1)
    if _raised(count, relations, 1)[0] == values or max(values) < 3:
        return None
    lines.append(f"{' + '.join(map(str, values))} = {sum(values)}")
    return Best(sum(values), values, lines, _pairs(count + len(relations) - 2), 0.01)


def _ring(rng: random.Random, size: int) -> Facts | None:
    boxes = 6 + size
    steps = [step for step in range(2, boxes) if gcd(step, boxes) > 1] or list(range(2, boxes))
    return {
        "boxes": boxes,
        "step": rng.choice(steps),
        "empty": rng.randrange(boxes),
        "starts": [rng.randrange(3 * boxes) for _ in range(boxes - 1)],
    }


def _boxes(boxes: int, step: int, empty: int, starts: list[int]) -> Best | None:
    """Ball by ball, the least number of single steps and then the least number of long ones that lead to a free box."""
    free, found, singles, jumps, lines = set(range(boxes)) - {empty}, list[int](), list[int](), list[int](), []
    for ball, start in enumerate(starts, 1):
        y, x = next(
            (y, x) for y in range(boxes) for x in range(boxes) if (start + step * x + y) % boxes in free
        )
        at = (start + step * x + y) % boxes
        free.remove(at)
        found.append(at)
        singles.append(y)
        jumps.append(x)
        lines.append(f"ball {ball}: X = {x}, Y = {y}, box ({start} + {step} * {x} + {y}) mod {boxes} = {at}")
    if sum(map(bool, jumps)) < 2 or (not any(singles) and gcd(step, boxes) > 1):
        return None
    return Best([*singles, *jumps], found, lines, _pairs(boxes), 0.005)


def _bounded(rng: random.Random, size: int) -> Facts:
    n = max(4, (6 + size) // 2)
    weights = [[rng.randint(1, 4) for _ in range(n)] for _ in range(2)]
    most = [rng.randint(1, 3) for _ in range(n)]
    gains = [max(1, a + b + rng.randint(-2, 3)) for a, b in zip(*weights, strict=True)]
    return {
        "gains": gains,
        "most": most,
        "weights": weights,
        "limits": [max(4, round(_value(line, most) * rng.uniform(0.3, 0.5))) for line in weights],
        "factors": [rng.randint(1, 3) for _ in range(n)],
        "divisor": rng.randint(3, 5),
    }


def _largest_form(
    gains: list[int], most: list[int], weights: Lists, limits: list[int], factors: list[int], divisor: int
) -> Best | None:
    """Unknown by unknown: for both sums and the remainder the largest value of the form."""
    best: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {(0, 0, 0): (0, ())}
    for gain, top, a, b, factor in zip(gains, most, *weights, factors, strict=True):
        after: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {}
        for (first, second, rest), (worth, values) in best.items():
            for value in range(top + 1):
                key = first + a * value, second + b * value, (rest + factor * value) % divisor
                if key[0] > limits[0] or key[1] > limits[1]:
                    break
                new = worth + gain * value
                if key not in after or new > after[key][0]:
                    after[key] = new, (*values, value)
        best = after
    worth, found = max((end for (_, _, rest), end in best.items() if rest == 0), key=lambda end: end[0])
    n = len(gains)
    burdens = [*weights, [a + b for a, b in zip(*weights, strict=True)]]
    orders = [list(range(n)), sorted(range(n), key=lambda j: -gains[j])]
    for burden in burdens:  # the lightest ones, and those that gain most for their weight
        orders.append(sorted(range(n), key=burden.__getitem__))
        orders.append(sorted(range(n), key=[-x / y for x, y in zip(gains, burden, strict=True)].__getitem__))
    for order in orders:
        tried = [0] * n
        for j in order:
            while tried[j] < most[j] and all(
                _value(line, tried) + line[j] <= limit for line, limit in zip(weights, limits, strict=True)
            ):
                tried[j] += 1
        for j in order[::-1]:  # what was added last is taken back until the remainder is right
            while tried[j] and _value(factors, tried) % divisor:
                tried[j] -= 1
        if _value(gains, tried) == worth:
            return None
    lines = [f"sums: {', '.join(str(_value(line, found)) for line in weights)}"]
    lines += [f"{_value(factors, found)} is divisible by {divisor}", f"form: {worth}"]
    return Best(worth, list(found), lines, _pairs(2 * n), 0.01)


def _mixed(rng: random.Random, size: int) -> Facts:
    n = 3 + size // 4
    tops = [rng.randint(3, 5) for _ in range(n)]
    hidden = [rng.randint(top // 2, top) for top in tops]
    conditions: list[list[object]] = []
    while len(conditions) < 6 + size - n:
        places = sorted(rng.sample(range(n), rng.randint(2, 3)))
        factors = [rng.choice((-3, -2, -1, 1, 2, 3)) if at in places else 0 for at in range(n)]
        value, sort = (
            _value(factors, hidden),
            rng.choice(("<=", ">=", "<=", ">=", "!=", "mod", "different", "=")),
        )
        if sort == "different":
            if len({hidden[at] for at in places}) < len(places):
                continue
            conditions.append([sort, [int(at in places) for at in range(n)], 0, 0])
        elif sort == "mod":
            divisor = rng.randint(2, 5)
            conditions.append(
                [sort, list(map(abs, factors)), divisor, _value(list(map(abs, factors)), hidden) % divisor]
            )
        elif sort == "!=":
            conditions.append([sort, factors, 0, value + rng.choice((-2, -1, 1, 2))])
        else:
            away = {"<=": 1, ">=": -1, "=": 0}[sort] * rng.randint(0, 2)
            conditions.append([sort, factors, 0, value + away])
    return {"tops": tops, "conditions": conditions}


def _told_condition(sort: str, factors: list[int], divisor: int, bound: int) -> str:
    if sort == "different":
        return f"{', '.join(f'x{i}' for i, of in enumerate(factors, 1) if of)} are all different"
    if sort == "mod":
        return f"({_form(factors)}) mod {divisor} = {bound}"
    return f"{_form(factors)} {sort} {bound}"


def _can_hold(condition: Sequence[object], values: Sequence[int], tops: Sequence[int]) -> bool:
    """Whether the first unknowns leave a way to satisfy a condition; exact once all its unknowns have values."""
    sort, factors, divisor, bound = condition
    assert isinstance(factors, list)
    known, left = factors[: len(values)], list(zip(factors, tops, strict=True))[len(values) :]
    if sort == "different":
        given = [value for of, value in zip(known, values, strict=True) if of]
        return len(set(given)) == len(given)
    total = _value(known, values)
    low = total + sum(min(0, of * top) for of, top in left)
    high = total + sum(max(0, of * top) for of, top in left)
    assert isinstance(bound, int)
    if sort == "mod":
        assert isinstance(divisor, int)
        return any(of for of, _ in left) or bool(total % divisor == bound)
    if sort == "!=":
        return bool(low != high or low != bound)
    return bool((sort == ">=" or low <= bound) and (sort == "<=" or high >= bound))


def _smallest(tops: list[int], conditions: list[list[object]]) -> Best | None:
    """Unknown by unknown the least value, and back where no value is left."""
    values, tried, at = list[int](), 0, 0
    while len(values) < len(tops):
        if at > tops[len(values)]:
            at = values.pop() + 1
            continue
        tried += 1
        if all(_can_hold(condition, [*values, at], tops) for condition in conditions):
            values.append(at)
            at = 0
        else:
            at += 1
    if not any(values) or tried > 60_000:
        return None
    told = [_told_condition(*condition) for condition in conditions]  # type: ignore[arg-type]
    lines = [f"{', '.join(f'x{i} = {value}' for i, value in enumerate(values, 1))} satisfies", *told]
    return Best(values, values, lines, _pairs(len(tops) + len(conditions)), 0.005)


def _linear(rng: random.Random, size: int) -> Facts:
    away = 1 + (size + 1) // 2
    n = away + 2
    hidden = [rng.randint(-5, 5) for _ in range(n)]
    equations: Lists = []
    for number in range(away + 1):
        places = rng.sample(range(n), min(n, 3 if away > 2 else 4))
        factors = [rng.choice((-3, -2, -1, 1, 2, 3)) if at in places else 0 for at in range(n)]
        factors[min(number, away - 1)] = factors[min(number, away - 1)] or rng.choice((-2, -1, 1, 2))
        equations.append([*factors, _value(factors, hidden)])
    return {"away": away, "equations": equations}


def _elimination(away: int, equations: Lists) -> Best | None:
    """Each unknown is removed from the later equations by the first one that has it, without fractions."""
    rows, lines = [list(line) for line in equations], list[str]()
    for at in range(away):
        first = next((line for line in rows if line[at]), None)
        if first is None:
            return None
        rows.remove(first)
        for number, line in enumerate(rows):
            if line[at]:
                new = [first[at] * x - line[at] * y for x, y in zip(line, first, strict=True)]
                common = gcd(*new) or 1
                rows[number] = [x // common for x in new]
        lines.append(f"without x{at + 1}: " + "; ".join(f"{_form(line[:-1])} = {line[-1]}" for line in rows))
    last = rows[0][away:]
    if sum(map(bool, last[:-1])) < 2 or max(map(abs, last)) > 9999 or not any(equations[-1][:away]):
        return None
    sign = 1 if next(filter(None, last)) > 0 else -1
    found = [sign * x // gcd(*last) for x in last]
    if any(line[:away] == [0] * away for line in equations):
        return None
    return Best(found, found, lines, _pairs(away + 1 + len(equations[0]) - 1), 0.002)


def _shown_system(conditions: Lists, made: list[int]) -> Mapping[str, object]:
    told = [f"{_form(c[:-2])} {_SIGNS[c[-2]]} {c[-1]}" for c in conditions]
    return {"list": "\n".join(told), "n": len(made)}


def _shown_bounds(count: int, bounds: Lists) -> Mapping[str, object]:
    return {"list": "\n".join(f"x{i} - x{j} <= {most}" for i, j, most in bounds), "n": count}


def _shown_relations(count: int, relations: Lists) -> Mapping[str, object]:
    return {"list": "\n".join(_told_relation(*relation) for relation in relations), "n": count}


def _shown_balls(boxes: int, starts: list[int], **_: int) -> Mapping[str, object]:
    return {"last": boxes - 1, "n": boxes - 1}


def _shown_form(most: list[int], weights: Lists, limits: list[int], **facts: list[int]) -> Mapping[str, object]:
    tops = [f"0 <= x{i} <= {top}" for i, top in enumerate(most, 1)]
    sums = [f"{_form(line)} <= {limit}" for line, limit in zip(weights, limits, strict=True)]
    rest = f"{_form(facts['factors'])} is divisible by {facts['divisor']}"
    return {"list": "\n".join([*tops, *sums, rest]), "form": _form(facts["gains"]), "n": len(most)}


def _shown_conditions(tops: list[int], conditions: list[list[object]]) -> Mapping[str, object]:
    told = [f"0 <= x{i} <= {top}" for i, top in enumerate(tops, 1)]
    told += [_told_condition(*condition) for condition in conditions]  # type: ignore[arg-type]
    return {"list": "\n".join(told), "n": len(tops)}


def _shown_equations(away: int, equations: Lists) -> Mapping[str, object]:
    left = [f"x{i}" for i in range(away + 1, len(equations[0]))]
    return {
        "list": "\n".join(f"{_form(line[:-1])} = {line[-1]}" for line in equations),
        "gone": ", ".join(f"x{i}" for i in range(1, away + 1)),
        "left": ", ".join(left),
        "n": len(left),
    }


_ANY = "Find integers, positive, negative or 0, that satisfy all of the inequalities."
KINDS = {
    "inequalities": Kind(
        asking("The unknowns x1 to x{n} are integers.", "Inequalities:\n{list}", _ANY, _VALUES),
        _systems,
        _inequalities,
        _shown_system,
        tempting=_least_squares,
    ),
    "differences": Kind(
        asking("The unknowns x1 to x{n} are integers.", "Inequalities:\n{list}", _ANY, _VALUES),
        _steps,
        _differences,
        _shown_bounds,
    ),
    "least-sum": Kind(
        asking(
            "The unknowns x1 to x{n} are positive integers: 1 or more.",
            "Relations:\n{list}",
            "Find values that satisfy all of the relations and have the least sum.",
            _VALUES,
            ties="",
        ),
        _ranks,
        _least_sum,
        _shown_relations,
    ),
    "boxes": Kind(
        asking(
            "Boxes are numbered from 0 to {last}. For each ball i you choose two integers X[i] and "
            "Y[i], both 0 or more, "
            "and the ball goes into the box (C[i] + {step} * X[i] + Y[i]) mod {boxes}. Each box takes "
            "one ball at most, "
            "and box {empty} has to stay empty. Of all ways to do this, the list Y[1], Y[2], ... has "
            "to be the first in "
            "the order of a dictionary: the number for ball 1 is as small as possible, then that for "
            "ball 2, and so on. "
            "Of the ways with this list Y, the list X[1], X[2], ... has to be the first in the same order.",
            "{n} balls; the numbers C, from ball 1 on: {starts}",
            "Find out where each ball goes.",
            "Give the numbers of the boxes of all balls, from ball 1 on, separated by commas.",
            ties="",
        ),
        _ring,
        _boxes,
        _shown_balls,
    ),
    "largest-form": Kind(
        asking(
            "The unknowns x1 to x{n} are integers.",
            "Conditions:\n{list}",
            "Find values that satisfy all conditions and for which {form} is as large as possible.",
            _VALUES,
        ),
        _bounded,
        _largest_form,
        _shown_form,
    ),
    "smallest": Kind(
        asking(
            "The unknowns x1 to x{n} are integers. != means: is not equal; u mod m is the remainder of "
            "u on division by m.",
            "Conditions:\n{list}",
            "Of all assignments that satisfy the conditions find the one that is first in the order of "
            "a dictionary: x1 "
            "is as small as possible, then x2, and so on.",
            _VALUES,
            ties="",
        ),
        _mixed,
        _smallest,
        _shown_conditions,
    ),
    "elimination": Kind(
        asking(
            "Multiples of the equations are added up such that the unknowns {gone} vanish. One "
            "equation in {left} is left, "
            "apart from its multiples.",
            "Equations:\n{list}",
            "Find it. Its numbers have to be integers without a common divisor above 1, and the first "
            "coefficient that is "
            "not 0 has to be positive.",
            "With {left} on the left side, in this order, give their {n} coefficients, 0 included, and "
            "then the number on "
            "the right side, separated by commas.",
            ties="",
        ),
        _linear,
        _elimination,
        _shown_equations,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how many unknowns and conditions there are")})
