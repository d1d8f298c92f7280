"""Questions for window functions: places within a group, running totals, the row before, shares of a total."""

from __future__ import annotations

import random

from ..phrases import known
from ..plan import Arith, Col, Const, Expr, Func, IsNull, Order, Select, Window
from ..question import Question, Shape, World
from . import nested as n
from .grouping import grouped_table, groups


def running_total(rng: random.Random, world: World) -> Question:
    """The total of a number up to each row, in order of time."""
    names = n.Names(world.schema)
    table = grouped_table(rng, world, timed=True, sure=True)
    group = groups(rng, world, names, table)
    column, when = n.pick(rng, n.sure_measures(table)), n.pick(rng, n.sure_dates(table))
    label = n.label_of(table)
    last, tie, _ = n.tie_order(rng, group.rows, table)
    whole = rng.random() < 0.25
    counted = rng.random() < 0.2
    order = (Order(n.get(group.rows, when)), last)
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
            "For {each}, {show} {cols} and {what} {of}{these} up to and including it, in order of the {d} and, "
            "for the same {d}, of the {key}.",
            "Go through {all}{ts}{cond} by {d}, and by {key} where it is the same. For each of them, {show} "
            "{cols} and {what} so far{per}, this one included.",
            "For {each}, {show} {cols} and, in the last column, {what} {of}{these} from the first one up to "
            "this one. First to last means by {d}, then by {key}.",
        ),
        n.leave_out(table.plural, group.key) if not whole else "",
        cols=f"the {label.phrase}" + ("" if counted else f", the {column.phrase}"),
        what=what,
        of="" if counted else "of ",
        these=f"these {table.plural}" + ("" if whole else f" {group.same}")
        if not counted
        else ("among these" if whole else f"among these {group.same}"),
        d=when.phrase,
        key=tie,
        cond=words,
        all="the " if words else "all ",
        each=f"each of the {table.plural}{words}" if words else f"each {table.noun}",
        per="" if whole else f" among those {group.same}",
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
    label = n.label_of(table)
    last, tie, _ = n.tie_order(rng, group.rows, table)
    order = (Order(n.get(group.rows, when)), last)
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
            "Put {all}{ts}{cond} of each {g} in order by {d}, and by {key} where it is the same. For each {t}, "
            "{show} the {label}, the {m} and {what}.",
            "For {each}, {show} the {label}, the {m} and {what}, in the order of the {d}, then of the {key}, "
            "among those {same}.",
            "Within each {g}, {all}{ts}{cond} follow each other by {d} and, if it is the same, by {key}. For "
            "each of them, {show} the {label}, the {m} and {what}.",
        ),
        f"Leave out the first {table.noun} of each {group.word}."
        if drop
        else f"For the first {table.noun} of each {group.word} the last column is NULL.",
        f"Only these {table.plural} count." if words else "",
        n.leave_out(table.plural, group.key),
        g=group.word,
        same=group.same,
        m=column.phrase,
        d=when.phrase,
        key=tie,
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
    change_name = pairs[-1][0]
    plan = Select(
        tuple((name, Col(inner.name, name)) for name, _ in pairs),
        inner,
        where=IsNull(Col(inner.name, change_name), True),
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
            "Group {all}{ts}{cond} by {g}. For each single {t}, {show} the {label}, the {m}, and {what} of its "
            "group.",
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
            "For each {m}, {show} the {m}, {what} {ts}{cond}, and which percentage that is of {what2} all "
            "{these}.",
            "Group the {ts}{cond} by {m}. {Show} the {m}, {what} {ts} of the group, and this as a percentage "
            "of {what2} all {these}.",
            "How do the {ts}{cond} divide by {m}? {Show} the {m}, {what} {ts} with it, and this as a "
            "percentage of {what2} all {these}.",
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
    "running_total": (5, running_total),
    "step_before": (6, step_before),
    "share_of_group": (5, share_of_group),
    "percent_of_all": (5, percent_of_all),
}
