"""Databases made against one misreading of a question each, from databases on which its query gives rows.

Chance rarely makes the rows on which a misreading shows: two rows each of which meets half of the conditions, a group
without any value, a twin of a name in other letters, a result of more than thirty rows. Each way of `WAYS` makes them
from rows that are there, in the columns that the query reads. What the schema declares still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from ..base import Json
from .candidates import day_of
from .perturb import perturbed
from .reach import Reach, copied
from .schema import Column, Database, Row, Table

_NUMBERS = ("integer", "money", "real")
_AGAIN = 3
"""So often a way is tried that changes nothing."""


# ---- ways -------------------------------------------------------------------------------------------

Way = Callable[[Random, Reach, Database], None]
"""Changes a database in place."""


def _split(rng: Random, scope: Reach, database: Database) -> None:
    """Two rows in the place of one, each of which has lost something else that the query looks at."""
    tables: dict[str, list[Column]] = {}
    for table, column in scope.free:
        tables.setdefault(table.name, []).append(column)
    choices = [table for table in scope.tables if len(tables.get(table.name, ())) > 1 and database[table.name]]
    if not choices:
        _flip(rng, scope, database)
        return
    table = rng.choice(choices)
    rows = database[table.name]
    for row in rng.sample(rows, min(len(rows), rng.randint(1, 3))):
        first, second = rng.sample(tables[table.name], 2)
        again = _twin_of(scope, database, table, row)
        if again is None:
            continue
        _lose(rng, scope, table, first, row, rows)
        _lose(rng, scope, table, second, again, rows)
        rows.append(again)


def _flip(rng: Random, scope: Reach, database: Database) -> None:
    """One to three values changed."""
    for _ in range(rng.randint(1, 3)):
        if scope.free:
            table, column = rng.choice(scope.free)
            if rows := database[table.name]:
                _lose(rng, scope, table, column, rng.choice(rows), rows)


def _lose(rng: Random, scope: Reach, table: Table, column: Column, row: Row, rows: Sequence[Row]) -> None:
    """Another value in a column of a row, so that a condition on it may fail."""
    at = table.index(column.name)
    others = [other[at] for other in rows if other[at] != row[at]]
    others += [value for value in column.values if value != row[at]]
    if column.kind == "boolean":
        others.append(1 - row[at] if row[at] in (0, 1) else 0)
    if column.nullable and rng.random() < 0.15:
        others = [None]
    if not others:
        others = _beside(column, row[at])
    if others:
        row[at] = rng.choice(others)


def _beside(column: Column, value: Json) -> list[Json]:
    """Values next to one."""
    if column.kind == "integer" and isinstance(value, int):
        return [value + 1]
    if column.kind in ("money", "real") and isinstance(value, (int, float)):
        return [value + 1.0]
    if isinstance(value, str) and (day := day_of(value)) is not None and column.kind in ("date", "datetime"):
        return [(day + timedelta(1)).isoformat() + value[10:], (day - timedelta(1)).isoformat() + value[10:]]
    return [f"{value}x"] if isinstance(value, str) and column.kind == "text" else []


def _twin_of(scope: Reach, database: Database, table: Table, row: Row) -> Row | None:
    """A copy of a row under a new key and with new unique values; None if there can be none."""
    again = list(row)
    for at, column in enumerate(table.columns):
        if column.name != table.key and not column.unique:
            continue
        if any(link.column == column.name and link.table != table.name for link in table.foreign_keys):
            return None
        taken = [other[at] for other in database[table.name]]
        value = _unlike(column, taken, row[at])
        if value is None and not column.nullable:
            return None
        again[at] = value
    return again


def _unlike(column: Column, taken: Sequence[Json], value: Json) -> Json:
    """A value that is not taken; None if none is found."""
    if column.kind in _NUMBERS:
        highest = max((one for one in taken if isinstance(one, (int, float))), default=0)
        return highest + 1
    if not isinstance(value, str):
        return None
    if column.kind == "text":
        known = set(taken)
        return next((text for n in range(2, 400) if (text := f"{value}{n}") not in known), None)
    days = [day_of(one) for one in taken if isinstance(one, str)]
    day = max((day for day in days if day is not None), default=None)
    return None if day is None else (day + timedelta(1)).isoformat() + value[10:]


def _nulls(rng: Random, scope: Reach, database: Database) -> None:
    """Columns without any value, or with half of them; where a value is missing, sometimes zero in its place."""
    places = [(table, column) for table, column in scope.free if column.nullable]
    if not places:
        _zeros(rng, scope, database)
        return
    for table, column in rng.sample(places, min(len(places), rng.choice((1, 1, 2)))):
        at = table.index(column.name)
        share = rng.choice((0.3, 0.5, 1.0))
        for row in database[table.name]:
            if rng.random() < share:
                row[at] = None
    if rng.random() < 0.3:
        _zeros(rng, scope, database)


def _zeros(rng: Random, scope: Reach, database: Database) -> None:
    """Zeros among numbers, beside missing values."""
    for table, column in scope.free:
        if column.kind in (*_NUMBERS, "boolean") and not column.values and rng.random() < 0.7:
            at = table.index(column.name)
            share = rng.choice((0.25, 0.25, 0.8))
            for row in database[table.name]:
                draw = rng.random()
                if draw < share:
                    row[at] = 0 if column.kind in ("integer", "boolean") else 0.0
                elif draw < share + 0.15 and column.nullable:
                    row[at] = None


def _capitals(rng: Random, scope: Reach, database: Database) -> None:
    """The texts that the query asks for in other letters, with something before or behind them, on some rows."""
    places = [
        (table, table.column(name))
        for table in scope.tables
        for name in {name for one, name in scope.constants if one == table.name}
        if table.column(name).kind == "text" and name != table.key
    ]
    places.sort(key=lambda place: (place[0].name, place[1].name))
    for table, column in places:
        at = table.index(column.name)
        taken = {row[at] for row in database[table.name]} if column.unique else set()
        known = [value for value in scope.constants[table.name, column.name] if isinstance(value, str)]
        share = rng.choice((0.3, 0.6, 1.0))
        for row in database[table.name]:
            value = row[at]
            if isinstance(value, str) and rng.random() < share and (value in known or rng.random() < 0.2):
                base = value if value in known or not known else rng.choice(known)
                made = rng.choice(_dressed(base))
                if column.unique:
                    if made in taken:
                        continue
                    taken.add(made)
                row[at] = made
    if not places:
        _twins(rng, scope, database)


def _blanks(rng: Random, scope: Reach, database: Database) -> None:
    """A blank before or behind the texts that the query asks for, on some rows, a few of which had another text."""
    for table, column in scope.free:
        known = [
            value for value in scope.constants.get((table.name, column.name), ()) if isinstance(value, str)
        ]
        if column.kind != "text" or not known:
            continue
        at, share = table.index(column.name), rng.choice((0.4, 0.7, 1.0))
        for row in database[table.name]:
            if row[at] in known and rng.random() < share:
                row[at] = rng.choice((f" {row[at]}", f"{row[at]} "))
            elif row[at] is not None and rng.random() < 0.2 * share:
                row[at] = rng.choice((" {}", "{} ")).format(rng.choice(known))


def _repeats(rng: Random, scope: Reach, database: Database) -> None:
    """One number many times and another one less often, on both sides of a constant: a mean of different numbers."""
    places = [
        (table, column)
        for table, column in scope.free
        if column.kind in _NUMBERS and not column.values and database[table.name]
    ]
    if not places:
        _crowd(rng, scope, database)
        return
    table, column = rng.choice(places)
    at, rows = table.index(column.name), database[table.name]
    there = [row[at] for row in rows if isinstance(row[at], (int, float))]
    asked = scope.constants.get((table.name, column.name), ())
    known = [value for value in asked if isinstance(value, (int, float))]
    if not known and not there:
        return
    middle = rng.choice(known or there)
    step = rng.choice((1, 2, 3)) * rng.choice((-1, 1))
    often, seldom = middle + step, middle - 2 * step + (1 if step > 0 else -1)
    low = min(column.low if isinstance(column.low, (int, float)) else 0, middle, *there)
    high = max(column.high if isinstance(column.high, (int, float)) else often, middle, *there)
    if not (low <= often <= high and low <= seldom <= high):
        often, seldom = middle, rng.choice(there or known)
    kind = int if column.kind == "integer" else float
    often, seldom = kind(often), kind(seldom)
    between = kind(often + (seldom - often) // 3)  # of both means
    share = rng.choice((0.5, 0.65, 0.8))
    for row in rows:
        draw = rng.random()
        if draw < share:
            row[at] = often
        elif draw < share + 0.12:
            row[at] = seldom
        elif draw < share + 0.22:
            row[at] = between


def _dressed(text: str) -> list[str]:
    """A text in other letters, or as a part of a longer one."""
    letters = [text.upper(), text.lower(), text.swapcase(), text[:1].swapcase() + text[1:]]
    return [*(letters * 2), f"{text} II", f"Old {text}", f" {text}", f"{text} "]


def _twins(rng: Random, scope: Reach, database: Database) -> None:
    """Rows that look alike: the texts of one row in another, in the same or in other letters."""
    for table in scope.tables:
        rows = database[table.name]
        texts = [column for one, column in scope.free if one.name == table.name and column.kind == "text"]
        others = [column for one, column in scope.free if one.name == table.name and column.kind != "text"]
        if len(rows) < 2:
            continue
        for _ in range(rng.randint(1, 3)):
            one, two = rng.sample(rows, 2)
            for column in texts:
                at = table.index(column.name)
                if one[at] is None:
                    continue
                two[at] = one[at] if rng.random() < 0.6 else rng.choice((one[at].upper(), one[at].swapcase()))
            if rng.random() < 0.6:
                for column in others:
                    at = table.index(column.name)
                    if column.nullable or one[at] is not None:
                        two[at] = one[at]


def _digits(rng: Random, scope: Reach, database: Database) -> None:
    """Numbers of different length, whose order as texts is another one; so are months of two digits and of one."""
    for table, column in scope.free:
        at = table.index(column.name)
        if column.kind in ("date", "datetime"):
            for row in database[table.name]:
                if isinstance(row[at], str) and len(row[at]) >= 10 and rng.random() < 0.7:
                    row[at] = (
                        f"{row[at][:5]}{rng.choice(('02', '09', '10', '11'))}-{min(row[at][8:10], '28')}{row[at][10:]}"
                    )
            continue
        if column.kind not in _NUMBERS or column.values:
            continue
        if scope.constants.get((table.name, column.name)) and rng.random() < 0.6:
            continue
        low = column.low if isinstance(column.low, (int, float)) else 0
        high = column.high if isinstance(column.high, (int, float)) else 200
        spots = [
            spot for spot in (2, 3, 9, 10, 11, 25, 95, 100, 110, 250, 900, 1000, 1200) if low <= spot <= high
        ]
        if len(spots) < 3:
            continue
        for row in database[table.name]:
            if row[at] is not None and rng.random() < 0.8:
                spot = rng.choice(spots)
                row[at] = spot if column.kind == "integer" else float(spot)


def _crowd(rng: Random, scope: Reach, database: Database) -> None:
    """Nine to twelve more rows like one: a count of two digits beside counts of one."""
    choices = [table for table in scope.tables if database[table.name]]
    loose = [table for table in choices if not scope.links[table.name]] or choices
    if not loose:
        return
    table = rng.choice(loose)
    row = rng.choice(database[table.name])
    wide = rng.random() < 0.6  # each of another parent
    for _ in range(rng.randint(3, 5) if wide and rng.random() < 0.5 else rng.randint(9, 12)):
        again = _twin_of(scope, database, table, row)
        if again is None:
            return
        if wide:
            _elsewhere(rng, scope, database, table, again)
        database[table.name].append(again)


def _elsewhere(rng: Random, scope: Reach, database: Database, table: Table, row: Row) -> None:
    """Let a row refer to other rows than before."""
    for link in table.foreign_keys:
        at = table.index(link.column)
        if (
            (table.name, link.column) in scope.used
            and not table.column(link.column).unique
            and link.column != table.key
        ):
            parent = scope.schema.table(link.table)
            keys = [one[parent.index(parent.key)] for one in database[link.table]] if parent.key else []
            if keys:
                row[at] = rng.choice(keys)


def _edges(rng: Random, scope: Reach, database: Database) -> None:
    """The constants of the query and what lies next to them, in the columns that it compares with them."""
    for table, column in scope.free:
        known = scope.constants.get((table.name, column.name))
        if not known or column.kind in ("text", "boolean") or rng.random() < 0.3:
            continue
        spots = [spot for value in known for spot in _around(column, value)]
        if isinstance(column.low, (int, float)) and column.low >= 0:
            spots = [spot for spot in spots if spot >= 0]  # "is not 0" may be written as "is more than 0"
        at = table.index(column.name)
        share = rng.choice((0.3, 0.6))
        for row in database[table.name]:
            if spots and rng.random() < share:
                row[at] = rng.choice(spots)


def _around(column: Column, value: Json) -> list[Json]:
    """A constant as a value of a column, with the values before and behind it."""
    if column.kind == "integer":
        return [int(value) + step for step in (-1, 0, 1)] if _is_number(value) else []
    if column.kind in ("money", "real"):
        return [float(value) + step for step in (-1.0, -0.25, 0.0, 0.25, 1.0)] if _is_number(value) else []
    day = day_of(value) if isinstance(value, str) else None
    if day is None:
        return []
    clocks = (" 00:00:00", " 23:59:59", " 12:30:00") if column.kind == "datetime" else ("",)
    return [(day + timedelta(step)).isoformat() + clock for step in (-1, 0, 1) for clock in clocks]


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 2**53


def _level(rng: Random, scope: Reach, database: Database) -> None:
    """Numbers that are all the same, and parents with equally many children: nothing is above the average."""
    for table, column in scope.free:
        if (
            column.kind in _NUMBERS
            and not scope.constants.get((table.name, column.name))
            and rng.random() < 0.8
        ):
            at = table.index(column.name)
            there = [row[at] for row in database[table.name] if row[at] is not None]
            for row in database[table.name]:
                if there and row[at] is not None:
                    row[at] = there[0]
    if rng.random() < 0.5:
        return
    for table in scope.tables:
        for link in table.foreign_keys:
            column = table.column(link.column)
            parent = scope.schema.table(link.table)
            if (table.name, link.column) not in scope.used or column.unique or link.column == table.key:
                continue
            if not parent.key or link.table == table.name:
                continue
            keys = [row[parent.index(parent.key)] for row in database[link.table]]
            share = max(1, len(database[table.name]) // max(1, min(len(keys), 3)))
            for number, row in enumerate(database[table.name]):
                if keys:
                    row[table.index(link.column)] = keys[number // share % len(keys)]


def _sizes(rng: Random, scope: Reach, database: Database) -> None:
    """Groups of different sizes, and sums that three and seven do not divide."""
    for table in scope.tables:
        rows = database[table.name]
        if not rows or (scope.links[table.name] and rng.random() < 0.5):
            continue
        for row in rng.sample(rows, min(len(rows), rng.randint(1, 3))):
            again = _twin_of(scope, database, table, row)
            if again is None:
                break
            for one, column in scope.free:
                if one.name == table.name and column.kind in _NUMBERS and not column.values:
                    at = table.index(column.name)
                    if isinstance(again[at], (int, float)) and rng.random() < 0.7:
                        step = 1 if column.kind == "integer" else 0.25
                        again[at] += step * rng.choice((1, 2, 5))
            rows.append(again)


def _ties(rng: Random, scope: Reach, database: Database) -> None:
    """Small changes at random: equal children, equal groups, equal values."""
    changed = perturbed(rng, scope.schema, database, scope.used)
    for name, rows in changed.items():
        database[name] = rows


def _moments(rng: Random, scope: Reach, database: Database) -> None:
    """Times at the very end and the beginning of the days that are there, and dates at the ends of months and years."""
    for table, column in scope.free:
        if column.kind not in ("date", "datetime"):
            continue
        at = table.index(column.name)
        for row in database[table.name]:
            value = row[at]
            if not isinstance(value, str) or (day := day_of(value)) is None or rng.random() < 0.4:
                continue
            if column.kind == "datetime":
                row[at] = value[:10] + rng.choice(
                    (" 00:00:00", " 23:59:59", " 12:00:00", " 06:30:00", " 18:45:00")
                )
            elif rng.random() < 0.4:
                row[at] = rng.choice(
                    (date(day.year, 1, 1), date(day.year, 12, 31), day + timedelta(1))
                ).isoformat()


def _gone(rng: Random, scope: Reach, database: Database) -> None:
    """Few rows in a table, none with a constant of the query, or no value in a column: a subquery finds nothing."""
    ways = ["rows", "rows", "children"]
    missing = [(table, column) for table, column in scope.free if column.nullable]
    asked = [(table, column) for table, column in scope.free if scope.constants.get((table.name, column.name))]
    ways += ["missing", "missing"] if missing else []
    ways += ["constants", "constants", "constants"] if asked else []
    match rng.choice(ways):
        case "missing":
            table, column = rng.choice(missing)
            for row in database[table.name]:
                row[table.index(column.name)] = None
        case "constants":
            _beyond(rng, scope, database, *rng.choice(asked))
        case "children":
            places = [(child, at) for parent in scope.tables for child, at in scope.links[parent.name]]
            if places:
                child, at = rng.choice(places)
                held = [row[at] for row in database[child] if row[at] is not None]
                if held:
                    one = rng.choice(held)
                    _keep_only(scope, database, child, [row for row in database[child] if row[at] != one])
        case _:
            if scope.tables:
                name = rng.choice(scope.tables).name
                rows = database[name]
                _keep_only(scope, database, name, rng.sample(rows, min(len(rows), rng.choice((0, 0, 1, 1, 2)))))
    if rng.random() < 0.5:  # nothing taken for zero is at most as great as another zero
        _zeros(rng, scope, database)


def _naught(rng: Random, scope: Reach, database: Database) -> None:
    """Nothing but zeros and missing values among the numbers of a column, on all rows or on those that agree."""
    places = [(t, c) for t, c in scope.free if c.kind in _NUMBERS and not c.values and database[t.name]]
    if not places:
        return
    chosen = rng.sample(places, min(len(places), rng.choice((1, 1, 2))))
    for table, column in chosen:
        rows = database[table.name]
        others = [
            at for at, one in enumerate(table.columns) if one != column and (table.name, one.name) in scope.used
        ]
        if others and rng.random() < 0.4:
            at = rng.choice(others)
            one = rng.choice(rows)[at]
            rows = [row for row in rows if row[at] == one]
        for row in rows:
            if not column.nullable or rng.random() < 0.7:
                row[table.index(column.name)] = 0 if column.kind == "integer" else 0.0


def _beyond(rng: Random, scope: Reach, database: Database, table: Table, column: Column) -> None:
    """Values on one side of all constants that a column is compared with, or, of texts, other ones."""
    at = table.index(column.name)
    known = scope.constants[table.name, column.name]
    there: list[Any] = [row[at] for row in database[table.name]]
    there += [*column.values, *(spot for value in known for spot in _around(column, value))]
    if column.kind == "boolean":
        there = [0, 1]
    there = [value for value in there if value is not None and value not in known]
    if column.kind not in ("text", "boolean"):
        above = rng.random() < 0.5
        there = [value for value in there if all(_is_above(value, one) is above for one in known)]
    if isinstance(column.low, (int, float)):
        there = [value for value in there if not _is_number(value) or value >= column.low]
    for row in database[table.name]:
        if there and row[at] is not None:
            row[at] = rng.choice(there)


def _is_above(value: Any, other: Json) -> bool | None:
    """Whether a value is above another; None if it is the same or of another type."""
    if isinstance(value, str) is not isinstance(other, str) or value == other:
        return None
    return bool(value > other)


def _keep_only(scope: Reach, database: Database, name: str, kept: Sequence[Row]) -> None:
    """Leave some rows in a table, and elsewhere none that must refer to another one."""
    table = scope.schema.table(name)
    database[name] = list(kept)
    if not table.key:
        return
    left = {row[table.index(table.key)] for row in kept}
    for child in scope.schema.tables:
        for link in child.foreign_keys:
            if link.table != name:
                continue
            at = child.index(link.column)
            lost = [row for row in database[child.name] if row[at] is not None and row[at] not in left]
            if lost and not child.column(link.column).nullable:
                gone = set(map(id, lost))
                _keep_only(
                    scope, database, child.name, [row for row in database[child.name] if id(row) not in gone]
                )
            else:
                for row in lost:
                    row[at] = None


ANY = ("ties", "edges", "split", "crowd", "sizes", "edges", "ties", "level")
"""The ways that show mistakes of the pen, which are of no kind."""
WAYS: dict[str, Way] = {
    "split": _split,
    "nulls": _nulls,
    "zeros": _zeros,
    "capitals": _capitals,
    "blanks": _blanks,
    "repeats": _repeats,
    "twins": _twins,
    "digits": _digits,
    "sizes": _sizes,
    "crowd": _crowd,
    "edges": _edges,
    "level": _level,
    "ties": _ties,
    "moments": _moments,
    "rows": _flip,
    "gone": _gone,
    "naught": _naught,
}
"""What is misread -> what makes it show."""


def misreading_database(rng: Random, scope: Reach, base: Database, way: str, *, also: float = 0.3) -> Database:
    """A changed copy of a database on which misreadings of one kind are likely to show.

    Args:
        rng: the source of randomness.
        scope: what may be changed.
        base: the database.
        way: a name of `WAYS`.
        also: how likely it is that it is changed in a further way.
    """
    made = copied(base)
    for _ in range(_AGAIN):
        WAYS[way](rng, scope, made)
        if made != base:
            break
    if rng.random() < also:
        WAYS[rng.choice(tuple(WAYS))](rng, scope, made)
    return made


def mixed(rng: Random, scope: Reach, base: Database) -> Database:
    """A changed copy with zeros and missing values, twins and texts in other letters side by side."""
    made = copied(base)
    for way in (_zeros, _capitals, _twins, _split):
        way(rng, scope, made)
    for table in scope.tables:  # and rows that come twice
        rows = made[table.name]
        for row in rng.sample(rows, min(len(rows), 2)):
            again = _twin_of(scope, made, table, row)
            if again is not None:
                rows.append(again)
    return made
