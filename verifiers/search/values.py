"""Numbers with units, dates, and yes or no, as short answers write them: each reader takes the whole text or nothing.

**Number**: ``-12``, ``minus 12``, ``3.50``, ``1,200``, ``1 200``, ``2.5 million``, ``twenty-one``. The sign and the
point count; fractions in lowest terms are read (``7/2``, ``3½``); ``-0``, ``6/2``, ``1e3``, ``12th``, ``about 12``
and a decimal comma are no numbers. The unit may be left out; one that is there must be the right one, in the
singular or plural, and is never converted.

**Date**: ``812-05-03``, ``3 May 812``, ``3rd of May, 812``, ``May 3rd, 812``, ``the third of May 812``; months may be
cut to three letters; ``AD`` may be said. A form with slashes or dots that does not begin with the year is refused,
because nobody knows which number is the month. A date is as exact as the reference: a year alone is right only for a
year.

**Yes or no**: ``yes``, ``no``, ``true``, ``false``, and behind it a clause that agrees with it, as far as its words
show: "Yes, it did", "No, she was not". A clause with "not" disagrees with a yes, one without disagrees with a no.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

from ..answers.numbers import read_number as exact_number
from .names import plain, unwrapped

MAX_DIGITS = 60
"""More digits are no number."""

_NUMBER = re.compile(
    r"(?P<sign>[-+]|minus |negative )?(?P<money>[$€£] ?)?"
    r"(?P<whole>[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]{0,2}(?: [0-9]{3})+|[0-9]*)"
    r"(?:\.(?P<places>[0-9]+))?(?: (?P<scale>thousand|million|billion)(?![^\W\d_]))?"
    r"(?: ?(?P<unit>[^\W\d_%$€£°].*|[%$€£°].*))?",
    re.IGNORECASE,
)
_VULGAR = re.compile("[\u00bc-\u00be\u2150-\u215e]|\\\\[dt]?frac")
_NEGATIVE = frozenset(("-", "minus ", "negative "))
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_SPELLED = re.compile(
    r"(?:minus |negative )?(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b"
)
"""How numbers in words begin."""
_STRAY_AND = re.compile(
    r"(?<!hundred )(?<!thousand )(?<!million )(?<!billion )\band\b|\band$|[^a-z -]|\bzero .|. zero\b"
)
_UNITS = (
    ("%", "percent", "per cent"), ("$", "dollar"), ("€", "euro"), ("£", "pound sterling"), ("°", "degree"),
    ("km", "kilometre", "kilometer"), ("m", "metre", "meter"), ("cm", "centimetre", "centimeter"),
    ("mm", "millimetre", "millimeter"), ("mi", "mile"), ("ft", "foot"), ("in", "inch"), ("yd", "yard"),
    ("kg", "kilogram", "kilogramme"), ("g", "gram", "gramme"), ("t", "tonne"), ("lb", "lbs", "pound"), ("oz", "ounce"),
    ("h", "hr", "hour"), ("min", "minute"), ("s", "sec", "second"), ("l", "litre", "liter"), ("ha", "hectare"),
    ("km²", "km2", "square kilometre", "square kilometer", "sq km"), ("yr", "year"),
)  # fmt: skip
_PLURALS = {
    "foot": "feet",
    "inch": "inches",
    "person": "people",
    "man": "men",
    "woman": "women",
    "child": "children",
}
_SINGULARS = {plural: single for single, plural in _PLURALS.items()}


def read_number(text: str, units: frozenset[str] = frozenset()) -> Fraction | int | None:
    """The number that is the whole of `text`, beside one of the `units`; else None."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS:
        return int(text)
    text = unwrapped(plain(text))
    if ("/" in text or _VULGAR.search(text)) and len(text) <= MAX_DIGITS:
        return exact_number(text, units=[unit for unit in units if "/" not in unit])
    match = _NUMBER.fullmatch(text)
    if match is None or not (match["whole"] or match["places"]):
        return _spelled(text, units)
    unit, money = match["unit"] or "", (match["money"] or "").strip()
    if (unit and unit_form(unit) not in units) or (money and (money not in units or unit)):
        return None
    whole, places = match["whole"].replace(",", "").replace(" ", ""), match["places"] or ""
    if len(whole) + len(places) > MAX_DIGITS:
        return None
    value = Fraction(int(whole + places), 10 ** len(places)) if places else int(whole)
    if match["scale"]:
        value *= _SCALES[match["scale"].lower()]
    if (match["sign"] or "").lower() in _NEGATIVE:
        return -value if value else None
    return value


def _spelled(text: str, units: frozenset[str]) -> int | None:
    text = text.lower()
    if len(text) > 120 or not text.isascii():
        return None
    for unit in units:
        if text.endswith(f" {unit}"):
            text = text[: -len(unit) - 1]
            break
    if not _SPELLED.match(text) or _STRAY_AND.search(text):
        return None
    from ..math.words import (
        number_of_words,  # only here: few answers spell their numbers, and it is a large package
    )

    return number_of_words(text)


def unit_of(text: str) -> str:
    """What stands beside a number written in digits, or "" if nothing does."""
    match = _NUMBER.fullmatch(unwrapped(plain(text)))
    if match is None or not (match["whole"] or match["places"]):
        return ""
    return (match["unit"] or match["money"] or "").strip()


def unit_form(unit: str) -> str:
    """A unit as it is looked up: symbols keep their case, words do not."""
    unit = unit.strip().rstrip(".")
    return unit if len(unit) <= 3 else unit.lower()


def unit_forms(unit: str) -> frozenset[str]:
    """All that may be written for a unit: its singular, its plural, and the symbol or word of a common one."""
    if not unit.strip():
        return frozenset()
    forms: set[str] = set()
    for name in _numbers_of(unit_form(unit)):
        group = next((group for group in _UNITS if name in group), (name,))
        for other in group:
            forms |= _numbers_of(other)
    return frozenset(map(unit_form, forms | {unit}))


def _numbers_of(unit: str) -> set[str]:
    """The unit in the singular and in the plural; the head of "pieces of silver" is its first word."""
    if len(unit) <= 2 or not unit[-1].isalpha():
        return {unit}
    head, of, rest = unit.partition(" of ")
    before, space, noun = head.rpartition(" ")
    single = _SINGULARS.get(noun) or _singular(noun)
    nouns = {noun, single, _PLURALS.get(single) or _plural(single)}
    return {f"{before}{space}{word}{of}{rest}" for word in nouns}


def _singular(noun: str) -> str:
    for end, instead in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
        if noun.endswith(end) and len(noun) > len(end) + 1:
            return noun.removesuffix(end) + instead
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") and len(noun) > 2 else noun


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "sh", "ch")) else "s")


Day = tuple[int, int, int]
"""Year, month and day; 0 for what is not said. Years before the era are negative."""

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH = {name: number for number, full in enumerate(_MONTHS, 1) for name in (full, full[:3])} | {"sept": 9}
_ONES = "first second third fourth fifth sixth seventh eighth ninth".split()
_ORDINALS = {
    name: number
    for number, name in enumerate(
        _ONES
        + "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split()
        + ["twentieth"],
        1,
    )
}
_ORDINALS |= {f"twenty{dash}{one}": 20 + n for (n, one), dash in product(enumerate(_ONES, 1), "- ")}
_ORDINALS |= {"thirtieth": 30, "thirty-first": 31, "thirty first": 31}
_ORDINAL = re.compile(rf"\b(?:{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})\b")

_Y, _D, _M = r"(?P<y>[0-9]{1,4})", r"(?P<d>[0-9]{1,2})(?:st|nd|rd|th)?", r"(?P<m>[a-z]{3,9})\.?"
_IN = r",? (?:of |in )?(?:the year )?"
_FORMS = tuple(
    map(
        re.compile,
        (
            r"(?P<y>[0-9]{3,4})(?P<by>[-/])(?P<n>[0-9]{1,2})(?P=by)(?P<d>[0-9]{1,2})",
            rf"(?:the )?{_D}(?: day)?(?: of)? {_M}{_IN}{_Y}",
            rf"{_M} (?:the )?{_D}{_IN}{_Y}",
            rf"{_Y},? {_M} {_D}",
            rf"{_M}{_IN}{_Y}",
            r"(?P<y>[0-9]{3,4})-(?P<n>[0-9]{1,2})",
            rf"(?:the )?(?:year )?{_Y}",
        ),
    )
)
_ERA = re.compile(
    r"(?:(?P<before>ad|a\.d\.) )?(?P<rest>.*?)(?: (?P<after>ad|a\.d\.|ce|c\.e\.|bc|b\.c\.|bce|b\.c\.e\.))?"
)


def read_date(text: str) -> Day | None:
    """The day, month or year that is the whole of `text`, else None."""
    text = unwrapped(plain(text)).lower()
    if len(text) > 80:
        return None
    match = _FORMS[0].fullmatch(text)
    if match is None:
        era = _ERA.fullmatch(text)
        if era is None or (era["before"] and era["after"]):
            return None
        text = era["rest"].removeprefix("on ").removeprefix("in ")
        text = _ORDINAL.sub(lambda found: f"{_ORDINALS[found.group()]}th", text)
        sign = -1 if (era["after"] or "").startswith("b") else 1
        match = next(filter(None, (form.fullmatch(text) for form in _FORMS)), None)
        if match is None:
            return None
    else:
        sign = 1
    part = match.groupdict()
    year, day = int(part["y"]), int(part.get("d") or 0)
    month = int(part["n"]) if part.get("n") else _MONTH.get(part["m"], -1) if part.get("m") else 0
    said_month, said_day = bool(part.get("n") or part.get("m")), part.get("d") is not None
    if year == 0 or (said_month and not 1 <= month <= 12) or (said_day and not 1 <= day <= _days(year, month)):
        return None
    return sign * year, month, day


def _days(year: int, month: int) -> int:
    if month == 2:
        return 28 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    return 30 if month in (4, 6, 9, 11) else 31


_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


_CLAUSE = re.compile(
    r"(?P<word>yes|no|true|false)\s*[,;:.!\u2013\u2014-]+\s*(?P<clause>(?:it|he|she|they|there|this|that|these|those|we|i|the|both|all"
    r"|neither|none|[^\W\d_][\w'.]*(?:\s+[^\W\d_][\w'.]*){0,6})\b.{1,240})",
    re.IGNORECASE | re.DOTALL,
)
_NEGATION = re.compile(
    r"\b(?:not|never|no|neither|nor|none|nobody|nothing|cannot|without)\b|n't\b", re.IGNORECASE
)
_TURN = re.compile(
    r"\b(?:but|or|however|although|though|yes|maybe|perhaps|possibly|probably|unless|if|whether|true|false)\b|[?]",
    re.IGNORECASE,
)


def read_boolean(text: str) -> bool | None:
    """Yes or no, if that is the whole of `text`, possibly with a clause behind it that agrees."""
    bare = unwrapped(plain(text))
    found = _TRUTH.get(bare.rstrip("!").lower())
    if found is not None:
        return found
    match = _CLAUSE.fullmatch(bare) if len(bare) < 300 else None
    if match is None or _TURN.search(match["clause"]):
        return None
    value = _TRUTH[match["word"].lower()]
    negations = len(_NEGATION.findall(match["clause"]))
    return value if negations == (0 if value else 1) else None
