"""NeMo Gym: a resources server for every environment of this package; it imports nemo_gym, which asks for Python 3.12.

    python -m rlvr generate sudoku search-qa -n 1000 --format nemo-gym -o train.jsonl

NeMo Gym starts a server from a file of yours, ``resources_servers/rlvr/app.py``:

    from rlvr.integrations.nemo_gym_server import RlvrResourcesServer

    if __name__ == "__main__":
        RlvrResourcesServer.run_webserver()

With its `gymnasium_agent` the routes /reset and /step play games and tools; with `simple_agent` /verify pays rows of
one response. See docs/trainers/nemo-gym.md.
"""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import FastAPI
from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseVerifyRequest,
    BaseVerifyResponse,
)
from nemo_gym.openai_utils import NeMoGymResponse
from pydantic import ConfigDict
from resources_servers.gymnasium import GymnasiumServer

from .. import registry
from ..envs.chat import Message, text_of
from ..export.trainers import task_of
from ..generators.base import Json
from ..verifiers.base import Verdict
from .episode import Episode
from .workers import BUDGET, workers


class RlvrServerConfig(BaseResourcesServerConfig):  # type: ignore[misc]
    """Settings of the server's YAML file: seconds that a step may take, and options of the environments."""

    budget: float = BUDGET
    options: dict[str, Json] = {}  # noqa: RUF012 - pydantic copies it


class RlvrVerifyRequest(BaseVerifyRequest):  # type: ignore[misc]
    """A row of ``rlvr generate --format nemo-gym`` and the model's response to it."""

    model_config = ConfigDict(extra="allow")


class RlvrVerifyResponse(BaseVerifyResponse):  # type: ignore[misc]
    """The pay; `mask_sample` tells trainers to leave the sample out, because it has no score."""

    model_config = ConfigDict(extra="allow")
    mask_sample: bool = False
    reason: str = ""
    passed: float = 0.0


class RlvrResourcesServer(GymnasiumServer):  # type: ignore[misc]
    """Episodes by session over /reset and /step, single responses over /verify."""

    config: RlvrServerConfig

    def setup_webserver(self) -> FastAPI:
        """The routes of the base, and those that `simple_agent` asks for."""
        app: FastAPI = super().setup_webserver()
        app.post("/seed_session")(self.seed_session)
        app.post("/verify")(self.verify)
        return app

    async def reset(
        self, metadata: dict[str, Any], session_id: str | None = None
    ) -> tuple[str | None, dict[str, Any]]:
        """Begin the row's episode. The row's own messages are what the environment says first, so there is no other."""
        episode = Episode(task_of(metadata), budget=self.config.budget, **self.config.options)
        await asyncio.to_thread(episode.reset)
        self.session_state[session_id] = episode
        return None, {"task": episode.task.id, "max_steps": episode.turns}

    async def step(
        self, action: NeMoGymResponse, metadata: dict[str, Any], session_id: str | None = None
    ) -> tuple[str | None, float, bool, bool, dict[str, Any]]:
        """Play a response: its text, or its calls of tools. The whole reward is paid at the end.

        Raises:
            ValueError: if the session has no episode; /reset begins one.
        """
        episode = self.session_state.get(session_id)
        if episode is None:
            raise ValueError("the session has no episode: POST /reset first, with the row")
        if not episode.done:
            answers = await asyncio.to_thread(episode.act, message_of(action))
        else:
            answers = []
        verdict = episode.score()
        told = [message for message in answers if message["role"] != "tool"]
        info = {
            **_told(verdict),
            "tool_outputs": [
                {"call_id": message["tool_call_id"], "output": text_of(message)}
                for message in answers
                if message["role"] == "tool"
            ],
        }
        done = episode.done
        said = "\n\n".join(map(text_of, told)) or None
        reward = (verdict.reward or 0.0) if done else 0.0
        return (None if done else said), reward, done and not episode.truncated, episode.truncated, info

    async def verify(self, body: RlvrVerifyRequest) -> RlvrVerifyResponse:
        """Pay one response.

        Raises:
            ValueError: if the row is played in several turns: every pay would be a silent 0.
        """
        task = task_of(body.model_extra or {})
        if registry.get(task.env).env != "single":
            raise ValueError(f"{task.env} is played in several turns: take gymnasium_agent, not simple_agent")
        verdict = await asyncio.to_thread(
            workers().verify, task, text_of(message_of(body.response)), budget=self.config.budget
        )
        told = _told(verdict)
        return RlvrVerifyResponse(**body.model_dump(), reward=verdict.reward or 0.0, **told)


def message_of(response: NeMoGymResponse) -> Message:
    """A response of the OpenAI Responses format as one assistant's message: its texts, and its calls of tools."""
    texts: list[str] = []
    calls: list[Json] = []
    for item in response.output:
        if item.type == "message":
            parts = (
                [item.content]
                if isinstance(item.content, str)
                else [getattr(p, "text", "") for p in item.content]
            )
            texts += parts
        elif item.type == "function_call":
            function = {"name": item.name, "arguments": item.arguments}
            calls.append({"id": item.call_id, "type": "function", "function": function})
    message: Message = {"role": "assistant", "content": "".join(texts)}
    return {**message, "tool_calls": calls} if calls else message


def _told(verdict: Verdict) -> dict[str, Any]:
    return {
        "mask_sample": not verdict.scored,
        "reason": str(verdict.reason),
        "passed": float(verdict.passed),
    }
