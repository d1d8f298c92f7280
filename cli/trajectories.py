"""``rlvr trajectories``: look at stored rollouts, score them again, make data of them."""

from __future__ import annotations

import json
from collections import defaultdict
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from ..agents.trajectory import Trajectory
from .console import console, errors

app = typer.Typer(help="Stored rollouts: look, score again, export.", no_args_is_help=True)

Source = Annotated[
    Path,
    typer.Argument(
        help="A run, a folder of one file for each step, or a file (.jsonl, .jsonl.gz, .parquet).", exists=True
    ),
]


def _stored(path: Path) -> Path:
    """Where the rollouts are: a run keeps them in a folder of its own."""
    inner = path / "trajectories"
    return inner if inner.is_dir() else path


class Kind(StrEnum):
    """What is exported."""

    SFT = "sft"
    PREFERENCES = "preferences"


@app.callback()
def group() -> None:
    """Stored rollouts: look, score again, export."""


@app.command("show")
def show(
    path: Source,
    number: Annotated[
        int | None, typer.Option("--number", "-n", min=1, help="Show the chat of this episode, counted from 1.")
    ] = None,
) -> None:
    """A table by environment and level; or one episode in full."""
    from ..agents.rollouts.storage import read_trajectories

    stored = read_trajectories(_stored(path))
    if number is not None:
        trajectory = next(islice(stored, number - 1, None), None)
        if trajectory is None:
            raise ValueError(f"{path} has no episode number {number}")
        _show_chat(trajectory)
        return
    groups: dict[tuple[str, int], list[Trajectory]] = defaultdict(list)
    for trajectory in stored:
        groups[trajectory.task.env, trajectory.task.level].append(trajectory)
    table = Table(title=str(path), title_justify="left")
    table.add_column("level", no_wrap=True)
    for column in ("tasks", "episodes", "right", "turns", "tokens", "cut", "masked"):
        table.add_column(column, justify="right")
    for (env, level), found in sorted(groups.items()):
        name = env.removeprefix("rlvr/").removesuffix("-v0")
        table.add_row(f"{name}:{level}", *_cells(found))
    if len(groups) > 1:
        table.add_section()
        table.add_row("all", *_cells([each for found in groups.values() for each in found]))
    console.print(table)


@app.command("rescore")
def rescore(path: Source) -> None:
    """Replay every episode and compare; ends with status 1 if a verdict is not what was stored."""
    from ..agents.rollouts.rescore import rescore as replayed

    count = lost = different = 0
    for scored in replayed(_stored(path)):
        count += 1
        lost += not scored.now.scored
        if scored.differs:
            different += 1
            then, now = scored.trajectory.verdict, scored.now
            was = f"{then.reason}, score {then.score}" if then else "no verdict"
            task = f"{scored.trajectory.task.id} sample {scored.trajectory.sample}"
            console.print(escape(f"{task}: was {was}, is {now.reason}, score {now.score}"), highlight=False)
    console.print(
        f"{count:,} episodes: {different:,} differ, {lost:,} could not be scored again", highlight=False
    )
    if different:
        raise typer.Exit(1)


@app.command("export")
def export(
    path: Source,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file of JSON lines to write.")],
    kind: Annotated[
        Kind, typer.Option(help="sft: the chats of right episodes; preferences: right and wrong ones in pairs.")
    ] = Kind.SFT,
    pairs: Annotated[int, typer.Option(min=1, help="Most pairs of one task.")] = 4,
) -> None:
    """Write data for other trainers: chats in the ``messages`` form, or ``prompt``, ``chosen``, ``rejected``."""
    from ..agents.rollouts.export import export_preferences, export_sft

    source = _stored(path)
    rows = export_sft(source) if kind is Kind.SFT else export_preferences(source, pairs)
    count = 0
    try:
        file = open(output, "w", encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        raise ValueError(f"cannot write {output}: {error.strerror}") from None
    with file:
        for row in rows:
            file.write(json.dumps(row) + "\n")
            count += 1
    console.print(f"{count:,} rows in {output}", highlight=False)
    if not count:
        both = "" if kind is Kind.SFT else " and a wrong one"
        errors.print(f"no task has a right response{both}", highlight=False)


def _cells(found: list[Trajectory]) -> list[str]:
    scored = [each for each in found if each.scored]
    return [
        f"{len({each.task.id for each in found}):,}",
        f"{len(found):,}",
        f"{sum(each.passed for each in scored) / len(scored):.1%}" if scored else "-",
        f"{sum(len(each.turns) for each in found) / len(found):.1f}",
        f"{sum(each.length for each in found) / len(found):,.0f}",
        f"{sum(each.cut for each in found):,}",
        f"{len(found) - len(scored):,}",
    ]


def _show_chat(trajectory: Trajectory) -> None:
    from ..agents.monitors.report import visible
    from ..agents.rollouts.export import chat

    # what hung or broke once is not played again
    messages = (
        chat(trajectory)
        if trajectory.scored
        else [{"role": "action", "content": a} for a in trajectory.actions]
    )
    for message in messages:
        console.print(f"[bold]{message['role']}[/]")
        console.print(escape(visible(message["content"])), highlight=False)
    verdict = trajectory.verdict
    judged = f"{verdict.reason}, score {verdict.score}: {verdict.message}" if verdict else "no verdict"
    rewards = ", ".join(f"{turn.reward:g}" for turn in trajectory.turns)
    console.print(
        f"[dim]{escape(f'{trajectory.ending}; {judged}; rewards {rewards}; {trajectory.task.id}')}[/]",
        highlight=False,
    )
