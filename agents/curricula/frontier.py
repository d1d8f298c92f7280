"""Train where outcomes vary, as long as training moves them: a curriculum that noise does not mislead.

Mixed outcomes show where a policy *can* learn, and so DUMP, SEC and pass-rate bands go there. But they cannot tell a
task at the frontier from a coin: an arm whose reward is random has pass rate one half, the largest advantages, for
ever. What tells them apart is what training does: the frontier moves, the coin does not. The absolute slope of success
(`Progress`) asks for that, but a slope measured from few rollouts is mostly noise, and is largest for coins. So here:

- Each arm keeps its outcomes since its rate last changed. When the recent half of them differs from the old half by
  more than `significance` standard errors, up or down, the old half is dropped (the idea of adaptive windows, ADWIN:
  Bifet and Gavalda 2007), and so is that of the levels next to it, which training may have moved as well.
- An arm has the benefit of the doubt for as many rollouts without a change as changes usually take to show: the
  running mean over the changes seen so far, `patience` to begin with. After that its credit falls with the square of
  the rollouts that were spent in vain. A change restores it, so an arm that was stuck comes back when something else
  has unlocked it, or when it is forgotten.
- Weight: ``(4 p (1 - p) credit) ** 3``, with p the pass rate of the recent half, one pass and one failure added, so
  that what was never tried comes first; `explore` of all draws goes to all arms alike. Solved and dead arms have no
  variance, coins soon no credit.

Coins cannot be recognised at once: each is shown about as many rollouts as a slow learner would need, so where many of
the arms are coins many samples go there at first. The form of the weight (the powers, the neighbours, the running
patience) is the best of those compared in the simulator; see docs/curricula.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from .base import Arm, Result
from .checks import check_positive, check_share
from .weighted import Weighted, blend

_DECLINE = 2
"""Power with which credit falls with rollouts spent in vain."""
_SHARPNESS = 3
"""Power of the whole score: at 1 too many draws go to arms that are nearly solved or nearly dead."""
_PACE_MEMORY = 0.9
"""Weight of earlier changes in the running mean of the rollouts that changes take."""
_BLOCKS = 64
"""Blocks that an arm's history is kept in; when there are more, neighbouring ones are added up."""


class Block(NamedTuple):
    """Outcomes of some groups of rollouts, each group on one task.

    Attributes:
        passed: passes.
        tried: rollouts.
        squares: sum over the groups of passes squared over rollouts.
        groups: number of groups.
    """

    passed: int
    tried: int
    squares: float
    groups: int


class Frontier(Weighted):
    """Variance of outcomes, as long as training moves them.

    Args:
        arms: see `Weighted`; environments at several levels should all be there, for levels unlock one another.
        patience: rollouts without a change after which an arm's credit begins to fall, before any change was seen.
        significance: standard errors between the old and the recent half that count as a change.
        explore: share of draws that goes to all arms alike.

    Attributes:
        patience: rollouts that an arm gets without a change before its credit falls, as of now.
    """

    def __init__(
        self, arms: Sequence[Arm], *, patience: int = 400, significance: float = 2.5, explore: float = 0.05
    ) -> None:
        super().__init__(arms)
        self.patience = check_positive("patience", patience)
        self.significance = check_positive("significance", significance)
        self.explore = check_share("explore", explore)
        self._history: dict[str, list[Block]] = {name: [] for name in self.arms}
        self._near: dict[str, list[str]] = {}
        for ladder in self._ladders():
            names = [arm.name for arm in ladder]
            for i, name in enumerate(names):
                self._near[name] = names[max(i - 1, 0) : i] + names[i + 1 : i + 2]

    def scores(self) -> dict[str, float]:
        """Variance of the recent outcomes times credit, each in [0, 1]."""
        return {name: self._score(blocks) for name, blocks in self._history.items()}

    def weights(self) -> dict[str, float]:
        """In proportion to the cube of `scores`."""
        return blend({name: score**_SHARPNESS for name, score in self.scores().items()}, self.explore)

    def _score(self, blocks: Sequence[Block]) -> float:
        recent, tried = total(blocks[middle(blocks) :]), total(blocks).tried
        rate = (recent.passed + 1) / (recent.tried + 2)
        credit = (self.patience / tried) ** _DECLINE if tried > self.patience else 1.0
        return 4 * rate * (1 - rate) * credit

    def _learn(self, results: Sequence[Result]) -> None:
        for result in results:
            passed, tried = result.passed, len(result.rewards)
            self._history[result.draw.arm.name].append(Block(passed, tried, passed**2 / tried, 1))
        for name in dict.fromkeys(result.draw.arm.name for result in results):
            if self._changed(self._history[name]):
                taken = total(self._history[name]).tried
                self.patience = _PACE_MEMORY * self.patience + (1 - _PACE_MEMORY) * taken
                for moved in (name, *self._near[name]):
                    del self._history[moved][: middle(self._history[moved])]
            if len(self._history[name]) > _BLOCKS:
                self._history[name] = paired(self._history[name])

    def _changed(self, blocks: Sequence[Block]) -> bool:
        """Whether the recent half differs significantly from the old one.

        A pooled test of two proportions whose error grows with the dispersion between groups (Pearson's chi-squared
        over its degrees of freedom, as in a quasi-binomial model): tasks of one arm differ, and eight rollouts of one
        task are no eight witnesses.
        """
        old, recent, both = total(blocks[: middle(blocks)]), total(blocks[middle(blocks) :]), total(blocks)
        if not old.tried or not recent.tried:
            return False
        # One pass and one failure more, so that the error is not 0 where all outcomes agree.
        rate = (both.passed + 1) / (both.tried + 2)
        variance = rate * (1 - rate)
        chi_squared = (both.squares - both.passed**2 / both.tried) / variance
        dispersion = max(1.0, chi_squared / (both.groups - 1))
        error = sqrt(dispersion * variance * (1 / old.tried + 1 / recent.tried))
        return abs(recent.passed / recent.tried - old.passed / old.tried) > self.significance * error

    def _save(self) -> dict[str, Any]:
        history = {name: [list(block) for block in blocks] for name, blocks in self._history.items()}
        return {"patience": self.patience, "history": history}

    def _restore(self, memory: Mapping[str, Any]) -> None:
        self.patience = memory["patience"]
        self._history = {name: [Block(*block) for block in memory["history"][name]] for name in self.arms}


def middle(blocks: Sequence[Block]) -> int:
    """Where the recent half begins: as many blocks as have at most half of the rollouts are old."""
    half, tried = total(blocks).tried / 2, 0
    for i, block in enumerate(blocks):
        tried += block.tried
        if tried > half:
            return i
    return len(blocks)


def total(blocks: Sequence[Block]) -> Block:
    """All blocks as one."""
    passed, tried, squares, groups = 0, 0, 0.0, 0
    for block in blocks:
        passed, tried = passed + block.passed, tried + block.tried
        squares, groups = squares + block.squares, groups + block.groups
    return Block(passed, tried, squares, groups)


def paired(blocks: Sequence[Block]) -> list[Block]:
    """Half as many blocks: each two neighbours, from the oldest on, added up."""
    return [total(blocks[i : i + 2]) for i in range(0, len(blocks), 2)]
