"""``python -m benchmarks.prepared_programs``: find the calls and results of programs of classic algorithms ahead.

Writes ``generators/code/prepared_programs.bin`` (`rlvr.generators.code.prepared_programs`). Ten minutes of one core;
``--missing`` keeps what is there already and is about programs as they are now.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rlvr.generators.base import Json
from rlvr.generators.code.algorithms.table import TEMPLATES
from rlvr.generators.code.execute import copied, equal
from rlvr.generators.code.native_run import results
from rlvr.generators.code.parts_file import joined
from rlvr.generators.code.prepared_programs import (
    FILE,
    SEEDS,
    SPARE,
    is_of,
    key,
    part,
    row,
    rows,
    spare_calls,
    stored_keys,
)
from rlvr.generators.code.problem import Problem

PATH = Path(__file__).parents[1] / "generators" / "code" / FILE
LOT = 4
"""So many programs of each template and level, then so many more."""

_worked_out: dict[str, list[Json]] = {}
"""Many programs are the same at two levels."""


def _row(name: str, seed: int, level: int, kept: list[list[Json]]) -> list[Json]:
    problem = TEMPLATES[name](Random(seed), level)
    if seed < len(kept) and is_of(kept[seed], problem, seed):
        return kept[seed]
    same = json.dumps([problem.source, problem.large])
    if same not in _worked_out or not is_of(_worked_out[same], problem, seed):
        _worked_out[same] = row(problem, seed)
        check_small_calls(problem, seed, _worked_out[same][1])
    return _worked_out[same]


def check_small_calls(problem: Problem, seed: int, numbers: Sequence[int]) -> None:
    """Compare the reference with the problem's brute force on small calls: those kept, and a few others.

    Raises:
        ValueError: they differ.
    """
    if problem.brute is None:
        return
    small = [at for at, size in enumerate(SPARE) if size <= 3]
    listed = sorted({*small[seed % 4 :: 4], *numbers} & {*small})
    calls = spare_calls(problem, seed, listed)
    for args, found in zip(calls, results(problem.source, problem.entry, copied(calls)), strict=True):
        if not equal(found, json.loads(json.dumps(problem.brute(*copied(args))))):
            raise ValueError(f"{problem.name}: {args} does not give {found}")


def main() -> None:
    """Make the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--missing", action="store_true", help="keep the programs that are in the file")
    options = parser.parse_args()
    made: dict[str, list[list[Json]]] = {key(*one): [] for one in stored_keys()}
    start = time.process_time()
    for first in range(0, SEEDS, LOT):
        for name, level in stored_keys():
            its = key(name, level)
            kept = rows(its) if options.missing else []
            for seed in range(first, min(first + LOT, SEEDS)):
                made[its].append(_row(name, seed, level, kept))
        print(f"{time.process_time() - start:.0f} s: {first + LOT} of {SEEDS}", flush=True)
        PATH.write_bytes(joined({its: part(listed) for its, listed in made.items()}))
    print(f"{len(made)} templates and levels, {PATH.stat().st_size} bytes")


if __name__ == "__main__":
    main()
