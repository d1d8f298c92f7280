"""A world with its documents as arrays, and the same read from mapped arrays: facts are made when they are asked for.

What a task needs of a corpus is the world's facts, what leads where in it (`ways`), which documents state a fact or
name an entity, and the index. All of this is found once, when a world is written; reading it again takes
milliseconds, and little memory that processes do not share. Entities are few and are made at once.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np

from ...retrieval.bm25 import BM25
from ...retrieval.folder import Array
from .proofs import Pages
from .relations import RELATIONS
from .ways import Group, Ways, ordered_day, ways_of
from .world import Date, Document, Entity, Fact, Quantity, Value, World

T = TypeVar("T")

_ENTITY, _DATE, _WHOLE, _DECIMAL = range(4)
"""The forms of values."""
_REMEMBERED = 6_000
"""So many facts of a world are kept in memory."""


def arrays_of(
    world: World, documents: Sequence[Document], index: BM25
) -> tuple[dict[str, Any], dict[str, Array]]:
    """What `MappedWorld` reads: what is said about the world, as JSON, and the arrays.

    Args:
        world: what is true.
        documents: about it.
        index: of the documents, in their order.

    Raises:
        ValueError: the world has something that cannot be written: a free text, or facts with ids of their own.
    """
    numbers = {id: number for number, id in enumerate(world.entities)}
    names = list(world.relations)
    relations = {name: number for number, name in enumerate(names)}
    places = {id: place for place, id in enumerate(world.facts)}
    if any(id != _fact_id(place) for id, place in places.items()):
        raise ValueError("the facts are not numbered in their order")
    if any(RELATIONS.get(name) != relation for name, relation in world.relations.items()):
        raise ValueError("there is a relation that is not among all of them")
    facts = list(world.facts.values())
    if any(isinstance(f.value, Quantity) and f.value.unit != RELATIONS[f.relation].unit for f in facts):
        raise ValueError("there is a number with another unit than its relation's")
    forms, values = zip(*(_packed(fact.value, numbers) for fact in facts), strict=True)
    subject = np.array([numbers[fact.subject] for fact in facts], np.int64)
    relation = np.array([relations[fact.relation] for fact in facts], np.int64)
    form, value = np.array(forms, np.int8), np.array(values, np.float64)
    entities = [[e.id, e.kind, e.name, list(e.aliases)] for e in world.entities.values()]
    arrays: dict[str, Array] = {
        "entities": np.frombuffer(json.dumps(entities).encode(), np.uint8),
        "subject": subject.astype(np.int32),
        "relation": relation.astype(np.int16),
        "form": form,
        "value": value,
        "since": _days(fact.since for fact in facts),
        "until": _days(fact.until for fact in facts),
    }
    size = len(names)
    arrays |= _keyed("by_subject", subject * size + relation, np.arange(len(facts)))
    linked = np.flatnonzero(form == _ENTITY)
    arrays |= _keyed("by_value", value[linked].astype(np.int64) * size + relation[linked], linked)
    ways = ways_of(world)

    def numbered(found: Sequence[Fact]) -> list[int]:
        return [places[fact.id] for fact in found]

    for name, table in (("into", ways.into), ("out", ways.out), ("values", ways.values)):
        arrays |= _lists(name, [numbered(table.get(id, ())) for id in numbers])
    arrays |= {
        "dated": np.array(numbered(ways.dated), np.int32),
        "days": np.array(ways.days, np.int32),
        "spans": np.array(numbered(ways.spans), np.int32),
        "valued": np.array([numbers[id] for id in ways.valued], np.int32),
        "grouped": np.array([numbers[id] for id in ways.grouped], np.int32),
        "steps": np.array(
            [[numbers[id], relations[name], back] for (id, name, back), _ in ways.groups], np.int32
        ).reshape(-1, 3),
    }
    arrays |= _lists("groups", [[numbers[id] for id in ids] for _, ids in ways.groups])
    arrays |= _lists("groups_of", [ways.groups_of.get(id, ()) for id in numbers])
    pages = Pages(world, documents)
    arrays |= _lists("stating", [pages.facts.get(id, ()) for id in places])
    arrays |= _lists("naming", [sorted(pages.naming(id)) for id in numbers])
    about: dict[str, Any] = {
        "world": world.name,
        "today": ordered_day(world.today),
        "relations": names,
        "documents": len(documents),
        "index": index.options,
    }
    return about, arrays | {f"index_{name}": array for name, array in index.arrays().items()}


class MappedWorld:
    """A world, its index and its lists, read from what `arrays_of` gave.

    Attributes:
        world: what is true; the same as the one that was written.
        index: of the documents.
        pages: the documents, for proofs.
        ways: what leads where.
        size: how many documents there are.
    """

    def __init__(self, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        """Opens it.

        Raises:
            KeyError: something is missing.
        """
        entities = {
            id: Entity(id, kind, name, tuple(aliases))
            for id, kind, name, aliases in json.loads(arrays["entities"].tobytes())
        }
        ids = list(entities)
        numbers = {id: number for number, id in enumerate(ids)}
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
        self.ways = self._ways(arrays, facts, ids, numbers)

    def _ways(
        self, arrays: Mapping[str, Array], facts: _Facts, ids: list[str], numbers: dict[str, int]
    ) -> Ways:
        by_kind: dict[str, list[str]] = {}
        for entity in self.world.entities.values():
            by_kind.setdefault(entity.kind, []).append(entity.id)
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


class _Facts(Mapping[str, Fact]):
    """The facts by id; some are kept."""

    def __init__(self, arrays: Mapping[str, Array], ids: list[str], relations: list[str]) -> None:
        self._ids, self._relations = ids, relations
        self._subject, self._relation = arrays["subject"].data, arrays["relation"].data
        self._form, self._value = arrays["form"].data, arrays["value"].data
        self._since, self._until = arrays["since"].data, arrays["until"].data
        self._known: dict[int, Fact] = {}
        self._by_id: dict[str, Fact] = {}

    def at(self, number: int) -> Fact:
        """The fact of a place."""
        found = self._known.get(number)
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known, self._by_id = {}, {}  # and not cleared: another thread may be reading them
            relation = self._relations[self._relation[number]]
            since, until = self._since[number], self._until[number]
            found = self._known[number] = Fact(
                _fact_id(number),
                self._ids[self._subject[number]],
                relation,
                self._unpacked(self._form[number], self._value[number], relation),
                _date(since) if since else None,
                _date(until) if until else None,
            )
            self._by_id[found.id] = found
        return found

    def several(self, numbers: Iterable[int]) -> list[Fact]:
        """The facts of some places."""
        return [self.at(number) for number in numbers]

    def number(self, id: str) -> int:
        """The place of a fact.

        Raises:
            KeyError: there is no such fact.
        """
        text = id[1:]
        number = int(text) - 1 if text.isdecimal() and text.isascii() else -1
        if not 0 <= number < len(self) or _fact_id(number) != id:
            raise KeyError(id)
        return number

    def __getitem__(self, id: str) -> Fact:
        found = self._by_id.get(id)
        return self.at(self.number(id)) if found is None else found

    def __iter__(self) -> Iterator[str]:
        return map(_fact_id, range(len(self)))

    def __len__(self) -> int:
        return len(self._subject)

    def _unpacked(self, form: int, value: float, relation: str) -> Value:
        if form == _ENTITY:
            return self._ids[int(value)]
        if form == _DATE:
            return _date(int(value))
        return Quantity(int(value) if form == _WHOLE else value, RELATIONS[relation].unit)


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
            number, place = self._numbers.get(key[0]), self._places.get(key[1])
            if number is None or place is None:
                return default
            wanted = number * len(self._places) + place
            low = bisect_left(self._keys, wanted, self._starts[number], self._starts[number + 1])
            high = bisect_right(self._keys, wanted, low, self._starts[number + 1])
            if len(self._known) >= _REMEMBERED:
                self._known = {}  # and not cleared: another thread may be reading it
            found = self._known[key] = tuple(self._all.several(self._found[low:high]))
        return found or default

    def __getitem__(self, key: tuple[str, str]) -> tuple[Fact, ...]:
        found: tuple[Fact, ...] | None = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, tuple) and self.get(key) is not None

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


def _fact_id(number: int) -> str:
    return f"f{number + 1}"


def _packed(value: Value, numbers: Mapping[str, int]) -> tuple[int, float]:
    if isinstance(value, str):
        if value not in numbers:
            raise ValueError(f"{value!r:.40} is no entity")
        return _ENTITY, numbers[value]
    if isinstance(value, Date):
        return _DATE, ordered_day(value)
    return (_DECIMAL if isinstance(value.amount, float) else _WHOLE), value.amount


def _days(dates: Iterable[Date | None]) -> Array:
    return np.array([0 if date is None else ordered_day(date) for date in dates], np.int32)


def _date(day: int) -> Date:
    return Date(day // 10_000, day // 100 % 100, day % 100)


def _keyed(name: str, keys: Array, facts: Array) -> dict[str, Array]:
    order = np.argsort(keys, kind="stable")
    return {name: keys[order], f"{name}_facts": facts[order].astype(np.int32)}


def _lists(name: str, lists: Sequence[Sequence[int]]) -> dict[str, Array]:
    starts = np.zeros(len(lists) + 1, np.int32)
    np.cumsum([len(found) for found in lists], out=starts[1:])
    return {
        f"{name}_starts": starts,
        f"{name}_items": np.array([item for found in lists for item in found], np.int32),
    }
