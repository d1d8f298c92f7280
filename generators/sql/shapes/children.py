"""Levels 3 and 4: rows with those that refer to them: how many, what they add up to, whether there are any."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Literal

from ..phrases import (
    Link,
    a,
    aliases,
    clause,
    columns,
    condition,
    links,
    listing,
    measures,
    named,
    of,
    showable,
)
from ..plan import Agg, And, Cmp, Col, Const, Expr, Func, IsNull, Join, Order, Pred, Select
from ..question import Question, Shape, World
from ..schema import Column
from .groups import count_bound
from .joins import Pair, pairs
from .sentences import Key, by_keys, pick_link, sorting, two_tables
from .totals import counted_if

_EACH = (
    "For each of the {rows}, give {what}.",
    "Find all {rows}. For each of them, return {what}.",
    "List, for each of the {rows}, {what}.",
)


def _link(rng: random.Random, world: World, fits: Callable[[Link], object] = bool) -> Link:
    return pick_link(rng, world, lambda link: (two_tables(link) or rng.random() < 0.3) and fits(link))


def _names(rng: random.Random, link: Link) -> list[Column]:
    """What names a parent: its label, sometimes with its key or another column."""
    table = link.parent
    label = table.column(table.label)
    draw = rng.random()
    if draw < 0.4:
        return [label]
    if draw < 0.7:
        return [next(column for column in showable(table) if column.name == table.key), label]
    return columns(rng, table, 2)


def _keys(link: Link, shown: list[Column], source: str) -> tuple[Expr, ...]:
    """What groups are made by: the parent's key, and what is shown of it."""
    names = [link.parent.key, *(column.name for column in shown if column.name != link.parent.key)]
    return tuple(Col(source, name) for name in names)


def _parents(
    rng: random.Random, world: World, link: Link, source: str, share: float
) -> tuple[Pred | None, str]:
    """Often a condition on the parents; their plural noun with its clause."""
    if rng.random() >= share:
        return None, link.parent.plural
    where, words = condition(rng, world, link.parent, source)
    return where, f"{link.parent.plural} {words}"


def theirs(link: Link) -> str:
    """The children of one parent: ``orders of the customer``."""
    return link.key.theirs.format(f"the {link.parent.noun}")


def which(world: World, link: Link) -> str:
    """A sentence that tells which reference ties children and parents, where "of" could mean several; else ""."""
    others = [
        each.key.column
        for each in links(world.schema)
        if (each.child.name, each.parent.name) == (link.child.name, link.parent.name) and each.key != link.key
    ]
    if not others or link.key.theirs != f"{link.child.plural} of {{}}":
        return ""
    noun, names = link.parent.noun, listing(others, "or")
    mine = f"those that refer to it by {link.key.column}, not by {names}"
    return f" Here, the {link.child.plural} of {a(noun)} are {mine}."


def children_count(rng: random.Random, world: World) -> Question:
    """How many rows refer to each row that at least one refers to."""
    link = _link(rng, world)
    parent, child = aliases(link.parent, link.child)
    shown = _names(rng, link)
    where, rows = _parents(rng, world, link, parent.name, 0.4)
    what = listing([*(of(column.phrase) for column in shown), f"the number of {theirs(link)}"])
    only = rng.choice(
        (
            " Leave out {parents} for which this number is 0.",
            " Only {parents} for which this number is at least 1 belong to the result.",
        )
    ).format(parents=link.parent.plural)
    plan = Select(
        (*pairs((shown, parent.name)), ("children_count", Agg("count"))),
        parent,
        (Join(child, link.on(child.name, parent.name)),),
        where=where,
        group=_keys(link, shown, parent.name),
    )
    return Question(
        plan, rng.choice(_EACH).format(rows=rows, what=what) + only + which(world, link), "children_count"
    )


def children_count_all(rng: random.Random, world: World) -> Question:
    """How many rows refer to each row, with 0 where none does; sometimes only those that meet a condition count."""
    link = _link(rng, world)
    parent, child = aliases(link.parent, link.child)
    shown = _names(rng, link)
    on: Pred = link.on(child.name, parent.name)
    count_only = ""
    where, rows = _parents(rng, world, link, parent.name, 0.3)
    if rng.random() < 0.5:
        found, words = condition(rng, world, link.child, child.name)
        on = And((on, found))
        count_only = f" Only {link.child.plural} {words} count."
    what = listing(
        [*(of(column.phrase) for column in shown), f"the number of {theirs(link)} (0 if there are none)"]
    )
    plan = Select(
        (*pairs((shown, parent.name)), ("children_count", Agg("count", Col(child.name, link.child.key)))),
        parent,
        (Join(child, on, left=True),),
        where=where,
        group=_keys(link, shown, parent.name),
    )
    text = rng.choice(_EACH).format(rows=rows, what=what) + count_only
    return Question(plan, text + which(world, link), "children_count_all")


_SUMS: tuple[Literal["sum", "avg", "min", "max"], ...] = ("sum", "sum", "avg", "min", "max")


def children_total(rng: random.Random, world: World) -> Question:
    """A number of the referring rows added up for each row, with 0 where there is nothing; or averaged, or its best."""
    link = _link(rng, world, lambda each: measures(each.child))
    parent, child = aliases(link.parent, link.child)
    shown = _names(rng, link)
    column = rng.choice(measures(link.child))
    name = rng.choice(_SUMS)
    found: Expr = Agg(name, Col(child.name, column.name))
    words = {
        "sum": "the sum of the {}",
        "avg": "the average {}",
        "min": "the lowest {}",
        "max": "the highest {}",
    }[name]
    value = f"{words.format(column.phrase)} over all {theirs(link)}"
    if name == "sum":
        found = Func("coalesce", (found, Const(0)))
        value += " (0 if there is nothing to add up)"
    else:
        value += " (missing if there is none)"
    where, rows = _parents(rng, world, link, parent.name, 0.4)
    what = listing([*(of(each.phrase) for each in shown), value])
    plan = Select(
        (*pairs((shown, parent.name)), ("children_total", found)),
        parent,
        (Join(child, link.on(child.name, parent.name), left=True),),
        where=where,
        group=_keys(link, shown, parent.name),
    )
    text = rng.choice(_EACH).format(rows=rows, what=what)
    if name != "sum":
        text += f" Keep {link.parent.plural} for which there are no such {link.child.plural}."
    return Question(plan, text + which(world, link), "children_total")


def childless(rng: random.Random, world: World) -> Question:
    """Rows to which no row refers, or none that meets a condition."""
    link = _link(rng, world)
    parent, child = aliases(link.parent, link.child)
    shown = _names(rng, link)
    on: Pred = link.on(child.name, parent.name)
    absent: Pred = IsNull(Col(child.name, link.child.key))
    where, rows = _parents(rng, world, link, parent.name, 0.3)
    their = link.key.theirs.format(f"this {link.parent.noun}")
    those = f"{rows} and" if where is not None else rows
    if rng.random() < 0.6:
        found, words = condition(rng, world, link.child, child.name)
        on = And((on, found))
        text = rng.choice(
            (
                f"Among the {rows}, look for those for which none of the {their} is one of the {link.child.plural} "
                f"{words}. Give {named(shown)} of each.",
                f"Give {named(shown)} of each of the {rows}, but only where the number of {their}, counting only "
                f"{link.child.plural} {words}, is 0.",
            )
        )
    else:
        text = rng.choice(
            (
                f"Give {named(shown)} of all {those} for which there are no {their}.",
                f"List {named(shown)} of all {those} for which the number of {their} is 0.",
                f"Look for {those} for which no {their} are in the database. Return {named(shown)} of each.",
            )
        )
    plan = Select(
        pairs((shown, parent.name)),
        parent,
        (Join(child, on, left=True),),
        where=absent if where is None else And((absent, where)),
    )
    return Question(plan, text + which(world, link), "childless")


def children_having(rng: random.Random, world: World) -> Question:
    """Rows to which at least, or exactly, so many others refer."""
    link = _link(rng, world)
    parent, child = aliases(link.parent, link.child)
    shown = _names(rng, link)
    op, n, bound = count_bound(rng)
    if op in ("<", "<="):  # with no row at all the number is 0, which is below the bound as well
        n += 1
        bound = f"at least 1 and {'less than' if op == '<' else 'at most'} {n}"
    where: Pred | None = None
    count_only = ""
    if rng.random() < 0.5:
        where, words = condition(rng, world, link.child, child.name)
        count_only = f" Only {link.child.plural} {words} count."
    number: tuple[Pair, ...] = ()
    what = [of(column.phrase) for column in shown]
    if rng.random() < 0.5:
        number = (("children_count", Agg("count")),)
        what.append("this number")
    text = rng.choice(
        (
            f"Look for {link.parent.plural} for which the number of {theirs(link)} is {bound}. Give {listing(what)} of "
            "each.",
            f"For each {link.parent.noun}, count the {theirs(link)}. Where this number is {bound}, return "
            f"{listing(what)}.",
        )
    )
    text = text.replace("this number of each", "this number for each") + count_only
    plan = Select(
        (*pairs((shown, parent.name)), *number),
        parent,
        (Join(child, link.on(child.name, parent.name)),),
        where=where,
        group=_keys(link, shown, parent.name),
        having=Cmp(op, Agg("count"), Const(n)),
    )
    return Question(plan, text + which(world, link), "children_having")


def children_top(rng: random.Random, world: World) -> Question:
    """The rows to which the most others refer, or whose others add up to the most; the key decides ties."""
    link = _link(rng, world)
    parent, child = aliases(link.parent, link.child)
    shown = _names(rng, link)
    pool = [column for column in measures(link.child) if not column.nullable]
    found: Expr
    if pool and rng.random() < 0.5:
        column = rng.choice(pool)
        found, value = (
            Agg("sum", Col(child.name, column.name)),
            f"the sum of the {column.phrase} over the {theirs(link)}",
        )
    else:
        found, value = Agg("count"), f"the number of {theirs(link)}"
    (key,) = [column for column in showable(link.parent) if column.name == link.parent.key]
    keys: list[Key] = [
        (value, "integer", Order(found, rng.random() < 0.8)),
        (f"the {key.phrase}", "integer", Order(Col(parent.name, key.name), rng.random() < 0.6)),
    ]
    n = rng.choice((1, 2, 3, 3))
    first = f"first {link.parent.noun}" if n == 1 else f"first {n} {link.parent.plural}"
    number: tuple[Pair, ...] = ()
    what = [of(column.phrase) for column in shown]
    if rng.random() < 0.6:
        number = (("value_found", found),)
        what.append(value)
    text = rng.choice(
        (
            f"Consider only {link.parent.plural} for which the number of {theirs(link)} is at least 1. Sort them by "
            f"{by_keys(rng, keys)}. For the {first} in this order, give {listing(what)}.",
            f"Take the {link.parent.plural} for which the number of {theirs(link)} is not 0, and put them in order by "
            f"{by_keys(rng, keys)}. Return {listing(what)} for the {first}{'' if n == 1 else ', in this order'}.",
        )
    )
    plan = Select(
        (*pairs((shown, parent.name)), *number),
        parent,
        (Join(child, link.on(child.name, parent.name)),),
        group=_keys(link, shown, parent.name),
        order=tuple(each[2] for each in keys),
        limit=n,
    )
    return Question(plan, text + which(world, link), "children_top")


def children_parts(rng: random.Random, world: World) -> Question:
    """For each row, how many refer to it and how many of those meet a condition."""
    link = _link(rng, world)
    parent, child = aliases(link.parent, link.child)
    shown = _names(rng, link)
    found = clause(rng, world, link.child, child.name, kinds=_PLAIN)
    key = Col(child.name, link.child.key)
    part = counted_if(found.pred)  # where there is nothing, the condition on it is unknown
    what = listing(
        [
            *(of(column.phrase) for column in shown),
            f"the number of all {theirs(link)}",
            f"how many of these are {link.child.plural} {found.relative} (both numbers are 0 if there are none)",
        ]
    )
    order: tuple[Order, ...] = ()
    text = rng.choice(_EACH).format(rows=link.parent.plural, what=what)
    if rng.random() < 0.4:
        label = link.parent.column(link.parent.key)
        (named_key,) = [column for column in showable(link.parent) if column.name == label.name]
        keys: list[Key] = [
            (f"the number of all {theirs(link)}", "integer", Order(Agg("count", key), True)),
            (f"the {named_key.phrase}", "integer", Order(Col(parent.name, label.name), rng.random() < 0.6)),
        ]
        text += f" {sorting(rng, keys)}"
        order = tuple(each[2] for each in keys)
    plan = Select(
        (*pairs((shown, parent.name)), ("all_count", Agg("count", key)), ("part_count", part)),
        parent,
        (Join(child, link.on(child.name, parent.name), left=True),),
        group=_keys(link, shown, parent.name),
        order=order,
    )
    return Question(plan, text + which(world, link), "children_parts")


_PLAIN = ("equal", "differs", "compare", "between", "in", "not_in", "like", "flag", "year", "known")


SHAPES: dict[str, tuple[int, Shape]] = {
    "children_count": (3, children_count),
    "children_count_all": (4, children_count_all),
    "children_total": (4, children_total),
    "childless": (4, childless),
    "children_having": (4, children_having),
    "children_top": (4, children_top),
    "children_parts": (4, children_parts),
}
"""Name -> (level, draw)."""
