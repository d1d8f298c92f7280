"""What made a run: versions, commit and machine, a line for each start."""

from __future__ import annotations

import json
import subprocess
from importlib.metadata import version
from pathlib import Path

import rlvr
from rlvr.agents import provenance
from rlvr.agents.provenance import note_start


def test_versions_and_commit_are_those_of_this_process(tmp_path: Path) -> None:
    file = tmp_path / "run" / "versions.jsonl"
    note_start(file, 0)
    note_start(file, 7)
    first, second = map(json.loads, file.read_text().splitlines())
    assert (first["step"], second["step"]) == (0, 7)
    assert first["packages"]["torch"] == version("torch")
    assert first["packages"]["numpy"] == version("numpy")
    assert first["rlvr"] == rlvr.__version__
    root = Path(rlvr.__file__).resolve().parent
    if (root / ".git").exists():
        told = subprocess.run(
            ["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
        )
        assert first["commit"] == told.stdout.strip()
        assert isinstance(first["changed"], bool)


def test_an_installed_package_has_no_commit(tmp_path: Path) -> None:
    """Even inside of somebody else's repository, whose commit says nothing of this package."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "site-packages" / "rlvr").mkdir(parents=True)
    assert provenance._commit(tmp_path / "site-packages" / "rlvr") == (None, None)


def test_a_repository_that_cannot_be_read_is_no_error(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: /nowhere")
    assert provenance._commit(tmp_path) == (None, None)
