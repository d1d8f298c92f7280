"""``python -m benchmarks.streaming``: how long a consumer waits for tasks that other processes make ahead of it.

The consumer takes tasks at a steady rate, uniform over all ids at their middle levels. What is measured is the time
that each `next` takes, once the stream is full. Seconds on the clock depend on what else the machine does, so the
processor time that the processes used for each task is told beside them: rate times that time is the number of cores
that are needed, whatever the load. ``--ahead`` is the number of tasks that are planned and held at most, of all ids and
processes together. ``--markdown`` writes docs/results/streaming.md.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import rlvr
from rlvr.task_stream import TaskStream

PAGE = Path(__file__).resolve().parent.parent / "docs" / "results" / "streaming.md"
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
DEAR = 20.0
"""Milliseconds of the processor from which a task is dear: fewer than 50 a second on a core."""


def middle_levels(names: Sequence[str]) -> dict[str, int]:
    return {name: rlvr.get(name).levels[(len(rlvr.get(name).levels) - 1) // 2] for name in names}


def held(pid: int) -> float:
    """MiB that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_SIZE / 2**20


def used(pids: Sequence[int]) -> float:
    """Seconds of the processor that processes have used so far."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def consume(tasks: TaskStream, rate: float, seconds: float) -> dict[str, float]:
    """Take tasks at a rate; who is late takes the next one at once."""
    waits: list[float] = []
    lowest, pids = tasks.ready, tasks.pids()
    makers, own = used(pids), time.process_time()
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        due = len(waits) / rate
        if due > elapsed:
            time.sleep(due - elapsed)
        asked = time.perf_counter()
        next(tasks)
        waits.append(time.perf_counter() - asked)
        if len(waits) % 100 == 0:
            lowest = min(lowest, tasks.ready)
    took = time.perf_counter() - began
    makers, own = used(pids) - makers, time.process_time() - own
    ms = 1e3 * np.array(waits)
    return {
        "taken": len(waits),
        "rate": len(waits) / took,
        "p50": float(np.percentile(ms, 50)),
        "p99": float(np.percentile(ms, 99)),
        "most": float(ms.max()),
        "late": float((ms > 20).mean()),
        "lowest": lowest,
        "makers": 1e3 * makers / len(waits),
        "own": 1e3 * own / len(waits),
    }


def fill(tasks: TaskStream, wanted: int) -> float:
    """Wait until so many tasks are ready; returns the seconds."""
    began = time.perf_counter()
    while tasks.ready < wanted:
        time.sleep(0.05)
    return time.perf_counter() - began


def costs(names: Sequence[str], draws: int) -> dict[str, tuple[float, float]]:
    """Milliseconds of the processor that the first task of each id takes in this process, and the next ones each."""
    found: dict[str, tuple[float, float]] = {}
    for name, level in middle_levels(names).items():
        spec, times = rlvr.get(name), []
        for seed in range(draws + 1):
            began = time.process_time()
            with contextlib.suppress(rlvr.GenerationError):
                spec.task(level, seed)
            times.append(1e3 * (time.process_time() - began))
        found[name] = (times[0], float(np.mean(times[1:])))
    return found


def verdict(measured: dict[str, tuple[float, float]]) -> list[str]:
    """Whether 300 tasks a second can come from two cores, and how many ids stand in the way."""
    ordered = sorted(ms for _, ms in measured.values())
    left = len(ordered)
    while left and 0.3 * float(np.mean(ordered[:left])) > 2.0:
        left -= 1
    if left == len(ordered):
        return ["That is less than two cores have."]
    return [
        f"**That is more than two cores have**, so no stream can give it; without the {len(ordered) - left} dearest "
        f"ids it is {0.3 * float(np.mean(ordered[:left])):.2f} cores."
    ]


def table(rows: Sequence[Sequence[object]], *heads: str) -> list[str]:
    return [f"| {' | '.join(map(str, row))} |" for row in (heads, ["---", *["---:"] * (len(heads) - 1)], *rows)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument(
        "--asked",
        nargs="+",
        default=["300"],
        metavar="RATE[@MS]",
        help="tasks a second, of ids up to so many ms a task",
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--ahead", type=int, default=2000)
    parser.add_argument("--draws", type=int, default=12, help="tasks of each id whose processor time is taken")
    parser.add_argument("--markdown", action="store_true")
    chosen = parser.parse_args()

    loads = [os.getloadavg()[0]]
    measured = costs(rlvr.list(), chosen.draws)
    mean = float(np.mean([ms for _, ms in measured.values()]))
    rows, memory = [], 0.0
    for text in chosen.asked:
        rate, _, most = text.partition("@")
        names = [name for name, (_, ms) in measured.items() if not most or ms <= float(most)]
        with rlvr.stream(names, middle_levels(names), workers=chosen.workers, ahead=chosen.ahead) as tasks:
            filled = fill(tasks, int(0.95 * chosen.ahead))
            found = consume(tasks, float(rate), chosen.seconds)
            memory = max(memory, *(held(pid) for pid in tasks.pids()))
        loads.append(os.getloadavg()[0])
        numbers = [f"{found[name]:.3g}" for name in ("p50", "p99", "most")]
        rows.append(
            [
                f"{rate}/s of {len(names)} ids" + (f", up to {most} ms a task" if most else ""),
                f"{found['rate']:.0f}/s",
                *numbers,
                f"{100 * found['late']:.2f} %",
                int(found["lowest"]),
                f"{found['makers']:.2f} + {found['own']:.2f}",
                f"{float(rate) * (found['makers'] + found['own']) / 1e3:.2f}",
                f"{filled:.0f}",
            ]
        )
        print(*table(rows, *HEADS), sep="\n", flush=True)
    ordered = sorted(measured.items(), key=lambda pair: -pair[1][1])
    dear = [(name, times) for name, times in ordered if times[1] >= DEAR] or ordered[:1]
    rest = float(np.mean([ms for _, (_, ms) in ordered[len(dear) :]]))
    total = mean * len(measured)
    families: dict[str, list[float]] = defaultdict(list)
    for name, (_, ms) in measured.items():
        families[rlvr.get(name).family].append(ms)
    lines = [
        "# Streams of tasks: measured",
        "",
        f"`python -m benchmarks.streaming --seconds {chosen.seconds:g} --workers {chosen.workers} "
        f"--ahead {chosen.ahead} --draws {chosen.draws} --asked {' '.join(chosen.asked)} --markdown`, CPython "
        f"{platform.python_version()}, {os.cpu_count()} cores that others used as well (load {min(loads):.0f} to "
        f"{max(loads):.0f}).",
        "",
        f"A consumer takes tasks uniformly over ids, each at its middle level, from {chosen.workers} processes with "
        f"{chosen.ahead:,} tasks ahead. Waits are milliseconds of one `next`.",
        "",
        *table(rows, *HEADS),
        "",
        f"A process held at most {memory:.0f} MiB.",
        "",
        "Where others want the cores too, the processes get a part of them: read what was got beside the load, "
        "and what is needed instead.",
        "",
        "## What a task costs",
        "",
        f"Processor time hardly depends on the load: a task of all {len(measured)} ids takes {mean:.2f} ms in the "
        f"mean, so a core makes {1e3 / mean:,.0f} a second, and 300 a second need {0.3 * mean:.2f} cores. Ids whose "
        "first task makes a world pay that once in each process.",
        "",
        *verdict(measured),
        "",
        f"Ids of {DEAR:g} ms a task and more take {sum(ms for _, (_, ms) in dear) / total:.0%} of the time; a task of "
        f"the other {len(measured) - len(dear)} takes {rest:.2f} ms in the mean.",
        "",
        *table(
            [
                [name.removeprefix("rlvr/"), f"{ms:.1f}", f"{ms / total:.0%}", f"{first:.0f}"]
                for name, (first, ms) in ordered[: max(10, len(dear))]
            ],
            "dearest ids, at their middle level",
            "ms a task",
            "of all time",
            "ms of the first",
        ),
        "",
        *table(
            [[name, f"{np.mean(found):.2f}"] for name, found in sorted(families.items())],
            "family",
            "ms a task, mean of its ids",
        ),
        "",
    ]
    if chosen.markdown:
        PAGE.write_text("\n".join(lines), encoding="utf-8")
    else:
        print("\n".join(lines))


HEADS = (
    "asked for",
    "got",
    "p50 wait",
    "p99 wait",
    "longest",
    "waits over 20 ms",
    "fewest ready",
    "ms of processor a task, makers + consumer",
    "cores needed",
    "seconds to fill",
)

if __name__ == "__main__":
    main()
