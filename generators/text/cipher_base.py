"""What a cipher is here, and what all ciphers share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NUMBERED = "letters are numbered A=0, B=1, ..., Z=25"

Key = Any
"""A JSON value; what it is depends on the cipher. None for Atbash, which has no key."""


class Cipher(NamedTuple):
    """One method of encryption.

    Attributes:
        draw: makes a key for a text of the given length.
        rule: the rule in words; with ``known=False`` it tells only what is known before the key is found.
        turn: the text encrypted, or decrypted if the flag is set.
        working: lines that show how a text (first) becomes the result (second), step by step.
        weight: look-ups that one letter takes.
    """

    draw: Callable[[random.Random, int], Key]
    rule: Callable[[Key, bool], str]
    turn: Callable[[str, Key, bool], str]
    working: Callable[[str, str, Key, bool], list[str]]
    weight: int


def number(letter: str) -> int:
    """A is 0, Z is 25."""
    return ord(letter) - 65


def keyed_alphabet(keyword: str) -> str:
    """The letters of the keyword, all different, and then the others in alphabetical order."""
    return keyword + "".join([letter for letter in LETTERS if letter not in keyword])


def draw_keyword(rng: random.Random, _length: int) -> str:
    """Four to eight different letters, without J, which Playfair squares do not have."""
    return "".join(rng.sample("ABCDEFGHIKLMNOPQRSTUVWXYZ", rng.randint(4, 8)))
