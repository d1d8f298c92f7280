r"""What in a closing sentence says nothing about its value, and is left out before the value is looked for.

A sentence may say what the value is *not* ("is 27 and not 9"), how it was rounded, what was asked ("the remainder when
50 is divided by 7"), or explain itself in parentheses. Formulas are masked (``\x01n\x02``) when these are applied.
"""

from __future__ import annotations

import re

_VALUE = r"(?:\x01\d+\x02|-?\$?\d[\d,./]*(?:\\?%|\u00b0|:\d+)?(?: [a-z]{1,12})?|[A-Z][a-z]{2,12})"
_CONTRAST = re.compile(
    rf"(?:,? and not|, not|,? rather than|,? instead of|,? as opposed to|,? \(not) (?:at )?{_VALUE}\)?$"
)
_NOT_BUT = re.compile(rf"\bnot {_VALUE},? but (?:rather |instead |actually )?(?=\S+$)")
_ASIDE = re.compile(
    r"\s*\((?:that's|that is|this is|since|because|which|from|as|using|recall|and (?:not|no)|the|after|by)\b"
    r"(?P<said>[^()]{1,120})\)$",
    re.I,
)
REOPENS = re.compile(
    r"\b(?:not sure|unsure|or|maybe|perhaps|possibly|might|could|but|wrong|guess|wait|actually|if|unless"
    r"|assum\w+)\b",
    re.I,
)
_ROUNDED = re.compile(
    r",? (?:(?:when )?(?:rounded|correct|accurate) )?to (?:the )?(?:nearest (?:[a-z]+(?:-[a-z]+)?|0\.0*1|1?0*)"
    r"|(?:one|two|three|four|five|\d) (?:decimal(?: place)?s?(?: places)?|d\.?p\.?|significant (?:figures|digits)))"
    r"(?= |,|$),?",
    re.I,
)
_DIVIDED = re.compile(
    r" (?:when|if|after) (?:[^,;]{1,60}? (?:is|are) )?(?:divided|dividing(?: [^,;]{1,40})?) by (?:\x01\d+\x02"
    r"|\d[\d,]*)(?= )",
    re.I,
)
_RANGE = re.compile(
    r" (?:from|between) (\x01\d+\x02|-?\d[\d.,]*) (?:to|and|through) (\x01\d+\x02|-?\d[\d.,]*)(?=[ ,])",
)
_UNDER = re.compile(r"\b(area|region|curve|graph|volume|surface) (?:under|below|above|between|over)\b", re.I)
_WHEN = re.compile(r"\b(time|moment|instant|point|year|day|date|hour|age|speed|height|position) when\b", re.I)
_QUESTION = re.compile(r"\b(?:answer )?to the (?:question|problem)(?: of)?(?: whether| if)?\b", re.I)
_BELIEF = re.compile(
    r"^(?:(?:so|thus|hence|therefore),? )?(?:i (?:(?:firmly |do )?believe|think|am (?:confident|certain|sure))"
    r"|it (?:seems|appears))(?: that)? ",
    re.I,
)
_USING = re.compile(
    r"^(?!check|verif|test|compar|guess|try|assum|suppos|ignor|forget|neglect|omit|exclud|pretend|imagin)"
    r"(?:[A-Z][a-z]+ing|With|Using|By|From|Since|So|Thus|Hence|Therefore|Result|Conclusion)\b"
    r"[^:]{0,120}: (?=[a-z\x01])",
    re.I,
)
_SUM_OF = re.compile(
    r"^(?:so |thus |hence )?(?:\x01\d+\x02|\d[\d.,:/]*)(?: [a-z]+)?(?: (?:plus|minus|times|and|of"
    r"|divided by) (?:\x01\d+\x02|\d[\d.,:/]*)"
    r"(?: [a-z]+)?){1,4}(?= (?:is|are|equals|makes?|gives?)\b)",
    re.I,
)


_SOUGHT = re.compile(
    r" (?:that )?(?:we|you) (?:want(?:ed)?|need(?:ed)?|seek|sought|are (?:looking for|after))(?= (?:is|are"
    r"|equals)\b)",
    re.I,
)
_TRIPLE = re.compile(r"\b(the|this|only|such|smallest|ordered|pythagorean) triple\b(?! (?:of|the|as))", re.I)


_PLAINER = (
    (re.compile(r"\bgreatest common (?:divisor|factor)\b", re.I), "gcd"),
    (re.compile(r"\b(?:least|lowest|smallest) common multiple\b", re.I), "lcm"),
    (re.compile(r"(?<=\d )different (?=[a-z]+s\b)"), ""),
    (re.compile(r"(?<=\bneeds )(\d+) more (?=[a-z]+s$)"), r"\1 "),
)
"""Words that would be taken for a bound or a comparison, where they are none."""


def without_contrast(sentence: str) -> str:
    """The sentence without the value that it denies beside the one that it states."""
    return _NOT_BUT.sub("", _CONTRAST.sub("", sentence))


def core(sentence: str) -> str:
    """The sentence, masked and without its stop, reduced to what states a value."""
    said = without_contrast(sentence)
    if (aside := _ASIDE.search(said)) and not REOPENS.search(aside["said"]):
        said = said[: aside.start()]
    said = _BELIEF.sub("", _USING.sub("", said))
    said = _SUM_OF.sub("The result", said)
    for pattern in (_ROUNDED, _DIVIDED, _RANGE):
        said = pattern.sub(" ", said)
    said = _QUESTION.sub(" ", _WHEN.sub(r"\1 of", _UNDER.sub(r"\1 of", said)))
    said = _SOUGHT.sub("", said)
    for pattern, plainer in _PLAINER:
        said = pattern.sub(plainer, said)
    said = _TRIPLE.sub(r"\1 tuple", said)
    return re.sub(r"  +", " ", said).strip(" ,")
