"""All records of a run in one file of JSON lines: what every plot and report is made from.

One object a line, in order: ``{"kind": "config", "config": {...}}`` at each start, ``{"kind": "step", "step": 1,
"record": {...}}`` and ``{"kind": "note", "step": 0, "text": ...}``. ``step`` is always the number of steps that were
done by then: 1 for the first step's record, 0 for what came before it. Each line is on the disk before the run goes
on, and has the ``time`` in seconds since 1970. A number that is not finite is written as null, as JSON has no other
word.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

MIXED = ("reward/mean", "reward/paid", "reward/pass_rate")
"""Means over all that a step drew: they say something only while the shares of levels stay as they are."""


class Records:
    """Writes the file; a `Monitor`."""

    def __init__(self, path: Path, start: int = 0) -> None:
        """Continue `path`, or make it.

        Args:
            path: of the file, such as ``run/records.jsonl``; its folder is made if missing.
            start: how many steps were done when the run begins. What the file has of later ones is dropped: those
                are done again. 0 begins a new file.
        """
        self.path = path
        self._step = start
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep_until(path, start)
        self._file: TextIO = path.open("a", encoding="utf-8")

    def begin(self, config: Mapping[str, Any]) -> None:
        """See `Monitor.begin`."""
        self._write({"kind": "config", "step": self._step, "config": dict(config)})

    def step(self, step: int, record: Mapping[str, float]) -> None:
        """See `Monitor.step`."""
        numbers = {key: float(value) if math.isfinite(value) else None for key, value in record.items()}
        self._write({"kind": "step", "step": step, "record": numbers})
        self._step = step

    def note(self, text: str) -> None:
        """See `Monitor.note`."""
        self._write({"kind": "note", "step": self._step, "text": text})

    def end(self) -> None:
        """See `Monitor.end`."""
        self._file.close()

    def _write(self, row: Mapping[str, Any]) -> None:
        self._file.write(json.dumps({**row, "time": round(time.time(), 3)}, default=str) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())


@dataclass(frozen=True)
class History:
    """What a file of records says.

    Attributes:
        config: the newest configuration.
        steps: step numbers, in order.
        records: one for each step; NaN where a number was not finite.
        notes: (step, text) pairs.
        seconds: how long it ran, warm-up and evaluations included, pauses between a stop and a resumption not; 0.0 in
            files of older versions, whose lines have no time.
    """

    config: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[int, ...] = ()
    records: tuple[Mapping[str, float], ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    seconds: float = 0.0

    def curve(self, key: str) -> tuple[list[int], list[float]]:
        """The steps that have `key`, and its values."""
        pairs = [
            (step, record[key]) for step, record in zip(self.steps, self.records, strict=True) if key in record
        ]
        return [step for step, _ in pairs], [value for _, value in pairs]

    @property
    def mix_changed(self) -> bool:
        """Whether arms were drawn in other shares at one time than at another, as curricula do.

        Then a mean over all that was drawn moves with the shares, even if the rate of no arm does.
        """
        known = [r for r in self.records if any(key.startswith("curriculum/") for key in r)]
        return any(other_shares(known[0], record) for record in known[1:])

    def names(self, group: str = "") -> list[str]:
        """All keys of a group such as ``pass_rate/``, in the order in which they first came."""
        found = dict.fromkeys(key for record in self.records for key in record)
        return [key for key in found if key.startswith(group)]


def other_shares(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Whether two records tell of different shares of draws; rounding is no difference."""
    keys = {key for record in (one, other) for key in record if key.startswith("curriculum/")}
    return any(abs(one.get(key, 0.0) - other.get(key, 0.0)) > 1e-6 for key in keys)


def read(path: Path) -> History:
    """Read a file of records; a last line that was cut off by a crash is passed over."""
    rows = [json.loads(line) for line in _whole_lines(path)]
    steps = [row for row in rows if row["kind"] == "step"]
    configs = [row["config"] for row in rows if row["kind"] == "config"]
    return History(
        configs[-1] if configs else {},
        tuple(row["step"] for row in steps),
        tuple({k: math.nan if v is None else v for k, v in row["record"].items()} for row in steps),
        tuple((row["step"], row["text"]) for row in rows if row["kind"] == "note"),
        _seconds(rows),
    )


def _seconds(rows: Sequence[Mapping[str, Any]]) -> float:
    """Time between the first and the last line of each start, summed up."""
    seconds = 0.0
    for before, row in itertools.pairwise(rows):
        if row["kind"] != "config" and "time" in before and "time" in row:
            seconds += max(0.0, row["time"] - before["time"])  # a clock may be put back
    return seconds


def _whole_lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    # Split at newlines alone: text may hold other characters that Python takes for the end of a line.
    *lines, _ = path.read_bytes().split(b"\n")
    return [line.decode() for line in lines]


def _keep_until(path: Path, start: int) -> None:
    """Drop what came after `start` steps, by a new file in place of the old one."""
    lines = _whole_lines(path)
    kept = [line for line in lines if start and json.loads(line)["step"] <= start]
    if not path.exists():
        return
    draft = path.with_name(path.name + ".new")
    with draft.open("w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in kept)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
