"""TRL's `GRPOTrainer`: a dataset, a reward function, environments with tools, and rollouts of several turns.

    from trl import GRPOConfig, GRPOTrainer
    from rlvr.integrations.trl import dataset, reward

    trainer = GRPOTrainer("Qwen/Qwen3-0.6B", reward, GRPOConfig(), dataset("sudoku", 1000))
    trainer.train()

With tools, ``environment_factory=environment("search-qa")``; for games, ``rollout_func=rollouts(data)``. A verdict
without a score is None in the list of rewards, which TRL leaves out of the group. See docs/trainers/trl.md.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .. import registry
from ..envs.chat import Message, text_of
from ..envs.tool_schema import hints_of
from ..export.trainers import task_of
from ..generators.base import Json, Task
from ..spec import resolve
from ..verifiers.base import Verdict
from .datasets import rows
from .episode import Episode
from .workers import BUDGET, workers

Completion = str | Sequence[Mapping[str, Json]]


def dataset(names: str | Sequence[str], count: int, **choices: Any) -> Any:
    """A `datasets.Dataset` with the column ``prompt`` and those that `reward` and the environments read.

    Args:
        names: see `rlvr.integrations.datasets.rows`, also for what else can be chosen (levels, seed, split, ...).
        count: rows.
        choices: see there.
    """
    from datasets import Dataset

    return Dataset.from_list(rows(names, count, format="trl", **choices))


def reward_function(*, budget: float = BUDGET, **options: Any) -> Callable[..., list[float | None]]:
    """A reward function for `GRPOTrainer`.

    Args:
        budget: seconds that one verdict may take; after them it has no score.
        options: of `rlvr.verify`, such as ``reward="dense"`` or ``mode="lenient"``.
    """

    def reward(
        prompts: Sequence[Any],
        completions: Sequence[Completion],
        environments: Sequence[Any] | None = None,
        verdict: Sequence[Json] | None = None,
        log_metric: Callable[[str, float], None] | None = None,
        **columns: Any,
    ) -> list[float | None]:
        if verdict is not None:  # of `rollouts`
            verdicts = [Verdict.from_json(json.loads(each)) for each in verdict]
        elif environments is not None:
            verdicts = _in_parallel(_finished, list(zip(environments, completions, strict=True)))
        else:
            tasks = [_single(task_of(row)) for row in _rows(columns, len(completions))]
            verdicts = workers().verify_many(
                list(zip(tasks, completions, strict=True)), budget=budget, **options
            )
        if log_metric is not None:
            log_metric("rlvr/unscored", sum(not each.scored for each in verdicts) / len(verdicts))
        return [each.reward for each in verdicts]

    return reward


reward = reward_function()
"""The reward function with its usual settings."""


def environment(name: str, *, budget: float = BUDGET, **options: Any) -> type:
    """A class for ``environment_factory``: its public methods are the tools of an environment of this package.

    A call is a turn. The final answer is the assistant's last message, so `reward` is needed beside it.

    Args:
        name: id or short name of an environment with tools.
        budget: seconds that one call may take; after them the episode is over and has no score.
        options: of the environment.

    Raises:
        ValueError: if the environment has no tools.
    """
    spec = registry.get(name)
    tools = {} if spec.env == "single" else getattr(resolve(spec.env), "tools", {})
    if not tools:
        raise ValueError(
            f"{spec.id} has no tools: use reward alone, or rollout_func=rollouts(dataset) for a game"
        )

    class ToolEnvironment:
        def __init__(self) -> None:
            self._episode: Episode | None = None

        def reset(self, **row: Any) -> None:
            self._episode = Episode(task_of(row), budget=budget, **options)
            self._episode.reset()

    for tool in tools:
        setattr(ToolEnvironment, tool, _method(tool, getattr(resolve(spec.env), tool)))
    ToolEnvironment.__name__ = ToolEnvironment.__qualname__ = f"{spec.name.title().replace('-', '')}Environment"
    return ToolEnvironment


def rollouts(
    data: Any, *, budget: float = BUDGET, **options: Any
) -> Callable[[Sequence[Any], Any], dict[str, Any]]:
    """A ``rollout_func`` that plays episodes of several turns, those of all prompts at once.

    What the model drew is never tokenised again; what the environment says is masked (``env_mask``).

    Args:
        data: the dataset that the trainer gets, from which the task of each prompt is known.
        budget: seconds that one step may take.
        options: of the environments.
    """
    known = {_key(row["prompt"]): row["task"] for row in data}

    def rollout(prompts: Sequence[Any], trainer: Any) -> dict[str, Any]:
        made = [
            _Rollout(Episode(task_of({"task": known[_key(prompt)]}), native=False, budget=budget, **options))
            for prompt in prompts
        ]
        _in_parallel(lambda each: each.begin(trainer), [(each,) for each in made])
        while _goes_on_anywhere(trainer, going := [each for each in made if each.goes_on]):
            if not going:  # drawing is done by all processes together, as often as any of them needs it
                _generated(trainer, [made[0].ids])
                continue
            drawn, likelihoods, *_ = _generated(trainer, [each.ids + each.drawn for each in going])
            for number, each in enumerate(going):
                each.take(
                    drawn[number],
                    None if likelihoods is None else likelihoods[number],
                    trainer.max_completion_length,
                )
            _in_parallel(lambda each: each.step(trainer), [(each,) for each in going])
        return {
            "prompt_ids": [each.ids for each in made],
            "completion_ids": [each.drawn for each in made],
            "logprobs": None
            if any(each.likelihoods is None for each in made)
            else [each.likelihoods for each in made],
            "env_mask": [each.mask for each in made],
            "verdict": [json.dumps(each.episode.score().to_json()) for each in made],
        }

    return rollout


class _Rollout:
    """One episode as tokens: the prompt's, then what was drawn (mask 1) and what the environment said (mask 0)."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.ids: list[int] = []
        self.drawn: list[int] = []
        self.mask: list[int] = []
        self.likelihoods: list[float] | None = []
        self.said = ""
        self.new = 0
        self.full = False

    def begin(self, trainer: Any) -> None:
        messages = self.episode.reset() or [{"role": "user", "content": self.episode.task.prompt}]
        self.ids = _templated(trainer, messages, add_generation_prompt=True)

    @property
    def goes_on(self) -> bool:
        return not self.full and not (self.drawn and self.episode.done)

    def take(self, ids: Sequence[int], likelihoods: Sequence[float] | None, most: int) -> None:
        """Add what was drawn, up to the cap on tokens; an action that does not fit is cut, and is not played."""
        room = most - len(self.drawn)
        self.full = len(ids) > room
        self.new = min(len(ids), room)
        self._add(ids[:room], None if likelihoods is None else likelihoods[:room], 1)

    def _add(self, ids: Sequence[int], likelihoods: Sequence[float] | None, mask: int) -> None:
        self.drawn += ids
        self.mask += [mask] * len(ids)
        if likelihoods is None or self.likelihoods is None:
            self.likelihoods = None  # as TRL has it where the sampler gives none
        else:
            self.likelihoods += likelihoods

    def step(self, trainer: Any) -> None:
        """Play what was drawn last, and add what the environment says to it."""
        if self.full or self.episode.done:
            return
        tokenizer = trainer.processing_class
        written = tokenizer.decode(self.drawn[len(self.drawn) - self.new :], skip_special_tokens=True)
        answers = self.episode.act(written)
        if answers and not self.episode.done:
            added = _suffix(trainer, answers)
            self.full = len(self.drawn) + len(added) >= trainer.max_completion_length
            if not self.full:
                self._add(added, None if self.likelihoods is None else [0.0] * len(added), 0)


def _goes_on_anywhere(trainer: Any, going: Sequence[_Rollout]) -> bool:
    """Whether any process has an episode that goes on."""
    accelerator = trainer.accelerator
    if accelerator.num_processes == 1:
        return bool(going)
    import torch

    counts = accelerator.gather(torch.tensor([len(going)], device=accelerator.device))
    return bool(counts.sum() > 0)


def _generated(trainer: Any, ids: list[list[int]]) -> Any:
    return trainer._generate_single_turn(ids, None, {}, 1)


def _templated(trainer: Any, messages: Sequence[Message], **choices: Any) -> list[int]:
    ids: list[int] = trainer.processing_class.apply_chat_template(
        list(messages), tokenize=True, return_dict=False, **(trainer.chat_template_kwargs or {}), **choices
    )
    return ids


def _suffix(trainer: Any, messages: Sequence[Message]) -> list[int]:
    """The tokens of messages behind an assistant's, with the next turn opened: what was drawn is not read again."""
    before: list[Message] = [{"role": "user", "content": "x"}, {"role": "assistant", "content": "x"}]
    prefix = _templated(trainer, before)
    whole = _templated(trainer, [*before, *messages], add_generation_prompt=True)
    end = trainer.processing_class.eos_token_id
    turns = prefix.count(end)
    if turns:  # some templates write the last turn (its empty thought) in another way than earlier ones
        places = [place for place, token in enumerate(whole) if token == end]
        return whole[places[turns - 1] + 1 :]
    if whole[: len(prefix)] != prefix:
        raise ValueError(
            "the chat template writes earlier turns in another way than the last one: take another"
        )
    return whole[len(prefix) :]


def _method(name: str, tool: Callable[..., Any]) -> Callable[..., str]:
    """A tool as a method that TRL reads the schema of: with the tool's own signature and docstring."""

    def method(self: Any, **arguments: Any) -> str:
        if self._episode is None:
            raise RuntimeError("the environment was not reset")
        said: str = self._episode.call(name, arguments)
        return said

    types = hints_of(tool)
    parameters = [each for each in inspect.signature(tool).parameters.values() if each.name in types]
    shown = [each.replace(annotation=types[each.name]) for each in parameters]
    method.__name__ = method.__qualname__ = name
    method.__doc__ = inspect.getdoc(tool)
    method.__annotations__ = {**types, "return": str}
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    method.__signature__ = inspect.Signature([own, *shown], return_annotation=str)  # type: ignore[attr-defined]
    return method


def _finished(environment: Any, completion: Completion) -> Verdict:
    """The verdict of an environment's episode once the assistant's last message has been played."""
    episode: Episode = environment._episode
    last = completion[-1] if completion and not isinstance(completion, str) else None
    text = completion if isinstance(completion, str) else ""
    if last is not None and last.get("role") == "assistant" and not last.get("tool_calls"):
        text = text_of(last)
    if not episode.done and (text or isinstance(completion, str)):
        episode.act(text)
    return episode.score()


def _single(task: Task) -> Task:
    """The task, if a reward function alone can be paid for it.

    Raises:
        ValueError: if it is played in several turns: every reward would be a silent 0.
    """
    if registry.get(task.env).env != "single":
        raise ValueError(
            f"{task.env} is played in several turns: give GRPOTrainer environment_factory=environment(...) if it has "
            "tools, else rollout_func=rollouts(dataset)"
        )
    return task


def _rows(columns: Mapping[str, Any], count: int) -> list[dict[str, Json]]:
    names = [name for name in ("task", "id") if name in columns]
    if not names:
        raise ValueError("the dataset needs the column 'task' or 'id'; rlvr.integrations.trl.dataset makes one")
    return [{name: columns[name][number] for name in names} for number in range(count)]


def _in_parallel(function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
    with ThreadPoolExecutor(max(workers().count, 1)) as threads:
        return list(threads.map(lambda each: function(*each), arguments))


def _key(prompt: Any) -> str:
    messages = (
        prompt if isinstance(prompt, str) else [[message["role"], text_of(message)] for message in prompt]
    )
    return json.dumps(messages)
