"""An audit from beginning to end: calibrate, probe, and see every fault once more in a fresh process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from . import contract, wrong_pay
from .calibrate import calibrate
from .findings import Example, Finding, Report
from .process import Process
from .rows import Row, own_row
from .session import EXACT, Session, Settings, quiet
from .target import Target
from .texts import CANARY, Text

PROBES: tuple[Callable[[Session, str], None], ...] = (
    wrong_pay.blind,
    contract.steady,
    contract.batch,
    wrong_pay.constants,
    wrong_pay.bare_nothings,
    wrong_pay.changed,
    wrong_pay.hedged,
    wrong_pay.echo,
    wrong_pay.unmarked,
    contract.hostile,
    contract.state,
)
OTHER_ROWS = (
    "the dataset makes other problems from the same seed in another process: what depends on them was left out"
)
_SLACK = 2.0
"""A call that hung gets so many times its limit when it is tried again."""
_SEEN_BY_HOW = {"hangs": "hung", "dies": "died", "memory": "memory", "raises": "raised", "no-number": "odd"}


def audit(
    target: Target,
    rows: Sequence[Row] = (),
    settings: Settings | None = None,
    tell: Callable[[str], None] = quiet,
) -> Report:
    """Audit one reward.

    Args:
        target: the reward; nothing of it runs in this process.
        rows: the problems to try; a dataset of reasoning-gym brings its own.
        settings: limits, and what is known of the reward.
        tell: called with what is being tried.

    Raises:
        TargetError: if the reward cannot be loaded, or does not pay its own reference answers.
    """
    settings = settings or Settings()
    if target.kind == "reasoning_gym":
        settings = replace(settings, least=0.0, most=1.0)
    report = Report(target.text)
    limits = {
        "seconds": settings.seconds,
        "memory": settings.memory,
        "size": settings.rows,
        "seed": settings.seed,
    }
    rows = list(rows)[: settings.rows]
    with Process(target, rows, **limits) as process:  # type: ignore[arg-type]
        tell("starting")
        process.start()
        if target.own_rows:
            rows = [own_row(row) for row in process.own_rows]
        report.signature, report.rows = process.signature, len(rows)
        session = Session(target, settings, process, rows, report, tell)
        wrap = calibrate(session)
        if not any(row.answer is not None for row in rows):
            report.notes.append("the rows have no reference answers: only fixed and hostile texts were tried")
        for probe in PROBES:
            if session.exhausted:
                report.notes.append("so many calls hung that the audit went no further")
                break
            if process.other_rows:
                report.notes.append(OTHER_ROWS)
                break
            probe(session, wrap)
        confirm(session, wrap)
        session.close()
    return report


def confirm(session: Session, wrap: str) -> None:
    """Every example of a fault is tried again in a fresh process; what is not seen again is dropped, and noted."""
    session.process.start()
    if session.process.other_rows and OTHER_ROWS not in session.report.notes:
        session.report.notes.append(OTHER_ROWS)
    if not session.exhausted and not session.process.other_rows:
        contract.fresh(session, wrap)
    session.process.seconds *= _SLACK
    lost: dict[int, list[Example]] = {}
    for finding in session.faults():
        session.tell(f"seeing again: {finding.title}")
        for example in finding.examples:
            if not _again(session, finding, example, wrap):
                lost.setdefault(id(finding), []).append(example)
                note = f"not seen again in a fresh process: {finding.title}, row {example.row}, {example.text.name}"
                session.report.notes.append(note)
    session.drop(lost)


def _again(session: Session, finding: Finding, example: Example, wrap: str) -> bool:
    if finding.kind in ("unsteady", "batch", "thread", "state"):
        return True  # these are two calls that were seen to differ, not one that can be made again
    process = session.process
    process.left_behind(CANARY)
    outcome = process.score(example.row, example.text.text)
    session.report.calls += 1
    ran = process.left_behind(CANARY)
    if finding.kind == "executes":
        return ran
    if finding.kind in _SEEN_BY_HOW:
        return outcome.how == _SEEN_BY_HOW[finding.kind]
    if outcome.pay is None:
        return False
    low, high = session.settings.least, session.settings.most
    if finding.kind == "out-of-range":
        return (low is not None and outcome.pay < low - EXACT) or (
            high is not None and outcome.pay > high + EXACT
        )
    if not session.good(example.row):
        return session.in_full(example.row, outcome)
    right = process.score(example.row, Text("", session.rows[example.row].answer).wrapped(wrap).text)
    session.report.calls += 1
    return right.pay is not None and outcome.pay >= right.pay - EXACT
