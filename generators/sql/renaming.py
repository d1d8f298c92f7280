"""Other names for the tables and columns of a question, so that one question is asked of many databases.

`draw_schema` gives the same schema with other names. `Names` carries these over to plans and databases. It maps names,
whatever table they are of, so that what a subquery hands on is renamed with what it comes from.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ..base import Json
from ..quick_random import QuickRandom
from .codec import CLASSES, FIELDS, NESTED
from .domains import draw_schema
from .plan import Col, Query, Select, Source, With
from .schema import Database, Schema
from .scope import walk

_TRIES = 3
_REFERRING = re.compile(r"(?<= by )\w+, not by \w[\w, ]*(?=\.)")
"""Of "those that refer to it by payer_id, not by guest_id or host_id." what stands behind the first "by"."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Names:
    """New names by the old ones.

    Attributes:
        schema: with the new names.
        seed: of the names: `renamed_schema` gives `schema` with it; None if they are the old ones.
        tables: of tables.
        columns: of columns.
    """

    schema: Schema
    seed: int | None
    tables: Mapping[str, str]
    columns: Mapping[str, str]

    @property
    def used(self) -> frozenset[str]:
        """The names of all columns that the schema has now."""
        return frozenset(column.name for table in self.schema.tables for column in table.columns)

    def query(self, plan: Query) -> Query:
        """A plan with the new names."""
        return plan if self.seed is None else cast("Query", self._renamed(plan))

    def unpacked(self, value: Json) -> Query:
        """The plan of a JSON value that `codec.to_json` made, with the new names: what `query` gives of it, at once."""
        return cast("Query", self._unpacked(value))

    def _unpacked(self, value: Json) -> Any:
        if type(value) is list:
            return tuple([self._unpacked(item) if type(item) in NESTED else item for item in value])
        if type(value) is not dict:
            return value
        [(kind, parts)] = value.items()
        if kind == "Col":
            source, name = parts
            return Col(self.tables.get(source, source), self.columns.get(name, name))
        made = [self._unpacked(part) if type(part) in NESTED else part for part in parts]
        if kind == "Source":
            made[:2] = [self.tables.get(name, name) for name in made[:2]]
        elif kind == "Select":
            made[0] = tuple([(self.columns.get(label, label), inner) for label, inner in made[0]])
        return CLASSES[kind](*made)

    def text(self, text: str) -> str:
        """A question's text with the new names: it names columns where it says by which one rows refer to others."""
        return text if self.seed is None else _REFERRING.sub(self._referring, text)

    def _referring(self, found: re.Match[str]) -> str:
        return _WORD.sub(lambda word: self.columns.get(word[0], word[0]), found[0])

    def database(self, database: Database) -> Database:
        """A database with the new names of its tables."""
        return {self.tables[name]: rows for name, rows in database.items()}

    def _renamed(self, node: Any) -> Any:
        kind = type(node)
        if kind is Col:
            return Col(self.tables.get(node.source, node.source), self.columns.get(node.name, node.name))
        if kind is tuple:
            return tuple([self._renamed(item) for item in node])
        if kind is Source:
            return Source(
                self.tables.get(node.name, node.name),
                self.tables.get(node.table, node.table),
                self._renamed(node.query),
            )
        fields = FIELDS.get(kind)
        if fields is None:
            return node
        parts = [self._renamed(getattr(node, name)) for name in fields]
        if kind is Select:  # labels are texts in tuples, as constants are, so that only they are renamed here
            parts[0] = tuple([(self.columns.get(label, label), value) for label, value in parts[0]])
        return kind(*parts)


def renamed_schema(seed: int, tables: int, names: int | None) -> Schema:
    """The schema that a seed draws, with the names that another one draws."""
    return draw_schema(QuickRandom(seed), tables, None if names is None else QuickRandom(names))


@dataclass(frozen=True, slots=True)
class OldNames:
    """The names in a schema and in a plan over it: all that the choice of new ones depends on.

    Attributes:
        tables: the name of each table, and the names of its columns.
        given: names, in small letters, that the plan gives to sources, results and expressions of its own.
        fixed: whether the plan gives the name of a table to something else, so that nothing can be renamed.
    """

    tables: Sequence[tuple[str, Sequence[str]]]
    given: frozenset[str]
    fixed: bool

    @classmethod
    def of(cls, schema: Schema, plan: Query) -> OldNames:
        """Those of a schema and a plan."""
        tables = [(table.name, [column.name for column in table.columns]) for table in schema.tables]
        own = {name for name, _ in tables}
        columns = {name for _, names in tables for name in names}
        given: set[str] = set()
        fixed = False
        for node in walk(plan):
            if isinstance(node, With):
                given.update(name.lower() for name, _ in node.parts)
                fixed = fixed or any(name in own for name, _ in node.parts)
            elif isinstance(node, Source) and node.name not in own:
                given.add(node.name.lower())
            elif isinstance(node, Select):
                given.update(label.lower() for label, _ in node.columns if label not in columns)
        return cls(tables, frozenset(given), fixed)

    @classmethod
    def from_json(cls, value: Json) -> OldNames:
        """The names of a JSON value that `to_json` made."""
        tables, given, fixed = value
        return cls(tables, frozenset(given), fixed)

    def to_json(self) -> Json:
        """The names as a JSON value."""
        return [[[name, list(columns)] for name, columns in self.tables], sorted(self.given), self.fixed]


def drawn_names(rng: random.Random, old: OldNames, seed: int) -> Names:
    """Names for the schema of `renamed_schema` and a plan over it; the old ones, where no others fit.

    Args:
        rng: the source of chance.
        old: the names of the schema and the plan.
        seed: by which the schema was drawn.
    """
    for _ in range(_TRIES):
        number = rng.getrandbits(48)
        if old.fixed:
            continue
        new = renamed_schema(seed, len(old.tables), number)
        tables = {name: table.name for (name, _), table in zip(old.tables, new.tables, strict=True)}
        columns = _columns(old, new)
        # No new name may be one that the plan has given to something else, capital letters aside.
        if columns is not None and old.given.isdisjoint(
            [name.lower() for name in (*tables.values(), *columns.values())]
        ):
            return Names(new, number, tables, columns)
    schema = renamed_schema(seed, len(old.tables), None)
    return Names(schema, None, {name: name for name, _ in old.tables}, {})


def _columns(old: OldNames, new: Schema) -> dict[str, str] | None:
    """New names of columns, if each old name has one, and different ones have different ones."""
    found: dict[str, str] = {}
    for (_, names), table in zip(old.tables, new.tables, strict=True):
        for name, column in zip(names, table.columns, strict=True):
            if found.setdefault(name, column.name) != column.name:
                return None
    return found if len({name.lower() for name in found.values()}) == len(found) else None
