"""The HTTP retriever over the loopback, with good clients, bad ones, and several at once."""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.retrieval import Hit, Page, Retriever, make_retriever
from rlvr.retrieval.server import BadRequest, Limits, SearchServer, read_request

SMALL = Limits(body=20_000, queries=50, topk=20, documents=200, connections=6)
PAGES = [
    Page("d0", "Vorsk", 'The town of Vorsk, "on" the river.\nIt is old.'),
    Page("d1", "Two\n lines", "mentor of Mute"),
    Page("d2", "", "half \ud800 東京 mentor"),
    *(Page(f"e{number}", f"Filler {number}", "nothing but filler words") for number in range(40)),
]


@pytest.fixture(scope="module")
def server() -> Iterator[SearchServer]:
    with SearchServer(make_retriever(PAGES), port=0, topk=2, limits=SMALL).start() as one:
        yield one


@pytest.fixture(scope="module")
def hasty() -> Iterator[SearchServer]:
    """A server that soon lets go of clients that are silent; yet not so soon that a busy machine is taken for one."""
    limits = dataclasses.replace(SMALL, idle_s=3.0, body_s=3.0)
    with SearchServer(make_retriever(PAGES), port=0, topk=2, limits=limits).start() as one:
        yield one


def ask(server: SearchServer, body: Any, path: str = "/retrieve", method: str = "POST") -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    with contextlib.closing(connection):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, data, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def raw(server: SearchServer, data: bytes, wait: float = 60.0) -> bytes:
    """What comes back for these bytes, until the server ends the connection."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=wait) as connection:
        connection.sendall(data)
        got = b""
        while part := connection.recv(65536):
            got += part
    return got


# ---- what trainers send ---------------------------------------------------------------------------------------------


def test_the_answer_has_the_shape_that_trainers_read(server: SearchServer) -> None:
    status, found = ask(
        server, {"queries": ["Vorsk river", "mentor", "unknown"], "topk": 3, "return_scores": True}
    )
    assert status == 200
    assert set(found) == {"result"}
    first, second, third = found["result"]
    contents = '"Vorsk"\nThe town of Vorsk, "on" the river.\nIt is old.'
    assert first[0]["document"] == {"id": "d0", "title": "Vorsk", "text": PAGES[0].text, "contents": contents}
    assert third == []
    hits = server.retriever.search("mentor", 3)
    assert [(entry["document"]["id"], entry["score"]) for entry in second] == [
        (hit.id, hit.score) for hit in hits
    ]
    # As such trainers put documents into the context of a model.
    shown = ""
    for number, entry in enumerate(second):
        content = entry["document"]["contents"]
        shown += (
            f"Doc {number + 1}(Title: {content.split(chr(10))[0]}) {chr(10).join(content.split(chr(10))[1:])}\n"
        )
    assert '(Title: "Two lines") mentor of Mute\n' in shown


def test_scores_and_number_may_be_left_out(server: SearchServer) -> None:
    status, found = ask(server, {"queries": ["filler"]})
    assert status == 200
    assert [page["id"] for page in found["result"][0]] == ["e0", "e1"]
    assert ask(server, {"queries": ["filler"], "topk": None, "return_scores": None})[1] == found
    assert ask(server, {"queries": []}) == (200, {"result": []})
    assert ask(server, {"queries": ["filler"]}, "/retrieve/")[1] == found


def test_health(server: SearchServer) -> None:
    assert ask(server, b"", "/health", "GET") == (200, {"status": "ok", "documents": len(PAGES)})


def test_a_connection_is_kept(server: SearchServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    with contextlib.closing(connection):
        connection.connect()
        socket_used = connection.sock
        for query in ("Vorsk", "mentor"):
            connection.request("POST", "/retrieve", json.dumps({"queries": [query], "topk": 1}))
            assert len(json.loads(connection.getresponse().read())["result"][0]) == 1
            assert connection.sock is socket_used


@settings(max_examples=30)
@given(st.lists(st.text(max_size=30), max_size=5), st.integers(1, 20), st.booleans())
def test_any_queries_are_answered_as_by_the_retriever(
    server: SearchServer, queries: list[str], topk: int, scores: bool
) -> None:
    status, found = ask(server, {"queries": queries, "topk": topk, "return_scores": scores})
    assert status == 200
    due = server.retriever.search_many(queries, topk)
    if scores:
        got = [[Hit(entry["document"]["id"], entry["score"]) for entry in row] for row in found["result"]]
        assert got == due
    else:
        assert [[page["id"] for page in row] for row in found["result"]] == [
            [hit.id for hit in row] for row in due
        ]


# ---- what they should not send --------------------------------------------------------------------------------------

BAD = [
    (b"", "no JSON"),
    (b"{", "no JSON"),
    (b"\xff\xfe", "no JSON"),
    (b"[" * 15_000, "no JSON"),
    (b"[]", "an object"),
    (b"{}", "list of strings"),
    (b'{"queries": "one"}', "list of strings"),
    (b'{"queries": ["a", 5]}', "list of strings"),
    (b'{"queries": [["a"]]}', "list of strings"),
    (b'{"queries": ["a"], "topk": 0}', "from 1 to 20"),
    (b'{"queries": ["a"], "topk": 21}', "from 1 to 20"),
    (b'{"queries": ["a"], "topk": "3"}', "from 1 to 20"),
    (b'{"queries": ["a"], "topk": true}', "from 1 to 20"),
    (b'{"queries": ["a"], "topk": 1e9}', "from 1 to 20"),
    (b'{"queries": ["a"], "topk": 2.5}', "from 1 to 20"),
    (b'{"queries": ["a"], "return_scores": 1}', "true or false"),
    (json.dumps({"queries": ["a"] * 51}).encode(), "at most 50 queries"),
    (json.dumps({"queries": ["a"] * 11, "topk": 20}).encode(), "at most 50 queries, and 200 documents"),
]


@pytest.mark.parametrize(("body", "said"), BAD)
def test_a_bad_request_is_told_what_is_wrong(server: SearchServer, body: bytes, said: str) -> None:
    status, answer = ask(server, body)
    assert status == 400
    assert said in answer["error"]


ANYTHING = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists)


@given(ANYTHING, ANYTHING, ANYTHING, st.binary())
def test_no_body_does_harm(queries: Any, topk: Any, scores: Any, noise: bytes) -> None:
    asked = {"queries": queries, "topk": topk, "return_scores": scores}
    some = [asked, queries, asked | {"queries": ["a"]}, asked | {"queries": [], "topk": 2}]
    for body in [noise, *(json.dumps(value).encode() for value in some)]:
        with contextlib.suppress(BadRequest):
            found = read_request(body, SMALL, 3)
            assert isinstance(found.queries, list)
            assert all(isinstance(query, str) for query in found.queries)
            assert 1 <= found.topk <= SMALL.topk
            assert isinstance(found.return_scores, bool)


def test_other_paths_and_methods(server: SearchServer) -> None:
    assert ask(server, b"{}", "/other")[0] == 404
    assert ask(server, b"", "/retrieve", "GET")[0] == 404
    for method in ("PUT", "DELETE", "BREW"):
        assert ask(server, b"", "/retrieve", method)[0] == 501


def test_a_large_body_is_refused_and_the_client_can_read_it(server: SearchServer) -> None:
    for _ in range(5):
        status, answer = ask(server, b"x" * 2_000_000)
        assert status == 413
        assert "at most 20000 bytes" in answer["error"]


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"POST /retrieve HTTP/1.1\r\n\r\n", 411),
        (b"POST /retrieve HTTP/1.1\r\nContent-Length: -5\r\n\r\n", 411),
        (b"POST /retrieve HTTP/1.1\r\nContent-Length: 1_0\r\n\r\n", 411),
        (b"POST /retrieve HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 411),
        (b"POST /retrieve HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}", 411),
        (b"POST /retrieve HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        (b"POST /retrieve HTTP/9.9\r\n\r\n", 505),
        (b"nonsense\r\n\r\n", 400),
        (b"A B C D\r\n\r\n", 400),
        (b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n", 431),
    ],
)
def test_what_is_hardly_http(server: SearchServer, head: bytes, status: int) -> None:
    got = raw(server, head)
    assert got.split(b" ")[1] == str(status).encode()
    assert b'{"error": ' in got
    assert got.count(b"HTTP/1.") == 1


def test_a_client_that_says_nothing_is_let_go(hasty: SearchServer) -> None:
    assert raw(hasty, b"") == b""
    assert raw(hasty, b"POST /retr") == b""


def test_half_a_body_is_told(hasty: SearchServer) -> None:
    got = raw(hasty, b"POST /retrieve HTTP/1.1\r\nContent-Length: 100\r\n\r\n{")
    assert got.startswith(b"HTTP/1.1 408")
    assert b'{"error": ' in got


def test_too_many_connections_are_turned_away_and_later_ones_served() -> None:
    # A server of its own: no other test's connection, still ending, takes a place. Connections are taken in order.
    with SearchServer(make_retriever(PAGES), port=0, limits=SMALL).start() as server:
        waiting = [
            socket.create_connection(("127.0.0.1", server.server_port)) for _ in range(SMALL.connections)
        ]
        assert raw(server, b"").startswith(b"HTTP/1.1 503")
        for connection in waiting:
            connection.close()
        deadline = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                if ask(server, {"queries": ["mentor"]})[0] == 200:
                    break
            assert time.monotonic() < deadline


def test_a_failing_engine_is_told_and_survived(capsys: pytest.CaptureFixture[str]) -> None:
    class Failing:
        def search_many(self, queries: list[str], k: int) -> list[list[Hit]]:
            if "fail" in queries:
                raise ZeroDivisionError("secret")
            return [[] for _ in queries]

        def __len__(self) -> int:
            return 0

    failing: Any = Failing()
    with SearchServer(failing, port=0, limits=SMALL).start() as server:
        status, answer = ask(server, {"queries": ["fail"]})
        assert status == 500
        assert "secret" not in json.dumps(answer)
        assert ask(server, {"queries": ["fine"]}) == (200, {"result": [[]]})
    assert "ZeroDivisionError" in capsys.readouterr().err


# ---- several at once, and the end -----------------------------------------------------------------------------------


def test_clients_at_once_get_their_own_answers() -> None:
    rng = random.Random(5)
    pages = [Page(f"d{n}", "", " ".join(rng.choices([f"w{i}" for i in range(50)], k=20))) for n in range(300)]
    retriever: Retriever = make_retriever(pages)
    wrong: list[str] = []
    with SearchServer(retriever, port=0).start() as server:

        def work(seed: int) -> None:
            own = random.Random(seed)
            for _ in range(15):
                queries = [" ".join(own.choices([f"w{i}" for i in range(60)], k=4)) for _ in range(8)]
                found = ask(server, {"queries": queries, "topk": 5, "return_scores": True})[1]["result"]
                got = [[Hit(entry["document"]["id"], entry["score"]) for entry in row] for row in found]
                if got != retriever.search_many(queries, 5):
                    wrong.append(str(queries))

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


def test_closing_answers_what_has_come_and_ends_what_waits() -> None:
    entered, go_on = threading.Event(), threading.Event()

    class Slow:
        def search_many(self, queries: list[str], k: int) -> list[list[Hit]]:
            entered.set()
            assert go_on.wait(60)
            return [[] for _ in queries]

    slow: Any = Slow()
    server = SearchServer(slow, port=0).start()
    idle = socket.create_connection(("127.0.0.1", server.server_port), timeout=60)
    answers: list[Any] = []
    client = threading.Thread(target=lambda: answers.append(ask(server, {"queries": ["a"]})))
    client.start()
    assert entered.wait(60)
    closing = threading.Thread(target=server.close)
    closing.start()
    assert idle.recv(10) == b""
    assert closing.is_alive()
    go_on.set()
    closing.join(60)
    client.join(60)
    assert not closing.is_alive()
    assert answers == [(200, {"result": [[]]})]
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", server.server_port), timeout=2)
    idle.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_command_serves_until_it_is_told_to_stop(tmp_path: Path, number: signal.Signals) -> None:
    corpus = tmp_path / "c.jsonl"
    corpus.write_text(json.dumps({"id": "a", "title": "Vorsk", "text": "A town."}) + "\n")
    command = [sys.executable, "-m", "rlvr", "search", "serve", str(corpus), "--port", "0", "--topk", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("1 documents at http://127.0.0.1:"), line
            port = int(line.rsplit(":", 1)[1].split("/")[0])
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("POST", "/retrieve", json.dumps({"queries": ["vorsk"], "return_scores": True}))
            found = json.loads(connection.getresponse().read())
            assert found["result"][0][0]["document"]["id"] == "a"
            process.send_signal(number)
            assert process.wait(60) == 0
            connection.close()
        finally:
            process.kill()


def test_a_port_in_use_is_told(tmp_path: Path, server: SearchServer) -> None:
    corpus = tmp_path / "c.jsonl"
    corpus.write_text('{"id": "a", "text": "A town."}\n')
    command = [sys.executable, "-m", "rlvr", "search", "serve", str(corpus), "--port", str(server.server_port)]
    refused = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert refused.returncode == 2
    assert "cannot listen to 127.0.0.1" in refused.stderr
