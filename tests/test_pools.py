"""Work in processes that can be killed: nothing is lost but what ends its process again and again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError
from importlib.util import find_spec
from pathlib import Path

import pytest

import rlvr
from rlvr.pools.pieces import LostItem, PoolError, value_of
from rlvr.pools.pool import Pool

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(FIXTURES))
    return "pool_works"


def test_outcomes_are_in_order_and_errors_keep_their_type(works: str) -> None:
    with Pool(2) as pool:
        futures = [pool.submit(f"{works}:divided", list(range(n, n + 30)), 100) for n in range(20)]
        found = [[value_of(each) for each in future.result()] for future in futures[1:]]
        assert found == [[100 // k for k in range(n, n + 30)] for n in range(1, 20)]
        refused, *fine = futures[0].result()
        assert [value_of(each) for each in fine] == [100 // k for k in range(1, 30)]
        with pytest.raises(ValueError, match="nothing is divided by 0"):
            value_of(refused)


@pytest.mark.parametrize("fault", ["die", "hold"])
def test_only_the_item_that_ends_its_process_is_lost(works: str, fault: str) -> None:
    items: list[object] = [1, 2, fault, 4, 5]
    with Pool(1) as pool:
        first = pool.submit(f"{works}:faulty", items, seconds=2.0)
        behind = pool.submit(f"{works}:faulty", [6, 7])
        outcomes = first.result()
        assert [value_of(each) for each in (*outcomes[:2], *outcomes[3:])] == [1, 2, 4, 5]
        with pytest.raises(LostItem, match="its process died" if fault == "die" else "took longer than 2 s"):
            value_of(outcomes[2])
        assert [value_of(each) for each in behind.result()] == [6, 7]


def test_processes_that_are_killed_from_outside_lose_nothing(works: str) -> None:
    with Pool(2) as pool:
        futures = [pool.submit(f"{works}:slow", [10 * n + k for k in range(10)]) for n in range(12)]
        killed: set[int] = set()
        while not all(future.done() for future in futures):
            fresh = [pid for pid in pool.pids() if pid not in killed]
            if fresh and len(killed) < 2 and sum(future.done() for future in futures) > len(killed):
                killed.add(fresh[0])
                os.kill(fresh[0], signal.SIGKILL)
            time.sleep(0.01)
        assert len(killed) == 2
        found = [value_of(each) for future in futures for each in future.result()]
    assert found == list(range(120))


def test_closing_ends_what_hangs_and_what_waits(works: str) -> None:
    pool = Pool(1)
    futures = [pool.submit(f"{works}:faulty", ["hold"]), pool.submit(f"{works}:faulty", [1])]
    while not pool.pids():
        time.sleep(0.01)
    pids = pool.pids()
    waiting = threading.Timer(0.5, pool.close)
    waiting.start()
    for future in futures:
        with pytest.raises(CancelledError):
            future.result()
    waiting.join()
    assert not any(alive(pid) for pid in pids)
    with pytest.raises(PoolError, match="closed"):
        pool.submit(f"{works}:faulty", [1])


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_a_process_that_cannot_start_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    with Pool(2) as pool, pytest.raises(PoolError, match=r"ended with status 1.*its error is above"):
        pool.submit("builtins:divmod", [1], 1).result()


def test_processes_end_with_the_program_that_has_them(works: str) -> None:
    """They do when it is killed, whatever they are doing; `hold` keeps the interpreter, so it ends at its own limit."""
    script = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); from rlvr.pools.pool import Pool; pool = Pool(2)\n"
        "[pool.submit('pool_works:slow', [1] * 100000) for _ in range(2)]\n"
        "while len(pool.pids()) < 2: time.sleep(0.01)\n"
        "time.sleep(0.5); print(*pool.pids(), flush=True); time.sleep(600)"
    )
    path = os.pathsep.join([str(Path(rlvr.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(FIXTURES)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None
    pids = list(map(int, process.stdout.readline().split()))
    assert len(pids) == 2
    process.kill()
    process.communicate()
    until = time.monotonic() + 60
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_bad_pools_are_refused() -> None:
    with pytest.raises(ValueError, match="engine must be one of local, ray"):
        Pool(1, engine="slurm")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 1"):
        Pool(0)


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed here")
def test_without_ray_the_command_says_how_to_install_it(tmp_path: Path) -> None:
    tasks, responses = tmp_path / "a.jsonl", tmp_path / "r.jsonl"
    for words in (
        ["generate", "cipher", "-n", "5", "-o", str(tasks)],
        ["verify", str(tasks), "-r", str(responses), "--workers", "2"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "rlvr", *words, "--engine", "ray"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr == "error: the engine 'ray' needs Ray: pip install \"rlvr-gym[ray]\"\n"
        tasks.write_text("")
        responses.write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "rlvr", *words, "--engine", "rya"], capture_output=True, text=True, check=False
    )
    assert done.stderr == "error: engine must be one of local, ray, not 'rya'\n"
