"""Drawing a question that can be judged: a world, a shape of the level, and databases that tell mistakes apart."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ..base import GenerationError, Json
from .analyse import operators, tables_of
from .choose_databases import ChosenDatabases, choose_databases
from .codec import schema_to_json, to_json
from .domains import draw_schema
from .fill import fill
from .question import NoFit, Question, World
from .shapes import SHAPES

T = TypeVar("T")

_SHAPES_TRIED = 40
_WORLDS_TRIED = 4


@dataclass(frozen=True, slots=True)
class Problem:
    """A question, the world that its constants are from, and what judges an answer."""

    world: World
    question: Question
    chosen: ChosenDatabases

    @property
    def query(self) -> str:
        """The reference answer."""
        return str(self.chosen.sql["query"])

    def payload(self) -> dict[str, Json]:
        """The parts of the payload that the verifier and the solver read."""
        return {
            "sql": self.chosen.sql,
            "problem": {"plan": to_json(self.question.plan), "schema": schema_to_json(self.world.schema)},
        }


def problem(rng: random.Random, world: World, question: Question) -> Problem:
    """A question with databases that judge it; raises `NoFit` where none are good enough."""
    return Problem(world, question, choose_databases(rng, question, world.schema))


def draw(
    rng: random.Random,
    shape: int,
    world: Callable[[], World],
    finish: Callable[[World, Question], T],
) -> T:
    """What is made of the first question that will do, with a shape of the level `shape`.

    The shape is drawn before the world, so that those which few worlds fit are not rarer than the others.

    Args:
        rng: draws the shapes and the questions.
        shape: 1 to 7.
        world: draws a world.
        finish: makes of a question what is wanted; raises `NoFit` for one that will not do.

    Raises:
        ValueError: if there is no shape of that level.
        GenerationError: if no question was found in a bounded number of tries.
    """
    names = [name for name, (level, _) in SHAPES.items() if level == shape]
    if not names:
        raise ValueError(f"shape is a level from 1 to 7, not {shape!r}")
    for _ in range(_SHAPES_TRIED):
        draw_question = SHAPES[rng.choice(names)][1]
        for _ in range(_WORLDS_TRIED):
            place = world()
            try:
                return finish(place, draw_question(rng, place))
            except NoFit:
                continue
    raise GenerationError(f"no question of shape level {shape} was found; take other tables or rows")


def drawn_world(rng: random.Random, tables: int, rows: int) -> World:
    """A schema of some tables, and realistic rows for it.

    Raises:
        ValueError: if a number is out of range.
    """
    check_sizes(tables, rows)
    schema = draw_schema(rng, tables)
    return World(schema, fill(rng, schema, rows))


def check_sizes(tables: int, rows: int) -> None:
    """Raises ValueError if the numbers of tables and rows of a world are out of range."""
    if not 1 <= tables <= 12 or not 10 <= rows <= 200_000:
        raise ValueError(f"tables is 1 to 12 and rows 10 to 200000, not {tables!r} and {rows!r}")


def size(question: Question) -> int:
    """How much there is in a question's query: its operators and the tables that it reads."""
    return operators(question.plan) + len(tables_of(question.plan))


def canonical(world: World, question: Question) -> Json:
    """What makes a question the same: the schema and the query, whatever rows and words show it."""
    return [world.schema.ddl(), to_json(question.plan)]
