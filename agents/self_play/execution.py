"""Running a proposed program: in the sandbox, within limits, twice, in two orders of its calls.

Both runs must give the same values, and each value must be a plain literal. One thing the allowed part of Python could
still do is to make text of an object that has no value of its own (``str(f)`` shows an address, which is a coin toss
that a policy could be paid for); so what runs is a copy in which ``str`` and ``%`` end the program there.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ...generators.base import Json
from ...payloads.literals import Read, read
from ...sandbox import MISSING, Job, Limits, Result, Status, current
from .programs import ENTRY, Proposal, Refused

LIMITS = Limits(cpu_s=0.5, wall_s=30.0, memory_mb=128, stdout_kb=4)
"""Half of the processor time that the environments' verifiers give, so that what is admitted does not fail there for
time; and so long a wall that only a dead machine meets it, because a program of this kind cannot wait for anything."""
MAX_VALUE_CHARS = 300

_BEFORE = """
_kinds, _text, _type, _repr, _error = (bool, int, float, str, type(None)), str, type, repr, RuntimeError
def _plain(value):
    if _type(value) in (list, tuple):
        return all(map(_plain, value))
    if _type(value) is dict:
        return all(map(_plain, value)) and all(map(_plain, value.values()))
    return _type(value) in _kinds
def str(*values):
    if not all(map(_plain, values)):
        raise _error("text of what is no plain value")
    return _text(*values)
def _mod(left, right):
    if _type(left) is _text and not _plain(right):
        raise _error("text of what is no plain value")
    return left % right
"""
_AFTER = f"""
def _told(*arguments):
    return _repr({ENTRY}(*arguments))
"""


def run_twice(proposal: Proposal, calls: Sequence[Sequence[Json]]) -> list[Read | None]:
    """The value of each call, or None for a call that raises an error.

    Raises:
        Refused: if a limit is broken, the two runs differ, something is printed, or a value is no short plain literal.
        SandboxError: if the machinery fails; that says nothing about the proposal.
    """
    code = f"{_BEFORE}{ast.unparse(_Guarded().visit(ast.parse(proposal.source)))}\n{_AFTER}"
    forward = _run(code, calls)
    backward = _run(code, list(reversed(calls)))
    backward.reverse()
    if forward != backward:
        raise Refused("The program does not give the same values when it is run again.")
    return [None if text is None else _value(text) for text in forward]


def _run(code: str, calls: Sequence[Sequence[Json]]) -> list[str | None]:
    job = Job(code, entry="_told", calls=tuple(tuple(call) for call in calls), limits=LIMITS)
    result = current("python").run(job)
    if result.status is not Status.OK:
        raise Refused(f"The program broke a limit or could not be run: {result.status}.")
    if result.stdout:
        raise Refused("The program prints.")
    return [_text(result, place) for place in range(len(calls))]


def _text(result: Result, place: int) -> str | None:
    """The literal that a call gave; None if it raised an error that a program may raise."""
    value = result.values[place]
    if value is MISSING:
        return None
    if not isinstance(value, str):
        raise Refused("The program gives no literal.")
    return value


def _value(text: str) -> Read:
    halves = "\\ud" in text  # halves of characters, which cannot be written to a file
    value = read(text) if len(text) <= MAX_VALUE_CHARS and not halves else None
    if value is None:
        raise Refused(
            f"A value must be a whole number, text, truth value, None, list, tuple or dict of at most "
            f"{MAX_VALUE_CHARS} characters, not {text[:60]}"
        )
    return value


class _Guarded(ast.NodeTransformer):
    """Sends every ``%`` through the guard."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Mod):
            return node
        return ast.Call(ast.Name("_mod", ast.Load()), [node.left, node.right], [])
