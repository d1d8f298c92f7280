"""Number sums: ranges and numbers are read from the prompt, and all numbers or pairs are looked at one by one."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations, product
from math import gcd, lcm, prod

from exact_answers import whole
from recounted import REMAINDER, RUNNING, TOGETHER, TOTAL, Recounted, comes_to
from sympy import divisor_count, isprime, primefactors, totient

from rlvr.generators.counting.number_sums_solver import solve

RANGE = "1 <= i <= {n}{:,| and} 1 <= j <= {m}"
PAIRS = f"all ordered pairs (i, j) of integers with {RANGE}"
NUMBERS = r"{numbers:\d+(?:, \d+)+}"
SENTENCES = {
    "divisor-counts": [
        "Let d(k) … number of positive divisors of k. What is d({low}) + ... + d({high}), … sum over all integers from "
        "{low} to {high}, both included?",
        "For each integer from {low} to {high} (both ends count), count its positive divisors, 1 and … number itself "
        "included. Add up these counts.",
        "How many pairs (x, k) … such that k … integer with {low} <= k <= {high} and x … positive integer that divides "
        "k?",
    ],
    "totients": [
        "Let phi … Euler's totient function. Compute phi({low}) + ... + phi({high}), where every integer from {low} to "
        "{high} occurs once.",
        "For each integer k from {low} to {high}, both included, count … integers from 1 to k that have no common "
        "factor with k but 1. What is … sum of these counts?",
        "How many fractions a/k in lowest terms … 1 <= a <= k and a denominator k with {low} <= k <= {high}?",
    ],
    "gcd-powers": [
        f"What is … sum of gcd(i, j)^{{k}} over {PAIRS}?",
        f"For {PAIRS}, take … greatest common divisor to … power {{k}}. Add up all these numbers.",
        "A table has {n} rows and {m} columns, both numbered from 1. In row i and column j … gcd(i, j)^{k}. Find … sum "
        "of … whole table.",
    ],
    "gcd-pairs": [
        f"How many of {PAIRS} … greatest common divisor {{g}}?",
        f"Count … pairs (i, j) with {RANGE} and gcd(i, j) = {{g}}. … pairs (i, j) and (j, i) … different unless i = j.",
        "A number from 1 to {n} … on a red card and a number from 1 to {m} on a blue card. For how many choices of … "
        "two numbers is {g} exactly their greatest common divisor?",
    ],
    "prime-gcds": [
        f"How many of {PAIRS} … prime number as their greatest common divisor?",
        f"Count … pairs (i, j) with {RANGE} for which gcd(i, j) is prime. … order matters, and 1 is no prime.",
        "Ann picks an integer from 1 to {n}, Ben one from 1 to {m}. For how many of … pairs (Ann's, Ben's) is … "
        "greatest common divisor a prime number?",
    ],
    "lcm-sums": [
        "What is … sum of lcm(i, j), … least common multiple, over all pairs of integers (i, j) with {low} <= i <= "
        "{high} and 1 <= j <= {m}?",
        "For every i from {low} to {high} and every j from 1 to {m} (all ends included), take … least common multiple "
        "of i and j. Add up all of them.",
        "… rows of a table … numbered from {low} to {high} and its columns from 1 to {m}. In row i and column j … "
        "least common multiple of i and j. Find … sum of … table.",
    ],
    "gcd-with-number": [
        "What is gcd(1, {n}) + gcd(2, {n}) + ... + gcd({n}, {n})?",
        "For each integer from 1 to {n}, both included, take its greatest common divisor with {n}. Find … sum.",
        "Compute … sum of gcd(k, {n}) over … integers k with 1 <= k <= {n}.",
    ],
    "remainder-products": [
        "Write x mod y for … remainder when x … divided by y. What is … sum of ({n} mod i) * ({m} mod j) over all "
        f"pairs of integers with {RANGE} and i different from j?",
        "For all i from 1 to {n} and all j from 1 to {m}, but not where i = j, multiply … remainder of {n} divided by "
        "i by … remainder of {m} divided by j. Add up … products.",
        "Find … sum of ({n} mod i) * ({m} mod j), where mod … remainder, i runs through 1, ..., {n} and j through 1, "
        "..., {m}; … terms with i = j … left out.",
    ],
    "sum-divides": [
        "How many pairs of integers (a, b) with 1 <= a < b <= {n} … for which {k} * a * b … divisible by a + b?",
        "Two different numbers a < b … from 1, 2, ..., {n}. In how many cases is {k}ab a multiple of a + b?",
        "Count … pairs 1 <= a < b <= {n} such that a + b divides … product {k} * a * b without remainder.",
    ],
    "digit-sums": [
        "All integers from {low} to {high}, both included, … in decimal. What is … sum of all digits …?",
        "Add … digits of every whole number from {low} to {high} (… ends included). What do all of them come to?",
        "Let s(k) … sum of … decimal digits of k. Find … sum of s(k) for {low} <= k <= {high}.",
    ],
    "digit-products": [
        "How many {digits}-digit positive integers … digits whose product is {product}?",
        "Count … {digits}-digit numbers for which multiplying all of their digits gives {product}.",
        "A code … {digits} digits from 1 to 9, in an order that matters. … product of … digits is {product}. How many "
        "codes … possible?",
    ],
    "fibonacci-pairs": [
        "For positive integers a and b let f(0) = a, f(1) = b and f(n) = f(n-1) + f(n-2) for n >= 2. For how many "
        "pairs (a, b) is f(n) = {k} for some n >= 2?",
        "A sequence begins with two positive integers, and every later number … sum of … two before it. How many "
        "choices of … first two numbers, in order, make {k} appear at … third place or later?",
        "Count … ordered pairs of positive integers (a, b) such that … sequence a, b, a + b, a + 2b, 2a + 3b, ... "
        "(each number from … third on … sum of … two before it) contains {k} at … third place or later.",
    ],
    "pure-repeating": [
        "A number … purely repeating in base {base} if … written … with a block of digits that repeats forever from "
        "right after … point; whole numbers count, with … block 0, and other finite expansions do not. How many "
        "different numbers x/y with integers 1 <= x <= {n} and 1 <= y <= {m} … purely repeating?",
        "Consider all different values of fractions x/y in which … numerator x … from 1 to {n} and … denominator y "
        "from 1 to {m}. How many of them … integers or … base-{base} expansion whose period begins right after … point "
        "(an expansion that ends, of a value that is no integer, does not count)?",
        "Count … fractions in lowest terms with a numerator from 1 to {n} and a denominator from 1 to {m} whose "
        "denominator has no common factor with {base} but 1. These … numbers that repeat in base {base} from … point "
        "on, … integers included.",
    ],
    "coprime-sets": [
        f"How many ordered pairs (S, T) of disjoint subsets of {{{{{NUMBERS}}}}} … such that gcd(x, y) = 1 for all x "
        "in S and all y in T? Either set may … empty.",
        f"Each of … numbers {NUMBERS} … painted red, painted blue or left white, so that no red number has a common "
        "factor greater than 1 with a blue number. In how many ways …?",
        f"Ann takes some of … cards {NUMBERS}, Ben takes some of … others, and both may take none. Whatever card of "
        "Ann and whatever card of Ben one compares, their numbers … coprime. Count … possible outcomes.",
    ],
    "divisor-products": [
        f"Let d(k) … number of positive divisors of k. Find … sum of d(i * j) over {PAIRS}.",
        f"For {PAIRS}, count … positive divisors of … product i * j. What is … sum of these counts?",
        "In … multiplication table with {n} rows and {m} columns (both from 1), each product … replaced by … number of "
        "its positive divisors. Find … sum of … new table.",
    ],
    "xor-divisors": [
        "Let d(k) … number of positive divisors of k, and d(0) = 0. What is … sum of d(i XOR j XOR {x}) over all "
        "integers 0 <= i <= {n} and 0 <= j <= {m}? XOR is … bitwise exclusive or.",
        "For every i from 0 to {n} and every j from 0 to {m}, take … bitwise exclusive or of i, j and {x}, and count "
        "its positive divisors (none … counted for 0). Add up … counts.",
        "Compute … sum of d(i ^ j ^ {x}) over 0 <= i <= {n}, 0 <= j <= {m}, where ^ is … bitwise exclusive or and d(k) "
        "… number of positive divisors of k, with d(0) = 0.",
    ],
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


@cache
def by_divisor(n, m):
    return Counter(gcd(i, j) for i, j in pairs(n, m))


def with_gcd(n, m, g):
    return by_divisor(n, m)[g]


def exactly(n, m, x):
    """A line of the table of pairs by their greatest common divisor, from the greatest down."""
    return (x.a, x.b, x.w) == (n // x.gcd, m // x.gcd, with_gcd(n, m, x.gcd)) and whole(
        x.less.replace("-", " ")
    ) == [with_gcd(n, m, g) for g in range(2 * x.gcd, min(n, m) + 1, x.gcd)]


def by_gcd(reach):
    """The lines of that table, whose sizes are told by the facts."""
    return {
        "pairs whose gcd is g: pairs of multiples of g, less those whose gcd is a larger multiple of g": (
            lambda x: len(x.before) < 2
        ),
        "gcd {gcd}: {a} * {b}{less:(?: - [0-9]+)*} = {w}": lambda x: exactly(*reach(x), x),
    }


def below(x):
    """The digits at one place of all numbers below a border."""
    full, rest = divmod(x.b, 10 * x.unit)
    digit, tail = divmod(rest, x.unit)
    return (
        x.b in (x.low, x.high + 1)
        and (x.full, x.unit2, x.digit, x.digit2, x.unit3, x.digit3, x.tail)
        == (full, x.unit, digit, digit, x.unit, digit, tail)
        and x.w == 45 * full * x.unit + sum(range(digit)) * x.unit + digit * tail
    )


def tails(x):
    """Codes of the first digits, by their product."""
    found = Counter({1: 1})
    for _ in range(x.size):
        longer = Counter()
        for value, ways in found.items():
            for digit in range(1, 10):
                longer[value * digit] += ways
        found = Counter({value: ways for value, ways in longer.items() if x.product % value == 0})
    return x.by == x.product and x.shown == " ".join(f"{value}:{found[value]}" for value in sorted(found))


def members(x):
    """So many pairs make the number appear at one place."""
    p, q = 1, 1
    for _ in range(x.at - 2):
        p, q = q, p + q
    count = sum((x.k - q * b) % p == 0 for b in range(1, x.k) if q * b < x.k)
    return (x.p, x.q, x.of, x.w) == (p, q, x.k, count)


def hanging(x):
    """A part that hangs together, apart from all other numbers, and the ways to paint it."""
    part = whole(x.part)
    others = set(x.numbers) - set(part)
    linked = [part[0]]
    for i in linked:
        linked += [j for j in part if gcd(i, j) > 1 and j not in linked]
    alone = all(gcd(i, j) == 1 for i in part for j in others)
    return set(linked) == set(part) and alone and x.w == solve({"kind": "coprime-sets", "numbers": part})


def a_row(x):
    values = [x.i ^ j ^ x.x for j in range(x.m + 1)]
    counts = [int(divisor_count(value)) if value else 0 for value in values]
    return (whole(x.values), whole(x.counts), x.w) == (values, counts, sum(counts))


RATIO = {
    "phi({i}): {how:[0-9 */]+ = |}{w}": lambda x: (
        x.w == totient(x.i)
        and (not x.how or whole(x.how) == [x.i, *(n for p in primefactors(x.i) for n in (p - 1, p))])
    )
}
LINES = {
    "divisor-counts": {
        "multiples of {d}: {a} - {b} = {w}": lambda x: (x.a, x.b) == (x.high // x.d, (x.low - 1) // x.d)
    },
    "totients": RATIO,
    "gcd-powers": {
        **by_gcd(lambda x: (x.n, x.m)),
        "gcd {gcd}: {count} * {g}^{power} = {w}": lambda x: (
            (x.gcd, x.power, x.count) == (x.g, x.k, with_gcd(x.n, x.m, x.gcd))
        ),
    },
    "gcd-pairs": {
        "divide by {by}: coprime pairs of numbers up to {a} // {b} = {c} and up to {d} // {e} = {f}": lambda x: (
            (x.by, x.a, x.b, x.c, x.d, x.e, x.f) == (x.g, x.n, x.g, x.n // x.g, x.m, x.g, x.m // x.g)
        ),
        **by_gcd(lambda x: (x.n // x.g, x.m // x.g)),
    },
    "prime-gcds": {
        **by_gcd(lambda x: (x.n, x.m)),
        "for the primes: {sum:[0-9 +=]+}": lambda x: comes_to(x.sum, x.exact),
    },
    "lcm-sums": {
        "with {i}: {terms:[0-9 +]+} = {w}": lambda x: whole(x.terms) == [lcm(x.i, j) for j in range(1, x.m + 1)]
    },
    "gcd-with-number": {
        "numbers up to {a} with gcd g: multiples of g, less those whose gcd is a larger multiple of g": (
            lambda x: x.a == x.n and not x.before
        ),
        "gcd {gcd}: {a}{less:(?: - [0-9]+)*} = {w}": lambda x: (
            (x.a, x.w) == (x.n // x.gcd, sum(gcd(i, x.n) == x.gcd for i in range(1, x.n + 1)))
        ),
        "times {gcd}: {a} * {b} = {w}": lambda x: (
            (x.b, x.a) == (x.gcd, sum(gcd(i, x.n) == x.gcd for i in range(1, x.n + 1)))
        ),
    },
    "remainder-products": {
        "{a} mod 1, ..., {b}: {terms:[0-9 +]+} = {w}": lambda x: (
            x.a == x.b in (x.n, x.m) and whole(x.terms) == [x.a % i for i in range(1, x.a + 1)]
        ),
        "products with i = j: {terms:[0-9 +]+} = {w}": lambda x: (
            whole(x.terms) == [(x.n % i) * (x.m % i) for i in range(1, min(x.n, x.m) + 1)]
        ),
        "{a} * {b} - {c} = {w}": lambda x: (
            (x.a, x.b, x.c) == tuple(int(line.split()[-1]) for line in x.before) and x.w == x.exact
        ),
    },
    "sum-divides": {
        "a = d * x, b = d * y with coprime x < y; then k * a * b / (a + b) is whole if x + y divides {by} * d": (
            lambda x: x.by == x.k
        ),
        "x = {i}, y = {j}, d a multiple of {step}: {a} // {b} = {w}": lambda x: (
            gcd(x.i, x.j) == 1
            and x.i < x.j
            and (x.a, x.b) == (x.n, x.j * x.step)
            and x.step == next(d for d in range(1, x.n + 1) if x.k * d % (x.i + x.j) == 0)
        ),
    },
    "digit-sums": {
        "numbers below {b}, the digit of {unit}: {full} * 45 * {unit2} + {digit} * ({digit2} - 1) / 2 * {unit3} + "
        "{digit3} * {tail} = {w}": below,
        "below {b}: {sum:[0-9 +=]+}": lambda x: (
            x.b in (x.low, x.high + 1) and comes_to(x.sum, sum(int(c) for i in range(x.b) for c in str(i)))
        ),
        "{a} - {b} = {w}": lambda x: x.w == x.exact == x.a - x.b,
    },
    "digit-products": {
        "{size} digits, ways to each product that divides {by} = {shown:[0-9: ]+}": tails,
        "ways to {at}: {w}": lambda x: (x.at, x.w) == (x.product, x.exact),
    },
    "fibonacci-pairs": {"f({at}) is {p} * a + {q} * b, and {of} for so many pairs: {w}": members},
    "pure-repeating": {
        "x / y in lowest terms repeats from the point on if y and {by} are coprime": lambda x: x.by == x.base,
        "y = {y}, numbers up to {to} that are coprime to it: {w}": lambda x: (
            (x.to, gcd(x.y, x.base)) == (x.n, 1) and x.w == sum(gcd(i, x.y) == 1 for i in range(1, x.n + 1))
        ),
    },
    "coprime-sets": {
        "{part:[0-9 ]+} hang together by common factors, ways to give them out: {w}": hanging,
        **TOGETHER,
    },
    "divisor-products": {
        "d(i * j) counts the coprime pairs (x, y) with x dividing i and y dividing j": lambda x: not x.before,
        "x = {i}: {a} * ({terms:[0-9 +]+}) = {w}": lambda x: (
            x.a == x.n // x.i and whole(x.terms) == [x.m // y for y in range(1, x.m + 1) if gcd(x.i, y) == 1]
        ),
    },
    "xor-divisors": {"i = {i}, the numbers {values:[0-9 ]+}: {counts:[0-9 +]+} = {w}": a_row},
}
LINES = {kind: {**each, **TOTAL, **RUNNING, **REMAINDER} for kind, each in LINES.items()}


class TestNumberSums(Recounted):
    id = "number-sums"
    sentences, brute, recount, lines = SENTENCES, BRUTE, solve, LINES

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
