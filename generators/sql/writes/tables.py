"""Changes that make, divide, rename or merge tables."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ...base import Json
from ..question import NoFit
from ..schema import Column, Kind, Schema
from .change import Change, Choices, Facts, Scene, kind, listed, type_of, with_table
from .deletes import keep_if
from .filters import literal, misread, passes, said, to_sql
from .rows import Grid, State


@kind
class Archive(Change):
    """Move rows to a new table."""

    name = "archive"
    choices: ClassVar[Choices] = {"delete": (True, False)}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        name = scene.fresh(
            f"{table.name}_archive", f"archived_{table.name}", f"old_{table.name}", f"{table.name}_history"
        )
        extra: Json = None
        if scene.rng.random() < 0.5:
            day = f"{scene.rng.randint(2024, 2031)}-{scene.rng.randint(1, 12):02}-{scene.rng.randint(1, 28):02}"
            batch = scene.rng.randint(1, 99)
            choices: list[list[Json]] = [["archived_on", day], ["reason", "clean-up"], ["batch", batch]]
            taken = {c.name.lower() for c in table.columns}
            extra = scene.rng.choice([choice for choice in choices if choice[0] not in taken])
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
            f"Create a table `{facts['new']}` with {columns}. Move all {rows} there: they are to be in "
            f"`{facts['new']}`, and "
            f"no longer in `{table.name}`.{more}",
            f"Archive all {rows}: copy them to a new table `{facts['new']}`, which has {columns}, and delete "
            "them from "
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
            keep_if(grid, lambda row: not passes(facts.get("gone", facts["where"]), grid, row))

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        columns = table.columns
        if facts["extra"]:
            made: Kind = "text" if isinstance(facts["extra"][1], str) else "integer"
            columns = (*columns, Column(facts["extra"][0], made, f"`{facts['extra'][0]}`"))
        new = replace(
            table,
            name=facts["new"],
            columns=columns,
            noun=f"row of `{facts['new']}`",
            plural=f"rows of `{facts['new']}`",
        )
        return with_table(schema, new)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = super().edits(facts, schema)
        return found + [
            {**facts, "gone": other} for other in misread(facts["where"], schema.table(facts["table"]))
        ]


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
            f"Split `{table.name}` into two new tables with the same columns in the same order: "
            f"`{facts['new']}` gets all "
            f"{rows}; `{facts['rest']}` gets all the others, including those for which the condition is not "
            "met because of a "
            f"missing value. Then drop `{table.name}`.",
            f"Replace the table `{table.name}` by `{facts['new']}` and `{facts['rest']}`, which both have "
            "its columns in its "
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
