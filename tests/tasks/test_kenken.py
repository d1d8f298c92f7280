"""Kenken: cages are read from drawing or list; all squares are searched for with the lists of their fillings."""

from __future__ import annotations

import random
import re
from itertools import islice, permutations, product
from math import prod

import pytest
from hypothesis import given, settings
from line_puzzles import images, matched, number_rows, replay, solved_by_tables

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("kenken")
SIGNS = {
    "told": "A number with + is the sum of the numbers in the cage, and one with * their product; with - it is the "
    "larger of two numbers minus the smaller, and with / the larger divided by the smaller. A cage of one "
    "cell shows its number.",
    "hidden": "Which operation a cage has is not told: its number is the sum or the product of the numbers in it or, "
    "for two cells, also the larger minus the smaller or the larger divided by the smaller. A cage of one "
    "cell shows its number.",
}
WORDS = (
    "Solve this {n}x{n} kenken. Every row and every column must contain each number from 1 to {n} exactly once, and "
    "the numbers in each cage must give its result; within a cage, a number may come again if its row and its column "
    "allow it. {signs}\n\n{puzzle}\n\nWrite the completed grid, one row per "
    "line, with spaces between the numbers.",
    "{puzzle}\n\nThis is a calcudoku puzzle on {n} rows and {n} columns, divided into cages. Fill it with the "
    "numbers 1 to {n} so that no number comes twice in a row or in a column and every cage has its result; within a "
    "cage, a number may come again if its row and its column allow it. {signs} Answer with {n} lines of {n} numbers, "
    "separated by spaces.",
    "Fill a square of {n} rows and {n} columns so that each row and each column is an arrangement of the numbers 1 "
    "to {n} and the cages come out right. A number may stand more than once in a cage, but not in the same row or "
    "column. {signs}\n\n{puzzle}\n\nThere is one solution. Give only its rows, from top "
    "to bottom, a line for each, with spaces between the numbers.",
)
SHOWN = (
    "{grid:[A-Za-z \n]+}\n\nEqual letters are one cage. The results: {results:[^\n]+}",
    "{cages:(?:cage [A-Za-z], [^\n]+\n)+}\n(r2c3 is the cell in the second row from the top and the third column "
    "from the left.)",
)
TOLD = {
    kind: [words.replace("{signs}", signs).replace("{puzzle}", shown) for words in WORDS for shown in SHOWN]
    for kind, signs in SIGNS.items()
}
SMALL = {"size": 3, "cages": [[[0, 1], 2, "-"], [[2, 5, 8], 6, "+"], [[3, 4], 2, ""], [[6, 7], 5, "+"]]}


def gives(numbers, result, sign):
    """Whether numbers give a result, in the words of the prompt."""
    low, high = min(numbers), max(numbers)
    if len(numbers) == 1:
        return low == result
    return {
        "+": sum(numbers) == result,
        "*": prod(numbers) == result,
        "-": len(numbers) == 2 and high - low == result,
        "/": len(numbers) == 2 and high / low == result,
    }[sign]


def fillings(n, cells, result, sign):
    clash = [
        (a, b)
        for a in range(len(cells))
        for b in range(a)
        if cells[a] // n == cells[b] // n or cells[a] % n == cells[b] % n
    ]
    return [
        row
        for row in product(range(1, n + 1), repeat=len(cells))
        if any(gives(row, result, each) for each in sign or "+-*/") and all(row[a] != row[b] for a, b in clash)
    ]


class TestKenken(Promises):
    id = "kenken"
    sample = SMALL
    odd_texts = "0123 \n,|-+[]\\&._x٣\u00a0\ud800"
    refused = (
        (Reason.UNPARSABLE, "whole grid", "1 3 2\n2 1 3"),
        (Reason.ILLEGAL, "from 1 to 3", "1 3 2\n2 1 3\n4 2 1"),
        (Reason.ILLEGAL, "twice", "1 3 2\n1 3 2\n3 2 1"),
        (Reason.ILLEGAL, "cage", "1 2 3\n2 3 1\n3 1 2"),
    )
    alphabet = "0123456789 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        kind, said = read(prompt, TOLD)
        n, cages, told = said["n"], {}, {}
        if "grid" in said:
            letters = said["grid"].split()
            assert len(letters) == n * n
            for cell, letter in enumerate(letters):
                cages.setdefault(letter, []).append(cell)
            told = dict(text.split(": ") for text in said["results"].split(", "))
        else:
            for line in said["cages"].strip().split("\n"):
                letter, cells, told_ = re.fullmatch(r"cage (.), ([rc0-9 ]+): (.+)", line).groups()
                cages[letter] = [(int(r) - 1) * n + int(c) - 1 for r, c in re.findall(r"r(\d)c(\d)", cells)]
                told[letter] = told_
        assert cages.keys() == told.keys()
        assert sorted(cell for cells in cages.values() for cell in cells) == list(range(n * n))
        found = []
        for letter, cells in cages.items():
            result, sign = re.fullmatch(r"(\d+)([-+*/]?)", told[letter]).groups()
            assert bool(sign) == (kind == "told" and len(cells) > 1)
            found.append((letter, cells, int(result), sign or ("=" if kind == "told" else "")))
        return n, found

    def tables(self, n, cages):
        return [
            (cells, fillings(n, cells, result, "+" if sign == "=" else sign))
            for _, cells, result, sign in cages
        ]

    def agrees(self, found, task):
        n, cages = found
        wanted = [(tuple(cells), result, sign) for cells, result, sign in task.payload["cages"]]
        assert sorted((tuple(cells), result, sign) for _, cells, result, sign in cages) == sorted(wanted)
        lines = [range(i * n, i * n + n) for i in range(n)] + [range(i, n * n, n) for i in range(n)]
        solved = solved_by_tables([set(range(1, n + 1)) for _ in range(n * n)], self.tables(n, cages), lines)
        return solved == [[number for row in number_rows(task.answer) for number in row]]

    def _some(self, level, params):
        return islice(super()._some(level, params), 3 if level < 6 else 1)

    @settings(max_examples=4)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            assert self.agrees(self.oracle(task.prompt), task)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_every_line_of_the_worked_solution_follows(self, level):
        for seed in range(2 if level < 6 else 1):
            task = self.spec.task(level, seed)
            n, cages = self.oracle(task.prompt)
            tables = {
                f"cage {cage[0]}": table for cage, table in zip(cages, self.tables(n, cages), strict=True)
            }
            lines = {f"row {i + 1}": range(i * n, i * n + n) for i in range(n)}
            lines |= {f"column {i + 1}": range(i, n * n, n) for i in range(n)}

            def leaves(rule, cells, n=n, tables=tables, lines=lines):
                if rule is None:
                    return [*tables, *lines]
                if rule in tables:
                    where, rows = tables[rule]
                    left = [row for row in rows if all(v in cells[c] for v, c in zip(row, where, strict=True))]
                    return {c: {row[i] for row in left} for i, c in enumerate(where)} if left else None
                return matched([cells[c] for c in lines[rule]], lines[rule])

            steps = task.trace.split("\n<answer>")[0].splitlines()
            cells = [set(range(1, n + 1)) for _ in range(n * n)]
            for _, where, result, _ in cages:
                if len(where) == 1:
                    cells[where[0]] = {result}
            ended = replay(steps, cells, n, leaves)
            assert ended == [number for row in number_rows(task.answer) for number in row]

    def test_trials_come_up(self):
        assert any("clash" in self.spec.task(7, seed).trace for seed in range(12))

    def test_cages_hang_together_and_few_are_single_cells(self):
        for level in self.spec.levels:
            for seed in range(20):
                payload = self.spec.task(level, seed).payload
                n, single = payload["size"], 0
                for cells, _, _ in payload["cages"]:
                    reached, single = {cells[0]}, single + (len(cells) == 1)
                    for _ in cells:
                        reached |= {
                            c for c in cells for r in reached if abs(c // n - r // n) + abs(c % n - r % n) == 1
                        }
                    assert reached == set(cells)
                    assert len(cells) <= self.spec.params(level)["cage"]
                assert single <= n

    def test_large_cages_need_a_sum_or_a_product(self):
        with pytest.raises(ValueError, match=r"operations must include \+ or \*"):
            self.spec.task(1, 0, params={"operations": "- /"})
        task = self.spec.task(1, 0, params={"operations": "- /", "cage": 2})
        assert {cage[2] for cage in task.payload["cages"]} <= {"-", "/", "=", "+"}

    # ---- the fingerprint

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(2))
            n, cages = draft.payload["size"], draft.payload["cages"]
            label = [[0] * n for _ in range(n)]
            for at, (cells, _, _) in enumerate(cages):
                for cell in cells:
                    label[cell // n][cell % n] = at
            forms = []
            for image in images(label):
                order = list(dict.fromkeys(at for row in image for at in row))
                told = [f"{cages[at][1]}{cages[at][2].replace('=', '')}" for at in order]
                forms.append([[order.index(at) for row in image for at in row], told])
            assert draft.canonical == min(forms)

    # ---- traps that other collections fell into

    def test_trap_the_prompt_promises_one_answer_and_there_is_one(self):
        # SynLogic's calcudoko promises one answer without a proof of it. Here the oracle proves it for every draw, also
        # where the operations are hidden, which is where copies are ambiguous most often.
        for seed in range(12):
            params = {"size": 4, "cage": 4, "operations": "+ *", "hidden": True, "ahead": False}
            task = self.spec.task(1, seed, params=params)
            assert self.agrees(self.oracle(task.prompt), task)

    def test_any_square_by_the_rules_is_right(self):
        # A cage without a told operation, and several right squares: all squares of side 3, by brute force.
        passed = 0
        for rows in product(permutations((1, 2, 3)), repeat=3):
            flat = [number for row in rows for number in row]
            text = "\n".join(" ".join(map(str, row)) for row in rows)
            good = all(len(set(column)) == 3 for column in zip(*rows, strict=True)) and all(
                any(gives([flat[cell] for cell in cells], result, each) for each in sign or "+-*/")
                for cells, result, sign in SMALL["cages"]
            )
            passed += good
            self.takes(SMALL, *(([text], []) if good else ([], [text])))
        assert passed == 2
