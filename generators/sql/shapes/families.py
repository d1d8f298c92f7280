"""Questions about groups of children: counts with conditions, totals against other totals, ways over three tables."""

from __future__ import annotations

import random

from ..phrases import agree, value
from ..plan import (
    Agg,
    Arith,
    Case,
    Cmp,
    Const,
    Expr,
    Func,
    Join,
    Order,
    Pred,
    Select,
    Source,
)
from ..question import NoFit, Question, Shape, World
from ..schema import Column
from . import nested as n
from .sentences import Key, sorting


def maybe_sorted(rng: random.Random, keys: list[Key], chance: float = 0.5) -> tuple[tuple[Order, ...], str]:
    """Perhaps an order by some of the keys, and its sentence."""
    if rng.random() >= chance:
        return (), ""
    return tuple(order for _, _, order in keys), sorting(rng, keys)


def _met(pred: Pred) -> Agg:
    """How many rows meet a condition."""
    return Agg("count", Case(((pred, Const(1)),), None))


def left_count(rng: random.Random, world: World) -> Question:
    """The number, or total, of the children that meet a condition for each parent, 0 where there is none."""
    kin = n.family(rng, world.schema)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    pred, words = n.filtered(rng, world, kin.child, child.name)
    own, whose = n.filtered(rng, world, kin.parent, parent.name, 0.25)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    numbers = n.sure_measures(kin.child)
    summed = n.pick(rng, numbers) if numbers and rng.random() < 0.4 else None
    count: Expr = Agg("count", n.get(child, kin.child.key))
    if summed is not None:
        count = Func("coalesce", (Agg("sum", n.get(child, summed)), Const(0)))
    what = f"the {n.summed(summed.phrase)}" if summed else "the number"
    order, sort = maybe_sorted(rng, [("the last column", "integer", Order(count, True))], 0.4)
    text = n.said(
        rng,
        (
            "For each {p}{which}, {show} the {label} and {what} of the {p}'s {cs}{cond} (0 if there are none).",
            "{show} the {label} of every {p}{which}, also of those without any {cs}{cond}, and {what} of these "
            "{cs}, which is 0 where there are none.",
            "What is {what} of each {p}'s {cs}{cond}? {Show} the {label} of the {p} and this number, with 0 "
            "for {ps} that have none.",
        )
        if not whose
        else (
            "For each of the {ps}{which}, {show} the {label} and {what} of the {p}'s {cs}{cond} (0 if there "
            "are none).",
            "Take the {ps}{which}. {Show} the {label} of each, also without any {cs}{cond}, and {what} of "
            "these {cs}, which is 0 where there are none.",
            "Look at each of the {ps}{which}. What is {what} of the {p}'s {cs}{cond}? {Show} the {label} of "
            "the {p} and this number, with 0 for those that have none.",
        ),
        sort,
        kin.note,
        label=label.phrase,
        what=what,
        cond=words,
        which=whose,
        **kin.words(),
    )
    plan = Select(
        n.labelled((label.name, n.get(parent, label)), ("amount", count)),
        parent,
        (Join(child, n.sure(n.every(kin.link.on(child.name, parent.name), pred)), True),),
        own,
        keys_of(parent, key, label),
        None,
        order=order,
    )
    return Question(plan, text, "left_count")


def keys_of(source: Source, key: Column, label: Column) -> tuple[Expr, ...]:
    """To group by a row and show its label."""
    return (n.get(source, key), n.get(source, label)) if key.name != label.name else (n.get(source, key),)


def two_counts(rng: random.Random, world: World) -> Question:
    """Two counts with different conditions side by side for each parent."""
    return _two(rng, world, "two_counts")


def more_of_one(rng: random.Random, world: World) -> Question:
    """Parents with more children of one kind than of another."""
    return _two(rng, world, "more_of_one")


def _two(rng: random.Random, world: World, shape: str) -> Question:
    """Conditional counts of the children of each parent."""
    kin = n.family(rng, world.schema, lambda each: n.categories(each.child))
    column = n.pick(rng, n.categories(kin.child))
    values = n.seen(world, kin.child, column)
    if len(values) < 3:
        raise NoFit("too few values")
    one, two = rng.sample(values, 2)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    linked = kin.link.on(child.name, parent.name)
    counts = [_met(n.same(n.get(child, column), Const(each))) for each in (one, two)]
    fields = kin.words() | {
        "label": label.phrase,
        "m": column.phrase,
        "one": value(column, one),
        "two": value(column, two),
    }
    name = (label.name, n.get(parent, label))
    if shape == "two_counts":
        text = n.said(
            rng,
            (
                "For each {p}, also for those without {cs}, {show} the {label}, the number of {cs} whose {m} "
                "{be} {one}, and the number of {cs} whose {m} {be} {two}.",
                "{show} three columns for every {p}: the {label}, how many {cs} with the {m} {one} the {p} "
                "has, and how many with the {m} {two}; give 0 where there are none.",
                "List the {label} of every {p}, and count beside it the {p}'s {cs} whose {m} {be} {one} and, in "
                "another column, those whose {m} {be} {two} (0 if there are none).",
            ),
            kin.note,
            **fields,
        )
        pairs = n.labelled(name, ("first_count", counts[0]), ("second_count", counts[1]))
        plan = Select(pairs, parent, (Join(child, linked, True),), group=keys_of(parent, key, label))
        return Question(plan, text, shape)
    shown = rng.random() < 0.5
    text = n.said(
        rng,
        (
            "For each {p} that has more {cs} whose {m} {be} {one} than {cs} whose {m} {be} {two}, {show} "
            "{cols}.",
            "Which {ps} have more {cs} with the {m} {one} than with the {m} {two}? For each of them, {show} "
            "{cols}.",
            "Count for each {p} the {cs} whose {m} {be} {one} and those whose {m} {be} {two}. Where the first "
            "number is greater, {show} {cols}.",
        ),
        kin.note,
        cols=f"the {label.phrase} and the number of {kin.child.plural} whose {column.phrase} "
        f"{agree(column.phrase, 'is')} {fields['one']}"
        if shown
        else f"the {label.phrase}",
        **fields,
    )
    pairs = n.labelled(name, ("first_count", counts[0])) if shown else n.labelled(name)
    plan = Select(
        pairs, parent, (Join(child, linked),), None, keys_of(parent, key, label), Cmp(">", counts[0], counts[1])
    )
    return Question(plan, text, shape)


def share_met(rng: random.Random, world: World) -> Question:
    """For each parent with children, the percentage of them that meet a condition."""
    kin = n.family(rng, world.schema)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    pred, words = n.filtered(rng, world, kin.child, child.name)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    share = Arith("/", Arith("*", Const(100), _met(n.sure(pred))), Agg("count"))
    text = n.said(
        rng,
        (
            "For each {p} with at least one {c}, {show} the {label} and the percentage of the {p}'s {cs} that "
            "are {cs}{cond}.",
            "What percentage of the {cs} of each {p} are {cs}{cond}? {Show} the {label} of the {p} and the "
            "percentage, leaving out {ps} without {cs}.",
            "Of the {cs} of each {p}, some may be {cs}{cond}. {Show} the {label} of the {p} and the percentage "
            "of all the {p}'s {cs} that these are, for every {p} that has {cs}.",
        ),
        "The percentage is from 0 to 100 and not rounded.",
        kin.note,
        label=label.phrase,
        cond=words,
        **kin.words(),
    )
    pairs = n.labelled((label.name, n.get(parent, label)), ("percentage", share))
    plan = Select(
        pairs, parent, (Join(child, kin.link.on(child.name, parent.name)),), group=keys_of(parent, key, label)
    )
    return Question(plan, text, "share_met")


def distinct_parents(rng: random.Random, world: World) -> Question:
    """For each category of the children, how many different parents they have."""
    kin = n.family(rng, world.schema, lambda each: n.categories(each.child))
    column = n.pick(rng, n.categories(kin.child))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    key = kin.child.column(kin.link.key.column)
    needs = not kin.link.total
    number = Agg("count", n.get(child, key), True)
    joins = (Join(parent, kin.link.on(child.name, parent.name)),) if needs else ()
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.4, [column.name])
    bound = rng.choice((1, 2, 2, 3)) if rng.random() < 0.4 else None
    having = Cmp(">=", number, Const(bound)) if bound and bound > 1 else None
    order, sort = maybe_sorted(rng, [("the number", "integer", Order(number, True))], 0.35)
    text = n.said(
        rng,
        (
            "For each {m} of the {cs}{cond}, {show} the {m} and the number of different {ps} that have such "
            "{cs}.",
            "Group the {cs}{cond} by {m}. {Show} the {m} and how many different {ps} the {cs} of the group "
            "belong to.",
            "How many different {ps} have {cs}{cond}, for each {m} of these {cs}? {Show} the {m} and the "
            "number.",
        ),
        f"Leave out {kin.child.plural} that have no {kin.link.key.owner} in the table of {kin.parent.plural}."
        if needs
        else "",
        f"List only groups with at least {n.times(bound)} different {kin.parent.plural}."
        if having and bound
        else "",
        sort,
        kin.note,
        m=column.phrase,
        cond=words,
        **kin.words(),
    )
    pairs = n.labelled((column.name, n.get(child, column)), ("number", number))
    plan = Select(pairs, child, joins, pred, (n.get(child, column),), having, order=order)
    return Question(plan, text, "distinct_parents")


def varied_children(rng: random.Random, world: World) -> Question:
    """Parents whose children have at least so many different values."""
    kin = n.family(rng, world.schema, lambda each: n.categories(each.child))
    column = n.pick(rng, n.categories(kin.child))
    if len(n.seen(world, kin.child, column)) < 3:
        raise NoFit("too few values")
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    number = Agg("count", n.get(child, column), True)
    op, bound, much = rng.choice(
        (
            (">=", 2, "at least two different values"),
            (">=", 3, "at least three different values"),
            (">", 2, "more than two different values"),
            ("=", 2, "exactly two different values"),
            ("<=", 2, "one or two different values"),
        )
    )
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.35, [column.name])
    having: Pred | None = Cmp(op, number, Const(bound))  # type: ignore[arg-type]
    if op == "<=" and column.nullable:
        having = n.every(having, Cmp(">=", number, Const(1)))
    text = n.said(
        rng,
        (
            "Look at each {p}'s {cs}{cond}. Where the {m} takes {much} among them, {show} the {label} of the "
            "{p} and the number of these different values.",
            "Count the different values of the {m} among each {p}'s {cs}{cond}. Where there are {much}, "
            "{show} the {label} of the {p} and the number.",
            "Which {ps} have {cs}{cond} with {much} of the {m} among them? {Show} the {label} of each "
            "and the number of different values.",
        ),
        "Missing values are not counted." if column.nullable else "",
        kin.note,
        label=label.phrase,
        m=column.phrase,
        much=much,
        cond=words,
        **kin.words(),
    )
    plan = Select(
        n.labelled((label.name, n.get(parent, label)), ("number", number)),
        parent,
        (Join(child, kin.link.on(child.name, parent.name)),),
        pred,
        keys_of(parent, key, label),
        having,
    )
    return Question(plan, text, "varied_children")


def span(rng: random.Random, world: World) -> Question:
    """The days between the first and the last date of each parent's children."""
    kin = n.family(rng, world.schema, lambda each: n.days_of(each.child))
    column = n.pick(rng, n.days_of(kin.child))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    first, last = Agg("min", n.get(child, column)), Agg("max", n.get(child, column))
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.35, [column.name])
    least = rng.choice((2, 2, 3))
    days = Func("days", (first, last))
    shown_first = rng.random() < 0.4
    text = n.said(
        rng,
        (
            "For each {p} with at least {least} {cs}{cond}, {show} the {label}, {first}and the number of days "
            "between the earliest and the latest {m} of these {cs}.",
            "How many days lie between the earliest and the latest {m} among each {p}'s {cs}{cond}? {Show} the "
            "{label}, {first}and the number of days, for {ps} with at least {least} such {cs}.",
            "Take each {p} that has {least} or more {cs}{cond}. {Show} the {label}, {first}and how many days "
            "the latest {m} of these {cs} is after the earliest.",
        ),
        kin.note,
        label=label.phrase,
        m=column.phrase,
        first=f"the earliest {column.phrase} of these {kin.child.plural} " if shown_first else "",
        least=n.times(least),
        cond=words,
        **kin.words(),
    )
    extra = [("earliest", first)] if shown_first else []
    plan = Select(
        n.labelled((label.name, n.get(parent, label)), *extra, ("days", days)),
        parent,
        (Join(child, kin.link.on(child.name, parent.name)),),
        pred,
        keys_of(parent, key, label),
        Cmp(">=", Agg("count"), Const(least)),
    )
    return Question(plan, text, "span")


SHAPES: dict[str, tuple[int, Shape]] = {
    "left_count": (4, left_count),
    "two_counts": (5, two_counts),
    "more_of_one": (5, more_of_one),
    "share_met": (5, share_met),
    "distinct_parents": (4, distinct_parents),
    "varied_children": (5, varied_children),
    "span": (5, span),
}
