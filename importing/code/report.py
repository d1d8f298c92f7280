"""What became of each problem, and how good its tests are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..report import Report


@dataclass(slots=True)
class CodeReport(Report):
    """The end of an import of problems.

    Attributes:
        format: the format of the file.
        problems: for each problem that was tried: its row and id; whether it was kept; the languages of references
            that pass; how many tests it has and how many of them each trivial program passes; how many mutants were
            tried and which pass; how many programs that are said to be wrong pass; seconds of the reference and the
            limits; suggested further tests.
        duplicates: pairs of rows that are nearly the same, with the share of words that they have in common.
    """

    format: str = ""
    problems: list[dict[str, Any]] = field(default_factory=list)
    duplicates: list[tuple[int, int, float]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        # No bare `super()`: a dataclass with slots is another class than the one that this was written in.
        return {
            **Report.to_json(self),
            "format": self.format,
            "duplicates": [list(pair) for pair in self.duplicates],
            "problems": self.problems,
        }

    def text(self, shown: int = 20) -> str:
        """The report in words, with at most so many rows of each kind."""
        lines = Report.text(self, shown).splitlines()
        kept = [one for one in self.problems if one["kept"]]
        if kept:
            lines.insert(1, f"  format {self.format}; {self._counts(kept)}")
        return "\n".join(lines)

    @staticmethod
    def _counts(kept: list[dict[str, Any]]) -> str:
        proven = sum(bool(one["references"]) for one in kept)
        tests = sum(int(one["tests"]) for one in kept)
        tried = sum(int(one["mutants"]) for one in kept)
        passed = sum(len(one["survivors"]) for one in kept)
        more = sum(len(one["suggested"]) for one in kept)
        return (
            f"a reference passes in {proven} of {len(kept)}; {tests} tests; {passed} of {tried} mutants of references "
            f"pass; {more} further tests are suggested"
        )
