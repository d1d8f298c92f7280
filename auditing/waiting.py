"""Waiting for a child process, for a time that is bounded and counts fairly on a busy machine."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from pathlib import Path

MOST_ROUNDS = 4
"""How often the limit begins again for a child that the machine did not let run."""
MAX_REPLY = 64 * 2**20


class Busy:
    """Whether a child that is late got its share of the processor: on a busy machine it may only have waited for it."""

    def __init__(self, pid: int, seconds: float) -> None:
        self.seconds, self._stat, self._rounds = seconds, Path(f"/proc/{pid}/stat"), MOST_ROUNDS
        self._before = self._used()[1]

    def starved(self) -> bool:
        """Whether it wants to run and had less than half of the time; after a few rounds it is late all the same."""
        self._rounds -= 1
        state, used = self._used()
        return self._rounds > 0 and state == "R" and used - self._before < self.seconds / 2

    def _used(self) -> tuple[str, float]:
        """Its state and its seconds of the processor; unknown but on Linux."""
        try:
            fields = self._stat.read_text().rpartition(")")[2].split()
        except OSError:
            return "", 0.0
        return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended(status: int | None) -> str:
    """How a process ended, in words."""
    if status is None:
        return "closed its pipes"
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"the process died of {signal.Signals(-status).name}"
    return f"the process ended with status {status}"


def exchange(child: subprocess.Popen[bytes], request: bytes, deadline: float, busy: Busy) -> bytes:
    """Write a request to a child and read the line that it answers.

    Raises:
        TimeoutError: if there is no whole line at the deadline.
        EOFError: if the child closed its end, or writes without an end.
        OSError: if it is gone.
    """
    assert child.stdin is not None
    assert child.stdout is not None
    to, back = child.stdin.fileno(), child.stdout.fileno()
    os.set_blocking(to, False)
    os.set_blocking(back, False)
    sent, received = 0, bytearray()
    with selectors.DefaultSelector() as ready:
        ready.register(to, selectors.EVENT_WRITE)
        ready.register(back, selectors.EVENT_READ)
        while not received.endswith(b"\n"):
            if (left := deadline - time.monotonic()) <= 0:
                if not busy.starved():
                    raise TimeoutError
                deadline, left = deadline + busy.seconds, busy.seconds
            for key, _ in ready.select(left):
                if key.fd == to:
                    sent += os.write(to, request[sent : sent + 2**16])
                    if sent == len(request):
                        ready.unregister(to)
                elif chunk := os.read(back, 2**16):
                    received += chunk
                else:
                    raise EOFError
                if len(received) > MAX_REPLY:
                    raise EOFError
    return bytes(received)
