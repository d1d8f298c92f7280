"""Calls of environments, in threads or at once, with a watchdog that does not wait for one that hangs.

A thread cannot be stopped from outside. One whose call takes too long is left behind: its result is thrown away if
it ever comes, and another thread takes its place. All threads are daemons, so none keeps the process from ending.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Call = Callable[[], Any]


class Hung(Exception):
    """A call took longer than its limit and was left behind."""


@dataclass(frozen=True, slots=True)
class Done:
    """A call that is over.

    Attributes:
        key: the caller's number for it.
        result: what it returned; None if it failed.
        error: what it raised, or `Hung`; None if it returned.
        seconds: how long it took.
    """

    key: int
    result: Any = None
    error: Exception | None = None
    seconds: float = 0.0


class Steps:
    """Calls under way. Used from one thread.

    Args:
        workers: threads at one time, those left behind not counted; they are started when they are needed.
        limit: seconds that a call in a thread may take, waiting for a free thread not counted; None for any.
    """

    def __init__(self, workers: int, limit: float | None) -> None:
        self._workers = workers
        self._limit = limit
        self._todo: queue.SimpleQueue[tuple[int, Call] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Done] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._running: dict[int, float] = {}  # when each call in a thread began
        self._left: set[int] = set()  # keys whose result nobody wants any more
        self._threads = 0

    def submit(self, key: int, call: Call, *, threaded: bool) -> None:
        """Make a call: in a thread, or here and now. Keys must not be used twice."""
        if not threaded:
            self._done.put(_made(key, call))
            return
        with self._lock:
            if self._threads < self._workers:
                self._start()
        self._todo.put((key, call))

    def finished(self, wait: float) -> list[Done]:
        """The calls that are over; if there is none yet, wait up to this many seconds for one."""
        found: list[Done] = []
        try:
            found.append(self._done.get(timeout=wait) if wait > 0 else self._done.get_nowait())
            while True:
                found.append(self._done.get_nowait())
        except queue.Empty:
            pass
        with self._lock:
            found = [done for done in found if done.key not in self._left]
            now = time.monotonic()
            hung = [
                (key, now - began)
                for key, began in self._running.items()
                if self._limit is not None and now - began > self._limit
            ]
            for key, seconds in hung:
                self._leave(key)
                found.append(
                    Done(key, None, Hung(f"the environment took longer than {self._limit} s"), seconds)
                )
        return found

    def abandon(self, key: int) -> None:
        """Forget a call, whether it is under way or waits for a thread."""
        with self._lock:
            self._leave(key)

    def close(self) -> None:
        """Let the threads end; those that are at work end when their call returns."""
        with self._lock:
            self._left.update(self._running)
            waiting, self._threads = self._threads, 0
        while True:  # calls that no thread has taken are not made
            try:
                self._todo.get_nowait()
            except queue.Empty:
                break
        for _ in range(waiting):
            self._todo.put(None)

    def _leave(self, key: int) -> None:
        self._left.add(key)
        if self._running.pop(key, None) is not None:
            self._start(instead=True)

    def _start(self, instead: bool = False) -> None:
        self._threads += 0 if instead else 1
        threading.Thread(target=self._work, name="rlvr-step", daemon=True).start()

    def _work(self) -> None:
        while (item := self._todo.get()) is not None:
            key, call = item
            with self._lock:
                if key in self._left:
                    continue
                self._running[key] = time.monotonic()
            done = _made(key, call)
            with self._lock:
                if self._running.pop(key, None) is None:
                    return  # left behind: another thread has taken this one's place
                self._done.put(done)


def _made(key: int, call: Call) -> Done:
    began = time.perf_counter()
    try:
        result = call()
    except Exception as error:
        return Done(key, None, error, time.perf_counter() - began)
    return Done(key, result, None, time.perf_counter() - began)
