"""Expansions a second time: the value at points modulo primes; that terms are collected is read off the answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..base import Json
from . import readers


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a sum of collected terms that equals the expression."""
    names: list[str] = payload["problem"]["variables"]
    tree = readers.formula(answer, names)
    if tree is None or readers.collected_terms(tree, names) is None:
        return False
    return readers.same_value(_problem(payload["problem"]["expression"], *names), tree, names)


@lru_cache(maxsize=256)
def _problem(text: str, *names: str) -> Any:
    return readers.formula(text, names)
