"""Which tests a change can reach: by the files that a test imports, also by way of others, and by registry ids.

``pytest --changed BASE`` keeps the tests of which a file of theirs differs from the commit BASE (uncommitted and new
files included), and all contracts. A file imports what its import statements say, also those inside of functions; a
registry id in its text (``rlvr.get("sudoku")``) stands for the entry's generator, verifier, solver and environment. A
parametrized test of one id reaches the files of that id alone. Whatever cannot be followed (a fixture's data, the
build's set-up, a test that goes through all ids in one loop) counts as reached when it may be.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import rlvr

ROOT = Path(rlvr.__file__).resolve().parent
TESTS = Path(__file__).resolve().parent

EVERYTHING = (
    "pyproject.toml",
    "constraints.txt",
    "tests/conftest.py",
    "tests/pytest.ini",
    "tests/reach.py",
    "tests/tiers.py",
)
"""Files that every test depends on."""
CONTRACTS = ("test_contracts.py", "test_import.py", "test_layers.py", "test_registry.py", "test_packaging.py")
"""Tests that are cheap and guard what all parts agree on: they run after every change."""
ALL_IDS = re.compile(r"rlvr\.(?:list|specs)\(|registry\.specs\(")


def changed_since(base: str) -> set[Path]:
    """The files that differ from a commit, with those that git does not know yet.

    Raises:
        ValueError: if git knows no such commit, or this is no checkout.
    """
    found: set[Path] = set()
    for command in (
        ["diff", "--name-only", "--no-renames", base],
        ["ls-files", "--others", "--exclude-standard"],
    ):
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(f"git {' '.join(command)}: {done.stderr.strip()}")
        found |= {ROOT / name for name in done.stdout.splitlines()}
    return found


class Reach:
    """What the files of a change reach."""

    def __init__(self, changed: Iterable[Path]) -> None:
        self.changed = set(changed)
        self._found: dict[tuple[Path, str | None], bool] = {}
        names = {path.relative_to(ROOT).as_posix() for path in self.changed}
        self.everything = bool(names.intersection(EVERYTHING)) or any(
            name.startswith(".ci/") or name == "Makefile" for name in names
        )
        self._touched_ids = {
            spec.id for spec in rlvr.specs() if self.changed & (_closure(_targets(spec)) | {Path(spec.file)})
        }

    def reaches_id(self, env_id: str) -> bool:
        """Whether the change may alter an environment."""
        return self.everything or env_id in self._touched_ids

    def reaches(self, test: Path, env_id: str | None = None) -> bool:
        """Whether the change may alter the outcome of a test of this file; of one id if the test is of one."""
        if self.everything or test.name in CONTRACTS:
            return True
        if (test, env_id) not in self._found:  # once for all tests of a file, of which there may be hundreds
            self._found[test, env_id] = self._looked_up(test, env_id)
        return self._found[test, env_id]

    def _looked_up(self, test: Path, env_id: str | None) -> bool:
        own = _closure_of(test)
        if env_id is None:
            touched = any(self.reaches_id(named) for named in _ids_of(test))
        else:  # what the file imports of other tasks' parts is not about this id
            own = frozenset(path for path in own if not _inside(path, ROOT / "generators", ROOT / "verifiers"))
            touched = self.reaches_id(env_id)
        return touched or bool(self.changed & own) or self._reads_changed_data(own)

    def _reads_changed_data(self, own: frozenset[Path]) -> bool:
        """Whether the tests' files mention a changed file that is no Python, by its name or its folder's."""
        names = {
            name for path in self.changed if path.suffix != ".py" for name in (path.name, path.parent.name)
        }
        return any(name in _text(file) for file in own if TESTS in file.parents for name in names if name)


def _inside(path: Path, *folders: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _targets(spec: rlvr.TaskSpec) -> list[Path]:
    """The files that an entry names."""
    named = [getattr(spec, field, None) for field in ("generator", "verifier", "solver", "env")]
    return [
        file
        for target in named
        if target and ":" in target and (file := _file(target.partition(":")[0].lstrip(".")))
    ]


def _file(module: str) -> Path | None:
    """The file of a module of the package, by its name without ``rlvr``."""
    place = ROOT.joinpath(*module.split(".")) if module else ROOT
    if place.with_suffix(".py").is_file():
        return place.with_suffix(".py")
    package = place / "__init__.py"
    return package if package.is_file() else None


def _closure(files: Iterable[Path]) -> frozenset[Path]:
    """The files, and all files of this project that importing them can load."""
    found: set[Path] = set()
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported(file)
    return frozenset(found)


@cache
def _closure_of(test: Path) -> frozenset[Path]:
    return _closure([test])


@cache
def _imported(file: Path) -> tuple[Path, ...]:
    """The project's files that a file imports, and the packages around them."""
    found: dict[Path, None] = {}
    for node in ast.walk(ast.parse(_text(file))):
        for module in _modules(node, file):
            if module is not None:
                found[module] = None
    return tuple(found)


def _modules(node: ast.AST, file: Path) -> Iterator[Path | None]:
    if isinstance(node, ast.ImportFrom):
        if node.level:
            place = file.parent
            for _ in range(node.level - 1):
                place = place.parent
            inside = place.relative_to(ROOT).parts if place.is_relative_to(ROOT) else ()
            base = ".".join([*inside, *(node.module or "").split(".")]).strip(".")
        elif node.module and node.module.partition(".")[0] == "rlvr":
            base = node.module.partition(".")[2]
        else:
            yield _helper(node.module or "", file)
            return
        yield from _with_parents(base)
        for name in node.names:
            yield _file(f"{base}.{name.name}".strip("."))
    elif isinstance(node, ast.Import):
        for name in node.names:
            if name.name.partition(".")[0] == "rlvr":
                yield from _with_parents(name.name.partition(".")[2])
            else:
                yield _helper(name.name, file)


def _with_parents(module: str) -> Iterator[Path | None]:
    parts = module.split(".") if module else []
    for count in range(1, len(parts) + 1):
        yield _file(".".join(parts[:count]))


def _helper(module: str, file: Path) -> Path | None:
    """A helper of the tests, which lies in the test's folder or in the tests' own."""
    for folder in (file.parent, TESTS):
        place = folder / f"{module.replace('.', '/')}.py"
        if TESTS in place.parents and place.is_file():
            return place
    return None


@cache
def _known() -> dict[str, str]:
    return {name: spec.id for spec in rlvr.specs() for name in (spec.id, spec.name)}


@cache
def _ids_of(test: Path) -> frozenset[str]:
    """The ids that a test's file, or a helper it imports, names in quotation marks; all ids if it asks for all."""
    found: set[str] = set()
    for file in _closure([test]):
        if TESTS not in file.parents:
            continue
        text = _text(file)
        if ALL_IDS.search(text):
            return frozenset(_known().values())
        found |= {
            _known()[word] for word in re.findall(r"[\"']([\w/-]+)(?::[^\"']*)?[\"']", text) if word in _known()
        }
    return frozenset(found)
