"""Arrays in one file that processes map and share: written whole or not at all, opened without reading them.

The file holds a line that says what it is, a JSON object with names, types, shapes, places and checksums of the arrays
and what else there is to say, and then the arrays. There is no pickle: a file from elsewhere is data.

**The checksum** of the arrays is made for finding damage in a fraction of the time of a CRC: within a block, the sum
of all words of eight bytes, each times an odd number of its own, modulo 2^64; from block to block, the sum so far times
another odd number. So no change of a single word leaves it as it was.
"""

from __future__ import annotations

import json
import mmap
import os
import uuid
import zlib
from collections.abc import Mapping
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .folder import Array

_MAGIC = b"rlvr arrays 2\n"
_ALIGNED = 64
_WORD = 8
_WORDS = np.dtype("<u8")
_BLOCK = 1 << 17
"""Bytes that stay in the fast memory of a processor."""
_STEP = 0x9E3779B97F4A7C15
_HEAD = len(_MAGIC) + 16
"""The magic line, and the length and the checksum of the JSON object, 8 bytes each."""


def write(path: Path, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write arrays and what is said about them into a new file, which takes its name when all is written.

    Args:
        path: the file; one that is there already is replaced.
        about: what there is to say, as JSON.
        arrays: by name.

    Raises:
        OSError: it cannot be written.
    """
    entries: dict[str, Any] = {}
    parts: list[bytes] = []
    at = 0
    for name, array in arrays.items():
        plain = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        data = plain.tobytes()
        gap = -at % _ALIGNED
        parts += [b"\0" * gap, data]
        at += gap
        entries[name] = {"type": plain.dtype.str, "shape": list(plain.shape), "at": at}
        at += len(data)
    body = b"".join([*parts, b"\0" * (-at % _WORD)])
    checksum = _Checksum()
    for place in range(0, len(body), _BLOCK):
        checksum.add(np.frombuffer(body[place : place + _BLOCK], _WORDS))
    told = json.dumps({"about": dict(about), "arrays": entries, "bytes": len(body), "checksum": checksum.value})
    head = told.encode()
    head += b" " * (-(_HEAD + len(head)) % _ALIGNED)
    made = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with made.open("wb") as file:
            file.write(_MAGIC)
            file.write(len(head).to_bytes(8, "little") + zlib.crc32(head).to_bytes(8, "little"))
            file.write(head)
            file.write(body)
        os.replace(made, path)
    finally:
        made.unlink(missing_ok=True)


def read(path: Path, *, verify: bool = False) -> tuple[dict[str, Any], dict[str, Array]]:
    """What `write` was given; the arrays are read-only maps of the file, which stays mapped as long as one is used.

    Args:
        path: the file.
        verify: compare the checksum of the arrays, which reads all of the file.

    Raises:
        OSError: it cannot be read, or there is none.
        ValueError: it is damaged, or no such file.
    """
    damaged = ValueError(f"{path} is damaged, or not a file of arrays")
    with path.open("rb") as file:
        start = file.read(_HEAD)
        length = int.from_bytes(start[len(_MAGIC) : -8], "little")
        if len(start) < _HEAD or not start.startswith(_MAGIC) or length > os.fstat(file.fileno()).st_size:
            raise damaged
        head = file.read(length)
        if zlib.crc32(head) != int.from_bytes(start[-8:], "little"):
            raise damaged
        told = json.loads(head)
        first = _HEAD + length
        if os.fstat(file.fileno()).st_size != first + told["bytes"]:
            raise damaged
        if verify:
            # Read and not mapped, so that it does not count as memory in use.
            block, checksum = np.empty(_BLOCK // _WORD, _WORDS), _Checksum()
            while count := file.readinto(block.data.cast("B")):
                if count % _WORD:
                    raise damaged
                checksum.add(block[: count // _WORD])
            if checksum.value != told["checksum"]:
                raise damaged
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return told["about"], {name: _array(mapped, first, entry) for name, entry in told["arrays"].items()}


class _Checksum:
    """See the top of this module; all blocks but the last one must be full."""

    def __init__(self) -> None:
        self.value = 0
        self._scratch = np.empty_like(_factors())

    def add(self, words: npt.NDArray[np.uint64]) -> None:
        """The next block."""
        size = len(words)
        scratch = np.multiply(words, _factors()[:size], out=self._scratch[:size])
        self.value = (self.value * _STEP + int(np.add.reduce(scratch))) % (1 << 64)


@cache
def _factors() -> npt.NDArray[np.uint64]:
    """Odd numbers without a pattern: those of splitmix64."""
    with np.errstate(over="ignore"):
        found = np.arange(1, _BLOCK // _WORD + 1, dtype=np.uint64) * np.uint64(_STEP)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            found = (found ^ (found >> np.uint64(shift))) * np.uint64(factor)
        odd: npt.NDArray[np.uint64] = (found ^ (found >> np.uint64(31))) | np.uint64(1)
    return odd


def _array(mapped: mmap.mmap, first: int, entry: Mapping[str, Any]) -> Array:
    kind = np.dtype(entry["type"])
    count = prod(entry["shape"])
    array = np.frombuffer(mapped, kind, count, first + entry["at"]).reshape(entry["shape"])
    return array if array.dtype.isnative else array.astype(kind.newbyteorder("="))
