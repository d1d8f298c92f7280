"""SQL exploration: answer a question about a database of which nothing is shown; tools look at it.

The database (20 to 100,000 rows) is made from a recipe in the payload, by `remade`; the tools in
`rlvr.envs.tools.sql` list its tables, show how they were made and run queries, with limits on calls and on the rows
that are shown. The answer is the query, judged on small databases as in text-to-SQL, or the one value asked for.

Difficulty: `shape` is the level of the query, `tables` and `rows` the size of the database, `ask` whether the answer
is a ``query``, a ``value`` or ``either`` of them by chance, `calls` the tool calls and `shown` the rows of a result
that are seen.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from ..base import Draft, Json, canonical_json
from ..quick_random import QuickRandom
from ..wording import phrase
from .analyse import tables_of
from .codec import to_json
from .problems import Problem, canonical, draw, drawn_world, problem, size
from .question import NoFit, Question, World
from .rules import rules
from .value_questions import FORMS, ValueQuestion, value_question

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
_VALUE = (
    "The final answer is the value itself, not a query: {form}.",
    "Give as your final answer only the value: {form}. Do not give a query.",
)
_LARGE = 300
"""With more rows, a question for a query is drawn from a smaller world with the same tables: its constants are
not those of the rows that are seen anyway, and no row goes into the task."""


def remade(recipe: dict[str, Json]) -> World:
    """The database of a payload's ``world``: ``{"seed": ..., "tables": ..., "rows": ..., "seal": ...}``."""
    return drawn_world(QuickRandom(recipe["seed"]), recipe["tables"], recipe["rows"])


def seal(world: World, tables: Sequence[str] = ()) -> str:
    """A hash of the schema, and of the rows of some tables, by which a world is known that was made otherwise."""
    rows = {name: world.database.get(name) for name in tables}
    text = canonical_json([world.schema.ddl(), rows or None])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def generate(
    rng: random.Random, *, shape: int, tables: int, rows: int, ask: str, calls: int, shown: int
) -> Draft:
    """Make one question; see the top of this module."""
    if ask not in ("query", "value", "either") or calls < 3 or shown < 1:
        raise ValueError("ask is 'query', 'value' or 'either', calls at least 3 and shown at least 1")
    value = ask == "value" or (ask == "either" and rng.random() < 0.5)
    recipe: dict[str, Json] = {}

    again: list[World] = []
    last: World | None = None

    def world() -> World:
        if again:
            return again.pop()
        recipe.update(seed=rng.getrandbits(48), tables=tables, rows=rows)
        return remade({**recipe, "rows": rows if value else min(rows, _LARGE)})

    def finish(place: World, question: Question) -> Problem | ValueQuestion:
        nonlocal last
        if not value:
            return problem(rng, place, question)
        try:
            return value_question(rng, place, question)
        except NoFit:
            if place is not last:  # a world takes longer than a question: another one is asked about it, once
                again.append(place)
            last = place
            raise

    found = draw(rng, shape, world, finish)
    question = found.question
    tables_read = tables_of(question.plan)
    recipe["seal"] = seal(found.world, tables_read if value else ())
    payload: dict[str, Json] = {"world": dict(recipe), "max_calls": calls, "shown": shown}
    problem_part: dict[str, Json] = {
        "plan": to_json(question.plan),
        "tables": list(tables_read),
    }
    if isinstance(found, Problem):
        payload |= found.payload()
        problem_part["query"] = found.query
        answer, text, task, guess = found.query, question.text, rng.choice(_QUERY), 0.0
        holds = rules(rng, question)
    else:
        payload["value"] = {"kind": found.kind, "gold": found.gold}
        problem_part |= {"query": found.query, "read": [found.way, found.column]}
        answer, text, guess = found.written, found.text, found.guess_rate
        task = rng.choice(_VALUE).format(form=FORMS[found.kind])
        holds = rules(rng, question, "count" if found.way == "count" else "value")
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
