"""Determinants: sympy's own, of the matrix that the prompt shows."""

from __future__ import annotations

import re
from fractions import Fraction

from matrix_reader import exact, looked_up, put, read, replayed, transposed

from rlvr.conformance.promises import Promises

FRAMES = ("{q} ~ {f}", "A = ~ {q} {f}", "The rows of a square matrix are ~. {q} {f}")
FORMS = ("Give an integer.", "Give the exact value: an integer or a fraction in lowest terms, such as -3/4.")

SAYS = r"\d+ row swaps?, so the sign is [+-]|products of pivots with the sign: .*|det A = .*|a row of zeros: det A = 0"


def value(rows):
    found = exact(rows).det()
    return Fraction(int(found.numerator), int(found.denominator))


def entry(rows, given):
    """The determinant is linear in k."""
    start, after = (value(put(rows, Fraction(k))) for k in (0, 1))
    return (given - start) / (after - start)


class TestDeterminant(Promises):
    id = "determinant"
    named = True

    def oracle(self, prompt):
        table = {}
        for form in FORMS:
            table["Find the determinant of this matrix.", form] = value
            table["One entry, k, is unknown. For which k is the determinant ~?", form] = entry
        found = looked_up(prompt, FRAMES, table)
        assert FORMS[1] in prompt or found.denominator == 1
        return found

    def test_a_matrix_and_its_transpose_are_one_problem(self):
        def key(p):
            rows = p["matrix"]
            if p["kind"] == "value":
                return str(min(rows, transposed(rows), key=str))
            return str((rows, p["place"], p["determinant"]))

        self.same_problems(key, kinds="value entry", size=2, largest=2, denominator=1)

    def test_row_operations_are_done_rightly(self):
        for seed in range(30):
            task = self.spec.task(5, seed, params={"kinds": "value"})
            found, done = replayed(task.trace.splitlines(), read(str(task.payload["problem"]["matrix"])), SAYS)
            assert done
            assert abs(value(found)) == abs(Fraction(task.answer))

    def test_worked_determinants_say_of_what(self):
        for level in self.spec.levels:
            for seed in range(30):
                for line in self.spec.task(level, seed).trace.splitlines():
                    if "det" in line:
                        assert re.match(
                            r"(a row of zeros: )?det (A|A0|M) = (-?[\d(]|c\*k \+ d, where d is det A )", line
                        ), line

    def test_it_must_be_in_lowest_terms(self):
        task = next(t for t in (self.spec.task(4, s) for s in range(50)) if "/" in t.answer)
        top, bottom = map(int, task.answer.split("/"))
        assert not self.spec.verify_answer(task.payload, f"{2 * top}/{2 * bottom}").passed
        assert not self.spec.confirms(task.payload, f"{2 * top}/{2 * bottom}")
