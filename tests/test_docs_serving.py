"""The examples of docs/serving.md run as they stand, beside a server that the command started."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra 'serve' is not installed")

import httpx

import rlvr

PAGE = (Path(rlvr.__file__).parent / "docs" / "serving.md").read_text(encoding="utf-8")
URL = "http://127.0.0.1:8000"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "rlvr", "serve", "--port", str(port)]
    server = subprocess.Popen(command, cwd=tmp_path_factory.mktemp("elsewhere"))
    ends = time.monotonic() + 120
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/health")
            break
        except httpx.TransportError:
            assert server.poll() is None
            assert time.monotonic() < ends
            time.sleep(0.1)
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    assert server.wait(60) in (0, -15)


def test_the_commands_of_curl(url: str, tmp_path: Path) -> None:
    (script,) = blocks("bash")
    assert URL in script
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace(URL, url)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"status":"ok"' in done.stdout
    assert done.stdout.count('"id": "rlvr/sudoku-v0:2:') == 3


def test_the_script(url: str, tmp_path: Path) -> None:
    script = "\n".join(blocks("python"))
    assert URL in script
    code = script.replace(URL, url)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    first, stream, *rest = done.stdout.splitlines()
    assert first == "4 of 4 results noted"
    assert stream.startswith("0 ['rlvr/")
    assert rest[-1] == "{'number': 73}"  # nine were taken, and 64 are planned ahead


def test_every_route_is_in_the_table(url: str) -> None:
    page = httpx.get(f"{url}/openapi.json").json()
    told = PAGE.replace("{id or name}", "{name}")
    for path in page["paths"]:
        assert f"{path}`" in told or f"{path}?" in told, path
