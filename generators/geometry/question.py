"""One question of geometry, as the parts that every generator of the family fills in, and the draft made of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..asked import units_of
from ..base import Draft, GenerationError
from ..wording import phrase

EXACT = (
    "Give the exact value in simplest form: an integer, a fraction such as 3/4, or a value with roots or pi such "
    "as 7*sqrt(31)/9 or 23*pi/17."
)
ROOT = (
    "Give the exact value in simplest form: an integer, a fraction such as 3/4, or a value with roots such as "
    "7*sqrt(31)/9."
)
FRACTION = "Give an integer or a fraction in lowest terms, such as -3/4."
POINT = "Give a point such as (2, -3/4), with integers or exact fractions."
LINE = "Give an equation in x and y, such as 2*x - 3*y = 5."


TRIES = 500
LARGEST_RADICAND = 10**8
_LENGTH = re.compile(
    r"\b(?:how (?:long|high|far|wide|tall)|distance|length|radius|diameter|perimeter|circumference|hyp"
    r"otenuse|leg|median"
    r"|altitude|height|diagonal)\b",
    re.IGNORECASE,
)
_RADICANDS = re.compile(r"sqrt\(([0-9]+)\)")


@dataclass
class Question:
    """One question.

    Attributes:
        facts: sentences that state what is given.
        ask: the question itself; it may refer to the facts, which always come first.
        form: a sentence about the form of the answer.
        answer: the reference answer.
        gold: kind of the answer, and what is required of it.
        problem: the facts that the second checker needs.
        lines: the worked solution.
        rate: the chance that a blind answer is right.
        canonical: a value that is equal for the same problem; `problem` by default.
    """

    facts: str
    ask: str
    form: str
    answer: str
    gold: dict[str, Any]
    problem: dict[str, Any]
    lines: list[str] = field(default_factory=list)
    rate: float = 0.02
    canonical: Any = None


def value_gold(answer: str) -> dict[str, Any]:
    """Kind and requirements of an exact value: a fraction in lowest terms, or a simplified expression."""
    try:
        Fraction(answer)
    except ValueError:
        return {"kind": "expression", "require": ["simplified"]}
    return {"kind": "rational", "require": ["reduced"]}


POINT_GOLD: dict[str, Any] = {"kind": "tuple"}
LINE_GOLD: dict[str, Any] = {"kind": "equation"}
RATIONAL_GOLD: dict[str, Any] = {"kind": "rational", "require": ["reduced"]}


def _size(ask: str) -> list[str]:
    """What a length, area or volume may be told in, where the question names no unit: in units."""
    if "divided by pi" in ask or "square of" in ask:
        return []
    for word, units in (("volume", "cubic units"), ("area", "square units"), ("surface", "square units")):
        if word in ask.lower():
            return [units]
    return ["units"] if _LENGTH.search(ask) else []


def checked_kinds(kinds: str, known: Collection[str]) -> list[str]:
    """The names in `kinds`.

    Raises:
        ValueError: if there are none, or one is not known.
    """
    names = kinds.split()
    if not names or not set(names) <= set(known):
        raise ValueError(f"kinds must be of {', '.join(known)}, not {kinds!r}")
    return names


def drawn(make: Callable[[], Question]) -> Question:
    """The first question whose answer has no root of a number that is too large to be split into squares.

    Raises:
        GenerationError: if there is none in so many tries.
    """
    for _ in range(TRIES):
        question = make()
        if all(int(number) < LARGEST_RADICAND for number in _RADICANDS.findall(question.answer)):
            return question
    raise GenerationError(
        f"only roots of very large numbers in {TRIES} tries; lower 'largest' or 'denominator'"
    )


def draft(rng: random.Random, wordings: Sequence[str], kind: str, question: Question) -> Draft:
    """The draft of a question; its difficulty is the number of digits in the worked solution."""
    trace = "\n".join(question.lines)
    problem = {"kind": kind, **question.problem}
    gold = {"text": question.answer, **question.gold}
    if gold["kind"] in ("rational", "expression", "integer"):
        gold["units"] = units_of(question.ask) or _size(question.ask)
    return Draft(
        prompt=phrase(rng, wordings, facts=question.facts, ask=question.ask, form=question.form),
        payload={"problem": problem, "gold": gold},
        answer=question.answer,
        trace=trace,
        canonical=problem if question.canonical is None else [kind, question.canonical],
        guess_rate=question.rate,
        difficulty=float(sum(map(str.isdigit, trace))),
    )
