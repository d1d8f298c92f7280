"""Where things that take long to make are kept on disk, so that they are made once for all processes.

That is a folder of the user's: the one that the environment variable ``RLVR_CACHE`` names, or else ``rlvr`` in the
usual place for such files (``~/.cache``). An empty ``RLVR_CACHE`` means that nothing is read or written. The folder
has a part for each version of the code that makes the things, found by a hash of that code, so nothing that other code
wrote is ever used.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path

VARIABLE = "RLVR_CACHE"


def folder(part: str, version: str | None) -> Path | None:
    """Where things of a kind are kept; None if they are not to be kept, or it cannot be told.

    Args:
        part: the kind, a name of a folder.
        version: of the code that makes them (`version_of`); None where it cannot be told.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen == "" or version is None:
        return None
    try:
        return (Path(chosen) if chosen else _usual()) / part / version
    except RuntimeError:  # there is no home
        return None


def version_of(paths: Iterable[Path], more: str) -> str | None:
    """A hash of some files and of a text; None where a file is not at hand."""
    hashed = hashlib.blake2b(more.encode(), digest_size=8)
    try:
        for path in paths:
            hashed.update(f"\0{path.name}\0".encode())
            hashed.update(path.read_bytes())
    except OSError:
        return None
    return hashed.hexdigest()


def _usual() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "rlvr"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rlvr"
