"""What the generators of this family share: questions of several kinds, put into words, with one exact value."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..asked import asked
from ..base import Draft, GenerationError
from ..wording import phrase

Wordings = Mapping[str, Sequence[str]]
Value = int | Fraction

INTEGER = ("Answer with an integer.", "Give the number as an integer.", "Give only the integer.")
PROBABILITY = (
    "Give the probability as a fraction in lowest terms.",
    "Answer with a fraction in lowest terms.",
    "Write the exact probability as a fraction, fully reduced.",
)
EXACT = (
    "Give the exact value: an integer, or a fraction in lowest terms.",
    "Answer exactly, with an integer or a fully reduced fraction.",
    "Write the answer as a fraction in lowest terms, or as an integer if it is one.",
)
MAX_SIZE = 12


class Made(NamedTuple):
    """One question of a certain kind, before it is put into words.

    Attributes:
        fields: what the wordings of its kind name, as text or numbers.
        facts: the problem for the payload: all that an answer is checked against.
        value: the right value.
        lines: the worked solution; a line that computes reads ``label: expression = value``.
        canonical: equal for questions of this kind that are the same up to symmetry; None means the facts.
    """

    fields: Mapping[str, object]
    facts: Mapping[str, Any]
    value: Value
    lines: Sequence[str]
    canonical: Any = None


TRIES = 2000
Maker = Callable[[random.Random, int], Made]


def check_size(kinds: str, known: Iterable[str], size: int) -> list[str]:
    """The kinds named in a level's text, a word each; a word given twice is drawn twice as often.

    Raises:
        ValueError: if there are none, if one is not known, or if the size is not from 1 to 12.
    """
    named, table = kinds.split(), list(known)
    if not named or not set(named) <= set(table):
        raise ValueError(f"kinds must be some of {' '.join(table)}, not {kinds!r}")
    if not 1 <= size <= MAX_SIZE:
        raise ValueError(f"size must be from 1 to {MAX_SIZE}, not {size}")
    return named


def tries() -> Iterator[None]:
    """So many tries and no more, for a loop that is left when it finds what it looks for.

    Raises:
        GenerationError: when they are used up.
    """
    for _ in range(TRIES):
        yield
    raise GenerationError(f"nothing fitting in {TRIES} tries; change size")


def drafted(rng: random.Random, wordings: Wordings, kind: str, made: Made, forms: Sequence[str]) -> Draft:
    """The question `made`, of the kind named, in one of its wordings, its answer in one of the `forms`."""
    answer = str(made.value)
    typed: dict[str, Any] = {"text": answer, "kind": "integer"}
    if forms is not INTEGER:
        typed = {"text": answer, "kind": "rational", "require": ["reduced"]}
    prompt = phrase(rng, wordings[kind], form=rng.choice(forms), **made.fields)
    typed |= asked(prompt)
    return Draft(
        prompt=prompt,
        payload={"problem": {"kind": kind, **made.facts}, "gold": typed},
        answer=answer,
        trace="\n".join(made.lines),
        canonical=[kind, made.facts if made.canonical is None else made.canonical],
        guess_rate=_guess(made.value, 4 if forms is INTEGER else 1),
        difficulty=float(sum(char.isdigit() for line in made.lines for char in line)),
    )


def _guess(value: Value, share: int) -> float:
    """The chance of a blind answer: simple fractions and small numbers are found more often, round counts most."""
    if isinstance(value, int) or value.denominator == 1:
        return share / (abs(int(value)) + 5)
    return 1 / (value.denominator + 3)


def all_wordings(wordings: Wordings) -> tuple[str, ...]:
    """The wordings of every kind in one tuple, which a generator states as its ``WORDINGS``."""
    return tuple(text for texts in wordings.values() for text in texts)


def listed(items: Iterable[object], word: str = "and") -> str:
    """Items as an English list: ``4, 6 and 9``."""
    *most, last = map(str, items)
    return f"{', '.join(most)} {word} {last}" if most else last


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: ``1 ball``, ``3 balls``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def article(noun: str) -> str:
    """A noun with its indefinite article: ``a cat``, ``an owl``."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def summed(terms: Sequence[object]) -> str:
    """Terms with plus signs between them."""
    return " + ".join(map(str, terms))


def times(factors: Sequence[object]) -> str:
    """Factors with ``*`` between them; fractions stand in parentheses."""
    return " * ".join(f"({f})" if "/" in str(f) and len(factors) > 1 else str(f) for f in factors)


def percent(value: Fraction) -> str:
    """A fraction that is a whole number of hundredths or tenths of them, in per cent: ``12.5%``."""
    whole, rest = divmod(value * 1000, 10)
    if (value * 1000).denominator != 1:
        raise ValueError(f"{value} has more than one decimal of a per cent")
    return f"{whole}.{rest}%" if rest else f"{whole}%"
