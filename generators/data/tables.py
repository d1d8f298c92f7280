"""Tables that a prompt shows, and questions about their rows: what the tasks of tables share.

A table is a JSON object: ``columns`` (the first names the row, then come columns of words, then of whole numbers),
``words`` (how many columns of words there are after the first) and ``rows``. A plan is a measure of the rows that pass
some tests: ``{"measure": ["sum", "price"], "joint": "and", "tests": [["colour", "=", "red"]]}``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..base import Json
from ..first_names import NAMES

Table = dict[str, Json]
Plan = dict[str, Json]


@dataclass(frozen=True)
class Theme:
    """What a table is about: its first column, columns of words with their values, columns of numbers with ranges."""

    key: str
    words: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, tuple[int, int]]


THEMES = (
    Theme(
        "name",
        {"island": ("Biscoe", "Dream", "Torgersen", "Petrel", "Anvers"), "ring": ("red", "blue", "green", "white")},
        {"age": (1, 19), "height": (48, 115), "weight": (30, 320), "dives": (5, 400)},
    ),
    Theme(
        "name",
        {"office": ("Oslo", "Lima", "Cairo", "Perth", "Quito"), "team": ("sales", "support", "design", "legal")},
        {"age": (19, 66), "salary": (240, 950), "projects": (1, 30), "absence": (0, 45)},
    ),
    Theme(
        "code",
        {"category": ("toys", "books", "tools", "games", "music"), "shelf": ("north", "south", "east", "west")},
        {"price": (3, 250), "stock": (0, 400), "sold": (1, 600), "returned": (0, 60)},
    ),
    Theme(
        "code",
        {"line": ("amber", "coral", "indigo", "olive", "teal"), "depot": ("Hill", "Lake", "Mill", "Park")},
        {"seats": (80, 700), "distance": (20, 980), "delay": (0, 90), "stops": (3, 44)},
    ),
    Theme(
        "player",
        {"club": ("Falcons", "Rovers", "Comets", "Tigers", "Pilots"), "hand": ("left", "right", "both", "none")},
        {"points": (40, 900), "matches": (4, 60), "fouls": (0, 75), "minutes": (90, 990)},
    ),
)  # fmt: skip
MEASURES = ("count", "sum", "mean", "median", "largest", "smallest", "range", "different")
_LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ"
FORMATS = ("pipes", "csv", "lines", "html", "aligned")


def draw_table(rng: random.Random, size: int, columns: int) -> Table:
    """A table of `size` rows with one or two columns of words and others of numbers, `columns` beside the first."""
    theme = rng.choice(THEMES)
    words = list(theme.words)[: 1 if columns < 3 else 2]
    numbers = rng.sample(list(theme.numbers), min(columns - len(words), 4))
    if theme.key == "code":
        keys = [f"{rng.choice(_LETTERS)}{n}" for n in rng.sample(range(10, 100), size)]
    else:
        keys = rng.sample(NAMES, size)
    rows: list[list[Json]] = [
        [key, *(rng.choice(theme.words[name]) for name in words), *(rng.randint(*theme.numbers[n]) for n in numbers)]
        for key in keys
    ]  # fmt: skip
    return {"columns": [theme.key, *words, *numbers], "words": len(words), "rows": rows}


def new_key(rng: random.Random, table: Table) -> str:
    """A name for a row more."""
    used = {row[0] for row in table["rows"]}
    while True:
        code = table["columns"][0] == "code"
        key = f"{rng.choice(_LETTERS)}{rng.randint(10, 99)}" if code else rng.choice(NAMES)
        if key not in used:
            return key


def word_columns(table: Table) -> list[str]:
    """The columns of words without the first."""
    return list(table["columns"][1 : 1 + table["words"]])


def number_columns(table: Table) -> list[str]:
    """The columns of whole numbers."""
    return list(table["columns"][1 + table["words"] :])


def show(table: Table, form: str) -> str:
    """A table as text, in one of `FORMATS`."""
    columns, rows = table["columns"], [list(map(str, row)) for row in table["rows"]]
    if form == "csv":
        return "```\n" + "\n".join(",".join(row) for row in [columns, *rows]) + "\n```"
    if form == "lines":
        return (
            "```\n"
            + "\n".join(json.dumps(dict(zip(columns, row, strict=True))) for row in table["rows"])
            + "\n```"
        )
    if form == "html":
        head = "".join(f"<th>{name}</th>" for name in columns)
        body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        return f"```\n<table>\n<tr>{head}</tr>\n{body}\n</table>\n```"
    if form == "aligned":
        widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
        lines = (
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            for row in [columns, *rows]
        )
        return "```\n" + "\n".join(line.rstrip() for line in lines) + "\n```"
    lines_of = (f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *rows])
    return "\n".join(lines_of)


def draw_tests(rng: random.Random, table: Table, number: int) -> tuple[str, list[list[Json]]]:
    """So many tests of rows, on different columns, and how they are joined."""
    columns = rng.sample(word_columns(table) + number_columns(table), min(number, len(table["columns"]) - 1))
    tests: list[list[Json]] = []
    for name in columns:
        values = [row[table["columns"].index(name)] for row in table["rows"]]
        if name in word_columns(table):
            tests.append([name, rng.choice(("=", "=", "!=")), rng.choice(values)])
        else:
            sign, value = rng.choice((">=", "<=", ">", "<")), rng.choice(values) + rng.randint(-1, 1)
            tests.append([name, sign, value or int(sign == ">=")])  # nothing is less than 0
    return rng.choice(("and", "and", "or")), tests


def draw_plan(rng: random.Random, table: Table, tests: int, measures: Sequence[str] = MEASURES) -> Plan | None:
    """A plan whose rows are some, but not all, and whose value is exact in three decimals; None if none came."""
    joint, drawn = draw_tests(rng, table, tests)
    sort = rng.choice(measures)
    of = rng.choice((word_columns(table) if sort == "different" else number_columns(table)) or [""])
    plan: Plan = {"measure": [sort] if sort == "count" else [sort, of], "joint": joint, "tests": drawn}
    rows = passing(table, plan)
    if not 2 <= len(rows) <= len(table["rows"]) - (1 if drawn else 0) or (sort == "count" and not drawn):
        return None
    return plan if 1000 % measured(table, plan).denominator == 0 else None


_HOLDS: Mapping[str, Callable[[Json, Json], bool]] = {
    "=": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    ">=": lambda a, b: bool(a >= b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    "<": lambda a, b: bool(a < b),
}


def passing(table: Table, plan: Plan) -> list[list[Json]]:
    """The rows that pass the tests of a plan."""
    at = {name: place for place, name in enumerate(table["columns"])}
    every = all if plan["joint"] == "and" or not plan["tests"] else any
    return [
        row for row in table["rows"] if every(_HOLDS[sign](row[at[name]], value) for name, sign, value in plan["tests"])
    ]  # fmt: skip


def measured(table: Table, plan: Plan) -> Fraction:
    """The value of a plan, of which at least one row passes."""
    rows = passing(table, plan)
    sort, *of = plan["measure"]
    if sort == "count":
        return Fraction(len(rows))
    values = sorted(row[table["columns"].index(of[0])] for row in rows)
    middle = len(values) // 2
    return {
        "sum": lambda: Fraction(sum(values)),
        "mean": lambda: Fraction(sum(values), len(values)),
        "median": lambda: Fraction(values[middle] + values[-middle - 1], 2),
        "largest": lambda: Fraction(values[-1]),
        "smallest": lambda: Fraction(values[0]),
        "range": lambda: Fraction(values[-1] - values[0]),
        "different": lambda: Fraction(len(set(values))),
    }[sort]()


def number_text(value: Fraction) -> str:
    """A value as an integer or as a decimal number without end zeros."""
    if value.denominator == 1:
        return str(value.numerator)
    text = f"{abs(value.numerator) * 1000 // value.denominator:04d}"
    return f"{'-' if value < 0 else ''}{text[:-3]}.{text[-3:]}".rstrip("0")


_SIGNS = {
    "=": "is",
    "!=": "is not",
    ">=": "is at least",
    "<=": "is at most",
    ">": "is more than",
    "<": "is less than",
}
_MEASURED = {
    "count": "the number of rows",
    "sum": "the total of {of} over the rows",
    "mean": "the mean of {of} over the rows",
    "median": "the median of {of} (of an even number of values, the mean of the two middle ones) over the rows",
    "largest": "the largest {of} in the rows",
    "smallest": "the smallest {of} in the rows",
    "range": "the largest {of} less the smallest {of} in the rows",
    "different": "the number of different values of {of} in the rows",
}


def said_tests(plan: Plan) -> str:
    """The tests of a plan: ``where price is at least 20 and colour is red``; "of the table" if there are none."""
    tests = [f"{name} {_SIGNS[sign]} {value}" for name, sign, value in plan["tests"]]
    if len(tests) > 1 and plan["joint"] == "or":
        tests[0] = f"at least one of these is true: {tests[0]}"
        return f"where {'; '.join(tests)}"
    return f"where {' and '.join(tests)}" if tests else "of the table"


def said(plan: Plan) -> str:
    """A plan as a noun phrase: ``the total of price over the rows where colour is red``."""
    sort, *of = plan["measure"]
    return f"{_MEASURED[sort].format(of=of[0] if of else '')} {said_tests(plan)}"


def worked(table: Table, plan: Plan) -> list[str]:
    """The rows that pass, and what comes of them."""
    rows = passing(table, plan)
    sort, *of = plan["measure"]
    value = number_text(measured(table, plan))
    keys = ", ".join(row[0] for row in rows)
    if not of:
        return [f"rows: {keys}; {sort}: {value}"]
    values = [str(row[table["columns"].index(of[0])]) for row in rows]
    lines = [f"rows: {keys}; {of[0]}: {', '.join(values)}"]
    if sort == "sum":
        return [*lines, f"{' + '.join(values)} = {value}"]
    if sort == "mean":
        return [*lines, f"({' + '.join(values)}) / {len(values)} = {value}"]
    return [*lines, f"{sort}: {value}"]
