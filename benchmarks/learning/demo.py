"""``make demo``: real problems and verdicts, then small models that learn from the verifier, beside a control.

``python -m benchmarks.learning.demo`` takes one seed of each task of the proof (`benchmarks.learning`): a model from
nothing is warmed up on worked solutions of low levels, and trained twice from there, once with the verifier's rewards
and once with rewards for form alone, on the very same tasks. Held-out tasks of all levels are measured before and
after. It ends with a table and a picture. What is done is kept in the folder, and not done again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from rlvr.agents.intervals import Estimate

from . import __doc__ as purpose
from .page import level, margins_of, signed
from .pictures import Found, plot
from .runs import Cell, collected, complete
from .showcase import showcase
from .tasks import PROOFS, quick
from .verdict import frontier, mean_pass

RUNS = ("warm-up", "verifier", "format")


def report(found: Found, console: Console) -> None:
    """The table: before and after, and what the verifier has over form alone."""
    table = Table(
        title="Held-out tasks of all levels, 95% intervals over tasks; frontier: highest level with pass@1 >= 0.5",
        title_justify="left",
    )
    for column in ("task", "trained by", "frontier", "pass@1"):
        table.add_column(column, no_wrap=True)
    for name, seeds in found.items():
        for runs in seeds.values():
            for run in RUNS:
                passed, attempts = runs[run]["passed"], runs[run]["attempts"]
                told = "warm-up (before)" if run == "warm-up" else f"{run} rewards"
                rate: Estimate = mean_pass(passed, attempts, 1)
                table.add_row(
                    name if run == "warm-up" else "", told, level(frontier(passed, attempts)), str(rate)
                )
    console.print(table)
    for name, seeds in found.items():
        attempts = next(iter(seeds.values()))["warm-up"]["attempts"]
        each = margins_of(seeds, attempts)["format"].seeds[0]
        said = "apart from zero" if each.low > 0 or each.high < 0 else "no difference shown"
        console.print(f"{name}: verifier minus format only {signed(each)}, {said}", highlight=False)


def main(arguments: Sequence[str] | None = None) -> dict[str, Any]:
    """Read the command line and run the demo; returns the numbers, by task, seed and run."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learning.demo", description=(purpose or "").split("\n")[0]
    )
    parser.add_argument("--out", type=Path, default=Path("demo-output"), help="folder of picture and numbers")
    parser.add_argument("--seed", type=int, default=0, help="seed of the models, the tasks and the sampling")
    parser.add_argument("--tasks", nargs="+", choices=list(PROOFS), default=list(PROOFS)[:2])
    parser.add_argument("--processes", type=int, default=2, help="processes of one thread each")
    parser.add_argument("--quick", action="store_true", help="every phase for a moment, to see that it runs")
    options = parser.parse_args(arguments)
    console, began = Console(), time.monotonic()
    console.rule("Problems from the gym, and what the verifier makes of responses")
    showcase(console, options.seed)
    console.rule("Warm-up on low levels, then rewards: the verifier's, or for form alone")
    console.print(
        "Models of 0.08 million parameters from nothing, a process each. A line comes for each run that is done."
    )
    proofs = [quick(PROOFS[name]) if options.quick else PROOFS[name] for name in options.tasks]
    cells = [Cell(proof, options.seed, options.out / "runs") for proof in proofs]
    for line in complete(cells, RUNS, options.processes):
        console.print(f"{line} ({time.monotonic() - began:.0f} s)", highlight=False)
    found = collected(cells, RUNS)
    report(found, console)
    (options.out / "demo.json").write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
    plot(found, options.out / "demo-curve.png")
    console.print(f"The picture: {options.out / 'demo-curve.png'}; all numbers: {options.out / 'demo.json'}")
    return found


if __name__ == "__main__":
    main()
