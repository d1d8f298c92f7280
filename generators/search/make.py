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
from collections.abc import Callable, Collection, Iterator
from datetime import date
from random import Random

from ..quick_random import randints
from .kinds import KINDS
from .names import Names
from .relations import relations_among
from .rules import AMOUNTS, RULES, SPANS
from .world import Date, Entity, Fact, Quantity, Relation, Value, World, ordinal_date, quick_fact

_YEAR = 365.2425
_SPAN = int(420 * _YEAR)
_GROWN, _OLD = int(19 * _YEAR), int(62 * _YEAR)
"""People hold offices and found things between these ages, in days."""
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
        self.dates: dict[int, Date] = {}
        self.aliases = aliases
        self.towns: dict[str, list[str]] = {}
        self._populate(size)

    def _populate(self, size: int) -> None:
        """All entities, of each kind in the order of their beginnings."""
        rng, pick, name_of = self.rng, self.rng.random, self.names.name
        whole = sum(KINDS[kind].share for kind in self.kinds)
        for kind in self.kinds:
            spec = KINDS[kind]
            count = max(2, round(size * _ENTITIES_PER_DOCUMENT * spec.share / whole))
            if spec.era is None:
                days = [self.start] * count
            else:
                low, high = (self.start + int(part * _SPAN) for part in spec.era)
                days = sorted(randints(rng, low, high - 1, count))
            ids = [f"{spec.prefix}{i}" for i in range(1, count + 1)]
            self.of[kind], self.days[kind] = ids, days
            for id, day in zip(ids, days, strict=True):
                self.born[id] = day
                if kind == "person":
                    self.gone[id] = day + int(_YEAR * (28 + 62 * (pick() + pick()) / 2))
                name = name_of(kind)
                other = (self.names.alias(kind),) if pick() < self.aliases else ()
                self.entities[id] = Entity(id, kind, name, other)

    def world(self) -> World:
        """The finished world."""
        for name, relation in self.relations.items():
            rule, chance = RULES[name]
            make: Callable[[Relation, Iterator[str]], None] = getattr(self, f"_{rule}")
            make(relation, self._chosen(relation, chance * self.density))
        name = self.names.word("region")
        return World(name, self.entities, self.relations, self.facts, ordinal_date(self.today))

    def _chosen(self, relation: Relation, chance: float) -> Iterator[str]:
        """The subjects of a relation that have a value, each of them drawn when it is asked for."""
        pick = self.rng.random
        return (subject for subject in self.of[relation.domain] if pick() < chance)

    def _add(self, relation: Relation, subject: str, value: Value, since: int = 0, until: int = 0) -> None:
        facts, dates = self.facts, self.dates
        id = f"f{len(facts) + 1}"
        begun = None if not since else dates[since] if since in dates else self._date(since)
        ended = None if not until else dates[until] if until in dates else self._date(until)
        facts[id] = quick_fact(id, subject, relation.name, value, begun, ended)

    def _date(self, day: int) -> Date:
        """The date of a day's ordinal; many spans begin on the day on which another one ends."""
        found = self.dates.get(day)
        if found is None:
            found = self.dates[day] = ordinal_date(day)
        return found

    # Choosing values.

    def _famous(self, upto: int) -> int:
        """A place below `upto`; early ones are chosen far more often."""
        pick = self.rng.random
        return int(upto * pick() * pick())

    def _existing(self, kind: str, day: int, other: str) -> str:
        """Something of a kind that there is on a day; empty if there is nothing but `other`."""
        ids = self.of[kind]
        upto = len(ids) if KINDS[kind].era is None else bisect_left(self.days[kind], day)
        if upto:
            pick = self.rng.random
            value = ids[int(upto * pick() * pick())]
            if value != other:
                return value
        return ""

    def _in_region(self, region: str, day: int, other: str) -> str:
        """A town of a region, if it has one by then, or any town."""
        inside = [town for town in self.towns.get(region, ()) if self.born[town] < day and town != other]
        return self.rng.choice(inside) if inside else self._existing("town", day, other)

    def _grown(self, day: int, *, until: int = 0, other: str = "") -> str:
        """A person who is grown up on a day and alive until another; empty if none is found in a few tries."""
        days = self.days["person"]
        low = bisect_left(days, day - _OLD)
        width = bisect_left(days, day - _GROWN, low) - low
        if not width:
            return ""
        people, gone, pick = self.of["person"], self.gone, self.rng.random
        end = max(day, until)
        for _ in range(8):
            found = people[low + int(width * pick())]
            if gone[found] > end and found != other:
                return found
        return ""

    def _older(self, relation: Relation, subjects: Iterator[str]) -> None:
        """A value that was there before the subject."""
        for subject in subjects:
            value = self._existing(relation.range, self.born[subject], subject)
            if value:
                self._add(relation, subject, value)

    def _adult(self, relation: Relation, subjects: Iterator[str]) -> None:
        """A person who was grown up when the subject began."""
        for subject in subjects:
            value = self._grown(self.born[subject], other=subject)
            if value:
                self._add(relation, subject, value)

    def _anytime(self, relation: Relation, subjects: Iterator[str]) -> None:
        """Any person who grew up at all."""
        for subject in subjects:
            value = self._grown(self.rng.randrange(self.start + int(40 * _YEAR), self.today))
            if value:
                self._add(relation, subject, value)

    def _grown_up(self, relation: Relation, subjects: Iterator[str]) -> None:
        """What a person joins when grown up: something that exists by then."""
        for subject in subjects:
            day = self.born[subject] + int(_YEAR * self.rng.uniform(17, 27))
            if day < min(self.gone[subject], self.today):
                value = self._existing(relation.range, day, subject)
                if value:
                    self._add(relation, subject, value)

    def _teacher(self, relation: Relation, subjects: Iterator[str]) -> None:
        """A person some years older; often the one whom somebody of the same age has, so that a few have many."""
        born, gone, pick = self.born, self.gone, self.rng.random
        recent: list[str] = []
        for subject in subjects:
            day = born[subject] + int(_YEAR * 18)
            if day >= min(gone[subject], self.today):
                continue
            if recent and pick() < 0.55:
                value = recent[-1 - int(min(len(recent), 40) * pick())]
                fits = born[value] + 19 * _YEAR < day < gone[value] and value != subject
                value = value if fits else self._grown(day, other=subject)
            else:
                value = self._grown(day, other=subject)
            if value:
                recent.append(value)
                self._add(relation, subject, value)

    # Dates and numbers.

    def _begin(self, relation: Relation, subjects: Iterator[str]) -> None:
        """The day on which the subject began."""
        for subject in subjects:
            self._add(relation, subject, self._date(self.born[subject]))

    def _end(self, relation: Relation, subjects: Iterator[str]) -> None:
        """The day of a death, if it has come."""
        for subject in subjects:
            if self.gone[subject] < self.today:
                self._add(relation, subject, self._date(self.gone[subject]))

    def _amount(self, relation: Relation, subjects: Iterator[str]) -> None:
        """A number; small ones are as frequent in their range as great ones in theirs."""
        rng, pick = self.rng, self.rng.random
        low, high, places = AMOUNTS[relation.name]
        scale = 10**places
        most = high * scale
        for subject in subjects:
            least = low * scale
            while least * 2 < most and pick() < 0.75:
                least *= 2
            amount = rng.randint(least, min(least * 2, most))
            self._add(relation, subject, Quantity(amount / scale if places else amount, relation.unit))

    # Relations with their own ways.

    def _pair(self, relation: Relation, subjects: Iterator[str]) -> None:
        """Somebody or something of the same kind and about the same age; said once for both."""
        ids = self.of[relation.domain]
        most = max(1, min(60, len(ids) // 8))
        taken: set[tuple[str, str]] = set()
        for subject in subjects:
            near = int(subject[1:]) - 1 + self.rng.randint(1, most)
            if near >= len(ids) or ids[near] == subject or (subject, ids[near]) in taken:
                continue
            other = ids[near]
            if relation.functional and ((subject, "") in taken or (other, "") in taken):
                continue
            if relation.domain == "person":
                grown = self.born[other] + int(18 * _YEAR)
                if grown > min(self.gone[subject], self.gone[other], self.today):
                    continue
            taken.update(((subject, other), (other, subject), (subject, ""), (other, "")))
            self._add(relation, subject, other)

    def _downstream(self, relation: Relation, subjects: Iterator[str]) -> None:
        """A river earlier in the list, so that no waters flow in a circle."""
        for subject in subjects:
            upto = int(subject[1:]) - 1
            if upto:
                self._add(relation, subject, self.of["river"][self._famous(upto)])

    def _some_one(self, relation: Relation, subjects: Iterator[str]) -> None:
        """One value that has always been there, or is taken to be older than all records."""
        ids = self.of[relation.range]
        for subject in subjects:
            value = ids[self._famous(len(ids))]
            self._add(relation, subject, value)
            if relation.name == "town_region":
                self.towns.setdefault(value, []).append(subject)

    def _some(self, relation: Relation, subjects: Iterator[str]) -> None:
        """One to three different values that have always been there."""
        ids, pick = self.of[relation.range], self.rng.random
        for subject in subjects:
            for i in sorted(
                {int(len(ids) * max(pick() * pick(), pick() / 4)) for _ in range(self.rng.randint(1, 3))}
            ):
                self._add(relation, subject, ids[i])

    def _guests(self, relation: Relation, subjects: Iterator[str]) -> None:
        """Two to five people who were grown up then."""
        for subject in subjects:
            found = [self._grown(self.born[subject]) for _ in range(self.rng.randint(2, 5))]
            for guest in dict.fromkeys(found):
                if guest:
                    self._add(relation, subject, guest)

    def _spans(self, relation: Relation, subjects: Iterator[str]) -> None:
        """Values one after the other, from the subject's beginning to its end or to today, with a few gaps."""
        rng, pick, born, gone, today = self.rng, self.rng.random, self.born, self.gone, self.today
        low, high, most = SPANS[relation.name]
        first = self.start + int(45 * _YEAR)
        by_person, of_person = relation.range == "person", relation.domain == "person"
        for subject in subjects:
            end = today
            day = max(born[subject], first) + rng.randrange(30, 900)
            if by_person:  # records go back no further than the holders that fit in
                day = max(day, today - int(most * (low + high) * rng.uniform(0.3, 0.5) * _YEAR))
            if of_person:
                day = born[subject] + int(_YEAR * rng.uniform(16, 26))
                end = min(end, gone[subject])
            count = 0
            last = ""
            while day < end - 60 and count < most:
                length = int(_YEAR * (low + (high - low) * pick()))  # as `uniform` draws it
                if by_person:
                    value = self._grown(day, until=day + 200, other=last)
                    length = min(length, gone[value] - day) if value else length
                else:
                    length = max(length, end - day) if count == most - 1 else length
                    if relation.name == "capital":
                        value = self._in_region(subject, day, last)
                    else:
                        value = self._existing(relation.range, day, last)
                until = min(day + length, end)
                if value and value != last:
                    self._add(relation, subject, value, day, until if until < today else 0)
                    last = value
                    count += 1
                elif not value:
                    count += 1
                day = until if pick() < 0.8 else until + rng.randrange(20, 700)
