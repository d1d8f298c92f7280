r"""Sentences that say what the answer is ("The answer is 27."), and what of them is the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..base import MAX_ANSWER_CHARS
from . import phrases
from .committed import AMBIGUOUS, NEAR, NOTHING, TAIL, Committed
from .irrelevant_phrases import REOPENS, without_contrast
from .masks import on_words
from .retractions import withdrawn
from .sentences import value_of

_SO = re.compile(r"\b(?:so|hence|thus|therefore|making|giving|but|which)\b|=", re.I)
_NOT_THAT = re.compile(r"(?:and )?not\b", re.I)
_ITEM = re.compile(r"[-*\u2022]\s+")
GAPS = re.compile(r"\s{3,}")
WORD = re.compile(r"[^\W\d_]{2,}")


def named_values(sentence: str) -> tuple[str, ...]:
    """The value that a sentence behind a marker names."""
    value = value_of(sentence, marked=True)
    return () if value is None else (value,)


def is_not_meant(before: str) -> bool:
    """Whether the sentence that ends in a commitment only reports, supposes or denies it."""
    sentence = phrases.CLAUSE.split(before[-400:])[-1]
    if phrases.OF_THE_ANSWER.search(sentence):
        return True
    if (clause := phrases.THAT.match(sentence)) is not None and not phrases.ASSERTED.search(clause.group(1)):
        return True
    if phrases.CONDITION.match(sentence) or phrases.NO_OWN.match(sentence) or phrases.ANOTHERS.search(sentence):
        return True
    return phrases.NOT_MEANT.search(phrases.LAST_PART.split(sentence)[-1]) is not None


@dataclass(frozen=True, slots=True)
class _Statement:
    """Where a sentence begins to say what the answer is, and how strongly."""

    start: int
    end: int
    strong: bool
    final: bool
    negated: bool


def statements_in(tail: str) -> list[_Statement]:
    """All places of a text where a sentence begins to say what the answer is, in order."""
    found = [
        _Statement(
            m.start(), m.end(), m.group(2).lower() in ("answer", "ans"), bool(m.group(1)), bool(m.group("no"))
        )
        for m in phrases.STATED.finditer(tail)
    ]
    found += [_Statement(m.start(), m.end(), True, True, False) for m in phrases.HEADING.finditer(tail)]
    return sorted(found, key=lambda statement: statement.end)


def by_phrase(text: str) -> Committed | None:
    """The answer that a sentence states as such; None if there is no such sentence."""
    tail = text[-TAIL:]
    found = statements_in(tail)
    answers = [statement for statement in found if statement.strong]
    # "The solution is ..." says the answer only at the end.
    answers = answers or [statement for statement in found if len(tail) - statement.end < NEAR]
    if not answers:
        return None
    last = answers[-1]
    said = sentence_from(tail, last.end)
    while len(answers) > 1 and (phrases.REMARK.match(said) or (last.negated and phrases.NO_VALUE.match(said))):
        answers.pop()  # "The answer is positive, as expected." speaks about the answer
        last = answers[-1]
        said = sentence_from(tail, last.end)
    if last.negated or is_not_meant(tail[: last.start]):
        return NOTHING
    if not said:
        return None
    if phrases.NOT_FIRST.match(said):
        return NOTHING
    if not last.strong and (phrases.REMARK.match(said) or phrases.REMARK.match(trim(said))):
        return None  # "The result is the same, which confirms it."
    rest = tail[last.end + len(said) :]
    if (broken := _BROKEN_OFF.search(said)) is not None:  # "7 ... actually it is 3, therefore x = 8"
        said, rest = said[: broken.start()], said[broken.end() :] + rest
    if _CORRECTED.search(tail[max(0, last.start - 40) : last.start]):
        rest = _EARLIER_SLIP.sub("", rest)  # it explains what was wrong before, not the answer that corrects it
    if not last.strong and any(map(str.isdigit, rest)):
        return None  # a heading "Solution:" over the first line of a longer one
    if (corrected := _CORRECTION.match(tail, last.end)) is not None:
        return Committed(corrected["new"], None, rejected=(corrected["old"],))
    taken_back, claimed = withdrawn(rest[: 2 * TAIL], said)
    if taken_back:
        return AMBIGUOUS
    others = [*claimed]
    for earlier in answers[-6:-1]:
        other = sentence_from(tail, earlier.end)
        if earlier.negated or phrases.NOT_FIRST.match(other) or phrases.REMARK.match(other):
            continue  # "the answer is not 41", "the answer is an integer"
        worded = not earlier.strong and WORD.search(phrases.MATH_SPAN.sub(" ", other))
        if worded and value_of(other, marked=True) is None:
            continue  # "Solution:" over the first line of the working
        between = tail[earlier.end : last.start]
        stronger = last.final and not earlier.final
        if earlier.end + len(other) >= last.start > earlier.start and len(between) < 60:
            continue  # "Final answer: the final answer is 5"
        if other and not stronger and not phrases.WITHDRAWN.search(between) and len(between) < 400:
            others.append(trim(other))
    trimmed = trim(said)
    return Committed(trimmed, None, tuple(others), named_values(trimmed))


_PLAIN = r"[-\u2212]?\d(?:[\d,]*\d)?(?:\.\d+|/\d+)?"
_CORRECTION = re.compile(
    rf"\W{{0,6}}(?P<old>{_PLAIN})[\s.,;*\u2026\u2013\u2014-]{{1,8}}"
    r"(?:(?:wait|no|sorry|oops|correction|rather|actually|i mean|i meant|make that|hold on"
    r"|hm+)\b[\s,:.!\u2014*-]{1,6}){1,4}"
    rf"(?:(?:it|that)(?:'s| is) |the answer is )?\*{{0,2}}(?P<new>{_PLAIN})(?![\w/^*+=!%-])\*{{0,2}}[.!]?"
    r"(?:\s+I (?:forgot|overlooked|missed|misread|miscounted)\b[^.\n]{0,80}\.?)?\s*$",
    re.I,
)
""""The answer is 7, no, sorry, 8." and nothing behind it: the second value is the answer, the first is rejected."""
_BROKEN_OFF = re.compile(r"(?:\.\.\.|\u2026)\s+(?=[A-Za-z]{3})")
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


def sentence_from(text: str, start: int) -> str:
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


_IN_ALL = re.compile(r"^which, [a-z ]{3,40}, (?:is|makes|gives) ", re.I)
_SEE = re.compile(
    r",? \((?:see|cf\.?|as (?:in|shown in|computed in)|by"
    r"|from) (?:the )?[a-z]+(?: \(?\d{1,2}[a-z]?\)?)?(?: (?:above|below))?\)$"
    r"|,? in (?:interval|set|set-builder|scientific|decimal|standard|exact|simplest|lowest|reduced|simplified"
    r"|radical|factored)"
    r" (?:notation|form|terms)$",
    re.I,
)
"""A reference to the working, or what way of writing it is."""
_THAT = re.compile(r"^that (?=there (?:is|are) (?:no|infinitely many) )", re.I)
_MINUS = re.compile(r"^(?:minus|negative) (?=[\d\\])", re.I)


def trim(said: str) -> str:
    """What a sentence says the answer is, without reasons, remarks and wrapping."""
    said = said.strip().removesuffix("**.")  # the stop behind money in bold is no stop between two dollars
    said = GAPS.sub(" ", _PLEASE_IGNORE.sub("", said.strip()).strip("*_` ").strip())
    if "\\begin" in said:
        said = last_row(said.strip("$ \n"))
    if said.endswith(")") and said.count("(") < said.count(")"):
        said = said[:-1].rstrip(" .*_`")  # the sentence stood in parentheses
    remark = phrases.PARENTHESIS.search(said)
    if remark and not (phrases.WITHDRAWN.search(remark.group()) or REOPENS.search(remark.group())):
        said = said[: remark.start()].strip("*_` ")
    said = _MINUS.sub("-", _THAT.sub("", _SEE.sub("", said)))
    said = on_words(said, without_contrast)
    if said.startswith(('"', '\\"')) and said.endswith('"'):
        said = said.strip('\\"')
    if match := phrases.BECAUSE.search(said):
        aside = said[match.start() :].strip(" ,(")
        denied = _SO.search(aside) if _NOT_THAT.match(aside) else phrases.WITHDRAWN.search(aside)
        if denied or _IN_ALL.search(aside):
            return said  # "8, which is wrong", "5, which, doubled, is 10": as a whole it is no answer
        said = said[: match.start()]
    return phrases.KIND_OF.sub("", phrases.ADVERB.sub("", said)).strip("*_` ")


def last_row(display: str) -> str:
    r"""Of a calculation in several rows (``aligned``), what the last one says."""
    environment = phrases.ALIGNED.fullmatch(display.strip())
    if environment is None:
        return display
    rows = [row for row in re.split(r"\\\\(?:\[[^\]]{0,9}\])?", environment.group(1)) if row.strip()]
    return rows[-1].replace("&", " ").strip() if rows else display
