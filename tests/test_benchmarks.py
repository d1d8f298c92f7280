"""The benchmark runner runs, and its table of peers fits the registry. No times are asserted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rlvr

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    folder = tmp_path_factory.mktemp("benchmarks")
    command = [sys.executable, "-m", "benchmarks", "--quick", "--only", "word-sorting"]
    outputs = ["--json", str(folder / "out.json"), "--markdown", str(folder / "out.md")]
    done = subprocess.run([*command, *outputs], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (folder / "out.md").read_text(encoding="utf-8")
    assert page.strip() == done.stdout.strip()
    return json.loads((folder / "out.json").read_text(encoding="utf-8")), page


def test_the_numbers_cover_every_level_and_part(written: tuple[dict[str, Any], str]) -> None:
    found, _ = written
    levels = rlvr.get("word-sorting").levels
    assert list(found["tasks"]) == ["word-sorting"]
    assert list(found["tasks"]["word-sorting"]) == [str(level) for level in levels]
    for level in found["tasks"]["word-sorting"].values():
        assert set(level) == {"generation", "right", "wrong"}
        for timing in level.values():
            assert timing["per_second"] > 0
            assert 0 < timing["fastest_turn"] <= timing["microseconds"] <= timing["slowest_turn"]
            assert timing["turns"] >= 2
            assert timing["failed"] == 0
    assert found["environments"]["word-sorting"]["steps"] == 1
    assert {"rlvr", "gymnasium"} <= set(found["imports"])
    assert found["files"]["few"]["rows"] == 100
    assert found["files"]["many"]["rows"] == found["files"]["many, two workers"]["rows"] == 200
    assert set(found["floors"]) == {"seed", "task", "response", "episode"}
    assert found["targets"]
    assert all(set(target) == {"goal", "found", "met", "why"} for target in found["targets"])


def test_without_the_peer_it_says_so(written: tuple[dict[str, Any], str]) -> None:
    found, page = written
    if found["peer"] is None:
        assert found["compared"] == []
        assert "reasoning-gym was not installed" in page
    else:
        assert [one["task"] for one in found["compared"]] == ["word-sorting"]
        assert all(one["right_answers_scored_1"]["ours"] == 1.0 for one in found["compared"])


def test_the_page_has_a_table_for_each_part_and_no_path_of_this_machine(
    written: tuple[dict[str, Any], str],
) -> None:
    _, page = written
    for heading in (
        "Targets",
        "Tasks per second",
        "Responses scored per second",
        "Environments",
        "Fixed costs",
        "Dataset files",
    ):
        assert f"## {heading}" in page
    assert str(ROOT) not in page
    assert str(Path.home()) not in page


def test_an_unknown_name_is_told_with_the_nearest_one() -> None:
    command = [sys.executable, "-m", "benchmarks", "--only", "word-sortin"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "word-sorting" in done.stderr


def test_every_pair_of_the_table_can_be_made_by_our_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.peers import PAIRS

    for pair in PAIRS:
        task = rlvr.get(pair.task).task(pair.level, 1, params=pair.params or None)
        assert task.params == dict(pair.params), pair
    assert len({(pair.task, pair.size) for pair in PAIRS}) == len(PAIRS)


def test_timing_takes_fresh_items_each_turn_and_pairs_the_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.timing import QUICK, Timing, Work, measure, numbered, ratio

    seen: list[int] = []
    found = measure({"a": Work(seen.append, numbered(100))}, QUICK)["a"]
    timed = seen[-QUICK.turns * found.items :]
    assert timed == list(range(timed[0], timed[0] + len(timed)))
    assert timed[0] == 100 + found.items
    assert ratio(Timing((4.0, 9.0, 2.0), 1), Timing((2.0, 3.0, 2.0), 1)) == 2.0
    assert Timing((0.5, 0.25, 1.0), 1).rate == 2.0


def test_an_expected_failure_is_counted_and_another_one_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.timing import QUICK, Work, measure, numbered

    def odd(number: int) -> None:
        if number % 2:
            raise rlvr.GenerationError("odd")

    found = measure({"odd": Work(odd, numbered(0))}, QUICK, (rlvr.GenerationError,))["odd"]
    assert abs(found.failed - QUICK.turns * found.items / 2) <= QUICK.turns
    with pytest.raises(rlvr.GenerationError):
        measure({"odd": Work(odd, numbered(0))}, QUICK)


def test_the_time_of_importing_is_measured_with_and_without_entries(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "benchmarks.import_time",
        "--turns",
        "1",
        "--json",
        str(tmp_path / "out.json"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [row["entries"] for row in found.values()] == [0, len(rlvr.list()), 500]
    assert all(row["import_ms"] > 0 and row["ratio"] > 0 for row in found.values())
    assert not any(row["yaml_imported"] for row in found.values())
    assert all(f"| {row} |" in done.stdout for row in found)
