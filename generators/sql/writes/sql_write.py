"""SQL that changes a database: write the script after which tables and rows are exactly as asked.

One or several changes are drawn, each one value from which come its English, its SQL and what it does to rows
(`change`). The script is run on small hidden databases, made so that common mistakes show, and the state it leaves is
compared with the stored one, which was computed without any SQL.

Difficulty: `kinds` names the kinds of changes to draw from; `steps` is how many are asked for, one after the other;
`tables` is the number of tables in the schema; `shown` is how many rows of each are shown.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...base import Draft, GenerationError, Json, canonical_json
from ...wording import phrase
from ..domains import draw_schema
from ..fill import fill
from ..question import NoFit
from ..schema import Database, Schema, create_table
from ..show import grid, sample
from .catalogue import KINDS
from .chain import Chain, draw_chain, plan_of
from .change import Scene
from .databases import Guide, choose, further
from .large import large
from .rows import State, alike, state_of

WORDINGS = (
    "Write an SQL script for SQLite that changes a database.\n\nThe tables:\n\n{tables}\n\nWhat is to be "
    "done:\n{task}\n\n"
    "{rules}",
    "Here is an SQLite database, with a few of its rows as examples.\n\n{tables}\n\nYour "
    "job:\n{task}\n\nWrite the SQL "
    "statements that do this.\n\n{rules}",
    "{task}\n\nThat is what an SQL script is to do to the following SQLite database:\n\n{tables}\n\nWrite "
    "the script.\n{rules}",
    "You maintain this SQLite database:\n\n{tables}\n\nA change is due. {task}\n\nGive the statements, in "
    "SQLite's dialect, "
    "that make it.\n\n{rules}",
)
_RULES = (
    (
        "The script runs on several databases with these tables and other rows.",
        "The script is tried on databases of this form whose rows are not those above.",
    ),
    (
        "Afterwards the tables, their columns (names and order) and all rows must be as described, and "
        "whatever is not "
        "mentioned must be as it was before. The order of rows is free; types of columns matter only where "
        "they are stated.",
        "What counts is the state at the end: which tables there are, the names and the order of their "
        "columns (types only "
        "where they are given above), and the rows, in any order. Everything that the text does not mention "
        "stays as it is.",
    ),
    (
        "A condition on a missing value (NULL) is not met, unless the text asks for missing values.",
        "Where a value is missing (NULL), no condition on it holds, unless the text is about missing values.",
    ),
    (
        "Texts are compared letter by letter, capitals included, unless the text says otherwise. Dates are "
        "text in the form "
        "YYYY-MM-DD.",
        "Texts are equal only with the same capital and small letters, unless something else is said. Dates "
        "are text like "
        "2024-05-31.",
    ),
    (
        "References are not enforced while the script runs, and nothing is deleted or changed by itself.",
        "Foreign keys are not enforced: the order of statements is up to you, and nothing cascades by itself.",
    ),
    (
        "If a statement fails, the answer is wrong. Helper tables must be dropped again; views, triggers, "
        "temporary tables, "
        "PRAGMA, ATTACH and VACUUM are not allowed.",
        "No statement may fail. You may use helper tables if you drop them in the end, but no temporary "
        "tables, views, "
        "triggers, PRAGMA, ATTACH or VACUUM.",
    ),
)
_TRIES = 150
_ROWS = 36
"""Rows of the database that constants and examples are taken from."""
_KEPT, _KEPT_OF_LONG = 8, 6
"""So many are kept at least; fewer where the script makes several changes, all of which run on each."""
_LONG = 2
"""So many changes are several."""
_LEAST = 10
"""Hidden databases at least, with the large ones."""
_MAX_PAYLOAD = 80_000
_MANY_CELLS = 6_000
"""Before and after the changes, with tables that stay as they are; of so many at most the text is short enough."""
_TEXT = re.compile(r"'(?:[^']|'')*'")
_KEYWORD = re.compile(r"\b[A-Z]{2,}\b")


def generate(rng: random.Random, *, kinds: str, steps: int, tables: int, shown: int) -> Draft:
    """Make one script to write; see the top of this module.

    Raises:
        ValueError: a kind does not exist, or the number of steps is not from 1 to 6.
        GenerationError: no draw fits.
    """
    names = kinds.split()
    unknown = [name for name in names if name not in KINDS]
    if unknown or not names:
        raise ValueError(f"kinds must be some of {' '.join(KINDS)}, not {' '.join(unknown) or 'none'}")
    if not 1 <= steps <= 6:
        raise ValueError(f"steps must be from 1 to 6, not {steps}")
    for _ in range(_TRIES):
        try:
            return _draft(rng, names, steps, tables, shown)
        except NoFit:
            continue
    raise GenerationError(f"no task with steps={steps}, tables={tables} and these kinds fits; give more kinds")


def _draft(rng: random.Random, kinds: Sequence[str], steps: int, tables: int, shown: int) -> Draft:
    problem = draw(rng, kinds, steps, tables)
    payload = payload_of(problem)
    if _is_long(problem, payload):
        raise NoFit
    mark = rng.choice(("- ", "* "))
    script = problem.script
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            tables=_tables(rng, problem.schema, problem.rows, shown),
            task=_task(problem.chain),
            rules="\n".join(mark + rng.choice(texts) for texts in _RULES),
        ),
        payload=payload,
        answer=script,
        canonical={"schema": payload["write"]["schema"], "steps": payload["problem"]["steps"]},
        difficulty=float(len(_KEYWORD.findall(_TEXT.sub("", script)))),
    )


@dataclass(frozen=True, slots=True)
class Problem:
    """Changes to be made, and hidden databases before and after them.

    Attributes:
        schema: the tables.
        rows: rows to show.
        chain: the changes.
        befores: the hidden databases, the tiny ones first.
        afters: what the changes make of them.
    """

    schema: Schema
    rows: Database
    chain: Chain
    befores: list[State]
    afters: list[State]

    @property
    def script(self) -> str:
        """The reference."""
        return ";\n".join(statement for step in self.chain.steps for statement in step.sql) + ";"


def draw(rng: random.Random, kinds: Sequence[str], steps: int, tables: int) -> Problem:
    """Draw changes of a schema and databases that tell them from others.

    Raises:
        NoFit: this draw came to nothing.
    """
    schema = draw_schema(rng, tables)
    rows = fill(rng, schema, _ROWS)
    scene = Scene(rng, schema, state_of(schema, rows), words=rng.random() < 0.5)
    chain = draw_chain(scene, kinds, steps)
    guide = Guide(rng, schema, chain, rows)
    tiny, needed = choose(rng, chain, guide)
    large_ones = large(schema, chain, guide, [trial.before for trial in tiny])
    least = _KEPT if steps < _LONG else _KEPT_OF_LONG
    count = max(needed, least, _LEAST - len(large_ones))
    tiny += further(guide, chain, count - len(tiny))
    kept = tiny[:count] + large_ones
    return Problem(schema, rows, chain, [one.before for one in kept], [one.after for one in kept])


def payload_of(problem: Problem) -> dict[str, Json]:
    """What the verifier and the solver need."""
    pairs = zip(problem.befores, problem.afters, strict=True)
    return {
        "write": {
            "schema": _plain_ddl(problem.schema),
            "tables": {
                table.name: [column.name for column in table.columns] for table in problem.schema.tables
            },
            "databases": [{name: grid.rows for name, grid in before.items()} for before in problem.befores],
            "final": [_changed(before, after) for before, after in pairs],
            "types": problem.chain.types,
        },
        "problem": {"steps": [{"kind": name, "facts": facts} for name, facts in plan_of(problem.chain)]},
    }


def _is_long(problem: Problem, payload: dict[str, Json]) -> bool:
    """Whether a payload's text is too long; it is written only where it may be."""
    states = (*problem.befores, *problem.afters)
    cells = sum(len(grid.rows) * len(grid.columns) for state in states for grid in state.values())
    return cells > _MANY_CELLS and len(canonical_json(payload)) > _MAX_PAYLOAD


def _tables(rng: random.Random, schema: Schema, database: Database, shown: int) -> str:
    """The statements that make the tables, and some rows of each."""
    texts = []
    for table in schema.tables:
        rows = sample(rng, database[table.name], shown)
        header = f"{table.name}, {len(rows)} of its rows:"
        texts.append(
            f"{create_table(table, schema)};\n\n{header}\n{grid([c.name for c in table.columns], rows)}"
        )
    return "\n\n".join(texts)


def _plain_ddl(schema: Schema) -> list[str]:
    """The statements without comments: SQLite fails to drop a column where a comment comes to stand at the end."""
    tables = tuple(
        replace(table, columns=tuple(replace(c, note="") if c.note else c for c in table.columns))
        for table in schema.tables
    )
    return replace(schema, tables=tables).ddl()


def _task(chain: Chain) -> str:
    """The changes in English; several ones as numbered steps."""
    texts = [step.text for step in chain.steps]
    if len(texts) == 1:
        return texts[0]
    return (
        "Make these changes one after the other; each starts from what the one before has left.\n"
        + "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
    )


def _changed(before: State, after: State) -> dict[str, Json]:
    """The state at the end: the names of all tables, and those that are not as they were."""
    changed = {
        name: {"columns": grid.columns, "rows": grid.rows}
        for name, grid in after.items()
        if name not in before or not alike(before[name], grid)
    }
    return {"tables": sorted(after), "changed": changed}
