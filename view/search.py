"""Search in the messages of a run: a scan of the files in the order of the index, a piece at a time."""

from __future__ import annotations

import gzip
import json
import re
import time
import zlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

from ..export.formats import read_rows
from .trajectories import Trajectories, conditions, plain

Json = Any
HITS, SECONDS, AROUND, MOST_TEXT = 20, 0.6, 90, 200
"""Hits of an answer, seconds of a scan, characters around a hit, and the longest text that is looked for."""
PLACES = {"": ("text", "observation"), "actions": ("text",), "observations": ("observation",)}
_ROWS_AT_ONCE = 4096
_LONGEST_LINE = 64 << 20
"""Bytes of a row; a longer one is passed over and counted."""


def search(stored: Trajectories, query: Mapping[str, str]) -> Json:
    """Trajectories with a text in what the policy wrote or the environment said.

    A call ends after `HITS` hits or `SECONDS`, so it is bounded however many files there are; the next call goes on
    behind it. One row at a time is in memory. ASCII letters match in either case, all else as it stands.

    Args:
        stored: where to look.
        query: ``q`` is the text; ``in`` is "actions", "observations" or nothing for both; ``after`` is ``next`` of the
            call before; other fields are filters as for pages of trajectories.

    Returns:
        ``hits``: number and columns of the index, and the first place (``turn``, ``where``, ``before``, ``match``,
        ``behind``) with the ``count`` of all. ``next`` is None at the end. ``scanned`` rows were looked at by this
        call, ``left`` are still to come, ``skipped`` could not be read.

    Raises:
        LookupError: if the text is empty or too long, or a filter is none.
    """
    text, names = query.get("q", ""), PLACES.get(query.get("in", ""))
    if not 0 < len(text) <= MOST_TEXT:
        raise LookupError(f"give a text of 1 to {MOST_TEXT} characters to look for")
    if names is None:
        raise LookupError(f"in={query.get('in')!r}: write actions, observations or nothing")
    after = query.get("after") or "0"
    if not after.isascii() or not after.isdigit() or len(after) > 16:
        raise LookupError(f"after={after!r} is no place of a search")
    pattern = re.compile(re.escape(text), re.IGNORECASE | re.ASCII)
    quick = _in_json(text)
    where, values = conditions(
        {name: of for name, of in query.items() if name not in ("q", "in", "after", "sort")}
    )
    asked = _Asked(stored, where, values)
    hits: list[Json] = []
    scanned = skipped = 0
    place, ended, end = int(after), False, time.monotonic() + SECONDS
    with closing(asked.rows(place)) as rows:
        for known, line in rows:
            scanned += 1
            place = known["number"]
            try:
                found = None if line is None else _found(line, quick, pattern, names)
                skipped += line is None
            except (ValueError, KeyError, TypeError, RecursionError):
                found, skipped = None, skipped + 1
            if found:
                hits.append({**known, **found})
            if len(hits) >= HITS or time.monotonic() > end:
                break
        else:
            ended = True
    left = 0 if ended else asked.count(place)
    return {"hits": hits, "next": place if left else None, "scanned": scanned, "left": left, "skipped": skipped}


def _in_json(text: str) -> re.Pattern[bytes]:
    """The text as a line of JSON has it, with foreign letters as escapes or as they are: most rows lack it."""
    forms = {
        json.dumps(text, ensure_ascii=plainly)[1:-1].encode("utf-8", "replace") for plainly in (True, False)
    }
    return re.compile(b"|".join(map(re.escape, sorted(forms))), re.IGNORECASE)


def _found(
    line: bytes | Json, quick: re.Pattern[bytes], pattern: re.Pattern[str], names: tuple[str, ...]
) -> Json:
    if isinstance(line, bytes):
        if not quick.search(line):
            return None
        line = json.loads(line)
    first, count = None, 0
    for number, turn in enumerate(line["turns"]):
        for name in names:
            said = str(turn.get(name) or "")
            for match in pattern.finditer(said):
                count += 1
                if first is None:
                    begin, end = match.span()
                    first = {
                        "turn": number,
                        "where": "action" if name == "text" else "observation",
                        "before": said[max(0, begin - AROUND) : begin],
                        "match": match[0],
                        "behind": said[end : end + AROUND],
                    }
    return {**first, "count": count} if first else None


class _Asked:
    """The rows that pass filters, read in the order of their numbers."""

    def __init__(self, stored: Trajectories, where: list[str], values: list[Any]) -> None:
        self.stored, self.values = stored, values
        self.condition = " AND ".join(["r.number > ?", *where])

    def count(self, after: int) -> int:
        """How many there are behind a number."""
        with closing(self.stored.connect()) as database:
            (found,) = database.execute(
                f"SELECT COUNT(*) FROM rows r JOIN files f ON f.id = r.file WHERE {self.condition}",
                [after, *self.values],
            ).fetchone()
        return int(found)

    def rows(self, after: int) -> Generator[tuple[Json, bytes | Json], None, None]:
        """Columns of the index with the line of each row, or the row; None if it cannot be read."""
        columns = "number env level step sample task passed scored reason".split()
        while True:
            with closing(self.stored.connect()) as database:
                piece = database.execute(
                    f"SELECT f.name, r.offset, r.inner, {', '.join(f'r.{name}' for name in columns)} FROM rows r "
                    f"JOIN files f ON f.id = r.file WHERE {self.condition} ORDER BY r.number LIMIT ?",
                    [after, *self.values, _ROWS_AT_ONCE],
                ).fetchall()
            for (name, offset), group in groupby(piece, key=lambda row: row[:2]):
                wanted = {row[2]: dict(zip(columns, row[3:], strict=True)) for row in group}
                seen = set()
                try:
                    for inner, line in _block(self.stored.folder / name, offset, max(wanted)):
                        if inner in wanted:
                            seen.add(inner)
                            yield wanted[inner], line
                except (OSError, ValueError, EOFError, zlib.error):
                    pass
                yield from ((known, None) for inner, known in wanted.items() if inner not in seen)
            if len(piece) < _ROWS_AT_ONCE:
                return
            after = piece[-1][3]


def _block(path: Path, offset: int, last: int) -> Iterator[tuple[int, bytes | Json]]:
    """The rows of a block with their numbers in it, up to the last that is wanted."""
    if offset < 0:
        for inner, row in enumerate(read_rows(path)):
            yield inner, plain(row)
            if inner == last:
                return
        return
    with open(path, "rb") as file:
        file.seek(offset)
        if path.suffix != ".gz":
            yield 0, file.readline(_LONGEST_LINE)
            return
        with gzip.open(file) as block:
            inner = 0
            while inner <= last and (line := block.readline(_LONGEST_LINE)):
                if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
                    return
                if line.strip():
                    yield inner, line
                    inner += 1
