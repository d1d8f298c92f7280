"""Builds the plans of questions from their answers back; whether a plan makes a good question others decide.

An entity is described by a fact that only it fits, the other entity of that fact by another one, and so on until the
hops are spent; what is left is named. So few plans have no answer. A builder raises `DeadEnd` where a try leads
nowhere.

The kinds of questions, and their least hops: ``bridge`` (1) a chain; ``temporal`` (1) at a time, or on the day of an
event; ``list`` (1) and ``count`` (1) of a set; ``superlative`` (2) the earliest, latest, greatest or least of a set;
``comparison`` (2) which of two, or yes or no; ``dates`` (2) years between two dates; ``negation`` (2) what is left of a
set without another one; ``intersection`` (2) what two sets share; ``aggregation`` (2) a sum over a set.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from datetime import date
from random import Random
from typing import TypeVar

from .evaluate import Reader, magnitude, members, only
from .links import Direction, FactLinks, Links
from .lookup import day_of
from .plan import (
    All,
    Ask,
    Both,
    Count,
    Exceeds,
    Except,
    Extreme,
    Larger,
    Moment,
    Named,
    Step,
    Term,
    Total,
    ValueOf,
    Where,
    Who,
    Year,
    Years,
)
from .ways import Ways, ordered_day, ways_of
from .world import Date, Quantity, World

LEAST: dict[str, int] = {
    "bridge": 1,
    "temporal": 1,
    "list": 1,
    "count": 1,
    "superlative": 2,
    "comparison": 2,
    "dates": 2,
    "negation": 2,
    "intersection": 2,
    "aggregation": 2,
}
"""The kinds of questions and their least hops."""


LEAST_TO_VALUES: dict[str, int] = {**LEAST, "temporal": 3, "superlative": 3, "intersection": 3}
"""The same for answers that are numbers or dates: such a plan leads on from the entity that it finds."""

Answers = Collection[str] | None
"""The kinds of answers that are wanted; None for all."""

_LEADING_ON = ("bridge", "temporal", "superlative", "intersection")
"""The kinds of questions that may lead on to a number or a date."""

T = TypeVar("T")


class DeadEnd(Exception):
    """The try leads nowhere; another one may."""


class Builder:
    """Builds plans about one world.

    Args:
        world: what is true.
        most: the greatest chance with which an entity that is the answer may be guessed.
        ways: what leads where in it, if that is known already.
        links: the same for single steps to entities, if that is known already.
    """

    def __init__(self, world: World, most: float, ways: Ways | None = None, links: Links | None = None) -> None:
        self.world = world
        self.most = most
        ways = ways_of(world) if ways is None else ways
        self.links: Links = FactLinks(world, ways) if links is None else links
        self.into, self.out, self.values, self.by_kind = ways.into, ways.out, ways.values, ways.by_kind
        self.dated, self.days, self.spans, self.valued = ways.dated, ways.days, ways.spans, ways.valued
        self.groups, self.groups_of, self.grouped = ways.groups, ways.groups_of, ways.grouped

    def build(self, rng: Random, shape: str, hops: int, answers: Answers = None) -> Ask:
        """A plan of a kind of question.

        Args:
            rng: the source of chance.
            shape: the kind of question.
            hops: look-ups that it takes.
            answers: the kinds of answers that are wanted. Plans that can have several kinds are made for these; that
                the answer is of such a kind has still to be seen.

        Raises:
            DeadEnd: if this try leads nowhere.
        """
        if shape in _LEADING_ON:
            lead: Callable[[Random, int, Answers], Ask] = getattr(self, f"_{shape}")
            return lead(rng, hops, answers)
        make: Callable[[Random, int], Ask] = getattr(self, f"_{shape}")
        return make(rng, hops)

    # Descriptions.

    def _described(self, rng: Random, id: str, hops: int, seen: frozenset[str] = frozenset()) -> Term:
        """A term of so many steps that only this entity fits, by way of entities not yet seen."""
        if not hops:
            return Named(id)
        seen |= {id}
        ways: dict[Direction, list[tuple[str, int]]] = {}
        for way, other, number in self.links.to(id):
            if other not in seen:
                ways.setdefault(way, []).append((other, number))
        left = list(ways)
        for _ in range(min(4, len(left))):
            way = left.pop(int(rng.random() * len(left)))
            other, number = rng.choice(ways[way])
            when = self._when(rng, *self.links.span(number))
            if not self.links.lead_only_to(other, way, when or self.world.today, id):
                continue
            try:
                return Step(self._described(rng, other, hops - 1, seen), *way, when)
            except DeadEnd:
                continue
        raise DeadEnd

    def _when(self, rng: Random, since: Date | None, until: Date | None) -> Date | Year | None:
        """A time at which something holds: today if it still does, a day, or a year."""
        if since is None:
            return None
        if until is None and rng.random() < 0.6:
            return None
        begun = date(*day_of(since)).toordinal()
        ended = date(*day_of(until or self.world.today)).toordinal()
        found = date.fromordinal(begun + int((ended - begun) * rng.random()))
        return Date(found.year, found.month, found.day) if rng.random() < 0.4 else Year(found.year)

    def _entity(self, rng: Random) -> str:
        """An entity of a kind that cannot be guessed."""
        kinds = [kind for kind, ids in self.by_kind.items() if len(ids) * self.most >= 1]
        if not kinds:
            raise DeadEnd
        return rng.choice(self.by_kind[rng.choice(kinds)])

    # Kinds of questions.

    def _bridge(self, rng: Random, hops: int, answers: Answers) -> Ask:
        if answers is not None and "entity" not in answers:
            id = _pick(rng, self.dated).subject if "date" in answers else _pick(rng, self.valued)
            return ValueOf(self._described(rng, id, hops - 1), self._value(rng, id, answers))
        if answers is None and rng.random() < 0.25:
            fact = _pick(rng, self.dated) if rng.random() < 0.5 else None
            id = _pick(rng, self.valued) if fact is None else fact.subject
            fact = rng.choice(self.values[id])
            return ValueOf(self._described(rng, id, hops - 1), fact.relation)
        return Who(self._described(rng, self._entity(rng), hops))

    def _temporal(self, rng: Random, hops: int, answers: Answers) -> Ask:
        fact = _pick(rng, self.spans)
        begun = ordered_day(fact.since) if fact.since else 0
        ended = ordered_day(fact.until or self.world.today)
        if hops == 1:
            when = self._when(rng, fact.since, fact.until)
            if when is None:
                raise DeadEnd
            return Who(Step(Named(fact.subject), fact.relation, False, when))
        low, high = bisect_left(self.days, begun), bisect_left(self.days, ended)
        if low >= high or not isinstance(fact.value, str):
            raise DeadEnd
        event = self.dated[low + int((high - low) * rng.random())]
        seen = frozenset((event.subject, fact.subject, fact.value))
        if len(seen) < 3:
            raise DeadEnd
        outer = rng.randint(0, min(2, hops - 2))
        before = rng.randint(0, hops - 2 - outer)
        moment = Moment(self._described(rng, event.subject, before, seen), event.relation)
        subject = self._described(rng, fact.subject, hops - 2 - outer - before, seen)
        return self._onward(rng, Step(subject, fact.relation, False, moment), fact.value, outer, answers)

    def _value(self, rng: Random, id: str, answers: Answers) -> str:
        """A relation that gives a number or date of an entity, of the kinds that are wanted."""
        facts = self.values.get(id, ())
        if answers is not None:
            facts = [
                fact for fact in facts if ("date" if isinstance(fact.value, Date) else "number") in answers
            ]
        return _pick(rng, facts).relation

    def _onward(self, rng: Random, term: Term, id: str, hops: int, answers: Answers) -> Ask:
        """From the one entity of a term on by so many steps; the last one may be to a number or a date."""
        seen = {id}
        for left in range(hops, 0, -1):
            values = answers is not None and "entity" not in answers
            if left == 1 and (values or (answers is None and rng.random() < 0.4 and self.values.get(id))):
                relation = self._value(rng, id, answers)
                if isinstance(term, Extreme) and term.relation == relation:
                    raise DeadEnd
                return ValueOf(term, relation)
            ways = [
                fact
                for fact in self.out.get(id, ())
                if fact.since is None
                and self.world.relations[fact.relation].functional
                and fact.value not in seen
            ]
            if not ways:
                raise DeadEnd
            fact = rng.choice(ways)
            assert isinstance(fact.value, str)
            id = fact.value
            seen.add(id)
            term = Step(term, fact.relation)
        return Who(term)

    def _group(self, rng: Random, hops: int, least: int = 2, most: int = 12) -> tuple[Step, tuple[str, ...]]:
        """A set that is so many steps away from what is named, with its members."""
        for _ in range(12):
            (anchor, relation, inverse), ids = _pick(rng, self.groups)
            if least <= len(ids) <= most:
                break
        else:
            raise DeadEnd
        return Step(self._described(rng, anchor, hops - 1, frozenset(ids)), relation, inverse), ids

    def _measure(self, rng: Random, ids: Sequence[str]) -> str:
        """A number or date that is known for all of some entities."""
        relations = [
            fact.relation
            for fact in self.values.get(ids[0], ())
            if all((id, fact.relation) in self.world.by_subject for id in ids)
        ]
        if not relations:
            raise DeadEnd
        return rng.choice(relations)

    def _limited(self, rng: Random, term: Step, ids: Sequence[str]) -> Where:
        """Those of a set beyond a limit that some pass and some do not."""
        relation = self._measure(rng, ids)
        values = sorted(
            (self.world.by_subject[id, relation][0].value for id in ids),
            key=lambda value: magnitude(value) if not isinstance(value, str) else (),
        )
        place = rng.randrange(1, len(values))
        first, second = values[place - 1], values[place]
        more = rng.random() < 0.5
        if isinstance(first, Date) and isinstance(second, Date):
            if second.year == first.year:
                raise DeadEnd
            return Where(term, relation, more, Date(rng.randint(first.year + 1, second.year), 1, 1))
        if isinstance(first, Quantity) and isinstance(second, Quantity):
            low, high = int(first.amount) + 1, int(second.amount)
            if low >= high:
                raise DeadEnd
            return Where(term, relation, more, _round(rng.randint(low, high - 1), low, high))
        raise DeadEnd

    def _subset(self, rng: Random, hops: int) -> Term:
        """A set, with a condition where there are hops for it."""
        draw = rng.random()
        if hops >= 2 and draw < 0.35:
            term, ids = self._group(rng, hops - 1, 3)
            return self._limited(rng, term, ids)
        if hops >= 2 and draw < 0.55:
            return self._shared(rng, hops, 2)
        if hops >= 2 and draw < 0.7:
            return self._remaining(rng, hops, 2)
        return self._group(rng, hops)[0]

    def _list(self, rng: Random, hops: int) -> Ask:
        return All(self._subset(rng, hops))

    def _count(self, rng: Random, hops: int) -> Ask:
        # Small sets are many; most of them are passed over, so that no number is the answer too often.
        ask = Count(self._subset(rng, hops))
        if rng.random() > {2: 0.08, 3: 0.2, 4: 0.4, 5: 0.7}.get(len(members(Reader(self.world), ask.term)), 1):
            raise DeadEnd
        return ask

    def _superlative(self, rng: Random, hops: int, answers: Answers) -> Ask:
        outer = rng.randint(0, min(2, hops - 2))
        term, ids = self._group(rng, hops - 1 - outer, 3)
        best = Extreme(term, self._measure(rng, ids), rng.random() < 0.5)
        return self._onward(rng, best, only(Reader(self.world), best), outer, answers)

    def _shared(self, rng: Random, hops: int, least: int, most: int = 12) -> Both:
        """What two sets share; the first one is described by a name alone if the hops allow it."""
        id = _pick(rng, self.grouped)
        places = self.groups_of[id]
        if len(places) < 2:
            raise DeadEnd
        first, second = rng.sample(places, 2)
        (key_a, ids_a), (key_b, ids_b) = self.groups[first], self.groups[second]
        common = [id for id in ids_a if id in ids_b]
        if not least <= len(common) <= most or key_a[1:] == key_b[1:]:
            raise DeadEnd
        seen = frozenset((*ids_a, *ids_b, key_a[0], key_b[0]))
        extra = 0 if rng.random() < 0.6 else rng.randint(0, (hops - 2) // 2)
        a = Step(self._described(rng, key_a[0], extra, seen), key_a[1], key_a[2])
        b = Step(self._described(rng, key_b[0], hops - 2 - extra, seen), key_b[1], key_b[2])
        if least > 1 and extra:
            raise DeadEnd
        return Both(a, b)

    def _intersection(self, rng: Random, hops: int, answers: Answers) -> Ask:
        outer = rng.randint(0, min(2, hops - 2))
        both = self._shared(rng, hops - outer, 1, 1)
        if outer and not isinstance(both.a, Step):
            raise DeadEnd
        if outer and isinstance(both.a, Step) and not isinstance(both.a.term, Named):
            raise DeadEnd
        return self._onward(rng, both, only(Reader(self.world), both), outer, answers)

    def _remaining(self, rng: Random, hops: int, least: int, most: int = 12) -> Except:
        """A set without those of another one, of whose relation something is known for all."""
        (anchor, relation, inverse), ids = _pick(rng, self.groups)
        steps = [
            fact
            for fact in self.out.get(rng.choice(ids), ())
            if fact.since is None
            and fact.relation != relation
            and self.world.relations[fact.relation].functional
        ]
        if not steps:
            raise DeadEnd
        fact = rng.choice(steps)
        if self.world.relations[fact.relation].symmetric or not isinstance(fact.value, str):
            raise DeadEnd
        known = [self.world.by_subject.get((id, fact.relation), ()) for id in ids]
        left = sum(1 for found in known if found and found[0].value != fact.value)
        if not all(known) or not least <= left <= most or left == len(ids):
            raise DeadEnd
        seen = frozenset((*ids, anchor, fact.value))
        extra = rng.randint(0, hops - 2)
        a = Step(self._described(rng, anchor, extra, seen), relation, inverse)
        b = Step(self._described(rng, fact.value, hops - 2 - extra, seen), fact.relation, True)
        return Except(a, b)

    def _negation(self, rng: Random, hops: int) -> Ask:
        if rng.random() < 0.25:
            return rng.choice((All, Count))(self._remaining(rng, hops, 2))
        return Who(self._remaining(rng, hops, 1, 1))

    def _aggregation(self, rng: Random, hops: int) -> Ask:
        term, ids = self._group(rng, hops - 1, 2, 8)
        relation = self._measure(rng, ids)
        if self.world.relations[relation].range == "date":
            raise DeadEnd
        return Total(term, relation)

    def _dates(self, rng: Random, hops: int) -> Ask:
        first, second = _pick(rng, self.dated), _pick(rng, self.dated)
        if first.id == second.id:
            raise DeadEnd
        extra = rng.randint(0, hops - 2)
        seen = frozenset((first.subject, second.subject))
        a = self._described(rng, first.subject, extra, seen - {first.subject})
        b = self._described(rng, second.subject, hops - 2 - extra, seen - {second.subject})
        return Years(ValueOf(a, first.relation), ValueOf(b, second.relation))

    def _comparison(self, rng: Random, hops: int) -> Ask:
        id = _pick(rng, self.valued)
        fact = rng.choice(self.values[id])
        other = _pick(rng, self.by_kind[self.world.entities[id].kind])
        if other == id or (other, fact.relation) not in self.world.by_subject:
            raise DeadEnd
        extra = rng.randint(0, hops - 2) if hops < 4 else rng.randint(1, hops - 3)
        seen = frozenset((id, other))
        a = self._described(rng, id, extra, seen - {id})
        b = self._described(rng, other, hops - 2 - extra, seen - {other})
        if rng.random() < 0.3:
            return Exceeds(a, b, fact.relation)
        return Larger(a, b, fact.relation, rng.random() < 0.5)


def _pick(rng: Random, items: Sequence[T]) -> T:
    if not items:
        raise DeadEnd
    return rng.choice(items)


def _round(number: int, low: int, high: int) -> int:
    """A rounder number between two others, both within."""
    for power in (10_000, 1_000, 100, 10):
        rounder = round(number / power) * power
        if low <= rounder < high:
            return rounder
    return number
