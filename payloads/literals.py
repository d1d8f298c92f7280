"""Reads and writes plain Python data: integers, strings, truth values, None, lists, tuples and dicts.

The reader is total: it takes any text and gives a value or None for "no literal". It evaluates nothing, is linear in
the text and has caps on length, depth and digits. What Python and JSON both call a literal is read (``True`` and
``true``, ``None`` and ``null``, either kind of quotes); no floats, no names, no sums, no adjacent strings, no
digits that are not ASCII, no leading zeros. A tuple needs its parentheses, and its comma if it has one item.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

MAX_CHARS = 8000
MAX_DEPTH = 20
MAX_DIGITS = 200

_SPACE = re.compile(r"[ \t\r\n]*")
_INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)(?![0-9A-Za-z_.])")
_WORD = re.compile(r"(?:True|true|False|false|None|null)(?![0-9A-Za-z_])")
_VALUES = {"True": True, "true": True, "False": False, "false": False, "None": None, "null": None}
_PLAIN = {"'": re.compile(r"[^'\\\n\r]*"), '"': re.compile(r'[^"\\\n\r]*')}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}
_CODES = {"x": re.compile(r"[0-9A-Fa-f]{2}"), "u": re.compile(r"[0-9A-Fa-f]{4}")}


class NotALiteral(ValueError):
    """The text is not in the form; only `read` and `read_all` see this."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: one box, so that the value None differs from no value."""

    value: Any


def read(text: str) -> Read | None:
    """The one literal that is the whole of `text`, or None."""
    values = read_all(text)
    return Read(values[0]) if values is not None and len(values) == 1 else None


def read_all(text: str) -> list[Any] | None:
    """The literals that `text` lists with commas, as between the parentheses of a call, or None."""
    if len(text) > MAX_CHARS:
        return None
    reader = _Reader(text)
    try:
        values = [reader.value(0)]
        while reader.take(","):
            values.append(reader.value(0))
        return values if reader.at_end() else None
    except NotALiteral:
        return None


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal with exactly equal types: True is not 1, and a tuple is no list."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        if len(left) != len(right):
            return False
        keyed = {(type(key), key): value for key, value in right.items()}
        return all((type(k), k) in keyed and same(v, keyed[type(k), k]) for k, v in left.items())
    return bool(left == right)


_ATOMS = frozenset((int, str, bool, type(None)))


def write(value: Any) -> str:
    """The literal of `value`, the same on every version of Python; sets are written sorted (they are not read).

    Raises:
        TypeError: if the value is no plain data.
    """
    if type(value) is list and _ATOMS.issuperset(map(type, value)):
        return str(value)  # the same, in one step
    if value is None or isinstance(value, bool | int):
        return str(value)
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(write, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(write, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{write(key)}: {write(item)}" for key, item in value.items()) + "}"
    if isinstance(value, set):
        return "{" + ", ".join(sorted(map(write, value))) + "}" if value else "set()"
    raise TypeError(f"no literal for {type(value).__name__}")


class _Reader:
    """A position in a text; each method reads one thing or raises `NotALiteral`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.skip()

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.place)
        assert match is not None
        self.place = match.end()

    def at_end(self) -> bool:
        return self.place == len(self.text)

    def take(self, sign: str) -> bool:
        """Whether `sign` comes next; if so it is passed, with the spaces behind it."""
        if not self.text.startswith(sign, self.place):
            return False
        self.place += len(sign)
        self.skip()
        return True

    def value(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise NotALiteral
        if self.take("["):
            return self.items("]", depth)[0]
        if self.take("("):
            values, comma = self.items(")", depth)
            if len(values) == 1 and not comma:
                raise NotALiteral  # parentheses around a value make no tuple
            return tuple(values)
        if self.take("{"):
            return self.dict(depth)
        if self.text[self.place : self.place + 1] in ("'", '"'):
            return self.string()
        if match := _INTEGER.match(self.text, self.place):
            if match.end() - match.start() > MAX_DIGITS:
                raise NotALiteral
            return int(self.end(match))
        if match := _WORD.match(self.text, self.place):
            return _VALUES[self.end(match)]
        raise NotALiteral

    def end(self, match: re.Match[str]) -> str:
        self.place = match.end()
        self.skip()
        return match.group()

    def items(self, close: str, depth: int) -> tuple[list[Any], bool]:
        """The values up to `close`, and whether a comma stands behind the last."""
        values: list[Any] = []
        comma = False
        while not self.take(close):
            if values and not comma:
                raise NotALiteral
            values.append(self.value(depth + 1))
            comma = self.take(",")
        return values, comma

    def dict(self, depth: int) -> dict[Any, Any]:
        found: dict[tuple[type, Any], Any] = {}
        comma = True
        while not self.take("}"):
            if not comma:
                raise NotALiteral
            key = self.value(depth + 1)
            if not isinstance(key, str | int) or (type(key), key) in found or not self.take(":"):
                raise NotALiteral  # no key twice: which of the two was meant?
            found[type(key), key] = self.value(depth + 1)
            comma = self.take(",")
        made = {key: value for (_, key), value in found.items()}
        if len(made) != len(found):
            raise NotALiteral  # True and 1 are one key
        return made

    def string(self) -> str:
        quote = self.text[self.place]
        self.place += 1
        parts: list[str] = []
        while True:
            plain = _PLAIN[quote].match(self.text, self.place)
            assert plain is not None
            parts.append(plain.group())
            self.place = plain.end()
            sign = self.text[self.place : self.place + 1]
            self.place += 1
            if sign == quote:
                self.skip()
                return "".join(parts)
            if sign != "\\":
                raise NotALiteral  # the line or the text ends
            parts.append(self.escape())

    def escape(self) -> str:
        sign = self.text[self.place : self.place + 1]
        self.place += 1
        if sign in _CODES:
            match = _CODES[sign].match(self.text, self.place)
            if match is None:
                raise NotALiteral
            self.place = match.end()
            return chr(int(match.group(), 16))
        if sign not in _ESCAPES:
            raise NotALiteral
        return _ESCAPES[sign]
