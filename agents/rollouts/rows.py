"""A trajectory as one JSON object, and back: the row that is kept on disk.

Log-probabilities and versions are stored for drawn tokens only; ``drawn`` lists where those begin and end. Engines give
log-probabilities in float32: such a segment is marked by ``"bits": 32`` and its numbers are written with the few digits
that name a float32, which is half of what float64 needs. Fields that a reader does not know are passed over, and those
that an older file lacks have their defaults.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from itertools import groupby
from typing import Any

import numpy as np

from ...generators.base import Task
from ...verifiers.base import Verdict
from ..trajectory import Segment, Trajectory, Turn

JSON_COLUMNS = ("task", "verdict", "env_options", "extra", "opening")
"""Objects whose shape differs from row to row are JSON text in parquet, where a column has one type."""

_TURN_FIELDS = frozenset(field.name for field in fields(Turn))


def to_row(trajectory: Trajectory) -> dict[str, Any]:
    """A trajectory as one JSON object; `from_row` is its inverse. The first fields are for readers only."""
    verdict = trajectory.verdict
    return {
        "id": trajectory.task.id,
        "sample": trajectory.sample,
        "ending": trajectory.ending,
        "passed": trajectory.passed,
        "score": verdict.score if verdict else None,
        "reward": trajectory.reward,
        "task": trajectory.task.to_json(),
        "verdict": verdict.to_json() if verdict else None,
        "opening": trajectory.opening,
        "turns": [asdict(turn) for turn in trajectory.turns],
        "segments": [_segment_row(segment) for segment in trajectory.segments],
        "env_options": dict(trajectory.env_options),
        "extra": trajectory.extra,
    }


def from_row(row: Mapping[str, Any]) -> Trajectory:
    """The trajectory of a row.

    Raises:
        KeyError, TypeError, ValueError: if it is none.
    """
    values = {
        name: json.loads(row[name]) if isinstance(row[name], str) else row[name]
        for name in JSON_COLUMNS
        if name in row
    }
    return Trajectory(
        task=Task.from_json(values["task"]),
        sample=row["sample"],
        segments=[_segment_of(segment) for segment in row["segments"]],
        turns=[
            Turn(**{name: value for name, value in turn.items() if name in _TURN_FIELDS})
            for turn in row["turns"]
        ],
        verdict=None if values["verdict"] is None else Verdict.from_json(values["verdict"]),
        ending=row["ending"],
        env_options=values["env_options"],
        extra=values["extra"],
        opening=values.get("opening", []),
    )


def _segment_row(segment: Segment) -> dict[str, Any]:
    places = [i for i, drawn in enumerate(segment.policy) if drawn]
    runs = [list(run) for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0])]
    log_probs = [segment.log_probs[i] for i in places]
    short = _short(log_probs)
    return {
        "tokens": list(segment.tokens),
        "drawn": [[run[0][1], run[-1][1] + 1] for run in runs],
        "log_probs": log_probs if short is None else short,
        "versions": [segment.versions[i] for i in places],
        "bits": 64 if short is None else 32,
    }


def _short(values: list[float]) -> list[float] | None:
    """The shortest decimals that name the same float32 numbers; None if one of the values is no float32."""
    with np.errstate(over="ignore"):
        narrow = np.asarray(values, dtype=np.float64).astype(np.float32)
    if not np.array_equal(narrow.astype(np.float64), np.asarray(values, dtype=np.float64)):
        return None
    return [float(str(value)) for value in narrow]


def _segment_of(row: Mapping[str, Any]) -> Segment:
    segment, read = Segment(), 0
    log_probs = row["log_probs"]
    if row.get("bits", 64) == 32:
        log_probs = np.asarray(log_probs, dtype=np.float64).astype(np.float32).astype(np.float64).tolist()
    for start, end in row["drawn"]:
        segment.read(row["tokens"][len(segment) : start])
        count = end - start
        segment.write(
            row["tokens"][start:end],
            log_probs[read : read + count],
            row["versions"][read : read + count],
        )
        read += count
    segment.read(row["tokens"][len(segment) :])
    return segment
