"""``rlvr openenv``: environments behind an OpenEnv server."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from .console import parse_difficulty, parse_levels


class Unscored(StrEnum):
    """What clients are told of a failure of the machinery."""

    NONE = "none"
    ERROR = "error"


def openenv(
    names: Annotated[list[str], typer.Argument(help="Environments, by id or short name.")],
    host: Annotated[
        str, typer.Option(help="Address to listen to. OpenEnv asks for no token: keep to this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8000,
    levels: Annotated[
        str | None, typer.Option(help="One level, 3, or a range, 1-5; all levels if not given.")
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(
            help="Instead of levels, of the scale of `rlvr list --difficulty`: 2.5, or a range, 2-3.5."
        ),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Problems of each split.")] = 1000,
    seed: Annotated[int, typer.Option(help="Another one gives other problems.")] = 0,
    sessions: Annotated[int, typer.Option(min=1, help="Sessions at the same time.")] = 64,
    budget: Annotated[float, typer.Option(help="Seconds that one task, reset or step may take.")] = 60.0,
    unscored: Annotated[
        Unscored,
        typer.Option(help="A failure of the machinery ends an episode with no reward, or as an error."),
    ] = Unscored.NONE,
) -> None:
    """Serve environments to OpenEnv's clients; see docs/trainers/openenv.md."""
    try:
        import uvicorn

        from ..integrations.openenv import make_app
    except ModuleNotFoundError as error:
        raise ValueError(f"{error.name} is missing: pip install 'rlvr-gym[openenv]'") from None
    app = make_app(
        names,
        sessions=sessions,
        count=count,
        levels=parse_levels(levels) if levels else None,
        difficulty=parse_difficulty(difficulty) if difficulty else None,
        seed=seed,
        budget=budget,
        unscored=unscored.value,
    )
    uvicorn.run(app, host=host, port=port)
