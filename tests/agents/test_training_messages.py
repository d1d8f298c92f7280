"""What a user of the commands reads when something is wrong: one line that names the value and the way out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from rlvr.agents.evaluation.samples import SampleFile
from rlvr.agents.monitors.report import visible
from rlvr.cli.app import run

Command = Callable[..., tuple[object, str, str]]

MADE = [
    "--prompts",
    "2",
    "--samples",
    "2",
    "--max-tokens",
    "8",
    "--set",
    "evaluation.every=-1",
    "--threads",
    "1",
]
SMALL = {"width": 16, "layers": 1, "heads": 2, "key_heads": 1, "hidden": 16, "context": 512}


@pytest.fixture
def rlvr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command, run in an empty folder: its status, what it wrote, and its errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["rlvr", *arguments])
        with pytest.raises(SystemExit) as left:
            run()
        return (left.value.code or 0, *capsys.readouterr())

    return call


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--config", "none.yaml"], "none.yaml: No such file"),
        (["cipher", "--model", "./none"], "no folder none"),
        (["cipher", "--set", "tasks.reward=[name"], "not YAML"),
        (
            ["cipher", "--set", "tasks.env_options={atempts: 3}"],
            "no option 'atempts'; did you mean 'attempts'?",
        ),
        (["cipher", "--set", "model.device=foo"], "unknown device 'foo'"),
        (["cipher", "--out", "file"], "file"),
    ],
)
def test_a_wrong_setting_is_one_line(arguments: list[str], told: str, rlvr: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    status, _, error = rlvr("train", *MADE, *arguments)
    assert status == 2
    assert error.startswith("error: ")
    assert told in error
    assert error.count("\n") == 1


def test_a_run_says_where_things_are_and_its_trajectories_are_found(rlvr: Command, tmp_path: Path) -> None:
    config = {"model": SMALL, "steps": 1, "sampling": {"max_context": 512}, "tasks": {"envs": ["cipher"]}}
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    status, _, error = rlvr("train", "--config", "c.yaml", "--levels", "1", *MADE, "-o", "run")
    assert status == 0, error
    assert f"the model: {Path('run', 'model')}" in error
    assert (tmp_path / "run" / "report.html").is_file()
    assert "4 episodes: 0 differ" in rlvr("trajectories", "rescore", "run")[1]
    status, _, error = rlvr("trajectories", "export", "run", "-o", "none/x.jsonl")
    assert status == 2
    assert "cannot write none/x.jsonl" in error


def test_a_run_is_gone_on_with_by_its_own_settings_and_is_no_model(rlvr: Command, tmp_path: Path) -> None:
    config = {"model": SMALL, "steps": 1, "sampling": {"max_context": 512}}
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    status, _, error = rlvr("train", "cipher", "--config", "c.yaml", "--levels", "1", *MADE, "-o", "run")
    assert status == 0, error
    weights, beside = (tmp_path / "run" / "model" / name for name in ("model.safetensors", "config.json"))
    assert weights.stat().st_mode == beside.stat().st_mode

    status, _, error = rlvr("train", "--config", "c.yaml", "--resume", "-o", "run")
    assert status == 2
    assert error.count("\n") == 1
    assert "repeat its command with --resume added, or give --config run/config.json" in error
    status, _, error = rlvr("train", "--config", "run/config.json", "--resume")
    assert status == 0, error

    status, said, error = rlvr(
        "train", "cipher", "--model", "run/model", "--levels", "1", *MADE, "--steps", "1", "-o", "more"
    )
    assert status == 0, error
    assert "episodes end at 512 tokens, the model's longest context" in said + error

    for command in (["train", "cipher", "-o", "other"], ["tune", "sft", "cipher", "--out", "other"]):
        status, _, error = rlvr(*command, "--model", "run")
        assert (status, error) == (2, "error: run is a run; its model is run/model\n")
    status, _, error = rlvr("eval", "cipher", "--policy", "hub", "--model", "run/model")
    assert status == 2
    assert error.count("\n") == 1
    assert "read it with --policy native" in error
    (tmp_path / "run" / "model" / "config.json").unlink()
    status, _, error = rlvr("eval", "cipher", "--model", "run")
    assert status == 2
    assert "has not come to its end" in error


def test_examples_in_the_help_stay_lines(rlvr: Command) -> None:
    for command in (["eval", "run"], ["eval", "compare"], ["tune", "sft"], ["tune", "dpo"]):
        told = [line.strip() for line in rlvr(*command, "--help")[1].splitlines()]
        assert sum(line.startswith("rlvr ") for line in told) >= 2, command
        assert not any(line.count("rlvr ") > 1 for line in told), command
    assert "rlvr eval run --help" in rlvr("eval", "--help")[1]


def test_what_a_policy_wrote_cannot_steer_a_terminal() -> None:
    assert visible("a\x1b[2Jb\x7f\u202ec\td\n") == "a␛[2Jb␡\ufffdc\td\n"


def test_another_evaluation_names_only_the_settings_that_differ(tmp_path: Path) -> None:
    saved = {"seed": 0, "settings": {"model": "a", "top_k": 0}}
    with_other = saved | {"settings": {"model": "b", "top_k": 0}}
    (tmp_path / "config.json").write_text(json.dumps(saved), encoding="utf-8")
    with pytest.raises(ValueError, match=r"\(settings.model was 'a', is 'b'\)"):
        SampleFile(tmp_path, with_other)
