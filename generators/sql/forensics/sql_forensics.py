"""Incidents in logs: follow a trail through the tables of a database and name what stands at its end.

The database is not in the task: the payload has a recipe, and `remade` makes the tables from it wherever they are
needed. `incident` tells what is guaranteed of the trail, `catalogue` and `logs` what logs there are.

Difficulty: `hops` steps over as many of `tables` tables with `rows` rows in all; `decoys` trails that mislead; up to
`branching` values that fit a step but lead nowhere; a share `drift` of columns that write identifiers and times in a
manner of their own, which the table ``notes`` tells; `folded` leaves lookups of identifiers out of the question.
Proxy: steps times the binary logarithm of the rows, and one for each branch, decoy and odd spelling on the way.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from math import log2

from ...base import Draft, Json, canonical_json
from ...wording import phrase
from . import incident as incidents
from .catalogue import ENTITIES
from .clock import date, written
from .entities import spell
from .incident import Incident, Step
from .logs import KINDS
from .table import Log
from .world import World

WORDINGS = (
    "{name} looks into an incident. The logs of its systems from {first} to {last} (UTC) are in a SQLite database with "
    "{tables} tables, which you can query.\n\n{trail}\n\n{question} {form}\n\n{rules}",
    "An incident at {name} has to be cleared up with the logs in a SQLite database of {tables} tables, which you can "
    "query; they cover {first} to {last} (UTC).\n\n{question} {form}\n\n{trail}\n\n{rules}",
    "You have the logs of {name} from {first} to {last} (UTC), {tables} tables in a SQLite database that you can "
    "query. Follow this trail of an incident.\n\n{trail}\n\n{rules}\n\n{question} {form}",
)
_BEGINNINGS = (
    "The trail begins with the {noun} {start}. Each step goes on from the one before:",
    "Known so far: the {noun} {start}. From there, one step after the other, find:",
    "Start from the {noun} {start}, and find one after the other:",
)
_SHORT = (
    "The trail begins with the {noun} {start} and has one step: {step}.",
    "Known so far: the {noun} {start}. From there, find {step}.",
    "Start from the {noun} {start}, and find {step}.",
)
MAX_CALLS = 25
"""Ten more where the trail has more than five steps."""
SHOWN = 20


def generate(
    rng: random.Random,
    *,
    hops: int,
    tables: int,
    rows: int,
    decoys: int,
    branching: int,
    drift: float,
    folded: bool,
) -> Draft:
    """Make one incident.

    Args:
        rng: the task's random source.
        hops: steps of the trail, 1 to 8.
        tables: tables of the database besides the notes; at least as many as there are steps are made.
        rows: about how many rows they have in all, 150 to 200,000.
        decoys: trails that mislead, 0 to 12.
        branching: how many values may fit one step, 1 to 20, besides those of misleading trails.
        drift: the share of columns with an odd spelling, 0 to 1.
        folded: whether the question leaves out the steps that only look up an identifier.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no incident works out.
    """
    bounds = {
        "hops": (hops, 1, 8),
        "tables": (tables, 1, len(KINDS)),
        "rows": (rows, 150, 200_000),
        "decoys": (decoys, 0, 12),
        "branching": (branching, 1, 20),
        "drift": (drift, 0, 1),
    }
    for name, (value, low, high) in bounds.items():
        if not low <= value <= high:
            raise ValueError(f"{name} must be from {low} to {high}, not {value!r}")
    parameters = {name: value for name, (value, *_) in bounds.items()}
    recipe, made = incidents.draw(rng, parameters)
    world = made.world
    last = made.steps[-1]
    first_day = world.org.start // 86_400
    queries = [query_of(made, number) for number in range(len(made.steps))]
    told = _told(made.steps, folded)
    answer = answer_of(made)
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            name=world.org.name,
            first=date(first_day),
            last=date(first_day + world.org.days - 1),
            tables=len(world.logs) + 1,
            trail=_trail(rng, made, told),
            question=_question(last.kind, len(told)),
            rules=_rules(len(told), len(made.steps)),
            form=ENTITIES[last.kind].form,
        ),
        payload={
            "world": {**recipe, "digest": digest(world)},
            "answer": {"kind": last.kind, "value": answer.lower()},
            "start": _spellings(made, made.kind, made.start),
            "path": [_spellings(made, step.kind, step.value) for step in made.steps[:-1]],
            "queries": queries,
            "max_calls": MAX_CALLS + (10 if hops > 5 else 0),
            "shown": SHOWN,
        },
        answer=answer,
        trace="\n".join(
            f"{query}\n-> {answer if step is last else step.value}"
            for query, step in zip(queries, made.steps, strict=True)
        ),
        canonical=[
            world.org.name,
            made.start,
            [[step.relation.text, step.category] for step in made.steps],
            answer,
        ],
        guess_rate=1 / made.choices,
        difficulty=_difficulty(made, decoys),
    )


def _told(steps: tuple[Step, ...], folded: bool) -> list[str]:
    """The steps in words; a lookup that is left out becomes part of the words of the next one."""
    told: list[str] = []
    before = ""
    for number, step in enumerate(steps):
        relation = step.relation
        kind = incidents.type_of(relation, relation.source)
        said = (
            KINDS[relation.table].category(relation.category).said[step.category] if relation.category else ""
        )
        text = relation.text.format(it=before or f"that {ENTITIES[kind].noun}", c=said).replace(
            "that that", "which that"
        )
        if folded and KINDS[relation.table].lookup and number < len(steps) - 1:
            before = text
        else:
            told.append(text)
            before = ""
    return told


def _trail(rng: random.Random, made: Incident, told: list[str]) -> str:
    begin = rng.choice(_SHORT if len(told) == 1 else _BEGINNINGS)
    begin = begin.format(noun=ENTITIES[made.kind].noun, start=made.start, step=told[0])
    steps = told if len(told) > 1 else []
    return "\n".join([begin, *(f"{number}. {text}" for number, text in enumerate(steps, start=1))])


def _question(kind: str, steps: int) -> str:
    asked = ENTITIES[kind].asked
    if steps == 1:
        return f"Which {asked} does the trail lead to?"
    return f"Which {asked} is found at step {steps}?"


def _rules(told: int, steps: int) -> str:
    parts = [
        "The table `notes` says how the other tables write times, and identifiers where they are not plain."
    ]
    if told > 1:
        parts.append("Where several records fit a step, only one of them can be followed to the last step.")
    if steps > 1:
        parts.append(
            "If you are not sure of the answer, you may add to it a second line with what you found on the way, in "
            "its order and without guesses, such as `path: one -> two -> three`."
        )
    return " ".join(parts)


def answer_of(made: Incident) -> str:
    """The answer in the form that is asked for."""
    return str(written(0, 0, [int(made.answer)])[0]) if made.steps[-1].kind == "time" else made.answer


def query_of(made: Incident, number: int) -> str:
    """The query of a step, given what the steps before it found."""
    step, log = made.steps[number], made.log(made.steps[number])
    before = made.steps[number - 1].value if number else made.start
    source, target = (log.columns[log.place(role)] for role in (step.relation.source, step.relation.target))
    conditions = [
        f"{source.name} = {_literal(spell(source.type, source.spelling, before, made.world.org.domain))}"
    ]
    if step.category >= 0:
        category = log.columns[log.place(step.relation.category)]
        conditions.append(f"{category.name} = {_literal(log.said[step.category])}")
    if log.kind.name == "leases":
        begin, end = (log.columns[log.place(role)].name for role in ("time", "until"))
        at = _literal(written(log.clock, made.world.org.zone, [step.at])[0])
        conditions += [f"{begin} <= {at}", f"{end} > {at}"]
    shown = [target.name]
    if log.kind.timed and target.type != "time":
        shown.append(log.columns[log.place("time")].name)
    return f"SELECT DISTINCT {', '.join(shown)} FROM {log.name} WHERE {' AND '.join(conditions)}"


def _literal(value: Json) -> str:
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def _spellings(made: Incident, kind: str, value: str) -> list[str]:
    return list(
        dict.fromkeys(text.lower() for text in incidents.spellings_of(kind, value, made.world.org.domain))
    )


def _difficulty(made: Incident, decoys: int) -> float:
    size = sum(map(len, made.world.logs.values()))
    odd = 0
    for step in made.steps:
        log = made.log(step)
        odd += sum(
            log.columns[log.place(role)].spelling > 0 for role in (step.relation.source, step.relation.target)
        )
    return round(len(made.steps) * log2(size), 6) + sum(made.branches) - len(made.steps) + decoys + odd


# ---- the database of a recipe -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tables:
    """A database: the statements that make its tables, their columns, and their rows."""

    ddl: list[str]
    columns: dict[str, list[str]]
    rows: dict[str, list[tuple[Json, ...]]]
    digest: str


def remade(recipe: Mapping[str, Json]) -> Tables:
    """The database of a recipe from a payload, the same wherever it is made; `Tables.digest` tells whether it is."""
    world = incidents.make(recipe).world
    seen = digest(world)  # of what has been looked at so far
    ddl, columns, rows = [], {}, {}
    for log in world.logs.values():
        ddl.append(_statement(log))
        columns[log.name] = [column.name for column in log.columns]
        rows[log.name] = list(zip(*map(log.cells, range(len(log.columns))), strict=True))
    ddl.append(
        "CREATE TABLE notes (\n  table_name TEXT NOT NULL,\n  column_name TEXT NOT NULL,\n  note TEXT NOT NULL\n)"
    )
    columns["notes"] = ["table_name", "column_name", "note"]
    rows["notes"] = list(world.notes())
    return Tables(ddl, columns, rows, seen)


def _statement(log: Log) -> str:
    lines = [
        f"  {column.name} {'INTEGER' if isinstance(cells.at(log.first), int) else 'TEXT'} NOT NULL"
        for column, cells in zip(log.columns, log.data, strict=True)
    ]
    return f"CREATE TABLE {log.name} (\n" + ",\n".join(lines) + "\n)"


def digest(world: World) -> str:
    """A short hash of a world: its layout, what was put in and taken out, and the columns that were looked at so far.

    The others are not drawn for it. Each is drawn from its name and the key of the world, as these are.
    """
    seen = [
        [
            log.name,
            [[column.name, column.spelling] for column in log.columns],
            [log.clock, len(log), sorted(log.gone)],
            [
                [list(cells.put.values()), cells.at(log.first) if cells.drawn else None]
                for cells in (log.data if log.is_seen else ())
            ],
        ]
        for log in world.logs.values()
    ]
    return blake2b(canonical_json([world.benign.key, seen]).encode(), digest_size=8).hexdigest()
