"""Representations of numbers: facts are read from the prompt, and values found as the question says it."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, count, repeat
from math import prod

from chosen import Chosen, slots
from sympy import divisor_count, divisors, factorint

from rlvr.generators.number_theory.number_representations_solver import solve
from rlvr.generators.number_theory.representation_values import scientific
from rlvr.verifiers.base import Reason

MARKS = {
    "power": "scientific notation|power of ten behind e",
    "root": r"root of|\^\(1/|positive number whose",
    "largest-product": "largest product|product of these integers|product of all lengths",
    "divisor-count": "positive divisors",
    "joined": r"one after the other, without|C\(n\)|next to each other",
    "two-digits": r"no other decimal digits|digits 0 and \d alone|every digit of the product",
    "power-sums": r"sums of different powers of \d|several different powers of \d|one of each",
    "pieces": "quotients of|Logs|rounding down",
    "products": "product of two or more different|sets of at least two|is split",
    "fibonacci": "Fibonacci",
    "negative-base": r"base -|powers of -",
    "nearest": "A step|distance of two|doors",
    "nested-powers": r"2\(2",
}
LIST = r"(\d+(?:, \d+){2,})"
N = r"(-?\d+)"


def power(text):
    base, exponent = re.search(r"(?:is|number|Compute) (\S+)(?: to the power |\^)\(?(-?\d+)", text).groups()
    stated = re.search(r"(\d+) significant", text)
    digits = int(stated[1]) if stated else 1 + int(re.search(r"(\d+) after it", text)[1])
    return {"base": base.strip("()"), "exponent": int(exponent), "digits": digits}


def root(text):
    named = [
        k
        for k, name in enumerate(("second", "third", "fourth", "fifth", "sixth", "seventh"), 2)
        if name in text
    ]
    return {
        "n": int(re.search(r"(?:root of|What is|power is) (\d+)", text)[1]),
        "k": named[0] if named else int(re.search(r"\(1/(\d+)\)", text)[1]),
        "places": int(re.search(r"(\d+) (?:decimal places|digits after)", text)[1]),
    }


def product_of_sum(text):
    read = slots(
        total=(r"the sum (\d+)", r"Write (\d+)", r"length (\d+)"),
        least=(r"at least (\d+)", r"shorter than (\d+)"),
    )(text)
    mod = re.search(r"(?:divided by|division by|modulo) (\d+)", text)
    return {**read, "mod": int(mod[1])} if mod else read


READERS = {
    "power": power,
    "root": root,
    "largest-product": product_of_sum,
    "divisor-count": slots(
        count=(r"exactly (\d+) positive", r"of n is (\d+)"),
        of=(r"multiple of (\d+)", r"that (\d+) divides", r"such that (\d+)"),
    ),
    "joined": slots(
        n=(r"from 1 to (\d+)", r"C\((\d+)\) mod", r"\.\.\., (\d+) stand"),
        m=(r"division by (\d+)", r"mod (\d+)", r"divided by (\d+)"),
    ),
    "two-digits": slots(a=(r"(\d+) \* b", r"multiples of (\d+)"), digit=(r"0 and (\d)", r"0 or (\d)")),
    "power-sums": slots(
        k=(r"powers? of (\d+)", r"worth 1, (\d+)"), n=(r"term (\d+),", r"number (\d+) \(", r"place (\d+)")
    ),
    "pieces": slots(numbers_=LIST, count=(r"at least (\d+)", r"less than (\d+)")),
    "products": slots(numbers_=LIST),
    "fibonacci": slots(n=(r"Write (\d+) with", r"exactly (\d+) grams", r"the sum (\d+)")),
    "negative-base": slots(
        n=(rf"Write {N} in", rf"such that {N} is", rf"Convert {N} from"),
        base=(r"base -(\d+)", r"powers of -(\d+)"),
    ),
    "nearest": slots(numbers_=LIST),
    "nested-powers": slots(n=(r"Write (\d+) as", r"What is (\d+) in", r"Decompose (\d+) into")),
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
    marks, readers, values, objects, worth = MARKS, READERS, VALUES, OBJECTS, WORTH
    wrong = ("{0}, 999", "{} or 1", "not {}", "", "none", "0", "best: {}")

    def value(self, answer):
        """Nested powers are worked out by Python."""
        if "(" in answer:
            assert re.fullmatch(r"[02()+]+", answer)
            return eval(answer.replace("2(", "2**("))
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
