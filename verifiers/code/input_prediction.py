"""Checks predicted arguments by running the program on them, in the sandbox.

The answer is data: it is read as plain literals and must be within the stated bounds. The program is ours; that it
runs in the sandbox is for the bounds on time and memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...payloads.literals import same
from ...sandbox import MISSING, Job, Limits, Result, SandboxError, SandboxUnavailable, Status, current
from ..answers.literals import arguments
from ..base import Reason, Verdict, correct, illegal, infra, unparsable, wrong
from .runtime import with_runtime

_LIMITS = Limits(cpu_s=1.0, wall_s=5.0, memory_mb=256)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the arguments of a call with commas between them.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in; never because of the answer.
    """
    values = arguments(answer, [parameter["name"] for parameter in payload["parameters"]], payload["entry"])
    if values is None:
        return unparsable("Give only the arguments, as Python literals with commas between them.")
    if len(values) != len(payload["parameters"]):
        return unparsable(f"{len(payload['parameters'])} argument(s) are asked for, not {len(values)}.")
    for parameter, value in zip(payload["parameters"], values, strict=True):
        complaint = _complaint(parameter, value)
        if complaint:
            return illegal(f"{parameter['name']} {complaint}.")
    job = Job(payload["source"], entry=payload["entry"], calls=(tuple(values),), limits=_LIMITS)
    sandbox = current("python")
    try:
        result = sandbox.run(job)
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"The sandbox failed: {error}")
    return with_runtime(_scored(payload, result), [result])


def _scored(payload: Mapping[str, Any], result: Result) -> Verdict:
    if not result.values or result.values[0] is MISSING:
        if result.status in (Status.CPU_LIMIT, Status.WALL_LIMIT):
            return Verdict(0.0, Reason.TIMEOUT, "With these arguments the program does not end in time.")
        return wrong("With these arguments the program returns nothing.")
    return correct() if same(result.values[0], payload["out"]) else wrong("The program returns another value.")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    return [f" {answer}\n", answer.replace(", ", ","), answer.replace("'", '"'), answer.replace("]", ",]")]


def _complaint(parameter: Mapping[str, Any], value: Any) -> str:
    """What is wrong with one argument, or ""."""
    if parameter["kind"] == "int":
        return _integer(parameter, value)
    if parameter["kind"] == "text":
        if not isinstance(value, str):
            return "must be a string in quotes"
        if set(value) - set(parameter["letters"]):
            return f"may hold the characters {parameter['letters']} only"
    elif not isinstance(value, list):
        return "must be a list in square brackets"
    if not parameter["shortest"] <= len(value) <= parameter["longest"]:
        return f"must have {parameter['shortest']} to {parameter['longest']} items"
    if parameter["kind"] == "text":
        return ""
    return next((f"holds an item that {said}" for item in value if (said := _integer(parameter, item))), "")


def _integer(parameter: Mapping[str, Any], value: Any) -> str:
    if type(value) is not int or not parameter["low"] <= value <= parameter["high"]:
        return f"must be an integer from {parameter['low']} to {parameter['high']}"
    return ""
