"""Several processes of one run of torch.distributed, without the seconds that each start of Python and torch takes.

They are forked from a server that has imported torch and rlvr and has done nothing with them. That torchrun starts them
as a user does is tried in test_distributed.py and test_training_processes.py.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import socket
import sys
import tempfile
import time
from collections.abc import Mapping, MutableSequence
from multiprocessing.connection import wait
from pathlib import Path

import processor_time

PRELOADED = ["torch", "transformers", "rlvr.agents.train", "rlvr.agents.sharding", "rlvr.cli.app"]
_CONTEXT = multiprocessing.get_context("forkserver")


def run_ranks(script: Path, count: int, *arguments: Path | str, seconds: float = 900.0) -> None:
    """Run a script in several processes, with the environment that torchrun gives each.

    Args:
        script: the main program of each of them.
        count: how many processes.
        arguments: of the script's command line.
        seconds: how long they may take.

    Raises:
        AssertionError: if one of them fails or takes too long, with what they wrote; none goes on.
    """
    _CONTEXT.set_forkserver_preload(PRELOADED)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    world = {"WORLD_SIZE": str(count), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "OMP_NUM_THREADS": "1"}
    command = [str(script), *map(str, arguments)]
    spent = _CONTEXT.Array("d", count)
    with tempfile.TemporaryDirectory() as folder:
        logs = [Path(folder) / str(rank) for rank in range(count)]
        ranks = []
        for rank, log in enumerate(logs):
            told = {**os.environ, **world, "RANK": str(rank), "LOCAL_RANK": str(rank)}
            ranks.append(_CONTEXT.Process(target=_rank, args=(command, told, log, spent, rank)))
            ranks[-1].start()
        try:
            until = time.monotonic() + seconds
            running = {each.sentinel: each for each in ranks}
            while running and all(not each.exitcode for each in ranks):
                ended = wait(running, timeout=max(until - time.monotonic(), 0.0))
                assert ended, f"{command} takes over {seconds:.0f} s"
                for sentinel in ended:
                    running.pop(sentinel).join()  # type: ignore[call-overload]
            written = [
                f"{each.exitcode}: {log.read_text(errors='replace')[-5000:]}"
                for each, log in zip(ranks, logs, strict=True)
            ]
            assert not any(each.exitcode for each in ranks), "\n".join(written)
        finally:
            for each in ranks:
                each.kill()
                each.join()
            processor_time.elsewhere += sum(spent)


def _rank(
    command: list[str], told: Mapping[str, str], log: Path, spent: MutableSequence[float], rank: int
) -> None:
    os.environ.clear()
    os.environ.update(told)
    with log.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.argv = command
    sys.path.insert(0, str(Path(command[0]).parent))
    try:
        runpy.run_path(command[0], run_name="__main__")
    finally:
        sys.stdout.flush()
        spent[rank] = processor_time.spent()[0]
