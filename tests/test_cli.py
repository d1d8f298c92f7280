"""The command line as a user meets it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import rlvr


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rlvr", *arguments],
        capture_output=True,
        text=True,
        check=False,
        **options,  # type: ignore[call-overload]
    )


def test_list_shows_every_environment() -> None:
    rows = json.loads(run("list", "--json").stdout)
    assert [row["id"] for row in rows] == list(rlvr.list())
    table = run("list", "--family", "text")
    assert "rlvr/word-sorting-v0" in table.stdout
    assert "sudoku" not in table.stdout


@pytest.mark.parametrize("env_id", rlvr.list())
def test_show_shows_levels_and_an_example_with_its_answer(env_id: str) -> None:
    shown = run("show", env_id, "--level", "2", "--seed", "5", env={"COLUMNS": "400", "PATH": ""})
    assert shown.returncode == 0, shown.stderr
    task = rlvr.get(env_id).task(2, 5)
    assert task.id in shown.stdout
    for line in [*task.answer.splitlines(), *task.prompt.splitlines()]:
        assert line.strip()[:300] in shown.stdout


@pytest.mark.parametrize("env_id", rlvr.list())
def test_the_oracle_plays_in_the_terminal(env_id: str) -> None:
    shown = run("play", env_id, "--policy", "oracle", "--seed", "3")
    assert shown.returncode == 0, shown.stderr
    assert "correct, score 1.0" in shown.stdout


def test_a_person_plays() -> None:
    task = rlvr.task("rlvr/word-sorting-v0:1:3")
    shown = run("play", "word-sorting", "--seed", "3", input=f":hint\nfirst\n{task.answer}\n")
    assert "Attempts left: 2." in shown.stdout.replace("\n", "")
    assert "correct, score 1.0" in shown.stdout
    given_up = run("play", "word-sorting", "--seed", "3", input=":quit\n")
    assert f"The answer was:\n{task.answer}" in given_up.stdout
    assert run("play", "word-sorting", "--seed", "3", input="").returncode == 0  # the input ends


def test_check_ends_with_status_one_if_something_fails(tmp_path: object) -> None:
    good = run("check", "word-sorting", "--draws", "40")
    assert (good.returncode, "All 1 hold." in good.stdout) == (0, True)
    bad = run("--registry", "tests/fixtures/broken.yaml", "check", "flat", "--draws", "40", cwd=_root())
    assert bad.returncode == 1
    assert "difficulty" in bad.stdout


def _root() -> str:
    return str(rlvr.registry.BUILT_IN.parent)


def test_doctor_runs_anywhere() -> None:
    shown = run("doctor")
    assert shown.returncode == 0
    for part in ("environments", "gymnasium", "GPU", "Docker"):
        assert part in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "sudokko"], "did you mean"),
        (["show", "word-sorting", "--level", "99"], "has levels 1 to 6, not 99"),
        (["list", "--family", "cooking"], "unknown family 'cooking'"),
        (["play", "word-sorting", "--policy", "ghost"], "unknown policy 'ghost'"),
        (["check", "nothing-like-it"], "unknown environment"),
        (["--registry", "nowhere.yaml", "list"], "nowhere.yaml: cannot be read"),
    ],
)
def test_errors_are_one_line_with_the_fix(arguments: list[str], message: str) -> None:
    failed = run(*arguments)
    assert failed.returncode == 2
    assert message in failed.stderr.replace("\n", " ")
    assert "Traceback" not in failed.stderr


def test_every_subcommand_has_help_and_the_version_is_told() -> None:
    for name in ("list", "show", "play", "generate", "verify", "check", "doctor"):
        shown = run(name, "--help")
        assert shown.returncode == 0
        assert len(shown.stdout.splitlines()) > 8
    assert run("--version").stdout.strip() == f"rlvr {rlvr.__version__}"


def test_completion_can_be_installed() -> None:
    assert "complete" in run("--show-completion", "bash").stdout + run("--help").stdout
