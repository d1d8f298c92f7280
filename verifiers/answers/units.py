r"""The unit beside a number: one that the question names may stand there, and no other.

Which units a question names is a fact of the task (``payload["gold"]["units"]``, in the question's own words). For
each, the singular, the plural and the usual symbols are known (`forms_of`). Behind a counted number its noun may
stand with words before it that change nothing, as in ``12 different codes``. ``28 euros`` is no answer to a question
about dollars, whatever the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_SAME = (
    ("%", "\\%", "percent", "per cent", "percents", "percentage"),
    ("$", "\\$", "dollars", "dollar", "USD", "US$"),
    ("\u20ac", "euros", "euro", "EUR", "\\euro", "\\texteuro"),
    ("\u00b0", "degrees", "degree", "deg", "^\\circ", "^{\\circ}", "\\degree", "^o", "^\\degree", "\\circ"),
    ("kilometres", "kilometre", "kilometers", "kilometer", "km"),
    ("metres", "metre", "meters", "meter", "m"),
    ("centimetres", "centimetre", "centimeters", "centimeter", "cm"),
    ("millimetres", "millimetre", "millimeters", "millimeter", "mm"),
    ("kilograms", "kilogram", "kg", "kilogrammes", "kilos"),
    ("grams", "gram", "g", "grammes"),
    ("litres", "litre", "liters", "liter", "l", "L"),
    ("millilitres", "millilitre", "milliliters", "milliliter", "ml", "mL"),
    ("hectares", "hectare", "ha"),
    ("hours", "hour", "h", "hrs", "hr"),
    ("minutes", "minute", "min", "mins"),
    ("seconds", "second", "s", "sec", "secs"),
    ("days", "day", "d"),
    ("weeks", "week"),
    ("months", "month"),
    ("years", "year", "years old", "yr", "yrs", "year old"),
    ("kilometres per hour", "kilometers per hour", "km/h", "kph", "kmh", "km per hour", "\\frac{km}{h}", "km/hr"),
    ("metres per second", "meters per second", "m/s"),
    ("ways", "way", "possibilities", "possible ways", "different ways", "options", "choices", "combinations"),
    ("units", "unit", "units of length", "length units"),
    ("square units", "square unit", "sq units", "sq. units", "units^2", "units\u00b2", "unit^2", "units squared",
     "units^{2}", "unit\u00b2", "u^2", "sq units.", "units of area"),
    ("cubic units", "cubic unit", "cu units", "units^3", "units\u00b3", "unit^3", "units cubed", "units^{3}",
     "unit\u00b3", "u^3", "units of volume"),
)  # fmt: skip
_PLURALS = {
    "children": "child",
    "people": "person",
    "mice": "mouse",
    "men": "man",
    "women": "woman",
    "feet": "foot",
}
_TEXT = re.compile(
    r"\\(?:text|mathrm|textrm|operatorname|mbox|rm|mathit)\s*\{\s*([^{}]{0,60})\}|\{\\rm\s+([^{}]{0,60})\}"
)
_SPACING = re.compile(r"\\[,;:! ]|\\quad|~|\s+")
_BEHIND = re.compile(
    r"([0-9)}.]|frac\{[^{}]*\}\{[^{}]*\}|\bpi|\\pi|[\u00bc-\u00be\u2150-\u215e\u03c0])([^0-9(){}]{1,80})$"
)
_SIGNED = re.compile(r"[^A-Za-z -]")
_HARMLESS = frozenset("different distinct possible such whole total full us american".split())
_ENDINGS = re.compile(
    r"\s+(?:in total|in all|altogether|each|left|overall|total|remaining|in each|are possible"
    r"|old|exactly|now)$"
)


@lru_cache(maxsize=4096)
def forms_of(unit: str) -> frozenset[str]:
    """All that may be written for a unit; symbols of up to three letters keep their case, words do not."""
    found = {unit}
    for group in _SAME:
        if unit in group or unit.lower() in group:
            found.update(group)
    if len(unit) > 3 and unit[-1].isalpha():
        head, space, noun = unit.rpartition(" ")
        found |= {f"{head}{space}{word}" for word in _numbers_of(noun)}
    for form in tuple(found):
        for word, power, raised in (("square", 2, "\u00b2"), ("cubic", 3, "\u00b3")):
            if form.startswith(f"{word} ") and len(form) > len(word) + 2:
                base = form[len(word) + 1 :]
                found.add(f"{word[:2]} {base}")
                for one in forms_of(base):
                    found |= {
                        f"{word} {one}",
                        f"{one}^{power}",
                        f"{one}^{{{power}}}",
                        f"{one}{raised}",
                        f"{one}**{power}",
                    }
    return frozenset(form if len(form) <= 3 else form.lower() for form in found)


def _numbers_of(noun: str) -> set[str]:
    """A noun in the singular and in the plural."""
    lower = noun.lower()
    if lower in _PLURALS:
        return {lower, _PLURALS[lower]}
    for single in (key for key, value in _PLURALS.items() if value == lower):
        return {lower, single}
    if lower.endswith("ies"):
        return {lower, lower[:-3] + "y", lower[:-1]}
    if lower.endswith(("ches", "shes", "sses", "xes", "zes")):
        return {lower, lower[:-2]}
    if lower.endswith("ves"):
        return {lower, lower[:-3] + "f", lower[:-3] + "fe", lower[:-1]}
    if lower.endswith("s") and not lower.endswith("ss"):
        return {lower, lower[:-1]}
    if lower.endswith("y") and lower[-2:-1] not in ("a", "e", "o", "u"):
        return {lower, lower[:-1] + "ies"}
    return {lower, lower + "s", lower + "es"}


def without_unit(text: str, units: Iterable[str]) -> str:
    """`text` without, once, one of the `units` behind its number (or a sign of money before it).

    A text with any other unit comes back as it is, so that no reader of numbers reads it.
    """
    named = tuple(units)
    if not named or not text:
        return text
    known = frozenset().union(*map(forms_of, named))
    for sign in ("\\$", "US$", "USD", "$", "\u20ac", "\\euro"):
        if sign in known:
            bare = text[1:] if text[:1] == "-" else text
            if bare.startswith(sign):
                rest = bare[len(sign) :].lstrip()
                return f"-{rest}" if bare is not text else rest
    flat = (
        _TEXT.sub(lambda found: f" {(found[1] or found[2] or '').strip()} ", text)
        if "\\" in text or "{" in text
        else text
    )
    flat = flat.rstrip()
    for form in sorted(known, key=len, reverse=True):
        if _SIGNED.search(form) and flat.endswith(form) and not flat[: -len(form)][-1:].isalpha():
            return _ended(flat[: -len(form)])
    match = _BEHIND.search(flat[-120:])
    if match is None:
        return text
    spelled = " ".join(_SPACING.sub(" ", match[2]).split()).strip("-").rstrip(".").strip()
    shorter = _ENDINGS.sub("", " " + spelled).strip()
    for said in dict.fromkeys((spelled, shorter)):
        if _is_form(said, known):
            return _ended(flat[: len(flat) - len(match[2])])
    return text


def _ended(text: str) -> str:
    return (
        _SPACING.sub(" ", text[-8:]).rstrip()
        if len(text) <= 8
        else text[:-8] + _SPACING.sub(" ", text[-8:]).rstrip()
    )


def _is_form(said: str, known: frozenset[str]) -> bool:
    """Whether what was said is a unit, possibly with words before it that change nothing."""
    spelled = said if len(said) <= 3 else said.lower()
    if spelled in known:
        return True
    words = spelled.split()
    for at in range(1, min(len(words), 4)):
        rest = " ".join(words[at:])
        if rest in known and len(rest) > 3:
            return all(word in _HARMLESS for word in words[:at])
    return False
