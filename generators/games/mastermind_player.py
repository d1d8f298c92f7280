"""A Mastermind player for the generator: it guesses only codes that fit all feedback so far.

Codes are tuples of symbol numbers. The player fills the pegs from left to right and goes back as soon as some
earlier guess could no longer get the feedback that it got.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import eq

Code = tuple[int, ...]
Scored = tuple[Code, int, int]
"""A guess with its exact and misplaced pegs."""


def score(code: Code, guess: Code) -> tuple[int, int]:
    """The exact and the misplaced pegs of `guess` when `code` is the secret (the same if they change places)."""
    exact = sum(map(eq, code, guess))
    common = sum(min(code.count(symbol), guess.count(symbol)) for symbol in set(guess))
    return exact, common - exact


def consistent_code(
    rng: random.Random, played: Sequence[Scored], symbols: int, length: int, repeats: bool
) -> Code:
    """A code that would have got the feedback of every guess in `played`; there must be one.

    The symbols of each peg are tried in a random order, so every fitting code may be found.
    """
    orders = [rng.sample(range(symbols), symbols) for _ in range(length)]
    guesses = [guess for guess, _, _ in played]
    every = range(len(guesses))
    exact_left = [exact for _, exact, _ in played]
    common_left = [exact + misplaced for _, exact, misplaced in played]
    # How many pegs of each symbol each guess still has to match.
    stock = [[guess.count(symbol) for symbol in range(symbols)] for guess in guesses]
    used = [0] * symbols
    code: list[int] = []
    tried = [0] * length
    while len(code) < length:
        place = len(code)
        after = length - place - 1
        order, at = orders[place], tried[place]
        while at < symbols:
            symbol = order[at]
            at += 1
            if not repeats and used[symbol]:
                continue
            for i in every:
                exact = exact_left[i] - (guesses[i][place] == symbol)
                common = common_left[i] - (stock[i][symbol] > 0)
                if not (0 <= exact <= after and 0 <= common <= after):
                    break
            else:
                break
        else:
            tried[place] = 0
            _take_back(code, guesses, exact_left, common_left, stock, used)
            continue
        tried[place] = at
        code.append(symbol)
        used[symbol] += 1
        for i in every:
            exact_left[i] -= guesses[i][place] == symbol
            common_left[i] -= stock[i][symbol] > 0
            stock[i][symbol] -= 1  # below zero: pegs of the code beyond those of the guess
    return tuple(code)


def _take_back(
    code: list[int],
    guesses: list[Code],
    exact_left: list[int],
    common_left: list[int],
    stock: list[list[int]],
    used: list[int],
) -> None:
    """Remove the last peg and its effect on the counts."""
    if not code:
        raise ValueError("no code fits this feedback")
    symbol = code.pop()
    used[symbol] -= 1
    for i, guess in enumerate(guesses):
        stock[i][symbol] += 1
        common_left[i] += stock[i][symbol] > 0
        exact_left[i] += guess[len(code)] == symbol
