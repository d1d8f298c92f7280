"""A kind of change: one set of drawn facts, from which come its English, its SQL and its effect on rows.

Facts are JSON, so that a payload keeps them and the solver makes the change again without any SQL. Common
facts: ``table``, ``where`` (a filter of it, or None), ``other_where`` (a filter of another table, which ``other``
names), and those that a kind lists in `choices`, each with the values it may have: they are also what a careless reader
mixes up.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from ...base import Json
from ..question import NoFit
from ..schema import Column, ForeignKey, Kind, Schema, Table
from .filters import describe, draw_filter, misread, near
from .rows import Grid, State, lower

Facts = dict[str, Any]
Choices = Mapping[str, tuple[Json, ...]]
"""Facts with few possible values, and these."""
TYPES: dict[Kind, str] = {"integer": "INTEGER", "money": "REAL", "real": "REAL", "boolean": "INTEGER"}
NUMBERS: tuple[Kind, ...] = ("integer", "money", "real")


@dataclass(slots=True)
class Scene:
    """Where changes are drawn: the schema as the changes so far have left it, and rows to take constants from.

    Attributes:
        rng: the source of randomness.
        schema: the tables.
        state: realistic rows of them.
        words: whether the English names columns by words where it can, else by their names in the schema.
        origins: the table and column, in the schema at the beginning, of each column that was there.
        used: tables and columns that a change has made or filled, so that later ones do not undo it.
    """

    rng: random.Random
    schema: Schema
    state: State
    words: bool
    origins: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.origins = {(t.name, c.name): (t.name, c.name) for t in self.schema.tables for c in t.columns}

    # ---- in English

    def name(self, column: Column) -> str:
        """A column as it stands behind ``whose``."""
        plain = self.words and column.kind != "boolean" and not column.phrase.startswith("`")
        return column.phrase if plain else f"`{column.name}`"

    def the(self, column: Column) -> str:
        """A column with an article where English needs one."""
        name = self.name(column)
        return name if name.startswith("`") else f"the {name}"

    def rows(self, table: Table, where: Facts | None = None) -> str:
        """The rows of a table that pass a filter, as a plural noun."""
        noun = table.plural if self.words else f"rows of `{table.name}`"
        return f"{noun} {describe(where, table, self.name)}" if where else noun

    def one(self, table: Table) -> str:
        """One row of a table, without an article."""
        return table.noun if self.words else f"row of `{table.name}`"

    def a(self, table: Table) -> str:
        """One row of a table, with an article."""
        noun = self.one(table)
        sounds = noun[0].lower() in "aeio" or (
            noun[0].lower() == "u" and not noun.lower().startswith(("uni", "use"))
        )
        return f"an {noun}" if sounds and not noun.lower().startswith(("one", "eu")) else f"a {noun}"

    # ---- what there is

    def table(self, *, parent: bool = False, child: bool = False) -> Table:
        """A table at random that has rows; on request one that others refer to, or that refers to another.

        Raises:
            NoFit: there is none.
        """
        fits = [
            table
            for table in self.schema.tables
            if table.key
            and len(self.state[table.name].rows) >= 3
            and (not parent or self.children(table))
            and (not child or self.links(table))
        ]
        if not fits:
            raise NoFit
        return self.rng.choice(fits)

    def links(self, table: Table) -> list[ForeignKey]:
        """The references of a table to other tables that are still there."""
        there = {t.name for t in self.schema.tables}
        return [link for link in table.foreign_keys if link.table != table.name and link.table in there]

    def children(self, table: Table) -> list[tuple[Table, ForeignKey]]:
        """Other tables that refer to one, with their references."""
        return [
            (other, link)
            for other in self.schema.tables
            for link in other.foreign_keys
            if link.table == table.name and other.name != table.name and other.key
        ]

    def plain(self, table: Table, *kinds: Kind, target: bool = False) -> list[Column]:
        """Columns that are no key, no reference and not unique; as a target, only those no change has filled."""
        foreign = {link.column for link in table.foreign_keys}
        return [
            column
            for column in table.columns
            if column.name not in foreign
            and column.name != table.key
            and not column.unique
            and (not kinds or column.kind in kinds)
            and not (target and (table.name, column.name) in self.used)
        ]

    def pick(self, columns: list[Column]) -> Column:
        """One of some columns.

        Raises:
            NoFit: there is none.
        """
        if not columns:
            raise NoFit
        return self.rng.choice(columns)

    def filter(self, table: Table, parts: tuple[int, ...] = (1, 1, 2)) -> Facts:
        """A filter of a table.

        Raises:
            NoFit: none was found.
        """
        return draw_filter(self.rng, table, self.state[table.name], self.rng.choice(parts))

    def value(self, table: Table, column: Column) -> Json:
        """A value that a column may well have.

        Raises:
            NoFit: it has none.
        """
        there = [v for v in self.state[table.name].values(column.name) if v is not None and "'" not in str(v)]
        pool = [*column.values, *there]
        if not pool:
            raise NoFit
        return self.rng.choice(pool)

    def fresh(self, *names: str) -> str:
        """The first of some names, after a shuffle, that no table and no column has.

        Raises:
            NoFit: all are taken.
        """
        taken = {t.name.lower() for t in self.schema.tables}
        taken |= {c.name.lower() for t in self.schema.tables for c in t.columns}
        free = [name for name in names if name.lower() not in taken]
        if not free:
            raise NoFit
        return self.rng.choice(free)


class Change(ABC):
    """A kind of change.

    Attributes:
        name: as payloads and levels call it.
        choices: facts with few possible values.
        numbers: facts that are a number, a date or a list of such.
    """

    name: ClassVar[str]
    choices: ClassVar[Choices] = {}
    numbers: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def draw(self, scene: Scene) -> Facts:
        """Facts of one change.

        Raises:
            NoFit: the scene does not offer it.
        """

    @abstractmethod
    def english(self, facts: Facts, scene: Scene) -> list[str]:
        """What is to be done, in one or more wordings of whole sentences. The scene is as before the change."""

    @abstractmethod
    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        """The statements; `schema` is as before the change."""

    @abstractmethod
    def apply(self, facts: Facts, state: State) -> None:
        """Make the change on rows, without SQL."""

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        """The schema after the change."""
        return schema

    def types(self, facts: Facts) -> dict[str, dict[str, str]]:
        """The types that the English states, by table and column."""
        return {}

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        """Make a neighbour database more telling for this change (stray spaces, duplicates, ...)."""
        return  # most kinds need nothing

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        """Columns that later changes of a chain must not overwrite."""
        return [(facts["table"], facts["column"])] if "column" in facts and "table" in facts else []

    def parts(self, facts: Facts) -> list[tuple[str, Facts]]:
        """Each condition with the table it is on."""
        found: list[tuple[str, Facts]] = []
        for where, table in (("where", facts.get("table")), ("other_where", facts.get("other"))):
            if facts.get(where) and table:
                found += [(table, part) for part in facts[where]["parts"]]
        return found

    def sure(self, facts: Facts, wrong: Facts, schema: Schema) -> bool:
        """Whether mistaken facts do the same, by the schema, unless an earlier change has made it otherwise."""
        return False

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        """The facts with one mistake each."""
        found: list[Facts] = []
        for where, table in (("where", facts.get("table")), ("other_where", facts.get("other"))):
            if facts.get(where) and table:
                found += [{**facts, where: other} for other in misread(facts[where], schema.table(table))]
        for name, values in self.choices.items():
            if name in facts:
                found += [{**facts, name: value} for value in values if value != facts[name]]
        for name in self.numbers:
            given = facts.get(name)
            if isinstance(given, list):
                for i, value in enumerate(given):
                    found += [{**facts, name: [*given[:i], other, *given[i + 1 :]]} for other in near(value)]
            else:
                found += [{**facts, name: other} for other in near(given)]
        return found


KINDS: dict[str, Change] = {}
"""All kinds by name."""


def kind(made: type[Change]) -> type[Change]:
    """Enter a kind."""
    KINDS[made.name] = made()
    return made


# ---- for kinds --------------------------------------------------------------------------------------


def type_of(column: Column) -> str:
    """The type of a column in SQL."""
    return TYPES.get(column.kind, "TEXT")


def always_there(facts: Facts, schema: Schema) -> bool:
    """Whether the reference ``link`` of ``table`` leads to a row everywhere, by the schema."""
    table = schema.table(facts["table"])
    return not table.column(facts["link"]).nullable and any(
        link.column == facts["link"] and link.enforced for link in table.foreign_keys
    )


def with_table(schema: Schema, table: Table) -> Schema:
    """The schema with a table put in the place of the one of its name, or behind the others."""
    if any(other.name == table.name for other in schema.tables):
        return replace(schema, tables=tuple(table if t.name == table.name else t for t in schema.tables))
    return replace(schema, tables=(*schema.tables, table))


def with_column(schema: Schema, table: str, name: str, made: Kind, nullable: bool = True) -> Schema:
    """The schema with a further column behind the others of a table."""
    old = schema.table(table)
    column = Column(name, made, f"`{name}`", nullable=nullable)
    return with_table(schema, replace(old, columns=(*old.columns, column)))


def folded(value: Json) -> Json:
    """A text without regard to capital letters, as SQLite's LOWER has it; other values as they are."""
    return lower(value) if isinstance(value, str) else value


def twins(grid: Grid, columns: list[str], rng: random.Random) -> None:
    """Give some rows a text that another row has in other letters."""
    if len(grid.rows) < 2:
        return
    for name in columns:
        place = grid.at(name)
        for row in rng.sample(grid.rows, min(len(grid.rows) // 2, rng.randint(1, 3))):
            other = rng.choice(grid.rows)
            value = other[place]
            if isinstance(value, str):
                if len(columns) > 1 and rng.random() < 0.5:  # and all else that is looked at as well
                    for also in columns:
                        row[grid.at(also)] = other[grid.at(also)]
                row[place] = rng.choice((value.swapcase(), value.upper(), value.lower()))


def by_key(state: State, table: str, key: str) -> dict[Json, dict[str, Json]]:
    """The rows of a table as records, by their key."""
    grid = state[table]
    return {row[grid.at(key)]: grid.record(row) for row in grid.rows}


def add(grid: Grid, name: str, values: list[Json]) -> None:
    """Put a further column behind the others."""
    grid.columns.append(name)
    for row, value in zip(grid.rows, values, strict=True):
        row.append(value)


def listed(columns: list[str]) -> str:
    """Names of columns as English lists them."""
    return ", ".join(f"`{name}`" for name in columns)
