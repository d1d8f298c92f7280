"""Bounds, twists and small wordings that templates share; see `writing` for programs and statements with fields."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Value = TypeVar("Value")

LARGE_FROM = 4
"""The first level whose bounds need the right complexity."""


def by_level(level: int, small: Value, large: Value) -> Value:
    """A bound: `small` on the levels before `LARGE_FROM`, then `large`."""
    return small if level < LARGE_FROM else large


def pick(rng: Random, level: int, options: Sequence[tuple[int, Value]]) -> Value:
    """One of the options ``(first level, value)`` that this level allows."""
    allowed = [value for first, value in options if first <= level]
    return allowed[int(rng.random() * len(allowed))]


def maybe(rng: Random, level: int, first: int, chance: float = 0.5) -> bool:
    """Whether a twist that begins at level `first` is on."""
    drawn = rng.random()
    return level >= first and drawn < chance


def statement(*paragraphs: str) -> str:
    """Paragraphs as one text; empty ones are left out."""
    return "\n\n".join(paragraph.strip() for paragraph in paragraphs if paragraph.strip())


def bounds(*lines: str) -> str:
    """The paragraph of constraints, one a line; empty ones are left out."""
    return "Constraints:\n" + "\n".join(f"- {line}" for line in lines if line)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, ..."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def amount(number: int, noun: str) -> str:
    """``1 step``, ``2 steps``."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def few(rng: Random, size: int, most: int) -> int:
    """How many items an input of this size has: 0 or 1 for size 0, up to 9 for size 3, up to `most` for 5."""
    low, high = ((0, 1), (2, 4), (3, 6), (4, 9), (8, 20), (20, 60))[size]
    return min(rng.randint(low, high), most)
