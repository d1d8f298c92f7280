"""Level 2: rows in an order, and the first or later ones of it."""

from __future__ import annotations

import random

from ..phrases import aliases, clause, columns, dates, known, measures, named, outputs, showable
from ..plan import Select
from ..question import NoFit, Question, Shape, World
from ..schema import Table
from .sentences import Key, ask, by_keys, filtered, pick_table, sort_key, sorting


def _keys(rng: random.Random, table: Table, source: str, *, unique: bool) -> list[Key]:
    """One or two keys that are never missing, and, if `unique`, a last one that tells all rows apart."""
    pool = [
        column
        for column in known(showable(table))
        if column.name != table.key and column.kind != "boolean" and not (unique and column.unique)
    ]
    if not pool:
        raise NoFit(f"{table.name} has nothing to sort by")
    numbers = [column for column in pool if column.kind != "text"]
    first = rng.choice(numbers) if numbers and rng.random() < 0.8 else rng.choice(pool)
    keys = [sort_key(first, source, rng.random() < 0.6)]
    others = [column for column in pool if column.name != first.name]
    if others and rng.random() < (0.35 if unique else 0.8):
        keys.append(sort_key(rng.choice(others), source, rng.random() < 0.4))
    if unique:
        (last,) = [column for column in showable(table) if column.name == table.key]
        # Mostly falling: rows with rising keys are what an engine gives for ties unasked.
        keys.append(sort_key(last, source, rng.random() < 0.65))
    return keys


def sorted_rows(rng: random.Random, world: World) -> Question:
    """Rows in an order by one or two keys."""
    table = pick_table(rng, world)
    (source,) = aliases(table)
    keys = _keys(rng, table, source.name, unique=False)
    shown = columns(rng, table, rng.randint(1, 3))
    where, rows = filtered(rng, world, table, source.name)
    text = f"{ask(rng, rows, named(shown))} {sorting(rng, keys)}"
    order = tuple(key[2] for key in keys)
    return Question(Select(outputs(shown, source.name), source, where=where, order=order), text, "sorted_rows")


def sorted_filtered(rng: random.Random, world: World) -> Question:
    """Rows in the order of a value that may be missing, without those where it is."""
    table = pick_table(rng, world, lambda t: [c for c in [*measures(t), *dates(t)] if c.nullable])
    (source,) = aliases(table)
    column = rng.choice([c for c in [*measures(table), *dates(table)] if c.nullable])
    found = clause(
        rng,
        world,
        table,
        source.name,
        kinds=("known", "compare", "between"),
        avoid=[other.name for other in table.columns if other.name != column.name],
    )
    keys = [sort_key(column, source.name, rng.random() < 0.5)]
    others = [c for c in known(showable(table)) if c.kind != "boolean" and c.name != column.name]
    if others:
        keys.append(sort_key(rng.choice(others), source.name, rng.random() < 0.4))
    shown = columns(rng, table, rng.randint(1, 2))
    text = f"{ask(rng, f'{table.plural} {found.relative}', named(shown))} {sorting(rng, keys)}"
    order = tuple(key[2] for key in keys)
    return Question(
        Select(outputs(shown, source.name), source, where=found.pred, order=order), text, "sorted_filtered"
    )


def first_rows(rng: random.Random, world: World) -> Question:
    """The first rows of an order without ties."""
    table = pick_table(rng, world)
    (source,) = aliases(table)
    keys = _keys(rng, table, source.name, unique=True)
    shown = columns(rng, table, rng.randint(1, 3))
    where, rows = filtered(rng, world, table, source.name, 0.6)
    n = rng.choice((1, 2, 3, 3, 4, 5))
    order = by_keys(rng, keys)
    noun = table.noun if n == 1 else table.plural
    first = f"first {noun}" if n == 1 else f"first {n} {noun}"
    sorted_too = "" if n == 1 else ", in this order"
    text = rng.choice(
        (
            f"Sort the {rows} by {order}. Give {named(shown)} of the {first}{sorted_too}.",
            f"Put the {rows} in order by {order}. Of the {first}, list {named(shown)}{sorted_too}.",
            f"Which {'is' if n == 1 else 'are'} the {first} when the {rows} are sorted by {order}? Return "
            f"{named(shown)}{sorted_too}.",
        )
    )
    plan = Select(
        outputs(shown, source.name), source, where=where, order=tuple(key[2] for key in keys), limit=n
    )
    return Question(plan, text, "first_rows")


def later_rows(rng: random.Random, world: World) -> Question:
    """The rows from one place to another in an order without ties."""
    table = pick_table(rng, world)
    (source,) = aliases(table)
    keys = _keys(rng, table, source.name, unique=True)
    shown = columns(rng, table, rng.randint(1, 2))
    where, rows = filtered(rng, world, table, source.name, 0.4)
    first = rng.randint(2, 4)
    n = rng.randint(1, 3)
    order = by_keys(rng, keys)
    if n == 1:
        places = f"the {table.noun} in place {first}"
    elif n == 2:
        places = f"the {table.plural} in places {first} and {first + 1}"
    else:
        places = f"the {table.plural} in places {first} to {first + n - 1}"
    sorted_too = "" if n == 1 else ", in this order"
    text = rng.choice(
        (
            f"Sort the {rows} by {order}. Give {named(shown)} of {places} (the first one is in place 1){sorted_too}.",
            f"The {rows} are put in order by {order}, and counted from 1. Return {named(shown)} of {places}"
            f"{sorted_too}.",
        )
    )
    plan = Select(
        outputs(shown, source.name),
        source,
        where=where,
        order=tuple(key[2] for key in keys),
        limit=n,
        offset=first - 1,
    )
    return Question(plan, text, "later_rows")


SHAPES: dict[str, tuple[int, Shape]] = {
    "sorted_rows": (2, sorted_rows),
    "sorted_filtered": (2, sorted_filtered),
    "first_rows": (2, first_rows),
    "later_rows": (2, later_rows),
}
"""Name -> (level, draw)."""
