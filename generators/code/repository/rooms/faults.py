"""A booking system for meeting rooms: the faults of a project, each in the words of somebody who uses it."""

from __future__ import annotations

from ..domain import Fault

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
FAULTS = (
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

HALVES = (
    *(Fault(_BOOKING, "begin < settings.OPEN or", f"{wrong} or", "", "", 0)
      for wrong in ("begin < settings.OPEN - 4", "begin < settings.OPEN - 1", "begin // 60 < settings.OPEN // 60")),
    *(Fault(_BOOKING, "finish > settings.CLOSE", wrong, "", "", 0)
      for wrong in ("finish > settings.CLOSE + 4", "finish > settings.CLOSE + 1", "begin >= settings.CLOSE")),
    Fault(_BOOKING, "    if people < 1:", "    if people == 0:", "", "", 0),
    Fault(_BOOKING, "finish <= begin", "finish == begin", "", "", 0),
    Fault(_CLOCK, "len(minutes) != 2", "len(minutes) < 2", "", "", 0),
    Fault(_CLOCK, "len(minutes) != 2", "len(text) != 5", "", "", 0),
    Fault(_CLOCK, "len(minutes) != 2", "len(minutes) > 2", "", "", 0),
    Fault(_SPANS, "first[0] < second[1] and second[0] < first[1]", "first[0] < second[1] - 1 and second[0] < first[1]", "", "", 0),
    Fault(_SPANS, "first[0] < second[1] and second[0] < first[1]",
          "second[0] <= first[0] < second[1] or first[0] < second[1] <= first[1]", "", "", 0),
    Fault(_HOUSE, "overlap(blocked(other), blocked(span))", "overlap(other, blocked(span))", "", "", 0, "pauses"),
    Fault(_REPORTS, ">= settings.LEAST_GAP", "> settings.LEAST_GAP - 5", "", "", 0, "gaps"),
)  # fmt: skip
"""What somebody in a hurry makes of it."""
