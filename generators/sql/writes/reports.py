"""Changes that put what tables hold into new tables of another form."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import ClassVar

from ...base import Json
from ..question import NoFit
from ..schema import Column, Kind, Schema, Table
from .change import NUMBERS, Change, Choices, Facts, Scene, folded, kind, listed, twins, with_column, with_table
from .filters import passes, to_sql
from .rows import Grid, State, order_key
from .updates import where_sql


@kind
class Summary(Change):
    """Create a table with one row for each group."""

    name = "summary"
    choices: ClassVar[Choices] = {"missing": ("group", "out")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        foreign = [table.column(link.column) for link in table.foreign_keys]
        group = scene.pick(
            [*foreign, *(c for c in scene.plain(table, "text", "boolean") if c.values or c.kind != "text")]
        )
        numbers = [c for c in scene.plain(table, *NUMBERS) if c.name != group.name]
        measures: list[list[Json]] = [[scene.rng.choice(("n", "row_count", "how_many")), "count", None]]
        for column in scene.rng.sample(numbers, min(len(numbers), scene.rng.choice((0, 1, 1, 2)))):
            how = scene.rng.choice(("sum", "min", "max"))
            measures.append(
                [{"sum": "total", "min": "lowest", "max": "highest"}[how] + f"_{column.name}", how, column.name]
            )
        if len({group.name.lower(), *(measure[0].lower() for measure in measures)}) <= len(measures):
            raise NoFit
        where = scene.filter(table, (1,)) if scene.rng.random() < 0.4 else None
        name = scene.fresh(
            f"{table.name}_summary",
            f"{table.name}_by_{group.name}",
            f"{group.name}_totals",
            f"{group.name}_stats",
        )
        return {
            **{"table": table.name, "new": name, "group": group.name, "measures": measures, "where": where},
            "missing": scene.rng.choice(("group", "out")) if group.nullable else "group",
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        group = table.column(facts["group"])
        parts = [f"`{group.name}`"]
        for name, how, column in facts["measures"]:
            if how == "count":
                parts.append(f"`{name}` (the number of {scene.rows(table)})")
            else:
                of = table.column(column)
                word = {"sum": "the sum of", "min": "the least", "max": "the greatest"}[how]
                note = ", without missing values, NULL if there are none" if of.nullable else ""
                parts.append(f"`{name}` ({word} {scene.the(of) if how == 'sum' else scene.name(of)}{note})")
        columns = ", ".join(parts)
        rule = ""
        if group.nullable:
            rule = f" {scene.rows(table)[0].upper()}{scene.rows(table)[1:]} without a `{group.name}` " + (
                f"form a group of their own, with NULL as `{group.name}`."
                if facts["missing"] == "group"
                else "do not count."
            )
        only = ""
        if facts["where"]:
            only = (
                f" Only {scene.rows(table, facts['where'])} count; a value that none of them has gets no row."
            )
        return [
            f"Create a table `{facts['new']}` with one row for each value of `{group.name}` that occurs in "
            f"`{table.name}`; its "
            f"columns, in this order: {columns}.{only}{rule}",
            f"Summarise `{table.name}` in a new table `{facts['new']}`: one row for each `{group.name}` that "
            "occurs, with the "
            f"columns {columns}, in this order.{only}{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        group = facts["group"]
        columns = [group]
        for name, how, column in facts["measures"]:
            columns.append(f"{'COUNT(*)' if how == 'count' else f'{how.upper()}({column})'} AS {name}")
        wheres = [to_sql(facts["where"])] if facts["where"] else []
        wheres += [f"{group} IS NOT NULL"] if facts["missing"] == "out" else []
        where = f" WHERE {' AND '.join(wheres)}" if wheres else ""
        return [
            f"CREATE TABLE {facts['new']} AS SELECT {', '.join(columns)} FROM {facts['table']}{where} GROUP "
            f"BY {group}"
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        groups: dict[Json, list[dict[str, Json]]] = {}
        for row in grid.rows:
            record = grid.record(row)
            value = record[facts["group"]]
            if facts.get("folded"):
                value = folded(value)
            if passes(facts["where"], grid, row) and (value is not None or facts["missing"] == "group"):
                groups.setdefault(value, []).append(record)
        made = Grid([facts["group"], *(name for name, *_ in facts["measures"])], [])
        for value, records in groups.items():
            made.rows.append([value, *(_measure(records, how, column) for _, how, column in facts["measures"])])
        state[facts["new"]] = made

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        twins(state[facts["table"]], [facts["group"]], rng)

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        columns = [replace(table.column(facts["group"]), phrase=f"`{facts['group']}`")]
        for name, how, column in facts["measures"]:
            made: Kind = "integer" if how == "count" else table.column(column).kind
            columns.append(Column(name, made, f"`{name}`", nullable=how != "count"))
        return with_table(schema, _bare(facts["new"], columns))

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = super().edits(facts, schema)
        if not schema.table(facts["table"]).column(facts["group"]).nullable:
            found = [edit for edit in found if edit["missing"] == facts["missing"]]
        if schema.table(facts["table"]).column(facts["group"]).kind == "text":
            found.append({**facts, "folded": True})
        for at, (name, how, column) in enumerate(facts["measures"]):
            for other in ("sum", "min", "max"):
                if how not in ("count", other):
                    measures = list(facts["measures"])
                    measures[at] = [name, other, column]
                    found.append({**facts, "measures": measures})
        return found


def _measure(records: list[dict[str, Json]], how: str, column: str | None) -> Json:
    if how == "count":
        return len(records)
    there = [record[str(column)] for record in records if record[str(column)] is not None]
    if not there:
        return None
    if how == "sum":
        return sum(there)
    return min(there) if how == "min" else max(there)


def _bare(name: str, columns: list[Column]) -> Table:
    """A new table without a key, which later changes leave alone."""
    return Table(name, f"row of `{name}`", f"rows of `{name}`", "", columns[0].name, tuple(columns))


@kind
class Distinct(Change):
    """Create a table with the different combinations of two columns."""

    name = "distinct_values"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        foreign = [table.column(link.column) for link in table.foreign_keys]
        columns = [*(c for c in scene.plain(table, "text") if c.values), *foreign]
        if len(columns) < 2:
            raise NoFit
        a, b = scene.rng.sample(columns, 2)
        name = scene.fresh(f"{table.name}_pairs", f"{a.name}_{b.name}_pairs", f"{table.name}_combinations")
        where = scene.filter(table, (1,)) if scene.rng.random() < 0.5 else None
        return {"table": table.name, "new": name, "columns": [a.name, b.name], "where": where, "missing": "in"}

    choices: ClassVar[Choices] = {"missing": ("in", "out")}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        nullable = any(table.column(name).nullable for name in facts["columns"])
        rule = " Missing values (NULL) count as a value like others, equal to each other." if nullable else ""
        columns = " and ".join(f"`{name}`" for name in facts["columns"])
        return [
            f"Create a table `{facts['new']}` with the columns {columns}, in this order, that holds each "
            "combination of these "
            f"two that occurs in the {scene.rows(table, facts['where'])}, once.{rule}",
            f"Collect the different combinations of {columns} of all {scene.rows(table, facts['where'])} in "
            "a new table "
            f"`{facts['new']}` with these two columns, in this order.{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        columns = ", ".join(facts["columns"])
        return [
            f"CREATE TABLE {facts['new']} AS SELECT DISTINCT {columns} FROM "
            f"{facts['table']}{where_sql(facts['where'])}"
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        places = [grid.at(name) for name in facts["columns"]]
        rows = [tuple(row[at] for at in places) for row in grid.rows if passes(facts["where"], grid, row)]
        if facts["missing"] == "out":
            rows = [row for row in rows if None not in row]
        if facts.get("folded"):
            rows = list({tuple(folded(value) for value in row): row for row in reversed(rows)}.values())
        different = rows if facts.get("twice") else dict.fromkeys(rows)
        state[facts["new"]] = Grid(list(facts["columns"]), [list(row) for row in different])

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        return with_table(schema, _bare(facts["new"], [table.column(name) for name in facts["columns"]]))

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        grid = state[facts["table"]]
        for row in grid.rows[1:]:
            if rng.random() < 0.35:
                other = rng.choice(grid.rows)
                for name in facts["columns"]:
                    row[grid.at(name)] = other[grid.at(name)]
        twins(grid, facts["columns"], rng)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        table = schema.table(facts["table"])
        found = [*super().edits(facts, schema), {**facts, "twice": True}]
        # Where a condition lets one text pass, there is none in other letters.
        given = (
            {part["column"] for part in facts["where"]["parts"] if part["op"] in ("=", "in")}
            if facts["where"]
            else ()
        )
        if any(table.column(name).kind == "text" and name not in given for name in facts["columns"]):
            found.append({**facts, "folded": True})
        nullable = any(table.column(name).nullable for name in facts["columns"])
        return found if nullable else [edit for edit in found if edit["missing"] == "in"]


@kind
class SplitLookup(Change):
    """Put the values of a column into a table of their own and refer to them by numbers."""

    name = "split_lookup"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        column = scene.pick([c for c in scene.plain(table, "text", target=True) if c.values])
        name = column.name
        plural = scene.fresh(f"{name}_list", f"{name}_values", f"{name}_lookup")
        ids = [f"{name}_id", f"{name}_no", f"{name}_number"]
        return {"table": table.name, "column": name, "new": plural, "id": scene.fresh(*ids)}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table, column, new, key = facts["table"], facts["column"], facts["new"], facts["id"]
        missing = ""
        if scene.schema.table(table).column(column).nullable:
            missing = f" Missing values are not listed in `{new}`; there `{key}` is NULL."
        return [
            f"Move the values of `{table}`.`{column}` to a lookup table. Create `{new}` with the columns "
            "`id` (INTEGER) and "
            f"`{column}` (TEXT); it lists every value that occurs, each of them once, numbered 1, 2, 3, ... in "
            "the alphabetical order of the "
            f"values (SQLite's default order of text). Then replace the column `{column}` of `{table}` by a "
            "new last column "
            f"`{key}` (INTEGER) with the number of its value.{missing}",
            f"Normalise `{table}`: a new table `{new}` with the columns `id` (INTEGER) and `{column}` (TEXT) "
            "is to list the "
            f"different values of its column `{column}`, numbered from 1 on in alphabetical order (SQLite's "
            "default order of "
            f"text). Add a last column `{key}` (INTEGER) to `{table}` that holds the number of the row's "
            "value, and drop "
            f"`{column}`.{missing}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, column, new, key = facts["table"], facts["column"], facts["new"], facts["id"]
        return [
            f"CREATE TABLE {new} (id INTEGER PRIMARY KEY, {column} TEXT)",
            f"INSERT INTO {new} (id, {column}) SELECT ROW_NUMBER() OVER (ORDER BY {column}), {column} FROM "
            f"(SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL)",
            f"ALTER TABLE {table} ADD COLUMN {key} INTEGER",
            f"UPDATE {table} SET {key} = (SELECT n.id FROM {new} AS n WHERE n.{column} = {table}.{column})",
            f"ALTER TABLE {table} DROP COLUMN {column}",
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        place = grid.at(facts["column"])
        values: list[Json] = sorted({row[place] for row in grid.rows if row[place] is not None}, key=order_key)
        if facts.get("order") == "first seen":
            values = list(dict.fromkeys(row[place] for row in grid.rows if row[place] is not None))
        elif facts.get("order") == "falling":
            values.reverse()
        if facts.get("folded"):
            values = list({folded(value): value for value in reversed(values)}.values())[::-1]
        numbers = {value: number for number, value in enumerate(values, facts.get("start", 1))}
        state[facts["new"]] = Grid(
            ["id", facts["column"]], [[number, value] for value, number in numbers.items()]
        )
        grid.columns.append(facts["id"])
        for row in grid.rows:
            row.append(numbers.get(row[place]))
        if not facts.get("kept"):
            del grid.columns[place]
            for row in grid.rows:
                del row[place]

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        twins(state[facts["table"]], [facts["column"]], rng)

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        column = table.column(facts["column"])
        schema = with_table(schema, _bare(facts["new"], [Column("id", "integer", "`id`"), column]))
        schema = with_column(schema, table.name, facts["id"], "integer")
        table = schema.table(table.name)
        return with_table(
            schema, replace(table, columns=tuple(c for c in table.columns if c.name != column.name))
        )

    def types(self, facts: Facts) -> dict[str, dict[str, str]]:
        return {
            facts["new"]: {"id": "INTEGER", facts["column"]: "TEXT"},
            facts["table"]: {facts["id"]: "INTEGER"},
        }

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        return [(facts["table"], facts["id"])]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        changes: list[Facts] = [{"order": "first seen"}, {"order": "falling"}, {"start": 0}, {"kept": True}]
        changes.append({"folded": True})
        return [{**facts, **change} for change in changes]


@kind
class Unpivot(Change):
    """Create a table with one row for each value of several columns."""

    name = "unpivot"
    choices: ClassVar[Choices] = {"missing": ("out", "in")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        numbers = scene.plain(table, *NUMBERS)
        dates = scene.plain(table, "date")
        groups = [columns for columns in (numbers, dates) if len(columns) >= 2]
        if not groups:
            raise NoFit
        group = scene.rng.choice(groups)
        chosen = scene.rng.sample(group, min(len(group), scene.rng.choice((2, 2, 3))))
        columns = [c.name for c in table.columns if c in chosen]
        name = scene.fresh(
            f"{table.name}_long", f"{table.name}_values", f"{table.name}_facts", f"{table.name}_measures"
        )
        return {"table": table.name, "key": table.key, "new": name, "columns": columns, "missing": "out"}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        key, columns = f"`{facts['key']}`", listed(facts["columns"])
        table = scene.schema.table(facts["table"])
        rule = ""
        if any(table.column(name).nullable for name in facts["columns"]):
            rule = " Where a value is missing, there is no row."
        return [
            f"Create a table `{facts['new']}` with the columns {key}, `item` and `amount`, in this order. "
            "For each row of "
            f"`{table.name}` and each of its columns {columns} it has one row: the {key}, the name of the "
            "column as text, and "
            f"the value of that column.{rule}",
            f"Turn the columns {columns} of `{table.name}` into rows of a new table `{facts['new']}` with "
            f"the columns {key}, "
            "`item` (the name of the column, as text) and `amount` (its value), in this order; "
            f"`{table.name}` itself stays as "
            f"it is.{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        parts = [
            f"SELECT {facts['key']}, '{name}' AS item, {name} AS amount FROM {facts['table']} WHERE {name} "
            "IS NOT NULL"
            for name in facts["columns"]
        ]
        return [f"CREATE TABLE {facts['new']} AS\n" + "\nUNION ALL\n".join(parts)]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        made = Grid([facts["key"], "item", "amount"], [])
        for row in grid.rows:
            for name in facts["columns"]:
                value = row[grid.at(name)]
                if value is not None or facts["missing"] == "in":
                    made.rows.append([row[grid.at(facts["key"])], name, value])
        state[facts["new"]] = made

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        made = schema.table(facts["table"]).column(facts["columns"][0]).kind
        columns = [Column(facts["key"], "integer", f"`{facts['key']}`"), Column("item", "text", "`item`")]
        return with_table(schema, _bare(facts["new"], [*columns, Column("amount", made, "`amount`")]))

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        table = schema.table(facts["table"])
        columns = facts["columns"]
        found = [{**facts, "columns": columns[:i] + columns[i + 1 :]} for i in range(len(columns))]
        return found + (super().edits(facts, schema) if any(table.column(c).nullable for c in columns) else [])
