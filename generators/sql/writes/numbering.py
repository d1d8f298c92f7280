"""A new column with the place of a row in its group, or with a running sum."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from ...base import Json
from ..schema import Schema
from .change import NUMBERS, Choices, Facts, Scene, kind
from .columns import AddColumn, beginning
from .deletes import repeat
from .rows import State, order_key


@kind
class AddNumber(AddColumn):
    """Add a column with the place of a row in its group, or with a running sum."""

    name = "add_number"
    choices: ClassVar[Choices] = {"falling": (True, False), "what": ("place", "sum")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        foreign = {link.column for link in table.foreign_keys}
        group = scene.pick([c for c in table.columns if c.name in foreign or c.values])
        by = scene.pick([
            c for c in scene.plain(table, "integer", "money", "real", "date", "datetime")
            if not c.nullable and c.name != group.name
        ])  # fmt: skip
        what = scene.rng.choice(("place", "place", "sum"))
        summed = (
            scene.pick([c for c in scene.plain(table, *NUMBERS) if c.name != group.name])
            if what == "sum"
            else None
        )
        integer = summed is None or summed.kind == "integer"
        name = (
            scene.fresh("position", "place_in_group", f"place_by_{by.name}")
            if summed is None
            else scene.fresh(f"running_{summed.name}", f"{summed.name}_so_far", f"cumulative_{summed.name}")
        )
        return {
            **{"table": table.name, "key": table.key, "group": group.name, "by": by.name, "what": what},
            **{
                "source": summed.name if summed else None,
                "falling": scene.rng.random() < 0.4 and what == "place",
            },
            **{
                "column": name,
                "made": "integer" if integer else "real",
                "type": "INTEGER" if integer else "REAL",
            },
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        group, by = table.column(facts["group"]), table.column(facts["by"])
        same = f"`{group.name}`" if group.name in {k.column for k in table.foreign_keys} else scene.name(group)
        order = f"by {'falling' if facts['falling'] else 'rising'} {scene.name(by)}, ties by falling `{facts['key']}`"
        rule = f" Rows whose {same} is missing form one group together." if group.nullable else ""
        if facts["what"] == "place":
            value = f"its place (1, 2, 3, ...) among the {scene.rows(table)} with the same {same}, {order}"
        else:
            source = table.column(facts["source"])
            value = (
                f"the running sum of {scene.the(source)} over the {scene.rows(table)} with the same {same}, "
                f"{order}: the "
                "sum over all from the first of the group to this one, itself included"
            )
            if source.nullable:
                rule += " Missing values count as 0 in the sum."
        return [text + rule for text in beginning(facts, scene, value)]

    def value_sql(self, facts: Facts) -> str:
        table, key = facts["table"], facts["key"]
        order = f"{facts['by']}{' DESC' if facts['falling'] else ''}, {key} DESC"
        if facts["what"] == "place":
            value = f"ROW_NUMBER() OVER (PARTITION BY {facts['group']} ORDER BY {order})"
        else:
            value = (
                f"SUM(COALESCE({facts['source']}, 0)) OVER (PARTITION BY {facts['group']} ORDER BY {order} "
                "ROWS UNBOUNDED PRECEDING)"
            )
        numbered = f"SELECT {key} AS k, {value} AS value FROM {table}"
        return f"(SELECT n.value FROM ({numbered}) AS n WHERE n.k = {table}.{key})"

    def values(self, facts: Facts, state: State) -> list[Json]:
        grid = state[facts["table"]]
        group, by, key = (grid.at(facts[name]) for name in ("group", "by", "key"))
        ordered = sorted(grid.rows, key=lambda row: row[key] if facts.get("ties") else -row[key])
        ordered.sort(key=lambda row: order_key(row[by]), reverse=facts["falling"])
        sums: dict[Json, Any] = {}
        found: dict[Json, Json] = {}
        for row in ordered:
            one = 1 if facts["what"] == "place" else row[grid.at(facts["source"])] or 0
            at = None if facts.get("whole") else row[group]
            sums[at] = found[row[key]] = sums.get(at, 0) + one
        return [found[row[key]] for row in grid.rows]

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        repeat(state[facts["table"]], [facts["group"], facts["by"]], rng)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = [*super().edits(facts, schema), {**facts, "ties": True}, {**facts, "whole": True}]
        return [edit for edit in found if edit["source"] or edit["what"] == "place"]
