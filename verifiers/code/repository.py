"""The verifier of repository tasks: hidden calls of a project's public functions, compared out here.

The payload holds

* ``files``: the project as the policy gets it, ``{path: text}``,
* ``protected``: beginnings of paths that are no part of the solution (the tests),
* ``module``: where the public functions are,
* ``cases``: ``{"call": function, "args": [...], "out": value, "ok": whether it is right at the beginning}`` each.

An answer is a JSON object ``{path: whole new text}``: these files take the place of those in the project, or are added.
Files under protected paths are left as they were. All calls are made in one process, by a driver that imports the
project; neither the expected results nor the tests are there.

The score is 1.0 if every call is right. Otherwise it is the share of the calls that were wrong at the beginning and are
right now (below 1.0), and 0.0 if a call that was right at the beginning no longer is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from ...payloads.strict_json import read_json
from ...sandbox import MISSING, Job, Limits, Result, SandboxError, SandboxUnavailable, Status, current
from ..base import Reason, Verdict, correct, illegal, infra, unparsable, wrong
from .compare import identical
from .program import ENDED
from .runtime import with_runtime

Files = Mapping[str, str]

MAX_FILES: Final = 64
MAX_TREE_BYTES: Final = 256 * 1024
LIMITS: Final = Limits(cpu_s=1.0, wall_s=5.0, stdout_kb=1024)

_PATH = re.compile(r"[A-Za-z0-9_.-]{1,60}(?:/[A-Za-z0-9_.-]{1,60}){0,5}")
_FORM = 'Give a JSON object {"path": "whole new text", ...}.'
_DRIVER = """\
import importlib


def call(module, function, arguments):
    return getattr(importlib.import_module(module), function)(*arguments)
"""


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Judge new files by the task's hidden calls.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in; never because of the answer.
    """
    try:
        files = edited(payload, read_edits(answer))
    except ValueError as error:
        return unparsable(f"{error}. {_FORM}")
    return judge(payload, files)


def judge(payload: Mapping[str, Any], files: Files) -> Verdict:
    """Judge a whole tree of files; those under protected paths do not matter.

    Raises:
        SandboxUnavailable: if there is nothing to run programs in.
    """
    tree = {path: text for path, text in files.items() if not is_protected(payload, path)}
    if all(payload["files"].get(path) == text for path, text in tree.items()) and len(tree) == sum(
        not is_protected(payload, path) for path in payload["files"]
    ):
        return wrong("No file was changed.")
    try:
        result = current("python").run(job_of(payload, tree))
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"The sandbox failed: {error}")
    return with_runtime(_judged(payload, result), [result])


def job_of(payload: Mapping[str, Any], tree: Files) -> Job:
    """All hidden calls on a project as one job."""
    calls = tuple((payload["module"], case["call"], case["args"]) for case in payload["cases"])
    return Job(_DRIVER, entry="call", calls=calls, files=encoded(tree), limits=LIMITS)


def encoded(tree: Files) -> dict[str, bytes]:
    """A tree as the files of a job."""
    return {path: text.encode() for path, text in tree.items()}


def is_protected(payload: Mapping[str, Any], path: str) -> bool:
    """Whether a file is no part of the solution."""
    return any(path.startswith(beginning) for beginning in payload["protected"])


def read_edits(answer: str) -> dict[str, str]:
    """The files of an answer.

    Raises:
        ValueError: if it is not a JSON object of texts.
    """
    edits = read_json(answer)
    if not isinstance(edits, dict) or not edits or not all(isinstance(text, str) for text in edits.values()):
        raise ValueError("The answer is no JSON object of texts")
    return edits


def edited(payload: Mapping[str, Any], edits: Files, files: Files | None = None) -> dict[str, str]:
    """The files (those of the task unless others are given) with edits applied; protected ones stay.

    Raises:
        ValueError: if a path is none, or the files become too many or too large.
    """
    tree = dict(payload["files"] if files is None else files)
    tree.update({path: text for path, text in edits.items() if not is_protected(payload, path)})
    problem = problem_with(tree)
    if problem is not None:
        raise ValueError(problem)
    return tree


def problem_with(tree: Files) -> str | None:
    """Why files cannot be a project, or None."""
    for path in tree:
        if len(path) > 255 or not _PATH.fullmatch(path) or any(part in (".", "..") for part in path.split("/")):
            return f"{path!r:.80} is no relative path of letters, digits, '_', '-' and '.'"
        parts = path.split("/")
        if any("/".join(parts[:depth]) in tree for depth in range(1, len(parts))):
            return f"{path} lies in a file, not in a folder"
    if len(tree) > MAX_FILES or sum(len(text.encode()) for text in tree.values()) > MAX_TREE_BYTES:
        return f"a project has at most {MAX_FILES} files and {MAX_TREE_BYTES >> 10} KiB"
    return None


def _judged(payload: Mapping[str, Any], result: Result) -> Verdict:
    cases = payload["cases"]
    passed = [
        value is not MISSING and identical(value, case["out"])
        for value, case in zip(result.values, cases, strict=True)
    ]
    if all(passed) and result.status in ENDED:
        return correct()
    before = sum(case["ok"] for case in cases)
    mended = sum(now for now, case in zip(passed, cases, strict=True) if not case["ok"])
    kept = sum(now for now, case in zip(passed, cases, strict=True) if case["ok"])
    parts = {"mended": mended / max(len(cases) - before, 1), "kept": kept / max(before, 1)}
    if result.status in (Status.CPU_LIMIT, Status.WALL_LIMIT):
        return Verdict(0.0, Reason.TIMEOUT, "The project takes too long on a hidden test.", parts)
    if kept < before:
        what = "Something that worked before does not work now."
        return illegal(what, **parts) if kept == 0 else wrong(what, **parts)
    return wrong(f"{len(cases) - before - mended} hidden tests still fail.", parts["mended"], **parts)
