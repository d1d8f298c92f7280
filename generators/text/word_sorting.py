"""Word sorting: put words into alphabetical order.

Words are invented from syllables, so that the space has no end and nothing can be memorised. All words are
different, so the order is unique. Ascending or descending order is drawn for each task.

Difficulty: `count` words of about `length` letters, many of which share their first `prefix` letters, so that
more letters must be compared.
"""

from __future__ import annotations

import random
from itertools import pairwise
from math import factorial

from ..base import Draft
from ..family import attempts
from ..limits import Whole, limited
from ..wording import phrase

WORDINGS = (
    "Sort these words in {order} alphabetical order:\n{words}\n\nGive all the words, separated by commas.",
    "Here are {count} words: {words}.\nArrange them in {order} alphabetical order, separated by commas.",
    "{words}\n\nList the words above in {order} dictionary order, with commas between them.",
)
_CONSONANTS = "bcdfghjklmnpqrstvwxz"
_VOWELS = "aeiouy"


@limited(
    count=Whole(2, 1000, "how many words there are"),
    length=Whole(2, 100, "letters in each word, give or take one"),
    prefix=Whole(0, 98, "letters that a group of words has in common"),
)
def generate(rng: random.Random, *, count: int, length: int, prefix: int) -> Draft:
    """Make one list of different words to sort.

    Raises:
        ValueError: if `prefix` leaves no two letters of a word.
    """
    if prefix >= max(length - 1, 1):
        raise ValueError(f"prefix must be less than length - 1, got {prefix} and {length}")
    words = _words(rng, count, length, prefix)
    descending = rng.random() < 0.5
    answer = sorted(words, reverse=descending)
    while words == answer:  # the prompt must not show the answer
        rng.shuffle(words)
    order = "descending (Z to A)" if descending else "ascending (A to Z)"
    return Draft(
        prompt=phrase(rng, WORDINGS, order=order, words=", ".join(words), count=count),
        payload={"words": words, "descending": descending},
        answer=", ".join(answer),
        trace=_trace(words, answer),
        canonical={"words": sorted(words), "descending": descending},
        guess_rate=1 / factorial(count),
        # Counting what sort() compares would tie the task to one version of Python's sort.
        difficulty=float(sum(1 + _common(a, b) for a, b in pairwise(answer))),
    )


def _words(rng: random.Random, count: int, length: int, prefix: int) -> list[str]:
    stems = [_word(rng, prefix) for _ in range(max(1, count // 4))]
    found: dict[str, None] = {}  # a dict keeps its order, a set would not
    tries = attempts(1000 * count)
    while len(found) < count:
        next(tries)
        size = max(length + rng.randint(-1, 1), prefix + 1, 2)
        stem = rng.choice(stems)
        found[stem + _word(rng, size - prefix, vowel=bool(stem) and stem[-1] not in _VOWELS)] = None
    return list(found)


def _word(rng: random.Random, length: int, vowel: bool | None = None) -> str:
    turn = rng.random() < 0.3 if vowel is None else vowel
    letters = []
    for _ in range(length):
        letters.append(rng.choice(_VOWELS if turn else _CONSONANTS))
        turn = not turn
    return "".join(letters)


def _common(a: str, b: str) -> int:
    """How many first letters two words share."""
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        shared += 1
    return shared


def _trace(words: list[str], answer: list[str]) -> str:
    """A selection sort in words: the next word, and those that are left."""
    left = list(words)
    lines = []
    for word in answer:
        left.remove(word)
        lines.append(f"next {word}" + (f", left {' '.join(left)}" if left else ""))
    return "\n".join(lines)
