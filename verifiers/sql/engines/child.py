"""Children that use an engine: started when needed, kept warm between queries, killed when a query goes too far."""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..runner import Failed, Limits, NotARead, QueryError, Result, TooMuch

Run = Callable[[int, str, Limits], Result]
"""Runs a query on the database of a number, under limits."""

_INSIDE = Path(__file__).with_name("inside.py")
_START_S = 60.0
_BUILD_S = 60.0
_REPLY = 32 << 20
_LOOK_S = 0.05
"""So often is looked how much processor time a query has taken."""
_IDLE_KEPT = 4
_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG")

_idle: dict[tuple[int, str], list[Child]] = {}
_lock = threading.Lock()


class EngineError(OSError):
    """The engine cannot be started or reached, or broke for no reason of the query's."""


class Child:
    """One process. It is used by one thread at a time."""

    def __init__(self, engine: str) -> None:
        if not sys.platform.startswith("linux"):
            raise EngineError("other engines than SQLite need the process limits of Linux")
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(_INSIDE), engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
            start_new_session=True,
        )
        self._buffer = b""
        first = self._line(_START_S)
        if first is None or first.get("at") != "ready":
            self.close()
            raise EngineError(f"{engine} cannot be started: {(first or {}).get('text', 'the process ended')}")

    def ask(self, request: Mapping[str, Any], limits: Limits) -> Result:
        """The result of a query.

        Raises:
            QueryError: it gives none.
            EngineError: the machinery failed; the child is closed then.
        """
        pipe = self._process.stdin
        assert pipe is not None
        try:
            pipe.write(json.dumps(request).encode() + b"\n")
            pipe.flush()
        except OSError as error:
            self.close()
            raise EngineError(f"the process of the engine is gone: {error}") from error
        reply, seconds = self._line(_BUILD_S), 0.0
        if reply is not None and reply.get("at") == "query":
            before = self._used()
            reply = self._answer(limits.seconds, before)
            if reply is None:
                self.close()
                raise TooMuch("The query takes too much time or memory.")
            seconds = self._used() - before
        if reply is None or "error" in reply:
            raise self._error(reply)
        rows = [tuple(row) for row in reply["rows"]]
        return Result(tuple(reply["columns"]), rows, 0, seconds=seconds)

    def _error(self, reply: dict[str, Any] | None) -> QueryError | EngineError:
        kind, text = (reply or {}).get("error"), str((reply or {}).get("text", "the process ended"))
        if kind == "failed":
            return Failed(text)
        if kind == "not_a_read":
            return NotARead(text)
        if kind in ("too_much", "rows"):
            return TooMuch(text)
        self.close()
        return EngineError(text)

    @property
    def alive(self) -> bool:
        """Whether it still answers."""
        return self._process.poll() is None

    def close(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # what could not be written any more
                    continue

    def _answer(self, seconds: float, before: float) -> dict[str, Any] | None:
        """What a query gives; None if it takes more processor time than `seconds`, over all threads, or only waits."""
        return self._line(3 * seconds + 5, lambda: self._used() - before > seconds)

    def _used(self) -> float:
        """Seconds of processor time that the process has used, in all its threads; what it was if it is gone."""
        try:
            return time.clock_gettime(_clock_of(self._process.pid))
        except OSError:
            return 0.0

    def _line(self, seconds: float, is_over: Callable[[], bool] = lambda: False) -> dict[str, Any] | None:
        """The next line that it says; None if it ends, waits or talks too long, or `is_over` says so.

        Waiting is counted in looks that find no processor time used, not by the clock: while a machine pauses, or
        gives nobody time, there are no looks.
        """
        pipe = self._process.stdout
        assert pipe is not None
        waited, last = 0.0, self._used()
        while b"\n" not in self._buffer:
            if select.select([pipe], [], [], _LOOK_S)[0]:
                part = os.read(pipe.fileno(), 1 << 16)
                if not part or len(self._buffer) > _REPLY:
                    return None
                self._buffer += part
                continue
            used = self._used()
            waited, last = (waited + _LOOK_S if used == last else 0.0), used
            if waited > seconds or is_over():
                return None
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            found = json.loads(line)
        except ValueError:
            return None
        return found if isinstance(found, dict) else None


def _clock_of(pid: int) -> int:
    """The clock of Linux that counts the processor time of a process: what clock_getcpuclockid(3) gives."""
    return (~pid << 3) | 2


def ask(engine: str, request: Mapping[str, Any], limits: Limits) -> Result:
    """Run one query in a warm child, or in a new one; once more in a new one if the machinery fails.

    Raises:
        QueryError: the query gives no result.
        EngineError: the machinery failed twice.
    """
    asked = {**request, "rows": limits.rows, "chars": limits.chars, "seconds": limits.seconds}
    for again in (True, False):
        child = (_take(engine) if again else None) or Child(engine)
        try:
            return child.ask(asked, limits)
        except EngineError:
            if not again:
                raise
        finally:
            _give(engine, child)
    raise AssertionError("unreachable")


def _take(engine: str) -> Child | None:
    with _lock:
        kept = _idle.get((os.getpid(), engine), [])
        while kept:
            child = kept.pop()
            if child.alive:
                return child
            child.close()
    return None


def _give(engine: str, child: Child) -> None:
    with _lock:
        kept = _idle.setdefault((os.getpid(), engine), [])
        if child.alive and len(kept) < _IDLE_KEPT:
            kept.append(child)
            return
    child.close()


@atexit.register
def close_all(engine: str | None = None) -> None:
    """End all children of this process that wait for work, or those of one engine."""
    with _lock:
        for (owner, name), kept in _idle.items():
            while owner == os.getpid() and engine in (None, name) and kept:
                kept.pop().close()
