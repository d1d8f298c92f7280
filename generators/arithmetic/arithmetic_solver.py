"""Arithmetic a second time: the printed expression is worked out by a machine with two stacks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..readers import reduced
from .two_stacks import spaced, worked_out


def solve(problem: Mapping[str, Json]) -> Fraction:
    """The value of the expression."""
    return worked_out(spaced(problem["expression"]))


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare integer, or fraction in lowest terms, is the value."""
    return reduced(answer) == solve(payload)
