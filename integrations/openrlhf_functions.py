"""OpenRLHF: the agent that plays a row, of one response or of several turns, and the reward function.

    python -m rlvr generate sudoku sokoban -n 10000 --format openrlhf -o train.jsonl

OpenRLHF loads a Python file of yours, ``agent.py``:

    from rlvr.integrations.openrlhf_functions import agent_executor

    AgentExecutor = agent_executor()

which is given as ``--train.agent_func_path agent.py``. See docs/trainers/openrlhf.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import registry
from ..envs.chat import Message
from ..export.trainers import task_of
from ..generators.base import Task
from ..verifiers.base import Verdict
from .episode import Episode
from .pay import Unscored
from .workers import BUDGET, workers

UNSCORED = "rlvr_unscored"
"""The log that tells, 1.0 or 0.0, that a sample has no score."""

_log = logging.getLogger(__name__)


def agent_executor(*, budget: float = BUDGET, **options: Any) -> type:
    """The class ``AgentExecutor`` for ``--train.agent_func_path``; it imports openrlhf.

    A sample without a score has no ranges of actions: its mask is empty, and nothing is learnt from it.

    Args:
        budget: seconds that one step may take.
        options: of the environments.
    """
    from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor

    class RlvrAgent(AgentInstanceBase):  # type: ignore[misc]
        def __init__(self, tokenizer: Any = None) -> None:
            self.tokenizer = tokenizer

        async def reset(self, states: dict[str, Any], **more: Any) -> dict[str, str]:
            self.episode = Episode(task_of({"label": states["label"]}), native=False, budget=budget, **options)
            await asyncio.to_thread(self.episode.reset)
            return {"observation": states["observation"]}  # the row's prompt, as the chat template writes it

        async def step(self, states: dict[str, Any], **more: Any) -> dict[str, Any]:
            import torch

            answers: list[Message] = []
            if not self.episode.done:
                text = states["action_text"].removesuffix(self.tokenizer.eos_token)
                answers = await asyncio.to_thread(self.episode.act, text)
            verdict, done = self.episode.score(), self.episode.done
            reward = (verdict.reward or 0.0) if done else 0.0
            return {
                "rewards": torch.tensor(reward),
                "scores": torch.tensor(reward),
                "environment_feedback": "" if done else feedback(self.tokenizer, answers),
                "done": done,
                "sampling_params": states.get("sampling_params"),
                "extra_logs": {name: torch.tensor(value) for name, value in _logs(verdict).items()},
            }

    class AgentExecutor(MultiTurnAgentExecutor):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(RlvrAgent)

        async def execute(
            self,
            prompt: Any,
            label: Any,
            sampling_params: Any,
            max_length: int,
            hf_tokenizer: Any,
            llm_engine: Any,
            images: Any = None,
        ) -> dict[str, Any]:
            self.agent_instance_cls = lambda: RlvrAgent(hf_tokenizer)
            response: dict[str, Any] = await super().execute(
                prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images
            )
            if float(response["extra_logs"].get(UNSCORED, 0.0)):
                response["action_ranges"] = []
            return response

    return AgentExecutor


def reward_function(
    *, budget: float = BUDGET, unscored: float | None = None, **options: Any
) -> Callable[..., dict[str, Any]]:
    """A ``reward_func`` for ``--reward.remote_url``, for rows of one response.

    Args:
        budget: seconds that one verdict may take.
        unscored: what is paid where the machinery failed twice; None raises, because a reward has no form for that.
        options: of `rlvr.verify`.
    """

    def reward_func(
        queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str], **more: Any
    ) -> dict[str, Any]:
        import torch

        try:
            pairs = [
                (_single(task_of({"label": label})), _response(query, prompt))
                for query, prompt, label in zip(queries, prompts, labels, strict=True)
            ]
            verdicts = workers().verify_many(pairs, budget=budget, **options)
            verdicts = [
                verdict if verdict.scored else workers().verify(*pair, budget=budget, **options)
                for pair, verdict in zip(pairs, verdicts, strict=True)
            ]
            for (task, _), verdict in zip(pairs, verdicts, strict=True):
                if not verdict.scored and unscored is None:
                    raise Unscored(
                        f"{task.id}: {verdict.message}; give unscored=0.0, or take the agent instead"
                    )
        except Exception:
            _log.exception(
                "rlvr's reward function failed"
            )  # OpenRLHF itself tells of it at the level INFO alone
            raise
        rewards = torch.tensor([unscored if each.reward is None else each.reward for each in verdicts])
        logs = [_logs(verdict) for verdict in verdicts]
        return {
            "rewards": rewards,
            "scores": rewards,
            "extra_logs": {name: torch.tensor([each[name] for each in logs]) for name in logs[0]},
        }

    return reward_func


reward_func = reward_function()
"""The reward function with its usual settings."""


def feedback(tokenizer: Any, messages: Sequence[Message]) -> str:
    """What the chat template writes behind an assistant's message and its end, up to where the next one begins.

    Raises:
        ValueError: if the template cannot be read so.
    """
    before = [{"role": "user", "content": "x"}, {"role": "assistant", "content": "x"}]
    prefix: str = tokenizer.apply_chat_template(before, tokenize=False)
    whole: str = tokenizer.apply_chat_template([*before, *messages], tokenize=False, add_generation_prompt=True)
    end = tokenizer.eos_token
    turns = prefix.count(end)
    if turns:  # some templates write the last turn (its empty thought) in another way than earlier ones
        place = -1
        for _ in range(turns):
            place = whole.index(end, place + 1)
        return whole[place + len(end) :]
    if not whole.startswith(prefix):
        raise ValueError(
            "the chat template writes earlier turns in another way than the last one: take another"
        )
    return whole[len(prefix) :]


def _response(query: str, prompt: str) -> str:
    """The response, which a query holds behind its prompt.

    Raises:
        ValueError: if the query does not begin with the prompt: it was cut, and what it holds was asked of nothing.
    """
    if not query.startswith(prompt):
        raise ValueError(
            f"a query does not begin with its prompt, which was cut: allow longer ones: {query!r:.80}"
        )
    return query[len(prompt) :]


def _single(task: Task) -> Task:
    if registry.get(task.env).env != "single":
        raise ValueError(
            f"{task.env} is played in several turns: give --train.agent_func_path a file with agent_executor()"
        )
    return task


def _logs(verdict: Verdict) -> Mapping[str, float]:
    return {"rlvr_passed": float(verdict.passed), UNSCORED: float(not verdict.scored)}
