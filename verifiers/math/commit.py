r"""Which answer a whole model output commits to, when nothing was agreed on beforehand (lenient mode).

Markers, strongest first: ``<answer>`` tags, ``\boxed{}``, ``####``, a sentence "the (final) answer is ...", a last
line that is bold or concludes ("Therefore, x = 5."), a response that is nothing but the answer. The last commitment
counts; an ordinary remark behind it leaves it as it is, and only a retraction, another value or a true alternative
withdraws it (`retractions`). Commitments side by side that are listed as candidates are none. What a commitment holds
goes to the verifier whole; of a sentence, the value that it names (`sentences`). All searches are linear; most look at
the end of the text only. Strict mode reads the marker that was asked for and nothing else.
"""

from __future__ import annotations

import re

from ..base import MAX_ANSWER_CHARS
from ..extract import MAX_RESPONSE_CHARS, Mode, extract, without_thoughts
from . import languages, phrases
from .boxes import HEADS, in_box, restated
from .committed import AMBIGUOUS, NEAR, NOTHING, TAIL, TOO_LONG, Committed
from .factorials import hidden, shown
from .layout import model_turn
from .remarks import without_remarks
from .retractions import withdrawn
from .sentences import aside
from .stated import by_phrase, named_values
from .unmarked import whole_text, without_marker

_ANSWER_TAG = re.compile(r"<(/?)answer>", re.I)


def committed(response: str, *, mode: Mode, marker: str, several: bool = False) -> Committed:
    """The answer that a response commits to.

    Args:
        response: any text.
        mode: ``strict`` or ``lenient``.
        marker: the marker of strict mode.
        several: whether answers in boxes side by side are members of one answer.
    """
    if len(response) > MAX_RESPONSE_CHARS:
        return TOO_LONG
    if mode == "strict":
        found = extract(response, marker=marker, mode="strict")
        return Committed(found.text, found.reason)
    visible = without_thoughts(model_turn(response))
    if visible is None:
        return NOTHING
    visible, rejected = without_remarks(hidden(visible))
    found_first = (
        _tag(visible)
        or in_box(visible, several)
        or _hashes(visible)
        or _field(visible)
        or by_phrase(visible)
        or _foreign(visible)
        or without_marker(visible, several)
        or whole_text(visible)
    )
    return _limited(found_first or NOTHING, rejected)


def _limited(answer: Committed, rejected: tuple[str, ...]) -> Committed:
    if answer.text is None:
        return answer
    text = shown(answer.text).strip()
    if not text:
        return NOTHING
    if len(text) > MAX_ANSWER_CHARS:
        return TOO_LONG
    values = answer.values if (split := aside(text)) is None else split
    sides = (answer.others, values, (*answer.rejected, *rejected))
    return Committed(text, None, *(tuple(map(shown, side)) for side in sides))


def _tag(text: str) -> Committed | None:
    if "<" not in text or ("nswer>" not in text and "NSWER>" not in text):
        return None
    found = extract(text, marker="tag", mode="lenient")
    if found.marker != "tag" and found.reason is None:
        return None
    if found.text is None:
        return Committed(None, found.reason)
    # What contradicts the answer is looked for near the end, or behind the last closing tag.
    start = min(max(0, len(text) - 4 * TAIL), max(0, text.rfind("</answer>") - 2 * MAX_ANSWER_CHARS))
    window = text[start:][: 8 * TAIL]
    tags = list(_ANSWER_TAG.finditer(window))
    closing = [tag for tag in tags if tag.group(1)]
    if not closing:
        return Committed(found.text)
    end = closing[-1]
    rest = window[end.end() :]
    taken_back, claimed = withdrawn(rest[: 2 * TAIL], found.text)
    if taken_back:
        return AMBIGUOUS
    if len(closing) > 1:
        before = closing[-2]
        opened = [tag for tag in tags if not tag.group(1) and tag.start() >= before.end()]
        between = window[before.end() : opened[-1].start()] if opened else ""
        first = [tag for tag in tags if not tag.group(1) and tag.end() <= before.start()]
        if opened and first and len(between) <= NEAR and not phrases.WITHDRAWN.search(between):
            return Committed(found.text, None, (window[first[-1].end() : before.start()],))
    return Committed(found.text, None, (*claimed, *restated(rest)), named_values(found.text))


def _hashes(text: str) -> Committed | None:
    at = text.rfind("\n####") + 1 if "\n####" in text else (0 if text.startswith("####") else -1)
    if at < 0:
        return None
    line, _, rest = text[at:].lstrip("#").partition("\n")
    before = (
        text.rfind("\n####", 0, max(at - 1, 0)) + 1
        if "\n####" in text[: max(at - 1, 0)]
        else (0 if at and text.startswith("####") else -1)
    )
    if text[at:].startswith("#####") or not line.strip():
        return None
    if HEADS.match(line):
        return None
    taken_back, claimed = withdrawn(rest[: 2 * TAIL], line)
    if taken_back:
        return AMBIGUOUS
    if before >= 0 and at - before < NEAR and not phrases.WITHDRAWN.search(text[before:at]):
        return Committed(line, None, (text[before:at].strip().lstrip("#").partition("\n")[0],))
    return Committed(line, None, (*claimed, *restated(rest)), named_values(line))


def _field(text: str) -> Committed | None:
    """The ``answer`` of a JSON object."""
    if "{" not in text or "}" not in text:
        return None
    found = list(phrases.JSON_FIELD.finditer(text[-TAIL:]))
    if not found:
        return None
    values = [match.group(1) or match.group(2) for match in found]
    return Committed(values[-1], None, tuple(values[-2:-1]))


def _foreign(text: str) -> Committed | None:
    found = languages.stated(text[-TAIL:])
    if found is None:
        return None
    said, rest = found
    rest = languages.without_check(rest)
    if withdrawn(rest[: 2 * TAIL], said)[0] or any(map(str.isdigit, rest.replace(said, ""))):
        return AMBIGUOUS
    return Committed(said)
