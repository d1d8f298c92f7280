"""Text to SQL: write the query that answers a question about a database whose schema and some rows are shown.

The database, the question and the reference query come from one drawn plan. An answer is run on small databases that
are made so that common slips show: with values at and next to the query's constants, missing values, ties, duplicates
and rows without partners. What the question leaves unsaid is stated as rules.

Difficulty: `shape` is the level of the query (1 filters one table, 7 nests and windows); `tables` is the number of
tables in the schema; `rows` is about how many rows the shown database has, and `shown` how many of each table are
shown. `partial` names a mix of partial credit for wrong queries, which is off (null) unless a user asks for it.
"""

from __future__ import annotations

import random

from ..base import Draft, Json
from ..wording import phrase
from .problems import canonical, draw, drawn_world, problem, size
from .question import World
from .rules import rules
from .schema import create_table
from .show import grid, sample

WORDINGS = (
    "Write one SQLite query that answers a question about a database.\n\nThe tables, with some of their rows:\n\n"
    "{tables}\n\nThe question:\n{question}\n\nWhat holds for the result:\n{rules}\n\n"
    "The query is judged by its results on several databases with these tables and other rows.",
    "Here is the schema of an SQLite database, with a few rows of each table as examples.\n\n{tables}\n\n"
    "Answer this with a single SELECT statement (it may begin with WITH):\n{question}\n\nRules:\n{rules}\n\n"
    "Your statement will be run on databases that have the same schema and other contents, and only its results count.",
    "Question: {question}\n\nGive the one SQL query (SQLite dialect) whose result answers the question on every "
    "database of this form, not only for the rows that are shown.\n\n{tables}\n\nMind:\n{rules}",
    "You have an SQLite database.\n\n{tables}\n\nTurn the following into one query that only reads.\n{question}\n\n"
    "Its result is compared with the right one on databases whose rows differ from the examples above. "
    "These rules hold:\n{rules}",
)


def generate(
    rng: random.Random, *, shape: int, tables: int, rows: int, shown: int, partial: Json = None
) -> Draft:
    """Make one question; see the top of this module."""
    found = draw(
        rng,
        shape,
        lambda: drawn_world(rng, tables, rows),
        lambda world, question: problem(rng, world, question),
    )
    payload = found.payload()
    if partial is not None:
        payload["sql"]["partial"] = partial
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            tables=tables_text(rng, found.world, shown),
            question=found.question.text,
            rules=rules(rng, found.question),
        ),
        payload=payload,
        answer=found.query,
        canonical=canonical(found.world, found.question),
        difficulty=float(size(found.question) + tables),
    )


def tables_text(rng: random.Random, world: World, shown: int) -> str:
    """The statements that make the tables, with some rows of each one, in one of several layouts."""
    behind = rng.random() < 0.5  # rows behind each statement, or all together at the end
    statements, samples = [], []
    for table in world.schema.tables:
        names = [column.name for column in table.columns]
        rows = sample(rng, world.database[table.name], shown)
        statement = f"{create_table(table, world.schema)};"
        if not shown:
            statements.append(statement)
        elif behind:
            note = f"/* {_counted(len(rows))} of {table.name}:" if rows else f"/* {table.name} has no rows:"
            statements.append(f"{statement}\n{note}\n{grid(names, rows)}\n*/")
        else:
            statements.append(statement)
            samples.append(f"{table.name} ({_counted(len(rows))}):\n{grid(names, rows)}")
    return "\n\n".join([*statements, *samples])


def _counted(rows: int) -> str:
    return f"{rows} example row{'s' if rows != 1 else ''}"
