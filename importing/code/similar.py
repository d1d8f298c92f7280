"""Problems that are the same, or nearly so: by the words of their statements."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

WORDS = 5
"""Words of a piece of text that two statements have in common or not."""
ALIKE = 0.7
"""Share of the pieces of two statements, taken together, that both have, from which on they are nearly the same."""
COMMON = 60
"""Pieces that more statements have are a site's usual sentences, and tell nothing."""


def key(statement: str) -> str:
    """A statement up to case, spaces and signs."""
    return " ".join(re.findall(r"\w+", statement.casefold()))


def pieces(statement: str) -> frozenset[int]:
    """Hashes of all runs of `WORDS` words; of all words together if there are fewer."""
    words = key(statement).split()
    return frozenset(hash(tuple(words[at : at + WORDS])) for at in range(max(1, len(words) - WORDS + 1)))


def near_pairs(statements: Sequence[str]) -> list[tuple[int, int, float]]:
    """Pairs of statements that are nearly the same, by their places, with the share of what they have in common."""
    cut = [pieces(statement) for statement in statements]
    holders: dict[int, list[int]] = defaultdict(list)
    for at, own in enumerate(cut):
        for piece in own:
            holders[piece].append(at)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for places in holders.values():
        if len(places) <= COMMON:
            for number, one in enumerate(places):
                for other in places[number + 1 :]:
                    shared[one, other] += 1
    found = []
    for (one, other), both in sorted(shared.items()):
        share = both / len(cut[one] | cut[other])
        if share >= ALIKE:
            found.append((one, other, share))
    return found


def groups(count: int, pairs: Sequence[tuple[int, int, float]]) -> list[int]:
    """For each place the smallest place that it is connected with by pairs."""
    root = list(range(count))

    def find(at: int) -> int:
        while root[at] != at:
            root[at] = root[root[at]]
            at = root[at]
        return at

    for one, other, _ in pairs:
        a, b = find(one), find(other)
        root[max(a, b)] = min(a, b)
    return [find(at) for at in range(count)]
