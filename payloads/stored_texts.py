"""Large texts of a task that lie in files of their own: a payload names them, ``{"$file": name}``.

A file holds one text, compressed, and is named after what it holds; so a text that was changed is found out. Texts that
were read are kept, up to `KEPT` bytes of them.
"""

from __future__ import annotations

import hashlib
import re
import threading
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

LARGEST: Final = 16 * 2**20
"""Bytes of one text."""
KEPT: Final = 128 * 2**20
INLINE: Final = 2 * 2**10
"""Bytes up to which a text stays in its payload."""

_NAME = re.compile(r"[0-9a-f]{32}\.z")
_kept: OrderedDict[str, str] = OrderedDict()
_size = 0
_lock = threading.Lock()


def stored(text: str, folder: Path) -> str | dict[str, str]:
    """A text as a payload holds it: itself if it is short, else the name of the file that it was written to.

    Raises:
        ValueError: it has more than `LARGEST` bytes.
    """
    data = text.encode()
    if len(data) <= INLINE:
        return text
    if len(data) > LARGEST:
        raise ValueError(f"a text has {len(data) >> 20} MiB; {LARGEST >> 20} are the most")
    name = f"{_digest(data)}.z"
    if not (folder / name).exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(zlib.compress(data, 6))
    return {"$file": name}


def text_of(value: str | Mapping[str, Any], folder: str) -> str:
    """The text that `stored` has put somewhere.

    Raises:
        OSError: its file cannot be read.
        ValueError: the file does not hold what its name says.
    """
    if isinstance(value, str):
        return value
    name = value["$file"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"{name!r:.80} is no name of a stored text")
    with _lock:
        if name in _kept:
            _kept.move_to_end(name)
            return _kept[name]
    path = Path(folder, name)
    unpack = zlib.decompressobj()
    try:
        data = unpack.decompress(path.read_bytes(), LARGEST + 1)
    except zlib.error as error:
        raise ValueError(f"{path} is damaged: import the problems again") from error
    if len(data) > LARGEST or f"{_digest(data)}.z" != name:
        raise ValueError(f"{path} is damaged: import the problems again")
    text = data.decode()
    _keep(name, text)
    return text


def _keep(name: str, text: str) -> None:
    global _size
    with _lock:
        if name not in _kept:
            _kept[name] = text
            _size += len(text)
        while _size > KEPT and len(_kept) > 1:
            _, gone = _kept.popitem(last=False)
            _size -= len(gone)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
