"""Wordle with a list: the marks of a guess, the check of words in one response, and the rules of the game.

A state of the game is the list of guesses made so far with their marks: ``[["crane", "G-Y--"], ...]``. A listed word
adds an entry; anything else changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ..answers.introduced import introduced
from ..answers.word_lists import bare_words, words_of
from ..base import Reason, Verdict, correct, illegal, unparsable, wrong

State = list[list[str]]
_NOUNS = tuple(
    f"{which}{what}"
    for which in ("", "hidden ", "next ", "remaining ", "possible ")
    for what in ("word", "words", "guess")
)


def marks(hidden: str, guess: str) -> str:
    """The marks of a guess: each letter of the hidden word is used once, first by letters in their place."""
    left = Counter(hidden)
    found = ["-"] * len(guess)
    for place, letter in enumerate(guess):
        if hidden[place] == letter:
            found[place] = "G"
            left[letter] -= 1
    for place, letter in enumerate(guess):
        if found[place] == "-" and left[letter] > 0:
            found[place] = "Y"
            left[letter] -= 1
    return "".join(found)


def read(payload: Mapping[str, Any], text: str) -> tuple[list[str] | None, Verdict]:
    """The listed words that are the whole of a text, or None and what is wrong with it."""
    listed = set(payload["words"])
    if len(text) > 20 * len(listed) + 200:
        return None, unparsable("Write words of the list, separated by commas, and nothing else.")
    bare = bare_words(text)
    # Else a listed word, such as "city" or "list", would be taken for a label.
    found = (
        bare if bare and listed.issuperset(bare) else words_of(introduced(text, _NOUNS), most=len(listed) + 1)
    )
    if found and len(found) > 1 and "and" in found[-2:-1]:
        del found[-2]
    if not found or not all(word.isalpha() for word in found):
        return None, unparsable("Write words of the list, separated by commas, and nothing else.")
    if not listed.issuperset(found):
        return None, illegal("Only words of the list may be written, and nothing else.")
    return found, correct()


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score words of the list, in any order: all that are asked for, each once, and no other."""
    found, problem = read(payload, answer)
    if found is None:
        return problem
    if sorted(found) == sorted(payload["gold"]):
        return correct()
    return wrong("These are not all words that agree with the marks, or not only those.")


def after_guess(payload: Mapping[str, Any], state: State, guess: str) -> State:
    """The state after a guess; `state` stays as it is."""
    return [*state, [guess, marks(payload["hidden"], guess)]]


def guesses_left(payload: Mapping[str, Any], state: State) -> int:
    """How many guesses the player still has."""
    return int(payload["guesses"]) - len(state)


def judgement(payload: Mapping[str, Any], state: State) -> Verdict:
    """Right if the last guess was the hidden word, else 0."""
    parts = {"guesses": float(len(state))}
    if state and state[-1][0] == payload["hidden"]:
        return correct(**parts)
    return Verdict(0.0, Reason.WRONG, "The hidden word is not found.", parts)
