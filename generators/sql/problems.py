"""Drawing a question that can be judged: a world, a shape of the wanted level, and databases that tell slips apart."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from ..base import GenerationError, Json
from .analyse import operators, tables_of
from .domains import draw_schema
from .fill import fill
from .judged import judged
from .question import NoFit, Question, World
from .shapes import SHAPES

_SHAPES_TRIED = 40
_WORLDS_TRIED = 4


@dataclass(frozen=True, slots=True)
class Problem:
    """A question, the world that its constants are from, and the parts of a payload that judge an answer."""

    world: World
    question: Question
    payload: dict[str, Json]

    @property
    def query(self) -> str:
        """The reference answer."""
        return str(self.payload["sql"]["query"])

    @property
    def operators(self) -> int:
        """How much there is in the query: what the measured difficulty is made of."""
        return operators(self.question.plan) + len(set(tables_of(self.question.plan)))


def draw(
    rng: random.Random,
    shape: int,
    world: Callable[[], World],
    wanted: Callable[[World, Question], bool] | None = None,
) -> Problem:
    """A problem whose question has a shape of the level `shape`.

    The shape is drawn before the world, so that those which few worlds fit are not rarer than the others.

    Args:
        rng: draws everything but the worlds.
        shape: 1 to 7.
        world: draws a world.
        wanted: whether a question will do, before much is spent on it; all do if None.

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
                question = draw_question(rng, place)
                if wanted is None or wanted(place, question):
                    return Problem(place, question, judged(rng, question, place))
            except NoFit:
                continue
    raise GenerationError(f"no question of shape level {shape} was found; take other tables or rows")


def drawn_world(rng: random.Random, tables: int, rows: int) -> World:
    """A schema of some tables, and realistic rows for it."""
    if not 1 <= tables <= 12 or not 10 <= rows <= 200_000:
        raise ValueError(f"tables is 1 to 12 and rows 10 to 200000, not {tables!r} and {rows!r}")
    schema = draw_schema(rng, tables)
    return World(schema, fill(rng, schema, rows))
