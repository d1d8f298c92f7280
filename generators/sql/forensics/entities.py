"""Names and numbers of an organisation, all different, and the spellings that logs have for them.

Identifiers come from a counter through a one-to-one scramble, so that they look drawn and never repeat without
anything being remembered. An entity has one plain spelling; a column may write all of its values in another one of
`SPELLINGS`, which a note in the database tells.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from struct import unpack

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
_TRADES = (
    "Freight",
    "Foods",
    "Energy",
    "Clinics",
    "Media",
    "Optics",
    "Tools",
    "Textiles",
    "Robotics",
    "Travel",
)
_EXTENSIONS = ("docx", "xlsx", "pdf", "zip", "exe", "dll", "js", "txt")


class Organisation:
    """Who is there, and how things are named.

    Every entity has a number, and its text is made of that when somebody asks: for what a person has (`HUBS`) it is the
    number of the person, for all else how many entities of its kind were there before.

    Attributes:
        name: of the organisation, in words.
        domain: the short name that its domains begin with.
        size: how many people there are.
        zone: hours by which local time is ahead of UTC.
        start: the first second of the period that the logs cover, from 1970 in UTC.
        days: how many days it lasts.
    """

    def __init__(self, rng: random.Random, people: int, days: int) -> None:
        """An organisation of some people."""
        self.size, self.days, self._rng = people, days, rng
        self._style: dict[str, int] = {}
        self._made: dict[str, int] = {}
        self._offset: dict[str, int] = {}
        self._persons: dict[str, dict[str, int]] = {}
        short = "".join(rng.sample(_SYLLABLES, 3)) + rng.choice("nrxlsk")
        trade = rng.choice(_TRADES)
        self.start = 1_700_000_000 // 86_400 * 86_400 + rng.randrange(900) * 86_400
        self.name, self.domain = f"{short.title()} {trade}", short
        self.zone = rng.choice((-8, -5, -3, 1, 2, 3, 8, 9))
        self._names = _names(rng, people)
        self._numbers = rng.sample(range(100, 1000), people)
        self._styles = {"account": rng.randrange(4), "email": rng.randrange(3), "host": rng.randrange(3)}
        self._prefix = rng.choice(("WS", "PC", "LT", "NB", "CL")) + rng.choice(("", short[:2].upper()))
        for kind in ("badge", "serial", "ip"):
            self.mint(kind, people)

    def mint(self, kind: str, count: int) -> range:
        """The numbers of new entities."""
        if kind not in self._offset:
            self._offset[kind] = self._rng.getrandbits(128)
            self._style[kind] = self._rng.getrandbits(16)
        begin = self._made.get(kind, 0)
        self._made[kind] = begin + count
        return range(begin, begin + count)

    def fresh(self, kind: str) -> int:
        """The number of a new entity."""
        return self.mint(kind, 1).start

    def text(self, kind: str, number: int) -> str:
        """The plain text of an entity."""
        if kind in self._styles:
            return self._staff(kind, number)
        return _MAKERS[kind]((number * _ODD + self._offset[kind]) & _MASK, self._style[kind])

    def number(self, kind: str, text: str) -> int | None:
        """The number of the entity with a plain text, given in small letters; None if none was made.

        The scramble is undone modulo a power of two, which all numbers that were made are below; so no other one than
        the number that is found can have the text.
        """
        if kind in self._styles:
            if kind not in self._persons:
                self._persons[kind] = {self._staff(kind, i).lower(): i for i in range(self.size)}
            return self._persons[kind].get(text)
        if kind not in self._offset:
            return None
        read, bits = _READERS[kind]
        prefixes = _PREFIXES.get(kind, ("",))
        try:
            scrambled = read(text.removeprefix(prefixes[self._style[kind] % len(prefixes)].lower()))
        except (ValueError, LookupError):
            return None
        number = (scrambled - self._offset[kind]) * _INVERSE & ((1 << bits) - 1)
        return number if number < self._made[kind] and self.text(kind, number).lower() == text else None

    def _staff(self, kind: str, person: int) -> str:
        """The account, mailbox or computer of a person."""
        number, short, style = self._numbers[person], self.domain, self._styles[kind]
        if kind == "email":
            first, last = self._names[person]
            return f"{(f'{first}.{last}', f'{last}.{first}', f'{first}_{last}')[style]}@{short}.example"
        # An account says nothing of the person: the directory is needed to go from one to the other.
        match kind, style:
            case "account", 0:
                return f"u{number * 37 % 9973:04d}"
            case "account", 1:
                return f"{_SYLLABLES[number % 64]}{_SYLLABLES[number * 7 % 61]}{number}"
            case "account", 2:
                return f"x{number * 61 % 9973:04d}{_SYLLABLES[number % 59]}"
            case "account", _:
                return f"{short[:2]}.{number * 89 % 9973:04d}"
            case _, 0:
                return f"{self._prefix}-{number * 7:04d}"
            case _, 1:
                return f"{self._prefix}{number * 13:05d}"
        return f"{short[:3]}-{_SYLLABLES[number * 11 % 64]}{_SYLLABLES[number // 64]}-{number * 3}"


def _names(rng: random.Random, people: int) -> list[tuple[str, str]]:
    """Different names, each of two choices; what is missing needs two draws of 32 bits at least, drawn at once."""
    names: dict[tuple[str, str], None] = {}
    shifts = [32 - len(part).bit_length() for part in (_FIRST, _LAST)]
    first = ""
    while missing := 2 * (people - len(names)) - bool(first):
        for word in unpack(f"<{missing}I", rng.randbytes(4 * missing)):
            if not first:
                if (place := word >> shifts[0]) < len(_FIRST):
                    first = _FIRST[place]
            elif (place := word >> shifts[1]) < len(_LAST):
                names[first, _LAST[place]] = None
                first = ""
    return list(names)


_ODD = 0x9E3779B97F4A7C15F39CC0605CEDC835
_MASK = (1 << 128) - 1
_INVERSE = pow(_ODD, -1, 1 << 128)


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


def _hexadecimal(text: str) -> int:
    return int(text, 16)


def _read_word(text: str) -> int:
    return sum(_SYLLABLE[text[2 * i : 2 * i + 2]] << 6 * i for i in range(4))


def _read_address(text: str) -> int:
    _, second, third, fourth = map(int, text.split("."))
    return (second - 18 & 1) << 16 | third << 8 | fourth


def _read_hash(text: str) -> int:
    mixed = _hexadecimal(text)
    return mixed ^ mixed >> 64


_SYLLABLE = {syllable: place for place, syllable in enumerate(_SYLLABLES)}

# Of each kind what reads the low bits of the scrambled counter from a text in small letters without its prefix, and how
# many they are.
_READERS: Mapping[str, tuple[Callable[[str], int], int]] = {
    "session": (_hexadecimal, 32),
    "message": (_hexadecimal, 36),
    "ticket": (int, 20),
    "alert": (_hexadecimal, 28),
    "key": (_hexadecimal, 40),
    "resource": (_hexadecimal, 32),
    "usb": (_hexadecimal, 32),
    "reader": (int, 12),
    "badge": (int, 16),
    "serial": (_hexadecimal, 28),
    "ip": (_read_address, 16),
    "remote": (_read_address, 17),
    "domain": (_read_word, 24),
    "sender": (lambda text: _read_word(text.partition("@")[2]), 24),
    "hash": (_read_hash, 128),
    "process": (lambda text: _hexadecimal(text[:8]), 32),
    "path": (lambda text: _hexadecimal(text.rpartition("_")[2].partition(".")[0]), 20),
    "task": (lambda text: int(text[len(text.rstrip("0123456789")) :]), 16),
    "cert": (_hexadecimal, 64),
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
