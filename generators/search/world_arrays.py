"""A world with its documents as arrays, which `mapped_world` reads.

What a task needs of a corpus is the world's facts, what leads where in it (`ways`), which documents state a fact or
name an entity, and the index. All of this is found once, when a world is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ...retrieval.bm25 import BM25
from ...retrieval.folder import Array
from .fact_pages import Pages
from .relations import RELATIONS
from .ways import ordered_day, ways_of
from .world import Date, Document, Fact, Quantity, Value, World

ENTITY, DATE, WHOLE, DECIMAL = range(4)
"""The forms of values."""
_LINE, _BETWEEN = "\n", "\t"


def arrays_of(
    world: World, documents: Sequence[Document], index: BM25
) -> tuple[dict[str, Any], dict[str, Array]]:
    """What `mapped_world.MappedWorld` reads: what is said about the world, as JSON, and the arrays.

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
    if any(id != fact_id(place) for id, place in places.items()):
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
    entities = list(world.entities.values())
    kinds = list(dict.fromkeys(entity.kind for entity in entities))
    arrays: dict[str, Array] = {
        "ids": lines_of([entity.id for entity in entities]),
        "kind": np.array([kinds.index(entity.kind) for entity in entities], np.int8),
        "names": lines_of([between_names(entity.name, *entity.aliases) for entity in entities]),
        "subject": subject.astype(np.int32),
        "relation": relation.astype(np.int16),
        "form": form,
        "value": value,
        "since": _days(fact.since for fact in facts),
        "until": _days(fact.until for fact in facts),
    }
    size = len(names)
    arrays |= _keyed("by_subject", subject * size + relation, np.arange(len(facts)))
    linked = np.flatnonzero(form == ENTITY)
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
        "kinds": kinds,
        "relations": names,
        "documents": len(documents),
        "index": index.options,
    }
    return about, arrays | {f"index_{name}": array for name, array in index.arrays().items()}


def fact_id(number: int) -> str:
    """The id of the fact at a place."""
    return f"f{number + 1}"


def lines_of(texts: Sequence[str]) -> Array:
    """Texts as one array.

    Raises:
        ValueError: one has more than one line, or there is none.
    """
    if not texts or any(_LINE in text for text in texts):
        raise ValueError("texts of one line each")
    return np.frombuffer(_LINE.join(texts).encode(), np.uint8)


def texts_of(lines: Array) -> list[str]:
    """The texts that `lines_of` was given."""
    return lines.tobytes().decode().split(_LINE)


def between_names(*names: str) -> str:
    """The names of an entity as one text.

    Raises:
        ValueError: one has a character that stands between them.
    """
    if any(_BETWEEN in name for name in names):
        raise ValueError("a name with a tab")
    return _BETWEEN.join(names)


def names_in(text: str) -> list[str]:
    """The names that `between_names` was given."""
    return text.split(_BETWEEN)


def _packed(value: Value, numbers: Mapping[str, int]) -> tuple[int, float]:
    if isinstance(value, str):
        if value not in numbers:
            raise ValueError(f"{value!r:.40} is no entity")
        return ENTITY, numbers[value]
    if isinstance(value, Date):
        return DATE, ordered_day(value)
    return (DECIMAL if isinstance(value.amount, float) else WHOLE), value.amount


def _days(dates: Iterable[Date | None]) -> Array:
    return np.array([0 if date is None else ordered_day(date) for date in dates], np.int32)


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
