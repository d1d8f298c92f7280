"""What an import of a repository may be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices of an import.

    Attributes:
        runner: ``pytest``, ``unittest``, or "" to find out.
        image: the image with packages that tests run in, ``NAME-DIGEST``; "": the usual box.
        paths: folders to import from, "" being the root; empty: the root, and ``src`` or ``lib`` where there is one.
        mutants: at most so many faults are planted and tried.
        per_file: at most so many planted faults of a file are kept.
        commits: at most so many commits that change source and tests are tried, from the newest on.
        noticed_by: so many tests at least must notice a fault.
        memory_mb: MiB of address space of a process of the tests.
        seconds: what one test file may take at first, on the clock.
        seed: of the choice of faults.
    """

    runner: str = ""
    image: str = ""
    paths: Sequence[str] = ()
    mutants: int = 100
    per_file: int = 6
    commits: int = 30
    noticed_by: int = 1
    memory_mb: int = 512
    seconds: float = 60.0
    seed: int = 0
