"""Finding out how a reward wants its answers written, and what the right answer of each row earns."""

from __future__ import annotations

from .process import TargetError
from .rows import wraps_for
from .session import EXACT, Session
from .texts import NONSENSE, Text

_TRIED_ROWS = 6


def calibrate(session: Session) -> str:
    """The way to write an answer (``{}`` for it) whose right answers earn more than nonsense on the most rows.

    Fills `Session.full` and `Session.base` for every row.

    Raises:
        TargetError: if the right answer earns no more than nonsense however it is written, and it is not known that
            this is the most that can be earned; the message says what to give.
    """
    settings, rows = session.settings, session.rows
    known = [at for at, row in enumerate(rows) if row.answer is not None]
    if session.target.own_rows or settings.wrap is not None:
        wraps: tuple[str, ...] = (settings.wrap or "{}",)
    else:
        wraps = wraps_for(rows)
    best, best_worth, said = wraps[0], (0, 0.0), ""
    for wrap in wraps if len(wraps) > 1 else ():
        session.tell(f"how answers are written: {wrap!r}")
        won, total = 0, 0.0
        for at in known[:_TRIED_ROWS]:
            right = session.call(at, Text("the reference", rows[at].answer).wrapped(wrap))
            nonsense = session.call(at, Text("nonsense", NONSENSE).wrapped(wrap))
            said = said or right.said
            if right.pay is not None and right.pay > (nonsense.pay or 0.0) + EXACT:
                won, total = won + 1, total + right.pay
        if (won, round(total, 6)) > best_worth:
            best, best_worth = wrap, (won, round(total, 6))
        if (
            won == len(known[:_TRIED_ROWS])
            and settings.most is not None
            and total >= won * settings.most - EXACT
        ):
            break
    for at in range(len(rows)):
        session.tell(f"row {at}: the reference and nonsense")
        nonsense = session.ask(at, Text("nonsense", NONSENSE).wrapped(best))
        if nonsense.pay is not None:
            session.base[at] = nonsense.pay
        if at in known:
            right = session.ask(at, Text("the reference", rows[at].answer).wrapped(best))
            said = said or right.said
            if right.pay is not None:
                session.full[at] = right.pay
    session.report.wrap = best
    if any(session.good(at) for at in known):
        return best
    if known and settings.most is None:
        hint = f" (a call said: {said})" if said else ""
        raise TargetError(
            f"{session.target.text}: the reference answers earn no more than nonsense, however they are written{hint}; "
            "give --wrap, such as '<answer>{}</answer>', or --signature, or --range if that is what it should pay"
        )
    return best
