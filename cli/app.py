"""The command itself: its options for all subcommands, and how errors reach the user."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .. import RegistryError, UnknownEnvironment, __version__, register
from ..export.errors import DatasetError
from ..generators.base import GenerationError
from ..sandbox import SandboxError
from . import (
    check,
    doctor,
    evaluate,
    generate,
    play,
    sandbox,
    search,
    show,
    sql,
    train,
    trajectories,
    tune,
    verify,
)
from .console import errors

app = typer.Typer(
    name="rlvr",
    help="A gym for verifiable reasoning: environments whose rewards can be trusted.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
app.command("list")(show.list_environments)
app.command("show")(show.show)
app.command("play")(play.play_in_terminal)
app.command("generate")(generate.generate)
app.command("verify")(verify.verify)
app.command("check")(check.check)
app.command("train")(train.train)
app.add_typer(tune.app, name="tune")
app.add_typer(evaluate.app, name="eval")
app.add_typer(sandbox.app, name="sandbox")
app.add_typer(sql.app, name="sql")
app.add_typer(search.app, name="search")
app.add_typer(trajectories.app, name="trajectories")
app.command("doctor")(doctor.doctor)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rlvr {__version__}")
        raise typer.Exit


@app.callback()
def options(
    registry: Annotated[
        list[Path] | None,
        typer.Option(
            "--registry",
            envvar="RLVR_REGISTRY",
            help="A registry file of your own; its folder becomes importable. Can be given several times.",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options that come before the subcommand."""
    for path in registry or []:
        sys.path.append(str(path.resolve().parent))
        register(path)


def run() -> None:
    """Run the command; expected errors are told in one line and end with status 2."""
    try:
        app()
    except (
        UnknownEnvironment,
        RegistryError,
        DatasetError,
        GenerationError,
        SandboxError,
        ValueError,
    ) as error:
        errors.print(f"[bold red]error:[/] {_plain(error)}", highlight=False, soft_wrap=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()  # the reader went away (`rlvr list | head`); there is nobody to tell
        sys.exit(0)


def _plain(error: Exception) -> str:
    from rich.markup import escape

    return escape(str(error))
