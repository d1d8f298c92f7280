"""A verifier that errs at known rates, and the corrections for one.

`NoisyVerifier` flips verdicts before any reward sees them: a failed trajectory passes at the false-positive rate rho0,
a solved one fails at the false-negative rate rho1. Flips are drawn for each sample, or once for a whole group (as a
wrong reference would flip it); published results differ in this, so runs should say which.

Corrections ("Reinforcement learning with verifiable yet noisy rewards", Cai et al. 2025, arXiv:2510.00915), for rewards
R of 0 or 1:

- backward: ``(R - rho0) / (1 - rho0 - rho1)``, whose expectation over the noise is the true reward;
- forward: ``R - (1 - rho1)``, that is the paper's weights rho1 - 1 for 0 and rho1 for 1. It is a fixed baseline.

Both are affine. An advantage that is centred and scaled by its group does not see them at all, and a group's centre
alone undoes the forward one (use ``centre="none"``). What the backward one changes is how much environments with
different rates count against one another; therefore rates may be given by environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from ...verifiers.base import Reason, Verdict
from ..trajectory import Group, Trajectory
from .base import Reward
from .checks import number, one_of
from .random_reward import draw


@dataclass(frozen=True)
class Rates:
    """How often a verifier errs; the two must leave it better than chance.

    Attributes:
        false_positive: chance that a wrong answer passes, in [0, 1).
        false_negative: chance that a right one fails, in [0, 1).
    """

    false_positive: float = 0.0
    false_negative: float = 0.0

    def __post_init__(self) -> None:
        number("false_positive", self.false_positive, 0.0, 1.0)
        number("false_negative", self.false_negative, 0.0, 1.0)

    @property
    def signal(self) -> float:
        """1 - rho0 - rho1: how much of the difference between right and wrong is left."""
        return 1.0 - self.false_positive - self.false_negative


@dataclass(frozen=True)
class NoisyVerifier:
    """A reward that sees flipped verdicts.

    Attributes:
        reward: what scores the group after the flips.
        rates: how often each kind of verdict is flipped.
        per: ``sample`` draws for every trajectory, ``group`` once for all of a group.
    """

    reward: Reward
    rates: Rates
    per: Literal["sample", "group"] = "sample"

    def __post_init__(self) -> None:
        one_of("per", self.per, ("sample", "group"))

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """The returns of copies with flipped verdicts; `group` is not changed."""
        seed = rng.getrandbits(53)
        seen = [
            self._seen(each, draw(seed, each.sample if self.per == "sample" else -1))
            for each in group.trajectories
        ]
        return self.reward(replace(group, trajectories=seen), rng)

    def _seen(self, trajectory: Trajectory, chance: float) -> Trajectory:
        verdict = trajectory.verdict
        if verdict is None or not trajectory.scored:
            return trajectory
        if verdict.passed and chance < self.rates.false_negative:
            # What the steps paid would tell the truth, so it goes as well.
            turns = [replace(turn, reward=0.0) for turn in trajectory.turns]
            return replace(trajectory, verdict=Verdict(0.0, Reason.WRONG, parts=verdict.parts), turns=turns)
        if not verdict.passed and chance < self.rates.false_positive:
            return replace(trajectory, verdict=Verdict(1.0, Reason.CORRECT, parts=verdict.parts))
        return trajectory


@dataclass(frozen=True)
class Corrected:
    """A reward of 0 or 1 from a noisy verifier, corrected for its known rates.

    Attributes:
        reward: the reward that is corrected.
        method: ``backward`` or ``forward``; see the module.
        rates: for every environment that is not in `by_env`.
        by_env: rates of single environments by id.
    """

    reward: Reward
    method: Literal["backward", "forward"] = "backward"
    rates: Rates = Rates()
    by_env: Mapping[str, Rates] = field(default_factory=dict)

    def __post_init__(self) -> None:
        one_of("method", self.method, ("backward", "forward"))
        for rates in (self.rates, *self.by_env.values()):
            if self.method == "backward" and rates.signal <= 0.0:
                raise ValueError(
                    f"false_positive + false_negative must be below 1 to be corrected for, not {1.0 - rates.signal:g}"
                )

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """See the class."""
        rates = self.by_env.get(group.task.env, self.rates)
        returns = self.reward(group, rng)
        if self.method == "forward":
            return [value - (1.0 - rates.false_negative) for value in returns]
        return [(value - rates.false_positive) / rates.signal for value in returns]
