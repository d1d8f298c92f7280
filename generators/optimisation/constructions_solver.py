"""Constructions a second time: each property by another definition than the verifier's, on bare answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import isqrt
from typing import Any

from ..kernels.optimum import bare_groups, bare_list

Facts = Mapping[str, Any]


def _told(f: Facts, given: Sequence[int]) -> bool:
    return all(len(given) >= place and given[place - 1] == number for place, number in f["known"])


def _no_part(f: Facts, given: list[int], zero: Callable[[list[int], int], bool]) -> bool:
    """An order of 1 to n without a stretch, behind the first number, that leaves a partial result as it was."""
    n = f["n"]
    if sorted(given) != list(range(1, n + 1)) or not _told(f, given):
        return False
    return not any(zero(given[a:b], n) for a in range(1, n) for b in range(a + 1, n + 1))


def _prefix_products(f: Facts, given: list[int]) -> bool:
    """Each product by itself, from its last number to its first."""
    n: int = f["n"]
    if sorted(given) != list(range(1, n + 1)) or not _told(f, given):
        return False
    found = set()
    for k in range(1, n + 1):
        result = 1
        for number in reversed(given[:k]):
            result = result * number % n
        found.add(result)
    return len(found) == n


def _pair_sums(f: Facts, given: list[int]) -> bool:
    left = list(f["sums"])
    if len(given) != f["n"] or len(set(given)) < len(given) or any(number < 1 for number in given):
        return False
    for at, a in enumerate(given):
        for b in given[:at]:
            if a + b not in left:
                return False
            left.remove(a + b)
    return left == []


def _tournament(f: Facts, given: list[list[int]]) -> bool:
    n = f["n"]
    if len(given) != n or any(not 1 <= b <= n for row in given for b in row):
        return False
    matrix = [[given[a].count(b) for b in range(1, n + 1)] for a in range(n)]
    whole = all(matrix[a][b] + matrix[b][a] == (a != b) for a, b in product(range(n), repeat=2))
    fair = all(sum(row) == n // 2 for row in matrix)
    return whole and fair and all(matrix[a - 1][b - 1] for a, b in f["known"])


def _path_counts(f: Facts, given: list[list[int]]) -> bool:
    """By powers of the matrix of edges."""
    most = f["most"]
    if any(len(edge) != 2 or not 1 <= edge[0] < edge[1] <= most for edge in given):
        return False
    if any(given.count(edge) > 1 for edge in given):
        return False
    total, reached = 0, [int(v == 1) for v in range(most + 1)]
    for _ in range(most):
        reached = [sum(reached[a] for a, b in given if b == v) for v in range(most + 1)]
        total += reached[most]
    return bool(total == f["paths"])


def _dominoes(f: Facts, given: list[int]) -> bool:
    """What one side is ahead of the other, tile by tile."""
    if sorted(given) != list(range(1, len(f["tiles"]) + 1)):
        return False
    ahead = ["", ""]
    for number in given:
        for side in (0, 1):
            ahead[side] += f["tiles"][number - 1][side]
        same = min(map(len, ahead))
        if ahead[0][:same] != ahead[1][:same]:
            return False
        ahead = [text[same:] for text in ahead]
    return ahead == ["", ""]


def _bezout(f: Facts, given: list[int]) -> bool:
    left = f["divisor"]
    for number, x in zip(f["numbers"], given, strict=False):
        left -= number * x
    return len(given) == len(f["numbers"]) and left == 0 and max(map(abs, given)) <= f["most"]


def _labels(f: Facts, given: list[int]) -> bool:
    n = len(f["edges"]) + 1
    if sorted(given) != list(range(n)) or not _told(f, given):
        return False
    return sorted(abs(given[a - 1] - given[b - 1]) for a, b in f["edges"]) == list(range(1, n))


def _ruler(f: Facts, given: list[int]) -> bool:
    if len(given) != f["n"] or given != sorted(set(given)) or given[0] or given[-1] != f["length"]:
        return False
    far = [sum(1 for a in given if a + d in given) for d in range(1, f["length"] + 1)]
    return max(far) == 1 and set(f["known"]) <= set(given)


def _between(f: Facts, given: list[int]) -> bool:
    n = f["n"]
    if sorted(given) != sorted([*range(1, n + 1)] * 2) or not _told(f, given):
        return False
    first: dict[int, int] = {}
    return all(first.setdefault(k, place) in (place, place - k - 1) for place, k in enumerate(given))


def _prime_sums(f: Facts, given: list[int]) -> bool:
    n = f["n"]
    if sorted(given) != list(range(1, n + 1)) or not _told(f, given):
        return False
    prime = [True] * (2 * n)
    for d in range(2, isqrt(2 * n) + 1):
        prime[d * d :: d] = [False] * len(prime[d * d :: d])
    return all(prime[given[at] + given[at + 1]] for at in range(n - 1))


def _all_words(f: Facts, given: list[int]) -> bool:
    """Every word is looked for."""
    width = f["width"]
    if len(given) != 2**width or not set(given) <= {0, 1} or not _told(f, given):
        return False
    ring = "".join(map(str, given)) * 2
    return all("".join(word) in ring[: len(given) + width - 1] for word in product("01", repeat=width))


_LISTS: Mapping[str, Callable[[Facts, list[int]], bool]] = {
    "prefix-sums": lambda f, given: _no_part(f, given, lambda part, n: sum(part) % n == 0),
    "prefix-products": _prefix_products,
    "pair-sums": _pair_sums,
    "dominoes": _dominoes,
    "bezout": _bezout,
    "labels": _labels,
    "ruler": _ruler,
    "between": _between,
    "prime-sums": _prime_sums,
    "all-words": _all_words,
}
_GROUPS: Mapping[str, Callable[[Facts, list[list[int]]], bool]] = {
    "tournament": _tournament,
    "path-counts": _path_counts,
}


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is an object with the property."""
    kind = payload["kind"]
    if kind in _GROUPS:
        groups = bare_groups(answer)
        return groups is not None and _GROUPS[kind](payload, groups)
    given = bare_list(answer)
    return given is not None and _LISTS[kind](payload, given)
