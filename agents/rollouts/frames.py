"""Messages between two processes: lists of JSON values over a socket, without waiting for the other side.

Nothing but JSON is read from the other process: what it sends cannot run code here.
"""

from __future__ import annotations

import json
import math
import os
import select
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

MAX_FRAME: Final = 256 * 2**20
_HEAD = struct.Struct(">Q")
_CHUNK = 1 << 20


def ready(readers: Sequence[Link | int], writers: Sequence[Link], seconds: float) -> set[int]:
    """Wait until something can be read, or written; returns the descriptors for which that is so."""
    wanted: dict[int, int] = {}
    for group, event in ((readers, select.POLLIN), (writers, select.POLLOUT)):
        for each in group:
            descriptor = each if isinstance(each, int) else each.fileno()
            wanted[descriptor] = wanted.get(descriptor, 0) | event
    poll = select.poll()  # not `select`, which knows no descriptor above 1023
    for descriptor, events in wanted.items():
        poll.register(descriptor, events)
    return {descriptor for descriptor, _ in poll.poll(math.ceil(1000 * seconds))}


class Alarm:
    """Wakes who waits in `ready`, from any thread."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)

    def fileno(self) -> int:
        """What to wait for."""
        return self._read

    def ring(self) -> None:
        """Wake."""
        with suppress(BlockingIOError):  # it rings already
            os.write(self._write, b"\0")

    def off(self) -> None:
        """Be quiet until it rings again."""
        with suppress(BlockingIOError):
            os.read(self._read, 65536)

    def close(self) -> None:
        """Nobody rings or waits any more."""
        os.close(self._read)
        os.close(self._write)


class Link:
    """One end of a connected socket.

    Args:
        end: the socket; closed with the link.

    Attributes:
        open: false once the other side is gone, or has sent what is no frame.
    """

    def __init__(self, end: socket.socket) -> None:
        end.setblocking(False)
        self._socket = end
        self._waiting: list[str] = []
        self._out, self._in = bytearray(), bytearray()
        self.open = True

    def fileno(self) -> int:
        """Of the socket, for `select`."""
        return self._socket.fileno()

    @property
    def unsent(self) -> bool:
        """Whether something waits to be sent."""
        return bool(self._out or self._waiting)

    def put(self, message: Any) -> None:
        """Have a message sent with the next `flush`.

        Raises:
            TypeError, ValueError: if it is no JSON value.
        """
        self._waiting.append(json.dumps(message, separators=(",", ":")))

    def flush(self) -> None:
        """Send as much as the other side takes now."""
        if self._waiting:
            body = f"[{','.join(self._waiting)}]".encode("ascii")
            self._waiting.clear()
            self._out += _HEAD.pack(len(body)) + body
        try:
            while self._out and self.open:
                del self._out[: self._socket.send(self._out[:_CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            self.open = False

    def send(self) -> None:
        """Send all, however long the other side takes."""
        self.flush()
        while self._out and self.open:
            ready([], [self], 1.0)
            self.flush()

    def take(self) -> list[Any]:
        """The messages that have come, in their order."""
        try:
            while self.open:
                data = self._socket.recv(_CHUNK)
                self.open = bool(data)
                self._in += data
        except BlockingIOError:
            pass
        except OSError:
            self.open = False
        found: list[Any] = []
        while len(self._in) >= _HEAD.size:
            (length,) = _HEAD.unpack_from(self._in)
            end = _HEAD.size + length
            if length > MAX_FRAME:
                self.open = False
                break
            if len(self._in) < end:
                break
            try:
                found += json.loads(self._in[_HEAD.size : end])
            except (ValueError, TypeError, RecursionError):
                self.open = False
                break
            del self._in[:end]
        return found

    def close(self) -> None:
        """Nothing is sent or taken any more."""
        self.open = False
        self._socket.close()
