"""A pool of workers, each served by a thread: pieces of work go to whoever is free, the oldest first."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, Self, cast, get_args

from ..generators.base import Json
from .local import LocalWorker
from .pieces import LIMIT, Gone, NoRoom, Outcome, Piece, PoolError

Engine = Literal["local", "ray"]
"""Where processes are: on this machine, or on the hosts of a Ray cluster."""

TRIES = 3
"""Workers that may be lost with one piece, or in a row before they could work, until that is an error."""


class Worker(Protocol):
    """What works on one piece at a time; see `rlvr.pools.local.LocalWorker`."""

    def start(self) -> None:
        """Be ready to work, again after it was lost."""
        ...

    def do(self, piece: Piece) -> list[Outcome]:
        """What becomes of the items of a piece; raises `Gone` if the worker is lost as a whole."""
        ...

    def pids(self) -> list[int]:
        """Its process, if that is on this machine."""
        ...

    def close(self) -> None:
        """End it, from any thread."""
        ...


@dataclass(slots=True, eq=False)
class _Job:
    piece: Piece
    future: Future[list[Outcome]] = field(default_factory=Future)
    losses: int = 0


class Pool:
    """Workers that are started at once and stay; a context manager that ends them.

    Args:
        workers: processes.
        engine: where they are. With ``ray``, each is an actor of one CPU with a process of its own.

    Raises:
        ValueError: if there is no such engine, or not one worker.
        PoolError: if Ray is not installed or cannot be reached.
    """

    def __init__(self, workers: int, *, engine: Engine = "local") -> None:
        check_engine(engine)
        if workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}")
        self.size = workers
        made: list[Worker]
        if engine == "local":
            made = [LocalWorker() for _ in range(workers)]
        else:
            from .on_ray import ray_workers

            made = [*ray_workers(workers)]
        self._state = _State(made)
        self._finalizer = weakref.finalize(self, self._state.close)
        self._state.open()

    def submit(
        self, work: str, items: Sequence[Json], common: Json = None, *, seconds: float = LIMIT
    ) -> Future[list[Outcome]]:
        """Have a piece of work done; see `Piece` and `value_of`.

        The future raises `PoolError` if there is nobody to do it, and `CancelledError` if the pool is closed first.
        """
        return self._state.put(Piece(work, items, common, seconds))

    def pids(self) -> list[int]:
        """The processes on this machine that work now."""
        return [pid for worker in self._state.workers for pid in worker.pids()]

    def close(self) -> None:
        """End all processes, whatever they do; closing twice does nothing."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class _State:
    """What the threads of a pool know: they must not keep the pool itself."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = workers
        self._jobs: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._failed: Exception | None = None
        self._under_way: set[_Job] = set()
        self._working: set[Worker] = set()

    def open(self) -> None:
        for worker in self.workers:
            threading.Thread(target=self._serve, args=(worker,), name="rlvr-pool", daemon=True).start()

    def put(self, piece: Piece) -> Future[list[Outcome]]:
        job = _Job(piece)
        with self._changed:
            if self._closed:
                raise PoolError("the pool of processes is closed")
            if self._failed is not None:
                job.future.set_exception(self._failed)
            else:
                self._jobs.append(job)
                self._changed.notify()
        return job.future

    def close(self) -> None:
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._end(CancelledError("the pool of processes was closed"))
        for worker in self.workers:
            worker.close()

    def _end(self, error: BaseException) -> None:
        for job in (*self._jobs, *self._under_way):
            if not job.future.done():
                job.future.set_exception(error)
        self._jobs.clear()
        self._under_way.clear()
        self._changed.notify_all()

    def _serve(self, worker: Worker) -> None:
        losses = 0
        while not self._closed:
            try:
                worker.start()
            except Gone as gone:  # its host went away while it started
                losses += 1
                if losses < TRIES or self._closed:
                    continue
                self._give_up(PoolError(f"{TRIES} workers in a row were lost before they could work: {gone}"))
                return
            except NoRoom as error:  # a cluster may shrink and grow; whoever has room goes on
                if not self._working:
                    self._give_up(error)
                    return
                continue
            except Exception as error:
                self._give_up(error)
                return
            losses = 0
            self._working.add(worker)
            job = self._next()
            if job is None:
                return
            try:
                outcomes = worker.do(job.piece)
            except Gone as gone:
                self._working.discard(worker)
                self._again(job, gone)
            except Exception as error:
                self._settle(job, error=error)
            else:
                self._settle(job, outcomes)

    def _next(self) -> _Job | None:
        with self._changed:
            while not (self._jobs or self._closed or self._failed):
                self._changed.wait()
            if self._closed or self._failed:
                return None
            job = self._jobs.popleft()
            self._under_way.add(job)
            return job

    def _again(self, job: _Job, gone: Gone) -> None:
        """A worker was lost with this piece: another one gets it, before all others."""
        with self._changed:
            self._under_way.discard(job)
            job.losses += 1
            if job.future.done():
                return
            if job.losses == TRIES:
                why = f"{TRIES} workers in a row were lost while they worked on it: {gone}"
                job.future.set_result([["lost", why] for _ in job.piece.items])
                return
            self._jobs.appendleft(job)
            self._changed.notify()

    def _settle(self, job: _Job, outcomes: Any = None, error: Exception | None = None) -> None:
        with self._changed:
            self._under_way.discard(job)
            if job.future.done():  # the pool was closed
                return
        if error is not None:
            job.future.set_exception(error)
        else:
            job.future.set_result(outcomes)

    def _give_up(self, error: Exception) -> None:
        """No worker can be started: whoever waits is told."""
        with self._changed:
            if not self._closed and self._failed is None:
                self._failed = error
                self._end(error)


def check_engine(engine: str) -> Engine:
    """The engine, if there is one of that name.

    Raises:
        ValueError: if it is not ``local`` or ``ray``.
    """
    if engine not in get_args(Engine):
        raise ValueError(f"engine must be one of {', '.join(get_args(Engine))}, not {engine!r}")
    return cast(Engine, engine)
