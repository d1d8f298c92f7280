"""Where repair tasks take their programs from: the small templates, and classic algorithms by name.

The names are spelled out, so that a task stays the same when more templates are written.
"""

from __future__ import annotations

from random import Random

from .algorithms.table import TEMPLATES
from .problem import Problem
from .repair_table import LONG, SHORT, SMALL

CLASSIC = (
    "merged_intervals",
    "busiest_time",
    "coverage_gaps",
    "longest_window",
    "shortest_window",
    "count_pairs",
    "window_extremes",
    "knapsack",
    "grid_paths",
    "edit_cost",
)
POOLS: dict[str, tuple[str, ...]] = {
    "short": SHORT,
    "long": LONG,
    "mixed": (*LONG, *CLASSIC),
    "classic": CLASSIC,
}


def problem_of(name: str, seed: int, level: int) -> Problem:
    """The problem of a template, from its seed; `level` counts for classic algorithms only."""
    return SMALL[name](Random(seed)).problem if name in SMALL else TEMPLATES[name](Random(seed), level)
