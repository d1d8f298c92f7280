"""Star battle: regions are read from the drawing, and all grids of stars are searched for, row by row."""

from __future__ import annotations

import random
import string
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from line_puzzles import images, number_rows, replay

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("star-battle")
RULES = (
    "Every row, every column and every region holds exactly {stars:(?:one star|two stars)}, and stars never touch, not "
    "even at a corner."
)
WORDS = (
    "Place stars on this {n}x{n} grid, which is divided into {n} regions; cells with the same letter are one region. "
    "RULES\n\n{grid:[A-I \n]+}\n\nWrite the grid with 1 for a star and 0 for an empty cell, one row per line, with "
    "spaces between the digits.",
    "{grid:[A-I \n]+}\n\nThe letters divide this grid of {n} rows and {n} columns into regions. RULES Where are the "
    "stars? Answer with {n} lines of {n} digits, separated by spaces: 1 where there is a star, 0 where there is none.",
    "Solve this star battle. Equal letters form a region. RULES\n\n{grid:[A-I \n]+}\n\nThere is one solution. Give its "
    "{n} rows from top to bottom, a line for each, as {n} digits with spaces between them: 1 for a star and 0 for "
    "anything else.",
)
TOLD = {"": [words.replace("RULES", RULES) for words in WORDS]}
SMALL = {"size": 4, "stars": 1, "regions": [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]}
"""Both grids without touching stars keep its rules."""
BOTH = ("0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0", "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0")


def placements(letters, stars, limit=2):
    """Up to `limit` grids, as the columns of the stars of each row."""
    n = len(letters)
    names = sorted({letter for row in letters for letter in row})
    found = []

    def place(rows):
        if len(found) == limit:
            return
        held = [letters[r][c] for r, columns in enumerate(rows) for c in columns]
        used = [c for columns in rows for c in columns]
        if any(held.count(name) > stars for name in names) or any(used.count(c) > stars for c in range(n)):
            return
        below = [letter for row in letters[len(rows) :] for letter in row]
        if any(held.count(name) + below.count(name) < stars for name in names):
            return
        if len(rows) == n:
            found.append(rows)
            return
        for columns in combinations(range(n), stars):
            near = [*columns, *(rows[-1] if rows else ())]
            if all(abs(a - b) > 1 for a, b in combinations(near, 2) if a in columns or b in columns):
                place([*rows, columns])

    place([])
    return found


class TestStarBattle(Promises):
    id = "star-battle"
    sample = SMALL
    odd_texts = "01 \n,|-*[]\\&._x٣\u00a0\ud800"
    refused = (
        (Reason.UNPARSABLE, "whole grid", "0 1 0 0\n0 0 0 1"),
        (Reason.UNPARSABLE, "whole grid", "0 * 0 0\n0 0 0 *\n* 0 0 0\n0 0 * 0"),
        (Reason.ILLEGAL, "from 0 to 1", BOTH[0].replace("1", "2")),
        (Reason.ILLEGAL, "touch", "1 0 0 0\n0 1 0 0\n0 0 0 1\n0 0 1 0"),
        (Reason.ILLEGAL, "row or a column", "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 0 0"),
        (Reason.ILLEGAL, "row or a column", "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0"),
    )
    alphabet = "01 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        said = read(prompt, TOLD)[1]
        letters = [line.split() for line in str(said["grid"]).split("\n")]
        n = said["n"]
        assert [len(row) for row in letters] == [n] * n
        assert {letter for row in letters for letter in row} == set(string.ascii_uppercase[:n])
        return letters, 1 if said["stars"] == "one star" else 2

    def agrees(self, found, task):
        letters, stars = found
        (columns,) = placements(letters, stars)
        grid = [[int(c in row) for c in range(len(letters))] for row in columns]
        return grid == number_rows(task.answer)

    @settings(max_examples=4)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            assert self.agrees(self.oracle(task.prompt), task)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_every_line_of_the_worked_solution_follows(self, level):
        for seed in range(2):
            task = self.spec.task(level, seed)
            letters, stars = self.oracle(task.prompt)
            n = len(letters)
            groups = {f"row {i + 1}": [i * n + c for c in range(n)] for i in range(n)}
            groups |= {f"column {i + 1}": [r * n + i for r in range(n)] for i in range(n)}
            for name in string.ascii_uppercase[:n]:
                groups[f"region {name}"] = [c for c in range(n * n) if letters[c // n][c % n] == name]

            def leaves(rule, cells, n=n, groups=groups, stars=stars):
                if rule is None:
                    return [*groups, "no touching"]
                if rule == "no touching":
                    left = {cell: set(values) for cell, values in enumerate(cells)}
                    for a, b in permutations(range(n * n), 2):
                        if cells[a] == {1} and abs(a // n - b // n) < 2 and abs(a % n - b % n) < 2:
                            left[b].discard(1)
                    return left if all(left.values()) else None
                where = groups[rule]
                ways = [
                    set(way)
                    for way in combinations(where, stars)
                    if all(int(c in way) in cells[c] for c in where)
                    and not (
                        stars == 2 and abs(way[0] // n - way[1] // n) < 2 and abs(way[0] % n - way[1] % n) < 2
                    )
                ]
                return {c: {int(c in way) for way in ways} for c in where} if ways else None

            lines = task.trace.split("\n<answer>")[0].splitlines()
            ended = replay(lines, [{0, 1} for _ in range(n * n)], n, leaves)
            assert ended == [cell for row in number_rows(task.answer) for cell in row]

    def test_regions_hang_together(self):
        for level in self.spec.levels:
            for seed in range(10):
                regions = self.spec.task(level, seed).payload["regions"]
                n = len(regions)
                cells = {(r, c) for r in range(n) for c in range(n)}
                for region in range(n):
                    own = {(r, c) for r, c in cells if regions[r][c] == region}
                    reached = {min(own)}
                    for _ in own:
                        reached |= {
                            (r, c) for r, c in own if {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & reached
                        }
                    assert reached == own

    def test_a_level_has_its_trials(self):
        for level, least in ((3, 2), (4, 1)):
            assert all(self.spec.task(level, seed).trace.count("clash") >= least for seed in range(8))

    def test_two_stars_need_room(self):
        with pytest.raises(ValueError, match="stars must be 1 for size 8, not 2"):
            self.spec.task(1, 0, params={"size": 8, "stars": 2, "trials": 0})

    # ---- the fingerprint

    def test_symmetric_puzzles_have_one_fingerprint(self):
        def renamed(rows):
            names = {}
            return [[names.setdefault(region, len(names)) for region in row] for row in rows]

        for seed in range(25):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(1))
            every = [renamed(image) for image in images(draft.payload["regions"])]
            assert draft.canonical == [1, min(every)]
            assert draft.payload["regions"] in every

    # ---- traps that other collections fell into

    def test_trap_a_grid_is_judged_by_the_rules_and_not_by_a_stored_answer(self):
        passed = set()
        for columns in product(range(4), repeat=4):
            grid = "\n".join(" ".join("01"[c == star] for c in range(4)) for star in columns)
            verdict = self.spec.verify_answer(SMALL, grid)
            assert verdict.passed == self.confirms(SMALL, grid)
            if verdict.passed:
                passed.add(grid)
        assert passed == set(BOTH)
        letters = [["ABCD"[region] for region in row] for row in SMALL["regions"]]
        assert len(placements(letters, 1, 9)) == 2

    def test_regions_count(self):
        stripes = {**SMALL, "regions": [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 0]]}
        verdict = self.spec.verify_answer(
            {**stripes, "regions": [[0, 0, 0, 0], [0, 0, 0, 1], [2, 2, 2, 2], [3] * 4]}, BOTH[1]
        )
        assert "region" in verdict.message
        assert self.spec.verify_answer(stripes, BOTH[0]).passed
