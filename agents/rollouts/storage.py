"""Trajectories on disk: JSON lines (plain or gzipped) or parquet, a whole file a step.

A file is written beside its place and moved there when it is complete, so a run that is killed leaves whole files, and
a step that is played again after a resume replaces its file. Tokens, log-probabilities and rewards come back exactly
as they were, so stored episodes can be trained on, replayed and scored again. Log-probabilities and versions are stored
for drawn tokens only; ``drawn`` lists where those begin and end.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from ...export.errors import DatasetError
from ...export.formats import read_rows
from ...export.parquet import arrow, require_parquet
from ...generators.base import Task
from ...verifiers.base import Verdict
from ..trajectory import Segment, Trajectory, Turn

SUFFIXES = (".jsonl", ".jsonl.gz", ".parquet")
_JSON_COLUMNS = ("task", "verdict", "env_options", "extra")
"""Objects whose shape differs from row to row are JSON text in parquet, where a column has one type."""


def step_path(folder: str | Path, step: int, suffix: str = ".jsonl.gz") -> Path:
    """The file of a training step in a folder that `read_trajectories` reads in order."""
    return Path(folder) / f"step-{step:08d}{suffix}"


def write_trajectories(path: str | Path, trajectories: Iterable[Trajectory]) -> None:
    """Write a file, in the format that its name tells; a file that is there is replaced as a whole.

    Raises:
        DatasetError: if the name has another suffix than `SUFFIXES`, or parquet files cannot be written here.
        ValueError: if a number is not finite (JSON has no such numbers).
    """
    path = Path(path)
    suffix = next((suffix for suffix in SUFFIXES if path.name.endswith(suffix)), None)
    if suffix is None:
        raise DatasetError(f"{path}: the name must end in {', '.join(SUFFIXES)}")
    if suffix == ".parquet":
        require_parquet(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write = {".jsonl": _write_plain, ".jsonl.gz": _write_gzip, ".parquet": _write_parquet}[suffix]
        write(aside, map(to_row, trajectories))
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)


def read_trajectories(path: str | Path) -> Iterator[Trajectory]:
    """The trajectories of a file, or of all files of a folder in the order of their names, one at a time.

    Raises:
        DatasetError: if there is nothing to read, or a row is not a trajectory; the message says which.
    """
    path = Path(path)
    files = sorted(each for each in path.iterdir() if _is_ours(each)) if path.is_dir() else [path]
    if not files:
        raise DatasetError(f"{path}: no file here ends in {', '.join(SUFFIXES)}")
    for file in files:
        for number, row in enumerate(read_rows(file), start=1):
            try:
                yield from_row(row)
            except (KeyError, TypeError, ValueError) as error:
                raise DatasetError(f"{file}: row {number} is not a trajectory: {error!r}") from None


def to_row(trajectory: Trajectory) -> dict[str, Any]:
    """A trajectory as one JSON object; `from_row` is its inverse. The first fields are for readers only."""
    verdict = trajectory.verdict
    return {
        "id": trajectory.task.id,
        "sample": trajectory.sample,
        "ending": trajectory.ending,
        "passed": trajectory.passed,
        "score": verdict.score if verdict else None,
        "reward": trajectory.reward,
        "task": trajectory.task.to_json(),
        "verdict": verdict.to_json() if verdict else None,
        "turns": [asdict(turn) for turn in trajectory.turns],
        "segments": [_segment_row(segment) for segment in trajectory.segments],
        "env_options": dict(trajectory.env_options),
        "extra": trajectory.extra,
    }


def from_row(row: Mapping[str, Any]) -> Trajectory:
    """The trajectory of a row.

    Raises:
        KeyError, TypeError, ValueError: if it is none.
    """
    values = {
        name: json.loads(row[name]) if isinstance(row[name], str) else row[name] for name in _JSON_COLUMNS
    }
    return Trajectory(
        task=Task.from_json(values["task"]),
        sample=row["sample"],
        segments=[_segment_of(segment) for segment in row["segments"]],
        turns=[Turn(**turn) for turn in row["turns"]],
        verdict=None if values["verdict"] is None else Verdict.from_json(values["verdict"]),
        ending=row["ending"],
        env_options=values["env_options"],
        extra=values["extra"],
    )


# ---- inside ---------------------------------------------------------------------------------------------


def _segment_row(segment: Segment) -> dict[str, Any]:
    places = [i for i, drawn in enumerate(segment.policy) if drawn]
    runs = [list(run) for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0])]
    return {
        "tokens": list(segment.tokens),
        "drawn": [[run[0][1], run[-1][1] + 1] for run in runs],
        "log_probs": [segment.log_probs[i] for i in places],
        "versions": [segment.versions[i] for i in places],
    }


def _segment_of(row: Mapping[str, Any]) -> Segment:
    segment, read = Segment(), 0
    for start, end in row["drawn"]:
        segment.read(row["tokens"][len(segment) : start])
        count = end - start
        segment.write(
            row["tokens"][start:end],
            row["log_probs"][read : read + count],
            row["versions"][read : read + count],
        )
        read += count
    segment.read(row["tokens"][len(segment) :])
    return segment


def _is_ours(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".") and path.name.endswith(SUFFIXES)


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _write_plain(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{_line(row)}\n" for row in rows)
        file.flush()
        os.fsync(file.fileno())


def _write_gzip(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with open(path, "wb") as raw:
        # no name and no time in the header: equal trajectories make equal files
        with gzip.GzipFile("", "wb", compresslevel=3, fileobj=raw, mtime=0) as file:
            for row in rows:
                file.write(f"{_line(row)}\n".encode())
        raw.flush()
        os.fsync(raw.fileno())


def _write_parquet(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    pa, pq = arrow(path)
    turn = pa.struct(
        [
            ("segment", pa.int32()),
            ("start", pa.int32()),
            ("end", pa.int32()),
            ("text", pa.string()),
            ("reward", pa.float64()),
            ("state_key", pa.string()),
            ("stop", pa.string()),
            ("seconds", pa.float64()),
        ]
    )
    segment = pa.struct(
        [
            ("tokens", pa.list_(pa.int32())),
            ("drawn", pa.list_(pa.list_(pa.int32()))),
            ("log_probs", pa.list_(pa.float64())),
            ("versions", pa.list_(pa.int64())),
        ]
    )
    schema = pa.schema(
        [
            ("id", pa.string()),
            ("sample", pa.int64()),
            ("ending", pa.string()),
            ("passed", pa.bool_()),
            ("score", pa.float64()),
            ("reward", pa.float64()),
            ("task", pa.string()),
            ("verdict", pa.string()),
            ("turns", pa.list_(turn)),
            ("segments", pa.list_(segment)),
            ("env_options", pa.string()),
            ("extra", pa.string()),
        ]
    )
    flat = [{**row, **{name: _line(row[name]) for name in _JSON_COLUMNS}} for row in rows]
    pq.write_table(pa.Table.from_pylist(flat, schema=schema), path, compression="zstd")
    with open(path, "rb") as file:
        os.fsync(file.fileno())
