r"""Answers in boxes: which of several counts, what withdraws it, and what later in the text states it again."""

from __future__ import annotations

import re

from ..base import MAX_ANSWER_CHARS
from . import phrases
from .bounds import BOUND_BEHIND, bounded
from .box_surroundings import with_surroundings
from .committed import AMBIGUOUS, NEAR, NOTHING, TAIL, Committed
from .quoted import is_anothers
from .retractions import withdrawn
from .sentences import value_of
from .stated import WORD, by_phrase, is_not_meant, sentence_from, statements_in, trim

_BOX = re.compile(r"\\(?:f?boxed|fbox|framebox)\s{0,8}\{")
_MAX_BOXES = 64
# "\\boxed{42} - 1" computes on, "\\boxed{42} marbles are not enough" denies.
_GOES_ON = re.compile(
    r"[$\s)}\]*]{0,8}[-+*/^]\s?\\?\$?\d|[$ \t)}\]*]{0,8}(?:[^.!?\n]{0,80}\?"
    r"|[^.!?\n,$]{0,60}?(?:\bnot\b|n't\b|\bnever\b))",
    re.I,
)
_STATES = re.compile(r"\b(?:answer|solution|result|it)\b[^.!?\n]{0,25}$", re.I)
_SPACE = re.compile(r"\s+")
_UNEQUAL = re.compile(r"(?:!=|\u2260|\\neq?)[\s$]{0,3}$")
_EXAMPLE = re.compile(
    r"\b(?:for example|for instance|e\.g\.|such as|like this|as in|in the form(?:at)?(?: of)?"
    r"|example)\b[^.\n]{0,12}$",
    re.I,
)
_NEXT_ITEM = re.compile(r"[^\w\n]{0,12}\n\s*[-*\u2022]\s[^\n.]{0,60}")
HEADS = re.compile(r"\s*(?:step|final answer|answer|solution|conclusion|verification|check)\b", re.I)
"""A heading behind ``####``."""


def in_box(text: str, several: bool) -> Committed | None:
    """The answer in the last box, as far as nothing around it says otherwise; None if there is no box."""
    if "box" not in text:
        return None
    starts = _last_boxes(text)
    boxes: list[tuple[int, int, str]] = []
    for match in starts:
        if boxes and match.start() < boxes[-1][1]:
            continue  # a box in a box
        end = _closing(text, match.end())
        if end is None:
            continue
        boxes.append((match.start(), end, text[match.end() : end - 1]))
    if not boxes:
        return None
    boxes = [(start, end, _unboxed(content)) for start, end, content in boxes if content.strip()]
    if not boxes:
        return NOTHING
    start, end, content = boxes[-1]
    if text[end : end + 6].lstrip(" $)]}\\").startswith("?"):
        return NOTHING  # what is asked is not said
    if _GOES_ON.match(text, end):
        return AMBIGUOUS
    rest = text[end:]
    taken_back, claimed = withdrawn(rest[: 2 * TAIL], content)
    if taken_back:
        return AMBIGUOUS
    if is_anothers(text[max(0, start - 120) : start], rest[:200]):
        return NOTHING
    if _negated_before(text, start) or _EXAMPLE.search(text[max(0, start - 60) : start]):
        return NOTHING
    window = max(0, start - 30)
    if (states := _STATES.search(text[window:start])) and is_not_meant(text[: window + states.start()]):
        return NOTHING
    if (whole := with_surroundings(text, start, end, content)) is None:
        return AMBIGUOUS
    if BOUND_BEHIND.match(text, end) or (whole := bounded(text[max(0, start - 60) : start], whole)) is None:
        return AMBIGUOUS
    alike = [boxes[-1]]
    for before in reversed(boxes[:-1]):
        between = text[before[1] : alike[0][0]]
        if (
            len(between) > NEAR
            or _revised(between)
            or (
                not (several and _parts(between))
                and _settled(text[max(0, before[0] - 40) : before[0]], between)
            )
        ):
            break
        alike.insert(0, before)
    contents = list(dict.fromkeys(_SPACE.sub("", box[2]) for box in alike))
    if len(contents) > 1:
        if several and len(alike) == len(contents):
            return Committed(", ".join(box[2] for box in alike))
        return Committed(content, None, (alike[0][2] if len(contents) == 2 else "?",))
    if (final := _final(rest)) is not None:
        return final
    return Committed(whole, None, (*claimed, *restated(rest)))


def _final(rest: str) -> Committed | None:
    """The final answer, if it is stated as such well behind the box, in a paragraph of its own: it is the last word."""
    tail = rest[-TAIL:]
    last = [statement for statement in statements_in(tail) if statement.final]
    if (
        not last
        or "box" in tail
        or not phrases.FINAL.match(tail[max(0, last[0].start - 20) : last[0].end].lstrip())
    ):
        return None
    return by_phrase(rest) if len(rest) - len(tail) + last[0].start > 60 else None


def _settled(first: str, between: str) -> bool:
    """Whether a sentence leads from one box to the next, so that the first is a step and the second the answer.

    Boxes with nothing but signs and joining words between them are a list, and so are parts, cases and options.
    """
    # The boxes may stand in mathematics that is open on either side.
    words = phrases.MATH_SPAN.sub(" ", between.strip(" $\n\\)(][.,"))
    if phrases.LISTED.search(words) or phrases.HEDGED.search(words):
        return False
    if _STATES.search(first) and _STATES.search(between) and not phrases.CONCLUDES.search(words):
        return False  # "The answer is 5. The answer is 6."
    return bool(WORD.search(phrases.JOINS.sub(" ", words)))


def _parts(between: str) -> bool:
    """Whether two boxes stand in items of one list, which are the members of one answer."""
    return _NEXT_ITEM.fullmatch(between) is not None


def restated(rest: str) -> tuple[str, ...]:
    """Another statement of the answer behind a commitment: it must be the same answer. A remark about it is none."""
    if not rest.strip():
        return ()
    hashes = rest.rfind("\n####")
    if hashes >= 0 and (said := rest[hashes:].strip().lstrip("#").partition("\n")[0].strip()):
        return () if HEADS.match(said) else (said,)
    if boxes := _last_boxes(rest):
        end = _closing(rest, boxes[-1].end())
        if end is not None and (content := rest[boxes[-1].end() : end - 1].strip()):
            return (_unboxed(content),)
    tail = rest[-TAIL:]
    if (own := phrases.BOLD_LINE.search(tail)) and any(map(str.isdigit, own.group(1))):
        return (own.group(1),)
    for statement in reversed([found for found in statements_in(tail) if found.strong]):
        if is_not_meant(tail[: statement.start]):
            continue  # "had we ignored it, the answer would be 81"
        said = sentence_from(tail, statement.end)
        if said and "box" not in said and not statement.negated and not phrases.REMARK.match(said):
            return (value_of(trim(said), marked=True) or trim(said),)
    return ()


def _unboxed(content: str) -> str:
    r"""The content of a box in a box: ``\boxed{\boxed{5}}``."""
    for _ in range(4):
        stripped = content.strip()
        inner = _BOX.match(stripped)
        if inner is None or _closing(stripped, inner.end()) != len(stripped):
            break
        content = stripped[inner.end() : -1]
    return content


def _last_boxes(text: str) -> list[re.Match[str]]:
    """The last boxes that are opened, found from the end, so that a million of them cost no more than a few."""
    found: list[re.Match[str]] = []
    position = len(text)
    for _ in range(4 * _MAX_BOXES):
        position = text.rfind("box", 0, position)
        if position < 0 or len(found) == _MAX_BOXES:
            break
        start = text.rfind("\\", max(0, position - 2), position)
        if start >= 0 and (match := _BOX.match(text, start)):
            found.append(match)
    return found[::-1]


def _revised(between: str) -> bool:
    """Whether what stands between two commitments makes the second replace the first."""
    between = _PREFERRED.sub(" ", between)
    return bool(
        phrases.WITHDRAWN.search(between) or phrases.RECHECKED.search(between)
    ) and not phrases.HEDGED.search(between)


_PREFERRED = re.compile(r"\b(?:rather than|instead of)\b", re.I)
"""Between two values: the first is the answer, so nothing is taken back."""


def _closing(text: str, position: int) -> int | None:
    """Where the brace that was opened before `position` is closed, one past it; bounded by the answer's length."""
    depth = 1
    at = position
    limit = min(len(text), position + 2 * MAX_ANSWER_CHARS)
    while at < limit:
        character = text[at]
        if character == "\\":
            at += 2
            continue
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return None


def _negated_before(text: str, start: int) -> bool:
    before = text[max(0, start - 40) : start]
    if _UNEQUAL.search(before):
        return True
    before = re.split(r"[.!?\n;,]", before)[-1]
    return bool(phrases.NEGATED.search(before))
