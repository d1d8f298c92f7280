"""Clock times: add and subtract times, convert them, move them between time zones, and read the clock's hands.

Days have 24 hours of 60 minutes and there is no daylight saving; zones are given by their offsets from UTC. The
hands of a clock move evenly, without jumps. Kinds: ``add``, ``elapsed``, ``convert``, ``total``, ``hands``, ``zones``,
``journey``, ``meet``, ``drift``.

Symmetries: none.

Difficulty: the `kinds` of question, times in steps of `step` seconds, and durations of up to `hours` hours.
Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from ..base import Json
from ..english import listed
from ..family import Family, Question, as_stated
from ..limits import OneOf, Whole
from .calendar_days import WEEKDAYS
from .schoolbook import number_text

WORDINGS = (
    "{question} {form}",
    "A question about clocks and times: {question}\n{form}",
    "{form}\n\n{question}",
    "Work this out step by step.\n{question}\n{form}",
)

DAY = 86_400
STEPS = (1, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900)


def _question(
    question: str, facts: dict[str, Json], form: str, answer: str, lines: Sequence[str], guess_rate: float
) -> Question:
    fields = {"question": question, "form": _form(form, answer.count(":") == 2)}
    return Question(fields, facts, answer, lines, {"kind": form}, guess_rate=guess_rate)


def _form(form: str, seconds: bool) -> str:
    clock = "HH:MM:SS" if seconds else "HH:MM"
    return {
        "time24": f"Give the time on the 24-hour clock in the form {clock}, without AM or PM.",
        "time12": "Give the time on the 12-hour clock with AM or PM, in a form such as "
        + ("3:05:40 PM." if seconds else "3:05 PM."),
        "weektime": "Give the weekday and the time on the 24-hour clock, in a form such as Sunday 09:05.",
        "duration": f"Give the duration in hours{', minutes and seconds' if seconds else ' and minutes'} in the form "
        f"{'H:MM:SS' if seconds else 'H:MM'}.",
        "minutes": "Give the exact number of minutes (an integer, or a fraction in lowest terms).",
        "degrees": "Give the exact number of degrees (an integer, a decimal number or a fraction in lowest terms).",
    }[form]


def clock(seconds: int, show_seconds: bool | None = None) -> str:
    """A time of day, or a duration, as ``HH:MM`` or ``HH:MM:SS``."""
    text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}"
    shown = seconds % 60 != 0 if show_seconds is None else show_seconds
    return f"{text}:{seconds % 60:02d}" if shown else text


def _duration(seconds: int) -> str:
    """A duration in words."""
    parts = []
    for count, name in ((seconds // 3600, "hour"), (seconds // 60 % 60, "minute"), (seconds % 60, "second")):
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return listed(parts)


def _counted(seconds: int, fine: bool) -> str:
    """How hours and minutes become minutes, or seconds."""
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    return (
        f"{clock(seconds, fine)}: {hours} * 3600 + {minutes} * 60 + {rest} = {seconds}"
        if fine
        else f"{clock(seconds, fine)}: {hours} * 60 + {minutes} = {seconds // 60}"
    )


def _back(seconds: int, fine: bool) -> list[str]:
    """How minutes, or seconds, become hours and minutes."""
    lines = []
    if fine:
        lines.append(f"{seconds} = {seconds // 60} * 60 + {seconds % 60}")
    minutes = seconds // 60
    lines.append(f"{minutes} = {minutes // 60} * 60 + {minutes % 60}: {clock(seconds, fine)}")
    return lines


def _sum_lines(a: int, b: int, sign: int, fine: bool) -> list[str]:
    """`a` plus or minus `b`, brought back into one day."""
    unit = 1 if fine else 60
    day = DAY // unit
    value = a + sign * b
    lines = [_counted(a, fine), _counted(b, fine)]
    lines.append(f"{a // unit} {'+' if sign > 0 else '-'} {b // unit} = {value // unit}")
    if not 0 <= value < DAY:
        days = value // DAY
        change = f"- {days * day}" if days > 0 else f"+ {-days * day}"
        lines.append(f"{value // unit} {change} = {value % DAY // unit}")
    return [*lines, *_back(value % DAY, fine)]


def _time(rng: random.Random, step: int) -> int:
    return rng.randrange(DAY // step) * step


def _length(rng: random.Random, step: int, hours: int) -> int:
    return max(rng.randint(1, hours * 3600 // step), -(-600 // step)) * step


def _add(rng: random.Random, step: int, hours: int) -> Question:
    start, length, sign, fine = _time(rng, step), _length(rng, step, hours), rng.choice((1, 1, -1)), step < 60
    answer = clock((start + sign * length) % DAY, fine)
    way = "after" if sign > 0 else "before"
    question = rng.choice(
        (
            f"What time is it {_duration(length)} {way} {clock(start, fine)}?",
            f"A clock shows {clock(start, fine)} now. What does it show {_duration(length)} "
            f"{'later' if sign > 0 else 'earlier'}?",
        )
    )
    facts = {"start": clock(start, fine), "seconds": sign * length}
    return _question(question, facts, "time24", answer, _sum_lines(start, length, sign, fine), 0.01)


def _elapsed(rng: random.Random, step: int, hours: int) -> Question:
    start, fine = _time(rng, step), step < 60
    length = _length(rng, step, min(hours, 23))
    end = (start + length) % DAY
    unit = 1 if fine else 60
    lines = [_counted(start, fine), _counted(end, fine)]
    value = end - start
    lines.append(f"{end // unit} - {start // unit} = {value // unit}")
    if value < 0:
        lines.append(f"{value // unit} + {DAY // unit} = {length // unit}")
    lines += _back(length, fine)
    day = "on the same day" if value > 0 else "on the next day"
    question = rng.choice(
        (
            f"How long is it from {clock(start, fine)} to {clock(end, fine)} {day}?",
            f"A shift begins at {clock(start, fine)} and ends at {clock(end, fine)} {day}. How long does it last?",
        )
    )
    answer = f"{length // 3600}:{clock(length, fine)[3:]}"
    facts = {"start": clock(start, fine), "end": clock(end, fine)}
    return _question(question, facts, "duration", answer, lines, 0.03)


def _twelve(seconds: int, fine: bool) -> str:
    hour = seconds // 3600
    return f"{(hour - 1) % 12 + 1}{clock(seconds, fine)[2:]} {'PM' if hour >= 12 else 'AM'}"


def _convert(rng: random.Random, step: int, hours: int) -> Question:
    seconds = rng.randrange(DAY)
    to_twelve = rng.random() < 0.5
    hour = seconds // 3600
    given, answer = clock(seconds, True), _twelve(seconds, True)
    if hour == 0:
        line = "hour 00 is 12 AM"
    elif hour < 12:
        line = f"hour {hour:02d} is {hour} AM"
    else:
        line = f"hour {hour} is {(hour - 1) % 12 + 1} PM" + (
            f": {hour} - 12 = {hour - 12}" if hour > 12 else ""
        )
    if to_twelve:
        question = f"What is {given} on the 24-hour clock as a time on the 12-hour clock?"
    else:
        given, answer = answer, given
        question = f"What is {given} as a time on the 24-hour clock?"
    return _question(question, {"given": given}, "time12" if to_twelve else "time24", answer, [line], 0.001)


def _total(rng: random.Random, step: int, hours: int) -> Question:
    lengths = [_length(rng, step, min(hours, 9)) for _ in range(rng.randint(3, 6) + hours // 60)]
    fine = step < 60
    unit = 1 if fine else 60
    lines = [_counted(length, fine) for length in lengths]
    total = 0
    for length in lengths:
        if total:
            lines.append(f"{total // unit} + {length // unit} = {(total + length) // unit}")
        total += length
    lines += _back(total, fine)
    said = ", ".join(f"{length // 3600}:{clock(length, fine)[3:]}" for length in lengths)
    layout = "H:MM:SS" if fine else "H:MM"
    question = f"These durations are given as {layout}: {said}. How long are they together?"
    answer = f"{total // 3600}:{clock(total, fine)[-len(clock(0, fine)) + 3 :]}"
    return _question(question, {"seconds": lengths}, "duration", answer, lines, 0.01)


def _hands(rng: random.Random, step: int, hours: int) -> Question:
    step = min(step, 15)
    seconds = rng.randrange(DAY // 2 // step) * step
    seconds += step if seconds % 3600 == 0 else 0
    larger = rng.random() < 0.5
    fine = seconds % 60 != 0
    hour, minute = Fraction(seconds, 120), Fraction(seconds % 3600, 10)
    apart = abs(hour - minute)
    passed = Fraction(seconds % 3600, 60)
    lines = [
        f"{clock(seconds % 3600, fine)[3:]} past the hour: {number_text(passed)} minutes",
        f"hour hand: 30 * {seconds // 3600} + {number_text(passed)} / 2 = {number_text(hour)}",
        f"minute hand: 6 * {number_text(passed)} = {number_text(minute)}",
        f"apart: {number_text(max(hour, minute))} - {number_text(min(hour, minute))} = {number_text(apart)}",
    ]
    if (apart > 180) != larger:
        lines.append(f"360 - {number_text(apart)} = {number_text(360 - apart)}")
        apart = 360 - apart
    shown = f"{(seconds // 3600 - 1) % 12 + 1}{clock(seconds, fine)[2:]}"
    question = rng.choice(
        (
            f"What is the {'larger' if larger else 'smaller'} one of the two angles between the hour hand and the "
            f"minute hand of a clock at {shown}?",
            f"A clock with hands that move evenly shows {shown}. Its hour hand and its minute hand form two angles "
            f"that make 360 degrees together; how large is the {'larger' if larger else 'smaller'} one?",
        )
    )
    return _question(question, {"time": shown, "larger": larger}, "degrees", number_text(apart), lines, 0.02)


def _offset(rng: random.Random) -> int:
    """An offset from UTC in minutes."""
    return rng.choice((rng.randint(-12, 14) * 60, rng.randint(-12, 13) * 60 + rng.choice((30, 30, 45))))


def _zone(minutes: int) -> str:
    return f"UTC{'-' if minutes < 0 else '+'}{clock(abs(minutes) * 60)}"


def _zones_lines(start: int, offset: int, length: int, other: int, weekday: int) -> tuple[list[str], str]:
    """The way through UTC, in minutes, and the weekday and time at the end."""
    minutes = start // 60
    lines = [_counted(start, False)]
    steps = (
        [(-offset, "UTC")] + ([(length // 60, "at the end, UTC")] if length else []) + [(other, _zone(other))]
    )
    if length:
        lines.append(_counted(length, False))
    for change, name in steps:
        lines.append(f"{name}: {minutes} {'+' if change >= 0 else '-'} {abs(change)} = {minutes + change}")
        minutes += change
    days, rest = divmod(minutes, 1440)
    lines.append(f"{minutes} = {days} * 1440 + {rest}")
    end = WEEKDAYS[(weekday + days) % 7]
    lines += _back(rest * 60, False)
    lines.append(f"{WEEKDAYS[weekday]} {'+' if days >= 0 else '-'} {abs(days)} days: {end}")
    return lines, f"{end} {clock(rest * 60)}"


def _zones(moving: bool, rng: random.Random, step: int, hours: int) -> Question:
    start, offset, other = _time(rng, max(step, 60)), _offset(rng), _offset(rng)
    while other == offset:
        other = _offset(rng)
    weekday = rng.randrange(7)
    length = _length(rng, max(step, 60), hours) if moving else 0
    lines, answer = _zones_lines(start, offset, length, other, weekday)
    facts = {"weekday": WEEKDAYS[weekday], "start": clock(start), "offset": offset, "other": other}
    if moving:
        facts["seconds"] = length
        question = (
            f"A ship leaves a port in the time zone {_zone(offset)} on {WEEKDAYS[weekday]} at {clock(start)} local "
            f"time and reaches another port, in the time zone {_zone(other)}, after {_duration(length)}. On which "
            "weekday and at what local time does it arrive there?"
        )
    else:
        question = (
            f"In a city whose clocks are set to {_zone(offset)} it is {WEEKDAYS[weekday]}, {clock(start)}. What "
            f"weekday and what time is it in a city whose clocks are set to {_zone(other)}?"
        )
    return _question(question, facts, "weektime", answer, lines, 0.005)


def _meet(rng: random.Random, step: int, hours: int) -> Question:
    minutes = rng.randrange(720)
    angle = rng.randint(0, 180)
    shown = f"{(minutes // 60 - 1) % 12 + 1}{clock(minutes * 60)[2:]}"
    ahead = (Fraction(minutes, 2) - minutes % 60 * 6) % 360
    lines = [
        f"hour hand: {number_text(Fraction(minutes, 2))}, minute hand: {minutes % 60 * 6}",
        f"the hour hand is {number_text(ahead)} degrees ahead; each minute takes 11/2 from that",
    ]
    waits = []
    for wanted in sorted({angle, (360 - angle) % 360}):
        away = (ahead - wanted) % 360 or Fraction(360)
        wait = away * 2 / 11
        waits.append(wait)
        lines.append(
            f"{wanted} degrees ahead: after {number_text(away)} degrees, {number_text(away)} * 2/11 = {wait}"
        )
    wait = min(waits)
    lines.append(f"first: {wait}")
    goal = {
        0: "lie exactly on each other",
        90: "stand at a right angle",
        180: "point in opposite directions",
    }.get(angle, f"form an angle of {angle} degree{'' if angle == 1 else 's'} (measured the shorter way round)")
    question = (
        f"The hands of a clock move evenly and show {shown}. After how many minutes, counted from now and more than "
        f"0, do the hour hand and the minute hand next {goal}?"
    )
    return _question(question, {"time": shown, "angle": angle}, "minutes", str(wait), lines, 0.01)


def _drift(rng: random.Random, step: int, hours: int) -> Question:
    start, rate = _time(rng, max(step, 60)), rng.choice((-1, 1)) * rng.randint(1, 9)
    elapsed = rng.randint(60, 719)  # under 12 hours, so that the dial can be read in one way
    true, shown = start + 60 * elapsed, start + 60 * elapsed + rate * elapsed
    true_text, shown_text = clock(true % DAY, True), clock(shown % DAY, True)
    gains = f"{'gains' if rate > 0 else 'loses'} {abs(rate)} minute{'' if abs(rate) == 1 else 's'}"
    known = f"A clock {gains} in every true hour. It was set to the right time, {clock(start)}, less than 12 hours ago"
    sign = "+" if rate > 0 else "-"
    if rng.random() < 0.5:
        question = f"{known}. What does it show when the true time is {true_text}?"
        lines = [
            *_passed_lines(start, true % DAY),
            f"{60 * elapsed} / 60 = {elapsed} minutes",
            f"{'gained' if rate > 0 else 'lost'}: {elapsed} * {abs(rate)} = {abs(rate) * elapsed} seconds",
            *_sum_lines(true % DAY, abs(rate) * elapsed, 1 if rate > 0 else -1, True),
        ]
        return _question(
            question, _drift_facts(start, rate, true_text, False), "time24", shown_text, lines, 0.001
        )
    question = f"{known}, and now it shows {shown_text}. What is the true time?"
    passed = elapsed * (60 + rate)
    lines = [
        *_passed_lines(start, shown % DAY),
        f"60 {sign} {abs(rate)} = {60 + rate} of them are a true minute: {passed} / {60 + rate} = {elapsed}",
        *_sum_lines(start, 60 * elapsed, 1, True),
    ]
    return _question(question, _drift_facts(start, rate, shown_text, True), "time24", true_text, lines, 0.001)


def _passed_lines(start: int, end: int) -> list[str]:
    """How many seconds a clock has passed through from one time to a later one."""
    lines = [_counted(start, True), _counted(end, True), f"{end} - {start} = {end - start}"]
    return lines if end > start else [*lines, f"{end - start} + {DAY} = {end - start + DAY}"]


def _drift_facts(start: int, rate: int, known: str, inverse: bool) -> dict[str, Json]:
    return {"start": clock(start), "rate": rate, "known": known, "inverse": inverse}


generate = Family(
    {
        "add": _add,
        "elapsed": _elapsed,
        "convert": _convert,
        "total": _total,
        "hands": _hands,
        "zones": partial(_zones, False),
        "journey": partial(_zones, True),
        "meet": _meet,
        "drift": _drift,
    },
    WORDINGS,
    {
        "step": OneOf(STEPS, "all times are multiples of so many seconds"),
        "hours": Whole(2, 400, "the longest duration in hours"),
    },
    canonical=as_stated,
)
