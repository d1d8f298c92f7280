"""``rlvr list`` and ``rlvr show``: what there is, and what one environment looks like."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from .. import get, specs
from ..dial import Rung, extent, rungs, within
from ..spec import TaskSpec
from .console import console, parse_difficulty
from .levels import print_levels


def list_environments(
    family: Annotated[str | None, typer.Option("--family", "-f", help="Only this family.")] = None,
    kinds: Annotated[bool, typer.Option("--kinds", help="Count and name the kinds of question.")] = False,
    kind: Annotated[
        str | None, typer.Option("--kind", help="Only those with a kind of question whose name has this in it.")
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option(help="Only those with levels there, and which: 2.5, or a range, 2-3.5.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """List the environments: id, title, family, turns, levels, and where they are on the scale of difficulty."""
    wanted = parse_difficulty(difficulty) if difficulty else None
    rows = []
    for spec in specs(family):
        asked = [name for name in spec.kinds if kind is None or kind in name]
        found = [rung for rung in rungs(spec) if wanted is None or wanted[0] <= rung.d <= wanted[1]]
        if (kind is None or asked) and (wanted is None or found or _reaches(spec, wanted)):
            rows.append((spec, asked, found))
    if as_json:
        typer.echo(json.dumps([_row(*row) for row in rows], indent=2))
        return
    if kinds or kind is not None:
        _print_kinds([(spec, asked) for spec, asked, _ in rows])
        return
    table = Table(title=f"{len(rows)} environments", title_justify="left")
    last = "difficulty" if wanted is None else f"levels of difficulty {difficulty}"
    for column in ("id", "title", "family", "turns", "levels", last):
        table.add_column(column, no_wrap=column == "id", justify="right" if column == "levels" else "left")
    for spec, _, found in rows:
        turns = "one" if spec.env == "single" else "many"
        if wanted is not None:
            scale = ", ".join(map(str, found)) or "between two"
        else:
            scale = "{:.1f} to {:.1f}".format(*extent(found)) if found else ""
        table.add_row(spec.id, spec.title, spec.family, turns, str(len(spec.levels)), scale)
    console.print(table)


def _reaches(spec: TaskSpec, wanted: tuple[float, float]) -> bool:
    try:
        return bool(within(spec, wanted))
    except ValueError:
        return False


def _row(spec: TaskSpec, kinds: list[str], found: list[Rung]) -> dict[str, object]:
    return {
        "id": spec.id,
        "title": spec.title,
        "family": spec.family,
        "levels": len(spec.levels),
        "description": spec.description,
        "kinds": kinds,
        "difficulty": {str(rung): rung.d for rung in found},
    }


def _print_kinds(rows: list[tuple[TaskSpec, list[str]]]) -> None:
    several = [(spec, kinds) for spec, kinds in rows if kinds]
    count = sum(len(kinds) for _, kinds in several)
    table = Table(title=f"{count} kinds of question in {len(several)} environments", title_justify="left")
    for column in ("id", "number", "kinds"):
        table.add_column(column, no_wrap=column == "id", justify="right" if column == "number" else "left")
    for spec, kinds in several:
        table.add_row(spec.id, str(len(kinds)), escape(", ".join(kinds)))
    console.print(table)
    if single := len(rows) - len(several):
        console.print(f"{single} more have one kind of question.", highlight=False)


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
    if found := rungs(spec):
        scale = ", ".join(f"{rung}: {rung.d:.2f}" for rung in found)
        console.print(f"On the scale of difficulty, by level: {scale}", highlight=False)
    if spec.kinds:
        console.print(f"Kinds of question: {escape(', '.join(spec.kinds))}", highlight=False)
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
