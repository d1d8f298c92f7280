"""Questions about sets: what is in both of two, in one only, in a list of two kinds, and what has everything."""

from __future__ import annotations

import random

from ..phrases import a, columns, conditions, named, showable, value
from ..plan import And, Const, Exists, Expr, Func, InList, Join, Or, Pred, Select, SetOp, Source
from ..predicates import listing
from ..question import NoFit, Question, Shape, World
from ..schema import Column, Table
from . import nested as n


def shared_values(rng: random.Random, world: World) -> Question:
    """The values that occur among some rows and among others, or not among these, each once."""
    table = n.table_with(rng, world.schema, _repeated)
    column = n.pick(rng, [each for each in _repeated(table) if _comes_again(world, table, each)])
    names = n.Names(world.schema)
    one, two = names.of(table), names.of(table)
    left, words, right, other = n.two_filters(rng, world, table, one.name, two.name, [column.name])
    both = rng.random() < 0.5
    templates = (
        (
            "Which values of the {m} occur both among the {ts}{one} and among the {ts}{two}? {Show} each of "
            "them once.",
            "{show} every different value of the {m} that at least one of the {ts}{one} has, and at least one "
            "of the {ts}{two} has as well.",
            "Compare two lists: the values of the {m} among the {ts}{one}, and those among the {ts}{two}. "
            "{Show} the values that are in both lists, each once.",
        )
        if both
        else (
            "Which values of the {m} occur among the {ts}{one}, but not among the {ts}{two}? {Show} each of "
            "them once.",
            "{show} every different value of the {m} that at least one of the {ts}{one} has and none of the "
            "{ts}{two} has.",
            "From the list of the values of the {m} among the {ts}{one}, strike out those that occur among the "
            "{ts}{two}. {Show} what is left, each value once.",
        )
    )
    text = n.said(
        rng,
        templates,
        "A missing value is not listed." if column.nullable else "",
        m=column.phrase,
        one=words,
        two=other,
        **n.table_words(table),
    )
    plan = SetOp(
        "intersect" if both else "except",
        Select(n.out(one, [column]), one, where=n.every(left, n.there(one, column))),
        Select(n.out(two, [column]), two, where=n.every(right, n.there(two, column))),
    )
    return Question(plan, text, "shared_values")


def _repeated(table: Table) -> list[Column]:
    """Columns whose values come again, and are worth asking for."""
    return [
        column
        for column in showable(table)
        if not column.unique
        and column.name != table.key
        and column.kind in ("text", "integer")
        and (not column.values or len(column.values) > 4)
    ]


def _comes_again(world: World, table: Table, column: Column) -> bool:
    """Whether values repeat, in the rows there are."""
    return 2 <= len(n.seen(world, table, column)) <= 0.6 * len(world.database[table.name][:400])


def shared_parents(rng: random.Random, world: World) -> Question:
    """Parents with children of one kind and of another, or of one kind only, as a set operation."""
    kin = n.family(rng, world.schema)
    names = n.Names(world.schema)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    shown = [key] if label.name == key.name else [key, label]
    both = rng.random() < 0.5
    parents, children = (names.of(kin.parent), names.of(kin.parent)), (names.of(kin.child), names.of(kin.child))
    one, words, two, other = n.two_filters(rng, world, kin.child, children[0].name, children[1].name)
    sides = [
        Select(n.out(parent, shown), parent, (Join(child, kin.link.on(child.name, parent.name)),), pred)
        for parent, child, pred in zip(parents, children, (one, two), strict=True)
    ]
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has one or more {cs}{one} and also one or more {cs}{two}. Each {p} "
            "is listed once; a single {c} may count for both.",
            "Which {ps} have at least one of the {cs}{one} and at least one of the {cs}{two} (it may be the "
            "same {c})? {Show} {cols}, once for each {p}.",
            "Make a list of the {ps} with {cs}{one} and another of the {ps} with {cs}{two}. {Show} {cols} of "
            "the {ps} in both lists, each once.",
        )
        if both
        else (
            "{show} {cols} of each {p} that has one or more {cs}{one}, but no {cs}{two}. Each {p} is listed "
            "once.",
            "Which {ps} have at least one of the {cs}{one} and none of the {cs}{two}? {Show} {cols}, once for "
            "each {p}.",
            "Make a list of the {ps} with {cs}{one} and strike out the {ps} with {cs}{two}. {Show} {cols} of "
            "those that are left, each once.",
        ),
        kin.note,
        cols=named(shown),
        one=words,
        two=other,
        **kin.words(),
    )
    return Question(SetOp("intersect" if both else "except", sides[0], sides[1]), text, "shared_parents")


def one_not_both(rng: random.Random, world: World) -> Question:
    """Parents with children of exactly one of two values."""
    kin = n.family(rng, world.schema, lambda each: n.texts_of(each.child))
    column = n.pick(rng, n.texts_of(kin.child))
    values = n.seen(world, kin.child, column)
    if len(values) < 3:
        raise NoFit("too few values")
    chosen = rng.sample(values, 2)
    names = n.Names(world.schema)
    parent = names.of(kin.parent)
    shown = columns(rng, kin.parent, rng.randint(1, 2))

    def has(number: int, negated: bool) -> Pred:
        child = names.of(kin.child)
        test = n.same(n.get(child, column), Const(chosen[number]))
        return Exists(n.some(child, n.every(kin.link.on(child.name, parent.name), test)), negated)

    where = Or((And((has(0, False), has(1, True))), And((has(0, True), has(1, False)))))
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has at least one {c} whose {m} {be} {one} or at least one whose "
            "{m} {be} {two}, but not both.",
            "Of the two values {one} and {two} of the {m}, exactly one must occur among the {cs} of {a_p}. "
            "{Show} {cols} of each {p} for which this is so.",
            "Which {ps} have {cs} with the {m} {one} or with the {m} {two}, but not {cs} of both? {Show} "
            "{cols} of each.",
        ),
        kin.note,
        cols=named(shown),
        m=column.phrase,
        one=value(column, chosen[0]),
        two=value(column, chosen[1]),
        **kin.words(),
    )
    return Question(Select(n.out(parent, shown), parent, where=where), text, "one_not_both")


def stacked(rng: random.Random, world: World) -> Question:
    """One list of rows of two tables, with a word that says of which."""
    tables = [t for t in world.schema.tables if n.label_of(t).kind == "text"]
    if len(tables) < 2:
        raise NoFit("too few tables")
    pair = rng.sample(tables, 2)
    if pair[0].noun == pair[1].noun:
        raise NoFit("the same noun")
    names = n.Names(world.schema)
    dated = all(n.days_of(t) for t in pair) and rng.random() < 0.7
    selects: list[Select] = []
    words: list[str] = []
    cells: list[str] = []
    times: list[Column] = []
    for table in pair:
        source = names.of(table)
        pred, clause = n.filtered(rng, world, table, source.name, 0.75)
        label = n.label_of(table)
        pairs: list[tuple[str, Expr]] = [("label", n.get(source, label)), ("kind", Const(table.noun))]
        if dated:
            times.append(n.pick(rng, n.days_of(table)))
            pairs.append(("moment", n.get(source, times[-1])))
        selects.append(Select(tuple(pairs), source, where=pred))
        words.append(f"{table.plural}{clause}")
        cells.append(label.phrase)
    text = n.said(
        rng,
        (
            "Make one list of the {one} and the {two}. {Show} a row for each of them: {what}.",
            "{show} one row for each of the {one} and one row for each of the {two}: {what}.",
            "Put the {one} and the {two} into one list, a row for each, equal rows kept. {Show} {what}.",
        ),
        one=words[0],
        two=words[1],
        what=_cells(pair, cells, times),
    )
    return Question(SetOp("union_all", selects[0], selects[1]), text, "stacked")


def _cells(pair: list[Table], cells: list[str], times: list[Column]) -> str:
    """What a row of the list has."""
    name = f"the {cells[0]}"
    if cells[0] != cells[1]:
        name = f"the {cells[0]} (of {a(pair[0].noun)}) or the {cells[1]} (of {a(pair[1].noun)})"
    word = f"the word '{pair[0].noun}' or '{pair[1].noun}'"
    if not times:
        return f"{name}, and {word}"
    if times[0].phrase == times[1].phrase:
        return f"{name}, {word}, and the {times[0].phrase}"
    date = f"the {times[0].phrase} (of {a(pair[0].noun)}) or the {times[1].phrase} (of {a(pair[1].noun)})"
    return f"{name}; {word}; and {date}"


def every_value(rng: random.Random, world: World) -> Question:
    """Parents whose children have all values of a list, or all that occur."""
    kin = n.family(rng, world.schema, lambda each: n.texts_of(each.child))
    column = n.pick(rng, n.texts_of(kin.child))
    values = n.seen(world, kin.child, column)
    listed = len(values) > 5 or (len(values) > 2 and rng.random() < 0.6)
    if len(values) < 2:
        raise NoFit("too few values")
    chosen = rng.sample(values, rng.choice((2, 3, 3)) if len(values) > 3 else 2)
    names = n.Names(world.schema)
    parent, child = names.of(kin.parent), names.of(kin.child)
    label, key = n.label_of(kin.parent), n.key_of(kin.parent)
    shown = [key] if label.name == key.name else [key, label]
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has {cs} with each of these values of the {m}: {values}.",
            "Which {ps} have, for each of the values {values} of the {m}, at least one {c} with it? {Show} "
            "{cols} of each.",
            "The values {values} must all occur as the {m} among the {cs} of {a_p}. {Show} {cols} of each {p} "
            "for which they do.",
        )
        if listed
        else (
            "Take all different values of the {m} that occur in any of the {cs} in the table. {Show} {cols} of "
            "each {p} that has at least one {c} with every one of these values.",
            "Which {ps} have {cs} of every {m} that occurs among all {cs}? {Show} {cols} of each.",
            "{show} {cols} of each {p} among whose {cs} every {m} occurs that occurs in the table of {cs} at "
            "all.",
        ),
        "A missing value does not count as one." if column.nullable and not listed else "",
        "" if listed else f"If there are no such values, all {kin.parent.plural} are listed.",
        kin.note,
        cols=named(shown),
        m=column.phrase,
        values=listing([value(column, each) for each in chosen]),
        **kin.words(),
    )
    if not listed:
        mine = names.of(kin.child)
        linked = kin.link.on(mine.name, parent.name)
        lacks = Exists(n.some(mine, n.every(linked, n.same(n.get(mine, column), n.get(child, column)))), True)
        where = Exists(n.some(child, n.every(n.there(child, column), lacks)), True)
        return Question(Select(n.out(parent, shown), parent, where=where), text, "every_value")
    plan = Select(
        n.out(parent, shown),
        parent,
        (Join(child, kin.link.on(child.name, parent.name)),),
        InList(n.get(child, column), tuple(chosen)),
        tuple(n.get(parent, each) for each in shown),
        n.same(n.total("count", n.get(child, column), distinct=True), Const(len(chosen))),
    )
    return Question(plan, text, "every_value")


def has_for_each(rng: random.Random, world: World) -> Question:
    """Division: parents with a child for every row of another table that meets conditions."""
    kin = n.families(world.schema)
    pairs = [(a, b) for a in kin for b in kin if a.child is b.child and a.parent is not b.parent]
    mine, theirs = n.pick(rng, pairs, "a table between two others")
    names = n.Names(world.schema)
    parent, child, other = names.of(mine.parent), names.of(mine.child), names.of(theirs.parent)
    pred, words = conditions(rng, world, theirs.parent, other.name, 2, word="and", kinds=n.PLAIN)
    shown = columns(rng, mine.parent, rng.randint(1, 2))
    linked = n.every(mine.link.on(child.name, parent.name), theirs.link.on(child.name, other.name))
    missing = Exists(n.some(child, linked), True)
    where = Exists(n.some(other, n.every(pred, missing)), True)
    owner = theirs.link.key.owner
    role = "" if owner == theirs.parent.noun else f" as the {owner}"
    fields = mine.words() | {
        "bs": theirs.parent.plural,
        "b": theirs.parent.noun,
        "bowner": theirs.link.key.owner,
        "it": f"this {theirs.parent.noun}{role}",
    }
    text = n.said(
        rng,
        (
            "{show} {cols} of each {p} that has, for every one of the {bs} {cond}, at least one {c} with {it}.",
            "Consider the {bs} {cond}. {Show} {cols} of each {p} whose {cs} between them cover every one of "
            "these {bs} as their {bowner}.",
            "Which {ps} have at least one {c} for each of the {bs} {cond}? {Show} {cols} of each of these "
            "{ps}.",
        ),
        f"If there are no such {theirs.parent.plural}, all {mine.parent.plural} are listed.",
        mine.note,
        theirs.note if theirs.parent.name != mine.parent.name else "",
        cols=named(shown),
        cond=words,
        **fields,
    )
    return Question(Select(n.out(parent, shown), parent, where=where), text, "has_for_each")


def empty_months(rng: random.Random, world: World) -> Question:
    """The months in which there are rows, but none that meet a condition."""
    table = n.table_with(rng, world.schema, n.sure_dates)
    column = n.pick(rng, n.sure_dates(table))
    names = n.Names(world.schema)
    one, two = names.of(table), names.of(table)
    pred, words = n.filtered(rng, world, table, two.name, 1.0, [column.name])
    yearly = rng.random() < 0.2

    def parts(source: Source) -> tuple[tuple[str, Expr], ...]:
        year = Func("year", (n.get(source, column),))
        month = Func("month", (n.get(source, column),))
        return (("year", year),) if yearly else (("year", year), ("month", month))

    unit, what = (
        ("year", "the year as a number") if yearly else ("month", "the year and the month as two numbers")
    )
    text = n.said(
        rng,
        (
            "In which {unit}s are there {ts}, but no {ts}{cond}? Go by the {m}. {Show} {what} of each such "
            "{unit}, once.",
            "By {m}, find the {unit}s with at least one {t} of any kind but without any {ts}{cond}. {Show} "
            "{what} of each.",
            "{show} {what} of every {unit} in which the {m} of at least one {t} lies, but of none of the "
            "{ts}{cond}, each once.",
        ),
        "" if yearly else "The same month of two years counts as two months.",
        unit=unit,
        what=what,
        m=column.phrase,
        cond=words,
        **n.table_words(table),
    )
    plan = SetOp("except", Select(parts(one), one), Select(parts(two), two, where=pred))
    return Question(plan, text, "empty_months")


SHAPES: dict[str, tuple[int, Shape]] = {
    "shared_values": (5, shared_values),
    "shared_parents": (5, shared_parents),
    "one_not_both": (6, one_not_both),
    "stacked": (4, stacked),
    "every_value": (6, every_value),
    "has_for_each": (6, has_for_each),
    "empty_months": (5, empty_months),
}
