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
    Fault(_LEVELS, "len(LEVELS) - 2", "len(LEVELS) - 1", "Bursts leave out lines of the second gravest level.|"
          "Lines of the level below the gravest do not count for bursts.", "bursts", 2, "bursts"),
    Fault(_LEVELS, "len(LEVELS) - 2", "len(LEVELS) - 3", "Alerts are raised for lines that are not grave.|"
          "We get alerts although the lines are of a level that is not serious.", "alerts", 2, "alerts"),
    Fault(_TIMES, "hours > 23 or", "hours > 24 or", "A line from half past twenty-four is not called broken.|"
          "An hour that does not exist, 24, is accepted in the time of a line.", "broken", 3),
    Fault(_TIMES, "minutes > 59 or seconds > 59", "minutes > 59", "Lines with impossible times are taken for good ones.|"
          "There are lines at times that do not exist, and they are not called broken.", "broken", 3),
    Fault(_TIMES, "len(part) == 2 and part.isdigit()", "part.isdigit()", "Lines with times such as 9:5:10 are not called broken.|"
          "Lines in whose time a digit is left out should be broken, but are not.", "broken", 3),
    Fault(_TIMES, "(hours * 60 + minutes) * 60 + seconds", "hours * 60 + minutes * 60 + seconds",
          "Times of users who were logged in over a full hour are far too short.|"
          "Whoever was logged in for hours seems to have been there for minutes.", "sessions", 3, "sessions"),
    Fault(_TIMES, "        if seconds < self.last:\n            self.days += 1\n", "",
          "Users who stay over midnight get negative times.|"
          "If somebody is logged in at midnight, their time gets less instead of more.", "sessions", 2, "sessions"),
    Fault(_TIMES, "        if seconds < self.last:", "        if seconds <= self.last:",
          "Users are said to have been logged in for more than a day although nobody was.|"
          "Somebody who logged out in the second in which they logged in is said to have stayed for a day.", "sessions", 2, "sessions"),
    Fault(_ENTRIES, "mine = (self.level, self.source, self.message)\n        return mine == (other.level, other.source, other.message)",
          "mine = (self.source, self.message)\n        return mine == (other.source, other.message)",
          "Lines are passed over as repeated although they have another level.|"
          "A line that is like the one before it, but of another level, is left out.", "counts", 2, "repeats"),
    Fault(_ENTRIES, "partition(\": \")", "partition(\":\")", "Lines without a blank after the colon are not called broken.|"
          "If there is no blank between the colon and the message, a line should be broken, but it is not.", "broken", 2),
    Fault(_ENTRIES, " for letter in source) or not source:", " for letter in source):", "Lines without any source are not called broken.|"
          "If the name of the source is lacking, a line should be broken, but it is not.", "broken", 2),
    Fault(_ENTRIES, "line.split(\" \", 2)", "line.split(None, 2)", "Lines with too many blanks are not called broken.|"
          "A blank too many, where one should be, does not make a line broken.", "broken", 2),
    Fault(_ENTRIES, "seconds is None or rank(level) is None or", "seconds is None or not rank(level) or",
          "Lines of the mildest level are taken for broken.|"
          "All lines of the lowest level are called broken.", "broken", 2),
    Fault(_READER, "        last = entry\n", "        last = last or entry\n",
          "Lines that repeat the one before them are counted.|"
          "The same line several times in a row counts each time.", "counts", 1, "repeats"),
    Fault(_READER, "start=1", "start=0", "The numbers of lines are one too small.|"
          "All numbers of lines are off by one.", "find", 1),
    Fault(_READER, "            broken.append(number)\n            continue", "            broken.append(number)\n            break",
          "Everything behind the first broken line is passed over.|"
          "As soon as there is a broken line, no line after it is looked at.", "counts", 1),
    Fault(_BURSTS, "groups[-1][-1].moment <= GAP", "groups[-1][-1].moment < GAP",
          "A burst is cut in two where the gap is just as long as it may be.|"
          "Two grave lines that are as far from each other as is allowed do not get into one burst.", "bursts", 1, "bursts"),
    Fault(_BURSTS, "groups[-1][-1].moment <= GAP", "groups[-1][0].moment <= GAP", "Long bursts are cut into pieces.|"
          "Bursts that go on for a long time are told as several.", "bursts", 1, "bursts"),
    Fault(_BURSTS, "        if not is_grave(entry.level):\n            continue\n",
          "        if not is_grave(entry.level):\n            groups.append([])\n            continue\n",
          "The search for bursts crashes, or finds less than there is, if there are milder lines.|"
          "If there are other lines between grave ones, bursts are missing, or there is a crash.", "bursts", 1, "bursts"),
    Fault(_BURSTS, ">= LEAST", "> LEAST", "Bursts that are just large enough are left out.|"
          "The smallest bursts that should be told are not.", "bursts", 1, "bursts"),
    Fault(_SESSIONS, " and user not in since:", ":", "After a second login the time before it is lost.|"
          "If a user logs in again without having logged out, their first login is forgotten.", "sessions", 1, "sessions"),
    Fault(_SESSIONS, "totals.get(user, 0) + entry", "entry", "Only the last stay of each user counts.|"
          "Users who come back are said to have stayed as long as the last time only.", "sessions", 1, "sessions"),
    Fault(_SESSIONS, "since.pop(user)", "since[user]", "A logout without a login adds time.|"
          "Logging out twice counts the same time twice.", "sessions", 1, "sessions"),
    Fault(_SESSIONS, _STAYS, "    raise NotImplementedError(\"sessions\")\n",
          "The function sessions, which the README describes, was never written.|"
          "Calling sessions fails, for nobody has written it yet, whatever the README says about it.", "sessions", 1, "sessions"),
    Fault(_ALERTS, "            rows[entry.source] = 0\n            continue", "            rows.clear()\n            continue",
          "A quiet line of one source ends the rows of all others.|"
          "Grave lines of one source are not counted on if another source sends a mild one.", "alerts", 1, "alerts"),
    Fault(_ALERTS, "            found.append([entry.number, entry.source])\n            rows[entry.source] = 0\n",
          "            found.append([entry.number, entry.source])\n", "There is never a second alert for a source that goes on and on.|"
          "For each source there is one alert at most, even if it sends grave lines all day.", "alerts", 1, "alerts"),
    Fault(_QUESTIONS, "rank(entry.level) >= least", "rank(entry.level) > least", "Searching leaves out the lines of the level itself.|"
          "If I search for a level, I get the graver ones only.", "find", 1),
    Fault(_QUESTIONS, "rank(entry.level) >= least", "rank(entry.level) == least", "Searching leaves out lines that are graver than the level.|"
          "If I search for a level, I do not get the graver ones.", "find", 1),
    Fault(_QUESTIONS, "source in (\"*\", entry.source)", "source == entry.source", "Searching in all sources finds nothing.|"
          "The star for all sources does not work in a search.", "find", 1),
    Fault(_QUESTIONS, "    if least is None:\n        return []\n", "", "Searching for a level that there is not ends in an error.|"
          "When I search for a level that does not exist, the program fails.", "find", 1),
    Fault(_QUESTIONS, "(-totals[source], source)", "-totals[source]", "Equally loud sources are not in the order of the alphabet.|"
          "Sources with equally many lines come in a strange order.", "loudest", 1, "ranking"),
    Fault(_QUESTIONS, "ordered[:count]", "ordered[-count:]", "The list of the loudest sources names the quiet ones.|"
          "Asked for the sources with the most lines, it gives those with the fewest.", "loudest", 1, "ranking"),
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
