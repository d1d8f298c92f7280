"""The numbers of a chain, found again: answers by the solvers of their tasks, links by what the text says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .chains import entry

_WORTH = {str(digit): digit for digit in range(10)}
_WORTH |= {letter: place for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz", 1)}


def linked_values(steps: Sequence[Mapping[str, Any]]) -> list[Fraction] | None:
    """The numbers A1, A2, and so on; None if a solver refuses an answer or a link does not hold."""
    values: list[Fraction] = []
    for step in steps:
        part = entry(step["task"]).confirms
        if part is not None and not part(step["payload"], step["answer"]):
            return None
        if values and not _linked(values[-1], step):
            return None
        values.append(_value(step))
    return values


def _value(step: Mapping[str, Any]) -> Fraction:
    """The answer, or what its characters at the places that the text names are worth."""
    if "places" not in step:
        return Fraction(step["answer"])
    signs = [sign for sign in step["answer"].lower() if sign in _WORTH]
    total = 0
    for place in step["places"]:
        total = 100 * total + _WORTH[signs[place - 1]]
    return Fraction(total)


def _linked(before: Fraction, step: Mapping[str, Any]) -> bool:
    """Whether the answer before a problem leads to this problem."""
    if "hidden" in step:
        return bool(before * step["factor"] == step["hidden"] - step["constant"])
    remainder, variants = step["remainder"], step["variants"]
    if not 0 <= remainder < variants or step["others"][remainder] != step["value"]:
        return False
    return bool((before * step["scale"] - remainder) / variants % 1 == 0)
