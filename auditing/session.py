"""Calling one target and gathering what comes of it: calls are counted, what breaks the contract is recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .findings import Example, Finding, Report, Weight
from .process import Outcome, Process
from .reproduce import snippet
from .rows import Row
from .target import Target
from .texts import CANARY, Text

EXAMPLES = 3
EXACT = 1e-9
LONGEST_LIKELY = 20_000
"""Characters that a model may well write; what only a longer text breaks is to be read, not a fault."""
SLOW_SECONDS = 2.0
MOST_STOPS = 3
"""Huge and long texts that may hang or crash before the others of their kind are left out."""
MOST_HANGS = 12
"""Calls that may hang before the audit goes no further."""
_HOW = {"hung": "hangs", "died": "dies", "memory": "memory", "raised": "raises", "odd": "no-number"}
_STOPS = ("hung", "died", "memory")


@dataclass(frozen=True, slots=True)
class Settings:
    """How an audit is run.

    Attributes:
        seconds: limit of one call on the clock; a hang is confirmed with twice as much.
        memory: bytes that a call may take over what the loaded target holds.
        rows: problems to try, at most.
        wrap: how an answer is written into a response, ``{}`` for the answer; None to find out.
        least: the lowest pay that is in range, if it is known.
        most: the highest pay, if it is known; the right answer earns it.
        skip: kinds of findings that are not reported.
        seed: of the texts that are drawn, and of a dataset that brings its own rows.
    """

    seconds: float = 10.0
    memory: int = 2 * 2**30
    rows: int = 20
    wrap: str | None = None
    least: float | None = None
    most: float | None = None
    skip: frozenset[str] = frozenset()
    seed: int = 0


def quiet(_what: str) -> None:
    """Tell nobody what is being tried."""


@dataclass(slots=True)
class Session:
    """One audit as it runs."""

    target: Target
    settings: Settings
    process: Process
    rows: Sequence[Row]
    report: Report
    tell: Callable[[str], None] = quiet
    full: dict[int, float] = field(default_factory=dict)
    base: dict[int, float] = field(default_factory=dict)
    stops: int = 0
    hangs: int = 0
    _found: dict[tuple[str, str, str], Finding] = field(default_factory=dict)
    _tried: dict[str, int] = field(default_factory=dict)

    def ask(self, at: int, text: Text, what: str = "") -> Outcome:
        """Call the reward, and record it if the outcome is none that a reward may have."""
        outcome = self.call(at, text)
        weight: Weight = "fault" if len(text.text or "") <= LONGEST_LIKELY else "read"
        what = what or text.name
        if outcome.how in _HOW:
            if outcome.how == "odd" and outcome.said == "returned None" and self.process.signature == "trl":
                weight = "read"  # there it says: this reward does not apply
            self.record(_HOW[outcome.how], weight, what, at, text, outcome.said)
        if outcome.cpu > SLOW_SECONDS:
            self.record("slow", "read", what, at, text, f"{outcome.cpu:.1f} s of the processor")
        low, high = self.settings.least, self.settings.most
        for pay in outcome.pays:
            if pay is not None and not (low is None or pay >= low - EXACT):
                self.record("out-of-range", "fault", what, at, text, f"{pay:g} is less than {low:g}")
            if pay is not None and not (high is None or pay <= high + EXACT):
                self.record("out-of-range", "fault", what, at, text, f"{pay:g} is more than {high:g}")
        return outcome

    def call(self, at: int, text: Text) -> Outcome:
        """Call the reward and record nothing but code that ran."""
        self.report.calls += 1
        outcome = self.process.score(at, text.text)
        if self.process.left_behind(CANARY):
            self.record("executes", "fault", text.name, at, text, "the file that the text names was written")
        if outcome.how in _STOPS:
            self.stops += 1
            self.hangs += outcome.how == "hung"
        return outcome

    @property
    def exhausted(self) -> bool:
        """Whether so many calls hung that the rest would take too long."""
        return self.hangs >= MOST_HANGS

    def has(self, kind: str) -> bool:
        """Whether a kind of finding is there."""
        return any(finding.kind == kind for finding in self._found.values())

    def good(self, at: int) -> bool:
        """Whether the right answer of a row is known to earn more than nonsense."""
        floor = self.settings.least or 0.0  # where nonsense raises, it earns nothing
        return at in self.full and self.full[at] > self.base.get(at, floor) + EXACT

    def in_full(self, at: int, outcome: Outcome) -> bool:
        """Whether a call was paid what the right answer earns."""
        if outcome.pay is None:
            return False
        if self.good(at):
            return outcome.pay >= self.full[at] - EXACT
        return self.settings.most is not None and outcome.pay >= self.settings.most - EXACT

    def record(
        self, kind: str, weight: Weight, what: str, at: int, text: Text, came: str, why: str = ""
    ) -> None:
        """Something was found; it is gathered with others of its kind."""
        if kind in self.settings.skip:
            return
        # Texts of many names show one finding; exceptions of two types, or two ways to end, are two.
        group = came.split(":")[0] if kind in ("raises", "dies", "no-number") else ""
        finding = self._found.setdefault((kind, weight, group), Finding(kind, weight, what))
        finding.count += 1
        if len(finding.examples) < EXAMPLES and (at, text.text) not in {
            (e.row, e.text.text) for e in finding.examples
        }:
            shown = snippet(
                self.target,
                self.process.signature,
                at,
                self.rows[at],
                text,
                self.settings.rows,
                self.settings.seed,
            )
            full = self.full.get(at) if self.good(at) else self.settings.most
            finding.examples.append(Example(at, text, came, why, full, shown))

    def paid(
        self, kind: str, weight: Weight, at: int, text: Text, outcome: Outcome, why: str = "", what: str = ""
    ) -> None:
        """A text was paid in full that should not, or perhaps should not be."""
        self.record(kind, weight, what or text.name, at, text, f"{outcome.pay:g}", why)

    def trying(self, kind: str, calls: int = 1) -> None:
        """Count calls that could have shown a kind of finding."""
        self._tried[kind] = self._tried.get(kind, 0) + calls

    def close(self) -> None:
        """Put the findings into the report, faults first."""
        for finding in self._found.values():
            finding.tried = max(self._tried.get(finding.kind, 0), finding.count)
        order = list(self._found.values())
        self.report.findings = sorted(order, key=lambda finding: finding.weight != "fault")

    def drop(self, lost: Mapping[int, Sequence[Example]]) -> None:
        """Take away examples that were not seen again, by the `id` of their finding."""
        for key, finding in list(self._found.items()):
            gone = lost.get(id(finding), ())
            finding.examples = [example for example in finding.examples if example not in gone]
            if not finding.examples:
                del self._found[key]

    def faults(self) -> list[Finding]:
        """The faults that are recorded so far."""
        return [finding for finding in self._found.values() if finding.weight == "fault"]
