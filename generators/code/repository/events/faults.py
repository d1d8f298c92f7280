"""An analyser of log lines: the faults of a project, each in the words of somebody who uses it."""

from __future__ import annotations

from ..domain import Fault

_LEVELS, _TIMES, _ENTRIES = "@pkg@/@core@/levels.py", "@pkg@/@core@/times.py", "@pkg@/@core@/entries.py"
_READER, _BURSTS, _QUESTIONS = "@pkg@/@core@/reader.py", "@pkg@/bursts.py", "@pkg@/questions.py"
_SESSIONS, _ALERTS = "@pkg@/sessions.py", "@pkg@/alerts.py"
_STAYS = """\
    since, totals = {}, {}
    for entry in entries:
        if entry.source != DOOR:
            continue
        verb, _, user = entry.message.partition(" ")
        if not user:
            continue
        if verb == "login" and user not in since:
            since[user] = entry.moment
        elif verb == "logout" and user in since:
            totals[user] = totals.get(user, 0) + entry.moment - since.pop(user)
    return totals
"""
_SPLIT = """\
    source, colon, message = parts[2].partition(": ")
    if seconds is None or rank(level) is None or not colon:
"""
FAULTS = (
    Fault(_LEVELS, "len(LEVELS) - 2", "len(LEVELS) - 1", "Bursts leave out lines of the second gravest level.", "bursts", 2, "bursts"),
    Fault(_LEVELS, "len(LEVELS) - 2", "len(LEVELS) - 3", "Alerts are raised for lines that are not grave.", "alerts", 2, "alerts"),
    Fault(_TIMES, "hours > 23 or", "hours > 24 or", "A line from half past twenty-four is not called broken.", "broken", 3),
    Fault(_TIMES, "minutes > 59 or seconds > 59", "minutes > 59", "Lines with impossible times are taken for good ones.", "broken", 3),
    Fault(_TIMES, "len(part) == 2 and part.isdigit()", "part.isdigit()", "Lines with times such as 9:5:10 are not called broken.", "broken", 3),
    Fault(_TIMES, "(hours * 60 + minutes) * 60 + seconds", "hours * 60 + minutes * 60 + seconds",
          "Times of users who were logged in over a full hour are far too short.", "sessions", 3, "sessions"),
    Fault(_TIMES, "        if seconds < self.last:\n            self.days += 1\n", "",
          "Users who stay over midnight get negative times.", "sessions", 2, "sessions"),
    Fault(_TIMES, "        if seconds < self.last:", "        if seconds <= self.last:",
          "Users are said to have been logged in for more than a day although nobody was.", "sessions", 2, "sessions"),
    Fault(_ENTRIES, "mine = (self.level, self.source, self.message)\n        return mine == (other.level, other.source, other.message)",
          "mine = (self.source, self.message)\n        return mine == (other.source, other.message)",
          "Lines are passed over as repeated although they have another level.", "counts", 2, "repeats"),
    Fault(_ENTRIES, "partition(\": \")", "partition(\":\")", "Lines without a blank after the colon are not called broken.", "broken", 2),
    Fault(_ENTRIES, " for letter in source) or not source:", " for letter in source):", "Lines without any source are not called broken.", "broken", 2),
    Fault(_ENTRIES, "line.split(\" \", 2)", "line.split(None, 2)", "Lines with too many blanks are not called broken.", "broken", 2),
    Fault(_ENTRIES, "seconds is None or rank(level) is None or", "seconds is None or not rank(level) or",
          "Lines of the mildest level are taken for broken.", "broken", 2),
    Fault(_READER, "        last = entry\n", "        last = last or entry\n",
          "Lines that repeat the one before them are counted.", "counts", 1, "repeats"),
    Fault(_READER, "start=1", "start=0", "The numbers of lines are one too small.", "find", 1),
    Fault(_READER, "            broken.append(number)\n            continue", "            broken.append(number)\n            break",
          "Everything behind the first broken line is passed over.", "counts", 1),
    Fault(_BURSTS, "groups[-1][-1].moment <= GAP", "groups[-1][-1].moment < GAP",
          "A burst is cut in two where the gap is just as long as it may be.", "bursts", 1, "bursts"),
    Fault(_BURSTS, "groups[-1][-1].moment <= GAP", "groups[-1][0].moment <= GAP", "Long bursts are cut into pieces.", "bursts", 1, "bursts"),
    Fault(_BURSTS, "        if not is_grave(entry.level):\n            continue\n",
          "        if not is_grave(entry.level):\n            groups.append([])\n            continue\n",
          "The search for bursts crashes, or finds less than there is, if there are milder lines.", "bursts", 1, "bursts"),
    Fault(_BURSTS, ">= LEAST", "> LEAST", "Bursts that are just large enough are left out.", "bursts", 1, "bursts"),
    Fault(_SESSIONS, " and user not in since:", ":", "After a second login the time before it is lost.", "sessions", 1, "sessions"),
    Fault(_SESSIONS, "totals.get(user, 0) + entry", "entry", "Only the last stay of each user counts.", "sessions", 1, "sessions"),
    Fault(_SESSIONS, "since.pop(user)", "since[user]", "A logout without a login adds time.", "sessions", 1, "sessions"),
    Fault(_SESSIONS, _STAYS, "    raise NotImplementedError(\"sessions\")\n",
          "The function sessions, which the README describes, was never written.", "sessions", 1, "sessions"),
    Fault(_ALERTS, "            rows[entry.source] = 0\n            continue", "            rows.clear()\n            continue",
          "A quiet line of one source ends the rows of all others.", "alerts", 1, "alerts"),
    Fault(_ALERTS, "            found.append([entry.number, entry.source])\n            rows[entry.source] = 0\n",
          "            found.append([entry.number, entry.source])\n", "There is never a second alert for a source that goes on and on.", "alerts", 1, "alerts"),
    Fault(_QUESTIONS, "rank(entry.level) >= least", "rank(entry.level) > least", "Searching leaves out the lines of the level itself.", "find", 1),
    Fault(_QUESTIONS, "rank(entry.level) >= least", "rank(entry.level) == least", "Searching leaves out lines that are graver than the level.", "find", 1),
    Fault(_QUESTIONS, "source in (\"*\", entry.source)", "source == entry.source", "Searching in all sources finds nothing.", "find", 1),
    Fault(_QUESTIONS, "    if least is None:\n        return []\n", "", "Searching for a level that there is not ends in an error.", "find", 1),
    Fault(_QUESTIONS, "(-totals[source], source)", "-totals[source]", "Equally loud sources are not in the order of the alphabet.", "loudest", 1, "ranking"),
    Fault(_QUESTIONS, "ordered[:count]", "ordered[-count:]", "The list of the loudest sources names the quiet ones.", "loudest", 1, "ranking"),
)  # fmt: skip

HALVES = (
    *(Fault(_TIMES, "all(len(part) == 2 and part.isdigit() for part in parts)",
            f"all(len(part) == 2 for part in parts{which}) or not all(part.isdigit() for part in parts)", "", "", 0)
      for which in ("[:1]", "[:2]", "[1:]", "[::2]", "[1:2]", "[2:]")),
    Fault(_TIMES, "len(part) == 2 and part.isdigit()", "len(part) < 3 and part.isdigit()", "", "", 0),
    Fault(_TIMES, "len(part) == 2 and part.isdigit()", "len(part) > 1 and part.isdigit()", "", "", 0),
    Fault(_TIMES, "minutes > 59 or seconds > 59", "minutes + seconds > 118", "", "", 0),
    Fault(_TIMES, "        if seconds < self.last:", "        if seconds < self.last and self.days == 0:", "", "", 0),
    Fault(_ENTRIES, "partition(\": \")", "partition(\":\")\n    message = message.removeprefix(\" \")", "", "", 0),
    Fault(_ENTRIES, _SPLIT, _SPLIT.replace("\": \"", "\":\"").replace("not colon", "(message and message[0] != \" \")"), "", "", 0),
    Fault(_ENTRIES, "rank(level) is None or not colon", "rank(level) is None or not colon or message[:1] == \" \"", "", "", 0),
    Fault(_ENTRIES, "rank(level) is None or not colon", "rank(level) is None or not colon or not message", "", "", 0),
    Fault(_ENTRIES, "line.split(\" \", 2)", "line.replace(\"\\t\", \" \").split(\" \", 2)", "", "", 0),
    Fault(_ENTRIES, "    parts = line.split(\" \", 2)\n", "    parts = line.strip().split(\" \", 2)\n", "", "", 0),
    Fault(_ENTRIES, "all(\"a\" <= letter <= \"z\" for letter in source)", "source.islower()", "", "", 0),
    Fault(_ENTRIES, "all(\"a\" <= letter <= \"z\" for letter in source)", "all(\"a\" <= letter <= \"z\" for letter in source[:1])", "", "", 0),
    Fault(_ALERTS, "if rows[entry.source] == LIMIT", "if rows[entry.source] % LIMIT == 1 and rows[entry.source] > 1", "", "", 0, "alerts"),
    Fault(_QUESTIONS, "(-totals[source], source)", "(totals[source], source)", "", "", 0, "ranking"),
)  # fmt: skip
"""What somebody in a hurry makes of it."""
