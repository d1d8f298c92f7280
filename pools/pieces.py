"""What a pool is given, what it gives back, and what can go wrong: plain values that are JSON on the wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..generators.base import GenerationError, Json
from ..registry import UnknownEnvironment
from ..sandbox.base import SandboxError, SandboxUnavailable

LIMIT = 600.0
"""Seconds that one item may take unless who asks says otherwise: far more than any honest one takes."""

Outcome = list[Json]
"""What became of an item: ``["made", value]``, ``["raised", type, text]``, or ``["lost", why]`` where the process that
worked on it hung, or died again when the item was given to another process."""

_ERRORS: Mapping[str, type[Exception]] = {
    each.__name__: each
    for each in (
        TypeError,
        ValueError,
        GenerationError,
        UnknownEnvironment,
        SandboxError,
        SandboxUnavailable,
    )
}


class PoolError(RuntimeError):
    """There are no processes to work in, or none is left; the message says why and what to do."""


class NoRoom(PoolError):
    """A worker found no place in time; others may have one."""


class LostItem(RuntimeError):
    """There is no result of one item: its process hung and was killed, or died again and again."""


class Gone(Exception):
    """A worker is not there any more.

    Attributes:
        hung: whether it took too long and was killed; otherwise it died.
    """

    def __init__(self, why: str, *, hung: bool = False) -> None:
        super().__init__(why)
        self.hung = hung


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of work.

    Attributes:
        work: ``module:function``; a module that begins with a dot is inside this package. It is called with `common`
            and an item, and returns JSON.
        items: what it is called with, one after the other.
        common: what all items share.
        seconds: the longest time of one item.
    """

    work: str
    items: Sequence[Json]
    common: Json = None
    seconds: float = LIMIT

    def to_json(self) -> dict[str, Any]:
        """The piece as one JSON object."""
        return {"work": self.work, "items": list(self.items), "common": self.common, "seconds": self.seconds}


def value_of(outcome: Outcome) -> Json:
    """What was made of an item.

    Raises:
        LostItem: if nothing was, because of its process.
        Exception: what its function raised: of the same type where that is one of the usual ones, else RuntimeError.
    """
    match outcome:
        case ["made", value]:
            return value
        case ["raised", str() as kind, str() as text]:
            raise _ERRORS[kind](text) if kind in _ERRORS else RuntimeError(f"{kind}: {text}")
    raise LostItem(outcome[1])
