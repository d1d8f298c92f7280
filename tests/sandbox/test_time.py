"""A job's time: what goes on for too long is ended, and pauses of the machine are not held against a job."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from rlvr.sandbox import Job, Limits, Result, Sandbox, Status, remote
from rlvr.sandbox.engine import connect
from rlvr.sandbox.inside import cleanup, pipes
from rlvr.sandbox.link import PipeLink
from rlvr.sandbox.local import start_unsafe
from rlvr.sandbox.pool import Pool
from rlvr.sandbox.remote import Worker

# ---- too long ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    ["import time\ntime.sleep(600)", "import os, time\nwhile True: os.write(2, b'x'); time.sleep(0.0001)"],
    ids=["silent", "never silent"],
)
def test_a_job_that_goes_on_is_ended(box: Sandbox, code: str) -> None:
    result = box.run(Job(code, limits=Limits(cpu_s=100, wall_s=1)))
    assert (result.status, result.attempts) == (Status.WALL_LIMIT, 1)
    assert box.run(Job("print(42)")).text == "42\n"


IDLE = {
    "it sleeps": "import time\ntime.sleep(600)",
    "it waits for itself": "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
    "it reads what never comes": "import os\nr, w = os.pipe()\nos.read(r, 1)",
    "its child sleeps": "import os, time\nif os.fork() == 0:\n    time.sleep(600)\nos.wait()",
}


@pytest.mark.parametrize("code", IDLE.values(), ids=IDLE.keys())
def test_a_job_that_does_nothing_gives_its_slot_back(box: Sandbox, code: str) -> None:
    result = box.run(Job(code, limits=Limits(wall_s=600, idle_s=0.5)))
    assert (result.status, result.attempts) == (Status.WALL_LIMIT, 1)
    assert box.run(Job("print(42)")).text == "42\n"


BUSY = {
    "it computes": "import time\nend = time.monotonic() + 2\nwhile time.monotonic() < end: pass\nprint('done')",
    "its child computes": "import os, time\nend = time.monotonic() + 2\nif os.fork() == 0:\n"
    "    while time.monotonic() < end: pass\n    os._exit(0)\nos.wait()\nprint('done')",
    "it writes now and then": "import time\nfor _ in range(8):\n    time.sleep(0.25)\n    print('done', flush=True)",
}


@pytest.mark.parametrize("code", BUSY.values(), ids=BUSY.keys())
def test_a_job_that_does_something_is_not_idle(box: Sandbox, code: str) -> None:
    result = box.run(Job(code, limits=Limits(cpu_s=20, wall_s=120, idle_s=0.75)))
    assert (result.status, result.text.split()[0]) == (Status.OK, "done")


def test_a_sleeper_is_ended_by_the_usual_limits(box: Sandbox) -> None:
    result = box.run(
        Job("import time\nprint(1, flush=True)\ntime.sleep(600)", limits=Limits(cpu_s=60, wall_s=600))
    )
    assert result.status == Status.WALL_LIMIT
    assert result.cpu_s < 1


def test_a_flood_of_errors_ends_a_job(box: Sandbox) -> None:
    code = "import os\nwhile True: os.write(2, b'x' * 65536)"
    result = box.run(Job(code, limits=Limits(cpu_s=100, wall_s=600, stderr_kb=1)))
    assert result.status == Status.OUTPUT_LIMIT


def watched(child: subprocess.Popen[bytes], clock: pipes.Clock) -> str | None:
    """What a worker whose job is this child sees of it."""
    reading, writing = os.pipe()
    host, host_is_here = os.pipe()
    ended = os.pidfd_open(child.pid)
    try:
        answers = pipes.Tap(reading, 1)
        calls = pipes.Calls(os.dup(writing), [], answers)
        never = pipes.Idle(0.0, lambda: False, lambda: 0.0)
        return pipes.watch(ended, pipes.Feed(writing, b""), calls, (), clock, host, never)
    finally:
        calls.close()
        for fd in (reading, host, host_is_here, ended):
            os.close(fd)


def test_pauses_are_not_pardoned_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter(range(0, 1000, 4))  # a machine that stands still for four seconds in each turn
    now = 0

    def monotonic() -> float:
        nonlocal now
        now = next(looks)
        return now

    monkeypatch.setattr(pipes, "time", SimpleNamespace(monotonic=monotonic))
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as child:
        try:
            assert watched(child, pipes.Clock(10.0)) == "wall_limit"
        finally:
            child.kill()
    assert 0 <= now - (10 + pipes.PAUSES_S) <= 4


def test_the_host_waits_for_longer_than_a_worker_may_take() -> None:
    assert remote.GRACE_S > pipes.PAUSES_S + cleanup.SWEEP_S


# ---- not too long --------------------------------------------------------------------------------------------


def test_a_job_that_has_ended_is_seen_as_ended_however_late() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        clock = pipes.Clock(1.0)
        clock.looked -= 1000
        clock.deadline -= 1000
        assert watched(child, clock) is None


WALL_S, PAUSE_S = 5, 6
# It still has work to do after a pause: a sleep alone would be over by then.
# Its process is there before it has anything to do, so it tells by its name that it is at work.
WORK = Job(
    "import time\nopen('/proc/self/comm', 'w').write('working')\nfor _ in range(10): time.sleep(0.1)\nprint('done')",
    limits=Limits(wall_s=WALL_S),
)


def run_and_pause(worker: Worker, running: Callable[[], object], pause: Callable[[], None]) -> Result:
    """What comes of a job for which time stands still, for longer than it may take, while it works."""
    results: list[Result] = []
    thread = threading.Thread(target=lambda: results.append(worker.run(WORK)), daemon=True)
    thread.start()
    try:
        wait_for(lambda: running() or not thread.is_alive())
        pause()
        thread.join(120)
    finally:
        worker.close()
    (result,) = results
    return result


def wait_for(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_pause_of_processes_costs_a_job_nothing() -> None:
    worker = start_unsafe()
    assert isinstance(worker._link, PipeLink)
    pid = worker._link.process.pid

    def below(one: int) -> list[int]:
        own = [int(child) for child in Path(f"/proc/{one}/task/{one}/children").read_text().split()]
        return [each for child in own for each in (child, *below(child))]

    def jobs() -> list[int]:
        return [job for job in below(pid) if "working" in Path(f"/proc/{job}/comm").read_text()]

    def pause() -> None:
        everybody = [pid, *below(pid)]
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for each in everybody:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, number)
            if number == signal.SIGSTOP:
                time.sleep(PAUSE_S)

    result = run_and_pause(worker, jobs, pause)
    assert (result.status, result.text) == (Status.OK, "done\n"), result


def test_a_pause_of_the_box_costs_a_job_nothing(docker: Sandbox) -> None:
    from docker.errors import APIError

    assert isinstance(docker, Pool)
    client = connect()
    worker = docker._start()
    name = worker.run(Job("import socket; print(socket.gethostname())")).text.strip()

    def working() -> bool:
        return any("working" in process for process in client.top(name, "-eo pid,comm")["Processes"])

    def paused() -> bool:
        return bool(client.inspect_container(name)["State"]["Paused"])

    def pause() -> None:
        # Somebody who tries out pauses may have paused it too, and may end ours: then it is begun again.
        until = time.monotonic() + PAUSE_S
        while time.monotonic() < until:
            with contextlib.suppress(APIError):
                client.pause(name)
            time.sleep(0.1)
        while paused():
            with contextlib.suppress(APIError):
                client.unpause(name)

    result = run_and_pause(worker, working, pause)
    client.close()
    assert (result.status, result.text) == (Status.OK, "done\n"), result
