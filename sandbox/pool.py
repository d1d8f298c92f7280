"""A pool of workers behind the `Sandbox` protocol: slots, a spare, recycling, one retry, a circuit breaker.

The only place of the sandbox with threads.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, Protocol, Self

from .base import (
    MISSING,
    Isolation,
    Job,
    Result,
    SandboxError,
    SandboxMisconfigured,
    SandboxUnavailable,
    Status,
    WorkerLost,
)
from .languages import LANGUAGES

MAX_SLOTS: Final = 32
MAX_JOBS: Final = 1000
MAX_AGE_S: Final = 900.0
MAX_FAILURES: Final = 5
REST_S: Final = 2.0
PATIENCE_S: Final = 60.0
HONEST: Final = Job("print(6 * 7)")


class Runner(Protocol):
    """What runs one job at a time; see `rlvr.sandbox.remote.Worker`."""

    jobs: int
    born: float
    spent: bool

    def run(self, job: Job) -> Result:
        """Run a job; raises `SandboxError` if the runner is lost and must not be used again."""
        ...

    def close(self) -> None:
        """End it."""
        ...


class Pool:
    """Runs jobs on workers of one kind. Thread-safe.

    Workers are started when they are first needed, one for each job that runs at the same time up to `slots`; each
    is replaced after `MAX_JOBS` jobs, `MAX_AGE_S` seconds or a memory kill. With `spare`, the next one is started
    ahead, so that a replacement costs nobody time. A job whose worker fails is run once more on a fresh one (jobs
    are pure), then it is a `SandboxError`, or `Status.LOST` if it is shown that the program does it. After
    `MAX_FAILURES` failures in a row all calls fail at once, but for one try every `REST_S` seconds; after
    `PATIENCE_S` seconds without a success they raise `SandboxUnavailable`, so that a run that can score nothing stops
    while one whose engine is restarted goes on.

    Args:
        start: makes a worker; may raise `SandboxError`.
        name: the backend's name.
        isolation: how strong its boxes are.
        languages: what it can run.
        slots: jobs at one time; by default one for each core, at most 32.
        spare: whether to keep one worker ready.
        image: what the boxes are made from, if that has a name.
    """

    def __init__(
        self,
        start: Callable[[], Runner],
        *,
        name: str,
        isolation: Isolation,
        languages: Iterable[str],
        slots: int | None = None,
        spare: bool = True,
        image: str = "",
    ) -> None:
        if slots is not None and slots < 1:
            raise ValueError(f"slots must be at least 1, not {slots}")
        self.name, self.image = name, image
        self.slots = slots or min(cores(), MAX_SLOTS)
        self._start, self._isolation, self._languages = start, isolation, frozenset(languages)
        self._free: deque[Runner] = deque()
        self._turn = threading.Condition()
        self._running = 0
        self._waiting: deque[object] = deque()
        self._spare = spare
        self._starting_spare: threading.Thread | None = None
        self._failures, self._rested_until, self._last_error = 0, 0.0, ""
        self._failing_since, self._proven = 0.0, False
        self._closed = False
        self._owner = os.getpid()

    @property
    def isolation(self) -> Isolation:
        """How strong the boxes are."""
        return self._isolation

    @property
    def languages(self) -> frozenset[str]:
        """What it can run."""
        return self._languages

    def run(self, job: Job) -> Result:
        """Run a job; see `rlvr.sandbox.base.Sandbox.run`."""
        if job.language not in self._languages:
            known = ", ".join(sorted(self._languages))
            hint = "" if job.language in LANGUAGES else " (and this package knows no such language)"
            raise SandboxUnavailable(f"{self.name} runs {known}; not {job.language!r}{hint}")
        self._enter()
        try:
            result = self._twice(job)
        except SandboxUnavailable:
            raise
        except SandboxError as error:
            self._failed(error)
            raise
        else:
            self._failures, self._proven = 0, True
            return result
        finally:
            self._leave()

    def run_many(self, jobs: Iterable[Job]) -> Sequence[Result | SandboxError]:
        """Run jobs on all slots; see `rlvr.sandbox.base.Sandbox.run_many`."""
        jobs = list(jobs)
        if len(jobs) < 2:
            return [self._or_error(job) for job in jobs]
        with ThreadPoolExecutor(min(self.slots, len(jobs)), thread_name_prefix="rlvr-sandbox") as threads:
            return list(threads.map(self._or_error, jobs))

    def prewarm(self) -> None:
        """Start a worker for every slot now, in parallel.

        Raises:
            SandboxError: if one cannot be started.
        """
        with ThreadPoolExecutor(self.slots) as threads:
            started = list(threads.map(lambda _: self._started(), range(self.slots)))
        with self._turn:
            self._free.extend(started)

    def close(self) -> None:
        """End all workers. Calling it again does nothing."""
        with self._turn:
            self._closed = True
            workers = list(self._free)
            self._free.clear()
            self._turn.notify_all()
        if os.getpid() == self._owner:
            for worker in workers:
                worker.close()

    def __enter__(self) -> Self:
        """The pool itself."""
        return self

    def __exit__(self, *exc: object) -> None:
        """End all workers."""
        self.close()

    # ---- inside --------------------------------------------------------------------------------------

    def _or_error(self, job: Job) -> Result | SandboxError:
        try:
            return self.run(job)
        except SandboxError as error:
            return error

    def _enter(self) -> None:
        """Wait for a slot; first come, first served."""
        if os.getpid() != self._owner:
            raise SandboxUnavailable("a sandbox cannot be used after a fork; make one in the child process")
        ticket = object()
        with self._turn:
            self._waiting.append(ticket)
            try:
                while not self._closed and (self._running >= self.slots or self._waiting[0] is not ticket):
                    self._turn.wait()
            finally:  # also when the user presses Ctrl-C: a ticket that stays would block all behind it
                self._waiting.remove(ticket)
                self._turn.notify_all()
            if self._closed:
                self._turn.notify_all()
                raise SandboxUnavailable("the sandbox is closed")
            if self._failures >= MAX_FAILURES:
                if time.monotonic() < self._rested_until:
                    self._turn.notify_all()
                    lost = time.monotonic() - self._failing_since > PATIENCE_S
                    kind = SandboxUnavailable if lost else SandboxError
                    raise kind(f"{self.name} failed {self._failures} times in a row: {self._last_error}")
                self._rested_until = time.monotonic() + REST_S
            self._running += 1
            self._turn.notify_all()

    def _leave(self) -> None:
        with self._turn:
            self._running -= 1
            self._turn.notify_all()

    def _failed(self, error: SandboxError) -> None:
        with self._turn:
            if self._failures == 0:
                self._failing_since = time.monotonic()
            self._failures += 1
            self._last_error = str(error)
            self._rested_until = time.monotonic() + REST_S

    def _twice(self, job: Job) -> Result:
        """Run a job, and once more if its worker is lost.

        A program that could end its box at will would never be judged. So where the second box is lost as well,
        and an honest program runs in that box before and in another one after, it was the program.
        """
        try:
            return self._on(self._worker(), job)
        except SandboxUnavailable:
            raise
        except SandboxError:
            worker = self._proved()
        try:
            return replace(self._on(worker, job), attempts=2)
        except WorkerLost:
            self._keep(self._proved())
        return Result(
            Status.LOST,
            values=(MISSING,) * len(job.calls),
            errors=(None,) * len(job.calls),
            backend=self.name,
            isolation=self._isolation,
            attempts=2,
        )

    def _worker(self) -> Runner:
        with self._turn:
            worker = self._free.pop() if self._free else None
        return worker or self._started()

    def _started(self) -> Runner:
        try:
            return self._start()
        except SandboxMisconfigured:
            raise
        except SandboxUnavailable as error:
            if not self._proven:
                raise
            raise SandboxError(str(error)) from error  # it was there before, so it may come back
        except OSError as error:  # no descriptors, no memory, no processes left on the host
            raise SandboxError(f"no worker could be started: {error}") from error

    def _proved(self) -> Runner:
        """A fresh worker that has run an honest program."""
        worker = self._started()
        try:
            if worker.run(HONEST).stdout != b"42\n":
                raise SandboxError("a fresh worker gave a wrong result")
        except BaseException:
            worker.close()
            raise
        return worker

    def _keep(self, worker: Runner) -> None:
        with self._turn:
            if not self._closed:
                self._free.append(worker)
                return
        worker.close()

    def _on(self, worker: Runner, job: Job) -> Result:
        try:
            result = worker.run(job)
        except BaseException:  # also when the user presses Ctrl-C: the job may still be running in there
            worker.close()
            raise
        worn = worker.spent or worker.jobs >= MAX_JOBS or time.monotonic() - worker.born > MAX_AGE_S
        with self._turn:
            keep = not worn and not self._closed
            if keep:
                self._free.append(worker)
            wanted = self._spare and not self._closed and not self._starting_spare and len(self._free) < 2
            if wanted and not _ending():
                self._starting_spare = threading.Thread(target=self._make_spare, daemon=True)
                self._starting_spare.start()
        if not keep:
            worker.close()
        return result

    def _make_spare(self) -> None:
        worker = None
        try:
            if not self._closed:
                worker = self._started()
        except SandboxError:
            pass  # the next job that needs one will tell
        except RuntimeError:
            if (
                not _ending()
            ):  # an interpreter on its way out starts no threads and no processes: nobody needs it
                raise
        finally:
            with self._turn:
                self._starting_spare = None
        with self._turn:
            if worker and not self._closed:
                self._free.appendleft(worker)
                return
        if worker:
            worker.close()


def _ending() -> bool:
    """Whether the interpreter is on its way out: the main thread is done, and daemon threads are running still."""
    return not threading.main_thread().is_alive()


def cores() -> int:
    """The number of processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
