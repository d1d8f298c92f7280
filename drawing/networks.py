"""Graphs: places for the nodes by forces between them, edges with weights, chains with probabilities."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .base import Drawable, Json, problem
from .figure import Figure, Point
from .measure import text_width
from .palette import SERIES

_ROUNDS = 60


def places(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, Point]:
    """A point for each node: neighbours near, others apart (Fruchterman and Reingold 1991), the same every time."""
    count = len(nodes)
    spread = 2.399963  # the golden angle: an even start without a random source
    at = [
        (math.sqrt(n + 0.5) * math.cos(n * spread), math.sqrt(n + 0.5) * math.sin(n * spread))
        for n in range(count)
    ]
    number = {node: n for n, node in enumerate(nodes)}
    links = [(number[a], number[b]) for a, b in edges if a != b]
    rounds = _ROUNDS if count <= 60 else 16
    for turn in range(rounds):
        step = 0.6 * (1 - turn / rounds) + 0.02
        force = [[0.0, 0.0] for _ in range(count)]
        for a in range(count):
            for b in range(a):
                dx, dy = at[a][0] - at[b][0], at[a][1] - at[b][1]
                square = dx * dx + dy * dy + 0.01
                for n, one in ((a, 1), (b, -1)):
                    force[n][0] += one * dx / square
                    force[n][1] += one * dy / square
        for a, b in links:
            dx, dy = at[a][0] - at[b][0], at[a][1] - at[b][1]
            pull = math.hypot(dx, dy) * 0.25
            for n, one in ((a, -1), (b, 1)):
                force[n][0] += one * dx * pull
                force[n][1] += one * dy * pull
        at = [
            (
                x + fx / (length := math.hypot(fx, fy) + 1e-9) * min(length, step),
                y + fy / length * min(length, step),
            )
            for (x, y), (fx, fy) in zip(at, force, strict=True)
        ]
    return _stretched(nodes, at)


def _stretched(nodes: Sequence[str], at: Sequence[Point]) -> dict[str, Point]:
    """Points moved to fill a rectangle of 3 to 2 that grows with their number."""
    xs, ys = [x for x, _ in at], [y for _, y in at]
    wide = 90 * math.sqrt(max(len(nodes), 4))
    spans = (max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0)
    return {
        node: ((x - min(xs)) / spans[0] * wide, (y - min(ys)) / spans[1] * wide * 0.62)
        for node, (x, y) in zip(nodes, at, strict=True)
    }


def shortest_path(task: Drawable, state: Json) -> Figure:
    """The network with its weights; start and goal are marked."""
    edges, start, goal = task.payload["edges"], task.payload["start"], task.payload["goal"]
    nodes = sorted(edges)
    directed = any(a not in edges[b] or edges[b][a] != w for a in edges for b, w in edges[a].items())
    pairs = {(a, b): w for a in nodes for b, w in sorted(edges[a].items()) if directed or a < b}
    at = places(nodes, list(pairs))
    figure = Figure(
        f"A {'directed' if directed else 'undirected'} network of {len(nodes)} places and {len(pairs)} links."
    )
    small = len(nodes) <= 40
    for (a, b), weight in pairs.items():
        (x1, y1), (x2, y2) = at[a], at[b]
        if directed and small:
            length = math.hypot(x2 - x1, y2 - y1) or 1.0
            cut = 15 / length
            figure.arrow(x1, y1, x2 - (x2 - x1) * cut, y2 - (y2 - y1) * cut, "line", 1.2)
        else:
            figure.line(x1, y1, x2, y2, "line", 1.2 if small else 0.8)
        if small and len(pairs) <= 60:
            share = 0.5 if not directed else 0.38
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            label = str(weight)
            width = text_width(label, 11) + 5
            figure.rect(x - width / 2, y - 7.5, width, 15, "paper", r=3)
            figure.text(x, y + 4, label, 11, "soft")
    for node in nodes:
        x, y = at[node]
        colour = "green" if node == start else "red" if node == goal else "blue"
        marked = node in (start, goal)
        stroke = 2.4 if marked else 1.2
        if len(node) > 2 and (small or marked):
            width = text_width(_shown(node), 11.5, bold=marked) + 12
            figure.rect(x - width / 2, y - 11, width, 22, f"{colour}-tint", colour, 11, stroke)
        else:
            figure.circle(x, y, 13 if marked or small else 8, f"{colour}-tint", colour, stroke)
        if small or marked:
            figure.text(x, y + 4, _shown(node), 11.5, "ink", bold=marked)
        figure.spot(x - 13, y - 13, 26, 26, node)
    return figure


def colouring(task: Drawable, state: Json) -> Figure:
    """The graph, without colours, and the labels that there are."""
    nodes, colours, edges = task.payload["nodes"], task.payload["colours"], task.payload["edges"]
    at = places(nodes, [(a, b) for a, b in edges])
    figure = Figure(
        f"A graph of {len(nodes)} nodes and {len(edges)} edges to be coloured with {len(colours)} colours."
    )
    for a, b in edges:
        figure.line(*at[a], *at[b], "line", 1.2)
    small = len(nodes) <= 14
    for node in nodes:
        x, y = at[node]
        name = _shown(node)
        if small:
            width = text_width(name, 12) + 14
            figure.rect(x - width / 2, y - 11, width, 22, "sheet", "soft", 11, 1.4)
            figure.text(x, y + 4, name, 12)
        else:
            figure.circle(x, y, 8, "sheet", "soft", 1.4)
        figure.spot(x - 13, y - 13, 26, 26, node)
    left, bottom = figure.box[0], figure.box[3] + 26
    for n, colour in enumerate(colours):
        x = left + 12 + n * 74
        figure.circle(x, bottom, 9, f"{SERIES[n % 6]}-tint", SERIES[n % 6], 2)
        figure.text(x + 15, bottom + 4.5, colour, 12.5, "ink", "start", most=56)
    return figure


def _shown(node: str) -> str:
    return node.upper() if len(node) == 1 else node[:1].upper() + node[1:]


def chain(rows: Sequence[Sequence[str]], names: Sequence[str], start: int = -1, goal: int = -1) -> Figure:
    """States in a circle, with an arrow and a probability for each step that is possible."""
    figure = Figure()
    count = len(rows)
    radius = 74.0 + 12 * count
    at = [
        (radius * 1.35 * math.sin(2 * math.pi * n / count), -radius * 0.85 * math.cos(2 * math.pi * n / count))
        for n in range(count)
    ]
    for a, line in enumerate(rows):
        for b, chance in enumerate(line):
            if str(chance) == "0":
                continue
            if a == b:
                _loop(figure, at[a], str(chance))
            else:
                _step(figure, at[a], at[b], str(chance))
    for n, (x, y) in enumerate(at):
        colour = "green" if n == start else "red" if n == goal else "blue"
        figure.circle(x, y, 19, f"{colour}-tint", colour, 2)
        figure.text(x, y + 5.5, names[n], 15, "ink", bold=True)
    return figure


def _step(figure: Figure, a: Point, b: Point, label: str) -> None:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    side = 6.0
    x1, y1 = a[0] + ux * 19 - uy * side, a[1] + uy * 19 + ux * side
    x2, y2 = b[0] - ux * 20 - uy * side, b[1] - uy * 20 + ux * side
    figure.arrow(x1, y1, x2, y2, "soft", 1.3)
    x, y = x1 + (x2 - x1) * 0.36 - uy * 9, y1 + (y2 - y1) * 0.36 + ux * 9
    figure.text(x, y + 4, label, 12, "ink")


def _loop(figure: Figure, at: Point, label: str) -> None:
    x, y = at
    length = math.hypot(x, y) or 1.0
    ux, uy = x / length, y / length
    cx, cy = x + ux * 24, y + uy * 24
    figure.circle(cx, cy, 13, "none", "soft", 1.3)
    figure.text(x + ux * 54, y + uy * 50 + 4, label, 12)


def markov(task: Drawable, state: Json) -> Figure:
    """The chain as states with arrows; for the gambler a row of states."""
    facts = problem(task)
    if "rows" in facts:
        names = [chr(65 + n) for n in range(len(facts["rows"]))]
        figure = chain(facts["rows"], names, facts.get("start", -1), facts.get("goal", -1))
        figure.says = f"A Markov chain with {len(names)} states."
        return figure
    last, begin = int(facts["n"]), int(facts["i"])
    figure = Figure(f"A walk on 0 to {last} that starts at {begin}.")
    shown = sorted({0, 1, begin - 1, begin, begin + 1, last - 1, last} & set(range(last + 1)))
    for n, place in enumerate(shown):
        x = n * 70.0
        colour = "green" if place == begin else "red" if place in (0, last) else "blue"
        figure.circle(x, 0, 18, f"{colour}-tint", colour, 2)
        figure.text(x, 5, place, 14, "ink", bold=True)
        if n and place == shown[n - 1] + 1:
            figure.arrow(x - 50, -6, x - 20, -6, "soft", 1.4)
            figure.arrow(x - 20, 6, x - 50, 6, "soft", 1.4)
        elif n:
            figure.text(x - 35, 5, "…", 18, "soft")
    figure.text(begin_x := shown.index(begin) * 70.0 + 36, -22, f"p = {facts['p']}", 13, "green")
    figure.text(begin_x - 72, 34, f"q = {facts['q']}", 13, "red")
    return figure


def prerequisites(task: Drawable, state: Json) -> Figure:
    """Courses as a network of arrows, each from a course to one that comes after it."""
    courses, rules = task.payload["courses"], task.payload["rules"]
    at = places(courses, [(a, b) for a, b in rules])
    figure = Figure(f"{len(courses)} courses and {len(rules)} rules about which comes before which.")
    for a, b in rules:
        (x1, y1), (x2, y2) = at[a], at[b]
        cut = 15 / (math.hypot(x2 - x1, y2 - y1) or 1.0)
        figure.arrow(x1, y1, x2 - (x2 - x1) * cut, y2 - (y2 - y1) * cut, "line", 1.2)
    for name, (x, y) in at.items():
        figure.circle(x, y, 9, "sheet", "soft", 1.4)
        figure.text(x, y - 13, name, 12, "ink", bold=True)
    return figure


def colour_map(edges: Sequence[Sequence[str]], vertices: Sequence[str]) -> Figure:
    """A small graph whose nodes are letters or numbers in a circle; an edge is its two ends."""
    figure = Figure()
    count = len(vertices)
    at: Mapping[str, Point] = {
        v: (90 * math.sin(2 * math.pi * n / count), -90 * math.cos(2 * math.pi * n / count))
        for n, v in enumerate(vertices)
    }
    for edge in edges:
        figure.line(*at[edge[0]], *at[edge[1]], "line", 1.8)
    for v, (x, y) in at.items():
        figure.circle(x, y, 17, "sheet", "soft", 1.6)
        figure.text(x, y + 5, v, 15, "ink", bold=True)
    return figure
