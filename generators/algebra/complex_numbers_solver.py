"""Complex numbers a second time: the expression and the answer to 80 digits; a root is squared."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .number_checks import Complex, complex_value
from .readers import collected_terms, formula


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a number in the form a + b*i and has the value."""
    problem = payload["problem"]
    given, wanted = _written_out(answer), complex_value(problem["expression"])
    if given is None or wanted is None:
        return False
    ask = problem["ask"]
    if ask == "root":
        return given.times(given).equals(wanted) and given.re > 0
    if ask == "conjugate":
        wanted = Complex(wanted.re, wanted.im.copy_negate())
    if ask == "modulus":
        wanted = wanted.times(Complex(wanted.re, wanted.im.copy_negate()))
    return given.equals(wanted)


def _written_out(text: str) -> Complex | None:
    """The value of ``a + b*i`` with numbers in lowest terms; None of other formulas."""
    tree = formula(text, ("i",))
    terms = None if tree is None else collected_terms(tree, ("i",), fractions=True)
    if terms is None or not set(terms) <= {(0,), (1,)}:
        return None
    return complex_value(text)
