"""A booking system for meeting rooms: times of day, overlaps, room choice, free gaps, agendas, repeats, summaries."""

from __future__ import annotations

from random import Random

from ...base import Json
from .domain import Domain, Fault, Names, Template
from .models.rooms import model

_TEMPLATES = (
    Template(
        "README.md",
        """
# @pkg@

Gives meeting rooms to those who ask for them. The public functions are in `@pkg@/api.py`. A request is a list
`[who, start, end, people]` with times such as `"09:30"`: hours from 0 to 23, a colon, and two digits for minutes from 00 to 59.
#+ repeats
A request may have a fifth part, the number of days on which it is held: `[who, start, end, people, days]`. It is then made on
that many days one after the other, from the first day on. Days are numbered from 1; a request without it is for day 1.
On each day it is given a room, or refused, as if it were a request of its own.
#-

The rooms, with the number of seats: @rooms_text@.

## Rules

- Requests are dealt with in order. A request gets the room with the fewest seats that has enough of them and is free all the
  time. Rooms with equally many seats are taken in the order above.
- A request is refused as `time` if its end is not after its start or one of its times is none, as `closed` if it begins
  before @open@ or ends after @close@, as `people` if it is for fewer than one person, and as `full` if no room fits; in this order.
- Two meetings may touch: one may begin when the other ends.
- After each meeting a room stays empty for @pause@ minutes; this time may lie after closing.  #? pauses

## Functions

- `rooms(requests)` is, for each request, the name of its room or the reason why it is refused, in order.
  Requests for several days give one entry for each day.  #? repeats
- `agenda(requests, who)` lists `[start, end, room]` of the meetings of one person on day 1, by start, then by end, then by the
  room's name. Times are written with two digits each, `"09:05"`.
#+ gaps
- `gaps(requests, room)` lists the times `[start, end]` between opening and closing at which a room has no meeting on day 1, in
  order. Gaps shorter than @least@ minutes are left out.
  The empty time after a meeting is no part of a gap.  #? pauses
#-
- `minutes(requests)` tells for every person who got a room how many minutes they have in rooms, over all days.  #? totals
- `busiest(requests)` is the largest number of meetings that go on at the same time on day 1; those that only touch do not.  #? peak
""",
    ),
    Template(
        "@pkg@/@core@/clock.py",
        '''
"""Times of day, as minutes from midnight."""


def minutes_of(text):
    """The minutes of a time such as "09:30", or None if it is none."""
    hours, colon, minutes = text.partition(":")
    if not colon or len(minutes) != 2 or not hours.isdigit() or not minutes.isdigit():
        return None
    if int(hours) > 23 or int(minutes) > 59:
        return None
    return int(hours) * 60 + int(minutes)


def text_of(minutes):
    """A time of day as text."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
''',
    ),
    Template(
        "@pkg@/@core@/spans.py",
        '''
"""Spans of time: pairs of minutes, the end not included."""


def overlap(first, second):
    """Whether two spans have a minute in common."""
    return first[0] < second[1] and second[0] < first[1]


def length(span):
    """The minutes of a span."""
    return span[1] - span[0]


#+ gaps
def between(spans, whole):
    """The parts of a whole span that none of the others covers, in order."""
    free, position = [], whole[0]
    for start, end in sorted(spans):
        if start > position:
            free.append((position, min(start, whole[1])))
        position = max(position, end)
    if position < whole[1]:
        free.append((position, whole[1]))
    return free
#-
''',
    ),
    Template(
        "@pkg@/settings.py",
        '''
"""The house."""

OPEN = @open_minutes@
CLOSE = @close_minutes@

# Name and seats.
ROOMS = [
@rooms_list@
]
PAUSE = @pause@  #? pauses
LEAST_GAP = @least@  #? gaps
''',
    ),
    Template(
        "@pkg@/@core@/house.py",
        '''
"""The rooms and who is in them."""

from @pkg@ import settings
from @pkg@.@core@.spans import overlap


def blocked(span):
    """The time for which a meeting keeps its room."""
    return (span[0], span[1] + settings.PAUSE)  #? pauses
    return span  #? dense


class House:
    """Meetings are (day, span, room, who)."""

    def __init__(self):
        self.meetings = []

    def is_free(self, room, day, span):
        """Whether nothing is in the way of a meeting in a room."""
        for other_day, other, other_room, _ in self.meetings:
            if other_room == room and other_day == day and overlap(blocked(other), blocked(span)):
                return False
        return True

    def room_for(self, day, span, people):
        """The smallest free room that is large enough, or None."""
        best = None
        for name, seats in settings.ROOMS:
            if seats >= people and self.is_free(name, day, span) and (best is None or seats < best[1]):
                best = (name, seats)
        return None if best is None else best[0]

    def on(self, day):
        """The meetings of a day, in the order in which they were booked."""
        return [meeting for meeting in self.meetings if meeting[0] == day]
''',
    ),
    Template(
        "@pkg@/booking.py",
        '''
"""From requests to meetings."""

from @pkg@ import settings
from @pkg@.@core@.clock import minutes_of
from @pkg@.@core@.house import House
from @pkg@.@core@.repeats import days_of  #? repeats


def book(house, day, who, start, end, people):
    """Give a room to a request: its name, or why there is none."""
    begin, finish = minutes_of(start), minutes_of(end)
    if begin is None or finish is None or finish <= begin:
        return "time"
    if begin < settings.OPEN or finish > settings.CLOSE:
        return "closed"
    if people < 1:
        return "people"
    room = house.room_for(day, (begin, finish), people)
    if room is None:
        return "full"
    house.meetings.append((day, (begin, finish), room, who))
    return room


def book_all(requests):
    """Deal with requests in order. Returns the house and what became of each."""
    house, results = House(), []
    for request in requests:
        for day in days_of(request):  #? repeats
            results.append(book(house, day, *request[:4]))  #? repeats
        results.append(book(house, 1, *request))  #? single
    return house, results
''',
    ),
    Template(
        "@pkg@/@core@/repeats.py",
        '''
"""Requests for several days."""


def days_of(request):
    """The days of a request, from 1."""
    count = request[4] if len(request) > 4 else 1
    return range(1, count + 1)
''',
        "repeats",
    ),
    Template(
        "@pkg@/reports.py",
        '''
"""What can be asked about a house."""

from @pkg@ import settings  #? gaps
from @pkg@.@core@.clock import text_of
from @pkg@.@core@.house import blocked  #? gaps
from @pkg@.@core@.spans import between  #? gaps
from @pkg@.@core@.spans import length  #? measured


def agenda(house, who):
    """The meetings of one person on day 1."""
    mine = [(span, room) for _, span, room, owner in house.on(1) if owner == who]
    return [[text_of(span[0]), text_of(span[1]), room] for span, room in sorted(mine)]


#+ gaps
def gaps(house, room):
    """When a room has no meeting on day 1."""
    taken = [blocked(span) for _, span, place, _ in house.on(1) if place == room]
    free = between(taken, (settings.OPEN, settings.CLOSE))
    return [[text_of(start), text_of(end)] for start, end in free if length((start, end)) >= settings.LEAST_GAP]
#-


#+ totals
def minutes(house):
    """The minutes of each person in rooms."""
    totals = {}
    for _, span, _, who in house.meetings:
        totals[who] = totals.get(who, 0) + length(span)
    return totals
#-


#+ peak
def busiest(house):
    """The largest number of meetings at one time on day 1."""
    changes = []
    for _, (start, end), _, _ in house.on(1):
        changes.append((start, 1))
        changes.append((end, -1))
    now = most = 0
    for _, change in sorted(changes):
        now += change
        most = max(most, now)
    return most
#-
''',
    ),
    Template(
        "@pkg@/api.py",
        '''
"""The public functions. A request is [who, start, end, people], with times such as "09:30"."""

from @pkg@ import reports
from @pkg@.booking import book_all


def rooms(requests):
    """The room of each request, or why it has none."""
    return book_all(requests)[1]


def agenda(requests, who):
    """The meetings of one person on day 1."""
    return reports.agenda(book_all(requests)[0], who)


#+ gaps
def gaps(requests, room):
    """When a room is free on day 1."""
    return reports.gaps(book_all(requests)[0], room)
#-


#+ totals
def minutes(requests):
    """How long each person is in rooms."""
    return reports.minutes(book_all(requests)[0])
#-


#+ peak
def busiest(requests):
    """How many meetings go on at the same time at most on day 1."""
    return reports.busiest(book_all(requests)[0])
#-
''',
    ),
)


def _time(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _choose(rng: Random) -> dict[str, str | int]:
    rooms = rng.sample(["Oak", "Elm", "Ash", "Fir", "Yew", "Lime", "Birch", "Cedar"], 3)
    seats = [rng.randint(3, 6), rng.randint(4, 9), rng.randint(3, 12)]
    opening, closing = rng.choice([420, 450, 480, 510, 540]), rng.choice([990, 1020, 1050, 1080])
    return {
        "pkg": rng.choice(
            ["roomdesk", "meetwell", "deskbook", "slotkeeper", "housebook", "doorplan", "seatwise"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "open": _time(opening),
        "close": _time(closing),
        "open_minutes": opening,
        "close_minutes": closing,
        "rooms_text": ", ".join(f"{name} ({count})" for name, count in zip(rooms, seats, strict=True)),
        "rooms_list": "\n".join(f'    ("{name}", {count}),' for name, count in zip(rooms, seats, strict=True)),
        "pause": rng.choice([5, 10, 15]),
        "least": rng.choice([15, 20, 30, 45]),
    }


def _inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    people = rng.sample(["ann", "bob", "cem", "dana", "eve", "finn"], 1 + size)
    rooms = [part.split(" (") for part in str(names["rooms_text"]).rstrip(")").split("), ")]
    opening, closing = int(names["open_minutes"]), int(names["close_minutes"])
    requests: list[Json] = []
    ends: list[int] = [opening]
    for _ in range(rng.randint(1 + size // 2, 2 + 3 * size)):
        start = rng.choice([rng.randrange(opening, closing - 60, 15), rng.choice(ends), rng.choice(ends)])
        start += rng.choice(
            [0, 0, 0, 0, 5, 10, -5, int(names["pause"]), int(names["least"]), int(names["least"])]
        )
        end = rng.choice([start + rng.choice([15, 30, 45, 60, 90, 120, 180]), start + 30])
        if rng.random() < 0.12:
            end = rng.choice([closing, closing + 5, start, start - 15])
        start, end = max(start, 0), min(max(end, 0), 1439)
        ends.append(end)
        count = rng.choice([rng.randint(1, 5), rng.randint(1, 4), int(rng.choice(rooms)[1])])
        if rng.random() < 0.06:
            count = rng.choice([0, 13, 1])
        first, last = _time(start), _time(end)
        if rng.random() < 0.1:
            first = rng.choice(["9", "24:00", "08:60", "12:60", "noon", "12:5", "10:5"])
        request: list[Json] = [rng.choice(people), first, last, count]
        if "repeats" in features and rng.random() < 0.3:
            request.append(rng.randint(2, 3))
        requests.append(request)
    if function == "agenda":
        return [requests, rng.choice(people)]
    if function == "gaps":
        return [requests, rng.choice(rooms)[0]]
    return [requests]


_CLOCK, _SPANS, _HOUSE = "@pkg@/@core@/clock.py", "@pkg@/@core@/spans.py", "@pkg@/@core@/house.py"
_BOOKING, _REPORTS = "@pkg@/booking.py", "@pkg@/reports.py"
_BUSIEST = """\
    changes = []
    for _, (start, end), _, _ in house.on(1):
        changes.append((start, 1))
        changes.append((end, -1))
    now = most = 0
    for _, change in sorted(changes):
        now += change
        most = max(most, now)
    return most
"""
_FAULTS = (
    Fault(_CLOCK, "int(hours) > 23 or int(minutes) > 59", "int(hours) > 24 or int(minutes) > 60",
          "Times that do not exist are accepted.", "rooms", 2),
    Fault(_CLOCK, "{minutes // 60:02d}:", "{minutes // 60}:", "Times in the morning are not written as everywhere else.", "agenda", 2),
    Fault(_CLOCK, "int(hours) * 60 + int(minutes)", "int(hours) * 60",
          "Meetings begin and end at full hours only, whatever was asked for.", "agenda", 2),
    Fault(_CLOCK, "    if not colon or len(minutes) != 2 or", "    if not colon or", "A time such as 12:5 is accepted.", "rooms", 2),
    Fault(_SPANS, "first[0] < second[1] and second[0] < first[1]", "first[0] <= second[1] and second[0] <= first[1]",
          "A meeting does not get a room that becomes free at the very minute when it begins.", "rooms", 3),
    Fault(_SPANS, "first[0] < second[1] and second[0] < first[1]", "first[0] <= second[0] < first[1]",
          "Two meetings were put into one room at the same time.", "rooms", 3),
    Fault(_SPANS, "    if position < whole[1]:\n        free.append((position, whole[1]))\n", "",
          "The free time at the end of the day is missing.", "gaps", 2, "gaps"),
    Fault(_SPANS, "in sorted(spans):", "in spans:", "The free times of a room are wrong if it was not booked in order.", "gaps", 2, "gaps"),
    Fault(_HOUSE, "overlap(blocked(other), blocked(span))", "overlap(other, span)",
          "The room is not left empty after a meeting.", "rooms", 2, "pauses"),
    Fault(_HOUSE, "overlap(blocked(other), blocked(span))", "overlap(blocked(other), span)",
          "A meeting can end right before the next one in the same room begins.", "rooms", 2, "pauses"),
    Fault(_HOUSE, "seats >= people", "seats > people", "A group that would just fit into a room does not get it.", "rooms", 2),
    Fault(_HOUSE, "seats < best[1]", "seats > best[1]", "Small groups sit in the largest rooms.", "rooms", 2),
    Fault(_HOUSE, "other_room == room and other_day == day", "other_room == room",
          "Meetings on later days are refused although the rooms are empty then.", "rooms", 2, "repeats"),
    Fault(_HOUSE, "if meeting[0] == day", "if meeting[0] >= day", "Lists for the first day show meetings of other days.",
          "agenda", 2, "repeats"),
    Fault("@pkg@/@core@/repeats.py", "range(1, count + 1)", "range(1, count)",
          "Requests get one day less than they ask for.", "rooms", 2, "repeats"),
    Fault("@pkg@/@core@/repeats.py", "if len(request) > 4 else 1", "if len(request) > 4 else 0",
          "A request without a number of days is passed over.", "rooms", 2, "repeats"),
    Fault(_BOOKING, "finish <= begin", "finish < begin", "Meetings of no length at all are accepted.", "rooms", 1),
    Fault(_BOOKING, "finish > settings.CLOSE", "finish >= settings.CLOSE",
          "A meeting that ends exactly when the house closes is refused.", "rooms", 1),
    Fault(_BOOKING, "    if people < 1:\n        return \"people\"\n", "", "A room was given to a group of nobody.", "rooms", 1),
    Fault(_BOOKING, "begin < settings.OPEN or", "begin > settings.CLOSE or", "Meetings can begin before the house opens.", "rooms", 1),
    Fault(_REPORTS, "in sorted(mine)", "in mine", "An agenda is not in the order of time.", "agenda", 1),
    Fault(_REPORTS, "if owner == who", "if owner >= who", "An agenda shows meetings of other people.", "agenda", 1),
    Fault(_REPORTS, ">= settings.LEAST_GAP", "> settings.LEAST_GAP",
          "A free time that is just long enough is not listed.", "gaps", 1, "gaps"),
    Fault(_REPORTS, "taken = [blocked(span) for", "taken = [span for",
          "Rooms are listed as free although they have to stay empty then.", "gaps", 1, "both"),
    Fault(_REPORTS, "totals[who] = totals.get(who, 0) + length(span)", "totals[who] = length(span)",
          "Only one meeting of each person is counted.", "minutes", 1, "totals"),
    Fault(_REPORTS, _BUSIEST, "    raise NotImplementedError(\"busiest\")\n",
          "The function busiest, which the README describes, was never written.", "busiest", 1, "peak"),
    Fault(_REPORTS, "sorted(changes)", "sorted(changes, key=lambda pair: (pair[0], -pair[1]))",
          "Meetings that only touch are counted as if they went on at the same time.", "busiest", 1, "peak"),
)  # fmt: skip

ROOMS = Domain(
    "rooms",
    "booking meeting rooms",
    _choose,
    ("gaps", "totals", "repeats", "pauses", "peak"),
    {"single": "!repeats", "dense": "!pauses", "both": "gaps & pauses", "measured": "gaps | totals"},
    _TEMPLATES,
    _FAULTS,
    {"rooms": "", "agenda": "", "gaps": "gaps", "minutes": "totals", "busiest": "peak"},
    _inputs,
    model,
)
