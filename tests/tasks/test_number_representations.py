"""Representations of numbers: facts are read from the prompt, and values found as the question says it."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, count, repeat
from math import prod

from chosen import INTEGER, Chosen, numbers
from sympy import divisor_count, divisors, factorint, isprime

from rlvr.generators.number_theory.number_representations_solver import solve
from rlvr.generators.number_theory.representation_values import scientific
from rlvr.verifiers.base import Reason

BASE = "{base:[-0-9.()]+}"
LIKE = "{like:[0-9.e]+}"
DEGREES = ("second", "third", "fourth", "fifth", "sixth", "seventh")
DEGREE = f"{{degree:{'|'.join(DEGREES)}}}"
NUMBERS = "{numbers:[0-9, ]+}"
REMAINDER = (
    "Give … remainder when this number … divided by {mod}.",
    "Since it may … large, give only … remainder on division by {mod}.",
    "Answer with this number modulo {mod}, as … integer from 0 to {top}.",
)
SENTENCES = {
    "power": [
        (
            f"Compute {BASE}^{{raised:[-0-9()]+}} and round it to {{digits}} significant digits. Write … "
            f"result in scientific notation, such as {LIKE}.",
            f"What … {BASE} to … power {{raised}}? Give {{digits}} significant digits, correctly rounded, "
            f"in scientific notation ({LIKE} shows … form).",
            f"Raise … number {BASE} to … power {{raised}}. The answer … to … one digit before … point, "
            f"{{rest}} after it (the last one rounded), and … power of ten behind e, in … form of {LIKE}.",
        )
    ],
    "root": [
        (
            f"Compute … {DEGREE} root of {{n}}, rounded to {{places}} decimal places.",
            "What … {n}^(1/{k})? Round to {places} decimal places.",
            f"Find … positive number … {DEGREE} power … {{n}}. Give … with {{places}} digits after … "
            "decimal point … last one rounded.",
        )
    ],
    "largest-product": [
        (
            "Integers, of which each … least {least} and which may … equal … sum {total}. How many … "
            "free. What … largest product …?",
            "Write {total} as … sum of one or more integers of … least {least}, repetitions allowed … "
            "product of … integers … as large as possible. What … this product?",
            "A rope of length {total} … cut into pieces of whole lengths, none shorter than {least} (it "
            "may also … whole). What … largest value … product of all lengths …?",
        ),
        INTEGER + REMAINDER,
    ],
    "divisor-count": [
        (
            "What … smallest positive integer … multiple of {of} and has exactly {count} positive "
            "divisors (1 and itself included)?",
            "Of all positive integers with exactly {count} positive divisors, find … smallest one … {of} "
            "divides.",
            "Find … least n > 0 … {of} divides n and … number of positive divisors of n … {count}.",
        ),
        INTEGER,
    ],
    "joined": [
        (
            "Write … integers from 1 to {n} one after … other, without spaces … one long decimal number "
            "(for 10 … 12345678910). What … remainder on division by {m}?",
            "C(n) … number … made by joining … decimal digits of 1, 2, 3, ..., n in this order … C(11) = "
            "1234567891011. Work out C({n}) mod {m}.",
            "The numbers 1, 2, ..., {n} stand next to each other in … row and … read as … single number "
            "in base ten. Which remainder … number leave when … divided by {m}?",
        ),
        INTEGER,
    ],
    "two-digits": [
        (
            "What … smallest positive integer b … {a} * b has no other decimal digits than 0 and {digit}?",
            "Some positive multiples of {a} … written in base ten with … digits 0 and {digit} alone. Take "
            "… smallest of …. By what … one multiply {a} to get it?",
            "Find … least b > 0 … every digit of … product {a} * b in decimal … 0 or {digit}. Give b, not "
            "… product.",
        ),
        INTEGER,
    ],
    "power-sums": [
        (
            "Take … powers of {k} (1, {k}, {k}^2, ...) and all sums of different powers of {k}, in rising "
            "order: 1, {k}, {one}, {square} and so on. Which number … term {n}, if 1 … term 1?",
            "All positive integers … power of {k} (1 included) or … sum of several different powers of "
            "{k} … listed from … smallest one on; the list begins 1, {k}, {one}, {square}. What … entry "
            "number {n} (the first entry … number 1)?",
            "Coins … worth 1, {k}, {k}^2, {k}^3 and so on, and … one of each. The amounts … can … without "
            "change … 1, {k}, {one}, {square} and so on in rising order. What … amount in place {n} of … "
            "list, counted from 1?",
        ),
        INTEGER,
    ],
    "pieces": [
        (
            f"What … largest positive integer L … quotients of … numbers {NUMBERS} by L, each rounded down "
            f"… sum of … least {{count}}?",
            f"Logs … lengths {NUMBERS}. Pieces of one whole length L … cut from … and … least {{count}} "
            "pieces … needed; what … left of … log … no piece. What … largest L … possible?",
            f"For … positive integer L, divide each of {NUMBERS} by L, rounding down, and add … results "
            f"up. Find … greatest L … this total … not less than {{count}}.",
        ),
        INTEGER,
    ],
    "products": [
        (
            "In how many ways … number … product of two or more different integers greater than 1? The "
            f"order of … factors … not matter. Answer … each of … numbers {NUMBERS}, in this order, with "
            "commas between … counts.",
            "For each of … numbers, count … sets of … least two different integers, all above 1, whose "
            f"product it is: {NUMBERS}. Give … counts in … order of … numbers, separated by commas.",
            "A number … split if … written as … product of two or more integers … greater than 1, no two "
            "of … equal; two ways … differ only in … order of … factors … one way. How many ways … to "
            f"split each of {NUMBERS}? Give … list of … counts, in order and separated by commas.",
        )
    ],
    "fibonacci": [
        (
            "Fibonacci numbers … 1, 2, 3, 5, 8, 13 and so on, each … sum of … two before it. Write {n} "
            "with as few of … as possible, where each may … added or subtracted and may … several times "
            "(32 … 34 - 2). Give … signed numbers separated by commas, such as 34, 5, -1. If several ways "
            "… equally short, any of … right.",
            "Use weights of 1, 2, 3, 5, 8, 13, ... grams (every Fibonacci number, as many of each as … "
            "like) on both pans of … balance to weigh exactly {n} grams with … fewest weights. Answer "
            "with … values separated by commas, positive … pan opposite … goods and negative (as -8) … "
            "pan of … goods. Any way with … fewest weights … right.",
            "Find … shortest list of integers with … sum {n} in which every integer … Fibonacci number "
            "(1, 2, 3, 5, 8, 13, ...) or … negative of one; it may … same integer more than once. "
            "Separate … integers by commas. Where … several shortest lists, give any one.",
        )
    ],
    "negative-base": [
        (
            "Write {n} in base -{base:[0-9]+}: with digits from 0 to {last}, whose places … worth 1, "
            "-{base}, {square}, -{cube} and so on from … right. Give … digits from left to right as "
            "decimal numbers separated by commas, without zeros in front.",
            "Find integers from 0 to {last} … {n} … first times 1, plus … second times -{base:[0-9]+}, "
            "plus … third times {square}, plus … fourth times -{cube} and so on with all powers of "
            "-{base}. State … in … reverse order, from … highest power to … lowest one, with commas "
            "between them; begin with one … not 0.",
            "Convert {n} from base ten to … negative base -{base:[0-9]+} (digits 0 to {last}). Answer "
            "with … digits, most significant digit first and each written in decimal, with commas between "
            "… and no leading zero.",
        )
    ],
    "nearest": [
        (
            "A step multiplies … number by … prime, or divides it by … prime … divides it. Here … list: "
            f"{NUMBERS}. For each number in turn, which other number of … list … reached with … fewest "
            "steps? Give … position (the first number has position 1), for all numbers in order and "
            "separated by commas; of equally near numbers take … one with … smallest position.",
            f"{NUMBERS}\n\nThe distance of two positive integers … least number of operations … turn one "
            "into … other, where … operation … to multiply by … prime number or to divide by … prime "
            "factor. State … every number of … list, in order … position of another one at … least "
            "distance; positions count from 1, and where … several such numbers … smallest position … "
            "asked …. Separate … positions by commas.",
            f"Between integers … doors: from x to p * x and back, for every prime p. In … row {NUMBERS}, "
            "each number looks … other number of … row … gets to through … fewest doors; if … several … "
            "takes … leftmost of …. Write down … positions of … chosen numbers, from 1 … leftmost of … "
            "row, in … order of those who choose, with commas between ….",
        )
    ],
    "nested-powers": [
        (
            "Write {n} as … sum of different powers of 2, write each exponent in … same way, and so on. "
            "The power 2^k … written as 2(k), where k itself … written out by … same rules; 2 itself … "
            "written as 2, and 1 as 2(0), which … 2^0. So 43 … 2(2(2)+2(0))+2(2+2(0))+2+2(0). Give {n} in "
            "this form.",
            "In nested binary, 1 … 2(0) and 2 … 2. A larger power of two … 2(...) with … exponent, in "
            "nested binary, in … parentheses; any other number … sum of different powers of two, joined "
            "by +. For example, 19 … 2(2(2))+2+2(0). What … {n} in nested binary?",
            "Decompose {n} into different powers of 2, and decompose … exponents again until only 2 and 0 "
            "… left: 2(x) stands … 2 to … power x, with 2 … 2(1) and 2(0) … 1. The number 40, which … 2^5 "
            "+ 2^3, becomes 2(2(2)+2(0))+2(2+2(0)). Give … result … {n}.",
        )
    ],
}


def power(said):
    digits = said.get("digits", said.get("rest", 0) + 1)
    assert re.fullmatch(rf"\d\.\d{{{digits - 1}}}e\d", said["like"])
    return {"base": said["base"].strip("()"), "exponent": numbers(said["raised"])[0], "digits": digits}


def root(said):
    k = said["k"] if "k" in said else DEGREES.index(said["degree"]) + 2
    return {"n": said["n"], "k": k, "places": said["places"]}


def product_of_sum(said):
    assert said.get("top", said.get("mod", 0) - 1) == said.get("mod", 0) - 1
    return {name: said[name] for name in ("total", "least", "mod") if name in said}


def power_sums(said):
    assert (said["one"], said["square"]) == (said["k"] + 1, said["k"] ** 2)
    return {"k": said["k"], "n": said["n"]}


def negative(said):
    base = said["base"]
    assert said["last"] == base - 1
    assert (said.get("square", base**2), said.get("cube", base**3)) == (base**2, base**3)
    return {"n": said["n"], "base": base}


def told(*names):
    return lambda said: {name: numbers(said[name]) if name == "numbers" else said[name] for name in names}


READERS = {
    "power": power,
    "root": root,
    "largest-product": product_of_sum,
    "divisor-count": told("count", "of"),
    "joined": told("n", "m"),
    "two-digits": told("a", "digit"),
    "power-sums": power_sums,
    "pieces": told("numbers", "count"),
    "products": told("numbers"),
    "fibonacci": told("n"),
    "negative-base": negative,
    "nearest": told("numbers"),
    "nested-powers": told("n"),
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


def factors(text):
    """What is written as primes and powers of these, by prime."""
    found = {}
    for part in text.split(" * "):
        p, _, exponent = part.partition("^")
        assert isprime(int(p)) or text == "1"
        found[int(p)] = int(exponent or 1)
    return found


def value_of(factors):
    return prod(p**e for p, e in factors.items())


def nested(text):
    assert re.fullmatch(r"[02()+]+", text)
    return eval(text.replace("2(", "2**("))


def multiplied(x):
    base, a, b, c = (Fraction(str(n).strip("()")) for n in (x.base, x.p, x.q, x.r))
    return b == base and a == base ** (len(x.before) + 1) and c == a * b


def below(x):
    """The root is cut off, at one place more in each line."""
    low, unit = Fraction(str(x.b)), Fraction(1, 10 ** len(x.before))
    return x.e == x.k and low**x.k == Fraction(str(x.p)) <= x.n < (low + unit) ** x.k


def halfway(x):
    middle, up = Fraction(x.half), x.way == "up"
    ends = middle + Fraction(1 if up else -1, 2 * 10**x.places)
    return x.e == x.k and (x.how == "less") is up is (middle**x.k < x.n) and ends == Fraction(x.answer)


def equal_parts(x):
    right = (x.a + x.b, x.low * x.a + x.high * x.b, x.high) == (x.c, x.total, x.low + 1)
    return right and x.low >= x.least and x.p == x.low**x.a * x.high**x.b


def in_powers(x):
    found = factors(x.powers)
    return (
        value_of(found) == x.v >= int(x.answer)
        and x.v % x.of == 0
        and prod(e + 1 for e in found.values()) == x.count
    )


def remainders(x):
    """What numbers of one digit more leave, and shorter ones did not."""
    known = {0}
    for place in range(len(x.before) + 1):
        new = {(rest + x.digit * 10**place) % x.a for rest in known} - known
        known |= new
    return x.p == x.digit * 10 ** len(x.before) and sorted(numbers(x.rests)) == sorted(new)


def all_splits(x):
    ways = [numbers(way) for way in str(x.ways).split(";") if way.strip()]
    right = all(prod(way) == x.n and way == sorted({*way}) and min(way) > 1 and len(way) > 1 for way in ways)
    at = len(x.before)
    return right and len({*map(tuple, ways)}) == len(ways) == x.c == x.given[at] and x.n == x.numbers[at]


def approach(x):
    at = len(x.before)
    left = x.n - sum(x.given[:at])
    near = min(abs(abs(left) - number) for number in fibonacci_up_to(2 * x.n))
    return (x.r, x.p, x.f, numbers(x.q), x.s) == (left, left, x.given[at], [x.f], left - x.f) and near == abs(
        x.s
    )


def digit_by_digit(x):
    left = numbers(x.before[-1])[1] if x.before else x.n
    return (x.r, x.b, x.d) == (left, x.base, x.given[-1 - len(x.before)]) and x.a * -x.b + x.d == left


def far(x):
    one = Counter(factorint(x.n))
    powers = [Counter(factorint(n)) for n in x.numbers]
    right = [(one - other).total() + (other - one).total() for other in powers]
    return numbers(x.steps) == right and x.n == x.numbers[len(x.before) - len(x.numbers)]


LINES = {
    "power": {
        "{p:[-0-9.]+} * {q:[-0-9.()]+} = {r:[-0-9.]+}": multiplied,
        "to the power {e}: {long:[-0-9.e]+}, rounded {short:[-0-9.e]+}": lambda x: (
            (x.e, x.short) == (x.exponent, x.answer)
            and (x.long == x.short or Decimal(x.long) == rounded(x.base, x.exponent, x.digits + 4))
        ),
    },
    "root": {
        "{b:[0-9.]+}^{e} = {p:[0-9.]+}": below,
        "{half:[0-9.]+}^{e} is {how:less|more}, so round {way:up|down}": halfway,
    },
    "largest-product": {
        "{c} numbers: {low}^{a} * {high}^{b} = {p}": equal_parts,
        "the largest: {p}": lambda x: x.p == largest(x.total, x.least),
        "{v} - {q} * {m} = {r}": lambda x: (
            (x.v, x.m) == (largest(x.total, x.least), x.mod) and (x.q, x.r) == divmod(x.v, x.m)
        ),
    },
    "divisor-count": {
        "products of powers, with {c} divisors each:": lambda x: x.c == x.count,
        "{powers:[0-9^* ]+} = {v}": in_powers,
        "the least: {v}": lambda x: x.v == int(x.answer),
    },
    "joined": {
        "with {k}: {whole} leaves {rest}": lambda x: (
            x.k == len(x.before) + 1
            and x.whole == int(f"{numbers(x.before[-1])[-1] if x.before else ''}{x.k}")
            and x.rest == x.whole % x.m
        )
    },
    "two-digits": {
        "numbers from {p} on leave: {rests:[0-9 ]*}": remainders,
        "then {p} leaves 0: {q} / {d} = {b}": lambda x: (
            x.p == x.q == x.d * x.b and x.d == x.a and x.b == int(x.answer)
        ),
    },
    "power-sums": {
        "the ones and zeros of {m} in binary, {bits}, say which powers of {j} are in the sum": lambda x: (
            (x.m, x.j) == (x.n, x.k) and int(str(x.bits), 2) == x.n
        ),
        "{p:[0-9^ +]+} = {q:[0-9 +]+} = {v}": lambda x: (
            x.p == " + ".join(f"{x.k}^{place}" for place in range(x.n.bit_length()) if x.n >> place & 1)
            and numbers(x.q) == [x.k**place for place in numbers(x.p)[1::2]]
            and x.v == sum(numbers(x.q))
        ),
    },
    "pieces": {
        "L = {size} gives {parts:[0-9 +]+} pieces, {all}": lambda x: (
            numbers(x.parts) == [n // x.size for n in x.numbers]
            and x.all == sum(numbers(x.parts))
            and (x.all >= x.count) is (x.size <= int(x.answer))
        ),
        "the largest L: {v}": lambda x: x.v == int(x.answer),
    },
    "products": {"{n}, {c}: {ways:.*}": all_splits},
    "fibonacci": {"nearest to {r}: {f}, and {p} - {q:[-0-9()]+} = {s}": approach},
    "negative-base": {"{r} = {a} * (-{b}) + {d}": digit_by_digit},
    "nearest": {
        "{n} = {p:[0-9^* ]+}": lambda x: value_of(factors(str(x.p))) == x.n == x.numbers[len(x.before)],
        "steps from {n}: {steps:[0-9 ]+}": far,
    },
    "nested-powers": {
        "{terms:[0-9 +]+} = {v}": lambda x: (
            sum(numbers(x.terms)) == x.v == x.n
            and len({*numbers(x.terms)}) == len(numbers(x.terms)) == x.n.bit_count()
        ),
        "exponent {e}: {text:[02()+]+}": lambda x: nested(str(x.text)) == x.e and f"2({x.text})" in x.answer,
    },
}


class TestNumberRepresentations(Chosen):
    id = "number-representations"
    sentences, readers, lines, single = SENTENCES, READERS, LINES, frozenset(SENTENCES)
    values, objects, worth = VALUES, OBJECTS, WORTH
    wrong = ("{0}, 999", "{} or 1", "not {}", "", "none", "0", "best: {}")

    def value(self, answer):
        """Nested powers are worked out by Python."""
        if "(" in answer:
            return nested(answer)
        return Decimal(answer) if "." in answer else int(answer)

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

    def test_one_count_of_factorisations_alone_is_never_asked_for(self):
        """It depends on the exponents alone, and one count was right in half of the tasks."""
        for level in self.spec.levels:
            answers = [self.spec.task(level, seed, params={"kinds": "products"}).answer for seed in range(60)]
            assert max(map(answers.count, answers)) <= 6
