"""Behind a committed answer: sentences that deny the very value, and checks of it that fail."""

from __future__ import annotations

import re

_FAILS = (
    r"(?:fails\b|violates\b|contradicts\b|is (?:out of|outside)\b|lies outside\b|is not (?:in|within|allowed"
    r"|admissible"
    r"|permitted)\b|(?:does|do|did)(?:n't| not) (?:satisfy|solve|work|fit|hold|lie|belong|meet|qualify|count"
    r"|check|agree"
    r"|fulfil)\w*"
    r"|(?:must|should|has to|needs to|have to|is|are|was|can|to) (?:therefore |thus |to )?(?:be )?(?:rejected"
    r"|discarded|excluded|ruled out"
    r"|thrown out|dropped|left out|disqualified|extraneous|impossible)\b"
    r"|(?:makes?|leads? to|gives?|yields?) (?:the |a |an )?(?:denominator|contradiction|negative radicand"
    r"|division by))"
)
_SUBJECT = (
    r"(?:(?:that|this|the|our|my|it)(?: (?:boxed |above |stated |candidate |found )?(?:answer|result|value|solution"
    r"|number|root|pair|point|triple|candidate|choice|set|one))?|which|so it|hence it|thus it)"
)
_FAILED = re.compile(
    rf"(?:^|[,;:.]\s|\b(?:and|so|but|hence|thus|therefore)\s)\W{{0,6}}(?:so |but |and |hence |thus "
    rf"|therefore )?{_SUBJECT}"
    rf"(?:,? (?:however|therefore|thus|clearly))?,? {_FAILS}"
    r"|\b(?:this|that|it|the (?:answer|value|root|solution|result)) (?:root |value |number |solution "
    r"|pair )?is (?:therefore |thus )?extraneous\b"
    r"|\b(?:verification|check|test|substitution|proof|inequality|equation|condition) (?:then |does |now )?fails?\b"
    r"|[=\u2260]\s*[^\n=\u2260]{1,40}(?:\u2260|\\neq?(?![a-z])|!=)\s*[$\\({]{0,3}[-\u2212]?\\?[1-9a-z(]"
    r"|=\s*\$?[-\u2212]?\d[\d.,/]*\$?,? (?:but|and|whereas|while|which is|and is)? ?not \$?[-\u2212]?\d"
    r"|^\W*(?:check|checking|verif\w+|test\w*)\b[^\n]{0,120}[\u274c\u2717\u2718]"
    r"|\b(?:a|gives|yields) contradiction\b|\b(?:so|thus|hence|therefore),? (?:there (?:is|are)|it has"
    r"|the [a-z]+ has)"
    r" no (?:real )?(?:solutions?|answer)\b"
    r"|^\W*[\u274c\u2717\u2718]",
    re.I,
)
"""A check of the answer fails, or the answer is rejected."""
_OF_ANOTHER = re.compile(
    r"\bwould\b|^\W*(?:note|notice|remember|recall|observe|a common|a frequent|if|when(?:ever)?)\b", re.I
)
_ELEMENT = re.compile(r"[-\u2212]?\d[\d./]*")
_SET = re.compile(r"\s*(?:\\left)?\\?\{")


def failed(sentence: str) -> bool:
    """Whether a sentence behind an answer says that a check of it fails, or rejects it."""
    return _FAILED.search(sentence) is not None and _OF_ANOTHER.search(sentence) is None


def denial_of(said: str) -> re.Pattern[str] | None:
    """What denies a value by name: "7 is not ...", "7 must be rejected", "not 7"; None if it is too long to be named.

    Args:
        said: the committed answer; of a set or list, its members count when they are rejected.
    """
    if not 0 < len(said) < 80:
        return None
    named = {said, said.rpartition("=")[2].strip()} - {""}
    escaped = "|".join(map(re.escape, sorted(named, key=len, reverse=True)))
    value = rf"(?<![\w.\-\u2212])(?:{escaped})[$*)\s]{{0,3}}"
    members = value
    if _SET.match(said) and len(parts := _ELEMENT.findall(said)) > 1:
        members = rf"(?<![\w.\-\u2212])(?:{escaped}|{'|'.join(map(re.escape, parts))})[$*)\s]{{0,3}}"
    return re.compile(
        rf"{value}(?:is|was|would be|seems|cannot|can't|isn't|wasn't)"
        rf"(?:(?: not| n't|n't)(?! the only)\b| (?:wrong|incorrect|false|invalid|impossible|extraneous|be)\b"
        rf"|(?<=isn't))"
        rf"|{value}is [^.\n]{{1,30}},? (?:whereas|but|while|and) (?:we|it|the problem) (?:needs?|must|should"
        rf"|wants?)\b"
        rf"|{members}(?:{_FAILS})"
        rf"|\bnot\s+[$\\(]{{0,2}}(?:{escaped})(?![\w.])",
        re.I,
    )
