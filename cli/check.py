"""``rlvr check``: the conformance suite, for the built-in environments and for your own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from .. import TaskSpec, get, specs
from .console import console


def check(
    ids: Annotated[list[str] | None, typer.Argument(help="Ids or short names; all if none is given.")] = None,
    draws: Annotated[int, typer.Option(min=20, help="Tasks drawn at each level.")] = 200,
    rates: Annotated[bool, typer.Option("--rates", help="Measure the verifiers' error rates instead.")] = False,
) -> None:
    """Check environments against everything that is promised of all of them.

    Determinism across processes, round trips, the reference answer in every sensible form, mutated and hostile
    answers, rising difficulty, duplicates, disjoint splits, blind guessing, leaks, replay, speed. Ends with
    status 1 if anything fails.
    """
    if rates:
        _show_rates([get(name) for name in ids] if ids else specs(), draws)
        return
    from ..conformance import check as run_check
    from ..conformance.properties import ALL

    wanted = [get(name) for name in ids] if ids else specs()
    table = Table(title=f"Conformance: {draws} draws at each level", title_justify="left")
    table.add_column("environment", no_wrap=True)
    table.add_column("holds", justify="right")
    table.add_column("tasks/s by level", justify="right")
    table.add_column("fails", style="red")
    failed = []
    with console.status("") as status:
        for spec in wanted:
            status.update(f"checking {spec.id}")
            report = run_check(spec, draws=draws)
            held = sum(not found for found in report.findings.values())
            failing = [name for name, found in report.findings.items() if found]
            speeds = " ".join(f"{rate:,.0f}" for rate in report.tasks_per_second.values())
            style = "green" if report.passed else "red"
            table.add_row(spec.id, f"[{style}]{held}/{len(ALL)}[/]", speeds, ", ".join(failing))
            if not report.passed:
                failed.append(report)
    console.print(table)
    for report in failed:
        for name, found in report.findings.items():
            for finding in found:
                console.print(f"[red]{report.spec.id}[/] [bold]{name}[/]: {escape(finding)}", highlight=False)
    if failed:
        raise typer.Exit(1)
    console.print(f"All {len(wanted)} hold.")


def _show_rates(wanted: Sequence[TaskSpec], draws: int) -> None:
    """A Markdown table of error rates: each line as it is measured, so that it can be kept as a document."""
    from ..conformance.rates import measure

    typer.echo("| environment | wrong answers | accepted (r0) | right answers | refused (r1) |")
    typer.echo("|---|---|---|---|---|")
    for spec in wanted:
        found = measure(spec, min(draws, 40))
        share = [f"{rate.value:.2%} [{rate.low:.2%}, {rate.high:.2%}]" for rate in (found.r0, found.r1)]
        typer.echo(f"| {spec.id} | {found.wrong:,} | {share[0]} | {found.right:,} | {share[1]} |")
