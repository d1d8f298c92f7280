"""``rlvr worlds``: the worlds that search tasks share, made ahead of their first use and kept on disk."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .. import TaskSpec, get, specs
from .console import console, errors, parse_levels

app = typer.Typer(
    help="Worlds that search tasks share, kept on disk: in the folder that RLVR_CACHE names, or ~/.cache/rlvr.",
    no_args_is_help=True,
)


@app.command()
def build(
    names: Annotated[
        list[str] | None, typer.Argument(help="Environments. Default: all whose tasks share worlds.")
    ] = None,
    levels: Annotated[str, typer.Option("--levels", help="One level, or a range such as 1-5.")] = "1-99",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes. Default: one for each processor.")
    ] = None,
) -> None:
    """Make the worlds of some environments, so that no task has to wait for one."""
    from ..generators.search import stored_worlds
    from ..generators.search.recipes import key_of

    where = stored_worlds.folder()
    if where is None:
        errors.print(f"Nothing is kept: the environment variable {stored_worlds.VARIABLE} is empty.")
        raise typer.Exit(2)
    chosen = [get(name) for name in names] if names else specs()
    recipes = list({key_of(one): one for one in recipes_of(chosen, parse_levels(levels))}.values())
    if not recipes:
        errors.print("The tasks of these environments and levels share no worlds.")
        raise typer.Exit(2)
    recipes.sort(
        key=lambda one: -one["size"]
    )  # the largest first, so that no process is left with one at the end
    count = min(workers or os.cpu_count() or 1, len(recipes))
    columns = (TextColumn("worlds"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress(*columns, console=errors) as progress,
        ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool,
    ):
        bar = progress.add_task("", total=len(recipes))
        kept = 0
        for done in pool.map(_built, recipes):
            kept += done
            progress.advance(bar)
    if kept < len(recipes):
        errors.print(f"{len(recipes) - kept} worlds could not be written to {where}.", soft_wrap=True)
        raise typer.Exit(1)
    console.print(f"{kept:,} worlds, {_mebibytes(where):,.0f} MiB: {where}", highlight=False, soft_wrap=True)


@app.command()
def clear(
    old: Annotated[bool, typer.Option("--old", help="Only worlds of other versions of rlvr.")] = False,
) -> None:
    """Remove the worlds on disk; they are made again when they are needed."""
    from ..generators.search import stored_worlds

    where = stored_worlds.folder()
    gone = 0.0
    for version in sorted(where.parent.iterdir()) if where is not None and where.parent.is_dir() else ():
        if version.is_dir() and not (old and version == where):
            gone += _mebibytes(version)
            shutil.rmtree(version)
    console.print(f"{gone:,.0f} MiB removed", highlight=False)


def recipes_of(chosen: Iterable[TaskSpec], levels: tuple[int, int]) -> list[dict[str, Any]]:
    """The recipes of the worlds that the tasks of some environments and levels share."""
    from ..generators.search.recipes import OPTIONS
    from ..generators.search.setting import shared_recipes

    found: list[dict[str, Any]] = []
    for spec in chosen:
        for level in spec.levels:
            params = spec.params(level) if levels[0] <= level <= levels[1] else {}
            if {"worlds", "size"} <= params.keys():
                options = {name: params[name] for name in OPTIONS if name in params}
                found += shared_recipes(params["size"], params["worlds"], options)
    return found


def _built(recipe: dict[str, Any]) -> bool:
    from ..generators.search.corpus import build as build_world

    return build_world(recipe)


def _mebibytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*.world")) / 2**20
