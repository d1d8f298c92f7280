"""What outlives a request, a process and the server: curricula, episodes, and verdicts under way at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'serve' is not installed")

import httpx
from served import Served, serving

import rlvr
from rlvr.agents.curricula import Arm, Result, make_curriculum
from rlvr.agents.curricula.base import Draw

FIXTURES = Path(__file__).parent / "fixtures"


def play(served: Served, rounds: range, answer: dict[str, float]) -> list[Any]:
    """Draws and reports; a level's rewards are as `answer` says."""
    seen = []
    for number in rounds:
        draws = served.post("/v1/curricula/run/next", count=6, request=f"step-{number}")["draws"]
        seen.append([(draw["id"], draw["task"]["id"], draw["samples"]) for draw in draws])
        results = [
            {"draw": draw["id"], "rewards": [1.0 if i < 8 * answer[draw["arm"]] else 0.0 for i in range(8)]}
            for draw in draws
        ]
        served.post("/v1/curricula/run/results", results=results)
    return seen


RATES = {f"sudoku:{level}": rate for level, rate in enumerate((1.0, 0.5, 0.25, 0.0), start=1)}


def test_a_curriculum_goes_on_after_a_restart_as_if_there_was_none(tmp_path: Path) -> None:
    asked = {"id": "run", "envs": ["sudoku"], "levels": [1, 4], "curriculum": "frontier", "seed": 5}
    with serving(workers=1) as whole:
        whole.post("/v1/curricula", 201, **asked)
        expected = play(whole, range(8), RATES)
        weights = whole.get("/v1/curricula/run")["weights"]
    with serving(workers=1, state=tmp_path) as first:
        first.post("/v1/curricula", 201, **asked)
        seen = play(first, range(4), RATES)
        lost = first.post("/v1/curricula/run/next", count=6, request="step-4")["draws"]
    with serving(workers=1, state=tmp_path) as second:
        state = second.get("/v1/curricula/run")
        assert state["open"] == [draw["id"] for draw in lost]
        assert second.post("/v1/curricula/run/next", count=6, request="step-4")["draws"] == lost
        seen += play(second, range(4, 8), RATES)
        assert second.get("/v1/curricula/run")["weights"] == weights
        second.delete("/v1/curricula/run")
    assert seen == expected
    with serving(workers=1, state=tmp_path) as third:
        third.get("/v1/curricula/run", 404)


def test_a_curriculum_learns_what_it_is_told_once() -> None:
    with serving(workers=1) as served:
        served.post("/v1/curricula", 201, id="run", envs=["sudoku"], levels=[1, 2], curriculum="sec", samples=3)
        assert "there is a curriculum" in served.post("/v1/curricula", 409, id="run", envs=["sudoku"])
        draws = served.post("/v1/curricula/run/next", count=4)["draws"]
        assert {draw["samples"] for draw in draws} == {3}
        assert {draw["task"]["split"] for draw in draws} == {"train"}
        assert not {"answer", "payload", "trace"} & set(draws[0]["task"])
        ours = make_curriculum("sec", [Arm("rlvr/sudoku-v0", level) for level in (1, 2)])
        ours.record(
            [
                Result(Draw(Arm("rlvr/sudoku-v0", draw["task"]["level"])), draw["task"]["id"], (1.0, 0.0), 1.0)
                for draw in draws
            ]
        )
        results = [{"draw": draw["id"], "rewards": [1.0, 0.0, None], "advantage": 1.0} for draw in draws]
        told = served.post("/v1/curricula/run/results", results=results[::-1] + results[:1])
        assert (told["recorded"], told["repeated"]) == (4, 1)
        assert told["weights"] == dict(ours.weights())
        assert served.post("/v1/curricula/run/results", results=results) == {
            **told,
            "recorded": 0,
            "repeated": 4,
        }
        assert "there was no draw" in served.post(
            "/v1/curricula/run/results", 422, results=[{"draw": "d99", "rewards": []}]
        )
        assert served.get("/v1/curricula/run")["open"] == []


def test_hints_are_given_where_answers_are() -> None:
    with serving(answers=True, workers=1) as served:
        served.post("/v1/curricula", 201, id="h", envs=["arithmetic"], levels=[2, 2], curriculum="hints")
        for _ in range(12):
            draws = served.post("/v1/curricula/h/next", count=8)["draws"]
            results = [{"draw": draw["id"], "rewards": [0.0] * 8} for draw in draws]
            served.post("/v1/curricula/h/results", results=results)
            hinted = [draw for draw in draws if draw["hint"]]
            if hinted:
                break
        assert hinted
        assert any(draw["hint_text"] for draw in hinted)


def test_episodes_go_on_after_a_restart(tmp_path: Path) -> None:
    task = rlvr.get("sudoku").task(1, 3)
    with serving(workers=1, state=tmp_path) as first:
        first.post("/v1/episodes", 201, task=task.id, id="e", options={"attempts": 3, "feedback": "reason"})
        told = first.post("/v1/episodes/e/step", action="<answer>1</answer>", turn=0)
        state = first.get("/v1/episodes/e")
    with serving(workers=1, state=tmp_path) as second:
        assert second.get("/v1/episodes/e") == state
        assert second.post("/v1/episodes/e/step", action="<answer>1</answer>", turn=0) == told
        told = second.post("/v1/episodes/e/step", action=f"<answer>{task.answer}</answer>", turn=1)
        assert (told["done"], told["verdict"]["score"]) == (True, 1.0)


COMMAND = (
    "import sys; sys.path[:0] = [{fixtures!r}]; import rlvr; rlvr.register({file!r}); "
    "from rlvr.serving.limits import Limits, Settings; from rlvr.serving.server import make_server; "
    "make_server('127.0.0.1', {port}, Settings(workers=1, limits=Limits(grace_s={grace}))).run()"
)


def started(port: int, grace: float) -> subprocess.Popen[bytes]:
    code = COMMAND.format(fixtures=str(FIXTURES), file=str(FIXTURES / "unhurried.yaml"), port=port, grace=grace)
    path = os.pathsep.join([str(Path(rlvr.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen([sys.executable, "-P", "-c", code], env={**os.environ, "PYTHONPATH": path})
    ends = time.monotonic() + 120
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/health")
        except httpx.TransportError:
            assert process.poll() is None
            assert time.monotonic() < ends
            time.sleep(0.05)
        else:
            return process


def free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize(("grace", "score"), [(60.0, 1.0), (1.0, None)])
def test_a_verdict_under_way_is_given_before_the_server_ends(grace: float, score: float | None) -> None:
    port = free_port()
    process = started(port, grace)
    found: list[Any] = []

    def asked(answer: str) -> None:
        body = {"task": "unhurried/verdict-v0:1:0", "response": f"<answer>{answer}</answer>"}
        found.append(httpx.post(f"http://127.0.0.1:{port}/v1/verify", json=body, timeout=120).json())

    wanted = "wait" if score else "for ever"
    threads = [threading.Thread(target=asked, args=(wanted,)) for _ in range(3)]
    try:
        for thread in threads:
            thread.start()
        ends = time.monotonic() + 60
        while "rlvr_under_way 3.0" not in httpx.get(f"http://127.0.0.1:{port}/metrics").text:
            assert time.monotonic() < ends
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        for thread in threads:
            thread.join(120)
        assert [each["score"] for each in found] == [score] * 3
        process.wait(60)
    finally:
        process.kill()
        process.wait()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/health")


def test_the_command_refuses_to_be_open_to_everybody() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rlvr", "serve", "--host", "0.0.0.0", "--port", "0"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd="/",
    )
    assert done.returncode == 2
    assert "give a token" in done.stderr
