"""Measure how many distinct problems each level has, and write export/spaces.json: ``python docs/spaces.py [ID ...]``.

Each level is drawn for a moment; raise SECONDS for better bounds. Where draws repeat so often that the level must be
small, it is drawn on until nothing new comes, and so is counted. With ids, only their entries are measured anew.
"""

from __future__ import annotations

import json
import sys
import time

import rlvr
from rlvr.export.generate import patience
from rlvr.export.spaces import FILE, judged
from rlvr.generators.base import GenerationError, derive_seed

SECONDS, MORE_SECONDS, MOST_DRAWS, LEAST_DRAWS = 0.25, 8.0, 30_000, 6
DRAWS_TO_COUNT = 30
"""For each problem of a space, until nothing new comes."""


def measured(spec: rlvr.TaskSpec) -> list[tuple[str, int, int]]:
    """For each level the kind of knowledge, the size, and how many other levels have too."""
    seen: list[set[str]] = []
    spaces = []
    for level in spec.levels:
        draws, ended = drawn(spec, level)
        seen.append(set(draws))
        spaces.append(judged(draws, ended=ended))
    found = []
    for number, space in enumerate(spaces):
        others = set().union(*(each for other, each in enumerate(seen) if other != number))
        share = len(seen[number] & others) / max(len(seen[number]), 1)
        found.append((space.kind, space.size, 0 if space.kind == "more than" else round(share * space.size)))
    return found


def drawn(spec: rlvr.TaskSpec, level: int) -> tuple[list[str], bool]:
    """Fingerprints of a level's tasks, and whether they were drawn until nothing new came."""
    began, number, last_new = time.process_time(), 0, 0
    draws: list[str] = []
    seen: set[str] = set()
    while True:
        seconds = time.process_time() - began
        enough = (seconds > SECONDS and number >= LEAST_DRAWS) or number >= MOST_DRAWS
        if enough and (seconds > MORE_SECONDS or not countable(draws, seen, seconds)):
            return draws, False
        try:
            fingerprint = spec.task(level, derive_seed("space", spec.id, level, number)).fingerprint
        except GenerationError:
            fingerprint = ""
        number += 1
        if fingerprint:
            draws.append(fingerprint)
            last_new = number if fingerprint not in seen else last_new
            seen.add(fingerprint)
        if number - last_new >= patience(len(seen)):
            return draws, True


def countable(draws: list[str], seen: set[str], seconds: float) -> bool:
    """Whether there is time to draw until nothing new comes, from how often draws repeat so far."""
    repeats = len(draws) - len(seen)
    size = len(draws) ** 2 / (2 * repeats) if repeats >= 10 else float("inf")
    return size * DRAWS_TO_COUNT * seconds / max(len(draws), 1) < MORE_SECONDS


def main() -> None:
    """Measure what is asked for and write it."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in sys.argv[1:] or rlvr.list():
        spec = rlvr.get(name)
        known[spec.id] = measured(spec)
        print(spec.id, *(f"{kind} {size}" for kind, size, _ in known[spec.id]), sep="  ", flush=True)
        lines = ",\n".join(f"{json.dumps(id)}: {json.dumps(known[id])}" for id in rlvr.list() if id in known)
        FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
