"""An index of the trajectories of a folder, in SQLite: any page, filter or row at once, however many there are.

A training run adds each file to the index when it has written it, so nobody has to read all files to know what is in
them. The index can always be made anew from the files: `TrajectoryIndex` adds what is missing, and forgets what is
gone, whenever it is opened.

    with TrajectoryIndex("runs/first/trajectories") as index:
        rows = index.page(env="rlvr/sokoban-v0", passed=False, after=0, limit=50)
        trajectory = index.read(rows[0].number)

Rows have numbers that rise with the order in which files were added; the next page begins behind the last number of
the one before, so a page costs the same wherever it is.
"""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ...export.errors import DatasetError
from ...export.formats import read_rows
from ..trajectory import Trajectory
from .rows import from_row
from .storage import Place, read_times, timed, trajectory_files

FILE = "index.sqlite"
VERSION = 1
_STEP = re.compile(r"step-([0-9]+)")
_WAIT = 60.0
"""Seconds that a process waits for another one that is writing."""
_PIECE = 1 << 18


@dataclass(frozen=True, slots=True)
class IndexRow:
    """What is known of a trajectory without reading it.

    Attributes:
        number: its number in the index.
        file: name of its file.
        place: place of its row in the file, counted from 0.
        offset: where its block begins, in bytes; -1 in parquet files, which have no blocks.
        inner: its place in the block, counted from 0.
        step: training step; -1 if unknown.
        task: id of the task.
        env: id of the environment.
        level: its level.
        sample: number in its group.
        fingerprint: of the problem.
        ending: why it ended.
        reason: of the verdict; "" without one.
        scored: false where machinery failed.
        passed: whether it is right.
        score: of the verdict; None if there is none.
        reward: the sum of what the steps paid.
        turns: actions.
        tokens: drawn tokens.
    """

    number: int
    file: str
    place: int
    offset: int
    inner: int
    step: int
    task: str
    env: str
    level: int
    sample: int
    fingerprint: str
    ending: str
    reason: str
    scored: bool
    passed: bool
    score: float | None
    reward: float
    turns: int
    tokens: int


FILTERS = ("step", "task", "env", "level", "sample", "fingerprint", "ending", "reason", "scored", "passed")
_COLUMNS = tuple(field.name for field in fields(IndexRow) if field.name not in ("number", "file"))
_SCHEMA = f"""
CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, stamp INTEGER NOT NULL);
CREATE TABLE rows (number INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files(id), {", ".join(_COLUMNS)});
CREATE INDEX rows_of_file ON rows (file);
CREATE INDEX rows_of_task ON rows (task);
CREATE INDEX facets ON rows (env, level, passed, reason, step);
PRAGMA user_version = {VERSION};
"""
_ORDERS = """
CREATE INDEX IF NOT EXISTS rows_of_env ON rows (env, passed);
CREATE INDEX IF NOT EXISTS rows_of_reason ON rows (reason);
CREATE INDEX IF NOT EXISTS rows_by_step ON rows (step);
CREATE INDEX IF NOT EXISTS rows_by_tokens ON rows (tokens);
"""
"""What filters and orders of large runs need; an index of before gets them when it is opened to write."""


class TrajectoryIndex:
    """The index of a folder.

    Args:
        folder: a folder of trajectories, as a run writes it.
        refresh: bring the index to the state of the files first. A run that adds file by file need not.

    Raises:
        DatasetError: if there is no such folder, it cannot be written, or a file in it cannot be read.
    """

    def __init__(self, folder: str | Path, *, refresh: bool = True) -> None:
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise DatasetError(f"{folder}: no such folder")
        try:
            self._open()
            if refresh:
                self.refresh()
        except sqlite3.Error as error:
            raise DatasetError(f"{self.folder / FILE}: {error}; it can be deleted, and is made anew") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _open(self) -> None:
        self._database = sqlite3.connect(self.folder / FILE, timeout=_WAIT, isolation_level=None)
        self._database.execute("BEGIN IMMEDIATE")
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        if version not in (
            0,
            VERSION,
        ):  # of another version of the package: everything in it is in the files too
            self._database.execute("DROP TABLE IF EXISTS rows")
            self._database.execute("DROP TABLE IF EXISTS files")
            version = 0
        if version == 0:
            for statement in _SCHEMA.strip().split(";\n"):
                self._database.execute(statement)
        for statement in _ORDERS.strip().split(";\n"):
            self._database.execute(statement)
        self._database.execute("COMMIT")

    # ---- writing -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Add files that are new or have changed, and forget those that are gone."""
        there = {path.name: path for path in trajectory_files(self.folder)}
        known = {
            name: (size, stamp)
            for name, size, stamp in self._database.execute("SELECT name, bytes, stamp FROM files")
        }
        for name in known.keys() - there.keys():
            self._replace(name, None, [])
        for name, path in there.items():
            if known.get(name) != _state(path):
                self.add(path)

    def add(self, path: Path, written: Iterable[tuple[Place, Trajectory]] | None = None) -> None:
        """Add a file of this folder, in place of what was known of it.

        Args:
            path: the file.
            written: its trajectories with their places, for who has just written them; else the file is read.

        Raises:
            DatasetError: if the file cannot be read, or the index cannot be written.
        """
        state = _state(path)
        match = _STEP.search(path.name)
        step = int(match[1]) if match else -1
        rows = _stored(path) if written is None else written
        columns = [_columns(step, number, *row) for number, row in enumerate(rows)]
        try:
            self._replace(path.name, state, columns)
        except sqlite3.Error as error:  # such as a full disk: a run goes on without its index
            raise DatasetError(f"{self.folder / FILE}: {error}") from None

    def _replace(self, name: str, state: tuple[int, int] | None, rows: list[tuple[Any, ...]]) -> None:
        database = self._database
        database.execute("BEGIN IMMEDIATE")
        try:
            database.execute("DELETE FROM rows WHERE file = (SELECT id FROM files WHERE name = ?)", (name,))
            database.execute("DELETE FROM files WHERE name = ?", (name,))
            if state is not None:
                file = database.execute(
                    "INSERT INTO files (name, bytes, stamp) VALUES (?, ?, ?)", (name, *state)
                ).lastrowid
                marks = ", ".join("?" * (len(_COLUMNS) + 1))
                database.executemany(
                    f"INSERT INTO rows (file, {', '.join(_COLUMNS)}) VALUES ({marks})",
                    [(file, *row) for row in rows],
                )
        except BaseException:
            if database.in_transaction:  # some errors have ended it already
                database.execute("ROLLBACK")
            raise
        database.execute("COMMIT")

    # ---- reading -------------------------------------------------------------------------------------

    def count(self, **filters: Any) -> int:
        """How many trajectories there are; see `page` for the filters."""
        where, values = _where(filters)
        (found,) = self._database.execute(f"SELECT COUNT(*) FROM rows r {where}", values).fetchone()
        return int(found)

    def page(self, *, after: int = 0, limit: int = 50, **filters: Any) -> list[IndexRow]:
        """Rows with numbers above `after`, in their order.

        Args:
            after: the last number of the page before.
            limit: most rows.
            filters: columns of `FILTERS` with the value that they must have.

        Raises:
            ValueError: if there is no such filter.
        """
        where, values = _where(filters, "r.number > ?")
        found = self._database.execute(
            f"SELECT r.number, f.name, {', '.join(f'r.{name}' for name in _COLUMNS)} FROM rows r "
            f"JOIN files f ON f.id = r.file {where} ORDER BY r.number LIMIT ?",
            [*values, after, limit],
        )
        return [_index_row(row) for row in found]

    def facets(self) -> list[tuple[str, int, int, int]]:
        """Environment, level, trajectories and how many of them are right, for every environment and level."""
        found = self._database.execute(
            "SELECT env, level, COUNT(*), SUM(passed) FROM rows GROUP BY env, level ORDER BY env, level"
        )
        return [(env, level, count, right) for env, level, count, right in found]

    def read(self, number: int) -> Trajectory:
        """The trajectory of a number.

        Raises:
            KeyError: if there is none.
            DatasetError: if its file is gone or has changed; `refresh` then.
        """
        found = self._database.execute(
            "SELECT f.name, r.place, r.offset, r.inner, f.bytes, f.stamp FROM rows r JOIN files f ON f.id = r.file "
            "WHERE r.number = ?",
            (number,),
        ).fetchone()
        if found is None:
            raise KeyError(f"no trajectory has the number {number}")
        name, number, offset, inner, *state = found
        path = self.folder / name
        if not path.exists() or _state(path) != tuple(state):
            raise DatasetError(f"{path}: gone or changed since it was added to the index")
        times = read_times(path)
        trajectory = from_row(row_at(path, (offset, inner)))
        return timed(trajectory, times[number] if number < len(times) else [])


def _state(path: Path) -> tuple[int, int]:
    """Size in bytes, and time of the last change in nanoseconds."""
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _where(filters: dict[str, Any], *further: str) -> tuple[str, list[Any]]:
    unknown = sorted(filters.keys() - set(FILTERS))
    if unknown:
        raise ValueError(f"there is no filter {unknown[0]!r}; there are {', '.join(FILTERS)}")
    terms = [*(f"r.{name} = ?" for name in filters), *further]
    return f"WHERE {' AND '.join(terms)}" if terms else "", list(filters.values())


def _index_row(row: tuple[Any, ...]) -> IndexRow:
    values = dict(zip(("number", "file", *_COLUMNS), row, strict=True))
    return IndexRow(**values | {name: bool(values[name]) for name in ("scored", "passed")})


def _columns(step: int, number: int, place: Place, trajectory: Trajectory) -> tuple[Any, ...]:
    """The columns of a row of the index."""
    task, verdict = trajectory.task, trajectory.verdict
    known = {
        "place": number,
        "offset": place[0],
        "inner": place[1],
        "step": step,
        "task": task.id,
        "env": task.env,
        "level": task.level,
        "sample": trajectory.sample,
        "fingerprint": task.fingerprint,
        "ending": trajectory.ending,
        "reason": "" if verdict is None else str(verdict.reason),
        "scored": trajectory.scored,
        "passed": trajectory.passed,
        "score": None if verdict is None else verdict.score,
        "reward": trajectory.reward,
        "turns": len(trajectory.turns),
        "tokens": trajectory.length,
    }
    return tuple(known[name] for name in _COLUMNS)


def _stored(path: Path) -> Iterator[tuple[Place, Trajectory]]:
    """Every trajectory of a file, with its place."""
    for number, (place, row) in enumerate(_rows(path), start=1):
        try:
            yield place, from_row(json.loads(row) if isinstance(row, bytes) else row)
        except (KeyError, TypeError, ValueError) as error:
            raise DatasetError(f"{path}: row {number} is not a trajectory: {error!r}") from None


def _rows(path: Path) -> Iterator[tuple[Place, Any]]:
    """Every row, as a line of JSON or an object, with its place."""
    if path.suffix == ".parquet":
        yield from (((-1, number), row) for number, row in enumerate(read_rows(path)))
    elif path.suffix == ".gz":
        for offset, text in _members(path):
            lines = filter(bytes.strip, text.splitlines())
            yield from (((offset, number), line) for number, line in enumerate(lines))
    else:
        with open(path, "rb") as file:
            offset = 0
            for line in file:
                if line.strip():
                    yield (offset, 0), line
                offset += len(line)


def _members(path: Path) -> Iterator[tuple[int, bytes]]:
    """The members of a gzip file: where each begins, and what it holds."""
    with open(path, "rb") as file:
        begin = 0
        rest = b""
        while rest or (rest := file.read(_PIECE)):
            member, text = zlib.decompressobj(wbits=31), []
            while not member.eof:
                try:
                    text.append(member.decompress(rest))
                except zlib.error as error:
                    raise DatasetError(f"{path}: cannot be read: {error}") from None
                rest = member.unused_data if member.eof else file.read(_PIECE)
                if not rest and not member.eof:
                    raise DatasetError(f"{path}: the file ends in the middle of a block")
            yield begin, b"".join(text)
            begin = file.tell() - len(rest)


def row_at(path: Path, place: Place) -> dict[str, Any]:
    """The row of a place, as the file has it, read without those before its block."""
    offset, inner = place
    row: dict[str, Any]
    if offset < 0:
        row = next(islice(read_rows(path), inner, None))
        return row
    with open(path, "rb") as file:
        file.seek(offset)
        if path.suffix != ".gz":
            row = json.loads(file.readline())
            return row
        with gzip.open(file) as block:
            row = json.loads(next(islice(filter(bytes.strip, block), inner, None)))
            return row
