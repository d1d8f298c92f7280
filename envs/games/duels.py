"""Games for two against a seeded opponent: the positions of the one-response form, played to the end.

A turn is one move, and the opponent's answer follows at once. The game is won if it ends at least as well as its
first position is worth under perfect play; that is said in the prompt. A move that cannot be read or made changes
nothing and costs a turn. ``parts`` has ``kept``, the share of the player's moves that kept what the position was
worth, and ``regret``, what was given away in the end, from 0 to 1 (a loss of a won game).
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from ...generators.base import Json, Task
from ...verifiers.base import Reason, Verdict, correct
from ...verifiers.duels import nim_games, tic_tac_toe_kin
from ...verifiers.duels.rules import Rules
from ..base import Feedback
from ..game import Game, Turn, turns_told

_ENDS = {1: "You win.", 0: "The game is drawn.", -1: "You lose."}


class Duel(Game):
    """The game; a subclass names its rules.

    A state is the position, the number of the player's moves, how many of them kept its worth, and the end: None,
    1, 0 or -1.
    """

    rules: ClassVar[Rules]

    def start(self, payload: Mapping[str, Json]) -> Json:
        """The position of the task."""
        return {"position": self.rules.start(payload), "made": 0, "kept": 0, "end": None}

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Make one move, and the opponent's answer to it."""
        rules, position = self.rules, state["position"]
        shown = rules.show(payload, position)
        words = rules.read(move)
        if words is None or len(words) != 1:
            return Turn(state, f"That is not one move. {rules.form}\n\n{shown}")
        name = rules.named(payload, words[0])
        moves = rules.moves(payload, position)
        if name not in moves:
            return Turn(state, f"The move {name} is not possible.\n\n{shown}")
        kept = name in rules.best(payload, position)
        after: Json = {
            "position": moves[name],
            "made": state["made"] + 1,
            "kept": state["kept"] + kept,
            "end": None,
        }
        told = f"You: {name}."
        end = rules.ended(payload, after["position"])
        if end is None:
            answer = rules.reply(payload, after["position"])
            after["position"] = rules.moves(payload, after["position"])[answer]
            told = f"{told} The other player: {answer}."
            end = rules.ended(payload, after["position"])
        else:
            end = -end
        shown = rules.show(payload, after["position"])
        told = f"{told}\n\n{shown}" + ("\n\n" if "\n" in shown else " ")  # a board ends with a row of its own
        if end is None:
            return Turn(after, f"{told}It is your turn.")
        return Turn(after | {"end": end}, f"{told}{_ENDS[end]}", over=True)

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Right if the game ended as well as it could; 0 before its end, and where it ended worse."""
        if state["end"] is None:
            return Verdict(0.0, Reason.WRONG, "The game is not over.")
        due = self.rules.worth(payload, self.rules.start(payload))
        parts = {"kept": state["kept"] / state["made"], "regret": max(due - state["end"], 0) / 2}
        if not parts["regret"]:
            return correct(**parts)
        return Verdict(0.0, Reason.WRONG, "The game could have ended better.", parts)

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """Moves of perfect play against this opponent."""
        made: list[str] = []
        state = self.start(payload)
        over = False
        while not over:
            made.append(self.rules.best(payload, state["position"])[0])
            turn = self.play(payload, state, made[-1])
            state, over = turn.state, turn.over
        return made

    def how_to_play(self, task: Task, feedback: Feedback, turns: int) -> str:
        """What a move that cannot be made costs."""
        return turns_told(task, turns)

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any move that is possible."""
        return rng.choice(list(self.rules.moves(payload, state["position"])))


class NimGames(Duel):
    """Nim and its kin."""

    rules = nim_games.RULES


class TicTacToeKin(Duel):
    """Tic-tac-toe and its kin."""

    rules = tic_tac_toe_kin.RULES
