"""inspect_ai: any environments of this package as a task of ``inspect eval``, with a scorer; imports inspect_ai.

    inspect eval rlvr/gym -T names=sudoku,search-qa -T levels=1-3 --epochs 8 --epochs-reducer pass_at_4

``inspect`` finds the task by an entry point. In a file of your own, call `gym`, or take its parts: `dataset`, the
solver `play`, the scorer `verdict`, and `begin` and `tools` for agents (``react``). See docs/trainers/inspect_ai.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolDef, ToolParams
from inspect_ai.util import Store, registry_info, store

from .. import registry
from ..dial import Difficulty
from ..envs.chat import Message, Response, text_of
from ..export.trainers import task_of
from ..generators.base import Json
from ..spec import resolve
from ..verifiers.base import Verdict, infra
from .datasets import rows
from .episode import Episode, has_tools
from .workers import BUDGET, workers

__all__ = ["begin", "dataset", "gym", "play", "tools", "verdict"]

PLAYED = "rlvr:played"
"""Where a sample's store holds the actions, and why there is no score if there is none."""

SAMPLE = "rlvr:sample"
"""Where it holds which sample it is of: tools are functions, which know their store alone."""

_playing: dict[str, Episode] = {}
"""The episodes of samples, for the tools of agents."""


_ended: dict[str, Verdict] = {}
"""What `play` has just judged, so that the scorer does not play it again."""


def dataset(
    names: str | Sequence[str],
    count: int,
    *,
    levels: tuple[int, int] | None = None,
    seed: int = 0,
    split: Literal["train", "test"] | None = "test",
    difficulty: Difficulty | None = None,
    **options: Json,
) -> MemoryDataset:
    """Distinct problems as samples; see `rlvr.integrations.datasets.rows`."""
    made = rows(
        names,
        count,
        format="trl",
        levels=levels,
        seed=seed,
        split=split,
        difficulty=difficulty,
        **options,
    )
    samples = []
    for row in made:
        known = {"env": row["env"], "level": row["level"], "task": row["task"]}
        answer = task_of(row).answer
        samples.append(Sample(input=_chat(row["prompt"]), target=answer, id=row["id"], metadata=known))
    return MemoryDataset(samples, name="rlvr")


@task  # type: ignore[untyped-decorator]
def gym(
    names: str | list[str] = "sudoku",
    count: int = 100,
    levels: str | int | None = None,
    difficulty: str | float | None = None,
    seed: int = 0,
    split: str | None = "test",
    options: dict[str, Any] | None = None,
    budget: float = BUDGET,
) -> Task:
    """Environments as one task: single responses, games and tools alike.

    Args:
        names: ids or short names.
        count: samples.
        levels: one level, ``3``, or a range, ``1-5``; all if not given.
        difficulty: instead of levels, of the scale of docs/difficulty.md: ``2.5``, or a range, ``2-3.5``.
        seed: another one gives other problems.
        split: ``train``, ``test``, or ``none`` for both.
        options: of the environments.
        budget: seconds that one step or verdict may take.
    """
    if split not in (None, "none", "train", "test"):
        raise ValueError(f"split must be train, test or none, not {split!r}")
    low, _, high = str(levels).partition("-")
    least, _, most = str(difficulty).partition("-")
    return Task(
        dataset=dataset(
            names,
            count,
            levels=None if levels is None else (int(low), int(high or low)),
            difficulty=None if difficulty is None else (float(least), float(most or least)),
            seed=seed,
            split="test" if split == "test" else "train" if split == "train" else None,
            **(options or {}),
        ),
        setup=begin(),
        solver=play(budget),
        scorer=verdict(budget),
    )


if registry_info(gym).name != "rlvr/gym":  # to inspect_ai a checkout is no installed package, and has no prefix
    task(name="rlvr/gym")(gym.__wrapped__)


@solver  # type: ignore[untyped-decorator]
def begin() -> Solver:
    """Makes a sample's episode known to `tools`: the ``setup`` of a task for agents."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        _playing[state.uuid] = Episode(task_of(state.metadata))
        state.store.set(SAMPLE, state.uuid)
        return state

    return solve


@solver  # type: ignore[untyped-decorator]
def play(budget: float = BUDGET) -> Solver:
    """Plays a sample's task to its end; tools are called natively and several calls of a message are one turn.

    Args:
        budget: seconds that one step may take; after them the episode is over and has no score.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = Episode(task_of(state.metadata), budget=budget)
        await anyio.to_thread.run_sync(episode.reset)
        state.tools = [_tool(schema, budget).as_tool() for schema in episode.tools]
        _keep(state.store, episode)
        while not episode.done and not state.completed:
            state = await generate(state, tool_calls="none")
            said = await anyio.to_thread.run_sync(episode.act, _message(state.output.message))
            _keep(state.store, episode)
            state.messages += _chat(said)  # a limit of inspect_ai's may end the sample here
        _ended[state.uuid] = episode.score()
        return state

    return solve


def tools(name: str, budget: float = BUDGET) -> list[Tool]:
    """The tools of an environment for an agent: ``react(tools=tools("search-qa"))``, with the setup `begin`.

    A call is a turn. The answer is what the agent says or submits last; the scorer is `verdict`.

    Args:
        name: id or short name of an environment with tools.
        budget: seconds that one call may take; after them the episode is over and has no score.

    Raises:
        ValueError: if the environment has no tools.
    """
    spec = registry.get(name)
    found = {} if spec.env == "single" else getattr(resolve(spec.env), "tools", {})
    if not found:
        raise ValueError(f"{spec.id} has no tools: take the solver play()")
    return [_tool(each.schema(), budget).as_tool() for each in found.values()]


@scorer(metrics=[mean(), stderr()])  # type: ignore[untyped-decorator]
def verdict(budget: float = BUDGET) -> Scorer:
    """What `rlvr.verify` pays for the sample's episode; outside of all metrics if it has no score.

    What `play` has not judged is played again from what the log holds, so ``inspect score`` judges logs anew.

    Args:
        budget: seconds that the verdict may take.
    """

    async def score(state: TaskState, target: Target) -> Score:
        _playing.pop(state.uuid, None)
        response, known = _response(state)
        judged = _ended.pop(state.uuid, known)
        if judged is None:
            judged = await anyio.to_thread.run_sync(_judged, state, response, budget)
        answer = response[-1] if isinstance(response, list) and response else response
        told = {
            "reason": str(judged.reason),
            "score": judged.score,
            "passed": judged.passed,
            "turns": len(response) if isinstance(response, list) else 1,
        }
        common: dict[str, Any] = {
            "answer": str(answer),
            "explanation": judged.message,
            "metadata": told,
        }
        if judged.reward is None:
            return Score.unscored(reason="scoring_failed", **common)
        return Score(value=judged.reward, **common)

    return score


def _tool(schema: Mapping[str, Any], budget: float) -> ToolDef:
    """A tool of an environment; called, it plays the episode of the sample that is under way."""
    function = schema["function"]

    async def call(**kwargs: Any) -> str:
        kept = store()
        episode = _playing.get(kept.get(SAMPLE))
        if episode is None:
            raise RuntimeError(
                "the sample has no episode: give its Task setup=rlvr.integrations.inspect_ai.begin()"
            )
        if not episode.messages and not episode.done:
            episode.budget = budget
            await anyio.to_thread.run_sync(episode.reset)
        said = await anyio.to_thread.run_sync(episode.call, function["name"], kwargs)
        _keep(kept, episode, agent=True)
        return said

    return ToolDef(
        call,
        name=function["name"],
        description=function["description"],
        parameters=ToolParams.model_validate(function["parameters"]),
    )


def _keep(kept: Store, episode: Episode, *, agent: bool = False) -> None:
    """Note what was played, as JSON, for the scorer and the log."""
    judged = episode.score()
    failed = None if judged.scored else judged.message
    ended = episode.done or not agent  # an agent's last words are its answer
    kept.set(PLAYED, {"actions": list(episode.actions), "ended": ended, "failed": failed})


def _response(state: TaskState) -> tuple[Response, Verdict | None]:
    """What the policy gave, and the verdict if the machinery failed while it played."""
    kept = state.store.get(PLAYED)
    if kept is not None:
        last = [] if kept["ended"] else [state.output.completion]
        return [*kept["actions"], *last], None if kept["failed"] is None else infra(kept["failed"])
    if registry.get(state.metadata["env"]).env == "single":
        return state.output.completion, None
    chat = [_message(each) for each in state.messages]
    return (chat if any(each["role"] == "assistant" for each in chat) else ""), None


def _judged(state: TaskState, response: Response, budget: float) -> Verdict:
    played = task_of(state.metadata)
    native = {"tools": "native"} if has_tools(played.env) and "tools" not in played.options else {}
    return workers().verify(played, response, budget=budget, **native)


def _message(message: ChatMessage) -> Message:
    """A message of inspect_ai's in OpenAI's form. Arguments that could not be read stay unreadable."""
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {
                "name": call.function,
                "arguments": call.parse_error or json.dumps(call.arguments, ensure_ascii=False),
            },
        }
        for call in getattr(message, "tool_calls", None) or ()
    ]
    return {"role": message.role, "content": message.text} | ({"tool_calls": calls} if calls else {})


def _chat(messages: Sequence[Mapping[str, Any]]) -> list[ChatMessage]:
    """Messages of an environment as inspect_ai has them."""
    made: list[ChatMessage] = []
    for message in messages:
        text = text_of(message)
        match message["role"]:
            case "system":
                made.append(ChatMessageSystem(content=text))
            case "tool":
                known = {"tool_call_id": message["tool_call_id"], "function": message["name"]}
                made.append(ChatMessageTool(content=text, **known))
            case "assistant":
                made.append(ChatMessageAssistant(content=text))
            case _:
                made.append(ChatMessageUser(content=text))
    return made
