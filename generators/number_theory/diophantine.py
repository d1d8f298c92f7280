"""Linear equations in integers: a x + b y = c and the like.

Kinds: ``any`` (an integer solution of an equation in two unknowns, or that there is none), ``three`` (the same in
three), ``least`` (the least positive x of a solution), ``count`` (how many solutions in positive, or nonnegative,
integers), ``ways`` (the same for three unknowns), ``frobenius`` (the largest amount that two kinds of coin without
a common divisor cannot make). No coefficient is 1, and the right side is no multiple of one.

Symmetries: the order of the terms, unless x alone is asked for; the sign of an unknown that may be negative and is
not asked for alone.

Difficulty: `kinds` drawn from; coefficients up to `largest`; `unsolvable` percent of the equations of the kinds
``any`` and ``three`` have no solution. Proxy: digit operations of Euclid's algorithm and of the products after it.
"""

from __future__ import annotations

import random
from math import gcd
from typing import Any

from ..asked import units_of
from ..base import Draft
from ..english import listed
from ..family import Family, Question
from ..limits import Whole, limited
from .effort import digits, products

_ANY = (
    "Find integers {names} with {equation}. Any solution counts. Answer in the form {form}, or: no solution.",
    "Does {equation} have a solution in integers? If so, give one, whichever you like, in the form {form}; "
    "if not, answer: no solution.",
    "{equation}\n\nSolve this equation in integers (negative ones are allowed). One solution is enough: write it in "
    "the form {form}. If there is none, write: no solution.",
)
_COUNT = (
    "How many solutions in {sort} integers does {equation} have? Answer with an integer.",
    "Count the {tuples} of {sort} integers with {equation}. Give the number as an integer.",
    "{equation}\n\nIn how many ways can {names} be chosen as {sort} integers so that this holds? Give an integer.",
)
WORDINGS = {
    "any": _ANY,
    "three": _ANY,
    "least": (
        "What is the smallest positive integer x for which there is an integer y, of either sign or 0, with "
        "{equation}? Give x.",
        "Among all integer solutions (x, y) of {equation}, y being allowed to be negative, take the one with the "
        "smallest positive x. Give that x as an integer.",
        "{equation}\n\nx and y are integers and x > 0. Find the least possible value of x; give only that integer.",
    ),
    "count": _COUNT,
    "ways": _COUNT,
    "frobenius": (
        "In a country there are only coins worth {a} and {b}. What is the largest whole amount that cannot be paid "
        "exactly with such coins, without change? Give an integer.",
        "What is the largest integer that is not of the form {a} x + {b} y with nonnegative integers x and y?",
        "Eggs are sold in boxes of {a} and in boxes of {b}, and boxes are not opened. What is the largest number of "
        "eggs that cannot be bought exactly? Answer with an integer.",
    ),
}

_Solved = tuple[list[str], str, int, float]
"""The worked solution, the answer, the digit operations and the chance of a blind answer."""


def _question(
    coefficients: list[int], total: int, solved: _Solved, asked: str, positive: bool | None = None
) -> Question:
    """A question that asks for ``any`` solution, the ``least`` x or a ``count``; `positive` concerns the last alone."""
    lines, answer, work, guess = solved
    names = ["x", "y", "z"][: len(coefficients)]
    fields = {
        "equation": f"{_terms(coefficients)} = {total}",
        "names": listed(names),
        "form": ", ".join(f"{name} = ..." for name in names),
        "sort": "positive" if positive else "nonnegative",
        "tuples": "pairs (x, y)" if len(names) == 2 else "triples (x, y, z)",
    }
    problem: dict[str, Any] = {"kind": asked, "coefficients": coefficients, "total": total}
    if positive is not None:
        problem["positive"] = positive
    sizes = [abs(a) for a in coefficients]
    key = [sizes if asked == "least" else sorted(sizes), total, bool(positive)]
    return Question(fields, {"problem": problem}, answer, lines, None, key, guess, work)


def _canonical(kind: str, question: Question) -> list[Any]:
    return [kind, *question.canonical]


def _terms(coefficients: list[int]) -> str:
    text = ""
    for a, name in zip(coefficients, "xyz", strict=False):
        sign = ("-" if a < 0 else "") if not text else (" - " if a < 0 else " + ")
        text += f"{sign}{abs(a)} {name}"
    return text


def _pair(rng: random.Random, largest: int, shared: int) -> tuple[int, int] | None:
    """Two numbers up to `largest` with greatest common divisor `shared`, neither a divisor of the other."""
    a, b = (shared * rng.randint(2, max(2, largest // shared)) for _ in range(2))
    return (a, b) if gcd(a, b) == shared not in (a, b) else None


def _shared(rng: random.Random, largest: int) -> int:
    return 1 if rng.random() < 0.6 else rng.randint(2, max(2, min(12, largest // 6)))


def _total(rng: random.Random, bound: int, shared: int, coefficients: list[int], solvable: bool) -> int | None:
    """A right side that is no multiple of a coefficient, and one of `shared` if it is to be solvable."""
    total = rng.randint(1, bound)
    if solvable:
        total = -(-total // shared) * shared
    elif total % shared == 0:
        return None
    return total if all(total % a for a in coefficients) else None


def _any(rng: random.Random, *, largest: int, unsolvable: int) -> Question | None:
    solvable = rng.randrange(100) >= unsolvable
    shared = _shared(rng, largest) if solvable else rng.randint(2, max(2, min(12, largest // 6)))
    pair = _pair(rng, largest, shared)
    if pair is None:
        return None
    coefficients = [pair[0], rng.choice((1, -1)) * pair[1]]
    total = _total(rng, 12 * largest, shared, coefficients, solvable)
    if total is None:
        return None
    guess = unsolvable / 100 + 3 / largest
    lines, divisor, s, t, work = _euclid(*coefficients)
    if not solvable:
        lines.append(
            f"{divisor} divides the left side, but {total} = {total // divisor} * {divisor} + {total % divisor}"
        )
        return _question(coefficients, total, (lines, "no solution", work + products(total), guess), "any")
    more, x, y, spent = _scaled(coefficients, total, divisor, s, t)
    answer = f"x = {x}, y = {y}"
    return _question(coefficients, total, (lines + more, answer, work + spent, guess), "any")


def _three(rng: random.Random, *, largest: int, unsolvable: int) -> Question | None:
    solvable = rng.randrange(100) >= unsolvable
    common = rng.choice((1, 1, 2, 3)) if solvable else rng.choice((2, 3, 4, 5, 6))
    inner = rng.randint(2, 9)
    pair = _pair(rng, largest, common * inner)
    third = common * rng.randint(2, max(2, largest // common))
    if pair is None or gcd(third, common * inner) != common or third in pair:
        return None
    coefficients = [rng.choice((1, -1)) * a for a in (*pair, third)]
    coefficients[0] = abs(coefficients[0])
    total = _total(rng, 12 * largest, common, coefficients, solvable)
    if total is None:
        return None
    guess = unsolvable / 100 + 3 / largest
    a, b, c = coefficients
    lines, first, s, t, work = _euclid(a, b)
    lines.append(
        f"gcd({a}, {b}) = {first}; let {_terms([a, b])} = {first} w, so that {_wz(first, c)} = {total}"
    )
    steps, divisor, u, v, spent = _euclid(first, c)
    lines += steps
    work += spent
    if not solvable:
        lines.append(
            f"{divisor} divides the left side, but {total} = {total // divisor} * {divisor} + {total % divisor}"
        )
        return _question(coefficients, total, (lines, "no solution", work + products(total), guess), "any")
    more, w, z, spent = _scaled([first, c], total, divisor, u, v, "wz")
    x, y = s * w, t * w
    lines += [*more, f"x = {s} * {w} = {x}, y = {t} * {w} = {y}"]
    work += spent + products(s, w) + products(t, w)
    answer = f"x = {x}, y = {y}, z = {z}"
    return _question(coefficients, total, (lines, answer, work, guess), "any")


def _wz(first: int, c: int) -> str:
    return f"{first} w {'-' if c < 0 else '+'} {abs(c)} z"


def _least(rng: random.Random, *, largest: int, **_unused: int) -> Question | None:
    shared = _shared(rng, largest)
    pair = _pair(rng, largest, shared)
    if pair is None or pair[1] // shared < 5:
        return None
    coefficients = [pair[0], rng.choice((1, -1)) * pair[1]]
    total = _total(rng, 12 * largest, shared, coefficients, True)
    if total is None:
        return None
    lines, divisor, s, t, work = _euclid(*coefficients)
    more, x, _, spent = _scaled(coefficients, total, divisor, s, t)
    guess = min(1.0, 6 / largest + 0.01)
    return _question(coefficients, total, (lines + more, str(x), work + spent, guess), "least")


def _count(rng: random.Random, *, largest: int, **_unused: int) -> Question | None:
    shared = _shared(rng, largest)
    pair = _pair(rng, largest, shared)
    if pair is None:
        return None
    a, b = coefficients = list(pair)
    positive = rng.random() < 0.5
    total = _total(rng, rng.randint(2, 14) * a * b // shared, shared, coefficients, True)
    if total is None or total < a + b:
        return None
    lines, divisor, s, t, work = _euclid(a, b)
    more, x, y, spent = _scaled(coefficients, total, divisor, s, t)
    step, fall = b // divisor, a // divisor
    least = 1 if positive else 0
    number = (y - least) // fall + 1 if y >= least else 0
    lines += more  # x is the least positive value, for the total is no multiple of b
    lines.append(f"all solutions: x = {x} + {step} k, y = {y} - {fall} k; x > 0 for k >= 0")
    if y >= least:
        lines.append(f"y >= {least}: k <= ({y} - {least}) / {fall}, so k = 0 to {number - 1}: {number}")
    else:
        lines.append(f"y >= {least} for no such k: 0")
    solved = lines, str(number), work + spent + products(y, fall), 0.25
    return _question(coefficients, total, solved, "count", positive)


def _ways(rng: random.Random, *, largest: int, **_unused: int) -> Question | None:
    coins = sorted(rng.sample(range(3, min(largest, 60) + 1), 3))
    a, b, c = coins
    if b % a == 0 or c % b == 0 or c % a == 0 or gcd(*coins) > 1 or c < 12:
        return None
    positive = rng.random() < 0.5
    total = rng.randint(3 * c, 9 * c)
    if any(total % coin == 0 for coin in coins):
        return None
    least = 1 if positive else 0
    lines, number, work = [], 0, 0
    for z in range(least, total // c + 1):
        rest = total - c * z
        ys = [y for y in range(least, rest // b + 1) if (rest - b * y) % a == 0 and rest - b * y >= a * least]
        found = ", ".join(f"({(rest - b * y) // a}, {y})" for y in ys) or "none"
        lines.append(f"z = {z}: {_terms([a, b])} = {rest}: {found}")
        number += len(ys)
        work += products(c, z) + (rest // b + 1) * products(rest, a)
    lines.append(f"together {number}")
    return _question(coins, total, (lines, str(number), work, 0.25), "count", positive)


def _frobenius(rng: random.Random, *, largest: int, **_unused: int) -> Question | None:
    pair = _pair(rng, min(largest, 400), 1)
    if pair is None or min(pair) < 4:
        return None
    a, b = pair
    value = a * b - a - b
    lines = [
        f"{a} and {b} have no common divisor: the largest is {a} * {b} - {a} - {b}",
        f"{a} * {b} = {a * b}",
        f"{a * b} - {a} - {b} = {value}",
    ]
    work = products(a, b) + 2 * digits(value)
    facts = {"problem": {"kind": "frobenius", "coefficients": [a, b]}}
    return Question({"a": a, "b": b}, facts, str(value), lines, None, [sorted([a, b]), None, False], 0.01, work)


def _euclid(a: int, b: int) -> tuple[list[str], int, int, int, int]:
    """Each remainder of Euclid's algorithm as a combination: lines, the divisor d, s and t with a s + b t = d; work."""
    m, n = abs(a), abs(b)
    one, two = ((m, 1, 0), (n, 0, 1)) if m > n else ((n, 0, 1), (m, 1, 0))
    lines, work = [], 0
    while one[0] % two[0]:
        quotient, rest = divmod(one[0], two[0])
        three = (rest, one[1] - quotient * two[1], one[2] - quotient * two[2])
        lines.append(
            f"{rest} = {one[0]} - {quotient} * {two[0]} = {three[1]} * {m} + {_bracketed(three[2])} * {n}"
        )
        work += products(quotient, two[0]) + products(quotient, two[1]) + products(quotient, two[2])
        one, two = two, three
    divisor, s, t = two
    if a < 0 or b < 0:
        s, t = (-s if a < 0 else s), (-t if b < 0 else t)
        lines.append(f"{divisor} = {s} * {_bracketed(a)} + {_bracketed(t)} * {_bracketed(b)}")
    return lines, divisor, s, t, work


def _bracketed(number: int) -> str:
    return f"({number})" if number < 0 else str(number)


def _scaled(
    coefficients: list[int], total: int, divisor: int, s: int, t: int, names: str = "xy"
) -> tuple[list[str], int, int, int]:
    """From a s + b t = divisor to the solution with the least positive x: lines, x, y, digit operations."""
    a, b = coefficients
    factor = total // divisor
    x, y = s * factor, t * factor
    lines = [
        f"{total} / {divisor} = {factor}: {names[0]} = {s} * {factor} = {x}, {names[1]} = {t} * {factor} = {y}"
    ]
    step, fall = b // divisor, a // divisor
    shift = -((x - 1) // abs(step)) * (1 if step > 0 else -1)
    if shift:
        new_x, new_y = x + shift * step, y - shift * fall
        lines.append(
            f"{names[0]} = {x} + {_bracketed(shift)} * {_bracketed(step)} = {new_x}, "
            f"{names[1]} = {y} - {_bracketed(shift)} * {_bracketed(fall)} = {new_y}"
        )
        x, y = new_x, new_y
    work = products(s, factor) + products(t, factor) + products(shift, step) + products(shift, fall)
    return lines, x, y, work


_EQUATIONS = Family(
    {
        "any": _any,
        "three": _three,
        "least": _least,
        "count": _count,
        "ways": _ways,
        "frobenius": _frobenius,
    },
    WORDINGS,
    {
        "largest": Whole(10, 100_000, "the largest coefficient; 60 at most in the kind ways, 400 in frobenius"),
        "unsolvable": Whole(0, 50, "how many in a hundred of the kinds any and three have no solution"),
    },
    kind_in_facts=False,
    canonical=_canonical,
    tries=400,
    advice="raise 'largest'",
)


@limited(**_EQUATIONS.limits)
def generate(rng: random.Random, **params: Any) -> Draft:
    """Make one question; where a number is asked for, the verifier is told what the prompt counts or measures in."""
    draft = _EQUATIONS(rng, **params)
    if draft.payload["problem"]["kind"] != "any":
        draft.payload["units"] = units_of(draft.prompt)
    return draft
