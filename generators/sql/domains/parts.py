"""How a domain is written down, and how a schema is drawn from it.

A domain is data: entities with alternatives for their nouns, columns with alternatives for their names, and links.
`draw` takes one alternative of each, leaves out optional columns and entities, and names everything in one style:
snake_case or camelCase, plural or singular tables, prefixes, one of several forms of keys. A column is written
``"name"`` or ``"name:phrase"``; without a phrase its words are those of the name.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ...base import Json
from ..schema import Column, ForeignKey, Kind, Schema, Table
from .keywords import KEYWORDS

Form = str | tuple[tuple[str, ...], ...]
"""What an open text looks like: the name of a maker in `texts`, or groups of words of which one each is taken."""

FORMS: dict[tuple[str, str, str], Form] = {}
"""The form of each open text, by domain, phrase and noun; filled as the domains are imported."""


@dataclass(frozen=True, slots=True)
class Item:
    """A column of an entity, with its alternatives.

    Attributes:
        names: ``name`` or ``name:phrase``; one is taken.
        kind: what it holds.
        nullable: the chance that its values may be missing.
        optional: the chance that it is left out.
        unique: whether no value comes twice.
        pool: the values of a category, of which `take` are drawn.
        take: the least and the greatest number of values drawn.
        low: the least plausible number; for a date, years from the schema's first year.
        high: the greatest plausible number; for a date, years from the schema's first year, excluded.
        form: what an open text looks like.
        words: for a boolean, the pairs of `Column.only` and `Column.never`, one for each of `names`.
        note: the unit, if there is one.
    """

    names: tuple[str, ...]
    kind: Kind
    nullable: float = 0.0
    optional: float = 0.0
    unique: bool = False
    pool: tuple[str, ...] = ()
    take: tuple[int, int] = (4, 7)
    low: float = 0
    high: float = 0
    form: Form = "title"
    words: tuple[tuple[str, str], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A reference of an entity to another or to itself.

    Attributes:
        to: the entity referred to, by its role.
        theirs: as `ForeignKey.theirs`, with ``{plural}`` for the plural of the referring rows and ``{owner}`` for the
            words for the row referred to, which a text needs where two references would sound alike.
        owner: alternatives of the words for the row referred to; the noun of that entity if there are none.
        nullable: the chance that it may be missing.
        loose: the chance that the schema does not declare it.
    """

    to: str
    theirs: str
    owner: tuple[str, ...] = ()
    nullable: float = 0.0
    loose: float = 0.15


@dataclass(frozen=True, slots=True)
class Entity:
    """A table, with its alternatives.

    Attributes:
        role: its name within the domain.
        nouns: ``singular/plural``; one is taken.
        items: its columns without key and references; the first names a row.
        links: its references.
        optional: whether a schema may do without it.
    """

    role: str
    nouns: tuple[str, ...]
    items: tuple[Item, ...]
    links: tuple[Link, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Domain:
    """A field of life with its entities, in an order in which each one only refers to those before it or itself."""

    name: str
    entities: tuple[Entity, ...]

    def __post_init__(self) -> None:
        for entity in self.entities:
            for item in entity.items:
                if item.kind == "text" and not item.pool:
                    for noun in entity.nouns:
                        for name in item.names:
                            FORMS[self.name, noun.split("/")[0], phrase_of(name)] = item.form


# ---- short forms for domain files -------------------------------------------------------------------


def text(*names: str, form: Form, nullable: float = 0.0, optional: float = 0.0, unique: bool = False) -> Item:
    """An open text."""
    return Item(names, "text", nullable, optional, unique, form=form)


def category(
    *names: str,
    pool: str,
    take: tuple[int, int] = (4, 7),
    nullable: float = 0.0,
    optional: float = 0.0,
) -> Item:
    """A text from a small pool; `pool` holds the values, separated by commas."""
    return Item(
        names, "text", nullable, optional, pool=tuple(word.strip() for word in pool.split(",")), take=take
    )


def whole(
    *names: str,
    low: int,
    high: int,
    nullable: float = 0.0,
    optional: float = 0.0,
    unique: bool = False,
    note: str = "",
) -> Item:
    """An integer."""
    return Item(names, "integer", nullable, optional, unique, low=low, high=high, note=note)


def money(*names: str, low: float, high: float, nullable: float = 0.0, optional: float = 0.0) -> Item:
    """An amount of money."""
    return Item(names, "money", nullable, optional, low=low, high=high)


def real(
    *names: str, low: float, high: float, nullable: float = 0.0, optional: float = 0.0, note: str = ""
) -> Item:
    """A measured number."""
    return Item(names, "real", nullable, optional, low=low, high=high, note=note)


def date(*names: str, low: int = 0, high: int = 3, nullable: float = 0.0, optional: float = 0.0) -> Item:
    """A date, from `low` to `high` years after the schema's first year."""
    return Item(names, "date", nullable, optional, low=low, high=high)


def moment(*names: str, low: int = 0, high: int = 2, nullable: float = 0.0, optional: float = 0.0) -> Item:
    """A date with a time."""
    return Item(names, "datetime", nullable, optional, low=low, high=high)


def flag(*choices: tuple[str, str, str], nullable: float = 0.0, optional: float = 0.0) -> Item:
    """A boolean: triples of name, `Column.only` and `Column.never`."""
    return Item(
        tuple(choice[0] for choice in choices),
        "boolean",
        nullable,
        optional,
        words=tuple((choice[1], choice[2]) for choice in choices),
    )


# ---- drawing ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 13)
def phrase_of(name: str) -> str:
    """The words of an alternative ``name`` or ``name:phrase``."""
    left, _, right = name.partition(":")
    return right or left.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Style:
    """How a schema names things.

    Attributes:
        camel: camelCase, not snake_case.
        plural: tables have plural names.
        prefix: put before the name of each table.
        key: the name of a key: ``id``, or with ``{}`` for the noun.
        link: the name of a reference, with ``{}`` for the owner.
        number: the words for a key.
        initials: whether columns begin with the initials of their table.
        links_last: whether references come after the other columns.
        year: the first year of its dates.
        currency: the unit of money.
    """

    camel: bool
    plural: bool
    prefix: str
    key: str
    link: str
    number: str
    initials: bool
    links_last: bool
    year: int
    currency: str

    def name(self, *parts: str) -> str:
        """An identifier from words."""
        return _identifier("_".join(part for part in parts if part), self.camel)


@lru_cache(maxsize=1 << 13)
def _identifier(text: str, camel: bool) -> str:
    words = [word for word in text.replace(" ", "_").replace("-", "_").split("_") if word]
    if camel:
        return words[0] + "".join(word[:1].upper() + word[1:] for word in words[1:])
    return "_".join(words)


_KEYS = (
    ("id", "{}_id", "id"),
    ("{}_id", "{}_id", "id"),
    ("{}_id", "{}_id", "id"),
    ("{}_no", "{}_no", "number"),
    ("{}_key", "{}_key", "key"),
    ("id", "{}_ref", "id"),
    ("{}_nr", "{}_nr", "number"),
)
_PREFIXES = ("", "", "", "", "", "", "tbl", "t", "app", "x", "main", "db", "prod", "my")
_CURRENCIES = ("euros", "dollars", "pounds", "francs", "crowns", "pesos", "dinars", "rupees")


def draw_style(rng: random.Random) -> Style:
    """How one schema names things."""
    key, link, number = rng.choice(_KEYS)
    return Style(
        camel=rng.random() < 0.3,
        plural=rng.random() < 0.65,
        prefix=rng.choice(_PREFIXES),
        key=key,
        link=link,
        number=number,
        initials=rng.random() < 0.1,
        links_last=rng.random() < 0.5,
        year=rng.randint(2006, 2023),
        currency=rng.choice(_CURRENCIES),
    )


def renamed(rng: random.Random, style: Style) -> Style:
    """Another way to name the things of a schema; the words of questions do not change with it."""
    forms = [form for form in _KEYS if form[2] == style.number and (form[0] == "id") is (style.key == "id")]
    key, link, _ = rng.choice(forms)
    return replace(
        style,
        camel=rng.random() < 0.3,
        plural=rng.random() < 0.65,
        prefix=rng.choice(_PREFIXES),
        key=key,
        link=link,
    )


def kept_entities(rng: random.Random, domain: Domain, tables: int | None) -> list[Entity]:
    """Entities that hang together, as many as asked for if that is possible."""
    kept = list(domain.entities)
    wanted = tables
    if wanted is None:
        wanted = len(kept) - sum(rng.random() < 0.5 for entity in kept if entity.optional)
        wanted = max(wanted, min(3, len(kept)))
    while len(kept) > max(wanted, 1):
        spare = [entity for entity in kept if _connected([other for other in kept if other is not entity])]
        optional = [entity for entity in spare if entity.optional]
        if tables is None and not optional:
            break
        kept.remove(rng.choice(optional or spare))
    return kept


def _connected(entities: Sequence[Entity]) -> bool:
    roles = {entity.role for entity in entities}
    pairs = [(entity.role, link.to) for entity in entities for link in entity.links if link.to in roles]
    reached = {entities[0].role}
    while True:
        more = [pair for pair in pairs if (pair[0] in reached) is not (pair[1] in reached)]
        if not more:
            return reached == roles
        for pair in more:
            reached.update(pair)


def draw(
    rng: random.Random, domain: Domain, tables: int | None = None, other: random.Random | None = None
) -> Schema:
    """A schema of a domain; with `other`, that one with other names of tables and columns, which `other` draws."""
    style = draw_style(rng)
    if other is not None:
        style = renamed(other, style)
    entities = kept_entities(rng, domain, tables)
    nouns: dict[str, tuple[str, str]] = {}
    for entity in entities:
        noun, plural = rng.choice(entity.nouns).split("/")
        nouns[entity.role] = (noun, plural)
    names: dict[str, str] = {}
    for role, (noun, plural) in nouns.items():
        name = style.name(style.prefix, plural if style.plural else noun)
        names[role] = name if name.lower() not in KEYWORDS else style.name(style.prefix, plural)
    made: list[Table] = []
    for entity in entities:
        noun, plural = nouns[entity.role]
        start = "".join(word[0] for word in noun.split()) if style.initials else ""
        key = style.name(start, style.key.format(noun))
        taken = {key}
        columns = [
            draw_column(rng, item, style, start) for item in entity.items if rng.random() >= item.optional
        ]
        taken.update(column.name for column in columns)
        pairs: list[tuple[Column, ForeignKey]] = []
        for link in entity.links:
            if link.to not in nouns:
                continue
            owner = rng.choice(link.owner) if link.owner else nouns[link.to][0]
            name = style.name(start, style.link.format(owner))
            if name in taken:  # a reference to the own table called like the key
                name = style.name(start, style.link.format("other " + owner))
            taken.add(name)
            enforced = rng.random() >= link.loose
            nullable = rng.random() < link.nullable
            note = "" if enforced else f"refers to {names[link.to]}, not enforced"
            pairs.append(
                (
                    Column(name, "integer", f"{owner} {style.number}", nullable=nullable, note=note),
                    ForeignKey(
                        name,
                        names[link.to],
                        owner,
                        link.theirs.replace("{plural}", plural).replace("{owner}", owner),
                        enforced,
                    ),
                )
            )
        referring = [pair[0] for pair in pairs]
        label, rest = columns[0], columns[1:]
        body = [label, *rest, *referring] if style.links_last else [label, *referring, *rest]
        first = Column(key, "integer", style.number, unique=True)
        made.append(
            Table(
                names[entity.role],
                noun,
                plural,
                key,
                label.name,
                (first, *body),
                tuple(pair[1] for pair in pairs),
            )
        )
    return Schema(domain.name, tuple(made))


_FORMATS: dict[Kind, str] = {"date": "YYYY-MM-DD", "datetime": "YYYY-MM-DD HH:MM:SS", "boolean": "0 or 1"}


@lru_cache(maxsize=1 << 13)
def _note(name: str, kind: Kind, unit: str, currency: str) -> str:
    """What a comment in the schema says of a column."""
    phrase = phrase_of(name)
    notes = [] if phrase == name.partition(":")[0].replace("_", " ") or kind == "boolean" else [phrase]
    if unit:
        notes.append(unit)
    if kind == "money":
        notes.append(f"in {currency}")
    if kind in _FORMATS:
        notes.append(_FORMATS[kind])
    return ", ".join(notes)


def draw_column(rng: random.Random, item: Item, style: Style, start: str = "") -> Column:
    """A column from one of its alternatives."""
    place = rng.randrange(len(item.names))
    raw = item.names[place].partition(":")[0]
    phrase = phrase_of(item.names[place])
    nullable = rng.random() < item.nullable
    values: tuple[Json, ...] = ()
    low: Json = None
    high: Json = None
    only = never = ""
    if item.pool:
        count = min(len(item.pool), rng.randint(*item.take))
        values = tuple(rng.sample(item.pool, count))
    elif item.kind == "boolean":
        only, never = item.words[place]
    elif item.kind in ("date", "datetime"):
        least, most = ("", "") if item.kind == "date" else (" 00:00:00", " 23:55:00")
        low = f"{style.year + int(item.low):04d}-01-01{least}"
        high = f"{style.year + int(item.high) - 1:04d}-12-31{most}"
    elif item.kind in ("money", "real"):
        low, high = float(item.low), float(item.high)
    elif item.kind == "integer":
        low, high = int(item.low), int(item.high)
    return Column(
        style.name(start, raw),
        item.kind,
        phrase,
        nullable,
        item.unique,
        values,
        low,
        high,
        _note(item.names[place], item.kind, item.note, style.currency),
        only,
        never,
    )
