r"""Which answer a whole model output commits to, when nothing was agreed on beforehand (lenient mode).

Markers, strongest first: ``<answer>`` tags, ``\boxed{}``, ``####``, a sentence "the (final) answer is ...", a last
line that is bold or concludes ("Therefore, x = 5."), a response that is nothing but the answer. The last commitment
counts; an ordinary remark behind it leaves it as it is, and only a retraction, another value or a true alternative
withdraws it (`aftermath`). Commitments side by side that are listed as candidates are none. What a commitment holds
goes to the verifier whole; of a sentence, the value that it names (`sentences`). All searches are linear; most look at
the end of the text only. Strict mode reads the marker that was asked for and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..base import MAX_ANSWER_CHARS, Reason, Verdict
from ..extract import MAX_RESPONSE_CHARS, Mode, extract, without_thoughts
from . import languages, phrases
from .aftermath import withdrawn
from .beside import with_surroundings
from .beside_the_point import REOPENS, without_contrast
from .endings import doubted, ending_value, without_aside
from .layout import own_words
from .masks import on_words
from .sentences import aside, value_of

_TAIL = 6000
_NEAR = 160
_BOX = re.compile(r"\\(?:f?boxed|fbox|framebox)\s{0,8}\{")
_ANSWER_TAG = re.compile(r"<(/?)answer>", re.I)
_MAX_BOXES = 64
_SO = re.compile(r"\b(?:so|hence|thus|therefore|making|giving|but|which)\b|=", re.I)
_NOT_THAT = re.compile(r"(?:and )?not\b", re.I)
# "\\boxed{42} - 1" computes on, "\\boxed{42} marbles are not enough" denies.
_GOES_ON = re.compile(
    r"[$\s)}\]*]{0,8}[-+*/^]\s?\\?\$?\d|[$ \t)}\]*]{0,8}(?:[^.!?\n]{0,80}\?"
    r"|[^.!?\n,$]{0,60}?(?:\bnot\b|n't\b|\bnever\b))",
    re.I,
)
_STATES = re.compile(r"\b(?:answer|solution|result|it)\b[^.!?\n]{0,25}$", re.I)
_CHOICE = re.compile(r"\([A-Z]\)|(?:^|\s)[A-Z][.)]\s")
_SPACE = re.compile(r"\s+")
_UNEQUAL = re.compile(r"(?:!=|\u2260|\\neq?)[\s$]{0,3}$")
_EXAMPLE = re.compile(
    r"\b(?:for example|for instance|e\.g\.|such as|like this|as in|in the form(?:at)?(?: of)?"
    r"|example)\b[^.\n]{0,12}$",
    re.I,
)
_CODE = re.compile(
    r"```[ \t]*(?!text|latex|tex|math|plaintext|markdown|none|output|txt|\s)\w+[^\n]*\n"
    r"|[^=<>!]=[^=]*[*/+(-][^=]*$"
)
_ITEM = re.compile(r"[-*\u2022]\s+")
_NEXT_ITEM = re.compile(r"[^\w\n]{0,12}\n\s*[-*\u2022]\s[^\n.]{0,60}")
_GAPS = re.compile(r"\s{3,}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HEADS = re.compile(r"\s*(?:step|final answer|answer|solution|conclusion|verification|check)\b", re.I)
"""A heading behind ``####``."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The committed answer, or why there is none.

    Attributes:
        text: the answer, or None.
        reason: why there is none.
        others: further texts that must be right, too, if the answer is to count: a response may state its answer
            twice, but not two answers.
        values: what the text names, if it is a sentence, or the forms that it gives of one value; all of them must be
            right for the answer to count, if the text as a whole is not.
    """

    text: str | None
    reason: Reason | None = None
    others: tuple[str, ...] = ()
    values: tuple[str, ...] = ()

    def failure(self) -> Verdict:
        """The verdict on a response without an answer."""
        if self.reason is Reason.TOO_LONG:
            return Verdict(0.0, Reason.TOO_LONG, "The response or its answer is too long.")
        if self.reason is Reason.AMBIGUOUS:
            return Verdict(0.0, Reason.AMBIGUOUS, "Commit to one answer.")
        return Verdict(0.0, Reason.NO_ANSWER, "No answer was given in the form that was asked for.")


_NOTHING = Committed(None, Reason.NO_ANSWER)
_AMBIGUOUS = Committed(None, Reason.AMBIGUOUS)
_TOO_LONG = Committed(None, Reason.TOO_LONG)


def committed(response: str, *, mode: Mode, marker: str, several: bool = False) -> Committed:
    """The answer that a response commits to.

    Args:
        response: any text.
        mode: ``strict`` or ``lenient``.
        marker: the marker of strict mode.
        several: whether answers in boxes side by side are members of one answer.
    """
    if len(response) > MAX_RESPONSE_CHARS:
        return _TOO_LONG
    if mode == "strict":
        found = extract(response, marker=marker, mode="strict")
        return Committed(found.text, found.reason)
    visible = without_thoughts(own_words(response))
    if visible is None:
        return _NOTHING
    found_first = (
        _tag(visible)
        or _boxed(visible, several)
        or _hashes(visible)
        or _field(visible)
        or _phrase(visible)
        or _foreign(visible)
        or _unmarked(visible, several)
        or _whole(visible)
    )
    return _limited(found_first or _NOTHING)


def _named(sentence: str) -> tuple[str, ...]:
    """The value that a sentence behind a marker names."""
    value = value_of(sentence, marked=True)
    return () if value is None else (value,)


def _limited(answer: Committed) -> Committed:
    if answer.text is None:
        return answer
    text = answer.text.strip()
    if not text:
        return _NOTHING
    if len(text) > MAX_ANSWER_CHARS:
        return _TOO_LONG
    values = answer.values
    if (split := aside(text)) is not None:
        values = split
    return Committed(text, None, answer.others, values)


def _tag(text: str) -> Committed | None:
    if "<" not in text or ("nswer>" not in text and "NSWER>" not in text):
        return None
    found = extract(text, marker="tag", mode="lenient")
    if found.marker != "tag" and found.reason is None:
        return None
    if found.text is None:
        return Committed(None, found.reason)
    # What contradicts the answer is looked for near the end, or behind the last closing tag.
    start = min(max(0, len(text) - 4 * _TAIL), max(0, text.rfind("</answer>") - 2 * MAX_ANSWER_CHARS))
    window = text[start:][: 8 * _TAIL]
    tags = list(_ANSWER_TAG.finditer(window))
    closing = [tag for tag in tags if tag.group(1)]
    if not closing:
        return Committed(found.text)
    end = closing[-1]
    rest = window[end.end() :]
    taken_back, claimed = withdrawn(rest[: 2 * _TAIL], found.text)
    if taken_back:
        return _AMBIGUOUS
    if len(closing) > 1:
        before = closing[-2]
        opened = [tag for tag in tags if not tag.group(1) and tag.start() >= before.end()]
        between = window[before.end() : opened[-1].start()] if opened else ""
        first = [tag for tag in tags if not tag.group(1) and tag.end() <= before.start()]
        if opened and first and len(between) <= _NEAR and not phrases.WITHDRAWN.search(between):
            return Committed(found.text, None, (window[first[-1].end() : before.start()],))
    return Committed(found.text, None, (*claimed, *_later(rest)), _named(found.text))


def _boxed(text: str, several: bool) -> Committed | None:
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
        return _NOTHING
    start, end, content = boxes[-1]
    if text[end : end + 6].lstrip(" $)]}\\").startswith("?"):
        return _NOTHING  # what is asked is not said
    if _GOES_ON.match(text, end):
        return _AMBIGUOUS
    rest = text[end:]
    taken_back, claimed = withdrawn(rest[: 2 * _TAIL], content)
    if taken_back:
        return _AMBIGUOUS
    if _negated_before(text, start) or _EXAMPLE.search(text[max(0, start - 60) : start]):
        return _NOTHING
    window = max(0, start - 30)
    if (states := _STATES.search(text[window:start])) and _not_meant(text[: window + states.start()]):
        return _NOTHING
    if (whole := with_surroundings(text, start, end, content)) is None:
        return _AMBIGUOUS
    alike = [boxes[-1]]
    for before in reversed(boxes[:-1]):
        between = text[before[1] : alike[0][0]]
        if (
            len(between) > _NEAR
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
    return Committed(whole, None, (*claimed, *_later(rest)))


def _final(rest: str) -> Committed | None:
    """The final answer, if it is stated as such well behind the box, in a paragraph of its own: it is the last word."""
    tail = rest[-_TAIL:]
    last = [statement for statement in _statements(tail) if statement.final]
    if (
        not last
        or "box" in tail
        or not phrases.FINAL.match(tail[max(0, last[0].start - 20) : last[0].end].lstrip())
    ):
        return None
    return _phrase(rest) if len(rest) - len(tail) + last[0].start > 60 else None


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
    return bool(_WORD.search(phrases.JOINS.sub(" ", words)))


def _parts(between: str) -> bool:
    """Whether two boxes stand in items of one list, which are the members of one answer."""
    return _NEXT_ITEM.fullmatch(between) is not None


def _later(rest: str) -> tuple[str, ...]:
    """Another statement of the answer behind a commitment: it must be the same answer. A remark about it is none."""
    if not rest.strip():
        return ()
    hashes = rest.rfind("\n####")
    if hashes >= 0 and (said := rest[hashes:].strip().lstrip("#").partition("\n")[0].strip()):
        return () if _HEADS.match(said) else (said,)
    if boxes := _last_boxes(rest):
        end = _closing(rest, boxes[-1].end())
        if end is not None and (content := rest[boxes[-1].end() : end - 1].strip()):
            return (_unboxed(content),)
    tail = rest[-_TAIL:]
    if (own := phrases.BOLD_LINE.search(tail)) and any(map(str.isdigit, own.group(1))):
        return (own.group(1),)
    for statement in reversed([found for found in _statements(tail) if found.strong]):
        if _not_meant(tail[: statement.start]):
            continue  # "had we ignored it, the answer would be 81"
        said = _sentence(tail, statement.end)
        if said and "box" not in said and not statement.negated and not phrases.REMARK.match(said):
            return (value_of(_trimmed(said), marked=True) or _trimmed(said),)
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


def _not_meant(before: str) -> bool:
    """Whether the sentence that ends in a commitment only reports, supposes or denies it."""
    sentence = phrases.CLAUSE.split(before[-400:])[-1]
    if phrases.OF_THE_ANSWER.search(sentence):
        return True
    if (clause := phrases.THAT.match(sentence)) is not None and not phrases.ASSERTED.search(clause.group(1)):
        return True
    if phrases.CONDITION.match(sentence) or phrases.ANOTHERS.search(sentence):
        return True
    return phrases.NOT_MEANT.search(phrases.LAST_PART.split(sentence)[-1]) is not None


def _revised(between: str) -> bool:
    """Whether what stands between two commitments makes the second replace the first."""
    return bool(
        phrases.WITHDRAWN.search(between) or phrases.RECHECKED.search(between)
    ) and not phrases.HEDGED.search(between)


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
    if _HEADS.match(line):
        return None
    taken_back, claimed = withdrawn(rest[: 2 * _TAIL], line)
    if taken_back:
        return _AMBIGUOUS
    if before >= 0 and at - before < _NEAR and not phrases.WITHDRAWN.search(text[before:at]):
        return Committed(line, None, (text[before:at].strip().lstrip("#").partition("\n")[0],))
    return Committed(line, None, (*claimed, *_later(rest)), _named(line))


@dataclass(frozen=True, slots=True)
class _Statement:
    """Where a sentence begins to say what the answer is, and how strongly."""

    start: int
    end: int
    strong: bool
    final: bool
    negated: bool


def _statements(tail: str) -> list[_Statement]:
    found = [
        _Statement(
            m.start(), m.end(), m.group(2).lower() in ("answer", "ans"), bool(m.group(1)), bool(m.group("no"))
        )
        for m in phrases.STATED.finditer(tail)
    ]
    found += [_Statement(m.start(), m.end(), True, True, False) for m in phrases.HEADING.finditer(tail)]
    return sorted(found, key=lambda statement: statement.end)


def _phrase(text: str) -> Committed | None:
    tail = text[-_TAIL:]
    found = _statements(tail)
    answers = [statement for statement in found if statement.strong]
    # "The solution is ..." says the answer only at the end.
    answers = answers or [statement for statement in found if len(tail) - statement.end < _NEAR]
    if not answers:
        return None
    last = answers[-1]
    said = _sentence(tail, last.end)
    while len(answers) > 1 and (phrases.REMARK.match(said) or (last.negated and phrases.NO_VALUE.match(said))):
        answers.pop()  # "The answer is positive, as expected." speaks about the answer
        last = answers[-1]
        said = _sentence(tail, last.end)
    if last.negated or _not_meant(tail[: last.start]):
        return _NOTHING
    if not said:
        return None
    if phrases.NOT_FIRST.match(said):
        return _NOTHING
    if not last.strong and (phrases.REMARK.match(said) or phrases.REMARK.match(_trimmed(said))):
        return None  # "The result is the same, which confirms it."
    rest = tail[last.end + len(said) :]
    if _CORRECTED.search(tail[max(0, last.start - 40) : last.start]):
        rest = _EARLIER_SLIP.sub("", rest)  # it explains what was wrong before, not the answer that corrects it
    if not last.strong and any(map(str.isdigit, rest)):
        return None  # a heading "Solution:" over the first line of a longer one
    taken_back, claimed = withdrawn(rest[: 2 * _TAIL], said)
    if taken_back:
        return _AMBIGUOUS
    others = [*claimed]
    for earlier in answers[-6:-1]:
        other = _sentence(tail, earlier.end)
        if earlier.negated or phrases.NOT_FIRST.match(other) or phrases.REMARK.match(other):
            continue  # "the answer is not 41", "the answer is an integer"
        worded = not earlier.strong and _WORD.search(phrases.MATH_SPAN.sub(" ", other))
        if worded and value_of(other, marked=True) is None:
            continue  # "Solution:" over the first line of the working
        between = tail[earlier.end : last.start]
        stronger = last.final and not earlier.final
        if earlier.end + len(other) >= last.start > earlier.start and len(between) < 60:
            continue  # "Final answer: the final answer is 5"
        if other and not stronger and not phrases.WITHDRAWN.search(between) and len(between) < 400:
            others.append(_trimmed(other))
    trimmed = _trimmed(said)
    return Committed(trimmed, None, tuple(others), _named(trimmed))


_CORRECTED = re.compile(r"(?:correction|edit|erratum|corrected|sorry)\b[^\n]{0,30}$", re.I)
_EARLIER_SLIP = re.compile(
    r"(?:(?<=[.!?]\s)|^[.!?*$]{0,4}\s+)I (?:had )?(?:mis\w+|forgot|overlooked|missed|swapped|used|added"
    r"|subtracted)\b[^.!?\n]{0,120}?"
    r"\b(?:the first time|at first|first|earlier|before|initially|above|previously|originally)[.!]?",
    re.I,
)
_PLEASE_IGNORE = re.compile(
    r",?\s*(?:so )?please (?:ignore|disregard) (?:the|my|what)\b[^.\n]{0,40}\b(?:above|before|earlier"
    r"|previous\w*|first)\b[^.\n]{0,20}$",
    re.I,
)


def _sentence(text: str, start: int) -> str:
    """What follows a phrase, up to the end of its sentence or line; of an empty rest of line, the next line."""
    rest = text[start:]
    if "\n" in text[max(0, start - 4) : start] and (bullet := _ITEM.match(rest)):
        start, rest = start + bullet.end(), rest[bullet.end() :]
    stripped = phrases.BULLET.sub("", rest.lstrip(" \t*_:`")).lstrip(" \t\n*_:`")
    skipped = len(rest) - len(stripped)
    if stripped.startswith("$$") and 0 < (closed := stripped.find("$$", 2)) < MAX_ANSWER_CHARS:
        return stripped[: closed + 2]
    depth = 0
    for stop in phrases.STOP.finditer(stripped):
        depth = stripped.count("$", 0, stop.start()) - stripped.count("\\$", 0, stop.start())
        if stop.group() == "\n" and (stripped[: stop.start()].strip() in ("$$", "\\[", "$")):
            continue
        if stripped[: stop.start()].count("{") > stripped[: stop.start()].count("}"):
            continue
        if depth % 2 and stop.group() != "\n":
            continue
        # A question mark stays: what is asked is not said.
        return rest[skipped : skipped + stop.start() + (stop.group() == "?")].strip()
    return stripped.strip()


def _trimmed(said: str) -> str:
    said = _GAPS.sub(" ", _PLEASE_IGNORE.sub("", said.strip()).strip("*_` ").strip())
    if "\\begin" in said:
        said = _last_row(said.strip("$ \n"))
    if said.endswith(")") and said.count("(") < said.count(")"):
        said = said[:-1].rstrip(" .*_`")  # the sentence stood in parentheses
    remark = phrases.PARENTHESIS.search(said)
    if remark and not (phrases.WITHDRAWN.search(remark.group()) or REOPENS.search(remark.group())):
        said = said[: remark.start()].strip("*_` ")
    said = on_words(said, without_contrast)
    if said.startswith(('"', '\\"')) and said.endswith('"'):
        said = said.strip('\\"')
    if match := phrases.BECAUSE.search(said):
        aside = said[match.start() :].strip(" ,(")
        denied = _SO.search(aside) if _NOT_THAT.match(aside) else phrases.WITHDRAWN.search(aside)
        if denied:
            return said  # "8, which is wrong": as a whole it is no answer
        said = said[: match.start()]
    return phrases.KIND_OF.sub("", phrases.ADVERB.sub("", said)).strip("*_` ")


def _field(text: str) -> Committed | None:
    """The ``answer`` of a JSON object."""
    if "{" not in text or "}" not in text:
        return None
    found = list(phrases.JSON_FIELD.finditer(text[-_TAIL:]))
    if not found:
        return None
    values = [match.group(1) or match.group(2) for match in found]
    return Committed(values[-1], None, tuple(values[-2:-1]))


def _concluded(sentence: str) -> str | None:
    """What a sentence concludes, if it does."""
    last = phrases.IN_ALL.sub("", phrases.STEP.sub("", sentence.strip().rstrip("."), count=1))
    if len(last) < 400:
        for pattern in (phrases.CONCLUSION, phrases.TOTAL):
            if (match := pattern.fullmatch(last)) and not phrases.NO_CONCLUSION.search(last[: match.start(1)]):
                return _trimmed(match.group(1))
    return None


def _polite(tail: str) -> str:
    """The text without the civilities at its end."""
    return tail[:-300] + phrases.POLITE.sub("", tail[-300:])


def _last_line(text: str, several: bool) -> Committed | None:
    lines = _polite(text.strip()[-_TAIL:]).rsplit("\n", 1)
    line = _GAPS.sub(" ", lines[-1].strip())
    bold = [part for part in phrases.BOLD_PART.findall(line) if not part.rstrip().endswith(":")]
    around = phrases.BOLD_PART.sub("", line)
    if (
        bold
        and not any(map(str.isdigit, around))
        and not _CHOICE.search(around)
        and not phrases.NO_CONCLUSION.search(line)
    ):
        if len(bold) > 1:
            return Committed(", ".join(bold)) if several else None
        return Committed(_concluded(bold[0]) or bold[0].rstrip("."))
    if (match := phrases.BOLD.search(line)) and not phrases.NO_CONCLUSION.search(line[: match.start()]):
        return Committed(match.group(1))
    if (match := phrases.IS_THE_ANSWER.fullmatch(line)) and not phrases.NO_CONCLUSION.search(line):
        return Committed(match.group(1))
    sentences = [
        part for part in re.split(r"(?<=[.!?])\s+|\s+(?=(?:Therefore|Thus|Hence|So),\s)", line) if part.strip()
    ]
    if not sentences:
        return None
    said = _concluded(sentences[-1])
    if said is not None and phrases.REMARK.match(said):
        said = None  # "The result is the same."
    named = value_of(sentences[-1], marked=False)
    if said is None:
        return None if named is None else Committed(named)
    return Committed(said, values=() if named is None else (named,))


def _foreign(text: str) -> Committed | None:
    found = languages.stated(text[-_TAIL:])
    if found is None:
        return None
    said, rest = found
    rest = languages.without_check(rest)
    if withdrawn(rest[: 2 * _TAIL], said)[0] or any(map(str.isdigit, rest.replace(said, ""))):
        return _AMBIGUOUS
    return Committed(said)


def _unmarked(text: str, several: bool) -> Committed | None:
    """What the last line concludes; behind it may stand a check that confirms it."""
    text = phrases.RULE.sub("", text[-_TAIL:]) if text.rstrip().endswith(("-", "*", "_")) else text
    text = _without_where(without_aside(text))
    if doubted(text):
        return _AMBIGUOUS
    found = _last_line(text, several) or _last_display(text)
    ending = ending_value(text)
    if found is None and ending is not None:
        return Committed(ending)
    if found is not None and found.reason is None:
        if not found.values and ending is not None:
            return Committed(found.text, values=(ending,))
        return found
    if found is None and (named := _last_word(text)) is not None:
        return Committed(named)
    tail = text.strip()[-_TAIL:]
    checks = list(phrases.CHECKS.finditer(tail))
    if not checks:
        return found
    check, before = tail[checks[0].start() :], tail[: checks[0].start()].rstrip(" (\n")
    if not before or phrases.NO_CHECK.search(check) or withdrawn(check, "")[0]:
        return found
    if (confirmed := _last_line(before, several) or _last_display(before)) is not None and confirmed.values:
        return confirmed
    named = ending_value(before)
    if confirmed is None or confirmed.text is None:
        return found if named is None else Committed(named)
    return confirmed if named is None else Committed(confirmed.text, values=(named,))


_WHERE = re.compile(r"\s*\n\s*(?:where|here|with)\b(?P<said>[^\n]{1,300})$", re.I)
_LAST_WORD = re.compile(r"\n\s*\n[ \t]*([A-Z][A-Za-z'-]{1,24}(?: [A-Za-z'-]{1,20}){0,2})[.!]?\s*$")
_NO_WORD = re.compile(
    r"\b(?:done|qed|thanks?|thank you|end|none of|hope|good luck|hint|verified|correct|check(?:ed)?|proof|note"
    r"|step|not sure"
    r"|i guess|maybe|perhaps|or)\b",
    re.I,
)


def _without_where(text: str) -> str:
    """The text without a line that tells what the letters of the display before it are."""
    match = _WHERE.search(text[-400:])
    if match is None or phrases.NO_CHECK.search(match["said"].replace("not ", "")):
        return text
    shorter = text[: len(text) - len(text[-400:]) + match.start()].rstrip()
    return shorter if shorter.endswith(("$$", "\\]")) else text


def _last_word(text: str) -> str | None:
    """A paragraph at the end that is a word or two: "Alice", "Yes", "No solution"."""
    match = _LAST_WORD.search(text[-200:])
    if (
        match is None
        or _NO_WORD.search(match[1])
        or text[-200:][: match.start()].rstrip().endswith(("?", ":", ","))
    ):
        return None
    return match[1]


def _last_display(text: str) -> Committed | None:
    """Mathematics that stands alone at the end, behind a text that leads to it."""
    tail = _GAPS.sub(
        lambda gap: "\n\n" if gap.group().count("\n") > 1 else gap.group()[:2], text.strip()[-_TAIL:]
    )
    match = phrases.LAST_DISPLAY.search(tail)
    if match is None:
        return None
    lead = tail[: match.start()].rstrip()
    apart = phrases.RULE.search(lead) is not None
    lead = phrases.RULE.sub("", lead).rstrip()
    line = lead.rpartition("\n")[2]
    said = next(group for group in match.groups() if group is not None).strip()
    worded = _WORD.search(phrases.MATH_SPAN.sub(" ", line)) is not None
    if "=" in line and line.rstrip("$. ").endswith(said) and not _WORD.search(said):
        return Committed(said)  # "9 + 9 + 9 = 27", and below it "27"
    leads = _leads_to(line, equation="=" in said)
    if not (worded or apart or _is_solved_last(said, lead)) or not leads or line.endswith("$$"):
        return None  # a list of candidates, or nothing that leads to it
    return Committed(_last_row(said))


def _leads_to(line: str, *, equation: bool) -> bool:
    """Whether the line before mathematics at the end concludes in it: not if it supposes or denies."""
    last = re.split(r"(?<=[.!?:])\s+(?=[A-Z])", line)[-1].replace("given by", "")
    if last.endswith(".") and _SUPPOSED_LEAD.search(line) is None:
        return _LISTS.search(last) is None  # a finished sentence introduces nothing
    if phrases.NO_LEAD_TO_EQUATION.search(line.replace("given by", "")) is None and not _SUPPOSED_LEAD.search(
        line
    ):
        return equation or phrases.NO_LEAD.search(last) is None
    return _SUPPOSED_LEAD.search(line) is None and phrases.NO_LEAD_TO_EQUATION.search(last) is None and equation


_SUPPOSED_LEAD = re.compile(
    r"\b(?:if|suppose|assum\w+|would|could|might|wrong|incorrect|guess|contradiction|unlike|instead of|not"
    r"|never)\b|n't\b",
    re.I,
)
_LISTS = re.compile(
    r"\b(?:candidates?|options?|examples?|bounds?|approximat\w+|estimates?|less|more|at (?:least|most)|either"
    r"|or|maybe|perhaps"
    r"|try|trying|hints?|question|problem|recall|formula)\b",
    re.I,
)
_SOLVED = re.compile(r"\s*([a-z])\s*(?:=|<|>|\\le|\\ge|\\leq|\\geq|\\ne|\u2264|\u2265)(?![a-z])[^=<>]{1,80}")
_RELATION = re.compile(r"[=<>\u2264\u2265]|\\(?:le|ge|lt|gt|ne)q?(?![a-z])")


def _is_solved_last(said: str, lead: str) -> bool:
    """Whether a relation solved for a letter ends a chain of lines that are solved step by step."""
    solved = _SOLVED.fullmatch(said)
    if solved is None or solved[1] in said[solved.end(1) :]:
        return False
    before = lead.rpartition("\n")[2].strip(" $.")
    earlier = _SOLVED.fullmatch(before)
    if earlier is not None and earlier[1] not in before[earlier.end(1) :]:
        return False  # "x = 5" and below it "x = 7": two candidates
    return _RELATION.search(before) is not None and solved[1] in before


def _last_row(display: str) -> str:
    r"""Of a calculation in several rows (``aligned``), what the last one says."""
    environment = phrases.ALIGNED.fullmatch(display.strip())
    if environment is None:
        return display
    rows = [row for row in re.split(r"\\\\(?:\[[^\]]{0,9}\])?", environment.group(1)) if row.strip()]
    return rows[-1].replace("&", " ").strip() if rows else display


def _whole(text: str) -> Committed | None:
    stripped = text.strip()
    if first := phrases.FIRST_LINE.match(stripped):
        return Committed(first.group(1))
    if len(stripped) > MAX_ANSWER_CHARS:
        return _TOO_LONG
    stripped = _GAPS.sub(lambda gap: gap.group()[:2], stripped)
    if stripped.startswith("```") and _CODE.search(stripped):
        return _NOTHING  # a program is no answer
    if (why := phrases.WHY.search(stripped)) is not None:
        stripped = stripped[: why.start()]
    return Committed(stripped) if stripped else None
