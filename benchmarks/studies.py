"""``python -m benchmarks.studies``: try the mistakes of the programs of code-repair and test-writing ahead.

Writes the files of studies beside ``generators/code/studies.py``. All results that a study holds are worked out by
brute force, too, as far as that goes. Ten minutes of one core; ``--missing`` keeps what is there already.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rlvr.generators.code import studies
from rlvr.generators.code.execute import equal
from rlvr.generators.code.parts_file import joined
from rlvr.generators.code.repair_solver import wanted
from rlvr.generators.code.repair_sources import CLASSIC, problem_of
from rlvr.generators.code.repair_table import SMALL
from rlvr.generators.code.study_making import Found

FOLDER = Path(__file__).parents[1] / "generators" / "code"


def checked(name: str, seed: int, level: int) -> Found:
    """A study whose results a second method confirms.

    Raises:
        ValueError: one of them is wrong.
    """
    found = studies.studied(name, seed, level)
    problem = problem_of(name, seed, level)
    for args, value in found["calls"]:
        if not equal(value, wanted(problem, args, name in SMALL)):
            raise ValueError(f"{studies.key(name, seed, level)}: {args} does not give {value}")
    return found


def main() -> None:
    """Make the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--missing", action="store_true", help="keep the studies that are in the files")
    parser.add_argument("--only", default="", help="of templates whose names begin so")
    options = parser.parse_args()
    kept = studies.stored() if options.missing else {}
    made = {}
    start = time.process_time()
    for name, seed, level in sorted(studies.stored_keys(), key=lambda one: (one[2] > 0, one[1])):
        key = studies.key(name, seed, level)
        if key in kept:
            made[key] = kept[key]
        elif name.startswith(options.only):
            made[key] = studies.packed(checked(name, seed, level))
            print(f"{time.process_time() - start:.0f} s: {key}", flush=True)
            if len(made) % 20 == 0:  # it takes long
                write(made)
    write(made)
    kin = {name: studies.packed(studies.kin(name)) for name in (*SMALL, *CLASSIC)}
    (FOLDER / studies.KIN_FILE).write_bytes(joined(kin))


def write(made: dict[str, bytes]) -> None:
    """Write the files with the studies that there are so far."""
    for file in dict.fromkeys(studies.FILES.values()):
        names = [studies.key(*one) for one in studies.stored_keys() if studies.file_of(one[2]) == file]
        path = FOLDER / file
        path.write_bytes(joined({name: made[name] for name in names if name in made}))
        print(f"{file}: {len(set(names) & set(made))} studies, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
