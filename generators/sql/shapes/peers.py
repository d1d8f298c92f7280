"""Questions of level 7 that compare parents by a total of their children within a group of parents."""

from __future__ import annotations

import random

from ..phrases import known
from ..plan import (
    Agg,
    And,
    Arith,
    Cmp,
    Col,
    Const,
    Exists,
    Expr,
    Join,
    Order,
    Pred,
    Scalar,
    Select,
    Source,
    Window,
)
from ..question import Question, Shape, World
from . import nested as n
from .families import keys_of
from .nested_totals import amount_of


def _grouped_parents(
    rng: random.Random, world: World, names: n.Names
) -> tuple[n.Family, Source, Source, Expr, str, str, Join | None, Expr]:
    """A family whose parents fall into groups: by a category, or by a parent of their own that each of them has.

    Gives the family, the sources of parent and child, how a group is shown, its words, its noun, the join that this
    needs, and the key of the group.
    """
    kin = n.family(rng, world.schema, lambda each: _upper(world, each) or known(n.categories(each.parent)))
    parent, child = names.of(kin.parent), names.of(kin.child)
    uppers = _upper(world, kin)
    if uppers and rng.random() < 0.6:
        upper = n.pick(rng, uppers)
        top = names.of(upper.parent)
        label, owner = n.label_of(upper.parent), upper.link.key.owner
        joined = Join(top, upper.link.on(parent.name, top.name))
        key = n.get(top, upper.parent.key)
        return kin, parent, child, n.get(top, label), f"the {label.phrase} of the {owner}", owner, joined, key
    column = n.pick(rng, known(n.categories(kin.parent)), "groups of parents")
    shown = n.get(parent, column)
    return kin, parent, child, shown, f"the {column.phrase}", column.phrase, None, shown


def _upper(world: World, kin: n.Family) -> list[n.Family]:
    """The families in which the parent is a child."""
    return [each for each in n.families(world.schema, total=True) if each.child is kin.parent]


def best_parent_of_group(rng: random.Random, world: World) -> Question:
    """The parent with the greatest total in each group of parents, all that tie or one by its key."""
    names = n.Names(world.schema)
    kin, parent, child, shown, shown_words, group_word, joined, group_key = _grouped_parents(rng, world, names)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    amount, what = amount_of(rng, kin, child)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.4)
    nest = n.Nest(rng, names)
    group, group_id, name, ident, value, place = (
        names.new(word) for word in ("group_name", "group_id", "label", "ident", "amount", "place")
    )
    joins = tuple(
        each for each in (joined, Join(child, kin.link.on(child.name, parent.name))) if each is not None
    )
    per = Select(
        (
            (group_id, group_key),
            (group, shown),
            (ident, n.get(parent, key)),
            (name, n.get(parent, label)),
            (value, amount),
        ),
        parent,
        joins,
        pred,
        _distinct(group_key, shown, *keys_of(parent, key, label)),
    )
    totals = nest.put("totals", per)
    ties = rng.random() < 0.5
    many = 1 if ties else rng.choice((1, 2, 2, 3))
    order = [Order(Col(totals.name, value), True)]
    if not ties:
        order.append(Order(Col(totals.name, ident), True))
    number = Window("rank" if ties else "row_number", None, (Col(totals.name, group_id),), tuple(order))
    ranked = nest.put(
        "ranked",
        Select((*((each, Col(totals.name, each)) for each in (group, name, value)), (place, number)), totals),
    )
    tie = (
        "if several tie, list all of them"
        if ties
        else f"where they are equal, the {kin.parent.noun} with the greater {key.phrase} comes first"
    )
    first = f"the {n.times(many)} {kin.parent.plural}" if many > 1 else f"the {kin.parent.noun}"
    such = "such " if words else ""
    text = n.said(
        rng,
        (
            "For each {g}, find {first} with the greatest {what} of {cs}{cond}; {tie}. {Show} {group}, the "
            "{label} of the {p} and this {value}.",
            "Within each {g}, rank the {ps} by the {what} of their {cs}{cond}, the greatest first; {tie}. "
            "{Show} {group}, the {label} of {first} in front, and this {value}.",
            "Which {ps} have the greatest {what} of {cs}{cond} within their {g}? Take {first} in front for "
            "each {g}; {tie}. {Show} {group}, the {label} of the {p} and this {value}.",
        ),
        f"{n.capital(kin.parent.plural)} without {such}{kin.child.plural} do not take part"
        + (", and where there are fewer, list those there are." if many > 1 else "."),
        kin.note,
        g=group_word,
        group=shown_words,
        first=first,
        tie=tie,
        what=what,
        value="number" if what == "number" else "value",
        label=label.phrase,
        cond=words,
        **kin.words(),
    )
    plan = Select(
        tuple((each, Col(ranked.name, each)) for each in (group, name, value)),
        ranked,
        where=Cmp("<=", Col(ranked.name, place), Const(many)),
    )
    return Question(nest.whole(plan), text, "best_parent_of_group")


def _distinct(*exprs: Expr) -> tuple[Expr, ...]:
    """The expressions without those that come again."""
    return tuple(expr for place, expr in enumerate(exprs) if expr not in exprs[:place])


def share_of_parents(rng: random.Random, world: World) -> Question:
    """Each parent's total as a percentage of that of its group of parents."""
    names = n.Names(world.schema)
    kin, parent, child, shown, shown_words, group_word, joined, group_key = _grouped_parents(rng, world, names)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    amount, what = amount_of(rng, kin, child)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.4)
    nest = n.Nest(rng, names)
    group, group_id, name, value = (names.new(word) for word in ("group_name", "group_id", "label", "amount"))
    joins = tuple(
        each for each in (joined, Join(child, kin.link.on(child.name, parent.name))) if each is not None
    )
    per = Select(
        ((group_id, group_key), (group, shown), (name, n.get(parent, label)), (value, amount)),
        parent,
        joins,
        pred,
        _distinct(group_key, shown, *keys_of(parent, key, label)),
    )
    totals = nest.put("totals", per)
    mine = Col(totals.name, value)
    whole = Window("sum", mine, (Col(totals.name, group_id),))
    average = rng.random() < 0.4
    last: Expr = (
        Arith("-", mine, Window("avg", mine, (Col(totals.name, group_id),)))
        if average
        else Arith("/", Arith("*", Const(100), mine), whole)
    )
    such = "such " if words else ""
    text = n.said(
        rng,
        (
            "For each {p} with {cs}{cond}, {show} {group}, the {label} of the {p}, the {what} of these {cs}, "
            "and {last} of the same {g}.",
            "Take the {what} of each {p}'s {cs}{cond}. {Show} {group}, the {label} of the {p}, this {value}, "
            "and {last} of the same {g}.",
            "How does the {what} of {cs}{cond} spread over the {ps} of each {g}? {Show} {group}, the {label} "
            "of the {p}, this {value}, and {last} of the same {g}.",
        ),
        f"{n.capital(kin.parent.plural)} without {such}{kin.child.plural} do not count and are not listed.",
        ""
        if average
        else "The percentage is from 0 to 100 and not rounded"
        + (", and NULL if the sum is 0." if what != "number" else "."),
        kin.note,
        g=group_word,
        group=shown_words,
        what=what,
        value="number" if what == "number" else "value",
        last=f"how much it is above (or, if negative, below) the average of these values of the {kin.parent.plural}"
        if average
        else f"which percentage it is of the sum of these values over the {kin.parent.plural}",
        label=label.phrase,
        cond=words,
        **kin.words(),
    )
    plan = Select(
        (*((each, Col(totals.name, each)) for each in (group, name, value)), ("result", last)), totals
    )
    return Question(nest.whole(plan), text, "share_of_parents")


def above_peers(rng: random.Random, world: World) -> Question:
    """Parents whose total is above the average of the totals of their group, and a condition on their children."""
    names = n.Names(world.schema)
    kin, parent, child, shown, shown_words, group_word, joined, group_key = _grouped_parents(rng, world, names)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    amount, what = amount_of(rng, kin, child)
    nest = n.Nest(rng, names)
    group, group_id, name, ident, value = (
        names.new(word) for word in ("group_name", "group_id", "label", "ident", "amount")
    )
    joins = tuple(
        each for each in (joined, Join(child, kin.link.on(child.name, parent.name))) if each is not None
    )
    per = Select(
        (
            (group_id, group_key),
            (group, shown),
            (ident, n.get(parent, key)),
            (name, n.get(parent, label)),
            (value, amount),
        ),
        parent,
        joins,
        None,
        _distinct(group_key, shown, *keys_of(parent, key, label)),
    )
    totals = nest.put("totals", per, often=True)
    peers = nest.again(totals)
    mean = Scalar(
        Select(
            (("average", Agg("avg", Col(peers.name, value))),),
            peers,
            where=n.same(Col(peers.name, group_id), Col(totals.name, group_id)),
        )
    )
    op, than = rng.choice(((">", "above"), ("<", "below")))
    parts: list[Pred | None] = [Cmp(op, Col(totals.name, value), mean)]  # type: ignore[arg-type]
    other = names.of(kin.child)
    pred, words = n.filtered(rng, world, kin.child, other.name, 0.4)
    negated = rng.random() < 0.5
    if pred is not None:
        linked = n.same(n.get(other, kin.link.key.column), Col(totals.name, ident))
        parts.append(Exists(n.some(other, And((linked, pred))), negated))
    extra = ""
    if words:
        extra = f" and that has {'no' if negated else 'one or more'} {kin.child.plural}{words}"
    text = n.said(
        rng,
        (
            "Take the {what} of each {p}'s {cs}, and the average of these values over the {ps} of the same "
            "{g}. For each {p} that is {than} this average{extra}, {show} {group}, the {label} of the {p} and "
            "this {value}.",
            "For each {p} for which the {what} of the {p}'s {cs} is {than} the average of that over the {ps} "
            "of the same {g}{extra}, {show} {group}, the {label} of the {p} and this {value}.",
            "Compare the {what} of each {p}'s {cs} with its average over the {ps} of the same {g}. {Show} "
            "{group}, the {label} of the {p} and this {value} for each {p} that is {than} the average{extra}.",
        ),
        f"{n.capital(kin.parent.plural)} without any {kin.child.plural} do not count for the averages and "
        "are not listed.",
        kin.note,
        g=group_word,
        group=shown_words,
        what=what,
        than=than,
        extra=extra,
        value="number" if what == "number" else "value",
        label=label.phrase,
        **kin.words(),
    )
    plan = Select(
        tuple((each, Col(totals.name, each)) for each in (group, name, value)), totals, where=n.every(*parts)
    )
    return Question(nest.whole(plan), text, "above_peers")


SHAPES: dict[str, tuple[int, Shape]] = {
    "best_parent_of_group": (7, best_parent_of_group),
    "share_of_parents": (7, share_of_parents),
    "above_peers": (7, above_peers),
}
