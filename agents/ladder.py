"""A success ladder: which difficulty to train on next.

Rungs are ordered from easy to hard. Tasks are drawn from the rungs around the frontier, so that some attempts
succeed and some fail; when the policy passes often enough there, the frontier goes up one rung.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random


@dataclass
class Ladder:
    """The frontier of one environment, and how well the policy does there.

    Attributes:
        rungs: number of rungs; they are counted from 0.
        frontier: the rung that is being learnt.
        target: the pass rate at the frontier that raises it.
        memory: weight of the past in the running pass rate, for each attempt recorded.
        rate: the running pass rate at the frontier.
    """

    rungs: int
    frontier: int = 0
    target: float = 0.7
    memory: float = 0.995
    rate: float = field(default=0.0)

    def draw(self, rng: Random) -> int:
        """A rung to train on: one below the frontier, the frontier or one above it."""
        return min(max(self.frontier + rng.choice((-1, 0, 0, 1)), 0), self.rungs - 1)

    def record(self, outcomes: Iterable[tuple[int, bool]]) -> None:
        """Take note of attempts, each a rung and whether it was passed; rise one rung if that is earned."""
        frontier = self.frontier
        for rung, passed in outcomes:
            if rung == frontier:
                self.rate = self.memory * self.rate + (1 - self.memory) * passed
        if self.rate > self.target and frontier < self.rungs - 1:
            self.frontier, self.rate = frontier + 1, 0.0
