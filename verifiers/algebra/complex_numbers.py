r"""Checks a complex number that must be worked out: ``a + b*i`` with integers or fractions in lowest terms.

At most one real and one imaginary term are read, in any order; products, quotients and powers of complex numbers
are not, so the problem is not its own answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers.formulas import formula, stated
from ..base import Verdict, correct, unparsable, wrong
from ..expressions import MAX_CHARS, Unreadable
from .expanded import read_expanded
from .trees import Polynomial

_NO_PART = re.compile(r"^0\s*\+\s*(?=\S)|^0\s*(?=-)|\s*[+-]\s*0\s*\*?\s*i$|^0\s*\*?\s*i\s*\+\s*|\s[+-]\s*0$")
_FORM = "Give one number in the form a + b*i, with integers or fractions in lowest terms."


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``3/5 - 2*i``, against the number of the payload."""
    try:
        given = _read(stated(answer))
    except Unreadable as error:
        return unparsable(str(error))
    return correct() if given == _read(payload["gold"]["text"]) else wrong()


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [
        answer.replace(" ", "") + ".",
        answer if "/" in answer else answer.replace("*", ""),
        re.sub(r"([0-9]+)/([0-9]+)", r"\\frac{\1}{\2}", answer),
        answer.replace("-", "\u2212").replace("*", "\u00b7"),
        f"({answer})",
    ]


def _read(text: str) -> Polynomial:
    # a + b*i is the form that is asked for, also where a or b is zero.
    text = formula(text)
    if len(text) > MAX_CHARS:
        raise Unreadable(_FORM)
    value = read_expanded(_NO_PART.sub("", text) or "0", ("i",), fractions=True)
    if not set(value) <= {(0,), (1,)}:
        raise Unreadable(_FORM)
    return value
