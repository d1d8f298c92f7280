"""Linear systems: ranks of sympy's matrices, and solutions put into the system that the prompt shows."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrix_reader import exact, looked_up, put, replayed

from rlvr.conformance.promises import Promises
from rlvr.generators.linear_algebra.linear_forms import linear_form
from rlvr.verifiers.answers.vectors import read_affine, read_rational, read_vector
from rlvr.verifiers.base import Reason
from rlvr.verifiers.linear_algebra.linear_systems import accepted_forms

FRAMES = (
    "{q} A = ~ b = ~ {f}",
    "A = ~ b = ~ {q} {f}",
    "Consider the system A*x = b with A = ~ and b = ~. {q} {f}",
)
COUNT = ("How many vectors x satisfy A*x = b?", "Answer with one of: none, one, many (for infinitely many)")
PARAMETER = (
    "For which number k does A*x = b have a solution?",
    "Give k as an integer or an exact fraction, such as -3/4.",
)
SOLVE = (
    "If there is exactly one solution, give it as a tuple of integers or exact fractions, such as (1, -3/4). "
    "If there are infinitely many, give all of them as a tuple with {}, such as (1 - 2*t, t). "
    "If there is none, write: no solution"
)
PARAMETERS = (
    "the free parameter t",
    "free parameters t and s",
    "free parameters t, s and u",
    "free parameters t, s, u and v",
)

SAYS = (
    r"\[A \| b\]: .*|no contradiction; \d unknowns, \d pivots: (one|many)|a row says 0 = 1: no solution"
    r"|free: x\d = t(, x\d = [suv])*|x\d = .*"
)


def nullity(a, b):
    """How many parameters the solutions have; None if there is no solution."""
    rank = exact(a).rank()
    return len(a[0]) - rank if rank == joined(a, b).rank() else None


def joined(a, b):
    return exact([[*row, right] for row, right in zip(a, b, strict=True)])


def at(answer, **values):
    """The vector of a tuple of sums, the parameters having values, 0 if none is given."""
    names = dict.fromkeys("tsuv", Fraction(0)) | values | {"F": Fraction}
    return eval(re.sub(r"(\d+)", r"F(\1)", answer), names)


def product(a, x):
    return [sum(p * q for p, q in zip(row, x, strict=True)) for row in a]


class TestLinearSystems(Promises):
    id = "linear-systems"
    calculates = False  # `replayed` does it
    alphabet = "0123456789-/, "
    wrong = ("about {}", "{} or 2", "{0} {0}", "")

    def oracle(self, prompt):
        table = {COUNT: lambda a, b: ("count", a, b), PARAMETER: lambda a, b: ("parameter", a, b)}
        for number, parameters in enumerate(PARAMETERS, 1):
            table["Solve the system of linear equations A*x = b.", SOLVE.format(parameters)] = (
                lambda a, b, number=number: ("solve", a, b, number)
            )
        kind, a, b, *free = looked_up(prompt, FRAMES, table)
        return kind, *((a, b) if isinstance(a[0], list) else (b, a)), *free

    def agrees(self, found, task):
        kind, a, b, *most = found
        if kind == "parameter":
            k = Fraction(task.answer)
            (right,), (other,) = put([b], k), put([b], k + 1)
            return nullity(a, right) is not None and nullity(a, other) is None
        free = nullity(a, b)
        if kind == "count":
            return task.answer == ("none" if free is None else "many" if free else "one")
        if free is None:
            return task.answer == "no solution"
        start = at(task.answer)
        names = sorted(set(re.findall("[a-z]", task.answer)))
        steps = [
            [p - q for p, q in zip(at(task.answer, **{n: Fraction(1)}), start, strict=True)] for n in names
        ]
        assert len(names) == free <= most[0]
        assert not steps or exact(steps).rank() == free
        return product(a, start) == b and all(not any(product(a, step)) for step in steps)

    def test_row_operations_are_done_rightly(self):
        for level in self.spec.levels:
            for seed in range(20):
                task = self.spec.task(level, seed, params={"kinds": "solve count"})
                problem = task.payload["problem"]
                rows = [
                    [*map(Fraction, row), Fraction(b)]
                    for row, b in zip(problem["A"], problem["b"], strict=True)
                ]
                assert replayed(task.trace.splitlines(), rows, SAYS)[1]

    def test_all_outcomes_occur(self):
        texts = [self.spec.task(3, seed).answer for seed in range(200)]
        assert {"none", "one", "many", "no solution"} <= set(texts)
        assert sum("t" in text and text.startswith("(") for text in texts) > 20

    def test_equations_may_change_places(self):
        def key(p):
            return p["kind"], str(sorted(zip(p["A"], map(str, p["b"]), strict=True)))

        self.same_problems(
            key, 3000, kinds="count parameter", rows=2, columns=2, largest=4, denominator=1, free=1
        )

    def test_free_is_less_than_columns(self):
        with pytest.raises(ValueError, match=r"^free must be less than columns"):
            self.spec.task(3, 0, params={"columns": 3, "free": 3})

    @given(st.sampled_from(range(1, 8)), st.integers(0, 10**9))
    def test_forms_of_a_right_answer(self, level, seed):
        task = self.spec.task(level, seed)
        for form in accepted_forms(task.answer):
            assert self.spec.verify_answer(task.payload, form).passed, form

    def test_every_way_to_write_the_family_is_right(self):
        payload = {"problem": X}
        for right in (
            "(3 - 2*t, t, 5)",
            "(3-2t, t, 5)",
            "(1 + t, 1 - t/2, 5)",
            "[1 + 2a, 1 - a, 5]",
            "3 - 2*t, t, 5",
            "(3 - \\frac{4}{2} t, t, 5)",
            "(-1 + (2/3)s, 2 - 1/3*s, 5.0)",
            "(2t/2, 3/2 - 1/2*t, 5)",
        ):
            assert self.spec.verify_answer(payload, right).passed, right
        for wrong in (
            "(3, 0, 5)",
            "(3 - 2*t, t, t)",
            "(3 - t, t, 5)",
            "(1 - 2*t, t, 5)",
            "(3 - 2*t, t)",
            "(3 - 2*s, t, 5)",
            "no solution",
            "(3 - 2*t, t, 5, 0)",
            "(t, t, t)",
        ):
            assert self.spec.verify_answer(payload, wrong).reason is Reason.WRONG, wrong
            assert not self.spec.confirms(payload, wrong), wrong
        for unreadable in (
            "(3 - 1/2t, t, 5)",
            "(3 - 2*t*t, t, 5)",
            "(3 2*t, t, 5)",
            "()",
            "(,,)",
            "3 - 2*t, t, 5)",
        ):
            assert self.spec.verify_answer(payload, unreadable).reason is Reason.UNPARSABLE, unreadable
            assert not self.spec.confirms(payload, unreadable), unreadable


X = {"kind": "solve", "A": [[1, 2, 0], [0, 0, 1]], "b": [3, 5]}
"""The solutions are (3 - 2*t, t, 5)."""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3/4", Fraction(3, 4)),
        ("-0.25", Fraction(-1, 4)),
        ("\\frac{-1}{2}", Fraction(-1, 2)),
        ("1/0", None),
        ("1/2/3", None),
        ("1e5", None),
        ("٣", None),
        ("", None),
        ("9" * 5000, None),
        ("+7", Fraction(7)),
    ],
)
def test_readers(text, value):
    assert read_rational(text) == value


@given(st.text(alphabet="()[]0123456789/*+-., ts\\frac{}", max_size=40))
def test_readers_never_raise_and_agree(text):
    vector, affine = read_vector(text), read_affine(text)
    if vector is not None and affine is not None:
        assert affine == (vector, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t/2", {"t": Fraction(1, 2)}),
        ("t/3*1", {"t": Fraction(1, 3)}),
        ("1/2*3", {"": Fraction(3, 2)}),
        ("3 t / 4", {"t": Fraction(3, 4)}),
        ("(1/2)t", {"t": Fraction(1, 2)}),
        ("1 - 2*(t - s)/4 + s/2", {"": Fraction(1), "t": Fraction(-1, 2), "s": Fraction(1)}),
        ("1/2t", None),  # read in two ways
        ("3/0", None),
        ("3/t", None),
        ("2*", None),
        ("t t", None),
        ("2^3", None),
        ("2 3", None),
    ],
)
def test_components_of_a_family_of_solutions(text: str, expected: dict[str, Fraction] | None) -> None:
    assert linear_form(text) == expected
