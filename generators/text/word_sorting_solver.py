"""The solver of word sorting: words as numbers, each in the place that the count of smaller ones gives it.

The verifier compares neighbours of the answer. Here a word is a number in base 27 whose digits are its letters, with
zeros behind the short ones, and its place is known without sorting anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_LIST = re.compile(r"[A-Za-z]+(?:[,\s]+[A-Za-z]+)*", re.ASCII)


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer`, words between commas or white space, is the list of all words in the order asked for."""
    text = answer.strip().removesuffix(".")
    if not _LIST.fullmatch(text):
        return False
    given = re.findall("[a-z]+", text.lower())
    return len(given) == len(payload["words"]) and {word: at for at, word in enumerate(given)} == _places(
        payload
    )


def _places(payload: Mapping[str, Any]) -> dict[str, int]:
    """For each word, how many others stand before it."""
    words: list[str] = payload["words"]
    digits = max(map(len, words))
    numbers = [
        sum((ord(letter) - 96) * 27 ** (digits - at) for at, letter in enumerate(word)) for word in words
    ]
    sign = -1 if payload["descending"] else 1
    return {
        word: sum(sign * other < sign * number for other in numbers)
        for word, number in zip(words, numbers, strict=True)
    }
