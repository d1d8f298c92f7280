"""``rlvr check``: the conformance suite, for the built-in environments and for your own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from .. import TaskSpec, __version__, get, specs
from .console import console

if TYPE_CHECKING:
    from ..conformance import Report


def check(
    ids: Annotated[list[str] | None, typer.Argument(help="Ids or short names; all if none is given.")] = None,
    draws: Annotated[int, typer.Option(min=20, help="Tasks drawn at each level.")] = 200,
    rates: Annotated[bool, typer.Option("--rates", help="Measure the verifiers' error rates instead.")] = False,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write what was found to this file.", dir_okay=False)
    ] = None,
) -> None:
    """Check environments against everything that is promised of all of them.

    Determinism across processes, round trips, the reference answer in every sensible form, mutated and hostile
    answers, rising difficulty, duplicates, disjoint splits, blind guessing, leaks, replay, speed. Ends with
    status 1 if anything fails.
    """
    wanted = [get(name) for name in ids] if ids else specs()
    if json_file is not None and not json_file.parent.is_dir():
        raise ValueError(f"cannot write {json_file}: no such folder")
    if rates:
        measured = [_shown_rates(spec, draws) for spec in _with_head(wanted)]
        _write(json_file, {"version": __version__, "rates": measured})
        return
    from ..conformance import check as run_check
    from ..conformance.properties import ALL

    table = Table(title=f"Conformance: {draws} draws at each level", title_justify="left")
    table.add_column("environment", no_wrap=True)
    table.add_column("holds", justify="right")
    table.add_column("tasks/s by level", justify="right")
    table.add_column("fails", style="red")
    reports = []
    with console.status("") as status:
        for spec in wanted:
            status.update(f"checking {spec.id}")
            report = run_check(spec, draws=draws)
            held = sum(not found for found in report.findings.values())
            failing = [name for name, found in report.findings.items() if found]
            speeds = " ".join(f"{rate:,.0f}" for rate in report.tasks_per_second.values())
            style = "green" if report.passed else "red"
            table.add_row(spec.id, f"[{style}]{held}/{len(ALL)}[/]", speeds, ", ".join(failing))
            reports.append(report)
    console.print(table)
    failed = [report for report in reports if not report.passed]
    for report in failed:
        for name, found in report.findings.items():
            for finding in found:
                console.print(f"[red]{report.spec.id}[/] [bold]{name}[/]: {escape(finding)}", highlight=False)
    _write(json_file, {"version": __version__, "draws": draws, "reports": [_row(report) for report in reports]})
    if failed:
        raise typer.Exit(1)
    console.print(f"All {len(wanted)} hold.")


def _write(file: Path | None, found: dict[str, Any]) -> None:
    if file is not None:
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _row(report: Report) -> dict[str, Any]:
    """A report as JSON; `findings` has every property that ran, with an empty list where it holds."""
    return {
        "id": report.spec.id,
        "passed": report.passed,
        "findings": report.findings,
        "tasks_per_second": report.tasks_per_second,
    }


def _with_head(wanted: Sequence[TaskSpec]) -> Iterator[TaskSpec]:
    """The entries, behind the head of a Markdown table."""
    typer.echo("| environment | wrong answers | accepted (r0) | right answers | refused (r1) |")
    typer.echo("|---|---|---|---|---|")
    yield from wanted


def _shown_rates(spec: TaskSpec, draws: int) -> dict[str, Any]:
    """The error rates of an entry: a line of the table as soon as it is measured, and the same as JSON."""
    from ..conformance.rates import measure

    found = measure(spec, min(draws, 40))
    share = [f"{rate.value:.2%} [{rate.low:.2%}, {rate.high:.2%}]" for rate in (found.r0, found.r1)]
    typer.echo(f"| {spec.id} | {found.wrong:,} | {share[0]} | {found.right:,} | {share[1]} |")
    rates = {name: [rate.value, rate.low, rate.high] for name, rate in (("r0", found.r0), ("r1", found.r1))}
    return {"id": spec.id, "wrong": found.wrong, "right": found.right, **rates}
