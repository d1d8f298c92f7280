"""``rlvr view``: the gallery, runs and trajectories in a browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from .console import console


def view(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Runs, or folders with runs; the folder runs/ if there is one.", exists=True, file_okay=False
        ),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0 for a free one.")] = 7870,
    open_: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export", help="Write the gallery, and what PATHS have of evaluations, as files for a web host."
        ),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--env", help="With --export: only this id; several times.")
    ] = None,
    compared: Annotated[
        list[str] | None,
        typer.Option("--compare", help="With --export: two evaluations, as BASE:OTHER; several times."),
    ] = None,
) -> None:
    """Look at environments, runs and trajectories in a browser, and play.

    The server answers to this machine only and loads nothing from elsewhere. From another machine use
    `ssh -L 7870:localhost:7870`.
    """
    if export is not None:
        from ..view.export import export as write

        def told(name: str) -> None:
            console.print(f"[dim]{name}[/]", highlight=False)

        try:
            size = write(export, only or None, told, paths or (), compared or ())
        except LookupError as error:
            raise ValueError(str(error.args[0])) from None
        console.print(
            f"{export}: {size / 1e6:.1f} MB; see it with: python -m http.server -d {export}", highlight=False
        )
        return
    if compared:
        raise ValueError("--compare goes with --export; without it, choose two evaluations on their page")
    from ..view.server import Server

    found = paths or [folder for folder in (Path("runs"),) if folder.is_dir()]
    try:
        server = Server(found, port)
    except OSError as error:
        raise ValueError(
            f"port {port} cannot be used ({error.strerror}); give another one with --port"
        ) from None
    console.print(f"{server.url}   (Ctrl-C ends it)", highlight=False)
    if open_:
        webbrowser.open(server.url)
    with server:
        server.serve_forever(poll_interval=0.2)
