"""Shortest path: the cheapest way from a start to a goal in a graph whose edges have weights.

Weights are positive whole numbers, so a path of least total weight exists; every path that reaches the least
weight is right. The least weight is computed by Dijkstra's method.

Declared symmetries: renaming of the nodes, the order in which edges are listed and, where edges go both ways,
the exchange of start and goal. The fingerprint is exact but for very regular graphs, see `refine`.

Difficulty: `nodes` and `edges` give the size; weights are 1 to `max_weight`; every shortest path has at least
`hops` edges, and at least `detour` edges more than the path with the fewest edges, so that counting edges is
not enough; `directed` is the share of graphs whose edges are one-way; `names` is ``letters`` or ``any``
(letters, numbers or invented places).

Source: E. W. Dijkstra, A note on two problems in connexion with graphs, 1959.
"""

from __future__ import annotations

import random
from heapq import heappop, heappush

from ..base import Draft, GenerationError
from ..limits import Real, Whole, limited
from ..refine import canonical_graph
from ..wording import phrase
from .names import NAMES, node_names

WORDINGS = (
    "Find a shortest path from {start} to {goal} in this {kind} graph. Each line is an edge and its weight; "
    "{way}.\n{edges}\n\nA path is shortest if the sum of its weights is as small as possible; any shortest "
    "path will do. Write its nodes from {start} to {goal}, separated by ' -> '.",
    "A carrier wants to go from {start} to {goal} at the lowest total price. These are the links of the "
    "{kind} network with their prices, and {way}:\n{edges}\n\nWhich stops does the cheapest route pass, in "
    "order? If several routes are equally cheap, give any one. Begin with {start}, end with {goal} and write "
    "' -> ' between stops.",
    "{edges}\n\nThe list above is {a} {kind} graph: two nodes, then the length of the edge between them. Here "
    "{way}. List the nodes of a path of least total length that begins at {start} and ends at {goal} (one is "
    "enough if there are several), with ' -> ' between nodes.",
)
_TRIES = 400

_SHIFT = 24
_MASK = (1 << _SHIFT) - 1

Arcs = list[list[tuple[int, int]]]
"""For each node, the nodes its edges lead to and their weights, in the order of the prompt."""

Log = list[tuple[int, list[tuple[int, int]]]]
"""For each settled node in turn, the nodes that it brings nearer and their new distances."""


@limited(
    nodes=Whole(3, 1000, "how many nodes"),
    edges=Whole(2, 499_500, "how many edges: at least nodes - 1, at most one for each pair of nodes"),
    max_weight=Whole(1, 10**6, "the largest weight"),
    hops=Whole(1, 999, "the fewest edges that a shortest path may have"),
    detour=Whole(0, 998, "by how many edges it is longer than the path with the fewest, at least"),
    directed=Real(0, 1, "the share of graphs whose edges are one-way"),
    names=NAMES,
)
def generate(
    rng: random.Random,
    *,
    nodes: int,
    edges: int,
    max_weight: int,
    hops: int,
    detour: int,
    directed: float,
    names: str,
) -> Draft:
    """Make one graph with a start and a goal.

    Raises:
        ValueError: if a parameter is out of its limit, or there are too few or too many edges for the nodes.
        GenerationError: if no graph with such a path was found.
    """
    pairs = nodes * (nodes - 1) // 2
    if not nodes - 1 <= edges <= pairs:
        raise ValueError(f"edges must be {nodes - 1} to {pairs} with {nodes} nodes, not {edges}")
    one_way = rng.random() < directed
    for _ in range(_TRIES):
        listed, out = _graph(rng, nodes, edges, max_weight, one_way)
        distance, came_from, log = _dijkstra(out)
        fewest = _breadth_first(out) if detour else distance
        goals = [
            v
            for v in range(1, nodes)
            if (steps := distance[v] % nodes) >= hops and (not detour or steps - fewest[v] >= detour)
        ]
        if goals:
            break
    else:
        raise GenerationError(
            f"no shortest path with hops >= {hops} and detour >= {detour} in {_TRIES} graphs; "
            "take smaller hops or detour, or more nodes"
        )
    goal = goals[int(rng.random() * len(goals))]
    path = [goal]
    while path[-1] != 0:
        path.append(came_from[path[-1]])
    path.reverse()
    called = node_names(rng, nodes, names)
    lines = [f"{called[u]} {'->' if one_way else '-'} {called[v]}: {weight}" for u, v, weight in listed]
    looked_at = 0
    for u, _ in log:
        if u == goal:
            break
        looked_at += len(out[u])
    marks = [0] * nodes
    marks[0], marks[goal] = 1, 2 if one_way else 1
    keys = [name.lower() for name in called]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            start=called[0],
            goal=called[goal],
            a="a" if one_way else "an",
            kind="directed" if one_way else "undirected",
            way="an edge goes only in the direction of its arrow"
            if one_way
            else "an edge can be used both ways",
            edges="\n".join(lines),
        ),
        payload={
            "edges": {keys[u]: {keys[v]: weight for v, weight in near} for u, near in enumerate(out)},
            "start": keys[0],
            "goal": keys[goal],
            "cost": distance[goal] // nodes,
        },
        answer=" -> ".join([called[v] for v in path]),
        trace=_trace(called, goal, path, distance, log),
        canonical=canonical_graph(nodes, listed, marks, directed=one_way),
        guess_rate=_blind(out, goal, distance, log, one_way),
        difficulty=float(looked_at),
    )


def _graph(
    rng: random.Random, nodes: int, edges: int, max_weight: int, directed: bool
) -> tuple[list[tuple[int, int, int]], Arcs]:
    """A random graph in which node 0 reaches every other: a random tree, then random edges."""
    draw = rng.random
    chosen = dict.fromkeys([int(draw() * child) * nodes + child for child in range(1, nodes)])
    if 5 * edges > 2 * nodes * (nodes - 1):  # dense: drawing pairs until they are new would take long
        codes = [u * nodes + v for u in range(nodes) for v in range(nodes) if (u != v if directed else u < v)]
        chosen |= dict.fromkeys(rng.sample([code for code in codes if code not in chosen], edges - nodes + 1))
    while len(chosen) < edges:
        u, v = int(draw() * nodes), int(draw() * nodes)
        if u != v:
            chosen[u * nodes + v if u < v or directed else v * nodes + u] = None
    listed = []
    out: Arcs = [[] for _ in range(nodes)]
    for code in sorted(chosen, key=lambda _: draw()):
        u, v = divmod(code, nodes)
        weight = 1 + int(draw() * max_weight)
        out[u].append((v, weight))
        if directed:
            listed.append((u, v, weight))
        else:
            out[v].append((u, weight))
            listed.append((u, v, weight) if draw() < 0.5 else (v, u, weight))
    return listed, out


def _dijkstra(out: Arcs) -> tuple[list[int], list[int], Log]:
    """Distances from node 0, the node each one is reached from, and what happened.

    A distance is ``weight * nodes + edges``, so that of equally light paths the one with the fewest edges is
    found, and is a single integer. Of equally near nodes the one that was found first is settled first.
    """
    nodes = len(out)
    distance = [1 << 60] * nodes
    distance[0] = 0
    came_from = [0] * nodes
    settled = [False] * nodes
    log: Log = []
    pushed = [0]
    heap = [0]  # the weight, then the place in `pushed`
    while heap:
        u = pushed[heappop(heap) & _MASK]
        if settled[u]:
            continue
        settled[u] = True
        here = distance[u] + 1
        better = []
        for v, weight in out[u]:
            there = here + weight * nodes
            if there < distance[v]:
                distance[v] = there
                came_from[v] = u
                better.append((v, there // nodes))
                heappush(heap, there // nodes << _SHIFT | len(pushed))
                pushed.append(v)
        log.append((u, better))
    return distance, came_from, log


def _breadth_first(out: Arcs) -> list[int]:
    """The least number of edges from node 0 to each node."""
    depth = [-1] * len(out)
    depth[0] = 0
    queue = [0]
    for u in queue:
        for v, _ in out[u]:
            if depth[v] < 0:
                depth[v] = depth[u] + 1
                queue.append(v)
    return depth


def _blind(out: Arcs, goal: int, distance: list[int], log: Log, directed: bool) -> float:
    """The chance that a walk which takes any edge but the one it came by follows a shortest path."""
    nodes = len(out)
    chance = [0.0] * nodes
    chance[0] = 1.0
    for u, _ in log:
        if u == goal:
            break
        if chance[u]:
            here = distance[u] // nodes
            share = chance[u] / max(len(out[u]) - (0 if directed or u == 0 else 1), 1)
            for v, weight in out[u]:
                if here + weight == distance[v] // nodes:
                    chance[v] += share
    return min(chance[goal], 1.0)


def _trace(called: list[str], goal: int, path: list[int], distance: list[int], log: Log) -> str:
    """Dijkstra's table: each settled node with its distance, and the nodes it brings nearer."""
    nodes = len(called)
    lines = []
    for u, better in log:
        if u == goal:
            break
        news = ", ".join([f"{called[v]} {there}" for v, there in better])
        lines.append(
            f"{called[u]} at {distance[u] // nodes}: {news}"
            if news
            else f"{called[u]} at {distance[u] // nodes}"
        )
    lines.append(f"{called[goal]} at {distance[goal] // nodes}, the goal")
    back = ", ".join([f"{called[v]} from {called[u]}" for u, v in zip(path[-2::-1], path[:0:-1], strict=True)])
    lines.append(f"back: {back}")
    return "\n".join(lines)
