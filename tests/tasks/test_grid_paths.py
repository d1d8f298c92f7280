"""Grid paths: map and rules are read from the prompt, and walks are searched for in a graph with prices."""

from __future__ import annotations

import re
from itertools import pairwise

import networkx
import pytest
from plan_puzzles import PlanPromises, framed, read_framed

from rlvr.verifiers.base import Reason

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
SMALL = {"kind": "shortest", "map": ["#####", "#S.G#", "#...#", "#####"], "least": 2, "most": 2}


MAP = "```\n{map:[^`]+}```"
FRAMES = (
    f"Find … way from S to G on … map:\n\n{MAP}\n\n# … wall and . … free. A step … one square up (U), down (D), left "
    f"(L) "
    "or right (R). RULE ASK Give … steps in order, separated by commas.",
    f"{MAP}\n\nYou … on S and … to get to G. You step up (U), down (D), left (L) or right (R), from square to "
    f"square; # "
    "… walls, and dots … free squares. RULE ASK Write … walk as letters with commas between them, in order.",
    f"Walk from S to G.\n\n{MAP}\n\nEach step … one square up, down, left or right, and never into … wall (#); … dot … "
    "free square. RULE ASK Answer with all steps, from … first to … last, as U, D, L and R with commas between them.",
)
SIGNS = {"plain": "[.SG]", "costs": "[1-9]", "portals": "[xyz]", "keys": "[abAB]", "arrows": "[v^<>]"}
RULES = {
    "plain": "Each step costs 1.",
    "costs": "A step onto … square with … number costs that number; every other step costs 1.",
    "portals": "Letters … portals: when you step on one, you … at once on … other square with … same letter. Each step "
    "costs 1, and … through … portal costs nothing beyond … step.",
    "keys": "A capital letter … locked door; … entered only when … stepped on … key before, which … same letter in "
    "lower "
    "case. A key … with you. Each step costs 1.",
    "arrows": "… squares ^, v, < and > … entered from any side, but left only up, down, left or right, as … arrow "
    "points. "
    "Each step costs 1.",
}
ASKED = {
    "shortest": (
        "Find … walk … costs as little as possible.",
        "Only … cheapest walk counts.",
        "… walk must cost as little as any can.",
    ),
    "within": (
        "Find … walk … costs at most {most}.",
        "… walk may cost {most} at most.",
        "It must not cost more than {most}.",
    ),
}
TOLD = framed(FRAMES, {rule: {"RULE": said} for rule, said in RULES.items()}, ASKED)


def told(prompt):
    """What is asked for, and the signs of the map by their squares: those of its rule are there, and no others."""
    rule, asked, said = read_framed(prompt, TOLD)
    lines = said["map"].split()
    cells = {(y, x): sign for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != "#"}
    for sign in set(cells.values()):
        assert re.fullmatch(f"{SIGNS['plain']}|{SIGNS[rule]}", sign), (rule, sign)
    assert any(re.fullmatch(SIGNS[rule], sign) for sign in cells.values())
    return asked, cells


def at(x):
    """Where somebody stands after the moves of the lines above and this one."""
    state, ahead, *_ = x.found
    for move in [line.split()[1][0] for line in x.before[1:]] + [x.move]:
        state = ahead(state)[move]
    keys = sorted(re.findall(r"\b[ab]\b", x.keys))
    return (x.n, x.y - 1, x.x - 1, keys) == (len(x.before), *state[0], sorted(state[1]))


LINES = {
    "At first: row {y} column {x}": lambda x: not x.before and (x.y - 1, x.x - 1) == x.found[0][0],
    "{n}. {move:[UDLR]}: row {y} column {x}{keys:(?:, with [ab](?: and [ab])*)?}": at,
}


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
    lines = dict.fromkeys(ASKED, LINES)

    def oracle(self, prompt):
        asked, self.cells = told(prompt)
        cells = self.cells
        start = next(at for at, sign in cells.items() if sign == "S")
        return (start, frozenset()), ahead_on(cells), lambda state: cells[state[0]] == "G", asked

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
            _, cells = told(task.prompt)
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
