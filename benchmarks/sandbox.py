"""``python -m benchmarks.sandbox``: ways to run a small program, in turns in one run, and a soak with hostile jobs.

The program reads two numbers and prints their sum; every output is checked. All ways are measured in turns, so that a
slow minute of the machine hits them all: read the ratios. ``--soak N`` runs N jobs, one in twenty of them hostile, and
watches for wrong results, hangs and growth. ``--markdown`` writes docs/results/sandbox.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rlvr.sandbox import Job, Limits, Result, Sandbox, SandboxError, SandboxUnavailable, Status, make
from rlvr.sandbox import container as boxes
from rlvr.sandbox.engine import connect
from rlvr.sandbox.image import find
from rlvr.verifiers.code.program import verify

PROGRAM = "print(sum(map(int, input().split())))"
GIVEN, DUE = b"40 2\n", b"42\n"
TURNS = 4

HOSTILE = (
    ("loop", "while True: pass", {Status.CPU_LIMIT, Status.WALL_LIMIT}),
    ("sleep", "import time; time.sleep(60)", {Status.WALL_LIMIT}),
    ("memory", "x = bytearray(3 * 10**9)", {Status.MEMORY_LIMIT}),
    ("output", "while True: print('x' * 10000)", {Status.OUTPUT_LIMIT}),
    ("forks", "import os\ntry:\n while os.fork(): pass\nexcept OSError: pass\nwhile True: pass", set(Status)),
    ("kill", "import os; os.kill(-1, 9)", set(Status)),
    ("files", "try:\n for i in range(9000): open(f'/tmp/{i}', 'w').close()\nexcept OSError: pass", set(Status)),
    ("crash", "import ctypes; ctypes.string_at(0)", {Status.SIGNAL}),
)  # fmt: skip


@dataclass(slots=True)
class Way:
    """One way to run a program, with the seconds that each run of it took."""

    name: str
    run: Callable[[], bytes]
    threads: int = 1
    count: int = 40
    seconds: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)

    def turn(self) -> None:
        """Run it `count` times with `threads` threads, and check every output."""
        left, lock, wrong = [self.count], threading.Lock(), []

        def work() -> None:
            while True:
                with lock:
                    if left[0] == 0:
                        return
                    left[0] -= 1
                start = time.perf_counter()
                if self.run() != DUE:
                    wrong.append(self.name)
                self.seconds.append(time.perf_counter() - start)

        start = time.perf_counter()
        threads = [threading.Thread(target=work) for _ in range(self.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.rates.append(self.count / (time.perf_counter() - start))
        if wrong:
            raise AssertionError(f"{self.name} gave a wrong output")


def in_sandbox(box: Sandbox) -> Callable[[], bytes]:
    return lambda: box.run(Job(PROGRAM, stdin=GIVEN)).stdout


def command(words: list[str], env: dict[str, str] | None = None) -> Callable[[], bytes]:
    return lambda: (
        subprocess.run(words, input=GIVEN, capture_output=True, check=True, timeout=120, env=env).stdout
    )


def cold(image: str, python: str) -> list[str]:
    """``docker run`` with the flags that our containers have, as far as its command line takes them."""
    return [
        *("docker", "run", "--rm", "-i", "--pull", "never", "--network", "none", "--read-only"),
        *(
            "--cap-drop",
            "ALL",
            "--security-opt",
            "no-new-privileges",
            "--pids-limit",
            "128",
            "--memory",
            "512m",
        ),
        *("--log-driver", "none", "--tmpfs", "/tmp", image, python, "-S", "-c", PROGRAM),
    ]


def measure(quick: bool) -> list[Way]:
    image = find({"python"})
    if image is None:
        raise SystemExit("no image: rlvr sandbox build")
    python = connect().inspect_image(image)["Config"]["Labels"]["rlvr.python"]
    with ExitStack() as stack:
        pools = {slots: stack.enter_context(make("docker", slots=slots)) for slots in (1, 2, 4)}
        for pool in pools.values():
            pool.prewarm()  # type: ignore[attr-defined]
        running = subprocess.run(
            ["docker", "run", "-d", "--rm", "--network", "none", image, python, "-c", "import time; time.sleep(3600)"],
            capture_output=True, check=True, text=True,
        ).stdout.strip()  # fmt: skip
        stack.callback(lambda: connect().remove_container(running, force=True))
        ways = [
            Way(f"warm container, fork per job, {s} slot{'s' * (s > 1)}", in_sandbox(p), s, 150)
            for s, p in pools.items()
        ]
        try:
            with warnings.catch_warnings(action="ignore"):
                fallback = stack.enter_context(make("bwrap", slots=1))
            ways.append(Way("bubblewrap, fork per job, 1 slot", in_sandbox(fallback), 1, 100))
        except SandboxUnavailable as error:
            print(f"no bubblewrap: {error}", file=sys.stderr)
        ways += [
            Way("plain python process, no isolation", command([sys.executable, "-S", "-c", PROGRAM]), 1, 40),
            Way("docker exec", command(["docker", "exec", "-i", running, python, "-S", "-c", PROGRAM]), 1, 12),
            Way("docker run, hardened", command(cold(image, python)), 1, 5),
        ]
        for turn in range(1 if quick else TURNS):
            for way in ways:
                print(f"turn {turn + 1}: {way.name}", file=sys.stderr)
                way.turn()
        return ways


def verifications(quick: bool) -> dict[int, float]:
    """Verdicts per second on a task with twenty calls, by number of slots."""
    from rlvr.sandbox import use

    cases = [{"args": [list(range(n))], "out": sum(range(n))} for n in range(20)]
    payload: dict[str, Any] = {"code": {"entry": "total", "cases": cases}}
    answer = "def total(numbers):\n    return sum(numbers)\n"
    rates: dict[int, list[float]] = {1: [], 2: [], 4: []}
    for _ in range(1 if quick else TURNS):
        for slots, found in rates.items():
            with make("docker", slots=slots) as box, use(box):
                box.prewarm()  # type: ignore[attr-defined]
                way = Way("", lambda: DUE if verify(payload, answer).passed else b"", slots, 100 * slots)
                way.turn()
                found += way.rates
    return {slots: median(found) for slots, found in rates.items()}


@dataclass(slots=True)
class Soak:
    """What a long run showed."""

    jobs: int = 0
    hostile: int = 0
    wrong: int = 0
    errors: int = 0
    seconds: float = 0.0
    worst_overrun: float = 0.0
    growth_mb: float = 0.0
    containers: list[int] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)


def soak(jobs: int, slots: int = 2) -> Soak:
    """Run jobs on two slots, one in twenty hostile, and look for whatever grows."""
    found, lock = Soak(), threading.Lock()
    limits = Limits(cpu_s=1, wall_s=2)
    with make("docker", slots=slots) as box:
        box.run(Job(PROGRAM, stdin=GIVEN))
        memory = resident_mb()
        found.descriptors.append(len(os.listdir("/proc/self/fd")))

        def work(first: int) -> None:
            for number in range(first, jobs, slots + 1):
                name, code, due = HOSTILE[number // 20 % len(HOSTILE)] if number % 20 == 7 else ("", "", set())
                job = Job(code, limits=limits) if code else Job(f"print({number} + int(input()))", stdin=b"1")
                try:
                    result = box.run(job)
                except SandboxError as error:
                    print(f"job {number} {name}: {error}", file=sys.stderr)
                    with lock:
                        found.errors += 1
                    continue
                with lock:
                    take(found, result, name, due, f"{number + 1}\n", limits)
                    if found.jobs % 1000 == 0:
                        found.containers.append(ours())
                        found.descriptors.append(len(os.listdir("/proc/self/fd")))
                        print(f"{found.jobs} jobs, {found.wrong} wrong, {found.errors} errors", file=sys.stderr)

        start = time.perf_counter()
        threads = [threading.Thread(target=work, args=(n,)) for n in range(slots + 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        found.seconds = time.perf_counter() - start
        found.growth_mb = resident_mb() - memory
        found.containers.append(ours())
    return found


def take(found: Soak, result: Result, name: str, due: set[Status], text: str, limits: Limits) -> None:
    """Count one result."""
    found.jobs += 1
    if name:
        found.hostile += 1
        found.wrong += result.status not in due
        if result.status is Status.WALL_LIMIT:
            found.worst_overrun = max(found.worst_overrun, result.wall_s - limits.wall_s)
    elif result.text != text:
        print(f"wrong: {result}", file=sys.stderr)
        found.wrong += 1


def ours() -> int:
    """Containers of this process."""
    return len(connect().containers(filters={"label": f"{boxes.LABEL}={boxes.owner()}"}))


def resident_mb() -> float:
    """Resident memory of this process in MiB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def page(ways: list[Way], rates: dict[int, float], soaked: Soak | None, words: str) -> str:
    """The results as Markdown."""
    warm = median(ways[0].rates)
    lines = [
        "# Sandbox: measured",
        "",
        f"`{words}`, CPython {platform.python_version()}, {len(os.sched_getaffinity(0))} cores, Docker engine "
        f"{connect().version()['Version']}. A program that adds two numbers from standard input; each output checked. "
        "The machine was shared: read the ratios, which are medians of rates measured in turns.",
        "",
        "| way | runs/s | p50 ms | p99 ms | slower than a warm fork |",
        "|---|---:|---:|---:|---:|",
    ]
    for way in ways:
        cuts = quantiles(way.seconds, n=100)
        lines.append(
            f"| {way.name} | {median(way.rates):,.1f} | {1000 * cuts[49]:.1f} | {1000 * cuts[98]:.1f} | "
            f"{warm / median(way.rates):.1f}x |"
        )
    lines += [
        "",
        "Verdicts (one function, twenty hidden calls each) a second, by slots:",
        "",
        "| slots | verdicts/s |",
        "|---:|---:|",
    ]
    lines += [f"| {slots} | {rate:,.0f} |" for slots, rate in rates.items()]
    if soaked:
        lines += [
            "",
            f"Soak: {soaked.jobs:,} jobs in {soaked.seconds:,.0f} s on two slots, {soaked.hostile:,} of them hostile: "
            f"{soaked.wrong} wrong results, {soaked.errors} errors of the machinery; worst overrun past a wall limit "
            f"{soaked.worst_overrun:.2f} s; this process grew by {soaked.growth_mb:.1f} MiB; containers at every "
            f"thousandth job {min(soaked.containers)} to {max(soaked.containers)}, open descriptors "
            f"{min(soaked.descriptors)} to {max(soaked.descriptors)}.",
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sandbox", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one turn, to see that everything works")
    parser.add_argument("--soak", type=int, default=0, metavar="N", help="then run this many jobs")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the soak's numbers here")
    parser.add_argument("--markdown", type=Path, metavar="OUT", help="write the page here")
    chosen = parser.parse_args()
    ways, rates = measure(chosen.quick), verifications(chosen.quick)
    soaked = soak(chosen.soak) if chosen.soak else None
    text = page(
        ways, rates, soaked, "python -m benchmarks.sandbox" + (f" --soak {chosen.soak}" if chosen.soak else "")
    )
    print(text)
    if chosen.json and soaked:
        chosen.json.write_text(json.dumps({name: getattr(soaked, name) for name in soaked.__slots__}))
    if chosen.markdown:
        chosen.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
