"""Calls of environments behind a watchdog: quick ones one after the other, slow ones side by side in threads.

**Quick calls** are made by one thread, the lane, while the caller waits: Python code does not get faster by threads,
and two that want the interpreter at once slow each other down. The caller waits for the lane only as long as every call
takes less than `PATIENCE`. One that takes longer goes on by itself, and another thread becomes the lane; a kind of call
that does so again and again is slow from then on (`rlvr.agents.rollouts.pace`). So no environment can hold the caller
up.

**A call that takes too long** is left behind: its result is thrown away if it ever comes, and another thread takes the
place of its own. It is asked to stop by an exception, which ends what runs Python code; what hangs outside of Python
hangs on in its thread. All threads are daemons, so none keeps the process from ending. What never lets go of the
interpreter (one call of a C library that takes for ever) stops every thread and with them the watchdog; against that
only processes help (`rlvr.agents.rollouts.processes`).
"""

from __future__ import annotations

import ctypes
import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from .pace import PATIENCE, Pace

Call = Callable[[], Any]


class Hung(Exception):
    """A call took longer than its limit and was left behind."""


class GivenUp(BaseException):
    """Raised within a call that was left behind, so that it stops; no environment takes it for an error of its own."""


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


@dataclass(frozen=True, slots=True)
class _Asked:
    key: int
    call: Call
    kind: str
    stoppable: bool


@dataclass(frozen=True, slots=True)
class _Running:
    asked: _Asked
    began: float
    thread: int
    lane: bool  # begun by the lane: no other thread has to take its place


class Steps:
    """Calls under way. Used from one thread.

    Args:
        workers: threads at one time, the lane and those left behind not counted; they are started when they are needed.
        limit: seconds that a call may take, waiting for a free thread not counted; None for any.
        hold: most seconds that `finished` waits for the lane; by default until it has nothing left to do.
        notify: called by threads when a call is over, for who does not wait in `finished`.
        pace: what is known of kinds of calls; None for nothing yet.
    """

    def __init__(
        self,
        workers: int,
        limit: float | None,
        *,
        hold: float = math.inf,
        notify: Callable[[], None] | None = None,
        pace: Pace | None = None,
    ) -> None:
        self._workers, self._limit, self._hold, self._notify = workers, limit, hold, notify
        self._pace = pace or Pace()
        self._todo: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Done] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._running: dict[int, _Running] = {}
        self._left: set[int] = set()  # keys whose result nobody wants any more
        self._threads = 0
        self._free = 0  # threads that wait for a call which nobody has asked for yet
        self._backlog = 0  # calls that wait for a thread
        self._lane: deque[_Asked] = deque()
        self._lane_at: int | None = None  # the call that the lane makes
        self._lane_thread: threading.Thread | None = None
        self._lane_work = threading.Condition(self._lock)
        self._lane_idle = threading.Condition(self._lock)

    def submit(
        self, key: int, call: Call, *, kind: str = "", slow: bool = False, stoppable: bool = True
    ) -> None:
        """Make a call. Keys must not be used twice.

        Args:
            key: the caller's number for it.
            call: what is done.
            kind: what it has in common with others that take as long.
            slow: whether it is known to be slow. Quick ones are made by the lane, at the next `finished`.
            stoppable: whether it may be stopped by an exception when it is left behind.
        """
        asked = _Asked(key, call, kind, stoppable)
        with self._lock:
            if slow or not self._pace.is_quick(kind):
                self._enqueue(asked)
            else:
                self._lane.append(asked)

    @property
    def waiting(self) -> bool:
        """Whether there are quick calls that the lane has not begun."""
        return bool(self._lane)

    def finished(self, wait: float) -> list[Done]:
        """The calls that are over; if there is none yet, wait up to this many seconds for one."""
        self._run_lane()
        found: list[Done] = []
        try:
            found.append(self._done.get(timeout=wait) if wait > 0 else self._done.get_nowait())
            while True:
                found.append(self._done.get_nowait())
        except queue.Empty:
            pass
        with self._lock:
            dropped = self._left.intersection(done.key for done in found)
            found = [done for done in found if done.key not in dropped]
            self._left -= dropped
            now = time.monotonic()
            hung = [
                (key, now - call.began)
                for key, call in self._running.items()
                if self._limit is not None and now - call.began > self._limit
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
            for key in list(self._running):
                self._leave(key, replace=False)
            self._lane.clear()
            self._lane_thread = None
            self._lane_work.notify_all()
            waiting, self._threads = self._threads, 0
        while True:  # calls that no thread has taken are not made
            try:
                self._todo.get_nowait()
            except queue.Empty:
                break
        for _ in range(waiting):
            self._todo.put(None)

    # ---- with the lock held --------------------------------------------------------------------------

    def _enqueue(self, asked: _Asked) -> None:
        if self._free:
            self._free -= 1
        elif self._threads < self._workers:
            self._threads += 1
            self._start(partial(self._work, True))
        else:
            self._backlog += 1
        self._todo.put(asked)

    def _leave(self, key: int, *, replace: bool = True) -> None:
        self._left.add(key)
        running = self._running.pop(key, None)
        if running is None:
            return
        if running.asked.stoppable:
            _stop(running.thread)
        if key == self._lane_at:
            self._lane_at = self._lane_thread = None
        elif replace and not running.lane:
            self._start(partial(self._work, False))

    def _dropped(self, key: int) -> bool:
        """Whether nobody wants a call any more; it is not asked about again."""
        left = key in self._left
        self._left.discard(key)
        return left

    def _start_lane(self) -> None:
        if self._lane and self._lane_thread is None:
            self._lane_thread = self._start(self._work_lane)
        self._lane_work.notify()

    def _start(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=_until_given_up, args=(work,), name="rlvr-step", daemon=True)
        thread.start()
        return thread

    # ---- the lane ------------------------------------------------------------------------------------

    def _run_lane(self) -> None:
        """Wait until the lane has nothing left to do, or one of its calls turns out to be slow."""
        with self._lock:
            self._start_lane()
            until = time.monotonic() + self._hold
            while self._lane or self._lane_at is not None:
                now = time.monotonic()
                patience = PATIENCE
                if self._lane_at is not None:
                    patience += self._running[self._lane_at].began - now
                if patience <= 0:
                    self._detach()
                elif now >= until:
                    return
                else:
                    self._lane_idle.wait(min(patience, until - now))

    def _detach(self) -> None:
        """Let the call of the lane go on by itself; those behind it that now count as slow are made by threads."""
        if self._lane_at is not None:
            self._pace.late(self._running[self._lane_at].asked.kind)
        self._lane_at = self._lane_thread = None
        behind, self._lane = self._lane, deque()
        for asked in behind:
            if self._pace.is_quick(asked.kind):
                self._lane.append(asked)
            else:
                self._enqueue(asked)
        self._start_lane()

    def _work_lane(self) -> None:
        me = threading.current_thread()
        while True:
            with self._lock:
                while not self._lane and self._lane_thread is me:
                    self._lane_work.wait()
                if self._lane_thread is not me:
                    return
                asked = self._lane.popleft()
                wanted = not self._dropped(asked.key)
                if wanted:
                    self._running[asked.key] = _Running(asked, time.monotonic(), threading.get_ident(), True)
                    self._lane_at = asked.key
            if not wanted:
                continue
            done = _made(asked)
            with self._lock:
                if self._running.pop(asked.key, None) is not None:
                    self._put(asked, done)
                else:
                    self._dropped(asked.key)
                if self._lane_thread is not me:
                    return
                self._lane_at = None
                if not self._lane:
                    self._lane_idle.notify()

    # ---- threads -------------------------------------------------------------------------------------

    def _work(self, expected: bool) -> None:
        while True:
            if not expected:
                with self._lock:
                    if self._backlog:
                        self._backlog -= 1
                    else:
                        self._free += 1
            expected = False
            asked = self._todo.get()
            if asked is None:
                return
            with self._lock:
                if self._dropped(asked.key):
                    continue
                self._running[asked.key] = _Running(asked, time.monotonic(), threading.get_ident(), False)
            done = _made(asked)
            with self._lock:
                if self._running.pop(asked.key, None) is None:
                    self._dropped(asked.key)
                    return  # left behind: another thread has taken this one's place
                self._put(asked, done)

    def _put(self, asked: _Asked, done: Done) -> None:
        self._pace.took(asked.kind, done.seconds)
        self._done.put(done)
        if self._notify is not None:
            self._notify()


def _made(asked: _Asked) -> Done:
    began = time.perf_counter()
    try:
        result = asked.call()
    except Exception as error:
        return Done(asked.key, None, error, time.perf_counter() - began)
    return Done(asked.key, result, None, time.perf_counter() - began)


def _until_given_up(work: Callable[[], None]) -> None:
    try:
        work()
    except GivenUp:
        return


def _stop(thread: int) -> None:
    """Raise `GivenUp` in a thread; it comes when the thread next runs Python code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(GivenUp))
