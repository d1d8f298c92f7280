"""How many tasks a second every environment makes at every level: ``python -m benchmarks.throughput --markdown``.

Each level is measured in a process of its own, over consecutive seeds, for some seconds of processor time. The first
task does not count, and worlds of search are on disk (``rlvr worlds build`` makes them). Rates depend on the machine,
so each stands beside its ratio to a floor: a little program that is run in turns with the tasks.

``--beside FOLDER`` measures another version as well, in turns: the folder holds another ``rlvr``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import rlvr

from .timing import shown

_CHILD = Path(__file__).with_name("throughput_child.py")
_PAGE = Path(__file__).parents[1] / "docs" / "results" / "throughput.md"


@dataclass(frozen=True, slots=True)
class Cell:
    """One level of one environment.

    Attributes:
        rate: tasks for each second of processor time.
        floor: floor programs for each second, in the same process.
        tasks: how many tasks were made.
    """

    rate: float
    floor: float
    tasks: int

    @property
    def ratio(self) -> float:
        """Tasks in the time of a thousand floor programs."""
        return 1000 * self.rate / self.floor


def measure(name: str, level: int, seconds: float, folder: Path | None = None) -> Cell:
    """Measure a level in a fresh process.

    Args:
        name: of the environment.
        level: of its tasks.
        seconds: of processor time.
        folder: where another ``rlvr`` lies; None for this one.

    Raises:
        subprocess.CalledProcessError: the process failed.
    """
    here = folder or Path(rlvr.__path__[0]).parent
    environment = {**os.environ, "PYTHONPATH": str(here), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, str(_CHILD), name, str(level), str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    return Cell(found["rate"], found["floor"], found["tasks"])


def page(command: str, found: dict[str, dict[int, list[Cell]]]) -> str:
    """The page; each level has one cell, or two where another version was measured as well (that one first)."""
    both = any(len(cells) > 1 for levels in found.values() for cells in levels.values())
    tasks = sum(cells[-1].tasks for levels in found.values() for cells in levels.values())
    most = max(level for levels in found.values() for level in levels)
    head = f"| environment | {' | '.join(f'level {n}' for n in range(1, most + 1))} |"
    rule = f"|---|{'---:|' * most}"
    lines = [
        "# Throughput",
        "",
        f"`{command}`, CPython {platform.python_version()}, {tasks:,} tasks. One process on one core; a second is one "
        "of processor time. Each level in a fresh process, the first task left out, worlds of search on disk. The "
        "machine was shared, so the ratios are worth more than the rates.",
        "",
        "## Tasks a second",
        "",
        *(["Before, and now.", ""] if both else []),
        head,
        rule,
        *(_row(name, levels, most, lambda cell: shown(cell.rate)) for name, levels in found.items()),
        "",
        "## Tasks in the time of a thousand floor programs",
        "",
        "The floor is `benchmarks/throughput_child.py:floor`, run in turns with the tasks.",
        "",
        head,
        rule,
        *(_row(name, levels, most, lambda cell: shown(cell.ratio)) for name, levels in found.items()),
    ]
    return "\n".join(lines) + "\n"


def _row(name: str, levels: dict[int, list[Cell]], most: int, told: Callable[[Cell], str]) -> str:
    cells = [" → ".join(map(told, levels.get(level, ()))) for level in range(1, most + 1)]
    return f"| {name} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """See the top of this module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="only this one; may be repeated")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each level")
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="measure the rlvr of this folder as well")
    parser.add_argument("--markdown", action="store_true", help="write docs/results/throughput.md")
    chosen = parser.parse_args(arguments)
    specs = [rlvr.get(name) for name in chosen.only] if chosen.only else list(rlvr.specs())
    found: dict[str, dict[int, list[Cell]]] = {}
    for spec in specs:
        for level in spec.levels:
            cells = [measure(spec.id, level, chosen.seconds, chosen.beside)] if chosen.beside else []
            cells.append(measure(spec.id, level, chosen.seconds))
            found.setdefault(spec.name, {})[level] = cells
            print(spec.name, level, *(shown(cell.rate) for cell in cells), file=sys.stderr, flush=True)
    told = " ".join(f"--only {name}" for name in chosen.only or ())
    text = page(f"python -m benchmarks.throughput --seconds {chosen.seconds:g} {told}".strip(), found)
    print(text)
    if chosen.markdown:
        _PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
