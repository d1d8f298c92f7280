"""Changes of names: of columns and of tables, and columns that go."""

from __future__ import annotations

from dataclasses import replace

from ..question import NoFit
from ..schema import Schema
from .change import Change, Facts, Scene, kind, with_table
from .rows import State


@kind
class RenameTable(Change):
    """Give a table another name."""

    name = "rename_table"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        new = scene.fresh(
            f"all_{table.name}", f"{table.name}_main", f"{table.name}_v2", f"current_{table.name}"
        )
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
class RenameColumn(Change):
    """Give a column another name."""

    name = "rename_column"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        column = scene.pick(scene.plain(table, target=True))
        old = column.name
        new = scene.fresh(f"{old}_value", f"new_{old}", f"{old}_entry", f"{table.noun.split()[-1]}_{old}")
        if not new.isidentifier():
            raise NoFit
        return {"table": table.name, "column": old, "new": new}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table, old, new = facts["table"], facts["column"], facts["new"]
        return [
            f"Rename the column `{old}` of `{table}` to `{new}`.",
            f"In `{table}`, the column `{old}` is to be called `{new}`; it stays in its place.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        return [f"ALTER TABLE {facts['table']} RENAME COLUMN {facts['column']} TO {facts['new']}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        grid.columns[grid.at(facts["column"])] = facts["new"]

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        columns = tuple(
            replace(c, name=facts["new"], phrase=f"`{facts['new']}`") if c.name == facts["column"] else c
            for c in table.columns
        )
        label = facts["new"] if table.label == facts["column"] else table.label
        return with_table(schema, replace(table, columns=columns, label=label))

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        return [(facts["table"], facts["new"])]

    def parts(self, facts: Facts) -> list[tuple[str, Facts]]:
        return []


@kind
class DropColumn(Change):
    """Take a column away."""

    name = "drop_column"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        columns = scene.plain(table, target=True)
        if len(columns) < 2:
            raise NoFit
        return {"table": table.name, "column": scene.pick(columns).name}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        return [
            f"Drop the column `{facts['column']}` of `{facts['table']}`.",
            f"`{facts['table']}` no longer needs its column `{facts['column']}`: remove it.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        return [f"ALTER TABLE {facts['table']} DROP COLUMN {facts['column']}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        place = grid.at(facts["column"])
        del grid.columns[place]
        for row in grid.rows:
            del row[place]

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        table = schema.table(facts["table"])
        return with_table(
            schema, replace(table, columns=tuple(c for c in table.columns if c.name != facts["column"]))
        )
