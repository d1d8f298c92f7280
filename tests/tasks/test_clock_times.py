"""Clock times: every question read word by word, and answered by `datetime` and by the turns of the hands."""

from __future__ import annotations

import calendar
import re
from datetime import datetime, timedelta
from fractions import Fraction
from math import floor

import pytest

from rlvr.conformance.promises import Promises, found

WEEKDAYS = list(calendar.day_name)
T, ZONE, DAY = r"\d{1,2}:\d\d(?::\d\d)?", r"UTC[-+]\d\d:\d\d", f"(?P<day>{'|'.join(WEEKDAYS)})"
SPOKEN = r"(?P<spoken>\d+ (?:hour|minute|second)s?(?:(?:, | and )\d+ (?:minute|second)s?)*)"
HAND_GOALS = {"lie exactly on each other": 0, "stand at a right angle": 90, "point in opposite directions": 180}
DRIFT = (
    r"A clock (?P<way>gains|loses) (?P<n>\d) minutes? in every true hour\. It was set to the right time, "
    rf"(?P<a>{T}), less than 12 hours ago"
)
QUESTIONS = {
    rf"What time is it {SPOKEN} (?P<way>after|before) (?P<a>{T})\?": "add",
    rf"A clock shows (?P<a>{T}) now\. What does it show {SPOKEN} (?P<way>later|earlier)\?": "add",
    rf"How long is it from (?P<a>{T}) to (?P<b>{T}) on the (?P<way>same|next) day\?": "elapsed",
    rf"A shift begins at (?P<a>{T}) and ends at (?P<b>{T}) on the (?P<way>same|next) day\. How long does it last\?":
        "elapsed",
    rf"What is (?P<a>{T}) on the 24-hour clock as a time on the 12-hour clock\?": "to twelve",
    rf"What is (?P<a>{T} [AP]M) as a time on the 24-hour clock\?": "from twelve",
    rf"These durations are given as (?P<way>H:MM(?::SS)?): (?P<all>(?:{T}(?:, )?)+)\. How long are they together\?":
        "total",
    r"What is the (?P<way>larger|smaller) one of the two angles between the hour hand and the minute hand of a clock "
    rf"at (?P<a>{T})\?": "hands",
    rf"A clock with hands that move evenly shows (?P<a>{T})\. Its hour hand and its minute hand form two angles that "
    r"make 360 degrees together; how large is the (?P<way>larger|smaller) one\?": "hands",
    rf"In a city whose clocks are set to (?P<from>{ZONE}) it is {DAY}, (?P<a>{T})\. What weekday and what time is it "
    rf"in a city whose clocks are set to (?P<to>{ZONE})\?": "zones",
    rf"A ship leaves a port in the time zone (?P<from>{ZONE}) on {DAY} at (?P<a>{T}) local time and reaches another "
    rf"port, in the time zone (?P<to>{ZONE}), after {SPOKEN}\. On which weekday and at what local time does it arrive "
    r"there\?": "zones",
    rf"The hands of a clock move evenly and show (?P<a>{T})\. After how many minutes, counted from now and more than "
    rf"0, do the hour hand and the minute hand next (?:(?P<goal>{'|'.join(HAND_GOALS)})|form an angle of (?P<n>\d+) "
    r"degrees? \(measured the shorter way round\))\?": "meet",
    rf"{DRIFT}\. What does it show when the true time is (?P<b>{T})\?": "shows",
    rf"{DRIFT}, and now it shows (?P<b>{T})\. What is the true time\?": "true",
}  # fmt: skip
FORMS = {
    "time24": "Give the time on the 24-hour clock in the form HH:MM{}, without AM or PM.",
    "to twelve": "Give the time on the 12-hour clock with AM or PM, in a form such as 3:05:40 PM.",
    "zones": "Give the weekday and the time on the 24-hour clock, in a form such as Sunday 09:05.",
    "duration": "Give the duration in hours{} in the form H:MM{}.",
    "meet": "Give the exact number of minutes (an integer, or a fraction in lowest terms).",
    "hands": "Give the exact number of degrees (an integer, a decimal number or a fraction in lowest terms).",
}
AROUND = ("... {}\n", "A question about clocks and times: ...\n{}\n", "{}\n\n...\n",
          "Work this out step by step.\n...\n{}\n")  # fmt: skip


def spoken(text):
    return timedelta(**{f"{unit}s": int(n) for n, unit in re.findall(r"(\d+) (hour|minute|second)", text)})


def at(text):
    return datetime(2001, 1, 1) + timedelta(seconds=seconds(text))


def offset(text):
    return (-1 if text[3] == "-" else 1) * timedelta(hours=int(text[4:6]), minutes=int(text[7:9]))


def seconds(text):
    hours, minutes, rest = [*map(int, text.split(":")), 0][:3]
    return hours * 3600 + minutes * 60 + rest


def apart(minutes):
    """The angle between the hands so many minutes after twelve, by the sizes of their turns."""
    turn = abs(Fraction(minutes) / 720 % 1 - Fraction(minutes) / 60 % 1) * 360
    return min(turn, 360 - turn)


class TestClockTimes(Promises):
    id = "clock-times"
    alphabet = "0123456789:-/.,+"
    right = ("{}", " {}\n", "{}.", "**{}**")

    names = f"(?:{'|'.join(WEEKDAYS)})"
    steps = (
        "#: # * # + # * # + # = #", "#: # * # + # = #", "# + # = #", "# - # = #", "# = # * # + #: #", "# = # * # + #",
        "@ + # days: @", "@ - # days: @", "at the end, UTC: # + # = #", "at the end, UTC: # - # = #", "UTC: # + # = #",
        "UTC: # - # = #", "UTC+#: # + # = #", "UTC#: # - # = #", "# / # = # minutes", "lost: # * # = # seconds",
        "gained: # * # = # seconds", "# + # = # of them are a true minute: # / # = #",
        "# - # = # of them are a true minute: # / # = #", "# past the hour: # minutes",
        "hour hand: # * # + # / # = #", "minute hand: # * # = #", "apart: # - # = #",
        "hour hand: #, minute hand: #", "the hour hand is # degrees ahead; each minute takes # from that",
        "# degrees ahead: after # degrees, # * # = #", "first: #", "hour # is # AM", "hour # is # PM",
        "hour # is # PM: # - # = #",
    )  # fmt: skip

    def oracle(self, prompt):
        asked, rest = found(prompt, QUESTIONS)
        kind, said = QUESTIONS[asked.re.pattern], asked.groupdict()
        answer = self.answer(kind, said)
        fine = str(answer).count(":") == 2
        form = FORMS["time24"].format(":SS" if fine else "")
        if kind in ("elapsed", "total"):
            form = FORMS["duration"].format(
                *((", minutes and seconds", ":SS") if fine else (" and minutes", ""))
            )
        assert rest.startswith(tuple(around.format(FORMS.get(kind, form)) for around in AROUND))
        return answer

    def answer(self, kind, said):
        way, given, other = (said.get(name) for name in ("way", "a", "b"))
        if kind == "to twelve":
            return at(given).strftime("%I:%M:%S %p").removeprefix("0")
        if kind == "from twelve":
            return datetime.strptime(given, "%I:%M:%S %p").strftime("%H:%M:%S")
        if kind in ("total", "elapsed"):
            lengths = [seconds(text) for text in (said.get("all") or "0:00").split(", ")]
            if kind == "elapsed":
                lengths = [seconds(other) - seconds(given) + (86400 if way == "next" else 0)]
                assert 0 < lengths[0] < 86400
            fine = way == "H:MM:SS" or (kind == "elapsed" and given.count(":") == 2)
            hours, rest = divmod(sum(lengths), 3600)
            assert fine or rest % 60 == 0
            return f"{hours}:{rest // 60:02d}" + (f":{rest % 60:02d}" if fine else "")
        if kind == "hands":
            angle = apart(Fraction(seconds(given), 60))
            return 360 - angle if way == "larger" else angle
        if kind == "meet":
            now = Fraction(seconds(given), 60)
            angle = HAND_GOALS[said["goal"]] if said["goal"] else int(said["n"])
            moments = (Fraction(2 * k, 11) for k in range(floor(now * 11 / 2), floor(now * 11 / 2) + 730))
            return next(moment - now for moment in moments if moment > now and apart(moment) == angle)
        if kind == "zones":
            local = at(given) + timedelta(days=WEEKDAYS.index(said["day"])) + spoken(said.get("spoken") or "")
            return (local - offset(said["from"]) + offset(said["to"])).strftime("%A %H:%M")
        if kind == "add":
            end = at(given) + (1 if way in ("after", "later") else -1) * spoken(said["spoken"])
            return end.strftime("%H:%M:%S" if given.count(":") == 2 else "%H:%M")
        rate = Fraction(60 + int(said["n"]) * (1 if way == "gains" else -1), 60)
        dial = Fraction((seconds(other) - seconds(given)) % 86400)
        true = dial if kind == "shows" else dial / rate
        assert true < 12 * 3600
        passed = int(true * rate if kind == "shows" else true)
        return (at(given) + timedelta(seconds=passed)).strftime("%H:%M:%S")

    def worked(self, trace):
        return re.sub(r" (?:minutes|seconds|of them are a true minute)\b", "", trace)

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
            ("degrees", "97.5", ["97.5", "195/2", "97.5°", "97.50 degrees", "97 1/2"],
             ["390/4", "97,5", "97.5 or 262.5"], ["262.5", "-97.5"]),
        ],
    )  # fmt: skip
    def test_named_forms(self, kind, text, right, refused, wrong):
        self.judges({"problem": {}, "gold": {"kind": kind, "text": text}}, right, refused, wrong)
