"""Probes that need not know what is right: hangs, crashes, exceptions, code that runs, results that change."""

from __future__ import annotations

from .certain import is_answer, says_nothing
from .process import Outcome
from .session import EXACT, MOST_STOPS, Session
from .texts import NONSENSE, Text, hostile_texts

BATCHED = ("trl", "openrlhf", "http-openrlhf")
_ROWS = 2
_STEADY_ROWS = 5


def hostile(session: Session, wrap: str) -> None:
    """Code, huge numbers, deep and long texts: on the last rows, the longest texts on one of them."""
    stops = session.stops
    rows = [at for at in reversed(range(len(session.rows))) if session.good(at)] or [len(session.rows) - 1]
    for number, at in enumerate(rows[:_ROWS]):
        for text in hostile_texts():
            if number and text.kind == "bulky":
                continue
            for form in dict.fromkeys((wrap, "{}")) if text.kind != "bulky" else (wrap,):
                if session.stops - stops >= MOST_STOPS and text.kind in ("huge", "bulky"):
                    if not session.report.notes:
                        session.report.notes.append(
                            "after three calls that hung or crashed, further huge and long texts were left out"
                        )
                    continue
                session.tell(f"row {at}: {text.name}")
                response = text.wrapped(form)
                outcome = session.ask(at, response)
                paid = session.in_full(at, outcome) and not is_answer(session.rows[at], text)
                if paid and text.kind != "code":
                    why = says_nothing(session.rows[at], text)
                    session.paid("pays-nothing", "fault" if why else "read", at, response, outcome, why or "")


def steady(session: Session, wrap: str) -> None:
    """The same call twice in a row, and in another thread."""
    for at, text in _calls(session, wrap):
        first, second = session.ask(at, text), session.ask(at, text)
        session.trying("unsteady")
        if not alike(first, second):
            session.record("unsteady", "fault", text.name, at, text, f"{shown(first)}, then {shown(second)}")
    if session.target.kind == "http" or session.has("unsteady"):
        return
    for at, text in list(_calls(session, wrap))[:2]:
        here = session.call(at, text)
        there = session.process.score_batch([(at, text.text)], thread=True)
        session.report.calls += 1
        session.trying("thread")
        if not alike(here, there):
            # verl calls rewards in threads; others may.
            weight = "fault" if session.process.signature == "verl" else "read"
            session.record("thread", weight, text.name, at, text, shown(there))  # type: ignore[arg-type]


def batch(session: Session, wrap: str) -> None:
    """Several completions at once, and in the other order: each is paid as it is alone."""
    if session.process.signature not in BATCHED:
        return
    calls = list(_calls(session, wrap))[:6]
    alone = [session.call(at, text).pay for at, text in calls]
    for name, order in (
        ("together", list(range(len(calls)))),
        ("turned round", list(reversed(range(len(calls))))),
    ):
        session.tell(f"a batch, {name}")
        outcome = session.process.score_batch([(calls[i][0], calls[i][1].text) for i in order])
        session.report.calls += 1
        session.trying("batch")
        if outcome.how != "paid":
            at, text = calls[0]
            session.record("batch", "fault", name, at, text, outcome.said or outcome.how)
            continue
        for place, i in enumerate(order):
            before, now = alone[i], outcome.pays[place]
            if before is None or now is None or abs(before - now) > EXACT:
                at, text = calls[i]
                session.record(
                    "batch", "fault", name, at, text, f"{before} alone, {now} with {len(calls) - 1} others"
                )


def state(session: Session, wrap: str) -> None:
    """After everything else, the right answers and nonsense once more in the same process."""
    _as_before(session, wrap, "state", "now")


def fresh(session: Session, wrap: str) -> None:
    """The right answers and nonsense in a fresh process, in which texts have other hashes."""
    _as_before(session, wrap, "unsteady", "in a fresh process")


def _as_before(session: Session, wrap: str, kind: str, when: str) -> None:
    for at, text in () if session.has("unsteady") or session.has("state") else _calls(session, wrap):
        wanted = session.base.get(at) if text.name == "nonsense" else session.full.get(at)
        outcome = session.ask(at, text)
        session.trying(kind)
        if wanted is not None and (outcome.pay is None or abs(outcome.pay - wanted) > EXACT):
            session.record(kind, "fault", text.name, at, text, f"{wanted:g} before, {shown(outcome)} {when}")


def _calls(session: Session, wrap: str) -> list[tuple[int, Text]]:
    calls = []
    for at, row in list(enumerate(session.rows))[:_STEADY_ROWS]:
        if row.answer is not None:
            calls.append((at, Text("the reference", row.answer).wrapped(wrap)))
        calls.append((at, Text("nonsense", NONSENSE).wrapped(wrap)))
    return calls


def alike(one: Outcome, other: Outcome) -> bool:
    """Whether two calls came to the same."""
    if one.how != other.how or len(one.pays) != len(other.pays):
        return False
    return all(
        a == b or (a is not None and b is not None and abs(a - b) <= EXACT)
        for a, b in zip(one.pays, other.pays, strict=True)
    )


def shown(outcome: Outcome) -> str:
    """An outcome in a few words."""
    return outcome.said or ", ".join(f"{pay:g}" if pay is not None else "nothing" for pay in outcome.pays)
