"""A booking system for meeting rooms: the files of a project."""

from __future__ import annotations

from ..domain import Template

TEMPLATES = (
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
- Two meetings in one room may touch: one may begin when the other ends.  #? dense
- After each meeting its room stays empty for @pause@ minutes; the next meeting there may begin as soon as they are over. They may lie  #? pauses
  after closing.  #? pauses

## Functions

- `rooms(requests)` is, for each request, the name of its room or the reason why it is refused, in order.
  Requests for several days give one entry for each day.  #? repeats
- `agenda(requests, who)` lists `[start, end, room]` of the meetings of one person, by start, then by end, then by the room's
  name. Times are written with two digits each, `"09:05"`.
  Only meetings on day 1 are listed.  #? repeats
#+ gaps
- `gaps(requests, room)` lists the times `[start, end]` between opening and closing at which a room has no meeting, in
  order. Gaps shorter than @least@ minutes are left out.
#-
  It is about day 1 only.  #? gaps_of_days
#+ gaps
  The empty time after a meeting is no part of a gap.  #? pauses
#-
- `minutes(requests)` tells for every person who got a room how many minutes their meetings last, all together.  #? totals
  The meetings of all days count.  #? totals_of_days
- `busiest(requests)` is the largest number of meetings that go on at the same time; those that only touch do not.  #? peak
  It is about day 1 only.  #? peak_of_days
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
    """The meetings of one person on day 1."""  #? repeats
    """The meetings of one person."""  #? single
    mine = [(span, room) for _, span, room, owner in house.on(1) if owner == who]
    return [[text_of(span[0]), text_of(span[1]), room] for span, room in sorted(mine)]


#+ gaps
def gaps(house, room):
    """When a room has no meeting on day 1."""  #? repeats
    """When a room has no meeting."""  #? single
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
    """The largest number of meetings at one time on day 1."""  #? repeats
    """The largest number of meetings at one time."""  #? single
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
    """The meetings of one person on day 1."""  #? repeats
    """The meetings of one person."""  #? single
    return reports.agenda(book_all(requests)[0], who)


#+ gaps
def gaps(requests, room):
    """When a room is free on day 1."""  #? repeats
    """When a room is free."""  #? single
    return reports.gaps(book_all(requests)[0], room)
#-


#+ totals
def minutes(requests):
    """How long each person is in rooms."""
    return reports.minutes(book_all(requests)[0])
#-


#+ peak
def busiest(requests):
    """How many meetings go on at the same time at most on day 1."""  #? repeats
    """How many meetings go on at the same time at most."""  #? single
    return reports.busiest(book_all(requests)[0])
#-
''',
    ),
)
