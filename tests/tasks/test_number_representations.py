"""Representations of numbers: facts are read from the prompt, and values found as the question says it."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, count, repeat
from math import prod

from chosen import Chosen, numbers
from sympy import divisor_count, divisors, factorint

from rlvr.generators.number_theory.number_representations_solver import solve
from rlvr.generators.number_theory.representation_values import scientific
from rlvr.verifiers.base import Reason

ASK = (
    "Answer with … integer.",
    "Give … number … an integer.",
    "Give only … integer.",
    "Give … remainder when … number … divided by {mod}.",
    "Since it may … large, give only … remainder on division by {mod}.",
    "Answer with … number modulo {mod} … integer from 0 to {last}.",
)
LIST = "{numbers:[0-9]+(?:, [0-9]+)+}"
LIKE = "{like:[0-9.]+e5}"
DEGREE = "{degree:second|third|fourth|fifth|sixth|seventh}"
NESTED = {"43": "2(2(2)+2(0))+2(2+2(0))+2+2(0)", "19": "2(2(2))+2+2(0)", "40": "2(2(2)+2(0))+2(2+2(0))"}
SENTENCES = {
    "power": [
        (
            r"Compute {base:\(?[-0-9.]+\)?}^{exponent:\(?[-0-9]+\)?} and round it to {digits} significant digits. "
            f"Write … result in scientific notation, such as {LIKE}.",
            r"What is {base:\(?[-0-9.]+\)?} to the power {exponent}? Give {digits} significant digits, correctly "
            f"rounded, in scientific notation ({LIKE} shows … form).",
            r"Raise … number {base:\(?[-0-9.]+\)?} to the power {exponent}. … answer … to … one digit before the "
            "point, {rest} after it (the last one rounded), and a power of ten behind e … form of "
            + LIKE
            + ".",
        )
    ],
    "root": [
        (
            f"Compute … {DEGREE} root of {{n}}, rounded to {{places}} decimal places.",
            "What is {n}^(1/{k})? Round to {places} decimal places.",
            f"Find … positive number whose {DEGREE} power is {{n}}. Give it with {{places}} digits after … decimal "
            "point, the last one rounded.",
        )
    ],
    "largest-product": [
        (
            "Integers, of which each … at least {least} and … may … equal, have … sum {total}. How many … free. What "
            "is … largest product … they can have?",
            "Write {total} as a sum of one or more integers of at least {least}, repetitions allowed, so that … "
            "product of these integers is … large as possible. What is … product?",
            "A rope of length {total} is cut into pieces of whole lengths, none shorter than {least} (it may … stay "
            "whole). What is … largest value … product of all lengths can have?",
        ),
        ASK,
    ],
    "divisor-count": [
        (
            "What is … smallest positive integer … multiple of {of} and … exactly {count} positive divisors (1 and … "
            "included)?",
            "Of all positive integers with exactly {count} positive divisors, find … smallest one that {of} divides.",
            "Find … least n > 0 such that {of} divides n and … number of positive divisors of n is {count}.",
        ),
        ASK,
    ],
    "joined": [
        (
            "Write … integers from 1 to {n} one after the other, without spaces … one long decimal number (for 10 … "
            "12345678910). What is … remainder on division by {m}?",
            "C(n) is … number … made by joining … decimal digits of 1, 2, 3, ..., n in … order, so that C(11) = "
            "1234567891011. Work out C({n}) mod {m}.",
            "… numbers 1, 2, ..., {n} stand next to each other in a row and … read as … single number in base ten. "
            "Which remainder … leave when it is divided by {m}?",
        ),
        ASK,
    ],
    "two-digits": [
        (
            "What is … smallest positive integer b for which {a} * b has no other decimal digits than 0 and {digit}?",
            "Some positive multiples of {a} … written in base ten with … digits 0 and {digit} alone. Take … smallest "
            "of them. By what … one multiply {a} to get it?",
            "Find … least b > 0 such that every digit of … product {a} * b in decimal is 0 or {digit}. Give b, not … "
            "product.",
        ),
        ASK,
    ],
    "power-sums": [
        (
            "Take … powers of {k} (1, {k}, {k}^2, ...) and all sums of different powers of {k}, in rising order: 1, "
            "{k}, {one}, {square} and … on. Which number is term {n}, if 1 is term 1?",
            "All positive integers … a power of {k} (1 included) or a sum of several different powers of {k} … listed "
            "from … smallest one on; … list begins 1, {k}, {one}, {square}. What is … entry number {n} (the first "
            "entry has number 1)?",
            "Coins … worth 1, {k}, {k}^2, {k}^3 and … on, and … one of each. … amounts … can pay, without change, … "
            "1, {k}, {one}, {square} and … on in rising order. What is … amount in place {n} of … list … counted "
            "from 1?",
        ),
        ASK,
    ],
    "pieces": [
        (
            f"What is … largest positive integer L for which … quotients of … numbers {LIST} by L, each rounded down, "
            "have a sum of at least {count}?",
            f"Logs … lengths {LIST}. Pieces of one whole length L … cut from them, and at least {{count}} pieces … "
            "needed; what … left of a log is no piece. What is … largest L … possible?",
            f"For a positive integer L, divide each of {LIST} by L, rounding down, and add … results up. Find … "
            "greatest L for which … total is not less than {count}.",
        ),
        ASK,
    ],
    "products": [
        (
            "In how many ways is a number a product of two or more different integers greater than 1? The order of … "
            f"factors … not matter. Answer … for each of … numbers {LIST}, in … order, with commas between … counts.",
            "For each of these numbers, count … sets of at least two different integers, all above 1, whose product it "
            f"is: {LIST}. Give … counts in … order of … numbers, separated by commas.",
            "A number is split if it is written as a product of two or more integers … greater than 1, no two of them "
            "equal; two ways that differ only in … order of … factors … one way. How many ways … to split each of "
            f"{LIST}? Give … counts, in order and separated by commas.",
        )
    ],
    "fibonacci": [
        (
            "Fibonacci numbers are 1, 2, 3, 5, 8, 13 and … on, each … sum of the two before it. Write {n} with … few "
            "of them as possible, where each may … added or subtracted and may … several times (32 is 34 - 2). Give … "
            "signed numbers separated by commas, such as 34, 5, -1. If several … equally short, any of them … right.",
            "Use weights of 1, 2, 3, 5, 8, 13, ... grams (every Fibonacci number, … many of each as you like) on both "
            "pans of a balance to weigh exactly {n} grams with the fewest weights. Answer with … values separated by "
            "commas, positive for … pan opposite … goods and negative (as -8) for … pan of … goods. Any way with the "
            "fewest weights … right.",
            "Find … shortest list of integers with … sum {n} in which every integer is a Fibonacci number (1, 2, 3, 5, "
            "8, 13, ...) or the negative of one; it may hold … same integer more than once. Separate … integers by "
            "commas. Where there are several shortest lists, give any one.",
        )
    ],
    "negative-base": [
        (
            "Write {n} in base -{base}: with digits from 0 to {last}, whose places … worth 1, -{base}, {square}, "
            "-{cube} and … on from the right. Give … digits from left to right as decimal numbers separated by commas, "
            "without zeros in front.",
            "Find integers from 0 to {last} such that {n} is … first times 1, plus … second times -{base}, plus … "
            "third times {square}, plus … fourth times -{cube} and … on with all powers of -{base}. State them in the "
            "reverse order, from … highest power to … lowest one, with commas between them; begin with one that is not "
            "0.",
            "Convert {n} from base ten to … negative base -{base} (digits 0 to {last}). Answer with … digits, most "
            "significant digit first and each … in decimal, with commas between them and no leading zero.",
        )
    ],
    "nearest": [
        (
            f"A step multiplies a number by a prime, or divides it by a prime that divides it. Here is a list: {LIST}. "
            "For each number in turn, which other number of … list is reached with the fewest steps? Give … position "
            "(the first number has position 1), for all numbers in order and separated by commas; of equally near "
            "numbers … one with the smallest position.",
            f"{LIST}\n\nThe distance of two positive integers is … least number of operations that turn one into the "
            "other, where an operation is to multiply by a prime number or to divide by a prime factor. State for "
            "every number of … list, in order, the position of another one at … least distance; positions count from "
            "1, and where … several such numbers, … smallest position … asked for. Separate … positions by commas.",
            "Between integers there are doors: from x to p * x and back, for every prime p. In the row "
            f"{LIST}, each number looks for … other number of … row … gets to through the fewest doors; if … several, "
            "it takes … leftmost of them. Write down … positions of … chosen numbers, from 1 for … leftmost of … row, "
            "in … order of those who choose, with commas between them.",
        )
    ],
    "nested-powers": [
        (
            "Write {n} as a sum of different powers of 2, write each exponent in … same way, and … on. … power 2^k is "
            "written as 2(k), where k itself … written out by … same rules; 2 itself … as 2, and 1 as 2(0), which is "
            f"2^0. So 43 is {NESTED['43']}. Give {{n}} in … form.",
            "In nested binary, 1 is 2(0) and 2 is 2. A larger power of two is 2(...) with … exponent, in nested binary "
            "… parentheses; any other number is a sum of different powers of two, joined by +. For example, 19 is "
            f"{NESTED['19']}. What is {{n}} in nested binary?",
            "Decompose {n} into different powers of 2, and decompose … exponents again until only 2 and 0 … left: 2(x) "
            "stands for 2 to the power x, with 2 for 2(1) and 2(0) for 1. The number 40, which is 2^5 + 2^3, becomes "
            f"{NESTED['40']}. Give … result for {{n}}.",
        )
    ],
}


def facts(*names):
    """A reader: what stands in these slots, lists as such; what else is told of them is checked."""

    def reads(said):
        if "last" in said:
            assert said["last"] == (said["mod"] if "mod" in said else said["base"]) - 1
        if "square" in said:
            k = said["base"] if "base" in said else said["k"]
            assert said["square"] == k * k
            assert said.get("cube", k**3) == k**3
            assert said.get("one", k + 1) == k + 1
        names_ = [*names, "mod"] if "mod" in said else names
        return {name: numbers(said[name]) if name == "numbers" else said[name] for name in names_}

    return reads


def power(said):
    digits = said.get("digits") or 1 + said["rest"]
    assert len(said["like"]) == len("7.e5") + digits - 1
    return {"base": said["base"].strip("()"), "exponent": numbers(said["exponent"])[0], "digits": digits}


def root(said):
    named = ("second", "third", "fourth", "fifth", "sixth", "seventh")
    k = said.get("k") or named.index(said["degree"]) + 2
    return {"n": said["n"], "k": k, "places": said["places"]}


READERS = {
    "power": power,
    "root": root,
    "largest-product": facts("total", "least"),
    "divisor-count": facts("count", "of"),
    "joined": facts("n", "m"),
    "two-digits": facts("a", "digit"),
    "power-sums": facts("k", "n"),
    "pieces": facts("numbers", "count"),
    "products": facts("numbers"),
    "fibonacci": facts("n"),
    "negative-base": facts("n", "base"),
    "nearest": facts("numbers"),
    "nested-powers": facts("n"),
}


def nested(text):
    """Nested powers are worked out by Python."""
    assert re.fullmatch(r"[02()+]+", text)
    return eval(text.replace("2(", "2**("))


def exponents(n):
    return [place for place in range(n.bit_length()) if n >> place & 1]


def multiplied(text):
    """The value of ``2^3 * 5``, and its primes with their exponents."""
    pairs = [tuple(map(int, f"{part}^1".split("^")[:2])) for part in str(text).split(" * ")]
    return prod(p**e for p, e in pairs), dict(pairs)


def next_power(x):
    before = Fraction(x.base) ** (len(x.before) + 1)
    return (Fraction(x.left), Fraction(x.by.strip("()")), Fraction(x.p)) == (
        before,
        Fraction(x.base),
        before * Fraction(x.base),
    )


def next_digit(x):
    """The largest number of so many decimals with a power that is not above n."""
    found, step = Fraction(x.r), Fraction(1, 10 ** len(x.before))
    return x.e == x.k and Fraction(x.p) == found**x.k <= x.n < (found + step) ** x.k and not found % step


def half_way(x):
    half = Fraction(x.before[-1].split("^")[0]) + Fraction(1, 2 * 10**x.places)
    ways = ("less", "up") if half**x.k < x.n else ("more", "down")
    return (Fraction(x.half), x.e, x.side, x.way) == (half, x.k, *ways)


def counts_divisors(x):
    value, powers = multiplied(x.factors)
    return (
        value == x.v
        and powers == factorint(x.v)
        and x.v % x.of == 0
        and prod(e + 1 for e in powers.values()) == x.count
    )


def remainders(x):
    """Remainders of the numbers with so many digits that none with fewer digits leaves."""
    found = [
        {x.digit * int(f"{code:b}") % x.a for code in range(1 << at, 2 << at)}
        for at in range(len(x.before) + 1)
    ]
    left = numbers(x.rests)
    return (
        x.low == x.digit * 10 ** len(x.before)
        and len(left) == len({*left})
        and {*left} == found[-1].difference(*found[:-1])
    )


def factorisations(x):
    ways = [numbers(way) for way in x.ways.split("; ")]
    return (
        (x.m, x.many) == (x.numbers[len(x.before)], x.given[len(x.before)])
        and x.many == len(ways) == len({*map(str, ways)})
        and all(prod(way) == x.m and sorted({*way}) == way and 1 < way[0] < x.m for way in ways)
    )


def nearest_of_fibonacci(x):
    at = len(x.before)
    return (
        x.r == x.same == x.n - sum(x.given[:at])
        and x.f == x.given[at] == int(str(x.g).strip("()"))
        and abs(x.d) == abs(x.r - x.f) == min(abs(abs(x.r) - f) for f in fibonacci_up_to(2 * x.n))
        and x.d == x.r - x.f
    )


def next_of_base(x):
    at = len(x.before)
    start = numbers(x.before[-1])[1] if at else x.n
    return (x.v, x.b, x.d) == (start, x.base, x.given[-1 - at]) and x.v == x.q * -x.b + x.d


def steps_from(x):
    at = len(x.before) - len(x.numbers)
    one = factorint(x.m)
    steps = [sum(abs(one.get(p, 0) - f.get(p, 0)) for p in {*one, *f}) for f in map(factorint, x.numbers)]
    return x.m == x.numbers[at] and numbers(x.steps) == steps


REST = {
    "{v} - {q} * {m} = {rest}": lambda x: (
        (x.v, x.m, x.rest) == (largest(x.total, x.least), x.mod, int(x.answer)) and x.v - x.q * x.m == x.rest
    )
}
LINES = {
    "power": {
        "{left:[-0-9.]+} * {by:[-0-9.()]+} = {p:[-0-9.]+}": next_power,
        "to the power {e}: {longer:[-0-9.e]+}, rounded {short:[-0-9.e]+}": lambda x: (
            (x.e, x.short, len(x.before)) == (x.exponent, x.answer, abs(x.exponent) - 1)
            and Decimal(x.longer) in (rounded(x.base, x.e, x.digits + 4), Decimal(x.short))
        ),
    },
    "root": {
        "{r:[0-9.]+}^{e} = {p:[0-9.]+}": next_digit,
        "{half:[0-9.]+}^{e} is {side:less|more}, so round {way:up|down}": half_way,
    },
    "largest-product": {
        "{many} numbers: {low}^{i} * {high}^{j} = {p}": lambda x: (
            (x.i + x.j, x.low * x.i + x.high * x.j, x.high) == (x.many, x.total, x.low + 1)
            and x.low >= x.least
            and x.low**x.i * x.high**x.j == x.p
        ),
        "the largest: {p}": lambda x: x.p == largest(x.total, x.least),
    }
    | REST,
    "divisor-count": {
        "products of powers, with {many} divisors each:": lambda x: (x.many, x.before) == (x.count, []),
        "{factors:[0-9 ^*]+} = {v}": counts_divisors,
        "the least: {v}": lambda x: x.v == int(x.answer) == min(int(line.split()[-1]) for line in x.before[1:]),
    },
    "joined": {
        "with {i}: {t} leaves {r}": lambda x: (
            x.i == len(x.before) + 1
            and x.t == int((x.before[-1].split()[-1] if x.before else "") + str(x.i))
            and x.t % x.m == x.r
        )
    },
    "two-digits": {
        "numbers from {low} on leave: {rests:[0-9 ]*}": remainders,
        "then {v} leaves 0: {v} / {by} = {q}": lambda x: (
            (x.by, x.q) == (x.a, int(x.answer)) and x.v == x.by * x.q and {*str(x.v)} <= {"0", str(x.digit)}
        ),
    },
    "power-sums": {
        "the ones and zeros of {m} in binary, {bits:[01]+}, say which powers of {b} are in the sum": lambda x: (
            (x.m, int(str(x.bits), 2), x.b) == (x.n, x.n, x.k)
        ),
        "{powers:[0-9^ +]+} = {terms:[0-9 +]+} = {v}": lambda x: (
            x.powers == " + ".join(f"{x.k}^{place}" for place in exponents(x.n))
            and numbers(x.terms) == [x.k**place for place in exponents(x.n)]
            and x.v == sum(numbers(x.terms)) == int(x.answer)
        ),
    },
    "pieces": {
        "L = {size} gives {terms:[0-9 +]+} pieces, {total}": lambda x: (
            numbers(x.terms) == [n // x.size for n in x.numbers] and x.total == sum(numbers(x.terms))
        ),
        "the largest L: {size}": lambda x: x.size == int(x.answer),
    },
    "products": {"{m}, {many}: {ways:.+}": factorisations},
    "fibonacci": {r"nearest to {r}: {f}, and {same} - {g:\(?[-0-9]+\)?} = {d}": nearest_of_fibonacci},
    "negative-base": {"{v} = {q} * (-{b}) + {d}": next_of_base},
    "nearest": {
        "{m} = {factors:[0-9 ^*]+}": lambda x: (
            x.m == x.numbers[len(x.before)] and multiplied(x.factors) == (x.m, factorint(x.m))
        ),
        "steps from {m}: {steps:[0-9 ]+}": steps_from,
    },
    "nested-powers": {
        "{terms:[0-9 +]+} = {m}": lambda x: (
            x.m == x.n and numbers(x.terms) == [1 << place for place in reversed(exponents(x.n))]
        ),
        "exponent {e}: {text:[02()+]+}": lambda x: (
            x.e == [place for place in reversed(exponents(x.n)) if place > 1][len(x.before) - 1]
            and nested(str(x.text)) == x.e
        ),
    },
}


def rounded(base, exponent, digits):
    with localcontext(prec=120):
        return Decimal(f"{Decimal(base) ** exponent:.{digits - 1}e}")


def rooted(n, k, places):
    with localcontext(prec=60):
        return round(Decimal(n) ** (1 / Decimal(k)), places)


def largest(total, least, mod=None):
    @cache
    def best(left, least):
        ways = [part * best(left - part, part) for part in range(least, left // 2 + 1)]
        return max([left, *ways])

    value = best(total, least)
    return value if mod is None else value % mod


def with_divisors(count, of):
    small = (n for n in range(of, 6000, of) if divisor_count(n) == count)
    return next(small, None) or solve({"kind": "divisor-count", "count": count, "of": of})


def two_digits(a, digit):
    for b in range(1, 4000):
        if set(str(a * b)) <= {"0", str(digit)}:
            return b
    return next(n // a for n in (digit * int(f"{code:b}") for code in count(1)) if n % a == 0)


def term(k, n):
    if n < 300:
        sums = {0}
        for place in range(9):
            sums |= {total + k**place for total in sums}
        return sorted(sums)[n]
    return int(f"{n:b}", k)


def splits(n):
    inner = divisors(n)[1:-1]
    return sum(prod(some) == n for r in range(2, 7) for some in combinations(inner, r) if prod(some[:2]) <= n)


def fibonacci_up_to(n):
    row = [1, 2]
    while row[-1] < n:
        row.append(row[-2] + row[-1])
    return row


def signed_sums(n):
    """Shortest lists of up to four signed Fibonacci numbers with this sum; far too many objects where n is large."""
    if n > 20_000:
        yield from repeat([n], 10_000)
    row = fibonacci_up_to(2 * n)
    known = {*row, *(-x for x in row)}
    for r in range(1, 5):
        found = False
        for some in combinations_with_replacement(sorted(known), r - 1):
            if (last := n - sum(some)) in known and last >= max(some, default=last):
                found = True
                yield [*some, last]
        if found:
            return
    yield from repeat([n], 10_000)


def shortest(given, n):
    known = {*fibonacci_up_to(2 * max(map(abs, given)))}
    return len(given) if sum(given) == n and {*map(abs, given)} <= known else None


def in_base(n, base):
    return [] if n == 0 else [*in_base(-(n // base), base), n % base]


def nearest(numbers):
    powers = [Counter(factorint(x)) for x in numbers]

    def steps(i, j):
        return (powers[i] - powers[j]).total() + (powers[j] - powers[i]).total(), j

    return [min(steps(i, j) for j in range(len(numbers)) if j != i)[1] + 1 for i in range(len(numbers))]


def exact(work):
    """Of answers that are determined, the only one."""
    return lambda **facts: [work(**facts)]


VALUES = {
    "power": rounded,
    "root": rooted,
    "largest-product": largest,
    "divisor-count": with_divisors,
    "joined": lambda n, m: int("".join(str(x) for x in range(1, n + 1))) % m,
    "two-digits": two_digits,
    "power-sums": term,
    "pieces": lambda numbers, count: max(
        size for size in range(1, max(numbers) + 1) if sum(x // size for x in numbers) >= count
    ),
    "nested-powers": lambda n: n,
}
OBJECTS = {
    "products": exact(lambda numbers: list(map(splits, numbers))),
    "fibonacci": signed_sums,
    "negative-base": exact(in_base),
    "nearest": exact(nearest),
}
WORTH = {
    **dict.fromkeys(("products", "negative-base", "nearest"), lambda given, **_: given),
    "fibonacci": shortest,
}


class TestNumberRepresentations(Chosen):
    id = "number-representations"
    sentences, readers, lines = SENTENCES, READERS, LINES
    single = frozenset(SENTENCES)  # those with several right answers say it in their own words
    values, objects, worth = VALUES, OBJECTS, WORTH
    wrong = ("{0}, 999", "{} or 1", "not {}", "", "none", "0", "best: {}")

    def known(self, found, task):
        return {**super().known(found, task), "answer": task.answer}

    def value(self, answer):
        if "(" in answer:
            return nested(answer)
        return Decimal(answer) if "." in answer else int(answer)

    def test_examples_in_prompts_are_right(self):
        assert all(nested(text) == int(number) for number, text in NESTED.items())

    def test_a_percent_off_is_wrong_and_so_are_other_digits(self):
        """Elsewhere powers were right within one percent."""
        for kind in ("power", "root"):
            for seed in range(8):
                task = self.spec.task(4, seed, params={"kinds": kind})
                mantissa, _, power = task.answer.partition("e")
                scale = f"e{power}" if power else ""
                step = Decimal(1).scaleb(Decimal(mantissa).as_tuple().exponent)
                for value in (
                    Decimal(mantissa) + step,
                    Decimal(mantissa) - step,
                    Decimal(mantissa) * Decimal("1.004"),
                ):
                    self.takes(task.payload, [task.answer], [f"{value}{scale}"])

    def test_powers_are_taken_in_the_usual_forms(self):
        payload = {
            "problem": {"kind": "power", "base": "7.853", "exponent": -5, "digits": 5},
            "gold": {"text": "3.3483e-5", "kind": "decimal"},
        }
        assert rounded("7.853", -5, 5) == Decimal("3.3483e-5")
        for answer in ("3.3483e-5", "3.3483E-05", r"$3.3483 \times 10^{-5}$", "3.3483 * 10^-5", "0.000033483"):
            assert self.spec.verify_answer(payload, answer).passed, answer
        for answer in ("3.3483", "3.3483e5", "3.34825e-5", "7.853^-5", "3.348e-5"):
            assert not self.spec.verify_answer(payload, answer).passed, answer

    def test_what_lies_halfway_is_not_asked(self):
        assert scientific(Fraction(1125, 1000), 3) is None
        assert scientific(Fraction(9996, 1000), 3) == "1.00e1"
        assert scientific(Fraction(-12346, 10**7), 4) == "-1.235e-3"

    def test_any_shortest_sum_of_fibonacci_numbers_is_right(self):
        """Elsewhere only their count was asked for."""
        payload = {"kind": "fibonacci", "n": 10, "best": 2}
        self.takes(
            payload, ["5, 5", "8, 2", "2, 8", "13, -3"], ["8, 1, 1", "10", "6, 4", "5", "5, 5, 0", "4, 6"]
        )
        assert self.spec.verify_answer(payload, "8, 1, 1").parts["valid"] == 1.0
        assert self.spec.verify_answer(payload, "6, 4").reason is Reason.ILLEGAL

    def test_nested_powers_are_worked_out(self):
        """Elsewhere one order of the terms was right; and texts with a power that comes twice must not pass."""
        payload = {"kind": "nested-powers", "n": 11}
        right = ["2(2+2(0))+2+2(0)", "2(0)+2+2(2+2(0))", "2(2(0)+2) + 2 + 2(0)"]
        wrong = [
            "2(3)+2+2(0)",
            "2(2+2(0))+2",
            "2(2+2(0))+2(2(0))+2(0)",
            "11",
            "2(2)+2(2)+2+2(0)",
            "2(2+2(0))+2+2(0)+",
        ]
        self.takes(
            payload, right, [*wrong, "2(2+2(0)+2+2(0)", "2(2+2(0)))+2+2(0", "()", "2()", "+2", "22", "(2)"]
        )
        assert self.spec.verify_answer(payload, "2(" * 900 + "0" + ")" * 900).reason is not Reason.INFRA
        deep = "2(2(2(2(2(2)))))"
        assert self.spec.verify_answer(payload, deep).reason is Reason.ILLEGAL
        assert self.spec.verify_answer(payload, "2(2)+2(2)").reason is Reason.ILLEGAL

    def test_nested_powers_may_follow_the_number_and_be_latex(self):
        right = "2(2+2(0))+2+2(0)"
        latex = right.replace("(", r"\left(").replace(")", r"\right)")
        payload = {"kind": "nested-powers", "n": 11}
        for answer in (f"11 = {right}", f"$11 = {latex}$", f"\\boxed{{{latex}}}"):
            assert self.spec.verify_answer(payload, answer).passed, answer
        for answer in (
            f"12 = {right}",
            "11 =",
            f"11 = 11 = {right}",
            f"{right} = 11",
            f"1{right}",
            f"11{right}",
        ):
            assert not self.spec.verify_answer(payload, answer).passed, answer

    def test_splits_have_two_factors_or_more_and_quotients_are_rounded(self):
        for kind, rule, other in (
            ("products", "product of two or more integers", "several integers"),
            ("pieces", "by L, rounding down", "without remainder"),
        ):
            prompts = [self.spec.task(2, seed, params={"kinds": kind}).prompt for seed in range(20)]
            assert any(rule in prompt for prompt in prompts)
            assert not any(other in prompt for prompt in prompts)

    def test_ties_go_to_the_smallest_position(self):
        payload = {"kind": "nearest", "numbers": [6, 10, 15, 30], "best": [4, 4, 4, 1]}
        self.takes(payload, ["4, 4, 4, 1"], ["4, 4, 4, 2", "4, 4, 4, 3", "3, 3, 3, 0", "4, 4, 4"])
        assert nearest([6, 10, 15, 30]) == [4, 4, 4, 1]

    def test_trap_one_position_for_all_is_right_for_no_more_than_half(self):
        for level in self.spec.levels:
            for seed in range(8):
                given = self.read(self.spec.task(level, seed, params={"kinds": "nearest"}).answer)
                assert 2 * max(map(given.count, given)) <= len(given)

    def test_one_count_of_factorisations_alone_is_never_asked_for(self):
        """It depends on the exponents alone, and one count was right in half of the tasks."""
        for level in self.spec.levels:
            answers = [self.spec.task(level, seed, params={"kinds": "products"}).answer for seed in range(60)]
            assert max(map(answers.count, answers)) <= 6
