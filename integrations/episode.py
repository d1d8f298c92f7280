"""One episode for every adapter: a chat that an environment opens, answers and judges, within a hard budget.

    episode = Episode(task)
    messages = episode.reset()               # system and user messages; episode.tools are the schemas of its tools
    while not episode.done:
        messages += [reply := model(messages)]    # a text, or an OpenAI message with tool_calls
        messages += episode.act(reply)            # the messages that answer it
    verdict = episode.score()                # what a model wrote raises nothing; no call takes longer than the budget

An environment that hangs, or whose process dies, ends the episode with the verdict ``infra``, which has no score; what
a trainer gets then is said in `rlvr.integrations.pay`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from typing import Any

from .. import registry
from ..envs.chat import Message, action_of, text_of
from ..generators.base import Json, Task
from ..task_ids import task as task_of_id
from ..verifiers.base import Reason, Verdict, infra
from .workers import BUDGET, OutOfBudget, Workers, workers


class Episode:
    """One episode of a task.

    Args:
        task: a task, or its id.
        native: whether tools are called natively (their schemas go to the chat template or the server) and not
            described in the prompt.
        budget: seconds that one reset or act may take.
        pool: the processes that it runs in.
        options: of the environment, instead of those of the task.

    Attributes:
        task: what is played.
        messages: the chat so far.
        tools: schemas of the tools in the OpenAI format; empty if there are none.
        turns: the cap on actions.
        actions: what was played, as `rlvr.verify` takes it.
        done: whether it is over.
        truncated: whether a cap or a failure ended it.
        results: what each tool call of the last action gave, ``{"id", "name", "content"}``.
        observation: what the environment said last, as one text.
    """

    def __init__(
        self,
        task: Task | str,
        *,
        native: bool = True,
        budget: float = BUDGET,
        pool: Workers | None = None,
        **options: Any,
    ) -> None:
        self.task = task_of_id(task) if isinstance(task, str) else task
        if native and "tools" not in {**self.task.options, **options} and has_tools(self.task.env):
            options["tools"] = "native"
        self.budget = budget
        self.pool = pool or workers()
        self.options: dict[str, Json] = options
        self._clear()

    def _clear(self) -> None:
        self.key = uuid.uuid4().hex
        self.messages: list[Message] = []
        self.tools: list[dict[str, Json]] = []
        self.turns = 0
        self.actions: list[str] = []
        self.done = False
        self.truncated = False
        self.results: list[dict[str, Json]] = []
        self.observation = ""
        self._verdict = Verdict(0.0, Reason.TRUNCATED, "The episode ended before there was an answer.")

    def reset(self) -> list[Message]:
        """Begin, or begin again: the messages before the policy's first one."""
        self._clear()
        reply = self._ask({"do": "reset", **self._whole()})
        if reply is not None:
            self.messages, self.tools, self.turns = reply["messages"], reply["tools"], reply["turns"]
        return list(self.messages)

    def act(self, message: str | Mapping[str, Json]) -> list[Message]:
        """Play what the policy wrote: a text, or an assistant's message. Returns the messages that answer it.

        Raises:
            TypeError: if it is neither.
            ValueError: if the episode is over, or has not begun.
        """
        if self.done or not self.messages:
            raise ValueError("the episode is over" if self.done else "the episode has not begun: call reset()")
        action = message if isinstance(message, str) else action_of(message)
        request = {"do": "act", "key": self.key, "turn": len(self.actions), "action": action}
        reply = self._ask(request)
        if reply is not None and reply.get(
            "missing"
        ):  # it was played by another process, or too many others were
            reply = self._ask({**request, **self._whole(), "actions": self.actions})
        self.actions.append(action)
        if reply is None:
            return []
        self.messages += reply["messages"]
        self.done, self.truncated = reply["over"] or reply["cut"], reply["cut"]
        self.results, self.observation = reply["results"], reply["observation"]
        self._verdict = Verdict.from_json(reply["verdict"])
        return list(reply["messages"][1:])

    def call(self, name: str, arguments: Mapping[str, Json]) -> str:
        """Call one tool, which is a turn, for a peer that runs tools itself. Returns what the tool says."""
        if self.done:
            return "error: the episode is over; no more tools can be used"
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"id": f"call_{len(self.actions)}", "type": "function", "function": function}
        said = self.act({"role": "assistant", "content": None, "tool_calls": [call]})
        return "\n".join(text_of(message) for message in said) or "error: the tool failed"

    def score(self) -> Verdict:
        """The judgement of the episode as it stands: what `rlvr.verify` says of its actions."""
        return self._verdict

    def _whole(self) -> dict[str, Json]:
        return {"key": self.key, "task": self.task.to_json(), "options": self.options}

    def _ask(self, request: Mapping[str, Json]) -> dict[str, Json] | None:
        """The reply; None if there is none, and then the episode is over and has no score."""
        try:
            reply = self.pool.ask(request, self.budget)
        except OutOfBudget as error:
            reply = {"failed": str(error)}
        if "failed" not in reply:
            return reply
        self._verdict = infra(reply["failed"])
        self.done = self.truncated = True
        return None


def has_tools(env: str) -> bool:
    """Whether the episodes of an id have tools that can be called natively."""
    if registry.get(env).env == "single":
        return False
    from ..envs.make import options_of, target_of

    return "tools" in (options_of(target_of(env)) or ())
