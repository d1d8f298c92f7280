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


def asked(prompt: str) -> dict[str, list[str] | bool]:
    """What a prompt says of the number it asks for: ``units`` if it names some, ``digits`` if words will not do."""
    facts: dict[str, list[str] | bool] = {}
    if units := units_of(prompt):
        facts["units"] = units
    if "in digits" in prompt:
        facts["digits"] = True
    return facts
