"""Questions about one database whose answer is a single value: a number, a text or a date.

A question whose result has one row asks for its first or last value. Of any other result, what is asked for is the
number of its rows, unless the question says it, or the least or the greatest value of its first or last column.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from sqlite3 import Connection, Error
from typing import Literal

from ..base import Json
from .analyse import tables_of
from .edits import edits
from .execute import bag, indexed, rounded, rounded_rows, rows_of
from .plan import Query, Select, With
from .question import NoFit, Question, World
from .render import identifier, plainly, to_sql
from .schema import Row
from .scope import labels

Way = Literal["cell", "count", "least", "greatest"]

FORMS = {
    "integer": "a whole number",
    "number": "a number, with at least six significant digits if it has many decimals",
    "date": "a date in the form YYYY-MM-DD",
    "datetime": "a date and time in the form YYYY-MM-DD HH:MM:SS",
    "text": "the text exactly as it is in the database",
}
"""What the answer of each kind looks like."""

_COUNTED = (
    'How many rows does the result of the following have? "{text}"',
    '"{text}" The answer to this is a table. How many rows does it have?',
    '"{text}" Give only the number of rows that the result of this has.',
)
_OF_ROW = (
    '"{text}" Give only the {place} value of this row.',
    'The result of the following is one row: "{text}" What is its {place} value?',
)
_EXTREME = (
    '"{text}" In the result of this, which value is the {edge} in the {place} column, by SQLite\'s {function}?',
    'Think of the result of the following as a table: "{text}" Give only the {edge} value of its {place} column (what '
    "SQLite's {function} gives for it).",
    'What does {function} give for the {place} column of the result of the following, in SQLite? "{text}"',
)
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?")
_TRIED = 8
_LOOKS = 2
"""Of a question, so many values are compared with those of wrong queries."""


@dataclass(frozen=True, slots=True)
class ValueQuestion:
    """A question whose answer is a value.

    Attributes:
        world: the database.
        question: the question for a result.
        text: the question for the value.
        way: how the value is read from the result.
        column: the place of the column that is read.
        gold: the value.
        kind: a key of `FORMS`.
        guess_rate: the chance that a blind guess is right.
    """

    world: World
    question: Question
    text: str
    way: Way
    column: int
    gold: Json
    kind: str
    guess_rate: float

    @property
    def written(self) -> str:
        """The value as an answer."""
        return self.gold if isinstance(self.gold, str) else str(Decimal(repr(self.gold)))

    @property
    def query(self) -> str:
        """A query for the value."""
        whole = to_sql(self.question.plan)
        names = labels(self.question.plan)
        if self.way == "cell" and len(names) == 1:
            return whole
        inner = "\n".join(f"  {line}" for line in whole.split("\n"))
        name = identifier(names[self.column])
        value = {"cell": name, "count": "COUNT(*)", "least": f"MIN({name})", "greatest": f"MAX({name})"}[
            self.way
        ]
        return f"SELECT {value} AS answer\nFROM (\n{inner}\n) AS result"


def value_question(rng: random.Random, world: World, question: Question) -> ValueQuestion:
    """Make a question for a value of a question for a result.

    Raises:
        NoFit: there is no such value, or half of the query's one-edit neighbours give the same.
    """
    plan, text = question.plan, question.text
    with indexed(world.schema, world.database, tables_of(plan)) as connection:
        rows = rows_of(connection, to_sql(plan))
        if not rows:
            raise NoFit("the result is empty")
        ways: tuple[Way, ...] = ("least", "greatest") if _is_limited(plan) else ("count", "least", "greatest")
        others = edits(plan, world.schema, rng)
        tried = rng.sample(others, min(len(others), _TRIED))
        looks = 0
        for way, column in _readings(rng, ("cell",) if len(rows) == 1 else ways, len(rows[0])):
            gold = read(rows, way, column)
            given = isinstance(gold, str) and gold in text  # one of a few that the question names
            if gold is None or given or (way == "count" and gold < 3):
                continue
            looks += 1
            if _tells(connection, tried, way, column, gold):
                break
            if looks == _LOOKS:
                raise NoFit("the values tell little")
        else:
            raise NoFit("the value is missing, or tells little")
    if way == "count":
        text = rng.choice(_COUNTED).format(text=text)
    elif way == "cell":
        if len(rows[0]) > 1:
            text = rng.choice(_OF_ROW).format(text=text, place="last" if column else "first")
    else:
        place = "only" if len(rows[0]) == 1 else "last" if column else "first"
        edge, function = {"least": ("smallest", "MIN"), "greatest": ("greatest", "MAX")}[way]
        text = rng.choice(_EXTREME).format(text=text, place=place, edge=edge, function=function)
    return ValueQuestion(world, question, text, way, column, gold, _kind(gold), _guess_rate(gold))


def _readings(rng: random.Random, ways: Sequence[Way], width: int) -> list[tuple[Way, int]]:
    """The ways in a random order, each with the first or the last column, and then with the other one."""
    order = rng.sample(ways, len(ways))
    columns = {way: rng.choice((0, width - 1)) for way in order}
    found = [(way, columns[way]) for way in order]
    return [*found, *((way, width - 1 - columns[way]) for way in order if width > 1 and way != "count")]


def read(rows: Sequence[Row], way: Way, column: int) -> Json:
    """The value that is read from a result; None if there is none."""
    if way == "count":
        return len(rows)
    if way == "cell":
        return rows[0][column] if len(rows) == 1 else None
    there = sorted(([row[column]] for row in rows if row[column] is not None), key=lambda row: bag([row]))
    return there[0 if way == "least" else -1][0] if there else None


def _is_limited(plan: Query) -> bool:
    while isinstance(plan, With):
        plan = plan.query
    return isinstance(plan, Select) and plan.limit is not None


def _tells(connection: Connection, tried: Sequence[Query], way: Way, column: int, gold: Json) -> bool:
    """Whether at least half of some wrong queries give another value; they are run until that is known."""
    equal = 0
    for number, other in enumerate(tried):
        if 2 * (number - equal) >= len(tried):
            break
        equal += _tried(connection, other, way, column) == gold
        if 2 * equal > len(tried):
            return False
    return True


def _tried(connection: Connection, other: Query, way: Way, column: int) -> Json:
    """What a wrong query gives; None if it does not run or has fewer columns. The engine counts and compares."""
    inner = plainly(other)
    try:
        if way == "cell":
            return read(rounded_rows(connection.execute(inner).fetchmany(2)), way, column)
        if way == "count":
            return connection.execute(f"SELECT COUNT(*) FROM ({inner})").fetchone()[0]
        name, function = identifier(labels(other)[column]), "MIN" if way == "least" else "MAX"
        return rounded(connection.execute(f"SELECT {function}({name}) FROM ({inner})").fetchone()[0])
    except (Error, IndexError):
        return None


def _kind(gold: Json) -> str:
    if isinstance(gold, str):
        moment = _MOMENT.fullmatch(gold)
        return "text" if moment is None else "datetime" if moment.group(1) else "date"
    return "integer" if isinstance(gold, int) else "number"


def _guess_rate(gold: Json) -> float:
    """The chance that a blind guess meets a value: small counts are common, labels come from pools."""
    if isinstance(gold, int):
        return min(0.3, 2 / (4 + abs(gold)))
    return 0.01 if isinstance(gold, float) else 0.02
