"""A world with its documents, read from mapped arrays: facts and entities are made when they are asked for.

Opening one takes a millisecond or two, and little memory that processes do not share. `world_arrays` makes the arrays.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np

from ...retrieval.bm25 import BM25
from ...retrieval.folder import Array
from .fact_pages import Pages
from .links import Direction, Link, Links
from .plan import Year
from .relations import RELATIONS
from .ways import Group, Ways, ordered_day
from .world import Date, Entity, Fact, Quantity, Value, World, quick_date, quick_fact
from .world_arrays import DATE, ENTITY, WHOLE, fact_id, names_in, texts_of

T = TypeVar("T")

_REMEMBERED = 6_000
"""So many facts of a world are kept in memory."""
_DAYS = 20_000
"""So many days are kept in memory, for all worlds."""


class MappedWorld:
    """A world, its index and its lists, read from what `arrays_of` gave.

    Attributes:
        world: what is true; the same as the one that was written.
        index: of the documents.
        pages: the documents, for proofs.
        ways: what leads where.
        links: single steps to entities.
        size: how many documents there are.
    """

    def __init__(self, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        """Opens it.

        Raises:
            KeyError: something is missing.
        """
        ids = texts_of(arrays["ids"])
        numbers = dict(zip(ids, range(len(ids)), strict=True))
        entities = _Entities(ids, numbers, arrays["names"], arrays["kind"], about["kinds"])
        relations = {name: RELATIONS[name] for name in about["relations"]}
        facts = _Facts(arrays, ids, list(relations))
        world = World(about["world"], entities, relations, facts, _date(about["today"]))
        places = {name: place for place, name in enumerate(relations)}
        # These are cached properties, which would read all facts.
        for name in ("by_subject", "by_value"):
            world.__dict__[name] = _Keyed(facts, numbers, places, arrays[name], arrays[f"{name}_facts"])
        self.world = world
        self.size: int = about["documents"]
        self.index = BM25.of_arrays(
            about["index"],
            {name.removeprefix("index_"): array for name, array in arrays.items() if name.startswith("index_")},
        )
        self.pages: Pages = _MappedPages(self.index, facts, numbers, arrays)
        self.ways = self._ways(arrays, facts, ids, numbers, about["kinds"])
        self.links: Links = _MappedLinks(world, facts, ids, numbers, arrays)

    def _ways(
        self,
        arrays: Mapping[str, Array],
        facts: _Facts,
        ids: list[str],
        numbers: dict[str, int],
        kinds: list[str],
    ) -> Ways:
        by_kind: dict[str, list[str]] = {kind: [] for kind in kinds}
        for id, kind in zip(ids, arrays["kind"].tolist(), strict=True):
            by_kind[kinds[kind]].append(id)
        into, out, values = (_Lists(numbers, arrays, name, facts.several) for name in ("into", "out", "values"))
        return Ways(
            into,
            out,
            values,
            by_kind,
            _Picked(arrays["dated"], facts.at),
            arrays["days"].data,
            _Picked(arrays["spans"], facts.at),
            _Picked(arrays["valued"], ids.__getitem__),
            _Groups(arrays, ids, list(self.world.relations)),
            _Lists(numbers, arrays, "groups_of", list),
            _Picked(arrays["grouped"], ids.__getitem__),
        )


class _Entities(Mapping[str, Entity]):
    """The entities by id."""

    def __init__(
        self, ids: list[str], numbers: dict[str, int], names: Array, kind: Array, kinds: list[str]
    ) -> None:
        self._ids, self._numbers, self._kinds = ids, numbers, kinds
        self._names, self._kind = texts_of(names), kind.data
        self._known: dict[str, Entity] = {}

    def __getitem__(self, id: str) -> Entity:
        found = self._known.get(id)
        if found is None:
            number = self._numbers[id]
            name, *aliases = names_in(self._names[number])
            found = self._known[id] = Entity(id, self._kinds[self._kind[number]], name, tuple(aliases))
        return found

    def __contains__(self, id: object) -> bool:
        return id in self._numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


class _Facts(Mapping[str, Fact]):
    """The facts by id; some are kept. What they are made of stands in arrays, a number or more for each."""

    def __init__(self, arrays: Mapping[str, Array], ids: list[str], relations: list[str]) -> None:
        self._ids, self._relations = ids, relations
        self.subject, self.relation = arrays["subject"].data, arrays["relation"].data
        self.form, self.value = arrays["form"].data, arrays["value"].data
        self.since, self.until = arrays["since"].data, arrays["until"].data
        self._known: dict[int, Fact] = {}
        self._by_id: dict[str, Fact] = {}

    def at(self, number: int) -> Fact:
        """The fact of a place."""
        found = self._known.get(number)
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known, self._by_id = {}, {}  # and not cleared: another thread may be reading them
            id, ids = f"f{number + 1}", self._ids
            relation = self._relations[self.relation[number]]
            form, packed = self.form[number], self.value[number]
            value: Value
            if form == ENTITY:
                value = ids[int(packed)]
            elif form == DATE:
                value = _date(int(packed))
            else:
                value = Quantity(int(packed) if form == WHOLE else packed, RELATIONS[relation].unit)
            since, until = self.since[number], self.until[number]
            found = self._known[number] = self._by_id[id] = quick_fact(
                id,
                ids[self.subject[number]],
                relation,
                value,
                _date(since) if since else None,
                _date(until) if until else None,
            )
        return found

    def several(self, numbers: Iterable[int]) -> list[Fact]:
        """The facts of some places."""
        known, at = self._known.get, self.at
        return [known(number) or at(number) for number in numbers]

    def number(self, id: str) -> int:
        """The place of a fact.

        Raises:
            KeyError: there is no such fact.
        """
        text = id[1:]
        number = int(text) - 1 if text.isdecimal() and text.isascii() else -1
        if not 0 <= number < len(self) or fact_id(number) != id:
            raise KeyError(id)
        return number

    def __getitem__(self, id: str) -> Fact:
        found = self._by_id.get(id)
        return self.at(self.number(id)) if found is None else found

    def __iter__(self) -> Iterator[str]:
        return map(fact_id, range(len(self)))

    def __len__(self) -> int:
        return len(self.subject)


class _Keyed(Mapping[tuple[str, str], tuple[Fact, ...]]):
    """The facts of an entity and a relation."""

    def __init__(
        self, facts: _Facts, numbers: dict[str, int], places: dict[str, int], keys: Array, found: Array
    ) -> None:
        self._all, self._numbers, self._places = facts, numbers, places
        self._keys, self._found = keys.data, found.data
        # Where the keys of each entity begin, so that few are looked at.
        self._starts = np.searchsorted(keys, np.arange(len(numbers) + 1) * len(places)).data
        self._known: dict[tuple[str, str], Any] = {}

    def get(self, key: tuple[str, str], default: Any = None) -> Any:
        """The facts, or what is given instead."""
        found = self._known.get(key)
        if found is None:
            places = self.places(key)
            if not places:
                return default
            if len(self._known) >= _REMEMBERED:
                self._known = {}  # and not cleared: another thread may be reading it
            found = self._known[key] = tuple(self._all.several(places))
        return found

    def places(self, key: tuple[str, str]) -> list[int]:
        """The places of the facts."""
        low, high = self._span(key)
        found: list[int] = self._found[low:high].tolist()
        return found

    def _span(self, key: tuple[str, str]) -> tuple[int, int]:
        number, place = self._numbers.get(key[0]), self._places.get(key[1])
        if number is None or place is None:
            return 0, 0
        wanted, end = number * len(self._places) + place, self._starts[number + 1]
        low = bisect_left(self._keys, wanted, self._starts[number], end)
        return low, bisect_right(self._keys, wanted, low, end)

    def __getitem__(self, key: tuple[str, str]) -> tuple[Fact, ...]:
        found: tuple[Fact, ...] | None = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, tuple) or len(key) != 2:
            return False
        low, high = self._span(key)
        return low < high

    def __iter__(self) -> Iterator[tuple[str, str]]:
        ids, names = list(self._numbers), list(self._places)
        return ((ids[key // len(names)], names[key % len(names)]) for key in dict.fromkeys(self._keys))

    def __len__(self) -> int:
        return len(set(self._keys))


class _Lists(Mapping[str, Sequence[T]], Generic[T]):
    """For ids a list of each; those with an empty one are left out."""

    def __init__(
        self,
        numbers: Mapping[str, int],
        arrays: Mapping[str, Array],
        name: str,
        made: Callable[[Iterable[int]], list[T]],
    ) -> None:
        self._numbers, self._made = numbers, made
        self._starts, self._items = arrays[f"{name}_starts"].data, arrays[f"{name}_items"].data
        self._known: dict[str, list[T]] = {}

    def get(self, id: str, default: Any = None) -> Any:
        """The list, which is not to be changed, or what is given instead."""
        found = self._known.get(id)
        if found is None:
            number = self._numbers.get(id)
            if number is None:
                return default
            start, end = self._starts[number], self._starts[number + 1]
            if len(self._known) >= _REMEMBERED:
                self._known = {}  # and not cleared: another thread may be reading it
            found = self._known[id] = self._made(self._items[start:end])
        return found or default

    def __getitem__(self, id: str) -> Sequence[T]:
        found: Sequence[T] | None = self.get(id)
        if found is None:
            raise KeyError(id)
        return found

    def __iter__(self) -> Iterator[str]:
        return (id for id, number in self._numbers.items() if self._starts[number] < self._starts[number + 1])

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Picked(Sequence[T], Generic[T]):
    """What stands behind numbers."""

    def __init__(self, numbers: Array, made: Callable[[int], T]) -> None:
        self._numbers, self._made = numbers.data, made

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...
    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        if isinstance(place, slice):
            return [self._made(number) for number in self._numbers[place]]
        return self._made(self._numbers[place])

    def __len__(self) -> int:
        return len(self._numbers)


class _Groups(Sequence[Group]):
    """The groups of `ways.Ways`."""

    def __init__(self, arrays: Mapping[str, Array], ids: list[str], relations: list[str]) -> None:
        self._ids, self._relations, self._steps = ids, relations, arrays["steps"].reshape(-1).data
        self._starts, self._items = arrays["groups_starts"].data, arrays["groups_items"].data

    @overload
    def __getitem__(self, place: int) -> Group: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Group]: ...
    def __getitem__(self, place: int | slice) -> Group | Sequence[Group]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        ids = self._ids
        anchor, relation, back = self._steps[3 * place : 3 * place + 3]
        found = tuple([ids[number] for number in self._items[self._starts[place] : self._starts[place + 1]]])
        return (ids[anchor], self._relations[relation], bool(back)), found

    def __len__(self) -> int:
        return len(self._starts) - 1


class _MappedPages(Pages):
    """The documents of a mapped world."""

    def __init__(
        self, index: BM25, facts: _Facts, numbers: Mapping[str, int], arrays: Mapping[str, Array]
    ) -> None:
        self.ids = _Picked(np.arange(len(index), dtype=np.int32), index.id_at)
        self.facts = _Lists(_FactNumbers(facts), arrays, "stating", list)
        self._naming = _Lists(numbers, arrays, "naming", list)

    def naming(self, entity: str) -> set[int]:
        """The places of the documents in which an entity's name or alias stands."""
        return set(self._naming.get(entity, ()))


class _MappedLinks:
    """The links of a mapped world: no fact is made for them, and times are compared as numbers."""

    def __init__(
        self,
        world: World,
        facts: _Facts,
        ids: list[str],
        numbers: dict[str, int],
        arrays: Mapping[str, Array],
    ) -> None:
        self._facts, self._ids, self._numbers = facts, ids, numbers
        relations = list(world.relations.values())
        self._symmetric = {relation.name for relation in relations if relation.symmetric}
        self._into: list[Direction] = [(relation.name, False) for relation in relations]
        self._out: list[Direction] = [(relation.name, not relation.symmetric) for relation in relations]
        self._into_at, self._into_items = arrays["into_starts"].data, arrays["into_items"].data
        self._out_at, self._out_items = arrays["out_starts"].data, arrays["out_items"].data
        self._by_subject: _Keyed = world.__dict__["by_subject"]
        self._by_value: _Keyed = world.__dict__["by_value"]

    def to(self, id: str) -> Sequence[Link]:
        """All single steps to an entity."""
        number = self._numbers.get(id)
        if number is None:
            return ()
        ids, relation = self._ids, self._facts.relation
        subject, value, into, out = self._facts.subject, self._facts.value, self._into, self._out
        found = [
            (into[relation[fact]], ids[subject[fact]], fact)
            for fact in self._into_items[self._into_at[number] : self._into_at[number + 1]]
        ]
        found += [
            (out[relation[fact]], ids[int(value[fact])], fact)
            for fact in self._out_items[self._out_at[number] : self._out_at[number + 1]]
        ]
        return found

    def span(self, number: int) -> tuple[Date | None, Date | None]:
        """When a fact began to hold, and when it had ceased to."""
        since, until = self._facts.since[number], self._facts.until[number]
        return _date(since) if since else None, _date(until) if until else None

    def lead_only_to(self, begin: str, way: Direction, when: Date | Year, end: str) -> bool:
        """Whether a step leads to one entity alone; `links.FactLinks` says the same."""
        relation, inverse = way
        places = (self._by_value if inverse else self._by_subject).places((begin, relation))
        if relation in self._symmetric:
            places += (self._by_subject if inverse else self._by_value).places((begin, relation))
        facts, numbers = self._facts, self._numbers
        first, last = numbers[begin], numbers[end]
        day, year = (ordered_day(when), 0) if isinstance(when, Date) else (0, when.year)
        reached = False
        for place in places:
            since, until = facts.since[place], facts.until[place]
            if day:
                if day in (since, until):
                    return False
                if day < since or (until and day > until):
                    continue
            elif since // 10_000 > year or (until and until <= year * 10_000 + 101):
                continue
            subject = facts.subject[place]
            if subject != first:
                other = subject
            elif facts.form[place] == ENTITY:
                other = int(facts.value[place])
            else:
                continue
            if other != last:
                return False
            reached = True
        return reached


class _FactNumbers(Mapping[str, int]):
    """The places of facts by their ids."""

    def __init__(self, facts: _Facts) -> None:
        self._facts = facts

    def __getitem__(self, id: str) -> int:
        return self._facts.number(id)

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)


_DATES: dict[int, Date] = {}


def _date(day: int) -> Date:
    global _DATES
    found = _DATES.get(day)
    if found is None:
        found = quick_date(day // 10_000, day // 100 % 100, day % 100)
        if len(_DATES) >= _DAYS:
            _DATES = {}  # and not cleared: another thread may be reading it
        _DATES[day] = found
    return found
