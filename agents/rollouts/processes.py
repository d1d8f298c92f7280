"""Environments in processes of their own: whatever they do, the process of the rollout goes on.

Each process has many environments (`rlvr.agents.rollouts.child`). It is started as a new interpreter, so it inherits
neither torch nor a GPU, and needs no ``if __name__ == "__main__"`` in the program that starts it; environments of a
user's own must come from a registry file whose modules can be imported there. What goes over the wire is JSON, so an
environment says there, and does, exactly what it would in this process.

**A process that hangs is killed.** A call that takes too long is given up within its process, whose other environments
go on; the process gets no new ones and is ended when the last of them is over. One that says nothing although a call
has taken too long is held up by code that never lets go of the interpreter; one can also die. Then its environments are
brought to where they were in another process: an episode is a function of its task and its actions, and where a state
comes out otherwise, the episode fails. Those that had a call under way are brought one at a time to a process that
has no other, so that the one that does it again is known.

Environments that run programs in a sandbox stay in this process, in threads: all they do here is wait, and a pool of
sandboxes for each process would be many.

With the engine ``ray`` the processes are on the hosts of a Ray cluster, each held by an actor (`rlvr.pools.relay`).
What is said, and what happens when one hangs or dies, is the same; a host that is lost is so many processes that died.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from ... import registry
from ...envs.base import TextEnv
from ...envs.make import check_options
from ...pools.on_ray import check_room
from ...pools.pool import Engine
from ...pools.relay import relayed
from ...pools.spawned import Spawned
from ...sandbox import SandboxUnavailable
from .environments import Answer, LocalEnvironments
from .frames import Alarm, Link, ready
from .jobs import EpisodeJob
from .steps import Steps
from .wire import job_row, said_of

SLACK = 1.0
"""Seconds after the limit of a call by which its process must have reported it."""

STARTING = 120.0
"""Seconds that a process may take to start."""

STARTS = 3
"""Processes in a row that may end while they start: somebody may kill one, or its host be lost."""

LATE = "did not start"

RAY_SLACK, RAY_STARTING = 5.0, 300.0
"""The same for processes on other hosts, which may have to be started first."""


@dataclass(slots=True, eq=False)
class _Elsewhere:
    """An environment in another process.

    Attributes:
        job: what is played there.
        actions: what has been played.
        key: the state that this led to.
        home: its process; None if that is gone, and it has to be brought to another one.
        asked: whether a call is under way.
        pending: the action of that call; None for the reset.
    """

    job: EpisodeJob
    actions: list[str] = field(default_factory=list)
    key: str = ""
    home: _Process | None = None
    asked: bool = False
    pending: str | None = None


class _Process:
    """One process of environments.

    Attributes:
        asked: handles of the calls under way, the oldest first.
        held: handles of all its environments.
        heard: when it last said something, or began to have something to do.
        ready: whether it has started.
        retiring: whether it gets no new environments.
        alone: whether it has one environment at a time: one that may have ended another process.
    """

    def __init__(self, engine: Engine, workers: int, limit: float | None, *, alone: bool = False) -> None:
        module = f"{__package__}.child"
        # One that is alone is there for a while only, whatever room the hosts have.
        self._child = Spawned(module) if engine == "local" else relayed(module, cpus=0 if alone else 1)
        self.link = Link(self._child.socket)
        self.link.put({"origins": sorted(registry.origins()), "workers": workers, "limit": limit})
        self.link.flush()
        self.asked: dict[int, None] = {}
        self.held: set[int] = set()
        self.heard = time.monotonic()
        self.ready = self.retiring = False
        self.alone = alone

    def kill(self) -> int:
        """End it, with all that it has started; returns its status."""
        self.link.close()
        return self._child.kill()


class ProcessEnvironments:
    """Environments in other processes; see the top of this module.

    Args:
        processes: how many.
        workers: see `Steps`; those of all processes together.
        limit: seconds that a call may take; None for any: then a process that hangs is not noticed.
        engine: where they are.

    Raises:
        PoolError: if Ray is asked for and not there, or has no room.
    """

    def __init__(self, processes: int, workers: int, limit: float | None, engine: Engine = "local") -> None:
        if engine == "ray":
            check_room(processes)
        self._count, self._limit, self._engine = processes, limit, engine
        self._slack, self._starting = (SLACK, STARTING) if engine == "local" else (RAY_SLACK, RAY_STARTING)
        self._workers = -(-workers // processes)
        self._alarm = Alarm()
        self._here = LocalEnvironments(Steps(workers, limit, notify=self._alarm.ring))
        self._local: dict[int, bool] = {}  # environments in this process: whether a call is under way
        self._elsewhere: dict[int, _Elsewhere] = {}
        self._answers: list[Answer] = []
        self._closed = False
        self._failed_starts = 0  # in a row
        self._suspects: deque[int] = deque()  # environments of processes that were ended, with a call under way
        self._processes = [self._started() for _ in range(processes)]

    def reset(self, handle: int, job: EpisodeJob) -> TextEnv | None:
        """See `Environments.reset`."""
        if registry.get(job.task.env).sandbox:
            env = self._here.reset(handle, job)
            self._local[handle] = True
            return env
        check_options(job.task.env, job.env_options)
        one = self._elsewhere[handle] = _Elsewhere(job)
        self._place(handle, one, self._home())
        return None

    def step(self, handle: int, action: str) -> None:
        """See `Environments.step`."""
        if handle in self._local:
            self._local[handle] = True
            self._here.step(handle, action)
            return
        one = self._elsewhere[handle]
        one.pending = action
        if one.home is None:
            self._place(handle, one, self._home())
        else:
            self._ask(handle, one, ["step", handle, action])

    def finished(self, wait: float) -> list[Answer]:
        """See `Environments.finished`."""
        until = time.monotonic() + wait
        answers, self._answers = self._answers, []
        while True:
            if any(self._local.values()):
                for answer in self._here.finished(0.0):
                    self._local[answer.handle] = False
                    answers.append(answer)
            self._exchange(0.0 if answers else max(until - time.monotonic(), 0.0))
            answers += self._answers
            self._answers = []
            if answers or time.monotonic() >= until:
                return answers

    def leave(self, handle: int) -> None:
        """See `Environments.leave`."""
        if self._local.pop(handle, None) is not None:
            self._here.leave(handle)
        one = self._elsewhere.pop(handle, None)
        if one is None or one.home is None:
            return
        one.home.asked.pop(handle, None)
        one.home.held.discard(handle)
        one.home.link.put(["leave", handle])

    def close(self) -> None:
        """See `Environments.close`; the processes are killed. Closing twice does nothing."""
        if self._closed:
            return
        self._closed = True
        self._here.close()
        for process in self._processes:
            process.kill()
        self._processes.clear()
        self._alarm.close()

    # ---- processes -----------------------------------------------------------------------------------

    def _started(self, *, alone: bool = False) -> _Process:
        return _Process(self._engine, self._workers, self._limit, alone=alone)

    def _exchange(self, wait: float) -> None:
        """Send and receive what there is; wait for something to come; end processes that hang or have nothing left."""
        self._examine()
        for process in self._processes:
            process.link.flush()
        links = [process.link for process in self._processes]
        ready([*links, self._alarm.fileno()], [link for link in links if link.unsent], wait)
        self._alarm.off()
        now = time.monotonic()
        for process in list(self._processes):
            process.link.flush()
            for message in process.link.take():
                process.heard = now
                self._take(process, message)
            if not process.link.open:
                self._lost(process, "died")
            elif not process.ready:
                if now - process.heard > self._starting:
                    self._lost(process, LATE)
            elif process.asked and self._limit is not None and now - process.heard > self._limit + self._slack:
                self._lost(process, f"took longer than {self._limit} s", hung=True)
            elif process.retiring and not process.held:
                self._processes.remove(process)
                process.kill()

    def _home(self) -> _Process:
        """The process that has the fewest environments; one that has started, if there is one."""
        usual = [process for process in self._processes if not (process.retiring or process.alone)]
        while len(usual) < self._count:
            usual.append(self._started())
            self._processes.append(usual[-1])
        return min(usual, key=lambda process: (not process.ready, len(process.held)))

    def _examine(self) -> None:
        """Give the next environment that may have ended a process to one of its own."""
        alone = next((process for process in self._processes if process.alone), None)
        if alone is not None and alone.asked:
            return
        while self._suspects:
            handle = self._suspects.popleft()
            if handle in self._elsewhere:
                if alone is None:
                    alone = self._started(alone=True)
                    self._processes.append(alone)
                self._place(handle, self._elsewhere[handle], alone)
                return
        if alone is not None:
            self._processes.remove(alone)
            alone.kill()

    def _place(self, handle: int, one: _Elsewhere, home: _Process) -> None:
        """Bring an environment to a process, and have it answer there."""
        one.home = home
        home.held.add(handle)
        row = job_row(one.job)
        if one.pending is None:
            self._ask(handle, one, ["reset", handle, row])
        else:
            self._ask(handle, one, ["restore", handle, row, one.actions, one.key, one.pending])

    def _ask(self, handle: int, one: _Elsewhere, message: list[Any]) -> None:
        assert one.home is not None
        if not one.home.asked and one.home.ready:
            one.home.heard = time.monotonic()
        one.home.asked[handle] = None
        one.asked = True
        one.home.link.put(message)

    def _take(self, process: _Process, message: list[Any]) -> None:
        kind, *rest = message
        if kind == "ready":
            process.ready = True
            self._failed_starts = 0
            return
        handle, seconds = rest[:2]
        one = self._elsewhere.get(handle)
        if one is None or one.home is not process or not one.asked:
            return  # it was given up
        one.asked = False
        del process.asked[handle]
        if process.alone:  # it goes on with the others
            one.home = None
            process.held.discard(handle)
            process.link.put(["leave", handle])
        if kind == "said":
            said = said_of(rest[2], one.pending)
            if one.pending is not None:
                one.actions.append(one.pending)
            one.key = said.state_key
            self._answers.append(Answer(handle, said, seconds=seconds))
            return
        why, text = rest[2:]
        process.retiring |= why == "hung"
        raised = {"no sandbox": SandboxUnavailable(text), "refused": ValueError(text)}.get(why)
        self._answers.append(Answer(handle, None, text, why == "hung", seconds, raised))

    def _lost(self, process: _Process, what: str, *, hung: bool = False) -> None:
        """End a process that hangs or has died; what it had goes on elsewhere, unless it was alone there.

        Raises:
            RuntimeError: if it could not even start, nor the one before it.
        """
        self._processes.remove(process)
        status = process.kill()
        for handle in process.held:
            self._elsewhere[handle].home = None
        if not process.ready:
            self._failed_starts += 1
            if what == LATE and any(each.ready and not each.alone for each in self._processes):
                self._count = max(1, self._count - 1)  # a cluster that has shrunk has no room for it
            elif what == LATE or self._failed_starts == STARTS:
                raise RuntimeError(
                    f"a process of environments ended with status {status} before it could work; its error is above. "
                    "Environments of your own must come from a registry file whose modules can be imported"
                )
            if process.alone:
                self._suspects.extendleft(process.asked)
                return
            home = self._home()  # another one is started
            for handle in process.asked:
                self._place(handle, self._elsewhere[handle], home)
            return
        if not process.alone:
            self._suspects += process.asked
            return
        for handle in process.asked:
            text = f"the environment {what}" if hung else f"the process of the environment {what} ({status})"
            seconds = self._limit if hung and self._limit is not None else 0.0
            self._answers.append(Answer(handle, None, text, hung, seconds))
