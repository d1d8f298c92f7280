"""The benchmark of training steps runs and counts what it says. No times are asserted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.rl import speed_target

ROOT = Path(__file__).resolve().parents[2]


def test_the_target_of_speed_is_against_the_faster_way_of_the_peer() -> None:
    def one(name: str, kind: str, *turns: float) -> dict[str, object]:
        return {"name": name, "kind": kind, "free": "differ" in kind, "turns": turns}

    told = speed_target(
        [
            one("tiny", "lengths differ", 4.0, 3.04, 2.8),
            one("small", "lengths differ", 3.5, 2.3),
            one("tiny", "all lengths the same", 1.5),
            one("medium", "lengths differ", 2.0),
        ]
    )
    assert "met in 1 of 2 (tiny, lengths differ: 3.0x; small, lengths differ: 2.9x)" in told
    assert told.endswith("reach: tiny, all lengths the same: 1.5x; medium, lengths differ: 2.0x.")


@pytest.mark.slow
def test_it_runs_without_the_peer(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.rl", "--quick", "--turns", "1", "--peer", ""]
    files = ["--json", str(tmp_path / "out.json"), "--markdown", str(tmp_path / "out.md")]
    done = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    same, free, long = found = json.loads((tmp_path / "out.json").read_text())
    assert same["ours"]["length"] == 8  # every rollout has the forced length
    assert free["ours"]["length"] <= 8
    assert long["context"] > 4 * free["context"]
    assert all(0 < one["ours"]["writing"] < one["ours"]["seconds"] for one in found)
    page = (tmp_path / "out.md").read_text()
    assert "| TRL |" not in page
    assert page.count("| rlvr |") == 3
