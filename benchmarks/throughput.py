"""How many tasks and verdicts a second every environment gives, at every level.

    python -m benchmarks.throughput --markdown

Each environment is measured in a process of its own, level by level, over consecutive seeds, for some seconds of
processor time. The first task of a level does not count, and worlds of search and questions of SQL are on disk
(``rlvr worlds build`` makes them). Rates depend on the machine, so each stands beside its ratio to a floor: a little
program that is run in turns with the tasks. What is measured is kept in a file (``--kept``), and the same command goes
on where it was stopped; ``--fresh`` begins anew.

``--beside FOLDER`` measures another version as well, in turns: the folder holds another ``rlvr``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import rlvr

from .throughput_child import MOST
from .timing import shown

_CHILD = Path(__file__).with_name("throughput_child.py")
_PAGE = Path(__file__).parents[1] / "docs" / "results" / "throughput.md"
_KEPT = Path(tempfile.gettempdir()) / "rlvr-throughput.jsonl"
LEAST, LEAST_LAST = 100, 20
"""Tasks a second that each level shall give, and the last one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One level of one environment.

    Attributes:
        level: which one.
        rate: tasks for each second of processor time.
        floor: floor programs for each second, in the same process.
        tasks: how many tasks were made.
        clock: whether verdicts were measured by the clock, since they run programs in other processes.
        right: verdicts a second on right answers, how many, and the share that passed; None if there is no score.
        wrong: the same on wrong answers.
    """

    level: int
    rate: float
    floor: float
    tasks: int
    clock: bool = False
    right: tuple[float, int, float] | None = None
    wrong: tuple[float, int, float] | None = None

    @property
    def ratio(self) -> float:
        """Tasks in the time of a thousand floor programs."""
        return 1000 * self.rate / self.floor


def measure(name: str, seconds: float, folder: Path | None = None) -> Iterator[Cell]:
    """Measure all levels in a fresh process.

    Args:
        name: of the environment.
        seconds: of processor time, for the tasks of a level.
        folder: where another ``rlvr`` lies; None for this one.

    Raises:
        RuntimeError: the process failed.
    """
    here = folder or Path(rlvr.__path__[0]).parent
    environment = {**os.environ, "PYTHONPATH": str(here), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, str(_CHILD), name, str(seconds)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield Cell(**json.loads(line))
    if process.returncode:
        raise RuntimeError(f"measuring {name} ended with status {process.returncode}; its error is above")


class Kept:
    """What was measured, on disk: a line of JSON for each environment.

    Args:
        path: the file.
        of: what a line must have been measured with; others are left out.
    """

    def __init__(self, path: Path, of: dict[str, Any]) -> None:
        self.path, self.of = path, of
        self.found: dict[str, list[list[Cell]]] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                if row["of"] == of:
                    self.found[row["id"]] = [[Cell(**each) for each in cells] for cells in row["cells"]]

    def add(self, id: str, cells: list[list[Cell]]) -> None:
        """Keep what was measured of an environment: of each level one cell, or two."""
        self.found[id] = cells
        row = {"id": id, "of": self.of, "cells": [[asdict(each) for each in level] for level in cells]}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def page(command: str, found: dict[str, dict[int, list[Cell]]]) -> str:
    """The page; each level has one cell, or two where another version was measured as well (that one first)."""
    both = any(len(cells) > 1 for levels in found.values() for cells in levels.values())
    cells = {(name, level): cells[-1] for name, levels in found.items() for level, cells in levels.items()}
    most = max(level for _, level in cells)
    head = f"| environment | {' | '.join(f'level {n}' for n in range(1, most + 1))} |"
    rule = f"|---|{'---:|' * most}"

    def table(told: Callable[[Cell], str]) -> list[str]:
        return [head, rule, *(_row(name, levels, most, told) for name, levels in found.items())]

    return "\n".join(
        [
            "# Throughput",
            "",
            f"`{command}`, CPython {platform.python_version()}, {len(found)} environments, {len(cells)} cells, "
            f"{sum(cell.tasks for cell in cells.values()):,} tasks. One process on one core; a second is one of "
            "processor time. Each environment in a fresh process, the first task of a level left out, worlds of search "
            "and questions of SQL on disk. If the machine was shared, the ratios are worth more than the rates.",
            "",
            *_summary(found, cells),
            "",
            "## Tasks a second",
            "",
            f"In brackets the number of tasks that were made, where it is not {MOST}. Slow cells have few, and so are "
            "rough.",
            *(["Before, and now."] if both else []),
            "",
            *table(lambda cell: shown(cell.rate) + ("" if cell.tasks == MOST else f" ({cell.tasks})")),
            "",
            "## Tasks in the time of a thousand floor programs",
            "",
            "The floor is `benchmarks/throughput_child.py:floor`, run in turns with the tasks.",
            "",
            *table(lambda cell: shown(cell.ratio)),
            "",
            "## Verdicts a second: right answers / wrong answers",
            "",
            "Wrong answers are right ones with a slip (a digit, a sign, an item); of programs, that of another task. "
            "* by the clock, one verdict after the other, since programs run in the sandbox; – no score here.",
            "",
            *table(_verdicts),
            "",
        ]
    )


def _summary(found: dict[str, dict[int, list[Cell]]], cells: dict[tuple[str, int], Cell]) -> list[str]:
    """What misses its target, and the slowest verdicts."""
    last = {name: max(levels) for name, levels in found.items()}
    below = {
        key: cell
        for key, cell in cells.items()
        if cell.rate < (LEAST_LAST if key[1] == last[key[0]] else LEAST)
    }
    said = ", ".join(f"{name} {level} ({shown(cell.rate)})" for (name, level), cell in below.items())
    lines = [
        f"**{len(below)} of {len(cells)} cells are below {LEAST} tasks a second ({LEAST_LAST} at an environment's "
        f"highest level)**" + (f": {said}." if below else "."),
        "",
    ]
    for what in ("right", "wrong"):
        slow = [
            (name, level, rate[0])
            for (name, level), cell in cells.items()
            if not cell.clock and (rate := getattr(cell, what)) is not None and rate[0] < LEAST
        ]
        told = ", ".join(f"{name} {level} ({shown(rate)})" for name, level, rate in slow)
        lines.append(
            f"Verdicts on {what} answers that run no program are below {LEAST} a second in {len(slow)} cells"
            + (f": {told}." if slow else ".")
        )
    refused = [key for key, cell in cells.items() if cell.right is not None and cell.right[2] < 1]
    if refused:
        lines.append(
            f"**Right answers were refused** in {', '.join(f'{name} {level}' for name, level in refused)}."
        )
    passed = [cell.wrong[2] for cell in cells.values() if cell.wrong is not None]
    if passed:
        lines.append(
            f"Of the answers with a slip, {sum(passed) / len(passed):.1%} passed: another right answer, or the same in "
            "another form."
        )
    return lines


def _verdicts(cell: Cell) -> str:
    rates = ["–" if each is None else shown(each[0]) for each in (cell.right, cell.wrong)]
    return " / ".join(rates) + (" *" if cell.clock and cell.right is not None else "")


def _row(name: str, levels: dict[int, list[Cell]], most: int, told: Callable[[Cell], str]) -> str:
    cells = [" → ".join(map(told, levels.get(level, ()))) for level in range(1, most + 1)]
    return f"| {name} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """See the top of this module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="only this one; may be repeated")
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.4,
        help="processor time for the tasks of a level; 2/3 of it for verdicts",
    )
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="measure the rlvr of this folder as well")
    parser.add_argument("--kept", type=Path, default=_KEPT, metavar="FILE", help=f"default: {_KEPT}")
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    parser.add_argument("--markdown", action="store_true", help="write docs/results/throughput.md")
    chosen = parser.parse_args(arguments)
    specs = [rlvr.get(name) for name in chosen.only] if chosen.only else list(rlvr.specs())
    if chosen.fresh:
        chosen.kept.unlink(missing_ok=True)
    of = {
        "seconds": chosen.seconds,
        "python": platform.python_version(),
        "beside": str(chosen.beside or ""),
        "folder": str(rlvr.__path__[0]),
    }
    kept = Kept(chosen.kept, of)
    began = time.monotonic()
    missing = [spec for spec in specs if spec.id not in kept.found]
    for done, spec in enumerate(missing, 1):
        runs = [
            list(measure(spec.id, chosen.seconds, folder))
            for folder in (chosen.beside, None)[not chosen.beside :]
        ]
        kept.add(spec.id, [list(level) for level in zip(*runs, strict=True)])
        took = time.monotonic() - began
        rates = " ".join(shown(cells[-1].rate) for cells in kept.found[spec.id])
        left = took / done * (len(missing) - done)
        print(f"{spec.name}: {rates} ({took:.0f} s, about {left:.0f} s left)", file=sys.stderr, flush=True)
    found = {spec.name: {cells[-1].level: cells for cells in kept.found[spec.id]} for spec in specs}
    told = " ".join(f"--only {name}" for name in chosen.only or ())
    text = page(f"python -m benchmarks.throughput --seconds {chosen.seconds:g} {told}".strip(), found)
    if chosen.markdown:
        _PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
