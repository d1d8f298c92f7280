"""Changes that bring new rows."""

from __future__ import annotations

import random
from typing import ClassVar

from ...base import Json
from ..phrases import a as with_article
from ..question import NoFit
from ..schema import Schema, Table
from .change import Change, Choices, Facts, Scene, kind
from .filters import literal, passes, said, to_sql
from .rows import Grid, State, next_key

_EMPTY = 0.15
"""Share of databases in which a table to insert into is empty."""


def fillable(scene: Scene, table: Table, given: set[str]) -> list[list[Json]]:
    """Constants for the columns of new rows: for all that must have a value, and for some others.

    The key and the columns that are `given` get none.

    Raises:
        NoFit: a column must have a value and cannot have the same one twice.
    """
    foreign = {link.column for link in table.foreign_keys}
    found: list[list[Json]] = []
    for column in table.columns:
        if column.name == table.key or column.name in given:
            continue
        if column.unique or column.name in foreign:
            if not column.nullable:
                raise NoFit
        elif not column.nullable or scene.rng.random() < 0.35:
            found.append([column.name, scene.value(table, column)])
    return found


def values_english(given: list[list[Json]], table: Table, scene: Scene) -> str:
    """Constants in words."""
    return ", ".join(f"`{column}` = {said(value)}" for column, value in given)


def new_row(state: State, table: str, values: dict[str, Json]) -> None:
    """Append a row; columns without a value are missing."""
    grid = state[table]
    grid.rows.append([values.get(column) for column in grid.columns])


def sometimes_empty(grid: Grid, rng: random.Random) -> None:
    """Empty a table now and then, so that the first key of all shows."""
    if rng.random() < _EMPTY:
        grid.rows.clear()


@kind
class InsertRows(Change):
    """Insert one or two rows that are given."""

    name = "insert_rows"
    numbers = ("first",)

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        foreign = {link.column for link in table.foreign_keys}
        rows = []
        for _ in range(scene.rng.choice((1, 1, 2))):
            row: list[list[Json]] = []
            for column in table.columns:
                if column.name == table.key:
                    continue
                if column.unique:
                    if not column.nullable:
                        raise NoFit
                elif column.name in foreign:
                    if not column.nullable or scene.rng.random() < 0.7:
                        row.append([column.name, scene.value(table, column)])
                elif not column.nullable or scene.rng.random() < 0.6:
                    row.append([column.name, scene.value(table, column)])
            rows.append(row)
        return {"table": table.name, "key": table.key, "rows": rows, "first": 1}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        key = f"`{facts['key']}`"
        rows = [values_english(row, table, scene) for row in facts["rows"]]
        rest = "All other columns are NULL."
        if len(rows) == 1:
            rule = f"Its {key} is the greatest {key} so far plus 1 (1 if the table is empty). {rest}"
            return [
                f"Insert a new row into `{table.name}`: {rows[0]}. {rule}",
                f"Add {with_article(table.noun)} to `{table.name}` with {rows[0]}. {rule}",
            ]
        rule = (
            f"The first gets the greatest {key} so far plus 1 (1 if the table is empty), the second the "
            "number behind "
            f"that. {rest}"
        )
        return [
            f"Insert two new rows into `{table.name}`: first {rows[0]}; second {rows[1]}. {rule}",
            f"Add two {table.plural} to `{table.name}`. The first: {rows[0]}. The second: {rows[1]}. {rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, key = facts["table"], facts["key"]
        statements = []
        for row in facts["rows"]:
            columns = ", ".join([key, *(name for name, _ in row)])
            values = ", ".join([f"COALESCE(MAX({key}), 0) + 1", *(literal(value) for _, value in row)])
            statements.append(f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table}")
        return statements

    def apply(self, facts: Facts, state: State) -> None:
        for row in facts["rows"]:
            key = next_key(state[facts["table"]], facts["key"], facts.get("empty", 0)) + facts["first"] - 1
            new_row(state, facts["table"], {facts["key"]: key, **dict(row)})

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        return []

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        sometimes_empty(state[facts["table"]], rng)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        return [*super().edits(facts, schema), {**facts, "empty": 1}]


@kind
class CopyRows(Change):
    """Insert copies of rows, with new keys and some values changed."""

    name = "copy_rows"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        if any(column.unique and column.name != table.key for column in table.columns):
            raise NoFit
        columns = scene.plain(table, target=True)
        scene.rng.shuffle(columns)
        given: list[list[Json]] = [[column.name, scene.value(table, column)] for column in columns[:1]]
        if not given:
            raise NoFit
        others = [c.name for c in table.columns if c.name not in (table.key, given[0][0])]
        return {
            **{"table": table.name, "key": table.key, "set": given, "others": others},
            "falling": scene.rng.random() < 0.7,  # rising is what comes of itself
            "where": scene.filter(table),
        }

    choices: ClassVar[Choices] = {"falling": (True, False)}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        rows, key = scene.rows(table, facts["where"]), f"`{facts['key']}`"
        given = values_english(facts["set"], table, scene)
        rule = (
            f"The copies get new values of {key}: going through the copied rows by {_way(facts)} {key}, the first "
            "copy gets the "
            f"greatest {key} that was there before the copies plus 1, the next one plus 2, and so on."
        )
        return [
            f"Insert a copy of each of the {rows}. In the copies {given}; all other columns are as in the "
            f"original. {rule}",
            f"Duplicate all {rows}, with {given} in the copies and everything else as it is. {rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, key = facts["table"], facts["key"]
        columns = ", ".join([key, *(name for name, _ in facts["set"]), *facts["others"]])
        number = f"(SELECT MAX({key}) FROM {table}) + ROW_NUMBER() OVER (ORDER BY {key}{_down(facts)})"
        values = ", ".join([number, *(literal(value) for _, value in facts["set"]), *facts["others"]])
        return [f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE {to_sql(facts['where'])}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        key, after = facts["key"], next_key(grid, facts["key"])
        originals = sorted(
            (grid.record(row) for row in grid.rows if passes(facts["where"], grid, row)),
            key=lambda record: int(record[key]),
            reverse=facts["falling"],
        )
        for number, record in enumerate(originals, after):
            new_row(state, facts["table"], {**record, key: number, **dict(facts["set"])})

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        return []


@kind
class InsertMissing(Change):
    """Insert a row for each row of another table that has none."""

    name = "insert_missing"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(child=True)
        link = scene.rng.choice(scene.links(table))
        parent = scene.schema.table(link.table)
        if not parent.key or len(scene.state[parent.name].rows) < 3:
            raise NoFit
        where = scene.filter(parent, (1,)) if scene.rng.random() < 0.5 else None
        return {
            **{
                "table": table.name,
                "key": table.key,
                "link": link.column,
                "other": parent.name,
                "other_key": parent.key,
            },
            **{
                "set": fillable(scene, table, {link.column}),
                "other_where": where,
                "falling": scene.rng.random() < 0.7,
            },
        }

    choices: ClassVar[Choices] = {"falling": (True, False)}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table, parent = scene.schema.table(facts["table"]), scene.schema.table(facts["other"])
        link, key, theirs = f"`{facts['link']}`", f"`{facts['key']}`", f"`{facts['other_key']}`"
        given = values_english(facts["set"], table, scene)
        given = f"{link} referring to it, {given}" if given else f"{link} referring to it"
        which = f" {scene.rows(parent, facts['other_where'])}"
        rule = (
            f"All other columns are NULL. New values of {key}: going by {_way(facts)} {theirs} of the "
            f"{scene.rows(parent)}, the "
            f"first new row gets the greatest {key} of `{table.name}` plus 1 (1 if that table is empty), the "
            "next one "
            "plus 2, and so on."
        )
        return [
            f"Of the{which}, take those that no row of `{table.name}` refers to by {link}. Insert one row into "
            f"`{table.name}` for each of them, with {given}. {rule}",
            f"Each of the{which} is to have at least one row in `{table.name}`: where no {link} refers to it "
            "yet, insert a "
            f"row with {given}. {rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, key, other = facts["table"], facts["key"], facts["other"]
        columns = ", ".join([key, facts["link"], *(name for name, _ in facts["set"])])
        order = f"p.{facts['other_key']}{_down(facts)}"
        number = f"(SELECT COALESCE(MAX({key}), 0) FROM {table}) + ROW_NUMBER() OVER (ORDER BY {order})"
        values = ", ".join([number, f"p.{facts['other_key']}", *(literal(value) for _, value in facts["set"])])
        extra = f" AND {to_sql(facts['other_where'], 'p.')}" if facts["other_where"] else ""
        none = f"NOT EXISTS (SELECT 1 FROM {table} AS c WHERE c.{facts['link']} = p.{facts['other_key']})"
        return [f"INSERT INTO {table} ({columns}) SELECT {values} FROM {other} AS p WHERE {none}{extra}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid, parents = state[facts["table"]], state[facts["other"]]
        known = set(grid.values(facts["link"]))
        place = parents.at(facts["other_key"])
        missing = [
            row[place]
            for row in parents.rows
            if (row[place] not in known or facts.get("all")) and passes(facts["other_where"], parents, row)
        ]
        after = next_key(grid, facts["key"], facts.get("empty", 0))
        for number, key in enumerate(sorted(missing, reverse=facts["falling"]), after):
            new_row(state, facts["table"], {facts["key"]: number, facts["link"]: key, **dict(facts["set"])})

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        return [*super().edits(facts, schema), {**facts, "all": True}, {**facts, "empty": 1}]

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        sometimes_empty(state[facts["table"]], rng)


@kind
class InsertPairs(Change):
    """Insert the combinations of two other tables' rows that are not there."""

    name = "insert_pairs"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(child=True)
        links = [link for link in scene.links(table) if scene.schema.table(link.table).key]
        if len(links) < 2:
            raise NoFit
        a, b = scene.rng.sample(links, 2)
        if a.table == b.table:
            raise NoFit
        first, second = scene.schema.table(a.table), scene.schema.table(b.table)
        return {
            **{"table": table.name, "key": table.key, "set": fillable(scene, table, {a.column, b.column})},
            **{"a": a.column, "a_table": first.name, "a_key": first.key},
            **{
                "b": b.column,
                "other": second.name,
                "b_key": second.key,
                "other_where": scene.filter(second, (1,)),
            },
            **{"first_where": scene.filter(first, (1,))},
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        first, second = scene.schema.table(facts["a_table"]), scene.schema.table(facts["other"])
        given = values_english(facts["set"], table, scene)
        given = f", with {given}" if given else ""
        key = f"`{facts['key']}`"
        rule = (
            f"All other columns of the new rows are NULL. New values of {key}: in the order of "
            f"`{facts['a']}`, then of "
            f"`{facts['b']}`, both rising, the first new row gets the greatest {key} plus 1 (1 if the table "
            "is empty), the "
            "next one plus 2, and so on."
        )
        one = scene.rows(first, facts["first_where"])
        two = scene.rows(second, facts["other_where"])
        return [
            f"Form all pairs of one of the {one} with one of the {two}. For each pair for which "
            f"`{table.name}` has no row "
            f"whose `{facts['a']}` and `{facts['b']}` refer to these two, insert one{given}. {rule}",
            f"`{table.name}` is to have a row for each combination of the {one} and the {two} "
            f"(`{facts['a']}` and `{facts['b']}`). Insert those that are not there yet{given}. {rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, key = facts["table"], facts["key"]
        a, b = f"x.{facts['a_key']}", f"y.{facts['b_key']}"
        columns = ", ".join([key, facts["a"], facts["b"], *(name for name, _ in facts["set"])])
        number = f"(SELECT COALESCE(MAX({key}), 0) FROM {table}) + ROW_NUMBER() OVER (ORDER BY {a}, {b})"
        values = ", ".join([number, a, b, *(literal(value) for _, value in facts["set"])])
        none = f"NOT EXISTS (SELECT 1 FROM {table} AS c WHERE c.{facts['a']} = {a} AND c.{facts['b']} = {b})"
        wheres = f"{to_sql(facts['first_where'], 'x.')} AND {to_sql(facts['other_where'], 'y.')}"
        return [
            f"INSERT INTO {table} ({columns}) SELECT {values} FROM {facts['a_table']} AS x CROSS JOIN "
            f"{facts['other']} AS y "
            f"WHERE {wheres} AND {none}"
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid, first, second = state[facts["table"]], state[facts["a_table"]], state[facts["other"]]
        a_place, b_place = grid.at(facts["a"]), grid.at(facts["b"])
        known = {(row[a_place], row[b_place]) for row in grid.rows}
        ones = [r[first.at(facts["a_key"])] for r in first.rows if passes(facts["first_where"], first, r)]
        twos = [r[second.at(facts["b_key"])] for r in second.rows if passes(facts["other_where"], second, r)]
        number = next_key(grid, facts["key"], facts.get("empty", 0))
        for a in sorted(ones):
            for b in sorted(twos):
                if (a, b) not in known or facts.get("all"):
                    new = {facts["key"]: number, facts["a"]: a, facts["b"]: b}
                    new_row(state, facts["table"], {**new, **dict(facts["set"])})
                    number += 1

    def parts(self, facts: Facts) -> list[tuple[str, Facts]]:
        return super().parts(facts) + [(facts["a_table"], part) for part in facts["first_where"]["parts"]]

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        grid = state[facts["table"]]
        sometimes_empty(grid, rng)
        a, b = state[facts["a_table"]].values(facts["a_key"]), state[facts["other"]].values(facts["b_key"])
        for row in grid.rows:
            if a and b and rng.random() < 0.6:
                row[grid.at(facts["a"])], row[grid.at(facts["b"])] = rng.choice(a), rng.choice(b)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        return [*super().edits(facts, schema), {**facts, "all": True}, {**facts, "empty": 1}]


def _way(facts: Facts) -> str:
    return "falling" if facts["falling"] else "rising"


def _down(facts: Facts) -> str:
    return " DESC" if facts["falling"] else ""
