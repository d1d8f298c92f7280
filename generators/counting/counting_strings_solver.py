"""Counting in strings and rows a second time: from the other end, piece by piece, or with sets of what there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate

from ..kernels.count import recounting


def _pieces(text: str) -> list[str]:
    return [text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)]


def _palindrome_cuts(text: str) -> int:
    """By the first piece."""

    @cache
    def ways(left: str) -> int:
        return (
            1
            if not left
            else sum(ways(left[k:]) for k in range(1, len(left) + 1) if left[:k] == left[:k][::-1])
        )

    return ways(text)


def _opposites(text: str) -> int:
    return sum(piece[::-1] == piece.translate(str.maketrans("01", "10")) for piece in _pieces(text))


def _means(numbers: list[int], k: int) -> int:
    """All windows, longer and longer."""
    sums, found = list(numbers), 0
    for length in range(1, len(numbers) + 1):
        found += sum(part >= k * length for part in sums)
        sums = [part + more for part, more in zip(sums, numbers[length:], strict=False)]
    return found


def _repeated_sums(numbers: list[int], times: int, k: int) -> int:
    """By where a window ends, on the written row: its beginning only moves on."""
    sums = [0, *accumulate(numbers * times)]
    start = found = 0
    for end in range(1, len(sums)):
        while sums[end] - sums[start] > k:
            start += 1
        found += end - start
    return found


def _rule_pattern(n: int, a: int, b: int, p: int, pattern: str) -> int:
    """Each remainder comes up once: those that fit all signs, less the places too near to the end."""
    spans = [(0, n)]
    for j, sign in enumerate(pattern):
        low, long = ((0 if sign == "0" else p) - j * a) % n, p if sign == "0" else n - p
        fits = [(low, min(low + long, n)), (0, low + long - n)]
        spans = [(max(x, u), min(y, v)) for x, y in spans for u, v in fits if max(x, u) < min(y, v)]
    last = range(n - len(pattern) + 1, n)
    late = sum(any(x <= (a * i + b) % n < y for x, y in spans) for i in last)
    return sum(y - x for x, y in spans) - late


def _quadruples(values: list[int]) -> int:
    """By the first two items."""
    times, found = Counter(values), 0
    for a in values:
        for b in values:
            if a < b and (b - a) % 2 == 0:
                found += sum(ways * times[c + (b - a) // 2] for c, ways in times.items() if c - b > 3 * (b - a))
    return found


def _shared(first: str, second: str) -> int:
    there = Counter(_pieces(second))
    return sum(there[piece] for piece in _pieces(first))


def _common(texts: list[str]) -> int:
    """All subsequences of the shortest text that the others have too."""
    shortest, *others = sorted(texts, key=len)

    def within(word: str, text: str) -> bool:
        left = iter(text)
        return all(letter in left for letter in word)

    found = {""}
    for letter in shortest:
        # a beginning that is no common subsequence cannot become one
        found |= {word + letter for word in found if all(within(word + letter, other) for other in others)}
    return len(found) - 1


def _prefix_free(words: list[str]) -> int:
    """Each word is left out, or taken without those that it rules out."""
    rivals = [
        sum(1 << j for j, v in enumerate(words) if i != j and (v.startswith(w) or w.startswith(v)))
        for i, w in enumerate(words)
    ]

    @cache
    def ways(left: int) -> int:
        if not left:
            return 1
        i = left.bit_length() - 1
        return ways(left ^ 1 << i) + ways((left ^ 1 << i) & ~rivals[i])

    return ways((1 << len(words)) - 1) - 1


RECOUNTS: Mapping[str, Callable[..., int]] = {
    "palindrome-cuts": _palindrome_cuts,
    "opposites": _opposites,
    "means": _means,
    "repeated-sums": _repeated_sums,
    "rule-pattern": _rule_pattern,
    "magic-quadruples": _quadruples,
    "shared-substrings": _shared,
    "common-subsequences": _common,
    "prefix-free-sets": _prefix_free,
    "different-substrings": lambda text: len(set(_pieces(text))),
}
solve, confirms = recounting(RECOUNTS)
