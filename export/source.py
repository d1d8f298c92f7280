"""Streams of candidate tasks, drawn here or in worker processes, in an order that does not depend on which.

Candidate number j of an arm is the task whose seed is derived from (dataset seed, id, level, j). Workers draw
chunks of candidates; the consumer takes them strictly by number.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from math import ceil
from typing import Any, Self

from .. import registry
from ..generators.base import GenerationError, Json, Marker, Split, derive_seed
from ..pools.pieces import LostItem, Outcome, PoolError, value_of
from ..pools.pool import Engine, Pool
from .errors import DatasetError
from .plan import Plan
from .rows import row_of

MAX_CHUNK = 256
"""Candidates in one chunk: it bounds the memory that is held ahead for each arm."""

_WORK = ".export.source:draw"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One drawn task of the wanted split: its number in the arm's stream, its fingerprint and its row."""

    number: int
    fingerprint: bytes
    row: str


@dataclass(frozen=True, slots=True)
class Request:
    """What all candidates of an arm share; it goes to workers as JSON."""

    env: str
    level: int
    seed: int
    split: Split | None
    params: Mapping[str, Json]
    marker: Marker | None
    options: Mapping[str, Json]


def draw(request: Mapping[str, Any], number: int) -> list[str] | None:
    """Fingerprint and row of a candidate; None if there is no such task, or not in the wanted split."""
    spec = registry.get(request["env"])
    seed = derive_seed("dataset", request["seed"], request["env"], request["level"], number)
    try:
        task = spec.task(
            request["level"],
            seed,
            params=request["params"] or None,
            marker=request["marker"],
            options=request["options"],
        )
    except GenerationError:
        return None  # bounded tries ran out for this seed, here and everywhere: the stream goes on without it
    if request["split"] not in (None, task.split):
        return None
    return [task.fingerprint, json.dumps(row_of(task), ensure_ascii=False, separators=(",", ":"))]


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Candidates `start` to `end` of an arm, and what becomes of them in other processes; None if drawn here."""

    start: int
    end: int
    future: Future[list[Outcome]] | None


@dataclass
class _Stream:
    """Where one arm's stream is: the chunk in use, and those that are being drawn."""

    next: int  # first candidate that nobody was asked for
    chunk: Iterator[Candidate] = field(default_factory=lambda: iter(()))
    end: int = 0  # number after the last candidate of the chunk in use
    end_told: bool = True
    ahead: deque[_Chunk] = field(default_factory=deque)
    size: int = 16


class Source:
    """The candidate streams of all arms of a plan; a context manager that ends its workers.

    Args:
        plan: what to draw.
        starts: number of the first candidate of each arm.
        workers: processes that draw; with 1 on this machine, this process draws itself.
        engine: where they are.

    Raises:
        DatasetError: if Ray is asked for and not there.
    """

    def __init__(self, plan: Plan, starts: Sequence[int], workers: int, engine: Engine = "local") -> None:
        self._streams = [_Stream(start) for start in starts]
        # Enough chunks under way to keep every worker busy, also when there is only one arm.
        self._depth = ceil(2 * workers / len(plan.arms))
        self._requests = [
            Request(
                arm.spec.id, arm.level, plan.seed, plan.split, plan.params_of(arm), plan.marker, plan.options
            )
            for arm in plan.arms
        ]
        self._pool: Pool | None = None
        if workers > 1 or engine != "local":
            try:
                self._pool = Pool(workers, engine=engine)
            except PoolError as error:
                raise DatasetError(str(error)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._pool is not None:
            self._pool.close()

    def take(self, arm: int) -> Candidate | int:
        """The next candidate of an arm; or a number, below which all its candidates have been given.

        The numbers let the caller stop a stream that has no candidate of the wanted split at all.

        Raises:
            DatasetError: if a candidate cannot be drawn because its process hangs or dies, again and again.
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
        chunk = stream.ahead.popleft() if stream.ahead else self._asked(arm, stream)
        while self._pool is not None and len(stream.ahead) < self._depth:
            stream.ahead.append(self._asked(arm, stream))  # drawn while this chunk is used
        return self._candidates(arm, chunk), chunk.end

    def _asked(self, arm: int, stream: _Stream) -> _Chunk:
        start, end = stream.next, stream.next + stream.size
        stream.next, stream.size = end, min(2 * stream.size, MAX_CHUNK)
        future = None
        if self._pool is not None:
            future = self._pool.submit(_WORK, range(start, end), asdict(self._requests[arm]))
        return _Chunk(start, end, future)

    def _candidates(self, arm: int, chunk: _Chunk) -> Iterator[Candidate]:
        request = self._requests[arm]
        numbers = range(chunk.start, chunk.end)
        if chunk.future is None:
            common = asdict(request)
            drawn: Iterator[Json] = (draw(common, number) for number in numbers)
        else:
            try:
                drawn = map(value_of, chunk.future.result())
            except PoolError as error:
                raise DatasetError(f"{error}; the same command resumes") from None
        for number in numbers:
            try:
                found = next(drawn)
            except LostItem as error:
                raise DatasetError(
                    f"{request.env} level {request.level}, candidate {number}: {error} (out of memory?); run again to "
                    "resume, with fewer workers if there is not enough memory"
                ) from None
            if found is not None:
                yield Candidate(number, bytes.fromhex(found[0]), found[1])
