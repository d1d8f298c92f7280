"""List functions a second time: operations written anew, and programs found by what each example leaves possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import accumulate, compress, cycle, product
from json import dumps, loads
from typing import Any

from ..solving import confirming

Numbers = tuple[int, ...]
Step = Callable[[Numbers], Numbers]


def _each(function: Callable[[int], int]) -> Step:
    return lambda x: tuple(map(function, x))


def _only(function: Callable[[int], bool]) -> Step:
    return lambda x: tuple(filter(function, x))


def _neighbours(x: Numbers, sign: int) -> Numbers:
    return tuple(x[n] + sign * x[n - 1] for n in range(1, len(x)))


STEPS: tuple[Step, ...] = (
    lambda x: tuple(reversed(x)),
    lambda x: tuple(sorted(x)),
    lambda x: tuple(-n for n in sorted(-n for n in x)),
    lambda x: x[1:],
    lambda x: x[: max(len(x) - 1, 0)],
    *(lambda x, k=k: x[:k] for k in (3, 4, 5)),
    lambda x: tuple(compress(x, cycle((1, 0)))),
    lambda x: tuple(compress(x, cycle((0, 1)))),
    _only(lambda n: not n & 1),
    _only(lambda n: bool(n & 1)),
    *(_only(lambda n, k=k: n >= k + 1) for k in (0, 2, 4, 6)),  # type: ignore[misc]
    *(_only(lambda n, k=k: n <= k - 1) for k in (5, 8, 10)),  # type: ignore[misc]
    *(_each(lambda n, k=k: n + k) for k in (1, 2, 3, 4, 5, 7)),  # type: ignore[misc]
    *(_each(lambda n, k=k: n * k) for k in (2, 3, 4)),  # type: ignore[misc]
    _each(lambda n: 0 - n),
    _each(lambda n: max(n, -n)),
    _each(lambda n: n**2),
    *(_each(lambda n, k=k: (n - n % k) // k) for k in (2, 3)),  # type: ignore[misc]
    *(_each(lambda n, k=k: n - k * (n // k)) for k in (3, 4, 5, 7)),  # type: ignore[misc]
    lambda x: tuple(accumulate(x)),
    lambda x: _neighbours(x, -1),
    lambda x: _neighbours(x, 1),
    lambda x: tuple(accumulate(x, max)),
    lambda x: (*x[1:], *x[:1]),
    lambda x: tuple(n for at, n in enumerate(x) if n not in x[:at]),
    lambda x: tuple(n + at for at, n in enumerate(x)),
    lambda x: tuple(n * at for at, n in enumerate(x)),
    lambda x: tuple(map(Counter(x).__getitem__, x)),
    *(_each(lambda n, k=k: k if n > k else n) for k in (5, 8, 10)),  # type: ignore[misc]
    lambda x: (*x, *reversed(x)),
)
CONDITIONS: tuple[Callable[[Numbers], bool], ...] = (
    lambda x: not len(x) & 1,
    lambda x: x[-1] < x[0],
    lambda x: not sum(x) & 1,
    lambda x: not x[0] & 1,
    *(lambda x, k=k: any(n > k for n in x) for k in (10, 12, 14)),
    lambda x: any(count > 1 for count in Counter(x).values()),
)


def _programs(shown: list[tuple[Numbers, Numbers]], longest: int) -> list[tuple[Step, ...]]:
    """The chains that fit all examples: what fits the first one is tried on the next."""
    left = [chain for size in range(1, longest + 1) for chain in product(STEPS, repeat=size)]
    for given, wanted in shown:
        kept = []
        for chain in left:
            value = given
            for step in chain:
                value = step(value)
            if value == wanted:
                kept.append(chain)
        left = kept
    return left


def _results(chains: list[tuple[Step, ...]], query: Numbers) -> set[Numbers]:
    found = set()
    for chain in chains:
        value = query
        for step in chain:
            value = step(value)
        found.add(value)
    return found


@lru_cache(maxsize=64)
def _solved(problem: str) -> list[int]:
    facts = loads(problem)
    shown = [(tuple(given), tuple(out)) for given, out in facts["examples"]]
    query = tuple(facts["query"])
    found = _results(_programs(shown, 2), query)
    if facts["kind"] == "choice":
        for holds in CONDITIONS:
            here = [pair for pair in shown if holds(pair[0]) == holds(query)]
            there = [pair for pair in shown if pair not in here]
            if here and there and _programs(there, facts["steps"]):
                found |= _results(_programs(here, facts["steps"]), query)
    if not found:
        raise LookupError("no program fits the examples")
    assert len(found) == 1, "the examples leave several answers"
    return list(*found)


def solve(problem: Mapping[str, Any]) -> list[int]:
    """The one list that every program which fits the examples gives.

    Raises:
        LookupError: if none fits.
        AssertionError: if two that fit give different lists.
    """
    return _solved(dumps(problem))


confirms = confirming(solve)
