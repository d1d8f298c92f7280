"""Containers end with their owner, whatever ends it; and an engine that goes away is an error, soon."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rlvr.sandbox import (
    Job,
    Limits,
    Sandbox,
    SandboxError,
    SandboxMisconfigured,
    SandboxUnavailable,
    container,
    make,
)
from rlvr.sandbox.container import _compare, owner, wait_until_gone
from rlvr.sandbox.engine import connect
from rlvr.sandbox.image import find

HOST_THAT_WAITS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background are started without it
from rlvr.sandbox import Job, Limits, make
with make("docker", slots=1) as box:
    box.run(Job("print(1)"))
    print("ready", flush=True)
    box.run(Job("import time; time.sleep(600)", limits=Limits(wall_s=700, idle_s=700)))
"""
HOST_THAT_CLOSES = """
import sys
from rlvr.sandbox import Job, make
with make("docker", slots=1) as box:
    box.run(Job("print(1)"))
    print("ready", flush=True)
    sys.stdin.readline()
print("closed", flush=True)
sys.stdin.read()  # alive, so that it is not its end that ends them
"""


def made_by(client: Any, start: str) -> list[str]:
    """The containers, running or not, of the owner whose label starts so."""
    entries = client.containers(all=True, filters={"label": container.LABEL})
    return [entry["Id"] for entry in entries if entry["Labels"][container.LABEL].startswith(start)]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_host_that_dies_leaves_no_container(docker: Sandbox, how: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", HOST_THAT_WAITS], stdout=subprocess.PIPE) as host:
        try:
            assert host.stdout is not None
            assert host.stdout.readline() == b"ready\n"
            mine = f"{owner().split()[0]} {host.pid} "
            assert not wait_until_gone(mine, 0)
            host.send_signal(how)
            assert wait_until_gone(mine, 90)
        finally:
            host.kill()
    client = connect()
    deadline = time.monotonic() + 90  # an engine may still be busy with removing it
    while left := made_by(client, mine):
        assert time.monotonic() < deadline, left
        container.remove_orphans(client)
        time.sleep(0.05)


def test_closing_leaves_no_container(docker: Sandbox) -> None:
    client = connect()
    # In a process of its own: other pools of this one may be starting workers meanwhile.
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", HOST_THAT_CLOSES], stdin=pipe, stdout=pipe) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        assert host.stdout.readline() == b"ready\n"
        mine = f"{owner().split()[0]} {host.pid} "
        assert made_by(client, mine)
        host.stdin.write(b"\n")
        host.stdin.flush()
        assert host.stdout.readline() == b"closed\n"
        deadline = time.monotonic() + 90
        while left := made_by(client, mine):
            assert time.monotonic() < deadline, left
            time.sleep(0.05)
        assert host.poll() is None


README = """
from rlvr.sandbox import Job, current
result = current("python").run(Job("def add(a, b): return a + b", entry="add", calls=((40, 2), (1, 1))))
print(result.values)
"""


@pytest.mark.parametrize("backend", ["docker", "bwrap"])
def test_a_script_that_ends_while_a_spare_is_being_started_ends_silently(backend: str) -> None:
    try:
        make(backend, slots=1).close()
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    for _ in range(4):
        done = subprocess.run(
            [sys.executable, "-c", README],
            env={**os.environ, "RLVR_SANDBOX": backend},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "(42, 2)\n", "")


def test_orphans_are_found_by_their_label(docker: Sandbox) -> None:
    client = connect()
    host = owner().split()[0]
    made = client.create_container(find({"python"}), ["python3"], labels={container.LABEL: f"{host} 1 0"})["Id"]
    # Whoever starts a sandbox removes orphans: others may be at this one as well.
    deadline = time.monotonic() + 60
    while made in {entry["Id"] for entry in client.containers(all=True)}:
        assert time.monotonic() < deadline
        container.remove_orphans(client)
        time.sleep(0.05)


HELLO: dict[str, Any] = {
    "protocol": 2, "writable": {"folders": ["/tmp"], "files": ["/dev/null"], "dated": []},
    "uid": 0, "capabilities": 0xC0, "no_new_privs": True, "seccomp": 2, "memory": 768 * 2**20,
    "pids": 128, "read_only": True, "networks": ["lo"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [("capabilities", 0xA80425FB), ("no_new_privs", False), ("seccomp", 0), ("memory", 2**63), ("memory", None),
     ("pids", None), ("read_only", False), ("networks", ["eth0", "lo"]), ("protocol", 1),
     ("writable", {"folders": ["/dev"], "files": []}), ("writable", {"folders": [], "files": ["/etc/hosts"]}),
     ("writable", None), ("uid", 1000)],
)  # fmt: skip
def test_a_box_that_is_weaker_than_asked_for_is_refused(name: str, value: object) -> None:
    _compare(HELLO, 768, None)
    with pytest.raises(SandboxMisconfigured, match="does not hold"):
        _compare({**HELLO, name: value}, 768, None)


def test_a_missing_image_is_told_and_not_fetched(docker: Sandbox) -> None:
    with pytest.raises(SandboxUnavailable, match="rlvr sandbox build"):
        container.docker_sandbox(image="rlvr-sandbox:not-there")


@pytest.fixture
def own_engine(docker: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[bytes]]:
    """An engine that may be stopped, with the image in it."""
    if os.geteuid() != 0 or shutil.which("dockerd") is None:
        pytest.skip("starting an engine of its own takes root and dockerd")
    # pytest's own folders have long names, and the path of a socket has room for 107 characters.
    tmp_path = Path(tempfile.mkdtemp(prefix="rlvr-", dir="/tmp"))
    image = find({"python"})
    saved = b"".join(connect(timeout=60).get_image(image))
    home = f"unix://{tmp_path}/engine.sock"
    # In a network of its own: an engine without a bridge removes the one that another engine has made.
    with (tmp_path / "log").open("wb") as log:
        engine = subprocess.Popen(
            ["unshare", "--net", "dockerd", "--host", home, "--bridge", "none", "--iptables=false",
             "--ip6tables=false", "--data-root", f"{tmp_path}/data", "--exec-root", f"{tmp_path}/exec",
             "--pidfile", f"{tmp_path}/pid"],
            stdout=log, stderr=log,
        )  # fmt: skip
    monkeypatch.setenv("DOCKER_HOST", home)
    try:
        deadline = time.monotonic() + 240
        while True:
            try:
                client = connect(timeout=60)
                break
            except SandboxUnavailable:
                assert engine.poll() is None, (tmp_path / "log").read_text()[-2000:]
                assert time.monotonic() < deadline, (tmp_path / "log").read_text()[-2000:]
                time.sleep(0.2)
        client.load_image(saved)
        yield engine
    finally:
        engine.terminate()
        try:
            engine.wait(60)
        except subprocess.TimeoutExpired:
            engine.kill()
        remove_all_of(tmp_path)


def remove_all_of(folder: Path) -> None:
    """End what an engine that was killed leaves behind: its helpers, their mounts, its files."""
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if str(folder).encode() in (entry / "cmdline").read_bytes() and int(entry.name) != os.getpid():
                os.kill(int(entry.name), signal.SIGKILL)
    mounted = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines() if str(folder) in line]
    for path in sorted(mounted, key=len, reverse=True):
        subprocess.run(["umount", "--lazy", path], check=False, capture_output=True)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_an_engine_that_goes_away_ends_every_call(
    own_engine: subprocess.Popen[bytes], how: signal.Signals
) -> None:
    ended: list[object] = []
    with make("docker", slots=2) as box:
        assert box.run(Job("print(1)")).text == "1\n"

        def work() -> None:
            try:
                result: object = box.run(
                    Job("import time; time.sleep(300)", limits=Limits(wall_s=400, idle_s=400))
                )
            except SandboxError as error:
                result = error
            ended.append(result)

        threads = [threading.Thread(target=work) for _ in range(6)]  # more than slots: some of them wait
        for thread in threads:
            thread.start()
        time.sleep(1.5)
        own_engine.send_signal(how)
        for thread in threads:
            thread.join(200)
        assert len(ended) == 6
        assert all(isinstance(result, SandboxError) for result in ended), ended
        with pytest.raises(SandboxError):
            box.run(Job("print(1)"))
