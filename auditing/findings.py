"""What an audit found: examples that can be tried again, gathered into findings, and the report of one target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from .texts import Text

Weight = Literal["fault", "read"]
"""``fault``: wrong for certain, and seen again in a fresh process. ``read``: somebody should look at it."""

TITLES = {
    "blind": "the right answer earns no more than nonsense",
    "pays-constant": "one fixed text is paid in full on nearly every row",
    "pays-other": "one fixed text is paid in full on rows with other answers",
    "part": "one fixed text earns more than half of the pay on rows with other answers",
    "pays-nothing": "a text that gives no answer is paid in full",
    "pays-prompt": "the prompt's echo is paid in full",
    "pays-wrong": "a wrong answer is paid in full",
    "pays-denied": "the right answer denied is paid in full",
    "pays-hedge": "two answers at once are paid in full",
    "pays-list": "a list of candidates is paid in full",
    "pays-thought": "an answer inside of the thought alone is paid in full",
    "pays-unmarked": "an answer is paid although the marker that the prompt asks for is missing",
    "pays-taken-back": "an answer that is taken back is paid in full",
    "refuses": "the reference answer is paid no more than nonsense",
    "executes": "text of an answer runs as code",
    "hangs": "no verdict within the limit of time",
    "slow": "a verdict takes seconds of the processor",
    "dies": "the process ends",
    "memory": "a verdict wants more memory than the limit",
    "raises": "an exception",
    "no-number": "the pay is no finite number",
    "out-of-range": "the pay is out of range",
    "unsteady": "the same call is paid differently",
    "batch": "the pay depends on the other completions of the batch",
    "thread": "another thread than the main one gets another result",
    "state": "the pay changes after other calls",
}
"""What can be found, with its title."""


@dataclass(frozen=True, slots=True)
class Example:
    """One call that shows a finding.

    Attributes:
        row: which problem.
        text: the completion that was scored, as a whole.
        came: what came of it: ``1.0``, or ``ValueError: ...``.
        why: why that is wrong, or "" where a person has to judge.
        full: what the right answer of the row earns, if known.
        snippet: a program that does the same without this package.
    """

    row: int
    text: Text
    came: str
    why: str = ""
    full: float | None = None
    snippet: str = ""


@dataclass(slots=True)
class Finding:
    """Something found, with the first of its examples.

    Attributes:
        kind: a key of `TITLES`.
        weight: see `Weight`.
        what: which of the texts showed it.
        count: calls that showed it.
        tried: calls that could have shown it.
        examples: the first few calls.
    """

    kind: str
    weight: Weight
    what: str
    count: int = 0
    tried: int = 0
    examples: list[Example] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What it is, in words."""
        return TITLES[self.kind]

    def to_json(self) -> dict[str, Any]:
        """As one JSON object; long texts are cut, their `python` expression is not."""
        return {
            "kind": self.kind,
            "weight": self.weight,
            "title": self.title,
            "what": self.what,
            "count": self.count,
            "tried": self.tried,
            "examples": [
                {
                    "row": e.row,
                    "python": e.text.literal,
                    "came": e.came,
                    "why": e.why,
                    "full": e.full,
                    "snippet": e.snippet,
                }
                for e in self.examples
            ],
        }


@dataclass(slots=True)
class Report:
    """What was found about one target.

    Attributes:
        target: what the user named.
        signature: how it was called.
        rows: problems that it was tried on.
        wrap: how an answer was written into a response, ``{}`` for the answer; None if no way was paid.
        calls: how often it was called.
        findings: what was found, faults first.
        notes: what could not be tried, and why.
        best_constant: the fixed text that earns most over all rows where it is not the answer, with its mean share of
            the full pay; None if nothing earns anything.
    """

    target: str
    signature: str = ""
    rows: int = 0
    wrap: str | None = None
    calls: int = 0
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    best_constant: tuple[str, float] | None = None

    @property
    def faults(self) -> list[Finding]:
        """What is wrong for certain."""
        return [finding for finding in self.findings if finding.weight == "fault"]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong for certain."""
        return not self.faults

    def kinds(self, weight: Weight) -> Iterator[str]:
        """The kinds of what was found, each once."""
        return iter(dict.fromkeys(finding.kind for finding in self.findings if finding.weight == weight))

    def to_json(self) -> dict[str, Any]:
        """As one JSON object."""
        return {
            "target": self.target,
            "signature": self.signature,
            "passed": self.passed,
            "rows": self.rows,
            "wrap": self.wrap,
            "calls": self.calls,
            "notes": self.notes,
            "best_constant": self.best_constant,
            "findings": [finding.to_json() for finding in self.findings],
        }
