"""How much the tests draw: ``RLVR_TIER`` is ``quick`` (`make test-changed`), ``full`` (the default) or ``long``.

No tier leaves a promise out; what changes is how often each is put to the test.
"""

from __future__ import annotations

import os
from typing import Literal, TypeVar, get_args

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
