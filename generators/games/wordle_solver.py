"""The solver of `wordle`: what a row of marks says about letters and places, where the generator marks words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base import Json
from ..readers import bare


def _agrees(word: str, guess: str, row: str) -> bool:
    """Whether a word has the letters that a row says, in places that it allows."""
    for letter in set(guess):
        at = [place for place, other in enumerate(guess) if other == letter]
        green = [place for place in at if row[place] == "G"]
        yellow = [place for place in at if row[place] == "Y"]
        grey = [place for place in at if row[place] == "-"]
        least = len(green) + len(yellow)
        if any(word[place] != letter for place in green) or any(
            word[place] == letter for place in yellow + grey
        ):
            return False
        if word.count(letter) < least or (grey and word.count(letter) > least):
            return False
        # Of letters that are not in place, those on the left are marked first.
        if grey and yellow and min(grey) < max(yellow):
            return False
    return True


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer lists all words that agree with the rows, each once."""
    given = re.split(r"[,;\s]+", bare(answer).lower())
    words = payload["words"]
    possible = [word for word in words if all(_agrees(word, guess, row) for guess, row in payload["clues"])]
    return sorted(given) == sorted(possible)
