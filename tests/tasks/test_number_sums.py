"""Number sums: ranges and numbers are read from the prompt, and all numbers or pairs are looked at one by one."""

from __future__ import annotations

import re
from itertools import combinations, product
from math import gcd, lcm, prod

from recounted import Recounted, slots
from sympy import divisor_count, isprime, totient

from rlvr.generators.counting.number_sums_solver import solve

LOW_HIGH = {
    "low": (r"(\d+) <= k", r"from (\d+) to"),
    "high": (r"k <= (\d+)", r"from \d+ to (\d+)"),
}
N = (r"i <= (\d+)", r"has (\d+) rows", r"with (\d+) rows", r"from 1 to (\d+)", r"i from 0 to (\d+)")
M = (
    *(r"j <= (\d+)", r"rows and (\d+) columns", r"number from 1 to (\d+) on a blue"),
    *(r"Ben one from 1 to (\d+)", r"j from 0 to (\d+)"),
)
MARKS = {
    "divisor-counts": r"d\(\d+\) \+|For each integer.*its positive divisors, 1|positive integer that divides k",
    "totients": "totient|no common factor with k but|denominator k",
    "gcd-powers": r"gcd\(i, j\)\^|to the power",
    "gcd-pairs": r"greatest common divisor \d|gcd\(i, j\) = |exactly their greatest",
    "prime-gcds": "prime number|is prime",
    "lcm-sums": "least common multiple",
    "gcd-with-number": r"gcd\((?:1|k), \d|greatest common divisor with",
    "remainder-products": " mod i|remainder of",
    "sum-divides": r"a \+ b\?|a multiple of a \+ b|a \+ b divides",
    "digit-sums": "all digits|Add the digits|sum of the decimal digits",
    "digit-products": "whose product is|all of their digits|product of the digits is",
    "fibonacci-pairs": r"sum of the two before|f\(n-1\)",
    "pure-repeating": "epeat|period",
    "coprime-sets": "disjoint|painted|cards",
    "divisor-products": r"d\(i \* j\)|product i \* j|multiplication table",
    "xor-divisors": "exclusive",
}
READERS = {
    "divisor-counts": slots(**LOW_HIGH),
    "totients": slots(low=(r"phi\((\d+)\)", *LOW_HIGH["low"]), high=(r"\+ phi\((\d+)\)", *LOW_HIGH["high"])),
    "gcd-powers": slots(k=(r"\^(\d+)", r"power (\d+)"), n=N, m=M),
    "gcd-pairs": slots(g=(r"divisor (\d+)\?", r"\(i, j\) = (\d+)", r"is (\d+) exactly"), n=N, m=M),
    "prime-gcds": slots(n=N, m=M),
    "lcm-sums": slots(
        low=(r"(\d+) <= i", r"from (\d+) to"),
        high=(r"i <= (\d+)", r"from \d+ to (\d+)"),
        m=(r"j <= (\d+)", r" from 1 to (\d+)"),
    ),
    "gcd-with-number": slots(n=(r"from 1 to (\d+)", r"gcd\(1, (\d+)\)", r"k <= (\d+)")),
    "remainder-products": slots(
        n=(r"\((\d+) mod i\)", r"remainder of (\d+) divided by i"),
        m=(r"\((\d+) mod j\)", r"remainder of (\d+) divided by j"),
    ),
    "sum-divides": slots(n=(r"b <= (\d+)", r"2, \.\.\., (\d+)"), k=(r"(\d+) \* a", r"(\d+)ab")),
    "digit-sums": slots(**LOW_HIGH),
    "digit-products": slots(
        digits=(r"(\d+)-digit", r"of (\d+) digits"),
        product=(r"product is (\d+)", r"gives (\d+)", r"the digits is (\d+)"),
    ),
    "fibonacci-pairs": slots(k=(r"f\(n\) = (\d+)", r"make (\d+)", r"contains (\d+)")),
    "pure-repeating": slots(
        n=(r"x <= (\d+)", r"x is from 1 to (\d+)", r"numerator from 1 to (\d+)"),
        m=(r"y <= (\d+)", r"y from 1 to (\d+)", r"denominator from 1 to (\d+)"),
        base=(r"base (\d+)", r"base-(\d+)"),
    ),
    "coprime-sets": slots(("numbers", r"(\d+(?:, \d+)+)")),
    "divisor-products": slots(n=N, m=M),
    "xor-divisors": slots(x=(r"j XOR (\d+)", r"j and (\d+)", r"j \^ (\d+)"), n=N, m=M),
}


def pairs(n, m):
    return product(range(1, n + 1), range(1, m + 1))


def area(n, m, **_):
    return n * m


def span(low, high):
    return high - low


def repeats(x, y, base):
    """Whether multiplying by a power of the base, and taking the same number away, leaves a whole number."""
    return any(x * (base**power - 1) % y == 0 for power in range(1, y + 1))


def starts(k):
    """Backwards from k and the number before it, as long as numbers stay positive."""
    found = set()
    for before in range(1, k):
        x, y = before, k
        while y - x > 0:
            x, y = y - x, x
            found.add((x, y))
    return len(found)


def subsets(items):
    return [set(chosen) for size in range(len(items) + 1) for chosen in combinations(items, size)]


BRUTE = {
    "divisor-counts": (span, lambda low, high: sum(int(divisor_count(x)) for x in range(low, high + 1))),
    "totients": (span, lambda low, high: sum(int(totient(x)) for x in range(low, high + 1))),
    "gcd-powers": (area, lambda n, m, k: sum(gcd(i, j) ** k for i, j in pairs(n, m))),
    "gcd-pairs": (area, lambda n, m, g: sum(gcd(i, j) == g for i, j in pairs(n, m))),
    "prime-gcds": (area, lambda n, m: sum(isprime(gcd(i, j)) for i, j in pairs(n, m))),
    "lcm-sums": (
        lambda low, high, m: (high - low) * m,
        lambda low, high, m: sum(lcm(i, j) for i, j in pairs(high, m) if i >= low),
    ),
    "gcd-with-number": (lambda n: n, lambda n: sum(gcd(i, n) for i in range(1, n + 1))),
    "remainder-products": (area, lambda n, m: sum((n % i) * (m % j) for i, j in pairs(n, m) if i != j)),
    "sum-divides": (
        lambda n, k: n * n // 2,
        lambda n, k: sum((k * a * b) % (a + b) == 0 for a, b in combinations(range(1, n + 1), 2)),
    ),
    "digit-sums": (span, lambda low, high: sum(int(c) for x in range(low, high + 1) for c in str(x))),
    "digit-products": (
        lambda digits, product: 9**digits,
        lambda digits, product: sum(
            prod(map(int, str(x))) == product for x in range(10 ** (digits - 1), 10**digits)
        ),
    ),
    "fibonacci-pairs": (lambda k: k, starts),
    "pure-repeating": (
        area,
        lambda n, m, base: sum(gcd(x, y) == 1 and repeats(x, y, base) for x, y in pairs(n, m)),
    ),
    "coprime-sets": (
        lambda numbers: 4 ** len(numbers),
        lambda numbers: sum(
            not s & t and all(gcd(x, y) == 1 for x in s for y in t)
            for s in subsets(numbers)
            for t in subsets(numbers)
        ),
    ),
    "divisor-products": (area, lambda n, m: sum(int(divisor_count(i * j)) for i, j in pairs(n, m))),
    "xor-divisors": (
        area,
        lambda n, m, x: sum(
            int(divisor_count(v)) for i in range(n + 1) for j in range(m + 1) if (v := i ^ j ^ x)
        ),
    ),
}


class TestNumberSums(Recounted):
    id = "number-sums"
    marks, readers, brute, recount = MARKS, READERS, BRUTE, solve

    def test_every_wording_of_pairs_says_whether_the_order_matters(self):
        for kind, said in {
            "gcd-pairs": "ordered pairs|are different unless|red card",
            "prime-gcds": "ordered pairs|order matters|Ann's, Ben's",
            "coprime-sets": "ordered pairs|red|Ann",
            "fibonacci-pairs": r"\(a, b\)|in order|ordered",
        }.items():
            for seed in range(12):
                assert re.search(said, self.spec.task(1, seed, params={"kinds": kind}).prompt), kind

    def test_known_numbers(self):
        """Of the pairs up to 100, 6087 are coprime; the totients add up to 3044, and there are 482 divisors."""
        assert solve({"kind": "gcd-pairs", "n": 100, "m": 100, "g": 1}) == 6087
        assert solve({"kind": "totients", "low": 1, "high": 100}) == 3044
        assert solve({"kind": "divisor-counts", "low": 1, "high": 100}) == 482
