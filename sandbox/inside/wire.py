"""Frames between host, worker and job: a length in four bytes, and a JSON value (or, where it is said, bytes)."""

from __future__ import annotations

import json
import os
import struct
from typing import Any

MAX_FRAME = 32 * 2**20


def receive(fd: int) -> Any:
    """The value of one frame, or None at the end of the stream."""
    body = receive_bytes(fd)
    return None if body is None else json.loads(body)


def receive_bytes(fd: int) -> bytes | None:
    """One frame as it is, or None at the end of the stream."""
    head = read_exactly(fd, 4)
    if head is None:
        return None
    (length,) = struct.unpack(">I", head)
    return read_exactly(fd, length) if length <= MAX_FRAME else None


def read_exactly(fd: int, count: int) -> bytes | None:
    """`count` bytes, or None if the stream ends before."""
    parts = []
    while count:
        part = os.read(fd, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def send(fd: int, message: Any) -> None:
    """Write one frame."""
    write_frame(fd, json.dumps(message).encode())


def write_frame(fd: int, body: bytes) -> None:
    """Write a frame of these bytes."""
    write_all(fd, struct.pack(">I", len(body)) + body)


def write_all(fd: int, content: bytes) -> None:
    """Write everything, however often that takes."""
    data = memoryview(content)
    while data:
        data = data[os.write(fd, data) :]
