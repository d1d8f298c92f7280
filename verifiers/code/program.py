"""The verifier of tasks whose answer is a program: run it in the sandbox, compare what comes out here.

The payload's ``code`` holds

* ``entry``: the function to call; without it the program reads standard input and prints,
* ``cases``: ``{"args": [...], "out": value}`` each, or ``{"stdin": text, "out": text}``; an argument may be a recipe,
* ``public``: how many of the first cases the prompt shows; only those are ever quoted,
* ``compare``: see `rlvr.verifiers.code.compare`; ``exact`` for values and ``tokens`` for text by default; a check
  (a special judge) for either,
* ``language`` (Python by default) and the oldest ``version`` of it that will do (see `rlvr.payloads.runtimes`),
* ``cpu_s``, ``memory_mb``.

All calls of a task are made in one process, one after the other: what a program could see of them, its inputs, does
not help it, and what would help it, the expected results, never leaves this process. Programs that print are
started anew for each case. A limit that was broken by little is tried once more before it counts, so that a busy
machine does not turn right into wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ...payloads import recipes
from ...sandbox import MISSING, Job, Limits, Result, Sandbox, SandboxError, SandboxUnavailable, Status, current
from ...sandbox.languages import LANGUAGES
from ..base import Reason, Verdict, correct, illegal, infra, unparsable, wrong
from .compare import same_text, same_value
from .runtime import with_runtime

CPU_S: Final = 2.0
MEMORY_MB: Final = 256
MARGIN: Final = 0.1
"""A job that broke a limit of time by less than this share of it is run once more."""
STARVED: Final = 0.3
"""A job that had at least this share of its processor time when the wall came is run once more, with more room."""
TOGETHER: Final = 8
"""So many cases of a program that prints are started at a time."""
SHOWN: Final = 300
ENDED: Final = frozenset({Status.OK, Status.NONZERO_EXIT, Status.SIGNAL})
"""How a program may end whose values count: by itself, not by a limit that it broke after giving them."""


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Judge a program by its task's cases.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in; never because of the answer.
    """
    code = payload["code"]
    refused = refusal(code, answer)
    if refused is not None:
        return refused
    try:
        language = code.get("language", "python")
        results = results_of(code, answer, current(language, code.get("image", "")))
        return with_runtime(judged(code, results), results, language, code.get("version"))
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"The sandbox failed: {error}")


def results_of(code: Mapping[str, Any], answer: str, sandbox: Sandbox) -> list[Result]:
    """What comes of an answer's jobs, up to the first case that fails: how many slots there are changes nothing.

    Raises:
        SandboxError: if the machinery failed before that.
    """
    jobs = list(jobs_of(code, answer))
    if LANGUAGES[jobs[0].language].build and len(jobs) > 1:
        built = sandbox.run(replace(jobs[0], stdin=b"", compile_only=True))
        if built.status is not Status.OK:
            return [built]
        jobs = [replace(job, compiled=built.compiled) for job in jobs]
    results: list[Result] = []
    while len(results) < len(jobs):
        # The first case alone, since most wrong programs fail it, then some at a time.
        for result in run_all(sandbox, jobs[len(results) : len(results) + (TOGETHER if results else 1)]):
            if isinstance(result, SandboxError):
                raise result
            results.append(result)
            if "entry" not in code and not _fits(code, len(results) - 1, result):
                return results
    return results


def refusal(code: Mapping[str, Any], answer: str) -> Verdict | None:
    """The verdict of an answer that need not be run, or None."""
    if "\0" in answer:
        return unparsable("The answer is no program: it holds a NUL character.")
    entry = code.get("entry")
    if entry is not None and entry not in answer:
        return illegal(f"There is no function {entry!r} in the answer.")
    return None if answer.strip() else unparsable("The answer is empty.")


def jobs_of(code: Mapping[str, Any], answer: str) -> Iterator[Job]:
    """What is to be run for an answer: one job for all calls, or one for each standard input."""
    limits = limits_of(code)
    language = code.get("language", "python")
    if "entry" in code:
        calls = tuple(tuple(arguments_of(case)) for case in code["cases"])
        yield Job(answer, language, entry=code["entry"], calls=calls, limits=limits)
        return
    for case in code["cases"]:
        yield Job(answer, language, stdin=case["stdin"].encode(), limits=limits)


def limits_of(code: Mapping[str, Any]) -> Limits:
    """The limits that a task sets; the wall has room for a busy machine."""
    cpu = float(code.get("cpu_s", CPU_S))
    return Limits(
        cpu_s=cpu, wall_s=5 * cpu + 2, memory_mb=int(code.get("memory_mb", MEMORY_MB)), stdout_kb=1024
    )


def arguments_of(case: Mapping[str, Any]) -> list[Any]:
    """The arguments of a case, with its recipes made into the values that they stand for."""
    return [
        recipes.kept(dict(argument)) if isinstance(argument, Mapping) and "$recipe" in argument else argument
        for argument in case["args"]
    ]


def judged(code: Mapping[str, Any], results: Sequence[Result]) -> Verdict:
    """The verdict of a program from what came out of its jobs."""
    first = results[0]
    if first.status is Status.COMPILE_ERROR:
        return unparsable(f"The program cannot be compiled: {error_line(first.stderr)}")
    count = len(code["cases"])
    if "entry" in code:
        passed = [_value_fits(code, index, first) for index in range(count)]
    else:
        passed = [_fits(code, index, result) for index, result in enumerate(results)]
    if len(passed) == count and all(passed) and results[-1].status in ENDED:
        return correct()
    failed = passed.index(False) if False in passed else count - 1
    at = first if "entry" in code else results[failed]
    share = sum(passed) / count
    public = failed < code.get("public", 0)
    where = f"public test {failed + 1}" if public else "a hidden test"
    if at.status in (Status.CPU_LIMIT, Status.WALL_LIMIT):
        late = Status.CPU_LIMIT if at.status is Status.CPU_LIMIT else Status.WALL_LIMIT
        return Verdict(0.0, Reason.TIMEOUT, f"The program took too long on {where} ({late}).", {"tests": share})
    if public:
        return wrong(_told(code, failed, at), tests=share)
    if at.status is not Status.OK and "entry" not in code:
        return wrong(f"The program ended with {at.status} on {where}.", tests=share)
    return wrong(f"The program fails {where}.", tests=share)


def run_all(sandbox: Sandbox, jobs: Sequence[Job]) -> list[Result | SandboxError]:
    """Run jobs side by side, and those once more that broke a limit of time by too little to be judged by it."""
    results: list[Result | SandboxError]
    results = [sandbox.run(jobs[0])] if len(jobs) == 1 else list(sandbox.run_many(jobs))
    second = {at: job for at, job in enumerate(map(_once_more, jobs, results)) if job is not None}
    for at, job in second.items():
        results[at] = sandbox.run(job)
    return results


def _once_more(job: Job, result: Result | SandboxError) -> Job | None:
    if isinstance(result, SandboxError):
        return None
    allowed = job.limits.cpu_s
    if result.status is Status.CPU_LIMIT and result.signal is None and result.cpu_s <= allowed * (1 + MARGIN):
        return job  # it finished, by a little too late
    if result.status is Status.WALL_LIMIT and result.cpu_s > STARVED * allowed:
        # The wall stands at several times the processor time, so this one was starved, unless it sleeps.
        return replace(job, limits=replace(job.limits, wall_s=2 * job.limits.wall_s))
    return None


def _fits(code: Mapping[str, Any], index: int, result: Result) -> bool:
    case = code["cases"][index]
    return result.status is Status.OK and same_text(
        code.get("compare", "tokens"), result.text, case["out"], case["stdin"]
    )


def _value_fits(code: Mapping[str, Any], index: int, result: Result) -> bool:
    value = result.values[index]
    if value is MISSING:
        return False
    case = code["cases"][index]
    how = code.get("compare", "exact")
    arguments = arguments_of(case) if isinstance(how, Mapping) else []
    return same_value(how, arguments, value, case["out"])


def _told(code: Mapping[str, Any], index: int, result: Result) -> str:
    """What went wrong on a test that the prompt shows anyway."""
    case = code["cases"][index]
    if "entry" not in code:
        if result.status is not Status.OK:
            return f"Public test {index + 1} ended with {result.status}: {last_line(result.stderr)}"
        return (
            f"Public test {index + 1}: expected {cut(case['out'])}, but the program printed {cut(result.text)}."
        )
    shown = ", ".join(_json(argument) for argument in case["args"])
    call = f"{code['entry']}({shown})"
    error = result.errors[index]
    if error is not None:
        return f"{cut(call)} raises {cut(error)}"
    value = result.values[index]
    if value is MISSING:
        return (
            f"{cut(call)} returns nothing: the program ended with {result.status}. {last_line(result.stderr)}"
        )
    return f"{cut(call)} gives {_json(value)}; expected {_json(case['out'])}."


def _json(value: Any) -> str:
    return cut(json.dumps(value, ensure_ascii=False))


def cut(text: str) -> str:
    """The beginning of a text that a message quotes."""
    text = text.encode("utf-8", "replace").decode()  # half characters would fail where the message is written
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def last_line(stderr: bytes) -> str:
    """The last line of what was printed on standard error."""
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return cut(lines[-1]) if lines else ""


def error_line(stderr: bytes) -> str:
    """Where a compiler says what is wrong: its first line about an error, else its last line."""
    lines = stderr.decode("utf-8", "replace").splitlines()
    return next((cut(line.strip()) for line in lines if "error:" in line), "") or last_line(stderr)


def languages() -> Iterable[str]:
    """The languages that a task may ask for."""
    return LANGUAGES
