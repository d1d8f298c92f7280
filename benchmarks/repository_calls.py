"""``python -m benchmarks.repository_calls``: which calls of each skeleton of repository tasks tell wrong repairs apart.

It writes ``generators/code/repository/chosen_calls.txt``, a line for each skeleton
(`rlvr.generators.code.repository.skeleton`), in about twenty minutes of one core, and then ``hidden_calls.bin``, these
calls with their results, in seconds. Run it after a change to a domain, to the mistakes of
`rlvr.generators.code.mutate`, or to how calls are chosen; tasks change with it. ``--domain NAME`` does the lines of one
domain alone; ``--calls`` writes the second file alone.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rlvr.generators.base import Json
from rlvr.generators.code.repository import kept_calls
from rlvr.generators.code.repository.choose_calls import choose
from rlvr.generators.code.repository.domains import DOMAINS
from rlvr.generators.code.repository.skeleton import Skeleton, read, skeletons, written

FOLDER = Path(__file__).parents[1] / "generators" / "code" / "repository"
NUMBERS, CALLS = FOLDER / "chosen_calls.txt", FOLDER / "hidden_calls.bin"


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--domain", choices=[domain.name for domain in DOMAINS])
    parser.add_argument("--calls", action="store_true", help="hidden_calls.bin alone")
    given = parser.parse_args()
    lines = NUMBERS.read_text(encoding="utf-8").splitlines()
    kept = {" ".join(line.split(" ", 3)[:3]): line for line in lines}
    made = {}
    for skeleton in skeletons():
        if not given.calls and given.domain in (None, skeleton.domain.name):
            made[skeleton.key] = f"{skeleton.key} {written(choose(skeleton))}"
            print(f"{skeleton.key}: {len(made)} done", end="\r", flush=True)
        else:
            made[skeleton.key] = kept[skeleton.key]
    NUMBERS.write_text("".join(f"{line}\n" for line in made.values()), encoding="utf-8")
    CALLS.write_bytes(kept_calls.written({each.key: _calls(each, made[each.key]) for each in skeletons()}))


def _calls(skeleton: Skeleton, line: str) -> list[tuple[list[Json], Json]]:
    """The hidden calls that a line of the first file names."""
    skeleton.chosen = read(line.split(" ", 3)[3])
    return [(call.args, call.out) for call in skeleton.hidden_anew()]


if __name__ == "__main__":
    main()
