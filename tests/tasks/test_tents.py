"""Tents: trees and numbers are read from drawing or list, and all grids of tents are searched for."""

from __future__ import annotations

import random
import re
from itertools import combinations, islice, product

import pytest
from hypothesis import given, settings
from line_puzzles import images, matching, number_rows, replay, solved_by_tables, told_cells

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("tents")
RULES = (
    "Each tree has a tent of its own, directly to its left or right, above or below it, and there are no other "
    "tents; a tent that stands beside several trees belongs to one of them. Tents stand on cells without a tree and "
    "never touch, not even at a corner."
)
WORDS = (
    "Set up the tents on this {n}x{n} campsite. RULES A number at a row or column says how many tents are in it.\n\n"
    "{puzzle}\n\nWrite the grid with 1 for a tent and 0 for every other cell, trees included: one row per line, with "
    "spaces between the digits.",
    "{puzzle}\n\nThis is a tents puzzle with {n} rows and {n} columns. RULES Where a row or column has a number, it "
    "holds exactly so many tents. Answer with {n} lines of {n} digits, separated by spaces: 1 where a tent stands, 0 "
    "where there is none.",
    "Find out where the tents stand. The campsite is a square of {n} rows and {n} columns. RULES The numbers tell "
    "the tents of rows and columns.\n\n{puzzle}\n\nThere is one solution. Give its rows from top to bottom, a line "
    "for each, as digits with spaces between them: 1 for a tent and 0 for anything else.",
)
SHOWN = (
    "{grid:[0-9._Tx| \n]+}\n\n(T is a tree and {ground:[._]} any other cell. The numbers of the rows stand on the "
    "right and those of the columns at the bottom.{note:(?: An x is an unknown number.)?})",
    "Trees: {trees:[rc0-9, ]+}\nTents in the rows, from top to bottom: {rows:[x0-9, ]+}\nTents in the columns, from "
    "left to right: {columns:[x0-9, ]+}\n\n(r2c3 is the cell in the second row from the top and the third column "
    "from the left.{note:(?: An x is an unknown number.)?})",
)
TOLD = {"": [words.replace("RULES", RULES).replace("{puzzle}", shown) for words in WORDS for shown in SHOWN]}
WAYS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
SMALL = {"size": 3, "trees": [1, 4], "rows": [None] * 3, "columns": [1, 0, 1]}


def number(word):
    return None if word == "x" else int(word)


def beside(n, cell):
    row, column = divmod(cell, n)
    return [(r, c) for r, c in ((row + a, column + b) for a, b in WAYS.values()) if 0 <= r < n and 0 <= c < n]


def good(n, trees, rows, columns, grid):
    """Whether a grid of 0 and 1 keeps the rules of the prompt."""
    tents = [(r, c) for r in range(n) for c in range(n) if grid[r][c]]
    lines = [*zip(grid, rows, strict=True), *zip(zip(*grid, strict=True), columns, strict=True)]
    return (
        not any((r * n + c) in trees for r, c in tents)
        and all(abs(a - c) > 1 or abs(b - d) > 1 for (a, b), (c, d) in combinations(tents, 2))
        and all(told in (None, sum(line)) for line, told in lines)
        and len(tents) == len(trees)
        and matching([{tents.index(cell) for cell in beside(n, tree) if cell in tents} for tree in trees])
    )


def tables_of(n, trees, rows, columns):
    """Cells and what they may hold together: lines, blocks, and trees that have at least one tent."""
    found = []
    where = [range(i * n, i * n + n) for i in range(n)] + [range(i, n * n, n) for i in range(n)]
    every = [line for line in product((0, 1), repeat=n) if "11" not in "".join(map(str, line))]
    for cells, told in zip(where, [*rows, *columns], strict=True):
        found.append((cells, [line for line in every if told in (None, sum(line))]))
    blocks = [block for block in product((0, 1), repeat=4) if sum(block) < 2]
    found += [([c, c + 1, c + n, c + n + 1], blocks) for c in range(n * n - n) if c % n < n - 1]
    for tree in trees:
        cells = [r * n + c for r, c in beside(n, tree)]
        found.append((cells, [row for row in product((0, 1), repeat=len(cells)) if any(row)]))
    return found


class TestTents(Promises):
    id = "tents"
    sample = SMALL
    odd_texts = "01 \n,|-T[]\\&._x٣\u00a0\ud800"
    refused = (
        (Reason.UNPARSABLE, "whole grid", "1 0 0\n0 0 1"),
        (Reason.UNPARSABLE, "whole grid", "1 T 0\n0 T 1\n0 0 0"),
        (Reason.ILLEGAL, "from 0 to 1", "2 0 0\n0 0 1\n0 0 0"),
        (Reason.ILLEGAL, "on a tree", "0 1 0\n0 0 0\n0 0 0"),
        (Reason.ILLEGAL, "touch", "0 0 1\n0 0 1\n0 0 0"),
        (Reason.ILLEGAL, "number of tents", "1 0 0\n0 0 0\n0 0 0"),
        (Reason.ILLEGAL, "paired", "0 0 0\n0 0 0\n1 0 1"),
    )
    alphabet = "01 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        said = read(prompt, TOLD)[1]
        n = said["n"]
        if "grid" in said:
            *lines, last = [line.split() for line in said["grid"].split("\n")]
            assert [len(line) for line in lines] == [n + 2] * n
            trees = [
                r * n + c for r, line in enumerate(lines) for c, word in enumerate(line[:n]) if word == "T"
            ]
            rows, columns = [number(line[-1]) for line in lines], list(map(number, last))
        else:
            trees = [(int(r) - 1) * n + int(c) - 1 for r, c in re.findall(r"r(\d+)c(\d+)", said["trees"])]
            rows, columns = (list(map(number, str(said[name]).split(", "))) for name in ("rows", "columns"))
        assert bool(said["note"]) == (None in rows + columns)
        return n, trees, rows, columns

    def agrees(self, found, task):
        n, trees, rows, columns = found
        assert {"size": n, "trees": trees, "rows": rows, "columns": columns} == task.payload
        # After the cells, each tree has the number of the cell that its tent stands on; pairings may differ.
        ways = [{r * n + c for r, c in beside(n, tree)} - set(trees) for tree in trees]
        near = {cell: [n * n + i for i, way in enumerate(ways) if cell in way] for way in ways for cell in way}
        cells = [{0, 1} if cell in near else {0} for cell in range(n * n)] + ways
        tables = tables_of(*found)[: -len(trees)]
        for cell, around in near.items():
            pointing = product(*(ways[tree - n * n] for tree in around))
            tables.append(((cell, *around), [(int(cell in row), *row) for row in pointing]))
        solved = solved_by_tables(cells, tables, [range(n * n, n * n + len(trees))], limit=300)
        grids = {tuple(flat[: n * n]) for flat in solved}
        assert len(solved) < 300
        assert all(good(*found, [list(flat[i : i + n]) for i in range(0, n * n, n)]) for flat in grids)
        return grids == {tuple(cell for row in number_rows(task.answer) for cell in row)}

    def _some(self, level, params):
        return islice(super()._some(level, params), 3 if level < 7 else 1)

    @settings(max_examples=3)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            assert self.agrees(self.oracle(task.prompt), task)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_every_line_of_the_worked_solution_follows(self, level):
        for seed in range(3 if level < 7 else 1):
            task = self.spec.task(level, seed)
            n, trees, rows, columns = self.oracle(task.prompt)
            # After the cells, each tree has the number of the cell that its tent stands on.
            ways = [{r * n + c for r, c in beside(n, tree)} - set(trees) for tree in trees]
            cells = [{0, 1} if any(cell in way for way in ways) else {0} for cell in range(n * n)] + ways
            tables = tables_of(n, trees, rows, columns)
            names = [f"row {i + 1}" for i in range(n)] + [f"column {i + 1}" for i in range(n)]
            names += [
                f"no touching from r{a[0] // n + 1}c{a[0] % n + 1} to r{a[3] // n + 1}c{a[3] % n + 1}"
                for a, _ in tables[2 * n : 2 * n + (n - 1) ** 2]
            ]
            tables = dict(zip(names, tables, strict=False))

            def leaves(rule, cells, n=n, trees=trees, tables=tables):
                if rule is None:
                    return [*tables, *(f"trees beside r{c // n + 1}c{c % n + 1}" for c in range(n * n))]
                if rule in tables:
                    where, every = tables[rule]
                    fit = [row for row in every if all(v in cells[c] for v, c in zip(row, where, strict=True))]
                    return {c: {row[i] for row in fit} for i, c in enumerate(where)} if fit else None
                at = told_cells(f"{rule.split(' ')[2]} = 0", n)[0][0]
                near = [n * n + i for i, tree in enumerate(trees) if divmod(at, n) in beside(n, tree)]
                sure, may = [i for i in near if cells[i] == {at}], [i for i in near if at in cells[i]]
                values = {v for v in cells[at] if (v == 1 and may and len(sure) < 2) or (v == 0 and not sure)}
                left = {at: values}
                for i in near:
                    left[i] = set(cells[i])
                    if values == {0} or (sure and i not in sure):
                        left[i].discard(at)
                    elif values == {1} and may == [i]:
                        left[i] = {at}
                return left if all(left.values()) else None

            def told(text, n, trees=trees):
                found = told_cells(text, n)
                for row, column, words in re.findall(
                    r"tree r(\d+)c(\d+) = ((?:up|left|right|down| or )+)", text
                ):
                    r, c = int(row) - 1, int(column) - 1
                    steps = [WAYS[word] for word in words.split(" or ")]
                    found.append((n * n + trees.index(r * n + c), {(r + a) * n + c + b for a, b in steps}))
                return found

            lines = task.trace.split("\n<answer>")[0].splitlines()
            ended = replay(lines, cells, n, leaves, told, n * n)
            assert ended == [cell for row in number_rows(task.answer) for cell in row]

    def test_trials_come_up(self):
        assert any("clash" in self.spec.task(7, seed).trace for seed in range(12))

    # ---- the fingerprint

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(2))
            p, n = draft.payload, draft.payload["size"]
            rows, columns = ([-1 if t is None else t for t in p[name]] for name in ("rows", "columns"))
            wood = [[int(r * n + c in p["trees"]) for c in range(n)] for r in range(n)]
            edge = [0, *columns, 0]
            around = [edge, *([a, *row, a] for a, row in zip(rows, wood, strict=True)), edge]
            assert draft.canonical == min(images(around))

    # ---- traps that other collections fell into

    def test_trap_tents_and_trees_may_be_paired_in_more_than_one_way(self):
        # Two trees one above the other between two tents... each tent stands beside both: two pairings, one grid.
        payload = {"size": 3, "trees": [1, 3], "rows": [1, 0, 0], "columns": [1, 0, 0]}
        two = {"size": 4, "trees": [1, 4, 11, 14], "rows": [None] * 4, "columns": [None] * 4}
        grid = "1 0 0 0\n0 1 0 0\n0 0 0 0\n0 0 0 0"
        self.takes(two, [], [grid])
        ring = {"size": 3, "trees": [1, 3], "rows": [None] * 3, "columns": [None] * 3}
        # r1c1 stands beside both trees, r2c2 too, but these two touch; r1c3 and r3c1 have one tree each.
        self.takes(
            ring,
            ["0 0 1\n0 0 0\n1 0 0", "1 0 0\n0 0 0\n1 0 0", "1 0 1\n0 0 0\n0 0 0"],
            ["1 0 0\n0 1 0\n0 0 0", "1 0 0\n0 0 0\n0 0 0"],
        )
        assert not self.spec.verify_answer(payload, "1 0 0\n0 0 0\n0 0 0").passed

    def test_trap_each_tree_beside_a_tent_is_not_enough(self):
        # Three trees beside two tents, and a third tent that no tree is left for.
        payload = {"size": 5, "trees": [1, 5, 23], "rows": [None] * 5, "columns": [None] * 5}
        self.takes(payload, ["1 0 1 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 1 0 0"], [
            "1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 1 0\n0 0 0 0 0",
            "1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 1 0 1",
        ])  # fmt: skip
        parts = self.spec.verify_answer(payload, "1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 1 0 1").parts
        assert parts == {"free": 1.0, "apart": 1.0, "lines": 1.0, "paired": 2 / 3}

    def test_any_grid_by_the_rules_is_right(self):
        passed = 0
        for cells in product((0, 1), repeat=9):
            grid = [list(cells[i : i + 3]) for i in (0, 3, 6)]
            text = "\n".join(" ".join(map(str, row)) for row in grid)
            fits = good(3, SMALL["trees"], SMALL["rows"], SMALL["columns"], grid)
            passed += fits
            self.takes(SMALL, *(([text], []) if fits else ([], [text])))
        assert passed == 2
