"""The backend for OpenAI-compatible servers, against a real one over loopback that misbehaves on demand."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from rlvr import generate
from rlvr.agents.engine import Sampling
from rlvr.agents.models.openai import OpenAIBackend
from rlvr.agents.models.remote import Endpoint
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.text import TextCompletion


class Server(ThreadingHTTPServer):
    """Answers chats with the last message in capitals; `script` maps that message to what goes wrong, try by try."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: dict[str, list[Any]] = {}
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.tries: Counter[str] = Counter()
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()
        self.closing = threading.Event()
        self.three = threading.Barrier(3)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = body["messages"][-1]["content"]
        with self.server.lock:
            self.server.bodies.append(body)
            self.server.keys.append(self.headers.get("Authorization"))
            number = self.server.tries[text]
            self.server.tries[text] += 1
        script = self.server.script.get(text, [])
        self.act(script[number] if number < len(script) else "answer", text)

    def act(self, what: Any, text: str) -> None:
        assert self.path == "/v1/chat/completions"
        if what == "hang":
            self.server.closing.wait(600)
        elif what == "drop":
            self.close_connection = True
        elif what == "slow":
            # Counted until just before the reply, after which the client may ask again.
            with self.server.lock:
                self.server.at_once += 1
                self.server.most_at_once = max(self.server.most_at_once, self.server.at_once)
            self.server.three.wait(30)  # three there are; and a moment for a fourth, if there should be one
            time.sleep(0.05)
            with self.server.lock:
                self.server.at_once -= 1
            self.act("answer", text)
        elif what == "drip":
            self.send_response(200)
            self.end_headers()
            for _ in range(12_000):
                if self.server.closing.wait(0.05):
                    return
                try:
                    self.wfile.write(b" ")
                except OSError:
                    return
        elif isinstance(what, int):
            self.reply(what, b'{"error": {"message": "no"}}', {"Retry-After": "0"} if what == 429 else {})
        elif isinstance(what, bytes):
            self.reply(200, what)
        elif isinstance(what, tuple):
            self.reply(*what)
        else:
            reason = what["finish_reason"] if isinstance(what, dict) else "stop"
            choice = {"message": {"role": "assistant", "content": text.upper()}, "finish_reason": reason}
            usage = {"completion_tokens": 3, "total_tokens": 10}
            self.reply(200, json.dumps({"choices": [choice], "usage": usage}).encode())

    def reply(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.closing.set()
    server.shutdown()
    thread.join()
    server.server_close()


def backend(server: Server, **options: Any) -> OpenAIBackend:
    settings = {"tries": 4, "pause": 0.01, "seconds": 60.0, "key_variable": "RLVR_TEST_KEY", **options}
    return OpenAIBackend(Endpoint("tiny", server.url, **settings))


def ask(backend: OpenAIBackend, *texts: str, sampling: Sampling | None = None) -> dict[str, TextCompletion]:
    """Ask everything at once and wait for all replies, by the text that was asked."""
    for key, text in enumerate(texts):
        backend.submit(key, [{"role": "user", "content": text}], sampling or Sampling(), seed=key)
    found: dict[str, TextCompletion] = {}
    began = time.monotonic()
    while backend.pending:
        assert time.monotonic() - began < 120
        found |= {texts[reply.key]: reply for reply in backend.poll()}
    assert backend.poll() == []
    return found


def test_replies(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RLVR_TEST_KEY", "secret")
    server.script["cut"] = [{"finish_reason": "length"}]
    found = ask(
        backend(server), "one", "cut", sampling=Sampling(max_tokens=7, temperature=0.5, top_p=0.9, top_k=4)
    )
    assert found["one"] == TextCompletion(0, "ONE", "end", 3)
    assert found["cut"] == TextCompletion(1, "CUT", "length", 3)
    body = next(body for body in server.bodies if body["messages"][0]["content"] == "cut")
    assert body == {
        "model": "tiny",
        "messages": [{"role": "user", "content": "cut"}],
        "max_completion_tokens": 7,
        "temperature": 0.5,
        "top_p": 0.9,
        "top_k": 4,
        "seed": 1,
    }
    assert server.keys == ["Bearer secret"] * 2


def test_no_key_and_other_fields(server: Server) -> None:
    endpoint = Endpoint("tiny", server.url, key_variable="RLVR_NO_SUCH_KEY", extra={"stop": ["x"]})
    ask(OpenAIBackend(endpoint, length_field="max_tokens", send_seed=False), "one")
    (body,) = server.bodies
    assert body["stop"] == ["x"]
    assert body["max_tokens"] == 1024
    assert not {"top_k", "top_p", "seed"} & body.keys()
    assert server.keys == [None]


@pytest.mark.parametrize(
    "trouble",
    [
        429,
        500,
        503,
        "drop",
        b"{not json",
        b"[]",
        b'{"choices": []}',
        b'{"choices": [{"message": 3}]}',
        b"null",
        b"",
    ],
    ids=str,
)
def test_what_may_pass_is_tried_again(server: Server, trouble: Any) -> None:
    server.script["one"] = [trouble, trouble]
    assert ask(backend(server), "one")["one"].text == "ONE"
    assert server.tries["one"] == 3


@pytest.mark.parametrize("trouble", ["hang", "drip"])
def test_hangs_are_cut_short(server: Server, trouble: str) -> None:
    server.script["one"] = [trouble]
    # On a busy machine a good try may take longer than that too, so there may be more than two.
    hasty = backend(server, seconds=1.0, tries=30, longest_pause=0.1)
    assert ask(hasty, "one")["one"].text == "ONE"
    assert server.tries["one"] >= 2


def test_lasting_failures_are_aborted(server: Server) -> None:
    server.script |= {
        "busy": [500] * 9,
        "refused": [401] * 9,
        "filtered": [{"finish_reason": "content_filter"}],
    }
    found = ask(backend(server), "busy", "refused", "filtered", "fine")
    assert found["fine"].stop == "end"
    assert {found[text].stop for text in ("busy", "refused", "filtered")} == {"aborted"}
    assert "4 tries, the last: HTTP 500" in found["busy"].error
    assert "HTTP 401" in found["refused"].error
    assert "content_filter" in found["filtered"].error
    assert server.tries == {"busy": 4, "refused": 1, "filtered": 1, "fine": 1}


def test_a_chat_that_is_too_long(server: Server) -> None:
    error = {"error": {"code": "context_length_exceeded", "message": "maximum context length is 8 tokens"}}
    server.script["long"] = [(400, json.dumps(error).encode())]
    assert ask(backend(server), "long")["long"].stop == "context"


def test_nobody_there() -> None:
    endpoint = Endpoint("tiny", "http://127.0.0.1:9/v1", tries=2, pause=0.01, seconds=2.0)
    assert ask(OpenAIBackend(endpoint), "one")["one"].stop == "aborted"


def test_only_so_many_at_once(server: Server) -> None:
    texts = [f"text {i}" for i in range(12)]
    server.script = {text: ["slow"] for text in texts}
    found = ask(backend(server, concurrent=3), *texts)
    assert {text: reply.text for text, reply in found.items()} == {text: text.upper() for text in texts}
    assert server.most_at_once == 3


def test_budget(server: Server) -> None:
    spent = backend(server, concurrent=1, token_budget=25)
    found = ask(spent, *(f"text {i}" for i in range(8)))
    answered = sum(reply.stop == "end" for reply in found.values())
    assert 3 <= answered < 8  # replies that are on the way when it is used up still come
    assert spent.used_tokens == 10 * answered
    assert all("budget of 25" in reply.error for reply in found.values() if reply.stop == "aborted")
    assert ask(spent, "more")["more"].stop == "aborted"


def test_abort(server: Server) -> None:
    server.script["one"] = ["hang"]
    given = backend(server)
    given.submit(5, [{"role": "user", "content": "one"}], Sampling(), 0)
    with pytest.raises(ValueError, match="in use"):
        given.submit(5, [{"role": "user", "content": "one"}], Sampling(), 0)
    assert [reply.stop for reply in given.abort([5, 6])] == ["aborted"]
    assert given.pending == 0
    assert given.poll() == []
    assert ask(given, "two")["two"].text == "TWO"


def test_the_collector_masks_failures(server: Server) -> None:
    tasks = list(generate("arithmetic", 4))
    config = RolloutConfig(lockstep=True)
    server.script = dict.fromkeys((text for text in _asked(server, tasks[:1], config)), [500] * 4)
    server.tries.clear()
    played = Collector(backend(server), None, config).collect([EpisodeJob(task) for task in tasks], seed=0)
    assert [each.scored for each in played] == [False, True, True, True]
    assert played[0].ending == "infra"
    assert all(not each.segments and each.actions for each in played[1:])


def _asked(server: Server, tasks: list[Any], config: RolloutConfig) -> list[str]:
    """What a server is asked first about tasks."""
    Collector(backend(server), None, config).collect([EpisodeJob(task) for task in tasks], seed=0)
    return [body["messages"][-1]["content"] for body in server.bodies]


@pytest.mark.parametrize(
    "options", [{"url": "ftp://x"}, {"tries": 0}, {"concurrent": 0}, {"seconds": 0.0}, {"pause": -1.0}], ids=str
)
def test_bad_values(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Endpoint("tiny", **options)
