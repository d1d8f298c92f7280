"""Which modules an entry's faults are planted in, and which loaded modules know of them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

import rlvr

ROOT = Path(rlvr.__file__).parent
SHARED = ("rlvr.verifiers.math",)
"""Engines of many families: they have tests of their own, and no entry's content lies there."""


def file_of(module: str) -> Path:
    """The file of a module of the package."""
    place = ROOT.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def imported_by(module: str) -> frozenset[str]:
    """The modules of the package that a module's import statements name, also those inside of functions."""
    file = file_of(module)
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            base = (
                resolve_name("." * node.level + (node.module or ""), package)
                if node.level
                else node.module or ""
            )
            names = [base, *(f"{base}.{name.name}" for name in node.names)]
        elif isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        found.update(name for name in names if name.startswith("rlvr.") and file_of(name).is_file())
    return frozenset(found - {module})


def reached(module: str, folder: str = "rlvr") -> set[str]:
    """A module and those of a folder that it imports, directly or by way of others of the folder."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [other for other in imported_by(name) if other.startswith(f"{folder}.")]
    return found


def knowing(module: str) -> set[str]:
    """The loaded modules of the package that reach a module, and the module."""
    loaded = [name for name in sys.modules if name.startswith("rlvr.") and file_of(name).is_file()]
    return {name for name in loaded if module in reached(name)}


def modules_of(spec: rlvr.TaskSpec) -> list[str]:
    """The modules that mutants are made of: an entry's generator and verifier, each with the helpers that are its own.

    A helper is the entry's own if it lies in the same folder and is named like the task, or if of all entries this
    one alone uses it; a solver that the registry names is none.
    """
    solvers = {_module(other.solver) for other in rlvr.specs() if other.solver}
    found: list[str] = []
    for field in ("generator", "verifier"):
        main = _module(getattr(spec, field))
        if not main.startswith(SHARED):
            others = {_module(getattr(other, field)) for other in rlvr.specs()} - {main}
            found += [main, *sorted(_helpers(main, others) - solvers)]
    return found


def _helpers(main: str, others: set[str]) -> set[str]:
    folder, _, stem = main.rpartition(".")
    shared: set[str] = set()
    for other in others:
        shared |= reached(other) if other.startswith(f"{folder}.") else {other}
    return {
        helper
        for helper in reached(main, folder) - {main}
        if not file_of(helper).name.startswith("__")
        and (helper not in shared or _named_like(helper.rpartition(".")[2], stem))
    }


def _named_like(helper: str, stem: str) -> bool:
    singular = stem.rstrip("s")
    return helper == stem or helper.startswith((f"{singular}_", f"{stem}_"))


def _module(target: str) -> str:
    name = target.partition(":")[0]
    return f"rlvr{name}" if name.startswith(".") else name


def packages(module: str) -> Iterator[str]:
    """The packages around a module, the innermost first."""
    while "." in module:
        module = module.rpartition(".")[0]
        yield module
