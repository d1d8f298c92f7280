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
from .execute import bag, indexed, rounded, rows_of
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
    '"{text}" The result of this is one row. Give only the {place} value of that row.',
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
"""A value is compared with those of so many wrong queries."""
_LOOKS = 10
"""A wrong query that takes more than so many times 20,000 steps is left out."""
_EXTREMES: dict[Way, str] = {"least": "MIN", "greatest": "MAX"}


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
        function = _EXTREMES.get(self.way)
        value = "COUNT(*)" if self.way == "count" else f"{function}({name})" if function else name
        return f"SELECT {value} AS answer\nFROM (\n{inner}\n) AS result"


def value_question(rng: random.Random, world: World, question: Question) -> ValueQuestion:
    """Make a question for a value of a question for a result.

    Raises:
        NoFit: there is no such value, or most of the query's one-edit neighbours give the same for each.
    """
    plan, text = question.plan, question.text
    with indexed(world.schema, world.database, tables_of(plan)) as connection:
        rows = rows_of(connection, to_sql(plan))
        if not rows:
            raise NoFit("the result is empty")
        ways: tuple[Way, ...] = ("least", "greatest") if _is_limited(plan) else ("count", "least", "greatest")
        wrong = _Neighbours(connection, rng, edits(plan, world.schema, rng), len(rows[0]))
        for reading in _readings(rng, ("cell",) if len(rows) == 1 else ways, len(rows[0])):
            way, column = reading
            gold = read(rows, way, column)
            given = isinstance(gold, str) and gold in text  # one of a few that the question names
            if gold is None or given or (way == "count" and gold < 3):
                continue
            if wrong.mostly_differ(reading, gold):
                break
        else:
            raise NoFit("no value tells the query from its neighbours")
    if way == "count":
        text = rng.choice(_COUNTED).format(text=text)
    elif way == "cell":
        if len(rows[0]) > 1:
            text = rng.choice(_OF_ROW).format(text=text, place="last" if column else "first")
    else:
        place = "only" if len(rows[0]) == 1 else "last" if column else "first"
        edge, function = {"least": "smallest", "greatest": "greatest"}[way], _EXTREMES[way]
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


class _Neighbours:
    """What some wrong queries give, each run when it is first needed."""

    def __init__(self, connection: Connection, rng: random.Random, others: Sequence[Query], width: int) -> None:
        self._connection = connection
        self._left = rng.sample(others, min(len(others), 2 * _TRIED))
        self._readings = [(way, column) for column in sorted({0, width - 1}) for way in _EXTREMES]
        self._found: list[dict[tuple[Way, int], Json]] = []
        self._looks = 0
        connection.set_progress_handler(self._over, 20_000)

    def mostly_differ(self, reading: tuple[Way, int], gold: Json) -> bool:
        """Whether at least half of them give another value; they are run until that is known."""
        differ = equal = 0
        while 2 * differ < _TRIED and 2 * equal <= _TRIED:
            number = differ + equal
            if number == len(self._found) and not self._grown():
                return equal <= differ
            if self._found[number].get(reading) == gold:
                equal += 1
            else:
                differ += 1
        return 2 * differ >= _TRIED

    def _grown(self) -> bool:
        """Run one more, if there is one; those that take long, such as joins without a condition, are left out."""
        while self._left:
            self._looks = 0
            try:
                self._found.append(self._run(self._left.pop()))
            except Error:
                if self._looks > _LOOKS:
                    continue
                self._found.append({})  # it does not run
            return True
        return False

    def _run(self, other: Query) -> dict[tuple[Way, int], Json]:
        """The values that a query gives, by how they are read. The engine counts and compares."""
        inner, names = plainly(other), labels(other)
        there = [reading for reading in self._readings if reading[1] < len(names)]
        parts = [f"{_EXTREMES[way]}({identifier(names[column])})" for way, column in there]
        first = self._connection.execute(f"SELECT COUNT(*), {', '.join(parts)} FROM ({inner})").fetchone()
        values: dict[tuple[Way, int], Json] = dict(zip(there, map(rounded, first[1:]), strict=True))
        for _, column in there:
            values["count", column] = first[0]
            # The one value of a column is its least, unless that is missing.
            values["cell", column] = values["least", column] if first[0] == 1 else None
        return values

    def _over(self) -> bool:
        self._looks += 1
        return self._looks > _LOOKS


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
