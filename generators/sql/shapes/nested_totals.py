"""Questions that compare the total of a parent's children with others, or reach over three tables."""

from __future__ import annotations

import random

from ..phrases import columns, known, named
from ..plan import (
    Agg,
    Cmp,
    Col,
    Const,
    Expr,
    InQuery,
    Join,
    Order,
    Scalar,
    Select,
    Source,
)
from ..question import Question, Shape, World
from . import nested as n
from .families import keys_of, maybe_sorted


def amount_of(rng: random.Random, kin: n.Family, child: Source) -> tuple[Agg, str]:
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
    amount, what = amount_of(rng, kin, child)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.5)
    nest = n.Nest(rng, names)
    joins = (Join(child, kin.link.on(child.name, parent.name)),)
    name, value = names.new("label"), names.new("amount")
    per = Select(
        ((name, n.get(parent, label)), (value, amount)), parent, joins, pred, keys_of(parent, key, label)
    )
    inner = nest.put("per_" + kin.parent.noun.split()[-1].replace("-", "_").lower(), per, often=True)
    again = nest.again(inner)
    mean = Scalar(Select((("average", Agg("avg", Col(again.name, value))),), again))
    op, than = rng.choice(((">", "above"), ("<", "below")))
    text = n.said(
        rng,
        (
            "For each {p} with {cs}{cond}, take the {what} of these {cs}. {Show} the {label} and this value "
            "for each {p} for which it is {than} the average of the values of all these {ps}.",
            "Compare the {what} of each {p}'s {cs}{cond} with the average of that value over all {ps} that "
            "have such {cs}. {Show} the {label} of each {p} that is {than} the average, and its value.",
            "Which {ps}, among those with {cs}{cond}, have a {what} of such {cs} that is {than} the average "
            "over these {ps}? {Show} the {label} and the {what}.",
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
    amount, what = amount_of(rng, kin, child)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.6)
    nest = n.Nest(rng, names)
    joins = (Join(child, kin.link.on(child.name, parent.name)),)
    name, value = names.new("label"), names.new("amount")
    per = Select(
        ((name, n.get(parent, label)), (value, amount)), parent, joins, pred, keys_of(parent, key, label)
    )
    inner = nest.put("totals", per, often=True)
    again = nest.again(inner)
    edge, word = rng.choice((("max", "greatest"), ("max", "greatest"), ("min", "smallest")))
    bound = Scalar(Select((("edge", n.total(edge, Col(again.name, value))),), again))
    text = n.said(
        rng,
        (
            "Which {p} has the {word} {what} of {cs}{cond}? {Show} the {label} and this {value}; if several "
            "{ps} share it, show them all. {Ps} without {such}{cs} are not considered.",
            "Among the {ps} with at least one of the {cs}{cond}, find all those for which the {what} of these "
            "{cs} is the {word}, and {show} the {label} and this {value}.",
            "For each {p} that has any of the {cs}{cond}, take the {what} of these {cs}. {Show} the {label} "
            "and the {value} of the {p} for which it is {word}, or of all {ps} that tie.",
        )
        if what != "number"
        else (
            "Which {p} has the {word} number of {cs}{cond}? {Show} the {label} and this number; if several "
            "{ps} share it, show them all. {Ps} without {such}{cs} are not considered.",
            "Among the {ps} with at least one of the {cs}{cond}, find all those that have the {word} number of "
            "them, and {show} the {label} and this number.",
            "Count, for each {p} that has any, the {cs}{cond}. {Show} the {label} and the number of the {p} "
            "for which it is {word}, or of all {ps} that tie.",
        ),
        kin.note,
        label=label.phrase,
        what=what,
        value="number" if what == "number" else "value",
        word=word,
        cond=words,
        such="such " if words else "",
        Ps=n.capital(kin.parent.plural),
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
    such = "such " if words else ""
    text = n.said(
        rng,
        (
            "Find the {p} with the {word} {cs}{cond} (all of them, if several tie). {Show} {cols} of {all} "
            "{cs} of that {p} or those {ps}.",
            "{show} {cols} of {all} {cs} that belong to the {p} with the {word} {cs}{cond}; if several {ps} "
            "tie, take the {cs} of each of them.",
            "Which {ps} have the {word} {cs}{cond}? {Show} {cols} of {all} {cs} of these {ps}.",
        ),
        f"{n.capital(kin.parent.plural)} without {such}{kin.child.plural} are not considered."
        if edge == "min"
        else "",
        kin.note,
        word=word,
        cols=named(shown),
        cond=words,
        all="all (and not only those)" if words else "all",
        **kin.words(),
    )
    plan = Select(n.out(child, shown), child, where=InQuery(n.get(child, key), owners))
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
    order, sort = maybe_sorted(rng, [(sort_words, "integer", Order(counted, True))], 0.5)
    such = "such " if only else ""
    text = n.said(
        rng,
        (
            "For each {g}, put together the {cs} of all the {g}'s {ps}. {Show} the {glabel} of the {g}, the "
            "number of these {cs}, and {second}.",
            "Put the {cs} together by the {g} of their {owner}. {Show} the {glabel} of each {g}, the number of "
            "{cs}, and {second}.",
            "How many {cs} do the {ps} of each {g} have, all together? {Show} the {glabel} of the {g}, the "
            "number of {cs}, and {second}.",
        ),
        f"Consider only {only}." if only else "",
        f"List only {upper.parent.plural} with at least {n.times(least)} {such}{lower.child.plural}."
        if least
        else f"{n.capital(upper.parent.plural)} without {such}{lower.child.plural} are not listed.",
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
        keys_of(top, key, label),
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
    such = "such " if words else ""
    text = n.said(
        rng,
        (
            "For each {m} of {ps}, {show} the {m} and the {word} number of {cs}{cond} that {a_p} with this {m} "
            "has.",
            "Count each {p}'s {cs}{cond}. Then {show} each {m} of {ps} with the {word} of these numbers among "
            "the {ps} that have it.",
            "For each {m} of the {ps}, what is the {word} number per {p} of {cs}{cond}? {Show} the {m} and "
            "that number.",
        ),
        f"{n.capital(kin.parent.plural)} without {such}{kin.child.plural} count with 0."
        if outer
        else f"{n.capital(kin.parent.plural)} without {such}{kin.child.plural} do not count at all.",
        kin.note,
        m=column.phrase,
        word=word,
        cond=words,
        **kin.words(),
    )
    plan = Select(((name, Col(inner.name, name)), (value, what)), inner, group=(Col(inner.name, name),))
    return Question(nest.whole(plan), text, "average_count")


SHAPES: dict[str, tuple[int, Shape]] = {
    "totals_above_average": (6, totals_above_average),
    "greatest_total": (6, greatest_total),
    "children_of_greatest": (7, children_of_greatest),
    "chain_totals": (5, chain_totals),
    "average_count": (6, average_count),
}
