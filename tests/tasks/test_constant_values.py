"""Values of formulas without unknowns, to fifty digits, as solvers read them: against sympy."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from rlvr.generators import constant_values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2sqrt(3)", 2 * sympy.sqrt(3)),
        ("pi/2 - 1", sympy.pi / 2 - 1),
        ("(1 + sqrt(5))/2", sympy.GoldenRatio),
        ("3 - 2i", 3 - 2 * sympy.I),
        ("-2^2", -4),
        ("(2)(3)", 6),
        ("sqrt(2)^2", 2),
        ("1/(1 + i)", (1 - sympy.I) / 2),
    ],
)
def test_values_of_constants(text, value):
    found = constant_values.value_of(text)
    real, imaginary = sympy.sympify(value).as_real_imag()
    assert abs(sympy.Float(str(found[0]), 45) - real.evalf(45)) < 1e-40
    assert abs(sympy.Float(str(found[1]), 45) - imaginary.evalf(45)) < 1e-40


@given(st.text(alphabet="0123456789+-*/^()sqrtpi. ", max_size=30))
def test_values_of_constants_never_raise(text):
    constant_values.value_of(text)


@pytest.mark.parametrize(
    "text",
    ["", "1/0", "sqrt(-1)", "2 3", "sqrt 2", "1/2pi", "(1", "1)", "e", "9^999", "(" * 300, "1/(pi - pi)"],
)
def test_no_values(text):
    assert constant_values.value_of(text) is None
