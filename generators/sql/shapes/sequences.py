"""Questions about what follows what: gaps between dates, changes from month to month, totals that grow."""

from __future__ import annotations

import random

from ..phrases import known, quantile, value
from ..plan import (
    Agg,
    Arith,
    Cmp,
    Col,
    Const,
    Expr,
    Func,
    IsNull,
    Join,
    Order,
    Pred,
    Query,
    Select,
    Source,
    Window,
)
from ..question import NoFit, Question, Shape, World
from ..schema import Column
from . import nested as n


def _dated(rng: random.Random, world: World, *, measured: bool = False, days: bool = False) -> n.Family:
    """A family whose children have dates that are never missing, and numbers if asked for."""

    def fits(kin: n.Family) -> bool:
        times = n.days_of(kin.child) if days else n.sure_dates(kin.child)
        return bool(times and (n.sure_measures(kin.child) or not measured))

    return n.family(rng, world.schema, fits, total=True)


def _in_order(
    rng: random.Random, child: Source, kin: n.Family, when: Column
) -> tuple[tuple[Expr, ...], tuple[Order, ...], str, str]:
    """The partition by parent, the order by date, then key, the words for the key, and those for the earlier row."""
    last, words, first = n.tie_order(rng, child, kin.child)
    return (n.get(child, kin.link.key.column),), (Order(n.get(child, when)), last), words, first


def longest_gap(rng: random.Random, world: World) -> Question:
    """For each parent the greatest number of days between one child and the next."""
    kin = _dated(rng, world, days=True)
    when = n.pick(rng, n.days_of(kin.child))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    pred, words = n.filtered(rng, world, kin.child, child.name, 0.4, [when.name])
    partition, order, _, _ = _in_order(rng, child, kin, when)
    nest = n.Nest(rng, names)
    owner, days = names.new("owner"), names.new("days")
    gap = Func("days", (Window("lag", n.get(child, when), partition, order), n.get(child, when)))
    inner = nest.put("gaps", Select(((owner, partition[0]), (days, gap)), child, where=pred))
    edge, word = rng.choice((("max", "longest"), ("max", "longest"), ("min", "shortest"), ("avg", "average")))
    result = n.total(edge, Col(inner.name, days))
    text = n.said(
        rng,
        (
            "For each {p} with at least two {cs}{cond}, {show} the {label} and the {word} time in days from "
            "one of these {cs} to the next, by {m}.",
            "Put each {p}'s {cs}{cond} in order by {m} and look at the number of days from each to the next "
            "one. {Show} the {label} of the {p} and the {word} of these numbers, for {ps} with two or more "
            "such {cs}.",
            "What is the {word} gap in days between consecutive {cs}{cond} of the same {owner}, by {m}? {Show} "
            "the {label} of the {p} and the gap, leaving out {ps} with fewer than two such {cs}.",
        ),
        kin.note,
        label=label.phrase,
        m=when.phrase,
        word=word,
        cond=words,
        **kin.words(),
    )
    keys = (n.get(parent, key), n.get(parent, label)) if key.name != label.name else (n.get(parent, key),)
    plan = Select(
        n.labelled((label.name, n.get(parent, label)), ("days", result)),
        inner,
        (Join(parent, n.same(Col(inner.name, owner), n.get(parent, kin.parent.key))),),
        IsNull(Col(inner.name, days), True),
        keys,
    )
    return Question(nest.whole(plan), text, "longest_gap")


def long_gaps(rng: random.Random, world: World) -> Question:
    """The children that come so many days after the one before."""
    kin = _dated(rng, world, days=True)
    when = n.pick(rng, n.days_of(kin.child))
    names = n.Names(world.schema)
    child = names.of(kin.child)
    label = n.label_of(kin.child)
    partition, order, tie, _ = _in_order(rng, child, kin, when)
    nest = n.Nest(rng, names)
    days = names.new("days")
    gap = Func("days", (Window("lag", n.get(child, when), partition, order), n.get(child, when)))
    shown = [label] if label.name == when.name else [label, when]
    inner = nest.put("gaps", Select(n.labelled(*n.out(child, shown), (days, gap)), child))
    number = rng.choice((2, 3, 5, 7, 10, 14, 20, 30, 60))
    op, much = rng.choice(
        ((">=", f"at least {number}"), (">", f"more than {number}"), ("<=", f"at most {number}"))
    )
    text = n.said(
        rng,
        (
            "For each {c} that comes {much} days after the {c} before it of the same {owner}, {show} {cols} "
            "and the number of these days.",
            "Put the {cs} of each {owner} in order by {m}. For each {c} between which and the one before it "
            "there are {much} days, {show} {cols} and this number of days.",
            "Which {cs} follow the previous {c} of the same {owner} after {much} days? {Show} {cols} and the "
            "number of days for each.",
        ),
        f"Which one comes before is decided by {when.phrase}, then by {tie}; the first "
        f"{kin.child.noun} "
        f"of each {kin.link.key.owner} is never listed.",
        cols=" and ".join(f"the {each.phrase}" for each in shown)
        if len(shown) == 1
        else f"the {shown[0].phrase}, the {shown[1].phrase}",
        m=when.phrase,
        much=much,
        **kin.words(),
    )
    plan = Select(
        tuple((name, Col(inner.name, name)) for name in [*(each.name for each in shown), days]),
        inner,
        where=Cmp(op, Col(inner.name, days), Const(number)),  # type: ignore[arg-type]
    )
    return Question(nest.whole(plan), text, "long_gaps")


def _monthly(rng: random.Random, world: World, shape: str) -> Question:
    """Months with their number or total, and beside it the change or the total so far."""
    table = n.table_with(rng, world.schema, n.sure_dates)
    when = n.pick(rng, n.sure_dates(table))
    names = n.Names(world.schema)
    rows = names.of(table)
    pred, words = n.filtered(rng, world, table, rows.name, 0.45, [when.name])
    numbers = n.sure_measures(table)
    summed = n.pick(rng, numbers) if numbers and rng.random() < 0.6 else None
    amount: Expr = Agg("sum", n.get(rows, summed)) if summed else Agg("count")
    yearly = rng.random() < 0.25
    year, month = Func("year", (n.get(rows, when),)), Func("month", (n.get(rows, when),))
    year_name, month_name, value_name = names.new("the_year"), names.new("the_month"), names.new("amount")
    keys = ((year_name, year),) if yearly else ((year_name, year), (month_name, month))
    nest = n.Nest(rng, names)
    inner = nest.put(
        "per_year" if yearly else "per_month",
        Select((*keys, (value_name, amount)), rows, (), pred, tuple(expr for _, expr in keys)),
    )
    order = tuple(Order(Col(inner.name, name)) for name, _ in keys)
    latest = rng.random() < 0.75  # a result that rises would be in order by itself
    sort = rng.random() < 0.5
    sorted_by = tuple(Order(each.value, latest) for each in order)
    mine = Col(inner.name, value_name)
    if shape == "month_change":
        last: Expr = Arith("-", mine, Window("lag", mine, (), order))
    elif shape == "month_running":
        last = Window("sum", mine, (), order)
    else:
        last = Window("rank", None, (), (Order(mine, True),))
    unit = "year" if yearly else "month"
    fields = n.table_words(table) | {
        "unit": unit,
        "time": "the year as a number" if yearly else "the year and the month as two numbers",
        "m": when.phrase,
        "cond": words,
        "such": "such " if words else "",
        "what": f"the {n.summed(summed.phrase)} of the" if summed else "the number of",
        "these": f"the {n.summed(summed.phrase)} of these" if summed else "the number of these",
    }
    templates = {
        "month_change": (
            "Going by {m}, {show} for each {unit} in which there are {ts}{cond}: {time}, {these} {ts}, and by "
            "how much this is more than in the {unit} before it in the list (negative if it is less, NULL for "
            "the first).",
            "Group the {ts}{cond} by the {unit} of the {m}. {Show} {time}, {these} {ts} of the {unit}, and the "
            "change from the previous {unit} that has any {such}{ts}; the change is NULL for the first.",
            "How does {what} {ts}{cond} change from {unit} to {unit}, by {m}? {Show} {time}, this value, and "
            "its difference from that of the {unit} before, where {unit}s without {such}{ts} are skipped and "
            "the first has NULL.",
        ),
        "month_running": (
            "Going by {m}, {show} for each {unit} in which there are {ts}{cond}: {time}, {these} {ts}, and the "
            "sum of that over all {unit}s up to and including this one.",
            "Group the {ts}{cond} by the {unit} of the {m}. {Show} {time}, {these} {ts} of the {unit}, and the "
            "same added up from the first {unit} to this one.",
            "How does {what} {ts}{cond} grow over time, by {m}? {Show} {time}, the value of that {unit} alone, "
            "and the running total up to it, for each {unit} that has {such}{ts}.",
        ),
        "month_rank": (
            "Going by {m}, {show} for each {unit} in which there are {ts}{cond}: {time}, {these} {ts}, and the "
            "place of the {unit} by that value. The greatest has place 1, equal values share a place, and as "
            "many numbers are skipped after them (1, 1, 3).",
            "Group the {ts}{cond} by the {unit} of the {m}, and rank the {unit}s by {these} {ts}, from 1 for "
            "the greatest; {unit}s that tie share a rank, and the next rank counts them all (1, 1, 3). {Show} "
            "{time}, the value and the rank.",
            "Which place does each {unit} take (by {m}), going by {what} {ts}{cond}? {Show} {time}, this value, and "
            "the place, which is 1 plus the number of {unit}s with a greater value; {unit}s without {such}{ts} "
            "are left out.",
        ),
    }[shape]
    text = n.said(
        rng,
        templates,
        f"Sort the result by time, the {'latest' if latest else 'earliest'} {unit} first." if sort else "",
        "" if yearly else "The same month of different years counts as different months.",
        **fields,
    )
    pairs = (*((name, Col(inner.name, name)) for name, _ in keys), (value_name, mine), ("result", last))
    return Question(nest.whole(Select(pairs, inner, order=sorted_by if sort else ())), text, shape)


def month_change(rng: random.Random, world: World) -> Question:
    """Months with the change from the one before."""
    return _monthly(rng, world, "month_change")


def month_running(rng: random.Random, world: World) -> Question:
    """Months with the total so far."""
    return _monthly(rng, world, "month_running")


def month_rank(rng: random.Random, world: World) -> Question:
    """Months with their place by number or total."""
    return _monthly(rng, world, "month_rank")


def rises(rng: random.Random, world: World) -> Question:
    """How often a number is greater than in the child before, for each parent."""
    kin = _dated(rng, world, measured=True)
    when, column = n.pick(rng, n.sure_dates(kin.child)), n.pick(rng, n.sure_measures(kin.child))
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    partition, order, tie, _ = _in_order(rng, child, kin, when)
    nest = n.Nest(rng, names)
    owner, now, before = names.new("owner"), names.new("current_value"), names.new("value_before")
    mine = n.get(child, column)
    inner = nest.put(
        "steps",
        Select(((owner, partition[0]), (now, mine), (before, Window("lag", mine, partition, order))), child),
    )
    op, word = rng.choice(((">", "greater"), ("<", "less")))
    outer = rng.random() < 0.4
    linked = n.same(Col(inner.name, owner), n.get(parent, kin.parent.key))
    test = Cmp(op, Col(inner.name, now), Col(inner.name, before))  # type: ignore[arg-type]
    keys = (n.get(parent, key), n.get(parent, label)) if key.name != label.name else (n.get(parent, key),)
    number = Agg("count", Col(inner.name, now))
    text = n.said(
        rng,
        (
            "For each {p}, put the {cs} in order by {d}, then by {key}. {Show} the {label} of the {p} and how "
            "many of these {cs} have {a_more} {m} than the one right before{rest}.",
            "Count for each {p} those {cs} whose {m} {be} {word} than in the {c} just before it of the same "
            "{owner}, by {d} and, where it is the same, by {key}. {Show} the {label} and the count{rest}.",
            "Go through each {p}'s {cs} by {d}, and by {key} if it is the same. How often {be} the {m} {word} "
            "than directly before? {Show} the {label} and the number{rest}.",
        ),
        kin.note,
        label=label.phrase,
        m=column.phrase,
        d=when.phrase,
        key=tie,
        word=word,
        more="higher" if op == ">" else "lower",
        rest=f", with 0 for {kin.parent.plural} where that never happens"
        if outer
        else f", for those {kin.parent.plural} where it happens at least once",
        **kin.words(),
    )
    pairs = n.labelled((label.name, n.get(parent, label)), ("number", number))
    if outer:
        plan = Select(pairs, parent, (Join(inner, n.sure(n.every(linked, test)), True),), group=keys)
    else:
        plan = Select(pairs, inner, (Join(parent, linked),), test, keys)
    return Question(nest.whole(plan), text, "rises")


def reaches(rng: random.Random, world: World) -> Question:
    """The first date on which the total so far reaches a bound, for each parent."""
    kin = _dated(rng, world, measured=True)
    when, column = n.pick(rng, n.sure_dates(kin.child)), n.pick(rng, n.sure_measures(kin.child))
    place = kin.child.index(column.name)
    values = [row[place] for row in world.database[kin.child.name]]
    if len(values) < 4 or min(values) < 0:
        raise NoFit("a total that may shrink")
    bound = quantile(values, rng.choice((0.5, 0.7, 0.9)))
    if isinstance(bound, int | float) and rng.random() < 0.6:
        bound = bound * 2
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    partition, order, tie, _ = _in_order(rng, child, kin, when)
    nest = n.Nest(rng, names)
    owner, moment, running = names.new("owner"), names.new("moment"), names.new("running")
    total = Window("sum", n.get(child, column), partition, order)
    inner = nest.put(
        "totals", Select(((owner, partition[0]), (moment, n.get(child, when)), (running, total)), child)
    )
    keys = (n.get(parent, key), n.get(parent, label)) if key.name != label.name else (n.get(parent, key),)
    text = n.said(
        rng,
        (
            "For each {p}, add up the {m} of the {p}'s {cs} one after the other, in order of the {d}, then of "
            "the {key}. {Show} the {label} of the {p} and the {d} of the {c} with which the sum first reaches "
            "{bound} or more.",
            "By which {d} has each {p} come to a total of at least {bound} for the {m} of the {p}'s {cs}, "
            "counted in order of the {d} and, where it is the same, of the {key}? {Show} the {label} and that "
            "{d}.",
            "Go through each {p}'s {cs} by {d}, and by {key} if it is the same, and keep a running sum of the "
            "{m}. {Show} the {label} and the {d} at which this sum is {bound} or more for the first time.",
        ),
        f"Leave out {kin.parent.plural} that never get there.",
        kin.note,
        label=label.phrase,
        m=column.phrase,
        d=when.phrase,
        key=tie,
        bound=value(column, bound),
        **kin.words(),
    )
    plan = Select(
        n.labelled((label.name, n.get(parent, label)), ("reached", Agg("min", Col(inner.name, moment)))),
        inner,
        (Join(parent, n.same(Col(inner.name, owner), n.get(parent, kin.parent.key))),),
        Cmp(">=", Col(inner.name, running), Const(bound)),
        keys,
    )
    return Question(nest.whole(plan), text, "reaches")


def first_and_last(rng: random.Random, world: World) -> Question:
    """Parents whose last child has a greater number, or another category, than their first."""
    kin = _dated(rng, world)
    when = n.pick(rng, n.sure_dates(kin.child))
    pool = [*n.sure_measures(kin.child), *known(n.categories(kin.child))]
    column = n.pick(rng, pool, "something to compare")
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label = n.label_of(kin.parent)
    partition, order, _, earlier = _in_order(rng, child, kin, when)
    nest = n.Nest(rng, names)
    owner, current, up, down = (
        names.new(word) for word in ("owner", "current_value", "from_first", "from_last")
    )
    back = tuple(Order(each.value, not each.falling) for each in order)
    numbered: Query = Select(
        (
            (owner, partition[0]),
            (current, n.get(child, column)),
            (up, Window("row_number", None, partition, order)),
            (down, Window("row_number", None, partition, back)),
        ),
        child,
    )
    first = nest.put("numbered", numbered, often=True)
    last = nest.again(first)
    amounts = column.kind in ("integer", "money", "real") and not column.values
    op, words = (
        rng.choice(((">", "greater than"), ("<", "less than")))
        if amounts
        else rng.choice((("<>", "different from"), ("=", "the same as")))
    )
    if op == "=":
        least: Pred | None = Cmp(">", Col(last.name, up), Const(1))
    else:
        least = None
    text = n.said(
        rng,
        (
            "{show} the {label} of each {p} for which the {m} of the last {c} is {words} that of the first, "
            "and both values, first that of the first {c}.",
            "For each {p}, compare the {m} of the last {c} with that of the first {c}. {Show} the {label}, the "
            "{m} of the first and the {m} of the last, where the latter is {words} the former.",
            "Which {ps} have a last {c} whose {m} {be} {words} that of their first {c}? {Show} the {label}, "
            "the first and the last of the two values of the {m}.",
        ),
        f"First and last are by {when.phrase}; where it is the same, the {kin.child.noun} with the {earlier} "
        f"{n.key_of(kin.child).phrase} is the earlier one.",
        f"Leave out {kin.parent.plural} with only one {kin.child.noun}." if op == "=" else "",
        kin.note,
        label=label.phrase,
        m=column.phrase,
        words=words,
        **kin.words(),
    )
    one = Const(1)
    where = n.every(
        n.same(Col(first.name, up), one),
        n.same(Col(last.name, down), one),
        Cmp(op, Col(last.name, current), Col(first.name, current)),  # type: ignore[arg-type]
        least,
    )
    plan = Select(
        n.labelled(
            (label.name, n.get(parent, label)),
            ("first_value", Col(first.name, current)),
            ("last_value", Col(last.name, current)),
        ),
        parent,
        (
            Join(first, n.same(Col(first.name, owner), n.get(parent, kin.parent.key))),
            Join(last, n.same(Col(last.name, owner), n.get(parent, kin.parent.key))),
        ),
        where,
    )
    return Question(nest.whole(plan), text, "first_and_last")


SHAPES: dict[str, tuple[int, Shape]] = {
    "longest_gap": (7, longest_gap),
    "long_gaps": (6, long_gaps),
    "month_change": (6, month_change),
    "month_running": (6, month_running),
    "month_rank": (6, month_rank),
    "rises": (7, rises),
    "reaches": (7, reaches),
    "first_and_last": (7, first_and_last),
}
