"""Bits and XOR a second time: by looking at all pairs, ways, walks or fillings, or by digits from the other end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from ..base import Json
from ..kernels.count import recounting
from ..kernels.optimum import Evaluate, Worth, confirming_optimum
from ..solving import confirming

# ---- values


def _expression(text: str) -> int:
    """The innermost parentheses first; numbers are kept in decimal."""
    text = re.sub(r"0x[0-9a-f]+", lambda found: str(int(found[0], 16)), text)
    step = re.compile(r"\((-?\d+) (\+|-|\*|<<|>>|&|\||\^) (-?\d+)\)")
    text = f"({text})"
    while found := step.search(text):
        a, sign, b = int(found[1]), found[2], int(found[3])
        if sign in "&|^":
            bits = range(max(a, b).bit_length())
            ones = {"&": 2, "|": 1, "^": 1}[sign]
            pairs = [(a >> bit & 1) + (b >> bit & 1) for bit in bits]
            value = sum(1 << bit for bit in bits if pairs[bit] == ones or (sign == "|" and pairs[bit] == 2))
        else:
            value = {"+": a + b, "-": a - b, "*": a * b, "<<": a * 2**b if b < 99 else 0}.get(sign, 0)
            if sign == ">>":
                value = a // 2**b if b < 99 else 0
        text = text[: found.start()] + str(value) + text[found.end() :]
    return int(text)


def _meter(n: int, m: int, k: int) -> int:
    """By digits of i and j from the highest: how many pairs, and their sum above k."""

    @cache
    def pairs(bit: int, low_i: bool, low_j: bool, above: bool) -> tuple[int, int]:
        """Count and sum of the lower bits, of pairs below n and m whose XOR is above k (or is k so far)."""
        if bit < 0:
            return int(low_i and low_j and above), 0
        count = total = 0
        for i in (0, 1):
            for j in (0, 1):
                if (not low_i and i > n >> bit & 1) or (not low_j and j > m >> bit & 1):
                    continue
                x = i ^ j
                if not above and x < k >> bit & 1:
                    continue
                found = pairs(
                    bit - 1,
                    low_i or i < n >> bit & 1,
                    low_j or j < m >> bit & 1,
                    above or x > k >> bit & 1,
                )
                count += found[0]
                total += found[1] + found[0] * (x << bit)
        return count, total

    count, total = pairs(max(n, m, k).bit_length(), False, False, False)
    return total - k * count


def _runs(numbers: list[int]) -> list[list[int]]:
    return [numbers[a:b] for b in range(1, len(numbers) + 1) for a in range(b)]


def _xor(numbers: list[int]) -> int:
    """Bit by bit: a bit is set where an odd number of them has it."""
    return sum(1 << bit for bit in range(64) if sum(x >> bit & 1 for x in numbers) % 2)


def _ways(rows: list[str], goal: str) -> int:
    """From the last row back: what the register may hold before it, with how many ways from there."""
    masks = [int(row, 2) for row in rows]
    ways = Counter({masks[0]: 1})
    for mask in masks[1:]:
        after: Counter[int] = Counter()
        for held, count in ways.items():
            after[held & mask] += count
            after[held | mask] += count
        ways = after
    return ways[int(goal, 2)]


def _walk(edges: list[list[int]], n: int) -> int:
    """All pairs of a vertex and a value that a walk reaches."""
    near: dict[int, list[tuple[int, int]]] = {v: [] for v in range(1, n + 1)}
    for u, v, w in edges:
        near[u].append((v, w))
        near[v].append((u, w))
    reached, queue = {(1, 0)}, [(1, 0)]
    for at, value in queue:
        for to, w in near[at]:
            state = (to, value ^ w)
            if state not in reached:
                reached.add(state)
                queue.append(state)
    return max(value for at, value in reached if at == n)


RECOUNTS: Mapping[str, Callable[..., int]] = {
    "meter": _meter,
    "xor-of-sums": lambda numbers: _xor(list(map(sum, _runs(numbers)))),
    "sum-of-xors": lambda numbers: sum(map(_xor, _runs(numbers))),
    "and-or-ways": _ways,
    "walk": _walk,
}


# ---- lists


def _ones(numbers: list[int]) -> list[int]:
    found = []
    for number in numbers:
        count = 0
        while number:
            number, odd = divmod(number, 2)
            count += odd
        found.append(count)
    return found


def _changes(steps: list[str]) -> list[int]:
    """The fewest signed powers of two with the sum d, from the last bit on; halves are rounded both ways."""

    @cache
    def least(d: int) -> int:
        if d < 2:
            return d
        return least(d // 2) if d % 2 == 0 else 1 + min(least(d // 2), least(d // 2 + 1))

    return [least(int(text, 2)) for text in steps]


def _span(numbers: list[int]) -> set[int]:
    """What the subsets come to."""
    values = {0}
    for number in numbers:
        values |= {value ^ number for value in values}
    return values


def _at(given: list[int], numbers: list[int]) -> list[int] | None:
    rises = all(a < b for a, b in pairwise(given))
    return (
        [numbers[i - 1] for i in given]
        if given and rises and given[0] > 0 and given[-1] <= len(numbers)
        else None
    )


def _subset(given: list[int], numbers: list[int]) -> Worth | None:
    chosen = _at(given, numbers)
    return None if chosen is None else _xor(chosen)


def _pair(given: list[int], numbers: list[int]) -> Worth | None:
    chosen = _at(given, numbers)
    return _xor(chosen) if chosen is not None and len(chosen) == 2 else None


def _bill(given: list[int], numbers: list[int]) -> Worth | None:
    if len(given) != len(numbers) or min(given) < 0:
        return None
    if any(stated not in (-1, number) for stated, number in zip(numbers, given, strict=True)):
        return None
    return sum(_xor(given[:end]) for end in range(1, len(given) + 1))


def _least_bill(numbers: list[int]) -> int:
    """Bit by bit: the least number of ones of the register, by its bit after each number."""
    total = 0
    for bit in range(32):
        least: dict[int, int] = {0: 0}
        for number in numbers:
            after: dict[int, int] = {}
            for held, count in least.items():
                for x in (0, 1) if number < 0 else (number >> bit & 1,):
                    after[held ^ x] = min(after.get(held ^ x, 99_999), count + (held ^ x))
            least = after
        total += min(least.values()) << bit
    return total


def _way(edges: list[list[int]], a: int, b: int, banned: tuple[int, ...] = ()) -> int | None:
    """The XOR of the path between two vertices of a tree or a forest, None if there is none."""
    if a == b:
        return 0
    for u, v, w in edges:
        if a in (u, v) and (c := u + v - a) not in banned:
            rest = _way(edges, c, b, (a,))
            if rest is not None:
                return rest ^ w
    return None


def _ends(given: list[int], edges: list[list[int]], n: int) -> Worth | None:
    return _way(edges, given[0], given[1]) if len(given) == 2 and 0 < given[0] < given[1] <= n else None


def _best_ends(edges: list[list[int]], n: int) -> int:
    return max(_way(edges, a, b) or 0 for a, b in combinations(range(1, n + 1), 2))


def _proof(given: list[int], edges: list[list[int]], n: int) -> Worth | None:
    codes = {frozenset((u, v)): w for u, v, w in edges}
    if len(given) == n and not given[0] and all(given[u - 1] ^ w == given[v - 1] for u, v, w in edges):
        return 1
    around = [frozenset((given[i - 1], given[i])) for i in range(len(given))]
    if len(set(given)) < len(given) or len(given) < 3 or not all(side in codes for side in around):
        return None
    return int(_xor([codes[side] for side in around]) > 0)


def _removals(edges: list[list[int]], order: list[int], n: int) -> list[int]:
    """Every path, after every removal."""
    found = []
    for removed in range(n):
        left = [edge for at, edge in enumerate(edges, 1) if at not in order[:removed]]
        found.append(sum(_way(left, a, b) == 0 for a, b in combinations(range(1, n + 1), 2)))
    return found


OPTIMA: Mapping[str, tuple[Evaluate, Callable[..., Worth]]] = {
    "ones": (lambda given, **_: given, _ones),
    "fewest-changes": (lambda given, **_: given, _changes),
    "largest-xor": (_subset, lambda numbers: max(_span(numbers))),
    "closest-pair": (_pair, lambda numbers: min(a ^ b for a, b in combinations(numbers, 2))),
    "holes": (_bill, _least_bill),
    "ends": (_ends, _best_ends),
    "cycles": (_proof, lambda edges, n: 1),
    "removals": (lambda given, **_: given, _removals),
}
_solve, _is_value = recounting(RECOUNTS)
_is_hexadecimal = confirming(
    lambda problem: _expression(problem["expression"]), lambda answer: _hexadecimal(answer)
)
_is_best = confirming_optimum(OPTIMA)


def _hexadecimal(answer: str) -> int | None:
    text = answer.strip().lower()
    return int(text, 16) if re.fullmatch(r"-?(?:0x)?[0-9a-f]{1,60}", text) else None


def solve(problem: Mapping[str, Json]) -> Any:
    """The value of a question about one number, from its facts."""
    return _expression(problem["expression"]) if problem["kind"] == "expression" else _solve(problem)


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is right, found a second time."""
    if "gold" not in payload:
        return _is_best(payload, answer)
    return (_is_hexadecimal if payload["problem"]["kind"] == "expression" else _is_value)(payload, answer)
