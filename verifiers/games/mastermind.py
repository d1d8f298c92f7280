"""The rules of Mastermind, and the check of a code that is given in one response.

A state is the list of guesses made so far, each with its feedback: ``[["A B C", 1, 2], ...]`` for one exact and
two misplaced pegs. A proper guess adds an entry; anything else changes nothing.

`verify` takes exactly one guess, which must be the code. A list of guesses is no answer, however it ends: in one
response there is no feedback, so a list could only be a list of candidates. Games of several guesses are judged
by replaying the episode, one guess a turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import eq
from typing import Any

from ..answers import plain
from ..answers.wrapping import without_text_commands
from ..base import Reason, Verdict, correct, illegal, unparsable, wrong

State = list[list[Any]]

MAX_SHARE = 0.5
"""Most that a game which is not won can score, so that no clever guess is worth nearly as much as the code."""

_SEPARATORS = str.maketrans(dict.fromkeys(",;|()[]{}'\"`\u00a0", " "))
_LABEL = re.compile(r"\s*(?:(?:my|the) )?(?:guess|code|secret|move|row)(?: is |: ?| ?= ?)", re.IGNORECASE)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, one guess: symbols in any case, with spaces, commas or nothing between them."""
    guess, problem = read_guess(payload, answer)
    if guess is None:
        return problem
    return correct() if guess == payload["secret"] else wrong("This is not the code.")


def accepted_forms(answer: str) -> list[str]:
    """Other ways to write the guess `answer` that are accepted."""
    pegs = answer.split()
    forms = [answer.lower(), ", ".join(pegs), "\n".join(pegs), f"[{answer}]", repr(pegs), f"Guess: {answer}."]
    return [*forms, "".join(pegs)] if all(len(peg) == 1 for peg in pegs) else forms


def read_guess(payload: Mapping[str, Any], text: str) -> tuple[list[str] | None, Verdict]:
    """The guess that is the whole of `text`, or None and what is wrong with it."""
    symbols: Sequence[str] = payload["symbols"]
    length: int = payload["length"]
    form = f"Give one guess: {length} of the symbols {', '.join(symbols)}, with spaces between them."
    if len(text) > 64 * length:
        return None, unparsable(form)
    said = without_text_commands(plain(text))
    label = _LABEL.match(said)
    said = said[label.end() if label else 0 :].translate(_SEPARATORS).strip().removesuffix(".")
    if not said.isascii():  # letters that only look like the symbols
        return None, unparsable(form)
    pegs = said.split()
    if len(symbols[0]) == 1:
        pegs = list("".join(pegs))
    by_name = {symbol.lower(): symbol for symbol in symbols}
    guess = [by_name.get(peg.lower(), "") for peg in pegs]
    if len(guess) != length:
        return None, unparsable(form)
    if "" in guess:
        return None, illegal(f"Only these symbols may be used: {', '.join(symbols)}.")
    if not payload["repeats"] and len(set(guess)) < length:
        return None, illegal("No symbol may stand in a guess more than once.")
    return guess, correct()


def feedback(secret: Sequence[str], guess: Sequence[str]) -> tuple[int, int]:
    """The numbers of exact and of misplaced pegs of `guess`."""
    exact = sum(map(eq, secret, guess))
    return exact, (Counter(secret) & Counter(guess)).total() - exact


def after_guess(payload: Mapping[str, Any], state: State, guess: Sequence[str]) -> State:
    """The state after a proper guess; `state` stays as it is."""
    return [*state, [" ".join(guess), *feedback(payload["secret"], guess)]]


def guesses_left(payload: Mapping[str, Any], state: State) -> int:
    """How many guesses the player still has."""
    return int(payload["guesses"]) - len(state)


def won(payload: Mapping[str, Any], state: State) -> bool:
    """Whether the last guess was the code; the game ends there."""
    return bool(state) and state[-1][1] == payload["length"]


def judgement(payload: Mapping[str, Any], state: State) -> Verdict:
    """The verdict on a game: right if it is won, else `MAX_SHARE` of what the best guess had of the code.

    A guess has ``(exact + misplaced / 2) / length`` of the code. Only the best one counts, so guessing the same
    again earns nothing, and the score never falls.
    """
    if won(payload, state):
        return correct(guesses=float(len(state)))
    best = max((exact + misplaced / 2 for _, exact, misplaced in state), default=0.0)
    share = MAX_SHARE * best / payload["length"]
    return Verdict(share, Reason.WRONG, "The code is not found yet.", {"guesses": float(len(state))})
