"""``python -m benchmarks.math_verify``: our mathematical verifier beside public ones, on the pairs of the tests.

Every grader runs in processes of its own, and one that takes longer than `LIMIT` over a pair is ended and goes on
with the next. Times are CPU time of one process; all graders are measured in the same run. ``--markdown`` writes
docs/results/math-verification.md.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import queue
import subprocess
import sys
import threading
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from rlvr.verifiers import math as vm

from .math_graders import GRADERS, chosen, exam
from .math_report import page
from .processes import measure_imports

LIMIT = 20.0
"""Seconds on the clock that a grader gets for one pair."""
ROOT = Path(__file__).resolve().parents[1]


@dataclass(slots=True)
class Judged:
    """What one grader made of the exam: by pair, whether it passed and its CPU seconds; None where it hung."""

    name: str
    passed: dict[int, bool] = field(default_factory=dict)
    cpu: dict[int, float | None] = field(default_factory=dict)
    raised: Counter[str] = field(default_factory=Counter)

    def take(self, line: dict[str, Any]) -> None:
        """Keep the result of one pair."""
        self.passed[line["pair"]], self.cpu[line["pair"]] = line["passed"], line["cpu"]
        if line["raised"]:
            self.raised[line["raised"]] += 1


def judge(name: str, every: int, stop: int) -> Judged:
    """Let one grader judge the pairs below `stop`, of the hostile ones one in `every`; a new process after a hang."""
    judged, left = Judged(name), chosen(every, stop)
    while left:
        command = [sys.executable, "-m", "benchmarks.math_graders", name, str(left[0]), str(every), str(stop)]
        child = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=_pump, args=(child.stdout, lines), daemon=True).start()
        while left:
            try:
                text = lines.get(timeout=LIMIT)
            except queue.Empty:
                text = None
            if text is None:  # it hung or died over this pair
                judged.passed[left[0]], judged.cpu[left[0]] = False, None
                left.pop(0)
                break
            if "pair" in (line := json.loads(text)):
                judged.take(line)
                left.remove(line["pair"])
        child.kill()
        child.wait()
    return judged


def _pump(stream: Any, lines: queue.Queue[str | None]) -> None:
    for text in stream:
        lines.put(text)
    lines.put(None)


def rate(call: Callable[[], object], count: int, seconds: float) -> float:
    """How often `call` does `count` things in a second of CPU time: the median of three turns."""
    found = []
    for _ in range(3):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            call()
            done += count
        found.append(done / spent)
    return sorted(found)[1]


def our_rates(seconds: float) -> dict[str, float]:
    """Verifications per second of ours: simple answers, and the mix of the exam without the hostile pairs."""
    source = Random(1)
    numbers = [
        (str(n), rf"So the answer is \boxed{{{n + source.randint(0, 1)}}}.")
        for n in source.sample(range(10**6), 500)
    ]
    letters = [(source.choice("ABCDE"), f"The answer is ({source.choice('ABCDE')}).") for _ in range(500)]
    mixed = [pair for pair in exam() if pair.category != "hostile"]
    golds = [(vm.compile(gold), response) for gold, response in numbers + letters]
    return {
        "integers": rate(lambda: [vm.check(*one) for one in numbers], len(numbers), seconds),
        "choices": rate(lambda: [vm.check(*one) for one in letters], len(letters), seconds),
        "both, gold compiled": rate(lambda: [gold.check(text) for gold, text in golds], len(golds), seconds),
        "mix": rate(
            lambda: [vm.check(one.gold, one.response, **one.options) for one in mixed], len(mixed), seconds
        ),
    }


def our_limits() -> dict[str, float]:
    """CPU seconds and MiB of the worst hostile pair, and the 99th percentile of the seconds of the others."""
    seconds, memory = [], []
    for pair in exam():
        if pair.category == "hostile":
            start = time.process_time()
            vm.check(pair.gold, pair.response)
            seconds.append(time.process_time() - start)
            tracemalloc.start()
            vm.check(pair.gold, pair.response)
            memory.append(tracemalloc.get_traced_memory()[1] / 2**20)
            tracemalloc.stop()
    mixed = []
    for pair in exam():
        if pair.category != "hostile":
            start = time.process_time()
            vm.check(pair.gold, pair.response, **pair.options)
            mixed.append(time.process_time() - start)
    return {"slowest": max(seconds), "memory": max(memory), "p99": quantiles(mixed, n=100)[98]}


def versions() -> dict[str, str]:
    """The version of each grader that can be used; the others are named, with the reason."""
    found: dict[str, str] = {}
    for name, grader in GRADERS.items():
        try:
            grader.make()
            found[name] = importlib.metadata.version(grader.distribution)
        except ImportError as error:  # a distribution that is not installed raises one as well
            print(f"{name} is left out: {error}", file=sys.stderr)
    return found


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.math_verify", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the first hundred pairs and short turns")
    parser.add_argument(
        "--every",
        type=int,
        default=4,
        help="peers get one in so many of the hostile pairs; 1 for all, in half an hour",
    )
    parser.add_argument("--only", action="append", metavar="GRADER", help=f"one of {', '.join(GRADERS)}")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all verdicts and times here")
    parser.add_argument("--markdown", type=Path, metavar="OUT", help="write the page here")
    asked = parser.parse_args(arguments)
    installed = versions()
    names = [name for name in installed if name == "ours" or not asked.only or name in asked.only]
    pairs = exam()[:100] if asked.quick else exam()
    judged = []
    for name in names:
        print(name, file=sys.stderr, flush=True)
        judged.append(judge(name, 1 if name == "ours" else asked.every, len(pairs)))
    modules = list(dict.fromkeys(GRADERS[name].module for name in names if GRADERS[name].module))
    results = {
        "versions": {name: installed[name] for name in names},
        "judged": judged,
        "imports": measure_imports(modules, 1 if asked.quick else 5),
        "rates": our_rates(0.1 if asked.quick else 1.0),
        "limits": our_limits(),
        "every": asked.every,
    }
    text = page(pairs, results, "python -m benchmarks.math_verify" + (" --quick" if asked.quick else ""))
    print(text)
    if asked.json:
        rows = {one.name: {"passed": one.passed, "cpu": one.cpu, "raised": one.raised} for one in judged}
        asked.json.write_text(json.dumps({**results, "judged": rows}, indent=1) + "\n", encoding="utf-8")
    if asked.markdown:
        asked.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
