"""Tree rebuilding a second time: positions instead of trees, all trees in their order, all choices of a root.

The maker has the tree and writes it down. Here nodes are placed by where they stand in the given orders, a search tree
is its keys with the order of their coming, and small trees are made one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import count

from ..base import Json
from ..in_order import confirming_any


def _by_rank(inorder: str, rank: Mapping[str, int], wanted: str) -> str:
    """The order of the tree whose every subtree has the node of the least rank as its root."""
    if not inorder:
        return ""
    at = min(range(len(inorder)), key=lambda place: rank[inorder[place]])
    left, right = (_by_rank(part, rank, wanted) for part in (inorder[:at], inorder[at + 1 :]))
    return left + right + inorder[at] if wanted == "postorder" else inorder[at] + left + right


def _halves(bits: str, wanted: str) -> str:
    """Level by level from single bits, each node with the texts of its two halves."""
    row = [("NE"[int(bit)], "NE"[int(bit)]) for bit in bits]
    while len(row) > 1:
        pairs = zip(row[::2], row[1::2], strict=True)
        row = [
            (letter, a[1] + b[1] + letter if wanted == "postorder" else letter + a[1] + b[1])
            for a, b in pairs
            for letter in [a[0] if a[0] == b[0] else "M"]
        ]
    return row[0][1]


@cache
def _texts(n: int) -> tuple[str, ...]:
    """All binary trees of n nodes in their order, written down."""
    if not n:
        return ("",)
    return tuple(
        (f"({left})" if left else "") + "X" + (f"({right})" if right else "")
        for k in range(n)
        for left in _texts(k)
        for right in _texts(n - 1 - k)
    )


@lru_cache(maxsize=64)
def _numbered(number: int) -> str:
    """By lists of all trees, as far as there are not too many; then by what is left of them."""
    for n in count():
        sizes = [_count(k) * _count(n - 1 - k) for k in range(n)] or [1]
        if number < sum(sizes):
            if n <= 8:
                return _texts(n)[number]
            for k, size in enumerate(sizes):
                if number < size:
                    row = _count(n - 1 - k)
                    left = _numbered(sum(map(_count, range(k))) + number // row)
                    right = _numbered(sum(map(_count, range(n - 1 - k))) + number % row)
                    return (f"({left})" if left else "") + "X" + (f"({right})" if right else "")
                number -= size
        number -= sum(sizes)
    raise AssertionError


@cache
def _count(n: int) -> int:
    """Catalan numbers, each from the one before."""
    return 1 if n == 0 else _count(n - 1) * 2 * (2 * n - 1) // (n + 1)


def _inorders(node: str, above: str, near: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """All inorders of what is below a node."""
    below = [child for child in near[node] if child != above]
    if not below:
        yield node
    elif len(below) == 1:
        for text in _inorders(below[0], node, near):
            yield text + node
            yield node + text
    else:
        for a in _inorders(below[0], node, near):
            for b in _inorders(below[1], node, near):
                yield a + node + b
                yield b + node + a


def _least(edges: Sequence[Sequence[str]]) -> str:
    near: dict[str, list[str]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return min(text for node in near if len(near[node]) <= 2 for text in _inorders(node, "", near))


def _score(keys: str, points: Sequence[int], wanted: str) -> str:
    """Longer and longer pieces, with the best root of each."""
    n = len(keys)
    best = {(a, a): 1 for a in range(n + 1)} | {(a, a + 1): points[a] for a in range(n)}
    root = {(a, a + 1): a for a in range(n)}
    for length in range(2, n + 1):
        for a in range(n - length + 1):
            ways = [(best[a, r] * best[r + 1, a + length] + points[r], r) for r in range(a, a + length)]
            best[a, a + length], root[a, a + length] = max(ways)

    def written(a: int, b: int) -> str:
        if a == b:
            return ""
        r = root[a, b]
        sides = written(a, r) + written(r + 1, b)
        return sides + keys[r] if wanted == "postorder" else keys[r] + sides

    return written(0, n)


def solve(problem: Mapping[str, Json]) -> list[str]:
    """The letters or signs in their order."""
    kind = problem["kind"]
    if kind == "number":
        return list(_numbered(problem["number"]))
    if kind == "least":
        return list(_least(problem["edges"]))
    wanted = problem["wanted"]
    if kind == "halves":
        return list(_halves(problem["bits"], wanted))
    if kind == "score":
        return list(_score(problem["keys"], problem["points"], wanted))
    if kind == "search":
        keys = problem["keys"]
        return list(_by_rank("".join(sorted(keys)), {key: n for n, key in enumerate(keys)}, wanted))
    orders = dict(problem["orders"])
    given = orders["preorder"] if "preorder" in orders else orders["postorder"][::-1]
    return list(_by_rank(orders["inorder"], {node: n for n, node in enumerate(given)}, wanted))


confirms = confirming_any(solve)
