"""An analyser of log lines: the files of a project."""

from __future__ import annotations

from ..domain import Template

TEMPLATES = (
    Template(
        "README.md",
        """
# @pkg@

Answers questions about log files. The public functions are in `@pkg@/api.py`; each takes a list of lines, numbered from 1.

## Lines

A line is `time LEVEL source: message`, such as `09:05:10 WARN disk: almost full`. The time has two digits each for hours (00 to 23),
minutes and seconds (00 to 59). The levels are, from the mildest to the gravest, @levels_text@. A source is one or more of the letters a to z.
There is exactly one blank before the level and before the source, and there must be a blank after the colon. The message is all that
follows this blank, further blanks and colons included; it may be empty, but the colon and the blank are there even then. All other
lines are broken, and no function but `broken(lines)` looks at them.

Times do not go back, but for midnight: a line whose time is earlier than that of the last whole line is of the next day.
#+ repeats
A whole line with the same level, source and message as the whole line before it is a repetition. It is not broken, it keeps its
number and its time counts for what is said about midnight, but apart from that all functions act as if it were not there.
#-

## Functions

- `counts(lines)` tells for each level that occurs how many lines have it.
- `find(lines, level, source)` lists the numbers of the lines that are at least as grave as the level and come from the source;
  `*` stands for all sources. For a level that there is not it finds nothing.
- `broken(lines)` lists the numbers of the broken lines.
#+ bursts
- `bursts(lines)` lists `[first, last, count]` of each burst: a run of at least @least@ grave lines, of which each comes at
  most @gap@ seconds after the one before it, as long as it can be made. First and last are the numbers of its lines. Milder lines between them do not matter.
#-
Lines of the two gravest levels are grave.  #? several
#+ sessions
- `sessions(lines)` tells for each user how many seconds they were logged in, in all. A user logs in by a message `login NAME` and
  out by `logout NAME` of the source @door@, at any level. A second login while logged in, and a logout without login, change nothing. Who is
  still logged in at the end does not count for that last time. Users without a whole stay are not named. Other messages of the
  source @door@ do not matter.
#-
- `loudest(lines, count)` names the sources with the most lines, at most `count`; equal ones by alphabet.  #? ranking
#+ alerts
- `alerts(lines)` lists `[number, source]`, with the number of the last line, whenever a source has sent @limit@ grave lines in a row, that
  is without a milder line of the same source between them. After an alert the row begins anew.
#-
""",
    ),
    Template(
        "@pkg@/@core@/levels.py",
        '''
"""How grave a line is."""

LEVELS = [@levels_list@]


def rank(level):
    """The place of a level, 0 for the mildest; None if there is no such level."""
    return LEVELS.index(level) if level in LEVELS else None


#+ several
def is_grave(level):
    """Whether a level is one of the two gravest."""
    return rank(level) >= len(LEVELS) - 2
#-
''',
    ),
    Template(
        "@pkg@/@core@/times.py",
        '''
"""Times of day."""

DAY = 24 * 60 * 60


def seconds_of(text):
    """The seconds from midnight of a time such as "09:05:10", or None if it is none."""
    parts = text.split(":")
    if len(parts) != 3 or not all(len(part) == 2 and part.isdigit() for part in parts):
        return None
    hours, minutes, seconds = map(int, parts)
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    return (hours * 60 + minutes) * 60 + seconds


class Calendar:
    """Counts the days of times that come one after the other."""

    def __init__(self):
        self.days = 0
        self.last = 0

    def moment(self, seconds):
        """The seconds since midnight of the first day."""
        if seconds < self.last:
            self.days += 1
        self.last = seconds
        return self.days * DAY + seconds
''',
    ),
    Template(
        "@pkg@/@core@/entries.py",
        '''
"""Entries: what is in a line."""

from @pkg@.@core@.levels import rank
from @pkg@.@core@.times import seconds_of


class Entry:
    """One whole line."""

    def __init__(self, number, moment, level, source, message):
        self.number = number
        self.moment = moment
        self.level = level
        self.source = source
        self.message = message

#+ repeats
    def repeats(self, other):
        """Whether it says the same as another entry."""
        mine = (self.level, self.source, self.message)
        return mine == (other.level, other.source, other.message)
#-


def parts_of(line):
    """Seconds, level, source and message of a line, or None if it is broken."""
    parts = line.split(" ", 2)
    if len(parts) < 3:
        return None
    seconds, level = seconds_of(parts[0]), parts[1]
    source, colon, message = parts[2].partition(": ")
    if seconds is None or rank(level) is None or not colon:
        return None
    if not all("a" <= letter <= "z" for letter in source) or not source:
        return None
    return seconds, level, source, message
''',
    ),
    Template(
        "@pkg@/@core@/reader.py",
        '''
"""From lines to entries."""

from @pkg@.@core@.entries import Entry, parts_of
from @pkg@.@core@.times import Calendar


def read(lines):
    """The entries of a log, and the numbers of its broken lines."""
    entries, broken = [], []
    calendar = Calendar()
    last = None  #? repeats
    for number, line in enumerate(lines, start=1):
        parts = parts_of(line)
        if parts is None:
            broken.append(number)
            continue
        seconds, level, source, message = parts
        entry = Entry(number, calendar.moment(seconds), level, source, message)
        if last is None or not entry.repeats(last):  #? repeats
            entries.append(entry)  #? repeats
        last = entry  #? repeats
        entries.append(entry)  #? plain
    return entries, broken
''',
    ),
    Template(
        "@pkg@/bursts.py",
        '''
"""Bursts: many grave lines in a short time."""

from @pkg@.@core@.levels import is_grave

LEAST = @least@
GAP = @gap@


def runs(entries):
    """Grave entries in groups, cut where the gap between two is too long."""
    groups = []
    for entry in entries:
        if not is_grave(entry.level):
            continue
        if groups and entry.moment - groups[-1][-1].moment <= GAP:
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups


def bursts(entries):
    """First number, last number and size of every burst."""
    return [[group[0].number, group[-1].number, len(group)] for group in runs(entries) if len(group) >= LEAST]
''',
        "bursts",
    ),
    Template(
        "@pkg@/sessions.py",
        '''
"""Who was logged in for how long."""

DOOR = "@door@"


def sessions(entries):
    """The seconds of each user."""
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
''',
        "sessions",
    ),
    Template(
        "@pkg@/alerts.py",
        '''
"""Alerts: a source that does not come to rest."""

from @pkg@.@core@.levels import is_grave

LIMIT = @limit@


def alerts(entries):
    """Number and source of every alert."""
    rows, found = {}, []
    for entry in entries:
        if not is_grave(entry.level):
            rows[entry.source] = 0
            continue
        rows[entry.source] = rows.get(entry.source, 0) + 1
        if rows[entry.source] == LIMIT:
            found.append([entry.number, entry.source])
            rows[entry.source] = 0
    return found
''',
        "alerts",
    ),
    Template(
        "@pkg@/questions.py",
        '''
"""Simple questions about entries."""

from @pkg@.@core@.levels import rank


def counts(entries):
    """How many entries have each level."""
    found = {}
    for entry in entries:
        found[entry.level] = found.get(entry.level, 0) + 1
    return found


def matches(entry, least, source):
    """Whether an entry is grave enough and from the right source."""
    return rank(entry.level) >= least and source in ("*", entry.source)


def find(entries, level, source):
    """The numbers of the entries that match."""
    least = rank(level)
    if least is None:
        return []
    return [entry.number for entry in entries if matches(entry, least, source)]


#+ ranking
def loudest(entries, count):
    """The sources with the most entries."""
    totals = {}
    for entry in entries:
        totals[entry.source] = totals.get(entry.source, 0) + 1
    ordered = sorted(totals, key=lambda source: (-totals[source], source))
    return ordered[:count]
#-
''',
    ),
    Template(
        "@pkg@/api.py",
        '''
"""The public functions. A log is a list of lines."""

from @pkg@ import questions
from @pkg@.@core@.reader import read
from @pkg@ import bursts as groups  #? bursts
from @pkg@ import sessions as stays  #? sessions
from @pkg@ import alerts as alarms  #? alerts


def counts(lines):
    """How many lines have each level."""
    return questions.counts(read(lines)[0])


def find(lines, level, source):
    """The numbers of the lines that are grave enough and from a source."""
    return questions.find(read(lines)[0], level, source)


def broken(lines):
    """The numbers of the broken lines."""
    return read(lines)[1]


#+ bursts
def bursts(lines):
    """The bursts of grave lines."""
    return groups.bursts(read(lines)[0])
#-


#+ sessions
def sessions(lines):
    """How long each user was logged in."""
    return stays.sessions(read(lines)[0])
#-


#+ ranking
def loudest(lines, count):
    """The sources with the most lines."""
    return questions.loudest(read(lines)[0], count)
#-


#+ alerts
def alerts(lines):
    """When a source did not come to rest."""
    return alarms.alerts(read(lines)[0])
#-
''',
    ),
)
