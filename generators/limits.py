"""What each difficulty parameter of a generator may be, declared once: checked, and told in the documentation.

A family (`generators.family.Family`) takes such limits; a plain generator is given them by `limited`:

    @limited(size=Whole(2, 8, "rows and columns"), signed=Flag("whether numbers may be negative"))
    def generate(rng, *, size, signed): ...
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from .base import Draft


class Limit(Protocol):
    """What a parameter may be. `meaning` says what it does, in a few words."""

    @property
    def meaning(self) -> str:
        """What the parameter does."""

    def holds(self, value: Any) -> bool:
        """Whether a value is allowed."""

    def __str__(self) -> str:
        """The allowed values in words: ``a whole number from 2 to 8``."""


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int
    meaning: str = ""

    def holds(self, value: Any) -> bool:
        """Whether `value` is an integer (no bool, no float) within the limits."""
        return type(value) is int and self.low <= value <= self.high

    def __str__(self) -> str:
        return f"a whole number from {self.low:,} to {self.high:,}"


@dataclass(frozen=True)
class Real:
    """A number from `low` to `high`, both included."""

    low: float
    high: float
    meaning: str = ""

    def holds(self, value: Any) -> bool:
        """Whether `value` is a number within the limits; NaN is not."""
        return type(value) in (int, float) and self.low <= value <= self.high

    def __str__(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Flag:
    """True or false."""

    meaning: str = ""

    def holds(self, value: Any) -> bool:
        """Whether `value` is a bool."""
        return type(value) is bool

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class OneOf:
    """One of a few values."""

    values: Collection[Any]
    meaning: str = ""

    def holds(self, value: Any) -> bool:
        """Whether `value` is one of them, of the same type."""
        return any(type(value) is type(known) and value == known for known in self.values)

    def __str__(self) -> str:
        return f"one of {', '.join(map(repr, self.values))}"


@dataclass(frozen=True)
class Words:
    """A text of one or more known words between spaces; a word that is given twice is drawn twice as often.

    If `empty`, it may hold none. Another `joint` than white space may stand between them, such as ``+``.
    """

    known: Collection[str]
    meaning: str = ""
    empty: bool = False
    joint: str | None = None

    def holds(self, value: Any) -> bool:
        """Whether `value` is such a text."""
        if not isinstance(value, str):
            return False
        words = value.split(self.joint)
        return (self.empty or bool(words)) and set(words) <= set(self.known)

    def __str__(self) -> str:
        joined = f", joined by {self.joint}" if self.joint else ""
        return f"words out of: {' '.join(self.known)}{joined}{' (or none)' if self.empty else ''}"


@dataclass(frozen=True)
class Signs:
    """A text of known characters, such as ``+-*``; not empty."""

    known: str
    meaning: str = ""

    def holds(self, value: Any) -> bool:
        """Whether `value` is such a text."""
        return isinstance(value, str) and bool(value) and set(value) <= set(self.known)

    def __str__(self) -> str:
        return f"characters out of: {self.known}"


@dataclass(frozen=True)
class Texts:
    """A list of one or more texts, such as registry ids."""

    meaning: str = ""

    def holds(self, value: Any) -> bool:
        """Whether `value` is such a list or tuple."""
        return isinstance(value, list | tuple) and bool(value) and all(isinstance(text, str) for text in value)

    def __str__(self) -> str:
        return "a list of one or more texts"


def check(limits: Mapping[str, Limit], params: Mapping[str, Any]) -> None:
    """Check that the parameters are those declared, and each within its limit.

    Raises:
        TypeError: if one is missing, or there is one more.
        ValueError: if one is out of its limit; the message names it.
    """
    if params.keys() != limits.keys():
        missing, more = limits.keys() - params.keys(), params.keys() - limits.keys()
        raise TypeError(
            "; ".join(
                [f"missing parameter {name!r}" for name in sorted(missing)]
                + [f"unknown parameter {name!r}" for name in sorted(more)]
            )
        )
    for name, limit in limits.items():
        if not limit.holds(params[name]):
            raise ValueError(f"{name} must be {limit}, not {params[name]!r}")


Generator = TypeVar("Generator", bound=Callable[..., Draft])


def limited(**limits: Limit) -> Callable[[Generator], Generator]:
    """A decorator for a plain ``generate(rng, *, ...)``: its parameters are checked before it is called.

    The limits are kept as the function's attribute ``limits``, for the documentation and for tests.
    """

    def decorate(generate: Generator) -> Generator:
        @functools.wraps(generate)
        def checked(rng: random.Random, **params: Any) -> Draft:
            check(limits, params)
            return generate(rng, **params)

        checked.limits = limits  # type: ignore[attr-defined]
        return checked  # type: ignore[return-value]

    return decorate
