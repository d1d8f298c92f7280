"""Puzzles of moves, played: the same task as the one-response form, under the same rules and the same count.

A turn is one move, or several that are made in order, as far as they are possible. The game is won when the goal is
reached in no more moves than the task allows (of a shortest plan: in the least number), and lost when that many are
made without it. Moves that are not possible are not counted, but cost turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from ...generators.base import Json, Task, derive_seed
from ...verifiers.base import Verdict
from ...verifiers.planning import grid_paths, lights_out, rotation_puzzles, sliding_tiles, tower_of_hanoi
from ...verifiers.planning.rules import Rules
from ..base import Feedback
from ..game import Game, Turn

SPARE_TURNS = 10
"""Turns beyond the moves that may be made."""

HOW_TO = (
    "You play this in turns: write one move, or several that are made in order, and you see what they lead to. A move "
    "that is not possible ends the turn and changes nothing. No move can be taken back{count}. There are {turns} "
    "turns.",
    "This is played move by move. Each turn give your next move, or the next few; you are shown the new position after "
    "them. What is done stays done{count}; a move that cannot be made is refused, with all that come after it, and the "
    "turn is used up. You have {turns} turns.",
    "Play it: in each of up to {turns} turns you make one move or a list of moves, and then see how things stand. They "
    "are made in order up to the first one that is not possible, which ends the turn. Moves are final{count}.",
)


class Moves(Game):
    """The game; a subclass names the rules of a puzzle. A state is that of the rules, and the number of moves made."""

    rules: ClassVar[Rules]

    def start(self, payload: Mapping[str, Json]) -> Json:
        """The state of the task."""
        return {"state": self.rules.start(payload), "made": 0}

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Make the moves of one turn."""
        rules, most, made = self.rules, payload["most"], state["made"]
        moves = rules.read(move, most)
        if moves is None:
            return Turn(state, f"That cannot be read. {rules.form}\n\n{rules.show(payload, state['state'])}")
        played = rules.play(payload, state["state"], moves[: most - made])
        after: Json = {"state": played.state, "made": made + played.count}
        spent = rules.spent(played.state, after["made"])
        told = rules.show(payload, played.state)
        if rules.solved(payload, played.state):
            end = (
                "The goal is reached."
                if spent <= most
                else f"The goal is reached, but not as {rules.cheaply} as is asked for."
            )
            return Turn(after, f"{told}\n\n{end}", over=True)
        if played.problem:
            what = f"Move {played.count + 1} is not possible: {played.problem}."
            told = f"{what} Moves made in this turn: {played.count}.\n\n{told}"
        if spent >= most:
            end = f"The goal is not reached, and can no longer be reached as {rules.cheaply} as is asked for."
            return Turn(after, f"{told}\n\n{end} The game is over.", over=True)
        return Turn(after, f"{told}\n\nMoves made so far: {after['made']}.")

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Right if the goal is reached in time, else how much nearer it is than at the start."""
        return self.rules.judgement(payload, state["state"], state["made"])

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """The moves of the reference, one for each turn."""
        return answer.split(", ")

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any move that is possible."""
        return rng.choice(self.rules.moves(payload, state["state"]))

    def turns(self, payload: Mapping[str, Json]) -> int:
        """Enough for a move a turn and a few more, in tens, so that they do not tell the least number of moves."""
        least = payload["least"]
        return int(-(-(least + least // 2 + SPARE_TURNS) // 10) * 10)

    def how_to_play(self, task: Task, feedback: Feedback, turns: int) -> str:
        """What a turn is."""
        count = ", and the game is lost once all that the task allows is spent without reaching the goal"
        wording = HOW_TO[derive_seed("how to play", task.level, task.seed) % len(HOW_TO)]
        return wording.format(turns=turns, count=count)


class SlidingTiles(Moves):
    """Sliding tiles."""

    rules = sliding_tiles.RULES


class TowerOfHanoi(Moves):
    """Tower of Hanoi."""

    rules = tower_of_hanoi.RULES


class LightsOut(Moves):
    """Lights out."""

    rules = lights_out.RULES


class RotationPuzzles(Moves):
    """Rotation puzzles."""

    rules = rotation_puzzles.RULES


class GridPaths(Moves):
    """Grid paths."""

    rules = grid_paths.RULES

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any step that is possible; any at all where none is, between arrows."""
        return rng.choice(self.rules.moves(payload, state["state"]) or list("UDLR"))
