"""``rlvr generate``: dataset files."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from .. import get
from ..export.folder import generate_folder
from ..export.generate import generate_file
from ..export.plan import make_plan
from ..export.score import default_workers
from ..export.store import Progress as Made
from ..export.trainers import FORMATS
from ..pools.pool import check_engine
from ..spec import with_kinds
from .console import console, errors, parse_difficulty, parse_levels


def generate(
    ids: Annotated[
        list[str], typer.Argument(help="Ids or short names, each with a weight if you like: sudoku=3.")
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="Target: NAME.jsonl, NAME.parquet, or a folder (NAME/) for a hub."),
    ],
    count: Annotated[int, typer.Option("--count", "-n", help="Rows in the file.")] = 1000,
    levels: Annotated[
        str | None, typer.Option(help="One level, 3, or a range, 1-5; all levels if not given.")
    ] = None,
    format: Annotated[str | None, typer.Option(help=f"A trainer's schema: {', '.join(FORMATS)}.")] = None,
    split: Annotated[
        str | None, typer.Option(help="train or test: by the problem's content, so the two never overlap.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed gives other tasks.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; the file does not depend on it.")
    ] = None,
    engine: Annotated[
        str, typer.Option(help="Where processes are: local, or ray, the hosts of a Ray cluster.")
    ] = "local",
    difficulty: Annotated[
        str | None,
        typer.Option(
            help="Instead of levels, of the scale of `rlvr list --difficulty`: 2.5, or a range, 2-3.5."
        ),
    ] = None,
    kinds: Annotated[
        str | None, typer.Option(help="Kinds of question, of `rlvr list --kinds`, with spaces between.")
    ] = None,
    params: Annotated[
        str | None, typer.Option(help="JSON object of difficulty parameters that override the levels'.")
    ] = None,
    marker: Annotated[str | None, typer.Option(help="Marker that prompts ask for: tag or boxed.")] = None,
    options: Annotated[
        str | None,
        typer.Option(help='JSON object of environment options that tasks are played with: {"attempts": 3}.'),
    ] = None,
    fewer: Annotated[
        bool, typer.Option("--fewer", help="Let other levels fill in for one that runs out.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing file.")] = False,
) -> None:
    """Write a dataset of fresh, distinct problems.

    Rows hold prompt, payload, answer, worked solution and more; OUTPUT.manifest.json says how they were made.
    Interrupt it whenever you like: the same command resumes, and the file comes out the same byte for byte.
    """
    if split not in (None, "train", "test"):
        raise ValueError(f"split must be train or test, not {split!r}")
    if marker not in (None, "tag", "boxed"):
        raise ValueError(f"marker must be tag or boxed, not {marker!r}")
    wanted_split: Literal["train", "test"] | None = split  # type: ignore[assignment]
    wanted_marker: Literal["tag", "boxed"] | None = marker  # type: ignore[assignment]
    given = _object("params", params, '{"blanks": 40}')
    if kinds is not None:
        for name in ids:
            given = with_kinds(get(name.partition("=")[0]), _object("params", params, '{"blanks": 40}'), kinds)
    plan = make_plan(
        ids,
        count,
        levels=parse_levels(levels) if levels else None,
        seed=seed,
        split=wanted_split,
        params=given,
        marker=wanted_marker,
        fewer=fewer,
        options=_object("options", options, '{"attempts": 3}'),
        difficulty=parse_difficulty(difficulty) if difficulty else None,
    )
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, disable=not errors.is_terminal) as bar:
        shown = bar.add_task(output.name, total=plan.count, rate="")
        started, first, last = time.monotonic(), -1, 0.0

        def on_progress(made: Made) -> None:
            nonlocal first, last
            now = time.monotonic()
            if first < 0:
                first = made.rows - 1
            if now - last > 0.1:
                last = now
                rate = (made.rows - first) / max(now - started, 1e-9)
                bar.update(shown, completed=made.rows, rate=f"{rate:,.0f} rows/s")

        make = generate_file if output.suffix else generate_folder
        try:
            made = make(
                plan,
                output,
                format=format,
                workers=workers or default_workers(check_engine(engine)),
                engine=check_engine(engine),
                overwrite=overwrite,
                on_progress=on_progress,
            )
        except KeyboardInterrupt:
            errors.print("stopped; the same command resumes")
            raise typer.Exit(130) from None
        bar.update(shown, completed=plan.count)
    if output.suffix:
        _report(output, made)
        return
    for split_name, manifest in made.items():
        _report(output / "data" / f"{split_name}.parquet", manifest)
    console.print(
        f"{output / 'README.md'} is the dataset card; the folder can be uploaded as it is", highlight=False
    )


def _object(name: str, text: str | None, example: str) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ValueError(f"{name} {text!r}: write a JSON object, such as '{example}'")
    return value


def _report(output: Path, manifest: dict[str, Any]) -> None:
    levels = sorted(
        {level for counts in manifest["counts"].values() for level in counts},
        key=lambda level: [int(part) for part in level.split("+")],
    )
    table = Table(
        title=f"{output}: {manifest['rows']:,} tasks, {manifest['bytes']:,} bytes", title_justify="left"
    )
    table.add_column("environment", no_wrap=True)
    for level in levels:
        table.add_column(f"level {level}", justify="right")
    for env, counts in manifest["counts"].items():
        table.add_row(env, *(f"{counts.get(level, 0):,}" for level in levels))
    console.print(table)
    left_out = manifest["duplicates_left_out"]
    console.print(
        f"{manifest['draws']:,} draws, {left_out:,} duplicates left out; sha256 {manifest['sha256'][:16]}…",
        highlight=False,
    )
