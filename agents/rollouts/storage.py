"""Trajectories on disk: JSON lines (plain or gzipped) or parquet, a whole file a step.

A file is written beside its place and moved there when it is complete, so a run that is killed leaves whole files, and
a step that is played again after a resume replaces its file. Tokens, log-probabilities and rewards come back exactly
as they were, so stored episodes can be trained on, replayed and scored again.

Gzipped files are made of blocks of `BLOCK` rows, each a gzip member of its own: any reader of gzip reads them as
before, and a row in the middle is read without what stands before it (`rlvr.agents.rollouts.index`). How long steps
took is kept in a file of its own, ``NAME.times``, so that equal trajectories make equal files.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from ...export.errors import DatasetError
from ...export.formats import read_rows
from ...export.parquet import arrow, require_parquet
from ..trajectory import Trajectory
from .rows import JSON_COLUMNS, from_row, to_row

SUFFIXES = (".jsonl", ".jsonl.gz", ".parquet")
BLOCK = 16
TIMES = ".times"

Place = tuple[int, int]
"""Where a row is: the byte at which its block begins, and its number in that block. A line of a plain file is a block;
a parquet file is one, at -1."""


def step_path(folder: str | Path, step: int, suffix: str = ".jsonl.gz") -> Path:
    """The file of a training step in a folder that `read_trajectories` reads in order."""
    return Path(folder) / f"step-{step:08d}{suffix}"


def write_trajectories(path: str | Path, trajectories: Iterable[Trajectory]) -> list[Place]:
    """Write a file, in the format of its ending; a file that is there is replaced as a whole.

    Returns:
        The places of the rows, for an index.

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
    times = times_of(path)
    seconds: list[list[float]] = []
    try:
        write = {".jsonl": _write_plain, ".jsonl.gz": _write_gzip, ".parquet": _write_parquet}[suffix]
        places = write(aside, _without_times(trajectories, seconds))
        times.unlink(missing_ok=True)  # those of the file that was here
        os.replace(aside, path)
        if any(map(any, seconds)):
            _write_plain(aside, seconds)
            os.replace(aside, times)
    finally:
        aside.unlink(missing_ok=True)
    return places


def read_trajectories(path: str | Path) -> Iterator[Trajectory]:
    """The trajectories of a file, or of all files of a folder in the order of their names, one at a time.

    Raises:
        DatasetError: if there is nothing to read, or a row is not a trajectory; the message says which.
    """
    path = Path(path)
    files = trajectory_files(path) if path.is_dir() else [path]
    if not files:
        raise DatasetError(f"{path}: no file here ends in {', '.join(SUFFIXES)}")
    for file in files:
        times = read_times(file)
        for number, row in enumerate(read_rows(file), start=1):
            try:
                trajectory = from_row(row)
            except (KeyError, TypeError, ValueError) as error:
                raise DatasetError(f"{file}: row {number} is not a trajectory: {error!r}") from None
            yield timed(trajectory, times[number - 1] if number <= len(times) else [])


def trajectory_files(folder: Path) -> list[Path]:
    """The files of trajectories in a folder, in the order of their names."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.is_file() and not path.name.startswith(".") and path.name.endswith(SUFFIXES)
    )


def times_of(path: Path) -> Path:
    """Where the times of a file of trajectories are kept: a line for each row, the seconds of its turns."""
    return path.with_name(path.name + TIMES)


def read_times(path: Path) -> list[list[float]]:
    """The seconds of the turns of a file's rows; empty if they are not known."""
    try:
        lines = times_of(path).read_text(encoding="utf-8").splitlines()
        return [[float(value) for value in json.loads(line)] for line in lines]
    except (OSError, ValueError, TypeError):  # times are worth no failure
        return []


def timed(trajectory: Trajectory, seconds: list[float]) -> Trajectory:
    """A trajectory with the seconds of its turns, if there is one for each."""
    if len(seconds) == len(trajectory.turns):
        for turn, value in zip(trajectory.turns, seconds, strict=True):
            turn.seconds = value
    return trajectory


# ---- inside ---------------------------------------------------------------------------------------------


def _without_times(trajectories: Iterable[Trajectory], seconds: list[list[float]]) -> Iterator[dict[str, Any]]:
    """The rows; the times of their turns are moved to `seconds`."""
    for trajectory in trajectories:
        row = to_row(trajectory)
        seconds.append([turn.pop("seconds") for turn in row["turns"]])
        yield row


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _write_plain(path: Path, rows: Iterable[Any]) -> list[Place]:
    places: list[Place] = []
    with open(path, "wb") as file:
        for row in rows:
            places.append((file.tell(), 0))
            file.write(f"{_line(row)}\n".encode())
        file.flush()
        os.fsync(file.fileno())
    return places


def _write_gzip(path: Path, rows: Iterable[Any]) -> list[Place]:
    rows = iter(rows)
    places: list[Place] = []
    with open(path, "wb") as file:
        block = list(islice(rows, BLOCK))
        while True:
            places += [(file.tell(), number) for number in range(len(block))]
            # No name and no time in the header: equal trajectories make equal files. An empty file is an empty block.
            text = "".join(f"{_line(row)}\n" for row in block)
            file.write(gzip.compress(text.encode(), compresslevel=3, mtime=0))
            if not (block := list(islice(rows, BLOCK))):
                break
        file.flush()
        os.fsync(file.fileno())
    return places


def _write_parquet(path: Path, rows: Iterable[Mapping[str, Any]]) -> list[Place]:
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
            ("observation", pa.string()),
        ]
    )
    segment = pa.struct(
        [
            ("tokens", pa.list_(pa.int32())),
            ("drawn", pa.list_(pa.list_(pa.int32()))),
            ("log_probs", pa.list_(pa.float64())),
            ("versions", pa.list_(pa.int64())),
            ("bits", pa.int8()),
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
            ("opening", pa.string()),
            ("turns", pa.list_(turn)),
            ("segments", pa.list_(segment)),
            ("env_options", pa.string()),
            ("extra", pa.string()),
        ]
    )
    flat = [{**row, **{name: _line(row[name]) for name in JSON_COLUMNS}} for row in rows]
    pq.write_table(pa.Table.from_pylist(flat, schema=schema), path, compression="zstd")
    with open(path, "rb") as file:
        os.fsync(file.fileno())
    return [(-1, number) for number in range(len(flat))]
