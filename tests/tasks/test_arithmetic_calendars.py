"""Dates and clock times: answers against `datetime` and `calendar` from the prompt alone, forms, wrong answers."""

from __future__ import annotations

import calendar
import math
import re
from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.arithmetic import calendar_days as days
from rlvr.verifiers.base import Reason

DATES = rlvr.get("dates")
CLOCKS = rlvr.get("clock-times")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(DATES.levels)
CLOCK_LEVELS = st.sampled_from(CLOCKS.levels)
WEEKDAYS = list(calendar.day_name)


def dates_in(text):
    """Every full date in a text, in any of the three ways of writing it, in order."""
    months = "|".join(calendar.month_name[1:])
    found = []
    for match in re.finditer(
        rf"(\d{{4}})-(\d\d)-(\d\d)|(\d{{1,2}}) ({months}) (\d{{3,4}})|({months}) (\d{{1,2}}), (\d{{3,4}})", text
    ):
        a = match.groups()
        if a[0]:
            found.append(date(int(a[0]), int(a[1]), int(a[2])))
        elif a[3]:
            found.append(datetime.strptime(f"{a[3]} {a[4]} {a[5]}", "%d %B %Y").date())
        else:
            found.append(datetime.strptime(f"{a[7]} {a[6]} {a[8]}", "%d %B %Y").date())
    return found


def right_date(kind, prompt):
    """The answer, worked out from the prompt by the standard library."""
    found = dates_in(prompt)
    if kind == "between":
        return str((found[1] - found[0]).days)
    if kind == "shift":
        count, way = re.search(r"(\d+) days? (after|before)", prompt).groups()
        return (found[0] + timedelta(days=int(count) * (1 if way == "after" else -1))).isoformat()
    if kind == "year-day":
        return str(found[0].timetuple().tm_yday)
    if kind == "weekday":
        return found[0].strftime("%A")
    if kind == "nth":
        nth, name, month, year = re.search(r"the (\w+) (\w+day) of (\w+) (\d+)", prompt).groups()
        weeks = calendar.monthcalendar(int(year), list(calendar.month_name).index(month))
        hits = [week[WEEKDAYS.index(name)] for week in weeks if week[WEEKDAYS.index(name)]]
        at = hits[-1] if nth == "last" else hits[["first", "second", "third", "fourth"].index(nth)]
        return date(int(year), list(calendar.month_name).index(month), at).isoformat()
    if kind == "leaps":
        first, last = map(int, re.search(r"from (\d+) to (\d+)", prompt).groups())
        return str(calendar.leapdays(first, last + 1))
    if kind == "months":
        first, last, day, name = re.search(
            r"January (\d+) to December (\d+) is day (\d+) of the month a (\w+)", prompt
        ).groups()
        years = range(int(first), int(last) + 1)
        return str(
            sum(date(y, m, int(day)).weekday() == WEEKDAYS.index(name) for y in years for m in range(1, 13))
        )
    if kind == "workdays":
        count = (found[1] - found[0]).days + 1
        rest = sum((found[0] + timedelta(days=i)).weekday() < 5 for i in range(count % 7))
        return str(count // 7 * 5 + rest)
    count = int(re.search(r"working day (\d+)\?", prompt)[1])
    at = found[0]
    while count:
        at += timedelta(days=1)
        count -= at.weekday() < 5
    return at.isoformat()


@settings(max_examples=250)
@given(LEVELS, SEEDS)
def test_dates_are_those_of_the_standard_library(level, seed):
    task = DATES.task(level, seed)
    question = re.sub(r"\(.*?\)", "", task.prompt)
    assert task.answer == right_date(task.payload["problem"]["kind"], question)


@settings(max_examples=150)
@given(st.one_of(st.tuples(st.just(DATES), LEVELS), st.tuples(st.just(CLOCKS), CLOCK_LEVELS)), SEEDS)
def test_every_equation_of_a_worked_solution_is_true(which, seed):
    spec, level = which
    task = spec.task(level, seed)
    equations = re.findall(r"(?:^|[;:,.] )\(?([-0-9./][-0-9./ +*]*) = ([-0-9./][-0-9./ +*]*)", task.trace, re.M)
    for sides in equations:
        left, right = (eval(re.sub(r"(\d+(?:\.\d+)?)", r"Fraction('\1')", side)) for side in sides)
        assert left == right, sides
    assert equations or task.payload["problem"]["kind"] in ("convert", "shift", "year-day", "between")


@given(st.dates())
def test_day_numbers_are_ordinals(day):
    triple = (day.year, day.month, day.day)
    assert days.day_number(triple) == day.toordinal()
    assert days.date_of(day.toordinal()) == triple
    assert days.weekday(day.toordinal()) == day.weekday()
    assert days.from_iso(days.iso(triple)) == triple


def spoken(text):
    """A duration in words as a `timedelta`."""
    return timedelta(
        **{
            f"{unit}s": int(re.search(rf"(\d+) {unit}", text)[1])
            for unit in ("hour", "minute", "second")
            if re.search(rf"(\d+) {unit}", text)
        }
    )


def at(text):
    return datetime.strptime(text, "%H:%M:%S" if text.count(":") == 2 else "%H:%M")


def offset(text):
    sign = -1 if text[3] == "-" else 1
    return sign * timedelta(hours=int(text[4:6]), minutes=int(text[7:9]))


def seconds(text):
    parts = [*map(int, text.split(":")), 0][:3]
    return parts[0] * 3600 + parts[1] * 60 + parts[2]


def apart(minutes):
    """The angle between the hands so many minutes after twelve, by the sizes of their turns."""
    turn = abs(Fraction(minutes) / 720 % 1 - Fraction(minutes) / 60 % 1) * 360
    return min(turn, 360 - turn)


@settings(max_examples=250)
@given(CLOCK_LEVELS, SEEDS)
def test_clock_times_are_those_of_the_standard_library(level, seed):
    task = CLOCKS.task(level, seed)
    kind, prompt, answer = task.payload["problem"]["kind"], task.prompt, task.answer
    shown = re.findall(r"\d{1,2}:\d\d(?::\d\d)?", task.prompt.split("such as")[0])
    zones = re.findall(r"UTC[-+]\d\d:\d\d", prompt)
    if kind == "add":
        change = spoken(prompt.split(" such as")[0])
        back = re.search(r"(before \d|earlier\?)", prompt)
        end = at(shown[0]) - change if back else at(shown[0]) + change
        assert at(answer).time() == end.time()
    elif kind == "elapsed":
        length = at(shown[1]) - at(shown[0])
        length += timedelta(days=1) if "next day" in prompt else timedelta()
        assert timedelta(0) < length == timedelta(seconds=seconds(answer))
    elif kind == "convert":
        given_ = re.search(r"What is (\d+:\d\d:\d\d(?: [AP]M)?)", prompt)[1]
        twelve, day = (answer, given_) if answer.endswith("M") else (given_, answer)
        assert datetime.strptime(twelve, "%I:%M:%S %p") == at(day)
    elif kind == "total":
        listed = re.search(r"H:MM(?::SS)?: ([0-9:, ]+)\.", prompt)[1].split(", ")
        assert sum(map(seconds, listed)) == seconds(answer)
    elif kind in ("zones", "journey"):
        day, time = re.search(r"(?:is|on) (\w+day)(?:,| at) (\d\d:\d\d)", prompt).groups()
        start = datetime(2001, 1, 1 + WEEKDAYS.index(day)) + timedelta(seconds=seconds(time))
        end = start - offset(zones[0]) + offset(zones[1])
        if kind == "journey":
            end += spoken(re.search(r"after (.*?)\. On", prompt)[1])
        assert answer == end.strftime("%A %H:%M")
    elif kind == "hands":
        time = re.search(r"(?:at|shows) (\d+:\d\d(?::\d\d)?)", prompt)[1]
        angle = apart(Fraction(seconds(time), 60))
        assert Fraction(answer) == (360 - angle if "larger" in prompt else angle)
    elif kind == "meet":
        now = Fraction(seconds(re.search(r"show (\d+:\d\d)", prompt)[1]), 60)
        wanted = {"lie exactly": 0, "right angle": 90, "opposite": 180}
        angle = next((v for k, v in wanted.items() if k in prompt), None)
        angle = int(re.search(r"an angle of (\d+)", prompt)[1]) if angle is None else angle
        wait = Fraction(answer)
        assert wait > 0
        assert apart(now + wait) == angle
        grid = {k * Fraction(2, 11) for k in range(math.ceil((now + wait) * 11 / 2) + 1)}
        earlier = [m for m in grid if now < m < now + wait]
        assert not any(apart(m) == angle for m in earlier)
    else:
        rate = int(re.search(r"(\d) minute", prompt)[1]) * (1 if "gains" in prompt else -1)
        start = re.search(r"right time, (\d\d:\d\d)", prompt)[1]
        known = re.search(r"(?:shows|true time is) (\d\d:\d\d:\d\d)", prompt)[1]
        shows, true = (known, answer) if "now it shows" in prompt else (answer, known)
        passed = (seconds(true) - seconds(start)) % 86400
        assert passed < 12 * 3600
        assert (seconds(shows) - seconds(start)) % 86400 == passed * Fraction(60 + rate, 60)


def payload(kind, text, **problem):
    return {"problem": problem, "gold": {"kind": kind, "text": text}}


@pytest.mark.parametrize(
    ("kind", "text", "right", "refused", "wrong"),
    [
        ("date", "2031-03-04",
         ["2031-03-04", "2031/3/4", "4 March 2031", "March 4th, 2031", "4 Mar 2031", "4th of March 2031."],
         ["03/04/2031", "03-04-2031", "31-03-04", "March 2031", "2031-03/04", "2031 03 04", "-2031-03-04", "٢٠٣١-03-04",
          "2031-03-04 or 2031-03-05", "4 Maerz 2031"],
         ["2031-04-03", "2031-03-05", "2031-13-04", "4 May 2031", "2031-03-40"]),
        ("weekday", "Tuesday", ["tuesday", "TUE", "Tues."], ["T", "Tuesd", "Tuesday Wednesday", "Tu", "", "day"],
         ["Thursday", "Monday", "thu"]),
        ("integer", "1234", ["1234", "1,234", "1234 days", "+1234"], ["1234.0", "12 34", "1e3", "1234 days ago"],
         ["-1234", "1235", "123"]),
    ],
)  # fmt: skip
def test_forms_of_dates(kind, text, right, refused, wrong):
    for answer in right:
        assert DATES.verify_answer(payload(kind, text), answer).passed, answer
    for answer in refused:
        assert DATES.verify_answer(payload(kind, text), answer).reason is Reason.UNPARSABLE, answer
    for answer in wrong:
        assert DATES.verify_answer(payload(kind, text), answer).reason is Reason.WRONG, answer


@pytest.mark.parametrize(
    ("kind", "text", "right", "refused", "wrong"),
    [
        ("time24", "17:05", ["17:05", "17:05:00", "17:05."], ["5:05 PM", "1705", "17.05", "17:5", "24:05", "17:60",
         "-17:05", "17:05 17:05", "17 05"], ["05:05", "17:50", "17:05:01"]),
        ("time12", "5:05:07 PM", ["5:05:07 PM", "05:05:07 pm", "5:05:07 p.m.", "5:05:07PM"], ["17:05:07", "5:05:07",
         "13:05:07 PM", "0:05:07 PM", "PM 5:05:07"], ["5:05:07 AM", "5:05 PM"]),
        ("weektime", "Sunday 09:05", ["Sunday 09:05", "sun 9:05", "Sunday, 9:05", "09:05 on Sunday"],
         ["Sunday", "09:05", "Sunday09:05", "Someday 09:05", "Sunday 25:05", "Sunday Monday 09:05"],
         ["Monday 09:05", "Sunday 21:05"]),
        ("duration", "27:03", ["27:03", "27:03:00", "27 hours 3 minutes", "27 h 3 min", "27 hours and 3 minutes",
         "1623 min"],
         ["27", "27.05", "27:3", "27:03:0", "", " and "], ["03:27", "27:30", "27 h", "27:03:01"]),
        ("minutes", "60/11", ["60/11", "5 5/11", r"\frac{60}{11}", "60/11 minutes"],
         ["120/22", "60/11/1", "5.45...", "5:27"],
         ["5.4545", "-60/11", "11/60"]),
        ("degrees", "97.5", ["97.5", "195/2", "97.5°", "97.50 degrees", "97 1/2"], ["390/4", "97,5", "97.5 or 262.5"],
         ["262.5", "-97.5"]),
    ],
)  # fmt: skip
def test_forms_of_clock_times(kind, text, right, refused, wrong):
    for answer in right:
        assert CLOCKS.verify_answer(payload(kind, text), answer).passed, answer
    for answer in refused:
        assert CLOCKS.verify_answer(payload(kind, text), answer).reason is Reason.UNPARSABLE, answer
    for answer in wrong:
        assert CLOCKS.verify_answer(payload(kind, text), answer).reason is Reason.WRONG, answer


@settings(max_examples=200)
@given(
    st.sampled_from([DATES, CLOCKS]),
    st.integers(1, 7),
    SEEDS,
    st.text("0123456789:-/.,+", max_size=6),
    st.data(),
)
def test_verifier_and_second_checker_agree(spec, level, seed, text, data):
    task = spec.task(level, seed)
    place = data.draw(st.integers(0, len(task.answer)))
    for answer in (text, task.answer[:place] + text + task.answer[place + len(text) :]):
        assert spec.verify_answer(task.payload, answer).passed == spec.confirms(task.payload, answer), answer


@given(st.sampled_from([DATES, CLOCKS]), st.integers(1, 7), SEEDS, SEEDS)
def test_answers_of_other_tasks_are_wrong_unless_they_are_the_same(spec, level, seed, other):
    task, answer = spec.task(level, seed), spec.task(level, other).answer
    assert spec.verify_answer(task.payload, answer).passed == (answer.lstrip("0") == task.answer.lstrip("0"))


def test_how_a_date_is_printed_does_not_count():
    by_fingerprint = {}
    for seed in range(400):
        task = DATES.task(1, seed, params={"first": 2000, "last": 2000, "span": 30, "kinds": "year-day"})
        assert by_fingerprint.setdefault(task.fingerprint, task.answer) == task.answer
    assert 200 < len(by_fingerprint) <= 366


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        (DATES, {"kinds": "moon"}),
        (DATES, {"kinds": ""}),
        (DATES, {"first": 0}),
        (DATES, {"last": 1999}),
        (DATES, {"span": 5}),
        (CLOCKS, {"kinds": "sundial"}),
        (CLOCKS, {"step": 7}),
        (CLOCKS, {"hours": 1}),
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=next(iter(change))):
        spec.task(1, 0, params=change)
