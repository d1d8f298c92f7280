"""``rlvr sandbox``: the box that programs run in. Build its image, look at what is there, try it, clean up."""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from ..sandbox import image, package_images
from ..sandbox.base import Job, Result, Status
from ..sandbox.engine import connect
from ..sandbox.languages import LANGUAGES
from ..sandbox.lock import Lock
from .console import console, errors

app = typer.Typer(help="The box that programs of code environments run in.", no_args_is_help=True)

SUFFIXES = {
    ".py": "python",
    ".sh": "bash",
    ".c": "c",
    ".cpp": "cpp",
    ".cc": "cpp",
    ".js": "javascript",
    ".go": "go",
    ".java": "java",
    ".rs": "rust",
    ".v": "verilog",
    ".sv": "verilog",
}


@app.command()
def build(
    recipe: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="host: this machine's Python, no network. debian: packages of a Debian mirror. slim: the official "
            "image of Python, from a registry. Default: the first that has the languages.",
        ),
    ] = None,
    languages: Annotated[
        list[str] | None,
        typer.Option("--with", help="A language besides Python and bash; several times, or `all`."),
    ] = None,
    only: Annotated[bool, typer.Option("--only", help="Without bash, unless --with names it.")] = False,
    name: Annotated[
        str | None, typer.Option(help="What to call an image with packages; entries and imports name it.")
    ] = None,
    pip: Annotated[
        list[str] | None,
        typer.Option(
            "--pip", help="A package of Python, such as numpy or 'pandas<3'; several times. Wheels only."
        ),
    ] = None,
    apt: Annotated[
        list[str] | None,
        typer.Option("--apt", help="A Debian package besides; several times. Needs mmdebstrap."),
    ] = None,
    lock: Annotated[
        Path | None,
        typer.Option(
            help="A lock file (JSON). If it is there, exactly what it lists is built; else it is written.",
            dir_okay=False,
        ),
    ] = None,
) -> None:
    """Build the box's image. If it is there already, nothing is done.

    With --pip or --apt an image with packages is made, called --name and pinned by what it holds: the printed name ends
    in a digest of each package's version and hash. With the lock file a colleague makes the same image.

        rlvr sandbox build --name science --pip numpy --pip 'pandas<3' --lock science.lock.json
        rlvr sandbox build --lock science.lock.json
    """

    def say(text: str) -> None:
        errors.print(text, style="dim", highlight=False)

    wanted = set(languages or ()) | set(() if only else image.DEFAULT)
    if "all" in wanted:
        wanted = set(LANGUAGES)
    if not (name or pip or apt or lock):
        typer.echo(image.build(recipe, sorted(wanted), say=say))
        return
    if lock is not None and lock.exists():
        locked = Lock.read(lock)
        if name or pip or apt or recipe or languages:
            request = package_images.request_of(pip or (), apt or (), recipe=recipe, languages=sorted(wanted))
            if (name, request) != (locked.name, locked.request):
                raise ValueError(
                    f"{lock} is there and is of another request ({locked.name}): leave the other options out to build "
                    "it, or remove it to build yours"
                )
        made = package_images.build_locked(locked, say=say)
    elif not (pip or apt):
        raise ValueError(
            "--name and --lock are for images with packages: give --pip or --apt, or a lock that is there"
        )
    elif name is None:
        raise ValueError("an image with packages needs a name: --name science")
    else:
        made = package_images.build(
            name, pip or (), apt or (), recipe=recipe, languages=sorted(wanted), say=say
        )
        if lock is not None:
            lock.write_text(json.dumps(made.to_json(), indent=1) + "\n", encoding="utf-8")
    typer.echo(made.tag)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen to.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8700,
    languages: Annotated[
        list[str] | None,
        typer.Option("--with", help="A language besides Python; several times."),
    ] = None,
    slots: Annotated[
        int | None, typer.Option(min=1, max=32, help="Jobs at one time; by default one for each core.")
    ] = None,
    backend: Annotated[
        str, typer.Option(help="docker, bwrap, or auto for the stronger that is ready.")
    ] = "auto",
) -> None:
    """Run programs for other hosts: `RLVR_SANDBOX=http` there. The token is that of RLVR_SANDBOX_TOKEN.

    There is no TLS: keep to your own network, or use a tunnel.
    """
    from ..sandbox.choose import make
    from ..sandbox.over_http import TOKEN, Server, check_token
    from ..sandbox.pool import MAX_SLOTS, cores

    if backend not in ("auto", "docker", "bwrap"):
        raise ValueError(f"programs of others run in docker or bwrap, not in {backend!r}")
    token = check_token(os.environ.pop(TOKEN, ""))
    count = slots or min(cores(), MAX_SLOTS)
    with (
        make(backend, frozenset({"python", *(languages or ())}), count) as sandbox,
        Server((host, port), sandbox, count, token) as server,
    ):
        at = f"{host}:{server.server_address[1]}"
        errors.print(f"programs run here ({sandbox.isolation}), for RLVR_SANDBOX_HOSTS={at}", highlight=False)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        with suppress(KeyboardInterrupt):
            server.serve_forever()


@app.command("list")
def list_images() -> None:
    """List the images that are there: how they were made, their languages and sizes."""
    found = image.images()
    table = Table(title=f"{len(found)} images", title_justify="left")
    for column in ("image", "languages", "size", "state"):
        table.add_column(column, overflow="fold")
    for entry in found:
        state = "[green]current[/]" if entry.current else "[yellow]old: build it again[/]"
        table.add_row(escape(entry.tag), ", ".join(sorted(entry.languages)), f"{entry.size >> 20} MiB", state)
    console.print(table)
    if not found:
        console.print("Build one: rlvr sandbox build")


@app.command("images")
def list_package_images() -> None:
    """List the images with packages that are there: their names, packages, languages and sizes."""
    found = package_images.images()
    table = Table(title=f"{len(found)} images with packages", title_justify="left")
    for column in ("image", "pip", "apt", "languages", "size"):
        table.add_column(column, overflow="fold")
    for entry in found:
        asked = entry.lock.request
        row = (entry.lock.tag, ", ".join(asked.pip), ", ".join(asked.apt), ", ".join(asked.languages))
        table.add_row(*map(escape, row), f"{entry.size >> 20} MiB")
    console.print(table)
    if not found:
        console.print("Build one: rlvr sandbox build --name NAME --pip PACKAGE")


@app.command("lock")
def print_lock(
    name: Annotated[str, typer.Argument(help="An image with packages: its name, or its name with the digest.")],
) -> None:
    """Print the lock of an image with packages, with which another machine builds the same."""
    typer.echo(json.dumps(package_images.resolve(name).lock.to_json(), indent=1))


@app.command()
def run(
    file: Annotated[Path, typer.Argument(help="The program.", exists=True, dir_okay=False)],
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="Default: by the file's name.")
    ] = None,
    stdin: Annotated[
        Path | None, typer.Option("--stdin", help="A file for its standard input, or - for this command's.")
    ] = None,
    from_image: Annotated[
        str | None, typer.Option("--image", help="An image with packages to run it in.")
    ] = None,
) -> None:
    """Run a program in the box. Its output comes out here, and its exit status is this command's."""
    name = language or SUFFIXES.get(file.suffix)
    if name not in LANGUAGES:
        raise ValueError(f"--language is one of {', '.join(sorted(LANGUAGES))}, not {name or file.suffix!r}")
    given = b""
    if stdin is not None:
        given = sys.stdin.buffer.read() if str(stdin) == "-" else stdin.read_bytes()
    from ..sandbox import current

    result = current(name, from_image or "").run(Job(file.read_text("utf-8"), language=name, stdin=given))
    sys.stdout.buffer.write(result.stdout)
    sys.stdout.flush()
    sys.stderr.buffer.write(result.stderr)
    sys.stderr.flush()
    errors.print(
        f"{result.status}, {result.wall_s:.3f} s, {result.cpu_s:.3f} s of processor time, "
        f"{result.peak_memory_kb >> 10} MiB, in {result.backend} ({result.isolation})",
        style="dim",
        highlight=False,
    )
    raise typer.Exit(_exit_code(result))


@app.command()
def prune() -> None:
    """Remove what is of no use any more: dead containers of ours, and images that are not the current ones."""
    from ..sandbox.container import remove_orphans

    client = connect(60.0)
    try:
        containers = remove_orphans(client)
        old = image.remove_old(client) + package_images.remove_nameless(client)
    finally:
        client.close()
    console.print(f"Removed {containers} containers and {old} images.", highlight=False)


def _exit_code(result: Result) -> int:
    if result.status in (Status.OK, Status.NONZERO_EXIT):
        return result.exit_code or 0
    return 128 + result.signal if result.signal is not None else 1
