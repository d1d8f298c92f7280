"""The verifier of problems of a user's own: programs that read and print, and functions, with limits and judges.

The payload's ``code`` holds what `rlvr.verifiers.code.program` takes, and besides:

* ``folder``: where large texts lie; a ``stdin`` or ``out`` may be ``{"$file": name}`` (`rlvr.payloads.stored_texts`),
* a case of a program: ``outs``, more outputs that are right, and limits of its own, ``cpu_s`` and ``memory_mb``,
* ``judge``: a program that says what is right (`rlvr.verifiers.code.judge`),
* ``entry`` may be ``Class.method``, with ``prelude`` (whether usual imports go before the program); its cases have
  ``call`` and ``out`` (`rlvr.verifiers.code.functions`),
* ``image``: the image with packages that programs run in (`rlvr.sandbox.package_images`); "" or none: the usual box,
* ``tests``: test code in place of expected values.

Expected outputs, judges and test code are never in the box with the program that is judged. Where a judge or a test
fails by itself, there is no score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ...payloads.stored_texts import text_of
from ...sandbox import Job, Result, SandboxError, SandboxUnavailable, Status, current
from ...sandbox.base import Sandbox
from ...sandbox.languages import LANGUAGES
from ..base import Reason, Verdict, correct, illegal, infra, unparsable, wrong
from . import judge
from .compare import same_text
from .functions import judge_function
from .program import TOGETHER, cut, error_line, last_line, limits_of, run_all
from .runtime import with_runtime

STDOUT_KB: Final = 256
"""What a program may print beyond twice the expected output."""
MOST_STDOUT_KB: Final = 16 << 10


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Judge a program by its problem's tests.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in; never because of the answer.
    """
    return judged(payload["code"], answer)[0]


def judged(code: Mapping[str, Any], answer: str) -> tuple[Verdict, list[Result]]:
    """The verdict about a program, and what came out of the sandbox for it.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in; never because of the answer.
    """
    if "\0" in answer:
        return unparsable("The answer is no program: it holds a NUL character."), []
    if not answer.strip():
        return unparsable("The answer is empty."), []
    entry = code.get("entry")
    if entry is not None and entry.rpartition(".")[2] not in answer:
        return illegal(f"There is no function {entry!r} in the answer."), []
    language = code.get("language", "python")
    try:
        box = current(language, code.get("image", ""))
        if entry is not None:
            verdict, results = judge_function(code, answer, box)
        else:
            verdict, results = _judge_program(code, answer, language, box)
        return with_runtime(verdict, results, language, code.get("version")), results
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"The sandbox failed: {error}"), []
    except judge.JudgeFailed as error:
        return infra(f"The problem's judge failed: {error}"), []
    except (OSError, ValueError) as error:
        return infra(f"The problem's tests cannot be read: {error}"), []


def _judge_program(
    code: Mapping[str, Any], answer: str, language: str, box: Sandbox
) -> tuple[Verdict, list[Result]]:
    cases = code["cases"]
    first = Job(answer, language, limits=limits_of(code))
    if LANGUAGES[language].build:
        built = box.run(replace(first, compile_only=True))
        if built.status is not Status.OK:
            said = f"The program cannot be compiled: {error_line(built.stderr)}"
            return unparsable(said), [built]
        first = replace(first, compiled=built.compiled)
    results: list[Result] = []
    while len(results) < len(cases):
        # The first case alone, since most wrong programs fail it, then some at a time.
        part = cases[len(results) : len(results) + (TOGETHER if results else 1)]
        jobs = [_job(code, case, first) for case in part]
        for case, result in zip(part, run_all(box, jobs), strict=True):
            if isinstance(result, SandboxError):
                raise result
            results.append(result)
            if not fits(code, case, result):
                return _failure(code, len(results) - 1, result), results
    return correct(), results


def _job(code: Mapping[str, Any], case: Mapping[str, Any], first: Job) -> Job:
    """The job of one case, with the limits that it has and room for what it is to print."""
    folder = code.get("folder", "")
    own = {name: case[name] for name in ("cpu_s", "memory_mb") if name in case}
    limits = limits_of({**code, **own})
    due = max((len(text_of(out, folder)) for out in (case["out"], *case.get("outs", ()))), default=0)
    room = STDOUT_KB + due // 512  # characters may take several bytes
    return replace(
        first,
        stdin=text_of(case["stdin"], folder).encode(),
        limits=replace(limits, stdout_kb=min(max(room, 1024), MOST_STDOUT_KB)),
    )


def fits(code: Mapping[str, Any], case: Mapping[str, Any], result: Result) -> bool:
    """Whether a program's result is right for a case.

    Raises:
        JudgeFailed: the problem's judge gave no verdict.
    """
    if result.status is not Status.OK:
        return False
    folder = code.get("folder", "")
    given, expected = text_of(case["stdin"], folder), text_of(case["out"], folder)
    own = code.get("judge")
    if own is not None:
        room = judge.room(own, given, expected)
        if room < 1:
            raise judge.JudgeFailed("the input and the answer are too large for it")
        # As text, so that a judge which reads it cannot be made to fail by bytes that are none. More than fits beside
        # the input is no answer that a judge was written for.
        output = result.text.encode()
        return len(output) <= room and judge.ask(own, [(given, output, expected)])[0]
    how = code.get("compare", "tokens")
    right = (expected, *(text_of(out, folder) for out in case.get("outs", ())))
    return any(same_text(how, result.text, out, given) for out in right)


def _failure(code: Mapping[str, Any], at: int, result: Result) -> Verdict:
    """The verdict of a program that fails a case: hidden ones are not quoted."""
    share = at / len(code["cases"])
    public = at < code.get("public", 0)
    where = f"public test {at + 1}" if public else "a hidden test"
    if result.status in (Status.CPU_LIMIT, Status.WALL_LIMIT):
        said = f"The program took too long on {where} ({result.status})."
        return Verdict(0.0, Reason.TIMEOUT, said, {"tests": share})
    if result.status is not Status.OK:
        why = f": {last_line(result.stderr)}" if public and result.stderr else ""
        return wrong(f"The program ended with {result.status} on {where}{why}.", tests=share)
    if public and "judge" not in code:
        expected = text_of(code["cases"][at]["out"], code.get("folder", ""))
        said = f"Public test {at + 1}: expected {cut(expected)}, but the program printed {cut(result.text)}."
        return wrong(said, tests=share)
    return wrong(f"The program fails {where}.", tests=share)
