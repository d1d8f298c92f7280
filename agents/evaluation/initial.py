"""Gain by initial difficulty: what training changed on tasks that the first player found hard, and on easy ones.

Tasks are sorted by one half of the first player's samples and compared by the other half. Sorted and compared by the
same samples, tasks that had bad luck would seem to gain, and those that had good luck to lose, though nothing changed
(regression to the mean).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..intervals import Estimate, estimates
from .paired import difference
from .report import Problem
from .samples import Sample

BINS = (
    ("never", 0.0),
    ("up to 1/4", 0.25),
    ("up to 1/2", 0.5),
    ("up to 3/4", 0.75),
    ("below 1", 1.0 - 1e-9),
    ("always", 1.0),
)
"""Names of the bins and their highest pass rate in the first half of the first player's samples."""


@dataclass(frozen=True)
class Gain:
    """Tasks that were about equally hard at first.

    Attributes:
        name: how often they were solved; see `BINS`.
        tasks: how many there are.
        base: pass@1 of the first player, by its samples that did not sort the tasks.
        trained: pass@1 of the second, by all its samples.
        change: their difference.
    """

    name: str
    tasks: int
    base: Estimate
    trained: Estimate
    change: Estimate


def gains(pairs: Sequence[tuple[Problem, Problem]]) -> list[Gain]:
    """The bins that have tasks, hardest first; a first player with one sample of a task does not sort it."""
    sorted_in: dict[str, list[tuple[str, float, float]]] = {}
    for one, two in pairs:
        samples = sorted(one.samples, key=lambda sample: (sample.wording, sample.sample))
        if len(samples) < 2 or not two.samples:
            continue
        first = _rate(samples[::2])
        name = next(name for name, most in BINS if first <= most)
        sorted_in.setdefault(name, []).append((one.arm, _rate(samples[1::2]), two.pass_at(1)))
    found = []
    for name, _ in BINS:
        if rows := sorted_in.get(name):
            arms, base, trained = (list(column) for column in zip(*rows, strict=True))
            before, after = estimates(np.array([base, trained]).T, arms)
            found.append(Gain(name, len(rows), before, after, difference(base, trained, arms)))
    return found


def _rate(samples: Sequence[Sample]) -> float:
    return sum(sample.passed for sample in samples) / len(samples)
