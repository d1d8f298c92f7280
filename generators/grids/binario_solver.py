"""Binario a second time, on the text of the lines: which pieces must not be in it, and how often it has a 1."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, combinations

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a filled square that keeps the given digits and the rules."""
    n = payload["size"]
    cells = square(answer, n, one_digit=True)
    if cells is None or not {0, 1}.issuperset(cells):
        return False
    text = "".join(map(str, cells))
    if any(given not in (None, int(sign)) for given, sign in zip(chain(*payload["givens"]), text, strict=True)):
        return False
    across, down = [text[i * n : (i + 1) * n] for i in range(n)], [text[i::n] for i in range(n)]
    if any("000" in line or "111" in line for line in across + down):
        return False
    if payload["kind"] == "counts":
        return bool([line.count("1") for line in across + down] == payload["rows"] + payload["columns"])
    balanced = all(line.count("0") == line.count("1") for line in across + down)
    return balanced and not any(a == b for lines in (across, down) for a, b in combinations(lines, 2))
