"""What the solvers of this family read: functions as prompts print them, and the values that answers have."""

from __future__ import annotations

from typing import Any

from ..formula_reader import Notation, Tree, answered, formula
from ..readers import reduced
from ..real_values import Code, close, code_of, value

_FUNCTIONS = ("sqrt", "arcsin", "arctan", "sin", "cos", "tan", "exp", "ln", "log", "abs", "sen")


def notation(*names: str) -> Notation:
    """Formulas in one-letter names, as the verifier of typed values reads them; constants without decimal points."""
    return Notation(
        names=names,
        constants=("pi", "e"),
        functions=_FUNCTIONS,
        decimals=bool(names),
        zeros=True,
        bare=(*names, "pi", "e"),
        bare_numbers=True,
        max_digits=400,
    )


OF_X = notation("x")
"""Functions of x."""
_CONSTANT = notation()


def function(text: str, written: Notation = OF_X) -> Code:
    """A function as a prompt prints it.

    Raises:
        ValueError: if it is none.
    """
    tree = formula(text, written)
    if tree is None:
        raise ValueError(f"{text} is no formula")
    return code_of(tree)


def given(answer: str, written: Notation = OF_X) -> Code | None:
    """The function that a bare answer is; None if it is none."""
    tree = answered(answer, written)
    return None if tree is None else code_of(tree)


def agrees(answer: str, wanted: Any, digits: int, *, rational: bool) -> bool:
    """Whether a bare answer has the value `wanted`, a number known to so many digits; in lowest terms if `rational`.

    A decimal point is a sign of an approximation: such an answer has no value here.
    """
    tree: Tree | None = answered(answer, _CONSTANT)
    if rational:
        number = reduced(answer)
        tree = None if number is None else ("/", number.numerator, number.denominator)
    return tree is not None and close(value(code_of(tree), {}, digits + 10), wanted, digits)
