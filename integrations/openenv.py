"""OpenEnv: any environments of this package behind one OpenEnv server, with many sessions at once; imports openenv.

    rlvr openenv sudoku sokoban search-qa --port 8000

and any OpenEnv client plays them: ``GenericEnvClient(base_url="http://127.0.0.1:8000")``. An action has one field,
``message``: what the policy wrote, as a text or an assistant's message; other JSON is taken as its text, because
clients exist that read a model's reply as JSON first. See docs/trainers/openenv.md.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import (
    Action,
    ConcurrencyConfig,
    EnvironmentMetadata,
    Observation,
    State,
)
from pydantic import Field, model_validator

from .. import registry
from ..dial import Dial, Difficulty
from ..envs.chat import Message, action_of
from ..generators.base import Json, Split, derive_seed, parse_task_id, task_id
from ..version import __version__
from .episode import Episode, has_tools
from .pay import reward_of
from .workers import BUDGET, Workers, workers

__all__ = ["RlvrAction", "RlvrEnvironment", "RlvrObservation", "RlvrState", "Settings", "make_app"]

IDLE = 900.0
"""Seconds after which OpenEnv closes a session that no socket holds."""
SPLITS: tuple[Split, ...] = ("train", "test")


class RlvrAction(Action):  # type: ignore[misc]
    """What the policy wrote."""

    message: Any = Field(
        description="The policy's message: its text, or an assistant's chat message with tool_calls."
    )

    @model_validator(mode="before")
    @classmethod
    def _whole(cls, data: Any) -> Any:
        """A JSON object that is no action is a message: so a model that answers in JSON has played, not failed."""
        return (
            data if not isinstance(data, dict) or data.keys() <= {"message", "metadata"} else {"message": data}
        )

    def text(self) -> str:
        """The action as environments take it."""
        message = self.message
        if isinstance(message, Mapping) and message.get("role") == "assistant":
            with suppress(TypeError):  # no chat message after all
                message = action_of(message)
        text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
        return text.encode(errors="replace").decode()  # half a character could not be sent back


class RlvrObservation(Observation):  # type: ignore[misc]
    """What the policy reads next, and at the end the judgement.

    ``reward`` is None after a reset, 0.0 after a step that goes on, and after the last one what `rlvr.verify` pays for
    the episode; None there is a failure of the machinery, which must not be learned from.
    """

    messages: list[dict[str, Any]] = Field(
        default=[], description="New messages of the chat, in OpenAI's form."
    )
    tools: list[dict[str, Any]] = Field(default=[], description="Schemas of tools that are called natively.")
    truncated: bool = Field(default=False, description="Whether a cap or a failure ended the episode.")
    verdict: dict[str, Any] | None = Field(default=None, description="At the end: score, reason, message.")


class RlvrState(State):  # type: ignore[misc]
    """Where the episode stands."""

    task: str = Field(default="", description="The task's id, which rebuilds it anywhere.")
    turns: int = Field(default=0, description="The cap on actions.")
    done: bool = Field(default=False, description="Whether it is over.")


class Settings:
    """What a server plays.

    Args:
        names: ids or short names.
        count: problems of a split. Problem `i` is a function of the settings, the split and `i` alone.
        levels: lowest and highest level; all if not given.
        difficulty: instead of levels, of the scale of docs/difficulty.md: a number, or lowest and highest.
        seed: another one gives other problems.
        budget: seconds that making a task, a reset or a step may take.
        unscored: what a failure of the machinery is: a last observation whose reward is ``none``, or an ``error``, for
            clients that take None for 0.
        pool: the processes that episodes run in.
        options: of the environments.

    Raises:
        UnknownEnvironment: if there is no such environment.
        ValueError: if a level does not exist, or an environment cannot reach the difficulty.
    """

    def __init__(
        self,
        names: str | Sequence[str],
        *,
        count: int = 1000,
        levels: tuple[int, int] | None = None,
        difficulty: Difficulty | None = None,
        seed: int = 0,
        budget: float = BUDGET,
        unscored: Literal["none", "error"] = "none",
        pool: Workers | None = None,
        **options: Json,
    ) -> None:
        listed = [names] if isinstance(names, str) else list(names)
        if not listed:
            raise ValueError("name at least one environment")
        if unscored not in ("none", "error"):
            raise ValueError(f"unscored must be 'none' or 'error', not {unscored!r}")
        if levels is not None and difficulty is not None:
            raise ValueError("give levels or a difficulty, not both")
        self.dials: dict[str, Dial] = {}
        if difficulty is not None:
            self.dials = {spec.id: Dial(spec, difficulty) for spec in map(registry.get, listed)}
        self.levels: dict[str, Sequence[int]] = {}
        for spec in map(registry.get, listed):
            low, high = levels or (spec.levels[0], spec.levels[-1])
            self.levels[spec.id] = range(max(low, spec.levels[0]), min(high, spec.levels[-1]) + 1)
            if not self.levels[spec.id]:
                raise ValueError(
                    f"{spec.id} has the levels {spec.levels[0]} to {spec.levels[-1]}, not {low} to {high}"
                )
        self.count, self.seed, self.budget, self.unscored = count, seed, budget, unscored
        self.options = options
        self.pool = pool or workers()
        self.resets = itertools.count()

    def problem(self, split: str, index: int) -> dict[str, Json]:
        """A problem of a split, before it is made.

        Raises:
            IndexError: if there is none of that number.
            ValueError: if there is no such split.
        """
        if split not in SPLITS:
            raise ValueError(f"there is no split {split!r}; there are train and test")
        if type(index) is not int or not 0 <= index < self.count:
            raise IndexError(f"the split {split} has the problems 0 to {self.count - 1}, not {index!r}")
        ids = list(self.levels)
        env = ids[index % len(ids)]
        levels = self.levels[env]
        level = levels[index // len(ids) % len(levels)]
        found = {"id": f"{split}-{index}", "index": index, "split": split, "env": env, "level": level}
        if self.dials:
            rung = self.dials[env].rung(derive_seed("openenv level", self.seed, split, index))
            found.update(level=rung.level, params=dict(rung.params))
        return found

    def begin(self, problem: Mapping[str, Json]) -> str:
        """The id from which on the task of a problem is looked for, as `Workers.task` takes it."""
        seed = derive_seed("openenv", self.seed, problem["split"], problem["index"])
        return task_id(problem["env"], problem["level"], seed, problem.get("params"))


class RlvrEnvironment(Environment[RlvrAction, RlvrObservation, RlvrState]):  # type: ignore[misc]
    """One session: one episode after another. Nothing is shared but the pool of processes."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self._episode: Episode | None = None
        self._id: str | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        task: str | None = None,
        split: str = "train",
        index: int | None = None,
        tools: Literal["text", "native"] = "text",
        **unknown: Any,
    ) -> RlvrObservation:
        """Begin an episode.

        Args:
            seed: plays problem number ``seed`` modulo their count: members of a group that share it share the task.
            episode_id: what the client calls the episode.
            task: a task's id, of one of the server's environments, instead of a problem of a split.
            split: ``train`` or ``test``, by the problem's content.
            index: the problem's number; without it and without a seed, each reset takes the next one.
            tools: ``native`` lists the schemas of the tools and leaves them to the chat template; ``text`` tells them
                in the prompt. Calls of both forms are understood in either case.
            **unknown: there are no others.

        Raises:
            TypeError: if there are others.
            ValueError, IndexError: if there is no such task.
        """
        if unknown:
            known = "seed, episode_id, task, split, index, tools"
            raise TypeError(f"reset takes {known}, not {', '.join(unknown)}")
        if not (seed is None or type(seed) is int):
            raise ValueError(f"a seed is a whole number, not {seed!r:.60}")
        chosen = self.settings
        options = dict(chosen.options)
        if task is not None:
            env = registry.get(parse_task_id(str(task))[0]).id
            if env not in chosen.levels:
                raise ValueError(f"this server plays {', '.join(chosen.levels)}, not {env}")
            made = chosen.pool.task(str(task), budget=chosen.budget)
        else:
            if index is None:
                index = (next(chosen.resets) if seed is None else seed) % chosen.count
            begin = chosen.begin(chosen.problem(split, index))
            made = chosen.pool.task(begin, split="test" if split == "test" else "train", budget=chosen.budget)
        if has_tools(made.env) and "tools" not in {**made.options, **options}:
            options["tools"] = tools
        self._id = None if episode_id is None else str(episode_id)
        self._episode = Episode(made, native=False, budget=chosen.budget, pool=chosen.pool, **options)
        messages = self._episode.reset()
        native = options.get("tools", made.options.get("tools")) == "native"
        return self._observed(messages, self._episode.tools if native else [])

    def step(self, action: RlvrAction, timeout_s: float | None = None, **more: Any) -> RlvrObservation:
        """Play what the policy wrote.

        Raises:
            ValueError: if no episode is going on.
            Unscored: after a failure of the machinery, if the server was told so.
        """
        if self._episode is None:
            raise ValueError("the episode has not begun: call reset, in the same session")
        self._episode.budget = min(timeout_s or self.settings.budget, self.settings.budget)
        return self._observed(self._episode.act(action.text()), [])

    def _observed(self, messages: list[Message], tools: list[dict[str, Json]]) -> RlvrObservation:
        episode = self._episode
        assert episode is not None
        begun = not episode.actions
        if not episode.done:
            return RlvrObservation(messages=messages, tools=tools, reward=None if begun else 0.0)
        verdict = episode.score()
        if self.settings.unscored == "error":
            reward_of(verdict)  # raises
        return RlvrObservation(
            messages=messages,
            done=True,
            reward=verdict.reward,
            truncated=episode.truncated,
            verdict=verdict.to_json(),
            metadata={} if verdict.scored else {"error": verdict.message},
        )

    @property
    def state(self) -> RlvrState:
        """Where the episode stands."""
        episode = self._episode
        if episode is None:
            return RlvrState()
        return RlvrState(
            episode_id=self._id or episode.key,
            step_count=len(episode.actions),
            task=episode.task.id,
            turns=episode.turns,
            done=episode.done,
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """What the server plays."""
        names = ", ".join(self.settings.levels)
        return EnvironmentMetadata(
            name="rlvr", description=f"Verifiable reasoning: {names}", version=__version__
        )

    # ---- OpenEnv's Task API --------------------------------------------------------------------------

    def list_splits(self) -> list[str]:
        """The splits: a problem's content decides which one it is in."""
        return list(SPLITS)

    def num_tasks(self, split: str) -> int:
        """How many problems a split has here."""
        self.settings.problem(split, 0)
        return self.settings.count

    def list_tasks(self, split: str) -> list[dict[str, Json]]:
        """All problems of a split."""
        return self.get_task_range(split)

    def get_task(self, split: str, index: int) -> dict[str, Json]:
        """One problem."""
        return self.settings.problem(split, index)

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Json]]:
        """Some problems, by the bounds of a slice."""
        self.settings.problem(split, 0)
        return [self.settings.problem(split, index) for index in range(self.settings.count)[start:stop]]


def make_app(names: str | Sequence[str], *, sessions: int = 64, **choices: Any) -> Any:
    """The server as a FastAPI application.

    Args:
        names: ids or short names.
        sessions: sessions at the same time; further clients are refused.
        choices: see `Settings`.
    """
    return create_app(
        functools.partial(RlvrEnvironment, Settings(names, **choices)),
        RlvrAction,
        RlvrObservation,
        env_name="rlvr",
        concurrency_config=ConcurrencyConfig(max_concurrent_envs=sessions, session_timeout=IDLE),
        state_cls=RlvrState,
    )
