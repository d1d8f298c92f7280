"""The comparison with other graders runs, and says what it measured. No times are asserted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_quick_run_of_ours_writes_the_page(tmp_path: Path) -> None:
    out = tmp_path / "page.md"
    command = [
        sys.executable,
        "-m",
        "benchmarks.math_verify",
        "--quick",
        "--only",
        "ours",
        "--markdown",
        str(out),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = out.read_text(encoding="utf-8")
    for heading in ("Accuracy and speed", "By category", "Targets"):
        assert f"## {heading}" in page
    assert "| fraction |" in page
    assert str(ROOT) not in page
