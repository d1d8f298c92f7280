"""Item response theory as a level picker, after SEELE (Li et al. 2025, arXiv:2509.06923).

SEELE measures how accuracy rises with the length of a hint and picks the hint that predicts a success of one half,
where the variance of the outcome, and so the progress, is largest. Here the same fit serves levels as well: in each
environment ``P(success) = logistic(ability - difficulty(level) + gain * hint)``, fitted online to fading counts. The
levels whose predicted success is near the target are drawn; with ``hints=True`` a level that is too hard comes with
the hint that brings it to the target. (SEELE fits a three-parameter curve to each task, within a step:
`agents.second_stage` does that. What is fitted here are levels, over steps; guessing is left out.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from random import Random
from typing import Any

from .base import Arm, Draw, Result
from .checks import check_positive, check_share
from .hintable import refuse_without_hints
from .weighted import Weighted, blend

_ABILITY_SPREAD = 10.0
"""Standard deviation of the prior of abilities: next to nothing is known of them."""
_GAIN, _GAIN_SPREAD = 4.0, 2.0
"""Prior mean and deviation of what the whole solution is worth, logits."""


@dataclass
class Fit:
    """The item response model of one environment.

    Attributes:
        prior: difficulty that each rung is expected to have, logits.
        spread: standard deviation of the prior of difficulties.
        counts: passes and attempts, fading, by (rung, hint).
        ability: of the policy, logits.
        difficulties: of each rung, logits.
        gain: what the whole solution is worth as a hint, logits; not below 0.
    """

    prior: list[float]
    spread: float
    counts: dict[tuple[int, float], list[float]] = field(default_factory=dict)
    ability: float = 0.0
    difficulties: list[float] = field(default_factory=list)
    gain: float = _GAIN

    def __post_init__(self) -> None:
        self.difficulties = self.difficulties or list(self.prior)

    def logit(self, rung: int, hint: float = 0.0) -> float:
        """Log-odds of success."""
        return self.ability - self.difficulties[rung] + self.gain * hint

    def solve(self, sweeps: int = 50) -> None:
        """Go to the most probable parameters: Newton's steps on one parameter after the other."""
        for _ in range(sweeps):
            moved = self._improve_ability()
            for rung in range(len(self.prior)):
                moved = max(moved, self._improve_difficulty(rung))
            if any(hint > 0.0 for _, hint in self.counts):
                moved = max(moved, self._improve_gain())
            moved = max(moved, self._shift())
            if moved < 1e-6:
                break

    def _improve_ability(self) -> float:
        slope, bend = self._sums((cell, 1.0) for cell in self.counts)
        step = (slope - self.ability / _ABILITY_SPREAD**2) / (bend + 1 / _ABILITY_SPREAD**2)
        self.ability += _bounded(step)
        return abs(step)

    def _improve_difficulty(self, rung: int) -> float:
        slope, bend = self._sums((cell, 1.0) for cell in self.counts if cell[0] == rung)
        pull = (self.difficulties[rung] - self.prior[rung]) / self.spread**2
        step = (-slope - pull) / (bend + 1 / self.spread**2)
        self.difficulties[rung] += _bounded(step)
        return abs(step)

    def _improve_gain(self) -> float:
        slope, bend = self._sums((cell, cell[1]) for cell in self.counts)
        step = (slope - (self.gain - _GAIN) / _GAIN_SPREAD**2) / (bend + 1 / _GAIN_SPREAD**2)
        before = self.gain
        self.gain = max(0.0, before + _bounded(step))
        return abs(self.gain - before)

    def _shift(self) -> float:
        """Move ability and difficulties together, which changes no prediction, to where the priors like them best.

        The single steps creep along this direction.
        """
        pull = self.ability / _ABILITY_SPREAD**2
        pull += (
            sum(own - prior for own, prior in zip(self.difficulties, self.prior, strict=True)) / self.spread**2
        )
        step = -pull / (1 / _ABILITY_SPREAD**2 + len(self.prior) / self.spread**2)
        self.ability += step
        self.difficulties = [difficulty + step for difficulty in self.difficulties]
        return abs(step)

    def _sums(self, cells: Iterable[tuple[tuple[int, float], float]]) -> tuple[float, float]:
        """First derivative of the log-likelihood and minus the second, along the given factor of each cell."""
        slope = bend = 0.0
        for cell, factor in cells:
            passed, tried = self.counts[cell]
            p = _logistic(self.logit(*cell))
            slope += factor * (passed - tried * p)
            bend += factor**2 * tried * p * (1 - p)
        return slope, bend


class Irt(Weighted):
    """Levels near a target success, by an item response fit in each environment; environments share evenly.

    Args:
        arms: see `Weighted`.
        target: success to aim for.
        width: how far from the target levels are still drawn: standard deviation of a bell over logits.
        hints: whether draws of levels below the target come with the hint that is predicted to reach it.
        spacing: expected difference in difficulty of neighbouring levels, logits.
        spread: how far difficulties may be from that: standard deviation, logits.
        memory: weight of an environment's earlier counts when a new step comes.
        explore: share of draws that goes to all arms alike.

    Raises:
        ValueError: if hints are asked for and an environment has none (its tasks have no worked solution), or a number
            makes no sense.
    """

    reads_hinted = True

    def __init__(
        self,
        arms: Sequence[Arm],
        *,
        target: float = 0.5,
        width: float = 1.0,
        hints: bool = False,
        spacing: float = 1.0,
        spread: float = 1.0,
        memory: float = 0.9,
        explore: float = 0.05,
    ) -> None:
        super().__init__(arms)
        if not 0.0 < target < 1.0:
            raise ValueError(f"target must be between 0 and 1, not {target}")
        self.goal = log(target / (1 - target))
        self.width, self.hints = check_positive("width", width), hints
        self.memory, self.explore = check_share("memory", memory), check_share("explore", explore)
        check_positive("spread", spread)
        if hints:
            refuse_without_hints("irt with hints=True", arms)
        self._fits: dict[str, Fit] = {}
        self._rungs: dict[str, tuple[Fit, int]] = {}
        self._levels = {ladder[0].name: [arm.name for arm in ladder] for ladder in self._ladders()}
        for ladder in self._ladders():
            fit = self._fits[ladder[0].name] = Fit([spacing * i for i in range(len(ladder))], spread)
            self._rungs |= {arm.name: (fit, rung) for rung, arm in enumerate(ladder)}

    def predicted(self) -> dict[str, float]:
        """Predicted success of each arm, without a hint."""
        return {name: _logistic(fit.logit(rung)) for name, (fit, rung) in self._rungs.items()}

    def hint(self, name: str) -> float:
        """The fraction of the solution, rounded to a twentieth, that is predicted to bring an arm to the target."""
        fit, rung = self._rungs[name]
        short = self.goal - fit.logit(rung)
        if short <= 0.0:
            return 0.0
        return round(20 * min(short / fit.gain, 0.95) if fit.gain > 0.0 else 0.0) / 20

    def weights(self) -> dict[str, float]:
        """In each environment a bell over the predicted log-odds around the target."""
        shares = dict.fromkeys(self.arms, 0.0)
        for first, fit in self._fits.items():
            off = {
                name: (fit.logit(rung, self._given(name)) - self.goal) / self.width
                for rung, name in enumerate(self._levels[first])
            }
            nearest = min(abs(x) for x in off.values())
            bells = {name: exp((nearest**2 - x**2) / 2) for name, x in off.items()}
            total = sum(bells.values())
            shares.update({name: bell / total for name, bell in bells.items()})
        return blend(shares, self.explore)

    def draw(self, rng: Random, count: int) -> list[Draw]:
        """`count` draws, with hints if they are asked for."""
        return [Draw(draw.arm, hint=self._given(draw.arm.name)) for draw in super().draw(rng, count)]

    def _given(self, name: str) -> float:
        return self.hint(name) if self.hints else 0.0

    def _learn(self, results: Sequence[Result]) -> None:
        played: dict[int, Fit] = {}
        for result in results:
            fit, rung = self._rungs[result.draw.arm.name]
            if id(fit) not in played:
                played[id(fit)] = fit
                fit.counts = {
                    cell: [self.memory * passed, self.memory * tried]
                    for cell, (passed, tried) in fit.counts.items()
                    if tried > 0.1
                }
            cell = fit.counts.setdefault((rung, result.draw.hint), [0.0, 0.0])
            cell[0] += result.passed
            cell[1] += len(result.rewards)
        for fit in played.values():
            fit.solve()

    def _save(self) -> dict[str, Any]:
        return {
            name: {
                "counts": [[*cell, *numbers] for cell, numbers in fit.counts.items()],
                "ability": fit.ability,
                "difficulties": list(fit.difficulties),
                "gain": fit.gain,
            }
            for name, fit in self._fits.items()
        }

    def _restore(self, memory: Mapping[str, Any]) -> None:
        for name, fit in self._fits.items():
            saved = memory[name]
            fit.counts = {(rung, hint): [passed, tried] for rung, hint, passed, tried in saved["counts"]}
            fit.ability, fit.gain = saved["ability"], saved["gain"]
            fit.difficulties = list(saved["difficulties"])


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def _bounded(step: float) -> float:
    """No step of more than two logits: far from the optimum Newton's steps overshoot."""
    return max(-2.0, min(2.0, step))
