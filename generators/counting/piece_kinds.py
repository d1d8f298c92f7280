"""Kinds of counting-arrangements: digits that rise, strings of two palindromes, pieces, ranges, cuts of digits."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from math import inf

from ..kernels.count import Facts, Kind, row, total


def _rises(rng: random.Random, size: int) -> Facts:
    low = rng.randint(10, 10 ** rng.randint(2, 3 + size // 4))
    high = low + rng.randint(60 + 10 * size, 100 + 200 * size)
    return {"low": low, "high": high, "k": rng.randint(2, min(4, len(str(low))))}


def _with_digit(ends: tuple[int, ...], digit: int) -> tuple[int, ...]:
    """The least last digits of rising subsequences of length 1, 2, ..., with one more digit."""
    at = sum(end < digit for end in ends)
    return (*ends[:at], digit, *ends[at + 1 :])


@cache
def _rising(ends: tuple[int, ...], left: int, k: int) -> int:
    if len(ends) > k:
        return 0
    return sum(_rising(_with_digit(ends, d), left - 1, k) for d in range(10)) if left else int(len(ends) == k)


def _rises_counted(low: int, high: int, k: int) -> tuple[int, list[str]]:
    """In blocks that begin alike and have all endings of some digits."""
    lines, parts = [], []
    while low <= high:
        free = 0
        while low % 10 ** (free + 1) == 0 and low + 10 ** (free + 1) - 1 <= high:
            free += 1
        begin = low // 10**free
        ends: tuple[int, ...] = ()
        for digit in str(begin):
            ends = _with_digit(ends, int(digit))
        if ways := _rising(ends, free, k):
            parts.append(ways)
            lines.append(f"from {low} to {low + 10**free - 1}: {ways}" if free else f"{low}: 1")
        low += 10**free
    return sum(parts), [*lines, total(parts)]


def _twice(rng: random.Random, size: int) -> Facts:
    return {"n": rng.randint(4 + size // 5, 6 + size // 5), "colours": rng.randint(2, 6 + size)}


def _twice_counted(n: int, colours: int) -> tuple[int, list[str]]:
    """By roots: what repeats a root k times is cut k times as often, or k - 1 times if the root is a palindrome."""
    mirrors, others, lines, parts = [0] * (n + 1), [0] * (n + 1), [], []
    for m in range(1, n + 1):
        below = [d for d in range(1, m) if m % d == 0]
        mirrors[m] = colours ** ((m + 1) // 2) - sum(mirrors[d] for d in below)
        cuts = sum(colours ** ((i + 1) // 2 + (m - i + 1) // 2) for i in range(1, m))
        others[m] = cuts - sum(m // d * others[d] + (m // d - 1) * mirrors[d] for d in below)
        parts.append(others[m] + sum(others[d] + mirrors[d] for d in below))
        lines.append(
            f"length {m}, cuts into two palindromes {cuts}, palindromes that repeat nothing shorter {mirrors[m]}, "
            f"others that are cut and repeat nothing {others[m]}, strings in all: {parts[-1]}"
        )
    return sum(parts), [*lines, total(parts)]


def _pieces(rng: random.Random, size: int) -> Facts:
    numbers = rng.sample(range(1, 5 + size // 2), rng.randint(3, 4 + size // 4))
    return {"n": rng.randint(5 + size // 3, 6 + size), "numbers": sorted(numbers)}


def _pieces_counted(n: int, numbers: list[int]) -> tuple[int, list[str]]:
    """The first piece is settled by the row: longer beginnings have no greater minimum."""
    lines, first = [], {}
    for long in numbers:
        if long <= n:
            up, over = sum(x >= long for x in numbers), sum(x > long for x in numbers)
            first[long] = up**long - over**long
            lines.append(f"pieces of length {long}: {up}^{long} - {over}^{long} = {first[long]}")
    ways = [1]
    for length in range(1, n + 1):
        parts = [(first[long], ways[length - long]) for long in first if long <= length and ways[length - long]]
        ways.append(sum(a * b for a, b in parts))
        shown = " + ".join(f"{a} * {b}" for a, b in parts) or "0"
        lines.append(
            f"rows of length {length}: {shown} = {ways[-1]}" if parts else f"rows of length {length}: 0"
        )
    return ways[n], lines


def _shrinking(rng: random.Random, size: int) -> Facts:
    return {"tops": [rng.randint(2, 4 + size // 2) for _ in range(rng.randint(4 + size // 4, 5 + size // 3))]}


def _shrinking_counted(tops: list[int]) -> tuple[int, list[str]]:
    """By the last number and the nearest earlier ones at or below it and at or above it."""
    states: Counter[tuple[float, int, float]] = Counter({(-inf, x, inf): 1 for x in range(1, tops[0] + 1)})
    lines = [row("by the last number 1, 2, ..., sequences of length 1", [1] * tops[0])]
    for length, top in enumerate(tops[1:], 2):
        after: Counter[tuple[float, int, float]] = Counter()
        for (low, at, high), ways in states.items():
            for x in range(1, top + 1):
                if low <= x <= high:
                    seen = (low, at, high)
                    after[max(v for v in seen if v <= x), x, min(v for v in seen if v >= x)] += ways
        states = after
        ends = Counter[int]()
        for (_, at, _), ways in states.items():
            ends[at] += ways
        lines.append(
            row(
                f"by the last number 1, 2, ..., sequences of length {length}",
                [ends[x] for x in range(1, top + 1)],
            )
        )
    return states.total(), [*lines, total([ends[x] for x in range(1, tops[-1] + 1)])]


def _cut(rng: random.Random, size: int) -> Facts:
    digits = "".join(rng.choice("0112233456789") for _ in range(rng.randint(4 + size // 3, 5 + size // 2)))
    return {"digits": digits, "back": rng.randint(2, 3), "p": rng.randint(5, 12 + 4 * size)}


def _cut_counted(digits: str, back: int, p: int) -> tuple[int, list[str]]:
    """Sums of the pieces, by how many ways there are to get them."""
    sums = [Counter({0: 1}), Counter({int(digits[0]): 1})]
    for end in range(2, len(digits) + 1):
        after: Counter[int] = Counter()
        for long in (1, 2):
            for before, ways in sums[end - long].items():
                after[before + int(digits[end - long : end])] += ways
        sums.append(after)
    terms = [1]
    while len(terms) <= max(sums[-1]):
        terms.append(sum(terms[-back:]) % p)
    lines = [row("f(0), f(1), ...", terms)]
    parts = []
    for value, ways in sorted(sums[-1].items()):
        parts.append(ways * terms[value])
        lines.append(f"sum {value}, {ways} times: {ways} * {terms[value]} = {parts[-1]}")
    return sum(parts), [*lines, total(parts)]


def _cut_shown(digits: str, back: int, p: int) -> dict[str, object]:
    return {
        "rule": " + ".join(f"f(n-{i})" for i in range(1, back + 1)),
        "zeros": " = ".join(f"f({-i})" for i in range(1, back)) + " = 0",
    }


KINDS = {
    "digit-rises": Kind(
        (
            "Digits of a number are read from left to right, and any of them may be left out. How many whole numbers "
            "from {low} to {high}, both included, have {k} as the length of the longest strictly increasing "
            "subsequence of digits? {ask}",
            "The slope of a number is the greatest count of its decimal digits, neighbours or not, that rise strictly "
            "from left to right; so 1312 has the slope 2. Count the numbers n with {low} <= n <= {high} whose slope "
            "is {k}. {ask}",
            "Strike digits out of a number, without moving any, so that those that are left increase strictly and are "
            "as many as possible. For how many numbers from {low} to {high}, ends included, is the number of digits "
            "that are left {k}? {ask}",
        ),
        _rises,
        _rises_counted,
    ),
    "two-palindromes": Kind(
        (
            "A single letter is a palindrome, and the alphabet has {colours} letters. How many different strings of "
            "length at most {n} can be cut into two non-empty pieces that are both palindromes? {ask}",
            "Chains of at most {n} beads have beads of {colours} colours, and any colour may come up any number of "
            "times. Count the chains, read from left to right, that consist of two parts, each of at least one bead, "
            "of which each reads the same from both of its ends. {ask}",
            "Call a sequence of whole numbers from 1 to {colours} double if it is one palindrome followed by another "
            "one, neither of them empty; sequences of one number are palindromes. How many double sequences have {n} "
            "numbers or fewer? {ask}",
        ),
        _twice,
        _twice_counted,
    ),
    "lengths-as-minima": Kind(
        (
            "A row of {n} numbers, each one of {numbers}, is good if it can be cut into contiguous pieces so that in "
            "each piece the least number is the length of the piece. Numbers may come up repeatedly, and one piece "
            "may be the whole row. How many rows are good? {ask}",
            "Count the arrays of length {n} with entries from the set of {numbers} that are a concatenation of one or "
            "more blocks, where the minimum of each block equals its number of entries. Arrays are counted, not ways "
            "to divide them. {ask}",
            "{n} people in a line each name a number, one of {numbers}; several may name the same. The line can be "
            "seated if it falls into groups of neighbours such that the size of each group is the smallest number "
            "named in it. For how many lists of named numbers can it be seated? {ask}",
        ),
        _pieces,
        _pieces_counted,
    ),
    "shrinking-ranges": Kind(
        (
            "A sequence a1, ..., a{n} of whole numbers has 1 <= a_i at most {tops}, in this order. From the third one "
            "on, each number a_i must not lie beyond the earlier numbers around its predecessor: among a1, ..., "
            "a_(i-2), let l be the greatest that is at most a_(i-1) and r the least that is at least a_(i-1); then l "
            "<= a_i <= r, where l or r that does not exist demands nothing. How many sequences are there? {ask}",
            "Numbers are called out one after the other: {n} of them, whole, at least 1, and at most {tops}, in this "
            "order. Take what has been called out before the last number and mark there the nearest value at or below "
            "the last number and the nearest one at or above it, as far as there are any; the next number may not be "
            "less than the first nor greater than the second. Count the possible games. {ask}",
            "Count the sequences A[1], ..., A[{n}] of positive integers with upper bounds {tops} for A[1], A[2], ... "
            "such that for every i >= 3 the number A[i] is at least max of those A[j], j <= i-2, with A[j] <= A[i-1], "
            "and at most min of those A[j], j <= i-2, with A[j] >= A[i-1]; the max or min of no numbers is no "
            "condition. {ask}",
        ),
        _shrinking,
        _shrinking_counted,
        lambda tops: {"n": len(tops)},
    ),
    "cut-sums": Kind(
        (
            "Let f(0) = 1, {zeros}, and for n >= 1 let f(n) be the remainder of {rule} on division by {p}. The string "
            "of digits {digits} is cut in all possible ways into pieces of one or two digits; a piece is read as a "
            "number and may begin with 0. For each way, take f of the sum of its pieces. Only f is reduced modulo "
            "{p}, not the total. What do all these values add up to? {ask}",
            "A sequence has f(0) = 1, {zeros} and f(n) = ({rule}) mod {p} for n = 1, 2, ... Between the digits of "
            "{digits} one may put plus signs so that no more than two digits stand together (leading zeros are "
            "allowed). Each way of doing so gives a sum s. Add the numbers f(s) for all ways, also where sums are "
            "equal. What is the total? {ask}",
            "Define f by f(0) = 1, {zeros}, and f(n) = ({rule}) mod {p} for each n >= 1. For the digit string "
            "{digits}, go through all partitions into blocks of 1 or 2 digits, such as 07 for 7. Sum up f(sum of the "
            "blocks) over all partitions; this sum is not taken modulo {p} once more. What comes out? {ask}",
        ),
        _cut,
        _cut_counted,
        _cut_shown,
    ),
}
