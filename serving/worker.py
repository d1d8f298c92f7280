"""The process in which a server's work is done: tasks, verdicts, episodes, curricula; it can be killed at any time.

It is the worker of `rlvr.integrations` with more to ask of it. Requests may be sent ahead: they are answered in order.
"""

from __future__ import annotations

import faulthandler
import json
import os
import socket
import sys
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from .. import registry
from ..agents.curricula import Arm, Draw, Result, make_curriculum
from ..agents.curricula.base import arm_of_rung
from ..dial import Dial, number, within
from ..envs.base import TextEnv
from ..envs.hints import NoHints
from ..envs.make import check_options, make_env
from ..export.trainers import task_of
from ..generators.base import GenerationError, Json, Task, derive_seed
from ..integrations.episode import has_tools
from ..integrations.worker import RAISED, Worker
from ..scoring import verify
from ..task_ids import task as task_of_id
from ..task_stream import made, shares
from .shown import public

MOST_TASKS = 4096
"""Tasks by id that are kept; a group of rollouts asks for the same one again and again."""
_KEPT_PROMPT = 20_000
"""Characters of the prompt of a task that is kept."""


class Server(Worker):
    """What a server asks of one process.

    Args:
        trust_rows: see `rlvr.serving.limits.Settings`.
        episodes: environments that are kept between two steps.
    """

    def __init__(self, *, trust_rows: bool, episodes: int) -> None:
        super().__init__()
        self.trust_rows, self.most = trust_rows, episodes
        self.tasks: OrderedDict[str, Task] = OrderedDict()

    def answer(self, request: Mapping[str, Json]) -> dict[str, Json]:
        """What a request gives."""
        match request["do"]:
            case "tasks":
                return {"tasks": [self._shown(self._made(request, seed), request) for seed in request["seeds"]]}
            case "stream":
                return {"tasks": [self._streamed(request["common"], item) for item in request["items"]]}
            case "within":
                rungs = within(registry.get(request["env"]), tuple_of(request["difficulty"]))
                return {"arms": [_arm_json(arm_of_rung(request["env"], rung)) for rung, _ in rungs]}
            case "shares":
                return _shares(request)
            case "verdict":
                options = request["options"]
                return {"verdict": verify(self.task(request["task"]), request["response"], **options).to_json()}
            case "verdicts":
                return self._verdicts(request)
            case "open":
                return self._open(request)
            case "play":
                return self._acted(request)
            case "close":
                self.envs.pop(request["key"], None)
                return {}
            case "curriculum":
                return _curriculum(request)
            case "draw":
                return self._drawn(request)
        return super().answer(request)

    def task(self, given: str | Mapping[str, Json]) -> Task:
        """The task that a client means.

        Raises:
            ValueError: if a row is not that of its id, and rows are not trusted.
        """
        if isinstance(given, str):
            found = self.tasks.get(given)
            if found is None:
                found = self._keep_task(given, task_of_id(given))
            return found
        task = task_of(given)
        if self.trust_rows:
            return task
        refuse_files(task.env, task.level, task.params)
        known = self.task(task.id)
        if known.payload != task.payload:
            raise ValueError(
                f"the row is not that of its id {task.id!r:.200}; this server scores only rows that it can make "
                "itself (rlvr serve --trust-rows scores any)"
            )
        return known

    def _keep_task(self, name: str, task: Task) -> Task:
        refuse_files(task.env, task.level, task.params)
        if len(task.prompt) <= _KEPT_PROMPT:
            self.tasks[name] = task
            while len(self.tasks) > MOST_TASKS:
                self.tasks.popitem(last=False)
        return task

    def _made(self, request: Mapping[str, Json], seed: int) -> Task:
        refuse_paths(request["params"] or {})
        spec = registry.get(request["env"])
        level, params = request["level"] or 1, request["params"]
        if (d := request.get("difficulty")) is not None:
            if request["level"] is not None or params:
                raise ValueError("give a difficulty, or a level with params, not both")
            rung = Dial(spec, d).rung(seed)
            level, params = rung.level, rung.params or None
        task = spec.task(
            level,
            seed,
            params=params,
            marker=request["marker"],
            split=request["split"],
            options=request["options"],
        )
        if request["options"]:  # told now, not when it is played
            make_env(task.env, **task.options)
        return task

    def _streamed(self, common: Mapping[str, Json], item: Json) -> Json:
        """The whole row of a task of a stream; what may be shown of it is the server's matter."""
        row: Json = made(common, item)
        task = Task.from_json(row)
        self._keep_task(task.id, task)
        return row

    def _shown(self, task: Task, request: Mapping[str, Json]) -> dict[str, Json]:
        self._keep_task(task.id, task)
        return {**task.to_json(), "split": task.split} if request["answers"] else public(task)

    def _verdicts(self, request: Mapping[str, Json]) -> dict[str, Json]:
        found: list[Json] = []
        for given, response in request["items"]:
            try:
                found.append(verify(self.task(given), response, **request["options"]).to_json())
            except RAISED as error:
                place = request["places"][len(found)]
                raise type(error)(f"items.{place}: {_text(error)}") from None
        return {"verdicts": found}

    def _open(self, request: Mapping[str, Json]) -> dict[str, Json]:
        env = self._begun(request)
        return {**self._opened(env), "pay": env.reward_kind}

    def _begun(self, request: Mapping[str, Json]) -> TextEnv:
        # A task that this server made itself comes whole.
        made_here = request.get("made")
        task = Task.from_json(made_here) if made_here else self.task(request["task"])
        options = dict(request["options"])
        if request["native"] and "tools" not in {**task.options, **options} and has_tools(task.env):
            options["tools"] = "native"
        return super()._begun({**request, "task": task.to_json(), "options": options})

    def _keep(self, key: str, turn: int, env: TextEnv) -> None:
        self.envs[key] = (turn, env)
        while len(self.envs) > self.most:
            self.envs.popitem(last=False)

    def _drawn(self, request: Mapping[str, Json]) -> dict[str, Json]:
        """The task of one draw, with its hint."""
        draw = draw_of(request["draw"])
        if draw.task_id is not None:
            task = self.task(draw.task_id)
        else:
            arm, split = draw.arm, request["split"]
            task = registry.get(arm.env).task(
                arm.level,
                derive_seed(arm.name, split, *request["parts"]),
                params=dict(arm.params) or None,
                split=split,
                options=request["env_options"],
            )
        hint = ""
        if draw.hint:
            env = make_env(task.env, hints=True, **task.options)
            env.reset(options={"task": task})
            with suppress(NoHints):
                hint = env.hint(draw.hint)
        return {"task": self._shown(task, request), "hint": hint}


def refuse_files(env: str, level: int, params: Mapping[str, Json]) -> None:
    """Refuse parameters that may name files, unless they are the registry's own, beyond its table.

    Raises:
        ValueError: if there is a path in them.
    """
    if number(registry.get(env), level, params) == level:
        refuse_paths(dict(params))


def refuse_paths(value: Json) -> None:
    """Refuse parameters that may name files of this machine.

    Raises:
        ValueError: if there is a path in them.
    """
    if isinstance(value, str) and ("/" in value or "\\" in value or value.startswith((".", "~"))):
        raise ValueError("params over HTTP may not name files")
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            refuse_paths(each)


def arm_of(body: Mapping[str, Json]) -> Arm:
    """An arm of its JSON."""
    return Arm(body["env"], body["level"], tuple(sorted(body["params"].items())), body.get("label", ""))


def draw_of(body: Mapping[str, Json]) -> Draw:
    """A draw of its JSON."""
    return Draw(arm_of(body["arm"]), body["task_id"], body["samples"], body["hint"])


def _arm_json(arm: Arm) -> dict[str, Json]:
    return {"env": arm.env, "level": arm.level, "params": dict(arm.params), "label": arm.label}


def _draw_json(draw: Draw) -> dict[str, Json]:
    return {
        "arm": _arm_json(draw.arm),
        "name": draw.arm.name,
        "task_id": draw.task_id,
        "samples": draw.samples,
        "hint": draw.hint,
    }


def _curriculum(request: Mapping[str, Json]) -> dict[str, Json]:
    """One operation on a curriculum, which is a function of its state: results are noted, then draws are made."""
    for arm in request["arms"]:
        refuse_files(arm["env"], arm["level"], arm["params"])
        registry.get(arm["env"]).params(arm["level"], arm["params"] or None)
    arms = [arm_of(arm) for arm in request["arms"]]
    if len({arm.name for arm in arms}) < len(arms):
        raise ValueError("an arm comes twice")
    curriculum = make_curriculum(request["curriculum"], arms, **request["options"])
    if request["state"] is not None:
        curriculum.load(request["state"])
    if request["results"]:
        curriculum.record(
            [
                Result(draw_of(each["draw"]), each["task_id"], tuple(each["rewards"]), each["advantage"])
                for each in request["results"]
            ]
        )
    draws: list[Draw] = []
    if request["count"]:
        rng = Random(derive_seed("draw", request["seed"], request["step"]))
        draws = curriculum.draw(rng, request["count"])
    return {
        "state": curriculum.state(),
        "weights": dict(curriculum.weights()),
        "arms": [arm.name for arm in arms],
        "draws": [_draw_json(draw) for draw in draws],
    }


def _shares(request: Mapping[str, Json]) -> dict[str, Json]:
    """The weights of a stream's kinds; whether its environments take the options."""
    levels, difficulty = tuple_of(request["levels"]), tuple_of(request["difficulty"])
    found = shares(request["envs"], levels, request["weights"], difficulty)
    for env in {env for env, *_ in found}:
        check_options(env, request["options"] or {})
    return {"shares": [[*kind, weight] for kind, weight in found.items()]}


def tuple_of(value: Json) -> Any:
    """A pair for each list, also where there is one for each environment."""
    if isinstance(value, Mapping):
        return {name: tuple_of(each) for name, each in value.items()}
    return tuple(value) if isinstance(value, list) else value


def _text(error: BaseException) -> str:
    if isinstance(error, KeyError) and not isinstance(error, registry.UnknownEnvironment):
        return f"missing {error}"
    return str(error)


def main(descriptor: int, origins: list[str], trust_rows: bool, episodes: int) -> None:
    """Answer requests until the other end is closed."""
    os.dup2(2, 1)  # what an environment prints is no reply
    known = registry.origins()
    for origin in origins:
        if origin not in known:
            registry.register(origin)
    worker = Server(trust_rows=trust_rows, episodes=episodes)
    connection = socket.socket(fileno=descriptor)
    with connection, connection.makefile("rb") as lines:
        for line in lines:
            request: dict[str, Any] = json.loads(line)
            # Counted by a thread of C, which needs no interpreter lock: it ends this process even if the server died.
            faulthandler.dump_traceback_later(request["seconds"] + 5.0, exit=True, file=sys.stderr)
            try:
                reply = worker.answer(request)
                text = json.dumps(reply, allow_nan=False)
            except GenerationError as error:
                text = json.dumps({"raised": "ValueError", "message": str(error)})
            except (*RAISED, RecursionError, OverflowError) as error:
                text = json.dumps({"raised": type(error).__name__, "message": _text(error)[:2000]})
            except Exception as error:
                text = json.dumps({"failed": f"{type(error).__name__}: {error}"[:500]})
            faulthandler.cancel_dump_traceback_later()
            connection.sendall(text.encode() + b"\n")
