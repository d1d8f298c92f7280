"""The pipes of a job: what is kept of each, and carrying bytes until the job ends or breaks a limit."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Sequence

GONE = "gone"
TURN_S, LATE_S, PAUSES_S = 0.25, 1.0, 15.0
"""The longest wait for something to happen; how late its end tells of a pause; what pauses of a job may add up to."""


class Tap:
    """The reading end of a pipe, with a cap on what is kept."""

    def __init__(self, fd: int, limit: int, endless: bool = False) -> None:
        self.fd, self.limit, self.endless = fd, limit, endless
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
        return self.endless or len(part) <= room

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


def watch(pid: int, feed: Feed, taps: Sequence[Tap], start: float, wall_s: float, host: int) -> str | None:
    """Carry bytes until the job ends. None, or the limit that it broke.

    Time in which the machine stood still is not the job's. A turn of this loop takes next to nothing but its wait, so
    one that takes much longer tells of a pause. Pauses are capped because a job can make turns late as well, by
    keeping all processors busy; the host waits for longer than that, see `rlvr.sandbox.remote.GRACE_S`.
    """
    ended = os.pidfd_open(pid)
    deadline, pardon = start + wall_s, PAUSES_S
    looked, wait = start, 0.0
    try:
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        poll.register(host, select.POLLIN)
        for tap in taps:
            poll.register(tap.fd, select.POLLIN)
        if feed.open:
            poll.register(feed.fd, select.POLLOUT)
        by_fd = {tap.fd: tap for tap in taps}
        while True:
            now = time.monotonic()
            late = now - looked - wait
            if late > LATE_S:
                deadline += min(late, pardon)
                pardon -= min(late, pardon)
            looked, wait = now, min(max(deadline - now, 0.0), TURN_S)
            for fd, _ in poll.poll(wait * 1000):
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
                else:
                    feed.write()
                    if not feed.open:
                        poll.unregister(fd)
            # Only now: this process may have stood still while the job came to its end in time.
            if now >= deadline:
                return "wall_limit"
    finally:
        os.close(ended)
