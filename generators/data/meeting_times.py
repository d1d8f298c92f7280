"""Meeting times: when are all free, from calendars with rules, time zones and several days.

An entry that ends at 10:00 leaves 10:00 free for what begins then: every prompt says so. Kinds: ``longest`` (the
longest time at which all are free), ``earliest`` (the first at which they can meet for so long), ``total`` (all such
minutes together), ``starts`` (how many times to begin), ``zones`` (calendars in local times), ``quorum`` (some of
them are enough), ``week`` (several days), ``sightings`` (the only time at which somebody can have been at a place).

Difficulty: `people`, `entries` of each and day, times in steps of `step` minutes, `rules` of single people, `days` of
a week. Proxy: times that the prompt tells.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import pairwise

from ..base import Json
from ..english import listed
from ..family import Family, Question
from ..first_names import NAMES
from ..in_order import typed
from ..limits import OneOf, Whole

_ENDS = "Somebody who is busy until 10:00 is free from 10:00 on, and a meeting may begin then."
_SLOT = "Give it in the form HH:MM-HH:MM, on the 24-hour clock."
_DAY_SLOT = "Give the day and the time in a form such as Monday 09:05-10:35."
_ASK: Mapping[str, tuple[str, str]] = {
    "longest": ("Which is the longest time within the window at which all of them are free?", _SLOT),
    "earliest": (
        "When is the earliest time within the window at which all of them can meet for {length} minutes?",
        _SLOT,
    ),
    "total": ("How many minutes of the window are there at which all of them are free?", "Give a number."),
    "starts": (
        "A meeting of {length} minutes with all of them begins at a full five minutes (such as 09:00, 09:05 or 09:10) "
        "and lies within the window. At how many different times can it begin?",
        "Give a number.",
    ),
    "zones": (
        "Which is the longest time within the window of each of them at which all of them are free?",
        "Tell it in the local time of {host}. " + _SLOT,
    ),
    "quorum": (
        "A meeting of {length} minutes within the window needs {host} and at least {quorum} people altogether, {host} "
        "included, each of whom is free for the whole of it. When is the earliest time for it?",
        _SLOT,
    ),
    "week": ("Which is the longest time within the window of one day at which all of them are free?", _DAY_SLOT),
}  # fmt: skip
_CALENDARS = (
    "{intro} {ends}\n\n{calendars}\n\n{window}{rules} {question} {form}",
    "{question} {form}\n\n{window}{rules} {ends}\n\n{intro}\n{calendars}",
    "{intro}\n\n{calendars}\n\n{ends} {window}{rules}\n\n{question}\n{form}",
)
_SIGHTINGS = (
    "{intro}\n\n{calendars}\n\n{window} {question} {form}",
    "{question} {form}\n\n{intro} {window}\n\n{calendars}",
    "{window} {intro}\n\n{calendars}\n\n{question}\n{form}",
)
WORDINGS = dict.fromkeys(_ASK, _CALENDARS) | {"sightings": _SIGHTINGS}
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
PLACES = ("the museum", "the swimming pool", "the archive", "the market", "the observatory", "the garage")
SEEN = ("reading in the library", "walking in the park", "waiting at the station", "sitting in the garden",
        "fishing at the lake", "repairing a bicycle", "playing chess", "writing letters at a desk")  # fmt: skip
WINDOWS = ((480, 1080), (510, 1050), (540, 1020), (540, 1080), (480, 1020), (420, 1140))
_FILLED = {"quorum": 2.0, "total": 0.7, "starts": 0.6}
"""How full the calendars of all together are, where it is not as usual: numbers would be small otherwise."""
OFFSETS = (-180, -120, -60, 0, 60, 120, 180, 210)

Span = tuple[int, int]


def clock(minutes: int) -> str:
    """Minutes after midnight as ``HH:MM``."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def told(span: Iterable[int]) -> str:
    """A span as ``HH:MM-HH:MM``."""
    return "-".join(map(clock, span))


def _gaps(blocked: Iterable[Span], window: Span) -> list[Span]:
    """What of the window no span covers, by a sweep over the spans in the order of their beginnings."""
    at, free = window[0], []
    for start, end in sorted(blocked):
        if start > at:
            free.append((at, min(start, window[1])))
        at = max(at, end)
        if at >= window[1]:
            return free
    return [*free, (at, window[1])]


def _entries(rng: random.Random, number: int, window: Span, step: int, usual: float) -> list[Span] | None:
    """Entries of one person and day that do not overlap, in their order."""
    most = max(1, round(usual * 1.6 / step))
    found: list[Span] = []
    for _ in range(40):
        if len(found) == number:
            return sorted(found)
        start = rng.randrange(window[0] // step, window[1] // step) * step
        end = start + rng.randint(max(1, most // 4), most) * step
        if end <= window[1] and all(end < other[0] or start > other[1] for other in found):
            found.append((start, end))
    return None


def _made(
    kind: str, rng: random.Random, *, people: int, entries: int, step: int, rules: int, days: int
) -> Question | None:
    window = rng.choice(WINDOWS)
    number_of_days = days if kind == "week" else 1
    names = rng.sample(NAMES, people)
    share = (window[1] - window[0]) / (people * entries)
    usual = max(share * _FILLED.get(kind, 1.25), step)
    group: list[dict[str, Json]] = []
    for name in names:
        busy: list[list[int]] = []
        for day in range(number_of_days):
            drawn = _entries(rng, max(1, entries + rng.randint(-1, 1)), window, step, usual)
            if drawn is None:
                return None
            busy += [[day, *span] for span in drawn]
        offset = rng.choice(OFFSETS) if kind == "zones" else 0
        group.append({"name": name, "offset": offset, "busy": busy, "rules": []})
    for _ in range(rules):
        person = rng.choice(group)
        sort = rng.choice(("not before", "not after", "pause", "apart"))
        if all(rule[0] != sort for rule in person["rules"]):
            early, late = window[0] + rng.randint(1, 6) * 15, window[1] - rng.randint(1, 6) * 15
            noon = rng.choice((705, 720, 735, 750))
            value = {
                "not before": [early],
                "not after": [late],
                "pause": [noon, noon + 30],
                "apart": [rng.choice((5, 10, 15))],
            }
            person["rules"].append([sort, *value[sort]])  # fmt: skip
    facts: dict[str, Json] = {"kind": kind, "people": group, "window": list(window), "days": number_of_days}
    host = rng.randrange(people)
    facts["host"] = host
    if kind in ("earliest", "starts", "quorum"):
        facts["length"] = rng.choice((20, 25, 30, 35, 40, 45, 50, 60))
    if kind == "quorum":
        if people < 3:
            return None
        facts["quorum"] = rng.randint(2, people - 1)
    solved = _solved(facts)
    if solved is None:
        return None
    answer, payload, lines = solved
    ask, form = (
        text.format(host=names[host], length=facts.get("length"), quorum=facts.get("quorum"))
        for text in _ASK[kind]
    )
    zones, daily = kind == "zones", " each day" if kind == "week" else ""
    fields = {
        "intro": rng.choice(("These are the calendars of {}{}.", "The calendars below say when {} are busy{}.")).format(
            listed(names), ", in the local time of each" if zones else ""
        ),
        "ends": _ENDS,
        "calendars": _calendars(rng, group, number_of_days, zones),
        "window": f"The window for meetings is from {clock(window[0])} to {clock(window[1])}{daily}"
        + (" in the local time of each of them." if zones else "."),
        "rules": "".join(f" {_rule(person['name'], rule, daily)}" for person in group for rule in person["rules"]),
        "question": ask,
        "form": form,
    }  # fmt: skip
    times = 2 * sum(len(person["busy"]) + len(person["rules"]) for person in group) * (2 if zones else 1)
    return Question(
        fields, payload, answer, lines, gold=None, canonical=facts, guess_rate=0.02, difficulty=float(times)
    )


def _calendars(rng: random.Random, group: list[dict[str, Json]], days: int, zones: bool) -> str:
    lines = []
    sentences = rng.random() < 0.5
    for person in group:
        zone = f" (UTC{'+' if person['offset'] >= 0 else '-'}{clock(abs(person['offset']))})" if zones else ""
        for day in range(days):
            spans = [tuple(entry[1:]) for entry in person["busy"] if entry[0] == day]
            label = f"{person['name']}{zone}" + (f", {DAYS[day]}" if days > 1 else "")
            if sentences:
                lines.append(f"{label}: {listed(f'from {clock(a)} to {clock(b)}' for a, b in spans)}")
            else:
                lines.append(f"{label}: {', '.join(map(told, spans))}")
    return "\n".join(lines)


def _rule(name: str, rule: list[Json], daily: str) -> str:
    sort, *values = rule
    times = [clock(value) for value in values]
    if sort == "not before":
        return f"{name} does not meet before {times[0]}."
    if sort == "not after":
        return f"{name} has to leave every meeting by {times[0]}."
    if sort == "pause":
        return f"{name} takes a break from {times[0]} to {times[1]}{daily}."
    return f"{name} also keeps the {values[0]} minutes before and after each calendar entry free of meetings."


def _blocked(person: Mapping[str, Json], day: int, window: Span) -> list[Span]:
    """When somebody cannot meet on a day, in their own time: entries with what is kept around them, and rules."""
    apart = sum(rule[1] for rule in person["rules"] if rule[0] == "apart")
    spans = [(start - apart, end + apart) for when, start, end in person["busy"] if when == day]
    for sort, *values in person["rules"]:
        if sort == "not before":
            spans.append((0, values[0]))
        elif sort == "not after":
            spans.append((values[0], 1440))
        elif sort == "pause":
            spans.append((values[0], values[1]))
    return [*spans, (-1440, window[0]), (window[1], 2880)]


def _solved(facts: dict[str, Json]) -> tuple[str, dict[str, Json], list[str]] | None:
    """The answer, the payload and the worked lines; None where there is no answer, or not only one."""
    kind, group, window = facts["kind"], facts["people"], tuple(facts["window"])
    if kind == "quorum":
        return _first_of_some(facts)
    free: list[tuple[int, int, int]] = []
    lines = []
    for day in range(facts["days"]):
        spans = [(a - p["offset"], b - p["offset"]) for p in group for a, b in _blocked(p, day, window)]
        gaps = _gaps(spans, (-720, 2160))
        free += [(day, *gap) for gap in gaps]
        shift = group[facts["host"]]["offset"] if kind == "zones" else 0
        shown = ", ".join(f"{told((a + shift, b + shift))} ({b - a})" for a, b in gaps) or "none"
        lines.append(f"{DAYS[day] if facts['days'] > 1 else 'All are free'}: {shown}")
    if len(free) < 2:
        return None
    sizes = [end - start for _, start, end in free]
    if kind == "total":
        lines.append(f"{' + '.join(map(str, sizes))} = {sum(sizes)}")
        return str(sum(sizes)), typed(facts, str(sum(sizes)), units=["minutes"]), lines
    if kind == "starts":
        counts = [max(0, (end - facts["length"]) // 5 + (-start // 5) + 1) for _, start, end in free]
        if sum(counts) < 2:
            return None
        lines.append(f"{' + '.join(map(str, counts))} = {sum(counts)}")
        return str(sum(counts)), typed(facts, str(sum(counts)), units=["times"]), lines
    if kind == "earliest":
        fitting = [start for size, (_, start, _) in zip(sizes, free, strict=True) if size >= facts["length"]]
        if not fitting or fitting[0] == free[0][1]:
            return None  # the first gap is too short, so that one has to look further
        return _slot(facts, 0, fitting[0], fitting[0] + facts["length"], lines)
    if sizes.count(max(sizes)) > 1:
        return None
    day, start, end = free[sizes.index(max(sizes))]
    shift = group[facts["host"]]["offset"] if kind == "zones" else 0
    if not 0 <= start + shift < end + shift < 1440:
        return None
    return _slot(facts, day, start + shift, end + shift, lines)


def _first_of_some(facts: dict[str, Json]) -> tuple[str, dict[str, Json], list[str]] | None:
    """The earliest beginning that suits enough people: it is where the window or somebody's free time begins."""
    window, length = tuple(facts["window"]), facts["length"]
    gaps = [_gaps(_blocked(person, 0, window), window) for person in facts["people"]]
    lines = []
    for begin in sorted({start for each in gaps for start, _ in each}):
        able = [any(start <= begin and begin + length <= end for start, end in each) for each in gaps]
        names = [person["name"] for person, free in zip(facts["people"], able, strict=True) if free]
        lines.append(f"{told((begin, begin + length))}: {', '.join(names) or 'nobody'}")
        if able[facts["host"]] and sum(able) >= facts["quorum"]:
            return _slot(facts, 0, begin, begin + length, lines) if len(lines) > 1 else None
    return None


def _slot(
    facts: dict[str, Json], day: int, start: int, end: int, lines: list[str]
) -> tuple[str, dict[str, Json], list[str]]:
    named = DAYS[day] if facts["days"] > 1 else ""
    answer = f"{named} {told((start, end))}".strip()
    return answer, {"problem": facts, "slot": {"day": named, "start": start, "end": end}}, [*lines, answer]


def _sightings(
    rng: random.Random, *, people: int, entries: int, step: int, rules: int, days: int
) -> Question | None:
    """One person is seen all day long by others but for some gaps, one of which lies in a place's hours."""
    seen = people + entries
    inner = sorted(rng.sample(range(300 // step + 1, 1320 // step), seen + 1))
    points = [moment * step for moment in inner]
    spans = list(pairwise(points))
    missing = sorted(rng.sample(range(1, len(spans) - 1), min(len(spans) - 2, 1 + seen // 5)))
    gaps = [spans[place] for place in missing]
    hours = (points[rng.randint(0, 1)] + rng.randint(0, 5) * step, points[-1] - rng.randint(0, 8) * step)
    hours = (max(hours[0], rng.choice(gaps)[0] - rng.randint(0, 4) * step), hours[1])
    inside = [(max(a, hours[0]), min(b, hours[1])) for a, b in gaps if a < hours[1] and b > hours[0]]
    if len(inside) != 1 or hours[1] - hours[0] < 60 or hours[1] > points[-1] or hours[0] < points[0]:
        return None
    who, *others = rng.sample(NAMES, len(spans) + 1)
    place = rng.choice(PLACES)
    kept = [span for n, span in enumerate(spans) if n not in missing]
    order = rng.sample(range(len(kept)), len(kept))
    told_by: list[tuple[str, str, int, int]] = [(others[n], rng.choice(SEEN), *kept[n]) for n in order]
    facts: dict[str, Json] = {
        "kind": "sightings",
        "seen": [list(each) for each in told_by],
        "hours": list(hours),
        "days": 1,
    }
    lines = [f"in order: {', '.join(told(span) for span in kept)}", f"gaps: {', '.join(map(told, gaps))}"]
    answer, payload, lines = _slot(facts, 0, *inside[0], lines)
    day = f"from {clock(points[0])} to {clock(points[-1])}"
    fields = {
        "intro": f"Others tell what {who} did on one day {day}; none of it was at {place}.",
        "calendars": "\n".join(f"{a} saw {who} {b} from {clock(c)} to {clock(d)}." for a, b, c, d in told_by),
        "window": f"{place.capitalize()} was open from {clock(hours[0])} to {clock(hours[1])} on that day, and to go "
        "from one place to another takes no time.",
        "question": f"Only one time is left at which {who} can have been at {place} while it was open. "
        "Which is it, in its full length?",
        "form": _SLOT,
    }  # fmt: skip
    return Question(
        fields, payload, answer, lines, gold=None, canonical=facts, guess_rate=0.02, difficulty=2.0 * len(kept)
    )


generate = Family(
    {kind: partial(_made, kind) for kind in _ASK} | {"sightings": _sightings},
    WORDINGS,
    {
        "people": Whole(2, 12, "how many people"),
        "entries": Whole(1, 12, "about how many entries each of them has on a day"),
        "step": OneOf((5, 10, 15, 30), "minutes: entries begin and end at multiples of it"),
        "rules": Whole(0, 12, "rules of single people: breaks, no early meetings and the like"),
        "days": Whole(2, 5, "days of the kind week"),
    },
    kind_in_facts=False,
    advice="change 'people' or 'entries'",
)
