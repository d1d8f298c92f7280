"""Grid paths: map and rules are read from the prompt, and walks are searched for in a graph with prices."""

from __future__ import annotations

import re
from itertools import pairwise

import networkx
import pytest
from plan_puzzles import PlanPromises

from rlvr.verifiers.base import Reason

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
SMALL = {"kind": "shortest", "map": ["#####", "#S.G#", "#...#", "#####"], "least": 2, "most": 2}


def told(prompt):
    """The signs of the map by their squares, and what the prompt says of them."""
    lines = re.search(r"(?:^#[^\n]*#$\n?)+", prompt, re.M)[0].splitlines()
    cells = {(y, x): sign for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != "#"}
    signs = set(cells.values())
    for said, kind in (
        ("costs that number", "[1-9]"),
        ("portals", "[xyz]"),
        ("locked door", "[abAB]"),
        ("as the arrow", "[v^<>]"),
    ):
        assert (said in prompt) == any(re.fullmatch(kind, sign) for sign in signs), said
    return cells


def ahead_on(cells):
    """The states after a step; a state is a square and the set of keys."""

    def ahead(state):
        (y, x), keys = state
        found = {}
        for name, (dy, dx) in STEPS.items():
            to = (y + dy, x + dx)
            sign = cells.get(to)
            if sign is None or (sign in "AB" and sign.lower() not in keys):
                continue
            if cells[y, x] in "^v<>" and {"^": "U", "v": "D", "<": "L", ">": "R"}[cells[y, x]] != name:
                continue
            if sign in "xyz":
                to = next(at for at, other in cells.items() if other == sign and at != to)
            found[name] = (to, keys | {sign} if sign in "ab" else keys)
        return found

    return ahead


def price(cells, state):
    return int(cells[state[0]]) if cells[state[0]].isdigit() else 1


class TestGridPaths(PlanPromises):
    id = "grid-paths"
    alphabet = "UDLRudlr, ;\n"

    def oracle(self, prompt):
        self.cells = cells = told(prompt)
        start = next(at for at, sign in cells.items() if sign == "S")
        most = re.search(r"(?:costs at most|may cost|more than) (\d+)", prompt)
        assert (most is None) == bool(re.search("as little as|cheapest walk counts", prompt))
        return (
            (start, frozenset()),
            ahead_on(cells),
            lambda state: cells[state[0]] == "G",
            int(most[1]) if most else "shortest",
        )

    def agrees(self, found, task):
        start, ahead, solved, asked = found
        graph = networkx.DiGraph()
        waiting = [start]
        for state in waiting:
            for after in ahead(state).values():
                if after not in graph:
                    waiting.append(after)
                graph.add_edge(state, after, weight=price(self.cells, after))
        far = networkx.single_source_dijkstra_path_length(graph, start)
        least = min(cost for state, cost in far.items() if solved(state))
        state, spent = start, 0
        for name in task.answer.split(", "):
            assert not solved(state)
            state = ahead(state)[name]
            spent += price(self.cells, state)
        most = least if asked == "shortest" else least + least // 2 + 2
        assert asked in ("shortest", most)
        return solved(state) and spent == least == task.payload["least"] and task.payload["most"] == most

    def test_only_a_shortest_plan_is_right_where_one_is_asked_for(self):
        longer = "D, U, R, R"
        self.takes(SMALL, ["R, R"], [longer])
        self.takes({**SMALL, "kind": "within", "most": 5}, ["R, R", longer, "D, R, R, U"], ["D, D"])
        verdict = self.spec.verify_answer(SMALL, longer)
        assert (verdict.reason, verdict.parts["quality"]) == (Reason.WRONG, 0.5)

    def test_trap_the_walk_is_asked_for_and_not_its_length(self):
        # reasoning-gym's maze asks for the length alone, and its shortest_path asked for a length and wanted a walk.
        for level in self.spec.levels:
            task = self.spec.task(level, 4)
            assert re.search("Give the steps|Write the walk|Answer with all steps", task.prompt)
            assert not re.search("how (many|long)|length", task.prompt)
            for length in (str(task.payload["least"]), f"{task.payload['least']} steps"):
                assert self.spec.verify_answer(task.payload, length).reason is Reason.UNPARSABLE

    @pytest.mark.parametrize(
        ("kind", "sign"), [("costs", "[2-9]"), ("portals", "x"), ("keys", "A"), ("arrows", "[<>v^]")]
    )
    def test_who_takes_no_notice_of_the_rule_goes_wrong(self, kind, sign):
        for seed in range(10):
            task = self.spec.task(2, seed, params={"maps": kind, "kinds": "shortest"})
            assert any(re.search(sign, row) for row in task.payload["map"])
            cells = told(task.prompt)
            graph = networkx.Graph()
            for y, x in cells:
                graph.add_edges_from(
                    ((y, x), (y + dy, x + dx)) for dy, dx in STEPS.values() if (y + dy, x + dx) in cells
                )
            start, goal = (next(at for at, other in cells.items() if other == end) for end in "SG")
            walk = networkx.shortest_path(graph, start, goal)
            names = [
                next(n for n, (dy, dx) in STEPS.items() if (a[0] + dy, a[1] + dx) == b)
                for a, b in pairwise(walk)
            ]
            passed = self.spec.verify_answer(task.payload, ", ".join(names)).passed
            assert not passed or kind != "portals"

    @pytest.mark.parametrize(
        ("rows", "answer", "says"),
        [
            (["#####", "#SA.#", "#a.G#", "#####"], "R, D, R", "locked"),
            (["#####", "#S^.#", "#..G#", "#####"], "R, R, D", "arrow"),
            (["#####", "#S#.#", "#..G#", "#####"], "R, R, D", "wall"),
        ],
    )
    def test_what_is_not_possible_is_named(self, rows, answer, says):
        verdict = self.spec.verify_answer({**SMALL, "map": rows}, answer)
        assert verdict.reason is Reason.ILLEGAL
        assert says in verdict.message

    def test_only_the_end_of_a_walk_counts(self):
        self.takes(
            {**SMALL, "map": ["#####", "#SG.#", "#...#", "#####"], "most": 3}, ["R", "R, R, L"], ["R, R"]
        )

    def test_keys_portals_and_prices(self):
        self.takes({**SMALL, "map": ["#####", "#SAG#", "#a#.#", "#####"], "most": 4}, ["D, U, R, R"], ["R, R"])
        self.takes({**SMALL, "map": ["#####", "#Sx##", "##Gx#", "#####"], "most": 2}, ["R, L"], ["R, D"])
        self.takes({**SMALL, "map": ["#####", "#S9G#", "#...#", "#####"], "most": 4}, ["D, R, R, U"], ["R, R"])
        for answer in ("RR", "right, right", "R R", "Right → Right", "1. R\n2. R", "rr", "Go right, go right"):
            assert self.spec.verify_answer(SMALL, answer).passed, answer
        for answer in ("R2", "R, R or D", "RIGHTRIGHT or", "E, E", "not R, R"):
            assert not self.spec.verify_answer(SMALL, answer).passed, answer
