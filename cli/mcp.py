"""``rlvr mcp``: an environment as tools of the Model Context Protocol."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .console import parse_difficulty, parse_levels


class Part(StrEnum):
    """Which problems."""

    TRAIN = "train"
    TEST = "test"


def mcp(
    name: Annotated[str, typer.Argument(help="An environment, or the id of one task.")],
    levels: Annotated[
        str | None, typer.Option(help="One level, 3, or a range, 1-5; all levels if not given.")
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(
            help="Instead of levels, of the scale of `rlvr list --difficulty`: 2.5, or a range, 2-3.5."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Another one gives other problems.")] = 0,
    split: Annotated[Part | None, typer.Option(help="Only problems of this split.")] = None,
    results: Annotated[
        Path | None, typer.Option(help="File to which each episode is added, as a line of JSON.")
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds that one call may take.")] = 60.0,
) -> None:
    """Offer an environment to any agent as MCP tools, over standard input and output; see docs/trainers/mcp.md."""
    try:
        from ..integrations.mcp import Player, serve
    except ModuleNotFoundError as error:
        raise ValueError(f"{error.name} is missing: pip install 'rlvr-gym[mcp]'") from None
    serve(
        Player(
            name,
            levels=parse_levels(levels) if levels else None,
            difficulty=parse_difficulty(difficulty) if difficulty else None,
            seed=seed,
            split=None if split is None else "test" if split is Part.TEST else "train",
            budget=budget,
            results=results,
        )
    )
