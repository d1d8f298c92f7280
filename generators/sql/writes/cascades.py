"""Changes of several tables at once: what refers to a row goes, or is led elsewhere."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from ...base import Json
from ..question import NoFit
from ..schema import Schema
from .change import Change, Choices, Facts, Scene, folded, kind, twins
from .deletes import keep_if
from .filters import describe, misread, passes, to_sql
from .rows import State


@kind
class DeleteByParent(Change):
    """Delete rows by a property of the row that they refer to."""

    name = "delete_by_parent"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(child=True)
        link = scene.rng.choice(scene.links(table))
        parent = scene.schema.table(link.table)
        if not parent.key or len(scene.state[parent.name].rows) < 3:
            raise NoFit
        where = scene.filter(table, (1,)) if scene.rng.random() < 0.4 else None
        return {
            **{
                "table": table.name,
                "where": where,
                "link": link.column,
                "other": parent.name,
                "key": parent.key,
            },
            "other_where": scene.filter(parent),
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table, parent = scene.schema.table(facts["table"]), scene.schema.table(facts["other"])
        link = f"`{facts['link']}`"
        who = f"{scene.a(parent)} {describe(facts['other_where'], parent, scene.name)}"
        if facts["where"]:
            return [
                f"Take all {scene.rows(table, facts['where'])}. Of these, delete every one whose {link} "
                f"refers to {who}."
            ]
        return [
            f"Delete all {scene.rows(table)} whose {link} refers to {who}.",
            f"Find the {scene.rows(parent, facts['other_where'])}, and delete all {scene.rows(table)} that "
            "refer to one "
            f"of them by {link}; keep the {scene.rows(parent)} themselves.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        own = f"{to_sql(facts['where'])} AND " if facts["where"] else ""
        keys = f"SELECT {facts['key']} FROM {facts['other']} WHERE {to_sql(facts['other_where'])}"
        return [f"DELETE FROM {facts['table']} WHERE {own}{facts['link']} IN ({keys})"]

    def apply(self, facts: Facts, state: State) -> None:
        grid, parents = state[facts["table"]], state[facts["other"]]
        keys = {
            row[parents.at(facts["key"])] for row in parents.rows if passes(facts["other_where"], parents, row)
        }
        place = grid.at(facts["link"])
        keep_if(grid, lambda row: not (row[place] in keys and passes(facts["where"], grid, row)))


@kind
class Cascade(Change):
    """Delete rows and what refers to them, down to the last table."""

    name = "cascade"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(parent=True)
        links: list[list[str]] = []
        reached = [table.name]
        for child in scene.schema.tables:  # each refers only to those before it
            if child.key and child.name != table.name:
                above = [(link.column, link.table) for link in scene.links(child) if link.table in reached]
                links += [
                    [child.name, column, parent, scene.schema.table(parent).key] for column, parent in above
                ]
                reached += [child.name] * bool(above)
        if any(_own(scene, name) for name in reached) or len(links) > 4:
            raise NoFit
        return {"table": table.name, "where": scene.filter(table, (1, 2)), "key": table.key, "links": links}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        links = "; ".join(
            f"{scene.rows(scene.schema.table(child))} by `{column}` to {scene.rows(scene.schema.table(parent))}"
            for child, column, parent, _ in facts["links"]
        )
        return [
            f"Delete all {scene.rows(table, facts['where'])}, and with each deleted row every row that "
            "refers to it, and "
            f"so on down. What refers to what: {links}.",
            f"Delete all {scene.rows(table, facts['where'])} as if every reference were declared ON DELETE "
            "CASCADE, that "
            f"is, every row that refers to a deleted row is deleted too. The references: {links}.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        # Orphans of before must stay, so the rows that go are told by what is still there: from the bottom up.
        gone = {facts["table"]: to_sql(facts["where"])}
        order = [facts["table"]]
        for child, column, parent, key in facts["links"]:
            condition = f"{column} IN (SELECT {key} FROM {parent} WHERE {gone[parent]})"
            gone[child] = f"({gone[child]} OR {condition})" if child in gone else condition
            if child not in order:
                order.append(child)
        return [f"DELETE FROM {name} WHERE {gone[name]}" for name in reversed(order)]

    def apply(self, facts: Facts, state: State) -> None:
        top = state[facts["table"]]
        gone = {facts["table"]: {at for at, row in enumerate(top.rows) if passes(facts["where"], top, row)}}
        # A misreading takes another filter for the rows that refer to those deleted.
        below = {at for at, row in enumerate(top.rows) if passes(facts.get("below", facts["where"]), top, row)}
        while True:
            before = sum(map(len, gone.values()))
            for child, column, parent, key in facts["links"]:
                grid, above = state[child], state[parent]
                places = gone.get(parent, set())
                if parent == facts["table"]:
                    places = below
                keys = {above.rows[at][above.at(key)] for at in places}
                place = grid.at(column)
                gone.setdefault(child, set()).update(
                    at for at, row in enumerate(grid.rows) if row[place] in keys
                )
            if sum(map(len, gone.values())) == before:
                break
        for name, places in gone.items():
            state[name].rows = [row for at, row in enumerate(state[name].rows) if at not in places]
        if "orphans" in facts:  # a misreading takes what refers to no row for what referred to a deleted one
            for child, column, parent, key in facts["links"]:
                there = set(state[parent].values(key)) | (
                    set() if facts["orphans"] == "missing too" else {None}
                )
                place = state[child].at(column)
                state[child].rows = [row for row in state[child].rows if row[place] in there]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = super().edits(facts, schema)
        links = facts["links"]
        found += [{**facts, "below": other} for other in misread(facts["where"], schema.table(facts["table"]))]
        found.append({**facts, "below": None})
        declared = {
            (table.name, link.column): link.enforced for table in schema.tables for link in table.foreign_keys
        }
        if any(not declared.get((child, column), True) for child, column, *_ in links):
            found.append({**facts, "orphans": "go"})
        if any(schema.table(child).column(column).nullable for child, column, *_ in links):
            found.append({**facts, "orphans": "missing too"})
        return found + [{**facts, "links": links[:i] + links[i + 1 :]} for i in range(len(links))]

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        for child, column, parent, key in facts["links"]:
            keys = state[parent].values(key)
            for row in state[child].rows:
                if keys and rng.random() < 0.7:
                    row[state[child].at(column)] = rng.choice(keys)


def _own(scene: Scene, name: str) -> list[Any]:
    return [link for link in scene.schema.table(name).foreign_keys if link.table == name]


@kind
class Merge(Change):
    """Merge rows that are the same thing entered twice, and lead references to the one that stays."""

    name = "merge"
    choices: ClassVar[Choices] = {"keep": ("lowest", "highest")}

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
            f"Merge {rows} that have the same {by}: only the one with the {keep} {key} stays, unchanged, and "
            "the others are "
            f"deleted. References to a deleted row ({links}) are changed so that they refer to the one that "
            "stays.",
            f"Some {rows} were entered more than once, with the same {by}. Of each such group keep the one "
            f"with the {keep} "
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
            statements.append(
                f"UPDATE {child} SET {column} = ({kept}) WHERE {column} IN (SELECT {key} FROM {table})"
            )
        statements.append(
            f"DELETE FROM {table} WHERE {key} NOT IN (SELECT {best}({key}) FROM {table} GROUP BY {by})"
        )
        return statements

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        key, by = grid.at(facts["key"]), grid.at(facts["by"])
        better = min if facts["keep"] == "lowest" else max
        best: dict[Json, Any] = {}
        names = [folded(row[by]) if facts.get("folded") else row[by] for row in grid.rows]
        for name, row in zip(names, grid.rows, strict=True):
            best[name] = better(best.get(name, row[key]), row[key])
        stays = {row[key]: best[name] for name, row in zip(names, grid.rows, strict=True)}
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
        twins(grid, [facts["by"]], rng)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        links = facts["links"]
        return [*super().edits(facts, schema), {**facts, "folded": True}] + [
            {**facts, "links": links[:i] + links[i + 1 :]} for i in range(len(links))
        ]
