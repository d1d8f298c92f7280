"""Datasets in memory, for trainers that take one: the same rows as `rlvr generate --format` writes."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..dial import Difficulty
from ..export.formats import read_rows
from ..export.generate import generate_file
from ..export.plan import make_plan
from ..generators.base import Json, Marker, Split


def rows(
    names: str | Sequence[str],
    count: int,
    *,
    format: str | None,
    levels: tuple[int, int] | None = None,
    seed: int = 0,
    split: Split | None = "train",
    marker: Marker | None = None,
    difficulty: Difficulty | None = None,
    **options: Json,
) -> list[dict[str, Any]]:
    """Distinct problems as rows of a trainer's format.

    Args:
        names: ids or short names, each with a weight if you like: ``sudoku=3``.
        count: how many rows.
        format: one of `rlvr.export.trainers.FORMATS`; None for `rlvr.export.rows`.
        levels: lowest and highest level; all if not given.
        seed: another one gives other tasks.
        split: ``train`` or ``test``, by the problems' content; None for both.
        marker: the marker that prompts ask for.
        difficulty: instead of levels, of the scale of docs/difficulty.md: a number, or lowest and highest.
        options: options of the environments.

    Raises:
        DatasetError: if there are not so many problems.
    """
    listed = [names] if isinstance(names, str) else names
    plan = make_plan(
        listed,
        count,
        levels=levels,
        seed=seed,
        split=split,
        marker=marker,
        options=options,
        difficulty=difficulty,
    )
    with tempfile.TemporaryDirectory(prefix="rlvr-") as folder:
        path = Path(folder) / "rows.jsonl"
        generate_file(plan, path, format=format)
        return list(read_rows(path))
