"""Changes of the columns of a table: new ones with values, other names, or none."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from ...base import Json
from ..question import NoFit
from ..schema import Kind, Schema
from .change import (
    NUMBERS,
    Change,
    Choices,
    Facts,
    Scene,
    add,
    always_there,
    by_key,
    kind,
    type_of,
    with_column,
)
from .derived import (
    aggregate,
    aggregate_english,
    aggregate_sql,
    aggregates,
    range_of,
    ranges,
    ranges_english,
    ranges_sql,
)
from .filters import literal, said
from .rows import State


class AddColumn(Change):
    """A kind that adds the column `column` of the kind `made` to a table, and fills it."""

    def value_sql(self, facts: Facts) -> str:
        """What the column is set to."""
        raise NotImplementedError

    def values(self, facts: Facts, state: State) -> list[Json]:
        """The values, row by row, without SQL."""
        raise NotImplementedError

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, column = facts["table"], facts["column"]
        return [
            f"ALTER TABLE {table} ADD COLUMN {column} {facts['type']}",
            f"UPDATE {table} SET {column} = {self.value_sql(facts)}",
        ]

    def apply(self, facts: Facts, state: State) -> None:
        add(state[facts["table"]], facts["column"], self.values(facts, state))

    def evolve(self, facts: Facts, schema: Schema) -> Schema:
        return with_column(schema, facts["table"], facts["column"], facts["made"])

    def types(self, facts: Facts) -> dict[str, dict[str, str]]:
        return {facts["table"]: {facts["column"]: facts["type"]}}


def beginning(facts: Facts, scene: Scene, value: str) -> list[str]:
    """The sentence that adds a column and says what it holds, in wordings; `value` follows "is" or "to"."""
    table, column = facts["table"], f"`{facts['column']}` ({facts['type']})"
    one = scene.one(scene.schema.table(table))
    return [
        f"Add a column {column} to `{table}`, behind the others, and set it, for every {one}, to {value}.",
        f"`{table}` gets a new last column {column}. For every {one} it holds {value}.",
    ]


@kind
class AddExpression(AddColumn):
    """Add a column with a product, sum or difference of two others, with a part of a date or with a text's length."""

    name = "add_expression"
    choices: ClassVar[Choices] = {"op": ("+", "-", "*")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        op = scene.rng.choice(("+", "-", "*", "year", "month", "length"))
        made: Kind = "integer"
        if op in ("+", "-", "*"):
            numbers = scene.plain(table, *NUMBERS)
            if len(numbers) < 2:
                raise NoFit
            pair = scene.rng.sample(numbers, 2)
            made = "integer" if all(c.kind == "integer" for c in pair) else "real"
            a, b = pair[0].name, pair[1].name
            name = scene.fresh(
                f"{a}_{ {'+': 'plus', '-': 'minus', '*': 'times'}[op] }_{b}", "computed", "derived_value"
            )
        else:
            column = scene.pick(scene.plain(table, "text" if op == "length" else "date"))
            a, b, name = column.name, "", scene.fresh(f"{column.name}_{op}", f"{op}_of_{column.name}")
        return {
            **{"table": table.name, "column": name, "made": made, "op": op, "a": a, "b": b},
            "type": "REAL" if made == "real" else "INTEGER",
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        a = table.column(facts["a"])
        op = facts["op"]
        columns = [a]
        if op in ("year", "month"):
            value = f"the {op} of {scene.the(a)} as an integer" + (" from 1 to 12" if op == "month" else "")
        elif op == "length":
            value = f"the number of characters of {scene.the(a)}"
        else:
            b = table.column(facts["b"])
            columns.append(b)
            word = {"+": "plus", "-": "minus", "*": "times"}[op]
            value = f"{scene.the(a)} {word} {scene.the(b)}"
        if any(column.nullable for column in columns):
            value += " (NULL where " + ("either" if len(columns) > 1 else "that") + " is missing)"
        return beginning(facts, scene, value)

    def value_sql(self, facts: Facts) -> str:
        op, a = facts["op"], facts["a"]
        if op == "length":
            return f"length({a})"
        if op in ("year", "month"):
            return f"CAST(strftime('{'%Y' if op == 'year' else '%m'}', {a}) AS INTEGER)"
        return f"{a} {op} {facts['b']}"

    def values(self, facts: Facts, state: State) -> list[Json]:
        grid = state[facts["table"]]
        op = facts["op"]
        found: list[Json] = []
        for row in grid.rows:
            a = row[grid.at(facts["a"])]
            b = row[grid.at(facts["b"])] if facts["b"] else 0
            if a is None or b is None:
                found.append(None)
            elif op == "length":
                found.append(len(a))
            elif op in ("year", "month"):
                found.append(getattr(date.fromisoformat(a), op))
            else:
                found.append(
                    {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y}[op](a, b)
                )
        return found

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        if facts["b"]:
            swapped = {**facts, "a": facts["b"], "b": facts["a"]}  # which matters for a difference alone
            return [*super().edits(facts, schema), *([swapped] if facts["op"] == "-" else [])]
        return (
            []
            if facts["op"] == "length"
            else [{**facts, "op": op} for op in ("year", "month") if op != facts["op"]]
        )


@kind
class AddCase(AddColumn):
    """Add a column with a label for the range that another column lies in."""

    name = "add_case"
    numbers = ("bounds",)

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        labels = scene.rng.choice(
            (
                ["low", "middle", "high"],
                ["A", "B", "C"],
                ["first", "second", "third"],
                ["small", "medium", "large"],
            )
        )
        facts = ranges(scene, table, list(labels))
        facts["labels"] = sorted(facts["labels"], key=labels.index)
        by = facts["by"]
        name = scene.fresh(f"{by}_class", f"{by}_group", f"{by}_band", "band", "bracket", "size_class")
        return {
            **{"table": table.name, "column": name, "made": "text", "type": "TEXT", **facts},
            "missing": scene.rng.choice((None, "unknown", "none")) if table.column(by).nullable else None,
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        by = table.column(facts["by"])
        cases = ranges_english(facts, scene, by)
        if by.nullable:
            cases += f"; where {scene.the(by)} is missing, to {said(facts['missing'])}"
        start = f"Add a column `{facts['column']}` (TEXT) to `{table.name}`, behind the others."
        return [
            f"{start} Set it {cases}.",
            f"{start} It classifies the {scene.rows(table)}: set it {cases}.",
        ]

    def value_sql(self, facts: Facts) -> str:
        text = ranges_sql(facts)
        return text if facts["missing"] is None else text[:-3] + f"ELSE {literal(facts['missing'])} END"

    def values(self, facts: Facts, state: State) -> list[Json]:
        found = [range_of(facts, value) for value in state[facts["table"]].values(facts["by"])]
        return [facts["missing"] if value is None else value for value in found]

    def parts(self, facts: Facts) -> list[tuple[str, Facts]]:
        return [
            (facts["table"], {"column": facts["by"], "op": "<", "value": bound}) for bound in facts["bounds"]
        ]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = [*super().edits(facts, schema), {**facts, "upper": True}]
        if schema.table(facts["table"]).column(facts["by"]).nullable:
            last = facts["labels"][-1] if facts["missing"] is None else None
            found.append({**facts, "missing": last})
        return found


@kind
class AddFromParent(AddColumn):
    """Add a column with a value of the row that a reference leads to."""

    name = "add_from_parent"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(child=True)
        link = scene.rng.choice(scene.links(table))
        parent = scene.schema.table(link.table)
        if not parent.key:
            raise NoFit
        source = scene.pick(scene.plain(parent))
        noun = parent.noun.replace(" ", "_").replace("-", "_").lower()
        name = scene.fresh(f"{noun}_{source.name}", f"{source.name}_of_{noun}", f"{noun}_{source.name}_copy")
        if not name.isidentifier():
            raise NoFit
        return {
            **{
                "table": table.name,
                "column": name,
                "made": source.kind,
                "type": type_of(source),
                "link": link.column,
            },
            **{"other": parent.name, "key": parent.key, "source": source.name},
            "missing": scene.rng.choice((None, None, "unknown")) if source.kind == "text" else None,
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        parent = scene.schema.table(facts["other"])
        source = parent.column(facts["source"])
        what = (
            f"{scene.the(source)} of the {scene.one(parent)} that its `{facts['link']}` refers to "
            f"({said(facts['missing'])} where there is none"
        )
        if source.nullable:
            what += ", and also where that value is missing"
        return beginning(facts, scene, what + ")")

    def value_sql(self, facts: Facts) -> str:
        value = (
            f"(SELECT o.{facts['source']} FROM {facts['other']} AS o "
            f"WHERE o.{facts['key']} = {facts['table']}.{facts['link']})"
        )
        return value if facts["missing"] is None else f"COALESCE({value}, {literal(facts['missing'])})"

    def values(self, facts: Facts, state: State) -> list[Json]:
        parents = by_key(state, facts["other"], facts["key"])
        found: list[Json] = []
        for link in state[facts["table"]].values(facts["link"]):
            value = parents[link][facts["source"]] if link in parents else None
            found.append(facts["missing"] if value is None else value)
        return found

    def sure(self, facts: Facts, wrong: Facts, schema: Schema) -> bool:
        nullable = schema.table(facts["other"]).column(facts["source"]).nullable
        return not nullable and always_there(facts, schema)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        if facts["made"] != "text":
            return []
        return [{**facts, "missing": "unknown" if facts["missing"] is None else None}]


@kind
class AddFromChildren(AddColumn):
    """Add a column with a count, a sum or the greatest value over the rows that refer to this one."""

    name = "add_from_children"
    choices: ClassVar[Choices] = {"aggregate": ("count", "sum", "max")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table(parent=True)
        child, link = scene.rng.choice(scene.children(table))
        facts = aggregate(scene, child, integer=False, missing=True)
        noun = child.plural.replace(" ", "_").replace("-", "_").lower()
        name = {
            "count": scene.fresh(f"{noun}_count", f"number_of_{noun}", f"n_{noun}"),
            "sum": scene.fresh(f"total_{facts['source']}", f"{facts['source']}_sum"),
            "max": scene.fresh(f"greatest_{facts['source']}", f"max_{facts['source']}"),
        }[facts["aggregate"]]
        integer = facts["aggregate"] == "count" or child.column(facts["source"]).kind == "integer"
        if not name.isidentifier():
            raise NoFit
        return {
            **{"table": table.name, "key": table.key, "column": name, "link": link.column, **facts},
            **{"made": "integer" if integer else "real", "type": "INTEGER" if integer else "REAL"},
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        return beginning(facts, scene, aggregate_english(facts, scene))

    def value_sql(self, facts: Facts) -> str:
        return aggregate_sql(facts)

    def values(self, facts: Facts, state: State) -> list[Json]:
        return aggregates(facts, state)

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        return [edit for edit in super().edits(facts, schema) if edit["source"] or edit["aggregate"] == "count"]
