"""What the shapes of levels 4 to 7 share: parents with their children, sentences from templates, plans in fewer words.

A *family* is a foreign key seen from its parent: "customers" and "their orders". Where a table refers to another one
twice, a note says which of the two is meant, so that the rest of the text can speak of "the orders of a customer".
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...base import Json
from ..phrases import (
    Link,
    a,
    agree,
    clause,
    condition,
    dates,
    groupers,
    key_column,
    known,
    links,
    measures,
)
from ..plan import (
    Agg,
    And,
    Cmp,
    Col,
    Const,
    Expr,
    IsNull,
    Order,
    Pred,
    Query,
    Select,
    Source,
    With,
)
from ..question import NoFit, World
from ..schema import Column, Schema, Table

Item = TypeVar("Item")

SHOW = ("Show", "List", "Give", "Return")
PLAIN = ("equal", "equal", "differs", "compare", "between", "in", "not_in", "like", "year", "month", "flag")
"""Kinds of conditions that stay readable inside a longer sentence."""


def pick(rng: random.Random, items: Sequence[Item], what: str = "this") -> Item:
    """One of them; `NoFit` if there is none."""
    if not items:
        raise NoFit(f"nothing offers {what}")
    return items[rng.randrange(len(items))]


# ---- words ------------------------------------------------------------------------------------------


def said(rng: random.Random, templates: Sequence[str], *notes: str, **fields: str) -> str:
    """One of the templates with its fields, and the notes behind it.

    ``{show}`` is a verb, and ``{Show}`` the same with a capital letter. Where there is a field ``m``, the phrase of a
    column, ``{be}`` is the verb that fits it and ``{a_m}`` the phrase with its indefinite article (so is
    ``{a_more}`` for the field ``more``).
    """
    verb = rng.choice(SHOW)
    if "m" in fields:
        measure = fields["m"]
        plural = agree(measure, "is") == "are"
        fields = {**fields, "be": "are" if plural else "is", "a_m": measure if plural else a(measure)}
        if "more" in fields:
            fields["a_more"] = fields["more"] if plural else f"a {fields['more']}"
    text = rng.choice(templates).format(show=verb.lower(), Show=verb, **fields)
    return " ".join([text[0].upper() + text[1:], *(note for note in notes if note)])


def capital(words: str) -> str:
    """The words with a capital letter in front."""
    return words[:1].upper() + words[1:]


def nth(number: int) -> str:
    """``first``, ``second``, ..."""
    return ("first", "second", "third", "fourth", "fifth")[number - 1]


def summed(phrase: str) -> str:
    """What a sum of a column is called, without an article."""
    return f"sum of the {phrase}" if "total" in phrase.split() else f"total {phrase}"


def times(number: int) -> str:
    """A small number as a word."""
    return ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")[number]


# ---- families ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Family:
    """A parent with its children.

    Attributes:
        link: the foreign key.
        sole: whether it is the only one between the two tables.
    """

    link: Link
    sole: bool

    @property
    def parent(self) -> Table:
        """The table referred to."""
        return self.link.parent

    @property
    def child(self) -> Table:
        """The table that refers."""
        return self.link.child

    @property
    def note(self) -> str:
        """The sentence that says which children are meant, or nothing where that is clear."""
        if self.sole:
            return ""
        noun, key = self.parent.noun, self.link.key
        mine = f"the {key.theirs.format(f'the {noun}')}"
        if key.theirs == f"{self.child.plural} of {{}}":
            others = " or ".join(
                other.column
                for other in self.child.foreign_keys
                if other.table == self.parent.name and other.column != key.column
            )
            mine = f"those that refer to the {noun} by {key.column}, not by {others}"
        return f"Here, the {self.child.plural} of {a(noun)} are {mine}."

    def words(self) -> dict[str, str]:
        """The fields ``p``, ``ps``, ``a_p``, ``c``, ``cs`` and ``owner`` of the templates."""
        return {
            "p": self.parent.noun,
            "ps": self.parent.plural,
            "a_p": a(self.parent.noun),
            "c": self.child.noun,
            "cs": self.child.plural,
            "a_c": a(self.child.noun),
            "owner": self.link.key.owner,
        }


def families(schema: Schema, *, total: bool = False) -> list[Family]:
    """All families but those of a table with itself; with `total` only those in which each child has its parent."""
    found = links(schema)
    pairs = [(link.child.name, link.parent.name) for link in found]
    return [
        Family(link, pairs.count(pair) == 1)
        for link, pair in zip(found, pairs, strict=True)
        if link.child is not link.parent and (link.total or not total)
    ]


def family(
    rng: random.Random, schema: Schema, fits: Callable[[Family], object] = bool, *, total: bool = False
) -> Family:
    """One family that fits."""
    return pick(rng, [each for each in families(schema, total=total) if fits(each)], "such a family")


def table_words(table: Table) -> dict[str, str]:
    """The fields ``t``, ``ts`` and ``a_t`` of the templates."""
    return {"t": table.noun, "ts": table.plural, "a_t": a(table.noun)}


# ---- columns ----------------------------------------------------------------------------------------


def table_with(rng: random.Random, schema: Schema, offers: Callable[[Table], object]) -> Table:
    """One table for which `offers` gives something."""
    return pick(rng, [table for table in schema.tables if offers(table)], "such a table")


def sure_measures(table: Table) -> list[Column]:
    """Numbers to add up that are never missing."""
    return known(measures(table))


def sure_dates(table: Table) -> list[Column]:
    """Dates and times that are never missing."""
    return known(dates(table))


def days_of(table: Table) -> list[Column]:
    """Dates without a time that are never missing."""
    return [column for column in sure_dates(table) if column.kind == "date"]


def categories(table: Table) -> list[Column]:
    """Columns with few values by which rows are grouped, other than the one that names a row."""
    return [column for column in groupers(table) if column.name != table.label]


def texts_of(table: Table) -> list[Column]:
    """Categories that are texts."""
    return [column for column in categories(table) if column.kind == "text"]


def label_of(table: Table) -> Column:
    """The column that names a row."""
    return table.column(table.label)


def key_of(table: Table) -> Column:
    """The primary key, with words that no other column has."""
    return key_column(table)


def seen(world: World, table: Table, column: Column) -> list[Json]:
    """The different values of a column that the rows have, in order, without the missing one."""
    place = table.index(column.name)
    values = {row[place] for row in world.database[table.name][:400]} - {None}
    return sorted(values, key=lambda value: (isinstance(value, str), value))


def filtered(
    rng: random.Random, world: World, table: Table, source: str, chance: float = 1.0, avoid: Sequence[str] = ()
) -> tuple[Pred | None, str]:
    """With a chance a condition on a row, and its words with a blank in front; else nothing."""
    if rng.random() >= chance:
        return None, ""
    try:
        pred, words = condition(rng, world, table, source, kinds=PLAIN, avoid=avoid)
    except NoFit:
        if chance == 1.0:
            raise
        return None, ""
    return pred, f" {words}"


def two_filters(
    rng: random.Random, world: World, table: Table, one: str, two: str, avoid: Sequence[str] = ()
) -> tuple[Pred, str, Pred, str]:
    """Conditions on different columns for two sources of a table, each with its words."""
    first = clause(rng, world, table, one, kinds=PLAIN, avoid=avoid)
    second = clause(rng, world, table, two, kinds=PLAIN, avoid=[*avoid, first.column.name])
    return first.pred, f" {first.relative}", second.pred, f" {second.relative}"


def filtered_alike(
    rng: random.Random,
    world: World,
    table: Table,
    one: str,
    two: str,
    chance: float = 1.0,
    avoid: Sequence[str] = (),
) -> tuple[Pred | None, Pred | None, str]:
    """As `filtered`, the same condition for two sources of the table."""
    state = rng.getstate()
    first, words = filtered(rng, world, table, one, chance, avoid)
    rng.setstate(state)
    second, _ = filtered(rng, world, table, two, chance, avoid)
    return first, second, words


# ---- plans ------------------------------------------------------------------------------------------


class Names:
    """Names for the sources of one query: short ones, different from each other and from all tables."""

    def __init__(self, schema: Schema) -> None:
        """Take the names of the tables and columns as used."""
        self._taken = {table.name.lower() for table in schema.tables}
        self._taken |= {column.name.lower() for table in schema.tables for column in table.columns}

    def new(self, word: str) -> str:
        """The word, with a number if it is used."""
        name, number = word, 2
        while name.lower() in self._taken:
            name, number = f"{word}{number}", number + 1
        self._taken.add(name.lower())
        return name

    def of(self, table: Table) -> Source:
        """A table under its first letter."""
        return Source(self.new(table.name[0].lower()), table.name)


class Nest:
    """Puts queries under names: as common table expressions, or as subqueries in FROM where that is possible."""

    def __init__(self, rng: random.Random, names: Names) -> None:
        """Draw which of the two it is."""
        self._inline = rng.random() < 0.3
        self._names = names
        self._parts: list[tuple[str, Query]] = []

    def put(self, word: str, query: Query, *, often: bool = False) -> Source:
        """The query as a source; with `often` it may be referred to again by `again`."""
        return self.put_as(self._names.new(word), query, often=often)

    def put_as(self, name: str, query: Query, *, often: bool = False) -> Source:
        """As `put`, under a name that is drawn already."""
        if self._inline and not often and not self._parts:
            return Source(name, "", query)
        self._parts.append((name, query))
        return Source(name, name)

    def again(self, source: Source) -> Source:
        """Another source with the rows of a common table expression."""
        return Source(self._names.new(source.table), source.table)

    def whole(self, query: Query) -> Query:
        """The query with what it needs in front."""
        return With(tuple(self._parts), query) if self._parts else query


def get(source: Source, column: Column | str) -> Col:
    """A column of a source."""
    return Col(source.name, column if isinstance(column, str) else column.name)


def out(source: Source, columns: Sequence[Column]) -> tuple[tuple[str, Expr], ...]:
    """Columns of one source as output."""
    return tuple((column.name, get(source, column)) for column in columns)


def labelled(*pairs: tuple[str, Expr]) -> tuple[tuple[str, Expr], ...]:
    """Output columns; a label that comes again is given a number."""
    found: list[tuple[str, Expr]] = []
    for label, expr in pairs:
        name, number = label, 2
        while name.lower() in {other.lower() for other, _ in found}:
            name, number = f"{label}_{number}", number + 1
        found.append((name, expr))
    return tuple(found)


def every(*parts: Pred | None) -> Pred | None:
    """All of the conditions that are there; None for no condition."""
    there = [part for part in parts if part is not None]
    if not there:
        return None
    return there[0] if len(there) == 1 else And(tuple(there))


def sure(pred: Pred | None) -> Pred:
    """A condition that is there."""
    if pred is None:
        raise NoFit("no condition")
    return pred


def same(left: Expr, right: Expr) -> Cmp:
    """Both are equal."""
    return Cmp("=", left, right)


def there(source: Source, column: Column) -> Pred | None:
    """The column is not missing, where it can be."""
    return IsNull(get(source, column), True) if column.nullable else None


def leave_out(plural: str, *columns: Column) -> str:
    """The sentence for `there`."""
    phrases = [column.phrase for column in columns if column.nullable]
    if not phrases:
        return ""
    verb = agree(phrases[0], "is") if len(phrases) == 1 else "is"
    return f"Leave out {plural} whose {' or '.join(phrases)} {verb} missing."


def some(query_source: Source, where: Pred | None) -> Select:
    """What EXISTS asks for."""
    return Select((("found", Const(1)),), query_source, where=where)


def total(name: str, expr: Expr | None = None, *, distinct: bool = False) -> Agg:
    """An aggregate, for short."""
    assert name in ("count", "sum", "avg", "min", "max")
    return Agg(name, expr, distinct)  # type: ignore[arg-type]


def rising(*values: Expr) -> tuple[Order, ...]:
    """Keys that rise."""
    return tuple(Order(value) for value in values)


def tie_order(rng: random.Random, source: Source, table: Table) -> tuple[Order, str, str]:
    """The primary key to break ties of an order that rises, its words, and the word for the row that comes first.

    It mostly falls: rows that lie in the order of their key anyway would not show that a query forgot it.
    """
    key = key_of(table)
    if rng.random() < 0.75:
        return Order(get(source, key), True), f"{key.phrase} (greatest first)", "greater"
    return Order(get(source, key)), key.phrase, "smaller"
