r"""Boxes that hold somebody else's value: "Alice claims \boxed{42}.", "A naive count gives \boxed{6}.".

A verb of saying with any subject but the writer reports; a verb of getting reports only behind what can be nothing but
a source or a first attempt, because "the friends get \boxed{4}" is the end of a story.
"""

from __future__ import annotations

import re

_SAYS = (
    r"(?:claim(?:s|ed)|insist(?:s|ed)|says?|said|thinks?|thought|believe[sd]?|answer(?:s|ed)|guess(?:es|ed)"
    r"|suspect(?:s|ed)|suggest(?:s|ed)|argue[sd]|report(?:s|ed)|wrote|writes|puts?)"
)
_GETS = (
    r"(?:got|gets?|gave|gives?|obtain(?:s|ed)|found|finds?|yield(?:s|ed)?|compute[sd]?|has|had|is|was|lists?"
    r"|states?)"
)
_SOURCE = (
    r"(?:models?|keys?|(?:text)?books?|manuals?|forums?|calculators?|assistants?|attempts?|counts?|counting|guess"
    r"|argument|estimate|solver|student|classmate)"
)
_LEFT = r"[^.!?;\n\\]{0,30}$"
_REPORTS = re.compile(
    r"(?:^|[\s,;])(?:(?!I\b|[Ww]e\b|[Tt]his\b|[Tt]hat\b|[Ii]t\b)[A-Za-z]+)"
    r"(?: (?:once|first|also|wrongly|has|have|had))?"
    rf" (?P<verb>{_SAYS})\b{_LEFT}"
)
_GIVES = re.compile(
    rf"(?:^|[\s,;])(?:(?:the|a|my|one|another|some|many|most|other|previous|an earlier) (?:[a-z]+ ){{0,2}}?{_SOURCE}"
    rf"|(?:someone|somebody)(?: [a-z]+){{0,4}}?) (?:(?:once|first|also|wrongly|has|have|had) )?{_GETS}\b{_LEFT}"
    r"|\b(?:one|you|we|some|many) (?:might|could|may) (?:first )?(?:get|think|say|answer|expect|guess|be tempted|obtain"
    rf"|believe)\b{_LEFT}",
    re.I,
)
_WRONG_TITLE = re.compile(
    r"(?<!not )\b(?:wrong|incorrect|false|mistaken|naive|bad)\b[^.!?:\n]{0,20}:[\s$\\(*]{0,6}$", re.I
)
_STORY = re.compile(r"[\s$)]{0,4}\s(?!which\b|but\b|and\b)[a-z]+")
_CONFIRMED = re.compile(
    r"\b(?:is|are|was|were) (?:indeed |quite )?(?:right|correct)\b|\bi agree\b|\bconfirm", re.I
)
_CONCLUDES = re.compile(r"\b(?:so|thus|hence|therefore|finally|in total|altogether|conclude|correct)\b", re.I)


def is_anothers(before: str, behind: str) -> bool:
    """Whether the clause before a box says that somebody else gives its value, and nothing behind it agrees.

    Args:
        before: the text that ends where the box begins; a hundred characters are enough.
        behind: what follows its closing brace.
    """
    if _WRONG_TITLE.search(before):
        return True
    clause = re.split(r"[.!?;:,\n]|\bbut\b", before)[-1].rstrip(" $\\(*")
    if _CONFIRMED.search(behind) or _CONCLUDES.search(clause):
        return False
    reported = _REPORTS.search(clause)
    if reported is not None:
        told = reported["verb"] in ("wrote", "writes", "put", "puts")  # "Tom wrote \boxed{12} pages"
        return not (told and _STORY.match(behind))
    return _GIVES.search(clause) is not None and _STORY.match(behind) is None


__all__ = ["is_anothers"]
