"""Single steps from entity to entity: what describes an entity, and whether a step leads to one entity alone.

Most of what is looked at while a plan is built is thrown away, so no more of it is made than is asked for. `FactLinks`
finds it in the facts of any world; a mapped one has a quicker way (`mapped_world`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .evaluate import NoAnswer, held_then
from .plan import Year
from .ways import Ways
from .world import Date, World

Direction = tuple[str, bool]
"""A relation, and whether it is followed from the value to the subjects."""
Link = tuple[Direction, str, int]
"""A step that leads to an entity, where it begins, and the number of the fact that it follows."""


class Links(Protocol):
    """What leads to entities."""

    def to(self, id: str) -> Sequence[Link]:
        """All single steps to an entity: those of facts of which it is the value, then those of its own."""

    def span(self, number: int) -> tuple[Date | None, Date | None]:
        """When a fact began to hold, and when it had ceased to."""

    def lead_only_to(self, begin: str, way: Direction, when: Date | Year, end: str) -> bool:
        """Whether a step from an entity at some time leads to another one, and to no other.

        It does not where the answer would depend on the hour: if a fact begins or ends on that very day.
        """


class FactLinks:
    """The links of a world, found in its facts."""

    def __init__(self, world: World, ways: Ways) -> None:
        self._world, self._ways = world, ways
        self._facts = list(world.facts.values())
        self._numbers = {id: number for number, id in enumerate(world.facts)}
        self._known: dict[str, list[Link]] = {}

    def to(self, id: str) -> Sequence[Link]:
        """See `Links`."""
        found = self._known.get(id)
        if found is None:
            relations, numbers = self._world.relations, self._numbers
            found = [
                ((fact.relation, False), fact.subject, numbers[fact.id]) for fact in self._ways.into.get(id, ())
            ]
            for fact in self._ways.out.get(id, ()):
                assert isinstance(fact.value, str)
                way = fact.relation, not relations[fact.relation].symmetric
                found.append((way, fact.value, numbers[fact.id]))
            self._known[id] = found
        return found

    def span(self, number: int) -> tuple[Date | None, Date | None]:
        """See `Links`."""
        fact = self._facts[number]
        return fact.since, fact.until

    def lead_only_to(self, begin: str, way: Direction, when: Date | Year, end: str) -> bool:
        """See `Links`."""
        world, (relation, inverse) = self._world, way
        key = begin, relation
        found = (world.by_value if inverse else world.by_subject).get(key, ())
        if world.relations[relation].symmetric:
            found += (world.by_subject if inverse else world.by_value).get(key, ())
        reached = False
        for fact in found:
            try:
                if (fact.since is not None or fact.until is not None) and not held_then(fact, when):
                    continue
            except NoAnswer:
                return False
            other = fact.value if fact.subject == begin else fact.subject
            if other == end:
                reached = True
            elif isinstance(other, str):
                return False
        return reached
