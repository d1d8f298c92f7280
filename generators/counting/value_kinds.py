"""Kinds of counting-sequences: sequences of numbers and digits under bounds, sums and bitwise rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import combinations, pairwise
from math import comb, prod

from ..kernels.count import Facts, Kind, row, total


def _equal(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 2, 5 + size)
    return {"n": n, "m": rng.randint(2, 6 + size), "k": rng.randint(2, n - 2), "how": rng.choice(_HOW)}


_HOW = ("exactly", "at least", "at most")


def _equal_counted(n: int, m: int, k: int, how: str) -> tuple[int, list[str]]:
    wanted = {"exactly": range(k, k + 1), "at least": range(k, n), "at most": range(k + 1)}[how]
    parts, lines = [], []
    for j in wanted:
        parts.append(comb(n - 1, j) * m * (m - 1) ** (n - 1 - j))
        lines.append(f"{j} of {n - 1} pairs equal: C({n - 1}, {j}) * {m} * {m - 1}^{n - 1 - j} = {parts[-1]}")
    return sum(parts), [*lines, total(parts)]


def _ranges(rng: random.Random, count: int, least: int, top: int) -> Facts:
    low = [rng.randint(least, least + max((top - least) // 2, 1)) for _ in range(count)]
    return {"low": low, "high": [rng.randint(a + 1, top) for a in low]}


def _places(low: list[int], high: list[int], name: str = "a") -> str:
    return ", ".join(f"{a} <= {name}{i} <= {b}" for i, (a, b) in enumerate(zip(low, high, strict=True), 1))


def _rising(rng: random.Random, size: int) -> Facts:
    return _ranges(rng, rng.randint(3 + size // 3, 3 + size // 2), 1, 5 + size // 2)


def _rising_shown(low: list[int], high: list[int]) -> Mapping[str, object]:
    each = [f"a{i} is 0 or from {a} to {b}" for i, (a, b) in enumerate(zip(low, high, strict=True), 1)]
    return {"n": len(low), "ranges": ", ".join(each)}


def _rising_counted(low: list[int], high: list[int]) -> tuple[int, list[str]]:
    """Beginnings by their last number that is not 0."""
    ends, lines = [1] + [0] * max(high), []
    for i, (a, b) in enumerate(zip(low, high, strict=True), 1):
        ends = [ways + (sum(ends[:value]) if a <= value <= b else 0) for value, ways in enumerate(ends)]
        lines.append(row(f"to a{i}, by the last number other than 0 (first: none)", ends))
    return sum(ends) - 1, [*lines, f"without the one of zeros only: {sum(ends)} - 1 = {sum(ends) - 1}"]


def _sums(rng: random.Random, size: int) -> Facts:
    facts = _ranges(rng, rng.randint(3 + size // 4, 3 + size // 2), 0, 5 + size // 2)
    least, most = sum(facts["low"]), sum(facts["high"])
    middle = (least + most) // 2
    return facts | {"goal": rng.randint((least + middle) // 2, middle + 1), "how": rng.choice(_SUM)}


_SUM = ("equal to", "at most")


def _sums_shown(low: list[int], high: list[int], goal: int, how: str) -> Mapping[str, object]:
    return {
        "n": len(low),
        "ranges": _places(low, high),
        "sum": " + ".join(f"a{i + 1}" for i in range(len(low))),
    }


def _sums_counted(low: list[int], high: list[int], goal: int, how: str) -> tuple[int, list[str]]:
    table, lines = [1] + [0] * goal, []
    for i, (a, b) in enumerate(zip(low, high, strict=True), 1):
        table = [sum(table[max(0, s - b) : max(0, s - a + 1)]) for s in range(goal + 1)]
        lines.append(row(f"a1 to a{i}, ways to sums 0, ..., {goal}", table))
    parts = table if how == "at most" else table[-1:]
    return sum(parts), [*lines, total(parts)]


def _xor(rng: random.Random, size: int) -> Facts:
    bits = 3 + (size > 5)
    facts = _ranges(rng, rng.randint(3 + size // 5, 3 + size // 3), 0, (1 << bits) - 1)
    return facts | {"goal": rng.randrange(1 << bits)}


def _xor_shown(low: list[int], high: list[int], goal: int) -> Mapping[str, object]:
    return {"ranges": _places(low, high), "sum": " XOR ".join(f"a{i + 1}" for i in range(len(low)))}


def _xor_counted(low: list[int], high: list[int], goal: int) -> tuple[int, list[str]]:
    width = 1 << max(max(high), goal).bit_length()
    table, lines = [1] + [0] * (width - 1), []
    for i, (a, b) in enumerate(zip(low, high, strict=True), 1):
        table = [sum(table[value ^ x] for x in range(a, b + 1)) for value in range(width)]
        lines.append(row(f"a1 to a{i}, ways to each XOR from 0 to {width - 1}", table))
    return table[goal], [*lines, f"ways to {goal}: {table[goal]}"]


def _bits(rng: random.Random, size: int) -> Facts:
    bits = 3 + (size > 4)
    return {
        "given": [rng.randrange(1 << bits) for _ in range(rng.randint(3, 4 + size // 3))],
        "top": (1 << bits) - 1,
    }


def _bits_shown(given: list[int], top: int) -> Mapping[str, object]:
    return {"n": len(given)}


def _bits_counted(given: list[int], top: int) -> tuple[int, list[str]]:
    table, lines = [1] * (top + 1), []
    for i, (a, after) in enumerate(pairwise(given), 1):
        table = [
            sum(
                ways
                for b, ways in enumerate(table)
                if ways and (a & b) <= (after & value) and (a | b) >= (after | value)
            )
            for value in range(top + 1)
        ]
        lines.append(row(f"to b{i + 1}, ways with each last number from 0 to {top}", table))
    return sum(table), [*lines, total(table)]


def _maxima(rng: random.Random, size: int) -> Facts | None:
    n, top = rng.randint(4 + size // 3, 5 + size // 2), rng.randint(3, 4 + size // 3)
    asked = []
    for _ in range(2 + (size > 3) + (size > 7)):
        left, right = sorted(rng.sample(range(1, n + 1), 2))
        asked.append([left, right, rng.randint(2, top)])
    ends = [(left, right) for left, right, _ in asked]
    return {"n": n, "top": top, "rules": sorted(asked)} if len(set(ends)) == len(ends) else None


def _maxima_shown(n: int, top: int, rules: list[list[int]]) -> Mapping[str, object]:
    return {
        "told": "\n".join(f"The greatest of a{left}, ..., a{right} is {most}." for left, right, most in rules)
    }


def _maxima_counted(n: int, top: int, rules: list[list[int]]) -> tuple[int, list[str]]:
    """Inclusion and exclusion: a greatest number of M is one of at most M, less one of at most M - 1."""
    parts, lines = [], []
    for count in range(len(rules) + 1):
        for lowered in combinations(range(len(rules)), count):
            caps = [top] * n
            for at, (left, right, most) in enumerate(rules):
                for i in range(left - 1, right):
                    caps[i] = min(caps[i], most - (at in lowered))
            parts.append((-1) ** count * prod(caps))
            which = ", ".join(str(at + 1) for at in lowered) or "none"
            product = " * ".join(map(str, caps))
            lines.append(f"conditions with one less [{which}]: {product} = {prod(caps)}")
    text = " ".join(f"{'-' if part < 0 else '+'} {abs(part)}" for part in parts).removeprefix("+ ")
    return sum(parts), [*lines, f"plus for an even number of them, minus for an odd one: {text} = {sum(parts)}"]


def _odd(rng: random.Random, size: int) -> Facts:
    bits = 4 + size // 3
    numbers = rng.sample(range(1, 1 << bits), min(rng.randint(6 + size // 2, 6 + size), (1 << bits) - 1))
    weights = {number: -number.bit_count() + rng.choice((0, 0, 1)) for number in numbers}
    return {"given": sorted(numbers, key=weights.__getitem__)}


def _odd_counted(given: list[int]) -> tuple[int, list[str]]:
    ways: dict[int, int] = {}
    lines = []
    for at in range(len(given) - 1, -1, -1):
        x = given[at]
        after = [y for y in given[at + 1 :] if x & y == y]
        ways[x] = sum(1 + ways[y] for y in after)
        shown = " + ".join(f"(1 + {ways[y]})" for y in after)
        lines.append(f"beginning with {x}: {shown} = {ways[x]}" if after else f"beginning with {x}: 0")
    parts = [ways[x] for x in given]
    return sum(parts), ["C(x, y) is odd where each binary digit 1 of y is one of x", *lines, total(parts)]


def _palindromes(rng: random.Random, size: int) -> Facts:
    digits = 3 + size // 3
    low = rng.randint(10 ** (digits - 2), 10 ** (digits - 1))
    return {"low": low, "high": rng.randint(low + 100, 10**digits)}


def _palindromes_counted(low: int, high: int) -> tuple[int, list[str]]:
    def free(below: int) -> tuple[int, str]:
        """Positive integers less than `below` without such digits, and how they were counted."""
        digits = [int(digit) for digit in str(below)]
        parts = [9 if size == 1 else 81 * 8 ** (size - 2) for size in range(1, len(digits))]
        for at, digit in enumerate(digits):
            near = digits[max(at - 2, 0) : at]
            choices = sum(value not in near for value in range(at == 0, digit))
            left = len(digits) - at - 1
            parts.append(choices * (8**left if at or not left else 9 * 8 ** (left - 1)))
            if digit in near:
                break
        return sum(parts), total(parts, f"numbers below {below} without equal digits one or two places apart")

    upper, lower = free(high + 1), free(low)
    count = high - low + 1
    value = count - (upper[0] - lower[0])
    return value, [
        "a palindrome of two or more digits has two equal digits next to each other, or with one digit between "
        "them",
        upper[1],
        lower[1],
        f"numbers: {high} - {low} + 1 = {count}",
        f"{count} - ({upper[0]} - {lower[0]}) = {value}",
    ]


_SIGNS: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}


def _brackets(rng: random.Random, size: int) -> Facts:
    n = rng.randint(5 + size // 4, 6 + size // 4)
    return {
        "numbers": [rng.randint(1, 9) for _ in range(n)],
        "signs": "".join(rng.choice("+--**") for _ in range(n - 1)),
    }


def _brackets_shown(numbers: list[int], signs: str) -> Mapping[str, object]:
    return {
        "text": str(numbers[0]) + "".join(f" {sign} {n}" for sign, n in zip(signs, numbers[1:], strict=True))
    }


def _brackets_counted(numbers: list[int], signs: str) -> tuple[int, list[str]]:
    values = {(i, i): {n} for i, n in enumerate(numbers)}
    lines = []
    for span in range(1, len(numbers)):
        for i in range(len(numbers) - span):
            j = i + span
            values[i, j] = {
                _SIGNS[signs[cut]](a, b)
                for cut in range(i, j)
                for a in values[i, cut]
                for b in values[cut + 1, j]
            }
            if span < 4 or not i:
                found = sorted(values[i, j])
                text = " ".join(map(str, found)) if len(found) <= 60 else f"{len(found)} values"
                lines.append(f"numbers {i + 1} to {j + 1}: {text}")
    count = len(values[0, len(numbers) - 1])
    return count, [*lines, f"different values in all: {count}"]


KINDS = {
    "equal-neighbours": Kind(
        (
            "How many sequences of {n} integers from 1 to {m} have {how} {k} places where a number is equal to "
            "the one right "
            "after it? {ask}",
            "Each of {n} flags in a row gets one of {m} colours, called 1 to {m}. A seam is a place between "
            "neighbouring flags "
            "of one colour. How many colourings have {how} {k} seams? {ask}",
            "Count the words of {n} letters over an alphabet of {m} letters in which {how} {k} of the {n} - 1 "
            "pairs of "
            "neighbouring letters are pairs of equal letters. {ask}",
        ),
        _equal,
        _equal_counted,
    ),
    "rising-or-zero": Kind(
        (
            "How many integer sequences a1, ..., a{n} are there such that {ranges}, the numbers that are not 0 "
            "strictly "
            "increase from left to right, and at least one is not 0? {ask}",
            "School i of the schools 1 to {n} sends ai boats to a race, where 0 boats means that it stays away: "
            "{ranges}. Of any "
            "two schools that take part, the later one sends more boats, and at least one school takes part. "
            "How many sequences a1, ..., a{n} are possible? {ask}",
            "For each i, a choice is made: {ranges}. Not all may be 0. Leaving the zeros out, the sequence a1, "
            "..., a{n} has "
            "to be strictly increasing. Count the sequences. {ask}",
        ),
        _rising,
        _rising_counted,
        _rising_shown,
    ),
    "bounded-sums": Kind(
        (
            "How many integer sequences a1, ..., a{n} with {ranges} have a sum {how} {goal}? {ask}",
            "Count the ways to choose integers with {ranges}, so that {sum} is {how} {goal}. {ask}",
            "Person i of {n} different people gets ai sweets, all sweets being alike, where {ranges}. In how many "
            "ways can "
            "these numbers be chosen if their sum is {how} {goal}? {ask}",
        ),
        _sums,
        _sums_counted,
        _sums_shown,
    ),
    "xor-equations": Kind(
        (
            "XOR is the bitwise exclusive or. How many solutions in integers has {sum} = {goal}, if {ranges}? "
            "{ask}",
            "Count the sequences of integers with {ranges} whose bitwise XOR, {sum}, is equal to {goal}. {ask}",
            "Heaps of a game of Nim may be chosen with {ranges} stones. For how many choices does {sum} (bitwise "
            "exclusive "
            "or of all heaps, in their order) come to {goal}? {ask}",
        ),
        _xor,
        _xor_counted,
        _xor_shown,
    ),
    "and-or": Kind(
        (
            "Let a = ({given}), and write & and | for the bitwise AND and OR. How many integer sequences b1, ..., "
            "b{n} with 0 "
            "<= bi <= {top} are such that the values ai & bi never decrease and the values ai | bi never increase "
            "as i goes from 1 to {n}? {ask}",
            "Given the numbers a1, ..., a{n}: {given}. Count the sequences of {n} integers bi from 0 to {top} for "
            "which (ai & "
            "bi) <= (aj & bj) and (ai | bi) >= (aj | bj) whenever j = i + 1, with bitwise AND (&) and OR (|). "
            "{ask}",
            "With bitwise AND and OR, a sequence b of {n} integers from 0 to {top} fits the sequence a = "
            "({given}) if ai AND bi "
            "is non-decreasing in i and ai OR bi is non-increasing in i. How many sequences fit? {ask}",
        ),
        _bits,
        _bits_counted,
        _bits_shown,
    ),
    "range-maxima": Kind(
        (
            "How many sequences a1, ..., a{n} of integers from 1 to {top} fulfil all of these "
            "conditions?\n\n{told}\n\n{ask}",
            "{told}\n\nCount the sequences a1, ..., a{n} of integers between 1 and {top} (both included) for "
            "which all of this "
            "is true. {ask}",
            "On {n} days a1, ..., a{n} points were scored, from 1 to {top} each day. It is "
            "known:\n\n{told}\n\nHow many "
            "sequences of points are possible? {ask}",
        ),
        _maxima,
        _maxima_counted,
        _maxima_shown,
    ),
    "odd-binomials": Kind(
        (
            "Write C(x, y) for the binomial coefficient, with C(x, y) = 0 if y > x. A subsequence keeps the order "
            "and may leave "
            "numbers out. How many subsequences of at least two numbers of {given} are such that C(x, y) is odd "
            "for "
            "every number x and the number y right after it in the subsequence? {ask}",
            "From the list {given} choose two or more numbers and keep their order. Call the choice good if for "
            "each pair of "
            "numbers x, y that follow each other in it the binomial coefficient C(x, y) is an odd number (C(x, y) "
            "= 0 for y > x is even). Count the good choices. {ask}",
            "{given}\n\nOf this sequence, some numbers are struck out so that at least two are left. For every "
            "two neighbours x "
            "(left) and y (right) of what is left, x choose y has to be odd; it is 0 if y is greater than x. In "
            "how "
            "many ways is this possible? {ask}",
        ),
        _odd,
        _odd_counted,
    ),
    "palindromes-inside": Kind(
        (
            "How many integers from {low} to {high}, both included, have two or more consecutive digits that form "
            "a "
            "palindrome (such as 11 in 3114 or 272 in 2725)? {ask}",
            "A number is good if somewhere in its decimal digits there is a block of length at least 2 that reads "
            "the same "
            "forwards and backwards. Count the good numbers from {low} to {high}; both ends count. {ask}",
            "Tickets are numbered from {low} to {high}, without leading zeros. A ticket wins if its number "
            "contains a "
            "palindrome of two or more digits as a block of neighbouring digits. How many tickets win? {ask}",
        ),
        _palindromes,
        _palindromes_counted,
    ),
    "bracketings": Kind(
        (
            "How many different values can {text} have when parentheses are added in all possible ways, so that "
            "the order "
            "of all operations is fixed? Numbers and signs keep their places. {ask}",
            "The signs of {text} may be worked out in any order, as brackets allow it. Count the different "
            "results. Nothing "
            "is moved, and no sign is changed. {ask}",
            "{text}\n\nPut brackets into this so that it is clear in which order all the operations are done; "
            "every way of "
            "doing so is allowed. How many different numbers can come out? {ask}",
        ),
        _brackets,
        _brackets_counted,
        _brackets_shown,
    ),
}
