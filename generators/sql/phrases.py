"""The English of questions: columns, values, lists, conditions with constants from the data, ways over foreign keys.

For authors of shapes. Everything here is pure; a drawn thing comes as plan and words together.

Words::

    listing(["the name", "the city"]) -> "the name and the city"       listing(items, "or")
    a("order") -> "an order"      the("order") -> "the order"
    value(column, 12.5) -> "12.50"      text is quoted ('Lund'), dates are plain
    of("city", "customer", "order") -> "the city of the customer of the order"
    named(columns) -> "the name, the city and the birth date"; named(columns, "customer") -> "… of the customer"

Drawing (each raises `NoFit` if the table does not offer it)::

    columns(rng, table, n) -> n different columns to show, no foreign keys; `choose` restricts them
    outputs(columns, source) -> the pairs for Select.columns
    condition(rng, world, table, source, *, kinds=None, avoid=(), nullable=True) -> (Pred, "whose city is 'Lund'")
    conditions(rng, world, table, source, n=2, *, word=None, ...) -> (Pred, "whose … and that are insured")
    clause(...) -> Clause as condition, with the parts of the sentence: .relative, .of("the customer"), .column
    parent_condition(rng, world, link, source, *, kinds=None, avoid=(), nullable=True)
        -> (Pred, "for which the city of the customer is 'Lund'"); `source` is the parent's source
    links(schema) -> all Link(child, key, parent);  Link.on(child source, parent source) -> the join's condition
    measures(table), dates(table), groupers(table), sortable(table) -> the columns that fit; `known(table)` those
        that are never missing
    key_column(table) -> the primary key with words that name it alone ("order number"); never use the bare phrase of a
        key: "the number of orders" is a count. `showable`, `columns` and all the lists above do it already
    aliases(*tables) -> one Source for each, with different names

A relative clause follows a plural noun: ``f"the customers {clause}"``. It is "whose …", or "that are …" for a flag.
A filter is neither empty nor total on the rows of the world. `kinds` is any of `KINDS`; without it all of them but
`missing_or`, which only reads well alone. A condition of an *unknown* value is not met: never put `Not` around a
condition unless it was drawn with ``nullable=False``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .plan import And, Cmp, Col, Expr, Or, Pred, Source
from .predicates import (
    KINDS,
    MONTHS,
    NUMBERS,
    TIMES,
    comparison,
    fitting_kinds,
    listing,
    make,
    plain,
    quantile,
    quoted,
    value,
    whether,
)
from .question import NoFit, World
from .schema import Column, ForeignKey, Schema, Table

_SAMPLE = 150  # rows that a constant is chosen from: enough to see whether a filter does something
_NO_AMOUNT = re.compile(
    r"\b(year|code|zip|postcode|rank|position|place|floor|storey|grade|round|season|gate|row|seat|minute|number$)\b"
)

# ---- words ------------------------------------------------------------------------------------------


def the(noun: str) -> str:
    """The noun with its definite article."""
    return f"the {noun}"


def a(noun: str) -> str:
    """The noun with its indefinite article, by its sound as far as the spelling tells."""
    vowel = noun[:1].lower() in "aeiou" and not re.match(r"(?i)(uni(?!n)|us[aeu]|eu|one\b|uti)", noun)
    silent = re.match(r"(?i)(hour|honest|heir)", noun) is not None
    return f"{'an' if vowel or silent else 'a'} {noun}"


def of(*nouns: str) -> str:
    """``the city of the customer of the order``."""
    if len(nouns) == 2 and nouns[0].startswith(nouns[1] + " "):
        nouns = nouns[:1]  # the order number, not the order number of the order
    return " of ".join(f"the {noun}" for noun in nouns)


def own_and_others(own: Sequence[Column], noun: str, others: Sequence[str]) -> list[str]:
    """The words for what is shown of a row and of others.

    The row's last own value says whose it is, so that nobody reads "the city and the name of the guarantor" as the
    guarantor's city.
    """
    own_words = [of(column.phrase) for column in own]
    if own and others:
        own_words[-1] = of(own[-1].phrase, noun)
    return [*own_words, *others]


def agree(phrase: str, verb: str) -> str:
    """The verb, put into the plural if the phrase is: ``the loyalty points are at least 5``."""
    head = re.split(r" (?:of|in|for|per|on|at|by|to) | due$| paid$", phrase)[0]
    if not head.endswith("s") or head.endswith(("ss", "us", "is", "means", "series")):
        return verb
    verb = re.sub(r"^is\b", "are", verb)
    verb = re.sub(r"^has\b", "have", verb)
    verb = re.sub(r"^does\b", "do", verb)
    verb = re.sub(r"^(start|end|contain|differ)s\b", r"\1", verb)
    return re.sub(r"\bor (start|end|contain|differ)s\b", r"or \1", verb)


def named(chosen: Sequence[Column], *owners: str) -> str:
    """The columns as a list, with the way to their row behind each of them."""
    return listing([of(column.phrase, *owners) for column in chosen])


# ---- what a table offers ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Link:
    """A foreign key with both of its tables."""

    child: Table
    key: ForeignKey
    parent: Table

    def on(self, child: str, parent: str) -> Pred:
        """The condition of the join, for the names of the two sources."""
        return Cmp("=", Col(child, self.key.column), Col(parent, self.parent.key))

    @property
    def total(self) -> bool:
        """Whether each child has its parent: the column is never missing and the schema enforces it."""
        return self.key.enforced and not self.child.column(self.key.column).nullable


def links(schema: Schema) -> list[Link]:
    """All foreign keys of the schema."""
    return [Link(table, key, schema.table(key.table)) for table in schema.tables for key in table.foreign_keys]


def key_column(table: Table) -> Column:
    """The primary key, with words that say whose it is: "order number", as "the number of orders" is a count."""
    column = table.column(table.key)
    return replace(column, phrase=f"{table.noun} {column.phrase}")


def showable(table: Table) -> list[Column]:
    """The columns that a question shows or filters by: all but references."""
    references = {key.column for key in table.foreign_keys}
    return [
        key_column(table) if column.name == table.key else column
        for column in table.columns
        if column.name not in references
    ]


def known(chosen: Iterable[Column]) -> list[Column]:
    """Those that are never missing."""
    return [column for column in chosen if not column.nullable]


def flags(table: Table) -> list[str]:
    """The names of the booleans, of which only relative clauses speak."""
    return [column.name for column in table.columns if column.kind == "boolean"]


def measures(table: Table) -> list[Column]:
    """Numbers that it makes sense to add up: no keys, no years."""
    return [
        column
        for column in showable(table)
        if column.kind in NUMBERS
        and column.name != table.key
        and not column.unique
        and not _NO_AMOUNT.search(column.phrase)
    ]


def dates(table: Table) -> list[Column]:
    """Dates and times."""
    return [column for column in showable(table) if column.kind in TIMES]


def groupers(table: Table) -> list[Column]:
    """Columns with few values, by which rows can be grouped."""
    return [
        column
        for column in showable(table)
        if column.values and column.kind != "boolean" and column.name != table.label
    ]


def sortable(table: Table) -> list[Column]:
    """Columns that are never missing, not the key, and have an order that is the same for everyone."""
    return [
        column
        for column in showable(table)
        if not column.nullable and column.name != table.key and column.kind in (*NUMBERS, *TIMES)
    ]


def columns(
    rng: random.Random, table: Table, n: int, *, choose: Sequence[Column] | None = None
) -> list[Column]:
    """`n` different columns to show, mostly with the label among them; none of them a flag."""
    pool = [c for c in (showable(table) if choose is None else choose) if c.kind != "boolean"]
    if len(pool) < n:
        raise NoFit(f"{table.name} has fewer than {n} columns to show")
    label = [column for column in pool if column.name == table.label]
    others = [column for column in pool if column.name not in (table.label, table.key)]
    if label and rng.random() < 0.6:
        spare = [column for column in pool if column.name != table.label]
        rest = others if len(others) >= n - 1 else spare
        return label + rng.sample(rest, n - 1)
    return rng.sample(others if len(others) >= n and rng.random() < 0.7 else pool, n)


def outputs(chosen: Sequence[Column], source: str) -> tuple[tuple[str, Expr], ...]:
    """The columns of one source as those of a query."""
    return tuple((column.name, Col(source, column.name)) for column in chosen)


def aliases(*tables: Table) -> tuple[Source, ...]:
    """A source for each of the tables, with different names."""
    names: list[str] = []
    for table in tables:
        name, number = table.name, 2
        while name in names:
            name, number = f"{table.name}{number}", number + 1
        names.append(name)
    return tuple(Source(name, table.name) for name, table in zip(names, tables, strict=True))


# ---- conditions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition on one column.

    Attributes:
        pred: the condition.
        column: the column.
        verb: what is said of it ("is 'Lund'"); for a boolean, the words behind the plural noun ("that are insured").
        kind: one of `KINDS`.
    """

    pred: Pred
    column: Column
    verb: str
    kind: str

    @property
    def relative(self) -> str:
        """The words behind a plural noun."""
        return self.verb if self.column.kind == "boolean" else f"whose {self.column.phrase} {self.verb}"

    def of(self, *owners: str) -> str:
        """A sentence: ``the city of the customer is 'Lund'``, with the owners as in `of`; not for a flag."""
        if self.column.kind == "boolean":
            raise NoFit("a flag has no sentence")
        return f"{of(self.column.phrase, *owners)} {self.verb}"


def condition(
    rng: random.Random,
    world: World,
    table: Table,
    source: str,
    *,
    kinds: Collection[str] | None = None,
    avoid: Collection[str] = (),
    nullable: bool = True,
) -> tuple[Pred, str]:
    """A condition on a row of the table, and its relative clause behind a plural noun.

    Args:
        rng: what draws.
        world: where constants come from.
        table: whose rows.
        source: the name of the table's source in the query.
        kinds: the kinds allowed, of `KINDS`; None for all that can be joined with others.
        avoid: names of columns to leave alone.
        nullable: whether the column may be one with missing values.

    Raises:
        NoFit: nothing of that kind tells some of the rows from others.
    """
    drawn = clause(rng, world, table, source, kinds=kinds, avoid=avoid, nullable=nullable)
    return drawn.pred, drawn.relative


def conditions(
    rng: random.Random,
    world: World,
    table: Table,
    source: str,
    n: int = 2,
    *,
    word: Literal["and", "or", "mixed"] | None = None,
    kinds: Collection[str] | None = None,
    avoid: Collection[str] = (),
    nullable: bool = True,
) -> tuple[Pred, str]:
    """`n` conditions on different columns as one, and its relative clause.

    `word` is how they are joined: by "and", by "or" (then the words say that one is enough), or "mixed", for three:
    the first holds, and at least one of the others. None draws one of the first two.
    """
    word = word or rng.choice(("and", "and", "or"))
    drawn: list[Clause] = []
    for number in range(n):
        allowed = tuple(kinds) if kinds is not None else KINDS[:-1]
        taken = {*avoid, *(each.column.name for each in drawn)}
        if word == "mixed" and number:
            taken.update(flags(table))
        drawn.append(clause(rng, world, table, source, kinds=allowed, avoid=taken, nullable=nullable))
    parts = tuple(each.pred for each in drawn)
    words = [each.relative for each in drawn]
    if n == 1:
        return parts[0], words[0]
    if word == "and":
        return And(parts), listing(words, "and")
    if word == "or":
        enough = "(or both)" if n == 2 else "(any one of these conditions is enough)"
        return Or(parts), f"{listing(words, 'or')} {enough}"
    rest = "; ".join(f"the {each.column.phrase} {each.verb}" for each in drawn[1:])
    return And(
        (parts[0], Or(parts[1:]))
    ), f"{words[0]} and for which at least one of the following holds: {rest}"


def parent_condition(
    rng: random.Random,
    world: World,
    link: Link,
    source: str,
    *,
    kinds: Collection[str] | None = None,
    avoid: Collection[str] = (),
    nullable: bool = True,
) -> tuple[Pred, str]:
    """A condition on the row that a row refers to, and the relative clause behind the referring plural noun.

    `source` is the name of the parent's source, for example ``for which the city of the customer is 'Lund'``.
    """
    allowed = tuple(KINDS[:-1] if kinds is None else kinds)
    taken = [*avoid, *flags(link.parent)]
    if not link.total:  # without a parent, its values are neither known nor missing
        allowed = tuple(kind for kind in allowed if kind not in ("missing", "missing_or"))
    drawn = clause(rng, world, link.parent, source, kinds=allowed, avoid=taken, nullable=nullable)
    return drawn.pred, f"for which {drawn.of(link.key.owner)}"


def clause(
    rng: random.Random,
    world: World,
    table: Table,
    source: str,
    *,
    kinds: Collection[str] | None = None,
    avoid: Collection[str] = (),
    nullable: bool = True,
) -> Clause:
    """As `condition`, with the parts of the sentence."""
    wanted = KINDS[:-1] if kinds is None else tuple(kinds)
    offers: list[tuple[Column, list[str]]] = []
    for column in showable(table):
        if column.name in avoid or (column.nullable and not nullable):
            continue
        if column.name == table.key and set(wanted) != {"compare"}:
            continue
        fitting = [kind for kind in fitting_kinds(column) if kind in wanted]
        if fitting:
            offers.append((column, fitting))
    if not offers:
        raise NoFit(f"{table.name} offers none of {wanted}")
    rows = world.database[table.name][:_SAMPLE]
    for _ in range(12):
        column, fitting = rng.choice(offers)
        kind = rng.choice(fitting)
        place = table.index(column.name)
        values = [row[place] for row in rows]
        made = make(rng, column, kind, Col(source, column.name), values)
        if made is None:
            continue
        pred, verb, test = made
        met = sum(map(test, values))
        if 0 < met < len(values) and (met >= 2 or rng.random() < 0.2):
            return Clause(pred, column, verb if column.kind == "boolean" else agree(column.phrase, verb), kind)
    raise NoFit(f"no condition on {table.name} tells its rows apart")


__all__ = [
    "KINDS",
    "MONTHS",
    "Clause",
    "Link",
    "a",
    "agree",
    "aliases",
    "clause",
    "columns",
    "comparison",
    "condition",
    "conditions",
    "dates",
    "flags",
    "groupers",
    "key_column",
    "known",
    "links",
    "listing",
    "measures",
    "named",
    "of",
    "outputs",
    "parent_condition",
    "plain",
    "quantile",
    "quoted",
    "showable",
    "sortable",
    "the",
    "value",
    "whether",
]
