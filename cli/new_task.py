"""``rlvr new-task``: the files of a new task, which pass every check as they are written."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from . import task_templates as texts
from .console import console

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def new_task(
    name: Annotated[str, typer.Argument(help="The task's name, such as river-crossing.")],
    family: Annotated[str, typer.Option(help="The family it is listed under.")] = "",
    title: Annotated[
        str, typer.Option(help="A few words for tables; made of the name if it is not given.")
    ] = "",
    namespace: Annotated[str, typer.Option(help="The id's first part, outside of the package.")] = "mine",
    verifier: Annotated[
        bool, typer.Option("--verifier", help="Write a verifier too: where many answers are right.")
    ] = False,
) -> None:
    """Write a generator, a solver, a registry entry and a test (and a verifier), to be turned into a task of yours.

    In a checkout of rlvr the files go to `generators/FAMILY/`, `verifiers/FAMILY/` and `tests/tasks/`, and the entry to
    `generators/FAMILY/tasks.yaml`. Anywhere else they go into the current folder, with a registry file of their own.
    Nothing that exists is overwritten.
    """
    if not _NAME.fullmatch(name):
        raise typer.BadParameter(
            "use small letters, digits and hyphens, such as river-crossing", param_hint="NAME"
        )
    inside = Path("registry.yaml").is_file() and Path("generators").is_dir() and Path("spec.py").is_file()
    module = name.replace("-", "_")
    folder = family.replace("-", "_")
    if inside and not (Path("generators") / folder / "tasks.yaml").is_file():
        known = sorted(path.parent.name.replace("_", "-") for path in Path("generators").glob("*/tasks.yaml"))
        raise typer.BadParameter(f"choose one of {', '.join(known)}", param_hint="--family")
    fields = {
        "name": module,
        "id": f"{'rlvr' if inside else namespace}/{name}-v0",
        "title": title or name.replace("-", " ").capitalize(),
        "family": family or "own",
        "camel": "".join(part.capitalize() for part in name.split("-")),
        "base": "..." if inside else "rlvr.",
        "imports": "" if inside else "from pathlib import Path\n\nimport rlvr",
        "lead": "" if inside else "\nfrom pathlib import Path\n\nimport rlvr",
        "register": "" if inside else f'rlvr.register(Path(__file__).with_name("{module}.yaml"))\n\n',
        "told": "" if inside else f'\nrlvr.register(Path(__file__).with_name("{module}.yaml"))\n',
        "here": "." if inside else "rlvr.",
        "module": f".generators.{folder}.{module}" if inside else module,
        "verifier": f".verifiers.{folder}.{module}" if inside else f"{module}_verifier",
    }
    written = _files(inside, folder, module, verifier)
    entries = Path("generators") / folder / "tasks.yaml" if inside else Path(f"{module}.yaml")
    taken = [path for path in written if path.exists()] + ([entries] if not inside and entries.exists() else [])
    if inside and f"id: {fields['id']}\n" in entries.read_text(encoding="utf-8"):
        taken.append(entries)
    if taken:
        raise typer.BadParameter(f"there is {taken[0]} already; nothing was written", param_hint="NAME")
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_filled(text, fields, inside), encoding="utf-8")
    entry = Template(texts.OWN_ENTRY if verifier else texts.ENTRY).substitute(fields)
    before = entries.read_text(encoding="utf-8").rstrip("\n") + "\n" if inside else "tasks:"
    entries.write_text(before + entry, encoding="utf-8")
    for path in (*written, entries):
        console.print(f"wrote {path}", highlight=False)
    _tell_what_next(inside, name, module)


def _files(inside: bool, folder: str, module: str, verifier: bool) -> dict[Path, str]:
    """The texts to be written, by file."""
    place = Path("generators") / folder if inside else Path()
    tests = Path("tests/tasks") if inside else Path()
    files = {
        place / f"{module}.py": texts.OWN_GENERATOR if verifier else texts.GENERATOR,
        place / f"{module}_solver.py": texts.OWN_SOLVER if verifier else texts.SOLVER,
        tests / f"test_{module}.py": texts.OWN_TEST if verifier else texts.TEST,
    }
    if verifier:
        own = Path("verifiers") / folder / f"{module}.py" if inside else Path(f"{module}_verifier.py")
        files[own] = texts.OWN_VERIFIER
    return files


def _filled(text: str, fields: dict[str, str], inside: bool) -> str:
    filled = Template(text).substitute(fields)
    # Inside, a generator imports its neighbours as ..family, and a verifier as ..base.
    return (
        filled.replace("from ...generators.", "from ..").replace("from ...verifiers.", "from ..")
        if inside
        else filled
    )


def _tell_what_next(inside: bool, name: str, module: str) -> None:
    if inside:
        commands = [f"rlvr show {name}", f"make test-entry ID={name}", "make docs"]
    else:
        commands = [
            f"rlvr --registry {module}.yaml show {name}",
            f"rlvr --registry {module}.yaml check {name}",
            f"python -m pytest test_{module}.py",
        ]
    console.print("It passes as it is. Make it yours (docs/adding-a-task.md says how), and after each change:")
    for command in commands:
        console.print(f"  {command}", highlight=False)
