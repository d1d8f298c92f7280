"""Changes of values in place."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any, ClassVar

from ...base import Json
from ..question import NoFit
from ..schema import Schema
from .change import NUMBERS, Change, Choices, Facts, Scene, kind
from .filters import literal, passes, said, to_sql
from .rows import State, lower, upper


def where_sql(where: Facts | None) -> str:
    """The filter as a clause; "" for none."""
    return f" WHERE {to_sql(where)}" if where else ""


@kind
class UpdateSet(Change):
    """Set one or two columns to constants in the rows that pass a filter."""

    name = "update_set"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        columns = scene.plain(table, target=True)
        scene.rng.shuffle(columns)
        given = []
        for column in columns[: scene.rng.choice((1, 1, 2))]:
            missing = column.nullable and scene.rng.random() < 0.25
            given.append([column.name, None if missing else scene.value(table, column)])
        if not given:
            raise NoFit
        return {"table": table.name, "set": given, "where": scene.filter(table)}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        given = " and ".join(f"{scene.the(table.column(c))} to {said(v)}" for c, v in facts["set"])
        rows = scene.rows(table, facts["where"])
        return [f"Set {given} for all {rows}.", f"For all {rows}, set {given}.", f"All {rows}: set {given}."]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        given = ", ".join(f"{column} = {literal(value)}" for column, value in facts["set"])
        return [f"UPDATE {facts['table']} SET {given}{where_sql(facts['where'])}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        chosen = [row for row in grid.rows if passes(facts["where"], grid, row)]
        for column, value in facts["set"]:
            for row in chosen:
                row[grid.at(column)] = value

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        return [(facts["table"], column) for column, _ in facts["set"]]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = super().edits(facts, schema)
        if len(facts["set"]) > 1:
            found += [{**facts, "set": facts["set"][:1]}, {**facts, "set": facts["set"][1:]}]
        return found


_SAYS = {
    "+": ("increase {} by {}", "add {1} to {0}"),
    "-": ("reduce {} by {}", "subtract {1} from {0}"),
    "*": ("multiply {} by {}",),
    "days": ("move {} {} days later", "move {} by {} days into the future"),
}


@kind
class UpdateExpression(Change):
    """Raise, lower or multiply a number, or move a date, in some or all rows."""

    name = "update_expression"
    choices: ClassVar[Choices] = {"op": ("+", "-")}
    numbers = ("amount",)

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        column = scene.pick(scene.plain(table, *NUMBERS, "date", target=True))
        amount: Json
        if column.kind == "date":
            op, amount = "days", scene.rng.choice((7, 10, 14, 30, 90))
        elif column.kind == "integer":
            op = scene.rng.choice("+-*")
            amount = scene.rng.randint(2, 4) if op == "*" else scene.rng.randint(1, 20)
        else:
            op = scene.rng.choice("+-**")
            amount = (
                scene.rng.choice((0.5, 0.75, 1.25, 1.5, 2.0)) if op == "*" else scene.rng.randint(1, 20) / 4
            )
        where = scene.filter(table) if scene.rng.random() < 0.8 else None
        return {"table": table.name, "column": column.name, "op": op, "amount": amount, "where": where}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        column = table.column(facts["column"])
        rows = scene.rows(table, facts["where"])
        missing = f" Where {scene.name(column)} is missing, it stays missing." if column.nullable else ""
        found = []
        for words in _SAYS[facts["op"]]:
            do = words.format(scene.the(column), said(facts["amount"]))
            found += [f"For all {rows}, {do}.{missing}", f"{do[0].upper()}{do[1:]} for all {rows}.{missing}"]
        return found

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        column, amount = facts["column"], literal(facts["amount"])
        value = f"{column} {facts['op']} {amount}"
        if facts["op"] == "days":
            value = f"date({column}, '+{amount} days')"
        return [f"UPDATE {facts['table']} SET {column} = {value}{where_sql(facts['where'])}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        place = grid.at(facts["column"])
        for row in [row for row in grid.rows if passes(facts["where"], grid, row)]:
            if row[place] is not None:
                row[place] = _moved(row[place], facts["op"], facts["amount"])

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = super().edits(facts, schema)
        return [edit for edit in found if edit["op"] == facts["op"] or facts["op"] in "+-"]


def _moved(value: Any, op: str, amount: Any) -> Json:
    if op == "days":
        return str(date.fromisoformat(value) + timedelta(days=amount))
    if op == "*":
        return value * amount
    return value + amount if op == "+" else value - amount


@kind
class SwapColumns(Change):
    """Exchange the values of two columns."""

    name = "swap_columns"

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        columns = scene.plain(table, target=True)
        pairs = [
            (a, b)
            for i, a in enumerate(columns)
            for b in columns[i + 1 :]
            if a.kind == b.kind and a.nullable == b.nullable and bool(a.values) == bool(b.values)
        ]
        if not pairs:
            raise NoFit
        a, b = scene.rng.choice(pairs)
        where = scene.filter(table) if scene.rng.random() < 0.7 else None
        return {"table": table.name, "a": a.name, "b": b.name, "where": where}

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        a, b = scene.the(table.column(facts["a"])), scene.the(table.column(facts["b"]))
        rows = scene.rows(table, facts["where"])
        return [
            f"Swap {a} and {b} of all {rows}.",
            f"By mistake {a} and {b} were entered the wrong way round for all {rows}: exchange them.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        a, b = facts["a"], facts["b"]
        return [f"UPDATE {facts['table']} SET {a} = {b}, {b} = {a}{where_sql(facts['where'])}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        a, b = grid.at(facts["a"]), grid.at(facts["b"])
        for row in [row for row in grid.rows if passes(facts["where"], grid, row)]:
            row[a], row[b] = (row[b], row[b]) if facts.get("one_way") else (row[b], row[a])

    def writes(self, facts: Facts) -> list[tuple[str, str]]:
        return [(facts["table"], facts["a"]), (facts["table"], facts["b"])]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        return [*super().edits(facts, schema), {**facts, "one_way": True}]


@kind
class FillMissing(Change):
    """Fill missing values: with a constant, or with the greatest value of the same group."""

    name = "fill_missing"
    choices: ClassVar[Choices] = {"how": ("greatest", "least", "constant")}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        column = scene.pick([c for c in scene.plain(table, *NUMBERS, "date", target=True) if c.nullable])
        foreign = {link.column for link in table.foreign_keys}
        groups = [c for c in table.columns if c.name in foreign or (c.values and c.name != column.name)]
        how = scene.rng.choice(("greatest", "least", "constant"))
        if how == "constant":
            return {
                **{"table": table.name, "column": column.name, "how": how, "group": None},
                **{"value": scene.value(table, column), "where": scene.filter(table, (1,))},
            }
        group = scene.pick(groups)
        return {
            **{"table": table.name, "column": column.name, "how": how, "group": group.name},
            **{"value": scene.value(table, column), "where": None},
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        column = table.column(facts["column"])
        if facts["how"] == "constant":
            rows = scene.rows(table, facts["where"])
            return [
                f"Where {scene.name(column)} is missing, set it to {said(facts['value'])}, but only for "
                f"{rows}.",
                f"For all {rows}, replace a missing {scene.name(column)} by {said(facts['value'])}.",
            ]
        group = table.column(facts["group"])
        word = {"greatest": ("latest", "greatest"), "least": ("earliest", "least")}[facts["how"]]
        most = word[0] if column.kind == "date" else word[1]
        same = (
            f"`{group.name}`"
            if group.name in {link.column for link in table.foreign_keys}
            else scene.name(group)
        )
        rule = "It stays missing where that group has no value"
        if group.nullable:
            rule += f"; rows whose {same} is missing form one group together"
        return [
            f"Replace each missing {scene.name(column)} of {scene.rows(table)} by the {most} one among "
            f"{scene.rows(table)} with the same {same}. {rule}.",
            f"For all {scene.rows(table)} whose {scene.name(column)} is missing, set it to the {most} "
            f"{scene.name(column)} of {scene.rows(table)} with the same {same}. {rule}.",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        table, column, group = facts["table"], facts["column"], facts["group"]
        if facts["how"] == "constant":
            extra = f" AND {to_sql(facts['where'])}"
            return [f"UPDATE {table} SET {column} = {literal(facts['value'])} WHERE {column} IS NULL{extra}"]
        best = "MAX" if facts["how"] == "greatest" else "MIN"
        source = f"SELECT {best}(s.{column}) FROM {table} AS s WHERE s.{group} IS {table}.{group}"
        return [f"UPDATE {table} SET {column} = ({source}) WHERE {column} IS NULL"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        place, how = grid.at(facts["column"]), facts["how"]
        groups: dict[Json, list[Any]] = {}
        for row in grid.rows:
            key = row[grid.at(facts["group"])] if facts["group"] else None
            groups.setdefault(key, [])
            if row[place] is not None:
                groups[key].append(row[place])
        for row in [row for row in grid.rows if passes(facts["where"], grid, row)]:
            if row[place] is None or facts.get("all"):
                if how == "constant":
                    row[place] = facts["value"]
                else:
                    group = groups[row[grid.at(facts["group"])] if facts["group"] else None]
                    row[place] = (max(group) if how == "greatest" else min(group)) if group else None

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        grid = state[facts["table"]]
        for row in grid.rows:
            if rng.random() < 0.35:
                row[grid.at(facts["column"])] = None
            elif facts["group"] and rng.random() < 0.35:
                row[grid.at(facts["group"])] = rng.choice(grid.rows)[grid.at(facts["group"])]

    def edits(self, facts: Facts, schema: Schema) -> list[Facts]:
        found = [*super().edits(facts, schema), {**facts, "all": True}]
        return found if facts["group"] is None else [*found, {**facts, "group": None}]


_CLEANING = {
    "trim": ("remove the spaces at the beginning and at the end of {}", "trim({})"),
    "lower": ("write {} in lower case", "lower({})"),
    "upper": ("write {} in capital letters", "upper({})"),
    "trim_lower": ("remove the spaces at both ends of {} and write it in lower case", "lower(trim({}))"),
    "trim_upper": ("remove the spaces at both ends of {} and write it in capital letters", "upper(trim({}))"),
    "replace": ("replace every space in {} by an underscore (_)", "replace({}, ' ', '_')"),
}


@kind
class NormaliseText(Change):
    """Bring the texts of a column into one form."""

    name = "normalise_text"
    choices: ClassVar[Choices] = {"how": tuple(_CLEANING)}

    def draw(self, scene: Scene) -> Facts:
        table = scene.table()
        column = scene.pick(scene.plain(table, "text", target=True))
        where = scene.filter(table, (1,)) if scene.rng.random() < 0.4 else None
        if where and any(part["column"] == column.name for part in where["parts"]):
            raise NoFit
        return {
            "table": table.name,
            "column": column.name,
            "how": scene.rng.choice(list(_CLEANING)),
            "where": where,
        }

    def english(self, facts: Facts, scene: Scene) -> list[str]:
        table = scene.schema.table(facts["table"])
        do = _CLEANING[facts["how"]][0].format(scene.the(table.column(facts["column"])))
        rows = scene.rows(table, facts["where"])
        note = " (Only the letters A to Z have two cases here.)" if "er" in facts["how"] else ""
        return [
            f"For all {rows}, {do}.{note}",
            f"{scene.the(table.column(facts['column']))} is untidy. For all {rows}, {do}.{note}".replace(
                "the ", "The ", 1
            )
            if scene.the(table.column(facts["column"])).startswith("the ")
            else f"Tidy up {scene.the(table.column(facts['column']))}: for all {rows}, {do}.{note}",
        ]

    def sql(self, facts: Facts, schema: Schema) -> list[str]:
        column = facts["column"]
        value = _CLEANING[facts["how"]][1].format(column)
        return [f"UPDATE {facts['table']} SET {column} = {value}{where_sql(facts['where'])}"]

    def apply(self, facts: Facts, state: State) -> None:
        grid = state[facts["table"]]
        place, how = grid.at(facts["column"]), facts["how"]
        for row in [row for row in grid.rows if passes(facts["where"], grid, row)]:
            value = row[place]
            if value is None:
                continue
            if how.startswith("trim"):
                value = value.strip(" ")
            if how.endswith("lower"):
                value = lower(value)
            elif how.endswith("upper"):
                value = upper(value)
            elif how == "replace":
                value = value.replace(" ", "_")
            row[place] = value

    def prepare(self, facts: Facts, state: State, rng: random.Random) -> None:
        untidy(state, facts["table"], facts["column"], rng)


def untidy(state: State, table: str, column: str, rng: random.Random) -> None:
    """Put spaces around some texts of a column, and change the case of some."""
    grid = state[table]
    place = grid.at(column)
    for row in grid.rows:
        if row[place] is not None:
            change = rng.randrange(6)
            if change < 3:
                row[place] = f"{' ' * rng.randint(0, 2)}{row[place]}{' ' * rng.randint(0, 2)}"
            if change in (2, 3):
                row[place] = upper(row[place])
            elif change == 4:
                row[place] = f"{row[place]} {lower(row[place])}"
