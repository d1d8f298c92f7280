"""`datasets`, pandas, polars and DuckDB read our files; the tasks come back as they were, for every id."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.export.formats import write_parquet
from rlvr.export.rows import row_of
from rlvr.generators.base import Task

SEEDS = 3


def by_datasets(path: Path, cache: Path) -> Iterator[dict[str, Any]]:
    import datasets

    kind = "parquet" if path.suffix == ".parquet" else "json"
    yield from datasets.load_dataset(kind, data_files=str(path), cache_dir=str(cache))["train"]


def by_pandas(path: Path, cache: Path) -> Iterator[dict[str, Any]]:
    import pandas

    frame = pandas.read_parquet(path) if path.suffix == ".parquet" else pandas.read_json(path, lines=True)
    yield from frame.to_dict("records")


def by_pandas_rows(path: Path, cache: Path) -> Iterator[dict[str, Any]]:
    import pandas

    frame = pandas.read_parquet(path) if path.suffix == ".parquet" else pandas.read_json(path, lines=True)
    yield from (row.to_dict() for _, row in frame.iterrows())


def by_polars(path: Path, cache: Path) -> Iterator[dict[str, Any]]:
    import polars

    frame = polars.read_parquet(path) if path.suffix == ".parquet" else polars.read_ndjson(path)
    yield from frame.to_dicts()


def by_duckdb(path: Path, cache: Path) -> Iterator[dict[str, Any]]:
    import duckdb

    found = duckdb.sql(f"SELECT * FROM '{path}'")
    yield from (dict(zip(found.columns, row, strict=True)) for row in found.fetchall())


READERS = {
    "datasets": by_datasets,
    "pandas": by_pandas,
    "pandas rows": by_pandas_rows,
    "polars": by_polars,
    "duckdb": by_duckdb,
}
HERE = [name for name in READERS if importlib.util.find_spec(name.split()[0])]


@pytest.fixture(scope="module")
def made() -> dict[str, list[Task]]:
    return {spec.id: [spec.task(level, 5) for level in list(spec.levels)[:SEEDS]] for spec in rlvr.specs()}


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
@pytest.mark.parametrize("name", HERE)
def test_every_id_comes_back(name: str, suffix: str, made: dict[str, list[Task]], tmp_path: Path) -> None:
    read: Callable[[Path, Path], Iterator[dict[str, Any]]] = READERS[name]
    files = {env.split("/")[-1]: tasks for env, tasks in made.items()}
    files["all"] = [task for tasks in made.values() for task in tasks]
    if name == "datasets":  # a second for each file
        files = {
            env: files[env] for env in ("all", "sudoku-v0", "search-qa-v0", "countdown-v0", "arithmetic-v0")
        }
    for env, tasks in files.items():
        path = tmp_path / f"{env}.jsonl"
        path.write_text("".join(json.dumps(row_of(task)) + "\n" for task in tasks), encoding="utf-8")
        if suffix == "parquet":
            lines, path = path, path.with_suffix(".parquet")
            write_parquet(lines, path)
        assert [Task.from_json(row) for row in read(path, tmp_path / "cache")] == tasks, env
