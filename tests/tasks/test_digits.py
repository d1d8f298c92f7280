"""Decimal digits: the prompt's numbers are written out, or counted by their last digit and what stands before it."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from sympy.ntheory.factor_ import multiplicity_in_factorial

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.conformance.worked_lines import calculated

SPEC = rlvr.get("digits")
ASKED = {
    "sum": (
        "What is the sum of the decimal digits of {n}? Answer with an integer.",
        "Add up all digits of the number {n}.",
        "Find the digit sum (cross sum) of {n}.",
    ),
    "reversal +": (
        "Reverse the order of the digits of {n} and add the new number to {n}. What is the result? Give an integer.",
        "Let m be the number {n} read backwards. Compute {n} + m.",
        "Write the digits of {n} in reverse order to get m. What is {n} + m? Answer with an integer.",
    ),
    "reversal -": (
        "Reverse the order of the digits of {n} and take the difference, larger minus smaller, of it and {n}. What is "
        "the result? Give an integer.",
        "Let m be the number {n} read backwards. Compute the difference of {n} and m, larger minus smaller.",
        "Write the digits of {n} in reverse order to get m. What is the difference of {n} and m, larger minus smaller? "
        "Answer with an integer.",
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
        "A printer numbers tickets from {low} to {high}, without leading zeros. How many times does it print the digit "
        "{d}?",
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


def written(high):
    """How often each digit is written from 1 to `high`: by last digits, and ten times what stands before them."""
    if high < 1:
        return Counter()
    before, last = divmod(high, 10)
    counts = Counter({d: (high - d) // 10 + (d > 0) for d in range(min(9, high) + 1)})
    for digit, count in written(before - 1).items():
        counts[digit] += 10 * count
    for digit in str(before) if before else "":
        counts[int(digit)] += last + 1
    return counts


def digit_sum(number):
    return sum(map(int, str(number)))


FOUND = {
    "sum": lambda n: digit_sum(n),
    "reversal +": lambda n: n + int(str(n)[::-1]),
    "reversal -": lambda n: abs(n - int(str(n)[::-1])),
    "root": lambda a, b: pow(a, b, 9) or 9,
    "power": lambda a, b: digit_sum(a**b),
    "last": lambda a, b, k: pow(a, b, 10**k),
    "zeros": lambda n, base: multiplicity_in_factorial(base, n),
    "quotient": lambda n, m, d: min(
        multiplicity_in_factorial(p, n) - multiplicity_in_factorial(p, m) - multiplicity_in_factorial(p, n - m)
        for p in (2, 5)
    ),
    "length": lambda low, high: (written(high) - written(low - 1)).total(),
    "count": lambda low, high, d: written(high)[d] - written(low - 1)[d],
    "total": lambda low, high: sum(d * count for d, count in (written(high) - written(low - 1)).items()),
    "place": lambda n: int("".join(map(str, range(1, n + 1)))[n - 1]),
}


class TestDigits(Promises):
    id = "digits"
    calculates = False  # some lines hold modulo a power of ten; see below
    right = (*Promises.right, "+{}", "0{}")
    wrong = (*Promises.wrong, "{} + 0", "{}/1.5", "-{}1")
    says = (  # the pieces between commas and colons
        "{n} | {unit}s | power of {p} in {n}! | {low} to {high} | all modulo {m}: | {n} read backwards | "
        "the least of {m:.*} | {n} and {m} is {k} | so {k} | together {n} | place {n} | digit {k} of it | "
        "{n} numbers with {k:[2-9]|1[0-9]} digits | {n} numbers with 1 digit | {a}^{b} | ... modulo 9 | {n} "
        "is left | A number and the sum of its digits leave the same remainder modulo 9. | 0 from the "
        "exponent 2 on"
    ).split(" | ")

    def oracle(self, prompt):
        kind, slots = read(prompt, ASKED)
        assert slots.get("d", 0) == slots["n"] - slots["m"] if kind == "quotient" else True
        return int(FOUND[kind](**slots))

    @given(SEEDS)
    def test_every_line_of_the_worked_solution_is_true(self, seed):
        for level in SPEC.levels:
            task = SPEC.task(level, seed)
            for number, place, digit in re.findall(r"= (\d+), digit (\d+) of it: (\d)", task.trace):
                assert number[int(place) - 1] == digit
            modulus, checked = 10 ** task.payload["problem"].get("k", 4000), 0
            for line in task.trace.splitlines()[:-1]:
                for chain in re.sub(r"^[^=]*: (?=.*=)", "", line).split(", "):
                    sides = re.sub(r": place .*|: \d$", "", chain).split(" = ")
                    if len(sides) > 1 and all(re.fullmatch(r"[0-9 ()*/+^-]+", side) for side in sides):
                        powers = [re.fullmatch(r"(\d+)\^(\d+)", side) for side in sides]
                        values = [
                            pow(int(power[1]), int(power[2]), modulus) if power else calculated(side) % modulus
                            for power, side in zip(powers, sides, strict=True)
                        ]
                        assert len(set(values)) == 1, line
                        checked += 1
            assert checked, task.trace

    def test_no_two_problems_are_the_same(self):
        self.same_problems(lambda p: str(sorted(p.items())), kinds="root reversal sum", size=3, largest=100)


def test_the_digits_counted_here_are_those_of_the_numbers_written_out():
    for high in range(1200):
        assert written(high) == Counter(map(int, "".join(map(str, range(1, high + 1)))))
