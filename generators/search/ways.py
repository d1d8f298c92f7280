"""What leads where in a world: the lists that plans are drawn from, in memory or in mapped arrays.

`plan_building` draws from these; they are the same whether they were found just now or come from a file
(`mapped_world`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .lookup import day_of, holds_at
from .world import Date, Fact, World

Group = tuple[tuple[str, str, bool], tuple[str, ...]]
"""A step: an entity, a relation, and whether it is followed from the value to the subjects; and where it leads."""


@dataclass(frozen=True, slots=True)
class Ways:
    """What leads where in a world.

    Attributes:
        into: by entity, the facts of which it is the value.
        out: by entity, the facts of which it is the subject and an entity the value.
        values: by entity, its numbers and dates.
        by_kind: by kind, the ids of the entities.
        dated: the facts with a date as their value, the earliest first.
        days: the same dates, as `ordered_day` gives them.
        spans: the facts that began one day.
        valued: the entities that have numbers or dates.
        groups: the sets of two to twelve that one step from an entity reaches today.
        groups_of: by entity, the places of the groups that it is in.
        grouped: the entities that are in groups.
    """

    into: Mapping[str, Sequence[Fact]]
    out: Mapping[str, Sequence[Fact]]
    values: Mapping[str, Sequence[Fact]]
    by_kind: Mapping[str, Sequence[str]]
    dated: Sequence[Fact]
    days: Sequence[int]
    spans: Sequence[Fact]
    valued: Sequence[str]
    groups: Sequence[Group]
    groups_of: Mapping[str, Sequence[int]]
    grouped: Sequence[str]


def ordered_day(date: Date) -> int:
    """A number for a date that rises with it."""
    return date.year * 10_000 + date.month * 100 + date.day


def ways_of(world: World) -> Ways:
    """What leads where in a world, found in its facts."""
    into: dict[str, list[Fact]] = {}
    out: dict[str, list[Fact]] = {}
    values: dict[str, list[Fact]] = {}
    by_kind: dict[str, list[str]] = {}
    dated: list[tuple[tuple[int, int, int], Fact]] = []
    for entity in world.entities.values():
        by_kind.setdefault(entity.kind, []).append(entity.id)
    for fact in world.facts.values():
        if isinstance(fact.value, str):
            out.setdefault(fact.subject, []).append(fact)
            into.setdefault(fact.value, []).append(fact)
        else:
            values.setdefault(fact.subject, []).append(fact)
            if isinstance(fact.value, Date):
                dated.append((day_of(fact.value), fact))
    dated.sort(key=lambda entry: entry[0])
    groups = _groups(world)
    groups_of: dict[str, list[int]] = {}
    for place, (_, ids) in enumerate(groups):
        for id in ids:
            groups_of.setdefault(id, []).append(place)
    return Ways(
        into,
        out,
        values,
        by_kind,
        [fact for _, fact in dated],
        [year * 10_000 + month * 100 + day for (year, month, day), _ in dated],
        [fact for fact in world.facts.values() if fact.since is not None],
        list(values),
        groups,
        groups_of,
        list(groups_of),
    )


def _groups(world: World) -> list[Group]:
    found: dict[tuple[str, str, bool], dict[str, None]] = {}
    for fact in world.facts.values():
        if isinstance(fact.value, str) and holds_at(fact, world.today):
            relation = world.relations[fact.relation]
            found.setdefault((fact.value, fact.relation, not relation.symmetric), {})[fact.subject] = None
            if relation.symmetric or not relation.functional:
                found.setdefault((fact.subject, fact.relation, False), {})[fact.value] = None
    return [(key, tuple(ids)) for key, ids in found.items() if 2 <= len(ids) <= 12]
