"""One dial for all entries: where an entry stands on one scale of difficulty, level by level, and how it goes on.

``difficulty=d`` asks for tasks whose reference way to the answer takes about 10**d counted operations. `dial.json`
holds what ``python docs/difficulty.py`` measured: d of each level, and of up to three levels beyond the table, each
with its error. Tasks of a d between two levels are drawn from both, so often from each that their mean is d. What is
counted in each entry, and what the scale does not say, stands in docs/difficulty.md.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

from .generators.base import Json, Marker, Split, Task, canonical_json, rng_for
from .spec import TaskSpec

FILE = Path(__file__).with_name("dial.json")

Difficulty = float | tuple[float, float]
"""A point of the scale, or a range with both ends."""

_PARTS = 256


@dataclass(frozen=True, slots=True)
class Rung:
    """One level of an entry, or one beyond its table.

    Attributes:
        level: the level; beyond the table, the last one.
        beyond: how many levels beyond the table; 0 within it.
        params: all parameters, where they are not those of the level.
        d: log10 of the operations: the mean over tasks.
        error: half of the 95 % interval of that mean.
        spread: standard deviation of single tasks around it.
    """

    level: int
    beyond: int
    params: Mapping[str, Json]
    d: float
    error: float
    spread: float

    def __str__(self) -> str:
        return f"{self.level}+{self.beyond}" if self.beyond else str(self.level)


def rungs(spec: TaskSpec) -> tuple[Rung, ...]:
    """What was measured of an entry, from its first level to beyond its table; empty if nothing was."""
    measured = _measured().get(spec.id, {"levels": []})["levels"]
    last = spec.levels[-1]
    further = spec.further
    if len(measured) != last + len(further):  # an entry whose table has changed since
        return ()
    return tuple(
        Rung(
            min(number, last),
            max(number - last, 0),
            further[number - last - 1] if number > last else {},
            *numbers,
        )
        for number, numbers in enumerate(measured, 1)
    )


def measured_of(spec: TaskSpec) -> str:
    """A short hash of what an entry's numbers depend on: they are of the entry as it is now if this is theirs."""
    bounds = [list(map(str, each)) for each in spec.bounds]
    stated = [dict(spec.axes), list(spec.further), bounds, spec.operations]
    return hashlib.blake2b(canonical_json(stated).encode(), digest_size=6).hexdigest()


@cache
def _measured() -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


class Dial:
    """Tasks of an entry at a point of the scale, or spread over a range of it.

    Attributes:
        low, high: the ends of the range; equal for a point.
    """

    def __init__(self, spec: TaskSpec, difficulty: Difficulty) -> None:
        """Find the levels.

        Raises:
            ValueError: if the entry cannot reach that difficulty, with the range that it has.
        """
        self.spec = spec
        self.low, self.high = pair(difficulty)
        self._rungs = rungs(spec)
        if not self._rungs:
            raise ValueError(f"{spec.id} has no measured difficulty{_why(spec)}; give a level instead")
        for end in (self.low, self.high):
            self.mix(end)

    def mix(self, d: float) -> tuple[tuple[Rung, float], ...]:
        """The levels for a point of the scale, one or two neighbours, and their shares: the mean of their d is `d`.

        Raises:
            ValueError: if no two neighbours have `d` between them, with the range that there is.
        """
        for rung in self._rungs:
            if rung.d == d:
                return ((rung, 1.0),)
        for below, above in pairwise(self._rungs):
            if below.d < d < above.d:
                share = (d - below.d) / (above.d - below.d)
                return ((below, 1 - share), (above, share))
        low, high = extent(self._rungs)
        raise ValueError(f"{self.spec.id} has difficulties from {low:.2f} to {high:.2f}, not {d:g}")

    def shares(self) -> tuple[tuple[Rung, float], ...]:
        """The levels that come, in their order, and how often: of a range, every d in it alike."""
        points = [self.low] if self.low == self.high else _points(self.low, self.high)
        sums = {str(rung): 0.0 for rung in self._rungs}
        for d in points:
            for rung, share in self.mix(d):
                sums[str(rung)] += share / len(points)
        return tuple((rung, sums[str(rung)]) for rung in self._rungs if sums[str(rung)] > 0)

    def rung(self, seed: int) -> Rung:
        """The level of a seed: the same one whenever it is asked for."""
        rng = rng_for(f"dial {self.spec.id} {self.low!r} {self.high!r} {seed}")
        return self.draw(rng)

    def draw(self, rng: Random) -> Rung:
        """A level of the mix, by chance."""
        mix = self.mix(self.low if self.low == self.high else rng.uniform(self.low, self.high))
        return mix[0][0] if rng.random() < mix[0][1] else mix[-1][0]

    def task(
        self,
        seed: int,
        *,
        marker: Marker | None = None,
        split: Split | None = None,
        options: Mapping[str, Json] | None = None,
    ) -> Task:
        """The task of a seed; its id, with level and parameters, rebuilds it without the dial."""
        rung = self.rung(seed)
        return self.spec.task(
            rung.level, seed, params=rung.params or None, marker=marker, split=split, options=options
        )


def _points(low: float, high: float) -> list[float]:
    """The middles of equal parts of a range, so many that a sum over them is as good as an integral."""
    return [low + (high - low) * (2 * place + 1) / (2 * _PARTS) for place in range(_PARTS)]


def number(spec: TaskSpec, level: int, params: Mapping[str, Json]) -> int:
    """The number of a level, counted on beyond the table: 9 for the first one beyond 8.

    Parameters that are those of no level beyond the table change nothing.
    """
    given = dict(params)
    if not given or level != spec.levels[-1]:
        return level
    for steps, further in enumerate(spec.further, 1):
        if given == further:
            return level + steps
    return level


def extent(found: Sequence[Rung]) -> tuple[float, float]:
    """The least and the greatest d of some levels."""
    return min(rung.d for rung in found), max(rung.d for rung in found)


def within(spec: TaskSpec, difficulty: Difficulty) -> tuple[tuple[Rung, float], ...]:
    """The levels whose d lies in a range, with equal shares; where none does, the mix for the middle of the range.

    Raises:
        ValueError: if the entry cannot reach the range, with the one that it has.
    """
    low, high = pair(difficulty)
    found = [rung for rung in rungs(spec) if low <= rung.d <= high]
    if found:
        return tuple((rung, 1 / len(found)) for rung in found)
    return Dial(spec, (low + high) / 2).mix((low + high) / 2)


def pair(difficulty: object) -> tuple[float, float]:
    """Both ends of a difficulty.

    Raises:
        ValueError: if it is neither a number nor a pair (lowest, highest).
    """
    ends = (difficulty, difficulty) if isinstance(difficulty, int | float) else difficulty
    match ends:
        case (int() | float() as low, int() | float() as high) if (
            low <= high and isfinite(low) and isfinite(high)
        ):
            return float(low), float(high)
    raise ValueError(f"difficulty must be a number such as 2.5 or a pair (lowest, highest), not {difficulty!r}")


def _why(spec: TaskSpec) -> str:
    reason = spec.operations.removeprefix("none: ")
    return f" ({reason})" if reason != spec.operations else ""
