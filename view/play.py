"""Episodes that are played in the browser: one step for each request, with the verdict that a model would get."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from .. import registry
from ..drawing import draw
from ..envs.base import HintsOff, TextEnv
from ..envs.hints import NoHints
from ..envs.make import make_env
from ..envs.tool import ToolEnv
from ..sandbox.base import SandboxError
from .boards import board
from .gallery import shown, task_of

Json = Any
MOST = 64
"""Episodes that are kept; the one that was used longest ago is forgotten first."""


@dataclass
class Played:
    """One episode."""

    env: TextEnv
    options: dict[str, Json]
    info: dict[str, Any]
    actions: list[str] = field(default_factory=list)
    paid: float = 0.0
    over: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


class Plays:
    """The episodes that are being played, by keys that cannot be guessed."""

    def __init__(self) -> None:
        self._episodes: OrderedDict[str, Played] = OrderedDict()
        self._lock = threading.Lock()

    def answer(self, asked: Json) -> Json:
        """What a request leads to.

        ``{"env", "level", "seed"}`` begins an episode, ``{"key", "act"}`` plays an action, ``{"key", "hint"}`` asks
        for a fraction of the way.

        Raises:
            LookupError: if there is no such episode.
            ValueError: if the request is not one of these.
        """
        if "env" in asked:
            return self._begin(str(asked["env"]), int(asked["level"]), int(asked["seed"]))
        key = str(asked.get("key"))
        with self._lock:
            played = self._episodes.get(key)
            if played is None:
                raise LookupError("this episode is gone; begin a new one")
            self._episodes.move_to_end(key)
        with played.lock:
            if "act" in asked and not played.over:
                return _told(key, played, **_act(played, str(asked["act"])))
            if "hint" in asked and not played.over:
                return _told(key, played, hint=_hint(played, float(asked["hint"])))
        return _told(key, played)

    def _begin(self, name: str, level: int, seed: int) -> Json:
        task = task_of(name, level, seed)
        spec = registry.get(task.env)
        options: dict[str, Json] = {"feedback": "reason", "extraction": "lenient"}
        if spec.env == "single":
            options["attempts"] = 3
        env = make_env(task.env, level=level, render_mode="svg", **options)
        _, info = env.reset(options={"task": task})
        key = secrets.token_urlsafe(12)
        played = Played(env, {"level": level, **options}, info)
        with self._lock:
            self._episodes[key] = played
            while len(self._episodes) > MOST:
                self._episodes.popitem(last=False)
        return _told(key, played)


def _act(played: Played, text: str) -> Json:
    try:
        _, reward, over, cut, played.info = played.env.step(text)
    except SandboxError as error:
        return {"problem": f"what this needs to run programs is not there: {error}; `rlvr doctor` says more"}
    played.actions.append(text)
    played.paid += reward
    played.over = over or cut
    return {}


def _hint(played: Played, fraction: float) -> str:
    try:
        return played.env.hint(min(max(fraction, 0.0), 0.9)) or "There is nothing to say yet; ask for more."
    except (HintsOff, NoHints) as error:
        return str(error)


def _told(key: str, played: Played, problem: str = "", hint: str = "") -> Json:
    env, info = played.env, played.info
    task = env.task
    verdict = info.get("verdict")
    clickable = None if played.over else board(task, env.state)
    return {
        "key": key,
        "id": task.id,
        "env": task.env,
        "marker": task.marker,
        "messages": [{**message, "content": shown(message["content"])} for message in env.messages],
        "turn": info["turn"],
        "limit": env.turn_limit,
        "over": played.over,
        "paid": played.paid,
        "verdict": verdict.to_json() if verdict is not None else None,
        "answer": shown(task.answer) if played.over else None,
        # What was filled in is written by the page, which lets it be changed.
        "svg": draw(
            task, None if clickable and "sets" in clickable else env.state, spots=clickable is not None
        ),
        "board": clickable,
        "tools": env.tool_schemas() if isinstance(env, ToolEnv) else [],
        "problem": problem,
        "hint": hint,
        "code": _code(task.id, played),
    }


def _code(task_id: str, played: Played) -> str:
    """The same episode as a program."""
    options = "".join(f", {name}={value!r}" for name, value in played.options.items())
    actions = "".join(f"\n    {action!r}," for action in played.actions)
    return (
        f"import rlvr\n\nenv = rlvr.make({task_id.split(':', 1)[0]!r}{options})\n"
        f'observation, info = env.reset(options={{"task": {task_id!r}}})\n'
        f"for action in [{actions}{chr(10) if actions else ''}]:\n"
        "    observation, reward, terminated, truncated, info = env.step(action)\n"
        '    print(observation)\nprint(info.get("verdict"))\n'
    )
