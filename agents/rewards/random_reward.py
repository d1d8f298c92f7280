"""The control reward that knows nothing at all; see `controls` for what controls are for."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ...generators.base import derive_seed
from ..trajectory import Group
from .checks import number


@dataclass(frozen=True)
class RandomReward:
    """1 with a fixed chance, whatever was written.

    Attributes:
        rate: the chance, in [0, 1].
    """

    rate: float = 0.5

    def __post_init__(self) -> None:
        number("rate", self.rate, 0.0, 1.0)

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """Draws by sample number, so that neither order nor a masked member changes another one's draw."""
        seed = rng.getrandbits(53)
        return [float(draw(seed, each.sample) < self.rate) for each in group.trajectories]


def draw(seed: int, sample: int) -> float:
    """A number in [0, 1) that depends on the seed and the sample's number alone."""
    return Random(derive_seed(seed, sample)).random()
