"""Parts that are multiplied, and a factor for needless calls.

    value = x_1 x_2 ... x_n                       (`Product`)
    factor = decay^max(0, calls - fewest)         (`FewestCalls`)

LightSearcher (Lan et al. 2025, arXiv:2512.06653) charges tool calls only where the answer is right, against the fewest
calls with which the same task was answered rightly: the product of the outcome and that factor. There the fewest are
of all rollouts of the task so far; tasks here are drawn afresh, so that they are those of the group.

A product of factors that are never negative keeps the laws of sums: what lowers a factor lowers the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from ..trajectory import Group
from .answers import calls_of
from .checks import number
from .parts import Bounds, Outcome, Part, leaves


@dataclass(frozen=True)
class Product:
    """The product of parts.

    Attributes:
        parts: two or more, none of which can be negative.
    """

    parts: Sequence[Part]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise ValueError(f"a product needs two parts or more, not {len(self.parts)}")
        for part in self.parts:
            if min(part.bounds(solved)[0] for solved in (True, False)) < 0.0:
                raise ValueError(
                    f"{type(part).__name__} can be negative and is no factor: two of these would make a reward; "
                    "put it beside the product, or in a gate"
                )

    @property
    def has_outcome(self) -> bool:
        """Whether the outcome is among the factors."""
        return any(isinstance(part, Outcome) for part in leaves(self.parts))

    def bounds(self, solved: bool) -> Bounds:
        """The products of the factors' bounds."""
        each = [part.bounds(solved) for part in self.parts]
        return prod(low for low, _ in each), prod(high for _, high in each)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        return [float(prod(row)) for row in zip(*(part(group) for part in self.parts), strict=True)]


@dataclass(frozen=True)
class FewestCalls:
    """A factor that falls with each tool call beyond the fewest of a right answer in the group.

    A failed trajectory has 1: looking further is not punished where it did not find anything.

    Attributes:
        decay: for each call too many, in [0, 1].
        least: the factor falls no lower; in [0, 1].
    """

    decay: float = 0.9
    least: float = 0.0

    def __post_init__(self) -> None:
        number("decay of the calls", self.decay, 0.0, 1.0)
        number("least factor of the calls", self.least, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Only what is solved pays."""
        return (self.least, 1.0) if solved else (1.0, 1.0)

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order."""
        calls = [calls_of(each) if each.passed else 0 for each in group.trajectories]
        right = [n for n, each in zip(calls, group.trajectories, strict=True) if each.scored and each.passed]
        fewest = min(right, default=0)
        return [
            max(self.decay ** max(n - fewest, 0), self.least) if each.passed else 1.0
            for n, each in zip(calls, group.trajectories, strict=True)
        ]
