"""A success ladder for each environment: train around the frontier, and raise it when the policy passes there.

Tasks are drawn from the frontier and the rungs next to it, so that some attempts succeed and some fail. This is the
recipe behind the demo and the learning proof (`benchmarks/learning/`): the frontier rises when the running pass rate
there exceeds a target. It never falls, so a rung that cannot be learnt holds its environment up for ever, and
environments share draws evenly whether they learn or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .base import Arm, Result
from .checks import check_share
from .weighted import Weighted

_SHARES = ((-1, 0.25), (0, 0.5), (1, 0.25))
"""Shares of draws by distance from the frontier; what falls off an end goes to the rung at the end."""


@dataclass
class _Rungs:
    arms: list[Arm]
    frontier: int = 0
    rate: float = 0.0


class Ladder(Weighted):
    """Success ladders.

    Args:
        arms: see `Weighted`.
        target: the running pass rate that raises the frontier.
        memory: weight of the past in the running pass rate, for each rollout; the rate starts at 0 on each rung, so a
            rung takes at least ``log(1 - target) / log(memory)`` rollouts (240 with the defaults).
        rehearsal: share of an environment's draws that is spread evenly over the rungs below the frontier's lower
            neighbour, so that a small model does not forget them; 0 for none.
    """

    def __init__(
        self, arms: Sequence[Arm], *, target: float = 0.7, memory: float = 0.995, rehearsal: float = 0.0
    ) -> None:
        super().__init__(arms)
        self.target, self.memory = check_share("target", target), check_share("memory", memory)
        self.rehearsal = check_share("rehearsal", rehearsal)
        self._rungs = [_Rungs(ladder) for ladder in self._ladders()]
        self._of = {arm.name: rungs for rungs in self._rungs for arm in rungs.arms}

    def weights(self) -> dict[str, float]:
        """Half of an environment's share at its frontier, a quarter on each side; less what is rehearsed."""
        weights = dict.fromkeys(self.arms, 0.0)
        for rungs in self._rungs:
            below = rungs.arms[: max(rungs.frontier - 1, 0)]
            rehearsed = self.rehearsal if below else 0.0
            for arm in below:
                weights[arm.name] += rehearsed / len(below) / len(self._rungs)
            for distance, share in _SHARES:
                place = min(max(rungs.frontier + distance, 0), len(rungs.arms) - 1)
                weights[rungs.arms[place].name] += (1 - rehearsed) * share / len(self._rungs)
        return weights

    def frontiers(self) -> dict[str, int]:
        """The level of each environment's frontier, by the name of the arm there."""
        return {rungs.arms[rungs.frontier].name: rungs.arms[rungs.frontier].level for rungs in self._rungs}

    def _learn(self, results: Sequence[Result]) -> None:
        played: list[_Rungs] = []
        for result in results:
            rungs = self._of[result.draw.arm.name]
            if rungs.arms[rungs.frontier] == result.draw.arm:
                for reward in result.rewards:
                    rungs.rate = self.memory * rungs.rate + (1 - self.memory) * (reward == 1.0)
                played.append(rungs)
        for rungs in played:
            if rungs.rate > self.target and rungs.frontier < len(rungs.arms) - 1:
                rungs.frontier, rungs.rate = rungs.frontier + 1, 0.0

    def _save(self) -> dict[str, Any]:
        return {rungs.arms[0].name: [rungs.frontier, rungs.rate] for rungs in self._rungs}

    def _restore(self, memory: Mapping[str, Any]) -> None:
        for rungs in self._rungs:
            rungs.frontier, rungs.rate = memory[rungs.arms[0].name]
