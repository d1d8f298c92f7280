"""Measure where each level stands on the scale of difficulty: ``python docs/difficulty.py [ID ...]``.

Writes dial.json, which `rlvr.make(id, difficulty=d)` reads, and the table of docs/difficulty.md. With ids, only their
entries are measured anew; with ``--missing``, those that are not measured as they are now. With ``--page`` nothing is
measured and only the page is written; with ``--check`` nothing is written, and the exit status says whether the page
is what the numbers say.

The same seeds are drawn each time, and nothing depends on a clock: a second run gives the same numbers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path
from statistics import fmean, stdev
from types import FrameType
from typing import Any

import rlvr
from rlvr.dial import FILE, extent, measured_of, rungs
from rlvr.generators.base import GenerationError, derive_seed

PAGE = Path(__file__).with_name("difficulty.md")
BEGIN, END = "<!-- difficulty: made by docs/difficulty.py -->", "<!-- end of difficulty -->"

DRAWS, SLOW = 30, {"logic": 12, "grids": 12, "games": 12, "code": 6, "sql": 6, "search": 4}
"""Tasks of each level, fewer in the families whose tasks take long to make."""

UNITS = {"hundreds": "hundreds of", "log2": "2 to the power of", "log10": "10 to the power of"}


def instructions(function: Callable[..., object], *arguments: Any) -> int:
    """How many bytecode instructions a call executes, those of the functions that it calls included.

    What built-in functions do inside counts as one. The number belongs to one minor version of CPython.
    """
    count = 0

    def within(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "opcode"
        return within

    def called(frame: FrameType, event: str, argument: object) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return within

    sys.settrace(called)
    try:
        function(*arguments)
    finally:
        sys.settrace(None)
    return count


def difficulty(spec: rlvr.TaskSpec, task: rlvr.Task) -> float:
    """D of one task: log10 of what the entry counts."""
    match spec.operations:
        case "log2":
            return task.difficulty * log10(2)
        case "log10":
            return task.difficulty
        case "solver":
            assert spec.confirms is not None
            return log10(max(instructions(spec.confirms, task.payload, task.answer), 1))
    return log10(max(task.difficulty, 1 / 100) * (100 if spec.operations == "hundreds" else 1))


def measured(spec: rlvr.TaskSpec) -> list[list[float]]:
    """For each level, and each beyond the table, d with its error and its spread; empty if the entry has no d."""
    if spec.operations.startswith("none: "):
        return []
    if spec.operations == "solver" and spec.confirms is not None:
        first = spec.task(1, 0)
        spec.confirms(first.payload, first.answer)  # what is made once and kept is no operation of a task
    draws = SLOW.get(spec.family, DRAWS)
    found = []
    for number in range(1, len(spec.levels) + len(spec.further) + 1):
        level = min(number, len(spec.levels))
        params = spec.further[number - level - 1] if number > level else None
        seeds = (derive_seed("difficulty", spec.id, number, i) for i in range(draws))
        values = [difficulty(spec, spec.task(level, seed, params=params)) for seed in seeds]
        spread = stdev(values)
        found.append([round(fmean(values), 3), round(1.96 * spread / sqrt(draws), 3), round(spread, 3)])
    return found


def table() -> str:
    """The measured numbers, a line for each entry."""
    lines = ["| id | counted | levels | beyond |", "|---|---|---|---|"]
    for spec in rlvr.specs():
        found = rungs(spec)
        if not found:
            lines.append(f"| {spec.name} | none | {spec.operations.removeprefix('none: ')} | |")
            continue
        within = ", ".join(f"{r.d:.2f} ± {r.error:.2f}" for r in found if not r.beyond)
        after = ", ".join(f"{r.d:.2f} ± {r.error:.2f}" for r in found if r.beyond)
        counted = (
            "instructions of the solver"
            if spec.operations == "solver"
            else f"{UNITS.get(spec.operations, '')} {spec.proxy}".strip()
        )
        lines.append(
            f"| {spec.name} | {counted} | {within} | {after or (spec.beyond if isinstance(spec.beyond, str) else '')} |"
        )
    return "\n".join(lines)


def summary() -> str:
    """What the table says as a whole."""
    known = {spec.id: rungs(spec) for spec in rlvr.specs()}
    have = {id: found for id, found in known.items() if found}
    ends = [extent(found) for found in have.values()]
    steps = [(b.d - a.d, sqrt(a.error**2 + b.error**2)) for found in have.values() for a, b in pairwise(found)]
    further = [sum(r.beyond > 0 for r in found) for found in known.values()]
    return (
        f"{len(have)} of {len(known)} entries have a scale, from {min(e[0] for e in ends):.2f} to "
        f"{max(e[1] for e in ends):.2f} in all; the median entry spans "
        f"{sorted(e[1] - e[0] for e in ends)[len(ends) // 2]:.2f}. Of {len(steps)} steps from a level to the next, "
        f"{sum(rise > 0 for rise, _ in steps)} rise, and {sum(rise < -error for rise, error in steps)} fall by more "
        f"than their error. {further.count(3)} entries go on three levels beyond their table, "
        f"{further.count(1) + further.count(2)} one or two, and {further.count(0)} end with it."
    )


def page(old: str) -> str:
    """The page with the numbers put in."""
    before, rest = old.split(BEGIN)
    return f"{before}{BEGIN}\n\n{summary()}\n\n{table()}\n\n{END}{rest.split(END)[1]}"


def main() -> int:
    """Measure what is asked for and write it; returns the exit status."""
    named = [name for name in sys.argv[1:] if not name.startswith("--")]
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    todo = [] if {"--page", "--check"} & set(sys.argv) else [rlvr.get(name) for name in named or rlvr.list()]
    for spec in todo:
        of = measured_of(spec)
        if "--missing" in sys.argv and known.get(spec.id, {}).get("of") == of:
            continue
        try:
            known[spec.id] = {"of": of, "levels": measured(spec)}
        except (GenerationError, ValueError) as error:
            print(f"{spec.id}: {error}", file=sys.stderr, flush=True)
            continue
        print(spec.id, *(f"{d:.2f}±{error:.2f}" for d, error, _ in known[spec.id]["levels"]), flush=True)
        lines = ",\n".join(f"{json.dumps(id)}: {json.dumps(known[id])}" for id in rlvr.list() if id in known)
        FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    old = PAGE.read_text(encoding="utf-8")
    new = page(old)
    if "--check" in sys.argv:
        return int(old != new)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
