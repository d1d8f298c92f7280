"""Small questions to a world that everybody asks: what a value is called, what held when, and what holds now."""

from __future__ import annotations

from .kinds import called
from .world import Date, Fact, Quantity, Value, World

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def date_text(date: Date) -> str:
    """A date in words: "3 May 812"."""
    return f"{date.day} {MONTHS[date.month - 1]} {date.year}"


def quantity_text(quantity: Quantity) -> str:
    """A quantity in words: "4,210 inhabitants", "12.5 metres", "1 day"."""
    unit = quantity.unit.removesuffix("s") if quantity.amount == 1 else quantity.unit
    return f"{quantity.amount:,} {unit}".rstrip()


def value_text(world: World, value: Value) -> str:
    """How documents write a value: a name (with "the" where it takes it), a date or a quantity in words."""
    if isinstance(value, Date):
        return date_text(value)
    if isinstance(value, Quantity):
        return quantity_text(value)
    entity = world.entities.get(value)
    return value if entity is None else called(entity)


def day_of(date: Date) -> tuple[int, int, int]:
    """A date as something that can be compared."""
    return date.year, date.month, date.day


def holds_at(fact: Fact, date: Date) -> bool:
    """Whether a fact holds on a day; facts without times always do. The day of `until` is the first without it."""
    if fact.since is not None and day_of(date) < day_of(fact.since):
        return False
    return fact.until is None or day_of(date) < day_of(fact.until)


def facts_at(world: World, subject: str, relation: str, date: Date) -> tuple[Fact, ...]:
    """The facts of a subject and a relation that hold on a day; of a symmetric relation from both sides."""
    found = world.by_subject.get((subject, relation), ())
    if world.relations[relation].symmetric:
        found += world.by_value.get((subject, relation), ())
    return tuple(fact for fact in found if holds_at(fact, date))


def facts_today(world: World, subject: str, relation: str) -> tuple[Fact, ...]:
    """The facts of a subject and a relation that hold today; of a symmetric relation from both sides."""
    return facts_at(world, subject, relation, world.today)


def known_since(world: World, fact: Fact) -> Date:
    """The first day on which somebody could have written a fact down as it stands.

    That is the end of its span or the beginning of one that is still open, a date that it states, and otherwise the
    day of the latest beginning among those concerned (for people: the day on which they were grown up).
    """
    value = fact.value
    found = value if isinstance(value, Date) else None
    for day in (fact.since, fact.until):
        if day is not None and (found is None or day_of(day) > day_of(found)):
            found = day
    if found is None:
        begun = world.beginnings
        for entity in (fact.subject, value):
            day = begun.get(entity) if isinstance(entity, str) else None
            if day is not None and (found is None or day_of(day) > day_of(found)):
                found = day
    return Date(world.today.year - 100, 1, 1) if found is None else found
