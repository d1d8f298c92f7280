"""What every environment shares: tasks from seeds, the chat so far, caps, state keys, branching and hints.

A subclass says what an episode is, in two methods: `TextEnv._begin` and `TextEnv._act`. Everything that is
promised of all environments is done here once.
"""

from __future__ import annotations

import copy
import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, Literal, Self

import gymnasium
from gymnasium.error import ResetNeeded

from ..dial import Dial, Difficulty
from ..generators.base import Json, Marker, Split, Task, canonical_json, derive_seed
from ..named_image import within
from ..spec import TaskSpec, with_kinds
from ..task_ids import task as task_of_id
from ..verifiers.base import Reason, RewardKind, Verdict
from ..verifiers.extract import Mode
from .chat import Message
from .hints import NoHints, hint_text, without_answer
from .spaces import UnicodeText

Feedback = Literal["none", "binary", "reason"]

MAX_ACTION_CHARS = 100_000
MAX_OBSERVATION_CHARS = 32_768

HINT = "Hint: "
"""How the message begins that a hint adds to the chat."""


class HintsOff(RuntimeError):
    """A hint was asked for in evaluation, where none are given."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one action led to.

    Attributes:
        observation: what the policy reads next.
        verdict: the judgement so far, if there is one.
        over: the episode ended by its own rules.
        cut: the episode was ended by a cap (turns, time) or by a failure of the machinery.
    """

    observation: str
    verdict: Verdict | None = None
    over: bool = False
    cut: bool = False


@dataclass(slots=True)
class Episode:
    """The whole state of an episode: what `TextEnv.clone` copies."""

    task: Task
    state: Json = None
    turn: int = 0
    messages: list[Message] = field(default_factory=list)
    verdict: Verdict | None = None
    paid: float = 0.0
    finished: bool = False
    hint_fraction: float = 0.0
    started: float = 0.0


class TextEnv(gymnasium.Env[str, str], ABC):
    """A Gymnasium environment over text, for one registry entry.

    Args:
        spec: the registry entry.
        level: a level, or a range ``(lowest, highest)`` from which the seed picks; 1 if nothing is said.
        params: difficulty parameters that override those of the level.
        kinds: the kinds of question to ask, of `TaskSpec.kinds`, instead of the level's.
        difficulty: instead of a level, a point of the scale of docs/difficulty.md or a range ``(lowest, highest)``; the
            seed picks the level, which may be beyond the table. `task.id` says what was picked.
        split: only tasks of this split (a property of the problem's content, not of its seed).
        feedback: what the policy learns of a wrong try: ``none``, ``binary`` (that it is wrong) or
            ``reason`` (the verdict's message).
        reward: ``binary`` pays 1.0 for a right answer; ``dense`` pays the score, spread over the turns. Under
            either, the rewards of an episode add up to ``info["verdict"].reward``, and `rlvr.verify` with the same
            ``reward=`` gives the same.
        extraction: ``strict`` takes an answer only from the marker asked for, ``lenient`` from other common
            forms as well.
        marker: the marker that the prompt asks for, instead of the registry's.
        system: a system prompt, with which the chat begins.
        max_turns: cap on turns; an episode that reaches it is truncated.
        max_action_chars: a longer action scores nothing and is not looked at.
        max_observation_chars: a longer observation is shortened in its middle.
        time_limit: cap on an episode's wall-clock seconds, looked at when a step begins; None for no cap.
        hints: whether `hint` works; by default not in the test split.
        render_mode: ``ansi`` for the chat as text, ``svg`` for a picture of the state, ``rgb_array`` for the same in
            pixels (320 × 480; needs the extra ``pictures``), or None.

    The task of ``reset(seed=s)`` is a pure function of the id, the level and `s`: no clock and no global random
    state enters, so all members of a rollout group that reset with one seed get one task.
    ``reset(options={"task": ...})`` plays a given `Task` or task id.
    """

    not_options: ClassVar[tuple[str, ...]] = ()
    """Options that a subclass takes only to say what to give instead."""

    metadata = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": ["ansi", "svg", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        spec: TaskSpec,
        *,
        level: int | tuple[int, int] | None = None,
        params: Mapping[str, Json] | None = None,
        kinds: str | Sequence[str] | None = None,
        difficulty: Difficulty | None = None,
        split: Split | None = None,
        feedback: Feedback = "none",
        reward: RewardKind = "binary",
        extraction: Mode = "strict",
        marker: Marker | None = None,
        system: str | None = None,
        max_turns: int | None = None,
        max_action_chars: int = MAX_ACTION_CHARS,
        max_observation_chars: int = MAX_OBSERVATION_CHARS,
        time_limit: float | None = None,
        hints: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        _one_of("split", split, (None, "train", "test"))
        _one_of("feedback", feedback, ("none", "binary", "reason"))
        _one_of("reward", reward, ("binary", "dense"))
        _one_of("extraction", extraction, ("strict", "lenient"))
        _one_of("marker", marker, (None, "tag", "boxed"))
        _one_of("render_mode", render_mode, (None, "ansi", "svg", "rgb_array"))
        if difficulty is not None and (level is not None or params is not None or kinds is not None):
            raise ValueError("give a difficulty, or a level with params and kinds, not both")
        level = 1 if level is None else level
        params = with_kinds(spec, params, kinds)
        low, high = (level, level) if isinstance(level, int) else _pair(level)
        spec.params(low, params)  # raises if the level or a parameter does not exist
        spec.params(high, params)
        if low > high:
            raise ValueError(f"level range {level!r} is upside down; write (lowest, highest)")
        if max_turns is not None and max_turns < 1:
            raise ValueError(f"max_turns must be at least 1, not {max_turns}")
        # `spec` belongs to Gymnasium (its EnvSpec), so ours has another name.
        self.task_spec = spec
        self.level_range = (low, high)
        self.params = dict(params or {})
        self.dial = None if difficulty is None else Dial(spec, difficulty)
        self.split = split
        self.feedback = feedback
        self.reward_kind = reward
        self.extraction = extraction
        self.marker = marker
        self.system = system
        self.max_turns = max_turns
        self.max_action_chars = max_action_chars
        self.max_observation_chars = max_observation_chars
        self.time_limit = time_limit
        self.hints = split != "test" if hints is None else hints
        self.render_mode = render_mode
        self.played_with: dict[str, Json] = {}
        """The options that its tasks' ids carry; see `rlvr.envs.make`."""
        self.observation_space = UnicodeText(max_observation_chars)
        self.action_space = UnicodeText(max_action_chars)
        self._episode: Episode | None = None

    # ---- what a subclass gives -----------------------------------------------------------------------

    @abstractmethod
    def _begin(self, task: Task) -> Json:
        """The state at the start of an episode: a JSON value that the subclass owns."""

    @abstractmethod
    def _act(self, episode: Episode, action: str) -> Outcome:
        """Play one action: may replace ``episode.state``, must not touch anything else."""

    @abstractmethod
    def oracle_action(self) -> str:
        """The next action of a perfect player who knows the task's own solution."""

    @abstractmethod
    def random_action(self, rng: Random) -> str:
        """An action of the right form, chosen without skill."""

    def _prompt(self, episode: Episode) -> str:
        """What the policy reads first."""
        return episode.task.prompt

    def _said(self, episode: Episode, action: str, observation: str) -> list[Message]:
        """The messages that an action adds to the chat."""
        said: list[Message] = [{"role": "assistant", "content": action}]
        if observation:
            said.append({"role": "user", "content": observation})
        return said

    def _standing(self, episode: Episode) -> Verdict:
        """The judgement of an episode that a cap ends now, without an answer of its own."""
        return Verdict(0.0, Reason.TRUNCATED, "The episode ended before there was an answer.")

    # ---- Gymnasium -----------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin an episode. Returns the prompt and the info dictionary.

        Options: ``task`` (a `Task` or a task id), or ``level`` or ``difficulty`` (for this episode only).
        """
        super().reset(seed=seed)
        unknown = set(options or {}) - {"task", "level", "difficulty"}
        if unknown:
            raise ValueError(
                f"unknown reset options {sorted(unknown)}; there are 'task', 'level' and 'difficulty'"
            )
        task = self._task(seed, options or {})
        episode = Episode(task, started=time.monotonic() if self.time_limit else 0.0)
        with within(self.task_spec.image):
            episode.state = self._begin(task)
        self._episode = episode
        prompt = self._shorten(self._prompt(episode))
        if self.system is not None:
            episode.messages.append({"role": "system", "content": self.system})
        episode.messages.append({"role": "user", "content": prompt})
        return prompt, self._info(episode)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Play one action, which is the policy's own text and nothing else.

        Raises:
            ResetNeeded: if no episode is running.
            TypeError: if the action is not a string.
        """
        episode = self._running()
        if not isinstance(action, str):
            raise TypeError(f"an action is a str, not {type(action).__name__}")
        episode.turn += 1
        with within(self.task_spec.image):
            outcome = self._outcome(episode, action)
            verdict = outcome.verdict
            cut = outcome.cut or (not outcome.over and episode.turn >= self.turn_limit)
            if cut and (verdict is None or (verdict.scored and not verdict.passed)) and not outcome.cut:
                verdict = self._standing(episode)
        verdict = verdict and verdict.paid_as(self.reward_kind)
        reward = self._pay(episode, verdict, ends=outcome.over or cut)
        observation = self._shorten(outcome.observation)
        episode.verdict = verdict if verdict is not None else episode.verdict
        episode.finished = outcome.over or cut
        episode.messages.extend(self._said(episode, action, observation))
        return observation, reward, outcome.over, cut and not outcome.over, self._info(episode)

    def render(self) -> Any:
        """What `render_mode` asks for: a str, an array of shape (320, 480, 3), or None before the first episode.

        Raises:
            NoRasteriser: if there is nothing that makes pixels; see `rlvr.drawing.to_array`.
        """
        if self.render_mode is None or self._episode is None:
            return None
        if self.render_mode != "ansi":
            from ..drawing import draw, to_array

            picture = draw(self._episode.task, self._episode.state)
            return picture if self.render_mode == "svg" else to_array(picture)
        parts = [f"[{message['role']}]\n{message['content']}" for message in self._episode.messages]
        if self._episode.finished and self._episode.verdict is not None:
            verdict = self._episode.verdict
            parts.append(
                f"[verdict] {verdict.reason}, reward {verdict.reward}, score {verdict.score}: {verdict.message}"
            )
        return "\n\n".join(parts)

    # ---- what Gymnasium does not have ----------------------------------------------------------------

    @property
    def task(self) -> Task:
        """The task of the running or just finished episode."""
        if self._episode is None:
            raise ResetNeeded("no episode yet: call reset() first")
        return self._episode.task

    @property
    def state(self) -> Json:
        """What the episode holds between turns, as JSON: a game's board, say. A picture shows it; do not change it."""
        return None if self._episode is None else self._episode.state

    @property
    def messages(self) -> list[Message]:
        """The chat so far: a copy of its messages in the OpenAI format; see `rlvr.envs.chat`."""
        return [] if self._episode is None else list(self._episode.messages)

    @property
    def turn_limit(self) -> int:
        """The cap on turns of the current episode."""
        return self.max_turns or int(self.task.payload.get("max_turns", self.task_spec.max_turns))

    def clone(self) -> Self:
        """An independent environment in the same state, so that search and process rewards can branch."""
        twin = copy.copy(self)
        twin._episode = copy.deepcopy(self._episode)
        twin._np_random = copy.deepcopy(self._np_random)
        return twin

    def restore(self, saved: Self) -> None:
        """Go to the state of `saved`, an environment that `clone` made; `saved` stays as it is.

        Raises:
            ValueError: if `saved` is of another registry entry.
        """
        if saved.task_spec.id != self.task_spec.id:
            raise ValueError(f"cannot restore {saved.task_spec.id} into {self.task_spec.id}")
        self._episode = copy.deepcopy(saved._episode)
        self._np_random = copy.deepcopy(saved._np_random)

    def hint(self, fraction: float) -> str:
        """The first `fraction` in [0, 1] of the way to the answer; the answer itself only for 1.0.

        The way is the task's worked solution up to where it states the answer, or else the steps that the environment
        knows (the documents to look at); see `rlvr.envs.hints`. The hint becomes part of the chat unless it is empty,
        and the largest fraction given is logged as ``info["hint_fraction"]``.

        Raises:
            HintsOff: in evaluation (the test split, or ``hints=False``).
            NoHints: if the task has neither; nothing but the answer could be said.
        """
        episode = self._running()
        if not self.hints:
            raise HintsOff("hints are off in evaluation; make the environment with hints=True")
        if not 0.0 <= fraction <= 1.0:
            raise ValueError(f"fraction must be in [0, 1], not {fraction}")
        steps = self.hint_steps(episode.task)
        if steps is None and episode.task.trace is None:
            raise NoHints(
                f"{self.task_spec.id} has no hints: its tasks have no worked solution, and nothing short of the answer "
                "is known to say"
            )
        text = hint_text(episode.task, without_answer(steps or (), episode.task), fraction)
        episode.hint_fraction = max(episode.hint_fraction, fraction)
        if text:
            episode.messages.append({"role": "user", "content": HINT + text})
        return text

    def hint_steps(self, task: Task) -> Sequence[str] | None:
        """The way to the answer of a task without a worked solution, in steps; None if the environment knows none."""
        return None

    # ---- inside --------------------------------------------------------------------------------------

    def _task(self, seed: int | None, options: Mapping[str, Any]) -> Task:
        wanted = options.get("task")
        if isinstance(wanted, str):
            wanted = task_of_id(wanted)
        if isinstance(wanted, Task):
            if wanted.env != self.task_spec.id:
                raise ValueError(f"this environment is {self.task_spec.id}, the task is of {wanted.env}")
            return self._as_played(wanted)
        if wanted is not None:
            raise TypeError(f"the option 'task' is a Task or a task id, not {type(wanted).__name__}")
        if seed is None:
            seed = int(self.np_random.integers(0, 2**53))
        asked = options.get("difficulty")
        if asked is not None and ("level" in options or self.params):
            raise ValueError("the option 'difficulty' goes with neither 'level' nor an environment's params")
        dial = self.dial if asked is None else Dial(self.task_spec, asked)
        if dial is not None and "level" not in options:
            return dial.task(seed, marker=self.marker, split=self.split, options=self.played_with)
        low, high = self.level_range
        level = options.get("level", low)
        if "level" not in options and low != high:
            level = low + derive_seed("level", seed) % (high - low + 1)
        return self.task_spec.task(
            level,
            seed,
            params=self.params or None,
            marker=self.marker,
            split=self.split,
            options=self.played_with,
        )

    def _as_played(self, task: Task) -> Task:
        """A given task with the options of this environment, which are what it is going to be played with."""
        own = {name: value for name, value in task.options.items() if name != "marker"}
        if own == self.played_with:
            return task
        if own:
            raise ValueError(
                f"{task.id} is played with the options {own}, and this environment has {self.played_with}: make it "
                "with rlvr.make(task.env, **task.options), or give the task without options"
            )
        return replace(task, options={**task.options, **self.played_with})

    def _running(self) -> Episode:
        if self._episode is None or self._episode.finished:
            raise ResetNeeded("no episode is running: call reset() first")
        return self._episode

    def _outcome(self, episode: Episode, action: str) -> Outcome:
        if self.time_limit is not None and time.monotonic() - episode.started > self.time_limit:
            late = Verdict(0.0, Reason.TIMEOUT, f"The episode took longer than {self.time_limit} s.")
            return Outcome("", late, cut=True)
        if len(action) > self.max_action_chars:
            limit = self.max_action_chars
            long = Verdict(0.0, Reason.TOO_LONG, f"The response is longer than {limit} characters.")
            return self._refused(episode, long)
        return self._act(episode, action)

    def _refused(self, episode: Episode, verdict: Verdict) -> Outcome:
        """What an action that is not looked at leads to; it costs a turn."""
        return Outcome(verdict.message, verdict)

    def _pay(self, episode: Episode, verdict: Verdict | None, ends: bool) -> float:
        """The reward of this step: whatever brings the sum of rewards to what the verdict is worth now."""
        if verdict is None or not verdict.scored:
            return 0.0
        worth = (verdict.reward or 0.0) if ends or self.reward_kind == "dense" else 0.0
        reward = worth - episode.paid
        episode.paid = worth
        return reward

    def _info(self, episode: Episode) -> dict[str, Any]:
        info: dict[str, Any] = {
            "task": episode.task,
            "turn": episode.turn,
            "state_key": self._state_key(episode),
            "messages": list(episode.messages),
            "hint_fraction": episode.hint_fraction,
        }
        if episode.verdict is not None:
            info["verdict"] = episode.verdict
        return info

    def _state_key(self, episode: Episode) -> str:
        """Equal exactly when the states are: the task, what the subclass keeps, and whether it is over."""
        text = f"{episode.task.id}\n{canonical_json(episode.state)}\n{episode.finished}"
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def _shorten(self, text: str) -> str:
        if len(text) <= self.max_observation_chars:
            return text
        note = f"\n[... {len(text) - self.max_observation_chars} characters left out ...]\n"
        keep = max(self.max_observation_chars - len(note), 0)
        return (text[: keep - keep // 2] + note + text[len(text) - keep // 2 :])[: self.max_observation_chars]


def _one_of(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, not {value!r}")


def _pair(level: object) -> tuple[int, int]:
    match level:
        case (int(low), int(high)) | [int(low), int(high)]:
            return low, high
    raise ValueError(f"level must be a whole number or a pair (lowest, highest), not {level!r}")
