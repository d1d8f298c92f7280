"""``python -m benchmarks.repository_calls``: which calls of each skeleton of repository tasks tell wrong repairs apart.

It writes ``generators/code/repository/chosen_calls.txt``, a line for each skeleton
(`rlvr.generators.code.repository.skeleton`), in about ten minutes of one core. Run it after a change to a domain, to
the mistakes of `rlvr.generators.code.mutate`, or to how calls are chosen; tasks change with it. ``--domain NAME`` does
the lines of one domain alone.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rlvr.generators.code.repository.choose_calls import choose
from rlvr.generators.code.repository.domains import DOMAINS
from rlvr.generators.code.repository.skeleton import skeletons, written

FILE = Path(__file__).parents[1] / "generators" / "code" / "repository" / "chosen_calls.txt"


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--domain", choices=[domain.name for domain in DOMAINS])
    name = parser.parse_args().domain
    lines = FILE.read_text(encoding="utf-8").splitlines()
    kept = {" ".join(line.split(" ", 3)[:3]): line for line in lines}
    made = {}
    for skeleton in skeletons():
        if name in (None, skeleton.domain.name):
            made[skeleton.key] = f"{skeleton.key} {written(choose(skeleton))}"
            print(f"{skeleton.key}: {len(made)} done", end="\r", flush=True)
        else:
            made[skeleton.key] = kept[skeleton.key]
    FILE.write_text("".join(f"{line}\n" for line in made.values()), encoding="utf-8")


if __name__ == "__main__":
    main()
