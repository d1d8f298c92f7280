"""A hard budget for everything that an adapter asks of an environment: it runs in other processes, which are killed.

A thread of the trainer's own could not be stopped, and a loop that holds the interpreter's lock would stop the trainer
with it. So verdicts and episodes run in a few worker processes (`rlvr.integrations.worker`). Who waits for one longer
than the budget kills it and gets `OutOfBudget`; the other episodes of that worker go on in another one.

The workers are started as fresh interpreters: nothing is forked from a trainer with threads and a GPU, and a trainer's
script needs no ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import atexit
import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any

from .. import registry
from ..envs.chat import Response, response_of
from ..generators.base import Json, Split, Task
from ..registry import UnknownEnvironment
from ..sandbox.base import SandboxError
from ..verifiers.base import Verdict, infra

BUDGET = 60.0
"""Seconds that one verdict or one step may take unless an adapter is told otherwise."""
START = 120.0
"""Seconds that a process may take to start, on a machine that is busy with other things."""

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import rlvr.integrations.worker as worker; "
    "worker.main(int(sys.argv[2]), json.loads(sys.argv[3]))"
)
_ERRORS: Mapping[str, type[Exception]] = {
    "TypeError": TypeError,
    "ValueError": ValueError,
    "UnknownEnvironment": UnknownEnvironment,
    "SandboxError": SandboxError,
    "SandboxUnavailable": SandboxError,
}


class OutOfBudget(RuntimeError):
    """There was no reply in time, or the process that was to give it died; it has been killed."""


class CallFailed(RuntimeError):
    """A function that was called in another process raised something else than a caller's mistake."""


class _Process:
    """One worker process and the socket to it."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        ours, theirs = socket.socketpair()
        self.origins = registry.origins()
        arguments = [json.dumps(sys.path), str(theirs.fileno()), json.dumps(sorted(self.origins))]
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", _START, *arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **variables},
                start_new_session=True,  # Ctrl-C is the trainer's; the end of the socket ends it
            )
        self.socket = ours
        self.rest = b""
        self.ask({"do": "ready"}, START)

    def ask(self, request: Mapping[str, Json], seconds: float) -> dict[str, Json]:
        """The reply to a request.

        Raises:
            OutOfBudget: if there is none in time; the process is dead then.
        """
        ends = time.monotonic() + seconds
        try:
            self.socket.settimeout(seconds)
            self.socket.sendall(json.dumps({**request, "seconds": seconds}).encode() + b"\n")
            while b"\n" not in self.rest:
                self.socket.settimeout(max(ends - time.monotonic(), 1e-3))
                more = self.socket.recv(1 << 20)
                if not more:
                    raise OutOfBudget("the process of the environment died")
                self.rest += more
        except OutOfBudget:
            self.kill()
            raise
        except OSError as error:
            self.kill()
            late = isinstance(error, TimeoutError)
            problem = f"took longer than {seconds:g} s" if late else f"cannot be reached: {error}"
            raise OutOfBudget(f"the environment {problem}") from None
        except BaseException:
            self.kill()  # Ctrl-C in the middle of a reply: nobody could tell the next one from its rest
            raise
        line, _, self.rest = self.rest.partition(b"\n")
        reply: dict[str, Json] = json.loads(line)
        return reply

    def is_current(self) -> bool:
        """Whether it lives, and knows all registry files that are registered by now."""
        return self.process.poll() is None and self.origins == registry.origins()

    def kill(self) -> None:
        """End it, with everything that it started."""
        with suppress(OSError):
            os.killpg(self.process.pid, 9)
        self.socket.close()
        self.process.wait()


class Workers:
    """A few worker processes, started when they are needed; safe to use from any thread.

    Args:
        count: processes at once; by default one for each processor core, four at most.
        variables: of their environment, beside those of this process.
    """

    def __init__(self, count: int | None = None, variables: Mapping[str, str] | None = None) -> None:
        self.variables = dict(variables or {})
        self.count = count or min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2)
        self._free: queue.LifoQueue[_Process | None] = queue.LifoQueue()
        for _ in range(self.count):
            self._free.put(None)
        self._living: set[_Process] = set()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(self.count, thread_name_prefix="rlvr-workers")
        atexit.register(self.close)

    def ask(self, request: Mapping[str, Json], seconds: float) -> dict[str, Json]:
        """The reply of some worker.

        Raises:
            OutOfBudget: if it takes longer than `seconds`, or its process dies.
            TypeError, ValueError, UnknownEnvironment, SandboxError: what the environment raised.
        """
        process = self._free.get()  # bounded: who has one gives it back within its budget
        try:
            if process is None or not process.is_current():
                process = self._replaced(process)
            reply = process.ask(request, seconds)
        except BaseException:
            if process is not None:
                with self._lock:
                    self._living.discard(process)
            process = None
            raise
        finally:
            self._free.put(process)
        if "raised" in reply:
            raise _ERRORS.get(reply["raised"], RuntimeError)(reply["message"])
        return reply

    def _replaced(self, old: _Process | None) -> _Process:
        if old is not None:
            old.kill()
        made = _Process(self.variables)
        with self._lock:
            self._living = (self._living - {old}) | {made}
        return made

    def task(self, id: str, *, split: Split | None = None, budget: float = BUDGET) -> Task:
        """The task of an id, made in a worker: a client's parameters can ask for one that takes long.

        Args:
            id: what `rlvr.task` takes.
            split: takes the first task of that split, from the id's seed on.
            budget: seconds that it may take.

        Raises:
            OutOfBudget: if it takes longer.
            TypeError, ValueError, UnknownEnvironment: as `rlvr.task` does.
            RuntimeError: if no such task could be made.
        """
        reply = self.ask({"do": "task", "id": id, "split": split}, budget)
        if "failed" in reply:
            raise RuntimeError(f"no task of {id}: {reply['failed']}")
        return Task.from_json(reply["task"])

    def verify(self, task: Task, response: Response, *, budget: float = BUDGET, **options: Any) -> Verdict:
        """What `rlvr.verify` says; ``infra``, which has no score, if it does not say anything in time.

        Raises:
            TypeError, ValueError: as `rlvr.verify` does.
        """
        single = registry.get(task.env).env == "single"
        request = {
            "do": "verify",
            "task": task.to_json(),
            "response": response_of(task, response, single=single),
            "options": options,
        }
        try:
            reply = self.ask(request, budget)
        except OutOfBudget as error:
            return infra(str(error))
        return infra(reply["failed"]) if "failed" in reply else Verdict.from_json(reply["verdict"])

    def verify_many(
        self, pairs: Sequence[tuple[Task, Response]], *, budget: float = BUDGET, **options: Any
    ) -> list[Verdict]:
        """The verdicts of many responses, in order; one that hangs delays no other."""
        return list(self._threads.map(lambda pair: self.verify(*pair, budget=budget, **options), pairs))

    def call(self, target: str, *arguments: Json, budget: float = BUDGET) -> Json:
        """What a function gives in some worker.

        Args:
            target: ``module:function`` of a function that takes and returns JSON values.
            arguments: what it is called with.
            budget: seconds.

        Raises:
            OutOfBudget: if it takes longer, or its process dies.
            TypeError, ValueError: what it raised.
            CallFailed: if it raised anything else.
        """
        reply = self.ask({"do": "call", "target": target, "arguments": arguments}, budget)
        if "failed" in reply:
            raise CallFailed(reply["failed"])
        return reply["value"]

    def close(self) -> None:
        """End all processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            living, self._living = self._living, set()
        for process in living:
            process.kill()


def workers() -> Workers:
    """The workers of this process, made when they are first asked for."""
    return _workers_of(os.getpid())  # sockets are not shared with a fork


@cache
def _workers_of(process: int) -> Workers:
    return Workers()
