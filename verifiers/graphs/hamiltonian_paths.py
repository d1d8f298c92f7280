"""Checks paths through all vertices, and proofs that there are none.

For ``path``, ``cycle`` and ``knight`` a list of all vertices is a path (its worth is the number of missing links), and
a shorter one is a set to be removed (its worth is the number of parts that are missing in the proof). No graph has
both. For ``one-stroke`` four different points with an odd number of lines are a proof, and any other list is a drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]

_FORM = "Give whole numbers, separated by commas."
Links = set[tuple[int, int]]


def _both(edges: Iterable[Sequence[int]]) -> Links:
    return {pair for u, v, *_ in edges for pair in ((u, v), (v, u))}


def _missing(n: int, links: Links, given: list[int], closed: bool, proofs: bool = True) -> int:
    """How many links a path lacks, or how many parts a proof lacks."""
    if closed and len(given) == n + 1 and given[0] == given[-1]:
        given = given[:-1]
    allowed(given, 1, n, "number of the task")
    distinct(given, "number")
    if len(given) == n:
        return sum(pair not in links for pair in pairwise([*given, given[0]] if closed else given))
    if not proofs:
        raise Broken("The path does not come to all vertices.")
    if not given:
        raise Broken("A proof takes away at least one.")
    parts, left = 0, set(range(1, n + 1)) - set(given)
    while left:
        parts += 1
        reached = [left.pop()]
        for v in reached:
            new = {u for u in left if (u, v) in links}
            left -= new
            reached.extend(new)
    return max(0, len(given) + (1 if closed else 2) - parts)


def _plain(payload: Payload, given: list[int], closed: bool) -> int:
    return _missing(payload["vertices"], _both(payload["edges"]), given, closed)


def _directed(payload: Payload, given: list[int]) -> int:
    links = {(u, v) for u, v in payload["edges"]}
    return _missing(payload["vertices"], links, given, closed=False, proofs=False)


def _knight(payload: Payload, given: list[int]) -> int:
    place = {n: (r, c) for r, line in enumerate(payload["board"]) for c, n in enumerate(line) if n}
    links = {
        (u, v)
        for u, (a, b) in place.items()
        for v, (c, d) in place.items()
        if sorted((abs(a - c), abs(b - d))) == [1, 2]
    }
    return _missing(len(place), links, given, closed=False)


def _along(payload: Payload, given: list[int], directed: bool) -> int:
    """The cost of the edges; each has to exist."""
    allowed(given, 1, payload["vertices"], "vertex")
    cost = {(u, v): w for u, v, w in payload["edges"]}
    if not directed:
        cost |= {(v, u): w for u, v, w in payload["edges"]}
    for u, v in pairwise(given):
        if (u, v) not in cost:
            raise Broken(f"No edge leads from {u} to {v}.")
    return sum(cost[pair] for pair in pairwise(given))


def _cheapest(payload: Payload, given: list[int], closed: bool) -> int:
    if closed and len(given) > 1 and given[0] == given[-1]:
        given = given[:-1]
    distinct(given, "vertex")
    exactly(given, payload["vertices"], "vertices")
    return _along(payload, [*given, given[0]] if closed else given, directed=False)


def _walk(payload: Payload, given: list[int]) -> int:
    if len(set(given)) < payload["vertices"]:
        raise Broken("The walk does not come to all vertices.")
    return _along(payload, given, directed=True)


def _chain(payload: Payload, given: list[int]) -> int:
    beats = payload["beats"]
    allowed(given, 1, len(beats), "player")
    distinct(given, "player")
    if given[:1] != [payload["start"]]:
        raise Broken(f"The chain does not begin with player {payload['start']}.")
    for u, v in pairwise(given):
        if v not in beats[u - 1]:
            raise Broken(f"{u} has not beaten {v}.")
    return len(given)


def _stroke(payload: Payload, given: list[int]) -> int:
    left = [{u, v} for u, v in payload["lines"]]
    allowed(given, 1, max(map(max, left)), "point")
    if len(given) == len(set(given)) == 4 and all(sum(v in pair for pair in left) % 2 for v in given):
        return 0
    for u, v in pairwise(given):
        if {u, v} not in left:
            raise Broken(f"There is no line from {u} to {v}, or it is drawn twice.")
        left.remove({u, v})
    return len(left)


def _listed(worth: Callable[..., int], largest: bool = False, **more: bool) -> Objective:
    return Objective(_FORM, partial(worth, **more) if more else worth, largest=largest, links=True)


OBJECTIVES = {
    "path": _listed(_plain, closed=False),
    "cycle": _listed(_plain, closed=True),
    "directed-path": _listed(_directed),
    "cheapest-path": _listed(_cheapest, closed=False),
    "cheapest-cycle": _listed(_cheapest, closed=True),
    "cheapest-walk": _listed(_walk),
    "tournament": _listed(_chain, largest=True),
    "knight": _listed(_knight),
    "one-stroke": _listed(_stroke),
}


def verify(payload: Payload, answer: str) -> Verdict:
    """Score a path, a cycle, a walk, a chain, a drawing or a proof."""
    nouns = ("path", "cycle", "walk", "chain", "tour", "vertices", "squares", "points", "order")
    return judge(OBJECTIVES, payload, answer, nouns=nouns)
