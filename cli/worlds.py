"""``rlvr worlds``: what tasks share and takes long to make, made ahead of its first use and kept on disk.

These are the worlds of search environments and the questions of SQL environments with the databases that judge them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .. import GenerationError, TaskSpec, get, specs
from .console import console, errors, parse_levels

app = typer.Typer(
    help="Worlds and questions that tasks share, kept on disk: in the folder that RLVR_CACHE names, or ~/.cache/rlvr.",
    no_args_is_help=True,
)
_TOGETHER = 50
"""So many questions are one piece of work."""

Job = tuple[Callable[[], int], int]
"""A piece of work, which gives how many things it has kept, and how many it is to keep."""


@app.command()
def build(
    names: Annotated[
        list[str] | None, typer.Argument(help="Environments. Default: all whose tasks share something.")
    ] = None,
    levels: Annotated[str, typer.Option("--levels", help="One level, or a range such as 1-5.")] = "1-99",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes. Default: one for each processor.")
    ] = None,
) -> None:
    """Make the worlds and questions of some environments, so that no task has to wait for one."""
    from ..generators import kept_folder

    if not _folders():
        errors.print(f"Nothing is kept: the environment variable {kept_folder.VARIABLE} is empty.")
        raise typer.Exit(2)
    chosen = [get(name) for name in names] if names else specs()
    asked = parse_levels(levels)
    worlds, questions = _world_jobs(chosen, asked), _question_jobs(chosen, asked)
    if not worlds and not questions:
        errors.print("The tasks of these environments and levels share nothing that is kept.")
        raise typer.Exit(2)
    jobs = [*worlds, *questions]
    total = sum(count for _, count in jobs)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress(*columns, console=errors) as progress,
        ProcessPoolExecutor(
            min(workers or os.cpu_count() or 1, len(jobs)), mp_context=get_context("spawn")
        ) as pool,
    ):
        bar = progress.add_task("worlds and questions", total=total)
        kept = 0
        for done, (_, count) in zip(pool.map(_done, [job for job, _ in jobs]), jobs, strict=True):
            kept += done
            progress.advance(bar, count)
    where = ", ".join(str(folder) for folder in _folders())
    if kept < total:
        errors.print(f"{total - kept} of {total} could not be written to {where}.", soft_wrap=True)
        raise typer.Exit(1)
    told = [
        f"{sum(count for _, count in some):,} {what}"
        for what, some in (("worlds", worlds), ("questions", questions))
        if some
    ]
    size = sum(map(_mebibytes, _folders()))
    console.print(f"{' and '.join(told)}, {size:,.0f} MiB: {where}", highlight=False, soft_wrap=True)


@app.command()
def clear(
    old: Annotated[bool, typer.Option("--old", help="Only what other versions of rlvr have kept.")] = False,
) -> None:
    """Remove the worlds and questions on disk; they are made again when they are needed."""
    gone = 0.0
    for where in _folders():
        for version in sorted(where.parent.iterdir()) if where.parent.is_dir() else ():
            if version.is_dir() and not (old and version == where):
                gone += _mebibytes(version)
                shutil.rmtree(version)
    console.print(f"{gone:,.0f} MiB removed", highlight=False)


def _folders() -> list[Path]:
    """Where things are kept by this version of rlvr."""
    from ..generators.search import stored_worlds
    from ..generators.sql import pooled

    return [folder for folder in (stored_worlds.folder(), pooled.folder()) if folder is not None]


def _world_jobs(chosen: Iterable[TaskSpec], levels: tuple[int, int]) -> list[Job]:
    """One for each world, the largest first, so that no process is left with one at the end."""
    from ..generators.search.recipes import key_of

    recipes = list({key_of(one): one for one in recipes_of(chosen, levels)}.values())
    return [(partial(_built, one), 1) for one in sorted(recipes, key=lambda one: -one["size"])]


def _question_jobs(chosen: Iterable[TaskSpec], levels: tuple[int, int]) -> list[Job]:
    """Some for each pool of questions; those that two environments share are made once.

    A pool whose things are made of the questions of another one comes behind it, by its name.
    """
    most: dict[str, tuple[Callable[[int], None], int]] = {}
    for spec in chosen:
        for level in spec.levels:
            params = spec.params(level)
            if levels[0] <= level <= levels[1] and params.get("problems"):
                module = import_module(spec.generator.partition(":")[0], __package__.rpartition(".")[0])
                for name, make in module.builders(params).items():
                    most[name] = make, max(params["problems"], most[name][1] if name in most else 0)
    return [
        (partial(_made, make, numbers), len(numbers))
        for name, (make, count) in sorted(most.items())
        for numbers in _parts(count)
    ]


def _parts(count: int) -> Iterator[range]:
    for start in range(0, count, _TOGETHER):
        yield range(start, min(start + _TOGETHER, count))


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


def _done(job: Callable[[], int]) -> int:
    return job()


def _built(recipe: dict[str, Any]) -> int:
    from ..generators.search.corpus import build as build_world

    return int(build_world(recipe))


def _made(make: Callable[[int], None], numbers: Iterable[int]) -> int:
    """Make some questions; those for which nothing is found are found out again by the tasks that want them."""
    count = 0
    for number in numbers:
        with suppress(GenerationError):
            make(number)
        count += 1
    return count


def _mebibytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20
