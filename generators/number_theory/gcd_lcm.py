"""Greatest common divisors, least common multiples and what Euclid's algorithm does on the way.

The numbers are different positive integers, none of which is itself the divisor or multiple asked for. Kinds:
``gcd`` and ``lcm`` of several numbers, ``other`` (one number from the other, their gcd and lcm), ``common`` (how
many common divisors), ``quotients`` (those of Euclid's algorithm, a list) and ``steps`` (how many divisions it does);
and ``prime_pairs`` (how many pairs up to n have a prime gcd), which no level draws and the option ``kinds`` asks for.

Symmetries: the order of the numbers, for gcd, lcm and common; none for the other kinds.

Difficulty: `kinds` drawn from; up to `count` numbers (pairs in the other kinds), each up to `largest`. Proxy: digit
operations of the divisions and products.
"""

from __future__ import annotations

import random
from functools import partial
from math import gcd, isqrt, lcm, prod

from ..english import listed
from ..family import REDUCED_INTEGER, Family, Question
from ..limits import Whole
from .effort import digits
from .primes import factored

WORDINGS = {
    "gcd": (
        "Find the greatest common divisor of {numbers}. Give it as an integer.",
        "What is the largest integer that divides each of {numbers}? Answer with that integer.",
        "Ropes with lengths of {numbers} centimetres are cut up completely into parts of one and the same length, "
        "a whole number of centimetres. What is the greatest possible length of a part in centimetres? "
        "Give only the number.",
    ),
    "lcm": (
        "Find the least common multiple of {numbers}. Give it as an integer.",
        "What is the smallest positive integer that is divisible by each of {numbers}? Answer with that integer.",
        "Lights flash at intervals of {numbers} seconds, one light for each interval, and have just flashed all at the "
        "same moment. After how many seconds do they next flash all together? Give only the number.",
    ),
    "other": (
        "Two positive integers have greatest common divisor {g} and least common multiple {l}. One of them is {a}. "
        "What is the other? Give it as an integer.",
        "Find the positive integer n with gcd({a}, n) = {g} and lcm({a}, n) = {l}.",
        "The least common multiple of {a} and an unknown positive integer is {l}, and their greatest common divisor "
        "is {g}. Determine the unknown integer.",
    ),
    "common": (
        "How many positive integers divide each of {numbers}? Give the number as an integer.",
        "Count the positive common divisors of {numbers}, 1 included. Answer with an integer.",
        "For how many positive integers k can each of {numbers} be split into k equal whole parts? Answer with an "
        "integer.",
    ),
    "quotients": (
        "Run Euclid's algorithm on ({a}, {b}): divide the first number by the second with remainder, replace the pair "
        "by (divisor, remainder), and go on until the remainder is 0. List the quotients in order, separated by "
        "commas.",
        "Write {a}/{b} as a simple continued fraction [q0; q1, q2, ...] with whole quotients, the last of them at "
        "least 2. Give the quotients in order, separated by commas.",
        "Apply the Euclidean algorithm to {a} and {b}, beginning with {a} divided by {b}. Which quotients appear, "
        "up to and including the division that comes out even? Separate them by commas, in order.",
    ),
    "steps": (
        "Euclid's algorithm replaces a pair (m, n) by (n, m mod n) until the second number is 0. How many "
        "replacements does it make from ({a}, {b})? Give an integer.",
        "To find the greatest common divisor of {a} and {b}, divide {a} by {b}, then each divisor by the remainder "
        "just found, until a remainder is 0. How many divisions is that, counting the last one? Answer with an "
        "integer.",
        "Count the divisions with remainder that Euclid's algorithm does on {a} and {b}, the first being {a} divided "
        "by {b} and the last leaving remainder 0. Give the number as an integer.",
    ),
    "prime_pairs": (
        "For how many ordered pairs (x, y) of integers from 1 to {n} is the greatest common divisor of x and y a prime "
        "number? Give the number as an integer.",
        "Count the pairs (x, y) with 1 <= x <= {n} and 1 <= y <= {n} whose gcd is prime. (x, y) and (y, x) are two "
        "pairs unless x = y. Answer with an integer.",
        "Two integers x and y are chosen from 1 to {n}, the same one twice if you like. How many of all ordered "
        "choices (x, y) have a prime gcd? Give an integer.",
    ),
}
_TRIES = 300
_REDUCED_LIST = {"kind": "list", "require": ["reduced"]}


def _numbers(rng: random.Random, kind: str, size: int, largest: int) -> list[int] | None:
    """Different numbers with a common divisor of up to about the root of `largest`, none the answer itself."""
    for _ in range(_TRIES):
        shared = rng.randint(1, isqrt(largest))
        if kind == "common":  # a shared divisor with divisors of its own
            shared = min(rng.choice((6, 12, 8, 30, 20, 36)) * rng.randint(1, isqrt(largest)), largest // 12)
        numbers = [shared * rng.randint(2, largest // shared) for _ in range(size)]
        if kind == "lcm" and size > 2:
            # Each shares something with its neighbours, so that the multiple is not huge.
            parts = [rng.randint(2, max(3, _round_root(largest))) for _ in range(size)]
            numbers = [a * b * rng.randint(1, 3) for a, b in zip(parts, parts[1:] + parts[:1], strict=True)]
        divisor, multiple = gcd(*numbers), lcm(*numbers)
        if len(set(numbers)) == size and divisor not in numbers and multiple not in numbers:
            if kind in {"quotients", "steps"}:
                return sorted(numbers, reverse=True)
            if kind == "gcd" or max(numbers) <= largest:
                return numbers
    return None


def _round_root(number: int) -> int:
    """About the square root of a third of `number`, so that three times its square is within `number`."""
    return isqrt(number // 3)


def _euclid(a: int, b: int) -> tuple[list[str], list[int], int, int]:
    """The divisions of Euclid's algorithm as lines, their quotients, the last divisor, and the digit operations."""
    lines, quotients, work = [], [], 0
    while b:
        quotient, rest = divmod(a, b)
        lines.append(f"{a} = {quotient} * {b} + {rest}")
        quotients.append(quotient)
        work += digits(quotient) * digits(b)
        a, b = b, rest
    return lines, quotients, a, work


def _folded(numbers: list[int]) -> tuple[list[str], int, int]:
    """Lines that lead to the greatest common divisor of the numbers, number by number; it; the work."""
    lines: list[str] = []
    divisor, work = numbers[0], 0
    for number in numbers[1:]:
        steps, _, new, spent = _euclid(max(divisor, number), min(divisor, number))
        lines += [*steps, f"gcd({divisor}, {number}) = {new}"]
        divisor, work = new, work + spent
    return lines, divisor, work


def _gcd(numbers: list[int]) -> Question:
    lines, divisor, work = _folded(numbers)
    return _symmetric(numbers, divisor, lines, work, 2 / isqrt(max(numbers)))


def _lcm(numbers: list[int]) -> Question:
    lines: list[str] = []
    multiple, work = numbers[0], 0
    for number in numbers[1:]:
        steps, _, divisor, spent = _euclid(max(multiple, number), min(multiple, number))
        new = multiple // divisor * number
        lines += [*steps, f"lcm({multiple}, {number}) = {multiple} / {divisor} * {number} = {new}"]
        work += spent + digits(multiple // divisor) * digits(number)
        multiple = new
    return _symmetric(numbers, multiple, lines, work, 1 / max(numbers))


def _common(numbers: list[int]) -> Question:
    lines, divisor, work = _folded(numbers)
    powers = factored(divisor)
    count = prod(k + 1 for k in powers.values())
    lines.append(f"{divisor} = " + (" * ".join(f"{p}^{k}" for p, k in powers.items()) or "1"))
    lines.append("divisors: " + (" * ".join(f"({k} + 1)" for k in powers.values()) or "1") + f" = {count}")
    return _symmetric(numbers, count, lines, work + 2 * len(powers), 0.3)


def _symmetric(numbers: list[int], answer: int, lines: list[str], work: int, guess: float) -> Question:
    facts = {"numbers": numbers}
    return Question(
        {"numbers": listed(numbers)}, facts, str(answer), lines, REDUCED_INTEGER, sorted(numbers), guess, work
    )


def _other(numbers: list[int]) -> Question:
    a, b = numbers
    g, multiple = gcd(a, b), lcm(a, b)
    facts = {"g": g, "l": multiple, "a": a}
    lines = [
        "The product of two numbers is that of their gcd and lcm.",
        f"{multiple} / {a} = {multiple // a}",
        f"{multiple // a} * {g} = {b}",
    ]
    work = digits(multiple // a) * digits(a) + digits(multiple // a) * digits(g)
    return Question(facts, facts, str(b), lines, REDUCED_INTEGER, [a, g, multiple], 1 / a, work)


def _quotients(numbers: list[int]) -> Question:
    a, b = numbers
    lines, quotients, _, work = _euclid(a, b)
    facts = {"a": a, "b": b}
    answer = ", ".join(map(str, quotients))
    return Question(facts, facts, answer, lines, _REDUCED_LIST, numbers, 1 / b, work)


def _steps(numbers: list[int]) -> Question:
    a, b = numbers
    lines, quotients, _, work = _euclid(a, b)
    lines = [f"{i}. {line}" for i, line in enumerate(lines, 1)]
    facts = {"a": a, "b": b}
    return Question(facts, facts, str(len(quotients)), lines, REDUCED_INTEGER, numbers, 0.3, work)


_QUESTIONS = {
    "gcd": _gcd,
    "lcm": _lcm,
    "other": _other,
    "common": _common,
    "quotients": _quotients,
    "steps": _steps,
}


def _question(kind: str, rng: random.Random, *, count: int, largest: int) -> Question | None:
    size = rng.randint(max(2, count - 1), count) if kind in {"gcd", "lcm", "common"} else 2
    numbers = _numbers(rng, kind, size, largest)
    return None if numbers is None else _QUESTIONS[kind](numbers)


def _prime_pairs(rng: random.Random, *, count: int, largest: int) -> Question:
    n = rng.randint(5, min(10 + isqrt(largest), 500))
    coprime = [0, 1]  # of the pairs up to m, those with gcd 1
    for m in range(2, n // 2 + 1):
        coprime.append(coprime[-1] + 2 * sum(gcd(k, m) == 1 for k in range(1, m)))
    lines, total, work = [], 0, 0
    for p in range(2, n + 1):
        if all(p % d for d in range(2, isqrt(p) + 1)):
            lines.append(f"gcd {p}: as many as coprime pairs up to {n // p}, {coprime[n // p]}")
            total, work = total + coprime[n // p], work + n // p * digits(n)
    lines.append(f"together: {total}")
    return Question({"n": n}, {"n": n}, str(total), lines, REDUCED_INTEGER, [n], 1 / n, work)


generate = Family(
    {kind: partial(_question, kind) for kind in _QUESTIONS} | {"prime_pairs": _prime_pairs},
    WORDINGS,
    {
        "count": Whole(2, 8, "the most numbers in a gcd, lcm or common question"),
        "largest": Whole(100, 10**9, "the largest number"),
    },
    units=True,
    tries=10,  # of _TRIES draws each
    advice="raise 'largest'",
)
