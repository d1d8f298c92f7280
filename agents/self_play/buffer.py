"""The tasks that a policy proposed: no two the same, none too old, a bounded number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from ...generators.base import Json, Task


@dataclass(frozen=True, slots=True)
class Entry:
    """One admitted task.

    Attributes:
        task: the task.
        kind: of which kind it is.
        text: the proposal, which later proposers may be shown.
        step: the training step in which it was admitted.
        rate: the solver's last solve rate, corrected for chance; None before it was played.
    """

    task: Task
    kind: str
    text: str
    step: int
    rate: float | None = None

    def to_json(self) -> dict[str, Json]:
        """The entry as one JSON object."""
        return {
            "task": self.task.to_json(),
            "kind": self.kind,
            "text": self.text,
            "step": self.step,
            "rate": self.rate,
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> Entry:
        """The entry that `to_json` gave."""
        return cls(**{**row, "task": Task.from_json(row["task"])})


class Buffer:
    """Admitted tasks, the oldest first.

    Args:
        capacity: how many are kept; the oldest one makes room.
        max_age: steps after which a task is no longer drawn.
    """

    def __init__(self, capacity: int = 4096, max_age: int = 100) -> None:
        if capacity < 1 or max_age < 1:
            raise ValueError(f"capacity and max_age are at least 1, not {capacity} and {max_age}")
        self.capacity = capacity
        self.max_age = max_age
        self._entries: dict[str, Entry] = {}
        self._known: set[str] = set()

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, entry: Entry) -> bool:
        """Add a task; False if it is, or ever was, in here."""
        key = entry.task.fingerprint
        if key in self._known:
            return False
        self._known.add(key)
        self._entries[key] = entry
        if len(self._entries) > self.capacity:
            del self._entries[next(iter(self._entries))]
        return True

    def rated(self, fingerprint: str, rate: float) -> None:
        """Note how often a task was solved; nothing happens if it is not in here any more."""
        if fingerprint in self._entries:
            self._entries[fingerprint] = replace(self._entries[fingerprint], rate=rate)

    def draw(self, rng: Random, count: int, step: int, kind: str | None = None) -> list[Entry]:
        """Up to `count` different entries of a kind (or of all) that are young enough at `step`."""
        young = [
            entry
            for entry in self._entries.values()
            if step - entry.step <= self.max_age and kind in (None, entry.kind)
        ]
        return rng.sample(young, min(count, len(young)))

    def to_json(self) -> dict[str, Json]:
        """All of it, for a checkpoint."""
        return {"entries": [e.to_json() for e in self._entries.values()], "known": sorted(self._known)}

    def load_json(self, state: Mapping[str, Json]) -> None:
        """Replace what is in here by what `to_json` gave."""
        entries = [Entry.from_json(row) for row in state["entries"]]
        self._entries = {entry.task.fingerprint: entry for entry in entries}
        self._known = set(state["known"])
