"""Rank, pivots and echelon form: sympy's own, of the matrix that the prompt shows."""

from __future__ import annotations

import re

from matrix_reader import exact, looked_up, read, replayed, rows_of

from rlvr.conformance.promises import Promises

FRAMES = ("{q} A = ~ {f}", "A = ~ {q} {f}", "Take the matrix A = ~, given by its rows. {q} {f}")

SAYS = r"pivots in columns [\d, ]+: rank \d, nullity \d - \d = \d|columns with a pivot: [\d, ]+|echelon form: \[.*\]"


def pair(rows):
    rank = exact(rows).rank()
    return f"({rank}, {len(rows[0]) - rank})"


def pivots(rows):
    return ", ".join(str(column + 1) for column in exact(rows).rref()[1])


TABLE = {
    (
        "Find the rank and the nullity of A (the nullity is the dimension of its null space).",
        "Give the pair (rank, nullity).",
    ): pair,
    (
        "Which columns of A, numbered from 1 from the left, are not linear combinations of the columns to their left? "
        "(A column that is not zero and has none to its left counts.)",
        "Give their numbers as a list in increasing order, such as 2, 9, 10.",
    ): pivots,
    (
        "Find the reduced row echelon form of A.",
        "Give it as a list of its rows, zero rows included, such as [[1, 0, -3/4], [0, 1, 2]], with integers or exact "
        "fractions.",
    ): lambda rows: rows_of(exact(rows).rref()[0]),
}


class TestMatrixRank(Promises):
    id = "matrix-rank"
    calculates = False  # `replayed` does it
    alphabet = "0123456789-/, "
    wrong = ("{}0", "{} or 2", "about {}", "{0} {0}", "")

    def oracle(self, prompt):
        return looked_up(prompt, FRAMES, TABLE)

    def agrees(self, found, task):
        return found == (task.answer if isinstance(found, str) else read(task.answer))

    def test_row_operations_lead_to_the_echelon_form(self):
        for level in self.spec.levels:
            for seed in range(20):
                task = self.spec.task(level, seed)
                rows = exact(task.payload["problem"]["matrix"])
                for width, rank, nullity in re.findall(r"nullity (\d+) - (\d+) = (\d+)", task.trace):
                    assert (int(width), int(rank)) == (rows.shape[1], rows.rank())
                    assert f"rank {rank}, nullity" in task.trace
                    assert int(nullity) == int(width) - int(rank)
                found, done = replayed(task.trace.splitlines(), rows_of(rows), SAYS)
                assert found == rows_of(rows.rref()[0])
                assert done

    def test_sizes_and_forms_are_as_told(self):
        for level in self.spec.levels:
            params = self.spec.params(level)
            matrices = [self.spec.task(level, seed).payload["problem"] for seed in range(60)]
            for name, found in (
                ("rows", {len(problem["matrix"]) for problem in matrices}),
                ("columns", {len(problem["matrix"][0]) for problem in matrices}),
            ):
                most = params[name]
                assert found == ({most} if most == 2 else {most - 1, most})
            for problem in matrices:  # the identity, alone or above zeros, would be told by the size alone
                rank = exact(problem["matrix"]).rank()
                entries = [entry for row in problem["matrix"] for entry in row]
                assert 3 * entries.count(0) <= len(entries)
                assert problem["kind"] != "echelon" or rank < len(problem["matrix"][0])

    def test_for_the_pair_rows_may_change_places(self):
        def key(p):
            return p["kind"], str(sorted(p["matrix"]) if p["kind"] == "pair" else p["matrix"])

        self.same_problems(key, kinds="pair pivots", rows=2, columns=2, largest=4)

    def test_the_echelon_form_has_small_whole_numbers(self):
        """It is drawn first, and the matrix made of it, so that its rank is known and its answer can be written."""
        for level in self.spec.levels:
            for seed in range(15):
                rows = exact(self.spec.task(level, seed).payload["problem"]["matrix"])
                form = rows.rref()[0].to_Matrix()
                assert all(entry.is_integer and abs(entry) <= 3 for entry in form), (level, seed)
