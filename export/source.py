"""Streams of candidate tasks, drawn here or in worker processes, in an order that does not depend on which.

Candidate number j of an arm is the task whose seed is derived from (dataset seed, id, level, j). Workers draw
chunks of candidates; the consumer takes them strictly by number.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from math import ceil
from multiprocessing.connection import wait
from typing import Self

from .. import registry
from ..generators.base import GenerationError, Json, Marker, Split, derive_seed
from ..starting import ignoring_interrupts, in_worker, starting_workers
from .errors import DatasetError
from .plan import Plan
from .rows import row_of

MAX_CHUNK = 256
"""Candidates in one chunk: it bounds the memory that is held ahead for each arm."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One drawn task of the wanted split: its number in the arm's stream, its fingerprint and its row."""

    number: int
    fingerprint: bytes
    row: str


@dataclass(frozen=True, slots=True)
class Request:
    """A chunk to draw: candidates `start` to `start + count` of one arm."""

    env: str
    level: int
    start: int
    count: int
    seed: int
    split: Split | None
    params: Mapping[str, Json]
    marker: Marker | None
    options: Mapping[str, Json]


def draw(request: Request) -> list[Candidate]:
    """The candidates of a chunk that are in the wanted split."""
    spec = registry.get(request.env)
    found = []
    for number in range(request.start, request.start + request.count):
        seed = derive_seed("dataset", request.seed, request.env, request.level, number)
        try:
            task = spec.task(
                request.level,
                seed,
                params=request.params or None,
                marker=request.marker,
                options=request.options,
            )
        except GenerationError:
            continue  # bounded tries ran out for this seed, here and everywhere: the stream goes on without it
        if request.split in (None, task.split):
            row = json.dumps(row_of(task), ensure_ascii=False, separators=(",", ":"))
            found.append(Candidate(number, bytes.fromhex(task.fingerprint), row))
    return found


@dataclass
class _Stream:
    """Where one arm's stream is: the chunk in use, and the one that is being drawn."""

    next: int  # first candidate that nobody was asked for
    chunk: Iterator[Candidate] = field(default_factory=lambda: iter(()))
    end: int = 0  # number after the last candidate of the chunk in use
    end_told: bool = True
    ahead: deque[tuple[Future[list[Candidate]], int]] = field(default_factory=deque)
    size: int = 16


class Source:
    """The candidate streams of all arms of a plan; a context manager that ends its workers.

    Args:
        plan: what to draw.
        starts: number of the first candidate of each arm.
        workers: processes that draw; with 1, this process draws itself.
    """

    def __init__(self, plan: Plan, starts: Sequence[int], workers: int) -> None:
        self._plan = plan
        self._streams = [_Stream(start) for start in starts]
        self._pool: ProcessPoolExecutor | None = None
        # Enough chunks under way to keep every worker busy, also when there is only one arm.
        self._depth = ceil(2 * workers / len(plan.arms))
        if workers > 1:
            origins = sorted({arm.spec.origin for arm in plan.arms})
            self._pool = ProcessPoolExecutor(
                workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=start_worker,
                initargs=(origins,),
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._pool is None:
            return
        # A second Ctrl-C in the middle of this would leave workers that wait for ever for a word to end.
        with ignoring_interrupts():
            self._pool.shutdown(wait=True, cancel_futures=True)

    def take(self, arm: int) -> Candidate | int:
        """The next candidate of an arm; or a number, below which all its candidates have been given.

        The numbers let the caller stop a stream that has no candidate of the wanted split at all.
        """
        stream = self._streams[arm]
        while True:
            for candidate in stream.chunk:
                return candidate
            if not stream.end_told:
                stream.end_told = True
                return stream.end
            stream.chunk, stream.end = self._chunk(arm, stream)
            stream.end_told = False

    def _chunk(self, arm: int, stream: _Stream) -> tuple[Iterator[Candidate], int]:
        if self._pool is None:
            request = self._request(arm, stream)
            return iter(draw(request)), request.start + request.count
        while len(stream.ahead) < self._depth:
            stream.ahead.append(self._submit(self._pool, arm, stream))
        future, end = stream.ahead.popleft()
        try:
            found = future.result()
        except BrokenProcessPool:
            raise DatasetError("a worker process died (out of memory?); run again to resume") from None
        stream.ahead.append(self._submit(self._pool, arm, stream))  # drawn while this chunk is used
        return iter(found), end

    def _submit(
        self, pool: ProcessPoolExecutor, arm: int, stream: _Stream
    ) -> tuple[Future[list[Candidate]], int]:
        request = self._request(arm, stream)
        with starting_workers():
            return pool.submit(in_worker, draw, request), request.start + request.count

    def _request(self, arm: int, stream: _Stream) -> Request:
        plan, chosen = self._plan, self._plan.arms[arm]
        start, count = stream.next, stream.size
        stream.next += count
        stream.size = min(2 * count, MAX_CHUNK)
        return Request(
            chosen.spec.id,
            chosen.level,
            start,
            count,
            plan.seed,
            plan.split,
            plan.params,
            plan.marker,
            plan.options,
        )


def start_worker(origins: Sequence[str]) -> None:
    """Prepare a worker process: the same registry as its parent, and an end when its parent ends."""
    known = registry.origins()
    for origin in origins:
        if origin not in known:
            registry.register(origin)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            wait([sentinel])
            os._exit(1)  # the parent was killed: an orphan would wait for work for ever

        threading.Thread(target=watch, daemon=True).start()
