"""Expansions a second time: the value at points modulo primes; that terms are collected is read off the answer."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from ..written_terms import collected_terms
from .formulas import given, shown
from .modular_values import same_value


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a sum of collected terms that equals the expression."""
    names: list[str] = payload["problem"]["variables"]
    tree = given(answer, names)
    if tree is None or collected_terms(tree, names) is None:
        return False
    return same_value(shown(payload["problem"]["expression"], *names), tree, names)
