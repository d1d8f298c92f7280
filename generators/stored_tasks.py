"""Tasks that an import has made and stored, one JSON object a line: drawing one reads no other."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .base import GenerationError

_offsets: dict[str, tuple[tuple[int, int], list[int]]] = {}
_lock = threading.Lock()


def drawn(
    rng: random.Random, path: Path, unpack: Callable[[dict[str, Any], Path], dict[str, Any]] | None = None
) -> dict[str, Any]:
    """One of the tasks that a file holds, a line each.

    Args:
        rng: chooses the line.
        path: the file.
        unpack: makes the whole task of a line and the file's folder; None where a line holds all.

    Raises:
        GenerationError: the file is not there or not one of tasks.
    """
    try:
        offsets = lines(path)
        with path.open("rb") as file:
            file.seek(rng.choice(offsets))
            found: dict[str, Any] = json.loads(file.readline())
        return found if unpack is None else unpack(found, path.parent)
    except (OSError, ValueError, IndexError, KeyError, TypeError) as error:
        raise GenerationError(f"{path}: no tasks can be read from it ({error}); import them again") from error


def lines(path: Path) -> list[int]:
    """Where each line of a file begins, remembered until the file changes.

    Raises:
        OSError: the file cannot be read.
    """
    about = path.stat()
    stamp = (about.st_size, about.st_mtime_ns)
    with _lock:
        known = _offsets.get(str(path))
        if known is not None and known[0] == stamp:
            return known[1]
    found, place = [], 0
    with path.open("rb") as file:
        for line in file:
            if line.strip():
                found.append(place)
            place += len(line)
    with _lock:
        _offsets[str(path)] = (stamp, found)
    return found
