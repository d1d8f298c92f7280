"""The work folder of an unfinished dataset: rows so far, which problems they hold, and how far each arm is.

Rows are appended to one file; fingerprints and progress go to an SQLite database, whose commit is the moment at
which rows count. After a kill at any moment, the rows file is cut back to the last commit. Memory stays flat at
any number of rows, because the set of seen problems is on disk.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from .errors import DatasetError

_SECONDS_BETWEEN_COMMITS = 1.0
_CACHE_KIB = 65_536


@dataclass
class Progress:
    """How far a dataset is; what a commit saves.

    Attributes:
        rows: rows written.
        size: bytes of the rows file.
        taken: rows from each arm.
        next: number of each arm's next candidate.
        last_new: number after each arm's last candidate whose problem was new.
        is_open: whether each arm can still give rows.
        duplicates: candidates left out because their problem was there already.
    """

    rows: int = 0
    size: int = 0
    taken: list[int] = field(default_factory=list)
    next: list[int] = field(default_factory=list)
    last_new: list[int] = field(default_factory=list)
    is_open: list[bool] = field(default_factory=list)
    duplicates: int = 0


class Store:
    """Rows and progress on disk; a context manager.

    Args:
        folder: the work folder; made if it is not there.
        plan: the plan's description; a folder that belongs to another plan is refused.
        arms: number of arms.

    Raises:
        DatasetError: if the folder cannot be used, belongs to another plan, or is in use.
    """

    def __init__(self, folder: Path, plan: Mapping[str, Any], arms: int) -> None:
        self.folder = folder
        self.rows_path = folder / "rows.jsonl"
        with disk_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(folder / "state.sqlite", isolation_level=None, timeout=0.5)
            self._prepare()
            self.progress = self._load(plan, arms)
            self._rows = open(self.rows_path, "ab")  # noqa: SIM115 - closed by __exit__
            self._rows.truncate(self.progress.size)
            self._rows.seek(self.progress.size)
        self._last_commit = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        with disk_errors(self.folder):
            self._rows.close()
            self._database.close()

    def is_new(self, fingerprint: bytes) -> bool:
        """Remember a problem; False if it was there already."""
        with disk_errors(self.folder):
            cursor = self._database.execute("INSERT OR IGNORE INTO seen VALUES (?)", (fingerprint,))
        return cursor.rowcount == 1

    def append(self, row: str) -> None:
        """Write one row; it counts from the next commit on."""
        data = row.encode("utf-8", "surrogatepass") + b"\n"
        with disk_errors(self.folder):
            self._rows.write(data)
        self.progress.rows += 1
        self.progress.size += len(data)
        if time.monotonic() - self._last_commit > _SECONDS_BETWEEN_COMMITS:
            self.commit()

    def commit(self) -> None:
        """Make everything so far survive a kill."""
        with disk_errors(self.folder):
            self._rows.flush()
            os.fsync(self._rows.fileno())
            self._save("progress", asdict(self.progress))
            self._database.execute("COMMIT")
            self._database.execute("BEGIN")
        self._last_commit = time.monotonic()

    def remove(self) -> None:
        """Delete the work folder, once the finished file is in its place."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _prepare(self) -> None:
        try:
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            self._database.execute("BEGIN EXCLUSIVE")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS seen (fingerprint BLOB PRIMARY KEY) WITHOUT ROWID"
            )
            self._database.execute("CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT)")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise DatasetError(f"{self.folder} is in use by another process") from None
            raise
        except sqlite3.DatabaseError:
            raise DatasetError(f"{self.folder} is no work folder of rlvr, or is damaged; remove it") from None

    def _load(self, plan: Mapping[str, Any], arms: int) -> Progress:
        saved = dict(self._database.execute("SELECT name, value FROM state"))
        if "plan" not in saved:
            self._save("plan", dict(plan))
            return Progress(taken=[0] * arms, next=[0] * arms, last_new=[0] * arms, is_open=[True] * arms)
        before = json.loads(saved["plan"])
        if before != json.loads(json.dumps(dict(plan))):
            changed = sorted(name for name in {*before, *plan} if before.get(name) != plan.get(name))
            raise DatasetError(
                f"{self.folder} belongs to another command line (it differs in: {', '.join(changed)}); "
                "run that one again to finish it, or use --overwrite to throw it away"
            )
        progress = json.loads(saved["progress"]) if "progress" in saved else None
        if progress is None:
            return Progress(taken=[0] * arms, next=[0] * arms, last_new=[0] * arms, is_open=[True] * arms)
        size = self.rows_path.stat().st_size if self.rows_path.exists() else -1
        if size < progress["size"]:
            raise DatasetError(
                f"{self.rows_path} is shorter than recorded; remove {self.folder} to begin again"
            )
        return Progress(**progress)

    def _save(self, name: str, value: Mapping[str, Any]) -> None:
        self._database.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, json.dumps(value)))


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn the errors of a full or unwritable disk into a `DatasetError` that says what to do."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or "disk is full" in str(error)
        if full:
            raise DatasetError(f"{path}: no space left; free some and run again to resume") from error
        reason = getattr(error, "strerror", None) or str(error)
        raise DatasetError(f"{path}: cannot be written: {reason}") from error
