"""Changes that make, divide, rename or merge tables."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from ...base import Json
from ..question import NoFit
from ..schema import Column, Kind, Schema, Table
from .change import NUMBERS, Change, Facts, Scene, kind, type_of, with_column, with_table
from .deletes import keep_if
from .filters import literal, passes, said, to_sql
from .rows import Grid, State, order_key
from .updates import where_sql


def listed(columns: list[str]) -> str:
    """Names of columns as English lists them."""
    return ", ".join(f"`{name}`" for name in columns)


@kind
class RenameTable(Change):
    """Give a table another name."""

    name = "rename_table"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        new = scene.fresh(f"all_{table.name}", f"{table.name}_main", f"{table.name}_v2", f"current_{table.name}")
        return {"table": table.name, "new": new}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        return [
            f"Rename the table `{facts['table']}` to `{facts['new']}`.",
            f"The table `{facts['table']}` is to be called `{facts['new']}`.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        return [f"ALTER TABLE {facts['table']} RENAME TO {facts['new']}"]

    def apply(self, facts: Facts, state: State) -> None:
        state[facts["new"]] = state.pop(facts["table"])

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        old, new = facts["table"], facts["new"]
        tables = []
        for table in schema.tables:
            links = tuple(replace(k, table=new) if k.table == old else k for k in table.foreign_keys)
            tables.append(replace(table, foreign_keys=links, name=new if table.name == old else table.name))
        return replace(schema, tables=tuple(tables))


@kind
class Archive(Change):
    """Move rows to a new table."""

    name = "archive"
    choices = {"delete": (True, False)}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        name = scene.fresh(f"{table.name}_archive", f"archived_{table.name}", f"old_{table.name}", f"{table.name}_history")
        extra: Json = None
        if scene.rng.random() < 0.5:
            day = f"{scene.rng.randint(2024, 2031)}-{scene.rng.randint(1, 12):02}-{scene.rng.randint(1, 28):02}"
            extra = scene.rng.choice((["archived_on", day], ["reason", "clean-up"], ["batch", scene.rng.randint(1, 99)]))
        return {
            **{"table": table.name, "new": name, "columns": [c.name for c in table.columns], "extra": extra},
            **{"where": scene.filter(table), "delete": True},
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        columns = f"the columns of `{table.name}` in the same order ({listed(facts['columns'])})"
        more = ""
        if facts["extra"]:
            name, value = facts["extra"]
            columns += f", followed by `{name}`"
            more = f" `{name}` is {said(value)} in all of them."
        rows = scene.rows(table, facts["where"])
        return [
            f"Create a table `{facts['new']}` with {columns}. Move all {rows} there: they are to be in `{facts['new']}`, and "
            f"no longer in `{table.name}`.{more}",
            f"Archive all {rows}: copy them to a new table `{facts['new']}`, which has {columns}, and delete them from "
            f"`{table.name}`.{more}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table = schema.table(facts["table"])
        columns = [f"{c.name} {type_of(c)}" for c in table.columns]
        names = ", ".join(c.name for c in table.columns)
        values = names
        if facts["extra"]:
            name, value = facts["extra"]
            columns.append(f"{name} {'TEXT' if isinstance(value, str) else 'INTEGER'}")
            values += f", {literal(value)}"
        where = to_sql(facts["where"])
        return [
            f"CREATE TABLE {facts['new']} ({', '.join(columns)})",
            f"INSERT INTO {facts['new']} SELECT {values} FROM {table.name} WHERE {where}",
            f"DELETE FROM {table.name} WHERE {where}",
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        extra = facts["extra"]
        moved = [row for row in grid.rows if passes(facts["where"], grid, row)]
        columns = [*grid.columns, *([extra[0]] if extra else [])]
        state[facts["new"]] = Grid(columns, [[*row, *([extra[1]] if extra else [])] for row in moved])
        if facts["delete"]:
            keep_if(grid, lambda row: not passes(facts["where"], grid, row))

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        columns = table.columns
        if facts["extra"]:
            made: Kind = "text" if isinstance(facts["extra"][1], str) else "integer"
            columns = (*columns, Column(facts["extra"][0], made, f"`{facts['extra'][0]}`"))
        new = replace(
            table, name=facts["new"], columns=columns, noun=f"row of `{facts['new']}`", plural=f"rows of `{facts['new']}`"
        )
        return with_table(schema, new)


@kind
class Summary(Change):
    """Create a table with one row for each group."""

    name = "summary"
    choices = {"missing": ("group", "out")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        foreign = [table.column(link.column) for link in table.foreign_keys]
        group = scene.pick([*foreign, *(c for c in scene.plain(table, "text", "boolean") if c.values or c.kind != "text")])
        numbers = [c for c in scene.plain(table, *NUMBERS) if c.name != group.name]
        measures: list[list[Json]] = [[scene.rng.choice(("n", "row_count", "how_many")), "count", None]]
        for column in scene.rng.sample(numbers, min(len(numbers), scene.rng.choice((0, 1, 1, 2)))):
            how = scene.rng.choice(("sum", "min", "max"))
            measures.append([{"sum": "total", "min": "lowest", "max": "highest"}[how] + f"_{column.name}", how, column.name])
        where = scene.filter(table, (1,)) if scene.rng.random() < 0.4 else None
        name = scene.fresh(f"{table.name}_summary", f"{table.name}_by_{group.name}", f"{group.name}_totals", f"{group.name}_stats")
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
                parts.append(f"`{name}` ({word} {scene.name(of)}{note})")
        columns = ", ".join(parts)
        rule = ""
        if group.nullable:
            rule = f" {scene.rows(table)[0].upper()}{scene.rows(table)[1:]} without a `{group.name}` " + (
                f"form a group of their own, with NULL as `{group.name}`." if facts["missing"] == "group" else "do not count."
            )
        only = ""
        if facts["where"]:
            only = f" Only {scene.rows(table, facts['where'])} count; a value that none of them has gets no row."
        return [
            f"Create a table `{facts['new']}` with one row for each value of `{group.name}` that occurs in `{table.name}`; its "
            f"columns, in this order: {columns}.{only}{rule}",
            f"Summarise `{table.name}` in a new table `{facts['new']}`: one row for each `{group.name}` that occurs, with the "
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
        return [f"CREATE TABLE {facts['new']} AS SELECT {', '.join(columns)} FROM {facts['table']}{where} GROUP BY {group}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        groups: dict[Json, list[dict[str, Json]]] = {}
        for row in grid.rows:
            record = grid.record(row)
            value = record[facts["group"]]
            if passes(facts["where"], grid, row) and (value is not None or facts["missing"] == "group"):
                groups.setdefault(value, []).append(record)
        made = Grid([facts["group"], *(name for name, *_ in facts["measures"])], [])
        for value, records in groups.items():
            made.rows.append([value, *(_measure(records, how, column) for _, how, column in facts["measures"])])
        state[facts["new"]] = made

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
    """Create a table with the different values of one or two columns, numbered."""

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

    choices = {"missing": ("in", "out"), "twice": (True,)}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        nullable = any(table.column(name).nullable for name in facts["columns"])
        rule = " Missing values (NULL) count as a value like others, equal to each other." if nullable else ""
        columns = " and ".join(f"`{name}`" for name in facts["columns"])
        return [
            f"Create a table `{facts['new']}` with the columns {columns}, in this order, that holds each combination of these "
            f"two that occurs in the {scene.rows(table, facts['where'])}, once.{rule}",
            f"Collect the different combinations of {columns} of all {scene.rows(table, facts['where'])} in a new table "
            f"`{facts['new']}` with these two columns, in this order.{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        columns = ", ".join(facts["columns"])
        return [f"CREATE TABLE {facts['new']} AS SELECT DISTINCT {columns} FROM {facts['table']}{where_sql(facts['where'])}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        places = [grid.at(name) for name in facts["columns"]]
        rows = [tuple(row[at] for at in places) for row in grid.rows if passes(facts["where"], grid, row)]
        if facts["missing"] == "out":
            rows = [row for row in rows if None not in row]
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

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        table = schema.table(facts["table"])
        found = [*super().edits(facts, schema), {**facts, "twice": True}]
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
            f"Move the values of `{table}`.`{column}` to a lookup table. Create `{new}` with the columns `id` (INTEGER) and "
            f"`{column}` (TEXT); it lists each value that occurs once, numbered 1, 2, 3, ... in the alphabetical order of the "
            f"values (SQLite's default order of text). Then replace the column `{column}` of `{table}` by a new last column "
            f"`{key}` (INTEGER) with the number of its value.{missing}",
            f"Normalise `{table}`: a new table `{new}` with the columns `id` (INTEGER) and `{column}` (TEXT) is to list the "
            f"different values of its column `{column}`, numbered from 1 on in alphabetical order (SQLite's default order of "
            f"text). Add a last column `{key}` (INTEGER) to `{table}` that holds the number of the row's value, and drop "
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
        numbers = {value: number for number, value in enumerate(values, facts.get("start", 1))}
        state[facts["new"]] = Grid(["id", facts["column"]], [[number, value] for value, number in numbers.items()])
        grid.columns.append(facts["id"])
        for row in grid.rows:
            row.append(numbers.get(row[place]))
        if not facts.get("kept"):
            del grid.columns[place]
            for row in grid.rows:
                del row[place]

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        column = table.column(facts["column"])
        schema = with_table(schema, _bare(facts["new"], [Column("id", "integer", "`id`"), column]))
        schema = with_column(schema, table.name, facts["id"], "integer")
        table = schema.table(table.name)
        return with_table(schema, replace(table, columns=tuple(c for c in table.columns if c.name != column.name)))

    def types(self, facts: Facts) -> dict[str, dict[str, str]]:
        return {
            facts["new"]: {"id": "INTEGER", facts["column"]: "TEXT"},
            facts["table"]: {facts["id"]: "INTEGER"},
        }

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        return [(facts["table"], facts["id"])]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        changes: list[Facts] = [{"order": "first seen"}, {"order": "falling"}, {"start": 0}, {"kept": True}]
        return [{**facts, **change} for change in changes]


@kind
class Unpivot(Change):
    """Create a table with one row for each value of several columns."""

    name = "unpivot"
    choices = {"missing": ("out", "in")}

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
        name = scene.fresh(f"{table.name}_long", f"{table.name}_values", f"{table.name}_facts", f"{table.name}_measures")
        return {"table": table.name, "key": table.key, "new": name, "columns": columns, "missing": "out"}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        key, columns = f"`{facts['key']}`", listed(facts["columns"])
        table = scene.schema.table(facts["table"])
        rule = ""
        if any(table.column(name).nullable for name in facts["columns"]):
            rule = " Where a value is missing, there is no row."
        return [
            f"Create a table `{facts['new']}` with the columns {key}, `item` and `amount`, in this order. For each row of "
            f"`{table.name}` and each of its columns {columns} it has one row: the {key}, the name of the column as text, and "
            f"the value of that column.{rule}",
            f"Turn the columns {columns} of `{table.name}` into rows of a new table `{facts['new']}` with the columns {key}, "
            f"`item` (the name of the column, as text) and `amount` (its value), in this order; `{table.name}` itself stays as "
            f"it is.{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        parts = [
            f"SELECT {facts['key']}, '{name}' AS item, {name} AS amount FROM {facts['table']} WHERE {name} IS NOT NULL"
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


@kind
class Partition(Change):
    """Divide a table into two new ones and drop it."""

    name = "partition"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        if scene.children(table):
            raise NoFit
        first, second = scene.rng.choice((("a", "b"), ("first", "second"), ("main", "rest"), ("yes", "no")))
        names = [f"{table.name}_{first}", f"{table.name}_{second}"]
        if len({t.name for t in scene.schema.tables} & set(names)):
            raise NoFit
        return {"table": table.name, "new": names[0], "rest": names[1], "where": scene.filter(table)}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        rows = scene.rows(table, facts["where"])
        return [
            f"Split `{table.name}` into two new tables with the same columns in the same order: `{facts['new']}` gets all "
            f"{rows}; `{facts['rest']}` gets all the others, including those for which the condition is not met because of a "
            f"missing value. Then drop `{table.name}`.",
            f"Replace the table `{table.name}` by `{facts['new']}` and `{facts['rest']}`, which both have its columns in its "
            f"order. All {rows} go to `{facts['new']}`, and every other row, also where a value is missing, to "
            f"`{facts['rest']}`; `{table.name}` is dropped.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        where = to_sql(facts["where"])
        return [
            f"CREATE TABLE {facts['new']} AS SELECT * FROM {facts['table']} WHERE {where}",
            f"CREATE TABLE {facts['rest']} AS SELECT * FROM {facts['table']} WHERE ({where}) IS NOT TRUE",
            f"DROP TABLE {facts['table']}",
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state.pop(facts["table"])
        state[facts["new"]] = Grid(list(grid.columns), [])
        state[facts["rest"]] = Grid(list(grid.columns), [])
        for row in grid.rows:
            name = facts["new"] if passes(facts["where"], grid, row) else facts["rest"]
            if not (facts.get("lost") and name == facts["rest"] and None in row):
                state[name].rows.append(list(row))

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        kept = tuple(t for t in schema.tables if t.name != table.name)
        made = tuple(
            replace(table, name=name, noun=f"row of `{name}`", plural=f"rows of `{name}`")
            for name in (facts["new"], facts["rest"])
        )
        return replace(schema, tables=(*kept, *made))


@kind
class Merge(Change):
    """Merge rows that are the same thing entered twice, and lead references to the one that stays."""

    name = "merge"
    choices = {"keep": ("lowest", "highest")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(parent=True)
        by = scene.pick([c for c in scene.plain(table, "text") if not c.nullable and not c.values])
        links = [[child.name, link.column] for child, link in scene.children(table)]
        if any(link.table == table.name for link in table.foreign_keys):
            raise NoFit
        return {
            **{"table": table.name, "key": table.key, "by": by.name, "links": links},
            "keep": scene.rng.choice(("lowest", "highest")),
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        by, key, keep = scene.name(table.column(facts["by"])), f"`{facts['key']}`", facts["keep"]
        links = " and ".join(f"`{child}`.`{column}`" for child, column in facts["links"])
        rows = scene.rows(table)
        return [
            f"Merge {rows} that have the same {by}: only the one with the {keep} {key} stays, unchanged, and the others are "
            f"deleted. References to a deleted row ({links}) are changed so that they refer to the one that stays.",
            f"Some {rows} were entered more than once, with the same {by}. Of each such group keep the one with the {keep} "
            f"{key} as it is. Let all references to the others ({links}) point to it, and delete the others.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, key, by = facts["table"], facts["key"], facts["by"]
        best = "MIN" if facts["keep"] == "lowest" else "MAX"
        statements = []
        for child, column in facts["links"]:
            kept = (
                f"SELECT {best}(b.{key}) FROM {table} AS a JOIN {table} AS b ON b.{by} = a.{by} "
                f"WHERE a.{key} = {child}.{column}"
            )
            statements.append(f"UPDATE {child} SET {column} = ({kept}) WHERE {column} IN (SELECT {key} FROM {table})")
        statements.append(
            f"DELETE FROM {table} WHERE {key} NOT IN (SELECT {best}({key}) FROM {table} GROUP BY {by})"
        )
        return statements

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        key, by = grid.at(facts["key"]), grid.at(facts["by"])
        better = min if facts["keep"] == "lowest" else max
        best: dict[Json, Any] = {}
        for row in grid.rows:
            best[row[by]] = better(best.get(row[by], row[key]), row[key])
        stays = {row[key]: best[row[by]] for row in grid.rows}
        for child, column in facts["links"]:
            place = state[child].at(column)
            for row in state[child].rows:
                row[place] = stays.get(row[place], row[place])
        keep_if(grid, lambda row: stays[row[key]] == row[key])

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        grid = state[facts["table"]]
        place = grid.at(facts["by"])
        for row in grid.rows[1:]:
            if rng.random() < 0.5:
                row[place] = rng.choice(grid.rows)[place]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        links = facts["links"]
        return super().edits(facts, schema) + [{**facts, "links": links[:i] + links[i + 1 :]} for i in range(len(links))]
