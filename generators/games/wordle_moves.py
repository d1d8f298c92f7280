"""Wordle with a list, played: the lists of `wordle`, with nothing guessed before."""

from __future__ import annotations

import random

from ..base import Draft
from ..limits import limited
from ..wording import phrase
from . import wordle as one_response

WORDINGS = (
    "I have hidden one of these {count} words:\n{words}\n\nFind it with at most {guesses} guesses, "
    "one a turn. A guess is a "
    "word of the list. I mark it letter by letter. {marks}\n\nA turn in which you guess no word of "
    "the list is lost, but "
    "costs no guess. There is a way to find any word of the list within {guesses} guesses.",
    "Find the hidden word; it is in this list of {count}:\n{words}\n\nEach turn you guess one word "
    "of the list, and its "
    "letters are marked. {marks}\n\nYou win if one of your {guesses} guesses is the hidden word. "
    "Anything else than a listed "
    "word is not marked and not counted as a guess.",
    "{words}\n\nOne of the {count} words above is the hidden word. Write one of them each turn; you "
    "have {guesses} guesses, "
    "and win with the right one. Guesses are marked letter by letter. {marks}",
)


@limited(**one_response.LIMITS)
def generate(rng: random.Random, *, length: int, words: int, clues: int) -> Draft:
    """Make one list; see `wordle.generate`."""
    draft = one_response.drawn(rng, length, words, clues)
    payload = draft["payload"]
    guesses = payload["guesses"]
    prompt = phrase(
        rng, WORDINGS, count=words, words=", ".join(payload["words"]), guesses=guesses, marks=one_response.MARKS
    )
    lines, possible = list[str](), payload["words"]
    while payload["hidden"] in possible and (len(possible) > 1 or not lines):
        guess = one_response.choice(possible)
        row = one_response.marks(payload["hidden"], guess)
        possible = one_response.fitting(possible, guess, row)
        lines.append(f"{guess} gets {row} and leaves {len(possible)}: {', '.join(possible)}.")
    return Draft(prompt=prompt, trace="\n".join(lines), **draft | {"guess_rate": guesses / words})
