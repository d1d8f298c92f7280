"""Dates: every question read word by word, and answered by `datetime` and `calendar`."""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.conformance.promises import Promises, found
from rlvr.generators.arithmetic import calendar_days as days

MONTHS, WEEKDAYS = list(calendar.month_name), list(calendar.day_name)
MONTH, WEEKDAY = f"(?:{'|'.join(MONTHS[1:])})", f"(?P<weekday>{'|'.join(WEEKDAYS)})"
DATE = rf"(?:\d{{4}}-\d\d-\d\d|\d{{1,2}} {MONTH} \d{{4}}|{MONTH} \d{{1,2}}, \d{{4}})"
A, B = f"(?P<a>{DATE})", f"(?P<b>{DATE})"
QUESTIONS = {
    rf"How many days after {A} is {B}\? \(The next day would be 1 day after\.\)": "between",
    rf"(?:What is the date|Which date is) (?P<n>\d+) days? (?P<way>after|before) {A}\?": "shift",
    rf"Which day of the year is {A}\? \(1 January is day 1\.\)": "year-day",
    rf"(?:On which day of the week does {A} fall|What day of the week is (?P<b>{DATE}))\?": "weekday",
    rf"What is the date of the (?P<nth>\w+) {WEEKDAY} of (?P<month>{MONTH}) (?P<first>\d+)\?": "nth",
    r"How many leap years are there from (?P<first>\d+) to (?P<last>\d+), both years included\?": "leaps",
    rf"How many days from {A} to {B}, both included, are neither Saturdays nor Sundays\?": "workdays",
    r"In how many months from January (?P<first>\d+) to December (?P<last>\d+) is day (?P<n>\d+) of the month a "
    rf"{WEEKDAY}\?": "months",
    rf"Starting after {A}, working days \(Monday to Friday, no holidays\) are counted 1, 2, 3 and so on\. "
    r"What is the date of working day (?P<n>\d+)\?": "after",
}
CALENDAR = (
    "(?:Use the Gregorian calendar|All dates are in the Gregorian calendar"
    r"|The Gregorian calendar applies throughout)\."
)
FORM = r"(Give the (?:date in the form YYYY-MM-DD|number alone|English name of the weekday)\.)"
AROUND = (
    rf"^\.\.\. {CALENDAR} {FORM}\n", rf"^A question about the calendar: \.\.\.\n{CALENDAR} {FORM}\n",
    rf"^{CALENDAR}\n\n\.\.\. {FORM}\n",
    rf"^Answer this without a calendar at hand\.\n\.\.\.\n{FORM} {CALENDAR}\n",
)  # fmt: skip


def read(text):
    """A date in one of the three ways of writing it."""
    form = "%Y-%m-%d" if "-" in text else "%B %d, %Y" if "," in text else "%d %B %Y"
    return datetime.strptime(text, form).date()


class TestDates(Promises):
    id = "dates"
    alphabet = "0123456789:-/.,+"
    right = ("{}", " {}\n", "{}.", "**{}**")

    names = f"(?:{'|'.join([*MONTHS[1:], *WEEKDAYS])})"
    steps = (
        "days before #: # * # + # = #", "leap years before #: # - # + # = #", "#: # + # + # = #", "@: # + # = #",
        "# = # * # + #; # is @, # @, # @, # @, # @, # @, # @: # is a @", "to #: # + # = #", "# + # = #", "# - # = #",
        "# days to #, # - # = # left", "#, @: # left", "#: @; # so far", "#: none; # so far", "up to #: # - # + # = #",
        "# more: #", "# = # * # + #: # weeks and # more working days", "whole weeks lead to #, a @",
        "# - # + # = # days = # weeks + #", "# * # + # = #", "first @: # + # = #", "# has # days",
        "other days: @, # of them from @ to @", "other days: none, # of them from @ to @", "# - # = #, day of #",
        "days before @: #; # - # = #: #", "@ # has # days",
    )  # fmt: skip

    def oracle(self, prompt):
        asked, rest = found(prompt, QUESTIONS)
        said = {name: text for name, text in asked.groupdict().items() if text}
        dates = [read(said[name]) for name in "ab" if name in said]
        numbers = [int(said[name]) for name in ("first", "last", "n") if name in said]
        answer = self.answer(QUESTIONS[asked.re.pattern], said, dates, numbers)
        form = "number alone" if isinstance(answer, int) else "date in" if "-" in answer else "English name"
        assert form in found(rest, AROUND)[0][1]
        return answer

    def answer(self, kind, said, dates, numbers):
        if kind == "between":
            return (dates[1] - dates[0]).days
        if kind == "shift":
            sign = 1 if said["way"] == "after" else -1
            return (dates[0] + timedelta(days=sign * numbers[0])).isoformat()
        if kind == "year-day":
            return dates[0].timetuple().tm_yday
        if kind == "weekday":
            return dates[0].strftime("%A")
        if kind == "leaps":
            return calendar.leapdays(numbers[0], numbers[1] + 1)
        if kind == "workdays":
            count = (dates[1] - dates[0]).days + 1
            return count // 7 * 5 + sum((dates[0] + timedelta(days=i)).weekday() < 5 for i in range(count % 7))
        if kind == "after":
            at, left = dates[0], numbers[0]
            while left:
                at += timedelta(days=1)
                left -= at.weekday() < 5
            return at.isoformat()
        wanted = WEEKDAYS.index(said["weekday"])
        if kind == "months":
            first, last, day = numbers
            hits = [date(y, m, day).weekday() == wanted for y in range(first, last + 1) for m in range(1, 13)]
            return sum(hits)
        year, month = numbers[0], MONTHS.index(said["month"])
        hits = [week[wanted] for week in calendar.monthcalendar(year, month) if week[wanted]]
        nth = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}[said["nth"]]
        return date(year, month, hits[nth]).isoformat()

    def worked(self, trace):
        return re.sub(r" (?:days|left)\b", "", trace).replace(" weeks + ", " * 7 + ")

    def test_lengths_of_years_and_months_are_right(self):
        said = 0
        for seed in range(100):
            trace = self.spec.task(3, seed, params={"kinds": "year-day nth"}).trace
            for name, year, days_ in re.findall(r"(?:(\w+) )?(\d{4}) has (\d+) days", trace):
                length = (
                    calendar.monthrange(int(year), MONTHS.index(name))[1]
                    if name
                    else 365 + calendar.isleap(int(year))
                )
                assert int(days_) == length
                said += 1
        assert said > 40

    def test_how_a_date_is_printed_does_not_count(self):
        self.same_problems(lambda p: p["date"], kinds="year-day", first=2000, last=2000, span=30)

    def test_the_last_year_is_not_before_the_first(self):
        with pytest.raises(ValueError, match="first must be at most last"):
            self.spec.task(1, 0, params={"last": 1999})

    @pytest.mark.parametrize(
        ("kind", "text", "right", "refused", "wrong"),
        [
            ("date", "2031-03-04",
             ["2031-03-04", "2031/3/4", "4 March 2031", "March 4th, 2031", "4 Mar 2031", "4th of March 2031."],
             ["03/04/2031", "03-04-2031", "31-03-04", "March 2031", "2031-03/04", "2031 03 04", "-2031-03-04",
              "٢٠٣١-03-04", "2031-03-04 or 2031-03-05", "4 Maerz 2031"],
             ["2031-04-03", "2031-03-05", "2031-13-04", "4 May 2031", "2031-03-40"]),
            ("weekday", "Tuesday", ["tuesday", "TUE", "Tues."], ["T", "Tuesd", "Tuesday Wednesday", "Tu", "", "day"],
             ["Thursday", "Monday", "thu"]),
            ("integer", "1234", ["1234", "1,234", "1234 days", "+1234"],
             ["1234.0", "12 34", "1e3", "1234 days ago"], ["-1234", "1235", "123"]),
        ],
    )  # fmt: skip
    def test_named_forms(self, kind, text, right, refused, wrong):
        self.judges({"problem": {}, "gold": {"kind": kind, "text": text}}, right, refused, wrong)


@given(st.dates())
def test_day_numbers_are_ordinals(day):
    triple = (day.year, day.month, day.day)
    assert days.day_number(triple) == day.toordinal()
    assert days.date_of(day.toordinal()) == triple
    assert days.weekday(day.toordinal()) == day.weekday()
    assert days.from_iso(days.iso(triple)) == triple
