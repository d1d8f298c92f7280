"""Modular arithmetic a second time: term by term with Python's `pow`, which knows inverses as well."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base import Json
from ..solving import confirming

_FACTOR = re.compile(r"([0-9]+)(?:\^([0-9]+)|\^\(([0-9]+)\^([0-9]+)\))?")


def solve(problem: Mapping[str, Json]) -> int:
    """The residue x with ``left * x = expression``, from 0 to ``modulus - 1``."""
    m: int = problem["modulus"]
    total = 0
    for term in problem["expression"].replace(" - ", " + -").split(" + "):
        product = -1 if term[0] == "-" else 1
        for match in _FACTOR.finditer(term):
            base, exponent, b, c = match.groups()
            product *= pow(int(base), int(b) ** int(c) if b else int(exponent or 1), m)
        total += product
    return total * pow(problem["left"], -1, m) % m


confirms = confirming(solve)
