"""SQL exploration: answer a question about a database of which nothing is shown; tools look at it.

The database (20 to 100,000 rows) is made from a recipe in the payload, by `remade`; the tools in
`rlvr.envs.tools.sql` list its tables, show how they were made and run queries, with limits on calls and on the rows
that are shown. The answer is the query, judged on small databases as in text-to-SQL, or the one value asked for.

Difficulty: `shape` is the level of the query, `tables` and `rows` the size of the database, `ask` whether the answer
is a ``query``, a ``value`` or ``either`` of them by chance, `calls` the tool calls and `shown` the rows of a result
that are seen; `problems` is how many questions there are of a level, null for a new one in each task (`pooled`).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..base import Draft, Json, canonical_json
from ..kept_problems import Parts
from ..quick_random import QuickRandom
from ..wording import phrase
from . import pooled
from .analyse import tables_of
from .codec import from_json, to_json
from .fill import fill
from .pooled import Posed, drawn, first, posed, shared
from .problems import canonical, check_sizes, draw, size
from .question import NoFit, Question, World
from .renaming import OldNames, drawn_names, renamed_schema
from .rules import orders_texts, rules
from .schema import Schema
from .scope import Scope, main_select
from .steps import is_light
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
MOST_STEPS = 10_000_000
"""Of SQLite's engine: a query for which the reference takes more on such a database is not asked for."""
_CLEAR = 2000
"""On a database of so many rows no reference takes as many."""
Recipe = dict[str, Json]
"""What the database of a task is made from, ``payload["world"]``: `seed` draws the schema of `tables` tables, `names`
its names (null for those as drawn), `fill` the rows, about `rows` of them; `seal` tells whether the same came out."""


def remade(recipe: Recipe) -> World:
    """The database of a recipe."""
    schema = renamed_schema(recipe["seed"], recipe["tables"], recipe["names"])
    return World(schema, fill(QuickRandom(recipe["fill"]), schema, recipe["rows"]))


def seal(schema: Schema, rows: str = "") -> str:
    """A hash of a schema and of a digest of rows (`digest`), by which a world is known that was made otherwise."""
    return _hash([schema.ddl(), rows])


def digest(world: World, tables: Sequence[str]) -> str:
    """A hash of the rows of some tables, whatever their names are."""
    return _hash([world.database.get(name) for name in tables])


def _hash(value: Json) -> str:
    return hashlib.blake2b(canonical_json(value).encode(), digest_size=8).hexdigest()


def generate(
    rng: random.Random,
    *,
    shape: int,
    tables: int,
    rows: int,
    ask: str,
    calls: int,
    shown: int,
    problems: int | None = None,
) -> Draft:
    """Make one question; see the top of this module."""
    if ask not in ("query", "value", "either") or calls < 3 or shown < 1:
        raise ValueError("ask is 'query', 'value' or 'either', calls at least 3 and shown at least 1")
    check_sizes(tables, rows)
    value = ask == "value" or (ask == "either" and rng.random() < 0.5)
    make = _about_value if value else _about_query
    payload, words, draft = make(rng, shape, tables, rows, problems)
    payload["world"] = {"tables": tables, "rows": rows, **payload["world"]}
    payload |= {"max_calls": calls, "shown": shown}
    return replace(
        draft,
        prompt=phrase(rng, WORDINGS, shown=shown, **words),
        payload=payload,
        difficulty=draft.difficulty + tables + len(str(rows)),
    )


_Made = tuple[dict[str, Json], dict[str, str], Draft]
"""The parts of the payload, the words of the prompt, and a draft without these."""


def _about_query(rng: random.Random, shape: int, tables: int, rows: int, problems: int | None) -> _Made:
    """A question for a query. Its constants are not those of the rows that are seen, and no row goes into the task."""

    def finish(made: Posed) -> Posed:
        if rows > _CLEAR and not made.known(_weight(rows), lambda: _is_light(made, rows)):
            raise NoFit("the query takes too long on a database of this size")
        return made

    found = posed(rng, shape, tables, problems, finish)
    question = found.renamed
    payload = found.payload()
    payload["problem"] |= {"tables": list(tables_of(question.plan)), "query": found.query}
    payload["world"] = {
        "seed": found.seed,
        "fill": rng.getrandbits(48),
        "names": found.names.seed,
        "seal": seal(found.names.schema),
    }
    words = {
        "question": question.text,
        "task": rng.choice(_QUERY),
        "rules": rules(rng, question, texts_in_order=found.texts_in_order),
    }
    draft = Draft(
        "",
        {},
        found.query,
        canonical=[found.canonical, "query"],
        shared=found.shared(),
        difficulty=float(found.size()),
    )
    return payload, words, draft


def _least_text(found: ValueQuestion, question: Question, schema: Schema) -> bool:
    """Whether the smallest or greatest of texts is asked for."""
    value = main_select(question.plan).columns[found.column][1]
    return found.way in ("least", "greatest") and Scope(question.plan, schema).kind(value) == "text"


def _weight(rows: int) -> str:
    return f"light-{rows}"


def _is_light(made: Posed, rows: int) -> bool:
    """Whether the reference takes a part only of what the tools let a query take."""
    return is_light(made.schema, made.question.plan, rows, MOST_STEPS)


def _about_value(rng: random.Random, shape: int, tables: int, rows: int, problems: int | None) -> _Made:
    """A question for a value of one database."""
    main = first(
        rng,
        _pool(shape, tables, rows),
        problems,
        lambda seed: _value(seed, shape, tables, rows),
        lambda kept, place: kept.main,
    )
    schema = renamed_schema(main["seed"], tables, None)
    question = Question(from_json(main["plan"]), main["question"], main["shape"])
    names = drawn_names(rng, OldNames.of(schema, question.plan), main["seed"])
    renamed = pooled.renamed(question, names)
    value = {**main["value"], "text": names.text(main["value"]["text"])}
    found = ValueQuestion(World(names.schema, {}), renamed, **value)
    payload: dict[str, Json] = {
        "world": {
            "seed": main["seed"],
            "fill": main["fill"],
            "names": names.seed,
            "seal": seal(names.schema, main["rows"]),
        },
        "value": {"kind": found.kind, "gold": found.gold},
        "problem": {
            "plan": to_json(renamed.plan),
            "tables": [names.tables[name] for name in main["tables"]],
            "query": found.query,
            "read": [found.way, found.column],
        },
    }
    words = {
        "question": found.text,
        "task": rng.choice(_VALUE).format(form=FORMS[found.kind]),
        "rules": rules(
            rng,
            renamed,
            "count" if found.way == "count" else "value",
            texts_in_order=_least_text(found, question, schema) or orders_texts(question.plan, schema),
        ),
    }
    draft = Draft(
        "",
        {},
        found.written,
        canonical=[canonical(found.world, renamed), main["seed"], main["fill"]],
        shared=shared(schema, question),
        guess_rate=found.guess_rate,
        difficulty=float(size(renamed)),
    )
    return payload, words, draft


def build(shape: int, tables: int, rows: int, number: int) -> None:
    """Make what is kept of a question for a value, ahead of its first use."""
    drawn(QuickRandom(), (_pool(shape, tables, rows), number), lambda seed: _value(seed, shape, tables, rows))


def builders(params: Mapping[str, Json]) -> dict[str, Callable[[int], None]]:
    """What makes the questions of a level; see `pooled.builders`."""
    rows = params["rows"]
    beside: dict[str, Callable[[Posed], object]] = {}
    if rows > _CLEAR:
        beside[_weight(rows)] = partial(_known_weight, rows)  # which goes to other processes
    found = pooled.builders(params, beside)
    if params["ask"] != "query":
        size = params["shape"], params["tables"], params["rows"]
        found[_pool(*size)] = partial(build, *size)
    return found


def _known_weight(rows: int, made: Posed) -> bool:
    return bool(made.known(_weight(rows), lambda: _is_light(made, rows)))


def _pool(shape: int, tables: int, rows: int) -> str:
    return f"value-{shape}-{tables}-{rows}"


def _value(seed: str, shape: int, tables: int, rows: int) -> Parts:
    """What is kept of a question for a value."""
    rng = QuickRandom(seed)
    seeds: dict[str, int] = {}
    again: list[World] = []
    last: World | None = None

    def world() -> World:
        if again:
            return again.pop()
        seeds.update(seed=rng.getrandbits(48), fill=rng.getrandbits(48))
        return remade({**seeds, "tables": tables, "rows": rows, "names": None})

    def finish(place: World, question: Question) -> ValueQuestion:
        nonlocal last
        try:
            return value_question(rng, place, question)
        except NoFit:
            if place is not last:  # a world takes longer than a question: another one is asked about it, once
                again.append(place)
            last = place
            raise

    found = draw(rng, shape, world, finish)
    read = tables_of(found.question.plan)
    main = {
        **seeds,
        "plan": to_json(found.question.plan),
        "question": found.question.text,
        "shape": found.question.shape,
        "tables": list(read),
        "rows": digest(found.world, read),
        "value": {
            name: getattr(found, name) for name in ("text", "way", "column", "gold", "kind", "guess_rate")
        },
    }
    return main, None
