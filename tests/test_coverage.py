"""Coverage of other collections: what the sources claim exists there, and the page counts it rightly."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import rlvr

ROOT = Path(rlvr.__file__).parent


@pytest.fixture(scope="module")
def script() -> ModuleType:
    found = importlib.util.spec_from_file_location("coverage_script", ROOT / "docs" / "coverage.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_no_source_claims_a_task_that_is_not_there(script: ModuleType) -> None:
    assert script.unknown() == []


def test_a_collection_under_another_name_is_told(script: ModuleType) -> None:
    """Six entries claimed tasks of "RLVE", which counted nothing, because the collection stands there as RLVE-Gym."""
    spec = replace(rlvr.get("sudoku"), sources=("RLVE: Sudoku", "RLVE-Gym: NoSuchTask", "a book: chapter 3"))
    assert script.unknown([spec]) == [
        "rlvr/sudoku-v0 claims tasks of RLVE, which docs/peer-tasks.yaml calls RLVE-Gym",
        "rlvr/sudoku-v0 claims RLVE-Gym: NoSuchTask, which docs/peer-tasks.yaml does not have",
    ]


def test_the_page_is_what_the_script_says(script: ModuleType) -> None:
    assert script.PAGE.read_text(encoding="utf-8") == script.page(), "run: python docs/coverage.py"


def test_the_table_counts_what_the_lists_show(script: ModuleType) -> None:
    """Counted a second time, from the page's own lists."""
    text = script.page()
    for peer, names in script.peer_tasks().items():
        count, whole, part = map(
            int, re.search(rf"^\| {re.escape(peer)} \| (\d+) \| (\d+) \| .* \| (\d+) \| ", text, re.M).groups()
        )
        section = text.split(f"\n## {peer}\n")[1].split("\n## ")[0]
        rows = dict(re.findall(r"^\| (\S+) \| (.+) \|$", section, re.M))
        rows.pop("task")
        left = re.search(r"^Not covered: (.*)\.$", section, re.M)
        assert sorted([*rows, *(left[1].split(", ") if left else [])]) == sorted(names)
        in_part = [
            cells
            for cells in rows.values()
            if all(cell.endswith(")") for cell in re.split(r", (?![^(]*\))", cells))
        ]
        assert (count, whole + part, part) == (len(names), len(rows), len(in_part)), peer


def test_remarks_belong_to_the_name_before_them(script: ModuleType) -> None:
    import dataclasses

    spec = dataclasses.replace(
        rlvr.get("sudoku"),
        sources=("reasoning-gym: sudoku, gcd (of two, or three), lcm", "MATH: counting", "ZebraLogic"),
    )
    assert [claim[1:] for claim in script.claims([spec])] == [
        ("reasoning-gym", "sudoku", ""),
        ("reasoning-gym", "gcd", "of two, or three"),
        ("reasoning-gym", "lcm", ""),
    ]
