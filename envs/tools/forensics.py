"""Tools to look into an incident: the tables of the logs, what a table is made of, and queries.

The tools are those of `SqlTools`. The database is made again from the recipe in the payload
(`rlvr.generators.sql.forensics.sql_forensics`), checked against the hash that the task was made with, and kept as an
image in a small cache: it may have a hundred thousand rows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from ...generators.base import Json, canonical_json
from ...generators.sql.forensics.sql_forensics import remade
from ...sandbox.base import SandboxError
from ...verifiers.base import Verdict
from ...verifiers.sql import forensics, image
from ..tool import Call
from .image_cache import ImageCache
from .sql import SqlTools

_IMAGES = ImageCache()


class ForensicsTools(SqlTools):
    """The tools of incidents."""

    max_calls = 25

    def database(self, payload: Mapping[str, Json]) -> bytes:
        """The image of the logs."""
        return _IMAGES.get(canonical_json(payload["world"]), _built)

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge what was found, and the way to it."""
        return forensics.verify(payload, answer)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """Look at the tables and the notes, then pivot along the trail, one query a turn."""
        looks = [Call("tables", {}), Call("query", {"sql": "SELECT * FROM notes LIMIT 20"})]
        return [looks, *([Call("query", {"sql": sql})] for sql in payload["queries"])]

    def final(self, payload: Mapping[str, Json], answer: str) -> str:
        """The answer, and the way to it."""
        way = " -> ".join(spellings[0] for spellings in payload["path"])
        return f"answer: {answer}\npath: {way}" if way else answer


def _built(recipe: str) -> bytes:
    """The image of a recipe; the largest take about 10 MB."""
    wanted = json.loads(recipe)
    tables = remade(wanted)
    if tables.digest != wanted["digest"]:
        raise SandboxError("the logs of this task cannot be made again: it comes from another version")
    return image.build(tables.ddl, tables.columns, [tables.rows])[0]
