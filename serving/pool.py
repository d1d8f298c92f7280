"""Worker processes behind an event loop: nothing that a client asks for can hold up another one.

Work waits in a queue for each client, and the clients take turns. A process gets a few pieces of work ahead, so that
it need not wait for the server. A piece that takes longer than `PATIENCE` is *slow*: its process is put aside with it,
what was sent behind it goes to other processes, and another process takes its place. A piece that is over its budget
is killed with its process. One client never has more than a part of all processes aside, so there are always some
left for the others.

All work is a function of its request (episodes are played again from their actions), so it can be sent twice.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from .. import registry
from ..generators.base import Json
from .errors import Refused

PATIENCE = 0.3
"""Seconds after which a piece of work is slow."""
TICK = 0.025
AHEAD = 4
"""Pieces of work that a process has at the same time; the others but the first wait in its socket."""
HOME = 2.0
"""Seconds that a slow step waits for the process that plays its episode."""
DOUBLED = 5.0
"""Seconds that a process may spend on work that another one has taken over."""
RETRY = 2.0
"""Seconds between two looks whether processes are missing."""
AGAIN = 0.5
"""Seconds before work whose process died is tried again: whatever killed that process may be killing others too."""
START = 120.0
"""Seconds that a process may take to start, on a machine that is busy with other things."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import rlvr.serving.worker as worker; "
    "worker.main(*json.loads(sys.argv[2]))"
)
Reply = dict[str, Json]


@dataclass(eq=False, slots=True)
class Job:
    """One piece of work.

    Attributes:
        client: who asks.
        request: what a process is asked.
        seconds: its budget.
        home: the process that knows what `request` is about; another one is sent `whole` too.
        whole: what another process needs to know besides.
        reply: what comes back; the process that gave it is in `done_by`.
        alone: whether it is known to be slow (it runs programs): then nothing is sent behind it.
        deaths: processes that died over it.
        queued: when it began to wait.
    """

    client: str
    request: Mapping[str, Json]
    seconds: float
    reply: asyncio.Future[Reply]
    home: Process | None = None
    whole: Mapping[str, Json] = field(default_factory=dict)
    done_by: Process | None = None
    alone: bool = False
    deaths: int = 0
    queued: float = 0.0


class Process(asyncio.Protocol):
    """One worker process and the socket to it."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.jobs: deque[Job | None] = deque()
        """What it was sent and has not answered; None for what somebody else does by now."""
        self.waits: deque[Job] = deque()
        """Slow steps of episodes that it plays: elsewhere they would have to be played from their beginning."""
        self.blocked = 0
        """How many of them nothing is to be sent behind."""
        self.foreign = 0
        """How many of them are no steps of episodes that it plays."""
        self.outgoing: list[bytes] = []
        self.since = 0.0
        """When it began with the first of them."""
        self.aside = False
        self.ready = False
        self.alive = True
        self.rest: list[bytes] = []
        self.transport: asyncio.Transport | None = None
        self.popen: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it; it can be sent work as soon as this returns."""
        ours, theirs = socket.socketpair()
        arguments = [theirs.fileno(), sorted(registry.origins()), self.pool.trust_rows, self.pool.episodes]
        with theirs:
            self.popen = subprocess.Popen(
                [sys.executable, "-P", "-c", _START, json.dumps(sys.path), json.dumps(arguments)],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is the server's; the end of the socket ends it
            )
        ours.setblocking(False)
        await asyncio.get_running_loop().create_connection(lambda: self, sock=ours)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Part of `asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Part of `asyncio.Protocol`."""
        *lines, rest = data.split(b"\n")
        if lines:
            self.rest.append(lines[0])
            lines[0] = b"".join(self.rest)
            self.rest.clear()
            for line in lines:
                self.pool.answered(self, line)
        if rest:
            self.rest.append(rest)

    def connection_lost(self, exc: Exception | None) -> None:
        """Part of `asyncio.Protocol`."""
        if self.alive:
            self.pool.lost(self, "the process of the environment died", again=True)

    def takes(self, job: Job) -> bool:
        """Whether it has room for this job now."""
        if not self.ready or not self.alive or self.aside:
            return False
        if self.blocked:
            return False
        if job.alone:
            return self.foreign == 0
        return len(self.jobs) < 4 * AHEAD if job.home is self else self.foreign < AHEAD

    def send(self, job: Job) -> None:
        """Send it work."""
        assert self.transport is not None
        if not self.jobs:
            self.since = time.monotonic()
        self.jobs.append(job)
        self.blocked += job.alone
        self.foreign += job.home is not self
        whole = job.whole if job.home is not self else {}
        self.outgoing.append(json.dumps({**job.request, **whole, "seconds": job.seconds}).encode())
        if len(self.outgoing) == 1:  # what is sent in the same turn of the loop goes in one piece
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        lines, self.outgoing = self.outgoing, []
        if self.alive and self.transport is not None:
            self.transport.write(b"\n".join([*lines, b""]))

    def kill(self) -> None:
        """End it, with everything that it started."""
        self.alive = False
        if self.transport is not None:
            self.transport.abort()
        if self.popen is not None:
            with suppress(OSError):
                os.killpg(self.popen.pid, 9)
            self.popen.wait()


class Pool:
    """The processes.

    Args:
        processes: that work at once.
        trust_rows: see `rlvr.serving.limits.Settings`.
        episodes: environments that a process keeps between two steps.
        waiting: pieces of work that one client may have at the same time.

    Attributes:
        killed: processes that were killed over their budget, or died.
        closing: whether it gives up.
    """

    def __init__(self, processes: int, *, trust_rows: bool, episodes: int, waiting: int) -> None:
        self.processes, self.trust_rows, self.episodes, self.waiting = processes, trust_rows, episodes, waiting
        self.most = 2 * processes + 4
        self.most_aside = self.most - processes
        self.living: list[Process] = []
        self.queues: OrderedDict[str, deque[Job]] = OrderedDict()
        self.counts: dict[str, int] = {}
        self.later: set[Job] = set()
        """Jobs whose process died, until they are tried again."""
        self.killed = 0
        self.closing = False
        self._starting = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start the processes; returns when the first has answered.

        Raises:
            TimeoutError: if none does.
        """
        for _ in range(self.processes + 1):
            self._spawn(self._start())
        self._spawn(self._watch())
        async with asyncio.timeout(START):
            while not self.living:
                await asyncio.sleep(TICK)

    async def close(self) -> None:
        """End all processes; what is not done gets no score."""
        self.give_up("the server closed before there was a result")
        for task in list(self._tasks):
            task.cancel()
        for process in self.living:
            process.kill()
        self.living.clear()

    def give_up(self, why: str) -> None:
        """Answer everything that is under way with a failure."""
        self.closing = True
        jobs = [job for process in self.living for job in process.jobs]
        jobs += [job for process in self.living for job in process.waits]
        for job in [*jobs, *self.later, *(job for queue in self.queues.values() for job in queue)]:
            if job is not None:
                self._finish(job, {"failed": why})
        self.later.clear()
        self.queues.clear()

    @property
    def under_way(self) -> int:
        """Pieces of work that wait or are worked on."""
        return sum(self.counts.values())

    async def ask(
        self,
        client: str,
        request: Mapping[str, Json],
        seconds: float,
        *,
        home: Process | None = None,
        whole: Mapping[str, Json] | None = None,
        alone: bool = False,
    ) -> tuple[Reply, Process | None]:
        """The reply to a request, and the process that gave it.

        A reply with ``failed`` says that the machinery failed (``lost`` where the process did not answer in time);
        one with ``raised`` that the caller was wrong.

        Raises:
            Refused: if the client has too much work waiting.
        """
        if self.counts.get(client, 0) >= self.waiting:
            raise Refused(429, f"more than {self.waiting} pieces of work are waiting", retry=1)
        if self.closing:
            return {"failed": "the server is closing"}, None
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        job = Job(client, request, seconds, reply, home, whole or {}, alone=alone)
        self.counts[client] = self.counts.get(client, 0) + 1
        try:
            if home is not None and home.takes(job):
                home.send(job)
            elif home is not None and home.alive and alone:
                job.queued = time.monotonic()
                home.waits.append(job)
            else:
                self._queue(job)
                self._pump()
            return await job.reply, job.done_by
        finally:
            self.counts[client] -= 1
            if not self.counts[client]:
                del self.counts[client]

    def answered(self, process: Process, line: bytes) -> None:
        """A process has answered the first of its jobs."""
        process.ready = True
        if not process.jobs:
            return
        job = process.jobs.popleft()
        process.since = time.monotonic()
        if not process.jobs:
            process.aside = False
        if job is None:
            process.blocked -= 1
        else:
            process.blocked -= job.alone
            process.foreign -= job.home is not process
            job.done_by = process
            self._finish(job, json.loads(line))
        if process.waits and process.takes(process.waits[0]):
            process.send(process.waits.popleft())
        self._pump()

    def lost(self, process: Process, why: str, *, again: bool = False) -> None:
        """A process is dead or has to die: its first job fails, the others go elsewhere.

        Args:
            process: the process.
            why: what is told of the first job.
            again: whether that job is tried once more elsewhere: somebody else may have killed the process.
        """
        self.killed += 1
        process.kill()
        if process in self.living:
            self.living.remove(process)
        for place, job in reversed(list(enumerate(process.jobs))):
            if job is None:
                continue
            if place > 0:
                self._queue(job, first=True)
            elif again and job.deaths == 0 and not self.closing:
                job.deaths += 1
                self.later.add(job)
                asyncio.get_running_loop().call_later(AGAIN, self._again, job)
            else:
                self._finish(job, {"failed": why, "lost": True})
        for job in process.waits:
            self._queue(job)
        process.jobs.clear()
        process.waits.clear()
        if process.ready:  # what does not even start is tried again by `_watch`
            self._refill()
        self._pump()

    def _again(self, job: Job) -> None:
        if job in self.later:
            self.later.remove(job)
            self._queue(job, first=True)
            self._pump()

    def _finish(self, job: Job, reply: Reply) -> None:
        if not job.reply.done():
            job.reply.set_result(reply)

    def _queue(self, job: Job, *, first: bool = False) -> None:
        job.queued = job.queued or time.monotonic()
        queue = self.queues.setdefault(job.client, deque())
        if first:
            queue.appendleft(job)
        else:
            queue.append(job)

    def _pump(self) -> None:
        """Send what waits to processes that have room, client by client."""
        if not self.queues:
            return
        for client in self._turns():
            queue = self.queues[client]
            while queue and queue[0].reply.done():  # its client is gone
                queue.popleft()
            if queue:
                job = queue[0]
                free = [each for each in self.living if each.takes(job)]
                if not free:
                    continue
                queue.popleft()
                home = job.home if job.home in free else None
                (home or min(free, key=lambda each: len(each.jobs))).send(job)
            if not queue:
                del self.queues[client]

    def _turns(self) -> Iterator[str]:
        """Clients whose work may go on, in turn, until nothing moves; none that has too many processes aside."""
        aside = Counter(
            process.jobs[0].client
            for process in self.living
            if process.aside and process.jobs and process.jobs[0]
        )
        moved = True
        while moved and self.queues:
            moved = False
            for client in list(self.queues):
                if aside[client] < self.most_aside:
                    before = len(self.queues[client])
                    self.queues.move_to_end(client)
                    yield client
                    moved |= len(self.queues.get(client, ())) < before

    async def _watch(self) -> None:
        looked = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if now - looked > RETRY:
                looked = now
                self._refill()
            for process in list(self.living):
                if process.jobs:
                    self._look_at(process, now)
                while process.waits and now - process.waits[0].queued > HOME:
                    self._queue(process.waits.popleft())
            for client, queue in list(self.queues.items()):
                while queue and (queue[0].reply.done() or now - queue[0].queued > 2 * queue[0].seconds):
                    self._finish(queue.popleft(), {"failed": "the server is overloaded", "lost": True})
                if not queue:
                    del self.queues[client]
            self._pump()

    def _look_at(self, process: Process, now: float) -> None:
        job, taken = process.jobs[0], now - process.since
        if taken > (job.seconds if job else DOUBLED):
            self.lost(process, f"the environment took longer than {job.seconds if job else DOUBLED:g} s")
        elif taken > PATIENCE and not process.aside:
            process.aside = True
            behind = [each for each in list(process.jobs)[1:] if each is not None]
            for place in range(1, len(process.jobs)):
                process.jobs[place] = None
            process.blocked = len(process.jobs) - 1 + (job is None or job.alone)
            process.foreign = int(job is not None and job.home is not process)
            for each in reversed(behind):
                self._queue(each, first=True)
            self._refill()

    def _refill(self) -> None:
        """Start another process where too few are left, or one dies."""
        working = sum(not each.aside for each in self.living) + self._starting
        room = self.most - len(self.living) - self._starting
        if not self.closing and working < self.processes + 1 and room > 0:
            self._spawn(self._start())

    async def _start(self) -> None:
        self._starting += 1
        process = Process(self)
        try:
            await process.start()
            ready = Job("", {"do": "ready"}, START, asyncio.get_running_loop().create_future())
            process.send(ready)
            async with asyncio.timeout(START):
                while not process.ready and process.alive:  # what dies now is told by `lost`
                    await asyncio.wait([ready.reply], timeout=1.0)
            if process.alive:
                self.living.append(process)
        except (OSError, TimeoutError) as error:
            print(f"a worker process does not start: {error}", file=sys.stderr)
            process.kill()
        except asyncio.CancelledError:
            process.kill()
            raise
        finally:
            self._starting -= 1
        self._pump()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
