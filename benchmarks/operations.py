"""How many function calls a task takes, beside those of a floor: ``python -m benchmarks.operations --write``.

A rate depends on the machine and on who else uses it; the number of calls of functions does not. So a change that makes
the tasks of an environment take twice as much is seen in a test that takes seconds, on any machine:
``tests/test_operations.py`` counts again and compares with docs/results/operations.json. What one call takes is not
seen; ``benchmarks.throughput`` measures that. A change that is meant is recorded by ``--write``.

Each environment is counted at its middle level, in units of the floor of ``benchmarks.throughput_child``, over a few
seeds that were made once before: what is imported, built or kept for later (such as worlds of search) does not count.
"""

from __future__ import annotations

import argparse
import contextlib
import cProfile
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import rlvr

from .throughput_child import floor

FILE = Path(__file__).parents[1] / "docs" / "results" / "operations.json"
SEEDS = range(3)
TWICE = 2.0
"""A test fails if a task takes more than so many times what is recorded, in units of the floor."""
SLACK = 5.0
"""Floors more that are always allowed: the smallest tasks are a few dozen calls."""


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, those of C included."""
    profile = cProfile.Profile()
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def floors(spec: rlvr.TaskSpec) -> float:
    """The calls of one task at an environment's middle level, in calls of the floor."""
    level = spec.levels[len(spec.levels) // 2]

    def work() -> None:
        for seed in SEEDS:
            with contextlib.suppress(rlvr.GenerationError):
                spec.task(level, seed)

    work()
    return calls(work) / len(SEEDS) / calls(lambda: floor(1))


def slower(recorded: dict[str, float], specs: Sequence[rlvr.TaskSpec]) -> list[str]:
    """What takes more than twice what is recorded, as sentences; environments that are not recorded are left out."""
    found = []
    for spec in specs:
        due = recorded.get(spec.name)
        if due is not None and (now := floors(spec)) > TWICE * due + SLACK:
            found.append(
                f"a task of {spec.name} takes the calls of {now:.1f} floor programs, recorded are {due:.1f}"
            )
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """See the top of this module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write docs/results/operations.json")
    parser.add_argument(
        "--missing", action="store_true", help="count only what is not in the file, and write it"
    )
    chosen = parser.parse_args(arguments)
    if chosen.write or chosen.missing:
        before = json.loads(FILE.read_text(encoding="utf-8")) if chosen.missing and FILE.exists() else {}
        found = {spec.name: before.get(spec.name) or round(floors(spec), 1) for spec in rlvr.specs()}
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return
    found_slower = slower(json.loads(FILE.read_text(encoding="utf-8")), list(rlvr.specs()))
    print("\n".join(found_slower) or "no environment takes more than twice what is recorded")
    sys.exit(bool(found_slower))


if __name__ == "__main__":
    main()
