"""The benchmark of throughput: what it measures, what it keeps, and what its page says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rlvr
from benchmarks.throughput import Cell, Kept, main, page
from benchmarks.throughput_child import MOST


def test_it_goes_on_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.jsonl"
    words = ["--seconds", "0.01", "--kept", str(kept), "--only"]
    main([*words, "cipher"])
    main([*words, "cipher", "--only", "dice"])
    shown = capsys.readouterr()
    assert shown.err.count("cipher: ") == 1
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [row["id"] for row in rows] == ["rlvr/cipher-v0", "rlvr/dice-v0"]
    for row in rows:
        cells = [Cell(**cell) for (cell,) in row["cells"]]
        assert [cell.level for cell in cells] == list(rlvr.get(row["id"]).levels)
        for cell in cells:
            assert cell.tasks >= 1
            assert cell.right is not None
            assert cell.right[2] == 1.0
            assert cell.wrong is not None
            assert cell.wrong[2] < 0.5
    assert Kept(kept, {"other": "settings"}).found == {}


def test_the_page_says_first_what_misses_its_target() -> None:
    good = Cell(1, 500.0, 20_000.0, MOST, False, (900.0, 100, 1.0), (1000.0, 100, 0.0))
    slow = Cell(2, 15.0, 20_000.0, 12, False, (50.0, 10, 0.9), (1000.0, 100, 0.0))
    last = Cell(2, 25.0, 20_000.0, 12, True, (50.0, 10, 1.0), (1000.0, 100, 0.1))
    found = {"a": {1: [good], 2: [slow]}, "b": {1: [good], 2: [last]}, "c": {1: [slow], 2: [good]}}
    text = page("command", found)
    head = text.split("## Tasks a second")[0]
    assert "**2 of 6 cells are below 100 tasks a second (20 at an environment's highest level)**" in head
    assert ": a 2 (15), c 1 (15)." in head
    assert "Verdicts on right answers that run no program are below 100 a second in 2 cells: a 2 (50)" in head
    assert "**Right answers were refused** in a 2, c 1." in head
    assert "| b | 500 | 25 (12) |" in text
    assert "| b | 25 | 1.25 |" in text
    assert "| b | 900 / 1,000 | 50 / 1,000 * |" in text
