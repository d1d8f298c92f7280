"""Arrays in one file that processes map and share: written whole or not at all, opened without reading them.

The file holds a line that says what it is, a JSON object with names, types, shapes, places and checksums of the arrays
and what else there is to say, and then the arrays. There is no pickle: a file from elsewhere is data.
"""

from __future__ import annotations

import json
import mmap
import os
import uuid
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .folder import Array

_MAGIC = b"rlvr arrays 1\n"
_ALIGNED = 64
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
    body = b"".join(parts)
    told = json.dumps(
        {"about": dict(about), "arrays": entries, "bytes": len(body), "checksum": zlib.crc32(body)}
    )
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
            checksum = 0
            while piece := file.read(
                1 << 20
            ):  # read and not mapped, so that it does not count as memory in use
                checksum = zlib.crc32(piece, checksum)
            if checksum != told["checksum"]:
                raise damaged
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return told["about"], {name: _array(mapped, first, entry) for name, entry in told["arrays"].items()}


def _array(mapped: mmap.mmap, first: int, entry: Mapping[str, Any]) -> Array:
    kind = np.dtype(entry["type"])
    count = int(np.prod(entry["shape"], dtype=np.int64))
    array = np.frombuffer(mapped, kind, count, first + entry["at"]).reshape(entry["shape"])
    return array if array.dtype.isnative else array.astype(kind.newbyteorder("="))
