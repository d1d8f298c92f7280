"""SQL exploration: answer a question about a database of which nothing is shown; tools look at it.

The database (20 to 100,000 rows) is made from a recipe in the payload, by `remade`; the tools in
`rlvr.envs.tools.sql` list its tables, show how they were made and run queries, with limits on calls and on the rows
that are shown. The answer is the query, judged on small databases as in text-to-SQL, or the one value asked for.

Difficulty: `shape` is the level of the query, `tables` and `rows` the size of the database, `ask` whether the answer
is a ``query``, a ``value`` or ``either`` of them by chance, `calls` the tool calls and `shown` the rows of a result
that are seen.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from sqlite3 import Connection, Error

from ..base import Draft, Json
from ..wording import phrase
from . import second
from .analyse import tables_of
from .codec import to_json
from .edits import edits
from .execute import Empty, rows_of
from .plan import Query
from .problems import Problem, canonical, draw, drawn_world, problem, size
from .question import NoFit, Question, World
from .render import to_sql
from .rules import rules
from .schema import Row

WORDINGS = (
    "An SQLite database holds what you need to answer a question. You do not see it; your tools look at it.\n\n"
    "{question}\n\n{task}\n\nA result shows its first {shown} rows at most.\n\nRules:\n{rules}",
    "Question: {question}\n\nThe tables behind it are in an SQLite database. Find out with the tools which ones there "
    "are and what is in them (of each result you see at most {shown} rows).\n\n{task}\n\nMind:\n{rules}",
    "You can explore an SQLite database with tools: list its tables, look at how one is made, and run queries, of "
    "whose results the first {shown} rows are shown.\n\nAnswer this:\n{question}\n\n{task}\n\nWhat holds:\n{rules}",
)
_QUERY = (
    "The final answer is one SQLite query that answers the question. It is judged by its results on other databases "
    "with the same tables, so it must be right whatever the rows are.",
    "Give as your final answer the one SQL query (SQLite dialect) whose result answers the question on every "
    "database with these tables; its results on several of them are compared.",
)
_FORMS = {
    "integer": "a whole number",
    "number": "a number, with at least six significant digits if it has many decimals",
    "date": "a date in the form YYYY-MM-DD",
    "datetime": "a date and time in the form YYYY-MM-DD HH:MM:SS",
    "text": "the text exactly as it is in the database",
}
_VALUE = (
    "The final answer is the value itself, not a query: {form}.",
    "Give as your final answer only the value: {form}. Do not give a query.",
)
_COUNTED = (
    'How many rows does the result of the following have? "{text}"',
    '"{text}" The answer to this is a table. How many rows does it have?',
    '"{text}" Give only the number of rows that the result of this has.',
)
_LARGE = 5000
"""From so many rows on, a question is drawn from a smaller world with the same tables."""
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?")


def remade(recipe: dict[str, Json]) -> World:
    """The database of a payload's ``world``: ``{"seed": ..., "tables": ..., "rows": ...}``."""
    return drawn_world(random.Random(recipe["seed"]), recipe["tables"], recipe["rows"])


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question whose answer is a value: the words, the value, its kind and the chance of a blind guess."""

    world: World
    question: Question
    text: str
    counted: bool
    gold: Json
    kind: str
    guess_rate: float


def generate(
    rng: random.Random, *, shape: int, tables: int, rows: int, ask: str, calls: int, shown: int
) -> Draft:
    """Make one question; see the top of this module."""
    if ask not in ("query", "value", "either") or calls < 3 or shown < 1:
        raise ValueError("ask is 'query', 'value' or 'either', calls at least 3 and shown at least 1")
    value = ask == "value" or (ask == "either" and rng.random() < 0.5)
    recipe: dict[str, Json] = {}

    def world() -> World:
        recipe.update(seed=rng.getrandbits(48), tables=tables, rows=rows)
        return remade({**recipe, "rows": rows if value else min(rows, _LARGE)})

    def finish(place: World, question: Question) -> Problem | _Asked:
        return _asked(rng, place, question) if value else problem(rng, place, question)

    found = draw(rng, shape, world, finish)
    question = found.question
    payload: dict[str, Json] = {"world": dict(recipe), "max_calls": calls, "shown": shown}
    problem_part = {
        "plan": to_json(question.plan),
        "query": to_sql(question.plan),
        "tables": tables_of(question.plan),
    }
    if isinstance(found, Problem):
        payload |= found.payload()
        answer, text, task, guess = found.query, question.text, rng.choice(_QUERY), 0.0
        holds = rules(rng, question)
    else:
        payload["value"] = {"kind": found.kind, "gold": found.gold}
        answer, text, guess = _written(found.gold), found.text, found.guess_rate
        task = rng.choice(_VALUE).format(form=_FORMS[found.kind])
        holds = rules(rng, question, "count" if found.counted else "value")
    payload["problem"] = payload.get("problem", {}) | problem_part
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            question=text,
            task=task,
            shown=shown,
            rules=holds,
        ),
        payload=payload,
        answer=answer,
        canonical=[canonical(found.world, question), recipe["seed"] if value else "query"],
        guess_rate=guess,
        difficulty=float(size(question) + tables + len(str(rows))),
    )


def _asked(rng: random.Random, world: World, question: Question) -> _Asked:
    """The value that a question asks for on its world, or, of a longer result, the number of its rows.

    Raises:
        NoFit: there is no such value, or half of the query's one-edit neighbours give the same.
    """
    plan, text = question.plan, question.text
    with Empty(world.schema).filled(world.database) as connection:
        rows = rows_of(connection, to_sql(plan))
        counted = len(rows) != 1 or len(rows[0]) != 1
        gold = _value(rows, counted)
        others = edits(plan, world.schema, rng)
        tried = rng.sample(others, min(len(others), 8))
        same = sum(_value(_tried(connection, other), counted) == gold for other in tried)
    if gold is None or (counted and not 3 <= gold <= 100_000) or 2 * same > len(tried):
        raise NoFit("the value is missing, or tells little")
    if counted:
        text = rng.choice(_COUNTED).format(text=text)
    return _Asked(world, question, text, counted, gold, _kind(gold), _guess_rate(gold))


def _tried(connection: Connection, other: Query) -> list[Row]:
    """What a wrong query gives; nothing if it does not run."""
    try:
        return rows_of(connection, to_sql(other))
    except Error:
        return []


def _value(rows: list[Row], counted: bool) -> Json:
    if counted:
        return len(rows)
    return rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else None


def _kind(gold: Json) -> str:
    if isinstance(gold, str):
        moment = _MOMENT.fullmatch(gold)
        return "text" if moment is None else "datetime" if moment.group(1) else "date"
    return "integer" if isinstance(gold, int) else "number"


def _guess_rate(gold: Json) -> float:
    """The chance that a blind guess meets a value: small counts are common, labels come from pools."""
    if isinstance(gold, int):
        return 1 / (10 + abs(gold)) if abs(gold) < 100 else 0.002
    return 0.002 if isinstance(gold, float) else 0.02


def _written(gold: Json) -> str:
    return str(gold) if isinstance(gold, str) else str(Decimal(repr(gold)))


_PLAIN = re.compile(r"([+-]?)([0-9,]+)(?:\.([0-9]+))?")


def accepts(payload: Mapping[str, Json], answer: str) -> bool:
    """A second check: queries by `second`, values by exact fractions."""
    if "value" not in payload:
        return second.accepts(payload, answer)
    kind, gold = payload["value"]["kind"], payload["value"]["gold"]
    text = answer.strip()
    for quote in ("'", '"', "`"):
        if len(text) >= 2 and text.startswith(quote) and text.endswith(quote):
            text = text[1:-1].strip()
            break
    if kind not in ("integer", "number"):
        return bool(text == gold)
    match = _PLAIN.fullmatch(text) if len(text) < 60 else None
    if match is None or not _is_grouped(match[2]):
        return False
    given = Fraction(text.replace(",", ""))
    due = Fraction(repr(gold))
    if (due * 10_000).denominator == 1:
        return given == due
    return abs(given - due) * 200_000 <= abs(due)


def _is_grouped(digits: str) -> bool:
    """Whether the commas in a number, if there are any, stand before each three digits."""
    first, *rest = digits.split(",")
    return (
        first != "" and len(first) <= (3 if rest else 18) and len(rest) < 6 and all(len(p) == 3 for p in rest)
    )
