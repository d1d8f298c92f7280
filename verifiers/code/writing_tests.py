"""Judges tests that a policy wrote for a function: whether they tell the right program from the wrong ones.

The answer is data, a JSON list of calls, each a list of arguments. It is read strictly; every argument must be of the
domain that the prompt states, which also bounds what any call can cost. One invalid call makes it worth nothing.
The right program and the hidden wrong ones, which are ours, then run on these calls in the sandbox, and what they do
is compared here. A wrong program may have no end on some inputs, so the lines that a call runs are counted: that is
the same on every machine, and calls chosen to be slow gain nothing. The right programs need a tenth of the bound.
An answer is right if some call tells each wrong program from the right one; the share of those that are told is a
part of the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...payloads.domains import violation
from ...payloads.strict_json import read_json
from ...sandbox import MISSING, Job, Limits, SandboxError, SandboxUnavailable, current
from ..answers.literals import json_text
from ..base import Verdict, correct, illegal, infra, unparsable, wrong
from .compare import identical

Json = Any

MAX_CHARS: Final = 8000
_ALL: Final = Limits(cpu_s=4.0, wall_s=14.0, stdout_kb=1024)
_ONE: Final = Limits(cpu_s=1.0, wall_s=8.0, stdout_kb=1024)
_DRIVER: Final = """
import json
import sys

LINES = 20_000


class Endless(BaseException):
    pass


def outcomes(source, entry, calls):
    names = {"__name__": "program"}
    exec(compile(source, "program", "exec"), names)
    left = 0

    def count(frame, event, argument):
        nonlocal left
        left -= 1
        if left < 0:
            raise Endless
        return count

    found = []
    for args in calls:
        left = LINES
        sys.settrace(count)
        try:
            value = names[entry](*args)
            sys.settrace(None)
            json.dumps(value, allow_nan=False)
            found.append(["value", value])
        except Exception:
            found.append(["error"])
        except Endless:
            return [*found, ["endless"]]
        finally:
            sys.settrace(None)
    return found
"""


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score the calls that an answer lists.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in; never because of the answer.
    """
    calls, refused = _read(payload, answer)
    if refused is not None:
        return refused
    try:
        right, *others = _outcomes(payload, calls)
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"The sandbox failed: {error}")
    if not isinstance(right, list) or any(outcome[0] != "value" for outcome in right):
        return infra("The right program failed on a call within its domain.")
    told = sum(not identical(other, right) for other in others)
    if told == len(others):
        return correct(told=1.0)
    return wrong(
        f"The calls tell {told} of {len(others)} wrong programs from the right one.", told=told / len(others)
    )


def read_calls(payload: Mapping[str, Any], answer: str) -> list[list[Json]] | None:
    """The calls of an answer; None if it is not valid."""
    calls, refused = _read(payload, answer)
    return calls if refused is None else None


def _read(payload: Mapping[str, Any], answer: str) -> tuple[list[list[Json]], Verdict | None]:
    try:
        calls = read_json(json_text(answer), max_chars=MAX_CHARS, max_depth=8)
    except ValueError as error:
        return [], unparsable(f"Give the calls as one JSON list: {error}.")
    domains, names = payload["domains"], payload["parameters"]
    if not isinstance(calls, list) or not all(isinstance(args, list) for args in calls):
        return [], unparsable("Give a JSON list of calls, each of them a list of arguments.")
    if not 1 <= len(calls) <= payload["limit"]:
        return [], illegal(f"Give 1 to {payload['limit']} calls, not {len(calls)}.")
    for number, args in enumerate(calls, 1):
        if len(args) != len(domains):
            return [], illegal(f"Call {number} has {len(args)} arguments, not {len(domains)}.")
        for name, domain, value in zip(names, domains, args, strict=True):
            wrong_with_it = violation(domain, value)
            if wrong_with_it is not None:
                return [], illegal(f"Call {number}: the argument {name!r} {wrong_with_it}.")
    return calls, None


def _outcomes(payload: Mapping[str, Any], calls: list[list[Json]]) -> list[Json]:
    """What each program does on the calls: one job for all of them, and one more for each that broke it."""
    sandbox = current("python")
    tasks = [(source, payload["entry"], calls) for source in payload["programs"]]
    found = list(sandbox.run(Job(_DRIVER, entry="outcomes", calls=tuple(tasks), limits=_ALL)).values)
    lost = [at for at, value in enumerate(found) if value is MISSING]
    again = sandbox.run_many([Job(_DRIVER, entry="outcomes", calls=(tasks[at],), limits=_ONE) for at in lost])
    for at, result in zip(lost, again, strict=True):
        if isinstance(result, SandboxError):
            raise result
        found[at] = None if result.values[0] is MISSING else result.values[0]
    return found
