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
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
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
    thread: threading.Thread


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
        self.pace = pace or Pace()
        self._lock = threading.Lock()
        self._quick, self._slow = deque[_Asked](), deque[_Asked]()  # calls that nobody makes yet
        self._running: dict[int, _Running] = {}  # those whose result is wanted
        self._done: list[Done] = []
        self._lane: threading.Thread | None = None
        self._lane_at: int | None = None  # the call that the lane makes
        self._team: set[threading.Thread] = set()  # makes slow calls
        self._free = 0  # threads of the team that wait for one
        self._quick_asked, self._slow_asked, self._lane_idle, self._over = (
            threading.Condition(self._lock) for _ in range(4)
        )

    def submit(
        self, key: int, call: Call, *, kind: str = "", slow: bool = False, stoppable: bool = True
    ) -> None:
        """Make a call.

        Args:
            key: the caller's number for it; it may be used again once the call is over or forgotten.
            call: what is done.
            kind: what it has in common with others that take as long.
            slow: whether it is known to be slow. Quick ones are made by the lane, at the next `finished`.
            stoppable: whether it may be stopped by an exception when it is left behind.
        """
        asked = _Asked(key, call, kind, stoppable)
        with self._lock:
            if slow or not self.pace.is_quick(kind):
                self._hand_to_team(asked)
            else:
                self._quick.append(asked)

    @property
    def waiting(self) -> bool:
        """Whether there are quick calls that the lane has not begun."""
        return bool(self._quick)

    def finished(self, wait: float) -> list[Done]:
        """The calls that are over; if there is none yet, wait up to this many seconds for one."""
        with self._lock:
            self._run_lane()
            if wait > 0 and not self._done:
                self._over.wait(wait)
            found, self._done = self._done, []
            now = time.monotonic()
            for key, call in list(self._running.items()):
                if self._limit is not None and now - call.began > self._limit:
                    self._leave(key)
                    hung = Hung(f"the environment took longer than {self._limit} s")
                    found.append(Done(key, None, hung, now - call.began))
        return found

    def abandon(self, key: int) -> None:
        """Forget a call, whether it is under way, waits for a thread or is over."""
        with self._lock:
            self._leave(key)

    def close(self) -> None:
        """Let the threads end; those that are at work end when their call returns."""
        with self._lock:
            self._team.clear()
            for key in list(self._running):
                self._leave(key)
            self._quick.clear()
            self._slow.clear()
            self._lane = None
            self._quick_asked.notify_all()
            self._slow_asked.notify_all()

    # ---- with the lock held --------------------------------------------------------------------------

    def _hand_to_team(self, asked: _Asked) -> None:
        self._slow.append(asked)
        if self._free >= len(self._slow):
            self._slow_asked.notify()
        elif len(self._team) < self._workers:
            self._team.add(self._start())

    def _start(self) -> threading.Thread:
        thread = threading.Thread(target=self._work, name="rlvr-step", daemon=True)
        thread.start()
        return thread

    def _leave(self, key: int) -> None:
        running = self._running.pop(key, None)
        if running is None:
            for waiting in (self._quick, self._slow):
                for asked in [asked for asked in waiting if asked.key == key]:
                    waiting.remove(asked)
            self._done = [done for done in self._done if done.key != key]
            return
        if running.asked.stoppable:  # it comes when the thread next runs Python code
            thread = ctypes.c_ulong(running.thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(GivenUp))
        if running.thread is self._lane:
            self._lane = self._lane_at = None
        elif running.thread in self._team:
            self._team.remove(running.thread)
            self._team.add(self._start())

    def _run_lane(self) -> None:
        """Wait until the lane has nothing left to do, or one of its calls turns out to be slow."""
        self._start_lane()
        until = time.monotonic() + self._hold
        while self._quick or self._lane_at is not None:
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

    def _start_lane(self) -> None:
        if self._quick and self._lane is None:
            self._lane = self._start()
        self._quick_asked.notify()

    def _detach(self) -> None:
        """Let the call of the lane go on by itself; those behind it that now count as slow are made by the team."""
        if self._lane_at is not None:
            self.pace.late(self._running[self._lane_at].asked.kind)
        self._lane = self._lane_at = None
        behind, self._quick = self._quick, deque()
        for asked in behind:
            if self.pace.is_quick(asked.kind):
                self._quick.append(asked)
            else:
                self._hand_to_team(asked)
        self._start_lane()

    # ---- in threads ----------------------------------------------------------------------------------

    def _work(self) -> None:
        """Make calls, as the lane or in the team, until another thread has taken this one's place."""
        me = threading.current_thread()
        try:
            while (asked := self._next(me)) is not None:
                began, result, error = time.perf_counter(), None, None
                try:
                    result = asked.call()
                except Exception as raised:
                    error = raised
                self._made(asked, Done(asked.key, result, error, time.perf_counter() - began))
        except GivenUp:
            return

    def _next(self, me: threading.Thread) -> _Asked | None:
        """The next call of a thread, once there is one; None if the thread is to end."""
        with self._lock:
            while me is self._lane or me in self._team:
                if me is self._lane and self._quick:
                    asked = self._quick.popleft()
                    self._lane_at = asked.key
                elif me in self._team and self._slow:
                    asked = self._slow.popleft()
                elif me is self._lane:
                    self._quick_asked.wait()
                    continue
                else:
                    self._free += 1
                    self._slow_asked.wait()
                    self._free -= 1
                    continue
                self._running[asked.key] = _Running(asked, time.monotonic(), me)
                return asked
        return None

    def _made(self, asked: _Asked, done: Done) -> None:
        with self._lock:
            running = self._running.get(asked.key)
            if running is None or running.asked is not asked:
                return  # left behind: nobody wants it
            del self._running[asked.key]
            self.pace.took(asked.kind, done.seconds)
            self._done.append(done)
            self._over.notify()
            if self._notify is not None:
                self._notify()
            if done.key == self._lane_at:
                self._lane_at = None
                if not self._quick:
                    self._lane_idle.notify()
