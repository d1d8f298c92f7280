"""Mastermind: find a hidden code from the feedback that each guess gets.

The code has `length` pegs, each one of `symbols` symbols. A guess is answered with two numbers: how many pegs
are right (exact), and how many more have a symbol of the code in the wrong place (misplaced). The symbols
themselves (letters, digits or colours) are drawn for each task and are part of the problem.

Symmetries: none are declared. Renaming symbols or moving pegs would carry every code into a few patterns, but
what has to be found is the code itself, so the task's identity is the set of symbols and the code.

Playing it needs turns: in one response a player can only guess blind, and the `guess_rate` of ``1 / codes`` is
the chance of that. In an episode, `guesses` different blind guesses win with the chance ``guesses / codes``: 21,
4.8, 1.9, 0.6, 0.13, 0.03 and 0.001% at levels 1 to 7.

Difficulty: the number of codes, which is ``symbols ** length``, or with `repeats` off the number of ordered
choices; `guesses` is the budget. A player who always guesses a code that fits all feedback so far (as the
worked solution does) needed 3.1, 3.7, 4.1, 4.8, 5.4, 5.8 and 7.1 guesses on average at levels 1 to 7, and stayed
within the budget in all of 300 games a level. An unreadable or forbidden guess costs a turn and no guess;
``max_turns`` is `guesses` + 4.

Source: the board game by Mordecai Meirowitz (1970); D. Knuth, The computer as Master Mind (1977).
"""

from __future__ import annotations

import random
from math import perm

from ..base import Draft, GenerationError
from ..limits import Flag, Whole, limited
from ..wording import phrase
from .mastermind_player import Code, Scored, consistent_code, score

WORDINGS = (
    "I have hidden a code of {length} pegs. Each peg is one of these {count} symbols: {symbols}. {repeats} Find "
    "the code with at most {guesses} guesses.\n\nAfter each guess I tell you two numbers. Exact: how many pegs "
    "are right. Misplaced: how many pegs more would be right if you could rearrange your guess; so exact plus "
    "misplaced counts every symbol as often as the guess and the code both have it.\n\nA move is one guess: "
    "{length} symbols with spaces between them. You have {turns} turns; a move that is not a proper guess uses "
    "up a turn, but no guess.",
    "Mastermind. The secret is a sequence of {length} symbols out of {symbols} ({count} symbols). {repeats}\n"
    "- You guess, one sequence of {length} symbols a turn, written with spaces between the symbols.\n"
    "- 'exact' in the reply is the number of positions where guess and secret agree.\n"
    "- 'misplaced' is the number of symbols that they have in common (each symbol counted as often as it stands "
    "in both), less the exact ones.\n"
    "- You win when you guess the secret, and lose after {guesses} other guesses.\n"
    "- There are {turns} turns. A reply that is no valid guess costs a turn but is not counted as a guess.",
    "Break the code! It is a row of {length} pegs. The pegs to choose from are: {symbols}. That makes {count} "
    "kinds. {repeats}\n\nWrite one row of {length} pegs, separated by spaces, on each of your turns. I answer "
    "with the number of exact pegs (right kind in the right place) and of misplaced pegs (right kind in the "
    "wrong place, where no peg of the guess or of the code is counted twice, and exact pegs are counted "
    "first). You may make {guesses} guesses within {turns} turns; rows that break the rules get no answer and "
    "only waste a turn.",
)
_REPEATS = {
    True: "A symbol may stand in it more than once.",
    False: "No symbol stands in it more than once, and none may stand in a guess more than once.",
}
_LETTERS = tuple("ABCDEFGHJKLMNPQRSTUVWXYZ")  # without I and O, which look like digits
_DIGITS = tuple("0123456789")
_COLOURS = "black blue brown cyan gold green grey orange pink purple red silver white yellow".split()
# How often each alphabet is drawn: the digits are few, so that their codes would repeat.
_ALPHABETS = ((3, _LETTERS), (1, _DIGITS), (2, tuple(_COLOURS)))
_SPARE_TURNS = 4
_GAMES = 50


@limited(
    symbols=Whole(2, len(_LETTERS), "how many different symbols there are"),
    length=Whole(2, 12, "pegs of the code; without repeats at most as many as symbols"),
    repeats=Flag("whether a symbol may stand in the code more than once"),
    guesses=Whole(1, 1000, "the budget of guesses"),
)
def generate(rng: random.Random, *, symbols: int, length: int, repeats: bool, guesses: int) -> Draft:
    """Hide one code.

    Raises:
        ValueError: if there are more pegs than symbols and none may repeat.
        GenerationError: if the worked solution keeps needing more than `guesses` guesses.
    """
    if not repeats and length > symbols:
        raise ValueError(f"{length} pegs without repeats need {length} symbols or more; got {symbols}")
    wide = [(weight, names) for weight, names in _ALPHABETS if len(names) >= symbols]
    alphabet = rng.choices([names for _, names in wide], [weight for weight, _ in wide])[0]
    names = rng.sample(alphabet, symbols)
    code = _random_code(rng, symbols, length, repeats)
    codes = symbols**length if repeats else perm(symbols, length)
    turns = guesses + _SPARE_TURNS
    secret = [names[peg] for peg in code]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            length=length,
            count=symbols,
            symbols=", ".join(names),
            repeats=_REPEATS[repeats],
            guesses=guesses,
            turns=turns,
        ),
        payload={
            "symbols": names,
            "length": length,
            "repeats": repeats,
            "secret": secret,
            "guesses": guesses,
            "max_turns": turns,
        },
        answer=" ".join(secret),
        trace=_trace(names, _game(rng, code, symbols, repeats, guesses)),
        canonical={"symbols": sorted(names), "secret": secret, "repeats": repeats, "guesses": guesses},
        guess_rate=1 / codes,
        # log2 in whole arithmetic, because the last digit of a library logarithm depends on the platform.
        difficulty=((codes**100).bit_length() - 1) / 100,
    )


def _random_code(rng: random.Random, symbols: int, length: int, repeats: bool) -> Code:
    kinds = range(symbols)
    return tuple(rng.choices(kinds, k=length) if repeats else rng.sample(kinds, length))


def _game(rng: random.Random, code: Code, symbols: int, repeats: bool, guesses: int) -> list[Scored]:
    """A game within the budget, by the player who only guesses codes that fit all feedback so far."""
    for _ in range(_GAMES):
        played: list[Scored] = []
        while len(played) < guesses:
            guess = consistent_code(rng, played, symbols, len(code), repeats)
            played.append((guess, *score(code, guess)))
            if guess == code:
                return played
    raise GenerationError(f"{_GAMES} games took more than {guesses} guesses; raise guesses or lower symbols")


def _trace(names: list[str], played: list[Scored]) -> str:
    lines = ["Each guess fits all feedback so far; 1+2 means 1 exact and 2 misplaced."]
    for number, (guess, exact, misplaced) in enumerate(played, start=1):
        text = " ".join(names[peg] for peg in guess)
        checks = ", ".join(
            f"like {earlier} {e}+{m}"
            for earlier, (before, _, _) in enumerate(played[: number - 1], start=1)
            for e, m in [score(guess, before)]
        )
        lines.append(f"{number}: {text}" + (f" ({checks})" if checks else "") + f" gets {exact}+{misplaced}")
    return "\n".join(lines)
