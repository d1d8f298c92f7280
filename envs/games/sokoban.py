"""Sokoban for an interactive player: one move a turn, or several that are played in order.

The turn stops at the first move that is not possible; what was played before it stands. The game ends as soon as
the room is solved, and moves that are left are not played. A room that can no longer be solved goes on: seeing
that is the player's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...generators.base import Json
from ...verifiers.base import Verdict
from ...verifiers.games import sokoban as rules
from ..game import Game, Turn


class Sokoban(Game):
    """The rules in `rlvr.verifiers.games.sokoban`, with their observations. A state is the text of the room."""

    def start(self, payload: Mapping[str, Json]) -> Json:
        """The room of the task."""
        return payload["board"]

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Play the moves of one turn."""
        moves, problem = rules.read_moves(move, payload["max_turns"])
        if moves is None:
            return Turn(state, f"{problem.message}\n\n{state}")
        played = rules.play_moves(state, moves)
        if rules.solved(played.board):
            return Turn(played.board, f"{played.board}\n\nThe room is solved.", over=True)
        if played.problem:
            what = f"Move {played.count + 1} is not possible: {played.problem}."
            return Turn(played.board, f"{what} Moves played: {played.count}.\n\n{played.board}")
        return Turn(played.board, played.board)

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Right if the room is solved, else the share of the boxes that were brought to goals."""
        return rules.judgement(payload, state)

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """The moves of the reference, one for each turn."""
        return answer.split()

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any move that is possible, or any at all for a player who is walled in."""
        return rng.choice(rules.possible_moves(state) or "udlr").upper()
