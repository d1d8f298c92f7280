"""Compares a tree of files with the one that a shell task asks for.

The payload holds ``files``, the tree at the beginning (``{path: text}``, a character is a byte), and ``expected``, the
tree at the end: for each path its text, null for a file that stays as it was, or ``{"as": path}`` for a text that
stood elsewhere at the beginning. Only commands go into the box, never what is expected of them: the files come out and
are compared here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...sandbox import Job, Limits, Result, SandboxError, SandboxUnavailable, Status, current
from ...sandbox.base import MAX_FILE_BYTES, MAX_FILES
from ..base import Reason, Verdict, correct, infra, unparsable, wrong
from .runtime import too_old, with_runtime

Tree = Mapping[str, str]

LIMITS: Final = Limits(cpu_s=3.0, wall_s=12.0, stdout_kb=128, file_mb=1)
MAX_BYTES: Final = 100_000
"""Of a command; Linux takes no argument of 128 KiB."""
ENDED: Final = (Status.CPU_LIMIT, Status.WALL_LIMIT, Status.OUTPUT_LIMIT, Status.MEMORY_LIMIT)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Run `answer`, a bash script, in the task's tree, and judge the tree that it leaves.

    Raises:
        SandboxUnavailable: if there is nothing to run a shell in; never because of the answer.
    """
    return after_script(payload, payload["files"], answer)


def after_script(payload: Mapping[str, Any], tree: Tree, script: str) -> Verdict:
    """Run a script in a tree and judge the tree that it leaves."""
    try:
        result = run(tree, script)
    except SandboxUnavailable:
        raise
    except SandboxError as error:
        return infra(f"The sandbox failed: {error}")
    except ValueError as error:
        return unparsable(f"{error}.")
    if result.status in ENDED:
        return with_runtime(
            Verdict(0.0, Reason.TIMEOUT, f"The script was ended: {result.status}."), [result], "bash"
        )
    return with_runtime(judge(payload, tree_of(result)), [result], "bash")


def run(tree: Tree, command: str) -> Result:
    """A command run in a tree; the files come back in the result.

    Raises:
        ValueError: if the command is no text that a shell can be given.
        SandboxError: if the machinery failed, or has an older shell than the tasks are for.
    """
    try:
        size = len(command.encode())
    except UnicodeEncodeError:
        raise ValueError("A command is text that UTF-8 can hold") from None
    if size > MAX_BYTES or "\0" in command:
        raise ValueError("A command is at most 100 000 bytes long, none of them NUL")
    files = {path: text.encode("latin-1") for path, text in tree.items()}
    # A line of its own, so that nothing in the command can join it.
    code = f'export LC_ALL=C HOME="$PWD"\n{command}\n'
    result = current("bash").run(Job(code, "bash", files=files, collect=True, limits=LIMITS))
    older = too_old(result.runtime, "bash")
    if older is not None:
        raise SandboxError(older)
    return result


def tree_of(result: Result) -> dict[str, str]:
    """The files of a result; bytes become characters one to one."""
    return {path: data.decode("latin-1") for path, data in sorted(result.files.items())}


def is_whole(tree: Tree) -> bool:
    """Whether a tree came back complete: a box gives back so many files and bytes, and leaves out what is over that.

    A file that was too much for the rest of the room has at most `LIMITS.file_mb`, so the others fill the rest.
    """
    room = MAX_FILE_BYTES - (LIMITS.file_mb << 20)
    return len(tree) < MAX_FILES and sum(map(len, tree.values())) < room


def judge(payload: Mapping[str, Any], tree: Tree) -> Verdict:
    """Compare a tree with the expected one, byte for byte."""
    wanted = expected(payload)
    missing = sum(path not in tree for path in wanted)
    extra = sum(path not in wanted for path in tree)
    other = sum(tree[path] != text for path, text in wanted.items() if path in tree)
    if not missing and not extra and not other:
        return correct()
    share = 1 - min((missing + extra + other) / max(len(wanted), 1), 1.0)
    return wrong(f"Files missing: {missing}; not wanted: {extra}; with other contents: {other}.", files=share)


def expected(payload: Mapping[str, Any]) -> dict[str, str]:
    """The tree that is asked for."""
    before: Tree = payload["files"]
    tree: dict[str, str] = {}
    for path, text in payload["expected"].items():
        tree[path] = before[path] if text is None else before[text["as"]] if isinstance(text, dict) else text
    return tree
