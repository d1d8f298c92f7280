"""Games: episodes of several moves, whose rules are a small class in `envs/games/`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from ..generators.base import Json, Task
from ..spec import TaskSpec, mark, resolve
from ..verifiers.base import Reason, Verdict
from .base import Episode, Outcome, TextEnv


@dataclass(frozen=True, slots=True)
class Turn:
    """What a move led to: the new state, what the player reads, and whether the game is over."""

    state: Json
    observation: str
    over: bool = False


class Game(ABC):
    """The rules of a game as pure functions of a payload and a state, which is a JSON value.

    An instance holds no state, so a game can be copied, replayed and branched for nothing. The rules themselves
    live with the verifier, which replays whole games; a `Game` adds what an interactive player needs.
    """

    @abstractmethod
    def start(self, payload: Mapping[str, Json]) -> Json:
        """The state before the first move."""

    @abstractmethod
    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Play one move, given as the policy wrote it.

        A move that cannot be read or is not allowed leaves the state as it is and says why. The state given
        must not be changed in place.
        """

    @abstractmethod
    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """The judgement of a state: right if the game is won, else wrong with the partial score in [0, 1).

        The state before the first move scores 0.
        """

    @abstractmethod
    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """The moves of the reference answer, one for each turn."""

    @abstractmethod
    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """A move of the right form, chosen without any skill."""


class GameEnv(TextEnv):
    """An episode is a game: one move a turn, until it is won, lost or out of turns.

    Args:
        spec: the registry entry; its `env` names the `Game` class.
        attempts: must be 1; a game is played once.
        options: see `TextEnv`.
    """

    not_options: ClassVar[tuple[str, ...]] = ("attempts",)

    def __init__(self, spec: TaskSpec, *, attempts: int = 1, **options: Any) -> None:
        if attempts != 1:
            raise ValueError(f"{spec.id} is a game: it takes max_turns, not attempts")
        super().__init__(spec, **options)
        self.game: Game = resolve(spec.env)()

    def _begin(self, task: Task) -> Json:
        return self.game.start(task.payload)

    def _act(self, episode: Episode, action: str) -> Outcome:
        payload = episode.task.payload
        found = self.task_spec.extract(action, episode.task.marker, self.extraction)
        if found.text is None:
            return self._refused(episode, found.failure())
        turn = self.game.play(payload, episode.state, found.text)
        episode.state = turn.state
        verdict = self.game.verdict(payload, turn.state)
        observation = turn.observation if turn.over else self._with_turns_left(episode, turn.observation)
        return Outcome(observation, verdict, over=turn.over)

    def oracle_action(self) -> str:
        """The move of the reference plan that belongs to this turn."""
        task, turn = self.task, self._running().turn
        plan = self.game.plan(task.payload, task.answer)
        return mark(plan[min(turn, len(plan) - 1)], task.marker)

    def random_action(self, rng: Random) -> str:
        """A move of the right form, chosen without skill."""
        episode = self._running()
        move = self.game.random_move(episode.task.payload, episode.state, rng)
        return mark(move, episode.task.marker)

    def _refused(self, episode: Episode, verdict: Verdict) -> Outcome:
        standing = self.game.verdict(episode.task.payload, episode.state)
        return Outcome(self._with_turns_left(episode, verdict.message), standing)

    def _with_turns_left(self, episode: Episode, observation: str) -> str:
        """The rules of a game do not know its cap on turns, so the environment states it."""
        return f"{observation}\n\nTurns left: {self.turn_limit - episode.turn}."

    def _standing(self, episode: Episode) -> Verdict:
        now = self.game.verdict(episode.task.payload, episode.state)
        return Verdict(now.score, Reason.TRUNCATED, "The game ran out of turns.", now.parts)
