"""Wordle with a list: find what the marks of guesses say about a hidden word, which is one of the words in the prompt.

Asked is which words are still possible. Words are real, and no dictionary is needed: only listed words may be hidden or
guessed. Letters that stand twice are marked as often as the hidden word has them, which is the rule that is easiest to
miss. A list is drawn again if its answer is found without looking at places, at letters that are not there, or at any
marks but G.

Difficulty: the `length` of words, how many `words` are listed, and how many guesses have been made (`clues`). Proxy:
their product. Where it is played, nothing is guessed before, and there are as many guesses as a careful player needs at
most, whichever word is hidden. Then each word of the list is hidden equally often: the others are listed for what they
share with the word that the marks are of, and counting letters would find that one.

Source: the game by Josh Wardle (2021), after Jotto (1955).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import Final

from ..base import Draft, GenerationError, Json
from ..limits import Limit, Whole, limited
from ..wording import phrase
from .wordle_words import LENGTHS, WORDS

LIMITS: dict[str, Limit] = {
    "length": Whole(LENGTHS[0], LENGTHS[-1], "letters of each word"),
    "words": Whole(30, 130, "how many words are listed"),
    "clues": Whole(1, 6, "guesses that have been made"),
}
MARKS = (
    "G for a letter means that the hidden word has this letter in this place, Y that it has the "
    "letter in another place, "
    "and - that it does not, or has it no more times than other marks show: first all G are given, "
    "then the other letters "
    "of the guess get Y from left to right, as long as the hidden word has more of that letter than "
    "were marked before."
)
_FRAMES = (
    "A hidden word is one of these {count} words:\n{words}\n\nGuesses are marked letter by letter. "
    "{marks}\n\nThe guesses so "
    "far, with their marks:\n{clues}\n\n<goal>",
    "Guesses in a word game are marked letter by letter. {marks}\n\nThe hidden word is in this list "
    "of {count}:\n{words}\n\n"
    "These guesses were made:\n{clues}\n\n<goal>",
    "{words}\n\nOne of the {count} words above is hidden. It has to be found with guesses, whose "
    "letters are marked. "
    "{marks}\n\nUp to now:\n{clues}\n\n<goal>",
)
_GOALS = (
    "Which words of the list are still possible? Give all of them, separated by commas, in any order.",
    "List every word that could still be the hidden one, with commas between them; the order does not matter.",
    "Write all words of the list that agree with all marks, in any order, separated by commas.",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(_FRAMES, _GOALS, strict=True))
Clues = list[list[str]]
"""Guesses with their marks."""
_TRIES: Final = 300
_GUESSES: Final = 6
"""So many guesses are tried for each one that is wanted."""
_LUCKY: Final = 0.1
"""The guesses in the game, as a share of the words, are at most so many: those who guess blindly win no more often."""


_ONCE: Final = frozenset(word for words in WORDS.values() for word in words if len(set(word)) == len(word))
"""Words in which no letter stands twice."""


def marks(hidden: str, guess: str) -> str:
    """The marks of a guess: G, Y and - for each letter."""
    if guess in _ONCE:
        # No letter stands twice: one that is in another place of the hidden word was not marked for that place.
        return "".join(
            [
                "G" if letter == other else "Y" if other in hidden else "-"
                for letter, other in zip(hidden, guess, strict=True)
            ]
        )
    free, row = list[str](), list[str]()
    for letter, other in zip(hidden, guess, strict=True):
        if letter == other:
            row.append("G")
        else:
            row.append("-")
            free.append(letter)
    for place, other in enumerate(guess):
        if other in free and row[place] == "-":
            free.remove(other)
            row[place] = "Y"
    return "".join(row)


def fitting(words: Sequence[str], guess: str, row: str) -> list[str]:
    """The words that give a guess these marks. Most others have not the right letters, which is seen at once."""
    there = {letter for letter, mark in zip(guess, row, strict=True) if mark != "-"}
    gone = set(guess) - there
    return [
        word for word in words if there.issubset(word) and gone.isdisjoint(word) and marks(word, guess) == row
    ]


Reading = Callable[[str], bool]
"""Whether a word agrees with the marks, as somebody reads them."""


def readings(clues: Clues) -> tuple[Reading, Reading, Reading]:
    """Ways of reading only a part of the marks, none of which finds the answer.

    The first looks at which letters are marked and which are not, wherever they stand; the second at all G and Y; the
    third at G alone.
    """
    marked = [
        (place, letter, mark)
        for guess, row in clues
        for place, (letter, mark) in enumerate(zip(guess, row, strict=True))
    ]
    there = {letter for _, letter, mark in marked if mark != "-"}
    gone = {letter for _, letter, mark in marked if mark == "-"}
    green = [(place, letter) for place, letter, mark in marked if mark == "G"]
    yellow = [(place, letter) for place, letter, mark in marked if mark == "Y"]

    def letters_alone(word: str) -> bool:
        return there.issubset(word) and gone.isdisjoint(word)

    def without_grey(word: str) -> bool:
        return green_alone(word) and all(word[place] != letter and letter in word for place, letter in yellow)

    def green_alone(word: str) -> bool:
        return all(word[place] == letter for place, letter in green)

    return letters_alone, without_grey, green_alone


def _listed(rng: random.Random, length: int, count: int, number: int, want: int) -> tuple[list[str], Clues]:
    """A list, whose first word is hidden, and guesses that leave its first `want` words; fewer if none are found.

    Guesses come first: of many words, those that fit all marks are the ones that are left, and of those that do not,
    as many fail at each guess.
    """
    pool = rng.sample(WORDS[length], min(4 * count, len(WORDS[length])))
    hidden, alive = pool[0], pool
    clues: Clues = []
    failed: list[list[str]] = []
    for guess in rng.sample(pool[1:], _GUESSES * number):
        row = marks(hidden, guess)
        fits = fitting(alive, guess, row)
        if want <= len(fits) < len(alive):
            clues.append([guess, row])
            failed.append([word for word in alive if word not in fits])
            alive = fits
            if len(clues) == number:
                break
    words = alive[:want]
    letters, colours, _ = readings(clues)
    failed = [sorted(others, key=lambda word: -(letters(word) + colours(word))) for others in failed]
    for at, others in enumerate(reversed(failed), 1):
        words += others[: (count - len(words)) // (len(failed) - at + 1)]
    return words, clues


def apart(possible: Sequence[str], guess: str) -> int:
    """How many different rows of marks a guess may get."""
    return len({marks(word, guess) for word in possible})


def choice(possible: Sequence[str]) -> str:
    """A guess of a careful player: of eight possible words with common letters the one that tells most apart."""
    letters = Counter(letter for word in possible for letter in set(word))
    common = sorted(possible, key=lambda word: -sum(letters[letter] for letter in set(word)))
    return max(common[:8], key=lambda word: apart(possible, word))


def budget(possible: Sequence[str]) -> int:
    """The guesses that a careful player needs at most."""
    if len(possible) < 3:
        return len(possible)
    guess = choice(possible)
    groups: dict[str, list[str]] = {}
    for other in possible:
        if other != guess:
            groups.setdefault(marks(other, guess), []).append(other)
    return 1 + max(map(budget, groups.values()))


def _together(words: Sequence[str], some: Sequence[str]) -> bool:
    """Whether some of the words stand next to each other in the list, which would show the answer."""
    at = sorted(words.index(word) for word in some)
    return at[-1] - at[0] < len(some)


def drawn(rng: random.Random, length: int, words: int, clues: int) -> dict[str, Json]:
    """All of a draft but its prompt and its trace.

    Raises:
        GenerationError: if no guesses leave as many words as they should.
    """
    for _ in range(_TRIES):
        want = rng.randint(2, 5)
        some, rows = _listed(rng, length, words, clues, want)
        gold = some[:want]
        if len(some) < words or len(rows) < clues:
            continue
        if not any([word for word in some if read(word)] == gold for read in readings(rows)):
            rng.shuffle(some)
            while _together(some, gold):
                rng.shuffle(some)
            guesses = budget(some)
            if guesses <= _LUCKY * words:
                break
    else:
        raise GenerationError("no guesses leave few words; lower 'words' or 'clues'")
    hidden = rng.choice(some)
    answer = [word for word in some if word in gold]
    payload = {"words": some, "clues": rows, "gold": answer, "hidden": hidden, "guesses": guesses}
    return {
        "payload": payload,
        "answer": ", ".join(answer),
        "canonical": [sorted(some), hidden, rows],
        "guess_rate": 1 / comb(words, 2),
        "difficulty": float(length * words * clues),
    }


@limited(**LIMITS)
def generate(rng: random.Random, *, length: int, words: int, clues: int) -> Draft:
    """Make one list with guesses.

    Raises:
        GenerationError: if no guesses leave as many words as they should.
    """
    draft = drawn(rng, length, words, clues)
    payload = draft["payload"]
    prompt = phrase(
        rng,
        WORDINGS,
        count=words,
        words=", ".join(payload["words"]),
        marks=MARKS,
        clues="\n".join(f"{guess} {row}" for guess, row in payload["clues"]),
    )
    return Draft(prompt=prompt, trace="\n".join(_worked(payload)), **draft)


def _worked(payload: dict[str, Json]) -> Iterator[str]:
    """What is possible after each guess."""
    possible = payload["words"]
    for guess, row in payload["clues"]:
        possible = fitting(possible, guess, row)
        yield f"{guess} {row} leaves {len(possible)}: {', '.join(possible)}."
