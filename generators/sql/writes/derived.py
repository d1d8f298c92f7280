"""Changes of values that come from other rows or columns, and what other kinds share with them."""

from __future__ import annotations

from typing import Any, ClassVar

from ...base import Json
from ..question import NoFit
from ..schema import Column, Schema
from .change import NUMBERS, Change, Choices, Facts, Scene, always_there, by_key, kind
from .filters import describe, literal, passes, said, to_sql
from .rows import State, greatest


@kind
class UpdateFromParent(Change):
    """Take over a value from the row that a reference leads to."""

    name = "update_from_parent"
    choices: ClassVar[Choices] = {"otherwise": ("keep", "null")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(child=True)
        link = scene.rng.choice(scene.links(table))
        parent = scene.schema.table(link.table)
        if not parent.key:
            raise NoFit
        pairs = [
            (mine, theirs)
            for mine in scene.plain(table, "integer", "money", "real", "date", "text", target=True)
            for theirs in scene.plain(parent)
            if mine.kind == theirs.kind and not mine.values and not theirs.values
        ]
        if not pairs:
            raise NoFit
        mine, theirs = scene.rng.choice(pairs)
        keep = not mine.nullable or scene.rng.random() < 0.5
        if keep and theirs.nullable and not mine.nullable:
            raise NoFit
        return {
            **{
                "table": table.name,
                "column": mine.name,
                "link": link.column,
                "other": parent.name,
                "key": parent.key,
            },
            **{"source": theirs.name, "otherwise": "keep" if keep else "null"},
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table, parent = scene.schema.table(facts["table"]), scene.schema.table(facts["other"])
        mine, theirs = table.column(facts["column"]), parent.column(facts["source"])
        link = f"`{facts['link']}`"
        source = f"{scene.the(theirs)} of the {scene.one(parent)} that {link} refers to"
        if facts["otherwise"] == "keep":
            rule = f"Where {link} is missing or no such {scene.one(parent)} exists, nothing changes"
        else:
            rule = f"Where {link} is missing or no such {scene.one(parent)} exists, it becomes NULL"
        if theirs.nullable:
            rule += "; where the value taken over is missing, it becomes NULL"
        return [
            f"For all {scene.rows(table)}, set {scene.the(mine)} to {source}. {rule}.",
            f"Replace {scene.the(mine)} of all {scene.rows(table)} by {source}. {rule}.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        t, p, link = facts["table"], facts["other"], facts["link"]
        match = f"{p}.{facts['key']} = {t}.{link}"
        text = f"UPDATE {t} SET {facts['column']} = (SELECT {p}.{facts['source']} FROM {p} WHERE {match})"
        return [
            text + (f" WHERE EXISTS (SELECT 1 FROM {p} WHERE {match})" if facts["otherwise"] == "keep" else "")
        ]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        parents = by_key(state, facts["other"], facts["key"])
        for row in grid.rows:
            parent = parents.get(row[grid.at(facts["link"])])
            if parent is not None:
                row[grid.at(facts["column"])] = parent[facts["source"]]
            elif facts["otherwise"] == "null":
                row[grid.at(facts["column"])] = None

    def sure(self, facts: Facts, wrong: Facts, schema: Schema) -> bool:
        return facts["otherwise"] != wrong["otherwise"] and always_there(facts, schema)


@kind
class UpdateFromChildren(Change):
    """Raise or lower a number by a count or a sum over the rows that refer to this one."""

    name = "update_from_children"
    choices: ClassVar[Choices] = {"sign": ("+", "-")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(parent=True)
        child, link = scene.rng.choice(scene.children(table))
        target = scene.pick([c for c in scene.plain(table, *NUMBERS, target=True) if "year" not in c.phrase])
        facts = aggregate(scene, child, integer=target.kind == "integer", missing=False)
        return {
            **{"table": table.name, "key": table.key, "column": target.name, "link": link.column, **facts},
            "sign": scene.rng.choice("+-"),
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        column = table.column(facts["column"])
        what = aggregate_english(facts, scene)
        rule = f" Where {scene.the(column)} is missing, it stays missing." if column.nullable else ""
        do = "Increase" if facts["sign"] == "+" else "Reduce"
        return [
            f"{do} {scene.the(column)} of every {scene.one(table)} by {what}.{rule}",
            f"For every {scene.one(table)}, {do.lower()} {scene.the(column)} by {what}.{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        column = facts["column"]
        return [f"UPDATE {facts['table']} SET {column} = {column} {facts['sign']} {aggregate_sql(facts)}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        place = grid.at(facts["column"])
        for row, value in zip(grid.rows, aggregates(facts, state), strict=True):
            if row[place] is not None:
                row[place] += value if facts["sign"] == "+" else -value


def aggregate(scene: Scene, child: Any, *, integer: bool, missing: bool) -> Facts:
    """Facts of an aggregate over the rows of `child` that refer to a row.

    Args:
        scene: the scene.
        child: the table.
        integer: whether the result is to be an integer.
        missing: whether it may be missing.
    """
    numbers = scene.plain(child, *(("integer",) if integer else NUMBERS))
    name = scene.rng.choice(["count"] + ["sum"] * bool(numbers) + ["max"] * bool(numbers and missing))
    source = None if name == "count" else scene.pick(numbers).name
    where = scene.filter(child, (1,)) if scene.rng.random() < 0.5 else None
    return {"other": child.name, "aggregate": name, "source": source, "other_where": where}


def aggregate_english(facts: Facts, scene: Scene) -> str:
    """The aggregate in words."""
    child = scene.schema.table(facts["other"])
    back = f"{scene.rows(child)} whose `{facts['link']}` refers to it"
    if facts["other_where"]:  # of one part, so that it can be put behind
        back += f" and {describe(facts['other_where'], child, scene.name)}"
    if facts["aggregate"] == "count":
        return f"the number of {back} (0 if there are none)"
    source = child.column(facts["source"])
    if facts["aggregate"] == "sum":
        return f"the sum of {scene.the(source)} over {back} (missing values are left out; 0 if there are no values)"
    return f"the greatest {scene.name(source)} of {back} (missing values are left out; NULL if there are no values)"


def aggregate_sql(facts: Facts) -> str:
    """The aggregate as a subquery."""
    source, where = facts["source"], facts["other_where"]
    value = {"count": "COUNT(*)", "sum": f"COALESCE(SUM(o.{source}), 0)", "max": f"MAX(o.{source})"}
    extra = f" AND {to_sql(where, 'o.')}" if where else ""
    match = f"o.{facts['link']} = {facts['table']}.{facts['key']}"
    return f"(SELECT {value[facts['aggregate']]} FROM {facts['other']} AS o WHERE {match}{extra})"


def aggregates(facts: Facts, state: State) -> list[Json]:
    """The aggregate for each row of the table."""
    grid, child = state[facts["table"]], state[facts["other"]]
    groups: dict[Json, list[Json]] = {}
    for row in child.rows:
        if passes(facts["other_where"], child, row):
            value = 1 if facts["source"] is None else row[child.at(facts["source"])]
            groups.setdefault(row[child.at(facts["link"])], []).append(value)
    found: list[Json] = []
    for key in grid.values(facts["key"]):
        group = groups.get(key, [])
        there = [value for value in group if value is not None]
        if facts["aggregate"] == "max":
            found.append(greatest(there))
        else:
            found.append(len(group) if facts["aggregate"] == "count" else sum(there))
    return found


@kind
class UpdateCase(Change):
    """Set a category by the range that another column lies in."""

    name = "update_case"
    choices: ClassVar[Choices] = {"missing": ("keep", "null")}
    numbers = ("bounds",)

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        column = scene.pick([c for c in scene.plain(table, "text", target=True) if c.values])
        facts = ranges(scene, table, [value for value in column.values if "'" not in str(value)])
        missing = scene.rng.choice(("keep", "null")) if column.nullable else "keep"
        return {"table": table.name, "column": column.name, "missing": missing, **facts}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        column = scene.the(table.column(facts["column"]))
        by = table.column(facts["by"])
        cases = ranges_english(facts, scene, by)
        rule = ""
        if by.nullable:
            rule = f" Where {scene.the(by)} is missing, " + (
                "nothing changes." if facts["missing"] == "keep" else f"{column} becomes NULL."
            )
        return [
            f"For all {scene.rows(table)}, set {column} {cases}.{rule}",
            f"Give {column} of all {scene.rows(table)} a new value: {cases}.{rule}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        nullable = schema.table(facts["table"]).column(facts["by"]).nullable
        text = f"UPDATE {facts['table']} SET {facts['column']} = {ranges_sql(facts)}"
        return [text + (f" WHERE {facts['by']} IS NOT NULL" if nullable and facts["missing"] == "keep" else "")]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        for row in grid.rows:
            value = range_of(facts, row[grid.at(facts["by"])])
            if value is not None or facts["missing"] == "null":
                row[grid.at(facts["column"])] = value

    def parts(self, facts: Facts) -> list[tuple[str, Facts]]:
        return [
            (facts["table"], {"column": facts["by"], "op": "<", "value": bound}) for bound in facts["bounds"]
        ]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = [*super().edits(facts, schema), {**facts, "upper": True}]
        return (
            found
            if schema.table(facts["table"]).column(facts["by"]).nullable
            else [edit for edit in found if edit["missing"] == facts["missing"]]
        )


def ranges(scene: Scene, table: Any, labels: list[str]) -> Facts:
    """One or two bounds of a column of numbers or dates, and a label for each range."""
    by = scene.pick(scene.plain(table, *NUMBERS, "date"))
    there = sorted({value for value in scene.state[table.name].values(by.name) if value is not None})
    count = scene.rng.choice((1, 2, 2))
    if len(there) < count + 2 or len(labels) < count + 1:
        raise NoFit
    bounds = sorted(scene.rng.sample(there[1:], count))
    return {"by": by.name, "bounds": bounds, "labels": scene.rng.sample(labels, count + 1)}


def ranges_english(facts: Facts, scene: Scene, by: Column) -> str:
    """The ranges in words."""
    name, bounds = scene.the(by), facts["bounds"]
    before, after = ("before", "or later") if by.kind == "date" else ("less than", "or more")
    first, *middle, last = [said(label) for label in facts["labels"]]
    parts = [f"to {first} where {name} is {before} {said(bounds[0])}"]
    if middle:
        parts.append(f"to {middle[0]} where it is {said(bounds[0])} {after} but {before} {said(bounds[1])}")
    return ", ".join(parts) + f", and to {last} where it is {said(bounds[-1])} {after}"


def ranges_sql(facts: Facts) -> str:
    """The ranges as an expression."""
    by, labels = facts["by"], facts["labels"]
    whens = " ".join(
        f"WHEN {by} < {literal(bound)} THEN {literal(label)}"
        for bound, label in zip(facts["bounds"], labels, strict=False)
    )
    return f"CASE {whens} WHEN {by} IS NOT NULL THEN {literal(labels[-1])} END"


def range_of(facts: Facts, value: Any) -> Json:
    """The label of the range that a value lies in; None for a missing one."""
    if value is None:
        return None
    if facts.get("upper"):  # a misreading: bounds belong to the range below them
        return facts["labels"][sum(value > bound for bound in facts["bounds"])]
    return facts["labels"][sum(value >= bound for bound in facts["bounds"])]
