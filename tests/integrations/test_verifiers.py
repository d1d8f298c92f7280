"""verifiers: `vf-eval` and `vf-validate` on our tasks, through a chat server that streams.

Its harness is a script that `uv` prepares, so these tests need the package index once.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chat_server
import pages
import parity
import pytest

import rlvr
from rlvr.export.rows import row_of
from rlvr.export.trainers import task_of

BIN = Path(sys.executable).parent
FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rlvr_tasks.py").write_text(pages.script("verifiers", 0))
    return tmp_path


def run(
    folder: Path, command: str, *options: str, names: list[str], count: int = 3, prefix: str = "--env.taskset"
) -> str:
    path = os.pathsep.join([str(folder), str(FIXTURES), str(Path(rlvr.__file__).parents[1])])
    environment = {**os.environ, "PYTHONPATH": path, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("HF_HUB_OFFLINE", None)
    taskset = (
        f"{prefix}.names",
        json.dumps(names),
        f"{prefix}.count",
        str(count),
        f"{prefix}.highest-level",
        "1",
    )
    done = subprocess.run(
        [str(BIN / command), "rlvr-tasks", *taskset, *options],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,  # each turn is a process of its own
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout + done.stderr


def evaluated(
    folder: Path, play: Callable[[list[dict[str, Any]]], str], *options: str, **which: Any
) -> list[Any]:
    """The traces of `vf-eval` with a model that writes what `play` says."""
    with chat_server.serving(play) as address:
        seat = ("--env.player.harness.id", "null", "--env.player.runtime.type", "subprocess")
        server = ("--client.base-url", address, "--client.api-key-var", "PATH", "--model", "stub")
        run(folder, "vf-eval", *seat, *server, "--no-push", "--no-rich", *options, **which)
    lines = [line for path in folder.rglob("traces.jsonl") for line in path.read_text().splitlines()]
    return [json.loads(line) for line in lines]


def prompts(names: list[str], count: int = 3) -> dict[str, rlvr.Task]:
    from rlvr.integrations.datasets import rows

    made = rows(names, count, format=None, levels=(1, 1))
    return {row["prompt"]: task_of(row) for row in made}


def text(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


PARITY_TASKS = """
import json
from pathlib import Path

import rlvr
from rlvr.integrations.verifiers import RlvrData, RlvrEnv, RlvrTask, RlvrTaskset

rlvr.register({registry!r})


class ParityTaskset(RlvrTaskset):
    def load(self):
        for row in json.loads(Path({file!r}).read_text()):
            data = RlvrData(id=row["id"], name=row["id"], prompt=row["prompt"], task=row["task"])
            yield RlvrTask(data, self.config.task)


__all__ = ["ParityTaskset", "RlvrEnv"]
"""


def test_every_adapter_pays_the_same(folder: Path, hanging: None) -> None:
    rows = {case.id: row_of(case.task) for case in parity.CASES}
    plans = {rows[case.id]["prompt"]: case.actions for case in parity.CASES}
    assert len(plans) == len(rows)
    file = folder / "rows.json"
    file.write_text(json.dumps(list(rows.values())))
    page = PARITY_TASKS.format(registry=str(FIXTURES / "hanging.yaml"), file=str(file))
    (folder / "rlvr_tasks.py").write_text(page)

    def play(messages: list[dict[str, Any]]) -> str:
        said = [message for message in messages if message["role"] != "system"]
        return plans[text(said[0])][sum(message["role"] == "assistant" for message in said)]

    traces = evaluated(folder, play, "--env.budget", str(parity.BUDGET), names=["sudoku"], count=len(rows))

    def paid(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        (trace,) = [each for each in traces if json.dumps(rows[case.id]["id"]) in json.dumps(each)]
        if "TaskError" in json.dumps(trace["errors"]):
            assert "rlvr" not in trace.get("rewards", {})
            return parity.Unpaid("a `TaskError` on the trace, no reward")
        return rewards(trace)

    parity.check("verifiers", "verifiers", paid)


def test_vf_eval_pays_what_verify_says(folder: Path) -> None:
    tasks = prompts(["sudoku"])
    rights = {prompt: number != 1 for number, prompt in enumerate(tasks)}

    def play(messages: list[dict[str, Any]]) -> str:
        prompt = text(messages[-1])
        return f"<answer>{tasks[prompt].answer if rights[prompt] else '1'}</answer>"

    traces = evaluated(folder, play, names=["sudoku"])
    assert sorted(rewards(trace) for trace in traces) == [0.0, 1.0, 1.0]


def test_games_and_tools_are_played_over_several_turns(folder: Path) -> None:
    names = ["sokoban", "search-qa"]
    tasks = prompts(names, 4)

    def play(messages: list[dict[str, Any]]) -> str:
        said = [message for message in messages if message["role"] != "system"]
        env = rlvr.make(tasks[text(said[0])].env)
        env.reset(options={"task": tasks[text(said[0])]})
        for message in said:
            if message["role"] == "assistant":
                env.step(text(message))
        return env.oracle_action()

    traces = evaluated(folder, play, names=names, count=4)
    assert [rewards(trace) for trace in traces] == [1.0] * 4


def test_a_hang_is_an_error_and_no_reward(folder: Path) -> None:
    page = folder / "rlvr_tasks.py"
    registered = f"import rlvr\n\nrlvr.register({str(FIXTURES / 'hanging.yaml')!r})\n"
    page.write_text(registered + page.read_text())
    options = ("--env.budget", "6", "--env.taskset.split", "None")
    said = "<answer>hang</answer>"
    with chat_server.serving(lambda messages: said) as address:
        seat = ("--env.player.harness.id", "null", "--env.player.runtime.type", "subprocess")
        server = ("--client.base-url", address, "--client.api-key-var", "PATH", "--model", "stub")
        told = run(
            folder, "vf-eval", *seat, *server, *options, "--no-push", "--no-rich", names=["hanging/verdict-v0"]
        )
    traces = [
        json.loads(line) for path in folder.rglob("traces.jsonl") for line in path.read_text().splitlines()
    ]
    assert traces, told
    for trace in traces:
        assert "longer than 6 s" in json.dumps(trace["errors"])
        assert "rlvr" not in trace.get("rewards", {})


def test_vf_validate_finds_every_task_winnable(folder: Path) -> None:
    runtime = ("--runtime.type", "subprocess", "--only-gold", "--no-rich")
    told = run(folder, "vf-validate", *runtime, names=["sudoku", "sokoban"], prefix="--taskset")
    assert "False" not in told
    assert re.search(r"3/3|valid", told), told


def rewards(trace: dict[str, Any]) -> float:
    found = json.dumps(trace)
    value = re.search(r'"rlvr": \{"score": ([0-9.]+)|"rlvr": ([0-9.]+)', found)
    assert value, found[:2000]
    return float(value[1] or value[2])


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    assert "rewards [1.0, 1.0, 1.0]" in pages.run("verifiers", tmp_path)
