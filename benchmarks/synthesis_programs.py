"""``python -m benchmarks.synthesis_programs``: find programs of function-synthesis that are worth writing, ahead.

Writes the files of `rlvr.generators.code.synthesis.known`. To be run again when programs, calls or the checks of both
are changed; a record that no longer fits is not used, so that tasks are made slower until then, and never wrong ones.
Ten to twenty minutes of one core for all levels.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import rlvr
from rlvr.generators.base import canonical_json
from rlvr.generators.code.synthesis import known
from rlvr.generators.code.synthesis.cases import agree
from rlvr.generators.code.synthesis.problems import as_problem
from rlvr.payloads.recipes import many_objects

FOLDER = Path(known.__file__).parent
PROGRAMS = 16_384
"""So many of each level: of 100 tasks one or none has the program of another one."""


def least(shape: known.Shape) -> float:
    """The least difficulty of the level of a shape."""
    spec = rlvr.get("function-synthesis")
    levels = [level for level in spec.levels if tuple(spec.params(level).values()) == shape]
    return max((spec.bounds[level - 1].least for level in levels), default=0.0)


def found(shape: known.Shape, numbers: Iterator[int]) -> Iterator[known.Record]:
    """The records of those numbers whose programs pass all checks, each program once."""
    bound, seen = least(shape), set()
    for number in numbers:
        with many_objects():
            made = known.found_out(shape, number)
            if made is None or made[0].packed() is None:
                continue
            record, calls = made
            problem = as_problem(Random(number), calls.program)
            text = canonical_json(problem.facts["program"])
            if problem.cost < bound or text in seen or not agree(calls, problem.source, problem.entry):
                continue
        seen.add(text)
        yield record


def main() -> None:
    """Make the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--library", type=int, help="only the file of this library")
    parser.add_argument("--programs", type=int, default=PROGRAMS, help="so many of each level")
    options = parser.parse_args()
    for shape, file in known.FILES.items():
        if options.library not in (None, shape[0]):
            continue
        start, made = time.process_time(), []
        for record in found(shape, count()):
            made.append(record.packed() or b"")
            if len(made) == options.programs:
                break
        (FOLDER / file).write_bytes(b"".join(made))
        taken = time.process_time() - start
        print(f"{file}: {len(made)} of {record.number + 1} programs in {taken:.0f} s", flush=True)


if __name__ == "__main__":
    main()
