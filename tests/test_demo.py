"""The demo: the whole path for a moment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.learning import demo
from benchmarks.learning.tasks import PROOFS


def test_the_whole_demo_runs_for_a_moment_and_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = next(iter(PROOFS))
    command = ["--quick", "--out", str(tmp_path), "--tasks", name, "--processes", "1"]
    found = demo.main(command)
    assert (tmp_path / "demo-curve.png").read_bytes().startswith(b"\x89PNG")
    runs = found[name][0]
    assert list(runs) == ["warm-up", "verifier", "format"]
    assert json.loads((tmp_path / "demo.json").read_text())[name]["0"] == runs
    assert runs["format"]["drawn"] == runs["verifier"]["drawn"]
    shown = capsys.readouterr().out
    for text in ("correct", "no_answer", "unparsable", "verifier minus format only", "format is done"):
        assert text in shown
    assert demo.main(command) == found
    assert "format is done" not in capsys.readouterr().out
