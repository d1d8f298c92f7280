"""The HTTP interface: every route, what it refuses, and that a verdict over HTTP is the one of `rlvr.verify`."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'serve' is not installed")

import httpx
from served import Served, serving

import rlvr
from rlvr.export.rows import row_of
from rlvr.export.trainers import convert
from rlvr.serving.guard import Rates, Tokens
from rlvr.serving.limits import Limits, check_address, read_tokens

FIXTURES = Path(__file__).parent / "fixtures"
TOKEN, OTHER = "a-token-of-the-tests", "another-token-of-the-tests"


@pytest.fixture(scope="module")
def plain() -> Iterator[Served]:
    with serving() as served:
        yield served


@pytest.fixture(scope="module")
def open_handed() -> Iterator[Served]:
    with serving(answers=True) as served:
        yield served


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FIXTURES))
    rlvr.register(FIXTURES / "hanging.yaml")


def calling(name: str, **arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "function": function}]}


def test_environments_are_listed_and_shown(plain: Served) -> None:
    listed = plain.get("/v1/environments")
    assert [each["id"] for each in listed] == list(rlvr.list())
    family = listed[0]["family"]
    assert [each["id"] for each in plain.get(f"/v1/environments?family={family}")] == list(rlvr.list(family))
    for name in ("sudoku", "rlvr/sudoku-v0"):
        shown = plain.get(f"/v1/environments/{name}")
        spec = rlvr.get("sudoku")
        assert (shown["id"], shown["levels"]) == (spec.id, len(spec.levels))
        assert shown["params"] == {axis: list(values) for axis, values in spec.axes.items()}
    assert "did you mean" in plain.get("/v1/environments/sudoko", 404)


def test_tasks_are_those_of_the_registry(plain: Served, open_handed: Served) -> None:
    asked = {
        "env": "sudoku",
        "level": 2,
        "params": {"blanks": 5},
        "marker": "boxed",
        "options": {"attempts": 2},
    }
    tasks = plain.post("/v1/tasks", seeds=[7, 3], **asked)["tasks"]
    expected = [
        rlvr.get("sudoku").task(2, seed, params={"blanks": 5}, marker="boxed", options={"attempts": 2})
        for seed in (7, 3)
    ]
    assert [task["id"] for task in tasks] == [task.id for task in expected]
    assert [task["prompt"] for task in tasks] == [task.prompt for task in expected]
    rows = open_handed.post("/v1/tasks", seeds=[7, 3], answers=True, **asked)["tasks"]
    assert [rlvr.Task.from_json({**row, "split": None}).answer for row in rows] == [t.answer for t in expected]
    many = plain.post("/v1/tasks", env="countdown", count=130, split="test")["tasks"]
    assert [task["id"] for task in many] == [
        rlvr.get("countdown").task(1, seed, split="test").id for seed in range(130)
    ]


def test_answers_are_given_only_where_they_are_allowed(plain: Served, open_handed: Served) -> None:
    task = rlvr.get("sudoku").task(1, 0)
    text = plain.client.post("/v1/tasks", json={"env": "sudoku"}).text
    assert task.answer.splitlines()[0] not in text.replace(json.dumps(task.prompt)[1:-1], "")
    assert not {"answer", "payload", "trace"} & set(json.loads(text)["tasks"][0])
    assert "--answers" in plain.post("/v1/tasks", 403, env="sudoku", answers=True)
    assert not {"answer", "payload"} & set(open_handed.post("/v1/tasks", env="sudoku")["tasks"][0])


RIGHT, WRONG = "<answer>{}</answer>", "<answer>nonsense</answer>"


def responses(name: str, seed: int) -> list[tuple[rlvr.Task, Any]]:
    task = rlvr.get(name).task(1, seed)
    right = RIGHT.format(task.answer)
    return [
        (task, right),
        (task, WRONG),
        (task, "no answer"),
        (task, "\u0000 \U0001f600 <answer>\u202e</answer>"),
        (task, {"role": "assistant", "content": right}),
        (task, [{"role": "user", "content": task.prompt}, {"role": "assistant", "content": right}]),
    ]


def test_a_verdict_over_http_is_that_of_verify(plain: Served) -> None:
    pairs = [
        pair
        for name in ("sudoku", "countdown", "word-sorting", "knights-and-knaves", "sokoban")
        for seed in range(20)
        for pair in responses(name, seed)
    ]
    random.Random(0).shuffle(pairs)
    expected = [
        rlvr.verify(task, response, mode="lenient", reward="dense").to_json() for task, response in pairs
    ]
    for form in (lambda task: task.id, lambda task: task.to_json(), row_of):
        items = [{"task": form(task), "response": response} for task, response in pairs]
        body = {"items": items, "mode": "lenient", "reward": "dense"}
        assert plain.post("/v1/verify/batch", **body)["verdicts"] == expected
    for (task, response), verdict in list(zip(pairs, expected, strict=True))[:12]:
        body = {"task": task.id, "response": response, "mode": "lenient", "reward": "dense"}
        assert plain.post("/v1/verify", **body) == verdict
    episode = rlvr.make("sokoban")
    episode.reset(options={"task": rlvr.get("sokoban").task(1, 3)})
    actions = [episode.oracle_action()]
    assert plain.post("/v1/verify", task="rlvr/sokoban-v0:1:3", response=actions) == (
        rlvr.verify(rlvr.task("rlvr/sokoban-v0:1:3"), actions).to_json()
    )


def test_exported_rows_are_scored(plain: Served) -> None:
    task = rlvr.get("sudoku").task(1, 4)
    for format in ("trl", "verl", "openrlhf", "skyrl", "nemo-gym"):
        row = convert(format, row_of(task), 0, "train")
        assert plain.post("/v1/verify", task=row, response=RIGHT.format(task.answer))["score"] == 1.0


def test_rows_that_no_id_makes_need_trust(plain: Served) -> None:
    row = rlvr.get("countdown").task(1, 0).to_json()
    other = {**row, "payload": rlvr.get("countdown").task(1, 1).payload}
    answer = RIGHT.format(rlvr.get("countdown").task(1, 1).answer)
    assert "--trust-rows" in plain.post("/v1/verify", 422, task=other, response=answer)
    with serving(trust_rows=True, workers=1) as trusting:
        assert trusting.post("/v1/verify", task=other, response=answer)["score"] == 1.0


@pytest.mark.parametrize(
    ("path", "body", "status", "told"),
    [
        ("/v1/tasks", {"env": "sudoko"}, 404, "did you mean"),
        ("/v1/tasks", {"env": "sudoku", "level": 99}, 422, "levels 1 to"),
        ("/v1/tasks", {"env": "sudoku", "levle": 1}, 422, "levle"),
        ("/v1/tasks", {"env": "sudoku", "params": {"x": 1}}, 422, "no parameter"),
        ("/v1/tasks", {"env": "sudoku", "params": {"box": "/etc"}}, 422, "name files"),
        ("/v1/tasks", {"env": "sudoku", "options": {"nonsense": 1}}, 422, "no option"),
        ("/v1/tasks", {"env": "sudoku", "count": 0}, 422, "count"),
        ("/v1/tasks", {"env": "sudoku", "count": 10**6}, 413, "at most"),
        ("/v1/verify", {"task": "nonsense", "response": "x"}, 422, "not a task id"),
        ("/v1/verify", {"task": "rlvr/none-v0:1:1", "response": "x"}, 404, "unknown environment"),
        ("/v1/verify", {"task": {"a": 1}, "response": "x"}, 422, "needs a task or an id"),
        ("/v1/verify", {"task": "rlvr/sudoku-v0:1:1", "response": 5}, 422, "response"),
        ("/v1/verify", {"task": "rlvr/sudoku-v0:1:1", "response": None}, 422, "response"),
        ("/v1/verify", {"task": "rlvr/sudoku-v0:1:1", "response": {"role": "user"}}, 422, "assistant"),
        ("/v1/verify", {"task": "rlvr/sudoku-v0:1:1", "response": "x", "options": {"mode": 1}}, 422, "field"),
        ("/v1/episodes", {"task": "rlvr/sudoku-v0:1:1", "id": "a/b"}, 422, "pattern"),
        ("/v1/episodes", {"task": "rlvr/sudoku-v0:1:1", "options": {"bad": 1}}, 422, "no option"),
        ("/v1/episodes/none/step", {"action": "x"}, 404, "no episode"),
        ("/v1/curricula", {"id": "x"}, 422, "name environments"),
        ("/v1/curricula", {"id": "x", "envs": ["sudoku"], "curriculum": "nope"}, 422, "no curriculum"),
        ("/v1/curricula", {"id": "x", "envs": ["sudoku"], "levels": [3, 2]}, 422, "above"),
        ("/v1/curricula", {"id": "x", "envs": ["sudoku"], "curriculum": "hints"}, 403, "--answers"),
        ("/v1/curricula/none/next", {}, 404, "no curriculum"),
        ("/v1/curricula/none/results", {"results": [{"draw": "d0", "rewards": []}]}, 404, "no curriculum"),
    ],
)
def test_mistakes_are_told(plain: Served, path: str, body: dict[str, Any], status: int, told: str) -> None:
    assert told in plain.post(path, status, **body)


def test_bodies_that_are_no_requests(plain: Served) -> None:
    for content in (b"{", b"\xff\xfe", b"[" * 100_000, b"[]", b"5", b"", b'{"task": ' + b"9" * 10_000 + b"}"):
        response = plain.client.post(
            "/v1/verify", content=content, headers={"content-type": "application/json"}
        )
        assert response.status_code in (400, 422)
        assert response.json()["error"]["message"]
    half = b'{"task": "rlvr/sudoku-v0:1:1", "response": "\\ud800"}'
    judged = plain.client.post("/v1/verify", content=half, headers={"content-type": "application/json"})
    assert judged.json()["reason"] == "no_answer"  # half a character is a text too
    assert plain.client.get("/v1/verify").status_code == 405
    assert plain.get("/v1/none", 404)
    item = {"task": "rlvr/sudoku-v0:1:1", "response": "x"}
    told = plain.post("/v1/verify/batch", 422, items=[item, {**item, "task": "nonsense"}])
    assert told.startswith("items.1: ")


def test_an_episode_with_tools(plain: Served) -> None:
    task = rlvr.get("search-qa").task(1, 5)
    env = rlvr.make("search-qa", tools="native")
    env.reset(options={"task": task})
    begun = plain.post("/v1/episodes", 201, task=task.id, id="mine")
    assert (begun["id"], begun["turn"], begun["turns"]) == ("mine", 0, env.turn_limit)
    assert begun["messages"] == env.messages
    assert begun["tools"] == env.tool_schemas()
    assert "there is an episode" in plain.post("/v1/episodes", 409, task=task.id, id="mine")
    assert "assistant" in plain.post("/v1/episodes/mine/step", 422, action={"role": "user", "content": "x"})
    rewards, turn, over = [], 0, False
    while not over:
        action = env.oracle_action()
        before = len(env.messages)
        _, reward, over, _, info = env.step(action)
        message = env.messages[before]
        told = plain.post("/v1/episodes/mine/step", action=message, turn=turn)
        turn += 1
        assert (told["turn"], told["done"], told["reward"]) == (turn, over, reward)
        assert told["messages"] == env.messages[before + 1 :]
        rewards.append(told["reward"])
        again = plain.post("/v1/episodes/mine/step", action=message, turn=turn - 1)
        assert again == told  # a reply that was lost can be asked for again
    assert told["verdict"] == info["verdict"].to_json()
    assert sum(rewards) == told["verdict"]["reward"] == 1.0
    assert "is over" in plain.post("/v1/episodes/mine/step", 409, action="more")
    assert "is number" in plain.post("/v1/episodes/mine/step", 409, action="more", turn=99) or turn
    state = plain.get("/v1/episodes/mine")
    assert state["messages"] == env.messages
    assert plain.delete("/v1/episodes/mine")["verdict"] == told["verdict"]
    assert "was closed" in plain.get("/v1/episodes/mine", 410)


def test_an_episode_in_text(plain: Served) -> None:
    task = rlvr.get("search-qa").task(1, 5)
    env = rlvr.make("search-qa")
    env.reset(options={"task": task})
    begun = plain.post("/v1/episodes", 201, task=task.to_json(), native=False)
    assert begun["messages"] == env.messages
    told = plain.post(f"/v1/episodes/{begun['id']}/step", action=RIGHT.format(task.answer))
    assert told["done"]
    assert told["verdict"] == rlvr.verify(task, [RIGHT.format(task.answer)]).to_json()


def test_one_step_at_a_time(plain: Served, hanging: None) -> None:
    with serving({"budget_s": 3.0}) as served:
        served.post("/v1/episodes", 201, task="hanging/tool-v0:1:0", id="slow")
        thread = threading.Thread(
            target=httpx.post,
            args=(f"{served.url}/v1/episodes/slow/step",),
            kwargs={"json": {"action": calling("stop")}, "timeout": 60},
        )
        thread.start()
        while not served.service.sessions.open["slow"].busy:
            time.sleep(0.01)
        assert "taking a step" in served.post("/v1/episodes/slow/step", 409, action="x")
        assert "taking a step" in served.delete("/v1/episodes/slow", 409)
        thread.join()
        state = served.get("/v1/episodes/slow")
        assert (state["done"], state["truncated"], state["verdict"]["score"]) == (True, True, None)
        assert state["verdict"]["reason"] == "infra"


def test_what_hangs_has_no_score_and_holds_up_nobody(hanging: None) -> None:
    task = rlvr.get("hanging/verdict-v0").task(1, 0)
    hang, right = "<answer>hang</answer>", RIGHT.format(task.answer)
    with serving({"budget_s": 8.0}) as served:
        verdicts: list[Any] = []
        bad = threading.Thread(
            target=lambda: verdicts.append(
                httpx.post(
                    f"{served.url}/v1/verify/batch",
                    json={"items": [{"task": task.id, "response": hang}] * 3},
                    timeout=120,
                ).json()
            )
        )
        bad.start()
        for _ in range(40):
            assert served.post("/v1/verify", task=task.id, response=right)["score"] == 1.0
        assert bad.is_alive()  # all the while it hung
        mixed = served.post(
            "/v1/verify/batch", items=[{"task": task.id, "response": each} for each in (right, hang, right)]
        )
        assert [each["score"] for each in mixed["verdicts"]] == [1.0, None, 1.0]
        bad.join()
        assert [each["score"] for each in verdicts[0]["verdicts"]] == [None] * 3
        assert {each["reason"] for each in verdicts[0]["verdicts"]} == {"infra"}
        assert served.service.pool.killed >= 4
        assert 'rlvr_verdicts_total{reason="infra"} 4.0' in served.client.get("/metrics").text
        assert served.post("/v1/verify", task=task.id, response=right)["score"] == 1.0


def test_episodes_outlive_their_processes(hanging: None) -> None:
    with serving({"budget_s": 90.0}) as served:  # four processes start anew, on a machine that may be busy
        answer = rlvr.get("hanging/tool-v0").task(1, 0).answer
        for name in "abcd":
            served.post("/v1/episodes", 201, task="hanging/tool-v0:1:0", id=name)
            served.post(f"/v1/episodes/{name}/step", action=calling("look"))
        for process in list(served.service.pool.living):
            process.popen.kill()
        for name in "abcd":
            told = served.post(f"/v1/episodes/{name}/step", action=calling("look"))
            assert "Turns left: 4" in told["messages"][0]["content"]
            assert served.post(f"/v1/episodes/{name}/step", action=RIGHT.format(answer))["reward"] == 1.0
        served.post("/v1/episodes", 201, task="hanging/tool-v0:1:0", id="dying")
        told = served.post("/v1/episodes/dying/step", action=calling("stop", how="die"))
        assert (told["done"], told["reward"], told["verdict"]["reason"]) == (True, None, "infra")


def test_idle_episodes_are_closed() -> None:
    with serving({"idle_s": 1.0, "client_sessions": 2}, workers=1) as served:
        served.post("/v1/episodes", 201, task="rlvr/sudoku-v0:1:0", id="a")
        served.post("/v1/episodes", 201, task="rlvr/sudoku-v0:1:0", id="b")
        assert "close some" in served.post("/v1/episodes", 429, task="rlvr/sudoku-v0:1:0", id="c")
        ends = time.monotonic() + 60
        while served.get("/health")["sessions"]:
            assert time.monotonic() < ends
            time.sleep(0.1)
        assert "nobody used it for 1 s" in served.get("/v1/episodes/a", 410)
        served.post("/v1/episodes", 201, task="rlvr/sudoku-v0:1:0", id="a")
        assert "rlvr_sessions_reaped_total 2.0" in served.client.get("/metrics").text


def test_tokens_are_asked_for_and_keep_clients_apart() -> None:
    with serving(tokens={TOKEN: "one", OTHER: "two"}, workers=1) as served:
        assert served.get("/health")["status"] == "ok"
        for header in (None, "Bearer wrong", f"Basic {TOKEN}", "Bearer", f"Bearer {TOKEN[:-1]}", f"{TOKEN}"):
            headers = {} if header is None else {"Authorization": header}
            for path in ("/metrics", "/v1/environments", "/nothing"):
                refused = served.client.get(path, headers=headers)
                assert (refused.status_code, refused.json()["error"]["code"]) == (401, "unauthorized")
                assert refused.headers["www-authenticate"] == "Bearer"
        served.client.headers["Authorization"] = f"Bearer {TOKEN}"
        served.post("/v1/episodes", 201, task="rlvr/sudoku-v0:1:0", id="mine")
        served.post("/v1/curricula", 201, id="run", envs=["sudoku"])
        served.client.headers["Authorization"] = f"bearer {OTHER}"
        served.get("/v1/episodes/mine", 404)
        served.post("/v1/episodes/mine/step", 404, action="x")
        served.get("/v1/curricula/run", 404)
        assert served.get("/v1/curricula") == []
        served.post("/v1/curricula", 201, id="run", envs=["sudoku"])
        page = served.get("/openapi.json")
        assert page["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_without_a_token_only_this_machine_is_served(plain: Served) -> None:
    for host in ("0.0.0.0", "::", "192.168.1.5", "example.org", "127.0.0.1.example.org"):
        with pytest.raises(ValueError, match="give a token"):
            check_address(host, {})
        check_address(host, {TOKEN: "one"})
    for host in ("127.0.0.1", "127.8.9.1", "::1", "localhost"):
        check_address(host, {})
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", ""):
        refused = plain.client.get("/health", headers={"Host": host})
        assert (refused.status_code, refused.json()["error"]["code"]) == (421, "wrong_host")
    form = plain.client.post("/v1/verify", content=b"{}", headers={"content-type": "text/plain"})
    assert form.status_code in (415, 422)  # what a page of a browser may send without asking


def test_a_file_of_tokens() -> None:
    assert read_tokens(f"# tokens\none {TOKEN}\n\n{OTHER}\n") == {TOKEN: "one", OTHER: "client4"}
    for bad, told in (("a b c", "NAME TOKEN"), ("one short", "16"), (f"a {TOKEN}\nb {TOKEN}", "twice")):
        with pytest.raises(ValueError, match=told):
            read_tokens(bad)
    tokens = Tokens({TOKEN: "one", OTHER: "two"})
    assert tokens.name(f"Bearer {OTHER}".encode()) == "two"
    assert tokens.name(f"Basic {OTHER}".encode()) is None
    with pytest.raises(ValueError, match="above 0"):
        Limits(rate=0)


def test_rates_and_bodies_are_limited() -> None:
    rates = Rates(2.0)
    assert [rates.take("a", 0.0), rates.take("a", 0.0), rates.take("b", 0.0)] == [0.0, 0.0, 0.0]
    assert rates.take("a", 0.0) == 0.5
    assert rates.take("a", 0.5) == 0.0
    with serving({"rate": 3.0, "body": 2000, "body_s": 1.0}, workers=1) as served:
        statuses = [served.client.get("/health").status_code for _ in range(12)]
        assert statuses[:3] == [200] * 3
        assert 429 in statuses
        time.sleep(1.5)
        assert "2000 bytes" in served.post("/v1/verify", 413, task="x" * 3000, response="x")
        told = served.client.post(
            "/v1/verify",
            content=(b"x" * 300 for _ in range(10)),
            headers={"content-type": "application/json"},
        )
        assert told.status_code == 413  # also where no length was announced
        time.sleep(1.5)

        def slowly() -> Iterator[bytes]:
            yield b"{"
            time.sleep(3)
            yield b"}"

        late = served.client.post("/v1/verify", content=slowly(), headers={"content-type": "application/json"})
        assert (late.status_code, late.json()["error"]["code"]) == (408, "too_slow")


def test_too_large_batches_are_refused() -> None:
    with serving({"batch": 2}, workers=1) as served:
        item = {"task": "rlvr/sudoku-v0:1:1", "response": "x"}
        assert "at most 2 items" in served.post("/v1/verify/batch", 413, items=[item] * 3)
        assert "at most 2 tasks" in served.post("/v1/tasks", 413, env="sudoku", seeds=[1, 2, 3])
        served.post("/v1/curricula", 201, id="r", envs=["sudoku"])
        assert "at most 2 draws" in served.post("/v1/curricula/r/next", 413, count=3)


def test_the_page_of_openapi_is_valid(plain: Served) -> None:
    page = plain.get("/openapi.json")
    assert page["openapi"].startswith("3.1")
    routes = {(method, path) for path, methods in page["paths"].items() for method in methods}
    assert len(routes) == 23
    names = set(page["components"]["schemas"])
    references = set()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if "$ref" in value:
                references.add(value["$ref"].rpartition("/")[2])
            value = list(value.values())
        if isinstance(value, list):
            for each in value:
                look(each)

    look(page)
    assert references <= names
    assert "HTTPValidationError" not in names  # all errors have the one shape
    for methods in page["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            for status, response in operation["responses"].items():
                if status >= "400":
                    assert response["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorBody")
