r"""Checks a complex number that must be worked out: ``a + b*i`` with integers or fractions in lowest terms.

At most one real and one imaginary term are read, in any order; products, quotients and powers of complex numbers
are not, so the problem is not its own answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers.formulas import stated
from ..base import Verdict, correct, unparsable, wrong
from ..expressions import Unreadable
from .expanded import read_expanded
from .trees import Polynomial

_FORM = "Give one number in the form a + b*i, with integers or fractions in lowest terms."


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``3/5 - 2*i``, against the number of the payload."""
    try:
        given = _read(stated(answer))
    except Unreadable as error:
        return unparsable(str(error))
    return correct() if given == _read(payload["gold"]["text"]) else wrong()


def variants(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [
        answer.replace(" ", "") + ".",
        answer if "/" in answer else answer.replace("*", ""),
        re.sub(r"([0-9]+)/([0-9]+)", r"\\frac{\1}{\2}", answer),
        answer.replace("-", "\u2212").replace("*", "\u00b7"),
        f"({answer})",
    ]


def _read(text: str) -> Polynomial:
    value = read_expanded(text, ("i",), fractions=True)
    if not set(value) <= {(0,), (1,)}:
        raise Unreadable(_FORM)
    return value
