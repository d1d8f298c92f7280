"""Futoshiki: drawing or list is read from the text and all solutions searched for; fingerprints by brute force."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from square_puzzles import follow, groups_of, solutions

import rlvr
from rlvr.conformance.promises import SEEDS, Promises, read
from rlvr.generators.base import GenerationError
from rlvr.generators.grids.futoshiki_signs import least_image, neighbours
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("futoshiki")
WORDS = (
    "Solve this {n}x{n} futoshiki. Every row and every column must contain each number from 1 to {n} exactly once, "
    "and every inequality between two neighbouring cells must hold.\n\n{puzzle}\n\nWrite the completed grid, one row "
    "per line, with spaces between the numbers and without the signs.",
    "{puzzle}\n\nThis is a futoshiki puzzle on a grid of {n} rows and {n} columns. Fill it with the numbers 1 to {n}: "
    "no number may stand twice in a row or in a column, the given numbers stay, and all inequalities must be true. "
    "Answer with {n} lines of {n} numbers, separated by spaces; leave the signs out.",
    "Find the one way to fill this {n}x{n} grid so that each row and each column is an arrangement of the numbers 1 to "
    "{n}, the given numbers are kept and all inequalities hold.\n\n{puzzle}\n\nGive only the numbers of the filled "
    "grid: a line for each row, from top to bottom, separated by spaces.",
)
SHOWN = {
    "drawing": "{grid:[0-9._<>^v \n]+}\n\n(Here {empty:[0._]} is an empty cell. A sign < or > compares the cells on "
    "its left and right; between two rows, ^ says that the cell above it is less than the cell below it, and v that "
    "the cell above it is greater.)",
    "list": "Given numbers: {numbers:[^\n]+}\nInequalities: {signs:[^\n]+}\n\n(r2c3 is the cell in the second row from "
    "the top and the third column from the left.)",
}
TOLD = {kind: [words.replace("{puzzle}", shown) for words in WORDS] for kind, shown in SHOWN.items()}
# 1 < 2   3   4
#
# 3   1   4 > 2
# v
# 2   4   1   3
#
# 4   3   2   1
PAYLOAD = {
    "size": 4,
    "givens": [[1, 0, 3, 4], [0, 0, 0, 0], [0, 4, 0, 0], [4, 0, 0, 0]],
    "less": [[0, 1], [7, 6], [8, 4]],
}
ANSWER = "1 2 3 4\n3 1 4 2\n2 4 1 3\n4 3 2 1"


def drawn(lines, n, empty):
    """The numbers and signs of a drawing: cells are four signs apart, and lines of them two lines."""
    givens, less = [0] * (n * n), []
    assert len(lines) == 2 * n - 1
    for y, x, sign in (
        (y, x, sign) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != " "
    ):
        cell = y // 2 * n + x // 4
        if (y % 2, x % 4) == (0, 0):
            givens[cell] = 0 if sign == empty else int(sign)
        else:
            other, smaller = {(0, 2): (cell + 1, "<"), (1, 0): (cell + n, "^")}[y % 2, x % 4]
            assert sign in (smaller, {"<": ">", "^": "v"}[smaller])
            less.append((cell, other) if sign == smaller else (other, cell))
    assert all(len(line) == 4 * n - 3 for line in lines[::2])
    return givens, less


def listed(numbers, signs, n):
    """The numbers and signs of a list."""
    givens, less = [0] * (n * n), []

    def at(row, column):
        assert 1 <= int(row) <= n >= int(column) >= 1
        return (int(row) - 1) * n + int(column) - 1

    for text in [] if numbers == "none" else numbers.split(", "):
        row, column, number = re.fullmatch(r"r(\d)c(\d) = (\d)", text).groups()
        givens[at(row, column)] = int(number)
    for text in [] if signs == "none" else signs.split(", "):
        a, b, sign, c, d = re.fullmatch(r"r(\d)c(\d) ([<>]) r(\d)c(\d)", text).groups()
        less.append((at(a, b), at(c, d)) if sign == "<" else (at(c, d), at(a, b)))
    return givens, less


def flat(rows):
    return [number for row in rows for number in row]


def images(n, givens, less):
    """The images of a puzzle under turns, mirrors and the exchange of small and large, one after the other."""
    for turns, mirror, complement in product(range(4), (False, True), (False, True)):
        where = list(range(n * n))
        for _ in range(turns):
            where = [(i % n) * n + n - 1 - i // n for i in where]
        if mirror:
            where = [i // n * n + n - 1 - i % n for i in where]
        image = [0] * (n * n)
        for cell, digit in enumerate(givens):
            image[where[cell]] = n + 1 - digit if digit and complement else digit
        yield image, [(where[b], where[a]) if complement else (where[a], where[b]) for a, b in less]


class TestFutoshiki(Promises):
    id = "futoshiki"
    alphabet = "0123456789 \n"
    right = ("{}", " {}\n", "{}.", "**{}**")
    wrong = ("{} 1", "1 {}", "{0}\n{0}", "{0} or {0}", "Not the grid: {}", "")
    calculates = False  # the steps are replayed below

    def oracle(self, prompt):
        kind, said = read(prompt, TOLD)
        n = said["n"]
        if kind == "list":
            givens, less = listed(said["numbers"], said["signs"], n)
        else:
            givens, less = drawn(said["grid"].split("\n"), n, str(said["empty"]))
        return n, givens, less, solutions(givens, groups_of(n), less)

    def agrees(self, found, task):
        n, givens, less, solved = found
        assert (n, givens) == (task.payload["size"], flat(task.payload["givens"]))
        assert sorted(less) == sorted(map(tuple, task.payload["less"]))
        assert {(min(pair), max(pair)) for pair in less} <= set(neighbours(n))
        assert len({frozenset(pair) for pair in less}) == len(less)
        return solved == [list(map(int, task.answer.split()))]

    @settings(max_examples=20)
    @given(SEEDS)
    def test_the_oracle_finds_the_reference_from_the_text(self, seed):
        for level in self.spec.levels:
            self.made(self.spec.task(level, seed), self.spec.params(level))

    @pytest.mark.parametrize(
        ("size", "givens", "signs"), [(4, 0, 16), (5, 0, 28), (5, 8, 0), (6, 0, 52), (4, 15, 24)]
    )
    def test_extreme_parameters(self, size, givens, signs):
        params = {"size": size, "givens": givens, "signs": signs}
        for seed in range(4):
            self.made(self.spec.task(1, seed, params=params), params)

    def made(self, task, params):
        """Check that the text tells a puzzle with what was asked for, and the reference is its one solution."""
        n, givens, less, solved = self.oracle(task.prompt)
        assert self.agrees((n, givens, less, solved), task)
        assert {"size": n, "givens": n * n - givens.count(0), "signs": len(less)} == params

    def test_both_ways_of_showing_are_used(self):
        drawings = [read(self.spec.task(1, seed).prompt, TOLD)[0] for seed in range(60)].count("drawing")
        assert 15 < drawings < 55

    @pytest.mark.parametrize("level", SPEC.levels)
    def test_every_line_of_the_worked_solution_follows(self, level):
        for seed in range(6):
            task = self.spec.task(level, seed)
            n, givens, less, (answer,) = self.oracle(task.prompt)
            ranges, *lines = task.trace.split("\n<answer>")[0].splitlines()
            least, most = [1] * (n * n), [n] * (n * n)
            for _ in range(n):
                for a, b in less:
                    least[b], most[a] = max(least[b], least[a] + 1), min(most[a], most[b] - 1)
            spans = [
                f"r{i // n + 1}c{i % n + 1} {low}-{high}"
                for i, (low, high) in enumerate(zip(least, most, strict=True))
                if (low, high) != (1, n)
            ]
            assert ranges == f"ranges by the signs: {', '.join(spans) or 'none'}"
            assert follow(lines, givens, groups_of(n), less) == answer

    def test_too_little_information_is_an_error_not_a_second_solution(self):
        with pytest.raises(GenerationError, match="take more"):
            self.spec.task(1, 0, params={"givens": 0, "signs": 3})

    @pytest.mark.parametrize(("change", "named"), [({"signs": 25}, "signs"), ({"givens": 16}, "givens")])
    def test_parameters_that_do_not_go_together_are_named(self, change, named):
        with pytest.raises(ValueError, match=f"^{named} must be "):
            self.spec.task(1, 0, params=change)

    # ---- the fingerprint

    @settings(max_examples=80)
    @given(SEEDS, st.integers(1, 4), st.integers(0, 15), st.randoms(use_true_random=False))
    @example(1, 6, 3, random.Random(6))
    @example(1, 7, 9, random.Random(7))
    def test_symmetric_puzzles_have_one_fingerprint(self, seed, level, which, rng):
        draft = self.spec.generate(random.Random(seed), **self.spec.params(level))
        n, givens = draft.payload["size"], flat(draft.payload["givens"])
        image, less = list(images(n, givens, draft.payload["less"]))[which]
        rng.shuffle(less)
        assert least_image(n, image, less) == draft.canonical

    def test_different_puzzles_have_different_fingerprints(self):
        # The form lists the numbers and signs of one image, so two equal forms are two images of one puzzle. Here
        # the images of small puzzles are compared by brute force: as many forms as there are orbits.
        forms, rng = {}, random.Random(5)
        for _ in range(400):
            givens = [0] * 16
            for cell in rng.sample(range(16), 2):
                givens[cell] = rng.choice((1, 4))
            less = [rng.choice([pair, pair[::-1]]) for pair in rng.sample(neighbours(4), 1)]
            least = min(images(4, givens, less))
            assert forms.setdefault(str(least_image(4, givens, less)), least) == least
        assert len(set(map(str, forms.values()))) == len(forms) > 250

    # ---- the verifier

    def test_the_right_grid_is_accepted(self):
        bare = ["1234\n3142\n2413\n4321", "1234314224134321", ANSWER.replace("\n", " ")]
        self.takes(PAYLOAD, [*bare, f"  {ANSWER} ".replace(" ", "   ").replace("\n", "\n\n")], [])
        assert solutions(flat(PAYLOAD["givens"]), groups_of(4), PAYLOAD["less"]) == [list(map(int, bare[1]))]

    @pytest.mark.parametrize(
        ("reason", "word", "answers"),
        [
            (Reason.UNPARSABLE, "whole grid", [
                "", "_ _ _ _\n" * 4, "None None None None\n" * 4, f"{ANSWER}\n{ANSWER}", ANSWER[:-2],
                ANSWER.replace("1", "-1"), ANSWER.replace("1", "１"), "1234 1234 1234 1234\n" * 4,
                "1 2 3 4 3 1 4 2 2 4 1 3 4 3 2 1\n3 1 4 2\n2 4 1 3\n4 3 2 1",
            ]),
            (Reason.ILLEGAL, "from 1 to 4", [ANSWER.replace("4", "5"), ANSWER.replace("1", "0")]),
            (Reason.ILLEGAL, "given", ["2 1 3 4\n3 4 1 2\n1 2 4 3\n4 3 2 1", "1 2 3 4\n" * 4]),
            (Reason.ILLEGAL, "twice", ["1 2 3 4\n3 1 4 2\n2 4 1 3\n4 1 2 3"]),
            # The last of these by the sign between the rows.
            (Reason.ILLEGAL, "inequality", ["1234\n2341\n3412\n4123", "1234\n2143\n3412\n4321"]),
        ],
    )  # fmt: skip
    def test_not_right(self, reason, word, answers):
        for answer in answers:
            verdict = self.spec.verify_answer(PAYLOAD, answer)
            assert (verdict.score, verdict.reason) == (0.0, reason), answer
            assert word in verdict.message
        self.takes(PAYLOAD, [], answers)

    def test_parts_are_shares(self):
        verdict = self.spec.verify_answer(PAYLOAD, "1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3")
        assert verdict.parts == {"givens": 1.0, "lines": 1.0, "signs": 2 / 3}

    @settings(max_examples=150)
    @given(st.text("01234 \n,|-+=<>^v[]\\&._x٣\u00a0\ud800", max_size=200) | st.text(max_size=60))
    @example("\\hline")
    def test_any_text_gets_a_verdict(self, text):
        passed = re.sub(r"[^0-9]", "", text) == "1234314224134321"
        assert self.spec.verifier_function(PAYLOAD, text).passed == passed
