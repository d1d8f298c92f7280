"""A reward that is a sum of parts, and the laws that every such sum keeps.

1. No failed trajectory outscores a solved one, of any group.
2. An action without effect (an empty turn, a call once more, longer text) never raises the return of its trajectory.
3. Form alone earns at most 0.1.
4. Every part is bounded, and so is the sum: `Composition.range`.
5. What is masked counts in nothing; the order of a group's members does not matter.

The first is proved from the parts' bounds when a composition is made: weights that would break it are refused. The
others hold for each part, so they hold for sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..trajectory import Group
from .parts import Bounds, Outcome, Part
from .product import Product

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Composition:
    """A sum of parts.

    Attributes:
        parts: one `Outcome`, as it is or as a factor of a product, and anything that shapes it.

    Raises:
        ValueError: if a failed trajectory could outscore a solved one.
    """

    parts: Sequence[Part] = (Outcome(),)

    def __post_init__(self) -> None:
        outcomes = sum(isinstance(part, Outcome) for part in self.parts) or sum(
            isinstance(part, Product) and part.has_outcome for part in self.parts
        )
        if outcomes != 1:
            raise ValueError(f"a composed reward has exactly one outcome, not {outcomes}")
        least, most = self.bounds(solved=True)[0], self.bounds(solved=False)[1]
        if most > least + _ROUNDING:
            raise ValueError(
                f"a failed trajectory could earn {most:g} and a solved one only {least:g}; "
                "lower the weights of the parts or the outcome's partial credit"
            )

    def bounds(self, solved: bool) -> Bounds:
        """The least and the greatest return of a solved, or of a failed, trajectory."""
        bounds = [part.bounds(solved) for part in self.parts]
        return sum(low for low, _ in bounds), sum(high for _, high in bounds)

    @property
    def range(self) -> Bounds:
        """The least and the greatest return."""
        return self.bounds(solved=False)[0], self.bounds(solved=True)[1]

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """The sum of the parts for each trajectory; 0 for those that are masked."""
        columns = [part(group) for part in self.parts]
        rows = zip(*columns, strict=True)
        return [sum(row) if each.scored else 0.0 for each, row in zip(group.trajectories, rows, strict=True)]
