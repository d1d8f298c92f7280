"""Imports run one way: what is in a layer imports the layers below it, nothing above and nothing beside.

docs/layers.py holds the table. Every import statement of the package is read from the syntax tree: at the top of a
file, inside a function and under ``if TYPE_CHECKING`` alike. An import for type checkers counts like any other, because
who reads a module must know what its types are. Modules that are named by text and imported on first use (entries of
the registry, engines) are seams on purpose and not seen here.
"""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import rlvr

ROOT = Path(rlvr.__file__).resolve().parent
SCRIPT = ROOT / "docs" / "layers.py"
NO_PACKAGE = {"tests", "benchmarks", "docs", "examples", "scripts", "build"}
"""Folders of the repository that do not ship."""

Module = tuple[str, ...]


def tables() -> Mapping[str, list[tuple[str, str]]]:
    spec = importlib.util.spec_from_file_location("layers", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Mapping[str, list[tuple[str, str]]] = module.TABLES
    return found


TABLES = tables()


def files(root: Path) -> list[Path]:
    inside = (path.relative_to(root) for path in root.rglob("*.py"))
    return sorted(p for p in inside if p.parts[0] not in NO_PACKAGE and not p.parts[0].startswith("."))


def module_of(path: Path) -> Module:
    """``("agents", "models")`` for the file of that folder itself; ``("__init__",)`` for the package's own."""
    parts = path.with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts


def imports(path: Path, root: Path, known: set[Module]) -> Iterator[tuple[int, Module | None]]:
    """Line and target of each import from the package; None as the target of an absolute one."""
    inside = path.parts[:-1]
    for node in ast.walk(ast.parse((root / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            if any(alias.name.split(".")[0] == "rlvr" for alias in node.names):
                yield node.lineno, None
        elif isinstance(node, ast.ImportFrom) and not node.level:
            if (node.module or "").split(".")[0] == "rlvr":
                yield node.lineno, None
        elif isinstance(node, ast.ImportFrom):
            base = (
                *inside[: len(inside) - node.level + 1],
                *((node.module or "").split(".") if node.module else ()),
            )
            for alias in node.names:
                target = (*base, alias.name)
                yield node.lineno, target if target in known else base or ("__init__",)


def place(module: Module, folder: str, folders: set[Module]) -> tuple[str, int] | None:
    """The part of a table that a module belongs to, and its layer from the top; None if it is not in that folder.

    Raises:
        LookupError: if the table has no place for it.
    """
    prefix = tuple(folder.split("/")) if folder else ()
    rest = module[len(prefix) :]
    if module[: len(prefix)] != prefix or not rest:
        return None
    number = {name: i for i, (names, _) in enumerate(TABLES[folder]) for name in names.split()}
    for length in range(len(rest), 0, -1):
        if (name := "/".join(rest[:length])) in number:
            return name, number[name]
    kind = "*" if module[: len(prefix) + 1] in folders else "*.py"
    if kind not in number:
        raise LookupError(
            f"{'.'.join(module)} has no place in the table of {folder or 'the package'} in docs/layers.py"
        )
    return rest[0] if kind == "*" else kind, number[kind]


def wrong(root: Path) -> list[str]:
    """A sentence for each import that does not run downwards."""
    paths = files(root)
    known = {module_of(path) for path in paths}
    folders = {path.parts[:n] for path in paths for n in range(1, len(path.parts))}
    found = []
    for path in paths:
        for line, target in imports(path, root, known):
            if target is None:
                found.append(f"{path}:{line}: an import inside the package is relative")
                continue
            for folder in TABLES:
                source, goal = place(module_of(path), folder, folders), place(target, folder, folders)
                if source and goal and source[0] != goal[0] and source[1] >= goal[1]:
                    found.append(f"{path}:{line}: {source[0]} imports {goal[0]}, which is not below it")
    return found


def test_every_import_runs_downwards() -> None:
    assert wrong(ROOT) == []


def test_the_table_names_what_there_is_and_nothing_twice() -> None:
    for folder, layers in TABLES.items():
        names = [name for text, _ in layers for name in text.split()]
        assert len(names) == len(set(names))
        for name in set(names) - {"*", "*.py"}:
            path = ROOT / folder / name
            assert path.with_suffix(".py").exists() or (path / "__init__.py").exists(), f"{folder}/{name}"


PLANTED = {
    "at the top": (
        "generators/text/words.py",
        "from ...verifiers.base import Verdict",
        "generators imports verifiers",
    ),
    "in a function": ("envs/base.py", "def f():\n    from .. import task", "envs imports __init__"),
    "for type checkers": (
        "spec.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .envs.base import TextEnv",
        "spec imports envs",
    ),
    "of a module by its package": (
        "verifiers/base.py",
        "from .. import registry",
        "verifiers imports registry",
    ),
    "between families": ("generators/grids/maze.py", "from ..text import words", "grids imports text"),
    "of a family by what families share": (
        "generators/base.py",
        "from .text.words import x",
        "*.py imports text",
    ),
    "between neighbours": (
        "agents/rollouts/jobs.py",
        "from ..self_play import x",
        "rollouts imports self_play",
    ),
    "back inside the agents": ("agents/models/load.py", "from ..config import x", "models imports config"),
    "of a family that needs the registry": (
        "generators/text/words.py",
        "from ..composition import x",
        "generators imports generators/composition",
    ),
    "spelled in full": ("cli/app.py", "from rlvr.spec import TaskSpec", "is relative"),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_wrong_import_is_found(kind: str, tmp_path: Path) -> None:
    for name in ("__init__.py", "spec.py", "registry.py", "cli/app.py", "generators/text/words.py"):
        _write(tmp_path / name, "")
    for folder in (
        "envs",
        "verifiers",
        "generators",
        "generators/composition",
        "agents/self_play",
        "agents/rollouts",
    ):
        _write(tmp_path / folder / "__init__.py", "")
    for name in (
        "envs/base.py",
        "verifiers/base.py",
        "generators/base.py",
        "agents/config.py",
        "agents/models/load.py",
    ):
        _write(tmp_path / name, "")
    assert wrong(tmp_path) == []
    name, text, sentence = PLANTED[kind]
    _write(tmp_path / name, text)
    (found, *_) = wrong(tmp_path)
    assert found.startswith(f"{name}:")
    assert sentence in found


def test_a_part_without_a_place_is_found(tmp_path: Path) -> None:
    _write(tmp_path / "spec.py", "from .helpers import x")
    _write(tmp_path / "helpers.py", "x = 1")
    with pytest.raises(LookupError, match="helpers has no place"):
        wrong(tmp_path)


def test_the_picture_is_current() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
