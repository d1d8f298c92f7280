"""How the tasks of this family ask for an exact value, and the questions that they make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..base import Json
from ..family import FRACTION, INTEGER, Question

Value = int | Fraction

AS_INTEGER = ("Answer with an integer.", "Give the number as an integer.", "Give only the integer.")
AS_PROBABILITY = (
    "Give the probability as a fraction in lowest terms.",
    "Answer with a fraction in lowest terms.",
    "Write the exact probability as a fraction, fully reduced.",
)
AS_EXACT_VALUE = (
    "Give the exact value: an integer, or a fraction in lowest terms.",
    "Answer exactly, with an integer or a fully reduced fraction.",
    "Write the answer as a fraction in lowest terms, or as an integer if it is one.",
)
ADVICE = "change size"


def integer_value(
    fields: Mapping[str, object],
    facts: Mapping[str, Any],
    value: int,
    lines: Sequence[str],
    canonical: Json = None,
) -> Question:
    """A question whose answer is an integer."""
    return Question(fields, facts, str(value), lines, INTEGER, canonical, guess_rate=_guess(value, 4))


def exact_value(
    fields: Mapping[str, object],
    facts: Mapping[str, Any],
    value: Value,
    lines: Sequence[str],
    canonical: Json = None,
) -> Question:
    """A question whose answer is an integer or a fraction in lowest terms."""
    return Question(fields, facts, str(value), lines, FRACTION, canonical, guess_rate=_guess(value, 1))


def probability(
    fields: Mapping[str, object],
    facts: Mapping[str, Any],
    value: Value,
    lines: Sequence[str],
    canonical: Json = None,
) -> Question | None:
    """A question for a probability; None if the event is impossible or certain."""
    return exact_value(fields, facts, value, lines, canonical) if 0 < value < 1 else None


def _guess(value: Value, share: int) -> float:
    """The chance of a blind answer: simple fractions and small numbers are found more often, round counts most."""
    if value.denominator == 1:
        return share / (abs(int(value)) + 5)
    return 1 / (value.denominator + 3)


def summed(terms: Sequence[object]) -> str:
    """Terms with plus signs between them."""
    return " + ".join(map(str, terms))


def times(factors: Sequence[object]) -> str:
    """Factors with ``*`` between them; fractions stand in parentheses."""
    return " * ".join(f"({f})" if "/" in str(f) and len(factors) > 1 else str(f) for f in factors)
