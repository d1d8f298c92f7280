"""OpenEnv: its validation, its own client, many sessions, and an environment that hangs."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import episodes
import pages
import parity
import pytest
import uvicorn
from openenv import GenericEnvClient

import rlvr
from rlvr.integrations.openenv import RlvrAction, RlvrEnvironment, Settings, make_app
from rlvr.integrations.pay import Unscored

HANGING = ["hanging/verdict-v0", "hanging/game-v0", "hanging/tool-v0"]
NAMES = ["sudoku", "sokoban", "search-qa", "mastermind", *HANGING]
COUNT = 8 * len(NAMES)
SESSIONS = 32
URL: list[str] = []


@pytest.fixture(scope="session", autouse=True)
def url() -> Iterator[str]:
    parity.add_hanging()
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    app = make_app(NAMES, sessions=SESSIONS, levels=(1, 1), count=COUNT, budget=15.0)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.05)
    URL[:] = [f"http://127.0.0.1:{port}"]
    yield URL[0]
    server.should_exit = True
    thread.join(60)


def client() -> Any:
    return GenericEnvClient(base_url=URL[0]).sync()


def paid(case: parity.Case) -> float | None:
    with client() as env:
        result = env.reset(task=case.task.id)
        for action in case.actions:
            assert not result.done
            result = env.step({"message": action})
        assert result.done
        return result.reward


def test_every_adapter_pays_the_same() -> None:
    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        reward = paid(case)
        return parity.Unpaid("a last observation with the reward `None`") if reward is None else reward

    parity.check("OpenEnv", "openenv", play)


def test_openenv_finds_the_server_valid(url: str) -> None:
    command = [str(Path(sys.executable).parent / "openenv"), "validate", "--url", url, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    assert report["passed"], report
    assert report["summary"]["passed_count"] == report["summary"]["total_count"] > 0


def won(number: int) -> tuple[str, float | None]:
    with client() as env:
        result = env.reset(index=number // 3 % 8 * len(NAMES) + number % 3)  # the first three
        task = rlvr.task(env.state()["task"])
        for action in episodes.perfect(task):
            result = env.step({"message": action})
        assert result.done
        return task.env, result.reward


def test_many_sessions_at_once_keep_apart() -> None:
    with ThreadPoolExecutor(SESSIONS) as threads:
        results = list(threads.map(won, range(SESSIONS)))
    assert {env for env, _ in results} == {f"rlvr/{name}-v0" for name in NAMES[:3]}
    assert [reward for _, reward in results] == [1.0] * SESSIONS


def test_a_session_that_is_left_frees_its_place() -> None:
    for _ in range(2 * SESSIONS):
        env = client()
        env.connect()
        env.reset(index=0)
        env.disconnect()
    assert won(0)[1] == 1.0


def test_a_hang_stops_nobody_else() -> None:
    hang = next(case for case in parity.CASES if case.id == "tools: hangs")
    with ThreadPoolExecutor(2) as threads:
        hanging = threads.submit(paid, hang)
        assert won(1)[1] == 1.0
        assert hanging.result() is None


def test_a_failure_is_an_error_where_that_is_asked_for() -> None:
    env = RlvrEnvironment(Settings("hanging/tool-v0", unscored="error", budget=5.0))
    env.reset(seed=0)
    with pytest.raises(Unscored, match="longer than"):
        env.step(RlvrAction(message=episodes.HANG), timeout_s=3.0)


def test_what_a_failure_looks_like() -> None:
    env = RlvrEnvironment(Settings("hanging/tool-v0", budget=3.0))
    env.reset(seed=0)
    seen = env.step(RlvrAction(message=episodes.HANG))
    assert (seen.done, seen.truncated, seen.reward) == (True, True, None)
    assert seen.verdict["reason"] == "infra"
    assert "longer than 3 s" in seen.metadata["error"]


def test_replies_that_clients_read_as_json_are_played() -> None:
    task = rlvr.get("countdown").task(1, 0)
    with client() as env:
        env.reset(index=0)
        assert env.step({"message": 3}).done
        env.reset(index=0)
        assert env.step({"any": "thing"}).done
        env.reset(index=1)
        assert not env.step({"message": [1, {"role": "user"}, "\ud800"]}).done
        with pytest.raises(RuntimeError, match="plays rlvr/sudoku-v0"):
            env.reset(task=task.id)
        assert env.reset(index=0).observation["messages"]


def test_native_tools_are_listed_and_called() -> None:
    with client() as env:
        assert env.reset(index=2).observation["tools"] == []
        opened = env.reset(index=2, tools="native")
        names = [tool["function"]["name"] for tool in opened.observation["tools"]]
        assert names == ["search", "open"]
        assert "<tool_call>" not in opened.observation["messages"][-1]["content"]
        function = {"name": "search", "arguments": '{"query": "land"}'}
        call = {"id": "a", "type": "function", "function": function}
        said = env.step({"message": {"role": "assistant", "content": None, "tool_calls": [call]}})
        (answer,) = said.observation["messages"]
        assert (answer["role"], answer["tool_call_id"], said.reward) == ("tool", "a", 0.0)
        task = rlvr.task(env.state()["task"])
        ended = env.step({"message": f"<answer>{task.answer}</answer>"})
        assert (ended.done, ended.reward) == (True, 1.0)


def test_a_seed_and_a_number_name_one_problem_and_splits_are_kept() -> None:
    seen: dict[Any, str] = {}
    for choice in ({"seed": COUNT + 7}, {"index": 7}, {"index": 7, "split": "test"}, {"index": 14}):
        with client() as env:
            env.reset(**choice)
            seen[str(choice)] = env.state()["task"]
            with pytest.raises(RuntimeError, match=f"0 to {COUNT - 1}"):
                env.reset(index=COUNT)
            with pytest.raises(RuntimeError, match="not lvl"):
                env.reset(lvl=2)
            with pytest.raises(RuntimeError, match="whole number"):
                env.reset(seed="5")
    first, second, test, other = seen.values()
    assert first == second
    assert len({first, test, other}) == 3
    assert [rlvr.task(id).split for id in (first, test)] == ["train", "test"]


def test_the_task_api_lists_problems(url: str) -> None:
    def asked(path: str, **body: Any) -> Any:
        request = urllib.request.Request(f"{url}/rlvr/{path}", json.dumps(body).encode() if body else None)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as reply:
            return json.loads(reply.read())

    assert [split["name"] for split in asked("splits")] == ["train", "test"]
    assert asked("num_tasks", split="test") == {"num_tasks": COUNT}
    task = asked("task", split="test", index=9)["task"]
    assert (task["id"], task["env"]) == ("test-9", "rlvr/search-qa-v0")
    assert asked("task_range", split="test", start=9, stop=10)["tasks"] == [task]


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    assert "rewards {'rlvr/sudoku-v0': 1.0, 'rlvr/sokoban-v0': 1.0}" in pages.run("openenv", tmp_path)
