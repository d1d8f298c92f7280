"""Cliques and covers: what the prompt says is solved by networkx and by scipy's integer programmes."""

from __future__ import annotations

import functools
import json
import random
from itertools import combinations

import networkx as nx
import numpy as np
from chosen import AIM, Chosen, numbers
from scipy.optimize import Bounds, LinearConstraint, milp

from rlvr.verifiers.base import Reason

CELLS = ("grid-independent-set", "grid-dominating-set", "bombs")


def net(vertices, edges):
    made = nx.Graph(edges)
    made.add_nodes_from(range(1, vertices + 1))
    return made


def once(makes):
    """What is made of a task's facts is made once."""
    made = functools.lru_cache(maxsize=8)(lambda kind, text: makes(kind, json.loads(text)))
    return lambda kind, facts: made(kind, json.dumps(facts))


@once
def clash(kind, facts):
    """What may not be chosen together, as a graph, and the worth of each; None for covers."""
    if kind == "clique":
        return nx.complement(net(**facts)), dict.fromkeys(range(1, facts["vertices"] + 1), 1)
    if kind.endswith("independent-set") and "edges" in facts:
        return net(facts["vertices"], facts["edges"]), dict(enumerate(facts["weights"], 1))
    if kind == "bombs":
        lines = facts["map"]
        free = [(r, c) for r, line in enumerate(lines, 1) for c, sign in enumerate(line, 1) if sign == "*"]
        seen = nx.Graph()
        seen.add_nodes_from(free)
        for line in [[(r, c) for c in range(1, len(lines[0]) + 1)] for r in range(1, len(lines) + 1)] + [
            [(r, c) for r in range(1, len(lines) + 1)] for c in range(1, len(lines[0]) + 1)
        ]:
            for a, b in combinations(line, 2):
                between = [lines[r - 1][c - 1] for r, c in line[line.index(a) : line.index(b)]]
                if a in free and b in free and "#" not in between:
                    seen.add_edge(a, b)
        return seen, dict.fromkeys(free, 1)
    if kind == "grid-independent-set":
        return mesh(facts["grid"]), values(facts["grid"])
    return None


def mesh(rows):
    made = nx.grid_2d_graph(len(rows), len(rows[0]))
    return nx.relabel_nodes(made, {(r, c): (r + 1, c + 1) for r, c in made})


def values(rows):
    return {(r, c): n for r, line in enumerate(rows, 1) for c, n in enumerate(line, 1)}


@once
def covers(kind, facts):
    """What each choice covers, and its cost."""
    if kind == "vertex-cover":
        made = net(facts["vertices"], facts["edges"])
        return {v: {frozenset(e) for e in made.edges(v)} for v in made}, dict(enumerate(facts["weights"], 1))
    if kind.endswith("dominating-set"):
        grid_ = "grid" in facts
        made = mesh(facts["grid"]) if grid_ else net(facts["vertices"], facts["edges"])
        costs = values(facts["grid"]) if grid_ else dict(enumerate(facts["weights"], 1))
        return {v: {v, *made[v]} for v in made}, costs
    held = {s: set(items) for s, items in enumerate(facts["sets"], 1)}
    return held, dict(enumerate(facts.get("costs", [0] * len(held)), 1))


def worth(kind):
    def of(given, **facts):
        chosen = [tuple(cell) for cell in given] if kind in CELLS else list(given)
        found = clash(kind, facts)
        if found is not None:
            apart, weights = found
            fits = all(v in apart and not set(apart[v]) & set(chosen) for v in chosen)
            return sum(weights[v] for v in chosen) if fits else None
        held, costs = covers(kind, facts)
        covered = [e for s in chosen for e in held[s]]
        if kind == "exact-cover":
            return facts["items"] - len(covered) if len(set(covered)) == len(covered) else None
        return sum(costs[s] for s in chosen) if set(covered) == set().union(*held.values()) else None

    return of


def objects(kind):
    """All subsets of few vertices or sets; of many, and of cells, random choices that are filled up until they fit."""

    def of(**facts):
        found = clash(kind, facts)
        names = list(found[0] if found else covers(kind, facts)[0])
        if len(names) < 11:
            yield from (list(c) for k in range(1, len(names) + 1) for c in combinations(names, k))
            return
        rng = random.Random(1)
        for _ in range(300):
            rng.shuffle(names)
            chosen, full = [], set() if found else set().union(*covers(kind, facts)[0].values())
            for v in names:
                if found and not set(chosen) & set(found[0][v]):
                    chosen.append(v)
                elif full and full & covers(kind, facts)[0][v]:
                    full -= covers(kind, facts)[0][v]
                    chosen.append(v)
            yield [list(v) if kind in CELLS else v for v in chosen]
            yield [list(v) if kind in CELLS else v for v in names[: len(chosen)]]

    return of


def programme(kind, facts):
    """The optimum as an integer programme."""
    found = clash(kind, facts)
    names = list(found[0] if found else covers(kind, facts)[0])
    if found:
        rows = [[v in edge for v in names] for edge in found[0].edges]
        limits, goal = LinearConstraint(np.array(rows, float), ub=1), [-found[1][v] for v in names]
    else:
        held, costs = covers(kind, facts)
        rows = [[e in held[s] for s in names] for e in sorted(set().union(*held.values()), key=str)]
        limits, goal = LinearConstraint(np.array(rows, float), lb=1), [costs[s] for s in names]
    return abs(round(milp(goal, constraints=limits, integrality=np.ones(len(names)), bounds=Bounds(0, 1)).fun))


GRAPH = "A {what:graph} … vertices 1 to {vertices}, and these edges:\n{told:[-0-9, ]+}"
GRID = "A grid … {high} rows and {wide} columns, and … number in each cell:\n{drawn:[0-9 \n]+}"
ITEMS = "… items 1 to {items}, and {count} sets of …"
VERTICES = "Give … chosen vertices, separated by commas; … order … not matter."
NUMBERS = "Give … numbers of … chosen sets, separated by commas; … order … not matter."
CELL = (
    "Give each {:chosen cell|cell with a bomb} as … row and … column with one space between … two (both "
    "counted from 1, "
    'rows from … top and columns from … left), and … semicolons between … cells: "1 3; 2 4".'
)
ORDER = "Their order … not matter."
APART = "Choose vertices … no edge joins two chosen ones."


def optimum(what):
    return f"The sum of … {what} … chosen {{:vertices|cells|sets}} … to … {AIM}."


def on_graph(what):
    """The data of a weighted graph."""
    return GRAPH + f"\nThe {what} of … vertices 1, 2, ..., {{vertices}} … in this order: {{weights:[0-9, ]+}}"


SENTENCES = {
    "clique": [
        "Choose vertices … every two chosen ones … joined by … edge.",
        GRAPH,
        "Choose {aim:as many vertices as possible}.",
        VERTICES,
    ],
    "independent-set": [APART, on_graph("weights"), optimum("weights of"), VERTICES],
    "tree-independent-set": [
        APART,
        on_graph("weights").replace("{what:graph}", "{what:tree}"),
        optimum("weights of"),
        VERTICES,
    ],
    "vertex-cover": [
        "Choose vertices … each edge … chosen vertex at one of … ends or at both.",
        on_graph("costs"),
        optimum("costs of"),
        VERTICES,
    ],
    "dominating-set": [
        "Choose vertices … each vertex … chosen or joined by … edge to … chosen one.",
        on_graph("costs"),
        optimum("costs of"),
        VERTICES,
    ],
    "grid-independent-set": [
        "Choose cells … no two chosen ones … side … common.",
        GRID,
        optimum("numbers in"),
        CELL,
        ORDER,
    ],
    "grid-dominating-set": [
        "The number in … cell … cost.",
        "Choose cells … each cell … chosen or … side … common with … chosen one.",
        GRID,
        optimum("costs of"),
        CELL,
        ORDER,
    ],
    "bombs": [
        "Put bombs into free cells, at most one into each.",
        "Two bombs in … same row or column must … least one wall between …; … hole … no wall.",
        "A grid … {high} rows and {wide} columns.",
        "Its cells … free (*), holes (.) or walls (#):\n{drawn:[*.#\n]+}",
        "Place {aim:as many bombs as possible}.",
        CELL,
        ORDER,
    ],
    "set-cover": [
        "Choose sets … each item … in … least one of ….",
        ITEMS + " each with … cost:\n{list:(?:Set [0-9]+ \\(cost [0-9]+\\): [0-9, ]+\n?)+}",
        optimum("costs of"),
        NUMBERS,
    ],
    "exact-cover": [
        "Choose sets … each item … in exactly one of …; … such … choice.",
        ITEMS + ":\n{list:(?:Set [0-9]+: [0-9, ]+\n?)+}",
        "Find such … choice.",
        NUMBERS,
    ],
}


def graph(said):
    edges = [numbers(edge.replace("-", " ")) for edge in str(said["told"]).split(", ")]
    weights = {"weights": numbers(said["weights"])} if "weights" in said else {}
    assert not weights or len(weights["weights"]) == said["vertices"]
    assert (said["what"] == "graph") or nx.is_tree(nx.Graph(edges))
    return {"vertices": said["vertices"], "edges": edges, **weights}


def drawn(said, read):
    lines = [read(line) for line in said["drawn"].strip("\n").split("\n")]
    assert [len(line) for line in lines] == [said["wide"]] * said["high"]
    return lines


def sets(said):
    lines = [list(map(numbers, line.split(":"))) for line in said["list"].strip().split("\n")]
    assert [head[0] for head, _ in lines] == list(range(1, said["count"] + 1))
    costs = [head[1] for head, _ in lines if len(head) > 1]
    return {"items": said["items"], "sets": [held for _, held in lines], **({"costs": costs} if costs else {})}


READERS = dict.fromkeys(SENTENCES, graph) | {
    "grid-independent-set": lambda said: {"grid": drawn(said, numbers)},
    "grid-dominating-set": lambda said: {"grid": drawn(said, numbers)},
    "bombs": lambda said: {"map": drawn(said, str)},
    "set-cover": sets,
    "exact-cover": sets,
}


def cost(x, at):
    """What a chosen vertex, set or cell is worth."""
    if isinstance(at, list):
        return x.grid[at[0] - 1][at[1] - 1]
    return (x.weights if "weights" in vars(x) else x.costs)[at - 1]


def at_line(x):
    return x.given[len(x.before)]


SUM = {
    "{terms:[0-9 +]+} = {total}": lambda x: (
        numbers(x.terms) == [cost(x, at) for at in x.given] and x.total == x.best
    )
}
COST = {
    "cost of {name:[0-9 ]+}: {c}": lambda x: (
        x.c == cost(x, at_line(x))
        and numbers(x.name) == (at_line(x) if isinstance(at_line(x), list) else [at_line(x)])
    )
}
COVER = {**COST, **SUM}
LINES = {
    **dict.fromkeys(("independent-set", "tree-independent-set", "grid-independent-set"), SUM),
    **dict.fromkeys(("vertex-cover", "dominating-set", "grid-dominating-set", "set-cover"), COVER),
    "clique": {
        "{u} is linked to {others:[0-9 ]+}": lambda x: (
            x.u == at_line(x)
            and numbers(x.others)
            == [v for v in x.given if v != x.u and ([x.u, v] in x.edges or [v, x.u] in x.edges)]
        )
    },
    "bombs": {
        "bombs in row {r}: {columns:[0-9 ]+}": lambda x: (
            numbers(x.columns) == [c for r, c in x.given if r == x.r]
        )
    },
    "exact-cover": {"{s}: {held:[0-9 ]+}": lambda x: x.s == at_line(x) and numbers(x.held) == x.sets[x.s - 1]},
}


class TestCliquesAndCovers(Chosen):
    id = "cliques-and-covers"
    sentences, readers, lines = SENTENCES, READERS, LINES
    objects = {kind: objects(kind) for kind in SENTENCES}  # noqa: RUF012
    worth = {kind: worth(kind) for kind in SENTENCES}  # noqa: RUF012
    larger = frozenset(("clique", "bombs", *(kind for kind in SENTENCES if kind.endswith("independent-set"))))

    def best(self, kind, facts, objects):
        return 0 if kind == "exact-cover" else programme(kind, facts)

    def test_larger_tasks_agree_with_an_integer_programme(self):
        for kind in SENTENCES:
            task = self.spec.task(6, 3, params={"kinds": kind})
            assert self.best(kind, self.oracle(task.prompt)[1], ()) == task.payload["best"], task.id

    def test_size_counts_for_nothing_before_the_rule_holds(self):
        """Elsewhere the number of chosen vertices was paid before it was clear that they are a clique."""
        ring = {"vertices": 4, "edges": [[1, 2], [2, 3], [3, 4], [1, 4]]}
        payload = {"kind": "clique", **ring, "best": 2}
        self.takes(payload, ["1, 2", "4, 1"], ["1", "1, 3", "1, 2, 3, 4", "1, 2, 3", "1, 1", "1, 5"])
        verdict = self.spec.verify_answer(payload, "1, 2, 3, 4")
        assert (verdict.reason, verdict.parts["quality"]) == (Reason.ILLEGAL, 0.0)
        assert "1 and 3" in verdict.message
        payload = {"kind": "vertex-cover", **ring, "weights": [5, 1, 1, 1], "best": 2}
        self.takes(payload, ["2, 4"], ["2", "1, 3", "2, 3, 4", "4", "2, 4, 4"])
        assert "2-3" in self.spec.verify_answer(payload, "1, 4").message
        payload = {"kind": "dominating-set", **ring, "weights": [5, 1, 1, 1], "best": 2}
        self.takes(payload, ["2, 3", "2, 4", "3, 4"], ["2", "3", "1, 2", "none"])

    def test_walls_hide_bombs_and_holes_do_not(self):
        payload = {"kind": "bombs", "map": ["*#*", "..*", "*.*"], "best": 3}
        self.takes(payload, [], ["1 1; 1 3; 3 1", "1 1; 1 3; 2 3", "1 1; 2 1", "3 1; 3 3"])
        assert (
            self.spec.verify_answer(payload, "1 1; 1 3; 3 1").reason is Reason.ILLEGAL
        )  # column 1 has no wall
        payload = {"kind": "bombs", "map": ["*#*", "#.*", "*.*"], "best": 3}
        self.takes(payload, ["1 1; 1 3; 3 1", "3 1; 2 3; 1 1"], ["1 1; 3 1", "1 1; 1 2; 1 3"])
        assert self.spec.verify_answer(payload, "(1, 1), (3, 1), (1, 3)").passed
        assert self.spec.verify_answer(payload, "1-1, 3-1, 1-3").passed

    def test_counting_anew_after_each_choice_leads_to_no_optimum(self):
        """The fewest conflicts, or the most that is new: most tasks were solved so."""
        for kind in ("tree-independent-set", "dominating-set"):
            for seed in range(6):
                task = self.spec.task(2, seed, params={"kinds": kind})
                facts = self.oracle(task.prompt)[1]
                near, weights = net(facts["vertices"], facts["edges"]), dict(enumerate(facts["weights"], 1))
                left, taken = set(near), []
                while left:
                    if kind == "dominating-set":
                        v = min(near, key=lambda v: (-len({v, *near[v]} & left), weights[v], v))
                    else:
                        v = min(left, key=lambda v: (len(left & set(near[v])), -weights[v], v))
                    taken.append(v)
                    left -= {v, *near[v]}
                assert sum(weights[v] for v in taken) != task.payload["best"], task.id

    def test_bombs_are_in_no_level(self):
        """The cell with the fewest conflicts, counted anew after each choice, is right in four of five boards."""
        assert not any("bombs" in kinds for kinds in self.spec.axes["kinds"])

    def test_an_item_is_held_once_in_an_exact_cover(self):
        payload = {
            "kind": "exact-cover",
            "items": 4,
            "sets": [[1, 2], [2, 3], [3, 4], [1, 4], [1, 2, 3]],
            "best": 0,
        }
        self.takes(payload, ["1, 3", "2, 4"], ["1", "5, 3", "1, 2, 3, 4", "5", "1, 3, 3"])
        assert "Item 3" in self.spec.verify_answer(payload, "5, 3").message
