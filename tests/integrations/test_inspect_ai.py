"""inspect_ai: `inspect eval`, its metrics beside ours, agents with tools, and an environment that hangs."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import episodes
import pages
import parity
import pytest
from inspect_ai import Epochs, Task, eval, score
from inspect_ai.agent import AgentSubmit, react
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate

import rlvr
from rlvr.agents.evaluation.passes import pass_at_k
from rlvr.export.rows import row_of
from rlvr.integrations.inspect_ai import begin, dataset, gym, play, tools, verdict

Say = Callable[[list[ChatMessage]], ModelOutput]


def said(text: str) -> ModelOutput:
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def called(name: str, **arguments: Any) -> ModelOutput:
    output = ModelOutput.for_tool_call("mockllm/model", name, arguments)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def evaluated(task: Task | str, say: Say, folder: Path, **settings: Any) -> EvalLog:
    model = get_model("mockllm/model", custom_outputs=lambda messages, *rest: say(messages), memoize=False)
    (log,) = eval(task, model=model, log_dir=str(folder), display="none", max_samples=2, **settings)
    assert log.status == "success", log.error
    return log


def turn(messages: list[ChatMessage]) -> int:
    return sum(message.role == "assistant" for message in messages)


def sample(task: rlvr.Task) -> Sample:
    row = row_of(task)
    known = {"env": row["env"], "task": row["task"]}
    return Sample(input=task.prompt, id=task.id, metadata={**known, "prompt": row["prompt"]})


def paid(case: parity.Case, folder: Path = Path("inspect-logs")) -> float | None:
    task = Task(dataset=[sample(case.task)], solver=play(budget=10.0), scorer=verdict())
    log = evaluated(task, lambda messages: said(case.actions[turn(messages)]), folder)
    value = log.samples[0].scores["verdict"].value
    return None if math.isnan(value) else value


def test_every_adapter_pays_the_same(tmp_path: Path, hanging: None) -> None:
    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        reward = paid(case, tmp_path)
        return parity.Unpaid("`Score.unscored`: NaN") if reward is None else reward

    parity.check("inspect_ai", "inspect-ai", play)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    """Three tasks, eight epochs each; some right, some wrong, some without a score."""
    parity.add_hanging()
    made = [rlvr.get("hanging/verdict-v0").task(2, seed) for seed in (0, 1)]
    made.append(rlvr.get("word-sorting").task(1, 0))
    random = Random(5)

    def say(messages: list[ChatMessage]) -> ModelOutput:
        task = next(each for each in made if each.prompt in messages[0].text)
        choice = random.random()
        hangs = task is made[0] and choice < 0.2
        return said(f"<answer>{'hang' if hangs else task.answer if choice < 0.6 else 'x'}</answer>")

    epochs = Epochs(8, ["mean", "pass_at_1", "pass_at_2", "pass_at_4", "pass_at_8"])
    task = Task(
        dataset=[sample(each) for each in made], solver=play(budget=2.0), scorer=verdict(), epochs=epochs
    )
    return evaluated(task, say, tmp_path_factory.mktemp("logs"))


def test_pass_at_k_is_ours(drawn: EvalLog) -> None:
    ours: dict[Any, list[float]] = {}
    for each in drawn.samples:
        value = each.scores["verdict"].value
        reason = each.scores["verdict"].metadata["reason"]
        assert math.isnan(value) == (reason == "infra")
        ours.setdefault(each.id, []).extend([] if math.isnan(value) else [value])
    counts = [len(scored) for scored in ours.values()]
    assert len(counts) == 3
    assert min(counts) < 8  # some had no score
    assert 0 < sum(map(sum, ours.values())) < sum(counts)
    theirs = {each.reducer: each.metrics["mean"].value for each in drawn.results.scores}
    for k in (1, 2, 4, 8):
        known = [scored for scored in ours.values() if len(scored) >= k]
        mean = sum(pass_at_k(len(scored), int(sum(scored)), k) for scored in known) / len(known)
        assert theirs[f"pass_at_{k}"] == pytest.approx(mean, abs=1e-9), k
    assert theirs["mean"] == pytest.approx(theirs["pass_at_1"], abs=1e-9)


def test_a_log_is_scored_again_alike(drawn: EvalLog) -> None:
    again = score(drawn, verdict(budget=5.0), action="overwrite", display="none")
    before, after = ([each.scores["verdict"].value for each in log.samples] for log in (drawn, again))
    assert [str(value) for value in after] == [str(value) for value in before]


def plays(task: rlvr.Task) -> Iterator[ModelOutput]:
    """Native calls of a perfect player, and its answer."""
    for action in episodes.perfect(task):
        if "<tool_call>" in action:
            call = json.loads(action.split("<tool_call>")[1].split("</tool_call>")[0])
            yield called(call["name"], **call["arguments"])
        else:
            yield said(action)


def test_tools_are_called_natively(tmp_path: Path) -> None:
    made = dataset("search-qa", 2, levels=(1, 1))
    assert "<tool_call>" not in made[0].input[0].text
    written = {each.input[0].text: list(plays(rlvr.task(each.id))) for each in made}
    task = Task(dataset=made, solver=play(), scorer=verdict())
    log = evaluated(task, lambda messages: written[messages[0].text][turn(messages)], tmp_path)
    for each in log.samples:
        assert each.scores["verdict"].value == 1.0
        assert [message.role for message in each.messages] == ["user", "assistant", "tool", "assistant"]


@pytest.mark.parametrize("agent", ["react", "generate"])
def test_agents_of_inspect_use_the_tools(agent: str, tmp_path: Path) -> None:
    made = dataset("search-qa", 1, levels=(1, 1))
    task = rlvr.task(made[0].id)
    outputs = list(plays(task))
    if agent == "react":
        outputs[-1] = called("submit", answer=f"<answer>{task.answer}</answer>")
        solver: Any = react(tools=tools("search-qa"), submit=AgentSubmit(answer_only=True))
    else:
        from inspect_ai.solver import use_tools

        solver = [use_tools(tools("search-qa")), generate()]
    log = evaluated(
        Task(dataset=made, setup=begin(), solver=solver, scorer=verdict()),
        lambda messages: outputs[turn(messages)],
        tmp_path,
    )
    judged = log.samples[0].scores["verdict"]
    assert (judged.value, judged.metadata["turns"]) == (1.0, len(outputs))


def test_a_tool_that_hangs_has_no_score_in_an_agent(tmp_path: Path) -> None:
    parity.add_hanging()
    outputs = [called("stop", how="hang"), called("look"), said("<answer>1</answer>")]
    from inspect_ai.solver import use_tools

    solver = [use_tools(tools("hanging/tool-v0", budget=3.0)), generate()]
    task = Task(
        dataset=[sample(rlvr.get("hanging/tool-v0").task(1, 0))], setup=begin(), solver=solver, scorer=verdict()
    )
    log = evaluated(task, lambda messages: outputs[turn(messages)], tmp_path)
    judged = log.samples[0].scores["verdict"]
    assert math.isnan(judged.value)
    assert "longer than 3 s" in judged.explanation


def test_a_solver_of_ones_own_is_scored_too(tmp_path: Path) -> None:
    made = dataset("sudoku", 2, levels=(1, 1))
    answers = {each.input[0].text: each.target for each in made}
    task = Task(dataset=made, solver=generate(), scorer=verdict())
    log = evaluated(task, lambda messages: said(f"<answer>{answers[messages[0].text]}</answer>"), tmp_path)
    assert [each.scores["verdict"].value for each in log.samples] == [1.0, 1.0]


def test_what_is_asked_for_wrongly_is_told() -> None:
    with pytest.raises(ValueError, match="has no tools"):
        tools("sudoku")
    with pytest.raises(ValueError, match="split must be"):
        gym("sudoku", split="dev")


NAMES = ["sudoku", "sokoban", "search-qa"]


def test_inspect_knows_the_task_by_name(tmp_path: Path) -> None:
    wanted = {"names": NAMES, "levels": "1-2", "count": 6, "split": "train"}
    log = evaluated("rlvr/gym", lambda messages: said("?"), tmp_path, task_args=wanted, message_limit=6)
    assert {each.metadata["env"] for each in log.samples} == {f"rlvr/{name}-v0" for name in NAMES}
    assert [each.scores["verdict"].value for each in log.samples] == [0.0] * 6  # the limit ended some of them
    assert log.eval.task == "rlvr/gym"


FILE = """
from inspect_ai import task
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from rlvr.integrations.inspect_ai import gym

def say(messages, *rest):
    output = ModelOutput.from_content("mockllm/model", "<answer>1</answer>")
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output

@task
def mine(names, levels):
    made = gym(names, 6, levels)
    made.model = get_model("mockllm/model", custom_outputs=say)
    return made
"""


def test_the_command_runs_any_ids(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FILE)
    command = f"eval mine.py -T names={','.join(NAMES)} -T levels=1-2 --epochs 2 --epochs-reducer pass_at_2"
    done = subprocess.run(
        [str(Path(sys.executable).parent / "inspect"), *command.split(), *"--log-format json".split()],
        cwd=tmp_path,
        env={**os.environ, "INSPECT_LOG_DIR": str(tmp_path), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = tmp_path.glob("*.json")
    log = json.loads(file.read_text())
    assert log["status"] == "success", log.get("error")
    (result,) = log["results"]["scores"]
    assert (result["reducer"], result["metrics"]["mean"]["value"]) == ("pass_at_2", 0.0)
    assert {each["metadata"]["env"] for each in log["samples"]} == {f"rlvr/{name}-v0" for name in NAMES}


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    assert "pass@2 1.0" in pages.run("inspect_ai", tmp_path)
