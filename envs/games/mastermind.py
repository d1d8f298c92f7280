"""Mastermind for an interactive player: one guess a turn, answered with exact and misplaced pegs.

The game ends when the code is guessed or the guesses are used up. The code is never shown: not in the
observations, not in the state, and not after a loss (the same code may be played again).
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...generators.base import Json
from ...verifiers.base import Verdict
from ...verifiers.games import mastermind as rules
from ..game import Game, Turn


class Mastermind(Game):
    """The rules in `rlvr.verifiers.games.mastermind`, with their observations."""

    def start(self, payload: Mapping[str, Json]) -> Json:
        """No guesses yet."""
        return []

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Answer one guess; a text that is no proper guess gets no feedback and is not counted as a guess."""
        guess, problem = rules.read_guess(payload, move)
        if guess is None:
            left = rules.guesses_left(payload, state)
            return Turn(state, f"{problem.message} Guesses left: {left}.")
        state = rules.after_guess(payload, state, guess)
        text, exact, misplaced = state[-1]
        reply = f"{text}: {exact} exact, {misplaced} misplaced."
        if rules.won(payload, state):
            return Turn(state, f"{reply} You found the code.", over=True)
        if left := rules.guesses_left(payload, state):
            return Turn(state, f"{reply} Guesses left: {left}.")
        return Turn(state, f"{reply} No guesses are left, and the code is not found.", over=True)

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Right if the code was guessed, else the share of it that the best guess had."""
        return rules.judgement(payload, state)

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """One move: the code."""
        return [answer]

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any proper guess."""
        symbols, length = payload["symbols"], payload["length"]
        return " ".join(rng.choices(symbols, k=length) if payload["repeats"] else rng.sample(symbols, length))
