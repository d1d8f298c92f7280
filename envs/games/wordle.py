"""Wordle with a list for an interactive player: one guess a turn, answered with its marks.

The game ends when the hidden word is guessed or the guesses are used up. The hidden word is never shown: not in the
observations, not in the state, and not after a loss.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...generators.base import Json, Task
from ...verifiers.base import Reason, Verdict
from ...verifiers.games import wordle as rules
from ..base import Feedback
from ..game import Game, Turn, turns_told

_FORM = "Guess one word of the list, and write nothing else."


class Wordle(Game):
    """The rules in `rlvr.verifiers.games.wordle`, with their observations."""

    def start(self, payload: Mapping[str, Json]) -> Json:
        """No guesses yet."""
        return []

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Mark one guess; a text that is no word of the list is not counted as one."""
        words, problem = rules.read(payload, move)
        if words is None or len(words) != 1:
            told = "Guess one word at a time."
            if words is None:
                told = problem.message if problem.reason is Reason.ILLEGAL else _FORM
            return Turn(state, f"{told} Guesses left: {rules.guesses_left(payload, state)}.")
        state = rules.after_guess(payload, state, words[0])
        reply = f"{state[-1][0]} {state[-1][1]}"
        if rules.judgement(payload, state).passed:
            return Turn(state, f"{reply}\n\nYou found the word.", over=True)
        if left := rules.guesses_left(payload, state):
            return Turn(state, f"{reply}\n\nGuesses left: {left}.")
        return Turn(state, f"{reply}\n\nNo guesses are left, and the word is not found.", over=True)

    def how_to_play(self, task: Task, feedback: Feedback, turns: int) -> str:
        """What a text that is no guess costs: no guess, but a turn."""
        return turns_told(task, turns)

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Right if the hidden word was guessed."""
        return rules.judgement(payload, state)

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """One guess: the hidden word."""
        return [payload["hidden"]]

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any word of the list."""
        return str(rng.choice(payload["words"]))
