"""Names and numbers of an organisation, all different, and the spellings that logs have for them.

Identifiers come from a counter through a one-to-one scramble, so that they look drawn and never repeat without
anything being remembered. An entity has one plain spelling; a column may write all of its values in another one of
`SPELLINGS`, which a note in the database tells.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ...base import Json

_FIRST = (
    "ada alba amir anna arne ben bora cara carl chen dana dev edda elia emil enzo eva fay finn gia gus hana "
    "hugo ida igor ines iris ivan jana joel jude kai kara kim lara leo lena levi lia luca mara max mia milo "
    "mona nadia nils nina noah nora olaf omar otis pia ravi rhea rosa ruth sami sara sven tara theo tina "
    "tomas uma vera vito wes yara yuki zoe"
).split()
_LAST = (
    "abbott adler ames arden baker barth becker bell berg blom bosch brandt brook carver castro chase cole "
    "craig dahl decker drake egger ellis engel faber falk finch fisher flint fox frost gale gomez graf grant "
    "gruber haas hale hansen hart holm hunt ito jansen jung kane keller klein koch kruse lang lowe lund marsh "
    "maas meyer moss nagel nash novak olsen park petit pike quinn rao reed rossi roth sato schulz silva stone "
    "storm tanner thorne vance vogel wade weber west wolf wren yates york zimmer"
).split()
_WORDS = (
    "invoice report budget plan minutes contract offer roster summary draft notes forecast payroll review "
    "schedule order quote manual archive export backup update setup viewer helper agent loader reader sync "
    "index cache ledger catalogue"
).split()
_JOBS = "Update Sync Cleanup Telemetry Index Backup Refresh Check Rotate Report".split()
_SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"][:64]
_TOPS = ("example", "test", "invalid")
_EXTENSIONS = ("docx", "xlsx", "pdf", "zip", "exe", "dll", "js", "txt")


@dataclass
class Organisation:
    """Who is there, and how things are named.

    Attributes:
        name: of the organisation, in words.
        domain: the short name that its domains begin with.
        people: the plain values of each entity that a person has, by kind; person i has the i-th of each.
        zone: hours by which local time is ahead of UTC.
        start: the first second of the period that the logs cover, from 1970 in UTC.
        days: how many days it lasts.
    """

    name: str
    domain: str
    people: dict[str, list[str]]
    zone: int
    start: int
    days: int
    _rng: random.Random
    _style: dict[str, int] = field(default_factory=dict)
    _made: dict[str, int] = field(default_factory=dict)
    _offset: dict[str, int] = field(default_factory=dict)

    def fresh(self, kind: str) -> str:
        """A value of an entity that was never made before."""
        return self.many(kind, 1)[0]

    def many(self, kind: str, count: int) -> list[str]:
        """Several such values."""
        return list(map(self.minting(kind, count), range(count)))

    def minting(self, kind: str, count: int) -> Callable[[int], str]:
        """A function that gives each of several such values by its number."""
        if kind not in self._offset:
            self._offset[kind] = self._rng.getrandbits(128)
            self._style[kind] = self._rng.getrandbits(16)
        begin = self._made.get(kind, 0)
        self._made[kind] = begin + count
        make, offset, style = _MAKERS[kind], self._offset[kind], self._style[kind]
        return lambda number: make(((begin + number) * _ODD + offset) & _MASK, style)


def organisation(rng: random.Random, people: int, days: int) -> Organisation:
    """An organisation of some people."""
    short = "".join(rng.sample(_SYLLABLES, 3)) + rng.choice("nrxlsk")
    trade = rng.choice(
        ("Freight", "Foods", "Energy", "Clinics", "Media", "Optics", "Tools", "Textiles", "Robotics", "Travel")
    )
    start = 1_700_000_000 // 86_400 * 86_400 + rng.randrange(900) * 86_400
    made = Organisation(
        f"{short.title()} {trade}", short, {}, rng.choice((-8, -5, -3, 1, 2, 3, 8, 9)), start, days, rng
    )
    names: dict[str, None] = {}
    while len(names) < people:
        names[f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"] = None
    numbers = rng.sample(range(100, 1000), people)
    accounts, addresses, hosts = rng.randrange(4), rng.randrange(3), rng.randrange(3)
    prefix = rng.choice(("WS", "PC", "LT", "NB", "CL")) + rng.choice(("", short[:2].upper()))
    for name, number in zip(names, numbers, strict=True):
        first, last = name.split()
        # An account says nothing of the person: the directory is needed to go from one to the other.
        account = (
            f"u{number * 37 % 9973:04d}",
            f"{_SYLLABLES[number % 64]}{_SYLLABLES[number * 7 % 61]}{number}",
            f"x{number * 61 % 9973:04d}{_SYLLABLES[number % 59]}",
            f"{short[:2]}.{number * 89 % 9973:04d}",
        )[accounts]
        address = (f"{first}.{last}", f"{last}.{first}", f"{first}_{last}")[addresses]
        host = (
            f"{prefix}-{number * 7:04d}",
            f"{prefix}{number * 13:05d}",
            f"{short[:3]}-{_SYLLABLES[number * 11 % 64]}{_SYLLABLES[number // 64]}-{number * 3}",
        )[hosts]
        for kind, value in (("account", account), ("email", f"{address}@{short}.example"), ("host", host)):
            made.people.setdefault(kind, []).append(value)
    for kind in ("badge", "serial", "ip"):
        made.people[kind] = made.many(kind, people)
    return made


_ODD = 0x9E3779B97F4A7C15F39CC0605CEDC835
_MASK = (1 << 128) - 1


def _word(bits: int) -> str:
    """Four syllables for 24 bits."""
    return (
        _SYLLABLES[bits & 63]
        + _SYLLABLES[bits >> 6 & 63]
        + _SYLLABLES[bits >> 12 & 63]
        + _SYLLABLES[bits >> 18 & 63]
    )


def _path(x: int, style: int) -> str:
    word, end = _WORDS[x >> 40 & 31], _EXTENSIONS[x >> 48 & 7]
    number = x & 0xFFFFF
    if style & 1:
        folder = ("/srv/data", "/home/shared", "/opt/app", "/var/tmp")[x >> 52 & 3]
        return f"{folder}/{word}_{number:05x}.{end}"
    folder = ("C:\\Users\\Public", "C:\\ProgramData", "D:\\Share", "C:\\Temp")[x >> 52 & 3]
    return f"{folder}\\{word}_{number:05x}.{end}"


_PREFIXES: Mapping[str, tuple[str, ...]] = {
    "session": ("s-", "sess-", "L"),
    "message": ("m-", "msg.", "Q"),
    "ticket": ("INC-", "T", "SR-"),
    "alert": ("AL-", "det-", "A"),
    "key": ("AK", "key-", "ak_"),
    "resource": ("vol-", "obj-", "bkt-"),
    "usb": ("USB-", "VID", "stick-"),
    "reader": ("RD-", "door-", "R"),
    "badge": ("B-", "C", "card-"),
    "serial": ("SN", "D-", "HW"),
}


def _number(kind: str, bits: int, spell: str) -> Callable[[int, int], str]:
    prefixes, mask = _PREFIXES[kind], (1 << bits) - 1
    return lambda x, style: prefixes[style % len(prefixes)] + format(x & mask, spell)


# The low bits of a scrambled counter are a scrambled counter of their own, since its factor is odd: nothing repeats
# before they have all been used.
_MAKERS: Mapping[str, Callable[[int, int], str]] = {
    "session": _number("session", 32, "08x"),
    "message": _number("message", 36, "09x"),
    "ticket": _number("ticket", 20, "07d"),
    "alert": _number("alert", 28, "07x"),
    "key": _number("key", 40, "010x"),
    "resource": _number("resource", 32, "08x"),
    "usb": _number("usb", 32, "08x"),
    "reader": _number("reader", 12, "04d"),
    "badge": _number("badge", 16, "05d"),
    "serial": _number("serial", 28, "07x"),
    "ip": lambda x, style: f"10.{style & 127}.{x >> 8 & 255}.{x & 255}",
    "remote": lambda x, style: f"198.{18 + (x >> 16 & 1)}.{x >> 8 & 255}.{x & 255}",
    "domain": lambda x, style: f"{_word(x)}.{_TOPS[x >> 30 & 1]}",
    "sender": lambda x, style: f"{_WORDS[x >> 40 & 31]}@{_word(x)}.{_TOPS[2]}",
    "hash": lambda x, style: f"{x ^ x >> 64:032x}",
    "process": lambda x, style: f"{x & 0xFFFFFFFF:08x}-{x >> 40 & 0xFFFF:04x}",
    "path": _path,
    "task": lambda x, style: f"{_WORDS[x >> 40 & 31].title()}{_JOBS[(x >> 48) % 10]}{x & 0xFFFF}",
    "cert": lambda x, style: f"{x & 0xFFFFFFFFFFFFFFFF:016x}",
}


# ---- spellings --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a column writes all of its values: a note (with the organisation's ``{0}``), and the function that does."""

    note: str
    write: Callable[[str, str], str]


_PLAIN = Spelling("", lambda value, org: value)
_UPPER = Spelling("in capital letters", lambda value, org: value.upper())
_LOWER = Spelling("in small letters", lambda value, org: value.lower())

SPELLINGS: Mapping[str, tuple[Spelling, ...]] = {
    "account": (
        _PLAIN,
        _UPPER,
        Spelling("with the domain and a backslash before it", lambda value, org: f"{org.upper()}\\{value}"),
        Spelling("with @{0}.internal behind it", lambda value, org: f"{value}@{org}.internal"),
    ),
    "host": (
        _PLAIN,
        _LOWER,
        Spelling(
            "in small letters with .{0}.internal behind it",
            lambda value, org: f"{value.lower()}.{org}.internal",
        ),
    ),
    "email": (_PLAIN, _UPPER, Spelling("with smtp: before it", lambda value, org: f"smtp:{value}")),
    "sender": (_PLAIN, Spelling("with smtp: before it", lambda value, org: f"smtp:{value}")),
    "ip": (_PLAIN, Spelling("with ::ffff: before it", lambda value, org: f"::ffff:{value}")),
    "remote": (_PLAIN, Spelling("with ::ffff: before it", lambda value, org: f"::ffff:{value}")),
    "domain": (
        _PLAIN,
        Spelling("with a point at its end", lambda value, org: f"{value}."),
        Spelling("with [.] for each point", lambda value, org: value.replace(".", "[.]")),
    ),
    "hash": (_PLAIN, _UPPER, Spelling("with md5: before it", lambda value, org: f"md5:{value}")),
    "process": (_PLAIN, Spelling("in capital letters in braces", lambda value, org: f"{{{value.upper()}}}")),
    "serial": (_PLAIN, _LOWER, _UPPER),
    "session": (_PLAIN, _UPPER),
    "message": (_PLAIN, Spelling("with id= before it", lambda value, org: f"id={value}")),
}


def spell(kind: str, spelling: int, value: str, org: str) -> str:
    """A plain value in one of the spellings of its kind."""
    return SPELLINGS[kind][spelling].write(value, org) if spelling else value


def spelled(kind: str, spelling: int, values: Sequence[str], org: str) -> list[Json]:
    """Plain values in one of the spellings of their kind."""
    if not spelling:
        return list(values)
    write = SPELLINGS[kind][spelling].write
    return [write(value, org) for value in values]
