"""Makes invented worlds: entities with names, and facts about them whose times agree with each other.

Rules: whoever does something is alive and grown up then; a pupil is younger than the mentor; what is founded in, kept
in or owned by something comes after it; the spans of a functional relation follow each other without overlap; nothing
happens after today or after a death. Degrees are skewed as in real records: a few towns have many natives, a few
mentors many pupils.

Parameters: `size` is about the number of documents that the world is worth; `kinds` restricts the kinds of entities;
`twins` is the share of names made to be confused with others; `density` the share of possible facts that exist;
`aliases` the share of entities with a second name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection
from datetime import date
from random import Random

from .kinds import KINDS
from .names import Names
from .relations import relations_among
from .rules import AMOUNTS, RULES, SPANS
from .world import Date, Entity, Fact, Quantity, Relation, Value, World

_YEAR = 365.2425
_SPAN = int(420 * _YEAR)
_ENTITIES_PER_DOCUMENT = 0.53


def make_world(
    rng: Random,
    size: int,
    *,
    kinds: Collection[str] | None = None,
    twins: float = 0.03,
    density: float = 0.85,
    aliases: float = 0.12,
) -> World:
    """A world worth about `size` documents.

    Args:
        rng: the source of chance; the world depends on it and on the parameters alone.
        size: about how many documents `documents.write` makes of it, from 20 to 200,000.
        kinds: the kinds of entities to have; None for all of `kinds.KINDS`.
        twins: the share of entities whose name is made to be confused with another one of the same kind.
        density: the share of the possible facts that exist, between 0 and 1.
        aliases: the share of entities that have another name, too.

    Raises:
        ValueError: for a size or kinds that cannot be.
    """
    if not 20 <= size <= 250_000:
        raise ValueError(f"a world has 20 to 250,000 documents, not {size}")
    wanted = list(KINDS) if kinds is None else [kind for kind in KINDS if kind in set(kinds)]
    if not wanted or (kinds is not None and len(wanted) < len(set(kinds))):
        raise ValueError(f"kinds must be among {', '.join(KINDS)}")
    return _Maker(rng, size, wanted, twins, density, aliases).world()


def ordinal_date(day: int) -> Date:
    """The date of a day's ordinal."""
    found = date.fromordinal(day)
    return Date(found.year, found.month, found.day)


class _Maker:
    """Holds what making a world needs: the days on which entities begin and end, which no fact need tell."""

    def __init__(
        self, rng: Random, size: int, kinds: list[str], twins: float, density: float, aliases: float
    ) -> None:
        self.rng = rng
        self.kinds = kinds
        self.density = density
        self.names = Names(rng, twins=twins)
        self.today = date(rng.randint(760, 1480), rng.randint(1, 12), rng.randint(1, 28)).toordinal()
        self.start = self.today - _SPAN
        self.relations = relations_among(dict.fromkeys(kinds))
        self.entities: dict[str, Entity] = {}
        self.born: dict[str, int] = {}
        self.gone: dict[str, int] = {}
        self.of: dict[str, list[str]] = {}
        self.days: dict[str, list[int]] = {}
        self.facts: dict[str, Fact] = {}
        self.aliases = aliases
        self.towns: dict[str, list[str]] = {}
        self.recent: dict[str, list[str]] = {}
        self.paired: dict[str, set[tuple[str, str]]] = {}
        self._populate(size)

    def _populate(self, size: int) -> None:
        """All entities, of each kind in the order of their beginnings."""
        rng = self.rng
        whole = sum(KINDS[kind].share for kind in self.kinds)
        for kind in self.kinds:
            spec = KINDS[kind]
            count = max(2, round(size * _ENTITIES_PER_DOCUMENT * spec.share / whole))
            if spec.era is None:
                days = [self.start] * count
            else:
                low, high = (self.start + int(part * _SPAN) for part in spec.era)
                days = sorted(rng.randrange(low, high) for _ in range(count))
            ids = [f"{spec.prefix}{i}" for i in range(1, count + 1)]
            self.of[kind], self.days[kind] = ids, days
            for id, day in zip(ids, days, strict=True):
                self.born[id] = day
                if kind == "person":
                    self.gone[id] = day + int(_YEAR * (28 + 62 * (rng.random() + rng.random()) / 2))
                name = self.names.name(kind)
                other = (self.names.alias(kind),) if rng.random() < self.aliases else ()
                self.entities[id] = Entity(id, kind, name, other)

    def world(self) -> World:
        """The finished world."""
        for name, relation in self.relations.items():
            rule, chance = RULES[name]
            make: Callable[[Relation, str], None] = getattr(self, f"_{rule}")
            for subject in self.of[relation.domain]:
                if self.rng.random() < chance * self.density:
                    make(relation, subject)
        name = self.names.word("region")
        return World(name, self.entities, self.relations, self.facts, ordinal_date(self.today))

    def _add(self, relation: Relation, subject: str, value: Value, since: int = 0, until: int = 0) -> None:
        id = f"f{len(self.facts) + 1}"
        begun = ordinal_date(since) if since else None
        ended = ordinal_date(until) if until else None
        self.facts[id] = Fact(id, subject, relation.name, value, begun, ended)

    # Choosing values.

    def _famous(self, kind: str, upto: int) -> int:
        """The place of an entity of a kind among its first `upto`; early ones are chosen far more often."""
        return int(upto * self.rng.random() * self.rng.random())

    def _older(self, relation: Relation, subject: str) -> None:
        """A value that was there before the subject."""
        value = self._existing(relation.range, self.born[subject], subject)
        if value:
            self._add(relation, subject, value)

    def _existing(self, kind: str, day: int, other: str, within: str = "") -> str:
        """Something of a kind that there is on a day, and in a region, if it is named and has one."""
        ids = self.of[kind]
        inside = [town for town in self.towns.get(within, ()) if self.born[town] < day and town != other]
        if inside:
            return self.rng.choice(inside)
        upto = len(ids) if KINDS[kind].era is None else bisect_left(self.days[kind], day)
        if upto:
            value = ids[self._famous(kind, upto)]
            if value != other:
                return value
        return ""

    def _grown(self, day: int, *, until: int = 0, other: str = "") -> str:
        """A person who is grown up on a day and alive until another; empty if none is found in a few tries."""
        days = self.days["person"]
        low, high = bisect_left(days, day - int(62 * _YEAR)), bisect_left(days, day - int(19 * _YEAR))
        if low >= high:
            return ""
        end = max(day, until)
        for _ in range(8):
            found = self.of["person"][low + int((high - low) * self.rng.random())]
            if self.gone[found] > end and found != other:
                return found
        return ""

    def _adult(self, relation: Relation, subject: str) -> None:
        """A person who was grown up when the subject began."""
        value = self._grown(self.born[subject], other=subject)
        if value:
            self._add(relation, subject, value)

    def _anytime(self, relation: Relation, subject: str) -> None:
        """Any person who grew up at all."""
        value = self._grown(self.rng.randrange(self.start + int(40 * _YEAR), self.today))
        if value:
            self._add(relation, subject, value)

    def _grown_up(self, relation: Relation, subject: str) -> None:
        """What a person joins when grown up: something that exists by then."""
        day = self.born[subject] + int(_YEAR * self.rng.uniform(17, 27))
        if day < min(self.gone[subject], self.today):
            value = self._existing(relation.range, day, subject)
            if value:
                self._add(relation, subject, value)

    def _teacher(self, relation: Relation, subject: str) -> None:
        """A person some years older; often the one whom somebody of the same age has, so that a few have many."""
        day = self.born[subject] + int(_YEAR * 18)
        if day >= min(self.gone[subject], self.today):
            return
        recent = self.recent.setdefault(relation.name, [])
        if recent and self.rng.random() < 0.55:
            value = recent[-1 - int(min(len(recent), 40) * self.rng.random())]
            fits = self.born[value] + 19 * _YEAR < day < self.gone[value] and value != subject
            value = value if fits else self._grown(day, other=subject)
        else:
            value = self._grown(day, other=subject)
        if value:
            recent.append(value)
            self._add(relation, subject, value)

    # Dates and numbers.

    def _begin(self, relation: Relation, subject: str) -> None:
        """The day on which the subject began."""
        self._add(relation, subject, ordinal_date(self.born[subject]))

    def _end(self, relation: Relation, subject: str) -> None:
        """The day of a death, if it has come."""
        if self.gone[subject] < self.today:
            self._add(relation, subject, ordinal_date(self.gone[subject]))

    def _amount(self, relation: Relation, subject: str) -> None:
        """A number; small ones are as frequent in their range as great ones in theirs."""
        low, high, places = AMOUNTS[relation.name]
        scale = 10**places
        least = low * scale
        while least * 2 < high * scale and self.rng.random() < 0.75:
            least *= 2
        amount = self.rng.randint(least, min(least * 2, high * scale))
        self._add(relation, subject, Quantity(amount / scale if places else amount, relation.unit))

    # Relations with their own ways.

    def _pair(self, relation: Relation, subject: str) -> None:
        """Somebody or something of the same kind and about the same age; said once for both."""
        ids = self.of[relation.domain]
        near = int(subject[1:]) - 1 + self.rng.randint(1, max(1, min(60, len(ids) // 8)))
        taken = self.paired.setdefault(relation.name, set())
        if near >= len(ids) or ids[near] == subject or (subject, ids[near]) in taken:
            return
        other = ids[near]
        if relation.functional and ((subject, "") in taken or (other, "") in taken):
            return
        if relation.domain == "person":
            grown = self.born[other] + int(18 * _YEAR)
            if grown > min(self.gone[subject], self.gone[other], self.today):
                return
        taken.update(((subject, other), (other, subject), (subject, ""), (other, "")))
        self._add(relation, subject, other)

    def _downstream(self, relation: Relation, subject: str) -> None:
        """A river earlier in the list, so that no waters flow in a circle."""
        upto = int(subject[1:]) - 1
        if upto:
            self._add(relation, subject, self.of["river"][self._famous("river", upto)])

    def _some_one(self, relation: Relation, subject: str) -> None:
        """One value that has always been there, or is taken to be older than all records."""
        ids = self.of[relation.range]
        value = ids[self._famous(relation.range, len(ids))]
        self._add(relation, subject, value)
        if relation.name == "town_region":
            self.towns.setdefault(value, []).append(subject)

    def _some(self, relation: Relation, subject: str) -> None:
        """One to three different values that have always been there."""
        ids = self.of[relation.range]
        for i in sorted(
            {
                int(len(ids) * max(self.rng.random() * self.rng.random(), self.rng.random() / 4))
                for _ in range(self.rng.randint(1, 3))
            }
        ):
            self._add(relation, subject, ids[i])

    def _guests(self, relation: Relation, subject: str) -> None:
        """Two to five people who were grown up then."""
        found = [self._grown(self.born[subject]) for _ in range(self.rng.randint(2, 5))]
        for guest in dict.fromkeys(found):
            if guest:
                self._add(relation, subject, guest)

    def _spans(self, relation: Relation, subject: str) -> None:
        """Values one after the other, from the subject's beginning to its end or to today, with a few gaps."""
        rng = self.rng
        end = self.today
        low, high, most = SPANS[relation.name]
        day = max(self.born[subject], self.start + int(45 * _YEAR)) + rng.randrange(30, 900)
        if relation.range == "person":  # records go back no further than the holders that fit in
            day = max(day, self.today - int(most * (low + high) * rng.uniform(0.3, 0.5) * _YEAR))
        if relation.domain == "person":
            day = self.born[subject] + int(_YEAR * rng.uniform(16, 26))
            end = min(end, self.gone[subject])
        count = 0
        last = ""
        while day < end - 60 and count < most:
            length = int(_YEAR * rng.uniform(low, high))
            if count == most - 1 and relation.range != "person":
                length = max(length, end - day)
            if relation.range == "person":
                value = self._grown(day, until=day + 200, other=last)
                length = min(length, self.gone[value] - day) if value else length
            else:
                value = self._existing(
                    relation.range, day, last, within=subject if relation.name == "capital" else ""
                )
            until = min(day + length, end)
            if value and value != last:
                self._add(relation, subject, value, day, until if until < self.today else 0)
                count += 1
                last = value
            elif not value:
                count += 1
            day = until + (0 if rng.random() < 0.8 else rng.randrange(20, 700))
