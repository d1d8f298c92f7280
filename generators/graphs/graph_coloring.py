"""Graph colouring: give every node one of `colours` colours so that no edge joins two nodes of one colour.

Nodes are first dealt into that many hidden groups and edges drawn between different groups only, so a proper
colouring exists; any proper colouring is right. A search proves that one colour fewer is not enough, so the
number of colours asked for is the graph's chromatic number.

Declared symmetries: renaming of the nodes and the colours, the order in which edges are listed. The
fingerprint is exact but for very regular graphs, see `refine`.

Difficulty: `nodes`, `edges` and `colours`; graphs are hardest where edges are just few enough (about 2.3 for
each node with 3 colours, 4.4 with 4). `traps` 1 asks for a graph on which the greedy method in the order of
the list of nodes fails, 2 also for one on which a search that colours the most restricted node first has to
take something back. `names` is ``letters`` or ``any``.

Source: D. Brelaz, New methods to color the vertices of a graph, 1979 (the search, DSATUR).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache

from ..base import Draft, GenerationError
from ..limits import Whole, limited
from ..refine import canonical_graph
from ..wording import phrase
from .names import NAMES, node_names

WORDINGS = (
    "Colour the nodes of a graph so that the two ends of every edge get different colours.\n"
    "Nodes: {nodes}\nEdges: {edges}\nColours: {colours}\n\n"
    "Write every node once with its colour, like {form}, separated by commas.",
    "In each of these pairs the two must not be given the same label: {edges}.\n"
    "Give one of the labels {colours} to every one of {nodes}. The answer has pieces such as {form}, one for "
    "each of them, separated by commas.",
    "There are {count} stations: {nodes}. Some are neighbours: {edges}. Neighbours disturb each other on the "
    "same channel, and the channels are {colours}. Choose a channel for every station so that no two neighbours "
    "share one. Write every station and its channel, for example {form}, with commas between stations.",
)
PALETTES = (
    ("1", "2", "3", "4", "5", "6", "7", "8"),
    ("red", "green", "blue", "yellow", "purple", "white", "brown", "pink"),
)
_TRIES = 400
_STEPS = 600
"""Longest search, in colours tried: graphs that need more are thrown away, and worked solutions stay short."""

_COUNTED = 60_000
"""Most ways to colour (proper or not) for which the proper ones are counted exactly."""


@dataclass(slots=True)
class _Search:
    """What a search for a colouring did: the colouring (empty if none was found) and its steps.

    A step is (node, colour, colours of its neighbours as bits, whether something was taken back just before);
    the colour is -1 where none was left.
    """

    colouring: list[int] = field(default_factory=list)
    steps: list[tuple[int, int, int, bool]] = field(default_factory=list)
    finished: bool = True


@limited(
    nodes=Whole(4, 200, "how many nodes: more than colours"),
    edges=Whole(3, 17_500, "how many edges: at least nodes - 1, at most as many as so many colours allow"),
    colours=Whole(3, 8, "how many colours the graph needs"),
    traps=Whole(
        0, 2, "1: the greedy method fails; 2: a search, most restricted node first, has to take something back"
    ),
    names=NAMES,
)
def generate(rng: random.Random, *, nodes: int, edges: int, colours: int, traps: int, names: str) -> Draft:
    """Make one graph that needs exactly `colours` colours.

    Raises:
        ValueError: if a parameter is out of its limit, or the graph cannot have so many nodes or edges.
        GenerationError: if no such graph was found.
    """
    if nodes <= colours:
        raise ValueError(f"nodes must be more than the {colours} colours, not {nodes}")
    sizes = [len(range(i, nodes, colours)) for i in range(colours)]
    most = (nodes * nodes - sum([size * size for size in sizes])) // 2
    if not nodes - 1 <= edges <= most:
        raise ValueError(f"edges must be {nodes - 1} to {most}, not {edges}, with {colours} colours")
    for _ in range(_TRIES):
        listed = _planted(rng, nodes, edges, colours, 5 * edges > 4 * most)
        near: list[list[int]] = [[] for _ in range(nodes)]
        for u, v in listed:
            near[u].append(v)
            near[v].append(u)
        if traps and _greedy_works(near, colours):
            continue
        if not _needs(near, colours):
            continue
        found = _search(near, colours)
        if found.colouring and (traps < 2 or any(step[3] for step in found.steps)):
            break
    else:
        raise GenerationError(
            f"no graph with {nodes} nodes and {edges} edges that needs {colours} colours and has traps={traps} "
            f"in {_TRIES} tries; take more edges, fewer colours or fewer traps"
        )
    called = node_names(rng, nodes, names)
    called.sort(key=int if called[0].isdigit() else str)
    palette = PALETTES[int(rng.random() * len(PALETTES))][:colours]
    keys = [name.lower() for name in called]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            nodes=", ".join(called),
            edges=", ".join([f"{called[u]}-{called[v]}" for u, v in listed]),
            colours=", ".join(palette),
            count=nodes,
            form=f"'{called[0]}: {palette[int(rng.random() * colours)]}'",  # right in some proper colouring
        ),
        payload={
            "nodes": keys,
            "colours": list(palette),
            "edges": [[keys[u], keys[v]] for u, v in listed],
        },
        answer=", ".join([f"{name}: {palette[c]}" for name, c in zip(called, found.colouring, strict=True)]),
        trace=_trace(called, palette, found),
        canonical=[colours, *canonical_graph(nodes, [(u, v, 0) for u, v in listed], [0] * nodes)],
        guess_rate=_guess_rate(listed, nodes, colours),
        difficulty=float(sum([len(near[step[0]]) for step in found.steps])),
    )


def _planted(rng: random.Random, nodes: int, edges: int, colours: int, dense: bool) -> list[tuple[int, int]]:
    """Random edges of a connected graph between different groups; node numbers tell nothing about groups."""
    draw = rng.random
    chosen: dict[tuple[int, int], None] = {}
    for child in range(1, nodes):  # node i is in group i mod colours
        parent = int(draw() * child)
        while (child - parent) % colours == 0:
            parent = int(draw() * child)
        chosen[parent, child] = None
    if dense:  # drawing pairs until they are new would take long
        pairs = [(u, v) for v in range(nodes) for u in range(v) if (v - u) % colours and (u, v) not in chosen]
        chosen |= dict.fromkeys(rng.sample(pairs, edges - len(chosen)))
    while len(chosen) < edges:
        u, v = int(draw() * nodes), int(draw() * nodes)
        if (u - v) % colours:
            chosen[(u, v) if u < v else (v, u)] = None
    place = sorted(range(nodes), key=lambda _: draw())
    return [
        (place[u], place[v]) if draw() < 0.5 else (place[v], place[u])
        for u, v in sorted(chosen, key=lambda _: draw())
    ]


def _greedy_works(near: list[list[int]], colours: int) -> bool:
    """Whether giving each node in turn the first colour that no neighbour has gets by with `colours`."""
    taken = [0] * len(near)
    for u, others in enumerate(near):
        free = ~taken[u] & (taken[u] + 1)
        if free >> colours:
            return False
        for v in others:
            taken[v] |= free
    return True


def _needs(near: list[list[int]], colours: int) -> bool:
    """Whether one colour fewer is proved not to be enough."""
    if colours > 3:
        fewer = _search(near, colours - 1)
        return fewer.finished and not fewer.colouring
    side = [-1] * len(near)  # two colours are enough if and only if there is no odd cycle
    side[0] = 0
    queue = [0]
    for u in queue:
        for v in near[u]:
            if side[v] < 0:
                side[v] = 1 - side[u]
                queue.append(v)
            elif side[v] == side[u]:
                return True
    return False


def _search(near: list[list[int]], colours: int) -> _Search:
    """Backtracking, the node with the fewest colours left first, then the one with the most neighbours."""
    nodes = len(near)
    weight = [mask.bit_count() * nodes for mask in range(1 << colours)]
    degree = [len(others) for others in near]
    taken = [0] * nodes  # the colours of each node's neighbours, as bits
    colouring = [-1] * nodes
    result = _Search()
    steps = result.steps
    back = False

    def colour_from(left: list[int], used: int) -> bool:
        nonlocal back
        if not left:
            return True
        urgent = [weight[taken[v]] + degree[v] for v in left]
        at = urgent.index(max(urgent))
        u = left[at]
        rest = left[:at] + left[at + 1 :]
        mask = taken[u]
        tried = False
        for c in range(min(used + 1, colours)):  # all unused colours are alike: one is enough
            if mask >> c & 1:
                continue
            if len(steps) >= _STEPS:
                result.finished = False
                return False
            steps.append((u, c, mask, back))
            back, tried = False, True
            colouring[u] = c
            changed = [v for v in near[u] if not taken[v] >> c & 1]
            for v in changed:
                taken[v] |= 1 << c
            if colour_from(rest, max(used, c + 1)):
                return True
            for v in changed:
                taken[v] ^= 1 << c
            back = True
        if not tried:
            steps.append((u, -1, mask, False))
            back = True
        return False

    if colour_from(list(range(nodes)), 0):
        result.colouring = colouring
    return result


@lru_cache(maxsize=16)
def _alike(nodes: int, colours: int) -> tuple[tuple[int, ...], ...]:
    """For nodes u and v, the set of all colourings in which they have the same colour, as bits of an integer.

    Bit i stands for the colouring whose digits are those of i in base `colours`.
    """
    everything = colours**nodes
    has: list[list[int]] = []
    for u in range(nodes):
        run = colours**u
        period = run * colours
        # one run of ones in each period, repeated: a geometric sum
        repeat = ((1 << everything) - 1) // ((1 << period) - 1)
        has.append([(((1 << run) - 1) << (run * c)) * repeat for c in range(colours)])
    table = []
    for u in range(nodes):
        row = []
        for v in range(nodes):
            same = 0
            for c in range(colours):
                same |= has[u][c] & has[v][c]
            row.append(same)
        table.append(tuple(row))
    return tuple(table)


def _guess_rate(edges: list[tuple[int, int]], nodes: int, colours: int) -> float:
    """The share of all colourings that are proper: counted if there are few, else that of a random graph."""
    # A quotient of integers is rounded the same way everywhere; a power of a float need not be.
    every: int = colours**nodes
    if every > _COUNTED:
        proper: int = (colours - 1) ** len(edges)
        return proper / int(colours ** len(edges))
    alike = _alike(nodes, colours)
    bad = 0
    for u, v in edges:
        bad |= alike[u][v]
    return 1 - bad.bit_count() / every


@lru_cache(maxsize=64)
def _lists(palette: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the colours in each set of them; sets are numbers by their bits."""
    sets = range(1 << len(palette))
    return tuple(" ".join([name for c, name in enumerate(palette) if mask >> c & 1]) for mask in sets)


def _trace(called: list[str], palette: tuple[str, ...], found: _Search) -> str:
    """The search: each node with the colours of its neighbours and the colour that it takes."""
    words = _lists(palette)
    lines = []
    for node, colour, mask, back in found.steps:
        line = f"back to {called[node]}" if back else called[node]
        if mask:
            line += f", not {words[mask]}"
        lines.append(f"{line}: {palette[colour] if colour >= 0 else 'none left'}")
    return "\n".join(lines)
