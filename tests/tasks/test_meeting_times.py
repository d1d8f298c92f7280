"""Meeting times: the prompt is read into bitmaps of minutes, one integer for each person and day."""

from __future__ import annotations

import functools
import re
from collections import Counter
from itertools import pairwise

import pytest

from rlvr.conformance.promises import Promises, read
from rlvr.verifiers.base import Reason

TIME = r"(\d\d):(\d\d)"
SPAN = rf"(?:from )?{TIME}(?:-| to ){TIME}"
WHO = r"{who:\w+(?:, \w+)* and \w+}"
SHOWN = r"{calendars:\w[^\n]*: [^\n]*\d(?:\n\w[^\n]*: [^\n]*\d)*}"
ENDS = "Somebody who … busy until 10:00 … free from 10:00 on, and … meeting may begin then."
SLOT = "Give it in … form HH:MM-HH:MM, on … 24-hour clock."
ASKED = {
    "longest": ("Which … longest time within … window at which all of them … free?", SLOT),
    "earliest": (
        "When … earliest time within … window at which all of them … meet for {length} minutes?",
        SLOT,
    ),
    "total": ("How many minutes of … window … there at which all of them … free?", "Give a number."),
    "starts": (
        "A meeting of {length} minutes with all of them begins at … full five minutes (such as 09:00, 09:05 or 09:10) "
        "and lies within … window. At how many different times … it begin?",
        "Give a number.",
    ),
    "zones": (
        "Which … longest time within … window of each of them at which all of them … free?",
        r"Tell it in … local time of {host:\w+}. " + SLOT,
    ),
    "quorum": (
        r"A meeting of {length} minutes within … window needs {host:\w+} and at least {quorum} people altogether, "
        "{host} included, each of whom … free for … whole of it. When … earliest time for it?",
        SLOT,
    ),
    "week": (
        "Which … longest time within … window of one day at which all of them … free?",
        "Give … day and … time in … form such as Monday 09:05-10:35.",
    ),
}
ZONE, HOURS = (
    {"zones": ", in … local time of each"},
    {"zones": " in … local time of each of them", "week": " each day"},
)
TOLD = {
    kind: [
        [
            (
                f"These … calendars of {WHO}{ZONE.get(kind, '')}.",
                f"… calendars below say when {WHO} … busy{ZONE.get(kind, '')}.",
            ),
            ENDS,
            SHOWN,
            f"… window for meetings … from {{open:[0-9:]+}} to {{close:[0-9:]+}}{HOURS.get(kind, '')}."
            r"{rules:(?: \w+ (?:does|has|takes|also) [^.\n]+\.)*}",
            *asks,
        ]
    ]
    for kind, asks in ASKED.items()
}
TOLD["sightings"] = [
    [
        r"Others tell what {who:\w+} did on one day from {first:[0-9:]+} to {last:[0-9:]+}; none of it … at "
        "{place:the [a-z ]+}.",
        r"{seen:(?:\w+ saw \w+ [a-z ]+ from [0-9:]+ to [0-9:]+\.\n?)+}",
        "{opened:The [a-z ]+} was open from {open:[0-9:]+} to {close:[0-9:]+} on that day, and to go from one place to "
        "another takes no time.",
        r"Only one time … left at which {who:\w+} … have been at {place:the [a-z ]+} while it was open. Which … it, "
        "in … full length?",
        SLOT,
    ]
]


def minute(hour, rest):
    return int(hour) * 60 + int(rest)


def spans(text):
    return [(minute(a, b), minute(c, d)) for a, b, c, d in re.findall(SPAN, text)]


def bits(start, end):
    """The minutes from `start` to `end`, a day later so that none is negative."""
    return ((1 << (end - start)) - 1) << (start + 1440)


def runs(free):
    """Beginnings and ends of the runs of a bitmap, in minutes."""
    written = bin(free)[:1:-1]
    return [(found.start() - 1440, found.end() - 1440) for found in re.finditer("1+", written)]


def told(span):
    return "-".join(f"{at // 60:02d}:{at % 60:02d}" for at in span)


def one_rule(sentence, each_day):
    """Whose it is, the minutes that are lost, and what is kept around entries."""
    name, said = sentence.split(" ", 1)
    if found := re.fullmatch(rf"does not meet before {TIME}\.", said):
        return name, bits(0, minute(*found.groups())), 0
    if found := re.fullmatch(rf"has to leave every meeting by {TIME}\.", said):
        return name, bits(minute(*found.groups()), 1440), 0
    if found := re.fullmatch(rf"takes a break from {TIME} to {TIME}{' each day' if each_day else ''}\.", said):
        return name, bits(*spans(said)[0]), 0
    around = re.fullmatch(
        r"also keeps the (\d+) minutes before and after each calendar entry free of meetings\.", said
    )
    return name, 0, int(around[1])


def calendars(said):
    """For each day (or "") the free minutes of everybody by name, and how far ahead of UTC everybody is."""
    rules, (window,) = {}, spans(f"{said['open']}-{said['close']}")
    for sentence in re.findall(r"\w[^.]+\.", said["rules"]):
        name, lost, around = one_rule(sentence, said["kind"] == "week")
        before = rules.get(name, (0, 0))
        rules[name] = (before[0] | lost, before[1] + around)
    days, offsets, names = {}, {}, re.split(", | and ", said["who"])
    assert set(rules) <= set(names)
    for line in said["calendars"].split("\n"):
        form = rf"(\w+)(?: \(UTC([+-])(\d\d:\d\d)\))?(?:, (\w+day))?: ({SPAN}(?:(?:, | and ){SPAN})*)"
        name, sign, zone, day, entries, *_ = re.fullmatch(form, line).groups()
        assert (sign is not None, day is not None) == (said["kind"] == "zones", said["kind"] == "week")
        shift = minute(*zone.split(":")) * (-1 if sign == "-" else 1) if zone else 0
        lost, around = rules.get(name, (0, 0))
        free = bits(*window) & ~lost
        for start, end in spans(entries):
            free &= ~bits(start - around, end + around)
        days.setdefault(day or "", {})[name] = free >> shift if shift >= 0 else free << -shift
        offsets[name] = shift
    assert all(set(people) == set(names) for people in days.values())
    return days, offsets


def all_free(days):
    """For each day the minutes at which all are free."""
    return {day: functools.reduce(int.__and__, people.values()) for day, people in days.items()}


def able(people, span):
    """Who is free for the whole of a time."""
    return [name for name, free in people.items() if free & bits(*span) == bits(*span)]


def free_line(x):
    """The times of a day at which all are free, in the local time of whoever is asked for."""
    day, free = list(all_free(x.days).items())[len(x.before)]
    shift = x.offsets[x.said["host"]] if x.said["kind"] == "zones" else 0
    shown = ", ".join(f"{told((a + shift, b + shift))} ({b - a})" for a, b in runs(free))
    return x.day == (day or "All are free") and x.shown == (shown or "none")


def sum_line(x):
    """How many minutes each time has, or how often a meeting can begin in it; and the sum."""
    length = x.said.get("length")
    counts = [
        b - a if length is None else sum(at + length <= b for at in range(a, b) if at % 5 == 0)
        for a, b in runs(all_free(x.days)[""])
    ]
    return x.before and [int(n) for n in x.terms.split(" + ")] == counts and x.total == sum(counts)


def able_line(x):
    """Who can come to a meeting that begins when somebody gets free: one after the other."""
    (people,) = x.days.values()
    begin = sorted({start for free in people.values() for start, _ in runs(free)})[len(x.before)]
    span = (begin, begin + x.said["length"])
    return x.span == told(span) and x.names == (", ".join(able(people, span)) or "nobody")


def seen_line(x):
    """When somebody was seen, in order, and the gaps between."""
    seen = sorted(spans(x.said["seen"]))
    gaps = [(a, b) for (_, a), (b, _) in pairwise(seen) if a < b]
    if x.name == "in order":
        return spans(x.shown) == seen
    return runs(sum(bits(*span) for span in spans(x.shown))) == gaps  # some touch


ANSWER = {"{last:.*[0-9][0-9]:[0-9][0-9]-.+}": lambda x: x.before and x.last == x.answer}
FREE = {"{day:All are free|\\w+day}: {shown:.+}": free_line, **ANSWER}
SUMS = {**FREE, "{terms:[0-9 +]+} = {total}": sum_line}
ABLE = {"{span:[-0-9:]+}: {names:[A-Za-z, ]+}": able_line, **ANSWER}
SEEN = {"{name:in order|gaps}: {shown:.+}": seen_line, **ANSWER}
LINES = {**dict.fromkeys(ASKED, FREE), "total": SUMS, "starts": SUMS, "quorum": ABLE, "sightings": SEEN}


class TestMeetingTimes(Promises):
    id = "meeting-times"
    alphabet = "0123456789:- "
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "{}\n")
    wrong = ("{}0", "{} or 12:00-12:30", "about {}", "{0} {0}", "")

    lines = LINES

    def said(self, prompt):
        kind, said = read(prompt, TOLD)
        return {**said, "kind": kind}

    def known(self, found, task):
        said = self.said(task.prompt)
        days, offsets = calendars(said) if "calendars" in said else (None, None)
        return {"said": said, "days": days, "offsets": offsets, "answer": task.answer}

    def oracle(self, prompt):
        said = self.said(prompt)
        if said["kind"] == "sightings":
            assert said["opened"].lower() == said["place"]
            sightings = spans(said["seen"])
            assert set(re.findall(r"saw (\w+)", said["seen"])) == {said["who"]}
            assert told((min(sightings)[0], max(sightings)[1])) == f"{said['first']}-{said['last']}"
            left = bits(*spans(f"{said['open']}-{said['close']}")[0])
            for sighting in sightings:
                left &= ~bits(*sighting)
            (only,) = runs(left)
            return told(only)
        (days, offsets), length = calendars(said), said.get("length", 0)
        if said["kind"] == "quorum":
            for start in range(1440):
                free = able(days[""], (start, start + length))
                if said["host"] in free and len(free) >= said["quorum"]:
                    return told((start, start + length))
        every = all_free(days)
        if said["kind"] == "total":
            return bin(every[""]).count("1")
        if said["kind"] == "starts":
            meetings = [bits(at, at + length) for at in range(0, 1440 - length, 5)]
            return sum(every[""] & meeting == meeting for meeting in meetings)
        if said["kind"] == "earliest":
            start = next(start for start, end in runs(every[""]) if end - start >= length)
            return told((start, start + length))
        longest = sorted(
            ((end - start, day, start, end) for day, free in every.items() for start, end in runs(free)),
            key=lambda each: each[0],
        )
        assert longest[-1][0] > longest[-2][0]
        _, day, start, end = longest[-1]
        shift = offsets[said["host"]] if said["kind"] == "zones" else 0
        return f"{day} {told((start + shift, end + shift))}".strip()

    def test_ends_are_said(self):
        """Elsewhere it was left open whether a meeting may begin when another ends."""
        kinds = set(self.spec.generate.makers) - {"sightings"}
        for kind in sorted(kinds):
            for seed in range(8):
                prompt = self.spec.task(2, seed, params={"kinds": kind}).prompt
                assert (
                    "Somebody who is busy until 10:00 is free from 10:00 on, and a meeting may begin then."
                    in prompt
                )

    def test_entries_that_touch_leave_no_minute(self):
        person = {"name": "Ann", "offset": 0, "rules": []}
        busy = [[0, 480, 540], [0, 540, 600], [0, 660, 690]]
        problem = {"kind": "total", "people": [{**person, "busy": busy}], "window": [480, 720], "days": 1}
        problem |= {"host": 0}
        self.takes({"problem": problem, "gold": {"text": "90", "kind": "integer"}}, ["90"], ["91", "89", "120"])

    @pytest.mark.parametrize("day", ["", "Tuesday"])
    def test_forms(self, day):
        payload = {"slot": {"day": day, "start": 785, "end": 875}}
        with_day = (
            [form.replace("@", day) for form in ("@ {}", "{} on @", "@, {}", "@: {}", "{} (@)")]
            if day
            else ["{}"]
        )
        times = [
            "13:05-14:35", "13:05 - 14:35", "13:05–14:35", "13:05 to 14:35", "from 13:05 to 14:35", "1:05 PM - 2:35 PM",
            "1:05-2:35 pm", "between 13:05 and 14:35", "**13:05-14:35**", "13:05--14:35", "13.05-14.35",
            "13:05 → 14:35", "13:05 -> 14:35", "13:05:00-14:35:00",
        ]  # fmt: skip
        right = [form.format(time) for form in with_day for time in times]
        right += [form.format(with_day[0].format("13:05-14:35")) for form in ('["{}"]', "['{}']", '[ "{}" ]')]
        wrong = ["13:05-14:40", "13:00-14:35", "1:05-2:35", "Monday 13:05-14:35", "14:35-13:05"]
        refused = [
            "13:05",
            "",
            "13:05-14:35 or 15:00-16:30",
            "13:05-14:35 Tueday",
            "25:05-26:35",
            "785-875",
            "1" * 300,
        ]
        refused += ["13:05:30-14:35:00", '["13:05-14:35", "15:00-15:30"]', '["13:05-14:35', "13:05 <- 14:35"]
        refused += ["13:05-14:35, 15:00-15:30", "not 13:05-14:35", "Tuesday 13:05-14:35 Tuesday"]  # fmt: skip
        self.judges(
            payload,
            right,
            [text for text in refused if day or text],
            [f"{day} {text}".strip() for text in wrong if not (day and "Mon" in text)],
        )
        if day:
            verdict = self.spec.verify_answer(payload, "13:05-14:35")
            assert verdict.reason is Reason.UNPARSABLE

    def test_answers_are_spread(self):
        for level in self.spec.levels:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 10
