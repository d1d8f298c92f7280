"""A worker as a plain child process: no isolation at all, for code that is known and trusted."""

from __future__ import annotations

import shutil
import subprocess
import sys
import warnings

from .base import SandboxUnavailable
from .languages import LANGUAGES
from .link import PipeLink
from .pool import Pool
from .remote import Worker
from .text import program

IDLE_S = 3600


def start_unsafe() -> Worker:
    """A worker that is a child process of this one, as the same user, with the limits of a process only."""
    text = program({"mode": "none", "uid": 0, "idle_s": IDLE_S, "scratch_mb": 64, "inodes": 4096})
    python = getattr(sys, "_base_executable", sys.executable)
    return Worker(PipeLink(launch([python, "-S", "-s", "-B", "-c", text])), "unsafe-local", "none")


def launch(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a worker's process with nothing of our environment in it."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env={"PYTHONHASHSEED": "0"},
        cwd="/",
        start_new_session=True,
    )


def unsafe_sandbox(languages: frozenset[str] = frozenset({"python"}), *, slots: int | None = None) -> Pool:
    """A sandbox that protects from nothing. Warns each time it is made.

    Raises:
        SandboxUnavailable: if this machine lacks a language.
    """
    here = frozenset(name for name, each in LANGUAGES.items() if name == "python" or shutil.which(each.tool))
    if missing := sorted(languages - here):
        raise SandboxUnavailable(f"this machine has no {LANGUAGES[missing[0]].tool} for {missing[0]}")
    warnings.warn(
        "unsafe-local: code runs as you, without any isolation; never give it a model's code", stacklevel=3
    )
    return Pool(start_unsafe, name="unsafe-local", isolation="none", languages=here, slots=slots, spare=False)
