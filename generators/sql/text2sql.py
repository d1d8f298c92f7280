"""Text to SQL: write the query that answers a question about a database whose schema and some rows are shown.

The database, the question and the reference query come from one drawn plan. An answer is run on small databases that
are made so that common mistakes show: with values at and next to the query's constants, missing values, ties,
duplicates and rows without partners. What the question leaves unsaid is stated as rules.

Difficulty: `shape` is the level of the query (1 filters one table, 7 nests and windows); `tables` is the number of
tables in the schema; `rows` is about how many rows the shown database has, and `shown` how many of each table are
shown. `partial` names a mix of partial credit for wrong queries, which is off (null) unless a user asks for it;
`dialect` is ``sqlite``, ``duckdb`` or ``postgres`` (on a server of the user's: `rlvr.verifiers.sql.engines.postgres`);
`problems` is how many questions there are of a level, null for a new one in each task (`pooled`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..base import Draft, Json
from ..wording import phrase
from .dialects import DIALECTS, in_dialect, statement_in
from .pooled import builders, posed
from .problems import check_sizes
from .question import World
from .rules import DATES_ARE_TEXT, rules
from .show import grid, sample

WORDINGS = (
    "Write one {dialect} query that answers a question about a database.\n\nThe tables:\n\n"
    "{tables}\n\nThe question:\n{question}\n\nWhat holds for the result:\n{rules}\n\n"
    "The query is judged by its results on several databases with these tables and other rows.",
    "Here is the schema of {some_dialect} database.\n\n{tables}\n\n"
    "Answer this with a single SELECT statement (it may begin with WITH):\n{question}\n\nRules:\n{rules}\n\n"
    "Your statement will be run on databases that have the same schema and other contents, and only its results count.",
    "Question: {question}\n\nGive the one SQL query ({dialect} dialect) whose result answers the question on every "
    "database of this form, whatever its rows are.\n\n{tables}\n\nMind:\n{rules}",
    "You have {some_dialect} database.\n\n{tables}\n\nTurn the following into one query that only reads.\n"
    "{question}\n\n"
    "Its result is compared with the right one on several databases with this schema and other rows. "
    "These rules hold:\n{rules}",
)


def generate(
    rng: random.Random,
    *,
    shape: int,
    tables: int,
    rows: int,
    shown: int,
    partial: Json = None,
    dialect: str = "sqlite",
    problems: int | None = None,
) -> Draft:
    """Make one question; see the top of this module."""
    check_sizes(tables, rows)
    found = posed(rng, shape, tables, problems, lambda one: one)
    question, world = found.renamed, found.filled(rng, rows)
    payload = found.payload()
    payload["sql"] = in_dialect(payload["sql"], world.schema, question.plan, dialect)
    if partial is not None:
        payload["sql"]["partial"] = partial
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            dialect=DIALECTS[dialect],
            some_dialect=f"{'an' if dialect == 'sqlite' else 'a'} {DIALECTS[dialect]}",
            tables=tables_text(rng, world, shown, found.statements, dialect),
            question=question.text,
            rules=_rules_in(dialect, rules(rng, question, texts_in_order=found.texts_in_order)),
        ),
        payload=payload,
        answer=payload["sql"]["query"],
        canonical=found.canonical,
        shared=found.shared(),
        difficulty=float(found.size() + tables),
    )


def _rules_in(dialect: str, text: str) -> str:
    """The rules, with what columns of dates are in a dialect."""
    return (
        text
        if dialect == "sqlite"
        else text.replace(DATES_ARE_TEXT, "Days are of type DATE, times of TIMESTAMP.")
    )


def tables_text(
    rng: random.Random, world: World, shown: int, made: Sequence[str], dialect: str = "sqlite"
) -> str:
    """The statements that make the tables (`made`), with some rows of each one, in one of several layouts."""
    behind = rng.random() < 0.5  # rows behind each statement, or all together at the end
    statements, samples = [], []
    for table, text in zip(world.schema.tables, made, strict=True):
        names = [column.name for column in table.columns]
        rows = sample(rng, world.database[table.name], shown)
        statement = f"{statement_in(text, table, dialect)};"
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


__all__ = ["builders", "generate", "tables_text"]
