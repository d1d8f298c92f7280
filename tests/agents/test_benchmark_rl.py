"""The benchmark of training steps runs and counts what it says. No times are asserted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


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
