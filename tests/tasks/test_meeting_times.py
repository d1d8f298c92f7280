"""Meeting times: the prompt is read into bitmaps of minutes, one integer for each person and day."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rlvr.conformance.promises import Promises
from rlvr.verifiers.base import Reason

TIME = r"(\d\d):(\d\d)"
SPAN = rf"(?:from )?{TIME}(?:-| to ){TIME}"


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


def one_rule(sentence, window):
    """Whose it is, the minutes that are lost, and what is kept around entries."""
    name = sentence.split()[0]
    if found := re.search(rf"not meet before {TIME}\.", sentence):
        return name, bits(0, minute(*found.groups())), 0
    if found := re.search(rf"has to leave every meeting by {TIME}\.", sentence):
        return name, bits(minute(*found.groups()), 1440), 0
    if "takes a break" in sentence:
        return name, bits(*spans(sentence)[0]), 0
    return name, 0, int(re.search(r"keeps the (\d+) minutes before and after", sentence)[1])


class TestMeetingTimes(Promises):
    id = "meeting-times"
    alphabet = "0123456789:- "
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "{}\n")
    wrong = ("{}0", "{} or 12:00-12:30", "about {}", "{0} {0}", "")

    def oracle(self, prompt):
        if "saw" in prompt:
            (opened,) = re.findall(rf"was open from {TIME} to {TIME} on that day", prompt)
            left = bits(minute(*opened[:2]), minute(*opened[2:]))
            for sighting in re.findall(r"^\w+ saw .+$", prompt, re.M):
                left &= ~bits(*spans(sighting)[0])
            (only,) = runs(left)
            return told(only)
        assert "Somebody who is busy until 10:00 is free from 10:00 on" in prompt
        window = spans(re.search(r"The window for meetings is [^.\n]+", prompt)[0])[0]
        rules = {}
        for sentence in re.findall(
            r"\w+ (?:does not meet|has to leave|takes a break|also keeps)[^.]+\.", prompt
        ):
            name, lost, around = one_rule(sentence, window)
            before = rules.get(name, (0, 0))
            rules[name] = (before[0] | lost, before[1] + around)
        days, offsets = {}, {}
        for name, sign, zone, day, entries in re.findall(
            r"^(\w+)(?: \(UTC([+-])(\d\d:\d\d)\))?(?:, (\w+day))?: (.*\d\d)$", prompt, re.M
        ):
            shift = minute(*zone.split(":")) * (-1 if sign == "-" else 1) if zone else 0
            lost, around = rules.get(name, (0, 0))
            free = bits(*window) & ~lost
            for start, end in spans(entries):
                free &= ~bits(start - around, end + around)
            days.setdefault(day, {})[name] = free >> shift if shift >= 0 else free << -shift
            offsets[name] = shift
        if found := re.search(
            r"A meeting of (\d+) minutes within the window needs (\w+) and at least (\d+)", prompt
        ):
            length, host, needed = int(found[1]), found[2], int(found[3])
            for start in range(*window):
                wanted = bits(start, start + length)
                able = {name for name, free in days[""].items() if free & wanted == wanted}
                if host in able and len(able) >= needed:
                    return told((start, start + length))
        every = {}
        for day, people in days.items():
            every[day] = -1
            for free in people.values():
                every[day] &= free
        if "How many minutes" in prompt:
            return bin(every[""]).count("1")
        if found := re.search(r"A meeting of (\d+) minutes with all", prompt):
            need = int(found[1])
            return sum(
                every[""] & bits(at, at + need) == bits(at, at + need) for at in range(0, 1440 - need, 5)
            )
        if found := re.search(r"can meet for (\d+) minutes", prompt):
            start = next(start for start, end in runs(every[""]) if end - start >= int(found[1]))
            return told((start, start + int(found[1])))
        longest = sorted(
            ((end - start, day, start, end) for day, free in every.items() for start, end in runs(free)),
            key=lambda each: each[0],
        )
        assert longest[-1][0] > longest[-2][0]
        _, day, start, end = longest[-1]
        host = re.search(r"in the local time of (\w+)\. Give", prompt)
        shift = offsets[host[1]] if host else 0
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
