"""The command: do what is missing, then write the tables, the picture and the numbers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import __doc__ as purpose
from .page import tables, written_into
from .pictures import plot
from .runs import ARMS, FURTHER, REFERENCE, RUNS, Cell, collected, complete
from .tasks import PROOFS

STANDARD = ("warm-up", *ARMS, REFERENCE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, do what is missing, and report."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learning", description=(purpose or "").split("\n")[0]
    )
    parser.add_argument("--out", type=Path, default=Path("learning-output"), help="folder of all runs")
    parser.add_argument("--tasks", nargs="+", choices=list(PROOFS), default=list(PROOFS))
    parser.add_argument("--seeds", type=int, default=3, help="so many seeds of each task")
    parser.add_argument(
        "--runs",
        nargs="+",
        choices=RUNS,
        default=STANDARD,
        help=f"runs to do; not by default: {', '.join(FURTHER)}",
    )
    parser.add_argument("--processes", type=int, default=2, help="processes of one thread each")
    parser.add_argument("--report", action="store_true", help="report what is there, and run nothing")
    parser.add_argument(
        "--results", type=Path, help="folder of learning.json, learning.png and learning.md; else --out"
    )
    options = parser.parse_args(arguments)
    # Seed by seed, so that what is there early covers all tasks.
    proofs = [PROOFS[name] for name in options.tasks]
    cells = [
        Cell(proof, proof.first_seed + number, options.out)
        for number in range(options.seeds)
        for proof in proofs
    ]
    for line in [] if options.report else complete(cells, options.runs, options.processes):
        print(line, flush=True)
    found = collected(cells, RUNS)
    if not found:
        print("nothing is measured yet")
        return
    folder = options.results or options.out
    folder.mkdir(parents=True, exist_ok=True)
    numbers = json.dumps(without_repeats(found), separators=(",", ":"))
    (folder / "learning.json").write_text(numbers + "\n", encoding="utf-8")
    plot(found, folder / "learning.png")
    text = tables(found)
    page = folder / "learning.md"
    if page.exists():
        page.write_text(written_into(page.read_text(encoding="utf-8"), text), encoding="utf-8")
    print(text)


def without_repeats(found: dict[str, dict[int, dict[str, Any]]]) -> dict[str, dict[int, dict[str, Any]]]:
    """The numbers without the tasks that a control was given if they are, as they should be, the verifier's.

    Of the losses of supervised steps every tenth is kept.
    """
    return {
        name: {
            seed: {
                run: {
                    key: [round(loss, 4) for loss in value[::10]] if key == "losses" else value
                    for key, value in told.items()
                    if run == "verifier" or key != "drawn" or value != runs.get("verifier", {}).get("drawn")
                }
                for run, told in runs.items()
            }
            for seed, runs in seeds.items()
        }
        for name, seeds in found.items()
    }


if __name__ == "__main__":
    main()
