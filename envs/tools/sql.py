"""Tools to look at a database: its tables, what a table is made of, and queries.

The database is not in the payload. It is made again from a recipe, ``payload["world"]``
(`rlvr.generators.sql.explore`), and kept as an image in a small cache. Each query runs on a private, read-only copy
under counted limits (`rlvr.verifiers.sql.runner`), so the tools change nothing and an episode has no state.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from random import Random

from ...generators.base import Json, canonical_json
from ...generators.sql.execute import indexes
from ...generators.sql.explore import MOST_STEPS, digest, remade, seal
from ...generators.sql.show import cell, grid
from ...sandbox.base import SandboxError
from ...verifiers.base import Verdict
from ...verifiers.sql import image, value
from ...verifiers.sql.runner import Limits, QueryError, Result, run
from ..tool import Call, Toolbox, ToolError, tool

COUNTED = 1000
"""Rows of a result that are counted; of more it is only said that there are more."""
LIMITS = Limits(steps=3 * MOST_STEPS, rows=COUNTED, chars=400_000)
"""What one query may take: about a second, and three times what the reference takes at most."""

CELL = 160
"""Characters that are shown of a cell of a result."""
MOST_BYTES = 256 << 20
"""Bytes of databases that are kept; the largest ones take 10 MB."""

_IMAGES: OrderedDict[str, bytes] = OrderedDict()
_LOCK = threading.Lock()


class SqlTools(Toolbox):
    """The tools of questions about a database that is not shown."""

    max_calls = 20
    max_output_chars = 4000

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing: looking changes nothing."""
        return {}

    def database(self, payload: Mapping[str, Json]) -> bytes:
        """The image of a task's database."""
        return _image(payload)

    @tool
    def tables(self, payload: Mapping[str, Json], state: Json) -> str:
        """List the tables of the database with their numbers of rows."""
        database = self.database(payload)
        names = _names(database)
        counts = [_run(database, f"SELECT COUNT(*) FROM {image.quoted(name)}").rows[0][0] for name in names]
        return grid(("table", "rows"), list(zip(names, counts, strict=True)))

    @tool
    def schema(self, payload: Mapping[str, Json], state: Json, table: str) -> str:
        """Show the statement that made a table: its columns, their types and its keys.

        Args:
            table: the name of the table.
        """
        database = self.database(payload)
        for name, statement in _run(database, "SELECT name, sql FROM sqlite_master WHERE type = 'table'").rows:
            if name.lower() == table.strip().strip('"`[]').lower():
                return str(statement)
        raise ToolError(f"there is no table {cell(table)!r}; the tool 'tables' lists those that there are")

    @tool
    def query(self, payload: Mapping[str, Json], state: Json, sql: str) -> str:
        """Run one SQLite query that only reads, and show the first rows of its result and how many there are.

        Missing values are shown as NULL, long texts are cut.

        Args:
            sql: one SELECT statement; it may begin with WITH.
        """
        result = _run(self.database(payload), sql)
        shown = int(payload["shown"])
        text = grid(result.columns, result.rows[:shown], CELL)
        count = len(result.rows)
        if result.more:
            return f"{text}\n(more than {count} rows; the first {shown} are shown)"
        if count > shown:
            return f"{text}\n({count} rows; the first {shown} are shown)"
        return f"{text}\n({count or 'no'} row{'' if count == 1 else 's'})"

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the query or the value."""
        return value.verify(payload, answer)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """Look at the tables and at what the query needs, and run the query."""
        problem = payload["problem"]
        looks = [Call("schema", {"table": name}) for name in problem["tables"]]
        step = self.max_calls_in_action
        return [
            [Call("tables", {})],
            *(looks[at : at + step] for at in range(0, len(looks), step)),
            [Call("query", {"sql": problem["query"]})],
        ]

    def random_call(self, payload: Mapping[str, Json], state: Json, rng: Random) -> Call:
        """A look at the tables, or at some rows or the statement of one."""
        name = rng.choice(_names(self.database(payload)))
        return rng.choice(
            (
                Call("tables", {}),
                Call("schema", {"table": name}),
                Call("query", {"sql": f"SELECT * FROM {image.quoted(name)} LIMIT {rng.randint(1, 9)}"}),
                Call("query", {"sql": f"SELECT COUNT(*) FROM {image.quoted(name)}"}),
            )
        )


def _run(database: bytes, sql: str) -> Result:
    try:
        return run(database, sql, LIMITS, cut=True)
    except QueryError as error:
        raise ToolError(str(error)) from None


def _names(database: bytes) -> list[str]:
    rows = _run(database, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid").rows
    return [str(row[0]) for row in rows]


def _image(payload: Mapping[str, Json]) -> bytes:
    """The database of a task, made at its first use and kept while there is room."""
    recipe = payload["world"]
    key = canonical_json([recipe, "value" in payload])
    with _LOCK:
        if key in _IMAGES:
            _IMAGES.move_to_end(key)
            return _IMAGES[key]
    world = remade(recipe)
    rows = digest(world, payload["problem"]["tables"]) if "value" in payload else ""
    if seal(world.schema, rows) != recipe["seal"]:
        raise SandboxError("the database of this task cannot be made again: it is from another version")
    columns = {table.name: [column.name for column in table.columns] for table in world.schema.tables}
    # As databases mostly have them; without, a query that looks up the children of each parent takes too many steps.
    made_by = [*world.schema.ddl(), *(text for table in world.schema.tables for text in indexes(table))]
    made = image.build(made_by, columns, [world.database])[0]
    with _LOCK:
        _IMAGES[key] = made
        while len(_IMAGES) > 1 and sum(map(len, _IMAGES.values())) > MOST_BYTES:
            _IMAGES.popitem(last=False)
    return made
