"""One worker, seen from the host: a job becomes a request, a response becomes a checked `Result`."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Mapping, Set
from typing import Any, Final

from .base import MISSING, Isolation, Job, Json, Missing, Result, SandboxError, Status, WorkerLost
from .languages import LANGUAGES, PROGRAM
from .link import Link

GRACE_S: Final = 40.0
"""Seconds past a job's own limit after which its worker is given up. Above what the worker itself may take: pauses of
the machine that it does not count against the job, and its cleaning."""
START_S: Final = 120.0
BUILD_S: Final = 60.0
"""Seconds for compiling, on the clock; the processor time of it is capped in the box."""
MAX_DEPTH: Final = 100
DEVICES: Final = frozenset(f"/dev/{name}" for name in "null zero full random urandom tty ptmx pts/ptmx".split())
"""What any process may write to and nothing comes of."""


class Worker:
    """A running worker. One job at a time; not thread-safe.

    Args:
        link: the wire to it.
        backend: name of the sandbox, for results.
        isolation: how strong the box is.

    Attributes:
        hello: what it says of its box; see `rlvr.sandbox.inside.kernel.attest`.
        jobs: how many it has run.
        born: monotonic seconds when it was ready.
        spent: whether it asked to be replaced.

    Raises:
        SandboxError: if it does not get ready in time.
    """

    def __init__(self, link: Link, backend: str, isolation: Isolation) -> None:
        self._link, self.backend, self.isolation = link, backend, isolation
        hello = link.receive(time.monotonic() + START_S)
        if not isinstance(hello, dict) or not isinstance(hello.get("hello"), dict):
            raise SandboxError("the worker did not introduce itself")
        self.hello: dict[str, Any] = hello["hello"]
        self.jobs, self.born, self.spent = 0, time.monotonic(), False
        self._runtimes = {"python": _runtime("python", str(self.hello.get("python", "")))}
        self._kept = b""

    def run(self, job: Job) -> Result:
        """Run one job.

        Raises:
            SandboxError: if the worker is lost or breaks the protocol; it must not be used again.
        """
        self.jobs += 1
        deadline = time.monotonic() + job.limits.wall_s + GRACE_S + BUILD_S
        asking = () if job.language in self._runtimes else LANGUAGES[job.language].version
        request = request_of(job, self.jobs) | {"version": list(asking)}
        if job.compiled:
            # All cases of a verdict run one program: it is sent once, and the worker keeps it until another one comes.
            new = job.compiled != self._kept
            self._kept = job.compiled
            request["compiled"] = base64.b64encode(job.compiled).decode() if new else ""
        self._link.send(request, deadline)
        response = self._link.receive(deadline)
        try:
            if response["id"] != self.jobs:
                raise WorkerLost("the worker answered another request")
            if response["status"] == "broken":
                why = base64.b64decode(response["stderr"]).decode("utf-8", "replace")
                raise SandboxError(f"the box could not be prepared: {' '.join(why.split())[-300:]}")
            self.spent = self.spent or response["recycle"] is True
            if asking:
                self._runtimes[job.language] = _runtime(job.language, str(response["version"]))
            return self._result(job, response)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise WorkerLost(f"the worker's answer is not in form: {error!r:.200}") from error

    def close(self) -> None:
        """End it. Never raises."""
        self._link.close()

    def _result(self, job: Job, response: Mapping[str, Any]) -> Result:
        files = {str(name): base64.b64decode(text) for name, text in response["files"].items()}
        values, errors = outcomes(base64.b64decode(response["control"]), len(job.calls))
        return Result(
            status=Status(response["status"]),
            exit_code=_whole(response["exit_code"]),
            signal=_whole(response["signal"]),
            stdout=base64.b64decode(response["stdout"]),
            stderr=base64.b64decode(response["stderr"]),
            values=values,
            errors=errors,
            files=files if job.collect else {},
            compiled=files.get(PROGRAM, b"") if job.compile_only else b"",
            wall_s=float(response["wall_s"]),
            cpu_s=float(response["cpu_s"]),
            peak_memory_kb=int(response["peak_memory_kb"]),
            backend=self.backend,
            isolation=self.isolation,
            runtime=self._runtimes[job.language],
        )


def request_of(job: Job, number: int) -> dict[str, Json]:
    """The message that gives a worker a job: everything it needs but what is compiled already, and nothing else.

    What is under ``job``, a text, is handed on to the job's own process; the rest is for the one that attends it.
    """
    language = LANGUAGES[job.language]
    limits = {name: getattr(job.limits, name) for name in job.limits.__slots__}
    building = bool(language.build) and not job.compiled
    own = {
        "code": job.code,
        "file": language.file if language.run else "",
        "build": list(language.build) if building else [],
        "compiled": bool(job.compiled),
        "compile_only": job.compile_only,
        "run": [*language.run, *job.args] if language.run else [],
        "args": list(job.args),
        "address_space": language.address_space,
        "build_address_space": language.build_address_space,
        "entry": job.entry,
        "calls": len(job.calls),
        "files": {name: base64.b64encode(content).decode() for name, content in job.files.items()},
        "limits": limits,
    }
    return {
        "id": number,
        "job": json.dumps(own),
        "stdin": base64.b64encode(job.stdin).decode(),
        "calls": [json.dumps(call) for call in job.calls],
        "collect": job.collect or job.compile_only,
        "own_files": [name for name in (language.file, PROGRAM) if name and not job.compile_only],
        "build_s": BUILD_S if building else 0.0,
        "limits": limits,
    }


def _runtime(language: str, printed: str) -> str:
    """What runs a language, with the version that it prints; empty if it prints none."""
    found = re.search(r"[0-9]{1,6}(\.[0-9]{1,6}){1,3}", printed)
    return f"{LANGUAGES[language].runtime} {found.group()}" if found else ""


def outcomes(control: bytes, calls: int) -> tuple[tuple[Json | Missing, ...], tuple[str | None, ...]]:
    """Values and errors of the calls, from the lines that came over the control pipe.

    A line that is not in form is a call without a value. Never raises: the program may have written anything.
    """
    values: list[Json | Missing] = []
    errors: list[str | None] = []
    for line in control.split(b"\n", calls)[:calls]:
        value, error = _outcome(line)
        values.append(value)
        errors.append(error)
    missing = calls - len(values)
    return (*values, *[MISSING] * missing), (*errors, *[None] * missing)


def _outcome(line: bytes) -> tuple[Json | Missing, str | None]:
    try:
        printed = json.loads(line, parse_constant=_refuse, object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        return MISSING, None
    if not isinstance(printed, list) or len(printed) != 2 or printed[0] not in ("v", "e"):
        return MISSING, None
    if printed[0] == "e":
        return MISSING, printed[1] if isinstance(printed[1], str) else None
    return (printed[1], None) if _shallow(printed[1]) else (MISSING, None)


def _shallow(value: Json) -> bool:
    """Whether a value is nested no deeper than `MAX_DEPTH`, so that comparing it cannot exhaust the stack."""
    layer = [value]
    for _ in range(MAX_DEPTH):
        inner = [v for v in layer if isinstance(v, list | dict)]
        if not inner:
            return True
        layer = [part for v in inner for part in (v if isinstance(v, list) else v.values())]
    return False


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is no JSON value")


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key comes twice")
    return made


def _whole(value: object) -> int | None:
    if value is None or type(value) is int:
        return value
    raise TypeError(f"not a whole number: {value!r:.40}")


def only(writable: object, folders: Set[str]) -> bool:
    """Whether a worker says that jobs can write to these folders at most, and to no file but a few devices."""
    if not isinstance(writable, dict):
        return False
    return set(writable.get("folders", ["?"])) <= folders and set(writable.get("files", ["?"])) <= DEVICES
