"""Dates: count days, move dates, find weekdays, leap years and working days in the Gregorian calendar.

Every question names its dates in full. The Gregorian rule is used for all years: a year is a leap year if 4
divides it, but not if 100 does, unless 400 does. Kinds: ``between``, ``shift``, ``year-day``, ``weekday``, ``nth``,
``leaps``, ``workdays``, ``months``, ``after``.

Symmetries: none; how a date is printed does not count.

Difficulty: the `kinds` of question, dates from the year `first` to the year `last`, and up to `span` days (or,
for leap years and months, as many years as that is) between them. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ..base import Json
from ..family import Family, Question, as_stated
from ..limits import Whole
from .calendar_days import (
    MONTHS,
    WEEKDAYS,
    Date,
    date_lines,
    date_of,
    day_number,
    is_leap,
    iso,
    leaps_before,
    month_length,
    number_lines,
    walk_lines,
    weekday,
)

WORDINGS = (
    "{question} {calendar} {form}",
    "A question about the calendar: {question}\n{calendar} {form}",
    "{calendar}\n\n{question} {form}",
    "Answer this without a calendar at hand.\n{question}\n{form} {calendar}",
)
_CALENDARS = (
    "Use the Gregorian calendar.",
    "All dates are in the Gregorian calendar.",
    "The Gregorian calendar applies throughout.",
)
_FORMS = {
    "date": "Give the date in the form YYYY-MM-DD.",
    "integer": "Give the number alone.",
    "weekday": "Give the English name of the weekday.",
}
_ORDINALS = ("first", "second", "third", "fourth", "last")

_STEP_SPAN = 400
"""Up to so many days a worked solution walks from month to month; beyond that it uses day numbers."""


def _question(
    question: str, form: str, facts: dict[str, Json], answer: str, lines: Sequence[str], guess_rate: float
) -> Question:
    fields = {"question": question, "form": _FORMS[form]}
    return Question(fields, facts, answer, lines, {"kind": form}, guess_rate=guess_rate)


def _said(rng: random.Random, date: Date) -> str:
    """A date as people write it, never in a form that can be read in two ways."""
    year, month, day = date
    name = MONTHS[month - 1]
    return rng.choice((iso(date), f"{day} {name} {year}", f"{name} {day}, {year}"))


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _between(rng: random.Random, date: Date, span: int) -> Question:
    count = rng.randint(max(span // 20, 5), span)
    end = date_of(day_number(date) + count)
    question = (
        f"How many days after {_said(rng, date)} is {_said(rng, end)}? (The next day would be 1 day after.)"
    )
    if count <= _STEP_SPAN:
        lines, total, day, at = [], 0, date[2], date
        while at[:2] != end[:2]:
            step = month_length(*at[:2]) - day + 1
            at = (at[0] + 1, 1, 1) if at[1] == 12 else (at[0], at[1] + 1, 1)
            day = 1
            lines.append(f"to {iso(at)}: {total} + {step} = {total + step}")
            total += step
        if end[2] > day:
            lines.append(f"to {iso(end)}: {total} + {end[2] - day} = {count}")
    else:
        a, b = day_number(date), day_number(end)
        lines = [*number_lines(date), *number_lines(end), f"{b} - {a} = {count}"]
    return _question(question, "integer", {"from": iso(date), "to": iso(end)}, str(count), lines, 2 / span)


def _shift(rng: random.Random, date: Date, span: int) -> Question:
    count = rng.randint(max(span // 20, 5), span) * rng.choice((1, 1, -1))
    if day_number(date) + count < day_number((1000, 1, 1)):
        count = -count
    end = date_of(day_number(date) + count)
    way = "after" if count > 0 else "before"
    said = _said(rng, date)
    question = rng.choice(
        (
            f"What is the date {_days(abs(count))} {way} {said}?",
            f"Which date is {_days(abs(count))} {way} {said}?",
        )
    )
    if abs(count) <= _STEP_SPAN:
        lines = walk_lines(date, count)
    else:
        a = day_number(date)
        lines = [*number_lines(date), f"{a} {'+' if count > 0 else '-'} {abs(count)} = {a + count}"]
        lines += date_lines(a + count)
    return _question(question, "date", {"from": iso(date), "days": count}, iso(end), lines, 0.002)


def _year_day(rng: random.Random, date: Date, span: int) -> Question:
    year, month, day = date
    question = f"Which day of the year is {_said(rng, date)}? (1 January is day 1.)"
    lines = [f"{year} has {366 if is_leap(year) else 365} days"]
    total = 0
    for earlier in range(1, month):
        length = month_length(year, earlier)
        lines.append(f"{MONTHS[earlier - 1]}: {total} + {length} = {total + length}")
        total += length
    lines.append(f"{total} + {day} = {total + day}")
    return _question(question, "integer", {"date": iso(date)}, str(total + day), lines, 1 / 300)


def _weekday_lines(date: Date) -> list[str]:
    number = day_number(date)
    names = "1 is Monday, 2 Tuesday, 3 Wednesday, 4 Thursday, 5 Friday, 6 Saturday, 0 Sunday"
    return [
        *number_lines(date),
        f"{number} = 7 * {number // 7} + {number % 7}; {names}: {iso(date)} is a {WEEKDAYS[weekday(number)]}",
    ]


def _weekday(rng: random.Random, date: Date, span: int) -> Question:
    said = _said(rng, date)
    question = rng.choice((f"On which day of the week does {said} fall?", f"What day of the week is {said}?"))
    return _question(
        question,
        "weekday",
        {"date": iso(date)},
        WEEKDAYS[weekday(day_number(date))],
        _weekday_lines(date),
        1 / 7,
    )


def _nth(rng: random.Random, date: Date, span: int) -> Question:
    year, month, _ = date
    wanted, nth = rng.randrange(7), rng.randrange(5)
    start = day_number((year, month, 1))
    ahead = (wanted - weekday(start)) % 7
    day = 1 + ahead
    lines = [*_weekday_lines((year, month, 1)), f"first {WEEKDAYS[wanted]}: 1 + {ahead} = {day}"]
    length = month_length(year, month)
    while (nth < 4 and day < 1 + ahead + 7 * nth) or (nth == 4 and day + 7 <= length):
        lines.append(f"{day} + 7 = {day + 7}")
        day += 7
    if nth == 4:
        lines.append(f"{MONTHS[month - 1]} {year} has {length} days")
    question = f"What is the date of the {_ORDINALS[nth]} {WEEKDAYS[wanted]} of {MONTHS[month - 1]} {year}?"
    facts = {"year": year, "month": month, "weekday": WEEKDAYS[wanted], "nth": _ORDINALS[nth]}
    return _question(question, "date", facts, iso((year, month, day)), lines, 1 / 6)


def _leaps(rng: random.Random, date: Date, span: int) -> Question:
    first = date[0]
    last = first + rng.randint(30, max(span // 365, 250))
    count = leaps_before(last + 1) - leaps_before(first)
    a, b = first - 1, last
    lines = [
        f"up to {b}: {b // 4} - {b // 100} + {b // 400} = {leaps_before(b + 1)}",
        f"up to {a}: {a // 4} - {a // 100} + {a // 400} = {leaps_before(first)}",
        f"{leaps_before(b + 1)} - {leaps_before(first)} = {count}",
    ]
    question = f"How many leap years are there from {first} to {last}, both years included?"
    return _question(question, "integer", {"first": first, "last": last}, str(count), lines, 0.05)


def _workdays(rng: random.Random, date: Date, span: int) -> Question:
    count = rng.randint(max(span // 20, 10), span)
    start = day_number(date)
    end = date_of(start + count)
    weeks, rest = divmod(count + 1, 7)
    names = [WEEKDAYS[weekday(start + i)] for i in range(rest)]
    extra = sum(name not in WEEKDAYS[5:] for name in names)
    total = 5 * weeks + extra
    lines = _weekday_lines(date) + number_lines(end)
    lines.append(f"{start + count} - {start} + 1 = {count + 1} days = {weeks} weeks + {rest}")
    lines.append(f"other days: {', '.join(names) or 'none'}, {extra} of them from Monday to Friday")
    lines.append(f"5 * {weeks} + {extra} = {total}")
    question = (
        f"How many days from {_said(rng, date)} to {_said(rng, end)}, both included, are neither Saturdays nor "
        "Sundays?"
    )
    return _question(question, "integer", {"from": iso(date), "to": iso(end)}, str(total), lines, 3 / span)


def _months(rng: random.Random, date: Date, span: int) -> Question:
    first = date[0]
    last = first + rng.randint(1, min(max(span // 3650, 2), 12))
    day, wanted = rng.randint(1, 28), rng.randrange(7)
    lines, total = [], 0
    start = day_number((first, 1, day))
    lines = _weekday_lines((first, 1, day))
    for year in range(first, last + 1):
        hits = []
        for month in range(1, 13):
            number = start + day_number((year, month, day)) - day_number((first, 1, day))
            if weekday(number) == wanted:
                hits.append(MONTHS[month - 1])
        total += len(hits)
        lines.append(f"{year}: {', '.join(hits) or 'none'}; {total} so far")
    question = (
        f"In how many months from January {first} to December {last} is day {day} of the month a "
        f"{WEEKDAYS[wanted]}?"
    )
    facts = {"first": first, "last": last, "day": day, "weekday": WEEKDAYS[wanted]}
    return _question(question, "integer", facts, str(total), lines, 0.35)


def _after(rng: random.Random, date: Date, span: int) -> Question:
    count = rng.randint(10, max(span // 40, 20))
    start = day_number(date)
    weeks, rest = divmod(count, 5)
    at = start + 7 * weeks
    lines = [
        *_weekday_lines(date),
        f"{count} = 5 * {weeks} + {rest}: {weeks} weeks and {rest} more working days",
    ]
    if weekday(start) > 4:  # from a weekend, whole weeks end on the Friday before
        at = start - (weekday(start) - 4) + 7 * weeks
    lines.append(f"whole weeks lead to {iso(date_of(at))}, a {WEEKDAYS[weekday(at)]}")
    while rest:
        at += 1
        if weekday(at) < 5:
            rest -= 1
            lines.append(f"{iso(date_of(at))}, {WEEKDAYS[weekday(at)]}: {rest} left")
    question = (
        f"Starting after {_said(rng, date)}, working days (Monday to Friday, no holidays) are counted 1, 2, 3 and "
        f"so on. What is the date of working day {count}?"
    )
    return _question(question, "date", {"from": iso(date), "days": count}, iso(date_of(at)), lines, 0.005)


def _dated(maker: Callable[[random.Random, Date, int], Question]) -> Callable[..., Question]:
    """The maker with a date drawn for it."""

    def dated(rng: random.Random, *, first: int, last: int, span: int) -> Question:
        year, month = rng.randint(first, last), rng.randint(1, 12)
        return maker(rng, (year, month, rng.randint(1, month_length(year, month))), span)

    return dated


def _relation(first: int, last: int, **_: object) -> str:
    return "" if first <= last else f"first must be at most last, not {first} and {last}"


generate = Family(
    {
        "between": _dated(_between),
        "shift": _dated(_shift),
        "year-day": _dated(_year_day),
        "weekday": _dated(_weekday),
        "nth": _dated(_nth),
        "leaps": _dated(_leaps),
        "workdays": _dated(_workdays),
        "months": _dated(_months),
        "after": _dated(_after),
    },
    WORDINGS,
    {
        "first": Whole(1, 8000, "the first year of the dates that are drawn"),
        "last": Whole(1, 8000, "the last year of the dates that are drawn"),
        "span": Whole(30, 400_000, "the most days between two dates"),
    },
    relation=_relation,
    sentences={"calendar": _CALENDARS},
    canonical=as_stated,
)
