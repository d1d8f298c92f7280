"""Games against partners that follow rules, played: the same games as in the one-response form, a move a turn.

Where the partner's rule is one of several, it is not told which. The game is won by so many points that they can be
ensured whatever the partner is; the prompt says how far they may lie below the most. A move that cannot be read or made
changes nothing and costs a turn. ``parts`` has ``payoff``, from 0 for the fewest points to 1 for the most, and
``regret``, the points that were missed.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from ...generators.base import Json, Task
from ...verifiers.base import Reason, Verdict, correct
from ...verifiers.policies import auctions_and_bargaining, grid_arcade, repeated_games
from ...verifiers.policies.rules import Rules
from ..base import Feedback
from ..game import Game, Turn, turns_told


class Policies(Game):
    """The game; a subclass names its rules. A state is that of the rules, and the points so far."""

    rules: ClassVar[Rules]

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Before the first move."""
        return {"state": self.rules.start(payload), "points": 0}

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Make one move."""
        rules, here = self.rules, state["state"]
        words = rules.read(payload, move)
        if words is None or len(words) != 1:
            return Turn(state, f"That is not one move. {rules.form}\n\n{rules.show(payload, here)}")
        if words[0] not in rules.moves(payload, here):
            return Turn(state, f"The move {words[0]} is not possible.\n\n{rules.show(payload, here)}")
        points, told, after = rules.step(payload, here, words[0])
        total = state["points"] + points
        told = f"You: {words[0]}. {told} Points for you: {points}; in all {total}."
        over = not rules.moves(payload, after)
        end = "The game is over." if over else rules.show(payload, after)
        return Turn({"state": after, "points": total}, f"{told}\n\n{end}", over)

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Right if the points are as many as could be ensured; 0 before the end, and where they are fewer."""
        if self.rules.moves(payload, state["state"]):
            return Verdict(0.0, Reason.WRONG, "The game is not over.")
        parts = self.rules.parts(payload, state["points"])
        if parts["regret"] <= payload["slack"]:
            return correct(**parts)
        return Verdict(0.0, Reason.WRONG, "More points could have been ensured.", parts)

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """The moves of the reference, which earn the most against the true partner."""
        return answer.split(", ")

    def how_to_play(self, task: Task, feedback: Feedback, turns: int) -> str:
        """What a move that cannot be made costs."""
        return turns_told(task, turns)

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any move that is possible."""
        return rng.choice(self.rules.moves(payload, state["state"]))


class RepeatedGames(Policies):
    """Repeated games."""

    rules = repeated_games.RULES


class AuctionsAndBargaining(Policies):
    """Auctions and bargaining."""

    rules = auctions_and_bargaining.RULES


class GridArcade(Policies):
    """Arcade games on a grid."""

    rules = grid_arcade.RULES
