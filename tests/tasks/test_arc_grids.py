"""Grids of colours: grids are read from the prompt, and every rule is tried with operations that are written anew."""

from __future__ import annotations

import random
import re

from rlvr.conformance.promises import Promises, read
from rlvr.generators.induction import arc_grids, arc_grids_solver
from rlvr.generators.induction.arc_grids import OPERATIONS, written
from rlvr.generators.induction.arc_grids_solver import STEPS
from rlvr.verifiers.base import Reason

SHOWN, QUERY = "{shown:Input 1:\n[InputOutput0-9: \n]+}", "{query:[0-9 ]+(?:\n[0-9 ]+)*}"
TOLD = {
    "": (
        f"A rule turns grids of colours into grids. Digits … colours, and 0 … empty. Some "
        f"examples:\n\n{SHOWN}\n\nApply … same rule to this input:\n{QUERY}\n\nGive … output, one row on … line.",
        f"Each input below … changed by … same rule; digits stand for colours, 0 for empty cells.\n\n{SHOWN}\n\nWhat "
        f"does … rule make of this grid?\n{QUERY}\n\nWrite … rows … resulting grid on lines of their own.",
        f"Find … rule behind these pairs of grids (digits … colours, 0 … empty cell):\n\n{SHOWN}\n\nTest "
        f"input:\n{QUERY}\n\n"
        "Write down … test output, row by row.",
    )
}
ENGLISH = (
    "mirror it left to right",
    "mirror it top to bottom",
    "turn it a quarter clockwise",
    "turn it a quarter counterclockwise",
    "turn it by a half",
    "exchange rows and columns",
    "let all cells fall to the left",
    "let all cells fall to the right",
    "let all cells rise",
    "let all cells fall",
    "shift it by one to the right, and the last column to the front",
    "shift it down by one, and the last row to the top",
    "crop it to what is not empty",
    "take out empty rows and columns",
    "keep the largest object",
    "keep the smallest object",
    "take away the largest object",
    "take away the smallest object",
    "keep the most frequent colour",
    "empty the inside of areas of one colour",
    "mirror the left half onto the right half",
    "mirror the upper half onto the lower half",
    "put its mirror image to the right of it",
    "put its mirror image below it",
    "double it in both directions",
    "lay the left half over the right half",
    "keep of the left half what is not empty in the right half",
    "fill each row with its leftmost colour",
    "fill each column with its topmost colour",
    *(f"fill holes with {n}" for n in range(1, 10)),
    *(f"paint all that is not empty with {n}" for n in range(1, 10)),
)
MEANT = dict(zip(ENGLISH, STEPS, strict=True))


def told(prompt):
    """The pairs of grids, whose numbers count from 1, and the last input."""
    said = read(prompt, TOLD)[1]
    pairs = [
        re.fullmatch(rf"Input {n}:\n([0-9 \n]+)\nOutput {n}:\n([0-9 \n]+)", pair).groups()
        for n, pair in enumerate(said["shown"].split("\n\n"), 1)
    ]
    return pairs, str(said["query"])


def rows(grid):
    high, wide, cells = grid
    return [" ".join(str(cells.get((r, c), 0)) for c in range(wide)) for r in range(high)]


def named(words):
    """The operation of this description."""
    return next(operation.apply for operation in OPERATIONS if operation.english == words)


class TestArcGrids(Promises):
    id = "arc-grids"
    alphabet = "0123, \n"
    right = ("{}", " {}\n", "```\n{}\n```", "{}\n")
    wrong = ("{}\n0", "0 {}", "{0}\n\n{0}", "about", "")
    calculates = False

    lines = {  # noqa: RUF012
        "": {
            "{line:[a-z].+:}": lambda x: x.line == x.worked[len(x.before)],
            "{row:[0-9 ]+}": lambda x: str(x.row) == x.worked[len(x.before)],
            "{mark:[^0-9]+}{row:[0-9 ]+}": lambda x: (
                str(x.row) == x.worked[len(x.before)] and len(x.before) == x.ends
            ),
        }
    }

    def oracle(self, prompt):
        pairs, query = told(prompt)
        found = []
        for steps in (1, 2):
            problem = {"examples": list(map(list, pairs)), "query": query, "steps": steps}
            found = arc_grids_solver.solve(problem)
            if found:
                break
        return found

    def known(self, found, task):
        """The operations that a worked solution names, each with the grid that it makes; then the answer."""
        grid, lines = arc_grids_solver._read(told(task.prompt)[1]), []
        for words in re.findall("^([a-z].+):$", task.trace, re.M):
            grid = MEANT[words](grid)
            lines += [f"{words}:", *rows(grid)]
        return {"worked": lines + task.answer.split("\n"), "ends": len(lines)}

    def agrees(self, found, task):
        return found == task.answer.split()

    def test_operations_are_the_same_in_both_codes(self):
        rng = random.Random(5)
        for _ in range(25):
            grid = arc_grids._scene(rng, rng.randint(3, 8))
            for operation, step in zip(OPERATIONS, STEPS, strict=True):
                one, two = operation.apply(grid), step(arc_grids_solver._read(written(grid)))
                assert (one is None) == (two is None), operation.english
                if one is not None:
                    assert arc_grids_solver._read(written(one)) == two, operation.english
                    assert operation in arc_grids._leading(grid, one), operation.english

    def test_operations_by_hand(self):
        grid = ((0, 1, 0, 0), (1, 0, 1, 0), (0, 1, 0, 2))
        assert named("turn it a quarter clockwise")(grid) == ((0, 1, 0), (1, 0, 1), (0, 1, 0), (2, 0, 0))
        assert named("let all cells fall")(grid) == ((0, 0, 0, 0), (0, 1, 0, 0), (1, 1, 1, 2))
        assert named("fill holes with 7")(grid)[1] == (1, 7, 1, 0)
        assert (
            named("keep the largest object")(grid) is None
        )  # five objects of one cell each: corners do not touch
        assert named("keep the most frequent colour")(grid)[2] == (0, 1, 0, 0)
        assert named("lay the left half over the right half")(grid) == ((0, 1), (1, 0), (0, 1))
        assert named("mirror the left half onto the right half")(grid) == (
            (0, 1, 1, 0),
            (1, 0, 0, 1),
            (0, 1, 1, 0),
        )
        assert named("crop it to what is not empty")(((0, 0), (0, 3))) == ((3,),)
        block = ((4,) * 4,) * 3
        assert named("empty the inside of areas of one colour")(block)[1] == (4, 0, 0, 4)

    def test_trap_grids_are_drawn_anew(self):
        """Elsewhere the rules and grids of known collections are used, which models have seen."""
        seen = set()
        for seed in range(40):
            problem = self.spec.task(2, seed).payload["problem"]
            seen |= {grid for pair in problem["examples"] for grid in pair} | {problem["query"]}
        assert len(seen) >= 5 * 40 - 4

    def test_trap_the_rule_is_settled_by_the_examples(self):
        """Elsewhere several short rules fit and disagree; here one of them leaves the task out."""
        for level in self.spec.levels:
            for seed in range(2):
                task = self.spec.task(level, seed)
                assert arc_grids_solver.solve({**task.payload["problem"], "steps": 2}) == task.answer.split()

    def test_rivals_by_hand(self):
        """Rules that are never asked for, but that fit what "mirror the upper half down" and "largest" show."""
        shown = (((4, 4, 0), (4, 4, 0), (0, 0, 0)), ((4, 4, 0), (4, 4, 0), (4, 4, 0)))
        query, answer = ((0, 4, 0), (0, 4, 4), (7, 0, 4)), ((0, 4, 0), (0, 4, 4), (0, 4, 0))
        assert named("mirror the upper half onto the lower half")(query) == answer
        assert ((7, 4, 4), (0, 4, 4), (7, 4, 4)) in arc_grids.rivals(
            [shown], query, answer
        )  # both halves overlaid
        grid = ((5, 5, 0), (0, 0, 5), (5, 0, 0))
        shown = (((3, 3, 0), (0, 0, 0), (0, 0, 2)), ((3, 3, 0), (0, 0, 0), (0, 0, 0)))
        made = list(arc_grids.rivals([shown], grid, ((5, 5, 0), (0, 0, 0), (0, 0, 0))))
        assert ((5, 5, 0), (0, 0, 5), (0, 0, 0)) in made  # corners touch

    def test_trap_rules_that_a_reader_may_think_of_agree(self):
        """Elsewhere a plain rule outside of the language fits and gives another grid; here it leaves the task out."""
        for level in self.spec.levels:
            for seed in range(12):
                task = self.spec.task(level, seed)
                problem = task.payload["problem"]

                def read(text):
                    return tuple(tuple(map(int, row.split())) for row in text.split("\n"))

                shown = [(read(one), read(two)) for one, two in problem["examples"]]
                assert not list(arc_grids.rivals(shown, read(problem["query"]), read(task.answer)))

    def test_what_is_there_already_is_no_answer(self):
        for level in self.spec.levels[:4]:
            for seed in range(20):
                task = self.spec.task(level, seed)
                problem = task.payload["problem"]
                for grid in (problem["query"], *(out for _, out in problem["examples"])):
                    assert not self.spec.verify_answer(task.payload, grid).passed

    def test_rows_are_read_in_many_forms(self):
        task = self.spec.task(2, 1)
        rows = [line.split() for line in task.answer.split("\n")]
        for form in (
            "\n".join("".join(row) for row in rows),
            "\n".join(", ".join(row) for row in rows),
            "[" + ",\n ".join(f"[{', '.join(row)}]" for row in rows) + "]",
            "\\begin{bmatrix}" + " \\\\ ".join(" & ".join(row) for row in rows) + "\\end{bmatrix}",
        ):
            assert self.spec.verify_answer(task.payload, form).passed, form
        turned = "\n".join(" ".join(row) for row in zip(*rows, strict=True))
        assert turned == task.answer or not self.spec.verify_answer(task.payload, turned).passed
        assert self.spec.verify_answer(task.payload, "the same grid").reason is Reason.UNPARSABLE
