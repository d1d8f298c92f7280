"""A last clause that concludes in no number: a day, no solution, an option, a formula, an equation solved for a letter.

"1000 = 142 * 7 + 6, so it will be Sunday.", "..., so 2x = 14 and x = 7.", "The derivative of x^4 is 4x^3."
"""

from __future__ import annotations

import re

from .sentences import GUARD, SUPPOSES

_SO = r"(?:so|hence|thus|therefore|consequently|it follows that|which means(?: that)?|this means(?: that)?)"
_DAY = re.compile(
    rf"(?P<before>.{{0,300}}?(?:^|[,;]\s)(?:and )?{_SO},? (?:it|[A-Za-z0-9 ]{{1,40}}?) (?:is|will be|falls on"
    rf"|must be|was))"
    r" (?:an? |on (?:an? )?)?(?P<value>(?-i:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day))",
    re.I,
)
_NONE = re.compile(
    rf"(?P<before>(?:.{{0,300}}?[,;]\s)?(?:and )?{_SO},? (?:the [a-z ]{{1,40}}|it|there)) (?:has|have|is|are)"
    r" (?P<value>no (?:real )?solutions?|infinitely many solutions)",
    re.I,
)
_OPTION = re.compile(
    r"(?P<before>)(?i:(?:(?:so|thus|hence|therefore),? )?(?:option|choice|statement"
    r"|answer)) (?P<value>\([A-H]\)|[A-H])"
    r" is (?:the )?(?:correct|right)(?: one| answer| choice| option)?"
)
_EQUATION = r"(?P=name) ?= ?-?\d[\d./]*"
_SOLVED = re.compile(
    rf"(?P<before>.{{0,400}}?(?:,? (?:and )?(?:so|hence|thus|therefore|giving|which gives)|,? and|,? then) )"
    rf"(?P<value>(?P<name>[a-z]) ?= ?-?\d[\d./]*(?:(?:,|,? or|,? and) {_EQUATION}){{0,4}})",
)
_ANY_SOLVED = re.compile(r"(?<![\w^+*/=.-])([a-z]) ?= ?-?[\d(]")
_GREEK_FORMULA = (
    r"[-\u2212]?(?:[\d+*/^().\u00b2\u00b3\u2074\u03c0\u221a \u2212\u00b7-]|(?<![A-Za-z])[A-Za-z](?![A-Za-z]))"
)
_FORMULA = re.compile(
    r"(?P<before>(?:.{0,200}?[,:] )?(?i:so |thus |hence |therefore )?[Tt]he (?:[a-z]+ ){0,3}?(?:derivative"
    r"|integral|antiderivative"
    r"|inverse|slope|polynomial|expression|product|quotient|sum|formula|term|quadratic|factori[sz]ation"
    r"|expansion|function)"
    r"(?: of [^\s,;]{1,30})?) is (?P<value>" + _GREEK_FORMULA + r"{2,60})"
)
_BY_RULE = re.compile(
    r"(?P<before>(?:By|Using|From|With|Applying) (?:the )?[A-Za-z' -]{1,50}"
    r"(?:rule|formula|theorem|identity|law|definition|method|substitution|test)),"
    r" (?:(?:we|i) (?:get|have|find|obtain) )?(?P<value>\x01\d+\x02)",
)
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")


def concluded(sentence: str) -> str | None:
    """What a sentence, masked and without its stop, concludes in; None if it is of no such shape.

    Args:
        sentence: at most some hundred characters.
    """
    if len(sentence) > 500:
        return None
    for pattern in (_DAY, _NONE, _OPTION, _SOLVED, _FORMULA, _BY_RULE):
        match = pattern.fullmatch(sentence)
        if match is None:
            continue
        before, value = match["before"], match["value"].strip()
        if SUPPOSES.search(before) or GUARD.search(before):
            return None
        if pattern is _SOLVED:
            names = set(_ANY_SOLVED.findall(sentence))
            if names != {match["name"]} or not re.search(rf"(?<![A-Za-z]){match['name']}(?![A-Za-z])", before):
                return None  # "x = 3 and y = 4"
            if before.endswith(" and ") and _ANY_SOLVED.search(before):
                return None  # "x = 0 and x = 1/2"
        if pattern is _FORMULA and _LETTER.search(value) is None:
            return None
        return value
    return None


__all__ = ["concluded"]
