"""``python -m benchmarks.view``: how fast the viewer answers over a large run, and how much its pages weigh.

The run is synthetic: real episodes of five environments by the oracle and by a random player, in files of 2,048 rows
with tokens and log-probabilities, whose blocks are repeated under other names. The index has a row of its own for each.
The server runs in a process of its own, so its memory is its own.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import rlvr
from rlvr.agents.policies import oracle, random_policy, run_text_policy
from rlvr.agents.rollouts.index import TrajectoryIndex
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.storage import step_path, write_trajectories
from rlvr.agents.trajectory import Segment, Trajectory
from rlvr.view.files import front_end

from .report import machine

ENVS = ("sudoku", "sokoban", "countdown", "mastermind", "zebra")
ROWS, GROUP = 2_048, 8
TOKENS = 120
"""Drawn tokens of a turn."""


def episodes(rng: random.Random) -> Iterator[Trajectory]:
    """Real episodes, with drawn tokens made up."""
    for number in range(ROWS // GROUP):
        task = next(rlvr.generate(ENVS[number % len(ENVS)], level=1 + number % 3, seed=number))
        right = [sample for sample in range(GROUP) if rng.random() < 0.4]
        for sample in range(GROUP):
            policy = oracle if sample in right else random_policy(rng)
            yield with_tokens(run_text_policy(policy, [EpisodeJob(task, sample)])[0], rng)


def with_tokens(trajectory: Trajectory, rng: random.Random) -> Trajectory:
    """The trajectory with one segment of tokens."""
    segment = Segment()
    segment.read([rng.randrange(150_000) for _ in range(200)])
    for turn in trajectory.turns:
        turn.segment, turn.start = 0, len(segment)
        drawn = [rng.randrange(150_000) for _ in range(TOKENS)]
        segment.write(drawn, [float(f"{-rng.expovariate(2.0):.6g}") for _ in drawn], [3] * TOKENS)
        turn.end = len(segment)
        segment.read([rng.randrange(150_000) for _ in range(40)])
    trajectory.segments = [segment]
    return trajectory


def make_run(folder: Path, count: int, steps: int) -> None:
    """A run of `count` trajectories, and of `steps` records."""
    inner = folder / "trajectories"
    first = step_path(inner, 1)
    rows = list(episodes(random.Random(0)))
    places = write_trajectories(first, rows)
    with TrajectoryIndex(inner) as index:
        for step in range(1, count // ROWS + 1):
            path = step_path(inner, step)
            if step > 1:
                os.link(first, path)
            moved = [
                (
                    place,
                    replace(row, sample=row.sample, task=replace(row.task, seed=row.task.seed + step * ROWS)),
                )
                for place, row in zip(places, rows, strict=True)
            ]
            index.add(path, moved)
    rng = random.Random(1)
    keys = [
        f"{group}/value_{n}" for group in ("reward", "policy", "rollout", "speed", "time") for n in range(6)
    ]
    with open(folder / "records.jsonl", "w") as file:
        for step in range(1, steps + 1):
            record = {key: rng.random() for key in keys} | {"reward/pass_rate": 1 - 0.999**step}
            file.write(
                json.dumps({"kind": "step", "step": step, "record": record, "time": 1.7e9 + step}) + "\n"
            )


def memory(pid: int) -> float:
    """Resident memory of a process in MiB; NaN where that is not told."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return float("nan")
    return int(text.split("VmHWM:")[1].split()[0]) / 1024


def processor_time(pid: int) -> float:
    """Seconds that a process has computed: what other work on the machine does not change much."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def timed(ask: Callable[[], bytes], rounds: int) -> tuple[float, float, int]:
    """Median and largest time of a request in ms, and bytes that came."""
    took, size = [], 0
    for _ in range(rounds):
        begin = time.perf_counter()
        size = len(ask())
        took.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(took), max(took), size


def measure(folder: Path, count: int, rounds: int) -> list[str]:
    """The lines of the report's table."""
    begin = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(folder.parent)], stdout=subprocess.PIPE, text=True, cwd=Path.home()
    )
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)

        def get(path: str) -> bytes:
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            response = connection.getresponse()
            body = response.read()
            assert response.status == 200, (path, body[:300])
            return body

        get("/data/envs.json")
        lines = [
            f"| start of the command to its first answer | {(time.perf_counter() - begin) * 1e3:.0f} | | | |"
        ]
        key = folder.name
        begin = time.perf_counter()
        while json.loads(unzipped(get(f"/data/run/{key}/trajectories.json")))["refreshing"]:
            time.sleep(0.2)
        lines.append(
            f"| the first page of the run, its index looked over | {(time.perf_counter() - begin) * 1e3:.0f} | | | |"
        )
        rng = random.Random(5)
        middle = f"?after={count // 2}:{count // 2}"
        asked: dict[str, Callable[[], str]] = {
            "the gallery without pictures": lambda: "/data/envs.json",
            "a picture": lambda: f"/data/picture/rlvr~sudoku-v0/{rng.randint(1, 8)}-{rng.randint(0, 999)}.json",
            "a task, fresh": lambda: (
                f"/data/task/rlvr~countdown-v0/{rng.randint(1, 7)}-{rng.randint(0, 10**6)}.json"
            ),
            "list of runs": lambda: "/data/runs.json",
            "records from the beginning": lambda: f"/data/run/{key}/records.json",
            "records, nothing new": lambda: (
                f"/data/run/{key}/records.json?from={(folder / 'records.jsonl').stat().st_size}"
            ),
            "facets": lambda: f"/data/run/{key}/facets.json",
            "page in the middle": lambda: f"/data/run/{key}/trajectories.json{middle}",
            "filter: environment and wrong": lambda: (
                f"/data/run/{key}/trajectories.json{middle}&env=rlvr/zebra-v0&passed=0"
            ),
            "filter that nothing passes": lambda: f"/data/run/{key}/trajectories.json?tokens=100000000-",
            "sorted by tokens": lambda: f"/data/run/{key}/trajectories.json?sort=-tokens",
            "filter: a range of steps": lambda: f"/data/run/{key}/trajectories.json?step={count // ROWS - 1}-",
            "a trajectory": lambda: f"/data/run/{key}/trajectory/{rng.randint(1, count)}.json",
            "states of a game, played again": lambda: f"/data/run/{key}/states/{rng.randint(1, count)}.json",
        }
        for name, path in asked.items():
            before = processor_time(server.pid)
            middle_time, worst, size = timed(lambda path=path: get(path()), rounds)  # type: ignore[misc]
            computed = (processor_time(server.pid) - before) / rounds * 1e3
            lines.append(f"| {name} | {middle_time:.1f} | {worst:.1f} | {computed:.1f} | {size / 1e3:.1f} |")
        lines.append(f"| memory of the server at its highest: {memory(server.pid):.0f} MiB | | | | |")
        return lines
    finally:
        server.terminate()
        server.wait(10)


_SERVE = """
import sys
from pathlib import Path
from rlvr.view.server import Server
server = Server([Path(sys.argv[1])], 0)
print(server.port, flush=True)
server.serve_forever()
"""


def unzipped(body: bytes) -> bytes:
    """The body without its compression."""
    return gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--keep", type=Path, help="make the run here, and leave it")
    options = parser.parse_args()
    count = max(1, options.count // ROWS) * ROWS
    with tempfile.TemporaryDirectory() as folder:
        run = (options.keep or Path(folder)) / "run"
        begin = time.perf_counter()
        if not run.exists():
            make_run(run, count, options.steps)
        print(
            f"{count:,} trajectories and {options.steps:,} records; made in {time.perf_counter() - begin:.0f} s"
        )
        print(f"index {(run / 'trajectories' / 'index.sqlite').stat().st_size / 2**20:.0f} MiB; {machine()}\n")
        print(
            "| what is asked for | median, ms | largest, ms | computed, ms | kB sent |\n|---|---:|---:|---:|---:|"
        )
        print("\n".join(measure(run, count, options.rounds)))
    files = front_end()
    size = sum(map(len, files.values()))
    zipped = sum(len(gzip.compress(file)) for file in files.values())
    print(f"\nfront end: {len(files)} files, {size / 1e3:.1f} kB, {zipped / 1e3:.1f} kB gzipped")


if __name__ == "__main__":
    main()
