"""Worlds on disk: each shared world is one file, which all processes map and share.

A world that tasks share (`setting.drawn_recipe`) is made once and written into a folder of the user's (`kept_folder`),
in the part of this version of the code; what worlds are not made by (`NOT_MAKING`) may change without it. A file is
compared with its checksum when a process opens it for the first time; one that is damaged is made anew. Where nothing
can be written, worlds are made in memory, as if there were no folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ...retrieval import one_file
from ...retrieval.folder import Array
from .. import kept_folder

try:
    import fcntl
except ImportError:  # Windows: several processes may make the same world, and one of them writes the file last
    fcntl = None  # type: ignore[assignment]

_FORMAT = 2
NOT_MAKING = {
    "search": (
        "claim_check", "claim_check_solver", "claim_drawing", "claims", "corpus", "deep_search", "deep_search_solver",
        "evaluate", "imported", "joins", "links", "mapped_world", "passages", "phrases", "plan", "plan_building",
        "proofs", "question_drawing", "rerank", "rerank_solver", "search_qa", "search_qa_solver", "setting", "wording",
    ),
    "retrieval": ("bm25s_engine", "corpus", "dense", "server", "tantivy_engine"),
}  # fmt: skip
"""The modules of both folders that no world is made by: none is reached by the imports of `recipes` and of this module,
as a test sees. Every other module counts as one that makes worlds."""

_VERIFIED: set[tuple[str, int, int]] = set()
_LOCK = threading.Lock()

Stored = tuple[dict[str, Any], dict[str, Array]]


def folder() -> Path | None:
    """Where worlds are kept by this version of the code; None if they are not to be kept, or it cannot be told."""
    return kept_folder.folder("worlds", _version())


def path_of(key: str) -> Path | None:
    """The file of a world; see `folder`.

    Args:
        key: a text that is equal for recipes of the same world.
    """
    where = folder()
    name = hashlib.blake2b(key.encode(), digest_size=12).hexdigest()
    return None if where is None else where / f"{name}.world"


def read(path: Path) -> Stored | None:
    """What is said in a file, and its arrays; None if there is no such file, or it cannot be used."""
    try:
        status = path.stat()
        known = (str(path), status.st_mtime_ns, status.st_size)
        with _LOCK:
            verified = known in _VERIFIED
        found = one_file.read(path, verify=not verified)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    with _LOCK:
        _VERIFIED.add(known)
    return found


def write(path: Path, about: dict[str, Any], arrays: dict[str, Array]) -> bool:
    """Write a file; False if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        one_file.write(path, about, arrays)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def one_maker(path: Path) -> Iterator[None]:
    """While this lasts, no other process makes the same world; where that cannot be arranged, it may."""
    with contextlib.ExitStack() as stack:
        if fcntl is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                held = stack.enter_context(path.with_suffix(".lock").open("w"))
                fcntl.flock(held, fcntl.LOCK_EX)  # given back when the file is closed, or the process ends
                stack.callback(path.with_suffix(".lock").unlink, missing_ok=True)
            except OSError:
                pass
        yield


def say(text: str) -> None:
    """A line for people who wait; programs that read the standard error are not told."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"rlvr: {text}", file=sys.stderr, flush=True)


@cache
def _version() -> str | None:
    """A hash of all code that a world is made by; None where the code is not at hand as text."""
    return kept_folder.version_of(making_files(), f"{_FORMAT} {sys.byteorder}")


def making_files() -> list[Path]:
    """The files of the code that a world is made by."""
    here = Path(__file__).parent
    found = [
        path
        for folder in (here, here.parents[1] / "retrieval")
        for path in sorted(folder.glob("*.py"))
        if path.stem not in NOT_MAKING[folder.name]
    ]
    return [*found, here.parent / "quick_random.py"]
