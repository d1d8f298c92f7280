"""Measuring CPU time per item, so that a busy machine changes a number little and a ratio hardly at all.

* CPU time of this process is counted, not the time on the clock: what other processes take does not enter.
* Everything that is compared is measured in turns (ours, theirs, ours, theirs, ...), so that a slow minute of
  the machine hits both sides. A ratio is the median of the turns' ratios.
* Every turn takes fresh items (new seeds), so that no cache of either side answers for its generator.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

Arguments = tuple[Any, ...]

_LONGEST = 10


@dataclass(frozen=True, slots=True)
class Effort:
    """How much measuring is done.

    Attributes:
        turns: how often each thing is measured; the median counts.
        seconds: CPU time that one turn is to take.
        fewest: items in a turn, even if they take up to `_LONGEST` times as long.
        pool: tasks that verifiers and environments are measured on.
    """

    turns: int
    seconds: float
    fewest: int
    pool: int


FULL = Effort(turns=5, seconds=0.08, fewest=8, pool=60)
# Some of the peer's tasks take long and vary much: more of them are needed for a steady mean.
COMPARING = Effort(turns=7, seconds=0.15, fewest=30, pool=60)
QUICK = Effort(turns=2, seconds=0.01, fewest=2, pool=6)


@dataclass(frozen=True, slots=True)
class Work:
    """One thing to measure.

    Attributes:
        call: what is timed.
        batch: the arguments of `count` calls, from a position in an endless stream of items; not timed.
    """

    call: Callable[..., object]
    batch: Callable[[int, int], Sequence[Arguments]]


@dataclass(frozen=True, slots=True)
class Timing:
    """CPU seconds per item, one number for each turn.

    Attributes:
        seconds: of each turn, in the order of the turns.
        items: number of items in a turn.
        failed: items, over all turns, that raised one of the exceptions that were expected.
    """

    seconds: tuple[float, ...]
    items: int
    failed: int = 0

    @property
    def typical(self) -> float:
        """CPU seconds per item: the median of the turns."""
        return median(self.seconds)

    @property
    def rate(self) -> float:
        """Items per CPU second."""
        return 1 / self.typical

    def to_json(self) -> dict[str, Any]:
        """What a reader needs, with three significant digits."""
        return {
            "per_second": rounded(self.rate),
            "microseconds": rounded(self.typical * 1e6),
            "fastest_turn": rounded(min(self.seconds) * 1e6),
            "slowest_turn": rounded(max(self.seconds) * 1e6),
            "turns": len(self.seconds),
            "items_in_a_turn": self.items,
            "failed": self.failed,
        }


def ratio(theirs: Timing, ours: Timing) -> float:
    """How many times faster ours is: the median over the turns."""
    return median(t / o for t, o in zip(theirs.seconds, ours.seconds, strict=True))


def measure(
    works: Mapping[str, Work], effort: Effort, expected: tuple[type[Exception], ...] = ()
) -> dict[str, Timing]:
    """Measure things in turns.

    Args:
        works: what to measure, by name; the order changes from turn to turn.
        effort: how much.
        expected: exceptions that an item may raise; such an item is counted and costs what it cost.
    """
    counts = {name: _count(work, effort, expected) for name, work in works.items()}
    seconds: dict[str, list[float]] = {name: [] for name in works}
    failed = dict.fromkeys(works, 0)
    names = list(works)
    for turn in range(effort.turns):
        for name in names if turn % 2 == 0 else reversed(names):
            # The first items were used up by the search for the number of items.
            batch = works[name].batch((turn + 1) * counts[name], counts[name])
            spent, raised = _run(works[name].call, batch, expected)
            seconds[name].append(max(spent, 1e-9) / len(batch))
            failed[name] += raised
    return {name: Timing(tuple(seconds[name]), counts[name], failed[name]) for name in works}


def cycled(items: Sequence[Arguments]) -> Callable[[int, int], Sequence[Arguments]]:
    """A stream that goes through `items` again and again, for calls that keep nothing between them."""
    return lambda start, count: [items[i % len(items)] for i in range(start, start + count)]


def numbered(first: int) -> Callable[[int, int], Sequence[Arguments]]:
    """A stream of whole numbers, for generators: the seeds from `first` on."""
    return lambda start, count: [(i,) for i in range(first + start, first + start + count)]


def rounded(value: float, digits: int = 3) -> float:
    """`value` with that many significant digits; more would be noise."""
    return float(f"{value:.{digits}g}")


def shown(value: float, digits: int = 3) -> str:
    """`value` with that many significant digits, as people write it: 1,030 and 0.128."""
    short = rounded(value, digits)
    return f"{short:,.0f}" if short >= 100 else f"{short:g}"


def settle() -> None:
    """Collect garbage, and keep what lives out of later collections: what is loaded must cost nobody time."""
    gc.collect()
    gc.freeze()


def _count(work: Work, effort: Effort, expected: tuple[type[Exception], ...]) -> int:
    """The number of items that take about ``effort.seconds``."""
    _run(work.call, work.batch(0, 1), expected)  # imports what is imported late
    count = 1
    while True:
        spent, _ = _run(work.call, work.batch(0, count), expected)
        if spent >= effort.seconds / 4 or count >= 100_000:
            break
        count *= 4
    wanted = effort.seconds * count / max(spent, 1e-9)
    return max(1, round(max(wanted, min(effort.fewest, _LONGEST * wanted))))


def _run(
    call: Callable[..., object], batch: Iterable[Arguments], expected: tuple[type[Exception], ...]
) -> tuple[float, int]:
    raised = 0
    start = time.process_time()
    for arguments in batch:
        try:
            call(*arguments)
        except expected:
            raised += 1
    return time.process_time() - start, raised
