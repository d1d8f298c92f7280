"""Changes that take rows away."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

from ...base import Json
from ..question import NoFit
from ..schema import Row, Schema
from .change import Change, Choices, Facts, Scene, folded, kind, twins
from .filters import describe, passes, to_sql
from .rows import Grid, State, order_key


def keep_if(grid: Grid, wanted: Callable[[Row], bool]) -> None:
    """Keep the rows that are wanted."""
    grid.rows = [row for row in grid.rows if wanted(row)]


@kind
class DeleteWhere(Change):
    """Delete the rows that pass a filter."""

    name = "delete_where"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        return {"table": table.name, "where": scene.filter(table, (1, 2, 2))}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        rows = scene.rows(scene.schema.table(facts["table"]), facts["where"])
        return [f"Delete all {rows}.", f"Remove all {rows}."]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        return [f"DELETE FROM {facts['table']} WHERE {to_sql(facts['where'])}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        keep_if(grid, lambda row: not passes(facts["where"], grid, row))


@kind
class DeleteChildless(Change):
    """Delete rows that nothing refers to."""

    name = "delete_childless"
    choices: ClassVar[Choices] = {"negated": (True, False)}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(parent=True)
        child, link = scene.rng.choice(scene.children(table))
        where = scene.filter(child, (1,)) if scene.rng.random() < 0.5 else None
        return {
            **{"table": table.name, "key": table.key, "other": child.name, "link": link.column},
            **{"other_where": where, "negated": scene.rng.random() < 0.8},
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table, child = scene.schema.table(facts["table"]), scene.schema.table(facts["other"])
        extra = f" and {describe(facts['other_where'], child, scene.name)}" if facts["other_where"] else ""
        link, one, many = f"`{facts['link']}`", scene.one(table), scene.rows(child)
        if facts["negated"]:
            return [
                f"Delete every {one} for which there are no {many} whose {link} refers to it{extra}.",
                f"Keep only those {scene.rows(table)} for which there are {many} whose {link} refers to "
                f"them{extra}; delete "
                "the others.",
            ]
        return [
            f"Delete every {one} for which there are {many} (at least one) whose {link} refers to it{extra}. "
            f"Leave the {many} themselves as they are."
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        extra = f" AND {to_sql(facts['other_where'], 'o.')}" if facts["other_where"] else ""
        match = f"o.{facts['link']} = {facts['table']}.{facts['key']}{extra}"
        sign = "NOT " if facts["negated"] else ""
        return [
            f"DELETE FROM {facts['table']} WHERE {sign}EXISTS (SELECT 1 FROM {facts['other']} AS o WHERE "
            f"{match})"
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid, child = state[facts["table"]], state[facts["other"]]
        place = child.at(facts["link"])
        used = {row[place] for row in child.rows if passes(facts["other_where"], child, row)}
        keep_if(grid, lambda row: (row[grid.at(facts["key"])] in used) == facts["negated"])


@kind
class DeleteOrphans(Change):
    """Delete rows whose reference leads nowhere."""

    name = "delete_orphans"
    choices: ClassVar[Choices] = {"missing": ("stay", "go")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(child=True)
        links = [link for link in scene.links(table) if scene.schema.table(link.table).key]
        if not links:
            raise NoFit
        link = scene.rng.choice(links)
        missing = scene.rng.choice(("stay", "go")) if table.column(link.column).nullable else "stay"
        parent = scene.schema.table(link.table)
        return {
            **{
                "table": table.name,
                "link": link.column,
                "other": parent.name,
                "key": parent.key,
                "missing": missing,
            },
            "nullable": table.column(link.column).nullable,
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table, parent = scene.schema.table(facts["table"]), scene.schema.table(facts["other"])
        link, rows = f"`{facts['link']}`", scene.rows(table)
        rule = ""
        if facts["nullable"]:
            rule = f" {rows[0].upper()}{rows[1:]} whose {link} is missing (NULL) " + (
                "stay." if facts["missing"] == "stay" else "are deleted as well."
            )
        return [
            f"Delete all {rows} whose {link} refers to {scene.a(parent)} that does not exist.{rule}",
            f"Clean up orphans: delete all {rows} whose {link} is a number that no {scene.one(parent)} has as "
            f"`{facts['key']}`.{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        link = facts["link"]
        found = (
            f"NOT EXISTS (SELECT 1 FROM {facts['other']} AS o WHERE o.{facts['key']} = {facts['table']}.{link})"
        )
        extra = f"{link} IS NOT NULL AND " if facts["missing"] == "stay" else ""
        return [f"DELETE FROM {facts['table']} WHERE {extra}{found}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        known = set(state[facts["other"]].values(facts["key"]))
        if facts["missing"] == "stay":
            known.add(None)
        keep_if(grid, lambda row: row[grid.at(facts["link"])] in known)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        return super().edits(facts, schema) if facts["nullable"] else []

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        grid = state[facts["table"]]
        place = grid.at(facts["link"])
        for row in grid.rows:
            if rng.random() < 0.2:
                row[place] = 900 + rng.randrange(50)


@kind
class DeleteDuplicates(Change):
    """Of rows that agree in some columns, keep the one with the lowest or the highest key."""

    name = "delete_duplicates"
    choices: ClassVar[Choices] = {"keep": ("lowest", "highest"), "missing": ("equal", "different")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        foreign = [table.column(link.column) for link in table.foreign_keys]
        columns = [*(c for c in scene.plain(table) if c.kind not in ("money", "real")), *foreign]
        scene.rng.shuffle(columns)
        count = scene.rng.choice((1, 2, 2))
        if len(columns) < count or not any(c in foreign or c.kind in ("text", "date") for c in columns[:count]):
            raise NoFit
        by = [column.name for column in columns[:count]]
        return {
            **{
                "table": table.name,
                "key": table.key,
                "by": by,
                "keep": scene.rng.choice(("lowest", "highest")),
            },
            "missing": scene.rng.choice(("equal", "equal", "different"))
            if any(c.nullable for c in columns[:count])
            else "equal",
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        foreign = {link.column for link in table.foreign_keys}
        names = [f"`{name}`" if name in foreign else scene.name(table.column(name)) for name in facts["by"]]
        same = " and ".join(f"the same {name}" for name in names)
        rows, key, keep = scene.rows(table), f"`{facts['key']}`", facts["keep"]
        rule = ""
        if any(table.column(name).nullable for name in facts["by"]):
            rule = (
                " Two missing values count as the same."
                if facts["missing"] == "equal"
                else " A missing value is not the same as any other value, not even as another missing one."
            )
        return [
            f"Remove duplicates: of {rows} with {same}, keep only the one with the {keep} {key}.{rule}",
            f"Among {rows} that have {same}, delete all but the one with the {keep} {key}.{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, key = facts["table"], facts["key"]
        sign = "<" if facts["keep"] == "lowest" else ">"
        if facts["missing"] == "equal":
            best = f"{'MIN' if sign == '<' else 'MAX'}({key})"
            groups = f"SELECT {best} FROM {table} GROUP BY {', '.join(facts['by'])}"
            return [f"DELETE FROM {table} WHERE {key} NOT IN ({groups})"]
        same = " AND ".join(f"o.{column} = {table}.{column}" for column in facts["by"])
        other = f"SELECT 1 FROM {table} AS o WHERE {same} AND o.{key} {sign} {table}.{key}"
        return [f"DELETE FROM {table} WHERE EXISTS ({other})"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        key, places = grid.at(facts["key"]), [grid.at(name) for name in facts["by"]]
        best: dict[tuple[Json, ...], int] = {}
        fold = folded if facts.get("folded") else _as_it_is
        for row in grid.rows:
            group = tuple(fold(row[place]) for place in places)
            best[group] = (min if facts["keep"] == "lowest" else max)(best.get(group, row[key]), row[key])

        def stays(row: Row) -> bool:
            group = tuple(fold(row[place]) for place in places)
            return (facts["missing"] == "different" and None in group) or best[group] == row[key]

        keep_if(grid, stays)

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        grid = state[facts["table"]]
        places = [grid.at(name) for name in facts["by"]]
        for row in grid.rows[1:]:
            if rng.random() < 0.5:
                other = rng.choice(grid.rows)
                for place in places if rng.random() < 0.6 else places[:1]:
                    row[place] = other[place]
        twins(grid, facts["by"], rng)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        table = schema.table(facts["table"])
        found = super().edits(facts, schema)
        if not any(table.column(name).nullable for name in facts["by"]):
            found = [edit for edit in found if edit["missing"] == facts["missing"]]
        if len(facts["by"]) > 1:
            found += [{**facts, "by": facts["by"][:1]}, {**facts, "by": facts["by"][1:]}]
        if any(table.column(name).kind == "text" for name in facts["by"]):
            found.append({**facts, "folded": True})
        return found


@kind
class KeepTop(Change):
    """In each group, keep the first so many rows in an order; delete the rest."""

    name = "keep_top"
    choices: ClassVar[Choices] = {"falling": (True, False)}
    numbers = ("count",)

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        foreign = {link.column for link in table.foreign_keys}
        group = scene.pick([c for c in table.columns if c.name in foreign or c.values])
        by = scene.pick([
            c for c in scene.plain(table, "integer", "money", "real", "date", "datetime")
            if not c.nullable and c.name != group.name
        ])  # fmt: skip
        return {
            **{"table": table.name, "key": table.key, "group": group.name, "by": by.name},
            **{"count": scene.rng.choice((1, 1, 2, 2, 3)), "falling": scene.rng.random() < 0.7},
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        group, by = table.column(facts["group"]), table.column(facts["by"])
        same = f"`{group.name}`" if group.name in {k.column for k in table.foreign_keys} else scene.name(group)
        late = by.kind in ("date", "datetime")
        most = ("latest" if late else "greatest") if facts["falling"] else ("earliest" if late else "least")
        count, rows, key = facts["count"], scene.rows(table), f"`{facts['key']}`"
        which = "one" if count == 1 else f"{count}"
        rule = f"If there is a tie in {scene.name(by)}, the higher {key} is kept."
        if group.nullable:
            rule += f" Rows whose {same} is missing form one group together."
        return [
            f"For each {same}, keep only the {which} of the {rows} with the {most} {scene.name(by)} and "
            "delete the "
            f"others. {rule}",
            f"Thin out: of all {rows} with the same {same}, delete all but the {which} with the {most} "
            f"{scene.name(by)}. {rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, key = facts["table"], facts["key"]
        order = f"{facts['by']}{' DESC' if facts['falling'] else ''}, {key} DESC"
        number = f"ROW_NUMBER() OVER (PARTITION BY {facts['group']} ORDER BY {order})"
        return [
            f"DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM (SELECT {key}, {number} AS place FROM "
            f"{table}) "
            f"WHERE place > {facts['count']})"
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        group, by, key = (grid.at(facts[name]) for name in ("group", "by", "key"))
        ordered = sorted(grid.rows, key=lambda row: row[key] if facts.get("ties") else -row[key])
        ordered.sort(key=lambda row: order_key(row[by]), reverse=facts["falling"])
        seen: dict[Json, int] = {}
        kept: set[int] = set()
        for row in ordered:
            value = folded(row[group]) if facts.get("folded") else row[group]
            seen[value] = seen.get(value, 0) + 1
            if seen[value] <= facts["count"]:
                kept.add(row[key])
        keep_if(grid, lambda row: row[key] in kept)

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        repeat(state[facts["table"]], [facts["group"], facts["by"]], rng)
        twins(state[facts["table"]], [facts["group"]], rng)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = [*super().edits(facts, schema), {**facts, "ties": True}]
        if schema.table(facts["table"]).column(facts["group"]).kind == "text":
            found.append({**facts, "folded": True})
        return found


def _as_it_is(value: Json) -> Json:
    return value


def repeat(grid: Grid, columns: list[str], rng: random.Random) -> None:
    """Make ties: give some rows the values that others have in some columns."""
    for column in columns:
        place = grid.at(column)
        for row in grid.rows[1:]:
            if rng.random() < 0.35:
                row[place] = rng.choice(grid.rows)[place]
