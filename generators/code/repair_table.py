"""The small templates by name, and their sizes: 1 for short programs, 2 for longer ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from . import repair_problems, repair_problems_more
from .small_problems import Small

SMALL: dict[str, Callable[[Random], Small]] = {
    template.__name__: template for template in (*repair_problems.TEMPLATES, *repair_problems_more.TEMPLATES)
}
SHORT = (
    "kth_value",
    "thin_out",
    "best_trade",
    "ways_to_pay",
    "long_runs",
    "run_lengths",
    "covered_length",
    "tank",
)
LONG = (
    "digit_steps",
    "window_sums",
    "nesting",
    "shifted_letters",
    "sorted_range",
    "counter_queue",
    "grid_step",
    "shared_streak",
)
