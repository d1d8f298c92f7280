"""How fast one environment makes tasks of one level: ``python throughput_child.py ID LEVEL SECONDS``.

Prints one JSON object. It imports nothing but `rlvr`, so that it can measure another version of it as well. The floor
is a fixed little program, run between the tasks: a source of chance from a hash, some draws, and JSON.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import sys
import time

import rlvr

FIRST_SEED = 1_000_000
MOST = 400
"""Consecutive seeds at most."""
_TURNS = 40


def floor(number: int) -> str:
    """About what the least task takes."""
    rng = random.Random(hashlib.blake2b(str(number).encode(), digest_size=8).digest())
    drawn = {f"n{i}": rng.randint(0, 999) for i in range(20)}
    rng.shuffle(words := sorted(drawn))
    text = json.dumps({"drawn": drawn, "words": words}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def measure(name: str, level: int, seconds: float) -> dict[str, float]:
    """Tasks and floor programs for each second of processor time; the first task, which imports, does not count."""
    spec = rlvr.get(name)
    _made(spec, level, FIRST_SEED - 1)
    floor(0)
    making = running = 0.0
    made = floors = 0
    while made < MOST and (making < seconds or made < 5):
        start = time.process_time()
        _made(spec, level, FIRST_SEED + made)
        making += time.process_time() - start
        made += 1
        # As much of the floor as of the tasks, so that a slow moment of the machine hits both.
        while running < min(making, seconds / 4):
            start = time.process_time()
            for _ in range(_TURNS):
                floors += 1
                floor(floors)
            running += time.process_time() - start
    return {"tasks": made, "rate": made / making, "floor": floors / running}


def _made(spec: rlvr.TaskSpec, level: int, seed: int) -> None:
    with contextlib.suppress(rlvr.GenerationError):
        spec.task(level, seed)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
