"""Eigenvalues: sympy's characteristic polynomial of the matrix that the prompt shows, and vectors put in."""

from __future__ import annotations

import cmath
import math
import re
from fractions import Fraction

from matrix_reader import answered, exact, looked_up, read, replayed, rows_of, transposed

from rlvr.conformance.promises import Promises

FRAMES = ("{q} A = ~ {f}", "A = ~ {q} {f}", "Take the square matrix A with the rows ~. {q} {f}")
EXAMPLES = {
    "such as {-40, 70, 70}": r"-?\d+",
    "such as {-40, 3/7, 3/7} (exact fractions)": r"-?\d+(/\d+)?",
    "such as {-40, 3 + 2*sqrt(7), 3 - 2*sqrt(7)} (exact values)": r"-?\d+|(-?\d+ [+-] |-?)(\d+\*)?sqrt\(\d+\)",
    "such as {-40, 3 + 2i, 3 - 2i} (complex eigenvalues included)": r"-?\d+|(-?\d+ [+-] |-?)\d*i",
}
TABLE = {
    (
        "Find all eigenvalues of A.",
        f"Give them in braces, each as often as its algebraic multiplicity says, {example}.",
    ): (lambda rows, form=form: (form, rows))
    for example, form in EXAMPLES.items()
} | {
    (
        "The number ~ is an eigenvalue of A. Find an eigenvector of A that belongs to it.",
        "Any one will do. Give it as a tuple of exact numbers, such as (1, -3/4, 2).",
    ): lambda rows, number: (number, rows)
}


def root(text):
    """A rational number, ``a + b*sqrt(d)`` or ``a + bi`` as a complex number."""
    whole, sign, factor, inside = re.fullmatch(
        r"(?:(-?\d+(?:/\d+)?)(?!\d*[*i]| ?\d))?(?: ?([+-]?) ?(\d*)\*?(?:i|sqrt\((\d+)\)))?", text
    ).groups()
    value = complex(Fraction(whole or 0))
    if factor is not None:
        step = int(factor or 1) * (math.sqrt(int(inside)) if inside else 1j)
        value += -step if sign == "-" else step
    return value


class TestEigenvalues(Promises):
    id = "eigenvalues"
    named = True
    alphabet = "0123456789-/, "
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")

    def oracle(self, prompt):
        return looked_up(prompt, FRAMES, TABLE)

    def kind(self, task):
        return None  # a payload says whether values or a vector are asked for, not of which sort they are

    def agrees(self, found, task):
        what, rows = found
        if isinstance(what, Fraction):
            vector = answered(task.answer)
            image = rows_of(exact(rows) * exact(vector))
            return any(map(any, vector)) and image == [[what * v] for (v,) in vector]
        texts = task.answer.strip("{}").split(", ")
        assert all(re.fullmatch(what, text) for text in texts)
        polynomial = characteristic(rows)
        roots = [root(text) for text in texts]
        return len(roots) == len(rows) and all(
            cmath.isclose(math.prod(t - r for r in roots), horner(polynomial, t), rel_tol=1e-9)
            for t in (n + 0.5j for n in range(len(rows) + 1))
        )

    def test_every_sort_is_drawn(self):
        for level in self.spec.levels:
            tasks = [self.spec.task(level, seed) for seed in range(100)]
            kinds = self.spec.params(level)["kinds"].split()
            for kind, sign in (
                ("vector", "an eigenvector"),
                ("surd", "sqrt(7)"),
                ("complex", "3 + 2i"),
                ("rational", "3/7"),
            ):
                assert any(sign in task.prompt for task in tasks) == (kind in kinds)
            for task in tasks:
                if "p(x) = " in task.trace:
                    _, rows = self.oracle(task.prompt)
                    assert stated(task.trace) == [
                        Fraction(int(c.numerator), int(c.denominator)) for c in exact(rows).charpoly()
                    ]

    def test_row_operations_are_done_rightly(self):
        for seed in range(30):
            task = self.spec.task(4, seed, params={"kinds": "vector"})
            number, rows = self.oracle(task.prompt)
            start, *lines = task.trace.splitlines()
            shifted = [[a - number * (i == j) for j, a in enumerate(row)] for i, row in enumerate(rows)]
            assert read(start.partition(" = ")[2]) == shifted
            assert replayed(lines, shifted, r"with component \d = 1 and other free ones 0: \(.*\)")[1]

    def test_a_matrix_and_its_transpose_have_the_same_values(self):
        def key(p):
            rows = p["matrix"]
            return p["kind"], str(min(rows, transposed(rows), key=str)) if p["kind"] == "values" else str(
                (rows, p["eigenvalue"])
            )

        self.same_problems(key, kinds="integer repeated vector", size=2, largest=4, value=2)

    def test_any_multiple_of_an_eigenvector_is_right_and_nothing_else(self):
        payload = {"problem": {"kind": "vector", "matrix": [[2, 1], [0, 3]], "eigenvalue": "3"}}
        for right in ("(1, 1)", "[-2, -2]", "0.5, 1/2", "(\\frac{1}{3}, 1/3)"):
            assert self.spec.verify_answer(payload, right).passed, right
        for wrong in ("(0, 0)", "(1, 0)", "(1, 2)", "(1, 1, 1)", "(1)", "1", "(x, x)", "(1, 1"):
            assert not self.spec.verify_answer(payload, wrong).passed, wrong

    def test_multiplicity_and_conjugates_count(self):
        for rows, reference, right, wrongs in (
            (
                [[2, 0, 0], [0, 2, 0], [0, 0, 5]],
                "{2, 2, 5}",
                "{2, 5, 2}",
                ("{2, 5}", "{2, 5, 5}", "{2, 2, 5, 5}", "{-2, -2, 5}"),
            ),
            (
                [[1, -4], [1, 1]],
                "{1 + 2i, 1 - 2i}",
                "{1 - 2i, 1 + 2i}",
                ("{1 + 2i, 1 + 2i}", "{1 + 2i}", "{1 + i, 1 - i}"),
            ),
        ):
            gold = {"text": reference, "kind": "multiset"}
            payload = {"problem": {"kind": "values", "matrix": rows}, "gold": gold}
            assert self.spec.verify_answer(payload, right).passed
            for wrong in wrongs:
                assert not self.spec.verify_answer(payload, wrong).passed, wrong


def characteristic(rows):
    """The coefficients of the characteristic polynomial, the highest power first."""
    return [Fraction(int(c.numerator), int(c.denominator)) for c in exact(rows).charpoly()]


def horner(coefficients, t):
    value = 0
    for c in coefficients:
        value = value * t + float(c)
    return value


def stated(trace):
    """The coefficients of the ``p(x) = x^2 - 5*x + 6`` of a worked solution, the highest power first."""
    found = {}
    for sign, number, power in re.findall(
        r"([+-]?) ?(\d+(?:/\d+)?(?:\*|$|(?= )))?(x(?:\^\d)?)?(?= |$)", re.search(r"p\(x\) = (.*)", trace)[1]
    ):
        if number or power:
            at = 0 if not power else int(power[2:] or 1)
            found[at] = Fraction(number.strip("*") or 1) * (-1 if sign == "-" else 1)
    return [found.get(at, Fraction(0)) for at in range(max(found), -1, -1)]
