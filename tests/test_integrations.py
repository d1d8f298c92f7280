"""The core of all adapters: episodes as chats in other processes, which nothing can stall."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr import registry
from rlvr.export.rows import row_of
from rlvr.export.trainers import task_of
from rlvr.integrations import from_reasoning_gym
from rlvr.integrations.episode import Episode
from rlvr.integrations.from_reasoning_gym import LEFT_OUT, REGISTRY
from rlvr.integrations.pay import Unscored, reward_of
from rlvr.integrations.workers import CallFailed, OutOfBudget, Workers
from rlvr.verifiers.base import Reason, infra

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    monkeypatch.syspath_prepend(str(FIXTURES))
    rlvr.register(FIXTURES / "hanging.yaml")
    made = Workers(2)
    yield made
    made.close()


def calling(name: str, **arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "function": function}]}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("sudoku", {}),
        ("sudoku", {"attempts": 2}),
        ("sokoban", {"reward": "dense"}),
        ("search-qa", {}),
        ("search-qa", {"tools": "text"}),
    ],
)
def test_an_episode_says_and_pays_what_the_environment_does(
    pool: Workers, name: str, options: dict[str, Any]
) -> None:
    task = rlvr.get(name).task(2, 5, options=options)
    made_with = {**options, **({"tools": "native"} if name == "search-qa" and not options else {})}
    env = rlvr.make(name, **made_with)
    env.reset(options={"task": rlvr.get(name).task(2, 5)})
    episode = Episode(task, pool=pool)
    chat = episode.reset()
    assert chat == env.messages
    while not episode.done:
        action = env.oracle_action()
        env.step(action)
        chat += [env.messages[len(chat)], *episode.act(action)]
    assert chat == episode.messages == env.messages
    assert episode.score().passed
    assert not episode.truncated
    assert rlvr.verify(task, chat, **made_with).passed
    with pytest.raises(ValueError, match="is over"):
        episode.act("more")


def test_what_hangs_is_cut_and_has_no_score(pool: Workers) -> None:
    task = rlvr.get("hanging/verdict-v0").task(1, 0)
    right = f"<answer>{task.answer}</answer>"
    answers = [right, "<answer>hang</answer>", right, "<answer>x</answer>", right]
    verdicts = pool.verify_many([(task, answer) for answer in answers], budget=2.0)
    assert [verdict.score for verdict in verdicts] == [1.0, None, 1.0, 0.0, 1.0]
    assert "longer than 2 s" in verdicts[1].message
    for how, told in (("hang", "longer than 2 s"), ("die", "died")):
        episode = Episode(rlvr.get("hanging/tool-v0").task(1, 0), pool=pool, budget=2.0)
        episode.reset()
        assert episode.act(calling("stop", how=how)) == []
        assert (episode.done, episode.truncated, episode.score().reason) == (True, True, Reason.INFRA)
        assert told in episode.score().message


def test_episodes_outlive_the_processes_that_played_them(pool: Workers) -> None:
    task = rlvr.get("hanging/tool-v0").task(1, 0)
    episodes = [Episode(task, pool=pool) for _ in range(6)]
    for episode in episodes:
        episode.reset()
        assert task.answer in episode.act(calling("look"))[0]["content"]
    bad = Episode(task, pool=pool, budget=2.0)
    bad.reset()
    bad.act(calling("stop", how="die"))
    for process in list(pool._living):
        process.process.kill()
        process.process.wait()
    for episode in episodes:
        said = episode.act(calling("look"))
        assert "Turns left: 4" in said[0]["content"]  # what came before was played again
        episode.act(f"<answer>{task.answer}</answer>")
        assert episode.score().passed


def test_mistakes_of_the_caller_are_raised_here(pool: Workers) -> None:
    task = rlvr.get("sudoku").task(1, 0)
    with pytest.raises(TypeError, match="a response is"):
        pool.verify(task, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no option 'nonsense'"):
        Episode(task, pool=pool, nonsense=1).reset()
    with pytest.raises(ValueError, match="has not begun"):
        Episode(task, pool=pool).act("x")


def test_an_episode_that_is_given_up_is_judged_as_it_stands(pool: Workers) -> None:
    episode = Episode(rlvr.get("hanging/tool-v0").task(1, 0), pool=pool)
    assert episode.score().reason is Reason.TRUNCATED
    episode.reset()
    episode.act(calling("look"))
    assert episode.score() == rlvr.verify(episode.task, episode.actions, tools="native")


def test_tasks_are_made_in_workers_too(pool: Workers) -> None:
    task = pool.task("rlvr/countdown-v0:2:5", budget=60.0)
    assert task == rlvr.task("rlvr/countdown-v0:2:5")
    boxed = rlvr.get("sudoku").task(1, 3, marker="boxed", options={"reward": "dense"})
    assert pool.task(boxed.id) == boxed
    for split in ("train", "test"):
        assert pool.task("rlvr/countdown-v0:2:5", split=split) == rlvr.get("countdown").task(2, 5, split=split)
    with pytest.raises(ValueError, match="level"):
        pool.task("rlvr/countdown-v0:99:5")
    only = rlvr.get("hanging/tool-v0").task(1, 0, params={"size": 1})
    with pytest.raises(RuntimeError, match="no task of hanging"):
        pool.task(only.id, split="train" if only.split == "test" else "test")


def test_a_tool_is_called_by_name_and_costs_a_turn(pool: Workers) -> None:
    episode = Episode(rlvr.get("hanging/tool-v0").task(1, 0), pool=pool, budget=5.0)
    episode.reset()
    assert episode.call("look", {}).startswith(str(episode.task.answer))
    assert episode.call("stop", {"how": "die"}) == "error: the tool failed"
    assert episode.call("look", {}) == "error: the episode is over; no more tools can be used"
    assert episode.score().reward is None


def test_a_script_needs_no_guard_and_imports_no_peer(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(
        "import sys, rlvr\n"
        "from rlvr.integrations.workers import workers\n"
        "import rlvr.integrations.trl, rlvr.integrations.verl\n"
        "task = rlvr.get('sudoku').task(1, 0)\n"
        "print(workers().verify(task, f'<answer>{task.answer}</answer>').reward)\n"
        "print(sorted({'torch', 'trl', 'verl', 'datasets', 'transformers', 'gymnasium'} & set(sys.modules)))\n"
    )
    path = os.pathsep.join([str(Path(rlvr.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert (done.returncode, done.stdout) == (0, "1.0\n[]\n"), done.stderr


def test_every_row_can_be_scored_back() -> None:
    task = rlvr.get("sokoban").task(2, 3, options={"reward": "dense"})
    assert task_of(row_of(task)) == task
    assert task_of({"id": task.id}) == task
    with pytest.raises(ValueError, match="needs a task or an id"):
        task_of({"prompt": "x"})


def test_no_score_is_no_reward() -> None:
    with pytest.raises(Unscored, match="the box died"):
        reward_of(infra("the box died"))


def test_a_function_is_called_elsewhere_and_killed_when_it_takes_too_long() -> None:
    pool = Workers(1, {"RLVR_NOTE": "kept"})
    try:
        assert pool.call("os:getenv", "RLVR_NOTE") == "kept"
        with pytest.raises(OutOfBudget, match="longer than 1 s"):
            pool.call("time:sleep", 600, budget=1.0)
        assert pool.call("math:gcd", 12, 18) == 6
        with pytest.raises(ValueError, match="invalid literal"):
            pool.call("builtins:int", "x")
        with pytest.raises(CallFailed, match="ZeroDivisionError"):
            pool.call("operator:truediv", 1, 0)
    finally:
        pool.close()


def test_reasoning_gyms_entries_are_a_valid_registry_file_and_need_nothing_to_be_read() -> None:
    entries = registry.read(REGISTRY)
    assert len(entries) == 90
    assert {entry.family for entry in entries} == {"reasoning-gym"}
    assert not {entry.axes["dataset"][0] for entry in entries} & LEFT_OUT.keys()
    assert from_reasoning_gym.verify({"dataset": "countdown"}, "__import__('os')").reason is Reason.UNPARSABLE


def test_the_page_of_parity_is_current() -> None:
    script = Path(rlvr.__file__).parent / "docs" / "parity.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
