"""Dates in words: ``March 14, 2027`` is ``14 March 2027``. Dates in digits are read as year, month, day only."""

from __future__ import annotations

import re

_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"), 1)
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(_MONTHS)
_WEEKDAY = r"(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (\d{4}))?"
_FORMS = (
    (re.compile(rf"{_WEEKDAY}(?:the )?({_MONTH})\.? (?:the )?{_DAY}{_YEAR}"), (1, 0, 2)),
    (re.compile(rf"{_WEEKDAY}(?:the )?{_DAY} (?:of )?({_MONTH})\.?{_YEAR}"), (0, 1, 2)),
)
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


def date(text: str) -> tuple[int, int, int] | None:
    """Year (0 if it is not said), month and day of a text in lower case without wrapping; None if it is no date."""
    if len(text) > 60:
        return None
    if iso := _ISO.fullmatch(text):
        year, month, day = map(int, iso.groups())
        return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None
    for pattern, order in _FORMS:
        if match := pattern.fullmatch(text):
            groups = match.groups()
            of_month, name, of_year = (groups[at] for at in order)
            if 1 <= int(of_month) <= 31:
                return int(of_year or 0), _MONTHS[name], int(of_month)
    return None
