"""Sandboxes of other hosts over HTTP: two servers on this machine, one of which is lost; tokens; versions."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

import pytest

import rlvr
from rlvr.sandbox import MISSING, Job, Limits, SandboxError, SandboxUnavailable, Status, make, use
from rlvr.sandbox.over_http import HOSTS, MOST_BYTES, TOKEN, Server, http_pool
from rlvr.version import __version__

SECRET = "a-token-of-the-tests"
HOST = """
import sys, warnings
from rlvr.sandbox import make
from rlvr.sandbox.over_http import Server
warnings.simplefilter("ignore")
sandbox = make("unsafe-local", slots=2)
server = Server(("127.0.0.1", 0), sandbox, 2, sys.argv[1])
print(server.server_address[1], flush=True)
server.serve_forever()
"""
"""The programs of these tests are trusted, so they need no box; what serves it is the same."""


@contextmanager
def host() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = [sys.executable, "-P", "-c", HOST, SECRET]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"127.0.0.1:{int(process.stdout.readline())}", process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def one() -> Iterator[str]:
    with host() as (name, _):
        yield name


@contextmanager
def served(**about: Any) -> Iterator[str]:
    """A host in this process that says something else about itself."""
    with warnings.catch_warnings(action="ignore"), make("unsafe-local", slots=1) as sandbox:
        server = Server(("127.0.0.1", 0), sandbox, 1, SECRET)
        server.about = {**server.about, **about}
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def test_jobs_and_results_cross_as_they_are(one: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOSTS, one)
    monkeypatch.setenv(TOKEN, SECRET)
    with make("http") as box:
        assert box.run(Job("print(int(input()) * 2)", stdin=b"21")).text == "42\n"
        found = box.run(Job("def f(a):\n    return None if a else object()", entry="f", calls=((1,), (0,))))
        assert (found.status, found.values) == (Status.OK, (None, MISSING))
        files = box.run(Job("open('b', 'wb').write(b'\\xff')", files={"a": b"\x00"}, collect=True)).files
        assert files == {"a": b"\x00", "b": b"\xff"}
        slow = box.run(Job("while True: pass", limits=Limits(cpu_s=0.2)))
        assert slow.status is Status.CPU_LIMIT
        many = box.run_many([Job(f"print({number})") for number in range(12)])
        assert [each.text for each in many if not isinstance(each, SandboxError)] == [
            f"{number}\n" for number in range(12)
        ]


def test_a_lost_host_costs_no_job_and_without_any_there_is_no_score(one: str) -> None:
    task = next(rlvr.generate("output-prediction", level=1, seed=3))
    code = next(rlvr.generate("algorithms", level=1, seed=3))
    with host() as (other, process), http_pool([one, other], token=SECRET, slots=1) as box, use(box):
        assert box.slots == 2
        assert rlvr.verify(code, f"<answer>{code.answer}</answer>").passed
        busy = threading.Thread(target=box.run_many, args=([Job("import time; time.sleep(0.3)")] * 6,))
        busy.start()
        time.sleep(0.2)
        process.kill()
        process.wait()
        assert rlvr.verify(code, f"<answer>{code.answer}</answer>").passed
        busy.join()
        assert [
            each.text for each in box.run_many([Job("print(1)")] * 4) if not isinstance(each, Exception)
        ] == ["1\n"] * 4
    with host() as (name, process), http_pool([name], token=SECRET) as box, use(box):
        process.kill()
        process.wait()
        with pytest.raises(SandboxError, match=f"the host {name} does not answer"):
            box.run(Job("print(1)"))
        verdict = rlvr.verify(code, f"<answer>{code.answer}</answer>")
        assert (verdict.score, verdict.reason) == (None, "infra")
        assert rlvr.verify(task, f"<answer>{task.answer}</answer>").passed  # which runs nothing


def test_a_token_is_needed_and_a_safe_one(one: str) -> None:
    with pytest.raises(SandboxUnavailable, match="refuses the token"):
        http_pool([one], token="another-token-of-tests")
    with pytest.raises(ValueError, match="at least 16 ASCII characters"):
        http_pool([one], token="short")
    name, _, port = one.partition(":")
    for headers in ({}, {"Authorization": f"Bearer {SECRET}x"}, {"Authorization": SECRET}):
        connection = HTTPConnection(name, int(port), timeout=30)
        connection.request("POST", "/run", b"{}", headers)
        assert connection.getresponse().status == 401
        connection.close()


@pytest.mark.parametrize(
    ("path", "body", "length", "status"),
    [
        ("/run", b"{}", None, 422),
        ("/run", b"[1, 2", None, 422),
        ("/run", b'{"code": 3}', None, 422),
        ("/run", b"", str(MOST_BYTES + 1), 413),
        ("/run", b"", "-1", 413),
        ("/other", b"{}", None, 404),
    ],
)
def test_what_is_no_job_is_refused(one: str, path: str, body: bytes, length: str | None, status: int) -> None:
    name, _, port = one.partition(":")
    connection = HTTPConnection(name, int(port), timeout=30)
    headers = {"Authorization": f"Bearer {SECRET}"} | ({"Content-Length": length} if length else {})
    connection.request("POST", path, body, headers)
    assert connection.getresponse().status == status
    connection.close()


def test_hosts_must_be_of_this_version_and_alike(one: str) -> None:
    asked: dict[str, Any] = {"token": SECRET, "languages": frozenset({"python", "c"})}
    with (
        served(rlvr="0.0.1") as old,
        pytest.raises(SandboxUnavailable, match=rf"has rlvr 0\.0\.1, and this process {__version__}"),
    ):
        http_pool([one, old], token=SECRET)
    with (
        served(runtime="Python 2.7") as other,
        pytest.raises(SandboxUnavailable, match=r"different ways: runtime .*'Python 2\.7' on"),
    ):
        http_pool([one, other], token=SECRET)
    with served(languages=["python"]) as poor, pytest.raises(SandboxUnavailable, match="does not run c"):
        http_pool([poor], **asked)
    with pytest.raises(SandboxUnavailable, match="does not answer"):
        http_pool(["127.0.0.1:9"], token=SECRET)


@pytest.mark.parametrize("name", ["one", "https://one:1", "one:x", "http://one:8/a", ":9"])
def test_an_address_is_a_name_and_a_port(name: str) -> None:
    with pytest.raises(ValueError, match="write NAME:PORT"):
        http_pool([name], token=SECRET)
    with pytest.raises(ValueError, match="no host is named"):
        http_pool([], token=SECRET)
