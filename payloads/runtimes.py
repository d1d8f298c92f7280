"""The version of a language that tasks are written for: the oldest that is supported, so that newer ones will do.

A prompt names it, because what a program may use is part of the task; a verifier scores nothing that ran in an older
one. A payload may name another version for its own task, as ``"version"`` beside its ``"language"``.
"""

from __future__ import annotations

import re
from typing import Final

OLDEST: Final = {
    "python": "3.11",
    "bash": "5.0",
    "c": "9.1",
    "cpp": "9.1",
    "javascript": "18.0",
    "go": "1.19",
    "java": "17.0",
    "rust": "1.63",
    "verilog": "11.0",
}
"""By language; of the compiler or interpreter that runs it, see `NAMES`."""

NAMES: Final = {
    "python": "Python 3.11",
    "bash": "bash 5.0",
    "c": "C17 (GCC 9)",
    "cpp": "C++17 (GCC 9)",
    "javascript": "JavaScript (Node.js 18)",
    "go": "Go 1.19",
    "java": "Java 17",
    "rust": "Rust 1.63 (edition 2021)",
    "verilog": "Icarus Verilog 11",
}
"""As prompts say it."""


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version in the order that makes it older or newer; () if there are none."""
    found = re.search(r"[0-9]{1,6}(?:\.[0-9]{1,6})*", version)
    return tuple(map(int, found.group().split("."))) if found else ()
