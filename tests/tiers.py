"""How much the tests draw: ``RLVR_TIER`` is ``quick`` (`make test-changed`), ``full`` (the default) or ``long``.

No tier leaves a promise out; what changes is how often each is put to the test.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Literal, TypeVar, get_args
from zlib import crc32

Tier = Literal["quick", "full", "long"]
Value = TypeVar("Value")


def tier() -> Tier:
    """The tier of this run.

    Raises:
        ValueError: if RLVR_TIER names none.
    """
    named = os.environ.get("RLVR_TIER", "full")
    for known in get_args(Tier):
        if named == known:
            return known
    raise ValueError(f"RLVR_TIER must be one of {', '.join(get_args(Tier))}, not {named!r}")


def by_tier(quick: Value, full: Value, long: Value) -> Value:
    """The value of this run's tier."""
    return {"quick": quick, "full": full, "long": long}[tier()]


def some(names: Iterable[str]) -> list[str]:
    """All names, but a third of them in the full tier: for what all environments go through in the same way."""
    return [name for name in names if tier() != "full" or crc32(name.encode()) % 3 == 0]


LONGEST = (
    "test_dataset.py",
    "agents/test_training_processes.py",
    "agents/test_sharded_checkpoints.py",
    "agents/test_sharded_load.py",
    "agents/test_memory.py",
    "answers/test_corpus.py::test_right_answers_are_accepted_and_wrong_ones_are_not[shell]",
    "test_site.py",
    "test_pools.py",
    *(
        f"test_conformance.py::test_every_environment_conforms[rlvr/{name}-v0]"
        for name in ("shell", "repository", "verilog", "code-repair-turns", "algorithms", "search-qa")
    ),
)
"""Tests, and files of them, that take longest: they begin first, so that none is left when all others have ended."""
