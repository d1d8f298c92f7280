"""Which calls of environments are quick: known of some, learnt of the others."""

from __future__ import annotations

PATIENCE = 0.2
"""Seconds after which a call that was thought to be quick is waited for no longer. It is much more than a quick call
takes, since a busy machine may give the processor to others in the middle of one."""

QUICK = 0.002
"""Most seconds of a call that shows its kind to be quick."""

TIMES = 3.0
"""Calls, among some dozen, that must have taken longer before their kind counts as slow."""

FADES = 0.95
"""What is left, after a quick call, of those that took longer."""

PROVEN = 50
"""Calls in a row that must have been quick before a kind that was slow counts as quick again."""


class Pace:
    """What has been seen of each kind of call, such as the steps of one environment."""

    def __init__(self) -> None:
        self._late: dict[str, float] = {}
        self._unproven: dict[str, int] = {}

    def is_quick(self, kind: str) -> bool:
        """Whether who makes such a call may wait for it."""
        return not self._unproven.get(kind)

    def doubt(self, kind: str) -> None:
        """Take a kind of which nothing is known to be slow."""
        self._unproven.setdefault(kind, PROVEN)

    def late(self, kind: str) -> None:
        """A call has not come back within `PATIENCE`."""
        self._late[kind] = self._late.get(kind, 0.0) + 1.0
        if self._late[kind] >= TIMES or not self.is_quick(kind):
            self._unproven[kind] = PROVEN
            self._late[kind] = 0.0

    def took(self, kind: str, seconds: float) -> None:
        """A call is over; one that came late has been reported while it was under way, if somebody waited for it."""
        if not self.is_quick(kind):
            self._unproven[kind] = PROVEN if seconds > QUICK else self._unproven[kind] - 1
        elif seconds <= PATIENCE:
            self._late[kind] = FADES * self._late.get(kind, 0.0)
