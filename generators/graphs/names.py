"""Names for the nodes of a graph: letters, numbers or invented places.

All names of one graph are different, also without regard to case, and none is a word that a sentence about
paths or colours would use, so an answer can be read without guessing.
"""

from __future__ import annotations

import random

from ..limits import OneOf

NAMES = OneOf(("letters", "any"), "names of the nodes: capital letters, or a style drawn for each graph")

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CONSONANTS = "bdfklmnrstvz"
_VOWELS = "aeiou"
_ENDS = "dklmnrst"
# consonant, vowel, consonant, vowel, consonant: fixed places, so different numbers give different names
_PLACES = len(_CONSONANTS) * len(_VOWELS) * len(_CONSONANTS) * len(_VOWELS) * len(_ENDS)


def node_names(rng: random.Random, count: int, style: str) -> list[str]:
    """`count` different names in random order.

    Args:
        rng: the task's random source.
        count: number of names, at most 1,000.
        style: ``letters`` for capital letters (while there are enough), ``any`` for a style drawn by `rng`.
    """
    kind = 0 if style == "letters" else int(rng.random() * 3)
    if kind == 0 and count <= len(_LETTERS):
        return rng.sample(_LETTERS, count)
    if kind == 1:
        return [_place(code) for code in rng.sample(range(_PLACES), count)]
    return list(map(str, rng.sample(range(1, max(2 * count, 30)), count)))


def _place(code: int) -> str:
    letters = []
    for alphabet in (_ENDS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS):
        code, at = divmod(code, len(alphabet))
        letters.append(alphabet[at])
    return "".join(reversed(letters)).capitalize()
