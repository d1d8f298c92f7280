"""A question about a database and the query that answers it, made from the same drawn facts.

A *shape* is a function ``draw(rng, world) -> Question``. It draws what is asked (columns, constants, keys), and makes
the plan and the English from that, so that neither can say something else than the other. Where a schema does not
offer what the shape needs, it raises `NoFit`, and the caller tries another shape or world.

The words that shapes use are in `phrases`; all shapes by name are in `shapes.SHAPES`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from .plan import Query
from .schema import Database, Schema


class NoFit(Exception):
    """The schema, or its rows, do not offer what a question needs."""


@dataclass(frozen=True, slots=True)
class World:
    """A schema with realistic rows, from which questions take their constants.

    Attributes:
        schema: the tables.
        database: rows for each of them.
    """

    schema: Schema
    database: Database


@dataclass(frozen=True, slots=True)
class Question:
    """A question with one right result on every database of the schema.

    Attributes:
        plan: the query.
        text: the English, one or more sentences with their full stops. Rules that hold for all questions (columns in
            the named order, duplicates kept, missing values, ties) are stated by the prompt, not here.
        shape: the name of the shape that made it.
    """

    plan: Query
    text: str
    shape: str


Shape = Callable[[random.Random, World], Question]
"""Draws one question; raises `NoFit` where the world does not offer it."""
