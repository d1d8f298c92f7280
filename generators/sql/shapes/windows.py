"""Questions for window functions: places within a group, running totals, the row before, shares of a total."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from ..phrases import dates, known, measures, of
from ..plan import Arith, Cmp, Col, Const, Expr, Func, IsNull, Order, Pred, Select, Source, Window
from ..question import Question, Shape, World
from ..schema import Column, Table
from . import nested as n


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows of a table and what ties them into groups.

    Attributes:
        table: the table.
        rows: its source.
        key: the column by which rows are grouped.
        word: the noun of a group: "customer", "status".
        shown: how a group is shown.
        shown_word: the same in words.
        same: "with the same status", "of the same customer".
        owner: the parent's source and the join's condition, where the group is shown by the parent's label.
    """

    table: Table
    rows: Source
    key: Column
    word: str
    shown: Expr
    shown_word: str
    same: str
    owner: tuple[Source, Pred] | None

    def where(self, *parts: Pred | None) -> Pred | None:
        """The conditions, and that the group is known."""
        return n.every(*parts, n.there(self.rows, self.key))

    def select(self, pairs: tuple[tuple[str, Expr], ...], where: Pred | None) -> Select:
        """The rows, with the parents where these are needed."""
        joins = (n.Join(*self.owner),) if self.owner else ()
        return Select(pairs, self.rows, joins, self.where(where))


def groups(rng: random.Random, world: World, names: n.Names, table: Table) -> Groups:
    """Draw what the rows of a table are grouped by: a category, or a parent that each row has."""
    kin = [each for each in n.families(world.schema, total=True) if each.child is table]
    choices: list[Column | n.Family] = [*n.categories(table), *kin, *kin]
    chosen = n.pick(rng, choices, "groups")
    rows = names.of(table)
    if isinstance(chosen, Column):
        word = chosen.phrase
        return Groups(
            table, rows, chosen, word, n.get(rows, chosen), f"the {word}", f"with the same {word}", None
        )
    key, owner = table.column(chosen.link.key.column), chosen.link.key.owner
    label = n.label_of(chosen.parent)
    parent = names.of(chosen.parent)
    joined = (parent, chosen.link.on(rows.name, parent.name))
    shown = n.get(parent, label)
    return Groups(table, rows, key, owner, shown, of(label.phrase, owner), f"of the same {owner}", joined)


def grouped_table(rng: random.Random, world: World, *, timed: bool = False, sure: bool = False) -> Table:
    """A table that has groups, and numbers or dates."""
    parents = {each.child.name for each in n.families(world.schema, total=True)}

    def fits(table: Table) -> bool:
        offers = (n.sure_measures if sure else measures)(table)
        return bool(
            (n.categories(table) or table.name in parents) and offers and (n.sure_dates(table) or not timed)
        )

    return n.table_with(rng, world.schema, fits)


def _edge(rng: random.Random, column: Column) -> tuple[bool, str]:
    """Whether the greatest comes first, and the word for the first."""
    falling = rng.random() < 0.65
    if column.kind in ("date", "datetime"):
        return falling, "latest" if falling else "earliest"
    return falling, "highest" if falling else "lowest"


def _tie_key(rng: random.Random, rows: Source, table: Table) -> tuple[Order, str]:
    """The primary key as what breaks ties, and the words for the row that comes first."""
    falling = rng.random() < 0.3
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
            "For each {g}, find the {t} with the {edge} {m} among {all}{ts}{cond}; if several tie, take {first}. {Show} "
            "{group}, and the {label} and the {m} of this {t}.",
            "Which {t} has the {edge} {m} of {all}{ts}{cond} {same}? Take exactly one for each {g}, in a "
            "tie {first}. {Show} {group}, the {label} of the {t} and the {m}.",
            "{show} one row for each {g}: {group}, and the {label} and the {m} of the {t} with the {edge} {m}, taken "
            "from {all}{ts}{cond}. Ties are decided in favour of {first}.",
        ),
        "top_of_group": (
            "For each {g}, find the {many} {ts} with the {edge} {m}{only}. If several have the same {m}, {first} comes "
            "first. {Show} {group}, the {label} and the {m} of each of these {ts}; a {g} with fewer than {many} of "
            "them has them all.",
            "{show} {group}, the {label} and the {m} of the {many} {ts} with the {edge} {m} of each {g}{only} (or of "
            "all, if there are fewer). Among equal {m} values, {first} goes first.",
            "Number the {ts} of each {g} by their {m}, beginning with the {edge}; among equals {first} comes first. "
            "{Show} {group}, the {label} and the {m} of the first {many} of each {g}{only}.",
        ),
        "nth_of_group": (
            "Take {all}{ts}{cond}. For each {g} that has so many of them, find the {nth} {t} by {m}, counted from the "
            "{edge}; if several tie, {first} comes first. {Show} {group}, the {label} and the {m} of this {t}.",
            "Within each {g}, put {all}{ts}{cond} in order by {m}, the {edge} first, and among equals {first} first. "
            "{Show} {group}, and the {label} and the {m} of the {nth} {t}, for each {g} that has one.",
            "Within each {g}, number {all}{ts}{cond} by {m}, beginning with 1 for the {edge}; among equals, {first} goes "
            "first. {Show} {group}, the {label} and the {m} of those with the number {many}.",
        ),
    }[shape]
    text = n.said(
        rng,
        templates,
        n.leave_out(table.plural, column, group.key),
        g=group.word,
        same=group.same,
        group=group.shown_word,
        edge=edge,
        m=column.phrase,
        label=label.phrase,
        first=first,
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        only=f", considering only {table.plural}{words}" if words else "",
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
            "For each {g}, take the {many} {edge} different values of the {m} among {all}{ts}{cond} (all values, if "
            "there are fewer), and {show} {group}, the {label} and the {m} of every {t} that has one of them.",
            "Rank {all}{ts}{cond} within each {g} by {m}, the {edge} first; equal values share a rank and the next "
            "value has the next rank. {Show} {group}, the {label} and the {m} of those with a rank of at most {number}.",
            "Among {all}{ts}{cond}, {show} {group}, the {label} and the {m} of those whose {m} {be} among the {many} "
            "{edge} different values within their {g}; ties are all included.",
        )
    elif many == 1:
        templates = (
            "For each {g}, which of {all}{ts}{cond} have the {edge} {m}? {Show} {group}, the {label} and the {m}, and "
            "include all that tie.",
            "{show} {group}, the {label} and the {m} of the {ts} with the {edge} {m} of each {g}, taken from "
            "{all}{ts}{cond}. Where several share it, list them all.",
            "Within each {g}, look for the {edge} {m} of {all}{ts}{cond}, and {show} {group}, the {label} and the {m} "
            "of each of them that has it.",
        )
    else:
        templates = (
            "Rank {all}{ts}{cond} within each {g} by {m}, the {edge} first. Equal values share a rank, and the ranks "
            "after a tie are skipped as in sports (1, 1, 3). {Show} {group}, the {label} and the {m} of those ranked "
            "{number} or better.",
            "Among {all}{ts}{cond}, {show} {group}, the {label} and the {m} of those for which fewer than {many} "
            "others of these {same} have {a_more} {m}.",
            "Considering {all}{ts}{cond}, {show} {group}, the {label} and the {m} of those with at most {less} others "
            "{same} ahead of them, that is, with {a_more} {m}.",
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
        label=label.phrase,
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
            "{show} the {label} of {all}{ts}{cond}, each with its place by {m}{within}: the {edge} has place 1; {how}.",
            "Rank {all}{ts}{cond} by {m}{within}, beginning with 1 for the {edge}; {how}. {Show} the {label} and the "
            "place.",
            "What is the place of each of {all}{ts}{cond} by {m}{within}, if the {edge} is number 1? {Show} the "
            "{label} and the place; {how}.",
        ),
        f"Leave out {table.plural} whose {column.phrase} is missing; they do not count for the places."
        if column.nullable
        else "",
        n.leave_out(table.plural, group.key) if not whole else "",
        m=column.phrase,
        label=label.phrase,
        edge=edge,
        how=how,
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        within="" if whole else f" within its {group.word}",
        **n.table_words(table),
    )
    where = n.every(pred, n.there(group.rows, column), None if whole else n.there(group.rows, group.key))
    return Question(Select(pairs, group.rows, where=where), text, "ranking")


def running_total(rng: random.Random, world: World) -> Question:
    """The total of a number up to each row, in order of time."""
    names = n.Names(world.schema)
    table = grouped_table(rng, world, timed=True, sure=True)
    group = groups(rng, world, names, table)
    column, when = n.pick(rng, n.sure_measures(table)), n.pick(rng, n.sure_dates(table))
    label, key = n.label_of(table), n.key_of(table)
    whole = rng.random() < 0.25
    counted = rng.random() < 0.2
    order = (Order(n.get(group.rows, when)), Order(n.get(group.rows, key)))
    partition = () if whole else (n.get(group.rows, group.key),)
    avoid = [column.name, group.key.name]
    pred, words = n.filtered(rng, world, table, group.rows.name, 0.4, avoid)
    value = n.get(group.rows, column)
    running = Window("count", None, partition, order) if counted else Window("sum", value, partition, order)
    pairs = n.labelled(
        (label.name, n.get(group.rows, label)),
        *([] if counted else [(column.name, value)]),
        ("running", running),
    )
    what = f"the number of {table.plural}" if counted else f"the {n.summed(column.phrase)}"
    text = n.said(
        rng,
        (
            "For {each}, {show} {cols} and {what} {of}{these} up to and including it, in order of the {d} (those with "
            "the same {d} in order of the {key}).",
            "Go through {all}{ts}{cond} by {d}, and by {key} where it is the same. {Show} {cols} of each, and {what} "
            "so far{per}, itself included.",
            "For {each}, {show} {cols} and, in the last column, {what} {of}{these} from the first one up to this one. "
            "The order is that of the {d}, then of the {key}.",
        ),
        n.leave_out(table.plural, group.key) if not whole else "",
        cols=f"the {label.phrase}" + ("" if counted else f", the {column.phrase}"),
        what=what,
        of="" if counted else "of ",
        these="these" + ("" if whole else f" {table.plural} {group.same}")
        if not counted
        else ("among these" if whole else f"among these {group.same}"),
        d=when.phrase,
        key=key.phrase,
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        per="" if whole else f" {group.same}",
        **n.table_words(table),
    )
    where = n.every(pred, None if whole else n.there(group.rows, group.key))
    return Question(Select(pairs, group.rows, where=where), text, "running_total")


def step_before(rng: random.Random, world: World) -> Question:
    """The change of a number, or the days, since the row before of the same group."""
    names = n.Names(world.schema)
    table = grouped_table(rng, world, timed=True, sure=True)
    group = groups(rng, world, names, table)
    when = n.pick(rng, n.days_of(table) or n.sure_dates(table))
    days = when.kind == "date" and rng.random() < 0.4
    column = when if days else n.pick(rng, n.sure_measures(table))
    label, key = n.label_of(table), n.key_of(table)
    order = (Order(n.get(group.rows, when)), Order(n.get(group.rows, key)))
    pred, words = n.filtered(rng, world, table, group.rows.name, 0.3, [column.name, group.key.name])
    value = n.get(group.rows, column)
    before = Window("lag", value, (n.get(group.rows, group.key),), order)
    change: Expr = Func("days", (before, value)) if days else Arith("-", value, before)
    drop = rng.random() < 0.4
    pairs = n.labelled((label.name, n.get(group.rows, label)), (column.name, value), ("change", change))
    select = Select(pairs, group.rows, where=group.where(pred))
    what = (
        f"the number of days since the {table.noun} before it"
        if days
        else f"how much greater the {column.phrase} is than that of the {table.noun} before it (negative if it is less)"
    )
    text = n.said(
        rng,
        (
            "Put {all}{ts}{cond} of each {g} in order by {d}, and by {key} where it is the same. For each {t}, {show} "
            "the {label}, the {m} and {what}.",
            "For {each}, {show} the {label}, the {m} and {what}, in the order of the {d}, then of the "
            "{key}, among those {same}.",
            "Within each {g}, {all}{ts}{cond} follow each other by {d} and, if it is the same, by {key}. For each of "
            "them, {show} the {label}, the {m} and {what}.",
        ),
        f"Leave out the first {table.noun} of each {group.word}."
        if drop
        else f"For the first {table.noun} of each {group.word} the last column is NULL.",
        n.leave_out(table.plural, group.key),
        g=group.word,
        same=group.same,
        m=column.phrase,
        d=when.phrase,
        key=key.phrase,
        label=label.phrase,
        what=what,
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        **n.table_words(table),
    )
    if not drop:
        return Question(select, text, "step_before")
    nest = n.Nest(rng, names)
    inner = nest.put("steps", select)
    last = pairs[-1][0]
    plan = Select(
        tuple((name, Col(inner.name, name)) for name, _ in pairs),
        inner,
        where=IsNull(Col(inner.name, last), True),
    )
    return Question(nest.whole(plan), text, "step_before")


def share_of_group(rng: random.Random, world: World) -> Question:
    """Each row's share of the total of its group, or its difference from the group's average or extreme."""
    names = n.Names(world.schema)
    table = grouped_table(rng, world, sure=True)
    group = groups(rng, world, names, table)
    column = n.pick(rng, n.sure_measures(table))
    label = n.label_of(table)
    pred, words = n.filtered(rng, world, table, group.rows.name, 0.4, [column.name, group.key.name])
    value = n.get(group.rows, column)
    partition = (n.get(group.rows, group.key),)
    how = rng.choice(("share", "share", "average", "max", "min"))
    note = ""
    if how == "share":
        result: Expr = Arith("/", Arith("*", Const(100), value), Window("sum", value, partition))
        what = f"its percentage of the {n.summed(column.phrase)}"
        note = "The percentage is from 0 to 100, not rounded, and NULL where the total is 0."
    elif how == "average":
        result = Arith("-", value, Window("avg", value, partition))
        what = f"the {column.phrase} minus the average {column.phrase}"
    else:
        side = Window("max" if how == "max" else "min", value, partition)
        result = Arith("-", side, value) if how == "max" else Arith("-", value, side)
        edge = "highest" if how == "max" else "lowest"
        what = f"the difference between the {column.phrase} and the {edge} {column.phrase} (0 or more)"
    pairs = n.labelled((label.name, n.get(group.rows, label)), (column.name, value), ("result", result))
    text = n.said(
        rng,
        (
            "For {each}, {show} the {label}, the {m} and {what} of {these} {same}.",
            "{show} the {label} and the {m} of {all}{ts}{cond}, and as a third column {what} of {these} "
            "{same}.",
            "Group {all}{ts}{cond} by {g}. For each single {t}, {show} the {label}, the {m}, and {what} of its group.",
        ),
        note,
        n.leave_out(table.plural, group.key),
        g=group.word,
        same=group.same,
        m=column.phrase,
        label=label.phrase,
        what=what,
        these=f"all these {table.plural}" if words else f"all {table.plural}",
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        **n.table_words(table),
    )
    plan = Select(pairs, group.rows, where=group.where(pred))
    return Question(plan, text, "share_of_group")


def percent_of_all(rng: random.Random, world: World) -> Question:
    """How many rows each category has, and which percentage of all rows that is."""
    table = n.table_with(rng, world.schema, lambda t: known(n.categories(t)))
    column = n.pick(rng, known(n.categories(table)))
    names = n.Names(world.schema)
    rows = names.of(table)
    pred, words = n.filtered(rng, world, table, rows.name, 0.6, [column.name])
    numbers = n.sure_measures(table)
    summed = n.pick(rng, numbers) if numbers and rng.random() < 0.5 else None
    amount: Expr = n.total("sum", n.get(rows, summed)) if summed else n.total("count")
    percent = Arith("/", Arith("*", Const(100), amount), Window("sum", amount))
    what = f"the {n.summed(summed.phrase)} of the" if summed else "the number of"
    text = n.said(
        rng,
        (
            "For each {m}, {show} the {m}, {what} {ts}{cond}, and which percentage that is of {what2} all {these}.",
            "Group the {ts}{cond} by {m}. {Show} the {m}, {what} {ts} of the group, and this as a percentage of "
            "{what2} all {these}.",
            "How do the {ts}{cond} divide by {m}? {Show} the {m}, {what} {ts} with it, and the percentage of {what2} "
            "all {these}.",
        ),
        "Percentages are from 0 to 100 and not rounded."
        + (" If that total is 0, they are NULL." if summed is not None else ""),
        m=column.phrase,
        what=what,
        what2=f"the {n.summed(summed.phrase)} of" if summed else "the number of",
        these=f"these {table.plural}" if words else table.plural,
        cond=words,
        **n.table_words(table),
    )
    pairs = n.labelled((column.name, n.get(rows, column)), ("amount", amount), ("percentage", percent))
    return Question(Select(pairs, rows, where=pred, group=(n.get(rows, column),)), text, "percent_of_all")


SHAPES: dict[str, tuple[int, Shape]] = {
    "first_of_group": (5, first_of_group),
    "top_of_group": (6, top_of_group),
    "nth_of_group": (6, nth_of_group),
    "best_ties": (6, best_ties),
    "ranking": (5, ranking),
    "running_total": (5, running_total),
    "step_before": (6, step_before),
    "share_of_group": (5, share_of_group),
    "percent_of_all": (5, percent_of_all),
}
