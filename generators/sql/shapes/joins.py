"""Levels 3 and 4: rows with the rows that they refer to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from ..phrases import (
    KINDS,
    Link,
    a,
    agree,
    aliases,
    clause,
    columns,
    comparison,
    condition,
    conditions,
    dates,
    flags,
    groupers,
    known,
    links,
    listing,
    measures,
    named,
    of,
    own_and_others,
    parent_condition,
    showable,
)
from ..plan import Agg, And, Cmp, Col, Expr, Join, Pred, Select
from ..question import NoFit, Question, Shape, World
from ..schema import Column
from .sentences import ask, pick_link, pick_table, sort_key, sorting, two_tables

Pair = tuple[str, Expr]


def pairs(*groups: tuple[Sequence[Column], str]) -> tuple[Pair, ...]:
    """Columns of several sources as outputs with different labels."""
    found: list[Pair] = []
    for chosen, source in groups:
        for column in chosen:
            label, number = column.name, 2
            while any(label == taken for taken, _ in found):
                label, number = f"{column.name}_{number}", number + 1
            found.append((label, Col(source, column.name)))
    return tuple(found)


def without(link: Link) -> str:
    """A sentence that leaves out rows without a partner, where there may be such, else ""."""
    if link.total:
        return ""
    return f" Leave out {link.child.plural} without {a(link.key.owner)} that is in the database."


def child_and_parent(rng: random.Random, link: Link) -> tuple[list[Column], list[Column]]:
    """Columns of the child and of the parent to show."""
    mine = columns(rng, link.child, rng.randint(1, 2))
    return mine, partner_columns(rng, link)


def partner_columns(rng: random.Random, link: Link) -> list[Column]:
    """A column of the parent to show: not its key, as that is also the child's reference."""
    if rng.random() < 0.5:
        return [link.parent.column(link.parent.label)]
    return columns(rng, link.parent, 1, choose=[c for c in showable(link.parent) if c.name != link.parent.key])


def parent_filter(rng: random.Random, world: World) -> Question:
    """Rows by what holds for the row that they refer to."""
    link = pick_link(rng, world, two_tables)
    child, parent = aliases(link.child, link.parent)
    found, words = parent_condition(rng, world, link, parent.name)
    where = found
    if rng.random() < 0.5:
        other, more = condition(rng, world, link.child, child.name)
        where, words = And((other, found)), f"{more} and {words}"
    shown = columns(rng, link.child, rng.randint(1, 3))
    text = ask(rng, f"{link.child.plural} {words}", named(shown))
    plan = Select(
        pairs((shown, child.name)),
        child,
        (Join(parent, link.on(child.name, parent.name)),),
        where=where,
    )
    return Question(plan, text, "parent_filter")


def with_parent(rng: random.Random, world: World) -> Question:
    """Columns of rows and of those that they refer to; rows without a partner are left out."""
    link = pick_link(rng, world, two_tables)
    child, parent = aliases(link.child, link.parent)
    mine, others = child_and_parent(rng, link)
    where: Pred | None = None
    rows = link.child.plural
    draw = rng.random()
    if draw < 0.6:
        where, words = condition(rng, world, link.child, child.name)
        rows = f"{rows} {words}"
    elif draw < 0.8:
        where, words = conditions(rng, world, link.child, child.name, 2, word="and")
        rows = f"{rows} {words}"
    theirs = [of(each.phrase, link.key.owner) for each in others]
    what = listing(own_and_others(mine, link.child.noun, theirs))
    text = for_each(rng, rows, what) + without(link)
    plan = Select(
        pairs((mine, child.name), (others, parent.name)),
        child,
        (Join(parent, link.on(child.name, parent.name)),),
        where=where,
    )
    if rng.random() < 0.25:
        pool = [each for each in known(showable(link.parent)) if each.kind != "boolean"]
        key = rng.choice(pool)
        keys = [sort_key(key, parent.name, rng.random() < 0.4, of(key.phrase, link.key.owner))]
        last = rng.choice([each for each in known(showable(link.child)) if each.kind != "boolean"])
        keys.append(
            sort_key(last, child.name, rng.random() < 0.4, f"the {last.phrase} of the {link.child.noun}")
        )
        text += f" {sorting(rng, keys)}"
        plan = Select(plan.columns, plan.source, plan.joins, plan.where, order=tuple(each[2] for each in keys))
    return Question(plan, text, "with_parent")


_EACH = (
    "For each of the {rows}, give {what}.",
    "Find all {rows}; of each, return {what}.",
    "Look for {rows}. For each of them, show {what}.",
    "Take the {rows}. List for each one {what}.",
)


def for_each(rng: random.Random, rows: str, what: str) -> str:
    """A sentence that asks for values of each row, for values that are told in longer words."""
    return rng.choice(_EACH).format(rows=rows, what=what)


def _steps(world: World) -> list[tuple[Link, Link]]:
    """Pairs of foreign keys of which the second starts where the first ends, over three tables."""
    found = []
    for low in _links(world):
        for high in _links(world):
            names = {low.child.name, low.parent.name, high.parent.name}
            if low.parent.name == high.child.name and len(names) == 3:
                found.append((low, high))
    return found


def _links(world: World) -> list[Link]:

    return [
        link
        for link in links(world.schema)
        if world.database[link.parent.name] and world.database[link.child.name]
    ]


def grandparent(rng: random.Random, world: World) -> Question:
    """Two steps over foreign keys, with a condition at one of the ends."""
    steps = _steps(world)
    if not steps:
        raise NoFit("no two foreign keys follow each other")
    low, high = rng.choice(steps)
    child, middle, top = aliases(low.child, low.parent, high.parent)
    mine = columns(rng, low.child, rng.randint(1, 2))
    what: list[str] = []
    groups: list[tuple[Sequence[Column], str]] = [(mine, child.name)]
    if rng.random() < 0.4:
        others = [low.parent.column(low.parent.label)]
        what += [of(each.phrase, low.key.owner) for each in others]
        groups.append((others, middle.name))
    owners = (high.key.owner, low.key.owner)
    inner = ""
    if rng.random() < 0.6:
        where, words = _top_condition(rng, world, low, high, top.name)
    else:
        where, words = condition(rng, world, low.child, child.name)
        others = partner_columns(rng, high)
        what += [of(each.phrase, *owners) for each in others]
        groups.append((others, top.name))
        if not (low.total and high.total):
            inner = (
                f" Leave out {low.child.plural} for which there is no {high.key.owner} of the {low.key.owner} in the "
                "database."
            )
    listed = listing(own_and_others(mine, low.child.noun, what))
    text = for_each(rng, f"{low.child.plural} {words}", listed) + inner
    plan = Select(
        pairs(*groups),
        child,
        (Join(middle, low.on(child.name, middle.name)), Join(top, high.on(middle.name, top.name))),
        where=where,
    )
    return Question(plan, text, "grandparent")


def _top_condition(rng: random.Random, world: World, low: Link, high: Link, source: str) -> tuple[Pred, str]:
    """A condition on the row two steps away."""
    total = low.total and high.total
    kinds = [kind for kind in KINDS[:-1] if total or kind != "missing"]
    found = clause(rng, world, high.parent, source, kinds=kinds, avoid=flags(high.parent))
    return found.pred, f"for which {found.of(high.key.owner, low.key.owner)}"


def two_owners(rng: random.Random, world: World) -> Question:
    """Two foreign keys of one table, to the same table or to two."""
    table = pick_table(rng, world, lambda t: len(t.foreign_keys) >= 2)
    pool = [link for link in _links(world) if link.child.name == table.name]
    if len(pool) < 2:
        raise NoFit("one of the tables has no rows")
    one, two = rng.sample(pool, 2)
    child, first, second = aliases(table, one.parent, two.parent)
    mine = columns(rng, table, 1)
    lefts, rights = partner_columns(rng, one), partner_columns(rng, two)
    where: Pred | None = None
    rows = table.plural
    if rng.random() < 0.7:
        where, words = condition(rng, world, table, child.name)
        rows = f"{rows} {words}"
    others = [
        *(of(each.phrase, one.key.owner) for each in lefts),
        *(of(each.phrase, two.key.owner) for each in rights),
    ]
    what = listing(own_and_others(mine, table.noun, others))
    text = for_each(rng, rows, what)
    loose = [link for link in (one, two) if not link.total]
    if loose:
        lacking = " or ".join(f"without {a(link.key.owner)}" for link in loose)
        text += f" Leave out {table.plural} {lacking} that is in the database."
    plan = Select(
        pairs((mine, child.name), (lefts, first.name), (rights, second.name)),
        child,
        (
            Join(first, one.on(child.name, first.name)),
            Join(second, two.on(child.name, second.name)),
        ),
        where=where,
    )
    return Question(plan, text, "two_owners")


_OPS: tuple[Literal["<", "<=", ">", ">="], ...] = ("<", ">", ">", ">=", "<=")


def than_own(rng: random.Random, world: World) -> Question:
    """Rows of a table that refers to itself, compared with the row that they refer to."""
    link = pick_link(
        rng,
        world,
        lambda each: each.child.name == each.parent.name and (measures(each.child) or dates(each.child)),
    )
    table = link.child
    own, other = aliases(table, table)
    column = rng.choice([*measures(table), *dates(table)])
    op = rng.choice(_OPS)
    shown = columns(rng, table, 1)
    label = table.column(table.label)
    than = f"{agree(column.phrase, 'is')} {comparison(rng, op, column.kind)}"
    words = f"whose {column.phrase} {than} the {column.phrase} of the {link.key.owner}"
    others = [label] if rng.random() < 0.6 else []
    theirs = [of(each.phrase, link.key.owner) for each in others]
    what = listing(own_and_others(shown, table.noun, theirs))
    text = for_each(rng, f"{table.plural} {words}", what)
    plan = Select(
        pairs((shown, own.name), (others, other.name)),
        own,
        (Join(other, link.on(own.name, other.name)),),
        where=Cmp(op, Col(own.name, column.name), Col(other.name, column.name)),
    )
    return Question(plan, text, "than_own")


def than_parent(rng: random.Random, world: World) -> Question:
    """Rows of which a date or number is compared with one of the row that they refer to."""

    def fitting(link: Link) -> list[tuple[Column, Column]]:
        return [
            (mine, other)
            for mine in [*measures(link.child), *dates(link.child)]
            for other in [*measures(link.parent), *dates(link.parent)]
            if mine.kind == other.kind and mine.kind in ("date", "datetime", "money")
        ]

    link = pick_link(rng, world, lambda each: two_tables(each) and fitting(each))
    child, parent = aliases(link.child, link.parent)
    mine, other = rng.choice(fitting(link))
    op = rng.choice(_OPS)
    words = (
        f"whose {mine.phrase} {agree(mine.phrase, 'is')} {comparison(rng, op, mine.kind)} the {other.phrase} of the "
        f"{link.key.owner}"
    )
    shown, others = child_and_parent(rng, link)
    if rng.random() < 0.4:
        others = []
    theirs = [of(each.phrase, link.key.owner) for each in others]
    what = listing(own_and_others(shown, link.child.noun, theirs))
    text = for_each(rng, f"{link.child.plural} {words}", what)
    plan = Select(
        pairs((shown, child.name), (others, parent.name)),
        child,
        (Join(parent, link.on(child.name, parent.name)),),
        where=Cmp(op, Col(child.name, mine.name), Col(parent.name, other.name)),
    )
    return Question(plan, text, "than_parent")


def group_by_parent(rng: random.Random, world: World) -> Question:
    """Rows grouped by a category of the row that they refer to."""
    link = pick_link(rng, world, lambda each: two_tables(each) and known(groupers(each.parent)))
    child, parent = aliases(link.child, link.parent)
    key = rng.choice(known(groupers(link.parent)))
    where: Pred | None = None
    rows = link.child.plural
    if rng.random() < 0.5:
        where, words = condition(rng, world, link.child, child.name)
        rows = f"{rows} {words}"
    found: Expr = Agg("count")
    what = f"the number of {link.child.plural}"
    pool = measures(link.child)
    if pool and rng.random() < 0.6:
        column = rng.choice(pool)
        name: Literal["sum", "avg", "max"] = rng.choice(_TOTALS)
        found = Agg(name, Col(child.name, column.name))
        what = {"sum": "the sum of the {}", "avg": "the average {}", "max": "the highest {}"}[name].format(
            column.phrase
        )
    way = of(key.phrase, link.key.owner)
    text = rng.choice(
        (
            f"Group the {rows} by {way}. For each group, give {way} and {what}.",
            f"Divide the {rows} by {way}; return for each {key.phrase} that occurs: {way} and {what}.",
            f"For each {key.phrase} of the {link.key.owner} that occurs among the {rows}, give this {key.phrase} and "
            f"{what}.",
        )
    ) + without(link)
    plan = Select(
        ((key.name, Col(parent.name, key.name)), ("value_found", found)),
        child,
        (Join(parent, link.on(child.name, parent.name)),),
        where=where,
        group=(Col(parent.name, key.name),),
    )
    return Question(plan, text, "group_by_parent")


_TOTALS: tuple[Literal["sum", "avg", "max"], ...] = ("sum", "sum", "avg", "max")


def parents_once(rng: random.Random, world: World) -> Question:
    """Different rows that are referred to by rows that meet a condition: each one once."""
    link = pick_link(rng, world, two_tables)
    child, parent = aliases(link.child, link.parent)
    where, words = condition(rng, world, link.child, child.name)
    label = link.parent.column(link.parent.label)
    key = [each for each in showable(link.parent) if each.name == link.parent.key]
    shown = [*key, label] if rng.random() < 0.6 else [label, *key]
    what = listing([of(each.phrase, link.parent.noun) for each in shown])
    text = rng.choice(
        (
            f"Which {link.parent.plural} are the {link.key.owner} of at least one of the {link.child.plural} {words}? "
            f"Give {what}, each {link.parent.noun} once.",
            f"List {what} for each {link.parent.noun} that is the {link.key.owner} of one or more {link.child.plural} "
            f"{words}. Each {link.parent.noun} is listed once.",
        )
    )
    plan = Select(
        pairs((shown, parent.name)),
        child,
        (Join(parent, link.on(child.name, parent.name)),),
        where=where,
        distinct=True,
    )
    return Question(plan, text, "parents_once")


SHAPES: dict[str, tuple[int, Shape]] = {
    "parent_filter": (3, parent_filter),
    "with_parent": (3, with_parent),
    "than_parent": (3, than_parent),
    "group_by_parent": (4, group_by_parent),
    "grandparent": (4, grandparent),
    "two_owners": (4, two_owners),
    "than_own": (4, than_own),
    "parents_once": (4, parents_once),
}
"""Name -> (level, draw)."""
