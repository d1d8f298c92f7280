"""A repository's own tests, run in the sandbox: what each of them gave, and whether that can be believed.

The driver (`suite_driver.py`) runs each test file in a fresh process. The code that is tested runs in that process
too, beside the runner of the tests, so what the process says is evidence and no proof. *Canaries* are the same tests
with an assertion in them that cannot hold: where one passes, something makes tests pass.
"""

from __future__ import annotations

import ast
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from ...sandbox import Job, Limits, Result, Status, current
from ...sandbox.base import MAX_FILE_BYTES
from ...sandbox.wheels import FOLDER

Changes = Mapping[str, str | None]
"""Whole new texts of files by path; None removes one."""

WHERE: Final = ("begin", "end", "values")
"""Where a canary's assertion stands in a test; ``values``: a test goes on only while it does not equal other values."""
_ROOM: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Suite:
    """How a repository's tests are run.

    Attributes:
        runner: ``pytest`` or ``unittest``.
        image: the image with packages, or "".
        paths: folders of the repository to import from; "" is its root.
        cpu_s: processor seconds of one job.
        seconds: what one test file may take, on the clock.
        memory_mb: MiB of address space of a process.
    """

    runner: str
    image: str
    paths: tuple[str, ...]
    cpu_s: float
    seconds: float
    memory_mb: int

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Suite:
        """From a payload's ``suite``."""
        return cls(
            str(found["runner"]),
            str(found["image"]),
            tuple(found["paths"]),
            float(found["cpu_s"]),
            float(found["seconds"]),
            int(found["memory_mb"]),
        )


@dataclass(frozen=True, slots=True)
class Run:
    """A test file to run.

    Attributes:
        file: its path.
        only: the tests to run, by id; None for all.
        changes: files that differ in this run alone.
    """

    file: str
    only: tuple[str, ...] | None = None
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run gave. All of it was in reach of the repository's code.

    Attributes:
        ended: whether the process came to its end by itself, in time and without trouble.
        over: whether it took too long or said too much.
        tests: by id: ``passed``, ``failed`` or ``skipped``.
        texts: by id: the trouble of a failed test.
        trouble: what kept the file from being read.
        calls: functions that were called, as path and first line; line 0 is the module itself. If they were asked for.
        seconds: how long it took.
    """

    ended: bool
    over: bool
    tests: Mapping[str, str]
    texts: Mapping[str, str]
    trouble: str
    calls: frozenset[tuple[str, int]]
    seconds: float


NOTHING: Final = Outcome(False, False, {}, {}, "", frozenset(), 0.0)


@cache
def _driver() -> str:
    return Path(__file__).with_name("suite_driver.py").read_text(encoding="utf-8")


def run(
    suite: Suite, archive: bytes, changes: Changes, runs: Sequence[Run], trace: bool = False
) -> tuple[list[Outcome], Result]:
    """Run test files of a tree, one after the other in one job.

    Args:
        suite: how.
        archive: the tree, packed.
        changes: files that differ from it in all runs.
        runs: the test files.
        trace: whether to note which functions are called.

    Returns:
        An outcome for each run, in order, and how the job ended. What the job did not come to is `NOTHING`.

    Raises:
        ValueError: the files are too large for a job.
        SandboxError: the machinery failed.
        SandboxUnavailable: there is nothing to run it in.
    """
    nonce = secrets.token_hex(16)
    plan = {
        "nonce": nonce,
        "runner": suite.runner,
        "paths": list(suite.paths),
        "packages": f"/{FOLDER}" if suite.image else "",
        "seconds": suite.seconds,
        "trace": trace,
        "changes": dict(changes),
        "runs": [{"file": one.file, "only": one.only, "changes": dict(one.changes)} for one in runs],
    }
    files = {"plan.json": json.dumps(plan).encode(), "tree.zip": archive}
    if sum(map(len, files.values())) > MAX_FILE_BYTES - _ROOM:
        raise ValueError(f"the repository has more than {MAX_FILE_BYTES >> 20} MiB when it is packed")
    wall = min(3 * suite.cpu_s, suite.seconds * len(runs)) + 10
    limits = Limits(
        cpu_s=suite.cpu_s,
        wall_s=wall,
        idle_s=wall,
        memory_mb=suite.memory_mb,
        processes=64,
        open_files=256,
        stdout_kb=8192,
    )
    result = current("python", suite.image).run(Job(_driver(), files=files, limits=limits))
    return _read(result, nonce, len(runs)), result


def _read(result: Result, nonce: str, count: int) -> list[Outcome]:
    """The outcomes of a job that has ended well; of one that has not, nothing is believed."""
    lines = [line for line in result.text.splitlines() if line.startswith(f"{nonce} ")]
    if result.status is not Status.OK or len(lines) != 1:
        return [NOTHING] * count
    try:
        told = json.loads(lines[0].removeprefix(f"{nonce} "))
        found = [
            Outcome(
                one["end"] is True,
                one["over"] is True,
                {str(test): str(outcome) for test, outcome in one["tests"].items()},
                {str(test): str(text) for test, text in one["texts"].items()},
                str(one["trouble"]),
                frozenset((str(path), int(line)) for path, line in one["calls"]),
                float(one["seconds"]),
            )
            for one in told
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return [NOTHING] * count
    return found if len(found) == count else [NOTHING] * count


def passed(outcomes: Iterable[Outcome]) -> set[str]:
    """The tests that passed, of runs that came to their end."""
    return {test for one in outcomes if one.ended for test, outcome in one.tests.items() if outcome == "passed"}


def failed(outcomes: Iterable[Outcome]) -> set[str]:
    """The tests that were told to have failed."""
    return {test for one in outcomes for test, outcome in one.tests.items() if outcome == "failed"}


def with_canaries(text: str, where: str) -> str | None:
    """A test file with an assertion that cannot hold in each of its tests; None if there is no place for one.

    Args:
        text: the file.
        where: ``begin`` or ``end`` of a test; ``values`` for an assertion at the end that is come to only if what is
            compared with a literal does not equal another one.
    """
    try:
        tree = ast.parse(text)
        if where == "values":
            return with_other_values(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    lines = text.split("\n")
    places: list[tuple[int, str]] = []
    owners: list[tuple[ast.AST, bool]] = [(tree, False)]
    while owners:
        owner, of_case = owners.pop()
        for node in getattr(owner, "body", ()):
            if isinstance(node, ast.ClassDef):
                owners.append((node, "self.assert" in (ast.get_source_segment(text, node) or "")))
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
                place = _place(node, where)
                if place is not None:
                    line, column = place
                    places.append((line, lines[node.body[0].lineno - 1][:column] + _canary(where, of_case)))
    if not places:
        return None
    for line, added in sorted(places, reverse=True):
        lines.insert(line, added)
    made = "\n".join(lines)
    try:
        ast.parse(made)
    except (SyntaxError, ValueError):
        return None
    return made


def _place(node: ast.FunctionDef | ast.AsyncFunctionDef, where: str) -> tuple[int, int] | None:
    """After which line a statement may be added to a function, and how far it is indented."""
    first, last = node.body[0], node.body[-1]
    if first.lineno == node.lineno:
        return None  # all on one line
    spoken = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if where == "begin" and not spoken:
        above = min([first.lineno, *(one.lineno for one in getattr(first, "decorator_list", ()))])
        return above - 1, first.col_offset
    ending = first if where == "begin" else last
    return (ending.end_lineno or ending.lineno), first.col_offset


def _canary(where: str, of_case: bool) -> str:
    if of_case:
        return "self.assertEqual(0, 1)" if where == "begin" else "self.assertTrue([] == [0])"
    return "assert 0 == 1" if where == "begin" else "assert not [0]"


def with_other_values(tree: ast.Module) -> str | None:
    """A test file whose tests fail, unless something equals another value than it should; None if nothing is compared.

    Each comparison with a literal has another literal. Where it holds all the same, its test returns, and so passes.
    """
    changed = False
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
            others = _Others()
            node.body = [others.visit(one) for one in node.body]
            if others.found:
                node.body.append(ast.parse("assert not [0]").body[0])
                changed = True
    return ast.unparse(ast.fix_missing_locations(tree)) if changed else None


class _Others(ast.NodeTransformer):
    """Makes ``assert a == 3`` an attempt of ``assert a == 4``, after which the test returns if it holds."""

    def __init__(self) -> None:
        self.found = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function within a test is left alone: to return from it is not to return from the test."""
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """The same."""
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """The same."""
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """``assert a == 3``."""
        test = node.test
        if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
            return node
        sides = _with_another([test.left, test.comparators[0]])
        if sides is None:
            return node
        test.left, test.comparators = sides[0], sides[1:]
        return self._attempt(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """``self.assertEqual(a, 3)``."""
        call = node.value
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and len(call.args) >= 2):
            return node
        sides = _with_another(call.args[:2])
        if call.func.attr != "assertEqual" or sides is None:
            return node
        call.args[:2] = sides
        return self._attempt(node)

    def _attempt(self, node: ast.stmt) -> ast.AST:
        self.found = True
        attempt = ast.parse("try:\n    pass\nexcept AssertionError:\n    pass\nelse:\n    return").body[0]
        assert isinstance(attempt, ast.Try)
        attempt.body = [node]
        return attempt


def _with_another(sides: Sequence[ast.expr]) -> list[ast.expr] | None:
    """Both sides of a comparison, the one that is a literal as another; None if not exactly one is."""
    found: list[ast.expr] = []
    for side in sides:
        try:
            found.append(ast.parse(repr(another(_literal(side))), mode="eval").body)
        except (ValueError, TypeError, SyntaxError, RecursionError):
            found.append(side)
    return found if sum(new is not old for new, old in zip(found, sides, strict=True)) == 1 else None


def _literal(node: ast.expr) -> Any:
    """The value of a literal of a repository's own test.

    Raises:
        ValueError: it is no literal.
        TypeError: a dictionary has a key that cannot be one.
    """
    match node:
        case ast.Constant(value=value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.List(elts=items):
            return [_literal(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple(_literal(item) for item in items)
        case ast.Set(elts=items):
            return {_literal(item) for item in items}
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_literal(key): _literal(value) for key, value in zip(keys, values, strict=True) if key}
    raise ValueError("no literal")


def another(value: Any) -> Any:
    """A value of the same kind that is not the same.

    Raises:
        ValueError: there is none of this kind.
    """
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        if value + 3 == value:
            raise ValueError("it is too large")
        return value + 3
    if isinstance(value, str):
        return f"{value}{value[-1:] or 'a'}"
    if isinstance(value, bytes):
        return value + (value[-1:] or b"a")
    if isinstance(value, (list, tuple)):
        return type(value)([*value[:-1], another(value[-1])] if value else [0])
    if isinstance(value, dict) and value:
        *most, (key, last) = value.items()
        return dict([*most, (key, another(last))])
    raise ValueError("there is no other")
