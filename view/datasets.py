"""Dataset files: their manifest, how many rows each level has, repeated problems, and single rows."""

from __future__ import annotations

import json
import threading
from array import array
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from ..drawing import draw
from ..export.errors import DatasetError
from ..export.formats import read_rows
from ..export.trainers import FORMATS, task_of
from .gallery import shown

Json = Any
PAGE = 50
_PATIENCE = 10.0
"""Seconds that a row is waited for which has not been read yet."""
_LISTED = 500
"""Repeated problems that are listed; all are counted."""


class Dataset:
    """One file. It is read once by a thread of its own, for counts and the places of rows; pages do not wait for it.

    Args:
        path: a file of JSON lines or parquet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.state = _state(path)
        self.problem = ""
        self.counts: dict[tuple[str, int], int] = {}
        self.repeated: list[tuple[str, int, int]] = []
        self.repeats = 0
        self.rows = 0
        self.done = False
        self._places = array("Q")  # where each line begins; empty for parquet
        self._arms: dict[tuple[str, int], array[int]] = {}
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def keep_up(self, wait: float = 1.5) -> None:
        """Give the reading a moment."""
        self._thread.join(wait)

    def _read(self) -> None:
        seen: dict[bytes, int] = {}
        try:
            for place, row in self._placed():
                number = self.rows
                about = _about(row)
                arm = (about["env"], about["level"])
                self.counts[arm] = self.counts.get(arm, 0) + 1
                self._arms.setdefault(arm, array("Q")).append(number)
                if place is not None:
                    self._places.append(place)
                if about["fingerprint"]:
                    print_ = about["fingerprint"].encode("utf-8", "replace")[:16] + arm[0].encode()
                    first = seen.setdefault(print_, number)
                    if first != number:
                        self.repeats += 1
                        if len(self.repeated) < _LISTED:
                            self.repeated.append((about["id"], first, number))
                self.rows = number + 1
        except (DatasetError, OSError, ValueError, TypeError) as error:
            self.problem = str(error)
        self.done = True

    def _placed(self) -> Iterator[tuple[int | None, Json]]:
        if self.path.suffix != ".jsonl":
            yield from ((None, row) for row in read_rows(self.path))
            return
        with open(self.path, "rb") as file:
            place = 0
            for number, line in enumerate(file, start=1):
                if line.strip():
                    try:
                        row = json.loads(line)
                    except ValueError as error:
                        raise DatasetError(f"{self.path}:{number}: not a JSON object: {error}") from None
                    if not isinstance(row, dict):
                        raise DatasetError(f"{self.path}:{number}: a row is a JSON object")
                    yield place, row
                place += len(line)

    # ---- asking --------------------------------------------------------------------------------------

    def told(self) -> Json:
        """The manifest and what was counted so far."""
        self.keep_up()
        return {
            "file": str(self.path),
            "bytes": self.state[1],
            "manifest": self.manifest(),
            "rows": self.rows,
            "done": self.done,
            "problem": self.problem,
            "counts": [[env, level, number] for (env, level), number in sorted(self.counts.items())],
            "repeats": self.repeats,
            "repeated": self.repeated,
            "formats": list(FORMATS),
        }

    def manifest(self) -> Json:
        """The manifest beside the file; None if there is none."""
        with suppress(OSError, ValueError):
            return json.loads(
                self.path.with_name(self.path.name + ".manifest.json").read_text(encoding="utf-8")
            )
        return None

    def page(self, query: Mapping[str, str]) -> Json:
        """Rows from a number on: ``from``, and ``env`` and ``level`` to see only those.

        Raises:
            LookupError: if a number is none.
        """
        self.keep_up()
        begin = _number(query.get("from", "0"))
        numbers = self._chosen(query)
        chosen = list(numbers[begin : begin + PAGE])
        rows = [{"number": number, **_about(self.row(number))} for number in chosen]
        following = begin + PAGE if begin + PAGE < len(numbers) else None
        return {"rows": rows, "count": len(numbers), "from": begin, "next": following, "done": self.done}

    def _chosen(self, query: Mapping[str, str]) -> range | array[int] | list[int]:
        env, level = query.get("env", ""), query.get("level", "")
        if not env and not level:
            return range(self.rows)
        wanted = [
            numbers
            for (name, at), numbers in self._arms.items()
            if (not env or name == env) and (not level or str(at) == level)
        ]
        return wanted[0] if len(wanted) == 1 else sorted(number for numbers in wanted for number in numbers)

    def row(self, number: int) -> dict[str, Json]:
        """A row as the file has it.

        Raises:
            LookupError: if there is none, or the file has changed.
        """
        if number >= self.rows:
            self.keep_up(_PATIENCE)
        if not 0 <= number < self.rows:
            raise LookupError(f"{self.path.name} has no row {number}")
        try:
            if self._places:
                with open(self.path, "rb") as file:
                    file.seek(self._places[number])
                    found: dict[str, Json] = json.loads(file.readline())
                return found
            return next(islice(read_rows(self.path), number, None))
        except (OSError, ValueError, DatasetError, StopIteration) as error:
            raise LookupError(
                f"row {number} of {self.path} cannot be read; has it changed? ({error})"
            ) from None

    def shown(self, number: int) -> Json:
        """A row with its task and picture, where it has one."""
        row = self.row(number)
        found = {"number": number, "row": json.dumps(row, ensure_ascii=False, indent=1), **_about(row)}
        try:
            task = task_of(row)
        except (ValueError, KeyError, TypeError, LookupError):
            return {**found, "prompt": shown(_text(row.get("prompt")))}
        told = {"prompt": shown(task.prompt), "answer": shown(task.answer), "trace": shown(task.trace)}
        return {**found, **told, "id": task.id, "svg": draw(task)}


class Datasets:
    """The files that were opened. Every method may be called by several threads."""

    def __init__(self) -> None:
        self._open: dict[Path, Dataset] = {}
        self._lock = threading.Lock()

    def open(self, path: Path) -> Dataset:
        """A file as it is now; one that has changed is read anew.

        Raises:
            LookupError: if it is not there.
        """
        with self._lock:
            known = self._open.get(path)
            if known is None or known.state != _state(path):
                known = self._open[path] = Dataset(path)
            return known


def line(key: str, path: Path) -> Json:
    """What the list of datasets tells of one; reads the manifest only."""
    made = path.with_name(path.name + ".manifest.json")
    manifest: Json = None
    with suppress(OSError, ValueError):
        manifest = json.loads(made.read_text(encoding="utf-8"))
    manifest = manifest if isinstance(manifest, dict) else {}
    return {
        "key": key,
        "file": str(path),
        "bytes": path.stat().st_size,
        "rows": manifest.get("rows"),
        "format": manifest.get("format"),
        "envs": list(manifest.get("counts") or {}),
        "split": (manifest.get("plan") or {}).get("split"),
    }


def _state(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise LookupError(f"{path} cannot be read: {error.strerror}") from None
    return found.st_mtime_ns, found.st_size


def _about(row: Mapping[str, Json]) -> dict[str, Json]:
    """What rows of any format tell of their task."""
    holders = [
        row,
        *(row[name] for name in ("extra_info", "verifier_metadata") if isinstance(row.get(name), dict)),
    ]

    def first(name: str) -> Json:
        return next((holder[name] for holder in holders if holder.get(name) not in (None, "")), None)

    id_ = _text(first("id"))
    env = _text(first("env")) or id_.partition(":")[0]
    level = first("level")
    return {
        "id": id_,
        "env": env,
        "level": level if isinstance(level, int) else 0,
        "fingerprint": _text(first("fingerprint")),
        "answer": _text(first("answer"))[:200],
        "begin": _text(first("prompt"))[:160],
    }


def _text(value: Json) -> str:
    if isinstance(value, list):  # messages of a chat
        return "\n".join(_text(each.get("content")) for each in value if isinstance(each, dict))
    return "" if value is None else str(value)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 16:
        raise LookupError(f"{text!r} is no whole number")
    return int(text)
