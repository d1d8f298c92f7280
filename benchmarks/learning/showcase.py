"""A few real problems on the terminal, and what the verifier makes of right, wrong and hedged answers."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from rlvr import registry
from rlvr.generators.base import Task
from rlvr.spec import mark

SHOWN = (("countdown", 2), ("sudoku", 1), ("knights-and-knaves", 2))
"""Environments and levels of the problems that are shown."""


def showcase(console: Console, seed: int = 0) -> None:
    """Print each problem and a table of responses to it with their verdicts."""
    for name, level in SHOWN:
        spec = registry.get(name)
        task = spec.task(level, seed)
        console.print(Panel(escape(task.prompt), title=f"{spec.title}: {task.id}", title_align="left"))
        table = Table(show_header=True, box=None, pad_edge=False)
        table.add_column("response", style="cyan")
        table.add_column("score", justify="right")
        table.add_column("verdict")
        for response in _responses(task, spec.task(level, seed + 1).answer):
            verdict = spec.verify_response(task, response)
            style = "green" if verdict.passed else "red"
            score = f"[{style}]{verdict.score}[/]"
            table.add_row(_one_line(response), score, escape(f"{verdict.reason}: {verdict.message}"))
        console.print(table)
        console.print()


def _responses(task: Task, other: str) -> list[str]:
    return [
        f"I worked it out. {mark(task.answer, task.marker)}",
        mark(other, task.marker),
        mark(f"{task.answer} or {other}", task.marker),
        f"<think>{mark(task.answer, task.marker)}</think> I am not sure.",
        mark("9**9**9", task.marker),
    ]


def _one_line(text: str, width: int = 56) -> str:
    line = " / ".join(text.splitlines())
    return escape(line if len(line) <= width else f"{line[: width - 1]}…")
