"""Questions of level 7: several ideas in one query, each of which builds on the rows that the one before gives."""

from __future__ import annotations

import random

from ..phrases import known
from ..plan import (
    Agg,
    Arith,
    Cmp,
    Col,
    Const,
    Expr,
    Func,
    Join,
    Order,
    Select,
    Window,
)
from ..question import NoFit, Question, Shape, World
from . import nested as n
from .nested_totals import amount_of


def most_frequent(rng: random.Random, world: World) -> Question:
    """For each parent the category that most of its children have, all that tie."""
    kin = n.family(rng, world.schema, lambda each: known(n.categories(each.child)), total=True)
    column = n.pick(rng, known(n.categories(kin.child)))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label = n.label_of(kin.parent)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.4, [column.name])
    key = n.get(child, kin.link.key.column)
    nest = n.Nest(rng, names)
    owner, kind, number, place = (names.new(word) for word in ("owner", "category", "number", "place"))
    counts = nest.put(
        "counts",
        Select(
            ((owner, key), (kind, n.get(child, column)), (number, Agg("count"))),
            child,
            (),
            pred,
            (key, n.get(child, column)),
        ),
    )
    falling = rng.random() < 0.8
    rank = Window("rank", None, (Col(counts.name, owner),), (Order(Col(counts.name, number), falling),))
    ranked = nest.put(
        "ranked",
        Select((*((name, Col(counts.name, name)) for name in (owner, kind, number)), (place, rank)), counts),
    )
    word = "most often" if falling else "least often, but at least once,"
    text = n.said(
        rng,
        (
            "For each {p} that has {cs}{cond}, which {m} occurs {word} among these {cs}? {Show} the {label} of "
            "the {p}, the {m} and how often it occurs; if several tie, a row for each of them.",
            "Count how often each {m} occurs among each {p}'s {cs}{cond}. {Show} the {label} of the {p}, the "
            "{m} that occurs {word} and the count, with one row for each {m} that ties.",
            "For each {p}, look at the {p}'s {cs}{cond}. {Show} the {label} of the {p}, the {m} that these "
            "{cs} have {word} and the number of those that have it. Where several are equally frequent, list "
            "all of them; leave out {ps} without {such}{cs}.",
        ),
        kin.note,
        label=label.phrase,
        m=column.phrase,
        word=word,
        cond=words,
        such="such " if words else "",
        **kin.words(),
    )
    plan = Select(
        n.labelled(
            (label.name, n.get(parent, label)),
            (column.name, Col(ranked.name, kind)),
            ("number", Col(ranked.name, number)),
        ),
        ranked,
        (Join(parent, n.same(Col(ranked.name, owner), n.get(parent, kin.parent.key))),),
        n.same(Col(ranked.name, place), Const(1)),
    )
    return Question(nest.whole(plan), text, "most_frequent")


def latest_is(rng: random.Random, world: World) -> Question:
    """Parents whose latest child meets a condition."""
    kin = n.family(rng, world.schema, lambda each: n.sure_dates(each.child), total=True)
    when = n.pick(rng, n.sure_dates(kin.child))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.child)
    nest = n.Nest(rng, names)
    owner, place = names.new("owner"), names.new("place")
    falling = rng.random() < 0.7
    order = (Order(n.get(child, when), falling), Order(n.get(child, kin.child.key), falling))
    number = Window("row_number", None, (n.get(child, kin.link.key.column),), order)
    wanted = rng.choice((1, 1, 2)) if falling else 1
    source = names.new("numbered")
    pred, words = n.filtered(rng, world, kin.child, source, 1.0, [when.name, kin.child.label])
    taken = [column for column in kin.child.columns if _mentions(pred, column.name)]
    inner_query = Select(
        (
            (owner, n.get(child, kin.link.key.column)),
            *n.out(child, [when, *taken]),
            (place, number),
        ),
        child,
    )
    inner = nest.put_as(source, inner_query)
    word = "latest" if falling else "earliest"
    which = word if wanted == 1 else "second latest"
    text = n.said(
        rng,
        (
            "Consider the {which} {c} of each {p}, by {d}. {Show} the {label} of the {p} and the {d} of this "
            "{c}, if it is one of the {cs}{cond}.",
            "Which {ps} have as their {which} {c} (by {d}) one of the {cs}{cond}? {Show} the {label} of each "
            "and the {d} of that {c}.",
            "For each {p} whose {which} {c} by {d} is among the {cs}{cond}, {show} the {label} and the {d} of "
            "this {c}.",
        ),
        f"Among {kin.child.plural} with the same {when.phrase}, the one with the "
        f"{'greater' if falling else 'smaller'} {key.phrase} counts as the "
        f"{'later' if falling else 'earlier'} one.",
        kin.note,
        which=which,
        d=when.phrase,
        label=label.phrase,
        cond=words,
        **kin.words(),
    )
    plan = Select(
        n.labelled((label.name, n.get(parent, label)), (when.name, Col(inner.name, when.name))),
        parent,
        (Join(inner, n.same(Col(inner.name, owner), n.get(parent, kin.parent.key))),),
        n.every(n.same(Col(inner.name, place), Const(wanted)), pred),
    )
    return Question(nest.whole(plan), text, "latest_is")


def _mentions(node: object, name: str) -> bool:
    """Whether a condition reads a column of that name."""
    if isinstance(node, Col):
        return node.name == name
    if isinstance(node, tuple):
        return any(_mentions(each, name) for each in node)
    fields = getattr(node, "__dataclass_fields__", {})
    return any(_mentions(getattr(node, field), name) for field in fields)


def lead_over_second(rng: random.Random, world: World) -> Question:
    """By how much the best child of each parent is ahead of the second best."""
    kin = n.family(rng, world.schema, lambda each: n.sure_measures(each.child), total=True)
    column = n.pick(rng, n.sure_measures(kin.child))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label = n.label_of(kin.parent)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.4, [column.name])
    nest = n.Nest(rng, names)
    owner, value, place = names.new("owner"), names.new("current_value"), names.new("place")
    falling = rng.random() < 0.7
    order = (Order(n.get(child, column), falling), Order(n.get(child, kin.child.key)))
    number = Window("row_number", None, (n.get(child, kin.link.key.column),), order)
    first = nest.put(
        "numbered",
        Select(
            ((owner, n.get(child, kin.link.key.column)), (value, n.get(child, column)), (place, number)),
            child,
            where=pred,
        ),
        often=True,
    )
    second = nest.again(first)
    one, two = Col(first.name, value), Col(second.name, value)
    gap = Arith("-", one, two) if falling else Arith("-", two, one)
    edge = "highest" if falling else "lowest"
    text = n.said(
        rng,
        (
            "For each {p} with at least two {cs}{cond}, {show} the {label}, the {edge} {m} of these {cs}, and "
            "the difference between it and the second {edge} (a difference of 0 if two {cs} share the {edge}).",
            "By how much does the {edge} {m} among each {p}'s {cs}{cond} differ from the second {edge}? {Show} "
            "the {label} of the {p}, the {edge} {m} and the difference (0 if two {cs} share the {edge}), for "
            "{ps} with two or more such {cs}.",
            "Take the two {cs}{cond} with the {edge} {m} of each {p} that has at least two of them. {Show} the "
            "{label} of the {p}, the {edge} {m}, and how far apart the two values are (0 if they are equal).",
        ),
        kin.note,
        label=label.phrase,
        m=column.phrase,
        edge=edge,
        cond=words,
        **kin.words(),
    )
    where = n.every(n.same(Col(first.name, place), Const(1)), n.same(Col(second.name, place), Const(2)))
    plan = Select(
        n.labelled((label.name, n.get(parent, label)), (column.name, one), ("lead", gap)),
        parent,
        (
            Join(first, n.same(Col(first.name, owner), n.get(parent, kin.parent.key))),
            Join(second, n.same(Col(second.name, owner), n.get(parent, kin.parent.key))),
        ),
        where,
    )
    return Question(nest.whole(plan), text, "lead_over_second")


def best_month(rng: random.Random, world: World) -> Question:
    """For each parent or category the months with the most children, all that tie."""
    kin = n.family(rng, world.schema, lambda each: n.sure_dates(each.child), total=True)
    when = n.pick(rng, n.sure_dates(kin.child))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label = n.label_of(kin.parent)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.4, [when.name])
    amount, what = amount_of(rng, kin, child)
    yearly = rng.random() < 0.4
    date = n.get(child, when)
    key = n.get(child, kin.link.key.column)
    nest = n.Nest(rng, names)
    owner, year, month, value, best = (
        names.new(word) for word in ("owner", "the_year", "the_month", "amount", "best")
    )
    times: tuple[tuple[str, Expr], ...] = ((year, Func("year", (date,))),)
    if not yearly:
        times = (*times, (month, Func("month", (date,))))
    counts = nest.put(
        "counts",
        Select(((owner, key), *times, (value, amount)), child, (), pred, (key, *(expr for _, expr in times))),
        often=True,
    )
    again = nest.again(counts)
    edge = "max" if rng.random() < 0.75 else "min"
    tops = nest.put(
        "tops",
        Select(
            ((owner, Col(again.name, owner)), (best, n.total(edge, Col(again.name, value)))),
            again,
            group=(Col(again.name, owner),),
        ),
    )
    unit = "year" if yearly else "month"
    time = "the year as a number" if yearly else "the year and the month as two numbers"
    text = n.said(
        rng,
        (
            "In which {unit} did each {p} have the {word} {what} of {cs}{cond}, going by {d}? {Show} the "
            "{label} of the {p}, {time} and this {value}, for all {unit}s that tie.",
            "Group each {p}'s {cs}{cond} by the {unit} of the {d}. {Show} the {label} of the {p}, {time} and "
            "the {what} of the {cs} for the {unit} in which this is {word}, or for all such {unit}s if several "
            "tie.",
            "For each {p}, find the {unit} of the {d} with the {word} {what} of {cs}{cond}, all of them in a "
            "tie, and {show} the {label} of the {p}, {time} and this {value}.",
        ),
        f"Only {unit}s in which the {kin.parent.noun} has such {kin.child.plural} count.",
        "" if yearly else "The same month of different years counts as different months.",
        kin.note,
        unit=unit,
        time=time,
        d=when.phrase,
        word="greatest" if edge == "max" else "smallest",
        what=what,
        value="number" if what == "number" else "value",
        label=label.phrase,
        cond=words,
        **kin.words(),
    )
    plan = Select(
        n.labelled(
            (label.name, n.get(parent, label)),
            *((name, Col(counts.name, name)) for name, _ in times),
            ("amount", Col(counts.name, value)),
        ),
        counts,
        (
            Join(tops, n.same(Col(tops.name, owner), Col(counts.name, owner))),
            Join(parent, n.same(Col(counts.name, owner), n.get(parent, kin.parent.key))),
        ),
        n.same(Col(counts.name, value), Col(tops.name, best)),
    )
    return Question(nest.whole(plan), text, "best_month")


def children_of_best(rng: random.Random, world: World) -> Question:
    """The children, by condition, of the few parents with the greatest totals."""
    kin = n.family(rng, world.schema, lambda each: n.sure_measures(each.child), total=True)
    column = n.pick(rng, n.sure_measures(kin.child))
    names = n.Names(world.schema)
    inner_child, child, parent = names.of(kin.child), names.of(kin.child), names.of(kin.parent)
    key = n.get(inner_child, kin.link.key.column)
    nest = n.Nest(rng, names)
    owner, value, place = names.new("owner"), names.new("amount"), names.new("place")
    totals = nest.put(
        "totals",
        Select(((owner, key), (value, Agg("sum", n.get(inner_child, column)))), inner_child, group=(key,)),
    )
    rank = Window("dense_rank", None, (), (Order(Col(totals.name, value), True),))
    ranked = nest.put("ranked", Select(((owner, Col(totals.name, owner)), (place, rank)), totals))
    many = rng.choice((1, 2, 2, 3))
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.8, [column.name])
    plabel, clabel = n.label_of(kin.parent), n.label_of(kin.child)
    if pred is None and many > 2:
        raise NoFit("too many rows")
    what = n.summed(column.phrase)
    text = n.said(
        rng,
        (
            "Rank the {ps} by the {what} of all their {cs}, the greatest first; equal values share a rank and "
            "the next value has the next rank. For all {cs} of the {ps} {ranked}, {show} the {plabel} of the "
            "{p}, the {clabel} and the {m} of the {c}{only}.",
            "Take the {top} of the {what} of {cs} per {p}, and all {ps} that reach {one}. {Show} the {plabel} "
            "of the {p} with the {clabel} and the {m} of each of the {cs} of these {ps}{only}.",
            "Which {ps} have the {top} of the {what} of all their {cs} (ties included)? {Show}, for all {cs} "
            "of these {ps}, the {plabel} of the {p}, the {clabel} and the {m} of the {c}{only}.",
        ),
        kin.note,
        what=what,
        m=column.phrase,
        plabel=plabel.phrase,
        clabel=clabel.phrase,
        only=f", but list only {kin.child.plural}{words}" if words else "",
        ranked="with rank 1" if many == 1 else f"with a rank of at most {many}",
        top="greatest value" if many == 1 else f"{n.times(many)} greatest different values",
        one="it" if many == 1 else "one of them",
        **kin.words(),
    )
    plan = Select(
        n.labelled(
            (plabel.name, n.get(parent, plabel)),
            (clabel.name, n.get(child, clabel)),
            (column.name, n.get(child, column)),
        ),
        ranked,
        (
            Join(parent, n.same(n.get(parent, kin.parent.key), Col(ranked.name, owner))),
            Join(child, kin.link.on(child.name, parent.name)),
        ),
        n.every(Cmp("<=", Col(ranked.name, place), Const(many)), pred),
    )
    return Question(nest.whole(plan), text, "children_of_best")


SHAPES: dict[str, tuple[int, Shape]] = {
    "most_frequent": (7, most_frequent),
    "latest_is": (6, latest_is),
    "lead_over_second": (7, lead_over_second),
    "best_month": (7, best_month),
    "children_of_best": (7, children_of_best),
}
