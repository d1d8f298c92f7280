"""``rlvr eval`` as it is typed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rlvr
from rlvr.cli.app import app
from rlvr.envs.base import TextEnv


def typed(*words: object) -> str:
    """What the command prints; expected errors are raised as they are."""
    result = CliRunner().invoke(app, ["eval", *map(str, words)], catch_exceptions=False, env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    return result.output


SMALL = ("countdown", "knights-and-knaves", "--levels", "1-2", "-n", "3", "--samples", "4")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two saved evaluations."""
    made = tmp_path_factory.mktemp("runs")
    typed(*SMALL, "--policy", "random", "--out", made / "base")
    typed(*SMALL, "--policy", "oracle", "--out", made / "trained", "--k", "1,4")
    return made


def test_evaluations_are_told_and_kept(folder: Path) -> None:
    told = typed("show", folder / "trained", "--k", "2")
    assert "k = 1" in told
    assert "oracle on the test split, 4 samples of each task" in told
    assert "k = 2" in told
    files = {path.name for path in (folder / "base").iterdir()}
    reports = {"report.json", "report.md", "report.html", "plots"}
    assert files == reports | {"config.json", "samples.jsonl", "samples.parquet"}
    report = json.loads((folder / "trained" / "report.json").read_text())
    assert list(report["total"]["pass_at"]) == ["1", "4"]
    assert report["envs"]["rlvr/countdown-v0"]["pass_at"]["1"]["value"] == 1.0
    again = typed(*SMALL, "--policy", "random", "--out", folder / "base")
    assert "countdown" in again
    assert (folder / "base" / "samples.jsonl").read_text().count("\n") == 2 * 2 * 3 * 4


def test_runs_are_compared(folder: Path) -> None:
    told = typed("compare", folder / "base", f"better={folder / 'trained'}", "--out", folder / "c")
    assert "better against base, on the same 12 tasks" in told
    assert (folder / "c" / "comparison.json").exists()
    several = typed("compare", f"a={folder / 'base'},{folder / 'base'}", f"b={folder / 'trained'}")
    assert "interquartile" in several
    straight = typed(*SMALL, "--policy", "oracle", "--against", folder / "base")
    assert "oracle against base" in straight or "oracle against random" in straight


def test_transfer_between_families(folder: Path) -> None:
    told = typed("matrix", folder / "base", f"logic={folder / 'trained'}", "--out", folder / "m")
    assert "Gain in pass@1" in told
    assert json.loads((folder / "m" / "transfer.json").read_text())["logic"]["arithmetic"]["value"] > 0.9


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*SMALL, "--policy", "random", "--k", "1,8"), "take more samples"),
        ((*SMALL, "--policy", "random", "--k", "4,1"), "rising"),
        ((*SMALL, "--policy", "random", "--k", "many"), "rising whole numbers"),
        ((*SMALL, "--policy", "clever"), "there are oracle, random"),
        ((*SMALL, "--policy", "random", "--model", "x"), "belong to native"),
        ((*SMALL, "--policy", "hub"), "needs a model"),
        ((*SMALL, "--policy", "hub", "--model", "x", "--url", "http://y"), "URL belongs to openai"),
        ((*SMALL, "--policy", "hub", "--model", "x", "--temperature", "0"), "take --samples 1"),
        ((*SMALL, "--policy", "random", "--split", "dev"), "train or test"),
        ((*SMALL, "--policy", "random", "-n", "0"), "tasks must be at least 1"),
        ((*SMALL, "--policy", "random", "--env-options", "[1]"), "JSON object"),
        ((*SMALL, "--policy", "random", "--out", "/proc/nowhere"), "cannot write"),
        (("compare", "/nowhere"), "two evaluations"),
        (("compare", "/nowhere", "/elsewhere"), "holds no evaluation"),
        (("compare", "a=", "b=x"), "NAME=FOLDER"),
    ],
)
def test_mistakes_are_told_in_a_line(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        typed(*words)


def test_an_evaluation_without_a_scored_episode_fails_and_is_kept(tmp_path: Path) -> None:
    words = ("sokoban", "--levels", "1", "-n", "2", "-s", "2", "--policy", "random", "--out", tmp_path)

    def broken(self: TextEnv, episode: object, action: str) -> None:
        raise RuntimeError("no such board")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rlvr.envs.game.GameEnv._act", broken)
        with pytest.raises(
            ValueError, match=r"not one of 4 episodes could be scored .*no such board.* --retry-masked"
        ):
            typed(*words)
    assert json.loads((tmp_path / "report.json").read_text())["total"]["masked"] == 4
    typed(*words, "--retry-masked")
    assert json.loads((tmp_path / "report.json").read_text())["total"]["masked"] == 0


def test_unknown_environments_are_told() -> None:
    with pytest.raises(rlvr.UnknownEnvironment, match="sudoku"):
        typed("sudoko", "--policy", "random")


def test_a_person_can_play_and_stop(tmp_path: Path) -> None:
    task = rlvr.get("countdown")
    words = [
        "eval",
        "countdown",
        "--levels",
        "1",
        "-n",
        "2",
        "-s",
        "1",
        "--policy",
        "human",
        "--out",
        str(tmp_path),
    ]
    result = CliRunner().invoke(app, words, input="1+1\n:hint\n:quit\n")
    assert result.exit_code == 130
    assert "the same command goes on" in " ".join(result.output.split())
    assert "hints are off" in " ".join(result.output.split())
    assert (tmp_path / "samples.jsonl").read_text().count("\n") == 1
    assert task.name in (tmp_path / "samples.jsonl").read_text()


def test_the_command_starts_without_torch_and_matplotlib() -> None:
    code = (
        "import sys; from rlvr.cli import app; import rlvr.agents.evaluation.report, rlvr.agents.evaluation.run; "
        "print([name for name in ('torch', 'matplotlib', 'transformers', 'scipy') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ))
    assert told.stdout.strip() == "[]", told.stderr


def test_the_snippet_of_the_page_runs() -> None:
    page = Path(rlvr.__file__).parent / "docs" / "evaluation.md"
    (snippet,) = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    told = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("0.")
