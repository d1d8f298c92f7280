"""Importing a user's questions: reading, judging each, and writing an environment with a report."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from ..generators.base import derive_seed
from ..verifiers.sql.engines import EngineError
from . import files, parsed_queries, postgres, questions, sqlite
from .choose_databases import Unusable, choose_databases
from .facts import ImportedDatabase
from .files import Kept
from .folder import replaceable
from .questions import ImportedQuestion
from .report import Finding, Report

_PAYLOAD = 64 << 10


def import_sql(
    source: str | Path,
    rows: str | Path,
    out: str | Path,
    *,
    env_id: str | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Make an environment from a database and questions with their queries.

    Args:
        source: an SQLite file; a folder of many (``<db_id>/<db_id>.sqlite``, as in Spider and BIRD); or the URL of a
            PostgreSQL database, ``postgresql://...``, which is only read. In the latter case tasks are run on the
            server that the environment variable ``RLVR_POSTGRES`` names, which may be the same one.
        rows: the questions; see `rlvr.importing.questions` for the layouts.
        out: the registry file to write; the tasks go into a folder beside it. What is there is replaced.
        env_id: its id; by default ``mine/<name of the source>-v0``.
        seed: of the databases that are drawn.
        progress: is told the number of each row when it is done.

    Returns:
        What became of each row. If none was kept, no files are written.

    Raises:
        ValueError: the source or the file of questions cannot be read at all, or the server fails.
    """
    place = str(source)
    is_url = place.startswith(("postgresql://", "postgres://"))
    name = re.sub(r"[^a-z0-9]+", "-", (postgres.name_of(place) if is_url else Path(source).stem).lower()).strip(
        "-"
    )
    report = Report(env_id or f"mine/{name or 'sql'}-v0")
    replaceable(Path(out), Path(rows), *([] if is_url else [Path(source)]))
    known: dict[str, ImportedDatabase | str] = {}
    kept: list[Kept] = []
    for found in questions.read(Path(rows)):
        if isinstance(found, tuple):
            report.dropped.append(Finding(found[0], "", found[1]))
            continue
        try:
            kept.append(_kept(found, _database(place, is_url, found, known), seed, report))
        except EngineError as error:
            raise ValueError(f"row {found.row}: {error}") from error
        except Unusable as error:
            report.dropped.append(Finding(found.row, found.question, str(error)))
        if progress is not None:
            progress(found.row)
    for database in known.values():
        if isinstance(database, ImportedDatabase):
            report.notes += database.notes
            report.notes += [
                f"{database.name}: table {t} is left out: {why}" for t, why in database.left_out.items()
            ]
    if not parsed_queries.available():
        report.notes.append(f"ties and wrong queries were not looked at: {parsed_queries.INSTALL}")
    report.kept = len(kept)
    if kept:
        report.registry = Path(out)
        report.levels = files.write(Path(out), report, kept)
    return report


def _database(
    place: str, is_url: bool, question: ImportedQuestion, known: dict[str, ImportedDatabase | str]
) -> ImportedDatabase:
    """The database of a question, read once."""
    single = is_url or Path(place).is_file()
    key = "" if single else question.database
    if key not in known:
        if single:
            known[key] = postgres.read(place) if is_url else sqlite.read(Path(place))
        else:
            if not Path(place).is_dir():
                raise ValueError(f"{place} is neither a file nor a folder nor the URL of a PostgreSQL database")
            try:
                known[key] = sqlite.read(questions.database_file(Path(place), key))
            except ValueError as error:
                known[key] = str(error)
    found = known[key]
    if isinstance(found, str):
        raise Unusable(found)
    return found


def _kept(question: ImportedQuestion, database: ImportedDatabase, seed: int, report: Report) -> Kept:
    rng = random.Random(derive_seed(seed, database.name, question.query))
    chosen = choose_databases(database, question, rng)
    size = files.fit(chosen.sql, _PAYLOAD)
    remarks = [*chosen.remarks]
    if size > _PAYLOAD:
        remarks.append(f"its task is large: {size >> 10} KiB")
    if remarks:
        report.weak.append(Finding(question.row, question.question, "; ".join(remarks)))
    return Kept(question, database, chosen)
