"""``python -m benchmarks.scale``: what docs/scale.md is worked out from.

All times are of the processor, so that they hold on a busy machine: what a row, a verdict and a piece of work cost the
process that hands work out (the *driver*), and what they cost the workers. Without Ray its rows are left out.
``--markdown`` writes docs/results/scale.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rlvr.export.generate import generate_file
from rlvr.export.plan import make_plan
from rlvr.export.score import score_file
from rlvr.pools.pool import Pool

PAGE = Path(__file__).resolve().parent.parent / "docs" / "results" / "scale.md"
TICKS = os.sysconf("SC_CLK_TCK")
ENGINES = ["local", *(["ray"] if find_spec("ray") else [])]
MIXES = {"word-sorting, level 2": (["word-sorting"], (2, 2)), "sudoku, level 3": (["sudoku"], (3, 3))}


def taken(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> float:
    """MiB that a process has for itself."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def driver(work: Callable[[], Any]) -> float:
    """Seconds of the processor that this process takes, with all its threads."""
    began = time.process_time()
    work()
    return time.process_time() - began


def rows(folder: Path, count: int, report: list[list[str]]) -> None:
    path = folder / "rows.jsonl"
    for name, (ids, levels) in MIXES.items():
        plan = make_plan(ids, count, levels=levels)
        small = make_plan(ids, 50, levels=levels)
        here = driver(lambda plan=plan: generate_file(plan, path, overwrite=True))
        size = path.stat().st_size / count
        report.append([f"{name}: one process alone", f"{1e6 * here / count:.0f}", f"{size:,.0f} bytes a row"])
        for engine in ENGINES:
            generate_file(small, folder / "warm.jsonl", workers=2, engine=engine, overwrite=True)  # type: ignore[arg-type]
            cost = driver(
                lambda plan=plan, engine=engine: generate_file(
                    plan, path, workers=2, engine=engine, overwrite=True
                )
            )
            report.append([f"{name}: driver of 2 workers, {engine}", f"{1e6 * cost / count:.0f}", ""])


def seen(folder: Path, sizes: list[int], report: list[list[str]]) -> None:
    """What it costs to know a problem among so many, as `rlvr.export.store` does."""
    base = sqlite3.connect(folder / "seen.sqlite", isolation_level=None)
    base.execute("PRAGMA locking_mode = EXCLUSIVE")
    base.execute("PRAGMA cache_size = -65536")
    base.execute("CREATE TABLE seen (fingerprint BLOB PRIMARY KEY) WITHOUT ROWID")
    base.execute("BEGIN")
    held = 0
    for size in sizes:
        base.executemany(
            "INSERT OR IGNORE INTO seen VALUES (?)", ((os.urandom(16),) for _ in range(size - held))
        )
        held, fresh = size, [os.urandom(16) for _ in range(20_000)]
        began, clock = time.process_time(), time.perf_counter()
        for each in fresh:
            base.execute("INSERT OR IGNORE INTO seen VALUES (?)", (each,))
        cost, clock = time.process_time() - began, time.perf_counter() - clock
        held += len(fresh)
        base.execute("COMMIT")
        base.execute("BEGIN")
        bytes_each = (folder / "seen.sqlite").stat().st_size / held
        report.append(
            [
                f"one more fingerprint among {size:,}",
                f"{1e6 * cost / len(fresh):.1f}",
                f"{1e6 * clock / len(fresh):.1f} µs on the clock; {bytes_each:.0f} bytes each on disk",
            ]
        )
    base.close()


def verdicts(folder: Path, count: int, report: list[list[str]]) -> None:
    tasks, responses = folder / "tasks.jsonl", folder / "responses.jsonl"
    for name, (ids, levels) in MIXES.items():
        generate_file(make_plan(ids, count // 8, levels=levels), tasks, overwrite=True)
        with open(tasks, encoding="utf-8") as file, open(responses, "w", encoding="utf-8") as target:
            for line in file:
                row = json.loads(line)
                texts = [f"I think so. <answer>{row['answer']}</answer>", "<answer>?</answer>"] * 4
                target.write(json.dumps({"id": row["id"], "responses": texts}) + "\n")
        here = driver(lambda: sum(1 for _ in score_file(tasks, responses)))
        report.append([f"{name}: one process alone", f"{1e6 * here / count:.0f}", ""])
        for engine in ENGINES:
            cost = driver(
                lambda engine=engine: sum(1 for _ in score_file(tasks, responses, workers=2, engine=engine))
            )
            report.append([f"{name}: driver of 2 workers, {engine}", f"{1e6 * cost / count:.0f}", ""])


def pieces(count: int, report: list[list[str]]) -> None:
    for engine in ENGINES:
        with Pool(1, engine=engine) as pool:  # type: ignore[arg-type]
            pool.submit("operator:sub", [1], 1).result()
            cost = driver(
                lambda pool=pool: [pool.submit("operator:sub", [1], 1).result() for _ in range(count)]
            )
            began = time.perf_counter()
            for _ in range(50):
                pool.submit("operator:sub", [1], 1).result()
            clock = (time.perf_counter() - began) / 50
            pids = pool.pids()
            memory = [f"{resident(pid):.0f} MiB of its own for the process that works" for pid in pids]
            if engine == "ray":
                parents = [
                    int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1]) for pid in pids
                ]
                memory += [f"{resident(pid):.0f} MiB for its actor" for pid in parents]
        told = f"{1e3 * clock:.1f} ms on the clock; {', '.join(memory)}"
        report.append([f"a piece of work of one item, {engine}", f"{1e6 * cost / count:.0f}", told])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seen", type=int, nargs="+", default=[100_000, 1_000_000, 4_000_000])
    parser.add_argument("--markdown", action="store_true")
    chosen = parser.parse_args()
    lines = [
        "# Scale: measured",
        "",
        f"`python -m benchmarks.scale --count {chosen.count} --markdown`, CPython {platform.python_version()}, "
        f"{os.cpu_count()} cores that others used as well (load {os.getloadavg()[0]:.0f} at the start).",
        "Microseconds of the processor; [scale.md](../scale.md) says what follows.",
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts: list[tuple[str, Callable[[list[list[str]]], None]]] = [
            ("rows of `rlvr generate`", lambda report: rows(folder, chosen.count, report)),
            ("verdicts of `rlvr verify`", lambda report: verdicts(folder, chosen.count, report)),
            ("knowing which problems there are already", lambda report: seen(folder, chosen.seen, report)),
            ("handing work out", lambda report: pieces(500, report)),
        ]
        for title, measure in parts:
            report: list[list[str]] = []
            measure(report)
            lines += [
                "",
                f"| {title} | µs each | |",
                "|---|---:|---|",
                *(f"| {' | '.join(row)} |" for row in report),
            ]
            print(*lines[-len(report) - 3 :], sep="\n", flush=True)
    if chosen.markdown:
        PAGE.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
