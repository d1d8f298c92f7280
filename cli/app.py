"""The command itself: its options for all subcommands, and how errors reach the user."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from .. import RegistryError, UnknownEnvironment, __version__, register
from ..export.errors import DatasetError
from ..generators.base import GenerationError
from ..pools.pieces import PoolError
from ..sandbox import SandboxError
from ..starting import INTERRUPTED, interruptible
from . import (
    audit,
    check,
    code,
    doctor,
    evaluate,
    generate,
    mcp,
    new_task,
    openenv,
    play,
    sandbox,
    search,
    serve,
    show,
    sql,
    train,
    trajectories,
    tune,
    verify,
    view,
    worlds,
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
app.command("audit")(audit.audit)
app.command("new-task")(new_task.new_task)
app.command("train")(train.train)
app.command("serve")(serve.serve)
app.command("mcp")(mcp.mcp)
app.command("openenv")(openenv.openenv)
app.add_typer(tune.app, name="tune")
app.add_typer(evaluate.app, name="eval")
app.add_typer(sandbox.app, name="sandbox")
app.add_typer(sql.app, name="sql")
app.add_typer(search.app, name="search")
app.add_typer(code.app, name="code")
app.add_typer(worlds.app, name="worlds")
app.add_typer(trajectories.app, name="trajectories")
app.command("view")(view.view)
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
    """Run the command and end the process with its status.

    Expected errors are told in one line: status 2, or 1 where a file cannot be read or written. Ctrl-C ends with 130. A
    reader that goes away (`rlvr list | head`) is no error to tell of.
    """
    try:
        with interruptible():
            status = _status()
            try:
                sys.stdout.flush()  # what cannot be written is told now, and not by Python when all is over
            except OSError as error:
                status = status or _failed(error)
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def _status() -> int:
    try:
        app()
    except SystemExit as ended:
        return INTERRUPTED if _interrupted(ended) else _code(ended)
    except (
        UnknownEnvironment,
        RegistryError,
        DatasetError,
        GenerationError,
        PoolError,
        SandboxError,
        ValueError,
    ) as error:
        _tell(str(error))
        return 2
    except OSError as error:
        return _failed(error)
    return 0


def _code(ended: SystemExit) -> int:
    return ended.code if isinstance(ended.code, int) else int(ended.code is not None)


def _interrupted(ended: BaseException | None) -> bool:
    """Whether it goes back to Ctrl-C, which some versions of typer make a plain failure of."""
    while ended is not None:
        if isinstance(ended, KeyboardInterrupt):
            return True
        ended = ended.__cause__ or ended.__context__
    return False


def _failed(error: OSError) -> int:
    """Tell that something could not be read or written; and write nothing more where that was the output."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 0
    _tell(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
    return 1


def _tell(problem: str) -> None:
    with suppress(OSError):  # there may be no room for it either
        errors.print(f"[bold red]error:[/] {escape(problem)}", highlight=False, soft_wrap=True)
