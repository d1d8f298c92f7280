"""``rlvr audit``: what a reward that somebody else wrote pays wrongly, and what makes it hang or crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from .console import console

if TYPE_CHECKING:
    from ..auditing import Report, Target
    from ..auditing.rows import Row


def audit(
    target: Annotated[
        str,
        typer.Argument(help="module:function, file.py:function, reasoning-gym:DATASET or http://HOST/PATH."),
    ],
    rows: Annotated[
        Path | None,
        typer.Option(
            "--rows", help="Problems to try: .jsonl or .parquet with prompts and answers.", dir_okay=False
        ),
    ] = None,
    tasks: Annotated[
        str | None, typer.Option("--tasks", help="Or tasks of one of our environments, such as gcd-lcm.")
    ] = None,
    level: Annotated[int, typer.Option(help="The level of these tasks.")] = 1,
    count: Annotated[int, typer.Option("-n", "--count", min=2, max=1000, help="Problems to try.")] = 20,
    signature: Annotated[
        str | None,
        typer.Option(
            help="trl, verl, openrlhf, verifiers or plain; found from the names of its parameters if it is not given."
        ),
    ] = None,
    messages: Annotated[
        bool, typer.Option("--messages", help="Give TRL rewards completions as chat messages.")
    ] = False,
    wrap: Annotated[
        str | None,
        typer.Option(help="How a response holds its answer, {} for the answer: '<answer>{}</answer>'."),
    ] = None,
    pay_range: Annotated[
        str | None,
        typer.Option("--range", help="Least and full pay, such as 0,1; the right answer earns the full."),
    ] = None,
    prompt_column: Annotated[str | None, typer.Option(help="The column of prompts.")] = None,
    answer_column: Annotated[str | None, typer.Option(help="The column of reference answers.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="Limit of one call.")] = 10.0,
    memory: Annotated[
        int, typer.Option(min=64, help="Limit of one call in MiB, over what the loaded reward holds.")
    ] = 2048,
    skip: Annotated[list[str] | None, typer.Option("--skip", help="A kind of finding to leave out.")] = None,
    python: Annotated[
        str | None,
        typer.Option(help="The Python that has the reward's libraries; this one if it is not given."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the texts that are drawn, and of a dataset.")] = 0,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write what was found to this file.", dir_okay=False)
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", help="Also write a page: .html or .md.", dir_okay=False)
    ] = None,
) -> None:
    """Audit any reward: a function of TRL, verl, OpenRLHF or Prime verifiers, a dataset, an endpoint.

    Tries empty words, fixed texts, changed answers, hedges, lists of candidates, code, and texts that make rewards hang
    or crash. The reward runs in a process that can be killed. Only what is wrong for certain, and was seen again in a
    fresh process, is a fault; the rest is to be read.

    Ends with status 0 if there is no fault, 1 if there is one, 2 if the audit could not be made.
    """
    from ..auditing import Settings, read_target
    from ..auditing import audit as run_audit
    from ..auditing.findings import TITLES
    from ..auditing.page import SUFFIXES, write_page

    asked = read_target(target, signature=signature, messages=messages, python=python)
    for file in (json_file, page):
        if file is not None and not file.parent.is_dir():
            raise ValueError(f"cannot write {file}: no such folder")
    if page is not None and page.suffix not in SUFFIXES:
        raise ValueError(f"{page}: the name of a page ends in {' or '.join(SUFFIXES)}")
    if unknown := set(skip or ()) - set(TITLES):
        raise ValueError(f"--skip {unknown.pop()}: the kinds of findings are {', '.join(TITLES)}")
    if wrap is not None and "{}" not in wrap:
        raise ValueError("--wrap needs {} where the answer stands")
    problems = _problems(asked, rows, tasks, level, count, prompt_column, answer_column)
    least, most = _range(pay_range)
    settings = Settings(seconds, memory * 2**20, count, wrap, least, most, frozenset(skip or ()), seed)
    with console.status("") as status:
        report = run_audit(asked, problems, settings, lambda what: status.update(escape(what)))
    _show(report)
    if json_file is not None:
        json_file.write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")
    if page is not None:
        write_page(page, report)
    if not report.passed:
        raise typer.Exit(1)


def _problems(
    target: Target,
    rows: Path | None,
    tasks: str | None,
    level: int,
    count: int,
    prompt: str | None,
    answer: str | None,
) -> list[Row]:
    from ..auditing.rows import rows_of_environment, rows_of_file

    if target.own_rows:
        if rows is not None or tasks is not None:
            raise ValueError("a dataset of reasoning-gym brings its own problems: leave out --rows and --tasks")
        return []
    if (rows is None) == (tasks is None):
        raise ValueError("give problems to try: --rows FILE or --tasks ENVIRONMENT")
    if rows is not None:
        return rows_of_file(rows, count, prompt=prompt, answer=answer)
    return rows_of_environment(str(tasks), count, level)


def _range(text: str | None) -> tuple[float | None, float | None]:
    if text is None:
        return None, None
    try:
        least, most = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"--range {text!r}: give the least and the full pay, such as 0,1") from None
    if not least < most:
        raise ValueError(f"--range {text!r}: the least pay comes first")
    return least, most


def _show(report: Report) -> None:
    """The findings as a table, and how to see the first of each again."""
    from ..auditing.page import about, cut, summary

    for name, text in about(report):
        console.print(f"{name:>18}  {escape(text)}", highlight=False)
    for note in report.notes:
        console.print(f"{'note':>18}  {escape(note)}", highlight=False)
    if report.findings:
        table = Table(title_justify="left")
        for column in ("", "finding", "seen", "the first example", "came to"):
            table.add_column(column)
        for finding in report.findings:
            first = finding.examples[0]
            colour = "red" if finding.weight == "fault" else "yellow"
            table.add_row(
                f"[{colour}]{finding.weight}[/]",
                f"{escape(finding.title)} ({finding.kind})",
                f"{finding.count}/{finding.tried}",
                escape(cut(first.text.literal, 100)),
                escape(cut(f"{first.came} {f'({first.why})' if first.why else ''}", 100)),
            )
        console.print(table)
        for finding in report.faults:
            console.print(f"\n[bold]{escape(finding.title)}[/], to see it again:")
            console.print(escape(cut(finding.examples[0].snippet, 2000)), highlight=False, soft_wrap=True)
    console.print(summary(report))
