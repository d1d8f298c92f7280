"""A number read off an answer that is a text: the characters at three places, as one number.

So a problem whose answer is a word, a list of words or a square of numbers can stand in a chain: the places are drawn
when the chain is made, and a wrong answer nearly always has other characters at one of them. Only tasks whose answer
has exactly one right form qualify; letters in capitals or not, spaces, commas and lines make no difference.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

TEXTS = ("rlvr/cipher", "rlvr/word-sorting", "rlvr/sudoku", "rlvr/futoshiki")
"""Tasks whose answer is a text with one right form."""

_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True)
class Digest:
    """Three places, counted from 1 among the letters and digits of an answer."""

    places: tuple[int, int, int]

    def of(self, answer: str) -> int:
        """The number of an answer."""
        x, y, z = self._worths(answer)
        return 10000 * x + 100 * y + z

    def told(self, number: int) -> str:
        """The sentences of the prompt."""
        places = [f"{n}{'th' if n % 100 in (11, 12, 13) else _ORDINALS.get(n % 10, 'th')}" for n in self.places]
        return (
            f"A{number} is not this answer itself but the number 10000*x + 100*y + z, where x, y and z belong to the "
            f"{places[0]}, {places[1]} and {places[2]} of its letters and digits: to a letter its place in the "
            "alphabet (1 for A or a), to a digit its own value. Nothing else is counted, such as spaces and commas."
        )

    def worked(self, answer: str, number: int) -> list[str]:
        """The lines from the answer to its number."""
        x, y, z = self._worths(answer)
        read = ", ".join(f"place {place}: {_signs(answer)[place - 1]}" for place in self.places)
        return [
            answer,
            read,
            f"10000*{x} + 100*{y} + {z} = {self.of(answer)}",
            f"A{number} = {self.of(answer)}",
        ]

    def _worths(self, answer: str) -> list[int]:
        signs = _signs(answer)
        return [_worth(signs[place - 1]) for place in self.places]


def draw_digest(rng: random.Random, answer: str) -> Digest | None:
    """Three places of an answer, in order; None if it is too short, or not in the letters and digits of English."""
    signs = _signs(answer)
    if len(signs) < 3 or not answer.isascii():
        return None
    first, second, third = sorted(rng.sample(range(1, len(signs) + 1), 3))
    return Digest((first, second, third))


def _signs(answer: str) -> str:
    return "".join(filter(str.isalnum, answer))


def _worth(sign: str) -> int:
    return int(sign) if sign.isdigit() else ord(sign.upper()) - ord("A") + 1
