"""Streams over HTTP, tasks of curricula that are made ahead, and difficulties instead of levels."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'serve' is not installed")

from served import Served, serving

import rlvr
from rlvr.dial import Dial, number

FIXTURES = Path(__file__).parent / "fixtures"
IDS = ["word-sorting", "cipher", "sudoku"]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(answers=True, limits={"ahead": 600}) as made:
        yield made


def wait_until_ready(served: Served, id: str, wanted: int) -> None:
    ends = time.monotonic() + 60
    while served.get(f"/v1/streams/{id}")["ready"] < wanted:
        assert time.monotonic() < ends
        time.sleep(0.02)


def test_a_stream_is_that_of_the_library_whatever_happens_to_the_processes(served: Served) -> None:
    asked: dict[str, Any] = {"seed": 4, "split": "train", "marker": "boxed", "options": {"attempts": 2}}
    made = served.post("/v1/streams", 201, id="run", envs=IDS, levels=[1, 2], ahead=40, **asked)
    assert (made["number"], made["ahead"]) == (0, 40)
    found: list[Any] = []
    for count in (1, 7, 40, 3):
        reply = served.post("/v1/streams/run/next", count=count, number=len(found), answers=True)
        assert (reply["number"], reply["lost"], len(reply["tasks"])) == (len(found), [], count)
        again = served.post("/v1/streams/run/next", count=count, number=len(found), answers=True)
        assert again == reply  # its reply was lost
        found += reply["tasks"]
        for process in served.service.pool.living[:1]:
            os.kill(process.popen.pid, signal.SIGKILL)
    change = {"weights": {"sudoku:4": 2, "cipher": 1}}
    assert served.post("/v1/streams/run/change", **change) == {"number": 51 + 40}
    for _ in range(3):
        found += served.post("/v1/streams/run/next", count=30, answers=True)["tasks"]
    with rlvr.stream(IDS, (1, 2), workers=0, ahead=40, **asked) as tasks:
        ours = list(islice(tasks, 51))
        assert tasks.change(**change) == 91
        ours += islice(tasks, 90)
    assert {row.pop("split") for row in found} == {"train"}
    assert [rlvr.Task.from_json(row) for row in found] == ours
    shown = served.post("/v1/streams/run/next")["tasks"][0]
    assert not {"answer", "payload", "trace"} & set(shown)
    served.delete("/v1/streams/run")
    served.get("/v1/streams/run", 404)


def test_tasks_are_ready_before_they_are_asked_for_and_within_the_bound(served: Served) -> None:
    served.post("/v1/streams", 201, id="first", envs=["cipher"], ahead=20)
    wait_until_ready(served, "first", 20)
    before = served.service.metrics.text().decode()
    assert "rlvr_tasks_ready 20.0" in before
    told = served.post("/v1/streams", 429, id="second", envs=["cipher"], ahead=590)
    assert "hold at most 600 tasks, of which 20 are taken" in told
    assert served.get("/v1/streams") == ["first"]
    served.post("/v1/streams/first/next", 422, count=21)
    assert "number 0" in served.post("/v1/streams/first/next", 409, number=5)
    served.delete("/v1/streams/first")


def test_an_episode_begins_on_the_next_task_of_a_stream(served: Served) -> None:
    served.post("/v1/streams", 201, id="games", envs=["sokoban"], levels=1, ahead=8)
    with rlvr.stream("sokoban", 1, workers=0) as tasks:
        ours = list(islice(tasks, 3))
    for task in ours[:2]:
        begun = served.post("/v1/episodes", 201, stream="games", id="mine")
        assert begun["messages"][0]["content"] == task.prompt
        home = served.service.sessions.open["mine"].home
        os.kill(home.popen.pid, signal.SIGKILL)  # it goes on in one that has not made the task
        reply = served.post("/v1/episodes/mine/step", action="<answer>L</answer>", turn=0)
        assert reply["turn"] == 1
        assert reply["verdict"]["score"] is not None
        served.delete("/v1/episodes/mine")
    assert served.get("/v1/streams/games")["number"] == 2
    assert "a task, or a stream" in served.post("/v1/episodes", 422, id="mine")
    assert "a task, or a stream" in served.post("/v1/episodes", 422, task=ours[0].id, stream="games")
    served.post("/v1/episodes", 404, stream="none")
    served.delete("/v1/streams/games")


def test_a_task_that_hangs_is_lost_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FIXTURES))
    rlvr.register(FIXTURES / "stalling.yaml")
    with serving(limits={"budget_s": 1.5}) as served:
        served.post("/v1/streams", 201, id="run", envs=["stalling/generator-v0"], levels=1, ahead=8)
        reply = served.post("/v1/streams/run/next", count=8)
        numbers = {task["id"] for task in reply["tasks"]}
        assert 0 < len(reply["lost"]) < 8
        assert len(numbers) + len(reply["lost"]) == 8
        assert served.post("/v1/streams/run/next", count=1)["number"] == 8


def test_the_tasks_of_a_curriculum_are_made_ahead_and_are_the_same(served: Served) -> None:
    asked: dict[str, Any] = {"envs": ["sudoku"], "levels": [1, 3], "curriculum": "ladder", "seed": 5}
    with serving(limits={"ahead": 1}) as without:  # no room to make anything ahead
        for each in (served, without):
            each.post("/v1/curricula", 201, id="run", **asked)
        for step in range(4):
            replies = []
            for each in (served, without):
                draws = each.post("/v1/curricula/run/next", count=6)["draws"]
                replies.append(draws)
                results = [{"draw": draw["id"], "rewards": [1.0] * 150} for draw in draws]
                each.post("/v1/curricula/run/results", results=results)
            assert replies[0] == replies[1], step
            (run,) = served.service.curricula.runs.values()
            ends = time.monotonic() + 30
            while not (len(run.expected) == 6 and all(task.done() for task in run.expected.values())):
                assert time.monotonic() < ends
                time.sleep(0.02)
            expected = {task.result()["task"]["id"] for task in run.expected.values()}
        assert {
            draw["task"]["id"] for draw in served.post("/v1/curricula/run/next", count=6)["draws"]
        } == expected
        (other,) = without.service.curricula.runs.values()
        assert not other.expected
    served.delete("/v1/curricula/run")


def test_difficulties_instead_of_levels(served: Served) -> None:
    spec = rlvr.get("arithmetic")
    seeds = [3, 4, 5, 6]
    found = served.post("/v1/tasks", env="arithmetic", difficulty=3.3, seeds=seeds)["tasks"]
    assert [task["id"] for task in found] == [Dial(spec, 3.3).task(seed).id for seed in seeds]
    found = served.post("/v1/tasks", env="arithmetic", difficulty=[1, 3], seeds=seeds)["tasks"]
    assert [task["id"] for task in found] == [Dial(spec, (1, 3)).task(seed).id for seed in seeds]
    assert "from 0.63 to 3.98, not 9" in served.post("/v1/tasks", 422, env="arithmetic", difficulty=9)
    assert "a level with params" in served.post("/v1/tasks", 422, env="arithmetic", difficulty=2, level=1)
    made = served.post("/v1/streams", 201, id="d", envs=["arithmetic"], difficulty=3.3, ahead=4)
    assert set(made["weights"]) == {"arithmetic:7", "arithmetic:7+1"}
    served.post("/v1/streams/d/change", difficulty={"arithmetic": [1.0, 2.0]})
    served.post("/v1/streams/d/change", weights={"arithmetic": 2.0})
    assert set(served.get("/v1/streams/d")["weights"]) == {f"arithmetic:{level}" for level in range(2, 7)}
    told = served.post("/v1/streams", 422, id="e", envs=["algorithms"], difficulty=2)
    assert "has no measured difficulty" in told
    served.delete("/v1/streams/d")
    asked: dict[str, Any] = {"id": "c", "envs": ["arithmetic", "dates"], "curriculum": "staircase"}
    made = served.post("/v1/curricula", 201, difficulty=[1.9, 4], **asked)
    assert made["arms"] == ["arithmetic:6", "arithmetic:7"] + [f"arithmetic:7+{n}" for n in (1, 2, 3)] + [
        "dates:3",
        "dates:4",
        "dates:5",
        "dates:6",
        "dates:7",
        "dates:7+1",
    ]
    for _ in range(6):  # all right: up, beyond the table
        draws = served.post("/v1/curricula/c/next", count=8)["draws"]
        served.post("/v1/curricula/c/results", results=[{"draw": d["id"], "rewards": [1.0] * 8} for d in draws])
    tasks = [draw["task"] for draw in served.post("/v1/curricula/c/next", count=12)["draws"]]
    beyond = [number(rlvr.get(task["env"]), task["level"], task["params"]) for task in tasks]
    assert max(beyond) > 7
    assert rlvr.task(tasks[0]["id"]).prompt == tasks[0]["prompt"]
    assert "not both" in served.post("/v1/curricula", 422, **{**asked, "id": "x"}, levels=[1, 2], difficulty=2)
    served.delete("/v1/curricula/c")
