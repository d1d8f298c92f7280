"""How fast one environment makes tasks and judges answers: ``python throughput_child.py ID SECONDS``.

Prints one JSON object for each level. It imports nothing but `rlvr`, so that it can measure another version of it as
well. The floor is a fixed little program, run between the tasks: a source of chance from a hash, some draws, and JSON.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import rlvr
from rlvr.answer_mutations import mutants
from rlvr.spec import mark

FIRST_SEED = 1_000_000
MOST = 400
"""Consecutive seeds at most."""
FEWEST = 12
"""Tasks at least, unless they take four times the seconds."""
_TURNS = 40
_JUDGED = 40
"""Tasks at most that answers are judged on."""


def floor(number: int) -> str:
    """About what the least task takes."""
    rng = random.Random(hashlib.blake2b(str(number).encode(), digest_size=8).digest())
    drawn = {f"n{i}": rng.randint(0, 999) for i in range(20)}
    rng.shuffle(words := sorted(drawn))
    text = json.dumps({"drawn": drawn, "words": words}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def measure(name: str, level: int, seconds: float) -> dict[str, Any]:
    """Tasks, verdicts and floor programs for each second of the processor, without what comes first, which imports.

    Verdicts that run programs in the sandbox are measured by the clock.
    """
    spec = rlvr.get(name)
    _made(spec, level, FIRST_SEED - 1)
    floor(0)
    making = running = 0.0
    made = floors = 0
    tasks: list[rlvr.Task] = []
    while made < MOST and (making < seconds or (made < FEWEST and making < 4 * seconds)):
        start = time.process_time()
        task = _made(spec, level, FIRST_SEED + made)
        making += time.process_time() - start
        made += 1
        if task is not None and len(tasks) < _JUDGED:
            tasks.append(task)
        # As much of the floor as of the tasks, so that a slow moment of the machine hits both.
        while running < min(making, seconds / 4):
            start = time.process_time()
            for _ in range(_TURNS):
                floors += 1
                floor(floors)
            running += time.process_time() - start
    right = [(task, mark(task.answer, task.marker)) for task in tasks]
    clock = bool(spec.sandbox)
    return {
        "level": level,
        "tasks": made,
        "rate": made / making,
        "floor": floors / running,
        "clock": clock,
        "right": _judged(spec, right, seconds / 3, clock),
        "wrong": _judged(spec, _wrong(tasks, clock), seconds / 3, clock),
    }


def _made(spec: rlvr.TaskSpec, level: int, seed: int) -> rlvr.Task | None:
    with contextlib.suppress(rlvr.GenerationError):
        return spec.task(level, seed)
    return None


def _wrong(tasks: Sequence[rlvr.Task], programs: bool) -> list[tuple[rlvr.Task, str]]:
    """A wrong answer for each task: nearby, or that of the next task.

    The latter where answers are programs, since one with a slip may run until its limit, or where nothing can be
    changed.
    """
    found = []
    for task, other in zip(tasks, [*tasks[1:], *tasks[:1]], strict=True):
        near = [] if programs else mutants(task.answer, random.Random(task.seed), 1)
        found.append((task, mark(near[0] if near else other.answer, task.marker)))
    return found


def _judged(
    spec: rlvr.TaskSpec, asked: Sequence[tuple[rlvr.Task, str]], seconds: float, clock: bool
) -> list[float] | None:
    """Verdicts a second, how many there were, and the share that was right; None where there is no score."""
    now: Callable[[], float] = time.perf_counter if clock else time.process_time
    try:
        if not asked or not spec.verify_response(*asked[-1]).scored:
            return None
        taken, count, passed = 0.0, 0, 0
        while taken < seconds or count < 3:
            start = now()
            verdict = spec.verify_response(*asked[count % len(asked)])
            taken += now() - start
            count += 1
            passed += verdict.passed
    except RuntimeError:  # there is nothing to run programs in
        return None
    return [count / taken, count, passed / count]


if __name__ == "__main__":
    for every in rlvr.get(sys.argv[1]).levels:
        print(json.dumps(measure(sys.argv[1], every, float(sys.argv[2]))), flush=True)
