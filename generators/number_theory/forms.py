"""What the generators of this family share: numbers in sentences, tasks with one typed answer, work spent."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..asked import asked
from ..base import Draft
from ..wording import phrase


def listed(items: Sequence[object], word: str = "and") -> str:
    """Items as an English list: ``4, 6 and 9``."""
    *most, last = map(str, items)
    return f"{', '.join(most)} {word} {last}" if most else last


def posed(problem: dict[str, Any], answer: str, kind: str = "integer") -> dict[str, Any]:
    """The payload of a problem whose answer is one integer, or a list of some, for the shared verifier.

    ``reduced`` is required: a quotient such as 6/2 is not taken for the integer that it comes to.
    """
    return {"problem": problem, "gold": {"text": answer, "kind": kind, "require": ["reduced"]}}


def kinds_of(kinds: str, known: Sequence[str]) -> list[str]:
    """The kinds named in a level's text, a word each.

    Raises:
        ValueError: if there are none, or one is not known.
    """
    named = kinds.split()
    if not named or not set(named) <= set(known):
        raise ValueError(f"kinds must be some of {' '.join(known)}, not {kinds!r}")
    return named


def digits(number: int) -> int:
    """How many decimal digits a number has; 1 for 0."""
    return len(str(abs(number)))


def products(*numbers: int) -> int:
    """Digit operations of multiplying (or dividing by schoolbook) the numbers given."""
    work = 1
    for number in numbers:
        work *= digits(number)
    return work


class Made(NamedTuple):
    """One question of a certain kind, before it is put into words.

    Attributes:
        fields: what the wordings of its kind name, as text or numbers.
        facts: the problem for the payload, all that an answer is checked against.
        answer: the reference answer.
        lines: the worked solution.
        work: its share of the difficulty proxy.
        guess: the chance of a blind answer.
        canonical: equal for questions of this kind that are the same up to symmetry.
        typed: the kind of value the answer is, for the shared verifier.
    """

    fields: dict[str, object]
    facts: dict[str, Any]
    answer: str
    lines: list[str]
    work: float
    guess: float
    canonical: Any
    typed: str = "integer"


def drafted(rng: random.Random, wordings: Mapping[str, Sequence[str]], kind: str, made: Made) -> Draft:
    """The question `made`, of the kind named, in one of the wordings of its kind."""
    prompt = phrase(rng, wordings[kind], **made.fields)
    payload = posed({"kind": kind, **made.facts}, made.answer, made.typed)
    if made.typed == "integer":
        payload["gold"] |= asked(prompt)
    return Draft(
        prompt=prompt,
        payload=payload,
        answer=made.answer,
        trace="\n".join(made.lines),
        canonical=[kind, made.canonical],
        guess_rate=made.guess,
        difficulty=float(made.work),
    )


def all_wordings(wordings: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The wordings of every kind in one tuple, which a generator states as its ``WORDINGS``."""
    return tuple(text for texts in wordings.values() for text in texts)
