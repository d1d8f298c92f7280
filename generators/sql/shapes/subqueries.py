"""Questions with a subquery that stands alone: members of a list, bounds that an aggregate of other rows gives."""

from __future__ import annotations

import random
from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import Any, Literal

from ..phrases import agree, clause, columns, measures, named
from ..plan import Arith, Cmp, Col, Const, Exists, Expr, InQuery, IsNull, Pred, Scalar, Select, SetOp, Source
from ..question import Question, Shape, World
from ..schema import Column, Table
from . import nested as n


def with_child(rng: random.Random, world: World) -> Question:
    """Parents with at least one child that meets a condition, each once."""
    kin = n.family(rng, world.schema)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    pred, words = n.filtered(rng, world, kin.child, child.name)
    shown = columns(rng, kin.parent, rng.randint(1, 2))
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has one or more {cs}{cond}.",
            "Which {ps} have one or more {cs}{cond}? {Show} {cols} of each of them.",
            "Find the {ps} with one or more {cs}{cond}, and {show} {cols} of each; {a_p} with several such "
            "{cs} is listed only once.",
        ),
        kin.note,
        cols=named(shown),
        cond=words,
        **kin.words(),
    )
    return Question(
        Select(n.out(parent, shown), parent, where=_members(rng, kin, parent, child, pred, False)),
        text,
        "with_child",
    )


def without_child(rng: random.Random, world: World) -> Question:
    """Parents without any child that meets a condition; those without children are among them."""
    kin = n.family(rng, world.schema)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.85)
    own, whose = n.filtered(rng, world, kin.parent, parent.name, 0.3)
    shown = columns(rng, kin.parent, rng.randint(1, 2))
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has no {cs}{cond}.",
            "Which {ps} do not have any {cs}{cond}? {Show} {cols} of each of them.",
            "{show} {cols} of all {ps} without any {cs}{cond}.",
        ),
        f"Consider only {kin.parent.plural}{whose}." if whose else "",
        f"{n.capital(kin.parent.plural)} that have no {kin.child.plural} at all count as well."
        if words
        else "",
        kin.note,
        cols=named(shown),
        cond=words,
        **kin.words(),
    )
    where = n.every(own, _members(rng, kin, parent, child, pred, True))
    return Question(Select(n.out(parent, shown), parent, where=where), text, "without_child")


def _members(
    rng: random.Random, kin: n.Family, parent: Source, child: Source, pred: Pred | None, negated: bool
) -> Pred:
    """That a parent has children for which something holds, or, negated, has none."""
    key = kin.child.column(kin.link.key.column)
    if rng.random() < 0.5:
        linked = kin.link.on(child.name, parent.name)
        return Exists(n.some(child, n.every(linked, pred)), negated)
    known = IsNull(n.get(child, key), True) if negated and key.nullable else None
    inner = Select(((key.name, n.get(child, key)),), child, where=n.every(known, pred))
    return InQuery(n.get(parent, kin.parent.key), inner, negated)


def against_average(rng: random.Random, world: World) -> Question:
    """Rows whose number is above or below the average of all rows, or of some."""
    table = n.table_with(rng, world.schema, measures)
    column = n.pick(rng, measures(table))
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    shown = columns(rng, table, rng.randint(1, 3))
    scope, words = n.filtered(rng, world, table, inner.name, 0.6, [column.name])
    mean: Expr = Scalar(Select((("average", n.total("avg", n.get(inner, column))),), inner, where=scope))
    factor, much = rng.choice(((1, ""), (1, ""), (2, "twice "), (0.5, "half ")))
    if factor != 1:
        mean = Arith("*", Const(factor), mean)
    op, word = rng.choice(
        (
            (">", "more than" if much else "above"),
            ("<", "less than" if much else "below"),
            (">=", "at least"),
            ("<=", "at most"),
        )
    )
    text = n.said(
        rng,
        (
            "{show} {cols} of each {t} whose {m} {be} {word} {much}the average {m} of all {ts}{cond}.",
            "Take the average {m} of all {ts}{cond}. {Show} {cols} of each {t}{other} whose {m} {be} {word} "
            "{much}this average.",
            "Which {ts} have {a_m} that {be} {word} {much}the average {m} of all {ts}{cond}? {Show} {cols} of "
            "each.",
        ),
        cols=named(shown),
        m=column.phrase,
        word=word,
        much=much,
        cond=words,
        other=" in the table" if words else "",
        **n.table_words(table),
    )
    plan = Select(n.out(outer, shown), outer, where=Cmp(op, n.get(outer, column), mean))  # type: ignore[arg-type]
    return Question(plan, text, "against_average")


_BEYOND: tuple[tuple[Literal["<", "<=", ">", ">="], str, str], ...] = (
    (">", "max", "greater than"),
    ("<", "min", "less than"),
    (">", "min", "greater than"),
    ("<", "max", "less than"),
    (">=", "max", "at least as great as"),
    ("<=", "min", "at most as great as"),
)
_TESTS: dict[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def _tells(world: World, table: Table, column: Column, some: Pred, how: tuple[str, str]) -> bool:
    """Whether some rows, but not all, are beyond the edge of those with a value."""
    if not (isinstance(some, Cmp) and isinstance(some.left, Col) and isinstance(some.right, Const)):
        return False
    place, group = table.index(column.name), table.index(some.left.name)
    rows = [row for row in world.database[table.name][:400] if row[place] is not None]
    values = [row[place] for row in rows if row[group] == some.right.value]
    if not values:
        return False
    edge = max(values) if how[1] == "max" else min(values)
    return 0 < sum(_TESTS[how[0]](row[place], edge) for row in rows) < len(rows)


def against_extreme(rng: random.Random, world: World) -> Question:
    """Rows beyond all, or beyond at least one, of some other rows."""
    table = n.table_with(rng, world.schema, lambda t: measures(t) and n.texts_of(t))
    column = n.pick(rng, measures(table))
    group = n.pick(rng, n.texts_of(table))
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    shown = columns(rng, table, rng.randint(1, 2))
    some = clause(rng, world, table, inner.name, kinds=("equal",), avoid=_others(table, group.name))
    op, edge, word = n.pick(
        rng, [each for each in _BEYOND if _tells(world, table, column, some.pred, each[:2])]
    )
    edge_word = {"max": "highest", "min": "lowest"}[edge]
    bound = Scalar(
        Select(((edge_word, n.total(edge, n.get(inner, column))),), inner, where=some.pred),
    )
    mine, others = n.filtered(rng, world, table, outer.name, 0.3, [column.name, group.name])
    known = f"known {column.phrase}" if agree(column.phrase, "is") == "are" else f"a known {column.phrase}"
    text = n.said(
        rng,
        (
            "{show} {cols} of each {t} whose {m} {be} {word} the {edge} {m} among the {ts} {cond}.",
            "Look up the {edge} {m} of the {ts} {cond}. {Show} {cols} of each {t} whose {m} {be} {word} that.",
            "Which {ts} have {a_m} that {be} {word} the {edge} one among the {ts} {cond}? {Show} {cols} of each.",
        ),
        f"Of the {table.plural} to show, take only those{others}." if others else "",
        f"If no {table.plural} {some.relative} have {known}, the result is empty.",
        cols=named(shown),
        m=column.phrase,
        word=word,
        edge=edge_word,
        cond=some.relative,
        **n.table_words(table),
    )
    where = n.every(mine, Cmp(op, n.get(outer, column), bound))
    return Question(Select(n.out(outer, shown), outer, where=where), text, "against_extreme")


def _others(table: Table, keep: str) -> list[str]:
    """The names of all columns but one."""
    return [column.name for column in table.columns if column.name != keep]


def extreme_of_some(rng: random.Random, world: World) -> Question:
    """The rows with the highest number among those that meet a condition, all that share it."""
    table = n.table_with(rng, world.schema, measures)
    column = n.pick(rng, measures(table))
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    shown = columns(rng, table, rng.randint(1, 2))
    pred, again, words = n.filtered_alike(rng, world, table, outer.name, inner.name, 1.0, [column.name])
    edge, edge_word = rng.choice((("max", "highest"), ("min", "lowest")))
    bound = Scalar(Select(((edge_word, n.total(edge, n.get(inner, column))),), inner, where=again))
    text = n.said(
        rng,
        (
            "Among the {ts}{cond}, find those with the {edge} {m}, all of them if several share it, and {show} "
            "{cols} of each.",
            "Which of the {ts}{cond} have the {edge} {m} among them? {Show} {cols}; if several have it, give "
            "them all.",
            "Look only at {ts}{cond}. {Show} {cols} of the one with the {edge} {m}, or of all that tie for it.",
        ),
        cols=named(shown),
        m=column.phrase,
        edge=edge_word,
        cond=words,
        **n.table_words(table),
    )
    where = n.every(pred, n.same(n.get(outer, column), bound))
    return Question(Select(n.out(outer, shown), outer, where=where), text, "extreme_of_some")


def second_extreme(rng: random.Random, world: World) -> Question:
    """The rows with the second highest, or third highest, different value."""
    table = n.table_with(rng, world.schema, measures)
    column = n.pick(rng, measures(table))
    names = n.Names(world.schema)
    place = rng.choice((2, 2, 2, 3))
    edge, edge_word, op = rng.choice((("max", "highest", "<"), ("min", "lowest", ">")))
    outer = names.of(table)
    shown = columns(rng, table, rng.randint(1, 3))
    bound: Expr | None = None
    for _ in range(place):
        inner = names.of(table)
        value = n.get(inner, column)
        where = Cmp(op, value, bound) if bound is not None else None  # type: ignore[arg-type]
        bound = Scalar(Select(((edge_word, n.total(edge, value)),), inner, where=where))
    assert bound is not None
    text = n.said(
        rng,
        (
            "{show} {cols} of every {t} that has the {nth} {edge} of the different values of the {m}. Equal "
            "values count as one, so several {ts} may share it.",
            "What is the {nth} {edge} value of the {m}, if equal values count as one? {Show} {cols} of each {t} "
            "with that value.",
            "Put the different values of the {m} of all {ts} in order and take the {nth} {edge}. {Show} {cols} "
            "of each {t} whose {m} {be} this value.",
        ),
        cols=named(shown),
        m=column.phrase,
        nth=n.nth(place),
        edge=edge_word,
        **n.table_words(table),
    )
    plan = Select(n.out(outer, shown), outer, where=n.same(n.get(outer, column), bound))
    return Question(plan, text, "second_extreme")


def from_average(rng: random.Random, world: World) -> Question:
    """How far the number of each row is from the average of all."""
    table = n.table_with(rng, world.schema, n.sure_measures)
    column = n.pick(rng, n.sure_measures(table))
    names = n.Names(world.schema)
    outer, inner = names.of(table), names.of(table)
    label = n.label_of(table)
    pred, words = n.filtered(rng, world, table, outer.name, 0.7, [column.name])
    mean = Scalar(Select((("average", n.total("avg", n.get(inner, column))),), inner))
    value = n.get(outer, column)
    text = n.said(
        rng,
        (
            "For each of the {ts}{cond}, {show} the {label}, the {m} and the {m} minus the average {m} of all "
            "{ts}{all}.",
            "{show} the {label}, the {m} and its difference from the average {m} of all {ts}{all} for the "
            "{ts}{cond}. The difference is negative where the {m} is below the average.",
            "By how much does the {m} of each of the {ts}{cond} exceed the average {m} of all {ts}{all}? "
            "{Show} the {label}, the {m} and the difference (negative if it is below).",
        ),
        label=label.phrase,
        m=column.phrase,
        cond=words,
        all=" (not only of these)" if words else "",
        **n.table_words(table),
    )
    pairs = n.labelled(
        (label.name, n.get(outer, label)), (column.name, value), ("difference", Arith("-", value, mean))
    )
    return Question(Select(pairs, outer, where=pred), text, "from_average")


def owners_of_extreme(rng: random.Random, world: World) -> Question:
    """The parents of the rows with the highest number, each once."""
    kin = n.family(rng, world.schema, lambda each: measures(each.child))
    column = n.pick(rng, measures(kin.child))
    names = n.Names(world.schema)
    parent, child, inner = names.of(kin.parent), names.of(kin.child), names.of(kin.child)
    shown = columns(rng, kin.parent, rng.randint(1, 2))
    edge, edge_word = rng.choice((("max", "highest"), ("min", "lowest")))
    bound = Scalar(Select(((edge_word, n.total(edge, n.get(inner, column))),), inner))
    key = n.get(child, kin.link.key.column)
    listed = Select(((kin.link.key.column, key),), child, where=n.same(n.get(child, column), bound))
    text = n.said(
        rng,
        (
            "What is the {edge} value of the {m} among all {cs}? {Show} {cols} of each {p} that has one or more {cs} "
            "with exactly that value.",
            "{show} {cols} of each {p} that has one or more {cs} whose {m} {be} the {edge} of all {cs}.",
            "Find the {ps} that the {cs} with the {edge} {m} of all belong to, and {show} {cols} of each, "
            "once for each {p}.",
        ),
        kin.note,
        cols=named(shown),
        m=column.phrase,
        edge=edge_word,
        **kin.words(),
    )
    where = InQuery(n.get(parent, kin.parent.key), listed)
    return Question(Select(n.out(parent, shown), parent, where=where), text, "owners_of_extreme")


def union_of_parents(rng: random.Random, world: World) -> Question:
    """Parents that have one property or another, each once."""
    kin = n.family(rng, world.schema)
    names = n.Names(world.schema)
    one, two, child = names.of(kin.parent), names.of(kin.parent), names.of(kin.child)
    own, whose = n.filtered(rng, world, kin.parent, one.name)
    pred, words = n.filtered(rng, world, kin.child, child.name)
    key, label = n.key_of(kin.parent), n.label_of(kin.parent)
    shown = [key] if key == label else [key, label]
    text = n.said(
        rng,
        (
            "{show} {cols} of the {ps}{own}, together with those of the {ps} that have one or more {cs}{cond}. "
            "Each {p} is listed once.",
            "Which {ps} are among the {ps}{own}, or have one or more {cs}{cond}, or both? {Show} {cols}, once "
            "for each {p}.",
            "Make one list of two groups: the {ps}{own}, and the {ps} with one or more {cs}{cond}. {Show} "
            "{cols} of each {p}, only once if {a_p} is in both groups.",
        ),
        kin.note,
        cols=named(shown),
        own=whose,
        cond=words,
        **kin.words(),
    )
    left = Select(n.out(one, shown), one, where=own)
    right = Select(n.out(two, shown), two, where=_members(rng, kin, two, child, pred, False))
    return Question(SetOp("union", left, right), text, "union_of_parents")


SHAPES: dict[str, tuple[int, Shape]] = {
    "with_child": (4, with_child),
    "without_child": (4, without_child),
    "against_average": (4, against_average),
    "against_extreme": (4, against_extreme),
    "extreme_of_some": (4, extreme_of_some),
    "second_extreme": (5, second_extreme),
    "from_average": (4, from_average),
    "owners_of_extreme": (5, owners_of_extreme),
    "union_of_parents": (5, union_of_parents),
}
