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
          "Times that do not exist are accepted.|"
          "One can ask for a meeting at a time that no clock shows.", "rooms", 2),
    Fault(_CLOCK, "{minutes // 60:02d}:", "{minutes // 60}:", "Times in the morning are not written as everywhere else.|"
          "In an agenda, times before ten o'clock look different from all others.", "agenda", 2),
    Fault(_CLOCK, "int(hours) * 60 + int(minutes)", "int(hours) * 60",
          "Meetings begin and end at full hours only, whatever was asked for.|"
          "The minutes of all times are lost: everything begins on the hour.", "agenda", 2),
    Fault(_CLOCK, "    if not colon or len(minutes) != 2 or", "    if not colon or", "A time such as 12:5 is accepted.|"
          "Minutes with one digit, as in 12:5, should not be taken, but they are.", "rooms", 2),
    Fault(_SPANS, "first[0] < second[1] and second[0] < first[1]", "first[0] <= second[1] and second[0] <= first[1]",
          "A meeting does not get a room that becomes free at the very minute when it begins.|"
          "If one meeting ends when the next begins, they do not get the same room, as if they were in each other's way.", "rooms", 3),
    Fault(_SPANS, "first[0] < second[1] and second[0] < first[1]", "first[0] <= second[0] < first[1]",
          "Two meetings were put into one room at the same time.|"
          "A room was booked twice for the same time.", "rooms", 3),
    Fault(_SPANS, "    if position < whole[1]:\n        free.append((position, whole[1]))\n", "",
          "The free time at the end of the day is missing.|"
          "When a room is free until closing time, that is not told.", "gaps", 2, "gaps"),
    Fault(_SPANS, "in sorted(spans):", "in spans:", "The free times of a room are wrong if it was not booked in order.|"
          "If the bookings of a room did not come in by their time, what is said about when it is free is wrong.", "gaps", 2, "gaps"),
    Fault(_HOUSE, "overlap(blocked(other), blocked(span))", "overlap(other, span)",
          "The room is not left empty after a meeting.|"
          "People come into a room right after the meeting before theirs, without any break.", "rooms", 2, "pauses"),
    Fault(_HOUSE, "overlap(blocked(other), blocked(span))", "overlap(blocked(other), span)",
          "A meeting can end right before the next one in the same room begins.|"
          "There is no break between two meetings if the one that was booked later is the earlier one.", "rooms", 2, "pauses"),
    Fault(_HOUSE, "seats >= people", "seats > people", "A group that would just fit into a room does not get it.|"
          "As many people as a room has seats do not get it.", "rooms", 2),
    Fault(_HOUSE, "seats < best[1]", "seats > best[1]", "Small groups sit in the largest rooms.|"
          "Two people were sent to the largest room while a small one was empty.", "rooms", 2),
    Fault(_HOUSE, "other_room == room and other_day == day", "other_room == room",
          "Meetings on later days are refused although the rooms are empty then.|"
          "What is booked for one day makes rooms unavailable on other days.", "rooms", 2, "repeats"),
    Fault(_HOUSE, "if meeting[0] == day", "if meeting[0] >= day", "Lists for the first day show meetings of other days.|"
          "What is said about day 1 contains meetings of the days after it.",
          "agenda", 2, "repeats"),
    Fault("@pkg@/@core@/repeats.py", "range(1, count + 1)", "range(1, count)",
          "Requests get one day less than they ask for.|"
          "The last of the days that somebody asked for is never booked.", "rooms", 2, "repeats"),
    Fault("@pkg@/@core@/repeats.py", "if len(request) > 4 else 1", "if len(request) > 4 else 0",
          "A request without a number of days is passed over.|"
          "Those who do not say for how many days they want a room get no answer.", "rooms", 2, "repeats"),
    Fault(_BOOKING, "finish <= begin", "finish < begin", "Meetings of no length at all are accepted.|"
          "Somebody booked a meeting that ends when it begins.", "rooms", 1),
    Fault(_BOOKING, "finish > settings.CLOSE", "finish >= settings.CLOSE",
          "A meeting that ends exactly when the house closes is refused.|"
          "Nobody gets a room until closing time, only until shortly before it.", "rooms", 1),
    Fault(_BOOKING, "    if people < 1:\n        return \"people\"\n", "", "A room was given to a group of nobody.|"
          "Meetings with zero people get a room.", "rooms", 1),
    Fault(_BOOKING, "begin < settings.OPEN or", "begin > settings.CLOSE or", "Meetings can begin before the house opens.|"
          "Rooms are given away for times at which the house is not yet open.", "rooms", 1),
    Fault(_REPORTS, "in sorted(mine)", "in mine", "An agenda is not in the order of time.|"
          "Meetings in an agenda are not sorted.", "agenda", 1),
    Fault(_REPORTS, "if owner == who", "if owner >= who", "An agenda shows meetings of other people.|"
          "In the agenda of one person we see what others have booked.", "agenda", 1),
    Fault(_REPORTS, ">= settings.LEAST_GAP", "> settings.LEAST_GAP",
          "A free time that is just long enough is not listed.|"
          "Of the times when a room is free, the shortest that should be told are not.", "gaps", 1, "gaps"),
    Fault(_REPORTS, "taken = [blocked(span) for", "taken = [span for",
          "Rooms are listed as free although they have to stay empty then.|"
          "The break after a meeting is told as time when a room is free.", "gaps", 1, "both"),
    Fault(_REPORTS, "totals[who] = totals.get(who, 0) + length(span)", "totals[who] = length(span)",
          "Only one meeting of each person is counted.|"
          "Whoever has several meetings is said to have spent the time of one of them only.", "minutes", 1, "totals"),
    Fault(_REPORTS, _BUSIEST, "    raise NotImplementedError(\"busiest\")\n",
          "The function busiest, which the README describes, was never written.|"
          "Calling busiest fails, for nobody has written it yet, whatever the README says about it.", "busiest", 1, "peak"),
    Fault(_REPORTS, "sorted(changes)", "sorted(changes, key=lambda pair: (pair[0], -pair[1]))",
          "Meetings that only touch are counted as if they went on at the same time.|"
          "We are told that more meetings go on at once than do: one of them had just ended.", "busiest", 1, "peak"),
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
