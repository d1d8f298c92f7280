"""Questions of a user's own: tasks that `rlvr.importing` has made and stored, one JSON object a line.

Nothing is drawn but which task and how it is worded. Difficulty: `tasks` is the file of a level.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base import Draft, Json
from ..stored_tasks import drawn, lines
from ..wording import phrase

WORDINGS = (
    "Write one {dialect} query that answers a question about a database.\n\nThe tables, with some of their rows:\n\n"
    "{tables}\n\nThe question:\n{question}\n\n{rules}\n\n"
    "The query is judged by its results on several databases with these tables and other rows.",
    "Here is the schema of a {dialect} database, with a few rows of each table as examples.\n\n{tables}\n\n"
    "Answer this with a single SELECT statement (it may begin with WITH):\n{question}\n\nRules:\n{rules}\n\n"
    "Your statement will be run on databases that have the same schema and other contents, and only its results count.",
    "Question: {question}\n\nGive the one SQL query ({dialect} dialect) whose result answers the question on every "
    "database of this form, not only for the rows that are shown.\n\n{tables}\n\nMind:\n{rules}",
    "You have a {dialect} database.\n\n{tables}\n\nTurn the following into one query that only reads.\n{question}\n\n"
    "Its result is compared with the right one on databases whose rows differ from the examples above. "
    "These rules hold:\n{rules}",
)
_DIALECTS = {"sqlite": "SQLite", "postgres": "PostgreSQL", "duckdb": "DuckDB"}
_COLUMNS = (
    "Give exactly the columns that the question asks for, in the order in which it names them; their headers do not "
    "matter."
)
_ORDERED = "The order of the rows counts; rows that tie in it may come in any order."
_FREE = "The order of the rows does not count, but how often a row comes does."

SHARED = "shared.jsonl"
"""The file beside those of the levels that holds schemas and rows, each once, one JSON value a line."""


def generate(rng: random.Random, *, tasks: str) -> Draft:
    """One of the stored tasks; see the top of this module.

    Raises:
        GenerationError: the file is not there or not one of tasks.
    """
    task = drawn(rng, Path(tasks), unpacked)
    sql = task["payload"]["sql"]
    question = task["question"]
    if task["evidence"]:
        question += f"\nHint: {task['evidence']}"
    rules = "\n".join(f"- {rule}" for rule in (_COLUMNS, _ORDERED if sql["ordered"] else _FREE))
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            dialect=_DIALECTS[sql["dialect"]],
            tables=task["tables"],
            question=question,
            rules=rules,
        ),
        payload=task["payload"],
        answer=sql["query"],
        canonical=canonical_of(task),
        guess_rate=task["guess_rate"],
        difficulty=task["difficulty"],
    )


def canonical_of(task: Mapping[str, Json]) -> Json:
    """What makes a stored task the same. Its salt is chosen so that its split is the one that is wanted."""
    return [task["question"], task["payload"]["sql"]["query"], task["payload"]["problem"], task["salt"]]


def unpacked(task: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A stored task with its schema and rows, which the file `SHARED` of its folder holds.

    Raises:
        OSError: the file cannot be read.
        ValueError: it does not hold what the task names.
    """
    with (folder / SHARED).open("rb") as file:
        offsets, known = lines(folder / SHARED), {}

        def part(number: int) -> Json:
            if number not in known:
                if not 0 <= number < len(offsets):
                    raise ValueError(f"{SHARED} has no line {number}")
                file.seek(offsets[number])
                known[number] = json.loads(file.readline())
            return known[number]

        sql = task["payload"]["sql"]
        whole = {
            **sql,
            "schema": part(sql["schema"]),
            "tables": part(sql["tables"]),
            "databases": [
                {name: part(rows) for name, rows in database.items()} for database in sql["databases"]
            ],
        }
        return {**task, "tables": part(task["tables"]), "payload": {**task["payload"], "sql": whole}}
