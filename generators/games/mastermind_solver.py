"""The solver of Mastermind in one response: whether a text is one guess, and that guess the code.

Nothing but the code is right, and no reasoning finds it, so all there is to do a second time is the reading: the text
is brought into the form of the code, where the verifier makes a list of symbols of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` is one guess, and that guess the code."""
    secret = "".join(f"{symbol} " for symbol in payload["secret"])
    text = re.sub(r"""[\s,;|()\[\]{}'"]+""", " ", answer.replace("\u00a0", " "))
    text = re.sub(
        r"^(?:(?:my|the) )?(?:guess|code|secret|move|row)(?: is |: ?| ?= ?)", "", text.strip().lower()
    )
    if text.endswith("."):
        text = text[:-1]
    given = f"{text.strip()} "
    if all(len(symbol) == 1 for symbol in payload["symbols"]):
        given, secret = given.replace(" ", ""), secret.replace(" ", "")
    return answer.replace("\u00a0", " ").isascii() and given == secret.lower()
