"""Questions about places: the first rows of each group, with ties kept or broken, and ranks."""

from __future__ import annotations

import random
from typing import Literal

from ..phrases import a, dates, measures
from ..plan import Cmp, Col, Const, Order, Select, Source, Window
from ..question import Question, Shape, World
from ..schema import Column, Table
from . import nested as n
from .grouping import grouped_table, groups


def _edge(rng: random.Random, column: Column) -> tuple[bool, str]:
    """Whether the greatest comes first, and the word for the first."""
    falling = rng.random() < 0.65
    if column.kind in ("date", "datetime"):
        return falling, "latest" if falling else "earliest"
    return falling, "highest" if falling else "lowest"


def _tie_key(rng: random.Random, rows: Source, table: Table) -> tuple[Order, str]:
    """The primary key as what breaks ties, and the words for the row that comes first."""
    falling = rng.random() < 0.8  # rows lie in the order of their key: one that rises would not matter
    key = n.key_of(table)
    word = f"the one with the {'greatest' if falling else 'smallest'} {key.phrase}"
    return Order(n.get(rows, key), falling), word


def first_of_group(rng: random.Random, world: World) -> Question:
    """The one row of each group that comes first, ties broken by the key."""
    return _top(rng, world, "first_of_group")


def top_of_group(rng: random.Random, world: World) -> Question:
    """The first few rows of each group, ties broken by the key."""
    return _top(rng, world, "top_of_group")


def nth_of_group(rng: random.Random, world: World) -> Question:
    """The second or third row of each group, ties broken by the key."""
    return _top(rng, world, "nth_of_group")


def _top(rng: random.Random, world: World, shape: str) -> Question:
    """Rows by their number in the group."""
    names = n.Names(world.schema)
    table = grouped_table(rng, world)
    group = groups(rng, world, names, table)
    column = n.pick(rng, [*measures(table), *dates(table)])
    falling, edge = _edge(rng, column)
    tie, first = _tie_key(rng, group.rows, table)
    many = {"first_of_group": 1, "top_of_group": rng.choice((2, 2, 3)), "nth_of_group": rng.choice((2, 2, 3))}[
        shape
    ]
    label = n.label_of(table)
    pred, words = n.filtered(rng, world, table, group.rows.name, 0.4, [column.name, group.key.name])
    nest = n.Nest(rng, names)
    place = names.new("place")
    number = Window(
        "row_number",
        None,
        (n.get(group.rows, group.key),),
        (Order(n.get(group.rows, column), falling), tie),
    )
    pairs = n.labelled(
        (group.key.name if group.owner is None else "owner", group.shown),
        (label.name, n.get(group.rows, label)),
        (column.name, n.get(group.rows, column)),
    )
    where = n.every(pred, n.there(group.rows, column))
    inner = nest.put("numbered", group.select((*pairs, (place, number)), where))
    op: Literal["=", "<="] = "<=" if shape == "top_of_group" else "="
    plan = Select(
        tuple((name, Col(inner.name, name)) for name, _ in pairs),
        inner,
        where=Cmp(op, Col(inner.name, place), Const(many)),
    )
    templates = {
        "first_of_group": (
            "For each {g}, find the {t} with the {edge} {m} among {all}{ts}{cond}; if several tie, take "
            "{first}. {Show} {group}, and the {label} and the {m} of this {t}.",
            "Which {t} has the {edge} {m} of {all}{ts}{cond} {same}? Take exactly one for each {g}, in a tie "
            "{first}. {Show} {group}, the {label} and the {m}.",
            "{show} one row for each {g}: {group}, and the {label} and the {m} of the {t} with the {edge} {m}, "
            "taken from {all}{ts}{cond}. Ties are decided in favour of {first}.",
        ),
        "top_of_group": (
            "For each {g}, find the {many} {ts} with the {edge} {m}{only}. If several have the same {m}, "
            "{first} comes first. {Show} {group}, the {label} and the {m} of each of these {ts}; {a_g} with "
            "fewer than {many} of them has them all.",
            "{show} {group}, the {label} and the {m} of the {many} {ts} with the {edge} {m} of each {g}{only} "
            "(or of all, if there are fewer). Among equal values of the {m}, {first} goes first.",
            "Number the {ts} of each {g} by their {m}, beginning with the {edge}; among equals {first} comes "
            "first. {Show} {group}, the {label} and the {m} of the first {many} of each {g}{only}.",
        ),
        "nth_of_group": (
            "Take {all}{ts}{cond}. For each {g} that has at least {least} of them, find the {nth} {t} by {m}, counted "
            "from the {edge}; if several tie, {first} comes first. {Show} {group}, the {label} and the {m} of "
            "this {t}.",
            "Within each {g}, put {all}{ts}{cond} in order by {m}, the {edge} first, and among equals {first} "
            "first. {Show} {group}, and the {label} and the {m} of the {nth} {t}, for each {g} that has one.",
            "Within each {g}, number {all}{ts}{cond} by {m}, beginning with 1 for the {edge}; among equals, "
            "{first} goes first. {Show} {group}, the {label} and the {m} of those with the number {many}.",
        ),
    }[shape]
    text = n.said(
        rng,
        templates,
        n.leave_out(table.plural, column, group.key),
        g=group.word,
        a_g=a(group.word),
        same=group.same,
        group=group.shown_word,
        edge=edge,
        m=column.phrase,
        label=label.phrase if group.owner is None else f"{label.phrase} of the {table.noun}",
        first=first,
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        only=f", considering only {table.plural}{words}" if words else "",
        least=n.times(many),
        many=n.times(many) if shape == "top_of_group" else str(many),
        nth=n.nth(many),
        **n.table_words(table),
    )
    return Question(nest.whole(plan), text, shape)


def best_ties(rng: random.Random, world: World) -> Question:
    """The rows of each group that share the first place, or one of the first places."""
    names = n.Names(world.schema)
    table = grouped_table(rng, world)
    group = groups(rng, world, names, table)
    column = n.pick(rng, measures(table))
    falling, edge = _edge(rng, column)
    label = n.label_of(table)
    pred, words = n.filtered(rng, world, table, group.rows.name, 0.4, [column.name, group.key.name])
    nest = n.Nest(rng, names)
    place = names.new("place")
    dense = rng.random() < 0.5
    many = rng.choice((2, 2, 3)) if dense else rng.choice((1, 1, 2, 3))
    rank = Window(
        "dense_rank" if dense else "rank",
        None,
        (n.get(group.rows, group.key),),
        (Order(n.get(group.rows, column), falling),),
    )
    pairs = n.labelled(
        (group.key.name if group.owner is None else "owner", group.shown),
        (label.name, n.get(group.rows, label)),
        (column.name, n.get(group.rows, column)),
    )
    where = n.every(pred, n.there(group.rows, column))
    inner = nest.put("ranked", group.select((*pairs, (place, rank)), where))
    plan = Select(
        tuple((name, Col(inner.name, name)) for name, _ in pairs),
        inner,
        where=Cmp("<=", Col(inner.name, place), Const(many)),
    )
    more = "higher" if falling else "lower"
    if dense:
        templates: tuple[str, ...] = (
            "For each {g}, take the {many} {edge} different values of the {m} among {all}{ts}{cond} (all "
            "values, if there are fewer), and {show} {group}, the {label} and the {m} of every {t} that has "
            "one of them.",
            "Rank {all}{ts}{cond} within each {g} by {m}, the {edge} first; equal values share a rank and the "
            "next value has the next rank. {Show} {group}, the {label} and the {m} of those with a rank of at "
            "most {number}.",
            "Among {all}{ts}{cond}, {show} {group}, the {label} and the {m} of those whose {m} {be} among the "
            "{many} {edge} different values within their {g}; ties are all included.",
        )
    elif many == 1:
        templates = (
            "For each {g}, which of {all}{ts}{cond} have the {edge} {m}? {Show} {group}, the {label} and the "
            "{m}, and include all that tie.",
            "{show} {group}, the {label} and the {m} of the {ts} with the {edge} {m} of each {g}, taken from "
            "{all}{ts}{cond}. Where several share it, list them all.",
            "Within each {g}, look for the {edge} {m} of {all}{ts}{cond}, and {show} {group}, the {label} and "
            "the {m} of each of them that has it.",
        )
    else:
        templates = (
            "Rank {all}{ts}{cond} within each {g} by {m}, the {edge} first. Equal values share a rank, and the "
            "ranks after a tie are skipped as in sports (1, 1, 3). {Show} {group}, the {label} and the {m} of "
            "those ranked {number} or better.",
            "Among {all}{ts}{cond}, {show} {group}, the {label} and the {m} of those for which fewer than "
            "{many} others of these {same} have {a_more} {m}.",
            "Considering {all}{ts}{cond}, {show} {group}, the {label} and the {m} of those with at most {less} "
            "others {same} ahead of them, that is, with {a_more} {m}.",
        )
    text = n.said(
        rng,
        templates,
        n.leave_out(table.plural, column, group.key),
        g=group.word,
        same=group.same,
        group=group.shown_word,
        edge=edge,
        more=more,
        m=column.phrase,
        label=label.phrase if group.owner is None else f"{label.phrase} of the {table.noun}",
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        many=n.times(many),
        less=n.times(many - 1),
        number=str(many),
        **n.table_words(table),
    )
    return Question(nest.whole(plan), text, "best_ties")


def ranking(rng: random.Random, world: World) -> Question:
    """All rows with their place."""
    names = n.Names(world.schema)
    table = grouped_table(rng, world)
    column = n.pick(rng, measures(table))
    falling, edge = _edge(rng, column)
    whole = rng.random() < 0.5
    group = groups(rng, world, names, table)
    label = n.label_of(table)
    dense = rng.random() < 0.5
    avoid = [column.name] if whole else [column.name, group.key.name]
    pred, words = n.filtered(rng, world, table, group.rows.name, 0.7, avoid)
    rank = Window(
        "dense_rank" if dense else "rank",
        None,
        () if whole else (n.get(group.rows, group.key),),
        (Order(n.get(group.rows, column), falling),),
    )
    pairs = n.labelled((label.name, n.get(group.rows, label)), ("place", rank))
    how = (
        "equal values share a place, and the next different value has the next number (1, 1, 2)"
        if dense
        else "equal values share a place, and as many numbers are skipped after them (1, 1, 3)"
    )
    text = n.said(
        rng,
        (
            "{show} the {label} of {all}{ts}{cond}, each with its place by {m}{within}: the {edge} has place "
            "1; {how}.",
            "Rank {all}{ts}{cond} by {m}{apart}, beginning with 1 for the {edge}; {how}. {Show} the {label} "
            "and the place.",
            "What is the place of each of {all}{ts}{cond} by {m}{within}, if the {edge} is number 1? {Show} "
            "the {label} and the place; {how}.",
        ),
        f"Only these {table.plural} count for the places." if words else "",
        n.leave_out(table.plural, column),
        n.leave_out(table.plural, group.key) if not whole else "",
        m=column.phrase,
        label=label.phrase,
        edge=edge,
        how=how,
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        within="" if whole else f" among those {group.same}",
        apart="" if whole else f", separately for each {group.word}",
        **n.table_words(table),
    )
    where = n.every(pred, n.there(group.rows, column), None if whole else n.there(group.rows, group.key))
    return Question(Select(pairs, group.rows, where=where), text, "ranking")


SHAPES: dict[str, tuple[int, Shape]] = {
    "first_of_group": (5, first_of_group),
    "top_of_group": (6, top_of_group),
    "nth_of_group": (6, nth_of_group),
    "best_ties": (6, best_ties),
    "ranking": (5, ranking),
}
