"""The command line as a user meets it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from tiers import some
from typer.testing import CliRunner

import rlvr
from rlvr.cli.app import app
from rlvr.cli.console import console
from rlvr.cli.levels import print_levels


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rlvr", *arguments],
        capture_output=True,
        text=True,
        check=False,
        **options,  # type: ignore[call-overload]
    )


def here(*arguments: str, columns: int = 80) -> str:
    """What the command prints, run in this process: for what is tried with every environment."""
    console.width = columns  # it was read from the process's environment when the console was made
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_list_shows_every_environment() -> None:
    rows = json.loads(run("list", "--json").stdout)
    assert [row["id"] for row in rows] == list(rlvr.list())
    table = run("list", "--family", "text")
    assert "rlvr/word-sorting-v0" in table.stdout
    assert "sudoku" not in table.stdout


@pytest.mark.parametrize("env_id", some(rlvr.list()))
def test_show_shows_levels_and_an_example_with_its_answer(env_id: str) -> None:
    shown = here("show", env_id, "--level", "2", "--seed", "5", columns=400)
    task = rlvr.get(env_id).task(2, 5)
    assert task.id in shown
    for line in [*task.answer.splitlines(), *task.prompt.splitlines()]:
        assert line.strip()[:300] in shown


@pytest.mark.parametrize("words", ["show sudoku --level 2 --seed 5", "play sokoban --policy oracle --seed 3"])
def test_a_process_of_its_own_prints_the_same(words: str) -> None:
    done = run(*words.split(), env={**os.environ, "COLUMNS": "120"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == here(*words.split(), columns=120)


@pytest.mark.parametrize("spec", rlvr.specs(), ids=lambda spec: spec.name)
def test_levels_fit_a_narrow_terminal_and_tell_a_list_once(spec: rlvr.TaskSpec) -> None:
    made = Console(file=io.StringIO(), width=80)
    print_levels(made, spec)
    shown = made.file.getvalue()  # type: ignore[attr-defined]
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "\u2026" not in shown  # nothing is cut off
    for axis, values in spec.axes.items():
        assert axis in shown  # in one piece
        for value in values:
            if isinstance(value, list) and len(value) > 3:
                assert " ".join(shown.split()).count(", ".join(map(str, value))) <= 1
    assert len(shown.splitlines()) < 60


def test_show_at_80_columns_has_no_longer_line() -> None:
    for name in ("search-qa", "composition", "judge", "claim-check"):
        shown = run("show", name, env={**os.environ, "COLUMNS": "80"}).stdout
        assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("words", ["list", "list --json", "--version", "--help", "show dice", "show nothing"])
def test_a_full_disk_is_told_in_a_line(words: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rlvr", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if words == "show nothing":  # nothing is written to it
            assert done.returncode == 2
        else:
            assert (done.returncode, done.stderr) == (1, "error: No space left on device\n")
        silent = subprocess.run(
            [sys.executable, "-m", "rlvr", *words.split()], stdout=full, stderr=full, check=False
        )
        assert silent.returncode == done.returncode


@pytest.mark.parametrize("words", ["list", "list --json"])
def test_a_reader_that_goes_away_is_no_error(words: str) -> None:
    command = [sys.executable, "-m", "rlvr", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode in (0, 1)


INTERRUPTING = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["INTERRUPT_AT"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""


@pytest.mark.parametrize(
    "module",
    ["yaml", "rlvr.registry", "rlvr.cli", "typer", "rich.table", "gymnasium", "numpy", "rlvr.generators.grids"],
)
def test_ctrl_c_ends_the_command_quietly_whenever_it_comes(module: str, tmp_path: Path) -> None:
    """The signal comes when `module` is imported: before, while and after the command's parts are."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING)
    path = os.pathsep.join(
        [str(tmp_path), str(Path(rlvr.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    )
    done = run("show", "sudoku", env={**os.environ, "PYTHONPATH": path, "INTERRUPT_AT": module})
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")


WORKERS_TOO = INTERRUPTING.replace(
    "os.kill(os.getpid(), signal.SIGINT)",
    "os.killpg(os.getppid(), signal.SIGINT)",  # workers have a session of their own
).replace(
    'if name == os.environ["INTERRUPT_AT"]:',
    'if name == os.environ["INTERRUPT_AT"] and "rlvr.pools.child" in sys.orig_argv:',
)


@pytest.mark.parametrize("module", ["yaml", "rlvr.export.source", "rlvr.generators.logic.zebra"])
def test_ctrl_c_reaches_workers_quietly_too(module: str, tmp_path: Path) -> None:
    """The terminal sends the signal to all processes; it comes while a worker starts, and while it works."""
    (tmp_path / "sitecustomize.py").write_text(WORKERS_TOO)
    path = os.pathsep.join(
        [str(tmp_path), str(Path(rlvr.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    )
    environment = {**os.environ, "PYTHONPATH": path, "INTERRUPT_AT": module}
    words = [
        "generate",
        "zebra",
        "-n",
        "5000",
        "--levels",
        "4",
        "--workers",
        "2",
        "-o",
        str(tmp_path / "z.jsonl"),
    ]
    done = run(*words, env=environment, start_new_session=True)
    assert (done.returncode, done.stderr) == (130, "stopped; the same command resumes\n")


def test_programs_that_import_the_package_keep_their_own_ctrl_c() -> None:
    asked = "import signal, rlvr; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


@pytest.mark.parametrize("env_id", some(rlvr.list()))
def test_the_oracle_plays_in_the_terminal(env_id: str) -> None:
    assert "correct, score 1.0" in here("play", env_id, "--policy", "oracle", "--seed", "3")


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
    # The shell is named, since typer else looks for one among the parents of the process, where a runner may have none.
    named = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    assert "complete -o default -F" in run("--show-completion", "bash", env=named).stdout
