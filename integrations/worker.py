"""The process in which environments run for an adapter; it answers one request at a time and can be killed any time.

Requests and replies are lines of JSON over a socket. Nothing is lost with the process: an episode is a function of its
task and its actions, so whoever asks sends these again and the episode goes on elsewhere.
"""

from __future__ import annotations

import faulthandler
import json
import os
import socket
import sys
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .. import registry
from ..envs.base import TextEnv
from ..envs.make import make_env
from ..envs.replay import unfinished
from ..generators.base import Json, Task, parse_task_id
from ..sandbox.base import SandboxError
from ..scoring import verify
from ..spec import resolve
from ..verifiers.base import Verdict

MOST_EPISODES = 256
"""Environments that are kept between two actions; others are played again from their beginning."""

RAISED = (TypeError, ValueError, KeyError, SandboxError)
"""What is the caller's mistake or the end of a run; everything else is a failure of one episode."""


class Worker:
    """The episodes of this process."""

    def __init__(self) -> None:
        self.envs: OrderedDict[str, tuple[int, TextEnv]] = OrderedDict()

    def answer(self, request: Mapping[str, Json]) -> dict[str, Json]:
        """What a request gives."""
        match request["do"]:
            case "ready":
                return {}
            case "task":
                return {"task": _made(request).to_json()}
            case "verify":
                task = Task.from_json(request["task"])
                return {"verdict": verify(task, request["response"], **request["options"]).to_json()}
            case "reset":
                return self._opened(self._begun(request))
            case "act":
                return self._acted(request)
            case "call":
                return {"value": resolve(request["target"])(*request["arguments"])}
        raise ValueError(f"unknown request {request['do']!r}")

    def _begun(self, request: Mapping[str, Json]) -> TextEnv:
        task = Task.from_json(request["task"])
        env = make_env(task.env, **{**task.options, **request["options"]})
        env.reset(options={"task": replace(task, options={})})
        self._keep(request["key"], 0, env)
        return env

    def _opened(self, env: TextEnv) -> dict[str, Json]:
        schemas: list[Json] = getattr(env, "tool_schemas", list)()
        return {"messages": env.messages, "tools": schemas, "turns": env.turn_limit, "id": env.task.id}

    def _acted(self, request: Mapping[str, Json]) -> dict[str, Json]:
        turn, env = self.envs.pop(request["key"], (-1, None))
        if env is None or turn != request["turn"]:
            if "task" not in request:
                return {"missing": True}
            env = self._begun(request)
            for action in request["actions"]:
                env.step(action)
        before = len(env.messages)
        observation, reward, over, cut, info = env.step(request["action"])
        verdict = info.get("verdict")
        standing: Verdict = info["verdict"] if over or cut else unfinished(verdict, env.reward_kind)
        if not (over or cut):
            self._keep(request["key"], request["turn"] + 1, env)
        return {
            "messages": env.messages[before:],
            "observation": observation,
            "reward": reward,
            "over": over,
            "cut": cut,
            "verdict": standing.to_json(),
            "results": info.get("tool_results", []),
        }

    def _keep(self, key: str, turn: int, env: TextEnv) -> None:
        self.envs[key] = (turn, env)
        while len(self.envs) > MOST_EPISODES:
            self.envs.popitem(last=False)


def _made(request: Mapping[str, Json]) -> Task:
    env, level, seed, params, options = parse_task_id(request["id"])
    spec, marker = registry.get(env), options.pop("marker", None)
    return spec.task(level, seed, params=params, marker=marker, options=options, split=request["split"])


def main(descriptor: int, origins: list[str]) -> None:
    """Answer requests until the other end is closed."""
    os.dup2(2, 1)  # what an environment prints is no reply
    known = registry.origins()
    for origin in origins:
        if origin not in known:
            registry.register(origin)
    worker = Worker()
    connection = socket.socket(fileno=descriptor)
    with connection, connection.makefile("rb") as lines:
        for line in lines:
            request: dict[str, Any] = json.loads(line)
            # Counted by a thread of C, which needs no interpreter lock: it ends this process also where the asker died.
            faulthandler.dump_traceback_later(request["seconds"] + 5.0, exit=True, file=sys.stderr)
            try:
                reply = worker.answer(request)
            except RAISED as error:
                reply = {"raised": type(error).__name__, "message": str(error)}
            except Exception as error:
                reply = {"failed": f"{type(error).__name__}: {error}"[:500]}
            faulthandler.cancel_dump_traceback_later()
            connection.sendall(json.dumps(reply).encode() + b"\n")
