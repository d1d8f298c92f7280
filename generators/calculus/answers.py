"""The one exact constant that an answer of this family is: what the verifier is told of it, and its form in words."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from ..family import FRACTION
from .constants import Constant, as_fraction

FORM = (
    "Give the exact value: an integer, a fraction in lowest terms such as -3/4, or an expression with "
    "{names}; no decimal approximation."
)
RATIONAL_FORM = "Give the exact value: an integer or a fraction in lowest terms, such as -3/4."
EVALUATED: Mapping[str, Json] = {"kind": "expression", "require": ["evaluated"]}
"""A constant that is worked out as far as it goes."""


def gold(constant: Constant) -> Mapping[str, Json]:
    """What the verifier is told: rational numbers in lowest terms, others in any evaluated form."""
    return EVALUATED if as_fraction(constant) is None else FRACTION
