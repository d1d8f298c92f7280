"""verl's agent loop for episodes of several turns: games, tools, several attempts; it imports verl.

Tokens that were drawn are kept as they are (verl's Continuous Token), what the environment says has mask 0. A verdict
without a score gives a response mask of zeros, so nothing is learnt from it; its 0.0 is in the group's mean all the
same, which verl has no way to prevent.
"""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

from verl.experimental.agent_loop.agent_loop import AgentLoopBase, AgentLoopMetrics, AgentLoopOutput

from ..envs.chat import Message
from ..export.trainers import task_of
from .episode import Episode
from .verl import told
from .workers import BUDGET


class RlvrAgentLoop(AgentLoopBase):  # type: ignore[misc]
    """Plays one row: its task is in ``extra_info``.

    Tools are given to the chat template, and calls are read as models of the Hermes and Qwen families write them.
    Further options come from the YAML file: ``budget``, and those of the environment under ``options``.
    """

    def __init__(
        self, *args: Any, budget: float = BUDGET, options: dict[str, Any] | None = None, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.budget = budget
        self.options = dict(options or {})

    async def run(self, sampling_params: dict[str, Any], **row: Any) -> AgentLoopOutput:
        """The episode as verl's value."""
        episode = Episode(task_of(row["extra_info"]), budget=self.budget, **self.options)
        length = int(self.rollout_config.response_length)
        messages: list[Message] = await asyncio.to_thread(episode.reset)
        messages = messages or [dict(message) for message in row["raw_prompt"]]
        tools = episode.tools or None
        ids = await self.ct_build_initial_tokens(messages, tools=tools)
        mask: list[int] = []
        likelihoods: list[float] | None = None
        while not (mask and episode.done):
            drawn = await self.server_manager.generate(
                request_id=uuid4().hex, prompt_ids=ids, sampling_params=sampling_params
            )
            given = drawn.log_probs or None
            merged, mask, likelihoods = await self.ct_merge_assistant_token(
                ids,
                drawn.token_ids,
                mask,
                None if given is None else likelihoods or [],
                assistant_logprobs=given,
            )
            ids = merged.token_ids
            if episode.done or len(mask) > length:  # what is cut was not written to its end, and is not played
                break
            text = self.tokenizer.decode(drawn.token_ids, skip_special_tokens=True)
            answers = await asyncio.to_thread(episode.act, text)
            if episode.done or not answers or len(mask) == length:
                break
            before = [*messages, {"role": "assistant", "content": text}]
            messages = [*before, *answers]
            merged, longer, longer_likelihoods = await self.ct_merge_context_msg(
                before, messages, ids, mask, likelihoods, tools=tools
            )
            if len(longer) >= length:
                break
            ids, mask, likelihoods = merged.token_ids, longer, longer_likelihoods
        verdict = episode.score()
        begins = len(ids) - len(mask)
        paid = told(verdict)
        return AgentLoopOutput(
            prompt_ids=ids[:begins],
            response_ids=ids[begins:][:length],
            response_mask=(mask if verdict.scored else [0] * len(mask))[:length],
            response_logprobs=None if likelihoods is None else likelihoods[:length],
            reward_score=paid["score"],
            num_turns=2 * len(episode.actions) + 1,
            metrics=AgentLoopMetrics(),
            extra_fields={"reward_extra_info": paid},
        )
