"""The pipes of a job: what is kept of each, and carrying bytes until the job ends or breaks a limit."""

from __future__ import annotations

import os
import select
import struct
import time
from collections import deque
from collections.abc import Callable, Sequence

GONE = "gone"
BUSY_S = 0.002
"""Seconds of processor time in a turn, above which a job does something."""
TURN_S, LATE_S, PAUSES_S = 0.25, 1.0, 15.0
"""The longest wait for something to happen; how late its end tells of a pause; what pauses of a job may add up to."""


FLOOD = 4096
"""How many times its cap a pipe may be sent whose rest is dropped; who sends more does nothing else."""


class Tap:
    """The reading end of a pipe, with a cap on what is kept."""

    def __init__(self, fd: int, limit: int, endless: bool = False) -> None:
        self.fd, self.limit, self.dropped, self.most = fd, limit, 0, limit * FLOOD if endless else 0
        self.data, self.open = bytearray(), True
        os.set_blocking(fd, False)

    def read(self) -> bool:
        """Take what is there. False if more came than is allowed."""
        try:
            part = os.read(self.fd, 1 << 16)
        except BlockingIOError:
            return True
        if not part:
            self.open = False
        room = self.limit - len(self.data)
        self.data += part[:room]
        self.dropped += max(len(part) - room, 0)
        return self.dropped <= self.most

    def drain(self) -> bool:
        """Take what is in the pipe, never waiting for its end (somebody may hold it open). False if over the cap."""
        for _ in range(1024):
            before = len(self.data)
            if not self.open:
                break
            if not self.read():
                return False
            if len(self.data) == before:
                break
        return True

    def close(self) -> None:
        """Close the pipe."""
        os.close(self.fd)


class Feed:
    """The writing end of the job's standard input."""

    def __init__(self, fd: int, data: bytes) -> None:
        self.fd, self.data, self.open = fd, memoryview(data), True
        os.set_blocking(fd, False)
        if not data:
            self.close()

    def write(self) -> None:
        """Write what fits."""
        try:
            self.data = self.data[os.write(self.fd, self.data[: 1 << 16]) :]
        except BlockingIOError:
            return
        except OSError:  # the job has closed it
            self.data = self.data[:0]
        if not self.data:
            self.close()

    def close(self) -> None:
        """Close the pipe, so that the job reads the end of its input."""
        if self.open:
            self.open = False
            os.close(self.fd)


class Calls:
    """The calls that a program is to answer, one at a time: the next one is written when the last one is answered.

    So what a program answers cannot depend on what it will be asked. A line on the control pipe is an answer, whoever
    wrote it: a program that forges some to be asked more has answered.
    """

    def __init__(self, fd: int, calls: Sequence[str], answers: Tap) -> None:
        self.fd, self.left, self.answers, self.open = fd, deque(calls), answers, True
        self.data, self.asked, self.answered, self.looked = memoryview(b""), 0, 0, 0
        os.set_blocking(fd, False)

    def ask(self) -> bool:
        """Write the next call, if the last one is answered. Whether it waits for room in the pipe."""
        self.answered += self.answers.data.count(b"\n", self.looked)
        self.looked = len(self.answers.data)
        if not self.data and self.left and self.answered >= self.asked:
            body = self.left.popleft().encode("ascii")
            self.data = memoryview(struct.pack(">I", len(body)) + body)
            self.asked += 1
        try:
            while self.open and self.data:
                self.data = self.data[os.write(self.fd, self.data[: 1 << 16]) :]
        except BlockingIOError:
            return True
        except OSError:  # the job has closed it: it is asked nothing more
            self.data, self.left = self.data[:0], deque()
        return False

    def close(self) -> None:
        """Close the pipe: no more calls."""
        if self.open:
            self.open = False
            os.close(self.fd)


class Clock:
    """When a job has used up its time. Compiling has time of its own, which ends where the program's begins.

    Time in which the machine stood still is not the job's. A turn of `watch` takes next to nothing but its wait, so
    one that takes much longer tells of a pause. Pauses are capped because a job can make turns late as well, by
    keeping all processors busy; the host waits for longer than that, see `rlvr.sandbox.remote.GRACE_S`.
    """

    def __init__(self, wall_s: float, build_s: float = 0.0, report: Tap | None = None) -> None:
        """Begin. With `build_s` the program is compiled first, and its second line in `report` tells that it is."""
        self.wall_s, self.report, self.building = wall_s, report, build_s > 0
        self.start = self.looked = time.monotonic()
        self.deadline, self.pardon, self.wait = self.start + (build_s or wall_s), PAUSES_S, 0.0

    def turn(self) -> float:
        """The beginning of a turn: look at the time. How long the turn may wait, in seconds."""
        now = time.monotonic()
        late = now - self.looked - self.wait
        if self.building and self.report is not None and self.report.data.count(b"\n") > 1:
            self.building = False
            self.start, self.deadline = now, now + self.wall_s
        elif late > LATE_S:
            self.deadline += min(late, self.pardon)
            self.pardon -= min(late, self.pardon)
        self.looked, self.wait = now, min(max(self.deadline - now, 0.0), TURN_S)
        return self.wait

    def over(self) -> bool:
        """Whether the time had run out when this turn began: what happened in time before a pause still counts."""
        return self.looked >= self.deadline


class Idle:
    """How long a job has done nothing: no process of it runs or waits for a disk, and none has computed.

    A job that the machine gives no time to is not idle: its process is ready to run.
    """

    def __init__(self, limit: float, running: Callable[[], bool], cpu: Callable[[], float]) -> None:
        """Begin.

        Args:
            limit: seconds, after which the job has used up its time; 0 for any number.
            running: whether a process of the job runs now, or waits for a disk.
            cpu: seconds that all of them have computed so far, without what looking at them takes.
        """
        self.limit, self.running, self.cpu = limit, running, cpu
        self.looked, self.idle_s, self.computed = time.monotonic(), 0.0, cpu() if limit else 0.0

    def over(self, moved: bool) -> bool:
        """Whether it is idle for too long, at the end of a turn in which bytes were moved, or none."""
        if not self.limit:
            return False
        now, computed = time.monotonic(), self.cpu()
        # A turn that took much longer tells of a pause of the machine.
        self.idle_s += min(now - self.looked, 2 * TURN_S)
        busy = moved or abs(computed - self.computed) > BUSY_S or self.running()
        self.looked, self.computed = now, computed
        if busy:
            self.idle_s = 0.0
        return self.idle_s >= self.limit


def watch(
    ended: int, feed: Feed, calls: Calls, taps: Sequence[Tap], clock: Clock, host: int, idle: Idle
) -> str | None:
    """Carry bytes until the job ends. None, or the limit that it broke.

    Args:
        ended: becomes readable when the job's first process ends, see `os.pidfd_open`.
        feed: its standard input.
        calls: what it is asked.
        taps: what is read from it.
        clock: its time.
        host: becomes readable if the host goes away.
        idle: how long it does nothing.
    """
    poll = select.poll()
    poll.register(ended, select.POLLIN)
    poll.register(host, select.POLLIN)
    for tap in taps:
        poll.register(tap.fd, select.POLLIN)
    if feed.open:
        poll.register(feed.fd, select.POLLOUT)
    by_fd = {tap.fd: tap for tap in taps}
    asking = False
    while True:
        if calls.ask() != asking:
            asking = not asking
            if asking:
                poll.register(calls.fd, select.POLLOUT)
            else:
                poll.unregister(calls.fd)
        happened = poll.poll(clock.turn() * 1000)
        for fd, _ in happened:
            if fd == ended:
                # What it wrote before its end is still in the pipes, and counts.
                return "output_limit" if not all(tap.drain() for tap in taps) else None
            if fd == host:
                return GONE  # the host sends nothing during a job, so this is its end
            if fd in by_fd:
                if not by_fd[fd].read():
                    return "output_limit"
                if not by_fd[fd].open:
                    poll.unregister(fd)
            elif fd == feed.fd:
                feed.write()
                if not feed.open:
                    poll.unregister(fd)
        # Only now: this process may have stood still while the job came to its end in time.
        if clock.over():
            return "build_limit" if clock.building else "wall_limit"
        if idle.over(bool(happened) or clock.building):
            return "wall_limit"
