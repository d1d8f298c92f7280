"""Dates of the Gregorian calendar as day numbers, with the steps between them written out."""

from __future__ import annotations

Date = tuple[int, int, int]
"""Year, month, day."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_BEFORE = tuple(sum(_LENGTHS[:month]) for month in range(12))


def is_leap(year: int) -> bool:
    """Whether `year` has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year: int, month: int) -> int:
    """How many days the month has."""
    return 29 if month == 2 and is_leap(year) else _LENGTHS[month - 1]


def leaps_before(year: int) -> int:
    """How many leap years there are from the year 1 to the one before `year`."""
    past = year - 1
    return past // 4 - past // 100 + past // 400


def days_before_year(year: int) -> int:
    """How many days there are from 1 January of the year 1 to the last day before `year`."""
    return 365 * (year - 1) + leaps_before(year)


def days_before_month(year: int, month: int) -> int:
    """How many days of `year` lie before the month."""
    return _BEFORE[month - 1] + (month > 2 and is_leap(year))


def day_number(date: Date) -> int:
    """1 for 1 January of the year 1, which was a Monday, 2 for the next day, and so on."""
    year, month, day = date
    return days_before_year(year) + days_before_month(year, month) + day


def date_of(number: int) -> Date:
    """The date that has this day number."""
    year = (number - 1) * 400 // 146097 + 1
    while days_before_year(year) >= number:
        year -= 1
    while days_before_year(year + 1) < number:
        year += 1
    rest = number - days_before_year(year)
    month = 12
    while days_before_month(year, month) >= rest:
        month -= 1
    return year, month, rest - days_before_month(year, month)


def weekday(number: int) -> int:
    """0 for Monday to 6 for Sunday, of a day number."""
    return (number - 1) % 7


def iso(date: Date) -> str:
    """``YYYY-MM-DD``."""
    return f"{date[0]:04d}-{date[1]:02d}-{date[2]:02d}"


def from_iso(text: str) -> Date:
    """The inverse of `iso`."""
    year, month, day = map(int, text.split("-"))
    return year, month, day


def number_lines(date: Date) -> list[str]:
    """How the day number of a date is worked out."""
    year, month, day = date
    past = year - 1
    return [
        f"leap years before {year}: {past // 4} - {past // 100} + {past // 400} = {leaps_before(year)}",
        f"days before {year}: 365 * {past} + {leaps_before(year)} = {days_before_year(year)}",
        f"{iso(date)}: {days_before_year(year)} + {days_before_month(year, month)} + {day} = {day_number(date)}",
    ]


def date_lines(number: int) -> list[str]:
    """How the date of a day number is worked out."""
    year, month, day = date = date_of(number)
    rest = number - days_before_year(year)
    return [
        f"days before {year}: 365 * {year - 1} + {leaps_before(year)} = {days_before_year(year)}",
        f"{number} - {days_before_year(year)} = {rest}, day of {year}",
        f"days before {MONTHS[month - 1]}: {days_before_month(year, month)}; "
        f"{rest} - {days_before_month(year, month)} = {day}: {iso(date)}",
    ]


def walk_lines(start: Date, count: int) -> list[str]:
    """The way from `start` to the day `count` days later (or earlier), month by month."""
    lines: list[str] = []
    year, month, day = start
    left = abs(count)
    while left:
        if count > 0:
            step = month_length(year, month) - day
            if left <= step:
                lines.append(f"{left} more: {iso((year, month, day + left))}")
                break
            year, month, day, step = (
                (year + 1, 1, 1, step + 1) if month == 12 else (year, month + 1, 1, step + 1)
            )
        else:
            if left < day:
                lines.append(f"{left} more: {iso((year, month, day - left))}")
                break
            step = day
            year, month = (year - 1, 12) if month == 1 else (year, month - 1)
            day = month_length(year, month)
        lines.append(f"{step} days to {iso((year, month, day))}, {left} - {step} = {left - step} left")
        left -= step
    return lines
