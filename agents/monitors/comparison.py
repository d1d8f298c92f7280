"""Before and after as one statement: two rates and their difference, each with an interval, and what may be said."""

from __future__ import annotations

import math
from dataclasses import dataclass

Measured = tuple[float, float, float]
"""A value and the ends of its interval; NaN where there is nothing to measure."""


@dataclass(frozen=True)
class Comparison:
    """What two measurements of the same tasks show.

    Attributes:
        before: the rate before.
        after: the rate after.
        change: their difference; its interval decides, since those of the two rates overlap long after a difference
            between them is certain.
    """

    before: Measured
    after: Measured
    change: Measured

    @property
    def shown(self) -> bool:
        """Whether zero lies outside the interval of the change."""
        _, low, high = self.change
        return low > 0.0 or high < 0.0

    def verdict(self) -> str:
        """The change in words that claim no more than the interval does."""
        value, low, high = self.change
        if math.isnan(value):
            return "the change could not be measured"
        numbers = f"{value:+.2f} [{low:+.2f}, {high:+.2f}]"
        return f"change {numbers}" if self.shown else f"no change shown ({numbers})"


def with_interval(measured: Measured) -> str:
    """A rate with its interval; never the one without the other."""
    value, low, high = measured
    return "–" if math.isnan(value) else f"{value:.2f} [{low:.2f}, {high:.2f}]"
