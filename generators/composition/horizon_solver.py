"""The solver of long chains: each problem by its own task's solver, each link anew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..readers import bare, rational
from .chains_solver import linked_values

_NAMED = re.compile(r"A([1-9][0-9]?) = ([+-]?[0-9]+(?:/[0-9]+)?)")


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` names all answers in order, each of which its own solver confirms, linked as the text says."""
    pairs = [_NAMED.fullmatch(part) for part in bare(answer).split(", ")]
    values = linked_values(payload["problem"]["steps"])
    if values is None or len(pairs) != len(values):
        return False
    return all(
        pair is not None and int(pair[1]) == place and rational(pair[2]) == value
        for place, (pair, value) in enumerate(zip(pairs, values, strict=True), 1)
    )
