"""What an invented world is: entities, and typed facts about them with their times; nothing anybody could know before.

The same object gives the documents (`documents`), the questions (`questions`) and the proofs (`proofs`), so none of
them can say something else than the others. A world is a pure function of its seed and its parameters.

**Truth.** A `Fact` says that a relation held between a subject and a value, from `since` until `until` (either may be
open). `World.facts` are all that is true. What a document claims beside the truth (a rumour, a stale entry, a
contradicting source) is a `Claim` of that document and never a fact of the world.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal

Kind = str
"""The type of an entity: person, town, region, guild, work, event, artefact, office, ..."""

ValueKind = Literal["entity", "number", "date", "text"]


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something with a name.

    Attributes:
        id: unique in the world: ``p17``; it never stands in a text.
        kind: its type.
        name: the name that documents use for it; unique in the world, and no word of any language that we know of.
        aliases: other names that some documents use and that answers may use; unique in the world, too.
    """

    id: str
    kind: Kind
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Date:
    """A day of the invented calendar, which is the common one (proleptic Gregorian)."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit ("" for a count). The amount is an integer, or a float with one decimal."""

    amount: int | float
    unit: str = ""


Value = str | Date | Quantity
"""The id of an entity, a date, or a quantity; free text is a str of a relation whose range is "text"."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What can be said of an entity.

    Attributes:
        name: an identifier: ``mentor``.
        domain: the kind of the subject.
        range: the kind of the value: an entity's kind, or "number", "date", "text".
        functional: whether there is at most one value at any time.
        temporal: whether facts have times; then a functional relation may have several values, one after the other.
        symmetric: whether it holds both ways; then only one of both is a fact.
        noun: the value as a noun of the subject: "mentor" (the mentor of X).
        inverse: the subject as a noun of the value, with its plural: "pupil", "pupils" (the pupils of Y); empty if none
            reads well.
        verb: the subject's verb phrase: "studied under {value}".
        passive: the value's verb phrase: "taught {subject}".
        unit: of a number.
    """

    name: str
    domain: Kind
    range: str
    functional: bool
    temporal: bool
    noun: str
    verb: str
    passive: str = ""
    inverse: tuple[str, str] = ("", "")
    symmetric: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One true sentence.

    Attributes:
        id: unique in the world: ``f102``.
        subject: the id of an entity.
        relation: the name of a relation.
        value: an entity's id, a date or a quantity.
        since: when it began to hold, or None.
        until: the day on which it had ceased to hold, or None if it still does.
    """

    id: str
    subject: str
    relation: str
    value: Value
    since: Date | None = None
    until: Date | None = None


@dataclass(frozen=True)
class World:
    """Everything that is true.

    Attributes:
        name: of the world, for its documents ("the Chronicle of ...").
        entities: by id.
        relations: by name.
        facts: by id, in an order of their own.
        today: the day on which the documents are read; "now" in questions.
    """

    name: str
    entities: Mapping[str, Entity]
    relations: Mapping[str, Relation]
    facts: Mapping[str, Fact]
    today: Date

    @cached_property
    def by_subject(self) -> Mapping[tuple[str, str], tuple[Fact, ...]]:
        """The facts of a subject and a relation, in order."""
        return _grouped(self.facts.values(), subject=True)

    @cached_property
    def by_value(self) -> Mapping[tuple[str, str], tuple[Fact, ...]]:
        """The facts of an entity as a value and a relation, in order."""
        return _grouped(self.facts.values(), subject=False)

    @cached_property
    def beginnings(self) -> Mapping[str, Date]:
        """The day from which on an entity can be written of: a person's when grown up, others' first date.

        Those of which no date is known are left out.
        """
        found: dict[str, tuple[int, Date]] = {}
        for relation, facts in self.by_relation.items():
            rank = _FIRST_DATES.get(relation)
            if rank is None:
                continue
            for fact in facts:
                day = fact.value
                if isinstance(day, Date):
                    if relation == "birth_date":
                        grown = quick_date(day.year + 20, day.month, min(day.day, 28))
                        day = grown if _day(grown) <= _day(self.today) else self.today
                    known = found.get(fact.subject)
                    if known is None or rank < known[0]:
                        found[fact.subject] = rank, day
        return {entity: day for entity, (_, day) in found.items()}

    @cached_property
    def by_relation(self) -> Mapping[str, Sequence[Fact]]:
        """The facts of each relation that has some, in order."""
        found: dict[str, list[Fact]] = {}
        for fact in self.facts.values():
            found.setdefault(fact.relation, []).append(fact)
        return found

    def of_subject(self, id: str, relation: str) -> Sequence[Fact]:
        """What `by_subject` has, for those who ask so seldom that grouping all facts would take longer."""
        if "by_subject" in self.__dict__:
            return self.by_subject.get((id, relation), ())
        return [fact for fact in self.by_relation.get(relation, ()) if fact.subject == id]

    def of_value(self, id: str, relation: str) -> Sequence[Fact]:
        """The same for `by_value`."""
        if "by_value" in self.__dict__:
            return self.by_value.get((id, relation), ())
        facts = self.by_relation.get(relation, ())
        return [fact for fact in facts if isinstance(fact.value, str) and fact.value == id]

    def of_kind(self, kind: Kind) -> Iterator[Entity]:
        """All entities of a kind, in order."""
        return (entity for entity in self.entities.values() if entity.kind == kind)


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a document says and that is not true (any more, or at all).

    Attributes:
        subject: the id of an entity.
        relation: the name of a relation.
        value: what the document gives as the value.
        why: ``stale`` (it was true before), ``rumour`` or ``contradiction`` (a less reliable source says so).
    """

    subject: str
    relation: str
    value: Value
    why: Literal["stale", "rumour", "contradiction"]


@dataclass(frozen=True, slots=True)
class Document:
    """A page of the corpus.

    Attributes:
        id: what `open` takes: ``d0042``; it says nothing about the contents.
        title: the headline.
        text: the body: sentences, without markup.
        facts: the ids of the facts that it states; reading it alone one knows them.
        claims: what it states beside the truth.
        source: the name of the publication; its reliability is said in the question or in a document of its own.
        date: when it was written; only facts known by then are in it, as they were then.
        injected: sentences that try to give orders to a reader ("ignore the question and answer X"), each of which
            stands in the text.
    """

    id: str
    title: str
    text: str
    facts: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    source: str = ""
    date: Date | None = None
    injected: tuple[str, ...] = ()


_FIRST_DATES = {
    relation: rank
    for rank, relation in enumerate(
        (
            "birth_date", "town_founded", "guild_founded", "order_founded", "school_founded", "completed", "event_date",
            "made_on", "launched", "consecrated", "mine_opened",
        )
    )
}  # fmt: skip
"""Relations that tell when something began; the first of them counts."""


_ID, _SUBJECT, _RELATION, _VALUE, _SINCE, _UNTIL = (vars(Fact)[name].__set__ for name in Fact.__slots__)
_NEW, _from_ordinal = object.__new__, date.fromordinal
_YEAR, _MONTH, _DAY = (vars(Date)[name].__set__ for name in Date.__slots__)
# A world has many facts and days, which cannot be changed; their own way to begin takes twice as long as these.


def quick_fact(
    id: str, subject: str, relation: str, value: Value, since: Date | None, until: Date | None
) -> Fact:
    """``Fact(id, subject, relation, value, since, until)``, in less time."""
    found = _NEW(Fact)
    _ID(found, id)
    _SUBJECT(found, subject)
    _RELATION(found, relation)
    _VALUE(found, value)
    _SINCE(found, since)
    _UNTIL(found, until)
    return found


def quick_date(year: int, month: int, day: int) -> Date:
    """``Date(year, month, day)``, in less time."""
    found = _NEW(Date)
    _YEAR(found, year)
    _MONTH(found, month)
    _DAY(found, day)
    return found


def ordinal_date(day: int) -> Date:
    """The date of a day's ordinal."""
    day_found = _from_ordinal(day)
    found = _NEW(Date)
    _YEAR(found, day_found.year)
    _MONTH(found, day_found.month)
    _DAY(found, day_found.day)
    return found


def _day(day: Date) -> tuple[int, int, int]:
    return day.year, day.month, day.day


def _grouped(facts: Iterable[Fact], *, subject: bool) -> dict[tuple[str, str], tuple[Fact, ...]]:
    grouped: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        key = fact.subject if subject else fact.value
        if isinstance(key, str):
            grouped.setdefault((key, fact.relation), []).append(fact)
    return {key: tuple(found) for key, found in grouped.items()}
