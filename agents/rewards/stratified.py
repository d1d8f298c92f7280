"""A dense score that orders answers among the right ones and among the wrong ones, and never across.

HERO (Tao et al. 2025, arXiv:2510.07242), stratified normalisation, with s the dense score, its extremes over the
members of the group with the same verdict, and a small e:

    wrong:      -alpha + 2 alpha (s - min s) / (max s - min s + e)
    right:  (1 - beta) + 2 beta  (s - min s) / (max s - min s + e)

and variance-aware weighting: all returns of a group are multiplied by

    w = w_min + (w_max - w_min) / (1 + exp(-k (sigma - usual)))

with sigma the deviation of its dense scores. In the paper the dense score is a reward model's and `usual` a running
mean. Here the dense score is any sum of parts, and `usual` a number, since a reward has no memory. An advantage that is
divided by its group's deviation does not see the weight: use ``scale="none"`` or ``"batch"``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from statistics import pstdev

from ..trajectory import Group
from .checks import number
from .compose import Composition
from .parts import Bounds, Format, Outcome, Part, leaves

EPSILON = 1e-6
"""The e of the formula: where all dense scores are equal, all stand at the lower end of their range."""

SCORE: tuple[Part, ...] = (Outcome("score", 1.0),)
"""The verdict's score as the dense score: it orders wrong answers, and right ones not at all."""


@dataclass(frozen=True)
class Stratified:
    """A part in [-wrong, wrong] for failed and in [-right, right] for solved trajectories.

    Attributes:
        scores: parts, whose sum is the dense score.
        wrong: alpha, in [0, 1].
        right: beta, in [0, 1].
    """

    scores: Sequence[Part] = SCORE
    wrong: float = 0.1
    right: float = 0.1

    def __post_init__(self) -> None:
        if not self.scores:
            raise ValueError("a stratified mix needs parts, whose sum is its dense score")
        if any(isinstance(part, Format) for part in leaves(self.scores)):
            raise ValueError(
                "form is no part of a dense score, which would pay it more than 0.1: put it beside the mix"
            )
        number("wrong", self.wrong, 0.0, 1.0)
        number("right", self.right, 0.0, 1.0)

    def bounds(self, solved: bool) -> Bounds:
        """Plus or minus the width."""
        width = self.right if solved else self.wrong
        return -width, width

    def dense(self, group: Group) -> list[float]:
        """The dense score of each trajectory, in order."""
        return [float(sum(row)) for row in zip(*(part(group) for part in self.scores), strict=True)]

    def __call__(self, group: Group) -> list[float]:
        """One value for each trajectory, in order; 0 for those that are masked."""
        dense = self.dense(group)
        strata: dict[bool, list[float]] = {True: [], False: []}
        for each, score in zip(group.trajectories, dense, strict=True):
            if each.scored:
                strata[each.passed].append(score)
        values = []
        for each, score in zip(group.trajectories, dense, strict=True):
            peers = strata[each.passed] if each.scored else []
            width = self.right if each.passed else self.wrong
            low, high = min(peers, default=score), max(peers, default=score)
            values.append(-width + 2 * width * (score - low) / (high - low + EPSILON) if peers else 0.0)
        return values


@dataclass(frozen=True)
class Hero:
    """The verdict, 0 or 1, with a stratified mix; and groups weighted by how much their dense scores differ.

    Attributes:
        mix: the stratified part.
        usual: the deviation of dense scores at which the weight is half way; None for no weights.
        lowest: weight of groups whose dense scores are alike; above 0.
        highest: weight of groups whose dense scores differ most.
        steepness: k of the formula.

    Raises:
        ValueError: if a failed trajectory could outscore a solved one, of its group or of one of another weight.
    """

    mix: Stratified = Stratified()
    usual: float | None = None
    lowest: float = 0.4
    highest: float = 3.0
    steepness: float = 6.0

    def __post_init__(self) -> None:
        base = self._base
        number("lowest weight", self.lowest, 1e-6, 1e6)
        number("highest weight", self.highest, self.lowest, 1e6)
        number("steepness", self.steepness, 0.0, 1e6)
        if self.usual is not None:
            number("usual deviation", self.usual, 0.0, 1e6)
            failed = self.highest * base.bounds(solved=False)[1]
            solved = self.lowest * base.bounds(solved=True)[0]
            if failed > solved:
                raise ValueError(
                    f"with these weights a failed trajectory could earn {failed:g} and a solved one only {solved:g}; "
                    "lower wrong, right or the highest weight"
                )

    @property
    def _base(self) -> Composition:
        return Composition((Outcome(), self.mix))

    def weight(self, group: Group) -> float:
        """What the group's returns are multiplied by."""
        scores = [
            score for each, score in zip(group.trajectories, self.mix.dense(group), strict=True) if each.scored
        ]
        if self.usual is None or not scores:
            return 1.0
        # Beyond 700 the exponential overflows, and the weight is at its end anyhow.
        slope = min(max(self.steepness * (pstdev(scores) - self.usual), -700.0), 700.0)
        return self.lowest + (self.highest - self.lowest) / (1.0 + exp(-slope))

    def __call__(self, group: Group, rng: Random) -> list[float]:
        """One return for each trajectory; 0 for those that are masked."""
        weight = self.weight(group)
        return [weight * value for value in self._base(group, rng)]
