"""Trees of files of a task that lie in one archive beside it: a payload names the archive.

An archive is named after what it holds, so that one which was changed is found out, and the same tree is stored once.
Trees that were read are kept, the last `KEPT` of them.
"""

from __future__ import annotations

import hashlib
import io
import re
import threading
import zipfile
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

LARGEST: Final = 48 * 2**20
"""Bytes of a tree, all files together."""
MOST: Final = 3000
"""Files of a tree."""
KEPT: Final = 16

Tree = Mapping[str, bytes]

_NAME = re.compile(r"[0-9a-f]{32}\.zip")
_DATE = (2020, 1, 1, 0, 0, 0)
_kept: OrderedDict[tuple[str, str], tuple[bytes, Tree]] = OrderedDict()
_lock = threading.Lock()


def packed(tree: Tree) -> bytes:
    """A tree as an archive; the same files give the same bytes.

    Raises:
        ValueError: it has too many files or bytes.
    """
    if len(tree) > MOST or sum(map(len, tree.values())) > LARGEST:
        raise ValueError(f"a tree has at most {MOST} files and {LARGEST >> 20} MiB")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(tree):
            archive.writestr(zipfile.ZipInfo(path, _DATE), tree[path], zipfile.ZIP_DEFLATED, 6)
    return out.getvalue()


def store(tree: Tree, folder: Path) -> str:
    """Write a tree into a folder; the name of its archive.

    Raises:
        ValueError: it has too many files or bytes.
    """
    data = packed(tree)
    name = f"{_digest(tree)}.zip"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / name).exists():
        (folder / name).write_bytes(data)
    return name


def load(folder: str, name: str) -> tuple[bytes, Tree]:
    """A stored tree: its archive, and its files by path.

    Raises:
        OSError: the archive cannot be read.
        ValueError: it does not hold what its name says.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"{name!r:.80} is no name of a stored tree")
    with _lock:
        if (folder, name) in _kept:
            _kept.move_to_end((folder, name))
            return _kept[folder, name]
    path = Path(folder, name)
    data = path.read_bytes()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > MOST or sum(info.file_size for info in infos) > LARGEST:
                raise ValueError("too large")
            tree = {info.filename: archive.read(info) for info in infos}
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise ValueError(f"{path} is damaged: import the repository again") from error
    if f"{_digest(tree)}.zip" != name:
        raise ValueError(f"{path} is damaged: import the repository again")
    with _lock:
        _kept[folder, name] = data, tree
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return data, tree


def _digest(tree: Tree) -> str:
    whole = hashlib.blake2b(digest_size=16)
    for path in sorted(tree):
        whole.update(f"{len(path.encode())} {len(tree[path])} {path}".encode())
        whole.update(tree[path])
    return whole.hexdigest()
