"""The files of an imported environment: a registry entry, the tasks of each level as JSON lines, and what they share.

Schemas and rows of tables are stored once for the whole environment (`SHARED`); a task names them by their line.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from ..generators.base import TEST_SHARE, fingerprint_of, split_of
from ..generators.sql.imported import SHARED, canonical_of
from ..generators.sql.show import grid
from .choose_databases import ChosenDatabases
from .facts import ImportedDatabase
from .folder import REPORT, replaceable
from .questions import ImportedQuestion
from .report import Report

Json = Any

LEVELS = 5
FEWEST = 4
"""Questions at a level; fewer could not be split. So a few questions make fewer levels."""
SHOWN = 3
_TRIES = 10_000


@dataclass(frozen=True, slots=True)
class Kept:
    """A question that becomes a task."""

    question: ImportedQuestion
    database: ImportedDatabase
    chosen: ChosenDatabases


def fit(sql: dict[str, Json], limit: int) -> int:
    """Leave out databases, the largest first and not below ten, until a payload is small; gives its size."""
    size = len(json.dumps(sql))
    while size > limit and len(sql["databases"]) > 10:
        sizes = [len(json.dumps(database)) for database in sql["databases"]]
        largest = sizes.index(max(sizes))
        del sql["databases"][largest], sql["gold"][largest]
        size = len(json.dumps(sql))
    return size


def write(path: Path, report: Report, kept: Sequence[Kept]) -> list[int]:
    """Write the registry file and the folder of tasks beside it; gives the number of tasks at each level."""
    folder = replaceable(path)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    ordered = sorted(kept, key=lambda one: (_difficulty(one), one.question.row))
    levels = _parts(ordered)
    space = report.env.rsplit("-v", 1)[0]
    tested = _tested(levels)
    names = []
    store = _Store()
    for number, part in enumerate(levels, 1):
        name = f"level-{number}.jsonl"
        names.append(f"./{folder.name}/{name}")
        golds = [one.question.query for one in part]
        with (folder / name).open("w", encoding="utf-8") as file:
            for one in part:
                share = golds.count(one.question.query) / len(golds)
                split = "test" if _split_key(one) in tested else "train"
                task = store.packed(_task(one, space, one.question.split or split, share))
                file.write(json.dumps(task) + "\n")
    (folder / SHARED).write_text("".join(f"{line}\n" for line in store.lines), encoding="utf-8")
    (folder / REPORT).write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")
    path.write_text(_registry(report, kept, names, [len(part) for part in levels]), encoding="utf-8")
    return [len(part) for part in levels]


class _Store:
    """What several tasks of an environment have in common, each part once: the schema, and the rows of a table."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._known: dict[str, int] = {}

    def _number(self, part: Json) -> int:
        line = json.dumps(part)
        if line not in self._known:
            self._known[line] = len(self.lines)
            self.lines.append(line)
        return self._known[line]

    def packed(self, task: dict[str, Json]) -> dict[str, Json]:
        """The task with numbers of lines in place of the parts; `rlvr.generators.sql.imported.unpacked` undoes it."""
        sql = task["payload"]["sql"]
        packed = {
            **sql,
            "schema": self._number(sql["schema"]),
            "tables": self._number(sql["tables"]),
            "databases": [
                {name: self._number(rows) for name, rows in database.items()} for database in sql["databases"]
            ],
        }
        payload = {**task["payload"], "sql": packed}
        return {**task, "tables": self._number(task["tables"]), "payload": payload}


def _parts(ordered: Sequence[Kept]) -> list[Sequence[Kept]]:
    """The questions, from small to large queries, cut into levels of about the same number."""
    levels = max(1, min(LEVELS, len(ordered) // FEWEST))
    cuts = [number * len(ordered) // levels for number in range(levels + 1)]
    return [ordered[low:high] for low, high in pairwise(cuts)]


def _difficulty(one: Kept) -> float:
    """How much there is in a query; of equal ones the longer text has more."""
    return one.chosen.size + min(len(one.question.query), 9999) / 10_000


def _split_key(one: Kept) -> str:
    """What decides the split: questions with one query stay together."""
    text = " ".join(one.question.query.lower().split())
    return hashlib.blake2b(f"{one.database.name}\n{text}".encode(), digest_size=8).hexdigest()


def _tested(levels: Sequence[Sequence[Kept]]) -> set[str]:
    """The keys in the test split: a tenth by their value, and at least one at each level that has several."""
    keys = {_split_key(one) for part in levels for one in part}
    tested = {key for key in keys if int(key, 16) % TEST_SHARE == 0}
    for part in levels:
        own = sorted({_split_key(one) for one in part})
        if len(own) > 1 and not tested.intersection(own):
            tested.add(own[0])
        elif len(own) > 1 and tested.issuperset(own):
            tested.discard(own[0])
    return tested


def _task(one: Kept, space: str, split: str, share: float) -> dict[str, Json]:
    task: dict[str, Json] = {
        "question": one.question.question,
        "evidence": one.question.evidence,
        "tables": _tables(one.database),
        "payload": {"sql": one.chosen.sql, "problem": {"row": one.question.row, "database": one.database.name}},
        "guess_rate": share,
        "difficulty": _difficulty(one),
        "salt": 0,
    }
    # The split is that of the fingerprint, here as everywhere; the salt makes it the one that is wanted.
    while split_of(fingerprint_of(space, canonical_of(task))) != split and task["salt"] < _TRIES:
        task["salt"] += 1
    return task


def _tables(database: ImportedDatabase) -> str:
    """The statements that make the tables, with some rows of each one."""
    parts = []
    for table in database.tables:
        rows = table.sample[:SHOWN]
        shown = f"/* {len(rows)} example rows:\n{grid(table.names, rows, 40)}\n*/" if rows else "/* no rows */"
        parts.append(f"{table.statement.rstrip().rstrip(';')};\n{shown}")
    return "\n\n".join([*parts, *(f"{view.rstrip().rstrip(';')};" for view in database.views)])


def _registry(report: Report, kept: Sequence[Kept], names: Sequence[str], counts: Sequence[int]) -> str:
    entry = {
        "id": report.env,
        "title": f"Questions of {report.env.split('/')[-1].rsplit('-v', 1)[0]}",
        "family": "sql",
        "description": f"{report.kept} questions on a database of your own, answered by a query.",
        "generator": "rlvr.generators.sql.imported:generate",
        "verifier": "rlvr.verifiers.sql.query:verify",
        "solver": "rlvr.generators.sql.imported_solver:confirms",
        "form": "code",
        "noun": "SQL query",
        "max_answer_chars": 8000,
        "proxy": "clauses, joins and comparisons of the query",
        "small_levels": list(range(1, len(names) + 1)),
        "levels": {"tasks": list(names)},
    }
    if any(one.database.dialect != "sqlite" for one in kept):
        del entry["solver"]  # it has no other engine
    head = (
        f"# Made by `rlvr sql import`: {report.kept} questions, {', '.join(map(str, counts))} at each level.\n"
    )
    return head + str(yaml.safe_dump({"tasks": [entry]}, sort_keys=False, allow_unicode=True, width=110))
