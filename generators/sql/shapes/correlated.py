"""Questions whose subquery looks at the row outside: the average of its own group, its siblings, its parent."""

from __future__ import annotations

import random

from ..phrases import a, columns, dates, listing, measures, named
from ..plan import Agg, Cmp, Col, Const, Exists, Expr, Scalar, Select
from ..question import Question, Shape, World
from ..schema import Column, Table
from . import nested as n


def own_group(rng: random.Random, world: World, table: Table) -> tuple[Column, str, str]:
    """What ties a row to its group, a category or a parent; its noun; "with the same …" or "of the same …"."""
    kin = [each for each in n.families(world.schema, total=True) if each.child is table]
    found = [(column, column.phrase, "with") for column in n.categories(table)]
    found += [(table.column(each.link.key.column), each.link.key.owner, "of") for each in kin] * 2
    column, word, how = n.pick(rng, found, "groups")
    return column, word, f"{how} the same {word}"


def grouped_table(rng: random.Random, world: World) -> Table:
    """A table with numbers and with groups."""
    parents = {each.child.name for each in n.families(world.schema, total=True)}
    return n.table_with(rng, world.schema, lambda t: measures(t) and (n.categories(t) or t.name in parents))


def above_own_average(rng: random.Random, world: World) -> Question:
    """Rows above or below the average of their own group."""
    table = grouped_table(rng, world)
    column = n.pick(rng, measures(table))
    group, _, tie = own_group(rng, world, table)
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    shown = columns(rng, table, rng.randint(1, 3))
    mean = Scalar(
        Select(
            (("average", Agg("avg", n.get(inner, column))),),
            inner,
            where=n.same(n.get(inner, group), n.get(outer, group)),
        )
    )
    op, than = rng.choice(((">", "above"), ("<", "below"), (">=", "at or above"), ("<=", "at or below")))
    pred, words = n.filtered(rng, world, table, outer.name, 0.35, [column.name, group.name])
    text = n.said(
        rng,
        (
            "{show} {cols} of each {t} whose {m} {be} {than} the average {m} of all {ts} {same}.",
            "Compare the {m} of each {t} with the average {m} of all {ts} {same}, this {t} included. {Show} "
            "{cols} of those that are {than} it.",
            "Which {ts} have {a_m} {than} the average of the {ts} {same}? {Show} {cols} of each of them.",
        ),
        f"List only {table.plural}{words}; the averages are those of all {table.plural}." if words else "",
        n.leave_out(table.plural, group),
        cols=named(shown),
        m=column.phrase,
        same=tie,
        than=than,
        **n.table_words(table),
    )
    where = n.every(pred, Cmp(op, n.get(outer, column), mean), n.there(outer, group))  # type: ignore[arg-type]
    return Question(Select(n.out(outer, shown), outer, where=where), text, "above_own_average")


def extreme_of_group(rng: random.Random, world: World) -> Question:
    """The rows with the highest number, or latest date, of their own group, all that share it."""
    table = grouped_table(rng, world)
    column = n.pick(rng, measures(table) + dates(table))
    group, word, tie = own_group(rng, world, table)
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    shown = [each for each in columns(rng, table, rng.randint(1, 2)) if each != column] + [column]
    timed = column.kind in ("date", "datetime")
    edge = rng.choice(("max", "min"))
    edge_word = {"max": "latest" if timed else "highest", "min": "earliest" if timed else "lowest"}[edge]
    avoid = [column.name, group.name]
    pred, again, words = n.filtered_alike(rng, world, table, outer.name, inner.name, 0.3, avoid)
    mine = n.same(n.get(inner, group), n.get(outer, group))
    bound = Scalar(
        Select(((edge_word, n.total(edge, n.get(inner, column))),), inner, where=n.every(mine, again))
    )
    text = n.said(
        rng,
        (
            "{show} {cols} of each {t} that has the {edge} {m} of all {ts} {same}. Include all that tie.",
            "For each {g}, find the {ts} with the {edge} {m} and {show} their {bare}. If several tie within "
            "{a_g}, all of them are wanted.",
            "Which {ts} have the {edge} {m} among the {ts} {same}? {Show} {cols} of each, ties included.",
        ),
        f"Throughout, consider only {table.plural}{words}." if words else "",
        n.leave_out(table.plural, group),
        cols=named(shown),
        bare=_bare(shown),
        m=column.phrase,
        g=word,
        same=tie,
        a_g=a(word),
        edge=edge_word,
        **n.table_words(table),
    )
    where = n.every(pred, n.same(n.get(outer, column), bound), n.there(outer, group))
    return Question(Select(n.out(outer, shown), outer, where=where), text, "extreme_of_group")


def _bare(shown: list[Column]) -> str:
    """The columns as a list without articles, to follow "their"."""
    return listing([column.phrase for column in shown])


def ahead_of(rng: random.Random, world: World) -> Question:
    """Rows that a given number of rows of their own group outdo."""
    parents = {each.child.name for each in n.families(world.schema, total=True)}
    table = n.table_with(
        rng, world.schema, lambda t: n.sure_measures(t) and (n.categories(t) or t.name in parents)
    )
    column = n.pick(rng, n.sure_measures(table))
    group, _, tie = own_group(rng, world, table)
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    label = n.label_of(table)
    shown = [label, column]
    op, much, number = rng.choice(
        (
            ("=", "exactly one", 1),
            ("=", "exactly two", 2),
            ("<", "fewer than two", 2),
            ("<", "fewer than three", 3),
            ("=", "no", 0),
            (">=", "at least two", 2),
            (">=", "three or more", 3),
        )
    )
    side, more = rng.choice(((">", "higher"), ("<", "lower")))
    mine = n.same(n.get(inner, group), n.get(outer, group))
    beats = Cmp(side, n.get(inner, column), n.get(outer, column))  # type: ignore[arg-type]
    count = Scalar(Select((("ahead", Agg("count")),), inner, where=n.every(mine, beats)))
    one = number == 1 and op == "="
    text = n.said(
        rng,
        (
            "{show} {cols} of each {t} for which {much} {others} {same} {have} {a_more} {m}.",
            "For which {ts} {are} there {much} {others} {same} that {have} {a_more} {m}? {Show} {cols} of each "
            "of these {ts}.",
            "For every {t}, count the other {ts} {same} that have {a_more} {m}. {Show} {cols} of those {ts} where "
            "this is {count}.",
        ),
        n.leave_out(table.plural, group),
        cols=named(shown),
        much=much,
        others=f"other {table.noun}" if one else f"other {table.plural}",
        have="has" if one else "have",
        are="is" if one else "are",
        more=more,
        m=column.phrase,
        same=tie,
        count="zero" if number == 0 else much,
        **n.table_words(table),
    )
    where = n.every(Cmp(op, count, Const(number)), n.there(outer, group))  # type: ignore[arg-type]
    return Question(Select(n.out(outer, shown), outer, where=where), text, "ahead_of")


def beyond_parent(rng: random.Random, world: World) -> Question:
    """Parents with a child whose value is beyond their own, or without one."""
    kin, mine, theirs = _comparable(rng, world)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    shown = columns(rng, kin.parent, rng.randint(1, 2))
    negated = rng.random() < 0.4
    timed = mine.kind in ("date", "datetime")
    op, than = rng.choice(
        ((">", "later than"), ("<", "earlier than"), (">=", "no earlier than"), ("<=", "no later than"))
        if timed
        else (
            (">", "greater than"),
            ("<", "less than"),
            (">=", "at least as great as"),
            ("<=", "at most as great as"),
        )
    )
    linked = kin.link.on(child.name, parent.name)
    test = Cmp(op, n.get(child, theirs), n.get(parent, mine))  # type: ignore[arg-type]
    found = Exists(n.some(child, n.every(linked, test)), negated)
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has no {cs} whose {m} {be} {than} the {o} of the {p}.",
            "For which {ps} is there no {c} whose {m} {be} {than} the {p}'s own {o}? {Show} {cols} of each.",
            "Compare the {m} of each {c} with the {o} of its {owner}. {Show} {cols} of each {p} without {a_c} "
            "where the former is {than} the latter.",
        )
        if negated
        else (
            "{show} {cols} of each {p} that has at least one {c} whose {m} {be} {than} the {o} of the {p}.",
            "For which {ps} is there {a_c} whose {m} {be} {than} the {p}'s own {o}? {Show} {cols} of "
            "each, once for each {p}.",
            "Compare the {m} of each {c} with the {o} of its {owner}. {Show} {cols} of each {p} with at least "
            "one {c} where the former is {than} the latter, once for each {p}.",
        ),
        f"A comparison in which a value is missing does not count; {kin.parent.plural} without any "
        f"{kin.child.plural} are listed."
        if negated
        else "",
        kin.note,
        cols=named(shown),
        m=theirs.phrase,
        o=mine.phrase,
        than=than,
        **kin.words(),
    )
    return Question(Select(n.out(parent, shown), parent, where=found), text, "beyond_parent")


def _comparable(rng: random.Random, world: World) -> tuple[n.Family, Column, Column]:
    """A family with a column of the parent and one of the child that can be compared, and differ in what they say."""
    found = []
    for kin in n.families(world.schema):
        for mine in measures(kin.parent) + dates(kin.parent):
            for theirs in measures(kin.child) + dates(kin.child):
                kinds = {mine.kind, theirs.kind}
                alike = len(kinds) == 1 and (
                    mine.kind in ("money", "date", "datetime") or _same_unit(mine, theirs)
                )
                if alike and _overlap(world, kin, mine, theirs):
                    found.append((kin, mine, theirs))
    return n.pick(rng, found, "comparable columns")


def _same_unit(one: Column, two: Column) -> bool:
    """Whether two numbers count the same, as far as the schema says."""
    return one.note == two.note != ""


def _overlap(world: World, kin: n.Family, mine: Column, theirs: Column) -> bool:
    """Whether the ranges of two columns meet, so that a comparison is not always the same."""
    one, two = n.seen(world, kin.parent, mine), n.seen(world, kin.child, theirs)
    return bool(one and two) and one[0] < two[-1] and two[0] < one[-1]


def child_average(rng: random.Random, world: World) -> Question:
    """Each parent beside an aggregate of its children, with a bound that the aggregate of all children gives."""
    kin = n.family(rng, world.schema, lambda each: measures(each.child))
    column = n.pick(rng, measures(kin.child))
    names = n.Names(world.schema)
    parent, child, inner = names.of(kin.parent), names.of(kin.child), names.of(kin.child)
    label = n.label_of(kin.parent)
    own = Scalar(
        Select(
            (("average", Agg("avg", n.get(child, column))),), child, where=kin.link.on(child.name, parent.name)
        )
    )
    everyone = Scalar(Select((("average", Agg("avg", n.get(inner, column))),), inner))
    op, than = rng.choice(((">", "above"), ("<", "below")))
    text = n.said(
        rng,
        (
            "{show} the {label} of each {p} whose {cs} have an average {m} that is {than} the average {m} of "
            "all {cs}.",
            "Which {ps} have {cs} with an average {m} {than} that of all {cs} in the table? {Show} the {label} "
            "of each of these {ps}.",
            "Compare the average {m} of the {cs} of each {p} with the average {m} of all {cs}. {Show} the "
            "{label} of each {p} for which it is {than} that.",
        ),
        kin.note,
        label=label.phrase,
        m=column.phrase,
        than=than,
        **kin.words(),
    )
    pairs: tuple[tuple[str, Expr], ...] = ((label.name, Col(parent.name, label.name)),)
    return Question(
        Select(pairs, parent, where=Cmp(op, own, everyone)),  # type: ignore[arg-type]
        text,
        "child_average",
    )


def latest_child(rng: random.Random, world: World) -> Question:
    """Each parent with the date of its latest child and how many it has, also if it has none."""
    kin = n.family(rng, world.schema, lambda each: dates(each.child))
    column = n.pick(rng, dates(kin.child))
    names = n.Names(world.schema)
    parent, child, inner = names.of(kin.parent), names.of(kin.child), names.of(kin.child)
    label = n.label_of(kin.parent)
    edge, word = rng.choice((("max", "latest"), ("min", "earliest")))
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.5, [column.name])
    when = Scalar(
        Select(
            (("moment", n.total(edge, n.get(child, column))),),
            child,
            where=n.every(kin.link.on(child.name, parent.name), pred),
        )
    )
    many = Scalar(Select((("number", Agg("count")),), inner, where=kin.link.on(inner.name, parent.name)))
    text = n.said(
        rng,
        (
            "For each {p}, {show} the {label}, the {edge} {m} of the {p}'s {cs}{cond} (NULL if there is none), "
            "and the number of {all}the {p}'s {cs} (0 if there are none).",
            "{show} the {label} of every {p}, with the {edge} {m} among the {p}'s {cs}{cond} and, in a third "
            "column, how many {cs} the {p} has{in_all}. Where there is no such {m}, give NULL; where there are "
            "no {cs}, the number is 0.",
            "List all {ps}, also those without {cs}: the {label}, the {edge} {m} of the {cs} of the {p}{only}, "
            "or NULL, and the number of {all}{cs} of the {p}.",
        ),
        kin.note,
        label=label.phrase,
        m=column.phrase,
        edge=word,
        cond=words,
        only=f" (counting only {kin.child.plural}{words})" if words else "",
        all="all " if words else "",
        in_all=" in all" if words else "",
        **kin.words(),
    )
    pairs = n.labelled((label.name, n.get(parent, label)), ("moment", when), ("number", many))
    return Question(Select(pairs, parent), text, "latest_child")


SHAPES: dict[str, tuple[int, Shape]] = {
    "above_own_average": (5, above_own_average),
    "extreme_of_group": (5, extreme_of_group),
    "ahead_of": (6, ahead_of),
    "beyond_parent": (5, beyond_parent),
    "child_average": (6, child_average),
    "latest_child": (5, latest_child),
}
