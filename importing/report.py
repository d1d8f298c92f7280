"""What became of each row of a user's file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know about a row.

    Attributes:
        row: its number in the file, from 1.
        question: in words, or "".
        text: what was found.
    """

    row: int
    question: str
    text: str


@dataclass(slots=True)
class Report:
    """The end of an import.

    Attributes:
        env: the id of the environment.
        registry: its registry file; None if nothing was kept.
        kept: how many questions became tasks.
        levels: how many at each level.
        dropped: rows that were left out.
        weak: rows that were kept, though wrong answers may pass or something was decided for you.
        notes: what holds for all rows.
    """

    env: str
    registry: Path | None = None
    kept: int = 0
    levels: Sequence[int] = ()
    dropped: list[Finding] = field(default_factory=list)
    weak: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return {
            "env": self.env,
            "kept": self.kept,
            "levels": list(self.levels),
            "dropped": [[found.row, found.question, found.text] for found in self.dropped],
            "weak": [[found.row, found.question, found.text] for found in self.weak],
            "notes": list(self.notes),
        }

    def text(self, shown: int = 20) -> str:
        """The report in words, with at most so many rows of each kind."""
        lines = [
            f"{self.env}: {self.kept} kept, {len(self.dropped)} left out, {len(self.weak)} of the kept are weak."
        ]
        for title, findings in (("left out", self.dropped), ("weak", self.weak)):
            lines += [f"  {title}, row {found.row}: {found.text}" for found in findings[:shown]]
            if len(findings) > shown:
                lines.append(f"  ... and {len(findings) - shown} more")
        return "\n".join(lines + [f"  {note}" for note in self.notes])
