r"""Checks the solution of linear equations by putting it into them, in exact arithmetic.

The payload holds coefficients, not the solution; the equations have exactly one. Values may be integers,
fractions in any form or decimals that end; nothing is rounded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from ..answers.assignments import read_assignments
from ..base import Verdict, correct, illegal, unparsable, wrong

_MAX_CHARS = 1000


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, such as ``x = 3, y = -1/2``; with one unknown, ``3`` will do.

    Parts: ``satisfied``, the share of the equations that hold.
    """
    names: list[str] = payload["unknowns"]
    form = f"Give {', '.join(f'{name} = ...' for name in names)}, with integers or fractions such as -3/4."
    if len(answer) > _MAX_CHARS:
        return unparsable("The answer is too long.")
    pairs = read_assignments(answer, names)
    if pairs is None:
        return unparsable(form)
    values: dict[str, Fraction] = {}
    for name, value in pairs:
        if name not in names or name in values:
            return illegal("Give a value to each unknown exactly once, and to nothing else.")
        values[name] = value
    if not values:
        return unparsable(form)
    if len(values) < len(names):
        return illegal("Give a value to each of the unknowns.")
    return _substituted(payload["rows"], [values[name] for name in names])


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    pairs = answer.split(", ")
    forms = [
        answer.replace(" ", ""),
        "; ".join(reversed(pairs)),
        "\n".join(pairs),
        " and ".join(pairs),
        answer.upper(),
        answer.replace("-", "\u2212") + ".",
        re.sub(r"(-?)([0-9]+)/([0-9]+)", r"\1\\frac{\2}{\3}", answer),
        re.sub(r"([0-9]+)/([0-9]+)", lambda m: f"{2 * int(m[1])}/{2 * int(m[2])}", answer),
        re.sub(r"(-?[0-9]+)(?:/(2|4|5|8|10))(?![0-9])", lambda m: str(int(m[1]) / int(m[2])), answer),
        re.sub(r"= ([0-9])", r"= +\1", answer),
    ]
    if len(pairs) == 1:
        forms.append(answer.partition("= ")[2])
    return forms


def _substituted(rows: list[list[int]], values: list[Fraction]) -> Verdict:
    common = lcm(*(value.denominator for value in values))  # whole numbers are faster than fractions
    scaled = [value.numerator * (common // value.denominator) for value in values]
    held = 0
    for *coefficients, total in rows:
        held += sum(a * v for a, v in zip(coefficients, scaled, strict=True)) == total * common
    if held == len(rows):
        return correct(satisfied=1.0)
    return wrong("These values do not satisfy the equations.", satisfied=held / len(rows))
