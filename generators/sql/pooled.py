"""Questions that are judged on databases, numbered: what takes long to make of one is made once and kept on disk.

Most of the work of such a task is to find databases that tell mistakes apart. It is done once for each question of a
pool; each task about it has other rows to look at, other names of tables and columns, and other words around it. All
tasks of one question are in one split, in all environments. Without a pool each task has a question of its own.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TypeVar

from .. import kept_folder
from ..base import GenerationError, Json
from ..kept_problems import KeptProblem, Parts
from ..kept_problems import problem as kept_problem
from ..quick_random import QuickRandom
from .analyse import keyed, operators, tables_of
from .choose_databases import needed_by
from .codec import from_json, schema_to_json, to_json
from .double_slips import double_slips
from .execute import MadeTable
from .fill import fill
from .packed_rows import pack, unpack
from .problems import draw, problem
from .question import NoFit, Question, World
from .renaming import Names, OldNames, drawn_names, renamed_schema
from .render import plainly, to_sql
from .rules import orders_texts
from .schema import Database, Schema
from .slips import Slips, packed, packed_pairs

T = TypeVar("T")

Place = tuple[str, int]
"""The name of a pool, and the number of a problem in it."""

KIND = "sql-problems"
"""The folder in which questions are kept."""
MOST = 1_000_000
"""Questions of a pool, at most."""
_TWO_SLIPS = "two-slips"
_ROWS = 120
"""About so many rows has the database that a question takes its constants from."""
_TRIED = 20


class Posed:
    """A question of a task, with what judges its answers.

    It is stored under the names with which it was drawn; a task has others (`names`).

    Attributes:
        seed: of the schema.
        names: of this task.
        columns: how many the result has.
        ordered: whether the order of the result's rows matters.
        texts_in_order: whether it matters which of two texts comes first; see `rules.orders_texts`.
    """

    def __init__(self, rng: random.Random, kept: KeptProblem, place: Place | None) -> None:
        """Args: what draws the names, what is kept of the question, and where."""
        self._kept = kept
        self._place = place
        main = kept.main
        self.seed: int = main["seed"]
        self.columns: int = main["columns"]
        self.ordered: bool = main["ordered"]
        self.texts_in_order: bool = main["texts_in_order"]
        self.names = drawn_names(rng, OldNames.from_json(main["names"]), self.seed)

    @cached_property
    def schema(self) -> Schema:
        """The schema with the names as drawn."""
        return renamed_schema(self.seed, len(self._kept.main["names"][0]), None)

    @cached_property
    def question(self) -> Question:
        """The question with the names as drawn."""
        main = self._kept.main
        return Question(from_json(main["plan"]), main["text"], main["shape"])

    @property
    def made_tables(self) -> list[MadeTable]:
        """What makes the tables with the names as drawn."""
        names, _, _ = self._kept.main["names"]
        return [
            (name, statement, len(columns))
            for (name, columns), statement in zip(names, self._kept.main["made"], strict=True)
        ]

    @property
    def keyed(self) -> str:
        """The right query with the names as drawn, and with what it sorts by behind its columns."""
        return str(self._kept.main["keyed"])

    @property
    def plain(self) -> str:
        """The right query with the names as drawn, in the form of the texts of `slips`."""
        return str(self._kept.main["plain"])

    @cached_property
    def databases(self) -> list[Database]:
        """The databases that judge an answer, with the names as drawn."""
        return unpack(self._kept.main["databases"])

    @cached_property
    def slips(self) -> Slips:
        """Queries with one mistake that the databases tell apart, with the names as drawn."""
        return Slips(self._kept.more["slips"])

    @cached_property
    def double_slips(self) -> Slips:
        """Queries with two mistakes, each of which matters on the databases, with the names as drawn."""

        def make() -> Json:
            tiny = slice(int(self._kept.more["tiny"]))
            judged = list(zip(self.databases[tiny], self._kept.main["gold"][tiny], strict=True))
            edits = frozenset(self._kept.more["edits"])
            usual = fill(QuickRandom(f"usual {self.seed}"), self.schema, _ROWS)
            found = double_slips(self.schema, self.question.plan, self.slips, edits, judged, usual)
            return packed_pairs(self.schema, found)

        return Slips.of_pairs(self.known(_TWO_SLIPS, make))

    def known(self, what: str, make: Callable[[], Json]) -> Json:
        """Something about the question that takes a while to find out: it is kept beside it.

        Args:
            what: a name for it, of plain letters, digits and hyphens.
            make: finds it out, from what is kept of the question alone.
        """
        if self._place is None:
            return make()
        pool, number = self._place
        return kept_problem(folder(), f"{pool}-{what}", number, lambda: (make(), None)).main

    @cached_property
    def renamed(self) -> Question:
        """The question with the task's names."""
        main = self._kept.main
        return Question(self.names.unpacked(main["plan"]), self.names.text(main["text"]), main["shape"])

    @cached_property
    def query(self) -> str:
        """The reference answer."""
        return to_sql(self.renamed.plan)

    def filled(self, rng: random.Random, rows: int, few: int | None = None) -> World:
        """The schema with realistic rows, with the task's names.

        Args:
            rng: the source of chance.
            rows: about so many in all.
            few: at most so many in each table that the query needs nothing of; None for as many as in the others.
        """
        schema, most = self.names.schema, None
        if few is not None:
            needed = self._kept.main["needed"]
            most = {table.name: few for place, table in enumerate(schema.tables) if place not in needed}
        return World(schema, fill(rng, schema, rows, most=most))

    def as_drawn(self, database: Database) -> Database:
        """A database with the names as drawn."""
        names, _, _ = self._kept.main["names"]
        return {name: rows for (name, _), rows in zip(names, database.values(), strict=True)}

    @cached_property
    def statements(self) -> list[str]:
        """What makes the tables with the task's names."""
        return self.names.schema.ddl()

    @cached_property
    def _plan(self) -> Json:
        return to_json(self.renamed.plan)

    @property
    def canonical(self) -> Json:
        """What makes the question the same; see `problems.canonical`."""
        return [self.statements, self._plan]

    def payload(self) -> dict[str, Json]:
        """The parts of the payload that the verifier and the solver read."""
        schema, main = self.names.schema, self._kept.main
        return {
            "sql": {
                "dialect": "sqlite",
                "schema": self.statements,
                "tables": {table.name: [column.name for column in table.columns] for table in schema.tables},
                "databases": unpack(main["databases"], self.names.tables),
                "gold": main["gold"],
                "ordered": main["ordered"],
                "columns": main["columns"],
                "query": self.query,
            },
            "problem": {"plan": self._plan, "schema": schema_to_json(schema)},
        }

    def shared(self) -> Json:
        """What all tasks of the question have in common."""
        return self._kept.main["shared"]

    def size(self) -> int:
        """How much there is in the query: its operators and the tables that it reads."""
        return int(self._kept.main["size"])


def renamed(question: Question, names: Names) -> Question:
    """A question with other names."""
    return Question(names.query(question.plan), names.text(question.text), question.shape)


def shared(schema: Schema, question: Question) -> Json:
    """What all tasks of a question have in common, and with them those of questions that are the same but for names.

    That is what the database is about and the plan, with a number in the place of each name.
    """
    return ["sql", schema.domain, _numbered(to_json(question.plan), {})]


def _numbered(node: Json, known: dict[tuple[str, ...], int]) -> Json:
    """A plan as JSON without names of tables, columns, sources and results."""

    def number(*name: str) -> int:
        return known.setdefault(name, len(known))

    if isinstance(node, list):
        return [_numbered(item, known) for item in node]
    if not isinstance(node, dict):
        return node
    [(kind, parts)] = node.items()
    if kind == "Col":
        return [kind, number(parts[0]), number(*parts)]
    if kind == "Source":
        parts = [number(part) if isinstance(part, str) and part else part for part in parts]
    elif kind == "Select":
        parts = [[value for _, value in parts[0]], *parts[1:]]
    elif kind == "With":
        parts = [[[number(name), query] for name, query in parts[0]], *parts[1:]]
    return [kind, *_numbered(parts, known)]


def posed(rng: random.Random, shape: int, tables: int, problems: int | None, finish: Callable[[Posed], T]) -> T:
    """What is made of the first question for a query that will do; see `first`.

    Args:
        rng: the source of chance.
        shape: the level of the query, 1 to 7.
        tables: of the schema.
        problems: how many questions there are; None for a new one each time.
        finish: makes of a question what is wanted; raises `NoFit` for one that will not do.

    Raises:
        ValueError: a number is out of range.
        GenerationError: nothing was found in a bounded number of tries.
    """
    pool = _pool(shape, tables)
    return first(
        rng,
        pool,
        problems,
        lambda seed: query(seed, shape, tables),
        lambda kept, place: finish(Posed(rng, kept, place)),
    )


def first(
    rng: random.Random,
    pool: str,
    problems: int | None,
    make: Callable[[str], Parts],
    finish: Callable[[KeptProblem, Place | None], T],
) -> T:
    """What is made of the first problem that will do.

    Args:
        rng: chooses the problem.
        pool: a name for problems that are made in one way.
        problems: how many the pool has; None for a new one each time.
        make: makes a problem of a text that seeds it.
        finish: makes of a problem and its place what is wanted; raises `NoFit` for one that will not do.

    Raises:
        ValueError: `problems` is out of range.
        GenerationError: nothing was found in a bounded number of tries.
    """
    for _ in range(_TRIED):
        place = place_of(rng, pool, problems)
        with suppress(NoFit, GenerationError):
            return finish(drawn(rng, place, make), place)
    raise GenerationError(f"no question of {pool} will do; take other tables or rows")


def place_of(rng: random.Random, pool: str, problems: int | None) -> Place | None:
    """A pool and the number of a problem in it; None for a new one.

    Args:
        rng: draws the number.
        pool: a name for problems that are made in one way.
        problems: how many the pool has; None for a new one.

    Raises:
        ValueError: `problems` is out of range.
    """
    if problems is None:
        return None
    if not isinstance(problems, int) or not 1 <= problems <= MOST:
        raise ValueError(f"problems is 1 to {MOST:,}, or null for new ones, not {problems!r}")
    return pool, rng.randrange(problems)


def drawn(rng: random.Random, place: Place | None, make: Callable[[str], Parts]) -> KeptProblem:
    """The problem of a place, or a new one.

    Args:
        rng: draws a new one.
        place: which one; see `place_of`.
        make: makes a problem of a text that seeds it.
    """
    if place is None:
        return KeptProblem(*make(f"{rng.getrandbits(64)}"))
    pool, number = place
    return kept_problem(folder(), pool, number, lambda: make(f"{pool} {number}"))


def build(shape: int, tables: int, more: Callable[[Posed], object] | None, number: int) -> None:
    """Make what is kept of a question for a query, ahead of its first use.

    Args:
        shape: the level of the query.
        tables: of the schema.
        more: asks the question for what is kept beside it.
        number: of the question.
    """
    place = _pool(shape, tables), number
    kept = drawn(QuickRandom(), place, lambda seed: query(seed, shape, tables))
    if more is not None:
        more(Posed(QuickRandom(), kept, place))


def builders(
    params: Mapping[str, Json], beside: Mapping[str, Callable[[Posed], object]] | None = None
) -> dict[str, Callable[[int], None]]:
    """What makes the questions of a level, by the names of their pools; a number of up to ``params["problems"]`` each.

    Args:
        params: of a level of text2sql, sql-repair, or sql-explore.
        beside: what asks a question for something that is kept beside it, by its name.
    """
    shape, tables, two = params["shape"], params["tables"], params.get("slips") == 2
    if params.get("ask") == "value":
        return {}
    name = _pool(shape, tables)
    wanted = {**(beside or {}), **({_TWO_SLIPS: _two_slips} if two else {})}
    return {
        name: partial(build, shape, tables, None),
        **{f"{name}-{what}": partial(build, shape, tables, more) for what, more in wanted.items()},
    }


def _two_slips(question: Posed) -> Slips:
    return question.double_slips


def _pool(shape: int, tables: int) -> str:
    return f"query-{shape}-{tables}"


def query(seed: str, shape: int, tables: int) -> Parts:
    """What is kept of a question for a query."""
    rng = QuickRandom(seed)
    seeds: list[int] = []

    def world() -> World:
        seeds.append(rng.getrandbits(48))
        schema = renamed_schema(seeds[-1], tables, None)
        return World(schema, fill(rng, schema, _ROWS))

    found = draw(rng, shape, world, lambda place, question: problem(rng, place, question))
    sql, schema, plan = found.chosen.sql, found.world.schema, found.question.plan
    with_keys = keyed(plan)
    reads = tables_of(plan)
    needed = {table.name for table in needed_by(schema, reads).tables}
    main = {
        "seed": seeds[-1],
        "names": OldNames.of(schema, plan).to_json(),
        "made": schema.ddl(),
        "needed": [place for place, table in enumerate(schema.tables) if table.name in needed],
        "size": operators(plan) + len(reads),
        "shared": shared(schema, found.question),
        "texts_in_order": orders_texts(plan, schema),
        "plain": plainly(plan),
        "keyed": plainly(plan if with_keys is None else with_keys),
        "plan": to_json(plan),
        "text": found.question.text,
        "shape": found.question.shape,
        "databases": pack(sql["databases"]),
        **{name: sql[name] for name in ("gold", "ordered", "columns")},
    }
    more = {
        "edits": list(found.chosen.edits),
        "tiny": found.chosen.tiny,
        "slips": packed(found.chosen.slips),
    }
    return main, more


def folder() -> Path | None:
    """Where questions are kept by this version of the code; None if they are not."""
    return kept_folder.folder(KIND, _version())


@cache
def _version() -> str | None:
    """A hash of all code that questions are made by, and of the engine that they are tried on."""
    here = Path(__file__).parent
    folders = (here, here / "domains", here / "shapes")
    paths = [path for folder in folders for path in sorted((*folder.glob("*.py"), *folder.glob("*.txt")))]
    others = [here.parent / name for name in ("quick_random.py", "base.py")]
    return kept_folder.version_of([*paths, *others], f"1 {sqlite3.sqlite_version}")
