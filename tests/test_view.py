"""The viewer's server: who may ask, what is answered, pages of trajectories, records that grow, the static bundle."""

from __future__ import annotations

import gzip
import http.client
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.agents.policies import oracle, random_policy, run_text_policy
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.storage import step_path, write_trajectories
from rlvr.agents.trajectory import Segment, Trajectory
from rlvr.export.errors import DatasetError
from rlvr.view.export import export
from rlvr.view.files import front_end
from rlvr.view.find import find_runs, summary
from rlvr.view.records import records_from
from rlvr.view.security import NAMES, Guard
from rlvr.view.server import MAX_BODY, Server
from rlvr.view.trajectories import LIMIT, Trajectories

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202egnp\x1b[31m\x00"


def played(task: rlvr.Task, samples: int, rng: random.Random) -> list[Trajectory]:
    found = []
    for sample in range(samples):
        policy = oracle if sample % 2 else random_policy(rng)
        found += run_text_policy(policy, [EpisodeJob(task, sample)])
    for trajectory in found:
        segment = Segment()
        segment.read([1, 2, 3])
        for turn in trajectory.turns:
            turn.segment, turn.start = 0, len(segment)
            segment.write([7] * 5, [-0.5] * 5, [2] * 5)
            turn.end = len(segment)
        trajectory.segments = [segment]
    return found


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three steps, with a text of a model that attacks."""
    folder = tmp_path_factory.mktemp("runs") / "first"
    rng = random.Random(0)
    for step in (1, 2, 3):
        tasks = [
            next(rlvr.generate(name, level=2, seed=10 * step + n))
            for n, name in enumerate(("sokoban", "countdown", "zebra"))
        ]
        rows = [row for task in tasks for row in played(task, 8, rng)]
        rows[8].turns[0].text = HOSTILE
        write_trajectories(step_path(folder / "trajectories", step), rows)
    config = {
        "steps": 3,
        "model": {"name": "small"},
        "tasks": {"envs": ["sokoban"], "arms": [{"env": "zebra"}] * 2},
    }
    (folder / "config.json").write_text(json.dumps(config))
    with open(folder / "records.jsonl", "w") as file:
        file.write(json.dumps({"kind": "config", "step": 0, "config": {"steps": 3}}) + "\n")
        for step in (1, 2, 3):
            record = {"reward/pass_rate": step / 4, "policy/kl": None} | ({"late": 1.0} if step > 1 else {})
            file.write(json.dumps({"kind": "step", "step": step, "record": record}) + "\n")
    return folder


@pytest.fixture(scope="module")
def server(run: Path) -> Iterator[Server]:
    made = Server([run.parent], 0)
    made.start()
    yield made
    made.shutdown()
    made.server_close()


def ask(
    server: Server, path: str, body: Any = None, *, method: str = "", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    sent = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {
        "Host": f"127.0.0.1:{server.port}",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    connection.request(method or ("GET" if body is None else "POST"), path, sent, named)
    response = connection.getresponse()
    found = response.status, dict(response.getheaders()), response.read()
    connection.close()
    return found


def get(server: Server, path: str) -> Any:
    status, _, body = ask(server, path)
    assert status == 200, body
    return json.loads(body)


def act(server: Server, path: str, body: Any) -> Any:
    allowed = {"Origin": server.url.rstrip("/"), "X_Token": server.guard.token}
    status, _, answer = ask(server, path, body, **allowed)
    assert status == 200, answer
    return json.loads(answer)


# ---- who may ask ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", ""])
def test_a_foreign_name_of_this_machine_is_refused(server: Server, host: str) -> None:
    assert ask(server, "/data/envs.json", Host=host.format(port=server.port))[0] == 403
    assert ask(server, "/", Host=host.format(port=server.port))[0] == 403


@pytest.mark.parametrize("name", NAMES)
def test_the_names_of_this_machine_are_answered(server: Server, name: str) -> None:
    assert ask(server, "/", Host=f"{name}:{server.port}")[0] == 200


def test_it_listens_on_this_machine_only(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_pages_of_other_origins_are_refused(server: Server) -> None:
    assert ask(server, "/data/envs.json", Origin="http://evil.example")[0] == 403
    assert ask(server, "/data/envs.json", Origin="null")[0] == 403
    assert ask(server, "/data/envs.json", Sec_Fetch_Site="cross-site")[0] == 403
    assert ask(server, "/data/envs.json", Origin=server.url.rstrip("/"))[0] == 200


def test_actions_need_the_token_and_the_origin(server: Server) -> None:
    body = {"env": "rlvr~sudoku-v0", "level": 1, "seed": 0}
    origin, token = server.url.rstrip("/"), server.guard.token
    assert ask(server, "/api/play", body)[0] == 403
    assert ask(server, "/api/play", body, Origin=origin)[0] == 403
    assert ask(server, "/api/play", body, X_Token=token)[0] == 403
    assert ask(server, "/api/play", body, Origin=origin, X_Token="x" * len(token))[0] == 403
    assert ask(server, "/api/play", body, Origin=origin, X_Token=token)[0] == 200
    assert token.encode() in ask(server, "/")[2]
    assert Guard(1).token != Guard(1).token


def test_every_answer_has_the_policy(server: Server) -> None:
    for path in ("/", "/app.js", "/data/envs.json", "/nothing"):
        headers = ask(server, path)[1]
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/..%2fserver.py",
        "/pages/../../server.py",
        "//etc/passwd",
        "/data/run/..%2f..%2f/records.json",
        "/data/run/../records.json",
        "/data/task/..%2f..~x/1-1.json",
        "/data/run/first/raw/../../1.json",
        "/static/app.js",
        "/%00",
        "/data",
        "/data/task/rlvr~sudoku-v0/99-0.json",
        "/data/task/rlvr~sudoku-v0/1--5.json",
        "/data/run/first/trajectory/99999.json",
        "/data/run/first/trajectories.json?nosuch=1",
        "/data/run/first/trajectories.json?step=x",
        "/data/run/first/trajectories.json?sort=task;DROP TABLE rows",
        "/data/run/first/trajectories.json?after=x",
    ],
)
def test_what_is_not_there_is_not_found(server: Server, path: str) -> None:
    status, _, body = ask(server, path.replace(" ", "%20"))
    assert status == 404
    assert json.loads(body)["error"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[1]", b'"x"', b"{}", b'{"env": 1, "level": "x"}', b"[" * 100_000]
)
def test_a_request_that_cannot_be_read_is_told_so(server: Server, body: bytes) -> None:
    allowed = {"Origin": server.url.rstrip("/"), "X_Token": server.guard.token}
    status, _, answer = ask(server, "/api/play", body, method="POST", **allowed)
    assert status in (400, 404)
    assert json.loads(answer)["error"]


def test_large_requests_are_not_read(server: Server) -> None:
    assert ask(server, "/api/play", b"", method="POST", Content_Length=str(MAX_BODY + 1))[0] == 413


# ---- the gallery ------------------------------------------------------------------------------------------


def test_all_environments_are_listed_and_a_task_is_the_packages_own(server: Server) -> None:
    listed = get(server, "/data/envs.json")
    assert [entry["id"] for entry in listed["envs"]] == list(rlvr.list())
    task = get(server, "/data/task/rlvr~countdown-v0/3-7.json")
    wanted = rlvr.task("rlvr/countdown-v0:3:7")
    assert (task["prompt"], task["answer"], task["trace"]) == (wanted.prompt, wanted.answer, wanted.trace)
    assert task["svg"].startswith("<svg")
    assert len(task["wordings"]) >= 2
    assert "payload" not in task


def test_a_typed_answer_is_judged_with_and_without_its_marker(server: Server) -> None:
    task = rlvr.task("rlvr/countdown-v0:2:5")
    asked = {"env": "rlvr~countdown-v0", "level": 2, "seed": 5}
    for text in (task.answer, f"<answer>{task.answer}</answer>"):
        assert act(server, "/api/verify", {**asked, "text": text})["score"] == 1.0
    assert act(server, "/api/verify", {**asked, "text": "1+1"})["score"] == 0.0


def test_the_bundle_has_the_same_pages_over_gzipped_files(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    written = export(folder, ["sudoku", "mastermind"])
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert written == sum(path.stat().st_size for path in files)
    assert front_end().keys() <= {str(path.relative_to(folder)) for path in files}
    assert "Content-Security-Policy" in (folder / "index.html").read_text()

    def stored(path: str) -> Any:
        return json.loads(gzip.decompress((folder / path).read_bytes()))

    listed = stored("data/envs.json")
    assert [entry["name"] for entry in listed["envs"]] == ["sudoku", "mastermind"]
    assert listed["served"] is False
    for entry in listed["envs"]:
        assert stored(f"data/picture/{entry['slug']}/{entry['middle']}-0.json")["svg"].startswith("<svg")
        for level in entry["levels"]:
            for seed in range(3):
                task = stored(f"data/task/{entry['slug']}/{level}-{seed}.json")
                assert task["id"] == f"{entry['id']}:{level}:{seed}"
    with pytest.raises(DatasetError, match="not empty"):
        export(folder, ["sudoku"])


def test_the_front_end_is_small_and_asks_nobody_else() -> None:
    files = front_end()
    assert sum(len(data) for path, data in files.items() if path.endswith(".js")) < 120_000
    for path, data in files.items():
        text = data.decode()
        assert "innerHTML" not in text
        assert "eval(" not in text
        if path.endswith(".html"):
            assert "<script>" not in text
            assert " style=" not in text
        addresses = [line for line in text.splitlines() if "http://" in line or "https://" in line]
        assert all("http://www.w3.org/" in line for line in addresses), path


# ---- runs ------------------------------------------------------------------------------------------------


def test_runs_are_found_with_what_their_files_tell(server: Server, run: Path) -> None:
    (entry,) = get(server, "/data/runs.json")["runs"]
    assert entry["key"] == "first"
    assert (entry["steps"], entry["pass_rate"]) == (3, 0.75)
    assert entry["sparkline"] == [0.25, 0.5, 0.75]
    assert find_runs([run])["first"].folder == run.resolve()
    assert (entry["model"], entry["envs"], entry["of"]) == ("small", ["sokoban", "zebra"], 3)


def test_two_runs_of_one_name_have_two_keys(tmp_path: Path) -> None:
    for parent in ("a", "b"):
        (tmp_path / parent / "same").mkdir(parents=True)
        (tmp_path / parent / "same" / "records.jsonl").write_text('{"kind": "step", "step"')
    found = find_runs([tmp_path / "a", tmp_path / "b"])
    assert sorted(found) == ["same", "same-2"]
    assert summary(found["same"])["steps"] == 0


def test_records_are_read_from_where_the_page_stopped(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"

    def line(step: int, **record: float | None) -> bytes:
        return json.dumps({"kind": "step", "step": step, "record": record}).encode() + b"\n"

    path.write_bytes(
        line(1, a=1.0)
        + line(2, b=2.0)
        + b'{"kind": "note", "step": 2, "text": "x"}\nnonsense\n'
        + line(3, a=None)[:20]
    )
    first = records_from(path, 0)
    assert first["steps"] == [1, 2]
    assert first["columns"] == {"a": [1.0, None], "b": [None, 2.0]}
    assert first["notes"] == [(2, "x")]
    assert records_from(path, first["next"])["steps"] == []  # half a line is no line
    with open(path, "ab") as file:
        file.write(line(3, a=None)[20:] + line(4, a=4.0))
    second = records_from(path, first["next"])
    assert (second["steps"], second["reset"]) == ([3, 4], False)
    path.write_bytes(line(1, a=9.0))
    assert records_from(path, second["next"])["reset"]
    assert records_from(path, second["next"])["columns"] == {"a": [9.0]}


# ---- trajectories ----------------------------------------------------------------------------------------


def pages(stored: Trajectories, **query: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    after = ""
    for _ in range(20):
        page = stored.page({**query, **({"after": after} if after else {})})
        rows += page["rows"]
        if not (after := page["next"] or ""):
            return rows
    raise AssertionError("no last page")


@pytest.mark.parametrize(
    "sort", ["", "-number", "tokens", "-tokens", "score", "-score", "-reward", "step", "turns"]
)
def test_pages_hold_each_row_once_in_order(run: Path, sort: str) -> None:
    stored = Trajectories(run / "trajectories")
    stored.keep_up(60)
    rows = pages(stored, **({"sort": sort} if sort else {}))
    assert len(rows) == 72 > LIMIT
    assert len({row["number"] for row in rows}) == 72
    name = sort.removeprefix("-") or "number"
    values = [row[name] for row in rows]
    assert values == sorted(values, reverse=sort.startswith("-"))


def test_filters_on_columns(run: Path) -> None:
    stored = Trajectories(run / "trajectories")
    stored.keep_up(60)
    everything = pages(stored)
    for query, fits in {
        ("env", "rlvr/zebra-v0"): lambda row: row["env"] == "rlvr/zebra-v0",
        ("env", "rlvr/zebra-v0|rlvr/sokoban-v0"): lambda row: row["env"] != "rlvr/countdown-v0",
        ("step", "2-3"): lambda row: row["step"] >= 2,
        ("step", "2"): lambda row: row["step"] == 2,
        ("tokens", "6-"): lambda row: row["tokens"] >= 6,
        ("passed", "0"): lambda row: not row["passed"],
        ("task", everything[5]["task"]): lambda row: row["task"] == everything[5]["task"],
    }.items():
        found = pages(stored, **dict([query]))
        assert found == [row for row in everything if fits(row)]
        assert 0 < len(found) < 72


def test_a_trajectory_has_its_chat_its_verdict_and_its_group(server: Server) -> None:
    page = get(server, "/data/run/first/trajectories.json?env=rlvr/sokoban-v0&passed=1")
    row = page["rows"][0]
    found = get(server, f"/data/run/first/trajectory/{row['number']}.json")
    assert found["id"] == row["task"]
    assert found["verdict"]["score"] == 1.0
    assert len(found["group"]) == 8
    assert found["turns"][0]["tokens"] == 5
    assert found["turns"][0]["probability"] == pytest.approx(0.60653, abs=1e-4)
    assert found["turns"][0]["version"] == 2
    assert found["turns"][0]["observation"]
    raw = get(server, f"/data/run/first/raw/{row['number']}.json")
    assert raw["segments"][0]["tokens"][:3] == [1, 2, 3]
    states = get(server, f"/data/run/first/states/{row['number']}.json")["svgs"]
    assert len(states) == len(found["turns"]) + 1
    assert states[0] != states[-1]


def test_counts_are_those_of_the_files(server: Server) -> None:
    found = get(server, "/data/run/first/facets.json")
    assert found["count"] == 72
    assert {(env, count) for env, _, count, _ in found["envs"]} == {
        (f"rlvr/{name}-v0", 24) for name in ("sokoban", "countdown", "zebra")
    }
    assert sum(count for _, count in found["reasons"]) == 72


def test_files_that_come_later_are_seen(tmp_path: Path) -> None:
    rng = random.Random(0)
    stored = Trajectories(tmp_path)
    write_trajectories(step_path(tmp_path, 1), played(next(rlvr.generate("countdown")), 2, rng))
    stored.keep_up(60)
    assert stored.facets()["count"] == 2
    write_trajectories(step_path(tmp_path, 2), played(next(rlvr.generate("countdown")), 3, rng))
    stored.keep_up(60)
    assert stored.facets()["count"] == 5


def test_a_file_that_is_broken_is_told_and_the_rest_is_shown(tmp_path: Path) -> None:
    write_trajectories(step_path(tmp_path, 1), played(next(rlvr.generate("countdown")), 2, random.Random(0)))
    stored = Trajectories(tmp_path)
    stored.keep_up(60)
    (tmp_path / "step-00000002.jsonl.gz").write_bytes(b"\x1f\x8bnonsense")
    stored.keep_up(60)
    page = stored.page({})
    assert len(page["rows"]) == 2
    assert "step-00000002" in page["problem"]


# ---- play ------------------------------------------------------------------------------------------------


def test_an_episode_is_played_to_its_verdict_and_can_be_copied(server: Server) -> None:
    begun = act(server, "/api/play", {"env": "rlvr~countdown-v0", "level": 1, "seed": 3})
    assert begun["verdict"] is None
    assert begun["answer"] is None
    wrong = act(server, "/api/play", {"key": begun["key"], "act": "<answer>1</answer>"})
    assert wrong["verdict"]["score"] < 1
    assert not wrong["over"]
    answer = rlvr.task("rlvr/countdown-v0:1:3").answer
    done = act(server, "/api/play", {"key": begun["key"], "act": f"<answer>{answer}</answer>"})
    assert done["over"]
    assert done["paid"] == 1.0
    assert done["answer"] == answer
    names: dict[str, Any] = {}
    exec(compile(done["code"], "copied", "exec"), names)  # our own text, with actions as Python literals
    assert names["info"]["verdict"].passed
    assert act(server, "/api/play", {"key": begun["key"], "act": "x"})["turn"] == done["turn"]


def test_tools_have_forms_and_hints_are_given(server: Server) -> None:
    begun = act(server, "/api/play", {"env": "rlvr~sql-explore-v0", "level": 1, "seed": 0})
    assert {tool["function"]["name"] for tool in begun["tools"]} >= {"query"} or begun["tools"]
    hinted = act(server, "/api/play", {"env": "rlvr~countdown-v0", "level": 2, "seed": 0})
    assert act(server, "/api/play", {"key": hinted["key"], "hint": 0.6})["hint"]


def test_hostile_actions_stay_text(server: Server) -> None:
    begun = act(server, "/api/play", {"env": "rlvr~sudoku-v0", "level": 1, "seed": 0})
    told = act(server, "/api/play", {"key": begun["key"], "act": HOSTILE + '"""\nimport os'})
    compile(told["code"], "copied", "exec")
    assert "import os\n" not in told["code"].replace("import os'", "")
    assert told["messages"][1]["content"].startswith("<img")


def test_the_page_asks_for_all_modules_at_once() -> None:
    files = front_end()
    page = files["index.html"].decode()
    modules = {path for path in files if path.endswith(".js")} - {"app.js"}
    assert {line.split('"')[3] for line in page.splitlines() if "modulepreload" in line} == modules


def test_the_command_exports_and_says_what_is_wrong(
    tmp_path: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    from rlvr.cli.view import view

    view(export=tmp_path / "site", only=["sudoku"])
    assert (tmp_path / "site" / "data" / "envs.json").exists()
    assert "MB" in capsys.readouterr().out
    with pytest.raises(ValueError, match="--port"):
        view(paths=[tmp_path], port=server.port)
