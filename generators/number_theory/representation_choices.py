"""Representations of numbers, the kinds whose answer is written out: sums, digits, nearest numbers, powers."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ..family import Question, digits_written
from ..kernels.count import Facts, row
from ..kernels.optimum import Best, Kind, Worth
from .primes import factored, product_text
from .representation_values import divisors_of


def _found(worth: Worth, found: list[int], lines: Sequence[str]) -> Best:
    return Best(worth, found, lines, digits_written("\n".join(lines)))


# ---- Fibonacci numbers that are added or taken away


def _fibonacci_number(rng: random.Random, size: int) -> Facts:
    return {"n": rng.randint(100 << min(size, 17), 3000 << min(size, 17))}


def _fibonacci_best(n: int) -> Best | None:
    """The nearest Fibonacci number, again and again."""
    numbers = [1, 2]
    while numbers[-1] < 2 * n:
        numbers.append(numbers[-2] + numbers[-1])
    found, lines, rest = list[int](), list[str](), n
    while rest:
        near = min(numbers, key=lambda number: abs(abs(rest) - number)) * (1 if rest > 0 else -1)
        found.append(near)
        lines.append(
            f"nearest to {rest}: {near}, and {rest} - {near if near > 0 else f'({near})'} = {rest - near}"
        )
        rest -= near
    plain, left = 0, n
    for number in reversed(numbers):
        if number <= left:
            plain, left = plain + 1, left - number
    return _found(len(found), found, lines) if 2 < len(found) < plain else None


# ---- digits in a negative base


def _negative(rng: random.Random, size: int) -> Facts:
    base = rng.randint(2, 8 + 2 * size)
    digits = (7 if base < 4 else 4) + size // 3 * (2 if base < 4 else 1)
    return {"n": rng.choice((1, -1)) * rng.randint(base ** (digits - 1), base**digits), "base": base}


def _negative_shown(n: int, base: int) -> Mapping[str, object]:
    return {"square": base**2, "cube": base**3, "last": base - 1}


def _negative_best(n: int, base: int) -> Best | None:
    rest, digits, lines = n, list[int](), list[str]()
    while rest:
        digit = rest % base
        after = (rest - digit) // -base
        lines.append(f"{rest} = {after} * (-{base}) + {digit}")
        digits.append(digit)
        rest = after
    digits.reverse()
    return _found(digits, digits, lines) if len(digits) > 3 and any(digits[1:]) else None


# ---- nearest numbers


def _row(rng: random.Random, size: int) -> Facts:
    return {"numbers": rng.sample(range(6, 40 + 25 * size), 5 + size // 2)}


def _nearest_best(numbers: list[int]) -> Best | None:
    """A step changes one exponent of the factorisation by 1."""
    powers = [factored(number) for number in numbers]
    lines = [f"{number} = {product_text(p)}" for number, p in zip(numbers, powers, strict=True)]
    found = []
    for i, one in enumerate(powers):
        steps = [sum(abs(one.get(p, 0) - other.get(p, 0)) for p in {*one, *other}) for other in powers]
        lines.append(row(f"steps from {numbers[i]}", steps))
        found.append(min((step, j) for j, step in enumerate(steps) if j != i)[1] + 1)
    top = max(map(found.count, found))
    return _found(found, found, lines) if 2 * top <= len(found) and len(set(found)) > 2 else None


# ---- products of different factors


def _products(rng: random.Random, size: int) -> Facts | None:
    numbers = list[int]()
    for _ in range(60):
        n = rng.randint(24, 150 + 250 * size)
        if n not in numbers and 4 <= len(divisors_of(n)) <= 12 + size:
            numbers.append(n)
            if len(numbers) == 4 + size // 6:
                return {"numbers": numbers}
    return None


def _rising(rest: int, above: int) -> list[list[int]]:
    """Rising lists of integers larger than `above` that have a product."""
    found = [[rest]] if rest > above else []
    for d in divisors_of(rest):
        if above < d and d * d < rest:
            found += [[d, *more] for more in _rising(rest // d, d)]
    return found


def _products_best(numbers: list[int]) -> Best | None:
    found, lines = list[int](), list[str]()
    for n in numbers:
        ways = [" * ".join(map(str, way)) for way in _rising(n, 1) if len(way) > 1]
        found.append(len(ways))
        lines.append(f"{n}, {len(ways)}: {'; '.join(ways)}")
    return (
        _found(found, found, lines) if len(set(found)) > 2 and sum(found) < 20 + 4 * len(numbers) ** 2 else None
    )


KINDS = {
    "products": Kind(
        (
            "In how many ways is a number a product of two or more different integers greater than 1? The order of the "
            "factors does not matter. Answer this for each of the numbers {numbers}, in this order, with "
            "commas between "
            "the counts.",
            "For each of these numbers, count the sets of at least two different integers, all above 1, whose "
            "product it "
            "is: {numbers}. Give the counts in the order of the numbers, separated by commas.",
            "A number is split if it is written as a product of two or more integers that are greater than 1, "
            "no two of them "
            "equal; two ways that differ only in the order of the factors are one way. How many ways are there "
            "to split "
            "each of {numbers}? Give a list of the counts, in order and separated by commas.",
        ),
        _products,
        _products_best,
    ),
    "fibonacci": Kind(
        (
            "Fibonacci numbers are 1, 2, 3, 5, 8, 13 and so on, each the sum of the two before it. Write {n} "
            "with as few "
            "of them as possible, where each may be added or subtracted and may be used several times (32 is 34 - 2). "
            "Give the signed numbers separated by commas, such as 34, 5, -1. If several ways are equally short, any of "
            "them is right.",
            "Use weights of 1, 2, 3, 5, 8, 13, ... grams (every Fibonacci number, as many of each as you like) "
            "on both pans "
            "of a balance to weigh exactly {n} grams with the fewest weights. Answer with their values "
            "separated by commas, "
            "positive for the pan opposite the goods and negative (as -8) for the pan of the goods. Any way "
            "with the fewest "
            "weights is right.",
            "Find the shortest list of integers with the sum {n} in which every integer is a Fibonacci number "
            "(1, 2, 3, 5, "
            "8, 13, ...) or the negative of one; it may hold the same integer more than once. Separate the integers by "
            "commas. Where there are several shortest lists, give any one.",
        ),
        _fibonacci_number,
        _fibonacci_best,
    ),
    "negative-base": Kind(
        (
            "Write {n} in base -{base}: with digits from 0 to {last}, whose places are worth 1, -{base}, "
            "{square}, -{cube} "
            "and so on from the right. Give the digits from left to right as decimal numbers separated by "
            "commas, without "
            "zeros in front.",
            "Find integers from 0 to {last} such that {n} is the first times 1, plus the second times -{base}, "
            "plus the "
            "third times {square}, plus the fourth times -{cube} and so on with all powers of -{base}. State "
            "them in the "
            "reverse order, from the highest power to the lowest one, with commas between them; begin with one "
            "that is not "
            "0.",
            "Convert {n} from base ten to the negative base -{base} (digits 0 to {last}). Answer with its digits, most "
            "significant digit first and each written in decimal, with commas between them and no leading zero.",
        ),
        _negative,
        _negative_best,
        _negative_shown,
    ),
    "nearest": Kind(
        (
            "A step multiplies a number by a prime, or divides it by a prime that divides it. Here is a list: "
            "{numbers}. For "
            "each number in turn, which other number of the list is reached with the fewest steps? Give its "
            "position (the "
            "first number has position 1), for all numbers in order and separated by commas; of equally near "
            "numbers take "
            "the one with the smallest position.",
            "{numbers}\n\nThe distance of two positive integers is the least number of operations that turn "
            "one into the "
            "other, where an operation is to multiply by a prime number or to divide by a prime factor. State "
            "for every "
            "number of this list, in order, the position of another one at the least distance; positions count "
            "from 1, and "
            "where there are several such numbers, the smallest position is asked for. Separate the positions "
            "by commas.",
            "Between integers there are doors: from x to p * x and back, for every prime p. In the row "
            "{numbers}, each number "
            "looks for the other number of the row that it gets to through the fewest doors; if there are "
            "several, it takes "
            "the leftmost of them. Write down the positions of the chosen numbers, from 1 for the leftmost of "
            "the row, in the "
            "order of those who choose, with commas between them.",
        ),
        _row,
        _nearest_best,
    ),
}


# ---- nested powers of two

POWERS = (
    "Write {n} as a sum of different powers of 2, write each exponent in the same way, and so on. The power "
    "2^k is written "
    "as 2(k), where k itself is written out by the same rules; 2 itself is written as 2, and 1 as 2(0), which "
    "is 2^0. So 43 is "
    "2(2(2)+2(0))+2(2+2(0))+2+2(0). Give {n} in this form.",
    "In nested binary, 1 is 2(0) and 2 is 2. A larger power of two is 2(...) with its exponent, in nested "
    "binary, in the "
    "parentheses; any other number is a sum of different powers of two, joined by +. For example, 19 is "
    "2(2(2))+2+2(0). "
    "What is {n} in nested binary?",
    "Decompose {n} into different powers of 2, and decompose the exponents again until only 2 and 0 are left: "
    "2(x) stands for "
    "2 to the power x, with 2 for 2(1) and 2(0) for 1. The number 40, which is 2^5 + 2^3, becomes "
    "2(2(2)+2(0))+2(2+2(0)). "
    "Give the result for {n}.",
)


def nested(n: int) -> str:
    """A number in nested powers of two, the largest power first."""
    names = {0: "2(0)", 1: "2"}
    places = [place for place in range(n.bit_length() - 1, -1, -1) if n >> place & 1]
    return "+".join(names[place] if place in names else f"2({nested(place)})" for place in places)


def powers(rng: random.Random, *, size: int) -> Question:
    """A question about nested powers of two."""
    top = 1 << (7 + 2 * size)
    n = rng.randint(top, 4 * top)
    places = [place for place in range(n.bit_length() - 1, -1, -1) if n >> place & 1]
    lines = [f"{' + '.join(str(1 << place) for place in places)} = {n}"]
    lines += [f"exponent {place}: {nested(place)}" for place in places if place > 1]
    answer = nested(n)
    return Question({"n": n}, {"n": n}, answer, lines, gold=None, guess_rate=0.0001)
