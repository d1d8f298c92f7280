"""Special judges: programs of the task's author that say whether an output is right. They run in the sandbox as well.

A judge finds three files in its working folder: ``input``, ``output`` (what is to be judged) and ``answer`` (the
expected output, or nothing), and their names, in the order of ``args``, on its command line. It says
what it found by one of two protocols:

* ``print``: it prints one word and ends with status 0: ``1``, ``ok``, ``yes``, ``true``, ``accepted``, ``correct``,
  ``right``; or ``0``, ``no``, ``false``, ``wrong``, ``rejected``, ``incorrect``; or a number, of which only 1 is right;
* ``exit``: it ends with status 0 for right, or 1, 2, 4 or 8 for wrong (as judges with ``testlib.h`` do).

Anything else (a crash, another word, a limit) is the judge's own failure, and whatever it judged has no score.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ...sandbox import Job, Limits, Result, Sandbox, SandboxError, Status, current
from ...sandbox.base import MAX_FILE_BYTES
from ...sandbox.languages import LANGUAGES

RIGHT: Final = frozenset("1 ok yes true accepted ac correct right".split())
WRONG: Final = frozenset("0 no false wrong wa rejected incorrect".split())
WRONG_STATUS: Final = (1, 2, 4, 8)
ARGS: Final = ("input", "output", "answer")
PROTOCOLS: Final = ("print", "exit")
_KEPT = 256
_ROOM = 64 << 10

_compiled: OrderedDict[str, bytes] = OrderedDict()
_lock = threading.Lock()


class JudgeFailed(Exception):
    """A judge did not say what it found; the message says what it did instead."""


def room(judge: Mapping[str, Any], given: str, expected: str) -> int:
    """Bytes of an output that can be brought to a judge beside the other files; below 1 if there is no room."""
    files = sum(len(text.encode()) for text in judge.get("files", {}).values())
    return MAX_FILE_BYTES - _ROOM - files - len(given.encode()) - len(expected.encode())


def ask(judge: Mapping[str, Any], rows: Sequence[tuple[str, bytes, str]]) -> list[bool]:
    """Whether outputs are right.

    Args:
        judge: ``code``, ``language``, ``protocol``, ``args``, ``files`` (by name, such as ``testlib.h``), ``cpu_s`` and
            ``memory_mb``, ``image``; all but the first may be left out.
        rows: input, output and expected output of each.

    Raises:
        JudgeFailed: the judge gave no verdict about one of them.
        SandboxError: the machinery failed.
    """
    language = judge.get("language", "python")
    box = current(language, judge.get("image", ""))
    cpu = float(judge.get("cpu_s", 10.0))
    limits = Limits(
        cpu_s=cpu, wall_s=2 * cpu + 5, memory_mb=int(judge.get("memory_mb", 512)), stdout_kb=64, processes=64
    )
    extra = {name: text.encode() for name, text in judge.get("files", {}).items()}
    args = tuple(judge.get("args", ARGS))
    compiled = _compiled_judge(judge, language, box, extra, limits)
    try:
        jobs = [
            Job(
                judge["code"],
                language,
                files={**extra, "input": given.encode(), "output": output, "answer": expected.encode()},
                args=args,
                limits=limits,
                compiled=compiled,
            )
            for given, output, expected in rows
        ]
    except ValueError as error:
        raise JudgeFailed(f"the judge cannot be given its files: {error}") from error
    found = []
    for result in [box.run(jobs[0])] if len(jobs) == 1 else box.run_many(jobs):
        if isinstance(result, SandboxError):
            raise result
        found.append(_read(judge, result))
    return found


def _read(judge: Mapping[str, Any], result: Result) -> bool:
    if result.status is Status.COMPILE_ERROR:
        raise JudgeFailed(f"the judge cannot be compiled: {_end(result.stderr)}")
    if result.status not in (Status.OK, Status.NONZERO_EXIT):
        raise JudgeFailed(f"the judge ended with {result.status}")
    if judge.get("protocol", "print") == "exit":
        if result.exit_code == 0:
            return True
        if result.exit_code in WRONG_STATUS and b"Traceback (most recent call last)" not in result.stderr:
            return False
        raise JudgeFailed(f"the judge ended with status {result.exit_code}: {_end(result.stderr)}")
    if result.status is not Status.OK:
        raise JudgeFailed(f"the judge ended with status {result.exit_code}: {_end(result.stderr)}")
    word = result.text.strip().lower()
    if word in RIGHT:
        return True
    if word in WRONG:
        return False
    try:
        number = float(word)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise JudgeFailed(f"the judge printed {word[:80]!r}, which is no verdict")
    return number == 1


def _compiled_judge(
    judge: Mapping[str, Any], language: str, box: Sandbox, files: Mapping[str, bytes], limits: Limits
) -> bytes:
    """What a compiler makes of a judge, kept from the first time on; empty for languages that are not compiled."""
    if not LANGUAGES[language].build:
        return b""
    key = hashlib.blake2b(repr((language, judge["code"], sorted(files.items()))).encode()).hexdigest()
    with _lock:
        if key in _compiled:
            _compiled.move_to_end(key)
            return _compiled[key]
    # Its own name is taken away again by the box, and so are the names of the files: headers may be among them.
    job = Job(judge["code"], language, files=files, limits=replace(limits, file_mb=32), compile_only=True)
    built = box.run(job)
    if built.status is not Status.OK:
        raise JudgeFailed(f"the judge cannot be compiled: {_end(built.stderr)}")
    with _lock:
        _compiled[key] = built.compiled
        while len(_compiled) > _KEPT:
            _compiled.popitem(last=False)
    return built.compiled


def _end(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    error = next((line for line in lines if "error:" in line), lines[-1] if lines else "")
    return error.strip()[:200]
