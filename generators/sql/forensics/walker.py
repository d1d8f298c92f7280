"""Walk a trail over rows as a database shows them: the proof that a question has one answer.

The walker knows the question's steps and reads cells; it knows nothing of how the rows were made. At every step it
takes all rows that fit any value that the steps before could give, so what it finds is all that can be found. Which
rows these are it asks the table's index; that each fits it reads itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from ...base import Json

State = tuple[str, int]
"""A plain value, and, where a later step asks for it, the time of the last record that has one; else 0."""


class Table(Protocol):
    """What a walk needs of a table."""

    def reader(self, place: int) -> Callable[[int], Json]:
        """What gives the cell of a column in a row."""

    def naming(self, place: int, values: Collection[str]) -> list[int]:
        """The rows, in order, whose column of entities names one of some plain values, given in small letters."""


@dataclass(frozen=True, slots=True)
class Stride:
    """A step in terms of columns.

    Attributes:
        table: the table.
        kind: the kind of entity before.
        found: the kind of entity that is found.
        source: the place of the column with the entity before.
        target: the place of the column with what is found.
        category: the place of the column that must have a value; -1 for none.
        wanted: that value.
        time: the place of the column with the record's time; -1 for none.
        until: the place of the column with the end of a lease: the row holds from its time to before that end, and
            only at the time of the last record; -1 for events.
        zone: hours by which times without an offset are ahead of UTC in this table.
    """

    table: Table
    kind: str
    found: str
    source: int
    target: int
    category: int
    wanted: str
    time: int
    until: int
    zone: int


@dataclass(frozen=True, slots=True)
class Move:
    """A row that continues the trail: from where, and to where."""

    row: int
    before: State
    after: State


def walk(strides: Sequence[Stride], start: str) -> list[list[Move]]:
    """The moves of each step, from all that the steps before can reach.

    Args:
        strides: the steps.
        start: the plain value that the trail begins with.
    """
    layers: list[list[Move]] = []
    states: list[State] = [(start.lower(), 0)]
    for number in range(len(strides)):
        layers.append(moves(strides, number, states))
        states = list(dict.fromkeys(move.after for move in layers[-1]))
    return layers


def moves(strides: Sequence[Stride], number: int, states: Sequence[State]) -> list[Move]:
    """The moves of one step from some states; see `walk`."""
    stride = strides[number]
    times: dict[str, list[int]] = {}
    for value, at in states:
        times.setdefault(value, []).append(at)
    rows = stride.table.naming(stride.source, times)
    if stride.category >= 0:
        category = stride.table.reader(stride.category)
        rows = [row for row in rows if category(row) == stride.wanted]
    if not rows:
        return []
    source = stride.table.reader(stride.source)
    values = {row: plain(stride.kind, str(source(row))) for row in rows}
    follow = _follower(stride, _timed(strides[number + 1 :]))
    return [
        move
        for row, value in values.items()
        for at in times.get(value, ())
        for move in follow(row, (value, at))
    ]


def _timed(rest: Sequence[Stride]) -> bool:
    """Whether the steps that follow ask when this one was recorded."""
    for stride in rest:
        if stride.until >= 0 or stride.time >= 0:
            return stride.until >= 0
    return False


def _follower(stride: Stride, timed: bool) -> Callable[[int, State], Sequence[Move]]:
    """What gives the moves by a row from a state; with the time of the record if it is `timed`."""
    times, ends, targets = (
        stride.table.reader(place) if place >= 0 else None
        for place in (stride.time, stride.until, stride.target)
    )

    def time(row: int) -> int:
        return moment(times(row), stride.zone) if times else 0

    def found(row: int) -> str:
        return plain(stride.found, str(targets(row))) if targets else ""

    def lease(row: int, before: State) -> Sequence[Move]:
        if ends and time(row) <= before[1] < moment(ends(row), stride.zone):
            return (Move(row, before, (found(row), before[1] if timed else 0)),)
        return ()

    def event(row: int, before: State) -> Sequence[Move]:
        if stride.found == "time":
            at = time(row)
            return (Move(row, before, (str(at), at if timed else 0)),)
        return (Move(row, before, (found(row), (time(row) or before[1]) if timed else 0)),)

    return event if stride.until < 0 else lease


def alive(layers: Sequence[Sequence[Move]]) -> list[list[Move]]:
    """Of the moves of each step, those from which the end can be reached."""
    kept: list[list[Move]] = []
    wanted: set[State] | None = None
    for layer in reversed(layers):
        kept.append([move for move in layer if wanted is None or move.after in wanted])
        wanted = {move.before for move in kept[-1]}
    return kept[::-1]


def plain(kind: str, cell: str) -> str:
    """What a cell says, without the manner in which its column writes it; in small letters."""
    text = cell.lower()
    if kind == "account":
        return text.rpartition("\\")[2].partition("@")[0]
    if kind == "host":
        return text.partition(".")[0]
    if kind in ("ip", "remote"):
        return text.removeprefix("::ffff:")
    if kind == "domain":
        return text.replace("[.]", ".").removesuffix(".")
    if kind in ("email", "sender"):
        return text.removeprefix("smtp:")
    if kind == "hash":
        return text.removeprefix("md5:")
    if kind == "process":
        return text.strip("{}")
    if kind == "message":
        return text.removeprefix("id=")
    return text


def moment(cell: Json, zone: int) -> int:
    """Seconds since 1970 of a time in any of the forms that tables use."""
    if isinstance(cell, int):
        return cell // 1000 if cell >= 10**11 else cell
    text = str(cell)
    seconds = _midnight(text[:10]) + int(text[11:13]) * 3600 + int(text[14:16]) * 60 + int(text[17:19])
    if text.endswith("Z"):
        return seconds
    if len(text) > 19:
        hours = int(text[20:22])
        return seconds + hours * 3600 if text[19] == "-" else seconds - hours * 3600
    return seconds - zone * 3600


@functools.lru_cache(maxsize=4096)
def _midnight(day: str) -> int:
    return (date.fromisoformat(day).toordinal() - date(1970, 1, 1).toordinal()) * 86_400
