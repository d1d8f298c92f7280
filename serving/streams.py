"""Streams of clients: tasks that are made before they are asked for, in an order that is fixed, within a bound.

Task number n of a stream is that of `rlvr.stream` with the same settings. It is planned when task ``n - ahead`` is
taken, and made in the server's processes, the oldest first. Never more pieces than there are processes are under way
for all streams together, so that whoever asks for something else waits for one piece at most.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from ..generators.base import Json
from ..task_stream import Kind, name_of, planned
from .errors import Refused
from .limits import Limits
from .models import ChangeRequest, StreamRequest, TakeRequest
from .work import Work

PIECE = 4
"""Tasks of one request to a process."""
Row = dict[str, Json]


class _Piece:
    """Tasks next to each other; `rows` is under way from when it is full, or needed."""

    def __init__(self) -> None:
        self.items: list[list[Json]] = []
        self.rows: asyncio.Task[list[Row | None]] | None = None


class Stream:
    """One stream.

    Args:
        asked: its settings.
        owner: whose it is.
        arms: weights of the kinds of its tasks.
        make: makes the tasks of items; None for one that cannot be made.
    """

    def __init__(self, asked: StreamRequest, owner: str, arms: Mapping[Kind, float], make: Any) -> None:
        self.asked, self.owner, self.arms = asked, owner, dict(arms)
        self.number = asked.start
        self.lock = asyncio.Lock()
        self.common: dict[str, Json] = asked.model_dump(include={"seed", "split", "marker", "options"})
        self.last: tuple[int, int, list[Row | None]] | None = None
        self._make = make
        self._pieces: deque[_Piece] = deque()
        self._place = 0  # of the next task in the first piece
        self._planned = asked.start
        self._plan(asked.ahead)

    @property
    def ready(self) -> int:
        """Tasks that can be taken without waiting."""
        count = -self._place
        for piece in self._pieces:
            if piece.rows is None or not piece.rows.done():
                break
            count += len(piece.items)
        return max(count, 0)

    def body(self) -> dict[str, Json]:
        """The stream as it stands."""
        total = sum(self.arms.values())
        return {
            "id": self.asked.id,
            "number": self.number,
            "ahead": self.asked.ahead,
            "ready": self.ready,
            "weights": {name_of(kind): weight / total for kind, weight in self.arms.items()},
        }

    def change(self, arms: Mapping[Kind, float]) -> int:
        """Other weights, from what is planned next on; returns its number."""
        self.arms = dict(arms)
        return self._planned

    async def take(self, count: int) -> list[Row | None]:
        """The next tasks; None for one that could not be made."""
        found: list[Row | None] = []
        for piece in list(self._pieces):
            if piece.rows is None:
                self._begin(piece)
            assert piece.rows is not None
            found += await asyncio.shield(piece.rows)
            if len(found) >= self._place + count:
                break
        # Nothing is awaited from here on: a client that goes away has taken all of it or nothing.
        found = found[self._place : self._place + count]
        self.number += count
        self._place += count
        while self._pieces and self._place >= len(self._pieces[0].items):
            self._place -= len(self._pieces.popleft().items)
        self._plan(count)
        return found

    def close(self) -> None:
        """Forget what is under way."""
        for piece in self._pieces:
            if piece.rows is not None:
                piece.rows.cancel()
        self._pieces.clear()

    def _plan(self, count: int) -> None:
        for number in range(self._planned, self._planned + count):
            last = self._pieces[-1] if self._pieces else None
            if last is None or last.rows is not None:
                last = _Piece()
                self._pieces.append(last)
            last.items.append(planned(self.asked.seed, number, self.arms))
            self._planned += 1
            if len(last.items) == PIECE:
                self._begin(last)

    def _begin(self, piece: _Piece) -> None:
        piece.rows = asyncio.ensure_future(self._make(self, list(piece.items)))


class Streams:
    """All streams of a server.

    Args:
        work: what makes tasks.
        limits: of the server.
    """

    def __init__(self, work: Work, limits: Limits) -> None:
        self.work, self.limits = work, limits
        self.open: dict[tuple[str, str], Stream] = {}

    @property
    def held(self) -> int:
        """Tasks that all streams may hold together."""
        return sum(stream.asked.ahead for stream in self.open.values())

    async def create(self, client: str, asked: StreamRequest) -> dict[str, Json]:
        """A new stream, whose first tasks are begun.

        Raises:
            Refused: there is one of that id, or too much is held, or there are no such tasks.
        """
        key = client, asked.id
        self._check(key, asked)
        arms = await self._arms(client, asked, asked)
        self._check(key, asked)  # somebody else may have come in between
        stream = self.open[key] = Stream(asked, client, arms, self._made)
        return stream.body()

    async def next(self, client: str, id: str, asked: TakeRequest) -> tuple[int, list[Row], list[int]]:
        """The number of the first of the next tasks; they; and the numbers of those that could not be made.

        Raises:
            Refused: there is no such stream, or it is elsewhere, or so many are never held.
        """
        stream = self.get(client, id)
        if asked.count > stream.asked.ahead:
            raise Refused(422, f"count: at most {stream.asked.ahead} at once, which is what is made ahead")
        async with stream.lock:
            if self.open.get((client, id)) is not stream:
                raise Refused(404, f"there is no stream {id!r}")
            if asked.number is not None and asked.number != stream.number:
                if stream.last is None or (asked.number, asked.count) != stream.last[:2]:
                    raise Refused(409, f"the next task of the stream {id!r} is number {stream.number}")
                first, rows = asked.number, stream.last[2]
            else:
                first = stream.number
                rows = await stream.take(asked.count)
                stream.last = first, asked.count, rows
        lost = [first + place for place, row in enumerate(rows) if row is None]
        if lost and self.work.pool.closing:
            raise Refused(503, "the server is closing", retry=10)
        return first, [row for row in rows if row is not None], lost

    async def change(self, client: str, id: str, asked: ChangeRequest) -> dict[str, Json]:
        """Other weights, levels or difficulties, from a certain task on.

        Raises:
            Refused: there is no such stream, or there are no such tasks.
        """
        stream = self.get(client, id)
        kept = asked.levels is None and asked.difficulty is None
        wanted = asked.model_copy(
            update={"levels": stream.asked.levels, "difficulty": stream.asked.difficulty} if kept else {}
        )
        arms = await self._arms(client, stream.asked, wanted)
        changes = {"levels": wanted.levels, "difficulty": wanted.difficulty}
        stream.asked = stream.asked.model_copy(update=changes)
        return {"number": stream.change(arms)}

    def get(self, client: str, id: str) -> Stream:
        """A stream of a client.

        Raises:
            Refused: there is none of that id.
        """
        stream = self.open.get((client, id))
        if stream is None:
            raise Refused(404, f"there is no stream {id!r}")
        return stream

    def delete(self, client: str, id: str) -> None:
        """Forget a stream.

        Raises:
            Refused: there is none of that id.
        """
        self.get(client, id).close()
        del self.open[client, id]

    def close(self) -> None:
        """Forget all of them."""
        for stream in self.open.values():
            stream.close()
        self.open.clear()

    def _check(self, key: tuple[str, str], asked: StreamRequest) -> None:
        if key in self.open:
            raise Refused(409, f"there is a stream {asked.id!r}; delete it, or take another id")
        if self.held + asked.ahead > self.limits.ahead:
            raise Refused(
                429,
                f"all streams together hold at most {self.limits.ahead} tasks, of which {self.held} are taken: "
                "ask for a smaller ahead, or delete a stream",
                retry=60,
            )

    async def _arms(
        self, client: str, stream: StreamRequest, asked: StreamRequest | ChangeRequest
    ) -> dict[Kind, float]:
        request = {
            "do": "shares",
            "envs": stream.envs,
            "options": stream.options,
            **asked.model_dump(include={"levels", "difficulty", "weights"}),
        }
        reply = await self.work.ask(client, request)
        return {(env, level, beyond): weight for env, level, beyond, weight in reply["shares"]}

    async def _made(self, stream: Stream, items: Sequence[Json]) -> list[Row | None]:
        """The tasks of a piece; one that hangs or fails is lost alone."""
        request = {"do": "stream", "common": stream.common}
        client = f"{stream.owner} ahead"  # so that its owner's other work takes turns with it
        async with self.work.room:
            try:
                reply = await self.work.ask(client, {**request, "items": items})
                self.work.metrics.tasks(len(items))
                return list(reply["tasks"])
            except Refused:
                if len(items) == 1 or self.work.pool.closing:
                    return [None] * len(items)
        return [row for item in items for row in await self._made(stream, [item])]
