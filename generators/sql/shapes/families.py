"""Questions about groups of children: counts with conditions, totals against other totals, ways over three tables."""

from __future__ import annotations

import random

from ..phrases import columns, known, named
from ..plan import Agg, Arith, Case, Cmp, Col, Const, Expr, Func, Join, Order, Pred, Scalar, Select
from ..question import NoFit, Question, Shape, World
from ..schema import Column
from . import nested as n
from .sentences import Key, sorting


def _maybe_sorted(rng: random.Random, keys: list[Key], chance: float = 0.5) -> tuple[tuple[Order, ...], str]:
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
    order, sort = _maybe_sorted(rng, [("the last column", "integer", Order(count, True))], 0.4)
    text = n.said(
        rng,
        (
            "For each {p}{which}, {show} the {label} and {what} of the {p}'s {cs}{cond} (0 if there are none).",
            "{show} the {label} of every {p}{which}, also of those without any {cs}{cond}, and {what} of these {cs}, "
            "which is 0 where there are none.",
            "What is {what} of each {p}'s {cs}{cond}? {Show} the {label} of the {p} and this number, with 0 for {ps} "
            "that have none.",
        )
        if not whose
        else (
            "For each of the {ps}{which}, {show} the {label} and {what} of the {p}'s {cs}{cond} (0 if there are none).",
            "Take the {ps}{which}. {Show} the {label} of each, also without any {cs}{cond}, and {what} of these {cs}, "
            "which is 0 where there are none.",
            "Look at each of the {ps}{which}. What is {what} of the {p}'s {cs}{cond}? {Show} the {label} of the {p} and "
            "this number, with 0 for those that have none.",
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
        _keys(parent, key, label),
        None,
        order=order,
    )
    return Question(plan, text, "left_count")


def _keys(source: n.Source, key: Column, label: Column) -> tuple[Expr, ...]:
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
        "one": n.value(column, one),
        "two": n.value(column, two),
    }
    name = (label.name, n.get(parent, label))
    if shape == "two_counts":
        text = n.said(
            rng,
            (
                "For each {p}, also for those without {cs}, {show} the {label}, the number of {cs} whose {m} {be} "
                "{one}, and the number of {cs} whose {m} {be} {two}.",
                "{show} three columns for every {p}: the {label}, how many {cs} with the {m} {one} the {p} has, and "
                "how many with the {m} {two}; give 0 where there are none.",
                "List all {ps} by {label}, and count beside each of them the {cs} whose {m} {be} {one} and, in another "
                "column, those whose {m} {be} {two} (0 if there are none).",
            ),
            kin.note,
            **fields,
        )
        pairs = n.labelled(name, ("first_count", counts[0]), ("second_count", counts[1]))
        plan = Select(pairs, parent, (Join(child, linked, True),), group=_keys(parent, key, label))
        return Question(plan, text, shape)
    shown = rng.random() < 0.5
    text = n.said(
        rng,
        (
            "For each {p} that has more {cs} whose {m} {be} {one} than {cs} whose {m} {be} {two}, {show} {cols}.",
            "Which {ps} have more {cs} with the {m} {one} than with the {m} {two}? For each of them, {show} {cols}.",
            "Count for each {p} the {cs} whose {m} {be} {one} and those whose {m} {be} {two}. Where the first number "
            "is greater, {show} {cols}.",
        ),
        kin.note,
        cols=f"the {label.phrase} and the number of {kin.child.plural} whose {column.phrase} is {fields['one']}"
        if shown
        else f"the {label.phrase}",
        **fields,
    )
    pairs = n.labelled(name, ("first_count", counts[0])) if shown else n.labelled(name)
    plan = Select(
        pairs, parent, (Join(child, linked),), None, _keys(parent, key, label), Cmp(">", counts[0], counts[1])
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
            "For each {p} with at least one {c}, {show} the {label} and the percentage of the {p}'s {cs} that are "
            "{cs}{cond}.",
            "What percentage of the {cs} of each {p} are {cs}{cond}? {Show} the {label} of the {p} and the percentage, "
            "leaving out {ps} without {cs}.",
            "Of the {cs} of each {p}, some may be {cs}{cond}. {Show} the {label} of the {p} and the percentage of all "
            "the {p}'s {cs} that these are, for every {p} that has {cs}.",
        ),
        "The percentage is from 0 to 100 and not rounded.",
        kin.note,
        label=label.phrase,
        cond=words,
        **kin.words(),
    )
    pairs = n.labelled((label.name, n.get(parent, label)), ("percentage", share))
    plan = Select(
        pairs, parent, (Join(child, kin.link.on(child.name, parent.name)),), group=_keys(parent, key, label)
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
    order, sort = _maybe_sorted(rng, [("the number", "integer", Order(number, True))], 0.35)
    text = n.said(
        rng,
        (
            "For each {m} of the {cs}{cond}, {show} the {m} and the number of different {ps} that have such {cs}.",
            "Group the {cs}{cond} by {m}. {Show} the {m} and how many different {ps} the {cs} of the group belong to.",
            "How many different {ps} have {cs}{cond}, for each {m} of these {cs}? {Show} the {m} and the number.",
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
            ("=", 1, "only one value"),
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
            "Look at each {p}'s {cs}{cond}. Where the {m} takes {much} among them, {show} the {label} of the {p} and "
            "the number of these different values.",
            "Count the different values of the {m} among each {p}'s {cs}{cond}. Where there {are} {much}, {show} "
            "the {label} of the {p} and the number.",
            "Which {ps} have {cs}{cond} among which there {are} {much} of the {m}? {Show} the {label} of each and the "
            "number of different values.",
        ),
        "Missing values are not counted." if column.nullable else "",
        kin.note,
        label=label.phrase,
        m=column.phrase,
        much=much,
        are="is" if bound == 1 else "are",
        cond=words,
        **kin.words(),
    )
    plan = Select(
        n.labelled((label.name, n.get(parent, label)), ("number", number)),
        parent,
        (Join(child, kin.link.on(child.name, parent.name)),),
        pred,
        _keys(parent, key, label),
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
            "For each {p} with at least {least} {cs}{cond}, {show} the {label}, {first}and the number of days between "
            "the earliest and the latest {m} of these {cs}.",
            "How many days lie between the earliest and the latest {m} among each {p}'s {cs}{cond}? {Show} the "
            "{label}, {first}and the number of days, for {ps} with at least {least} such {cs}.",
            "Take each {p} that has {least} or more {cs}{cond}. {Show} the {label}, {first}and how many days the "
            "latest {m} of these {cs} is after the earliest.",
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
        _keys(parent, key, label),
        Cmp(">=", Agg("count"), Const(least)),
    )
    return Question(plan, text, "span")


def _amount(rng: random.Random, kin: n.Family, child: n.Source) -> tuple[Agg, str]:
    """The number of children, or the total of one of their columns, and its words, to be followed by "of the …"."""
    numbers = n.sure_measures(kin.child)
    if numbers and rng.random() < 0.6:
        column = n.pick(rng, numbers)
        return Agg("sum", n.get(child, column)), n.summed(column.phrase)
    return Agg("count"), "number"


def totals_above_average(rng: random.Random, world: World) -> Question:
    """Parents whose total exceeds the average of the totals."""
    kin = n.family(rng, world.schema)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    amount, what = _amount(rng, kin, child)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.5)
    nest = n.Nest(rng, names)
    joins = (Join(child, kin.link.on(child.name, parent.name)),)
    name, value = names.new("label"), names.new("amount")
    per = Select(
        ((name, n.get(parent, label)), (value, amount)), parent, joins, pred, _keys(parent, key, label)
    )
    inner = nest.put("per_" + kin.parent.noun.split()[-1].replace("-", "_").lower(), per, often=True)
    again = nest.again(inner)
    mean = Scalar(Select((("average", Agg("avg", Col(again.name, value))),), again))
    op, than = rng.choice(((">", "above"), ("<", "below"), (">", "greater than"), ("<", "less than")))
    text = n.said(
        rng,
        (
            "For each {p} with {cs}{cond}, take the {what} of these {cs}. {Show} the {label} and this value for each "
            "{p} for which it is {than} the average of the values of all these {ps}.",
            "Compare the {what} of each {p}'s {cs}{cond} with the average of that value over all {ps} that have "
            "such {cs}. {Show} the {label} of each {p} that is {than} the average, and its value.",
            "Which {ps}, among those with {cs}{cond}, have a {what} of such {cs} that is {than} the average over these "
            "{ps}? {Show} the {label} and the {what}.",
        ),
        kin.note,
        label=label.phrase,
        what=what,
        than=than,
        cond=words,
        **kin.words(),
    )
    plan = Select(
        ((name, Col(inner.name, name)), (value, Col(inner.name, value))),
        inner,
        where=Cmp(op, Col(inner.name, value), mean),  # type: ignore[arg-type]
    )
    return Question(nest.whole(plan), text, "totals_above_average")


def greatest_total(rng: random.Random, world: World) -> Question:
    """The parents with the greatest, or least, total, all that tie."""
    kin = n.family(rng, world.schema)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    amount, what = _amount(rng, kin, child)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.6)
    nest = n.Nest(rng, names)
    joins = (Join(child, kin.link.on(child.name, parent.name)),)
    name, value = names.new("label"), names.new("amount")
    per = Select(
        ((name, n.get(parent, label)), (value, amount)), parent, joins, pred, _keys(parent, key, label)
    )
    inner = nest.put("totals", per, often=True)
    again = nest.again(inner)
    edge, word = rng.choice((("max", "greatest"), ("max", "greatest"), ("min", "smallest")))
    bound = Scalar(Select((("edge", n.total(edge, Col(again.name, value))),), again))
    text = n.said(
        rng,
        (
            "Which {p} has the {word} {what} of {cs}{cond}? {Show} the {label} and this {value}; if several {ps} share "
            "it, show them all. {Ps} without such {cs} are not considered.",
            "Among the {ps} with at least one of the {cs}{cond}, find all those for which the {what} of these {cs} is "
            "the {word}, and {show} the {label} and this {value}.",
            "Add up, for each {p} that has any, the {cs}{cond}: take their {what}. {Show} the {label} and the {value} "
            "of the {p} for which it is {word}, or of all {ps} that tie.",
        )
        if what != "number"
        else (
            "Which {p} has the {word} number of {cs}{cond}? {Show} the {label} and this number; if several {ps} share "
            "it, show them all. {Ps} without such {cs} are not considered.",
            "Among the {ps} with at least one of the {cs}{cond}, find all those that have the {word} number of them, "
            "and {show} the {label} and this number.",
            "Count, for each {p} that has any, the {cs}{cond}. {Show} the {label} and the number of the {p} for which "
            "it is {word}, or of all {ps} that tie.",
        ),
        kin.note,
        label=label.phrase,
        what=what,
        value="number" if what == "number" else "value",
        word=word,
        cond=words,
        Ps=kin.parent.plural.capitalize(),
        **kin.words(),
    )
    plan = Select(
        ((name, Col(inner.name, name)), (value, Col(inner.name, value))),
        inner,
        where=n.same(Col(inner.name, value), bound),
    )
    return Question(nest.whole(plan), text, "greatest_total")


def children_of_greatest(rng: random.Random, world: World) -> Question:
    """The children of the parents that have most of them."""
    kin = n.family(rng, world.schema, total=True)
    key = kin.child.column(kin.link.key.column)
    names = n.Names(world.schema)
    child, counted = names.of(kin.child), names.of(kin.child)
    nest = n.Nest(rng, names)
    value = names.new("amount")
    pred, words = n.filtered(rng, world, kin.child, counted.name, 0.6)
    per = Select(
        ((key.name, n.get(counted, key)), (value, Agg("count"))), counted, (), pred, (n.get(counted, key),)
    )
    inner = nest.put("counts", per, often=True)
    again = nest.again(inner)
    edge, word = rng.choice((("max", "most"), ("max", "most"), ("min", "fewest")))
    bound = Scalar(Select((("edge", n.total(edge, Col(again.name, value))),), again))
    owners = Select(
        ((key.name, Col(inner.name, key.name)),), inner, where=n.same(Col(inner.name, value), bound)
    )
    shown = columns(rng, kin.child, rng.randint(1, 3))
    text = n.said(
        rng,
        (
            "Find the {p} with the {word} {cs}{cond} (all of them, if several tie). {Show} {cols} of {all} {cs} of "
            "that {p} or those {ps}.",
            "{show} {cols} of {all} {cs} that belong to the {p} with the {word} {cs}{cond}; if several {ps} tie, take "
            "the {cs} of each of them.",
            "Which {ps} have the {word} {cs}{cond}? {Show} {cols} of {all} {cs} of these {ps}.",
        ),
        f"{kin.parent.plural.capitalize()} without such {kin.child.plural} are not considered."
        if edge == "min"
        else "",
        kin.note,
        word=word,
        cols=named(shown),
        cond=words,
        all="all (and not only those)" if words else "all",
        **kin.words(),
    )
    plan = Select(n.out(child, shown), child, where=n.InQuery(n.get(child, key), owners))
    return Question(nest.whole(plan), text, "children_of_greatest")


def chain_totals(rng: random.Random, world: World) -> Question:
    """Over three tables: for each grandparent the number and the total of its grandchildren, with HAVING and order."""
    lower, upper = _chain(rng, world)
    names = n.Names(world.schema)
    top, middle, leaf = names.of(upper.parent), names.of(upper.child), names.of(lower.child)
    joins = (
        Join(middle, upper.link.on(middle.name, top.name)),
        Join(leaf, lower.link.on(leaf.name, middle.name)),
    )
    label, key = n.label_of(upper.parent), n.key_of(upper.parent)
    pred, words = n.filtered(rng, world, lower.child, leaf.name, 0.5)
    own, whose = n.filtered(rng, world, upper.child, middle.name, 0.4)
    only = ", and only ".join(
        f"{table.plural}{each}" for table, each in ((lower.child, words), (upper.child, whose)) if each
    )
    numbers = n.sure_measures(lower.child)
    counted = Agg("count")
    second: tuple[str, Expr, str]
    kind = rng.choice(("sum", "sum", "parents")) if numbers else "parents"
    if kind == "sum":
        column = n.pick(rng, numbers)
        second = ("amount", Agg("sum", n.get(leaf, column)), f"their {n.summed(column.phrase)}")
    else:
        second = (
            "owners",
            Agg("count", n.get(middle, upper.child.key), True),
            f"the number of different {upper.child.plural} that these {lower.child.plural} belong to",
        )
    least = rng.choice((None, 2, 2, 3))
    having = Cmp(">=", counted, Const(least)) if least else None
    sort_words = "the number of " + lower.child.plural
    order, sort = _maybe_sorted(rng, [(sort_words, "integer", Order(counted, True))], 0.5)
    text = n.said(
        rng,
        (
            "For each {g}, put together the {cs} of all the {g}'s {ps}. {Show} the {glabel} of the {g}, the number of "
            "these {cs}, and {second}.",
            "Put the {cs} together by the {g} of their {owner}. {Show} the {glabel} of each {g}, the number of {cs}, "
            "and {second}.",
            "How many {cs} do the {ps} of each {g} have, all together? {Show} the {glabel} of the {g}, the number of "
            "{cs}, and {second}.",
        ),
        f"Consider only {only}." if only else "",
        f"List only {upper.parent.plural} with at least {n.times(least)} such {lower.child.plural}."
        if least
        else f"{upper.parent.plural.capitalize()} without such {lower.child.plural} are not listed.",
        sort,
        lower.note,
        upper.note,
        g=upper.link.key.owner,
        glabel=label.phrase,
        second=second[2],
        **lower.words(),
    )
    plan = Select(
        n.labelled((label.name, n.get(top, label)), ("number", counted), second[:2]),
        top,
        joins,
        n.every(pred, own),
        _keys(top, key, label),
        having,
        order=order,
    )
    return Question(plan, text, "chain_totals")


def _chain(rng: random.Random, world: World) -> tuple[n.Family, n.Family]:
    """Two families: the parent of the first is the child of the second."""
    kin = n.families(world.schema)
    pairs = [
        (low, high) for low in kin for high in kin if low.parent is high.child and low.child is not high.parent
    ]
    return n.pick(rng, pairs, "a chain of three tables")


def average_count(rng: random.Random, world: World) -> Question:
    """For each category of parents the average number of children, those without any included."""
    kin = n.family(rng, world.schema, lambda each: known(n.categories(each.parent)))
    column = n.pick(rng, known(n.categories(kin.parent)))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.4)
    nest = n.Nest(rng, names)
    name, value = names.new("category"), names.new("amount")
    outer = rng.random() < 0.65
    joined = Join(child, n.sure(n.every(kin.link.on(child.name, parent.name), pred)), outer)
    per = Select(
        ((name, n.get(parent, column)), (value, Agg("count", n.get(child, kin.child.key)))),
        parent,
        (joined,),
        None,
        (n.get(parent, kin.parent.key), n.get(parent, column)),
    )
    inner = nest.put("counts", per)
    what = Agg("avg", Col(inner.name, value)) if rng.random() < 0.6 else Agg("max", Col(inner.name, value))
    word = "average" if what.name == "avg" else "greatest"
    text = n.said(
        rng,
        (
            "For each {m} of {ps}, {show} the {m} and the {word} number of {cs}{cond} that {a_p} with this {m} has.",
            "Count each {p}'s {cs}{cond}. Then {show} each {m} of {ps} with the {word} of these numbers among the "
            "{ps} that have it.",
            "What is the {word} number of {cs}{cond} per {p}, for each {m} of the {ps}? {Show} the {m} and that number.",
        ),
        f"{kin.parent.plural.capitalize()} without such {kin.child.plural} count with 0."
        if outer
        else f"{kin.parent.plural.capitalize()} without such {kin.child.plural} do not count at all.",
        kin.note,
        m=column.phrase,
        word=word,
        cond=words,
        **kin.words(),
    )
    plan = Select(((name, Col(inner.name, name)), (value, what)), inner, group=(Col(inner.name, name),))
    return Question(nest.whole(plan), text, "average_count")


SHAPES: dict[str, tuple[int, Shape]] = {
    "left_count": (4, left_count),
    "two_counts": (5, two_counts),
    "more_of_one": (5, more_of_one),
    "share_met": (5, share_met),
    "distinct_parents": (4, distinct_parents),
    "varied_children": (5, varied_children),
    "span": (5, span),
    "totals_above_average": (6, totals_above_average),
    "greatest_total": (6, greatest_total),
    "children_of_greatest": (7, children_of_greatest),
    "chain_totals": (5, chain_totals),
    "average_count": (6, average_count),
}
