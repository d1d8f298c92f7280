"""Short passages about a small world, written to order: which facts one states is chosen, not left to chance.

`documents` writes whole corpora; tasks that show all their passages in the prompt take theirs from here. A passage
states its facts in full sentences, with sentences without facts between them, and says where and when it was written.
"""

from __future__ import annotations

from collections.abc import Container, Sequence, Set
from dataclasses import dataclass
from datetime import date
from operator import eq
from random import Random

from ..base import Json
from .filler import filler
from .lookup import known_since
from .make import make_world
from .phrases import NOUNS, VAGUE
from .relations import RELATIONS
from .templates import FactWriter, sentence, written
from .traps import false_value
from .world import Date, Fact, Quantity, Value, World, ordinal_date

_SOURCES = ("Registers", "Annals", "Letters", "Notebooks", "Chronicles", "Archives")

_COMMON = frozenset(("of", "House", "Mount"))
"""Words that names share and that do not make them look alike."""
_IMPLIED = frozenset(("membership", "family", "vows", "town_region"))
"""Relations that other ones all but imply: who leads a guild belongs to it, a capital lies in its region."""

ASKED: tuple[str, ...] = tuple(
    name
    for name, relation in RELATIONS.items()
    if relation.functional and not relation.symmetric and name not in VAGUE and name not in _IMPLIED
)
"""Relations that a task may turn on: one value at a time, a noun that reads well, and no other relation says them."""


def noun(relation: str) -> str:
    """The noun of a relation in questions and claims."""
    return NOUNS.get(relation, RELATIONS[relation].noun)


def alike(relation: str) -> frozenset[str]:
    """The relations with the same noun, such as the founders of towns and of guilds."""
    return frozenset(name for name, other in RELATIONS.items() if other.noun == RELATIONS[relation].noun)


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage, what it states, and when it was written."""

    text: str
    facts: tuple[Fact, ...]
    stamp: Date


def small_world(rng: Random, size: int, twins: float) -> World:
    """A world whose entities have one name each."""
    return make_world(rng, size, twins=twins, aliases=0.0)


def passage(
    teller: FactWriter,
    facts: Sequence[Fact],
    *,
    chatter: float,
    source: str = "",
    stamp: Date | None = None,
    after: Date | None = None,
    lines: Sequence[str] = (),
) -> Passage:
    """Write a passage.

    Args:
        teller: says facts of the world.
        facts: what to state; facts that are no longer true are stated as given, with the right `stamp`.
        chatter: the chance of a sentence without facts beside each one.
        source: the publication; a trustworthy one if empty.
        stamp: when it was written; a day on which all facts were known if None.
        after: with no `stamp`, a day before which it was not written.
        lines: further sentences.
    """
    rng, world = teller.rng, teller.world
    sentences = [teller.full(fact) for fact in facts] + list(lines)
    rng.shuffle(sentences)
    told: list[str] = []
    for text in sentences:
        told.append(text)
        if rng.random() < chatter:
            told.insert(rng.randint(0, len(told)), filler(rng))
    if not told:
        told = [filler(rng), filler(rng)]
    if stamp is None:
        known = max((ordinal(known_since(world, fact)) for fact in facts), default=0)
        today = ordinal(world.today)
        least = max(known + 1, today - 9000, 0 if after is None else ordinal(after))
        stamp = ordinal_date(rng.randint(min(least, today), today))
    publication = source or f"{rng.choice(_SOURCES)} of {world.name}"
    return Passage(" ".join([*told, sentence(written(rng, publication, stamp))]), tuple(facts), stamp)


def ordinal(day: Date) -> int:
    """The number of a day, to reckon with."""
    return date(day.year, day.month, day.day).toordinal()


def similar(world: World, id: str) -> list[str]:
    """The entities of the same kind, those whose names look most like that of `id` first."""
    name = world.entities[id].name
    words = set(name.split()) - _COMMON
    others = [entity for entity in world.of_kind(world.entities[id].kind) if entity.id != id]
    return [entity.id for entity in sorted(others, key=lambda entity: -_likeness(name, words, entity.name))]


def _likeness(one: str, words: Set[str], other: str) -> float:
    """How much two names look alike, from 0 to 1: equal letters at equal places, or a word in common."""
    letters = sum(map(eq, one, other)) / max(len(one), len(other))
    return letters if letters >= 0.6 or words.isdisjoint(other.split()) else 0.6


def lasted(fact: Fact, world: World) -> bool:
    """Whether a fact held for some months, if it has times."""
    if fact.since is None:
        return True
    end = fact.until or world.today
    return end.year - fact.since.year > 1 or ordinal(end) - ordinal(fact.since) > 120


def day_within(rng: Random, fact: Fact, world: World) -> Date:
    """A day well within the span of a fact that has lasted."""
    assert fact.since is not None
    return ordinal_date(rng.randint(ordinal(fact.since) + 20, ordinal(fact.until or world.today) - 40))


def other_value(rng: Random, world: World, fact: Fact) -> Value | None:
    """A value that the subject never had, with one decimal where there are any; None if there is none."""
    value = false_value(rng, world, fact)
    if isinstance(value, Quantity) and isinstance(value.amount, float):
        return Quantity(round(value.amount, 1), value.unit)
    return value


def touches(fact: Fact, ids: Container[str]) -> bool:
    """Whether one of some entities takes part in a fact."""
    return fact.subject in ids or (isinstance(fact.value, str) and fact.value in ids)


def row(fact: Fact) -> Json:
    """A fact as JSON: subject, relation, value, and from when until when."""
    value: Json = fact.value
    if isinstance(value, Quantity):
        value = value.amount
    elif isinstance(value, Date):
        value = str(value)
    since, until = (None if day is None else str(day) for day in (fact.since, fact.until))
    return [fact.subject, fact.relation, value, since, until]
