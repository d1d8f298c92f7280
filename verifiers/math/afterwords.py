"""What stands behind a stated answer and concludes nothing: a general fact, a caption or a remark about the work.

"The trip takes 3 days. A day has 24 hours." says 3 days: a sentence about any day is a rule and no answer. "So"
" x = 14."
and below it "Difficulty: 6" says 14. The rules ask what stands before, not how the last line is worded: a title of its
own subject concludes only where no earlier sentence states a value, or says that there is none; a title that takes up
a word of the working ("Remaining time: 15"), or that is called total, result and the like, is the conclusion.
"""

from __future__ import annotations

import re

from .masks import MASK
from .predicates import predicate
from .sentences import value_of
from .units import UNITS

_MOST = 3
_LOOKED_AT = 900
_SENTENCE = re.compile(r"(?<=[.!?])(?:\*\*)?\s+(?=[*_$(]{0,3}[A-Z\d$\\])|\n+")
_CLAUSE = re.compile(
    r",\s+(?:(?:and|where|since|as|because|while|whereas|when)\s+)+(?=(?:an?|one|each|every|any)\s)"
)
_VALUE = r"(?:\$[^$\n]{1,80}\$|\\\([^\n]{1,80}?\\\)|[-\u2212]?\\?\$?\d[\d.,/:]*\\?%?)"

_IS = (
    r"(?:always )?(?:has|have|is|are|equals?|contains?|consists? of|makes?|lasts?|sums? to|adds? up to|comprises?"
    r"|is equal to|is worth|measures?|counts?)"
)
_LEAD = r"(?:(?:note|recall|remember|of course|indeed|also|and|where|since|as|because|after all),?\s+(?:that\s+)?){0,3}"
_RULE = re.compile(
    rf"{_LEAD}(?P<which>an?|one|each|every|any)\s+(?P<noun>[a-z][a-z-]*(?:\s+[a-z-]+){{0,3}}?)\s+{_IS}\s+"
    rf"(?:exactly |precisely )?{_VALUE}(?:\s+[a-z]+){{0,3}}[.!]?",
    re.I,
)
_OF_ANY = re.compile(
    rf"{_LEAD}(?:the alphabet|the (?:[a-z]+ ){{0,4}}angles (?:of|in) (?:a|any|every) [a-z]+)\s+{_IS}\s+{_VALUE}"
    r"(?:\s+[a-z]+){0,3}[.!]?",
    re.I,
)
_CONCLUDES = re.compile(r"\b(?:so|thus|hence|therefore|finally|altogether|in total|answer|result)\b|\*\*", re.I)

_CAPTION = re.compile(
    rf"[*_#>\s-]{{0,6}}(?P<title>[A-Za-z][^:=\n]{{1,60}}?):[*_]{{0,2}}\s+[*_]{{0,2}}(?![^\n]*[=(\[\\^]){_VALUE}[^\n]{{0,30}}"
)
_GENERAL_TITLE = re.compile(
    r"\b(?:answers?|results?|totals?|sums?|values?|solutions?|conclusion|ans|conclude|therefore|thus|hence|so|gives?"
    r"|get|have|is|are|we|in (?:total|all))\b",
    re.I,
)
_UNDERWAY = re.compile(
    r"\b(?:partial|intermediate|interim|running|provisional|preliminary|so far|subtotal)\b", re.I
)
_TITLE_WORD = re.compile(r"[A-Za-z]{3,}")
_NO_TOPIC = frozenset(
    "number numbers count amount the and for its total used left final required per with".split()
)
_NAMED = re.compile(rf"(?:^|[\s,$])[A-Za-z]\$?\s?=\s?\$?{_VALUE}\W*$")
_BOLD = re.compile(r"\*\*[^*\n]*\d[^*\n]*\*\*[.\s]*$")
_CALCULATES = re.compile(
    rf"\b(?:gives?|makes?|yields?|leaves?|we get|equals?|is|(?:is )?worth|costs?"
    rf"|weighs?)\s+{_VALUE}(?:\s+[a-z]+){{0,2}}[.!]?\s*$",
    re.I,
)
_NONE = re.compile(
    r"\b(?:not able|unable|cannot|can't|could not|couldn't|give up|gave up|no answer|no idea|don't know|do not know"
    r"|did not (?:find|finish|solve)|didn't (?:find|finish|solve)|too (?:hard|difficult)|sorry|unfinished"
    r"|incomplete)\b",
    re.I,
)
_PLANNED = re.compile(
    r"\b(?:let me|let us|let's|i (?:will|need to|have to)|we (?:will|need to|have to))\b", re.I
)
"""What is to be done; with no number behind it, it was not done."""

_WORK = (
    r"(?:problem|exercise|question|task|solution|argument|proof|derivation|calculation|computation|working|work"
    r"|explanation|reasoning|text|answer)"
)
_ABOUT_WORK = re.compile(
    rf"(?:the|its|my|this) (?:difficulty|level)\b[^.\n]{{0,40}} (?:is|was) {_VALUE}"
    rf"|(?:the )?number of (?:steps|lines|words|tokens|hints|attempts|tries|minutes|formulas"
    rf"|equations)\b[^.\n]{{0,40}}"
    rf" (?:is|was|were) {_VALUE}"
    rf"|(?:this|it|i|that|the whole thing|(?:this|the|my) {_WORK}) (?:took|has taken|used"
    rf"|needed)\b[^.\n]{{0,20}}{_VALUE}"
    rf"|(?:this|the|my|that) {_WORK} (?:has|uses|takes|needs|contains|is worth)\b[^.\n]{{0,20}}{_VALUE}"
    rf"|there (?:are|were) (?:at least |about )?{_VALUE} (?:[a-z]+ )?(?:ways?|methods?|approaches|proofs?|solutions?"
    rf"|routes?|steps?|hints?) (?:to|of|for|in|behind)\b[^.\n]{{0,30}}\b(?:this|that|it|the {_WORK})",
    re.I,
)


def without_afterwords(text: str) -> str:
    """The text without what concludes nothing behind its last statement; empty if what stands before gives no answer.

    Args:
        text: what a model says; only the end is looked at.
    """
    for _ in range(_MOST):
        tail = text.rstrip()[-_LOOKED_AT:]
        cuts = list(_SENTENCE.finditer(tail))
        start = cuts[-1].end() if cuts else 0
        clause = _CLAUSE.search(tail, start)
        if clause is not None and _is_rule(tail[clause.end() :], tail[: clause.start()]):
            return text.rstrip()[: clause.start() - len(tail)]
        last, before = tail[start:].strip(), tail[:start].rstrip()
        if not before or not any(map(str.isdigit, last)):
            return text
        kept = text.rstrip()[: start - len(tail)] if start < len(tail) else text
        if _is_rule(last, before) or (_ABOUT_WORK.match(last.lstrip("(*_")) and _states(before)):
            text = kept
        elif (caption := _CAPTION.fullmatch(last)) is not None and _is_aside(caption["title"], before):
            if not _states(before):
                return ""
            text = kept
        else:
            return text
    return text


def _is_rule(last: str, before: str) -> bool:
    """Whether a sentence states a general fact behind one that states a value."""
    if _OF_ANY.fullmatch(last):
        return _states(before)
    rule = _RULE.fullmatch(last)
    if rule is None:
        return False
    which, noun = rule["which"].lower(), rule["noun"].lower().split()[-1]
    if which in ("one", "each", "every") and noun not in UNITS:
        sentence = _SENTENCE.split(before)[-1]
        return which != "one" and _CONCLUDES.search(sentence) is not None and _states(sentence)
    return _states(before)


def _is_aside(title: str, before: str) -> bool:
    """Whether a caption is about something of its own: no word of its title occurs in the working before it."""
    if _GENERAL_TITLE.search(title) and not _UNDERWAY.search(title):
        return False
    if _NONE.search(before) or (_PLANNED.search(before) and not any(map(str.isdigit, before))):
        return True
    heard = before.lower()
    topics = [word.lower() for word in _TITLE_WORD.findall(title) if word.lower() not in _NO_TOPIC]
    return not any(word[:5].rstrip("s") in heard for word in topics) and _states(before)


def _states(before: str) -> bool:
    """Whether one of the last sentences states a value."""
    for part in _SENTENCE.split(before[-_LOOKED_AT:])[-6:]:
        said = part.strip()
        if not any(map(str.isdigit, said)) or len(said) > 300:
            continue
        if _NAMED.search(said) or _BOLD.search(said) or _CALCULATES.search(said):
            return True
        if value_of(said, marked=False) is not None or predicate(MASK.sub(" ", said)) is not None:
            return True
    return False
