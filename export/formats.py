"""The two file formats: JSON lines, and parquet with the same rows."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..generators.base import Task
from .errors import DatasetError
from .parquet import arrow, require_parquet
from .rows import COLUMNS
from .trainers import FORMATS, convert, task_of

SUFFIXES = (".jsonl", ".parquet")
_ROW_GROUP = 10_000
# Objects whose shape differs from task to task are JSON text in parquet, where a column has one type.
_JSON_COLUMNS = ("payload", "params")


def format_of(path: Path) -> str:
    """The suffix of a dataset file.

    Raises:
        DatasetError: if it is none of those that are known, or needs a library that is not installed.
    """
    if path.suffix not in SUFFIXES:
        raise DatasetError(f"{path}: the name must end in {' or '.join(SUFFIXES)}")
    if path.suffix == ".parquet":
        require_parquet(path)
    return path.suffix


def check_format(format: str | None, suffix: str) -> None:
    """Refuse a trainer's format that there is not, or that a parquet file cannot hold.

    Raises:
        DatasetError: if it is one of these.
    """
    if format is None:
        return
    if format not in FORMATS:
        raise DatasetError(f"there is no format {format!r}; there are {', '.join(FORMATS)}")
    if FORMATS[format] is None and suffix == ".parquet":
        raise DatasetError(
            f"{format} rows hold tools of any form, which parquet cannot: choose a name in .jsonl"
        )


def convert_rows(rows: Path, target: Path, format: str, split: str) -> int:
    """Write a file of rows as JSON lines in a trainer's format; returns how many could be made."""
    made = 0
    with open(rows, encoding="utf-8") as source, open(target, "w", encoding="utf-8") as file:
        for line in source:
            row = convert(format, json.loads(line), made, split)
            if row is not None:
                made += 1
                file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
    return made


def write_parquet(rows: Path, target: Path, format: str | None = None) -> None:
    """Convert a file of JSON lines to parquet, a bounded group of rows at a time."""
    pa, pq = arrow(target)
    if format is None:
        schema = pa.schema([(name, getattr(pa, kind)()) for name, kind in COLUMNS.items()])
    else:
        schema = pa.schema([(name, _arrow_type(pa, kind)) for name, kind in (FORMATS[format] or {}).items()])
    with pq.ParquetWriter(target, schema, compression="zstd") as writer:
        for group in _groups(rows):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def _arrow_type(pa: Any, kind: Any) -> Any:
    if isinstance(kind, Mapping):
        return pa.struct([(name, _arrow_type(pa, inner)) for name, inner in kind.items()])
    message = pa.struct([("role", pa.string()), ("content", pa.string())])
    return {"text": pa.string(), "int": pa.int64(), "messages": pa.list_(message)}[kind]


def _groups(rows: Path) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    with open(rows, encoding="utf-8") as file:
        for line in file:
            group.append(json.loads(line))
            if len(group) == _ROW_GROUP:
                yield group
                group = []
    if group:
        yield group


def read_rows(path: str | Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON lines (also gzipped) or parquet file, one at a time.

    Raises:
        DatasetError: if the file cannot be read; the message names the line.
    """
    path = Path(path)
    try:
        if path.suffix == ".parquet":
            yield from _read_parquet(path)
            return
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    try:
                        row = json.loads(line)
                    except ValueError as error:
                        raise DatasetError(f"{path}:{number}: not a JSON object: {error}") from None
                    if not isinstance(row, dict):
                        raise DatasetError(f"{path}:{number}: a row is a JSON object, not {type(row).__name__}")
                    yield row
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path}: cannot be read: {error}") from error


def _read_parquet(path: Path) -> Iterator[dict[str, Any]]:
    pa, pq = arrow(path)
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=1000):
                for row in batch.to_pylist():
                    for name in _JSON_COLUMNS:
                        if isinstance(row.get(name), str):
                            row[name] = json.loads(row[name])
                    yield row
    except pa.ArrowInvalid as error:
        raise DatasetError(f"{path}: not a parquet file: {error}") from None


def read_tasks(path: str | Path) -> Iterator[Task]:
    """The tasks of a dataset file of any format, one at a time.

    Raises:
        DatasetError: if the file cannot be read or a row is not a task; the message says which.
    """
    for number, row in enumerate(read_rows(path), start=1):
        try:
            yield task_of(row)
        except ValueError as error:
            raise DatasetError(f"{path}: row {number}: {error}") from None


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
