"""Complex numbers a second time: the expression and the answer to 80 digits; a root is squared."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from ..constant_values import Value, conjugate, same, times, tree_value
from ..written_terms import collected_terms
from .formulas import given, shown


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a number in the form a + b*i and has the value."""
    problem = payload["problem"]
    value, wanted = _written_out(answer), tree_value(shown(problem["expression"], "i", roots=True))
    if value is None or wanted is None:
        return False
    ask = problem["ask"]
    if ask == "root":
        return same(times(value, value), wanted, 50) and value[0] > 0
    if ask == "conjugate":
        wanted = conjugate(wanted)
    if ask == "modulus":
        wanted = times(wanted, conjugate(wanted))
    return same(value, wanted, 50)


def _written_out(text: str) -> Value | None:
    """The value of ``a + b*i`` with numbers in lowest terms; None of other formulas."""
    tree = given(text, ("i",))
    terms = collected_terms(tree, ("i",), fractions=True)
    return tree_value(tree) if terms is not None and set(terms) <= {(0,), (1,)} else None
