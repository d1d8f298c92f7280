"""Games: episodes of several moves, whose rules are a small class in `envs/games/`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from ..generators.base import Json, Task, derive_seed
from ..spec import TaskSpec, mark, resolve
from ..verifiers.base import Reason, Verdict
from .base import Episode, Feedback, Outcome, TextEnv

_COSTS = (
    "There are {turns} turns. A move that cannot be made changes nothing and costs a turn.",
    "You have {turns} turns; a move that is not possible uses up one of them, and nothing else happens.",
    "All this has to be done in {turns} turns, and a turn with an impossible move counts, though nothing is changed.",
)


def turns_told(task: Task, turns: int) -> str:
    """That a move which cannot be made costs a turn, for games whose prompts do not say it."""
    return _COSTS[derive_seed("how to play", task.level, task.seed) % len(_COSTS)].format(turns=turns)


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

    # ---- what a game may say beside -------------------------------------------------------------------

    def facts(self, task: Task) -> Mapping[str, Json]:
        """What all other methods get as the payload: the task's own, unless the game hides more than that says."""
        return task.payload

    def moves(self, task: Task) -> list[str]:
        """The moves of the oracle: those of `plan`, unless the worked solution tells a better order."""
        return self.plan(self.facts(task), task.answer)

    def turns(self, payload: Mapping[str, Json]) -> int | None:
        """The turns of an episode, where they depend on the task; None for what payload or registry say."""
        return None

    def how_to_play(self, task: Task, feedback: Feedback, turns: int) -> str:
        """What is added to the prompt, for prompts that are written for one response; else nothing."""
        return ""

    def remarks(self, payload: Mapping[str, Json], state: Json, feedback: Feedback) -> str:
        """What `feedback` lets the player know of a state, for games that make use of it."""
        return ""


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

    @property
    def turn_limit(self) -> int:
        """The cap on turns of the current episode: `max_turns`, or what the game or the entry says."""
        return self.max_turns or self.game.turns(self.task.payload) or super().turn_limit

    def _begin(self, task: Task) -> Json:
        return self.game.start(self.game.facts(task))

    def _prompt(self, episode: Episode) -> str:
        rules = self.game.how_to_play(episode.task, self.feedback, self.turn_limit)
        return f"{episode.task.prompt}\n\n{rules}" if rules else episode.task.prompt

    def _act(self, episode: Episode, action: str) -> Outcome:
        facts = self.game.facts(episode.task)
        found = self.task_spec.extract(action, episode.task.marker, self.extraction)
        if found.text is None:
            return self._refused(episode, found.failure())
        turn = self.game.play(facts, episode.state, found.text)
        episode.state = turn.state
        verdict = self.game.verdict(facts, turn.state)
        if turn.over:
            return Outcome(turn.observation, verdict, over=True)
        remarks = self.game.remarks(facts, turn.state, self.feedback)
        told = f"{turn.observation}\n\n{remarks}" if remarks else turn.observation
        return Outcome(self._with_turns_left(episode, told), verdict)

    def oracle_action(self) -> str:
        """The move of the oracle that belongs to this turn."""
        task, turn = self.task, self._running().turn
        moves = self.game.moves(task)
        return mark(moves[min(turn, len(moves) - 1)], task.marker)

    def random_action(self, rng: Random) -> str:
        """A move of the right form, chosen without skill."""
        episode = self._running()
        move = self.game.random_move(self.game.facts(episode.task), episode.state, rng)
        return mark(move, episode.task.marker)

    def _refused(self, episode: Episode, verdict: Verdict) -> Outcome:
        return Outcome(self._with_turns_left(episode, verdict.message), self._now(episode))

    def _with_turns_left(self, episode: Episode, observation: str) -> str:
        """The rules of a game do not know its cap on turns, so the environment states it."""
        return f"{observation}\n\nTurns left: {self.turn_limit - episode.turn}."

    def _standing(self, episode: Episode) -> Verdict:
        now = self._now(episode)
        return Verdict(now.score, Reason.TRUNCATED, "The game ran out of turns.", now.parts)

    def _now(self, episode: Episode) -> Verdict:
        return self.game.verdict(self.game.facts(episode.task), episode.state)
