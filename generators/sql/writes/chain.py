"""Changes one after the other: drawn, made on rows, and mistaken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ...base import Json
from ..question import NoFit
from ..schema import Schema
from ..tiny_databases import Focus
from .change import KINDS, Facts, Scene
from .filters import CARELESS
from .rows import State, copied

_TRIES = 8
"""Draws of a kind before another one is tried."""


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a chain.

    Attributes:
        kind: the name of its kind.
        facts: what it does.
        schema: the tables before it.
        text: the English.
        sql: the statements.
        names: all texts in the facts; among them are the names of the tables that it reads and changes.
    """

    kind: str
    facts: Facts
    schema: Schema
    text: str
    sql: list[str]
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Chain:
    """Changes of one database.

    Attributes:
        steps: one after the other.
        parts: the conditions on columns of the tables at the beginning, by table and column.
        types: the types that the English states, by table and column at the end.
    """

    steps: list[Step]
    parts: dict[tuple[str, str], list[Facts]]
    types: dict[str, dict[str, str]]

    @property
    def constants(self) -> dict[tuple[str, str], list[Json]]:
        """What values of the tables at the beginning are compared with."""
        found: dict[tuple[str, str], list[Json]] = {}
        for place, parts in self.parts.items():
            values = [part.get("value") for part in parts]
            found[place] = [
                v for one in values for v in (one if isinstance(one, list) else [one]) if v is not None
            ]
        return found


def draw_chain(scene: Scene, kinds: Sequence[str], length: int) -> Chain:
    """Draw changes that fit after each other.

    Raises:
        NoFit: the scene offers none.
    """
    steps: list[Step] = []
    parts: dict[tuple[str, str], list[Facts]] = {}
    types: dict[str, dict[str, str]] = {}
    while len(steps) < length:
        left = [kind for kind in kinds if all(kind != step.kind for step in steps)]
        name, facts = _draw_one(scene, left or list(kinds))
        change = KINDS[name]
        text = scene.rng.choice(change.english(facts, scene))
        names = frozenset(_words(facts))
        steps.append(Step(name, facts, scene.schema, text, change.sql(facts, scene.schema), names))
        for table, part in change.parts(facts):
            if (table, part["column"]) in scene.origins:
                parts.setdefault(scene.origins[table, part["column"]], []).append(part)
        change.apply(facts, scene.state)
        scene.schema = change.evolve(facts, scene.schema)
        scene.used.update(change.writes(facts))
        for table, columns in change.types(facts).items():
            types.setdefault(table, {}).update(columns)
        _renamed(scene, name, facts, types)
    there = {t.name: {c.name for c in t.columns} for t in scene.schema.tables}
    types = {
        table: {column: made for column, made in columns.items() if column in there[table]}
        for table, columns in types.items()
        if table in there
    }
    return Chain(steps, parts, types)


def _draw_one(scene: Scene, kinds: list[str]) -> tuple[str, Facts]:
    for _ in range(_TRIES):
        name = scene.rng.choice(kinds)
        for _ in range(_TRIES):
            with suppress(NoFit):
                return name, KINDS[name].draw(scene)
    raise NoFit


def _renamed(scene: Scene, name: str, facts: Facts, types: dict[str, dict[str, str]]) -> None:
    """Keep what is known of tables and columns under their new names."""
    table: str = facts["table"]
    new: str = facts.get("new", "")
    if name == "rename_table":
        scene.origins = {((new if t == table else t), c): o for (t, c), o in scene.origins.items()}
        scene.used = {((new if t == table else t), c) for t, c in scene.used}
        if table in types:
            types[new] = types.pop(table)
    elif name == "rename_column":
        old = facts["column"]
        scene.origins = {(t, (new if (t, c) == (table, old) else c)): o for (t, c), o in scene.origins.items()}
        if old in types.get(table, {}):
            types[table][new] = types[table].pop(old)


def focus_of(schema: Schema, chain: Chain) -> Focus:
    """The tables at the beginning that the changes name, and the columns of these that they name."""
    words = {word for step in chain.steps for word in step.names}
    tables = [table for table in schema.tables if table.name in words]
    used = {(table.name, column.name) for table in tables for column in table.columns if column.name in words}
    return Focus(used, [table.name for table in tables])


def _words(value: Json) -> Iterator[str]:
    """All texts of a value, keys of objects not included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _words(part)


# ---- on rows ----------------------------------------------------------------------------------------

Plan = list[tuple[str, Facts]]
"""Kinds and facts: what a payload keeps of a chain."""


def plan_of(chain: Chain) -> Plan:
    """The kinds and facts of a chain."""
    return [(step.kind, step.facts) for step in chain.steps]


def carry_out(plan: Sequence[tuple[str, Facts]], state: State) -> State:
    """The state after all changes; the one given stays as it is."""
    made = copied(state)
    for name, facts in plan:
        KINDS[name].apply(facts, made)
    return made


Mistake = tuple[int, Facts | None]
"""The number of a change, from 0, and the facts that are taken for its own; None if it is forgotten."""


def is_classic(mistake: Mistake, chain: Chain) -> bool:
    """Whether it is a classic misreading: capital letters that do not count, orphans that go as well."""
    at, facts = mistake
    return facts is not None and facts != chain.steps[at].facts and _is_careless(facts)


def _is_careless(facts: Facts) -> bool:
    if "folded" in facts or "orphans" in facts:
        return True
    filters = [facts.get(name) for name in ("where", "other_where")]
    return any(part["op"] in CARELESS.values() for one in filters if one for part in one["parts"])


def mistakes(chain: Chain) -> Iterator[Mistake]:
    """The mistakes that are foreseen in a chain. First those that forget a change altogether."""
    for at in range(len(chain.steps)):
        yield at, None
    earlier: set[str] = set()
    for at, step in enumerate(chain.steps):
        change = KINDS[step.kind]
        as_declared = earlier.isdisjoint((step.facts["table"], step.facts.get("other")))
        for facts in change.edits(step.facts, step.schema):
            if not (as_declared and change.sure(step.facts, facts, step.schema)):
                yield at, facts
        earlier |= step.names
