"""Rows given by their keys: known ones change, new ones come."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from ..question import NoFit
from ..schema import Column, Schema
from .change import Change, Choices, Facts, Scene, kind
from .filters import literal, near, said
from .inserts import new_row
from .rows import State


@kind
class Upsert(Change):
    """Rows given by their keys: change those that are there, insert the others."""

    name = "upsert"
    choices: ClassVar[Choices] = {"existing": ("update", "replace", "ignore")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        foreign = {link.column for link in table.foreign_keys}
        if any(c.unique and c.name != table.key for c in table.columns):
            raise NoFit
        if (table.name, table.key) not in scene.origins:  # a table that a change has made has no primary key
            raise NoFit
        columns: list[Column] = [c for c in table.columns if c.name != table.key]
        updated = [c.name for c in scene.plain(table, target=True)]
        scene.rng.shuffle(updated)
        updated = sorted(updated[: scene.rng.choice((1, 1, 2))], key=[c.name for c in columns].index)
        if not updated:
            raise NoFit
        keys = sorted(scene.rng.sample(range(1, 16), scene.rng.choice((2, 3))))
        rows: list[list[Any]] = []
        for key in keys:
            values = [
                (None if c.nullable and scene.rng.random() < 0.3 else scene.rng.randint(1, 9))
                if c.name in foreign
                else (None if c.nullable and scene.rng.random() < 0.3 else scene.value(table, c))
                for c in columns
            ]
            rows.append([key, *values])
        return {
            **{"table": table.name, "key": table.key, "columns": [table.key, *(c.name for c in columns)]},
            **{"rows": rows, "updated": updated, "existing": "update"},
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        key, table = f"`{facts['key']}`", facts["table"]
        updated = " and ".join(f"`{name}`" for name in facts["updated"])
        rows = "\n".join("  " + ", ".join(map(said, row)) for row in facts["rows"])
        columns = ", ".join(f"`{name}`" for name in facts["columns"])
        return [
            f"Merge these rows into `{table}` ({columns}):\n{rows}\nWhere `{table}` has a row with that "
            f"{key} already, set "
            f"only {updated} of it to the given value{'s' * (len(facts['updated']) > 1)} and leave its other "
            "columns; "
            "otherwise insert the whole row.",
            f"Here are new data for `{table}`, with the columns {columns}:\n{rows}\nIf the {key} exists, "
            f"only {updated} of "
            "that row is to be overwritten; if it does not, the row is to be inserted as given.".replace(
                "is to be overwritten",
                "are to be overwritten" if len(facts["updated"]) > 1 else "is to be overwritten",
            ),
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        rows = ",\n  ".join(f"({', '.join(map(literal, row))})" for row in facts["rows"])
        given = ", ".join(f"{name} = excluded.{name}" for name in facts["updated"])
        return [
            f"INSERT INTO {facts['table']} ({', '.join(facts['columns'])}) VALUES\n  {rows}\n"
            f"ON CONFLICT ({facts['key']}) DO UPDATE SET {given}"
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        key = grid.at(facts["key"])
        for given in facts["rows"]:
            new = dict(zip(facts["columns"], given, strict=True))
            there = [row for row in grid.rows if row[key] == given[0]]
            if not there:
                new_row(state, facts["table"], new)
            elif facts["existing"] != "ignore":
                for name in facts["updated"] if facts["existing"] == "update" else facts["columns"]:
                    there[0][grid.at(name)] = new[name]

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        return [(facts["table"], name) for name in facts["updated"]]

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        grid = state[facts["table"]]
        key = grid.at(facts["key"])
        there = set(grid.values(facts["key"]))
        for row, given in zip(grid.rows, facts["rows"], strict=False):
            if given[0] not in there and rng.random() < 0.4:
                there.discard(row[key])
                row[key] = given[0]
                there.add(given[0])

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = super().edits(facts, schema)
        rows = facts["rows"]
        found += [{**facts, "rows": rows[:i] + rows[i + 1 :]} for i in range(len(rows))]
        found += [{**facts, "rows": [[other, *rows[0][1:]], *rows[1:]]} for other in near(rows[0][0])]
        if len(facts["updated"]) > 1:
            found.append({**facts, "updated": facts["updated"][:1]})
        return found
