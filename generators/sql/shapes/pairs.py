"""Questions that look at a table twice: pairs of rows, and rows with the row of the same table they refer to."""

from __future__ import annotations

import random

from ..phrases import Link, a, columns, links, listing, measures, named, value
from ..plan import Agg, And, Arith, Cmp, Const, Exists, Expr, Func, Join, Pred, Select, Source
from ..question import NoFit, Question, Shape, World
from ..schema import Column
from . import nested as n


def pairs(rng: random.Random, world: World) -> Question:
    """Pairs of children of the same parent that are alike or close, each pair once."""
    kin = n.family(rng, world.schema, lambda each: n.categories(each.child) or _close(each), total=True)
    names = n.Names(world.schema)
    one, two = names.of(kin.child), names.of(kin.child)
    first = n.label_of(kin.child)
    link = kin.link.key.column
    parts: list[Pred] = [
        n.same(n.get(one, link), n.get(two, link)),
        Cmp("<", n.get(one, kin.child.key), n.get(two, kin.child.key)),
    ]
    alike, near = n.categories(kin.child), _close(kin)
    if near and (not alike or rng.random() < 0.55):
        column = n.pick(rng, near)
        how, test = _nearness(rng, world, kin, column, one, two)
    else:
        column = n.pick(rng, alike)
        how = f"with the same {column.phrase}"
        test = n.same(n.get(one, column), n.get(two, column))
    parts.append(test)
    shown = [first, column] if column in alike and rng.random() < 0.6 else [first]
    key = n.key_of(kin.child)
    text = n.said(
        rng,
        (
            "Find all pairs of {cs} of the same {owner} {how}. {Show} {cols}.",
            "Which two {cs} of the same {owner} make a pair {how}? {Show} {cols} for each such pair.",
            "{show} a row for every pair of different {cs} of the same {owner} {how}: {cols}.",
        ),
        f"Each pair is given once, with the {kin.child.noun} that has the smaller {key.phrase} first.",
        f"A missing {column.phrase} is not the same as any other." if column.nullable else "",
        how=how,
        cols=listing(
            [
                f"the {first.phrase} of the one",
                f"the {first.phrase} of the other",
                *([f"their {column.phrase}"] if len(shown) > 1 else []),
            ]
        ),
        **kin.words(),
    )
    out: list[tuple[str, Expr]] = [(first.name, n.get(one, first)), (f"other_{first.name}", n.get(two, first))]
    if len(shown) > 1:
        out.append((column.name, n.get(one, column)))
    if rng.random() < 0.5:
        plan = Select(n.labelled(*out), one, (Join(two, n.sure(n.every(*parts))),))
    else:
        plan = Select(n.labelled(*out), one, (Join(two, n.sure(n.every(*parts[:2]))),), test)
    return Question(plan, text, "pairs")


def _close(kin: n.Family) -> list[Column]:
    """Columns whose values can be near each other."""
    return [*n.sure_measures(kin.child), *n.days_of(kin.child)]


def _nearness(
    rng: random.Random, world: World, kin: n.Family, column: Column, one: Source, two: Source
) -> tuple[str, Pred]:
    """That two values differ by at most so much, with its words."""
    left, right = n.get(one, column), n.get(two, column)
    if column.kind == "date":
        days = rng.choice((1, 2, 3, 7, 14, 30))
        word = "day" if days == 1 else "days"
        gap: Expr = Func("abs", (Func("days", (left, right)),))
        how = f"in which the {column.phrase} of the one and that of the other are at most {days} {word} apart"
        return how, Cmp("<=", gap, Const(days))
    values = n.seen(world, kin.child, column)
    if len(values) < 3:
        raise NoFit("too few values")
    low, high = values[0], values[-1]
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        raise NoFit("no numbers")
    share = (high - low) * rng.choice((0.05, 0.1, 0.2))
    bound: float = max(1, round(share)) if column.kind == "integer" else max(0.25, round(share * 4) / 4)
    gap = Func("abs", (Arith("-", left, right),))
    words = value(column, bound)
    op, much = rng.choice((("<=", "at most"), ("<=", "at most"), (">", "more than")))
    how = f"in which the {column.phrase} of the one and that of the other differ by {much} {words}"
    return how, Cmp(op, gap, Const(bound))  # type: ignore[arg-type]


# ---- hierarchies ------------------------------------------------------------------------------------


def _own_link(rng: random.Random, world: World) -> Link:
    """A reference of a table to itself."""
    return n.pick(rng, [each for each in links(world.schema) if each.child is each.parent], "a hierarchy")


def _words(link: Link) -> dict[str, str]:
    """Fields of the templates: ``t``, ``ts``, ``boss`` and ``a_boss``."""
    return n.table_words(link.child) | {"boss": link.key.owner, "a_boss": a(link.key.owner)}


def beyond_own_boss(rng: random.Random, world: World) -> Question:
    """Rows whose number or date is beyond that of the row they refer to."""
    link = _own_link(rng, world)
    column = n.pick(rng, [*measures(link.child), *n.days_of(link.child)], "something to compare")
    names = n.Names(world.schema)
    one, boss = names.of(link.child), names.of(link.child)
    label = n.label_of(link.child)
    timed = column.kind in ("date", "datetime")
    op, than = rng.choice(
        ((">", "later than"), ("<", "earlier than")) if timed else ((">", "greater than"), ("<", "less than"))
    )
    both = rng.random() < 0.4
    pairs_: list[tuple[str, Expr]] = [(label.name, n.get(one, label))]
    if both:
        pairs_.append((f"other_{label.name}", n.get(boss, label)))
    text = n.said(
        rng,
        (
            "{show} {cols} of each {t} whose {m} {be} {than} that of the {boss}.",
            "Which {ts} have {a_m} that {be} {than} that of their {boss}? {Show} {cols} of each.",
            "Compare the {m} of each {t} that has {a_boss} with that of the {boss}. Where the former is {than} "
            "the latter, {show} {cols}.",
        )
        if not both
        else (
            "For each {t} whose {m} {be} {than} that of the {boss}, {show} {cols}.",
            "Which {ts} have {a_m} that {be} {than} that of their {boss}? For each of them, {show} {cols}.",
            "Compare the {m} of each {t} that has {a_boss} with that of the {boss}. Where the former is {than} "
            "the latter, {show} {cols}.",
        ),
        cols=f"the {label.phrase} of the {link.child.noun} and the {label.phrase} of the {link.key.owner}"
        if both
        else f"the {label.phrase}",
        m=column.phrase,
        than=than,
        **_words(link),
    )
    plan = Select(
        n.labelled(*pairs_),
        one,
        (Join(boss, link.on(one.name, boss.name)),),
        Cmp(op, n.get(one, column), n.get(boss, column)),  # type: ignore[arg-type]
    )
    return Question(plan, text, "beyond_own_boss")


def two_steps_up(rng: random.Random, world: World) -> Question:
    """Each row with the row two steps up, or NULL."""
    link = _own_link(rng, world)
    names = n.Names(world.schema)
    one, boss, top = names.of(link.child), names.of(link.child), names.of(link.child)
    label = n.label_of(link.child)
    outer = rng.random() < 0.5
    pred, words = n.filtered(rng, world, link.child, one.name, 0.5)
    text = n.said(
        rng,
        (
            "{show} the {label} of {each} and the {label} of the {boss} of the {boss}{rest}.",
            "Go two steps up from {each}, to the {boss} of the {boss}. {Show} the {label} of the {t} and the "
            "{label} of that {boss}{rest}.",
            "What is the {label} of the {boss} of the {boss} of {each}? {Show} the {label} of the {t} and the "
            "one found two steps up{rest}.",
        ),
        each=f"each of the {link.child.plural}{words}" if words else f"each {link.child.noun}",
        label=label.phrase,
        rest=", which is NULL where there is none"
        if outer
        else f"; leave out {link.child.plural} that have none",
        **_words(link),
    )
    plan = Select(
        n.labelled((label.name, n.get(one, label)), (f"upper_{label.name}", n.get(top, label))),
        one,
        (
            Join(boss, link.on(one.name, boss.name), outer),
            Join(top, link.on(boss.name, top.name), outer),
        ),
        pred,
    )
    return Question(plan, text, "two_steps_up")


def team_size(rng: random.Random, world: World) -> Question:
    """How many rows refer to each row of the same table, with a condition, 0 included or not."""
    link = _own_link(rng, world)
    names = n.Names(world.schema)
    boss, one = names.of(link.child), names.of(link.child)
    label, key = n.label_of(link.child), n.key_of(link.child)
    pred, words = n.filtered(rng, world, link.child, one.name, 0.6)
    outer = rng.random() < 0.55
    mine = link.key.theirs
    count = Agg("count", n.get(one, link.child.key))
    least = None if outer else rng.choice((1, 2, 2))
    condition = f" (of these, only {link.child.plural}{words} count)" if words else ""
    text = n.said(
        rng,
        (
            "For each {t}, {show} the {label} and the number of the {mine}{cond}{rest}.",
            "For each {t}, how many are there of the {mine}{cond}? {Show} the {label} of the {t} and the number{rest}.",
            "Count, for each {t}, the {mine}{cond}. {Show} the {label} of the {t} and the count{rest}.",
        ),
        mine=mine.format(f"this {link.child.noun}"),
        label=label.phrase,
        cond=condition,
        rest=", which is 0 where there are none"
        if outer
        else f", for each {link.child.noun} for which it is at least {least}",
        **_words(link),
    )
    linked = link.on(one.name, boss.name)
    keys = (n.get(boss, key), n.get(boss, label)) if key.name != label.name else (n.get(boss, key),)
    pairs_ = n.labelled((label.name, n.get(boss, label)), ("number", count))
    if outer:
        plan = Select(pairs_, boss, (Join(one, n.sure(n.every(linked, pred)), True),), group=keys)
    else:
        having = Cmp(">=", count, Const(least)) if least and least > 1 else None
        plan = Select(pairs_, boss, (Join(one, linked),), pred, keys, having)
    return Question(plan, text, "team_size")


def at_the_edge(rng: random.Random, world: World) -> Question:
    """Rows that refer to a row, or not, and that no row refers to, or some does."""
    link = _own_link(rng, world)
    names = n.Names(world.schema)
    one, boss, below = names.of(link.child), names.of(link.child), names.of(link.child)
    shown = columns(rng, link.child, rng.randint(1, 2))
    up = Exists(n.some(boss, link.on(one.name, boss.name)), rng.random() < 0.5)
    down = Exists(n.some(below, link.on(below.name, one.name)), rng.random() < 0.5 if not up.negated else False)
    pred, words = n.filtered(rng, world, link.child, below.name, 0.4)
    if pred is not None:
        down = Exists(n.some(below, n.every(link.on(below.name, one.name), pred)), down.negated)
    has = f"that have no {link.key.owner}" if up.negated else f"that have {a(link.key.owner)}"
    mine = link.key.theirs.format("them")
    among = f", counting only {link.child.plural}{words}" if words else ""
    follow = f"for which there are no {mine}" if down.negated else f"for which there are {mine} (one or more)"
    text = n.said(
        rng,
        (
            "{show} {cols} of all {ts} {has} and {follow}{among}.",
            "Which {ts} are there {has} and {follow}{among}? {Show} {cols} of each.",
            "Find the {ts} {has} and {follow}{among}, and {show} {cols} of each.",
        ),
        ""
        if link.key.enforced
        else f"A reference to {a(link.child.noun)} that is not in the table counts as none.",
        cols=named(shown),
        has=has,
        follow=follow,
        among=among,
        **_words(link),
    )
    return Question(Select(n.out(one, shown), one, where=And((up, down))), text, "at_the_edge")


SHAPES: dict[str, tuple[int, Shape]] = {
    "pairs": (5, pairs),
    "beyond_own_boss": (4, beyond_own_boss),
    "two_steps_up": (5, two_steps_up),
    "team_size": (5, team_size),
    "at_the_edge": (6, at_the_edge),
}
