r"""Remarks on wrong values ("Note: a common wrong answer is 23."), and answers stated by what they are not.

A sentence that names a value only to reject it, as other people's or as a usual slip, is no statement of the writer: it
neither commits to the value, though it may stand in a box, nor takes back the answer that stands elsewhere. It is left
out before an answer is looked for; the value that it rejects is handed back, because it must not be the answer.
"""

from __future__ import annotations

import re

from .committed import TAIL

_VALUE = (
    r"(?:\$\\\$[^$\n]{1,40}\$|(?<!\\)\$(?!\d[\d.,]*[ .])[^$\n]{1,160}\$|\\\([^\n]{1,160}?\\\)|\*\*[^*\n]{1,80}\*\*"
    r"|\\boxed\{[^\n]{1,120}?\}(?=[\s$.,])"
    r"|[-\u2212]?\\?\$?\d(?:[\d.,]*\d)?(?:\\?%|\u00b0|/\d+)?(?: (?!but\b|and\b|or\b|it\b"
    r"|is\b)[a-z]{1,12}(?=,? (?:but|it)\b))?"
    r"|\(?[A-Z]\)?(?![\w']))"
)
_SENTENCE = re.compile(r"(?<=[.!?)])\s+(?=[(*_]{0,3}[A-Z])|\n+")
_OPENS = re.compile(
    r"[\s(*_>\[#-]*(?:(?:please )?(?:note|remark|notice|n\.?b\.?|observe|beware|be careful|careful|caution|warning"
    r"|watch out|side note|aside|comment|common|a common|frequent|typical|a typical|a frequent|a usual|a popular"
    r"|a tempting|the tempting|a naive|the naive|a quick|a first|a hasty|a careless|a student|students|some|many"
    r"|most|others|other|people|one|someone|anyone|it is|it's|it would be|the value|the answer|the result|the number"
    r"|an answer of|answering|forgetting|ignoring|confusing|misreading|if (?:you|one|someone)|those|who(?:ever)?"
    r"|don't|do not|a frequently|an often|an incorrect|the incorrect|a wrong|the wrong|in some|several)\b)",
    re.I,
)
_REJECTS = re.compile(
    r"\b(?:misprint(?:ed)?|wrong|incorrect|mistaken|erroneous|mistakenly|wrongly|incorrectly|erroneously|fallac\w+"
    r"|misconception|pitfall|(?:common|frequent|typical|usual|popular|classic) (?:mistake|error|slip|trap)"
    r"|(?:mistake|error|slip|trap) (?:is|would be|here)|(?:is|are|would be|was|were) (?:a|an) (?:\w+ )?"
    r"(?:mistake|error|slip|trap|typo)"
    r"|by (?:forgetting|ignoring|skipping|neglecting|confusing|misreading|overlooking|mixing up|omitting)"
    r"|(?:ha(?:s|ve) )?(?:forgot(?:ten)?|forgets?|skipped|overlooked|overlooks?|misread|confuse[sd]?"
    r"|neglect(?:s|ed)?)"
    r"|tempting|in error|double[- ]?count\w*|off by)\b",
    re.I,
)
_OWN = re.compile(
    r"\b(?:I|I'm|I've|my|mine|above|this|here|earlier|previous(?:ly)?|(?<!\\)boxed|we|our|us)\b|\bnot (?:a "
    r"|an )?(?:wrong"
    r"|incorrect|mistake|error|misprint)|n't (?:wrong|incorrect)"
    r"|\b(?:correct|right|true|actual|real|proper|final|so the|hence the|thus the|therefore the) (?:final )?"
    r"(?:answer|value|result|number|one|is)\b|\b(?:hence|therefore|thus)\b|\bthat is (?:wrong|incorrect)|\?",
    re.I,
)
"""It is about the writer's own answer, or says what is right, too; so it is read as any other sentence."""
_FIRST = re.compile(_VALUE)
_BOX = re.compile(r"\\(?:f?boxed|fbox)\s?\{(.*)\}[^}]*$", re.DOTALL)
_IS_NOT = re.compile(
    rf"(?P<is>\b(?:is|are|was|equals)) ?(?:n't|n\u2019t|(?<=[a-z ])not) (?:actually |really "
    rf"|equal to )?(?P<no>{_VALUE})"
    rf"(?:(?:,| \u2014|\u2014|;) (?:it is|it's|it equals|but|but rather|rather|instead)|,? but)(?: rather"
    rf"| instead| actually"
    rf"| in fact| is| it is)?(?P<gap> )(?={_VALUE}|\*\*|\\boxed|[a-z]+[.!]?\s*$)",
    re.M,
)
_INSTEAD = re.compile(
    rf"(?:(?<=\n)|(?<=[.!] )|^)(?:(?:so|thus|hence|therefore),? )?(?:Instead of|Rather than|And not|Not"
    rf"|Unlike) (?P<no>{_VALUE}),?"
    r" (?=(?:the|our|my) (?:(?:correct|right|final|true|actual) )?(?:answer|value|result|solution)\b)",
    re.I,
)


_OTHERS = re.compile(
    r"\b(?:books?|textbooks?|students?|people|some|others?|misprint\w*|common|keys?|solutions|online|forum"
    r"|teachers?)\b",
    re.I,
)
"""Who says what the writer rejects: of two boxes, one must be somebody else's."""


def without_remarks(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without remarks on wrong values, and the values that it rejects.

    Args:
        text: what a model says, without its thoughts; only the end is looked at.
    """
    head, tail = text[:-TAIL], text[-TAIL:]
    if "not" in tail or "n't" in tail or "n\u2019t" in tail:
        tail = _IS_NOT.sub(r"\g<is> ", tail)
    tail = _INSTEAD.sub("", tail)
    rejected: list[str] = []
    if _REJECTS.search(tail):
        kept, position = [], 0
        for stop in [*_SENTENCE.finditer(tail), None]:
            end = len(tail) if stop is None else stop.start()
            sentence = tail[position:end]
            if (value := _rejected(sentence)) is not None:
                rejected.append(value)
            else:
                kept.append(sentence)
            if stop is not None:
                kept.append(stop.group())
                position = stop.end()
        tail = "".join(kept)
    return head + tail, tuple(map(_bare, rejected))


def _rejected(sentence: str) -> str | None:
    """The first value of a sentence that only rejects it; None if it is no such sentence."""
    opened = _OPENS.match(sentence) if len(sentence) <= 400 else None
    if opened is None or not _REJECTS.search(sentence) or _OWN.search(sentence):
        return None
    if (box := _BOX.search(sentence)) is not None:
        return box[1] if _OTHERS.search(sentence) else None
    first = _FIRST.search(sentence, opened.end())
    return None if first is None else first.group()


def _bare(value: str) -> str:
    return value.strip().strip("*").strip("()" if len(value.strip()) == 3 else "").strip()
