"""Numbered problems on disk: what takes long to make of one is made once, and read from then on.

A problem is a function of its pool and its number alone, so a task is the same whether its problem was read or made.
Each problem is a small file of its own, which appears whole or not at all; several processes may write it, since they
write the same. One that is damaged is made anew. Where nothing can be written, problems are made each time.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import zlib
from collections.abc import Callable
from pathlib import Path

from .base import Json

Parts = tuple[Json, Json]
"""What is always read of a problem, and what only some read: two JSON values."""

_NUMBER = 4
"""A file begins with two numbers of so many bytes: a checksum of what follows it, and the length of the first part."""


class KeptProblem:
    """A problem with its second part unpacked when it is first asked for."""

    __slots__ = ("_more", "_packed", "main")

    def __init__(self, main: Json, more: Json, packed: bytes | None = None) -> None:
        """Args: the first part, and the second one, as it is or packed."""
        self.main = main
        self._more = more
        self._packed = packed

    @property
    def more(self) -> Json:
        """The second part."""
        if self._packed is not None:
            self._more, self._packed = _loaded(self._packed), None
        return self._more


def problem(folder: Path | None, pool: str, number: int, make: Callable[[], Parts]) -> KeptProblem:
    """A problem from its file, or made and written.

    Args:
        folder: where problems are kept by this version of the code (`kept_folder.folder`); None to keep none.
        pool: a name that is different for problems which are made otherwise; plain letters, digits and hyphens.
        number: which problem of the pool.
        make: makes it, without tuples; whatever it raises is not kept.
    """
    if folder is None:
        return KeptProblem(*make())
    path = folder / pool / str(number)
    mark = zlib.crc32(f"{pool} {number}".encode())  # so that no file stands for another one
    with contextlib.suppress(OSError, ValueError, zlib.error):
        return _unpacked(path.read_bytes(), mark)
    main, more = make()
    first = _packed(main)
    body = len(first).to_bytes(_NUMBER, "big") + first + _packed(more)
    with contextlib.suppress(OSError):
        _write(path, zlib.crc32(body, mark).to_bytes(_NUMBER, "big") + body)
    return KeptProblem(main, more)


def _unpacked(data: bytes, mark: int) -> KeptProblem:
    body = data[_NUMBER:]
    if len(body) <= _NUMBER or zlib.crc32(body, mark) != int.from_bytes(data[:_NUMBER], "big"):
        raise ValueError("a damaged file")
    end = _NUMBER + int.from_bytes(body[:_NUMBER], "big")
    return KeptProblem(_loaded(body[_NUMBER:end]), None, body[end:])


def _packed(value: Json) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _loaded(packed: bytes) -> Json:
    return json.loads(zlib.decompress(packed))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.new")
    new.write_bytes(data)
    os.replace(new, path)
