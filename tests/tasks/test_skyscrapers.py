"""Skyscrapers: the clues are read from drawing or list, and all squares that show them are searched for by lines."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import islice, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from line_puzzles import images, number_rows, replay, solved_by_lines

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("skyscrapers")
WORDS = (
    "Solve this {n}x{n} skyscrapers puzzle. Each cell holds a building with a height from 1 to {n}, and every row and "
    "every column has each height exactly once. A clue outside the grid tells {clue:[a-z ]+} when you look from there "
    "along the row or column; a building hides every lower one behind it.\n\n{puzzle}\n\nWrite the completed grid "
    "without the clues, one row per line, with spaces between the heights.",
    "{puzzle}\n\nThis is a skyscrapers puzzle. Fill the {n} rows and {n} columns of the grid with the heights 1 to {n} "
    "so that no height comes twice in a row or in a column. Seen from a clue at the edge, taller buildings hide the "
    "lower ones behind them, and the clue tells {clue:[a-z ]+} in its line. Answer with {n} lines of {n} heights, "
    "separated by spaces; leave the clues out.",
    "A town has {n} rows of {n} buildings. Their heights are the numbers 1 to {n}, each of them once in every row and "
    "once in every column. Someone who looks into a row or column from outside does not see what stands behind a "
    "taller building. The clues around the plan tell {clue:[a-z ]+} from there.\n\n{puzzle}\n\nFind all heights. Give "
    "the rows of the grid from top to bottom, a line for each, with spaces between the heights and without the clues.",
)
SHOWN = {
    "drawing": "{grid:[0-9._| \n]+}\n\n(Between the bars is the grid: a number is a height that is known, and "
    "{empty:[0_]} is an empty cell, whose height is to be found. Around it are the clues, each where you look from; a "
    "dot is no clue.)",
    "list": "Clues above the columns, from left to right: {above:[-0-9, ]+}\nClues below the columns, from left to "
    "right: {below:[-0-9, ]+}\nClues on the left of the rows, from top to bottom: {west:[-0-9, ]+}\nClues on the right "
    "of the rows, from top to bottom: {east:[-0-9, ]+}\nKnown heights: {known:[^\n]+}\n\n(A hyphen is no clue. r2c3 is "
    "the cell in the second row from the top and the third column from the left.)",
}
TOLD = {kind: [words.replace("{puzzle}", shown) for words in WORDS] for kind, shown in SHOWN.items()}
CLUES = {"how many buildings can be seen": "count", "the sum of the heights that can be seen": "sum"}

SMALL = {
    "size": 3, "kind": "count", "givens": [[0, 0, 0]] * 3,
    "north": [3, 0, 0], "south": [0, 0, 0], "west": [0, 0, 1], "east": [0, 0, 0],
}  # fmt: skip


def seen(line, kind):
    shown = [h for i, h in enumerate(line) if h > max(line[:i], default=0)]
    return sum(shown) if kind == "sum" else len(shown)


def drawn(text, n, empty):
    lines = text.split("\n")
    wide = (max(map(len, lines)) + 1) // (n + 4)
    cells = [[line[i : i + wide].strip() for i in range(0, (n + 4) * wide, wide)] for line in lines]
    cells = [[*(cell for cell in line), *[""] * (n + 4 - len(line))] for line in cells]
    assert all(line[1] == line[-2] == "|" for line in cells[1:-1])
    clue = lambda word: 0 if word == "." else int(word)  # noqa: E731
    sides = [list(map(clue, cells[0][2:-2])), list(map(clue, cells[-1][2:-2]))]
    sides += [[clue(line[at]) for line in cells[1:-1]] for at in (0, -1)]
    return sides, [[0 if word == empty else int(word) for word in line[2:-2]] for line in cells[1:-1]]


def listed(said, n):
    sides = [
        [0 if word == "-" else int(word) for word in str(said[side]).split(", ")]
        for side in ("above", "below", "west", "east")
    ]
    givens = [[0] * n for _ in range(n)]
    for text in [] if said["known"] == "none" else said["known"].split(", "):
        row, column, height = map(int, re.fullmatch(r"r(\d)c(\d) = (\d)", text).groups())
        givens[row - 1][column - 1] = height
    return sides, givens


@cache
def every_line(n, kind):
    """All lines, each with what is seen from its two ends."""
    return [(line, seen(line, kind), seen(line[::-1], kind)) for line in permutations(range(1, n + 1))]


def lines_of(n, kind, first, last, givens):
    """For each line what it may be by the clues at its two ends and by its givens."""
    return [
        [
            line
            for line, here, there in every_line(n, kind)
            if a in (0, here) and b in (0, there) and all(g in (0, h) for g, h in zip(given, line, strict=True))
        ]
        for a, b, given in zip(first, last, givens, strict=True)
    ]


class TestSkyscrapers(Promises):
    id = "skyscrapers"
    sample = SMALL
    refused = (
        (Reason.UNPARSABLE, "whole grid", "1 3 2\n2 1 3"),
        (Reason.ILLEGAL, "from 1 to 3", "1 3 2\n2 1 3\n4 2 1"),
        (Reason.ILLEGAL, "twice", "1 3 2\n1 3 2\n3 2 1"),
        (Reason.ILLEGAL, "edge", "3 1 2\n1 2 3\n2 3 1"),
    )
    alphabet = "0123456789 \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "The grid: {}")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        shown, said = read(prompt, TOLD)
        n, kind = said["n"], CLUES[said["clue"]]
        sides, givens = listed(said, n) if shown == "list" else drawn(said["grid"], n, str(said["empty"]))
        top, bottom, left, right = sides
        rows = lines_of(n, kind, left, right, givens)
        columns = lines_of(n, kind, top, bottom, list(zip(*givens, strict=True)))
        return (
            {
                "size": n,
                "kind": kind,
                "givens": givens,
                "north": top,
                "south": bottom,
                "west": left,
                "east": right,
            },
            rows,
            columns,
        )

    def _some(self, level, params):
        return islice(super()._some(level, params), 1 if level > 5 else 2)

    def agrees(self, found, task):
        payload, rows, columns = found
        assert payload == task.payload
        return solved_by_lines(rows, columns) == [number_rows(task.answer)]

    @settings(max_examples=3)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            assert self.agrees(self.oracle(task.prompt), task)

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_every_line_of_the_worked_solution_follows(self, level):
        for seed in range(3 if level < 5 else 1):
            task = self.spec.task(level, seed)
            payload, rows, columns = self.oracle(task.prompt)
            n = payload["size"]

            def leaves(rule, cells, n=n, rows=rows, columns=columns):
                if rule is None:
                    return [f"{kind} {i + 1}" for kind in ("row", "column") for i in range(n)]
                kind, at = rule.split(" ")
                at = int(at) - 1
                where = range(at * n, at * n + n) if kind == "row" else range(at, n * n, n)
                fit = [
                    line
                    for line in (rows if kind == "row" else columns)[at]
                    if all(v in cells[c] for v, c in zip(line, where, strict=True))
                ]
                return {c: {line[i] for line in fit} for i, c in enumerate(where)} if fit else None

            lines = task.trace.split("\n<answer>")[0].splitlines()
            cells = [{h} if h else set(range(1, n + 1)) for row in payload["givens"] for h in row]
            ended = replay(lines, cells, n, leaves)
            assert ended == [h for row in number_rows(task.answer) for h in row]

    def test_trials_come_up(self):
        params = {"size": 5, "extra": 0, "ahead": 8, "kinds": "count"}
        assert any("clash" in self.spec.task(3, seed, params=params).trace for seed in range(40))

    # ---- the fingerprint

    def test_symmetric_puzzles_have_one_fingerprint(self):
        for seed in range(30):
            draft = self.spec.generate(random.Random(seed), **self.spec.params(3))
            p = draft.payload
            around = [
                [0, *p["north"], 0],
                *([a, *row, b] for a, row, b in zip(p["west"], p["givens"], p["east"], strict=True)),
                [0, *p["south"], 0],
            ]
            assert draft.canonical == [p["kind"], min(images(around))]

    # ---- traps that other collections fell into

    def test_trap_heights_begin_at_one_and_not_at_zero(self):
        # Enigmata and RLVE count heights from 0; here that is another grid, not another spelling of the right one.
        right = "1 3 2\n2 1 3\n3 2 1"
        self.takes(SMALL, [right], [right.translate(str.maketrans("123", "012"))])
        for task in (self.spec.task(level, 1) for level in self.spec.levels):
            numbers = set(task.answer.split())
            assert numbers == set(map(str, range(1, task.payload["size"] + 1)))
            assert f"1 to {task.payload['size']}" in task.prompt

    def test_trap_each_side_is_named_and_no_other_order_of_the_sides_is_right(self):
        # The four lists of clues are named in the prompt; read in any other order they have another answer, or none.
        asked = 0
        for seed in range(4):
            task = self.spec.task(2, seed, params={"size": 4, "extra": 16, "ahead": 0, "kinds": "count"})
            sides = [task.payload[side] for side in ("north", "south", "west", "east")]
            for order in permutations(range(4)):
                top, bottom, left, right = (sides[i] for i in order)
                if [top, bottom, left, right] == sides:
                    continue
                other = {**task.payload, "north": top, "south": bottom, "west": left, "east": right}
                asked += not self.spec.verify_answer(other, task.answer).passed
        assert asked >= 80

    def test_any_square_that_shows_the_clues_is_right(self):
        # By the rules, not by a stored answer: all squares of side 3 under a few clues, by brute force.
        free = {**SMALL, "west": [0, 0, 0], "north": [2, 0, 0]}
        for rows in product(permutations((1, 2, 3)), repeat=3):
            columns = list(zip(*rows, strict=True))
            good = all(len(set(c)) == 3 for c in columns) and seen(columns[0], "count") == 2
            self.takes(
                free,
                *(([text], []) if good else ([], [text]))
                if (text := "\n".join(" ".join(map(str, r)) for r in rows))
                else (),
            )

    def test_parts_are_shares(self):
        parts = self.spec.verify_answer(SMALL, "3 1 2\n1 2 3\n2 3 1").parts
        assert parts == {"givens": 1.0, "lines": 1.0, "clues": 0.0}

    @settings(max_examples=100)
    @given(st.text("0123 \n,|-[]\\&._x٣\u00a0\ud800", max_size=80) | st.text(max_size=60))
    def test_any_text_gets_a_verdict(self, text):
        verdict = self.spec.verifier_function(SMALL, text)
        assert verdict.passed == (re.sub(r"[^0-9]", "", text) == "132213321" and verdict.passed)
