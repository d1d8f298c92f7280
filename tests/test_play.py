"""A person plays: tools are called by what is typed, and nothing is an answer that was not meant as one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import rlvr
from rlvr.cli.person import Unclear, call_of, help_text, usage
from rlvr.envs.tool import ToolEnv


def play(name: str, typed: str, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "rlvr", "play", name, *options],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "300"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


TOOLED = [spec.id for spec in rlvr.specs() if isinstance(rlvr.make(spec.id), ToolEnv)]


@pytest.mark.parametrize("name", TOOLED)
def test_every_tool_of_every_environment_is_told_of_and_can_be_called(name: str) -> None:
    """By the words that the help shows, with the arguments that random calls have; each call is understood."""
    env = rlvr.make(name)
    assert isinstance(env, ToolEnv)
    env.reset(seed=3)
    told, lines = help_text(env), []
    for tool in env.toolbox.tools.values():
        assert usage(tool) in told
        properties, required = tool.parameters["properties"], tool.parameters["required"]
        values = {"string": "x", "integer": "2", "boolean": "yes", "number": "1.5"}
        first, *others = [values[properties[each]["type"]] for each in required] or [""]
        lines.append(" ".join([tool.name, first]).strip())
        lines += [line for other in others for line in (other, ".")]
    shown = play(name, "\n".join([*lines, ":quit", ""]), "--seed", "3")
    assert shown.count("<tool_response>") == len(env.toolbox.tools)
    assert "the tool call cannot be read" not in shown
    assert "Nothing was done" not in shown


def test_words_that_are_no_call_are_no_answer() -> None:
    shown = play("search-qa", "who is it\nSearch who\n\nsearch who\nanswer nobody\n", "--seed", "1")
    assert shown.count("A line begins with a tool (search, open) or with answer") == 2
    assert shown.count("<tool_response>") == 1
    assert "wrong, score 0.0" in shown


def test_a_program_with_empty_lines_is_given_to_a_tool_and_as_the_answer() -> None:
    task = rlvr.task("rlvr/code-repair-turns-v0:2:4")
    right = task.answer.replace("\n", "\n\n", 1)
    shown = play(
        "code-repair-turns", f"run_tests\n{right}\n.\nanswer\n{right}\n.\n", "--level", "2", "--seed", "4"
    )
    assert "correct, score 1.0" in shown
    single = rlvr.task("rlvr/function-synthesis-v0:2:4")
    right = single.answer.replace("\n", "\n\n", 1)
    shown = play("function-synthesis", f"{right}\n.\n", "--level", "2", "--seed", "4")
    assert "a line that is only a dot ends it" in shown
    assert "correct, score 1.0" in shown


def test_work_in_files_is_done_and_ended_with_a_word() -> None:
    task = rlvr.task("rlvr/shell-v0:1:5")
    shown = play("shell", f"run\n{task.answer}\n.\nanswer done\n", "--seed", "5")
    assert "correct, score 1.0" in shown


def test_an_answer_may_have_its_marker() -> None:
    answer = rlvr.task("rlvr/dice-v0:1:3").answer
    for typed in (answer, f"<answer>{answer}</answer>", f"I say <answer>{answer}</answer>"):
        assert "correct, score 1.0" in play("dice", f":help\n{typed}\n", "--seed", "3")
    assert "has no hints" in play("algorithms", ":hint\n:quit\n", "--seed", "3")


def test_hints_grow_and_stop_before_the_answer() -> None:
    shown = play("dice", ":hint\n" * 6 + ":quit\n", "--seed", "3").split("The answer was:")[0]
    assert shown.count("There is nothing more to say.") == 2
    assert rlvr.task("rlvr/dice-v0:1:3").answer not in shown


@pytest.mark.parametrize(
    ("tool", "typed", "found"),
    [
        ("search", "who's there", {"query": "who's there"}),
        ("search", "k=5 who", {"query": "who", "k": 5}),
        ("search", "who is it k=5", {"query": "who is it", "k": 5}),
        ("search", 'query="a b" k=2', {"query": "a b", "k": 2}),
        ("search", '{"query": "k=5", "k": 1}', {"query": "k=5", "k": 1}),
        ("search", '{"a": 1}', {"query": '{"a": 1}'}),
        ("search", "x=1 y", {"query": "x=1 y"}),
        ("search", "", {}),
        ("judge", "yes", {"useful": True}),
        ("judge", "false", {"useful": False}),
        ("notes", "", {}),
    ],
)
def test_what_is_typed_behind_a_tool(tool: str, typed: str, found: dict[str, object]) -> None:
    env = rlvr.make("deep-search")
    assert isinstance(env, ToolEnv)
    assert call_of(env.toolbox.tools[tool], typed) == found


@pytest.mark.parametrize(("tool", "typed"), [("judge", "perhaps"), ("notes", "all"), ("search", "k=many x")])
def test_what_does_not_fit_is_told(tool: str, typed: str) -> None:
    env = rlvr.make("deep-search")
    assert isinstance(env, ToolEnv)
    with pytest.raises(Unclear, match=tool):
        call_of(env.toolbox.tools[tool], typed)


@pytest.mark.parametrize("name", ["dice", "shell"])
def test_ctrl_c_in_the_middle_shows_the_answer_and_ends_with_130(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rlvr", "play", name, "--seed", "3"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        read = ""
        while not read.endswith("> "):  # it waits for the player
            read += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        assert "The answer was:" in process.stdout.read()
        assert process.stderr.read() == ""
    assert process.returncode == 130
