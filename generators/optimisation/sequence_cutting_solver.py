"""Sequence cutting a second time: from the end of the row, one function of what is left."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from math import prod
from typing import Any

from ..kernels.optimum import Evaluate, Worth, confirming_optimum

ENDLESS = 10**9


def _parts(given: list[int], row: Any, pieces: int = 0) -> list[Any] | None:
    if (
        given != sorted(set(given))
        or any(not 0 < p < len(row) for p in given)
        or len(given) + 1 != (pieces or len(given) + 1)
    ):
        return None
    return [row[i:j] for i, j in zip([0, *given], [*given, len(row)], strict=True)]


def _valued(row: str, value: Callable[..., Worth | None]) -> Evaluate:
    """An evaluation by the pieces of the fact `row`, as many as the fact ``pieces`` says."""

    def evaluate(given: list[int], **facts: Any) -> Worth | None:
        parts = _parts(given, facts[row], facts.get("pieces", 0))
        return None if parts is None else value(parts, **facts)

    return evaluate


def _last(
    row: Any, cost: Callable[[Any], int | None], pieces: int = 0, join: Callable[[int, int], int] = int.__add__
) -> int:
    """The least cost of a row from what its first piece and the rest cost."""
    n = len(row)

    @cache
    def rest(i: int, left: int) -> int:
        if i == n or (pieces and not left):
            return 0 if i == n and not (pieces and left) else ENDLESS
        found = ENDLESS
        for j in range(i + 1, n + 1):
            price = cost(row[i:j])
            if price is not None:
                found = min(found, join(price, rest(j, left - bool(pieces))))
        return found

    return rest(0, pieces)


def _balanced(signs: list[int], labels: list[int], pieces: int) -> list[int]:
    n = len(signs)
    for limit in count():

        @cache
        def least(i: int, left: int) -> tuple[int, ...] | None:
            """The least labels behind the i-th number; ending at n costs no label."""
            if left == 1:
                return () if abs(sum(signs[i:])) <= limit and i < n else None  # noqa: B023
            ways = [
                (labels[j - 1], *more)
                for j in range(i + 1, n)
                if abs(sum(signs[i:j])) <= limit and (more := least(j, left - 1)) is not None  # noqa: B023
            ]
            return min(ways, default=None)

        if (found := least(0, pieces)) is not None:
            return [limit, *found]
    raise AssertionError


def _digit_products(digits: str, pieces: int) -> int:
    n = len(digits)

    @cache
    def best(i: int, left: int) -> int:
        if left == 1:
            return int(digits[i:])
        return max(int(digits[i:j]) * best(j, left - 1) for j in range(i + 1, n - left + 2))

    return best(0, pieces)


def _pair_products(numbers: list[int], cuts: int) -> int:
    n = len(numbers)

    @cache
    def best(i: int, left: int) -> int:
        """A piece earns with everything behind it."""
        if not left:
            return 0
        return max(sum(numbers[i:j]) * sum(numbers[j:]) + best(j, left - 1) for j in range(i + 1, n - left + 1))

    return best(0, cuts)


def _or_of_sums(numbers: list[int], most: int) -> int:
    """The first mask in which the sums of few enough pieces can lie."""
    n = len(numbers)
    before = [sum(numbers[:i]) for i in range(n + 1)]
    for mask in count(max(numbers)):
        fewest = [0] * (n + 1)  # pieces from behind the i-th number to the end
        for i in reversed(range(n)):
            ways = [fewest[j] for j in range(i + 1, n + 1) if not (before[j] - before[i]) & ~mask]
            fewest[i] = min(ways, default=ENDLESS) + 1
        if fewest[0] <= most:
            return mask
    raise AssertionError


def _joined(parts: list[list[int]], most: int, **_: object) -> int | None:
    value = 0
    for part in parts:
        value |= sum(part)
    return value if len(parts) <= most else None


def _blank(line: list[int], width: int) -> int | None:
    rest = width + 1 - sum(word + 1 for word in line)
    return None if rest < 0 else rest**2


def _highest(piece: list[int], limit: int) -> int | None:
    return max(piece) if sum(piece) <= limit else None


def _all(costs: list[int | None]) -> int | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def _batches(times: list[int], weights: list[int], setup: int) -> int:
    n = len(times)

    @cache
    def cost(i: int, before: int) -> int:
        """The k-th batch is done after k set-ups and all jobs up to its own."""
        if i == n:
            return 0
        return min(
            (setup * (before + 1) + sum(times[:j])) * sum(weights[i:j]) + cost(j, before + 1)
            for j in range(i + 1, n + 1)
        )

    return cost(0, 0)


def _done(given: list[int], times: list[int], weights: list[int], setup: int) -> int | None:
    if _parts(given, times) is None:
        return None
    ends = [*given, len(times)]
    batch = [sum(end < job for end in ends) for job in range(1, len(times) + 1)]  # of each job, counted from 0
    done = [setup * (k + 1) + sum(times[: ends[k]]) for k in batch]
    return sum(w * t for w, t in zip(weights, done, strict=True))


def _read(given: list[list[int]], letters: str, target: str, pieces: int, **_: object) -> int | None:
    """0 where the pieces read as the target; the number of wrong letters is not looked at."""
    if len(given) != pieces or any(len(span) != 2 for span in given):
        return None
    at, place = 0, 1
    for first, last in sorted(given):  # one behind the other, from the first to the last letter
        if first != place or last < first:
            return None
        place = last + 1
    if place != len(letters) + 1:
        return None
    for first, last in given:
        if letters[first - 1 : last] != target[at : at + last - first + 1]:
            return None
        at += last - first + 1
    return 0


def _groups(given: list[list[int]], parcels: list[list[int]]) -> int | None:
    if sorted(number for group in given for number in group) != list(range(1, len(parcels) + 1)):
        return None
    return sum(prod(max(parcels[i - 1][side] for i in group) for side in (0, 1)) for group in given)


def _parcels(parcels: list[list[int]]) -> int:
    """The widest parcel pays for some length; all that are no longer go with it."""

    @cache
    def cost(length: int) -> int:
        left = [parcel for parcel in parcels if parcel[1] > length]
        if not left:
            return 0
        width = max(a for a, _ in left)
        least = max(b for a, b in left if a == width)
        return min(width * b + cost(b) for _, b in left if b >= least)

    return cost(0)


def _squares(piece: list[int]) -> int:
    return len(set(piece)) ** 2


confirms = confirming_optimum(
    {
        "largest-sum": (
            _valued("numbers", lambda parts, **_: max(map(sum, parts))),
            lambda numbers, pieces: _last(numbers, sum, pieces, max),
        ),
        "balanced-signs": (
            lambda given, signs, labels, pieces: (
                None
                if (parts := _parts(given, signs, pieces)) is None
                else [max(abs(sum(part)) for part in parts), *(labels[p - 1] for p in given)]
            ),
            _balanced,
        ),
        "digit-products": (
            _valued("digits", lambda parts, **_: prod(map(int, parts))),
            _digit_products,
        ),
        "pair-products": (
            lambda given, numbers, cuts: (
                None
                if (parts := _parts(given, numbers, cuts + 1)) is None
                else sum(sum(a) * sum(b) for n, a in enumerate(parts) for b in parts[:n])
            ),
            _pair_products,
        ),
        "distinct-squares": (
            _valued("numbers", lambda parts, **_: sum(map(_squares, parts))),
            lambda numbers: _last(numbers, _squares),
        ),
        "or-of-sums": (_valued("numbers", _joined), _or_of_sums),
        "quadratic": (
            _valued(
                "numbers",
                lambda parts, a, b, c, **_: sum(a * sum(p) ** 2 + b * sum(p) for p in parts) + c * len(parts),
            ),
            lambda numbers, a, b, c: -_last(numbers, lambda p: -(sum(p) * (a * sum(p) + b) + c)),
        ),
        "line-breaks": (
            _valued("numbers", lambda parts, width, **_: _all([_blank(part, width) for part in parts])),
            lambda numbers, width: _last(numbers, lambda line: _blank(line, width)),
        ),
        "sum-of-maxima": (
            _valued("numbers", lambda parts, limit, **_: _all([_highest(part, limit) for part in parts])),
            lambda numbers, limit: _last(numbers, lambda piece: _highest(piece, limit)),
        ),
        "palindromes": (
            _valued(
                "letters",
                lambda parts, **_: (
                    len(parts)
                    if all(a == b for p in parts for a, b in zip(p, reversed(p), strict=True))
                    else None
                ),
            ),
            lambda letters: _last(letters, lambda p: 1 if p == p[::-1] else None),
        ),
        "batches": (_done, _batches),
        "shuffled-pieces": (_read, lambda **_: 0),
        "parcels": (_groups, _parcels),
    },
    groups=frozenset({"shuffled-pieces", "parcels"}),
)
