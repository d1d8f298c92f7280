"""A process of environments: it steps those that it is given, and says what they said.

It is started by `rlvr.agents.rollouts.processes`, which tells it over a socket what to do. It imports no torch. Inside,
environments are stepped as they are in the process of a rollout (`LocalEnvironments`): quick ones one after the other,
slow ones in threads, each behind a watchdog. When the socket closes, the process ends.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import socket
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from ... import registry
from ...envs.base import TextEnv
from .environments import Answer, LocalEnvironments, Said, begin, play
from .frames import Alarm, Link, ready
from .jobs import EpisodeJob
from .steps import Steps
from .wire import job_of, said_row

WATCH = 0.05
"""Seconds between looks at the watchdog while calls are under way."""

HOLD = 0.005
"""Seconds after which answers are sent although more quick calls wait."""

AFTER = 30.0
"""Seconds after its limit that a call may hold the interpreter until the process ends by itself: who should have ended
it is gone."""


def main(descriptor: int) -> None:
    """Serve until the socket closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it ends it
    link = Link(socket.socket(fileno=descriptor))
    try:
        while not (messages := link.take()) and link.open:
            ready([link], [], 1.0)
        if messages:
            _Served(link, messages[0]).run(messages[1:])
    finally:
        os._exit(0)  # threads of environments may hang


def restore(
    environments: LocalEnvironments, handle: int, job: EpisodeJob, actions: Sequence[str], key: str, action: str
) -> None:
    """Bring an environment to where it was in another process, and play an action there.

    Args:
        environments: what it is one of from now on.
        handle: see `Environments.reset`.
        job: see `Environments.reset`.
        actions: what was played.
        key: the state that this led to; where it leads to another one now, the call fails.
        action: what is played then.
    """
    here = environments.make(handle, job)
    here.slow = True  # several steps at once
    environments.submit(handle, here, "step", partial(replayed, here.env, job, actions, key, action))


def replayed(env: TextEnv, job: EpisodeJob, actions: Sequence[str], key: str, action: str) -> Said:
    """Play an action behind those that were played elsewhere; see `restore`.

    Raises:
        RuntimeError: if they lead to another state than they did there.
    """
    said = begin(env, job)
    for each in actions:
        said = play(env, each)
    if said.state_key != key:
        raise RuntimeError(
            "the process of this environment had to be ended because of another one, and it does not repeat itself"
        )
    return play(env, action)


class _Served:
    """The environments of one process.

    Args:
        link: to the rollout.
        setup: ``origins`` of registry files, ``workers`` and ``limit`` of `Steps`.
    """

    def __init__(self, link: Link, setup: dict[str, Any]) -> None:
        known = registry.origins()
        for origin in setup["origins"]:
            if origin not in known:
                registry.register(origin)
        self._link, self._limit = link, setup["limit"]
        self._alarm = Alarm()
        self._steps = Steps(setup["workers"], setup["limit"], hold=HOLD, notify=self._alarm.ring)
        self._environments = LocalEnvironments(self._steps)
        self._actions: dict[int, str | None] = {}  # what each call under way answers to
        self._armed = 0.0
        link.put(["ready"])
        link.send()

    def run(self, messages: list[Any]) -> None:
        """Do what is asked for until the socket closes."""
        while self._link.open:
            for message in messages:
                self._do(*message)
            for answer in self._environments.finished(0.0):
                self._tell(answer)
            self._link.send()
            self._watch()
            wait = 0.0 if self._steps.waiting else WATCH if self._actions else 1.0
            ready([self._link, self._alarm.fileno()], [], wait)
            self._alarm.off()
            messages = self._link.take()

    def _do(self, what: str, handle: int, *more: Any) -> None:
        if what == "leave":
            self._environments.leave(handle)
            self._actions.pop(handle, None)
            return
        self._actions[handle] = None if what == "reset" else more[-1]
        if what == "step":
            self._environments.step(handle, more[0])
            return
        try:
            if what == "reset":
                self._environments.reset(handle, job_of(more[0]))
            else:
                job, actions, key, action = more
                restore(self._environments, handle, job_of(job), actions, key, action)
        except (TypeError, ValueError, LookupError) as error:
            del self._actions[handle]
            self._link.put(["failed", handle, 0.0, "refused", f"{type(error).__name__}: {error}"])

    def _tell(self, answer: Answer) -> None:
        handle, action = answer.handle, self._actions.pop(answer.handle)
        if answer.said is not None:
            try:
                self._link.put(["said", handle, answer.seconds, said_row(answer.said, action)])
            except (TypeError, ValueError) as error:
                text = f"{type(error).__name__}: what the environment said is no JSON: {error}"
                self._link.put(["failed", handle, answer.seconds, "error", text])
            return
        why = "hung" if answer.hung else "no sandbox" if answer.raised is not None else "error"
        self._link.put(["failed", handle, answer.seconds, why, answer.error])

    def _watch(self) -> None:
        """Have the process end, should it come no more to this line for long: no Python code is needed for that."""
        now = time.monotonic()
        if self._limit is not None and now > self._armed + 1.0:
            self._armed = now
            faulthandler.dump_traceback_later(self._limit + AFTER, exit=True)
