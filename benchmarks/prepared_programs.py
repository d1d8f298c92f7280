"""``python -m benchmarks.prepared_programs``: find the calls and results of programs of classic algorithms ahead.

Writes ``generators/code/prepared_programs.bin`` (`rlvr.generators.code.prepared_programs`). Ten minutes of one core;
``--missing`` keeps what is there already and is about programs as they are now.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from random import Random

from rlvr.generators.base import Json
from rlvr.generators.code.algorithms.table import TEMPLATES
from rlvr.generators.code.parts_file import joined
from rlvr.generators.code.prepared_programs import (
    FILE,
    SEEDS,
    is_of,
    key,
    part,
    row,
    rows,
    stored_keys,
)

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
    return _worked_out[same]


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
