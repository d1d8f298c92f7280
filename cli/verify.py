"""``rlvr verify``: score a file of responses."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table

from ..export.score import Scored, default_workers, score_file
from ..pools.pool import check_engine
from .console import console


def verify(
    tasks: Annotated[Path, typer.Argument(help="Dataset of tasks: .jsonl, .jsonl.gz or .parquet.")],
    responses: Annotated[
        Path,
        typer.Option("--responses", "-r", help="Rows with the task's id and a response, responses or actions."),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write each verdict as a line of JSON here.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Accept only the marker that the prompt asked for.")
    ] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; verdicts do not depend on it.")] = None,
    engine: Annotated[
        str, typer.Option(help="Where processes are: local, or ray, the hosts of a Ray cluster.")
    ] = "local",
) -> None:
    """Score responses in parallel and print a table by environment and level.

    Failures of our own machinery are counted apart: they are no zeros.
    """
    mode: Literal["strict", "lenient"] = "strict" if strict else "lenient"
    groups: dict[tuple[str, int], list[Scored]] = defaultdict(list)
    lines = open(output, "w", encoding="utf-8") if output else None  # noqa: SIM115 - closed below
    try:
        verdicts = score_file(
            tasks,
            responses,
            mode=mode,
            workers=workers or default_workers(check_engine(engine)),
            engine=check_engine(engine),
        )
        for scored in verdicts:
            groups[scored.task.env, scored.task.level].append(scored)
            if lines:
                row = {"number": scored.number, "id": scored.task.id, **scored.verdict.to_json()}
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
    finally:
        if lines:
            lines.close()
    table = Table(title=f"{responses} against {tasks} ({mode})", title_justify="left")
    for column in (
        "environment",
        "level",
        "responses",
        "right",
        "mean score",
        "by chance",
        "not right because",
    ):
        table.add_column(column, justify="left" if column in ("environment", "not right because") else "right")
    for (env, level), found in sorted(groups.items()):
        table.add_row(env, str(level), *_cells(found))
    if len(groups) > 1:
        table.add_section()
        table.add_row("all", "", *_cells([scored for found in groups.values() for scored in found]))
    console.print(table)


def _cells(found: list[Scored]) -> list[str]:
    scores = [s.verdict.score for s in found if s.verdict.score is not None]
    right = sum(scored.verdict.passed for scored in found)
    reasons = Counter(str(scored.verdict.reason) for scored in found if not scored.verdict.passed)
    chance = sum(scored.task.guess_rate for scored in found) / len(found)
    return [
        f"{len(found):,}",
        f"{right / len(scores):.1%}" if scores else "-",
        f"{sum(scores) / len(scores):.3f}" if scores else "-",
        f"{chance:.1%}",
        ", ".join(f"{reason} {count:,}" for reason, count in reasons.most_common()),
    ]
