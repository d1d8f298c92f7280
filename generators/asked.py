"""What a question counts or measures in, in its own words: a fact for who reads an answer such as ``28 dollars``."""

from __future__ import annotations

import re

_MEASURES = (
    r"(?:kilo|centi|milli)?met(?:re|er)s|(?:milli)?lit(?:re|er)s|hectares|(?:kilo)?grams|tonnes|hours|minutes|seconds|days"
    r"|weeks|months|years|dollars|euros|cents|degrees|points|miles|kg|square (?:centi|kilo)?met(?:re|er)s"
)
_COUNTED = re.compile(
    r"\b(?:how many|number of|count the)\s+(?:(?:more|fewer|of these|of the|of|the|such|different|distinct|other)\s+)*"
    r"((?:[0-9]+-)?[a-z]+(?:[ -][a-z]+){0,2}?)(?=\s+(?:did|does|do|are|is|was|were|can|could|has|have|"
    r"will|must|of|in|from|to|with"
    r"|that|which|n|x|k|p|there|divide|share|stand|leave|satisfy|taken|drawn|than|over|needed|until|not|at|on|for|and|left|remain"
    r"|had|would|be|print|makes?|came|come|went|go|live|lie|between|shown|thrown|turned|written|altogether)\b|\s*[?.,]|\s*$)",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    rf"\bin ((?:{_MEASURES})(?: per (?:hour|minute|second|day|week|year|kilogram))?)(?![a-z])", re.IGNORECASE
)
_THINGS = re.compile(
    r"\b(?:how many|count)\s+(?:(?:the|its|all|different|distinct|possible|[0-9]+ x [0-9]+)\s+)*"
    r"([a-z][a-z-]*(?: [a-z][a-z-]*){0,3}?)(?=\s*\(|\s+(?:whose|hold|fit|win|in which|of|that|to|are|is|do|does|can"
    r"|have|has|with|where|for|lead|from|[A-Z0-9])\b|\s*[?.,:]|\s*$)",
    re.IGNORECASE,
)
_VALUES = frozenset(("points", "uses"))
"""What is added up and not counted."""
_NO_NOUNS = frozenset("it they them times often much long old far that this those each one ones all".split())


_SENTENCE = re.compile(r"(?<=[.?!:])\s+|\n+")
_ASKS = re.compile(
    r"[^?]*\?|(?:find|count|compute|determine|work out|after|for|in)\b.*", re.IGNORECASE | re.DOTALL
)


def units_of(prompt: str) -> list[str]:
    """The units and nouns that the answer's number may carry, as the question names them; [] if it names none.

    "How many red signs did Ann paint?" gives ``red signs`` and ``signs``, "What is its length, in metres?" ``metres``.
    """
    question = " ".join(sentence for sentence in _SENTENCE.split(prompt) if _ASKS.fullmatch(sentence))
    found: dict[str, None] = {}
    for match in _MEASURED.finditer(question):
        found[match[1].lower()] = None
    for match in _COUNTED.finditer(question):
        noun = match[1].lower()
        found[noun] = None
        found[noun.rpartition(" ")[2]] = None
    return [unit for unit in found if unit not in _NO_NOUNS and len(unit) > 1]


def things_of(prompt: str) -> list[str]:
    """What a question of counting counts, as it names it, and ``ways``; [] where it asks for a sum of values.

    "Count its simple cycles (closed walks ...)" gives ``simple cycles``, ``cycles`` and ``ways``: all that is counted
    may be called ways to do it.
    """
    found: dict[str, None] = {}
    for sentence in _SENTENCE.split(prompt):
        for match in _THINGS.finditer(sentence):
            noun = match[1].lower()
            found |= dict.fromkeys((noun, noun.rpartition(" ")[2]))
    things = [thing for thing in found if thing.endswith("s") and thing not in _NO_NOUNS]
    return [*things, "ways"] if things and not _VALUES.intersection(things) else things


def asked(prompt: str, *, counts: bool = False) -> dict[str, list[str] | bool]:
    """What a prompt says of the number it asks for: ``units`` if it names some, ``digits`` if words will not do.

    Args:
        prompt: the prompt.
        counts: whether the question is one of counting.
    """
    facts: dict[str, list[str] | bool] = {}
    if units := [*dict.fromkeys([*units_of(prompt), *(things_of(prompt) if counts else ())])]:
        facts["units"] = units
    if "in digits" in prompt:
        facts["digits"] = True
    return facts
