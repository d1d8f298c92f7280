"""Number sums: sums and counts over whole numbers or pairs, with gcd, lcm, divisors, remainders and digits.

Every question is one of many kinds; its text says which pairs there are (ordered or not, ends included). The value is
exact, and the worked solution gathers equal terms: by the divisor, by the quotient or by the digit.

Difficulty: `kinds` drawn from; `size`, by which all ranges grow; `modulus`, above which a remainder is asked for.
Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from math import gcd, isqrt, lcm, prod

from ..kernels.count import Facts, Kind, counting_family, running, total


def _range(rng: random.Random, size: int) -> Facts:
    low = rng.randint(5, 20 + 20 * size)
    return {"low": low, "high": low + rng.randint(6 + size, 10 + 3 * size)}


def _divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


def _divisor_count(low: int, high: int) -> tuple[int, list[str]]:
    parts, lines = [], []
    for d in range(1, high + 1):
        count = high // d - (low - 1) // d
        if count:
            parts.append(count)
            lines.append(f"multiples of {d}: {high // d} - {(low - 1) // d} = {count}")
    return sum(parts), [*lines, total(parts)]


def _totients(low: int, high: int) -> tuple[int, list[str]]:
    parts, lines = [], []
    for n in range(low, high + 1):
        primes = [p for p in _divisors(n) if len(_divisors(p)) == 2]
        value = n // prod(primes) * prod(p - 1 for p in primes)
        steps = "".join(f" * {p - 1} / {p}" for p in primes)
        parts.append(value)
        lines.append(f"phi({n}): {n}{steps} = {value}" if primes else f"phi({n}): {value}")
    return sum(parts), [*lines, total(parts)]


def _pair(rng: random.Random, size: int) -> Facts:
    n, m = (rng.randint(6 + 2 * size, 12 + 6 * size) for _ in range(2))
    return {"n": n, "m": m}


def _exact_pairs(n: int, m: int) -> tuple[dict[int, int], list[str]]:
    """For each g how many pairs have the greatest common divisor g, from the greatest g down."""
    found: dict[int, int] = {}
    lines = ["pairs whose gcd is g: pairs of multiples of g, less those whose gcd is a larger multiple of g"]
    for g in range(min(n, m), 0, -1):
        more = [found[h] for h in range(2 * g, min(n, m) + 1, g)]
        found[g] = (n // g) * (m // g) - sum(more)
        less = "".join(f" - {count}" for count in more)
        lines.append(f"gcd {g}: {n // g} * {m // g}{less} = {found[g]}")
    return found, lines


def _gcd_sum(rng: random.Random, size: int) -> Facts:
    return _pair(rng, size) | {"k": rng.randint(2, 3 + size // 8)}


def _gcd_sum_counted(n: int, m: int, k: int) -> tuple[int, list[str]]:
    found, lines = _exact_pairs(n, m)
    lines += [f"gcd {g}: {count} * {g}^{k} = {count * g**k}" for g, count in found.items()]
    parts = [count * g**k for g, count in found.items()]
    return sum(parts), [*lines, total(parts)]


def _gcd_pairs(rng: random.Random, size: int) -> Facts:
    facts = _pair(rng, size)
    return facts | {"g": rng.randint(2, max(2, min(facts.values()) // 5))}


def _gcd_pairs_counted(n: int, m: int, g: int) -> tuple[int, list[str]]:
    a, b = n // g, m // g
    found, lines = _exact_pairs(a, b)
    first = f"divide by {g}: coprime pairs of numbers up to {n} // {g} = {a} and up to {m} // {g} = {b}"
    return found[1], [first, *lines]


def _prime_gcd_counted(n: int, m: int) -> tuple[int, list[str]]:
    found, lines = _exact_pairs(n, m)
    parts = [count for g, count in found.items() if len(_divisors(g)) == 2]
    return sum(parts), [*lines, total(parts[::-1], "for the primes")]


def _lcm_sum(rng: random.Random, size: int) -> Facts:
    low = rng.randint(2, 8 + 2 * size)
    high = low + rng.randint(2 + size // 3, 4 + size // 2)
    return {"low": low, "high": high, "m": rng.randint(4 + size // 3, 6 + size)}


def _lcm_counted(low: int, high: int, m: int) -> tuple[int, list[str]]:
    parts, lines = [], []
    for i in range(low, high + 1):
        row = [lcm(i, j) for j in range(1, m + 1)]
        parts.append(sum(row))
        lines.append(f"with {i}: {' + '.join(map(str, row))} = {parts[-1]}")
    return sum(parts), [*lines, total(parts)]


def _gcd_with(rng: random.Random, size: int) -> Facts | None:
    n = rng.randint(20 + 15 * size, 90 + 90 * size)
    return {"n": n} if len(_divisors(n)) > 3 + size // 3 else None


def _gcd_with_counted(n: int) -> tuple[int, list[str]]:
    found: dict[int, int] = {}
    lines = [f"numbers up to {n} with gcd g: multiples of g, less those whose gcd is a larger multiple of g"]
    for g in reversed(_divisors(n)):
        more = [count for h, count in found.items() if h % g == 0]
        found[g] = n // g - sum(more)
        lines.append(f"gcd {g}: {n // g}{''.join(f' - {count}' for count in more)} = {found[g]}")
        lines.append(f"times {g}: {found[g]} * {g} = {found[g] * g}")
    parts = [count * g for g, count in found.items()]
    return sum(parts), [*lines, total(parts)]


def _remainders(rng: random.Random, size: int) -> Facts:
    n, m = (rng.randint(8 + 2 * size, 16 + 6 * size) for _ in range(2))
    return {"n": n, "m": m}


def _remainders_counted(n: int, m: int) -> tuple[int, list[str]]:
    first, second = [n % i for i in range(1, n + 1)], [m % i for i in range(1, m + 1)]
    both = [a * b for a, b in zip(first, second, strict=False)]
    value = sum(first) * sum(second) - sum(both)
    return value, [
        f"{n} mod 1, ..., {n}: {' + '.join(map(str, first))} = {sum(first)}",
        f"{m} mod 1, ..., {m}: {' + '.join(map(str, second))} = {sum(second)}",
        f"products with i = j: {' + '.join(map(str, both))} = {sum(both)}",
        f"{sum(first)} * {sum(second)} - {sum(both)} = {value}",
    ]


def _sum_divides(rng: random.Random, size: int) -> Facts:
    return {"n": rng.randint(20 + 8 * size, 40 + 16 * size), "k": rng.randint(2, 9)}


def _sum_divides_counted(n: int, k: int) -> tuple[int, list[str]]:
    """With a = d x and b = d y, x and y coprime: x + y is coprime to x y, and so it has to divide k d."""
    parts = []
    lines = [
        f"a = d * x, b = d * y with coprime x < y; then k * a * b / (a + b) is whole if x + y divides {k} * d"
    ]
    for y in range(2, isqrt(n * k) + 2):
        for x in range(1, y):
            step = (x + y) // gcd(x + y, k)
            if gcd(x, y) == 1 and (count := n // (y * step)):
                parts.append(count)
                lines.append(f"x = {x}, y = {y}, d a multiple of {step}: {n} // {y * step} = {count}")
    return sum(parts), [*lines, total(parts)]


def _digit_range(rng: random.Random, size: int) -> Facts:
    digits = 2 + (size > 2) + (size > 5) + (size > 9)
    low = rng.randint(10 ** (digits - 2) + 1, 10 ** (digits - 1))
    return {"low": low, "high": rng.randint(low + 10, 10**digits)}


def _digit_sum_counted(low: int, high: int) -> tuple[int, list[str]]:
    lines, ends = [], []
    for below in (high + 1, low):
        parts = []
        for place in range(len(str(below))):
            unit = 10**place
            full, rest = divmod(below, 10 * unit)
            digit, tail = divmod(rest, unit)
            value = full * 45 * unit + digit * (digit - 1) // 2 * unit + digit * tail
            parts.append(value)
            lines.append(
                f"numbers below {below}, the digit of {unit}: {full} * 45 * {unit} + {digit} * ({digit} - 1) / 2 "
                f"* {unit} "
                f"+ {digit} * {tail} = {value}"
            )
        ends.append(sum(parts))
        lines.append(total(parts, f"below {below}"))
    return ends[0] - ends[1], [*lines, f"{ends[0]} - {ends[1]} = {ends[0] - ends[1]}"]


def _digit_product(rng: random.Random, size: int) -> Facts:
    digits = 4 + size // 3
    return {
        "digits": digits,
        "product": prod(rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9)) for _ in range(digits)),
    }


def _digit_product_counted(digits: int, product: int) -> tuple[int, list[str]]:
    table, lines = {1: 1}, []
    for length in range(1, digits + 1):
        after: dict[int, int] = {}
        for value, ways in table.items():
            for digit in range(1, 10):
                if product % (value * digit) == 0:
                    after[value * digit] = after.get(value * digit, 0) + ways
        table = dict(sorted(after.items()))
        shown = " ".join(f"{value}:{ways}" for value, ways in table.items())
        lines.append(f"{length} digits, ways to each product that divides {product} = {shown}")
    return table.get(product, 0), [*lines, f"ways to {product}: {table.get(product, 0)}"]


def _fibonacci(rng: random.Random, size: int) -> Facts:
    return {"k": rng.randint(20 + 15 * size, 60 + 100 * size)}


def _fibonacci_counted(k: int) -> tuple[int, list[str]]:
    """f(n) = F(n-1) a + F(n) b; the positive solutions for each n."""
    parts, lines, p, q = [], [], 1, 1
    place = 2
    while p + q <= k:
        pairs = [(k - q * b) // p for b in range(1, k // q + 1) if (k - q * b) % p == 0 and k - q * b > 0]
        parts.append(len(pairs))
        lines.append(f"f({place}) is {p} * a + {q} * b, and {k} for so many pairs: {len(pairs)}")
        p, q, place = q, p + q, place + 1
    return sum(parts), [*lines, total(parts)]


def _repeating(rng: random.Random, size: int) -> Facts:
    return {
        "n": rng.randint(4 + size, 8 + 3 * size),
        "m": rng.randint(8 + 2 * size, 12 + 4 * size),
        "base": rng.choice((2, 3, 5, 6, 7, 10, 12)),
    }


def _repeating_counted(n: int, m: int, base: int) -> tuple[int, list[str]]:
    parts, lines = [], [f"x / y in lowest terms repeats from the point on if y and {base} are coprime"]
    for y in range(1, m + 1):
        if gcd(y, base) == 1:
            parts.append(sum(gcd(x, y) == 1 for x in range(1, n + 1)))
            lines.append(f"y = {y}, numbers up to {n} that are coprime to it: {parts[-1]}")
    return sum(parts), [*lines, total(parts)]


def _coprime_sets(rng: random.Random, size: int) -> Facts:
    count = rng.randint(5 + size // 2, 6 + size // 2)
    return {"numbers": sorted(rng.sample(range(2, 12 + 4 * size), count))}


def _coprime_sets_counted(numbers: list[int]) -> tuple[int, list[str]]:
    """Numbers that hang together by common factors are looked at together; parts are independent."""
    left, factors, lines = list(numbers), [], []
    while left:
        part = left[:1]
        for x in part:
            part += [y for y in left if y not in part and gcd(x, y) > 1]
        left = [y for y in left if y not in part]
        states = {(1, 1): 1}
        for x in part:
            after: dict[tuple[int, int], int] = {}
            for (s, t), ways in states.items():
                for new in [(s, t)] + [(s * x, t)] * (gcd(t, x) == 1) + [(s, t * x)] * (gcd(s, x) == 1):
                    after[new] = after.get(new, 0) + ways
            states = after
        factors.append(sum(states.values()))
        lines.append(
            f"{' '.join(map(str, part))} hang together by common factors, ways to give them out: {factors[-1]}"
        )
    value = prod(factors)
    return value, [*lines, *running(factors), f"together: {' * '.join(map(str, factors))} = {value}"]


def _grid(rng: random.Random, size: int) -> Facts:
    return {"n": rng.randint(4 + size // 2, 7 + size), "m": rng.randint(3 + size // 2, 6 + size)}


def _divisor_products_counted(n: int, m: int) -> tuple[int, list[str]]:
    parts, lines = [], ["d(i * j) counts the coprime pairs (x, y) with x dividing i and y dividing j"]
    for x in range(1, n + 1):
        ys = [y for y in range(1, m + 1) if gcd(x, y) == 1]
        inner = " + ".join(str(m // y) for y in ys)
        parts.append(n // x * sum(m // y for y in ys))
        lines.append(f"x = {x}: {n // x} * ({inner}) = {parts[-1]}")
    return sum(parts), [*lines, total(parts)]


def _xor_divisors(rng: random.Random, size: int) -> Facts:
    return _grid(rng, size) | {"x": rng.randint(1, 7 + 2 * size)}


def _xor_divisors_counted(n: int, m: int, x: int) -> tuple[int, list[str]]:
    parts, lines = [], []
    for i in range(n + 1):
        values = [i ^ j ^ x for j in range(m + 1)]
        counts = [len(_divisors(value)) for value in values]
        parts.append(sum(counts))
        lines.append(
            f"i = {i}, the numbers {' '.join(map(str, values))}: {' + '.join(map(str, counts))} = {parts[-1]}"
        )
    return sum(parts), [*lines, total(parts)]


PAIRS = "all ordered pairs (i, j) of integers with 1 <= i <= {n} and 1 <= j <= {m}"
KINDS = {
    "divisor-counts": Kind(
        (
            "Let d(k) be the number of positive divisors of k. What is d({low}) + ... + d({high}), the sum over "
            "all integers "
            "from {low} to {high}, both included? {ask}",
            "For each integer from {low} to {high} (both ends count), count its positive divisors, 1 and the "
            "number itself "
            "included. Add up these counts. {ask}",
            "How many pairs (x, k) are there such that k is an integer with {low} <= k <= {high} and x is a "
            "positive integer "
            "that divides k? {ask}",
        ),
        _range,
        _divisor_count,
    ),
    "totients": Kind(
        (
            "Let phi be Euler's totient function. Compute phi({low}) + ... + phi({high}), where every integer "
            "from {low} to "
            "{high} occurs once. {ask}",
            "For each integer k from {low} to {high}, both included, count the integers from 1 to k that have no "
            "common "
            "factor with k but 1. What is the sum of these counts? {ask}",
            "How many fractions a/k in lowest terms have 1 <= a <= k and a denominator k with {low} <= k <= "
            "{high}? {ask}",
        ),
        _range,
        _totients,
    ),
    "gcd-powers": Kind(
        (
            f"What is the sum of gcd(i, j)^{{k}} over {PAIRS}? {{ask}}",
            f"For {PAIRS}, take the greatest common divisor to the power {{k}}. Add up all these numbers. {{ask}}",
            "A table has {n} rows and {m} columns, both numbered from 1. In row i and column j stands gcd(i, "
            "j)^{k}. Find the "
            "sum of the whole table. {ask}",
        ),
        _gcd_sum,
        _gcd_sum_counted,
    ),
    "gcd-pairs": Kind(
        (
            f"How many of {PAIRS} have the greatest common divisor {{g}}? {{ask}}",
            "Count the pairs (i, j) with 1 <= i <= {n}, 1 <= j <= {m} and gcd(i, j) = {g}. The pairs (i, j) and "
            "(j, i) are "
            "different unless i = j. {ask}",
            "A number from 1 to {n} is written on a red card and a number from 1 to {m} on a blue card. For how "
            "many choices "
            "of the two numbers is {g} exactly their greatest common divisor? {ask}",
        ),
        _gcd_pairs,
        _gcd_pairs_counted,
    ),
    "prime-gcds": Kind(
        (
            f"How many of {PAIRS} have a prime number as their greatest common divisor? {{ask}}",
            "Count the pairs (i, j) with 1 <= i <= {n} and 1 <= j <= {m} for which gcd(i, j) is prime. The order "
            "matters, and 1 "
            "is no prime. {ask}",
            "Ann picks an integer from 1 to {n}, Ben one from 1 to {m}. For how many of the pairs (Ann's, Ben's) "
            "is the "
            "greatest common divisor a prime number? {ask}",
        ),
        _pair,
        _prime_gcd_counted,
    ),
    "lcm-sums": Kind(
        (
            "What is the sum of lcm(i, j), the least common multiple, over all pairs of integers (i, j) with "
            "{low} <= i <= "
            "{high} and 1 <= j <= {m}? {ask}",
            "For every i from {low} to {high} and every j from 1 to {m} (all ends included), take the least "
            "common multiple of i "
            "and j. Add up all of them. {ask}",
            "The rows of a table are numbered from {low} to {high} and its columns from 1 to {m}. In row i and "
            "column j stands "
            "the least common multiple of i and j. Find the sum of the table. {ask}",
        ),
        _lcm_sum,
        _lcm_counted,
    ),
    "gcd-with-number": Kind(
        (
            "What is gcd(1, {n}) + gcd(2, {n}) + ... + gcd({n}, {n})? {ask}",
            "For each integer from 1 to {n}, both included, take its greatest common divisor with {n}. Find the "
            "sum. {ask}",
            "Compute the sum of gcd(k, {n}) over the integers k with 1 <= k <= {n}. {ask}",
        ),
        _gcd_with,
        _gcd_with_counted,
    ),
    "remainder-products": Kind(
        (
            "Write x mod y for the remainder when x is divided by y. What is the sum of ({n} mod i) * ({m} mod j) "
            "over all "
            "pairs of integers with 1 <= i <= {n}, 1 <= j <= {m} and i different from j? {ask}",
            "For all i from 1 to {n} and all j from 1 to {m}, but not where i = j, multiply the remainder of {n} "
            "divided by i by "
            "the remainder of {m} divided by j. Add up the products. {ask}",
            "Find the sum of ({n} mod i) * ({m} mod j), where mod gives the remainder, i runs through 1, ..., {n} "
            "and j through "
            "1, ..., {m}; the terms with i = j are left out. {ask}",
        ),
        _remainders,
        _remainders_counted,
    ),
    "sum-divides": Kind(
        (
            "How many pairs of integers (a, b) with 1 <= a < b <= {n} are there for which {k} * a * b is "
            "divisible by a + b? "
            "{ask}",
            "Two different numbers a < b are chosen from 1, 2, ..., {n}. In how many cases is {k}ab a multiple of "
            "a + b? {ask}",
            "Count the pairs 1 <= a < b <= {n} such that a + b divides the product {k} * a * b without remainder. "
            "{ask}",
        ),
        _sum_divides,
        _sum_divides_counted,
    ),
    "digit-sums": Kind(
        (
            "All integers from {low} to {high}, both included, are written in decimal. What is the sum of all "
            "digits that are "
            "written? {ask}",
            "Add the digits of every whole number from {low} to {high} (the ends included). What do all of them "
            "come to? {ask}",
            "Let s(k) be the sum of the decimal digits of k. Find the sum of s(k) for {low} <= k <= {high}. {ask}",
        ),
        _digit_range,
        _digit_sum_counted,
    ),
    "digit-products": Kind(
        (
            "How many {digits}-digit positive integers have digits whose product is {product}? {ask}",
            "Count the {digits}-digit numbers for which multiplying all of their digits gives {product}. {ask}",
            "A code consists of {digits} digits from 1 to 9, in an order that matters. The product of the digits "
            "is {product}. "
            "How many codes are possible? {ask}",
        ),
        _digit_product,
        _digit_product_counted,
    ),
    "fibonacci-pairs": Kind(
        (
            "For positive integers a and b let f(0) = a, f(1) = b and f(n) = f(n-1) + f(n-2) for n >= 2. For how "
            "many pairs (a, "
            "b) is f(n) = {k} for some n >= 2? {ask}",
            "A sequence begins with two positive integers, and every later number is the sum of the two before "
            "it. How many "
            "choices of the first two numbers, in order, make {k} appear at the third place or later? {ask}",
            "Count the ordered pairs of positive integers (a, b) such that the sequence a, b, a + b, a + 2b, 2a + "
            "3b, ... (each "
            "number from the third on is the sum of the two before it) contains {k} at its third place or later. "
            "{ask}",
        ),
        _fibonacci,
        _fibonacci_counted,
    ),
    "pure-repeating": Kind(
        (
            "A number is purely repeating in base {base} if it can be written there with a block of digits that "
            "repeats "
            "forever from right after the point; whole numbers count, with the block 0, and other finite "
            "expansions do "
            "not. How many different numbers x/y with integers 1 <= x <= {n} and 1 <= y <= {m} are purely "
            "repeating? {ask}",
            "Consider all different values of fractions x/y in which the numerator x is from 1 to {n} and the "
            "denominator y "
            "from 1 to {m}. How many of them are integers or have a base-{base} expansion whose period begins "
            "right "
            "after the point (an expansion that ends, of a value that is no integer, does not count)? {ask}",
            "Count the fractions in lowest terms with a numerator from 1 to {n} and a denominator from 1 to {m} "
            "whose "
            "denominator has no common factor with {base} but 1. These are the numbers that repeat in base {base} "
            "from the "
            "point on, the integers included. {ask}",
        ),
        _repeating,
        _repeating_counted,
    ),
    "coprime-sets": Kind(
        (
            "How many ordered pairs (S, T) of disjoint subsets of {{{numbers}}} are there such that gcd(x, y) = 1 "
            "for all x in S "
            "and all y in T? Either set may be empty. {ask}",
            "Each of the numbers {numbers} is painted red, painted blue or left white, so that no red number has "
            "a common "
            "factor greater than 1 with a blue number. In how many ways can this be done? {ask}",
            "Ann takes some of the cards {numbers}, Ben takes some of the others, and both may take none. "
            "Whatever card of Ann "
            "and whatever card of Ben one compares, their numbers are coprime. Count the possible outcomes. {ask}",
        ),
        _coprime_sets,
        _coprime_sets_counted,
    ),
    "divisor-products": Kind(
        (
            f"Let d(k) be the number of positive divisors of k. Find the sum of d(i * j) over {PAIRS}. {{ask}}",
            f"For {PAIRS}, count the positive divisors of the product i * j. What is the sum of these counts? "
            f"{{ask}}",
            "In the multiplication table with {n} rows and {m} columns (both from 1), each product is replaced by "
            "the number of "
            "its positive divisors. Find the sum of the new table. {ask}",
        ),
        _grid,
        _divisor_products_counted,
    ),
    "xor-divisors": Kind(
        (
            "Let d(k) be the number of positive divisors of k, and d(0) = 0. What is the sum of d(i XOR j XOR "
            "{x}) over all "
            "integers 0 <= i <= {n} and 0 <= j <= {m}? XOR is the bitwise exclusive or. {ask}",
            "For every i from 0 to {n} and every j from 0 to {m}, take the bitwise exclusive or of i, j and {x}, "
            "and count its "
            "positive divisors (none are counted for 0). Add up the counts. {ask}",
            "Compute the sum of d(i ^ j ^ {x}) over 0 <= i <= {n}, 0 <= j <= {m}, where ^ is the bitwise "
            "exclusive or and d(k) is "
            "the number of positive divisors of k, with d(0) = 0. {ask}",
        ),
        _xor_divisors,
        _xor_divisors_counted,
    ),
}
WORDINGS = {name: kind.wordings for name, kind in KINDS.items()}
generate = counting_family(KINDS, least=16)
