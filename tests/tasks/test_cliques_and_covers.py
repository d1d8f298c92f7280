"""Cliques and covers: what the prompt says is solved by networkx and by scipy's integer programmes."""

from __future__ import annotations

import functools
import json
import random
import re
from itertools import combinations

import networkx as nx
import numpy as np
from chosen import Chosen, numbers, slots
from scipy.optimize import Bounds, LinearConstraint, milp

from rlvr.verifiers.base import Reason

ROWS = {"weights_": r"in this order: ([\d, ]+)"}
CELLS = ("grid-independent-set", "grid-dominating-set", "bombs")


def graph(text, **more):
    edges = [[int(u), int(v)] for u, v in re.findall(r"(\d+)-(\d+)", text)]
    return {**slots(vertices=r"vertices 1 to (\d+)", **more)(text), "edges": edges}


def grid(text):
    return {"grid": [numbers(line) for line in re.findall(r"^[ \d]+$", text, re.M)]}


def board(text):
    return {"map": re.findall(r"^[*.#]+$", text, re.M)}


def sets(text):
    found = re.findall(r"^Set \d+(?: \(cost (\d+)\))?: (.+)$", text, re.M)
    facts = {
        "items": int(re.search(r"items 1 to (\d+)", text)[1]),
        "sets": [numbers(held) for _, held in found],
    }
    return facts | ({"costs": [int(cost) for cost, _ in found]} if found[0][0] else {})


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


APART = "no edge joins two chosen"
MARKS = {
    "clique": "every two chosen",
    "independent-set": f"(?=.*A graph)(?=.*{APART})",
    "tree-independent-set": f"(?=.*A tree)(?=.*{APART})",
    "vertex-cover": "each edge has a chosen",
    "dominating-set": "each vertex is chosen",
    "grid-independent-set": "no two chosen ones have a side",
    "grid-dominating-set": "each cell is chosen",
    "bombs": "bombs",
    "set-cover": "at least one of them",
    "exact-cover": "exactly one of them",
}
READERS = {
    kind: {"clique": graph, "set-cover": sets, "exact-cover": sets, "bombs": board}.get(
        kind, grid if "grid" in kind else lambda text: graph(text, **ROWS)
    )
    for kind in MARKS
}


class TestCliquesAndCovers(Chosen):
    id = "cliques-and-covers"
    marks, readers = MARKS, READERS
    objects = {kind: objects(kind) for kind in MARKS}  # noqa: RUF012
    worth = {kind: worth(kind) for kind in MARKS}  # noqa: RUF012
    larger = frozenset(("clique", "bombs", *(kind for kind in MARKS if kind.endswith("independent-set"))))

    def best(self, kind, facts, objects):
        return 0 if kind == "exact-cover" else programme(kind, facts)

    def test_larger_tasks_agree_with_an_integer_programme(self):
        for kind in MARKS:
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
