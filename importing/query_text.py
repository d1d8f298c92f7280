"""What a query's text tells without a parser.

That is its constants and the columns that they are compared with, the columns that it takes for equal, whether it
orders its rows, and whether it depends on chance or the clock. It only guides which databases are made: what it
misreads costs sharpness, never correctness, because the results that are due come from running the query. Whether the
rows are ordered is the one thing that decides, and it is read exactly: ORDER BY outside of all brackets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .facts import ColumnName, ImportedDatabase, kind_of

Json = Any

_TOKEN = re.compile(
    r"""(?P<skip>\s+|--[^\n]*|/\*.*?\*/)
    |(?P<text>'(?:[^']|'')*')
    |(?P<quoted>"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])
    |(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)
    |(?P<name>[^\W\d]\w*)
    |(?P<sign><>|!=|<=|>=|==|\|\||::|->>|->|.)""",
    re.VERBOSE | re.DOTALL,
)
_COMPARES = frozenset("= == <> != < > <= >= like ilike in between is not glob and".split())
_STOPS = frozenset(
    "where having on or select from when then else case group order limit offset union join set".split()
)
_OTHERS = frozenset(
    "as using left right inner outer full cross natural by asc desc distinct all except intersect with exists "
    "null".split()
)
_KEYWORDS = _STOPS | _COMPARES | _OTHERS
_CHANCE = frozenset("random randomblob gen_random_uuid setseed tablesample".split())
_CLOCK = frozenset(
    "current_date current_time current_timestamp localtime localtimestamp now clock_timestamp getdate".split()
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its kind (text, quoted, number, name, sign) and its text; names are in small letters, unquoted."""

    kind: str
    text: str


@dataclass(slots=True)
class Reading:
    """What was read off a query."""

    constants: dict[ColumnName, list[Json]] = field(default_factory=dict)
    joined: list[tuple[ColumnName, ColumnName]] = field(default_factory=list)
    compared: list[tuple[ColumnName, ColumnName]] = field(default_factory=list)
    used: set[ColumnName] = field(default_factory=set)
    tables: list[str] = field(default_factory=list)
    ordered: bool = False
    limited: bool = False
    unsteady: str = ""
    size: int = 0


def tokens_of(sql: str) -> list[Token]:
    """The tokens of a query, without white space and comments."""
    found = []
    for match in _TOKEN.finditer(sql):
        kind, text = str(match.lastgroup), match[0]
        if kind == "skip":
            continue
        if kind == "quoted":
            text = text[1:-1].replace('""', '"')
        elif kind == "text":
            text = text[1:-1].replace("''", "'")
        elif kind == "name":
            text = text.lower()
        found.append(Token(kind, text))
    return found


def read(sql: str, database: ImportedDatabase) -> Reading:
    """Read a query over a database."""
    tokens = tokens_of(sql)
    reader = _Reader(tokens, database)
    reading = Reading(tables=reader.tables, size=_size(tokens))
    depth = 0
    for at, token in enumerate(tokens):
        if token.kind == "sign":
            depth += (token.text == "(") - (token.text == ")")
        if token.kind == "name" and depth == 0:
            reading.ordered |= token.text == "order"
            reading.limited |= token.text in ("limit", "fetch")
        if token.kind == "name" and token.text in _CHANCE:
            reading.unsteady = f"it depends on chance ({token.text})"
        clock = token.text.lower() == "now" and token.kind == "text" and reader.opens(at)
        if clock or (token.kind == "name" and token.text in _CLOCK):
            reading.unsteady = "it depends on the clock"
        if token.kind in ("text", "number") or (token.kind == "quoted" and reader.is_text(at)):
            reader.constant(at, reading.constants)
        if (place := reader.column(at)) is not None:
            reading.used.add(place)
        if token.text in ("=", "in") and token.kind in ("sign", "name"):
            reader.join(at, reading.joined)
        if token.kind == "sign" and token.text in ("<", ">", "<=", ">=", "<>", "!="):
            reader.join(at, reading.compared)
    return reading


def _size(tokens: Sequence[Token]) -> int:
    """How much there is in a query: clauses, joins, functions and comparisons."""
    counted = frozenset(
        "select join where having group order union intersect except case over exists distinct limit".split()
    )
    return sum(
        (token.kind == "name" and (token.text in counted or token.text in _COMPARES))
        or (token.kind == "sign" and token.text in _COMPARES)
        for token in tokens
    )


class _Reader:
    def __init__(self, tokens: Sequence[Token], database: ImportedDatabase) -> None:
        self.tokens = tokens
        self.database = database
        self.columns = {name.lower() for table in database.tables for name in table.names}
        self.tables: list[str] = []
        self.aliases: dict[str, list[str]] = {}
        self._find_tables()

    def _find_tables(self) -> None:
        for at, token in enumerate(self.tokens):
            before = self._text(at - 1)
            table = self.database.table(token.text) if token.kind in ("name", "quoted") else None
            if table is None or before not in ("from", "join", ",", "."):
                continue
            if table.name not in self.tables:
                self.tables.append(table.name)
            self.aliases.setdefault(table.name.lower(), []).append(table.name)
            after = at + 2 if self._text(at + 1) == "as" else at + 1
            if self._kind(after) in ("name", "quoted") and self._text(after) not in _KEYWORDS:
                self.aliases.setdefault(self._text(after), []).append(table.name)

    def _text(self, at: int) -> str:
        return self.tokens[at].text.lower() if 0 <= at < len(self.tokens) else ""

    def _kind(self, at: int) -> str:
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else ""

    def opens(self, at: int) -> bool:
        """Whether a token is an argument of a function, not a member of a list."""
        return self._text(at - 1) in ("(", ",") and self._text(at - 2) != "in"

    def is_text(self, at: int) -> bool:
        """Whether something in double quotes is a text, as SQLite has it where there is no such name."""
        name = self._text(at)
        return (
            self.database.dialect == "sqlite"
            and name not in self.columns
            and name not in self.aliases
            and self._text(at - 1) in _COMPARES | {"(", ","}
        )

    def column(self, at: int) -> ColumnName | None:
        """The column whose name stands at a place."""
        if self._kind(at) not in ("name", "quoted") or self._text(at) not in self.columns:
            return None
        qualified = self._text(at - 1) == "."
        among = self.aliases.get(self._text(at - 2), []) if qualified else self.tables
        for name in among:
            table = self.database.table(name)
            assert table is not None
            for column in table.names:
                if column.lower() == self._text(at):
                    return table.name, column
        return None

    def constant(self, at: int, found: dict[ColumnName, list[Json]]) -> None:
        """Note the literal at a place with the column that it is compared with, if there is one."""
        value: Json = self.tokens[at].text
        if self.tokens[at].kind == "number":
            value = float(value) if any(mark in value for mark in ".eE") else int(value)
            if self._text(at - 1) == "-" and (self._text(at - 2) in _KEYWORDS or self._kind(at - 2) == "sign"):
                value = -value
        place = self._compared(at)
        if place is None:
            return
        if place == ("", "count"):
            if isinstance(value, int):
                found.setdefault(place, []).append(value)
            return
        fitting = self._long(place, value) if self._measured(at) else self._fitted(place, value)
        for one in fitting:
            if one not in found.setdefault(place, []):
                found[place].append(one)

    def _compared(self, at: int) -> ColumnName | None:
        compared = False
        if self._text(at - 1) in _COMPARES and self._text(at - 2) == ")" and self._counts(at - 2):
            return "", "count"
        for back in range(at - 1, max(at - 40, -1), -1):
            text = self._text(back)
            if self._kind(back) == "name" and (text in _STOPS or (text == "and" and not self._between(back))):
                break
            compared |= text in _COMPARES
            if compared and text == "count" and self._text(back + 1) == "(":
                return "", "count"
            if compared and (place := self.column(back)) is not None:
                if (
                    self._text(back - 1) == "count"
                    or self._text(back - 2) == "count"
                    or "count"
                    in (
                        self._text(back - 3),
                        self._text(back - 4),
                    )
                ):
                    return "", "count"
                return place
        if self._text(at + 1) in _COMPARES - {"and", "not"}:
            for ahead in range(at + 2, min(at + 8, len(self.tokens))):
                if (place := self.column(ahead)) is not None:
                    return place
        return None

    def _counts(self, at: int) -> bool:
        """Whether the bracket that closes at a place holds a subquery that counts."""
        depth = 0
        for back in range(at, -1, -1):
            depth += (self._text(back) == ")") - (self._text(back) == "(")
            if depth == 0:
                return self._text(back + 1) == "select" and self._text(back + 2) == "count"
        return False

    def _measured(self, at: int) -> bool:
        """Whether a number is compared with the length of something."""
        before = [self._text(back) for back in range(at - 1, max(at - 10, -1), -1)]
        return (
            self.tokens[at].kind == "number"
            and "length" in before[: before.index("and") if "and" in before else None]
        )

    def _long(self, place: ColumnName, length: Json) -> list[Json]:
        """Texts of a length, and of one more and one less."""
        table = self.database.table(place[0])
        assert table is not None
        if not isinstance(length, int) or not 0 < length < 100:
            return []
        known = " ".join(str(value) for value in table.values(place[1])[:40]) or "some text"
        text = (known * (length // len(known) + 2))[: length + 1]
        return [text[:length], text, text[: length - 1]]

    def _between(self, at: int) -> bool:
        """Whether an AND belongs to a BETWEEN."""
        return any(self._text(back) == "between" for back in range(at - 1, max(at - 8, -1), -1))

    def _fitted(self, place: ColumnName, value: Json) -> list[Json]:
        """A literal as values of its column."""
        table = self.database.table(place[0])
        assert table is not None
        own = next(column for column in table.columns if column.name == place[1])
        kind = kind_of(own.declared, table.values(own.name))
        if isinstance(value, str):
            core = value.strip("%").replace("_", " ").strip("%") if "%" in value else value
            if kind in ("date", "datetime"):
                if re.fullmatch(r"\d{1,4}-?", core):
                    return [int(core.rstrip("-"))]
                return [f"{core}-01"] if re.fullmatch(r"\d{4}-\d\d", core) else [core]
            if kind in ("integer", "real", "boolean"):
                try:
                    return [float(core) if kind == "real" else int(core)]
                except ValueError:
                    return []
            return [part for part in core.split("%") if part]
        if kind == "text":
            return [str(value)]
        return [value]

    def join(self, at: int, found: list[tuple[ColumnName, ColumnName]]) -> None:
        """Note the two columns on the sides of a comparison, or of IN with a subquery."""
        left = self.column(at - 1) or (self.column(at - 2) if self._text(at - 1) == "not" else None)
        right = None
        if self._kind(at) == "sign":
            right = self.column(at + 3) if self._text(at + 2) == "." else self.column(at + 1)
        elif self._text(at + 1) == "(" and self._text(at + 2) == "select":
            right = next(
                (place for ahead in range(at + 3, at + 8) if (place := self.column(ahead)) is not None), None
            )
        if left is not None and right is not None and left != right and (left, right) not in found:
            found.append((left, right))
