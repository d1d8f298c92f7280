"""Bits and XOR, the kinds whose answer is one number: expressions, sums over XORs, ways and walks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import accumulate
from operator import add, and_, lshift, mul, or_, rshift, sub, xor

from ..family import Question
from ..kernels.count import Facts, Kind, row, total
from .bit_graphs import Edges, labels_from, random_edges, shown_edges

XOR = "XOR (written ^) is the bitwise exclusive or"
_MEANINGS: Mapping[str, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "<<": lshift,
    ">>": rshift,
    "&": and_,
    "|": or_,
    "^": xor,
}
_MOST_BITS = 90


# ---- an expression in hexadecimal


def _tree(rng: random.Random, signs: int, top: int) -> tuple[str, int, list[str]] | None:
    """An expression with so many signs, its value and its steps; None if a number gets too large or none is allowed."""
    if not signs:
        value = rng.randint(0x10, top)
        return f"{value:#x}", value, []
    sign = rng.choice(tuple(_MEANINGS))
    shift = sign in ("<<", ">>")
    left_signs = signs - 1 if shift else rng.randint(0, signs - 1)
    left = _tree(rng, left_signs, top)
    right = (f"{(k := rng.randint(1, 7)):#x}", k, []) if shift else _tree(rng, signs - 1 - left_signs, top)
    if left is None or right is None or (sign in "&|^" and min(left[1], right[1]) < 0):
        return None
    a, b = left[1], right[1]
    value = _MEANINGS[sign](a, b)
    if not 1 < abs(value) < 1 << _MOST_BITS or value in (a, b):
        return None
    lines = [*left[2], *right[2], f"{a:#x} {sign} {b:#x} is {value:#x} (in decimal {value})"]
    return f"({left[0]} {sign} {right[0]})", value, lines


EXPRESSION = (
    "Work out this expression of hexadecimal integers:\n{expression}\n{rules}\n{form}",
    "{rules}\nWhat is the value of {expression} ?\n{form}",
    "Evaluate {expression}, where all numbers are hexadecimal. {rules} {form}",
)
_RULES = (
    "a << b is a times 2 to the power b; a >> b is a divided by 2 to the power b and rounded down (toward minus "
    "infinity); &, | and ^ are the bitwise AND, OR and exclusive OR. There is no limit to the number of bits.",
    "Shifts are << (by b places to the left: times 2^b) and >> (by b places to the right: divided by 2^b, rounded "
    "down also for negative numbers). The signs &, | and ^ stand for bitwise AND, OR and exclusive OR. Integers "
    "have as many bits as they need.",
)
_FORMS = (
    "Give the result in hexadecimal (base 16); if it is negative, with a minus sign in front and not as a two's "
    "complement.",
    "Answer in base 16, such as 0x1f, or -0x1f for a negative result.",
)


def expression(rng: random.Random, *, size: int) -> Question | None:
    """A question about an expression; more signs and larger numbers with size."""
    made = _tree(rng, 2 + size // 2, 0xFFF if size < 4 else 0xFFFF)
    if made is None:
        return None
    text, value, lines = made
    text = text.removeprefix("(").removesuffix(")")
    answer = f"{value:#x}"
    if abs(value) < 0x10 or answer in text:
        return None
    digits = answer.replace("0x", "").upper()
    gold = {"text": f"{digits}_16", "kind": "base", "base_named": True}
    fields = {"expression": text, "rules": rng.choice(_RULES), "form": rng.choice(_FORMS)}
    return Question(fields, {"expression": text}, answer, lines, gold, guess_rate=0.001)


# ---- sums over XORs


def _meter(rng: random.Random, size: int) -> Facts | None:
    n, m = (rng.randint(6 + 4 * size, 14 + 14 * size) for _ in range(2))
    parts = n.bit_count() * m.bit_count()
    return (
        {"n": n, "m": m, "k": rng.randint(1, max(n, m) // 2)}
        if size // 2 < parts <= 3 + size * 2 // 3
        else None
    )


def _blocks(n: int) -> list[tuple[int, int]]:
    """The integers below n in aligned blocks: first integer and size (a power of two), the largest first."""
    found, start = list[tuple[int, int]](), 0
    for bit in range(n.bit_length() - 1, -1, -1):
        if n >> bit & 1:
            found.append((start, 1 << bit))
            start += 1 << bit
    return found


def _meter_counted(n: int, m: int, k: int) -> tuple[int, list[str]]:
    parts = []
    lines = [
        "of two aligned blocks, each XOR of the larger block's size comes as often as the smaller is large"
    ]
    for first, wide in _blocks(n):
        for second, high in _blocks(m):
            span, times = max(wide, high), min(wide, high)
            low = (first ^ second) // span * span
            above = sum(range(max(low - k, 0), max(low + span - k, 0)))
            parts.append(times * above)
            lines.append(
                f"i from {first} to {first + wide - 1}, j from {second} to {second + high - 1}, XORs from {low} to "
                f"{low + span - 1}: {times} * {above} = {parts[-1]}"
            )
    return sum(parts), [*lines, total(parts)]


def _numbers(rng: random.Random, size: int) -> Facts:
    n = 5 + size // 2 + rng.randint(0, 1)
    return {"numbers": [rng.randint(1, 20 + 10 * size) for _ in range(n)]}


def _sums_counted(numbers: list[int]) -> tuple[int, list[str]]:
    so_far, lines = 0, []
    for start in range(len(numbers)):
        sums = list(accumulate(numbers[start:]))
        for value in sums:
            so_far ^= value
        lines.append(f"{row(f'sums of the runs from position {start + 1}', sums)}; XOR so far {so_far}")
    return so_far, lines


def _xors_counted(numbers: list[int]) -> tuple[int, list[str]]:
    parts, lines = [], []
    for start in range(len(numbers)):
        xors = list(accumulate(numbers[start:], xor))
        parts.append(sum(xors))
        lines.append(total(xors, f"XORs of the runs from position {start + 1}"))
    return sum(parts), [*lines, total(parts)]


# ---- ways to put AND and OR


def _ways(rng: random.Random, size: int) -> Facts:
    n, wide = 5 + size // 2 + rng.randint(0, 2), 3 + size // 3
    rows = ["".join(rng.choice("01") for _ in range(wide)) for _ in range(n)]
    operations = [rng.random() < 0.5 for _ in rows]
    goal = "0" * wide
    for text, both in zip(rows, operations, strict=True):
        goal = "".join(
            str(int(a == b == "1" if both else "1" in (a, b))) for a, b in zip(goal, text, strict=True)
        )
    return {"rows": ["0" * wide, *rows], "goal": goal}


def _ways_shown(rows: list[str], goal: str) -> Mapping[str, object]:
    return {"n": len(rows) - 1, "table": "\n".join(rows)}


def _ways_counted(rows: list[str], goal: str) -> tuple[int, list[str]]:
    """Read upwards as binary numbers, with AND as 1 and OR as 0: a column ends as 1 if it is above the operations."""
    n = len(rows) - 1
    low, high = 0, 1 << n
    lines = [
        "write AND as 1 and OR as 0, the last operation first: a column gives 1 if, read upwards, it is larger"
    ]
    for at, wanted in enumerate(goal):
        text = "".join(line[at] for line in reversed(rows[1:]))
        value = int(text, 2)
        low, high = (max(low, value), high) if wanted == "0" else (low, min(high, value))
        lines.append(f"column {at + 1} upwards: {text}, the number {value}, has to give {wanted}")
    lines.append(f"operations from {low} to {high - 1}: {high} - {low} = {high - low}")
    return high - low, lines


# ---- walks


def _walk(rng: random.Random, size: int) -> Facts:
    n, bits = 5 + size // 2, min(8 + size // 3, 12)
    edges = random_edges(rng, n, n + 1 + size // 4, 1 << bits)
    return {"edges": edges, "n": n}


def _walk_shown(edges: Edges, n: int) -> Mapping[str, object]:
    return {"shown": shown_edges(edges)}


def _walk_counted(edges: Edges, n: int) -> tuple[int, list[str]]:
    """A walk is the way in a tree and any cycles: each is fetched, and the way to it cancels out."""
    labels, tree = labels_from(edges, n)
    lines = [row("XOR of the way from vertex 1 to vertex 1, 2, ...", [labels[v] for v in range(1, n + 1)])]
    basis: list[int] = []
    for u, v, w in edges:
        if (u, v) in tree:
            continue
        cycle = rest = labels[u] ^ labels[v] ^ w
        for vector in basis:
            rest = min(rest, rest ^ vector)
        if rest:
            basis.append(rest)
            basis.sort(reverse=True)
        lines.append(f"cycle of the edge {u}-{v}: {cycle}, of which {rest} is new")
    value = labels[n]
    for vector in basis:
        if value ^ vector > value:
            lines.append(f"{value} is raised by {vector} to {value ^ vector}")
            value ^= vector
    weights = [w for _, _, w in edges]
    full = (1 << max(weights).bit_length()) - 1
    cheap = {full, labels[n], max(weights), max(labels.values())}
    return (0 if value in cheap or len(basis) < 2 else value), lines


KINDS = {
    "meter": Kind(
        (
            f"{XOR}. What is the sum of max((i ^ j) - {{k}}, 0) over all pairs of integers (i, j) with 0 <= i < {{n}} "
            "and 0 <= j < {m}? {ask}",
            "For integers i from 0 to {n} - 1 and j from 0 to {m} - 1, let x be i XOR j (bitwise). Each pair (i, j) "
            "counts x - {k} if x is greater than {k}, and 0 if not. What do all pairs come to together? {ask}",
            "A field has {n} rows and {m} columns, both numbered from 0. The cell in row i and column j holds i XOR j "
            "(bitwise exclusive or) units of energy and loses {k} of them, or all if it holds fewer. How many units "
            "are left in the whole field? {ask}",
        ),
        _meter,
        _meter_counted,
    ),
    "xor-of-sums": Kind(
        (
            "Here is a list: {numbers}. A run is one or more neighbouring numbers of it. Take the sum of every run, "
            "also where equal sums come again. What is the bitwise exclusive or (XOR) of all these sums? {ask}",
            "Consider all contiguous subarrays (of length 1 or more) of [{numbers}]. Work out the sum of each one, "
            "then the bitwise XOR of all these sums, equal ones included. {ask}",
            "{numbers}\n\nAdd up the numbers from position a to position b, for all positions a <= b. XOR all the "
            "results together, bit by bit, as often as each of them comes. {ask}",
        ),
        _numbers,
        _sums_counted,
    ),
    "sum-of-xors": Kind(
        (
            "Here is a list: {numbers}. A run is one or more neighbouring numbers of it. Take the bitwise exclusive or "
            "(XOR) of the numbers of every run, also where equal values come again. What is the sum of all these "
            "values? {ask}",
            "Consider all contiguous subarrays (of length 1 or more) of [{numbers}]. Work out the bitwise XOR of the "
            "elements of each one, then add up all these values, equal ones included. {ask}",
            "{numbers}\n\nXOR the numbers from position a to position b bit by bit, for all positions a <= b. Add up "
            "all the results, as often as each of them comes. {ask}",
        ),
        _numbers,
        _xors_counted,
    ),
    "and-or-ways": Kind(
        (
            "These are rows of bits:\n{table}\nBegin with the first row and go down. For each of the {n} other rows, "
            "choose AND or OR and apply it, bit by bit, to what you have and to this row. How many of the 2^{n} ways "
            "of choosing end with {goal}? {ask}",
            "{table}\n\nBetween every two neighbouring rows, write one of the bitwise operations AND and OR. Work the "
            "operations out strictly from top to bottom, so that AND has no precedence over OR. How many ways to write "
            "them give {goal}? {ask}",
            "A register starts as the first of these bit strings:\n{table}\nThen the other {n} strings come one after "
            "the other, and the register is replaced by (register AND string) or by (register OR string). Count the "
            "sequences of {n} operations after which it holds {goal}. {ask}",
        ),
        _ways,
        _ways_counted,
        _ways_shown,
    ),
    "walk": Kind(
        (
            "An undirected graph has the vertices 1 to {n} and these weighted edges: {shown}. A walk may use vertices "
            "and edges again; its value is the bitwise XOR of the weights of its edges, each taken as often as it is "
            "used. What is the largest value of a walk from 1 to {n}? {ask}",
            "Stations 1 to {n} are joined by these tunnels, each with a code: {shown}. Whoever goes through a tunnel, "
            "in either direction, XORs its code onto a register (bitwise). A trip starts at station 1 with 0 in the "
            "register, which is never reset, and tunnels may be used any number of times. What is the largest number "
            "that the register can hold on an arrival at station {n}? {ask}",
            "{shown}\n\nThese are the edges of an undirected graph with their weights. Going from vertex 1 to vertex "
            "{n}, with repetitions of vertices and edges allowed, XOR the weights of all edges that you pass (bitwise, "
            "once for each time). Find the maximum. {ask}",
        ),
        _walk,
        _walk_counted,
        _walk_shown,
    ),
}
