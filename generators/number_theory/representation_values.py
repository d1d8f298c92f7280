"""Representations of numbers, the kinds whose answer is one number: powers, roots, products, multiples and terms."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial

from ..decimal_texts import decimal_text
from ..family import Maker, Question
from ..kernels.count import Facts, Kind, counting_family, row
from .primes import PRIMES, factored

DECIMAL = {"kind": "decimal"}


# ---- rounded values


POWER = (
    "Compute {base}^{raised} and round it to {digits} significant digits. Write the result in scientific notation, "
    "such as {like}.",
    "What is {base} to the power {exponent}? Give {digits} significant digits, correctly rounded, in scientific "
    "notation ({like} shows the form).",
    "Raise the number {base} to the power {exponent}. The answer is to have one digit before the point, {rest} "
    "after it "
    "(the last one rounded), and a power of ten behind e, in the form of {like}.",
)


def scientific(value: Fraction, digits: int) -> str | None:
    """A value in scientific notation with so many significant digits; None if it lies halfway between two."""
    size, power = abs(value), 0
    while size >= 10:
        size, power = size / 10, power + 1
    while size < 1:
        size, power = size * 10, power - 1
    scaled = size * 10 ** (digits - 1)
    down, rest = divmod(scaled.numerator, scaled.denominator)
    if 2 * rest == scaled.denominator:
        return None
    text = str(down + (2 * rest > scaled.denominator))
    if len(text) > digits:
        text, power = text[:-1], power + 1
    return f"{'-' if value < 0 else ''}{text[0]}.{text[1:]}e{power}"


def _power(rng: random.Random, *, size: int) -> Question | None:
    places = rng.randint(1, 2 + size // 6)
    whole = rng.randint(11, 10 ** min(2 + size // 3, 5) - 1)
    if whole % 10 == 0:
        return None
    base = Fraction(whole * rng.choice((1, 1, -1)), 10**places)
    exponent = rng.randint(3, 4 + size // 3)
    digits = 3 + size // 3
    value, lines = base, list[str]()
    for _ in range(exponent - 1):
        lines.append(f"{decimal_text(value)} * {_bracketed(base)} = {decimal_text(value * base)}")
        value *= base
    if rng.random() < 0.35:
        value, exponent = 1 / value, -exponent
    answer = scientific(value, digits)
    if answer is None:
        return None
    longer = scientific(value, digits + 4)
    lines.append(f"to the power {exponent}: {longer or answer}, rounded {answer}")
    shown = f"({decimal_text(base)})" if base < 0 else decimal_text(base)
    like = "7." + "4071852963"[: digits - 1] + "e5"
    fields = {"base": shown, "exponent": exponent, "digits": digits, "rest": digits - 1, "like": like}
    fields["raised"] = f"({exponent})" if exponent < 0 else exponent
    facts = {"base": decimal_text(base), "exponent": exponent, "digits": digits}
    return Question(fields, facts, answer, lines, DECIMAL, guess_rate=0.001)


def _bracketed(value: Fraction) -> str:
    return f"({decimal_text(value)})" if value < 0 else decimal_text(value)


ROOT = (
    "Compute the {degree} root of {n}, rounded to {places} decimal places.",
    "What is {n}^(1/{k})? Round to {places} decimal places.",
    "Find the positive number whose {degree} power is {n}. Give it with {places} digits after the decimal "
    "point, the last "
    "one rounded.",
)
_DEGREES = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


def _root(rng: random.Random, *, size: int) -> Question | None:
    k, places = rng.randint(2, min(3 + size // 3, 7)), 3 + size // 4
    n = rng.randint(20, 200 * 4 ** min(size, 9))
    scale = 10**places
    down, above = 0, n * scale + 1
    while above - down > 1:
        middle = (down + above) // 2
        down, above = (middle, above) if middle**k <= n * scale**k else (down, middle)
    lines = []
    for place in range(places, -1, -1):
        shown = Fraction(down // 10**place * 10**place, scale)
        lines.append(f"{decimal_text(shown)}^{k} = {decimal_text(shown**k)}")
    if down**k == n * scale**k:
        return None  # a root that comes out even
    half = Fraction(2 * down + 1, 2 * scale)
    up = half**k < n
    lines.append(f"{decimal_text(half)}^{k} is {'less' if up else 'more'}, so round {'up' if up else 'down'}")
    answer = f"{(down + up) // scale}.{(down + up) % scale:0{places}}"
    facts = {"n": n, "k": k, "places": places}
    return Question({**facts, "degree": _DEGREES[k]}, facts, answer, lines, DECIMAL, guess_rate=0.001)


# ---- counts and extremes


def divisors_of(n: int) -> list[int]:
    """The positive divisors of a number, in rising order."""
    found = [1]
    for p, power in factored(n).items():
        found = [d * p**k for d in found for k in range(power + 1)]
    return sorted(found)


def _summed(rng: random.Random, size: int) -> Facts:
    size = min(size, 11)
    return {"total": rng.randint(14 + 4 * size, 26 + 5 * size), "least": rng.randint(1, 6)}


def _summed_counted(total: int, least: int) -> tuple[int, list[str]]:
    """So many numbers have the largest product if they are as equal as possible."""
    products = {}
    for count in range(1, total // least + 1):
        low, more = divmod(total, count)
        products[count] = low ** (count - more) * (low + 1) ** more
    best = max(products, key=lambda count: products[count])
    lines = []
    for count in range(best - 2, best + 3):
        if count in products:
            low, more = divmod(total, count)
            lines.append(f"{count} numbers: {low}^{count - more} * {low + 1}^{more} = {products[count]}")
    return products[best], [*lines, f"the largest: {products[best]}"]


def _with_divisors(rng: random.Random, size: int) -> Facts | None:
    count = rng.randint(8, 30 + 14 * size)
    if max(factored(count)) > 5 + size // 2 or sum(factored(count).values()) < 2:
        return None
    return {"count": count, "of": rng.randint(1, 24 + 6 * size)}


def _with_divisors_counted(count: int, of: int) -> tuple[int, list[str]]:
    """The counts of exponents multiply to the count of divisors."""
    need = factored(of)
    primes = sorted({*PRIMES[: sum(factored(count).values())], *need})
    found: list[tuple[int, list[int]]] = []

    def extend(at: int, left: int, value: int, exponents: list[int]) -> None:
        if value > 10**15:
            return
        if at == len(primes):
            if left == 1:
                found.append((value, exponents))
            return
        for d in divisors_of(left):
            if d - 1 >= need.get(primes[at], 0):
                extend(at + 1, left // d, value * primes[at] ** (d - 1), [*exponents, d - 1])

    extend(0, count, 1, [])
    lines = []
    for value, exponents in sorted(found)[:8]:
        powers = [(p, e) for p, e in zip(primes, exponents, strict=True) if e]
        lines.append(f"{' * '.join(f'{p}^{e}' for p, e in powers)} = {value}")
    best = min(found)[0] if found else 0
    return best, [f"products of powers, with {count} divisors each:", *lines, f"the least: {best}"]


def _joined(rng: random.Random, size: int) -> Facts:
    return {"n": rng.randint(9 + size // 2, 13 + 2 * size), "m": rng.randint(100, 400 + 100 * size)}


def _joined_counted(n: int, m: int) -> tuple[int, list[str]]:
    rest, lines = 0, []
    for number in range(1, n + 1):
        unit = 10 ** len(str(number))
        after = (rest * unit + number) % m
        lines.append(f"with {number}: {rest * unit + number} leaves {after}")
        rest = after
    return rest, lines


def _digits_only(rng: random.Random, size: int) -> Facts:
    return {"a": rng.randint(12 + 2 * size, 60 + 13 * size), "digit": rng.randint(1, 9)}


def _digits_only_counted(a: int, digit: int) -> tuple[int, list[str]]:
    """Numbers of the two digits in rising order, one for each remainder."""
    least, power, lines = {0: 0}, 1, list[str]()
    while power < 10**15:
        before = dict(least)
        for rest, number in before.items():
            new = (rest + digit * power) % a
            if new == 0:
                found = number + digit * power
                lines.append(f"then {found} leaves 0: {found} / {a} = {found // a}")
                return (found // a, lines) if found > 10_000 else (0, lines)
            least.setdefault(new, number + digit * power)
        lines.append(
            row(f"numbers from {digit * power} on leave", [rest for rest in least if rest not in before])
        )
        power *= 10
    return 0, lines


def _term(rng: random.Random, size: int) -> Facts:
    top = 1 << (7 + 2 * size // 3)
    return {"k": rng.randint(3, max(4, 14 - 2 * size // 3)), "n": rng.randint(top // 2, 2 * top)}


def _term_counted(k: int, n: int) -> tuple[int, list[str]]:
    places = [place for place in range(n.bit_length()) if n >> place & 1]
    value = sum(k**place for place in places)
    lines = [
        f"the ones and zeros of {n} in binary, {n:b}, say which powers of {k} are in the sum",
        f"{' + '.join(f'{k}^{place}' for place in places)} = {' + '.join(str(k**place) for place in places)} = {value}",
    ]
    return value, lines


def _shared(rng: random.Random, size: int) -> Facts:
    n = 5 + size // 2
    numbers = [rng.randint(20, 80 + 60 * size) for _ in range(n)]
    return {"numbers": numbers, "count": rng.randint(n, 3 * n + size)}


def _shared_counted(numbers: list[int], count: int) -> tuple[int, list[str]]:
    low, high, lines = 0, sum(numbers) // count + 1, list[str]()
    while high - low > 1:
        middle = (low + high) // 2
        pieces = [number // middle for number in numbers]
        lines.append(f"L = {middle} gives {' + '.join(map(str, pieces))} pieces, {sum(pieces)}")
        low, high = (middle, high) if sum(pieces) >= count else (low, middle)
    if low in (sum(numbers) // count, min(numbers), max(numbers)):
        return 0, lines
    return low, [*lines, f"the largest L: {low}"]


KINDS = {
    "largest-product": Kind(
        (
            "Integers, of which each is at least {least} and which may be equal, have the sum {total}. How many there "
            "are is free. What is the largest product that they can have? {ask}",
            "Write {total} as a sum of one or more integers of at least {least}, repetitions allowed, so that the "
            "product of these integers is as large as possible. What is this product? {ask}",
            "A rope of length {total} is cut into pieces of whole lengths, none shorter than {least} (it may also stay "
            "whole). What is the largest value that the product of all lengths can have? {ask}",
        ),
        _summed,
        _summed_counted,
    ),
    "divisor-count": Kind(
        (
            "What is the smallest positive integer that is a multiple of {of} and has exactly {count} positive "
            "divisors "
            "(1 and itself included)? {ask}",
            "Of all positive integers with exactly {count} positive divisors, find the smallest one that {of} divides. "
            "{ask}",
            "Find the least n > 0 such that {of} divides n and the number of positive divisors of n is {count}. {ask}",
        ),
        _with_divisors,
        _with_divisors_counted,
    ),
    "joined": Kind(
        (
            "Write the integers from 1 to {n} one after the other, without spaces, as one long decimal number "
            "(for 10 it "
            "would be 12345678910). What is its remainder on division by {m}? {ask}",
            "C(n) is the number that is made by joining the decimal digits of 1, 2, 3, ..., n in this order, so that "
            "C(11) = 1234567891011. Work out C({n}) mod {m}. {ask}",
            "The numbers 1, 2, ..., {n} stand next to each other in a row and are read as a single number in base ten. "
            "Which remainder does that number leave when it is divided by {m}? {ask}",
        ),
        _joined,
        _joined_counted,
    ),
    "two-digits": Kind(
        (
            "What is the smallest positive integer b for which {a} * b has no other decimal digits than 0 and {digit}? "
            "{ask}",
            "Some positive multiples of {a} are written in base ten with the digits 0 and {digit} alone. Take "
            "the smallest "
            "of them. By what does one multiply {a} to get it? {ask}",
            "Find the least b > 0 such that every digit of the product {a} * b in decimal is 0 or {digit}. Give b, not "
            "the product. {ask}",
        ),
        _digits_only,
        _digits_only_counted,
    ),
    "power-sums": Kind(
        (
            "Take the powers of {k} (1, {k}, {k}^2, ...) and all sums of different powers of {k}, in rising order: 1, "
            "{k}, {one}, {square} and so on. Which number is term {n}, if 1 is term 1? {ask}",
            "All positive integers that are a power of {k} (1 included) or a sum of several different powers "
            "of {k} are "
            "listed from the smallest one on; the list begins 1, {k}, {one}, {square}. What is its entry number {n} "
            "(the first entry has number 1)? {ask}",
            "Coins are worth 1, {k}, {k}^2, {k}^3 and so on, and you have one of each. The amounts that you can pay, "
            "without change, are 1, {k}, {one}, {square} and so on in rising order. What is the amount in "
            "place {n} of this "
            "list, counted from 1? {ask}",
        ),
        _term,
        _term_counted,
        lambda k, n: {"one": k + 1, "square": k * k},
    ),
    "pieces": Kind(
        (
            "What is the largest positive integer L for which the quotients of the numbers {numbers} by L, "
            "each rounded "
            "down, have a sum of at least {count}? {ask}",
            "Logs have the lengths {numbers}. Pieces of one whole length L are cut from them, and at least "
            "{count} pieces "
            "are needed; what is left of a log is no piece. What is the largest L that is possible? {ask}",
            "For a positive integer L, divide each of {numbers} by L, rounding down, and add the results up. Find the "
            "greatest L for which this total is not less than {count}. {ask}",
        ),
        _shared,
        _shared_counted,
    ),
}
_COUNTED = counting_family(KINDS, 6).makers
MAKERS: dict[str, Maker] = {
    "power": _power,
    "root": _root,
    **{kind: partial(maker, modulus=1000 * (kind == "largest-product")) for kind, maker in _COUNTED.items()},
}
WORDINGS = {"power": POWER, "root": ROOT, **{name: kind.wordings for name, kind in KINDS.items()}}
