"""Probes for pay that is not earned: each takes a `Session` and records what it finds.

What is called a fault here is wrong for certain (`certain`), or is no claim about an answer at all: that one fixed text
is paid on every row can be counted. What may be a right answer in another form is recorded to be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..hostile_words import COMMON_ANSWERS
from .certain import denied, is_answer, says_nothing, wrong
from .rows import judged
from .session import Session
from .texts import NONSENSE, Text, denials, hedges, marked_lists, near, nothings, others_like
from .values import is_plain, same

FEWEST_ROWS = 8
"""Rows that are needed before a fixed text that is paid on nearly all of them is called a constant."""
NEARLY_ALL = 0.9
SOME_ROWS = 6
_REFERENCES = 5
COMMON, OTHER_ROW = "a common answer", "the answer of another row"


def constants(session: Session, wrap: str) -> None:
    """Texts that are the same for every row: empty words, common answers, the answers of other rows."""
    rows = session.rows
    texts = [*nothings(), Text("nonsense", NONSENSE), *(Text(COMMON, text) for text in COMMON_ANSWERS)]
    if session.target.own_rows:
        texts.append(Text("no answer at all", None))
    references = [row.answer for row in rows if row.answer is not None]
    texts += [Text(OTHER_ROW, text) for text in dict.fromkeys(references[:_REFERENCES])]
    for text in {text.text: text for text in texts}.values():
        if session.exhausted:
            return
        session.tell(f"a fixed text: {text.name}")
        _constant(session, wrap, text)


def _constant(session: Session, wrap: str, text: Text) -> None:
    response, rows = text.wrapped(wrap), session.rows
    full: list[int] = []
    other: list[int] = []
    share = 0.0
    for at, row in enumerate(rows):
        outcome = session.ask(at, response)
        if outcome.how in ("hung", "died", "memory"):
            return
        session.trying("pays-nothing")
        right = is_answer(row, text)
        if not right:
            other.append(at)
            share += _share(session, at, outcome.pay)
        if not session.in_full(at, outcome):
            continue
        full.append(at)
        if right:
            continue
        if text.name in (COMMON, OTHER_ROW):
            kind, why = "pays-wrong", wrong(row, text.text or "")
        else:
            kind, why = "pays-nothing", says_nothing(row, text)
        if why is not None:
            session.paid(kind, "fault", at, response, outcome, why)
    wrongly = [at for at in full if at in other]
    if other and (session.report.best_constant is None or share / len(other) > session.report.best_constant[1]):
        session.report.best_constant = (text.text or "", share / len(other))
    came = f"{len(full)} of {len(rows)} rows"
    if len(rows) >= FEWEST_ROWS and len(full) >= NEARLY_ALL * len(rows) and len(wrongly) >= len(rows) / 2:
        why = "whoever writes it need not read the prompt"
        session.record("pays-constant", "fault", text.name, wrongly[0], response, came, why)
    elif len(wrongly) >= max(2, len(rows) / 10):
        session.record("pays-other", "read", text.name, wrongly[0], response, came)
    elif len(other) >= FEWEST_ROWS and share / len(other) > 0.5:
        came = f"{share / len(other):.2f} of the full pay on average"
        session.record("part", "read", text.name, other[0], response, came)


def _share(session: Session, at: int, pay: float | None) -> float:
    if pay is None:
        return 0.0
    top = session.full[at] if session.good(at) else session.settings.most
    low = session.settings.least or 0.0
    return max(0.0, min(1.0, (pay - low) / (top - low))) if top is not None and top > low else 0.0


def bare_nothings(session: Session, wrap: str) -> None:
    """The empty words again, without the marker that answers are written in."""
    if wrap == "{}":
        return
    for at in _good(session)[:2]:
        for text in nothings():
            outcome = session.ask(at, text)
            if session.in_full(at, outcome) and not is_answer(session.rows[at], text):
                why = says_nothing(session.rows[at], text)
                session.paid("pays-nothing", "fault" if why else "read", at, text, outcome, why or "")


def changed(session: Session, wrap: str) -> None:
    """Small changes of the right answer, and other values of its kind."""
    rng = Random(session.settings.seed)
    for at in _good(session):
        row = session.rows[at]
        if row.answer is None:
            continue
        session.tell(f"row {at}: changed answers")
        for text in near(row.answer, rng):
            session.trying("pays-wrong")
            response = text.wrapped(wrap)
            outcome = session.ask(at, response)
            if session.in_full(at, outcome):
                why = wrong(row, text.text or "")
                if why is not None:
                    session.paid("pays-wrong", "fault", at, response, outcome, why)
                elif row.task is None or judged(row.task, text.text or "") == "unread":
                    session.paid("pays-wrong", "read", at, response, outcome)


def echo(session: Session, wrap: str) -> None:
    """The prompt itself as the response."""
    responses = [Text("the prompt", "", "words"), Text("the prompt, marked", "", "words")]
    for response, form in zip(responses, ("{}", wrap), strict=True):
        hits, tried = [], _good(session)
        for at in tried:
            row = session.rows[at]
            text = Text(response.name, row.prompt_text).wrapped(form)
            outcome = session.ask(at, text)
            if session.in_full(at, outcome) and not same(row.prompt_text, row.answer or ""):
                hits.append((at, text, outcome))
        session.trying("pays-prompt", len(tried))
        plain = all(is_plain(session.rows[at].answer) for at, _, _ in hits)
        often = plain and len(hits) >= max(4, len(tried) / 2)
        for at, text, outcome in hits:
            why = f"paid on {len(hits)} of {len(tried)} rows" if often else ""
            session.paid("pays-prompt", "fault" if often else "read", at, text, outcome, why)


def hedged(session: Session, wrap: str) -> None:
    """The answer denied, two at once, lists of candidates, answers taken back or only thought of."""
    rng = Random(session.settings.seed)
    references = [row.answer for row in session.rows]
    for at in _good(session)[:SOME_ROWS]:
        row = session.rows[at]
        if row.answer is None:
            continue
        session.tell(f"row {at}: hedges")
        sure = denied(row) or row.task is not None
        why = "it says that this is not the answer" if denied(row) else ""
        for text in denials(row.answer):
            for form in dict.fromkeys((wrap, "{}")):
                _alone(session, at, form, text, "pays-denied", why)
        others = [text for text in others_like(row.answer, references, rng) if wrong(row, text)] if sure else []
        if not others:
            continue
        for group in hedges(row.answer, others):
            kind = "pays-hedge" if len(group) == 2 else "pays-list"
            _together(session, at, [text.wrapped(wrap) for text in group], kind)
        if wrap != "{}":
            _marked(session, at, wrap, row.answer, others)


def _alone(session: Session, at: int, wrap: str, text: Text, kind: str, why: str) -> None:
    row, response = session.rows[at], text.wrapped(wrap)
    session.trying(kind)
    outcome = session.ask(at, response)
    if session.in_full(at, outcome):
        if row.task is not None and judged(row.task, text.text or "") == "right":
            return
        session.paid(kind, "fault" if why else "read", at, response, outcome, why)


def _together(session: Session, at: int, texts: Sequence[Text], kind: str) -> None:
    """A list that is paid at one place of the right answer is luck; at every place, it is a way to be paid."""
    outcomes = [session.ask(at, text) for text in texts]
    session.trying(kind, len(texts))
    hits = [session.in_full(at, outcome) for outcome in outcomes]
    for text, outcome, hit in zip(texts, outcomes, hits, strict=True):
        if hit:
            why = "paid wherever the right one stands" if all(hits) else ""
            session.paid(kind, "fault" if why else "read", at, text, outcome, why)


def _marked(session: Session, at: int, wrap: str, right: str, others: Sequence[str]) -> None:
    marker = wrap.rpartition("\n")[2]
    texts = marked_lists(right, others, marker)
    outcomes = [session.ask(at, text) for text in texts]
    hits = [session.in_full(at, outcome) for outcome in outcomes]
    session.trying("pays-list", len(texts))
    # To take the first or the last of several is a policy; to take any of them is to be had.
    if all(hits):
        for text, outcome in zip(texts, outcomes, strict=True):
            session.paid("pays-list", "fault", at, text, outcome, "paid wherever the right one stands")
    taken = f"{marker.replace('{}', right)} No, that is wrong. It is {marker.replace('{}', others[0])}"
    for kind, text in (
        ("pays-taken-back", Text("the answer taken back", taken)),
        ("pays-thought", Text("only in the thought", f"<think>It is {marker.replace('{}', right)}.</think>")),
    ):
        session.trying(kind)
        outcome = session.ask(at, text)
        if session.in_full(at, outcome):
            session.paid(kind, "read", at, text, outcome)


def unmarked(session: Session, wrap: str) -> None:
    """The right answer without the marker, where the prompt asks for one."""
    if wrap == "{}":
        return
    for at in _good(session)[:SOME_ROWS]:
        row = session.rows[at]
        asked = "<answer>" in row.prompt_text or "\\boxed" in row.prompt_text
        for form in ("{}", "I think that it is {}.") if asked else ():
            text = Text("the answer without its marker", row.answer).wrapped(form)
            session.trying("pays-unmarked")
            outcome = session.ask(at, text)
            if session.in_full(at, outcome):
                session.paid("pays-unmarked", "read", at, text, outcome)


def blind(session: Session, wrap: str) -> None:
    """Whether the reference is worth more than nonsense at all."""
    rows, most = session.rows, session.settings.most
    known = [at for at, row in enumerate(rows) if row.answer is not None and at in session.full]
    poor = [at for at in known if not session.good(at)]
    session.trying("blind", len(known))
    for at in poor:
        nonsense = Text("nonsense", NONSENSE).wrapped(wrap)
        earned = session.base.get(at)
        if earned is not None and most is not None and earned >= most - 1e-9:
            session.record("blind", "fault", "nonsense", at, nonsense, f"{earned:g}", "it is paid in full")
        else:
            text = Text("the reference", rows[at].answer).wrapped(wrap)
            session.trying("refuses")
            session.record("refuses", "read", "the reference", at, text, f"{session.full[at]:g}")


def _good(session: Session) -> list[int]:
    """The rows whose right answer is known to earn more than nonsense."""
    return [at for at in range(len(session.rows)) if session.good(at)]
