"""Checkpoints that several processes write together: read by any number of them, and never half there."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from ranks import run_ranks
from two_ranks import step

from rlvr.agents import checkpoints
from rlvr.agents.distributed import World

SCRIPT = Path(__file__).with_name("resuming_ranks.py")


def read(folder: Path) -> checkpoints.Checkpoint:
    path = checkpoints.latest(folder)
    assert path is not None
    return checkpoints.load(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two steps in two processes; from there two more in two, again in two, and in four; from those two more in one."""
    made = tmp_path_factory.mktemp("runs")
    run_ranks(SCRIPT, 2, "step", made / "2")
    run_ranks(SCRIPT, 2, "step", made / "2-2", made / "2")
    run_ranks(SCRIPT, 2, "step", made / "2-2-again", made / "2")
    run_ranks(SCRIPT, 4, "step", made / "2-4", made / "2")
    step(World(), "decoder", "parallel", made / "2-4-1", checkpoints.latest(made / "2-4"))
    step(World(), "decoder", "parallel", made / "1", None)
    for before, after in (("1", "1-1"), ("1-1", "1-1-1")):
        step(World(), "decoder", "parallel", made / after, checkpoints.latest(made / before))
    return made


@pytest.mark.parametrize(("several", "one"), [("2", "1"), ("2-2", "1-1"), ("2-4", "1-1"), ("2-4-1", "1-1-1")])
def test_another_number_of_processes_goes_on(folder: Path, several: str, one: str) -> None:
    found, expected = read(folder / several), read(folder / one)
    assert found.facts["count"] == expected.facts["count"] == 2 * len(one.split("-"))
    assert {name.split(".")[0] for name in found.tensors} == {"weight", "momentum", "adam"}
    torch.testing.assert_close(found.tensors, expected.tensors, rtol=1e-9, atol=1e-10)


def test_the_same_number_goes_on_bit_for_bit(folder: Path) -> None:
    one, other = read(folder / "2-2"), read(folder / "2-2-again")
    torch.testing.assert_close(one.tensors, other.tensors, rtol=0, atol=0)


def test_each_process_writes_its_part(folder: Path) -> None:
    for several, count in (("2", 2), ("2-4", 4)):
        path = checkpoints.latest(folder / several)
        assert path is not None
        sizes = [file.stat().st_size for file in (path / checkpoints.TENSORS).iterdir()]
        assert len(sizes) == count
        assert max(sizes) < 2 * sum(sizes) / count


def started(folder: Path) -> list[subprocess.Popen[str]]:
    """Two processes that write checkpoints for ever; started one by one, so that each can be killed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    shared = {"OMP_NUM_THREADS": "1", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    return [
        subprocess.Popen(
            [sys.executable, str(SCRIPT), "write", str(folder)],
            env=os.environ | shared | {"RANK": str(rank), "LOCAL_RANK": str(rank)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for rank in (0, 1)
    ]


def test_killed_at_any_moment(tmp_path: Path) -> None:
    rng = random.Random(3)
    seen, moments = 0, set()
    for _ in range(3):
        main, other = started(tmp_path)
        try:
            assert main.stdout is not None
            told = seen
            for _ in range(rng.randint(1, 3)):
                told = int(main.stdout.readline())
            time.sleep(rng.uniform(0.0, 0.03))
        finally:
            for process in rng.sample([main, other], 2):
                process.kill()
                process.wait(60)
        told = max([told, *map(int, main.stdout.read().split())])
        main.stdout.close()
        for path in checkpoints.finished(tmp_path):
            found = checkpoints.load(path)
            assert found.facts["step"] == found.step
            assert found.tensors["sharded"].shape == (9_001, 3)
            assert all((each == found.step).all() for each in found.tensors.values())
            for rank in (0, 1):
                part = torch.load(path / checkpoints.MODEL / f"{rank}.pt", weights_only=True)
                assert (part == found.step).all()
        newest = read(tmp_path).step
        assert newest in (told, told + 1)
        seen = newest
        moments.add(any(path.name.startswith(".") for path in tmp_path.iterdir()))
    assert True in moments, "no kill hit a write: the test is too gentle"
