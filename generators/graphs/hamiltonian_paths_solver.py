"""Hamiltonian paths a second time: other tests of paths and proofs, and a search by rising cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import pairwise

from ..kernels.optimum import Worth, confirming_optimum

Edges = list[list[int]]


def _joined(numbers: Iterable[int], edges: Iterable[Sequence[int]]) -> int:
    """How many parts some vertices form, by joining them edge by edge."""
    part = {v: v for v in numbers}
    for u, v, *_ in edges:
        if u in part and v in part:
            old, new = part[u], part[v]
            part = {x: new if p == old else p for x, p in part.items()}
    return len(set(part.values()))


def _plain(given: list[int], closed: bool, vertices: int, edges: Edges, made: object = None) -> int | None:
    if closed and len(given) == vertices + 1 and given[-1] == given[0]:
        given = given[1:]
    if not given or len(set(given)) < len(given) or not set(given) <= set(range(1, vertices + 1)):
        return None
    if len(given) == vertices:
        at = {v: n for n, v in enumerate(given)}
        gaps = [abs(at[u] - at[v]) for u, v in edges]  # no edge is listed twice
        return 0 if gaps.count(1) == vertices - 1 and (not closed or vertices - 1 in gaps) else 1
    rest = set(range(1, vertices + 1)) - set(given)
    return 0 if _joined(rest, edges) >= len(given) + (1 if closed else 2) else 1


def _directed(given: list[int], vertices: int, edges: Edges, made: object) -> int | None:
    if sorted(given) != list(range(1, vertices + 1)):
        return None
    return sum([u, v] not in edges for u, v in pairwise(given))


def _knight(given: list[int], board: Edges, made: object) -> int | None:
    wide = len(board[0]) + 2  # so far apart that no jump leaves a row on one side and comes in on the other
    flat = {n: r * wide + c for r, line in enumerate(board) for c, n in enumerate(line) if n}
    jumps = {2 * wide + 1, 2 * wide - 1, wide + 2, wide - 2}
    edges = [[u, v] for u in flat for v in flat if flat[v] - flat[u] in jumps]
    return _plain(given, False, len(flat), edges)


def _cost(given: list[int], vertices: int, edges: Edges, kind: str) -> int | None:
    price = {(u, v): w for u, v, w in edges}
    if kind != "walk":
        price |= {(v, u): w for u, v, w in edges}
        if kind == "cycle" and len(given) == vertices:
            given = [*given, given[0]]
        ring = given[:-1] if kind == "cycle" else given
        if len(ring) != vertices or (kind == "cycle" and given[0] != given[-1]):
            return None
    steps = list(pairwise(given))
    if set(given) != set(range(1, vertices + 1)) or not set(steps) <= price.keys():
        return None
    return sum(map(price.__getitem__, steps))


def _least(vertices: int, edges: Edges, kind: str) -> int:
    """The cheapest way of each set of vertices and last one, in the order of costs."""
    near: dict[int, list[tuple[int, int]]] = {v: [] for v in range(1, vertices + 1)}
    for u, v, w in edges:
        near[u].append((v, w))
        if kind != "walk":
            near[v].append((u, w))
    every = (2 << vertices) - 2
    first = [vertices] if kind == "cycle" else list(near)
    queue = [(0, 1 << v, v) for v in first]
    done: set[tuple[int, int]] = set()
    while queue:
        spent, seen, v = heappop(queue)
        if seen == every + 1 or (seen == every and kind != "cycle"):  # bit 0: the cycle is closed
            return spent
        if (seen, v) in done:
            continue
        done.add((seen, v))
        for u, w in near[v]:
            if kind == "walk" or not seen >> u & 1:
                heappush(queue, (spent + w, seen | 1 << u, u))
            elif seen == every and u == vertices and kind == "cycle":
                heappush(queue, (spent + w, every + 1, u))
    raise ValueError("there is no such path")


def _chain(given: list[int], beats: Edges, start: int) -> int | None:
    if (
        not given
        or given[0] != start
        or len(set(given)) < len(given)
        or not set(given) <= set(range(1, len(beats) + 1))
    ):
        return None
    return len(given) if all(v in beats[u - 1] for u, v in pairwise(given)) else None


def _reachable(beats: Edges, start: int) -> int:
    """By scores: those who never lost outside of a group of k have k (k - 1) / 2 wins among the last k of the table."""
    wins = sorted(len(b) for b in beats)
    total, sizes = 0, []
    for k, count in enumerate(wins, 1):
        total += count
        if total == k * (k - 1) // 2:  # the k with the fewest wins lost against all others
            sizes.append((k, count))
    return next(k for k, most in sizes if len(beats[start - 1]) <= most)


def _stroke(given: list[int], lines: Edges, made: object) -> int | None:
    degree = {v: sum(v in line for line in lines) for line in lines for v in line}
    if not set(given) <= degree.keys():
        return None
    odd = {v for v, count in degree.items() if count % 2}
    if len(set(given)) == len(given) == 4 and set(given) <= odd:
        return 0
    drawn = sorted(sorted(pair) for pair in pairwise(given))
    return 0 if drawn == sorted(map(sorted, lines)) else 1


def _nothing(**_: object) -> int:
    return 0


_KINDS: dict[str, tuple[Callable[..., Worth | None], Callable[..., Worth]]] = {
    "path": (partial(_plain, closed=False), _nothing),
    "cycle": (partial(_plain, closed=True), _nothing),
    "directed-path": (_directed, _nothing),
    "cheapest-path": (partial(_cost, kind="path"), partial(_least, kind="path")),
    "cheapest-cycle": (partial(_cost, kind="cycle"), partial(_least, kind="cycle")),
    "cheapest-walk": (partial(_cost, kind="walk"), partial(_least, kind="walk")),
    "tournament": (_chain, _reachable),
    "knight": (_knight, _nothing),
    "one-stroke": (_stroke, _nothing),
}
confirms = confirming_optimum(_KINDS)
