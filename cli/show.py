"""``rlvr list`` and ``rlvr show``: what there is, and what one environment looks like."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from .. import get, specs
from .console import console
from .levels import print_levels


def list_environments(
    family: Annotated[str | None, typer.Option("--family", "-f", help="Only this family.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """List the environments: id, title, family, kind and number of levels."""
    found = specs(family)
    if as_json:
        rows = [
            {
                "id": s.id,
                "title": s.title,
                "family": s.family,
                "levels": len(s.levels),
                "description": s.description,
            }
            for s in found
        ]
        typer.echo(json.dumps(rows, indent=2))
        return
    table = Table(title=f"{len(found)} environments", title_justify="left")
    for column in ("id", "title", "family", "turns", "levels"):
        table.add_column(column, no_wrap=column == "id", justify="right" if column == "levels" else "left")
    for spec in found:
        turns = "one" if spec.env == "single" else "many"
        table.add_row(spec.id, spec.title, spec.family, turns, str(len(spec.levels)))
    console.print(table)


def show(
    name: Annotated[str, typer.Argument(help="Id or short name.")],
    level: Annotated[int, typer.Option(help="Level of the example.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of the example.")] = 0,
) -> None:
    """Show one environment: description, levels, and an example with its answer."""
    spec = get(name)
    task = spec.task(level, seed)
    console.print(f"[bold]{spec.id}[/]  {spec.title} ({spec.family})")
    console.print(escape(spec.description), highlight=False)
    print_levels(console, spec)
    console.print(f"Difficulty is measured as: {escape(spec.proxy)}", highlight=False)
    if spec.sources:
        console.print(f"Also in: {escape('; '.join(spec.sources))}", highlight=False)
    console.print(Panel(escape(task.prompt), title=f"Example {task.id}", title_align="left"))
    console.print(Panel(escape(task.answer), title="Reference answer", title_align="left"))
    if task.trace is not None:
        console.print(Panel(escape(task.trace), title="Worked solution", title_align="left"))
    console.print(
        f"difficulty {task.difficulty:g}, blind guess {task.guess_rate:.2g}, "
        f"fingerprint {task.fingerprint} ({task.split} split)",
        highlight=False,
    )
