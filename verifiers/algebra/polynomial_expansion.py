r"""Checks a product that is multiplied out.

The answer must be a sum of terms without brackets to multiply out and with like terms collected; as such it is
compared, coefficient by coefficient, with the problem's own expression multiplied out here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..answers.formulas import stated
from ..base import Verdict, correct, unparsable, wrong
from ..expressions import Unreadable
from .expanded import read_expanded
from .trees import Polynomial, polynomial, read_tree


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``3*x^2 - x + 2``, against the expression of the payload."""
    problem = payload["problem"]
    variables: list[str] = problem["variables"]
    try:
        given = read_expanded(stated(answer), variables)
    except Unreadable as error:
        return unparsable(str(error))
    return correct() if given == _value(problem["expression"], tuple(variables)) else wrong()


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [
        answer.replace("*", ""),
        answer.replace(" ", "") + ".",
        answer.replace("^", "**"),
        answer.replace("-", "\u2212").replace("*", "\u00b7"),
        f"({answer})",
    ]


@lru_cache(maxsize=1024)
def _value(expression: str, variables: tuple[str, ...]) -> Polynomial:
    return polynomial(read_tree(expression, variables), variables)
