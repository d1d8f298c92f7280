"""Matrix inverses and equations: sympy's own inverse, of the matrices that the prompt shows; the reader of matrices."""

from __future__ import annotations

import pytest
from matrix_reader import answered, exact, looked_up, read, replayed, rows_of

from rlvr.conformance.promises import Promises
from rlvr.generators.linear_algebra.readers import read_matrix

HEAD = "The following holds matrices as lists of their rows."
FORMS = (
    "X is a column vector: give it as a tuple from top to bottom, such as (1, -3/4), with integers or exact fractions.",
    "Give the result as a list of its rows, such as [[1, -3/4], [0, 2]], with integers or exact fractions.",
)
QUESTIONS = {
    "Find the inverse of A.": (1, lambda a: exact(a).inv()),
    "Find the matrix X with A*X = B.": (2, lambda a, b: exact(a).inv() * exact(b)),
    "Find the matrix X with X*A = B.": (2, lambda a, b: exact(b) * exact(a).inv()),
}


class TestMatrixInverse(Promises):
    id = "matrix-inverse"
    named = True
    alphabet = "0123456789-/, "
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")

    def oracle(self, prompt):
        for form in FORMS:
            for question, (count, make) in QUESTIONS.items():
                shown = "A = ~ B = ~" if count == 2 else "A = ~"
                if question in prompt and form in " ".join(prompt.split()):
                    frames = (f"{{q}} {shown} {{f}}", f"{shown} {{q}} {{f}}", f"{HEAD} {shown} {{q}} {{f}}")
                    found = rows_of(looked_up(prompt, frames, {(question, form): make}))
                    return found, (form == FORMS[0])
        return None

    def agrees(self, found, task):
        rows, column = found
        assert column == task.answer.startswith("(") == (len(rows[0]) == 1)
        return rows == answered(task.answer)

    def test_brackets_close_as_they_open(self):
        payload = {
            "problem": {"kind": "inverse", "A": [["2", "0"], ["0", "1"]]},
            "gold": {"text": "[[1/2, 0], [0, 1]]", "kind": "matrix"},
        }
        mixed = ("([1/2, 0], [0, 1]]", "[[1/2, 0], [0, 1])", "[(1/2, 0], [0, 1]]", "[[1/2, 0), [0, 1]]")
        self.takes(payload, ("[[1/2, 0], [0, 1]]", "[[ 0.5,0],[ 0,1 ]]"), (*mixed, "[[1/2, 0], [0, 8/8]]"))
        for rows in ("([1/2, 0], [0, 1])", "((1/2, 0), (0, 1))", "[(1/2, 0), (0, 1)]"):
            assert self.spec.verify_answer(payload, rows).passed, rows

    def test_row_operations_lead_to_the_answer(self):
        for level in self.spec.levels[2:]:
            for seed in range(20):
                start, *lines = [
                    line for line in self.spec.task(level, seed).trace.splitlines() if "<" not in line[:1]
                ]
                if start.startswith("X*A"):
                    start, *lines = lines
                rows = [read(row.replace(" | ", ", ")) for row in start.partition(": ")[2].split("; ")]
                found, done = replayed(lines, rows, r"X\^T = \[\[.*")
                assert [row[: len(rows)] for row in found] == rows_of(
                    exact(rows).rref()[0].extract(range(len(rows)), range(len(rows)))
                )
                assert done


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[[1, 2], [3/4, -0.5]]", "[[1, 2], [3/4, -1/2]]"),
        ("[[1,2],[3,4]]", "[[1, 2], [3, 4]]"),
        *(
            (bad, None)
            for bad in ("[[1, 2], [3]]", "[1, 2]", "[[1 2]]", "[[]]", "", "[", "[[1, 2]", "[[1/0]]", "[[٣]]")
        ),
    ],
)
def test_the_reader_of_matrices(text, value):
    assert read_matrix(text) == (None if value is None else read(value))
