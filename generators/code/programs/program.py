"""A program with one function to call, and the inputs that this function may be called with."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from ...base import Json
from ...quick_random import randints

Kind = Literal["int", "ints", "text"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a program and its bounds, all inclusive.

    Attributes:
        name: as in the source.
        kind: an integer, a list of integers, or a string.
        low: the least integer.
        high: the largest integer.
        shortest: the least number of items or characters.
        longest: the largest.
        letters: the characters that a string may hold.
    """

    name: str
    kind: Kind
    low: int = 0
    high: int = 0
    shortest: int = 0
    longest: int = 0
    letters: str = ""

    def sample(self, rng: Random) -> Json:
        """A random value within the bounds."""
        if self.kind == "int":
            return rng.randint(self.low, self.high)
        length = rng.randint(self.shortest, self.longest)
        if self.kind == "ints":
            return randints(rng, self.low, self.high, length)
        letters = self.letters
        return "".join([letters[place] for place in randints(rng, 0, len(letters) - 1, length)])

    @property
    def type_name(self) -> str:
        """Its Python type."""
        return {"int": "int", "ints": "list[int]", "text": "str"}[self.kind]

    def words(self) -> str:
        """The bounds in English."""
        if self.kind == "int":
            return f"`{self.name}` is an integer from {self.low} to {self.high}"
        size = f"{self.shortest} to {self.longest}" if self.shortest < self.longest else str(self.longest)
        if self.kind == "ints":
            return f"`{self.name}` is a list of {size} integers, each from {self.low} to {self.high}"
        listed = ", ".join(f'"{letter}"' for letter in self.letters)
        return f"`{self.name}` is a string of {size} characters, each one of {listed}"

    def to_json(self) -> dict[str, Json]:
        """The facts a verifier needs."""
        row: dict[str, Json] = {"name": self.name, "kind": self.kind}
        if self.kind != "text":
            row |= {"low": self.low, "high": self.high}
        else:
            row["letters"] = self.letters
        if self.kind != "int":
            row |= {"shortest": self.shortest, "longest": self.longest}
        return row


@dataclass(frozen=True, slots=True)
class Program:
    """A source text, the function to call, and its parameters."""

    source: str
    entry: str
    parameters: tuple[Parameter, ...]
    families: tuple[str, ...] = ()

    def sample(self, rng: Random) -> list[Json]:
        """Random arguments of one call."""
        return [parameter.sample(rng) for parameter in self.parameters]
