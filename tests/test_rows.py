"""Rows of dataset files: whatever reads them, the tasks come back as they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.export.formats import read_tasks
from rlvr.export.generate import generate_file
from rlvr.export.plan import make_plan
from rlvr.export.rows import COLUMNS, row_of
from rlvr.generators.base import Task

FAMILIES = sorted({spec.family for spec in rlvr.specs()})


def rows_of(family: str) -> list[tuple[Task, dict[str, Any]]]:
    tasks = [spec.task(level, 1) for spec in rlvr.specs(family) for level in (1, spec.levels[-1])]
    return [(task, row_of(task)) for task in tasks]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_task_comes_back_from_its_row(family: str) -> None:
    for task, row in rows_of(family):
        assert list(row) == list(COLUMNS)
        assert {type(value) for value in row.values()} <= {str, int, float, bool}
        assert Task.from_json(json.loads(json.dumps(row))) == task
        guessed = {name: float(value) if isinstance(value, int) else value for name, value in row.items()}
        guessed |= {
            "answer": 27,
            "fingerprint": 1.5,
            "trace": row["trace"] or float("nan"),
            "__index_level_0__": 0,
        }
        assert Task.from_json(guessed) == task  # what readers guess wrong is not read


@pytest.mark.parametrize("family", FAMILIES)
def test_duckdb_and_arrow_give_the_same_tasks(family: str, tmp_path: Path) -> None:
    import duckdb
    import pyarrow as pa
    import pyarrow.json
    import pyarrow.parquet

    found = rows_of(family)
    tasks, rows = [task for task, _ in found], [row for _, row in found]
    lines, parquet = tmp_path / "a.jsonl", tmp_path / "a.parquet"
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    pa.parquet.write_table(pa.Table.from_pylist(rows), parquet)
    for path in (lines, parquet):
        selected = duckdb.sql(f"SELECT * FROM '{path}'")
        read = [dict(zip(selected.columns, row, strict=True)) for row in selected.fetchall()]
        assert [Task.from_json(row) for row in read] == tasks
    options = pa.json.ReadOptions(block_size=16_000_000)
    assert [Task.from_json(row) for row in pa.json.read_json(lines, options).to_pylist()] == tasks


def test_rows_of_tool_environments_hold_what_the_environment_says() -> None:
    task = rlvr.get("search-qa").task(1, 3)
    row = row_of(task)
    env = rlvr.make("search-qa")
    assert row["prompt"] == env.reset(options={"task": task})[0]
    assert "tool calls" in row["prompt"]
    assert (row["multi_turn"], json.loads(row["tools"])) == (True, list(env.toolbox.tools))
    assert Task.from_json(row) == task
    native = rlvr.get("search-qa").task(1, 3, options={"tools": "native"})
    assert "<tool_call>" not in row_of(native)["prompt"]
    single = row_of(rlvr.get("sudoku").task(1, 3))
    assert (single["multi_turn"], single["tools"]) == (False, "[]")
    assert row_of(rlvr.get("sudoku").task(1, 3, options={"attempts": 2}))["multi_turn"]
    assert row_of(rlvr.get("sokoban").task(1, 3))["multi_turn"]


def test_rows_of_older_files_are_read(tmp_path: Path) -> None:
    task = rlvr.get("sudoku").task(2, 3)
    old = task.to_json()
    assert Task.from_json(old) == task
    texts = old | {"payload": json.dumps(old["payload"]), "params": "{}", "trace": float("nan")}
    assert Task.from_json(texts).payload == task.payload
    assert Task.from_json(texts).trace is None
    with pytest.raises(ValueError, match="'payload' is not the text of a JSON object"):
        Task.from_json(old | {"payload": "[1]"})
    with pytest.raises(ValueError, match="missing prompt"):
        Task.from_json({"task": row_of(task)["task"]})


def test_options_and_marker_are_in_the_file(tmp_path: Path) -> None:
    plan = make_plan(["sudoku"], 5, levels=(1, 1), marker="boxed", options={"attempts": 2})
    generate_file(plan, tmp_path / "a.parquet")
    for task in read_tasks(tmp_path / "a.parquet"):
        assert task.options == {"attempts": 2}
        assert rlvr.task(task.id) == task
        assert rlvr.verify(task, ["no", f"\\boxed{{{task.answer}}}"]).passed
    with pytest.raises(TypeError, match="has no option 'attemps'"):
        make_plan(["sudoku"], 5, options={"attemps": 2})
    with pytest.raises(ValueError, match="'level' is no option of a task"):
        make_plan(["sudoku"], 5, options={"level": 2})
