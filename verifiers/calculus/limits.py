r"""Checks a limit: the shared verifier of typed values, but for infinite limits, whose few forms are read here.

``oo``, ``infinity``, ``\infty`` and the sign of infinity are read, with a sign in front; what a floating-point number
prints for an overflow (``inf``) is not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers import normal_signs, plain
from ..base import Verdict, correct, unparsable, wrong
from ..math.typed_value import verify as verify_value

_INFINITE = frozenset(("oo", "infinity", "\\infty", "\u221e", "infty", "infinite"))
_NAMED = re.compile(
    r"(?:limit|l|\\?lim(?:_\{?[^=]{1,60}?\}?)?(?:\s*f\s*\(x\))?|f\(x\))\s*(?:=|->|\u2192|\\to)\s*"
)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a constant or an infinity."""
    gold = payload["gold"]
    text = normal_signs(plain(answer)).lower() if len(answer) <= 400 else ""
    if (named := _NAMED.match(text)) is not None:
        text = plain(text[named.end() :])
    sign = -1 if text.startswith(("-", "minus ", "negative ")) else 1
    for word in ("-", "+", "minus ", "plus ", "negative ", "positive "):
        if text.startswith(word):
            text = text.removeprefix(word).strip()
            break
    wanted = {"oo": 1, "-oo": -1}.get(gold["text"])
    if text in _INFINITE:
        return correct() if sign == wanted else wrong()
    if wanted is None:
        return verify_value(payload, answer)
    return wrong() if text[:1].isascii() and text[:1].isdigit() else unparsable("Give a number, oo or -oo.")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    if answer.endswith("oo"):
        sign = answer.removesuffix("oo")
        return [f"{sign}infinity", f"{sign}\\infty", f" {sign} oo.", f"${sign}\\infty$", f"{sign}\u221e"]
    return [f" {answer} ", f"${answer}$", f"{answer}."]
