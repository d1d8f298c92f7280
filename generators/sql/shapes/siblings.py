"""Questions about the children of one parent: all, both, only one, twins."""

from __future__ import annotations

import random

from ...base import Json
from ..phrases import a, columns, measures, named, value
from ..plan import Cmp, Const, Exists, IsNull, Not, Or, Pred, Select
from ..question import NoFit, Question, Shape, World
from ..schema import Column, Table
from . import nested as n


def has_twin(rng: random.Random, world: World) -> Question:
    """Rows for which another row of the same parent has the same value, or none has."""
    kin = n.family(rng, world.schema, lambda each: _twinned(each.child), total=True)
    table = kin.child
    column = n.pick(rng, _twinned(table))
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    label, key = n.label_of(table), kin.link.key.column
    shown = [n.key_of(table), *([label] if label.name not in (table.key, column.name) else []), column]
    negated = rng.random() < 0.5
    other = Cmp("<>", n.get(inner, table.key), n.get(outer, table.key))
    parts = [
        n.same(n.get(inner, key), n.get(outer, key)),
        n.same(n.get(inner, column), n.get(outer, column)),
        other,
    ]
    text = n.said(
        rng,
        (
            "{show} {cols} of each {c} for which no other {c} of the same {owner} has the same {m}.",
            "Which {cs} are the only ones of their {owner} with their {m}? {Show} {cols} of each.",
            "{show} {cols} of the {cs} whose {m} does not occur in any other {c} of the same {owner}.",
        )
        if negated
        else (
            "{show} {cols} of each {c} for which at least one other {c} of the same {owner} has the same {m}.",
            "Which {cs} share their {m} with another {c} of the same {owner}? {Show} {cols} of each, once for "
            "each {c}.",
            "{show} {cols} of the {cs} whose {m} occurs in at least one other {c} of the same {owner} as well.",
        ),
        n.leave_out(table.plural, column),
        cols=named(shown),
        m=column.phrase,
        **kin.words(),
    )
    where = n.every(Exists(n.some(inner, n.every(*parts)), negated), n.there(outer, column))
    return Question(Select(n.out(outer, shown), outer, where=where), text, "has_twin")


def _twinned(table: Table) -> list[Column]:
    """Columns in which equal values are likely."""
    return n.categories(table) + [c for c in measures(table) if c.kind == "integer"]


def _alone(world: World, kin: n.Family, column: Column) -> list[Json]:
    """The values that are all that some parent's children have."""
    place, owner = kin.child.index(column.name), kin.child.index(kin.link.key.column)
    found: dict[Json, set[Json]] = {}
    for row in world.database[kin.child.name][:400]:
        found.setdefault(row[owner], set()).add(row[place])
    return sorted(
        {str(value) for values in found.values() if len(values) == 1 for value in values if value is not None}
    )


def all_children(rng: random.Random, world: World) -> Question:
    """Parents all of whose children have one value, and that have children."""
    kin = n.family(rng, world.schema, lambda each: n.texts_of(each.child))
    column = n.pick(rng, n.texts_of(kin.child))
    names = n.Names(world.schema)
    parent, child, again = names.of(kin.parent), names.of(kin.child), names.of(kin.child)
    shown = columns(rng, kin.parent, rng.randint(1, 2))
    constant = n.pick(rng, _alone(world, kin, column) or n.seen(world, kin.child, column))
    other: Pred = Cmp("<>", n.get(again, column), Const(constant))
    if column.nullable:
        other = Or((other, IsNull(n.get(again, column))))
    where = n.every(
        Exists(n.some(child, kin.link.on(child.name, parent.name))),
        Exists(n.some(again, n.every(kin.link.on(again.name, parent.name), other)), True),
    )
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has at least one {c} and all of whose {cs} have the {m} {value}.",
            "Which {ps} have {cs}, and only {cs} whose {m} {be} {value}? {Show} {cols} of each.",
            "{show} {cols} of the {ps} for which every single one of their {cs} has the {m} {value}; {ps} "
            "without {cs} do not count.",
        ),
        f"{n.capital(a(kin.child.noun))} whose {column.phrase} is missing counts as one with another "
        f"{column.phrase}."
        if column.nullable
        else "",
        kin.note,
        cols=named(shown),
        m=column.phrase,
        value=value(column, constant),
        **kin.words(),
    )
    return Question(Select(n.out(parent, shown), parent, where=where), text, "all_children")


def both_values(rng: random.Random, world: World) -> Question:
    """Parents with children of one value and of another; or of one but not of the other."""
    kin = n.family(rng, world.schema, lambda each: n.texts_of(each.child))
    column = n.pick(rng, n.texts_of(kin.child))
    values = n.seen(world, kin.child, column)
    if len(values) < 3:
        raise NoFit("too few values")
    one, two = rng.sample(values, 2)
    names = n.Names(world.schema)
    parent, child, again = names.of(kin.parent), names.of(kin.child), names.of(kin.child)
    shown = columns(rng, kin.parent, rng.randint(1, 2))
    negated = rng.random() < 0.45
    has = [
        Exists(
            n.some(
                source, n.every(kin.link.on(source.name, parent.name), n.same(n.get(source, column), Const(v)))
            )
        )
        for source, v in ((child, one), (again, two))
    ]
    if negated:
        has[1] = Exists(has[1].query, True)
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has at least one {c} whose {m} {be} {one}, but no {c} whose {m} "
            "{be} {two}.",
            "Which {ps} have one or more {cs} with the {m} {one} and none with the {m} {two}? {Show} {cols} of "
            "each.",
            "Take the {ps} with one or more {cs} whose {m} {be} {one}, and drop those that also have one or "
            "more {cs} whose {m} {be} {two}. {Show} {cols} of each {p} that is left.",
        )
        if negated
        else (
            "{show} {cols} of each {p} that has both {a_c} whose {m} {be} {one} and {a_c} whose {m} {be} "
            "{two}.",
            "Which {ps} have at least one {c} with the {m} {one} as well as at least one with the {m} {two}? "
            "{Show} {cols} of each.",
            "{show} {cols} of the {ps} among whose {cs} both {one} and {two} occur as the {m}, once for each "
            "{p}.",
        ),
        kin.note,
        cols=named(shown),
        m=column.phrase,
        one=value(column, one),
        two=value(column, two),
        **kin.words(),
    )
    return Question(Select(n.out(parent, shown), parent, where=n.every(*has)), text, "both_values")


def not_twice(rng: random.Random, world: World) -> Question:
    """Children that are the only one of their parent to meet a condition."""
    kin = n.family(rng, world.schema, total=True)
    table = kin.child
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    shown = columns(rng, table, rng.randint(1, 2))
    pred, again, words = n.filtered_alike(rng, world, table, outer.name, inner.name)
    key = kin.link.key.column
    rest = n.every(
        n.same(n.get(inner, key), n.get(outer, key)),
        Cmp("<>", n.get(inner, table.key), n.get(outer, table.key)),
        again,
    )
    text = n.said(
        rng,
        (
            "Among the {cs}{cond}, {show} {cols} of each one that is the only such {c} of its {owner}.",
            "Look only at {cs}{cond}. {Show} {cols} of those that share their {owner} with no other of these "
            "{cs}.",
            "Which of the {cs}{cond} are the only ones of their {owner} among these? {Show} {cols} of each.",
        ),
        cols=named(shown),
        cond=words,
        **kin.words(),
    )
    where = n.every(
        pred, Not(Exists(n.some(inner, rest))) if rng.random() < 0.3 else Exists(n.some(inner, rest), True)
    )
    return Question(Select(n.out(outer, shown), outer, where=where), text, "not_twice")


SHAPES: dict[str, tuple[int, Shape]] = {
    "has_twin": (5, has_twin),
    "all_children": (5, all_children),
    "both_values": (5, both_values),
    "not_twice": (6, not_twice),
}
