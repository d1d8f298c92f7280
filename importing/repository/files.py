"""What the files of a repository are: source files, tests, and what belongs to neither."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_TEST = re.compile(r"(test_.*|.*_test|tests?)\.py")
_TEST_FOLDERS = frozenset({"test", "tests", "testing"})
_SHOWN = frozenset({"doc", "docs", "example", "examples", "bench", "benchmark", "benchmarks"})
_OTHER_FOLDERS = _SHOWN | {"scripts", "tools", "bin", "build", "dist"}
_NEVER = frozenset({"conftest", "sitecustomize", "usercustomize", "_version", "versioneer"})
_NOT_AT_ROOT = frozenset({"setup", "noxfile", "tasks", "fabfile", "manage"})


def is_test(path: str) -> bool:
    """Whether a file may hold tests."""
    return _TEST.fullmatch(path.rpartition("/")[2]) is not None


def of_tests(path: str) -> bool:
    """Whether a file belongs to the tests: tests, helpers and data of them, settings."""
    *folders, name = path.split("/")
    return is_test(path) or not _TEST_FOLDERS.isdisjoint(folders) or name == "conftest.py"


def is_source(path: str) -> bool:
    """Whether a file is one in which there may be a fault: Python, no test, no settings, no script."""
    *folders, name = path.split("/")
    return (
        name.endswith(".py")
        and not of_tests(path)
        and name.removesuffix(".py") not in (_NEVER if folders else _NEVER | _NOT_AT_ROOT)
        and _OTHER_FOLDERS.isdisjoint(folders)
        and not any(part.startswith(".") for part in folders)
    )


def test_files(tree: Iterable[str]) -> list[str]:
    """The files with tests, in order."""
    return sorted(
        path for path in tree if is_test(path) and path[0] != "." and _SHOWN.isdisjoint(path.split("/")[:-1])
    )


def runner_of(tree: Mapping[str, bytes]) -> str:
    """By what the tests are written to be run."""
    for path in tree:
        if path.endswith("conftest.py"):
            return "pytest"
    for path in test_files(tree):
        if re.search(rb"^\s*(import pytest|from pytest)|^(async )?def test", tree[path], re.MULTILINE):
            return "pytest"
    return "unittest"


def import_paths(tree: Iterable[str]) -> tuple[str, ...]:
    """The folders to import from."""
    above = {path.split("/")[0] for path in tree if path.endswith(".py") and "/" in path}
    has_init = {path.split("/")[0] for path in tree if path.count("/") == 1 and path.endswith("/__init__.py")}
    return (*(name for name in ("src", "lib") if name in above - has_init), "")
