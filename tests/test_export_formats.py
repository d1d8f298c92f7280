"""Dataset files in the schemas of trainers: everything that is exported can be scored back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import rlvr
from rlvr.export.errors import DatasetError
from rlvr.export.folder import generate_folder
from rlvr.export.formats import read_rows, read_tasks
from rlvr.export.generate import generate_file
from rlvr.export.plan import make_plan
from rlvr.export.rows import row_of
from rlvr.export.trainers import FORMATS, convert, task_of
from rlvr.spec import mark

SINGLE = ("sudoku", "word-sorting")
ALL = (*SINGLE, "sokoban", "search-qa")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_every_exported_row_can_be_scored_back(format: str, suffix: str, tmp_path: Path) -> None:
    names = SINGLE if format == "preferences" else ALL
    plan = make_plan(names, 12, levels=(1, 2))
    path = tmp_path / f"a.{suffix}"
    if FORMATS[format] is None and suffix == "parquet":
        with pytest.raises(DatasetError, match="parquet cannot"):
            generate_file(plan, path, format=format)
        assert not list(tmp_path.iterdir())
        return
    manifest = generate_file(plan, path, format=format)
    assert (manifest["format"], manifest["rows"]) == (format, 12)
    tasks = list(read_tasks(path))
    generate_file(plan, tmp_path / "plain.jsonl")
    for task, whole in zip(tasks, read_tasks(tmp_path / "plain.jsonl"), strict=True):
        assert replace(task, trace=whole.trace) == whole
        response = mark(task.answer, task.marker)
        assert rlvr.verify(task, response).passed
        assert not rlvr.verify(task, mark("zzz", task.marker)).passed
    assert generate_file(plan, path, format=format) == manifest  # found finished
    with pytest.raises(DatasetError, match="was made otherwise"):
        generate_file(plan, path)


def test_prompts_of_native_formats_leave_the_tools_to_the_template() -> None:
    row = row_of(rlvr.get("search-qa").task(1, 3))
    native = convert("nemo-gym", row, 0, "train")
    assert native is not None
    asked = native["responses_create_params"]
    assert [tool["name"] for tool in asked["tools"]] == ["search", "open"]
    assert "tool calls" in asked["input"][0]["content"]  # budgets are told
    assert "<tool_call>" not in asked["input"][0]["content"]
    text = convert("skyrl", row, 0, "train")
    assert text is not None
    assert "<tool_call>" in text["prompt"][0]["content"]


def test_chats_to_learn_from_are_right(tmp_path: Path) -> None:
    for name in ALL:
        task = rlvr.get(name).task(1, 3, options={"system": "Think."})
        row = convert("sft", row_of(task), 0, "train")
        assert row is not None
        assert row["messages"][0] == {"role": "system", "content": "Think."}
        assert rlvr.verify(task, row["messages"]).passed


def test_near_misses_are_wrong_and_look_alike() -> None:
    made = 0
    for spec in rlvr.specs():
        if spec.env == "single" and not spec.sandbox:
            task = spec.task(1, 3)
            row = convert("preferences", row_of(task), 0, "train")
            if row is not None:
                made += 1
                assert rlvr.verify(task, row["chosen"]).passed
                assert not rlvr.verify(task, row["rejected"]).passed
                assert task_of(row).id == task.id
    assert made > 50
    with pytest.raises(DatasetError, match="has several turns"):
        convert("preferences", row_of(rlvr.get("sokoban").task(1, 1)), 0, "train")


def test_a_folder_for_a_hub_is_whole_and_resumes(tmp_path: Path) -> None:
    plan = make_plan(SINGLE, 40, levels=(2, 3))
    manifests = generate_folder(plan, tmp_path / "set", format="verl")
    assert {split: manifest["rows"] for split, manifest in manifests.items()} == {"train": 36, "test": 4}
    rows = {split: list(read_rows(tmp_path / "set" / "data" / f"{split}.parquet")) for split in manifests}
    assert {row["extra_info"]["split"] for row in rows["test"]} == {"test"}
    for split in manifests:
        assert {rlvr.task(row["extra_info"]["id"]).split for row in rows[split]} == {split}
    card = (tmp_path / "set" / "README.md").read_text()
    assert card.startswith("---\nlicense: apache-2.0\n")
    assert "| rlvr/sudoku-v0 | Sudoku | 2 | 9 | 1 |" in card
    assert json.loads(card.split("```json\n")[1].split("\n```")[0])["seed"] == 0
    before = {path: path.read_bytes() for path in (tmp_path / "set" / "data").iterdir()}
    (tmp_path / "set" / "data" / "test.parquet").unlink()
    assert generate_folder(plan, tmp_path / "set", format="verl") == manifests
    assert {path: path.read_bytes() for path in (tmp_path / "set" / "data").iterdir()} == before


def test_a_format_that_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no format 'tlr'; there are trl, verl"):
        generate_file(make_plan(["sudoku"], 5), tmp_path / "a.jsonl", format="tlr")
