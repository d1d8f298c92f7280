"""The hidden calls of skeletons with their sound results, worked out ahead and kept in ``hidden_calls.bin``.

Drawing these calls and running a sound project on them takes longer than all else that the first task of a skeleton
needs. ``python -m benchmarks.repository_calls`` writes the file, with a part for each key.
"""

from __future__ import annotations

import bz2
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...base import Json
from ..parts_file import joined, parts_of

_FILE = "repository/hidden_calls.bin"
"""Beside the module that reads files of parts."""


def written(calls: Mapping[str, Sequence[tuple[list[Json], Json]]]) -> bytes:
    """The file of the hidden calls of some skeletons by their keys: arguments and the sound result each."""
    return joined({key: bz2.compress(_text(each), 1) for key, each in calls.items()})


def kept(key: str) -> list[tuple[list[Json], Json]] | None:
    """The hidden calls of a skeleton in their order, made anew for each caller; None if the file does not have them."""
    text = _found(key)
    if text is None:
        return None
    arguments, results = json.loads(text)
    return list(zip(arguments, results, strict=True))


def _text(calls: Sequence[tuple[list[Json], Json]]) -> bytes:
    # What is alike stands together, which makes the file smaller.
    columns = [[args for args, _ in calls], [out for _, out in calls]]
    return json.dumps(columns, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


@lru_cache(maxsize=512)
def _found(key: str) -> str | None:
    part = _parts().get(key)
    return None if part is None else bz2.decompress(part).decode()


@lru_cache(maxsize=1)
def _parts() -> dict[str, bytes]:
    return parts_of(_FILE)
