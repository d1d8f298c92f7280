"""What a relational schema is here: typed tables with the words that questions use for them.

The same object gives the ``CREATE TABLE`` statements, the rows (`fill`), the queries (`plan`) and the English of the
questions, so none of them can say something else than the others.

**Numbers are dyadic.** Values of the kinds ``money`` and ``real`` are multiples of 1/4, so sums and products are
exact in binary floating point, whatever the order of the rows: a threshold that a sum meets exactly is met by each
right query.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..base import Json

Kind = Literal["integer", "money", "real", "text", "date", "datetime", "boolean"]
"""What a column holds. In rows: int; float (multiples of 0.25); float (the same); str; ``YYYY-MM-DD``;
``YYYY-MM-DD HH:MM:SS``; 0 or 1. A missing value is None."""

SQL_TYPES: dict[Kind, str] = {
    "integer": "INTEGER",
    "money": "REAL",
    "real": "REAL",
    "text": "TEXT",
    "date": "TEXT",
    "datetime": "TEXT",
    "boolean": "INTEGER",
}
"""The type of each kind in SQLite."""

Row = list[Json]
Database = dict[str, list[Row]]
"""The rows of each table, by its name, with the values in the order of its columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        name: as in SQL; a plain lower-case or camel-case identifier, never a keyword.
        kind: what it holds.
        phrase: a noun without an article that questions use for its value ("birth date", "price in euros").
        nullable: whether values may be missing.
        unique: whether no two rows have the same value (the primary key, codes).
        values: the pool of a category (small, closed), else empty.
        low: the least plausible value of an open column: a number, or a date as text.
        high: the greatest plausible value.
        note: what a comment in the schema says of it ("0 or 1", "YYYY-MM-DD"), if anything.
        only: for a boolean: the words that follow the plural noun if it is 1 ("that are insured"); for 0 see `never`.
        never: the words that follow the plural noun if it is 0 ("that are not insured").
    """

    name: str
    kind: Kind
    phrase: str
    nullable: bool = False
    unique: bool = False
    values: tuple[Json, ...] = ()
    low: Json = None
    high: Json = None
    note: str = ""
    only: str = ""
    never: str = ""


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """A reference from a table to the primary key of another (or of the same).

    Attributes:
        column: the referring column; it is one of the table's columns, of the kind integer.
        table: the table referred to.
        owner: how a question names the row referred to, from here, without an article ("customer", "home team").
        theirs: how a question names the referring rows from there: the plural noun with what ties them, with
            ``{}`` for the other side ("orders of {}", "matches that {} plays at home").
        enforced: whether the schema declares it; one that is not may have orphans (numbers that no row has).
    """

    column: str
    table: str
    owner: str
    theirs: str
    enforced: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        name: as in SQL.
        noun: one row, in words ("order").
        plural: several ("orders").
        key: the name of its primary key, an integer column.
        label: the column by which a question names a row ("name", "title", "code"); not always unique.
        columns: all columns, the key first.
        foreign_keys: its references.
    """

    name: str
    noun: str
    plural: str
    key: str
    label: str
    columns: tuple[Column, ...]
    foreign_keys: tuple[ForeignKey, ...] = ()
    _places: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = {column.name: place for place, column in reversed(list(enumerate(self.columns)))}
        object.__setattr__(self, "_places", places)

    def column(self, name: str) -> Column:
        """The column of a name; KeyError if there is none."""
        return self.columns[self._places[name]]

    def index(self, name: str) -> int:
        """The place of a column in the rows; KeyError if there is none."""
        return self._places[name]


@dataclass(frozen=True, slots=True)
class Schema:
    """A database without its rows.

    Attributes:
        domain: what it is about ("clinic").
        tables: in an order in which each one only refers to those before it, or to itself.
    """

    domain: str
    tables: tuple[Table, ...]

    def table(self, name: str) -> Table:
        """The table of a name; KeyError if there is none."""
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(name)

    def ddl(self) -> list[str]:
        """One ``CREATE TABLE`` statement for each table."""
        return [create_table(table, self) for table in self.tables]


def create_table(table: Table, schema: Schema) -> str:
    """The statement that makes a table, one column a line, with comments where a column's form needs one."""
    parts: list[tuple[str, str]] = []
    for column in table.columns:
        text = f"{column.name} {SQL_TYPES[column.kind]}"
        if column.name == table.key:
            text += " PRIMARY KEY"
        elif not column.nullable:
            text += " NOT NULL"
        if column.unique and column.name != table.key:
            text += " UNIQUE"
        parts.append((text, column.note))
    parts += [
        (f"FOREIGN KEY ({link.column}) REFERENCES {link.table}({schema.table(link.table).key})", "")
        for link in table.foreign_keys
        if link.enforced
    ]
    lines = []
    for number, (text, note) in enumerate(parts):
        comma = "," if number < len(parts) - 1 else ""
        lines.append(f"  {text}{comma}" + (f"  -- {note}" if note else ""))
    return f"CREATE TABLE {table.name} (\n" + "\n".join(lines) + "\n)"
