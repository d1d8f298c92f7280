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
    "coverage_gaps",
    "longest_window",
    "count_pairs",
    "window_extremes",
    "knapsack",
    "edit_cost",
    "segments_by_sum",
    "pattern_count",
    "island_survey",
    "linked_groups",
    "tidy_path",
    "pairing",
    "common_runs",
    "odd_cache",
    "merging_groups",
    "undo_log",
    "strangers",
    "aligned_pairs",
    "coin_ways",
    "fuel_ring",
    "covered_area",
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
