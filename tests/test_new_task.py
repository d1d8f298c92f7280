"""`rlvr new-task`: what it writes passes every check as it stands, outside of the package and in a checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rlvr

ROOT = Path(rlvr.__file__).resolve().parent


def run(*command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=os.environ | {"COLUMNS": "200"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("options", [(), ("--verifier",)], ids=["value", "own verifier"])
def test_a_new_task_passes_as_it_is_written(tmp_path: Path, options: tuple[str, ...]) -> None:
    made = run("rlvr", "new-task", "river-crossing", *options, folder=tmp_path)
    assert made.returncode == 0, made.stderr
    files = {path.name for path in tmp_path.iterdir()}
    assert {
        "river_crossing.py",
        "river_crossing_solver.py",
        "river_crossing.yaml",
        "test_river_crossing.py",
    } <= files
    assert ("river_crossing_verifier.py" in files) == bool(options)
    checked = run(
        *("rlvr", "--registry", "river_crossing.yaml", "check", "river-crossing", "--draws", "60"),
        folder=tmp_path,
    )
    assert "All 1 hold." in checked.stdout, checked.stdout + checked.stderr
    tested = run("pytest", "-q", "-p", "no:cacheprovider", "test_river_crossing.py", folder=tmp_path)
    assert tested.returncode == 0, tested.stdout
    lines = sum(len(path.read_text().splitlines()) for path in tmp_path.glob("*.py"))
    assert lines <= 190


@pytest.mark.parametrize("options", [(), ("--verifier",)], ids=["value", "own verifier"])
def test_in_a_checkout_the_files_go_where_they_belong(tmp_path: Path, options: tuple[str, ...]) -> None:
    checkout = tmp_path / "rlvr"
    skipped = shutil.ignore_patterns(
        ".*", "tests", "build", "docs", "benchmarks", "__pycache__", "*.egg-info", "demo-output"
    )
    shutil.copytree(ROOT, checkout, ignore=skipped, symlinks=True)
    (checkout / "tests" / "tasks").mkdir(parents=True)
    made = run(
        "rlvr",
        "new-task",
        "far-away",
        "--family",
        "arithmetic",
        *options,
        folder=checkout,
        PYTHONPATH=str(tmp_path),
    )
    assert made.returncode == 0, made.stderr
    assert (checkout / "generators" / "arithmetic" / "far_away_solver.py").exists()
    assert (checkout / "tests" / "tasks" / "test_far_away.py").exists()
    assert (checkout / "verifiers" / "arithmetic" / "far_away.py").exists() == bool(options)
    code = """
import rlvr
spec = rlvr.get("far-away")
task = spec.task(3, 7)
assert spec.verify_answer(task.payload, task.answer).passed and spec.confirms(task.payload, task.answer)
print(rlvr.__file__, spec.id)
"""
    used = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert used.stdout.split() == [str(checkout / "__init__.py"), "rlvr/far-away-v0"], used.stderr
    again = run(
        "rlvr", "new-task", "far-away", "--family", "arithmetic", folder=checkout, PYTHONPATH=str(tmp_path)
    )
    assert again.returncode == 2
    assert "already" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(("Far_away",), "small letters"), (("9-lives",), "small letters"), (("a/b",), "small letters")],
)
def test_bad_names_are_told_and_nothing_is_written(
    tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    made = run("rlvr", "new-task", *arguments, folder=tmp_path)
    assert made.returncode == 2
    assert told in made.stderr
    assert not list(tmp_path.iterdir())


def test_what_exists_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "far_away.py").write_text("mine = 1\n")
    made = run("rlvr", "new-task", "far-away", folder=tmp_path)
    assert made.returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["far_away.py"]
    assert (tmp_path / "far_away.py").read_text() == "mine = 1\n"
