"""Decimal digits: sums, roots, last digits, trailing zeros, reversals, and counts over a range.

Kinds: ``sum`` (digit sum of a number), ``reversal`` (a number and its reversal, added or subtracted), ``root`` (the
digital root of a power), ``power`` (the digit sum of a power), ``last`` (the last digits of a power), ``zeros`` (how
many zeros end a factorial in some base), ``quotient`` (the same for a quotient of factorials, in base ten),
``length`` (how many digits the integers of a range have together), ``count`` (how often a digit is written there),
``total`` (the sum of all digits there), ``place`` (the n-th digit of 123456789101112...). The answer is one integer.

Symmetries: none.

Difficulty: `kinds` drawn from; numbers of `size` digits where a number is read digit by digit; ranges, factorials and
exponents up to `largest`. Proxy: digit operations of the worked solution.
"""

from __future__ import annotations

import random
from typing import Any

from ..english import listed
from ..family import REDUCED_INTEGER, Family, Question
from ..limits import Whole
from .effort import digits, products
from .primes import factored, product_text

WORDINGS = {
    "sum": (
        "What is the sum of the decimal digits of {n}? Answer with an integer.",
        "Add up all digits of the number {n}.",
        "Find the digit sum (cross sum) of {n}.",
    ),
    "reversal": (
        "Reverse the order of the digits of {n} and {verb} {n}. What is the result? Give an integer.",
        "Let m be the number {n} read backwards. Compute {expression}.",
        "Write the digits of {n} in reverse order to get m. What is {expression}? Answer with an integer.",
    ),
    "root": (
        "What is the digital root of {a}^{b}? (Take the sum of the decimal digits, then the sum of the digits of that, "
        "and so on, until one digit is left.)",
        "Add the digits of {a}^{b}, then the digits of the result, and so on. Which single digit is left in the end?",
        "Replace {a}^{b} by the sum of its digits again and again until a number below 10 is left. Which number is it?",
    ),
    "power": (
        "What is the sum of the decimal digits of {a}^{b}? Answer with an integer.",
        "Write {a}^{b} out in decimal and add up its digits. What is the sum?",
        "Find the digit sum of the number {a}^{b}.",
    ),
    "last": (
        "What do the last {k} decimal digits of {a}^{b} form, read as an integer (leading zeros dropped)?",
        "{a}^{b} is written in decimal. Give the number that its last {k} digits form, without leading zeros.",
        "Cut off all but the final {k} digits of {a}^{b}. Which integer is left (leading zeros do not count)?",
    ),
    "zeros": (
        "With how many zeros does {n}! (the factorial of {n}) end when it is written in base {base}?",
        "How many zeros stand at the end of {n}! in base {base}? Answer with an integer.",
        "{n}! = 1 * 2 * ... * {n} is written in base {base}. How many trailing zeros does it have?",
    ),
    "quotient": (
        "With how many zeros does the integer {n}! / ({m}! * {d}!) end in decimal? (n! is the factorial.)",
        "How many zeros stand at the end of the binomial coefficient C({n}, {m}) = {n}! / ({m}! * {d}!) in decimal? "
        "Answer with an integer.",
        "From {n} things, {m} are chosen. The number of ways, {n}! / ({m}! * {d}!), is written in decimal. How many "
        "trailing zeros does it have?",
    ),
    "length": (
        "All integers from {low} to {high} are written down, one after the other. How many digits is that altogether?",
        "How many digits do the integers {low}, ..., {high} have together? Answer with an integer.",
        "A printer numbers tickets from {low} to {high}, without leading zeros. How many digits does it print?",
    ),
    "count": (
        "How often is the digit {d} written when all integers from {low} to {high} are written down?",
        "Count how many times the digit {d} occurs in the integers {low}, ..., {high} altogether (22 has two 2s, say).",
        "A printer numbers tickets from {low} to {high}, without leading zeros. How many times does it print the "
        "digit {d}?",
    ),
    "total": (
        "Take all integers from {low} to {high} and add up all of their digits. What is the total?",
        "What is the sum of the digit sums of the integers {low}, ..., {high}? Answer with an integer.",
        "Each of the integers from {low} to {high} is replaced by the sum of its digits. What do these add up to?",
    ),
    "place": (
        "The positive integers are written one after the other: 123456789101112131415... Which digit is at place {n}, "
        "the first place being 1?",
        "What is digit number {n} of the string 1234567891011121314..., which joins all positive integers in order?",
        "Someone writes 1, 2, 3, ... without spaces until {n} digits are on the paper. What is the last digit written?",
    ),
}


def _question(
    facts: dict[str, Any], answer: int, lines: list[str], work: float, guess: float, **fields: object
) -> Question:
    key = list(facts.values())
    return Question({**facts, **fields}, facts, str(answer), lines, REDUCED_INTEGER, key, guess, work)


def _added(text: str) -> tuple[list[str], int]:
    """Lines that add up digits, ten to a line, and their sum."""
    lines, total = [], 0
    for start in range(0, len(text), 10):
        some = text[start : start + 10]
        before, total = total, total + sum(map(int, some))
        lines.append((f"{before} + " if start else "") + " + ".join(some) + f" = {total}")
    return lines, total


def _sum(rng: random.Random, *, size: int, **_unused: int) -> Question:
    n = rng.randrange(10 ** (size - 1), 10**size)
    lines, total = _added(str(n))
    return _question({"n": n}, total, lines, 2 * size, 0.12 if size < 9 else 0.08)


def _reversal(rng: random.Random, *, size: int, **_unused: int) -> Question | None:
    n = rng.randrange(10 ** (size - 1), 10**size)
    m = int(str(n)[::-1])
    if n == m:
        return None
    operation = rng.choice(("sum", "difference"))
    first, second = max(n, m), min(n, m)
    value = n + m if operation == "sum" else first - second
    lines = [f"{n} read backwards: {m}"]
    lines.append(f"{n} + {m} = {value}" if operation == "sum" else f"{first} - {second} = {value}")
    verb = (
        "add the new number to"
        if operation == "sum"
        else "take the difference, larger minus smaller, of it and"
    )
    expression = f"{n} + m" if operation == "sum" else f"the difference of {n} and m, larger minus smaller"
    guess = 2 / 10 ** (size // 2)
    return _question(
        {"n": n, "operation": operation}, value, lines, 3 * size, guess, verb=verb, expression=expression
    )


def _base_and_exponent(rng: random.Random, largest: int) -> tuple[int, int]:
    return rng.randint(2, 999), rng.randint(largest // 20 + 3, largest)


def _root(rng: random.Random, *, largest: int, **_unused: int) -> Question | None:
    a, b = _base_and_exponent(rng, largest)
    rest = a % 9
    if rest in (0, 1):
        return None
    cycle = [rest]
    while (after := cycle[-1] * rest % 9) not in cycle:
        cycle.append(after)
    lines = [
        "A number and the sum of its digits leave the same remainder modulo 9.",
        f"{a} = {a // 9} * 9 + {rest}",
        f"{rest}^1, {rest}^2, ... modulo 9: {', '.join(map(str, cycle))}",
    ]
    if cycle == [3, 0] or cycle == [6, 0]:
        value = 0 if b > 1 else rest
        lines.append("0 from the exponent 2 on: 9 is left")
    else:
        place = b % len(cycle)
        value = cycle[place - 1]
        lines.append(f"{b} = {b // len(cycle)} * {len(cycle)} + {place}: place {place or len(cycle)}, {value}")
    return _question({"a": a, "b": b}, value or 9, lines, digits(b) + 10, 0.3)


def _power(rng: random.Random, *, size: int, **_unused: int) -> Question | None:
    a = rng.randint(2, 99)
    if a % 10 == 0:
        return None
    low = next(b for b in range(2, 1000) if a**b >= 10 ** min(5, size - 1))
    high = next(b for b in range(2, 1000) if a ** (b + 1) >= 10 ** (4 * size))
    b = rng.randint(low, max(low, high))
    value, work, done = a, 0, 1
    lines = []
    for bit in bin(b)[3:]:  # from the left: square, and multiply where there is a 1
        for factor in (value, a) if bit == "1" else (value,):
            done = 2 * done if factor == value else done + 1
            lines.append(f"{a}^{done} = {value} * {factor} = {value * factor}")
            work += products(value, factor)
            value *= factor
    more, total = _added(str(value))
    return _question({"a": a, "b": b}, total, lines + more, work + 2 * digits(value), 0.08)


def _last(rng: random.Random, *, size: int, largest: int) -> Question | None:
    a, b = _base_and_exponent(rng, largest)
    k = 2 if size < 12 else 3 if size < 20 else 4
    m = 10**k
    if a % 10 in (0, 1, 5):
        return None
    lines = [f"all modulo {m}:"]
    square, work = a % m, 0
    squares = [square]
    for i in range(1, b.bit_length()):
        lines.append(f"{a}^{1 << i} = {square} * {square} = {square * square % m}")
        work += products(square, square)
        square = square * square % m
        squares.append(square)
    places = [i for i in range(b.bit_length()) if b >> i & 1]
    if len(places) > 1:
        lines.append(f"{b} = {' + '.join(str(1 << i) for i in reversed(places))}")
    value, done = squares[places[-1]], 1 << places[-1]
    for i in reversed(places[:-1]):
        done += 1 << i
        lines.append(f"{a}^{done} = {value} * {squares[i]} = {value * squares[i] % m}")
        work += products(value, squares[i])
        value = value * squares[i] % m
    if value in (0, 1):
        return None
    return _question({"a": a, "b": b, "k": k}, value, lines, work, 10 / m)


def _legendre(n: int, p: int) -> tuple[int, str, int]:
    """The power of p in n!, the line that finds it, and the digit operations."""
    parts, work = [], 0
    while n >= p:
        work += products(n, p)
        n //= p
        parts.append(n)
    return sum(parts), f"{' + '.join(map(str, parts)) or '0'} = {sum(parts)}", work


def _zeros(rng: random.Random, *, size: int, largest: int) -> Question:
    n = rng.randint(largest // 20 + 5, largest)
    base = (
        10
        if size < 8 or rng.random() < 0.3
        else rng.choice((6, 12, 14, 15, 16, 18, 20, 24, 30, 36, 40, 45, 60, 72))
    )
    lines, work, counts = [f"{base} = {product_text(factored(base))}"], 0, []
    for p, k in factored(base).items():
        power, text, spent = _legendre(n, p)
        lines.append(f"power of {p} in {n}!: {text}" + (f", {power} // {k} = {power // k}" if k > 1 else ""))
        counts.append(power // k)
        work += spent
    lines.append(f"the least of {listed(counts)} is {min(counts)}" if len(counts) > 1 else f"so {counts[0]}")
    return _question({"n": n, "base": base}, min(counts), lines, work, min(0.3, 100 / largest))


def _quotient(rng: random.Random, *, largest: int, **_unused: int) -> Question | None:
    n = rng.randint(largest // 10, largest)
    m = rng.randint(n // 10, n - n // 10)
    lines, work, counts = [], 0, []
    for p in (2, 5):
        found = [_legendre(number, p) for number in (n, m, n - m)]
        lines += [
            f"power of {p} in {number}!: {text}"
            for number, (_, text, _) in zip((n, m, n - m), found, strict=True)
        ]
        top, one, two = (power for power, _, _ in found)
        counts.append(top - one - two)
        lines.append(f"{top} - {one} - {two} = {counts[-1]}")
        work += sum(spent for _, _, spent in found)
    lines.append(f"the least of {counts[0]} and {counts[1]} is {min(counts)}")
    if min(counts) == 0 and rng.random() < 0.8:
        return None
    return _question({"n": n, "m": m}, min(counts), lines, work, 0.3, d=n - m)


def _bounds(rng: random.Random, largest: int) -> tuple[int, int]:
    low = 1 if rng.random() < 0.3 else rng.randint(2, largest // 2)
    return low, rng.randint(low + largest // 8, largest)


def _blocks(low: int, high: int) -> list[tuple[int, int, int]]:
    """The range cut where numbers get longer: for each part its length of numbers, first and last number."""
    return [
        (size, max(low, 10 ** (size - 1)), min(high, 10**size - 1))
        for size in range(digits(low), digits(high) + 1)
    ]


def _length(rng: random.Random, *, largest: int, **_unused: int) -> Question | None:
    low, high = _bounds(rng, largest)
    if digits(low) == digits(high):
        return None
    lines, total, work = [], 0, 0
    for size, first, last in _blocks(low, high):
        here = (last - first + 1) * size
        lines.append(f"{first} to {last}: {last - first + 1} * {size} = {here}")
        total += here
        work += 2 * digits(last)
    lines.append(f"together {total}")
    return _question({"low": low, "high": high}, total, lines, work, min(0.05, 30 / largest))


def _times(digit: int, high: int, lines: list[str]) -> int:
    """How often a digit is written from 1 to `high`, place by place; a line for each place."""
    total, unit = 0, 1
    while unit <= high:
        left, here, right = high // (unit * 10), high // unit % 10, high % unit
        if digit == 0:  # what is left of a zero is at least 1
            left -= 1
        count = left * unit + (unit if here > digit else right + 1 if here == digit else 0)
        more = f"{unit}" if here > digit else f"{right} + 1" if here == digit else "0"
        lines.append(f"{high}, {unit}s: {left} * {unit} + {more} = {count}")
        total += count
        unit *= 10
    return total


def _count(rng: random.Random, *, largest: int, **_unused: int) -> Question | None:
    low, high = _bounds(rng, largest)
    digit = rng.randint(0, 9)
    lines: list[str] = []
    value = _times(digit, high, lines)
    lines.append(f"1 to {high}: {value}")
    if low > 1:
        below = _times(digit, low - 1, lines)
        lines += [f"1 to {low - 1}: {below}", f"{value} - {below} = {value - below}"]
        value -= below
    if value < 2:
        return None
    return _question(
        {"low": low, "high": high, "d": digit},
        value,
        lines,
        3 * sum(map(len, lines)) / 10,
        min(0.2, 20 / largest),
    )


def _total(rng: random.Random, *, largest: int, **_unused: int) -> Question:
    low, high = _bounds(rng, largest)
    lines: list[str] = []
    totals = []
    for end in (high, low - 1):
        total, unit = 0, 1
        while unit <= end:
            left, here, right = end // (unit * 10), end // unit % 10, end % unit
            sums = left * unit * 45 + here * (here - 1) // 2 * unit + here * (right + 1)
            lines.append(
                f"{end}, {unit}s: {left} * {unit} * 45 + {here * (here - 1) // 2} * {unit} + {here} * ({right} + 1) "
                f"= {sums}"
            )
            total += sums
            unit *= 10
        totals.append(total)
        lines.append(f"1 to {end}: {total}")
        if low == 1:
            break
    if low > 1:
        lines.append(f"{totals[0]} - {totals[1]} = {totals[0] - totals[1]}")
        totals[0] -= totals[1]
    return _question(
        {"low": low, "high": high}, totals[0], lines, 4 * sum(map(len, lines)) / 10, min(0.02, 10 / largest)
    )


def _place(rng: random.Random, *, largest: int, **_unused: int) -> Question:
    n = rng.randint(max(190, largest // 5), 6 * largest)
    lines, left, size, work = [], n, 1, 0
    while left > 9 * 10 ** (size - 1) * size:
        block = 9 * 10 ** (size - 1) * size
        lines.append(
            f"{9 * 10 ** (size - 1)} numbers with {size} digit{'s' * (size > 1)}: {left} - {block} = {left - block}"
        )
        left -= block
        size += 1
        work += digits(block)
    steps, at = divmod(left - 1, size)
    number = 10 ** (size - 1) + steps
    lines.append(f"{left} - 1 = {steps} * {size} + {at}")
    lines.append(f"{10 ** (size - 1)} + {steps} = {number}, digit {at + 1} of it: {str(number)[at]}")
    return _question({"n": n}, int(str(number)[at]), lines, work + products(left, size) + digits(number), 0.17)


generate = Family(
    {
        "sum": _sum,
        "reversal": _reversal,
        "root": _root,
        "power": _power,
        "last": _last,
        "zeros": _zeros,
        "quotient": _quotient,
        "length": _length,
        "count": _count,
        "total": _total,
        "place": _place,
    },
    WORDINGS,
    {
        "size": Whole(
            3, 60, "digits of a number that is read digit by digit; powers have up to four times as many"
        ),
        "largest": Whole(100, 10**12, "the largest end of a range, factorial and exponent"),
    },
    units=True,
    tries=200,
    advice="raise 'size' or 'largest'",
)
