"""Questions with their queries, from files in the layouts that are about.

* JSON lines or a JSON list; the query is under ``query``, ``sql``, ``gold`` or ``SQL``. Optional: ``evidence`` (a hint
  that the prompt shows), ``db_id`` (which of several databases), ``ordered`` (whether the order of the rows counts;
  by default, whether the query orders them), ``split`` (``train`` or ``test``), ``difficulty``.
* Spider: ``train_spider.json`` beside ``database/<db_id>/<db_id>.sqlite``.
* BIRD: ``dev.json`` (``SQL``, ``evidence``, ``difficulty``) beside ``dev_databases/<db_id>/<db_id>.sqlite``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

QUERY_FIELDS = ("query", "sql", "gold", "SQL")
FOLDERS = ("", "database", "databases", "test_database", "dev_databases", "train_databases")
SUFFIXES = (".sqlite", ".db", ".sqlite3")


@dataclass(frozen=True, slots=True)
class ImportedQuestion:
    """One row of a user's file.

    Attributes:
        row: its number, from 1.
        question: in words.
        query: the reference.
        evidence: a hint for the prompt, or "".
        database: which database it is about, or "".
        ordered: whether the order of the result counts; None: as the query says.
        split: ``train``, ``test`` or "".
    """

    row: int
    question: str
    query: str
    evidence: str = ""
    database: str = ""
    ordered: bool | None = None
    split: str = ""


class InvalidQuestion(ValueError):
    """A row is no question; the message says what is missing."""


def read(path: Path) -> Iterator[ImportedQuestion | tuple[int, str]]:
    """The rows of a file; in place of one that is no question, its number and what is wrong with it.

    Raises:
        ValueError: the file cannot be read at all.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read: {error}") from error
    rows = _list(path, text) if text.lstrip().startswith("[") else _lines(text)
    for number, row in rows:
        try:
            yield _question(number, row)
        except InvalidQuestion as error:
            yield number, str(error)


def database_file(folder: Path, name: str) -> Path:
    """The file of a database in a folder of many.

    Raises:
        ValueError: there is none; the message says where it was looked for.
    """
    if not name or Path(name).name != name:
        raise ValueError(f"db_id is {name!r}, which names no file in {folder}")
    for part in FOLDERS:
        for suffix in SUFFIXES:
            for path in (folder / part / name / f"{name}{suffix}", folder / part / f"{name}{suffix}"):
                if path.is_file():
                    return path
    raise ValueError(f"there is no database {name!r}: {folder}/{name}/{name}.sqlite is not a file")


def _list(path: Path, text: str) -> Iterator[tuple[int, Any]]:
    try:
        yield from enumerate(json.loads(text), 1)
    except ValueError as error:
        raise ValueError(f"{path}: not valid JSON: {error}") from error


def _lines(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                yield number, error


def _question(number: int, row: Any) -> ImportedQuestion:
    if isinstance(row, ValueError):
        raise InvalidQuestion(f"not valid JSON: {row}")
    if not isinstance(row, dict):
        raise InvalidQuestion("not a JSON object")
    # Spider has the query as a parsed tree under `sql`, so only texts count.
    query = next(
        (row[name] for name in QUERY_FIELDS if isinstance(row.get(name), str) and row[name].strip()), None
    )
    question = row.get("question")
    if not isinstance(question, str) or not question.strip():
        raise InvalidQuestion("there is no 'question'")
    if query is None:
        raise InvalidQuestion(f"there is no query under any of {', '.join(QUERY_FIELDS)}")
    ordered, split = row.get("ordered"), row.get("split")
    if ordered is not None and not isinstance(ordered, bool):
        raise InvalidQuestion("'ordered' is true or false")
    if split not in (None, "", "train", "test"):
        raise InvalidQuestion(f"'split' is 'train' or 'test', not {split!r}")
    return ImportedQuestion(
        number,
        question.strip(),
        query.strip().rstrip(";").rstrip(),
        str(row.get("evidence") or "").strip(),
        str(row.get("db_id") or ""),
        ordered,
        split or "",
    )
