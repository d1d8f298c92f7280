"""The wire to a worker: frames over a pipe or over an engine's attach stream, with a deadline on every read.

Everything that comes over it is hostile input: a length is checked before anything is allocated, and whatever is not
a frame ends the worker.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import struct
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final

from .base import SandboxError, WorkerLost

MAX_FRAME: Final = 32 * 2**20
_HEAD = struct.Struct(">I")
_STREAM = struct.Struct(">BxxxI")
MAX_LOG: Final = 4096


class Link(ABC):
    """A two-way stream of frames to one worker."""

    def __init__(self) -> None:
        self.log = b""  # the end of what the worker wrote to its standard error: why it died

    def send(self, message: Any, deadline: float) -> None:
        """Write one frame.

        Raises:
            SandboxError: if the worker is gone, or takes nothing until the deadline.
        """
        body = json.dumps(message, separators=(",", ":")).encode("ascii")
        if len(body) > MAX_FRAME:
            raise SandboxError(f"a job of {len(body)} bytes is too large to send")
        try:
            self._write(_HEAD.pack(len(body)) + body, deadline)
        except (OSError, ValueError) as error:
            raise self._gone(str(error)) from error

    def receive(self, deadline: float) -> Any:
        """Read one frame.

        Raises:
            SandboxError: if the stream ends, the deadline passes, or what comes is no frame.
        """
        try:
            (length,) = _HEAD.unpack(self._read(_HEAD.size, deadline))
            if length > MAX_FRAME:
                raise WorkerLost(f"the worker announced {length} bytes")
            return json.loads(self._read(length, deadline))
        except (OSError, ValueError, RecursionError) as error:
            raise self._gone(str(error)) from error

    def _gone(self, why: str) -> WorkerLost:
        log = " ".join(self.log.decode("utf-8", "replace").split())[-300:]
        return WorkerLost(f"the worker is gone ({why or 'end of stream'})" + (f": {log}" if log else ""))

    @abstractmethod
    def _write(self, data: bytes, deadline: float) -> None: ...

    @abstractmethod
    def _read(self, count: int, deadline: float) -> bytes: ...

    @abstractmethod
    def close(self) -> None:
        """End the worker, at once and for good. Never raises."""


class PipeLink(Link):
    """A worker that is a child process of this one."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__()
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self.process = process
        for stream in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(stream.fileno(), False)
        self._in, self._out, self._err = (s.fileno() for s in (process.stdin, process.stdout, process.stderr))

    def _write(self, data: bytes, deadline: float) -> None:
        rest = memoryview(data)
        while rest:
            _wait(self._in, write=True, deadline=deadline)
            rest = rest[os.write(self._in, rest) :]

    def _read(self, count: int, deadline: float) -> bytes:
        data = bytearray()
        while len(data) < count:
            _wait(self._out, write=False, deadline=deadline)
            part = os.read(self._out, min(count - len(data), 1 << 20))
            if not part:
                self._keep_log()
                raise OSError("end of stream")
            data += part
        return bytes(data)

    def _keep_log(self) -> None:
        try:
            while part := os.read(self._err, 1 << 16):
                self.log = (self.log + part)[-MAX_LOG:]
        except OSError:
            pass

    def close(self) -> None:
        """Kill the process and reap it."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()


class SocketLink(Link):
    """A worker in a container, over the engine's attach stream: blocks with a header of eight bytes.

    Args:
        stream: the raw socket.
        on_close: ends the container; called once, must not raise.
        keep: what must live as long as the stream, such as the response that it came with.
    """

    def __init__(self, stream: socket.socket, on_close: Callable[[], None], keep: object = None) -> None:
        super().__init__()
        self._keep = keep
        self._stream, self._on_close = stream, on_close
        self._buffer = bytearray()
        self._closed = False

    def _write(self, data: bytes, deadline: float) -> None:
        self._stream.settimeout(_left(deadline))
        self._stream.sendall(data)

    def _read(self, count: int, deadline: float) -> bytes:
        while len(self._buffer) < count:
            kind, length = _STREAM.unpack(self._exactly(_STREAM.size, deadline))
            if length > MAX_FRAME + _HEAD.size:
                raise ValueError(f"the engine announced {length} bytes")
            block = self._exactly(length, deadline)
            if kind == 1:
                self._buffer += block
            else:
                self.log = (self.log + block)[-MAX_LOG:]
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _exactly(self, count: int, deadline: float) -> bytes:
        data = bytearray()
        while len(data) < count:
            self._stream.settimeout(_left(deadline))
            part = self._stream.recv(min(count - len(data), 1 << 20))
            if not part:
                raise OSError("end of stream")
            data += part
        return bytes(data)

    def close(self) -> None:
        """End the container and the stream."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(OSError):
            self._stream.shutdown(socket.SHUT_RDWR)  # closing alone waits until nobody holds the response
        # The response first, and all of it: what is left to the collector of garbage keeps its descriptor until then.
        for each in (getattr(self._keep, "_response", None), self._keep, self._stream):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                each.close()  # type: ignore[union-attr]
        self._keep = None
        self._on_close()


def _wait(fd: int, *, write: bool, deadline: float) -> None:
    poll = select.poll()
    poll.register(fd, select.POLLOUT if write else select.POLLIN)
    if not poll.poll(_left(deadline) * 1000):
        raise TimeoutError("no answer in time")


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("no answer in time")
    return left
