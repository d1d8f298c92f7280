"""What became of a repository: its tests, the faults that were found, and why others went."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ..report import Report


@dataclass(slots=True)
class RepositoryReport(Report):
    """The end of an import of a repository. A dropped row is a fault or a commit, its question the place of it.

    Attributes:
        commit: what was imported.
        runner: ``pytest`` or ``unittest``.
        image: the image with packages, or "".
        tests: how many tests there are, by what became of them: ``used``, ``flaky``, ``failing``, ``skipped``.
        flaky: the tests that did not give the same three times.
        seconds: what all tests take, on the clock.
        planted: what became of planted faults, with how many.
        history: the same of commits.
        splits: how many tasks are in each split.
    """

    commit: str = ""
    runner: str = ""
    image: str = ""
    tests: dict[str, int] = field(default_factory=dict)
    flaky: list[str] = field(default_factory=list)
    seconds: float = 0.0
    planted: Counter[str] = field(default_factory=Counter)
    history: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        # No bare `super()`: a dataclass with slots is another class than the one that this was written in.
        return {
            **Report.to_json(self),
            "commit": self.commit,
            "runner": self.runner,
            "image": self.image,
            "tests": self.tests,
            "flaky": self.flaky,
            "seconds": self.seconds,
            "planted": dict(self.planted),
            "history": dict(self.history),
            "splits": dict(self.splits),
        }

    def text(self, shown: int = 20) -> str:
        """The report in words, with at most so many dropped faults and commits."""
        lines = [
            f"{self.env}: {self.kept} tasks ({_counts(self.splits)}) of commit {self.commit[:12]}",
            f"  tests by {self.runner}: {_counts(self.tests)}; all of them take {self.seconds:.1f} s",
            *(f"  flaky, left out: {test}" for test in self.flaky[:shown]),
            f"  planted faults: {_counts(self.planted) or 'none'}",
            f"  commits: {_counts(self.history) or 'none'}",
        ]
        lines += [f"  left out, {found.question}: {found.text}" for found in self.dropped[:shown]]
        if len(self.dropped) > shown:
            lines.append(f"  ... and {len(self.dropped) - shown} more")
        return "\n".join(lines + [f"  {note}" for note in self.notes])


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counted.items() if count)
