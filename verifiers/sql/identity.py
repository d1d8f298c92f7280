"""What was worked out of an object, remembered as long as the very same object is asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class ByIdentity:
    """Remembers what was worked out of the latest objects, which stay alive for that.

    To look at all of a task's databases for each answer takes longer than to run the answer. Tasks never change, so
    the same object has the same contents; a copy is another object.

    Args:
        most: so many objects.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[int, tuple[Any, Any]] = {}

    def of(self, thing: Any, work: Callable[[Any], T]) -> T:
        """What `work` makes of a thing, or made of it before."""
        known = self._known.get(id(thing))
        if known is not None and known[0] is thing:
            made: T = known[1]
            return made
        made = work(thing)
        self._known[id(thing)] = (thing, made)
        while len(self._known) > self._most:
            # Threads may take out the same one.
            self._known.pop(next(iter(list(self._known))), None)
        return made

    def clear(self) -> None:
        """Forget all."""
        self._known.clear()
