"""Other names for the tables and columns of a question, so that one question is asked of many databases.

`draw_schema` gives the same schema with other names. `Names` carries these over to plans and databases. It maps names,
whatever table they are of, so that what a subquery hands on is renamed with what it comes from.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from ..quick_random import QuickRandom
from .codec import FIELDS
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

    def query(self, plan: Query) -> Query:
        """A plan with the new names."""
        return plan if self.seed is None else cast("Query", self._renamed(plan))

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


def drawn_names(rng: random.Random, schema: Schema, seed: int, plan: Query) -> Names:
    """Names for the schema of `renamed_schema` and a plan over it; the old ones, where no others fit.

    Args:
        rng: the source of chance.
        schema: with the old names.
        seed: by which it was drawn.
        plan: what is to be renamed, too.
    """
    for _ in range(_TRIES):
        number = rng.getrandbits(48)
        new = renamed_schema(seed, len(schema.tables), number)
        tables = {old.name: other.name for old, other in zip(schema.tables, new.tables, strict=True)}
        columns = _columns(schema, new)
        if columns is not None and _fits(plan, tables, columns):
            return Names(new, number, tables, columns)
    return Names(schema, None, {table.name: table.name for table in schema.tables}, {})


def _columns(old: Schema, new: Schema) -> dict[str, str] | None:
    """New names of columns, if each old name has one, and different ones have different ones."""
    found: dict[str, str] = {}
    for before, after in zip(old.tables, new.tables, strict=True):
        for one, other in zip(before.columns, after.columns, strict=True):
            if found.setdefault(one.name, other.name) != other.name:
                return None
    return found if len({name.lower() for name in found.values()}) == len(found) else None


def _fits(plan: Query, tables: Mapping[str, str], columns: Mapping[str, str]) -> bool:
    """Whether no new name is one that the plan has given to something else, capital letters aside."""
    given: set[str] = set()
    for node in walk(plan):
        if isinstance(node, With):
            given.update(name.lower() for name, _ in node.parts)
            if any(name in tables for name, _ in node.parts):
                return False
        elif isinstance(node, Source) and node.name not in tables:
            given.add(node.name.lower())
        elif isinstance(node, Select):
            given.update(label.lower() for label, _ in node.columns if label not in columns)
    return given.isdisjoint(name.lower() for name in (*tables.values(), *columns.values()))
