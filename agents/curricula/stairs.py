"""A staircase for each environment: its difficulty goes up and down until a target share of rollouts is right.

The arms are levels with a measured difficulty (`rlvr.dial`), those beyond the table included. Each environment has a
`Staircase` of its own between the least and the greatest difficulty of its arms, so environments with different spans
go together: equal difficulties of two environments are not equal work, and are never compared. Tasks come from the two
arms next to the difficulty, so often from each that their mean is it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isclose
from typing import Any

from ... import registry
from ...dial import number, rungs
from .base import Arm, Result
from .checks import check_positive, check_share
from .staircase import Staircase
from .weighted import Weighted


class Stairs(Weighted):
    """Staircases over the difficulties of environments.

    Args:
        arms: see `Weighted`; each a level of the registry, or one beyond the table with the parameters of
            `rlvr.spec.TaskSpec.further`.
        target: the share of rollouts that shall be right, strictly between 0 and 1.
        start: where each environment begins, in [0, 1] of its span.
        longest: how far d moves at most for each rollout, at first; see `Staircase`.
        shortest: the same, at last.
        pace: rollouts of an environment that a step counts for at most, so that large batches make no leaps.

    Raises:
        ValueError: if the difficulty of an arm was not measured, or an option makes no sense.
    """

    def __init__(
        self,
        arms: Sequence[Arm],
        *,
        target: float = 0.5,
        start: float = 0.0,
        longest: float = 0.1,
        shortest: float = 0.02,
        pace: int = 8,
    ) -> None:
        super().__init__(arms)
        self.pace = int(check_positive("pace", pace))
        check_share("start", start)
        self._rungs: dict[str, list[tuple[float, str]]] = {}  # of each environment, rising
        self._env_of: dict[str, str] = {}
        for arm in self.arms.values():
            env = registry.get(arm.env).id
            self._rungs.setdefault(env, []).append((difficulty_of(arm), arm.name))
            self._env_of[arm.name] = env
        self.stairs: dict[str, Staircase] = {}
        for env, found in self._rungs.items():
            found.sort()
            low, high = found[0][0], found[-1][0]
            self.stairs[env] = Staircase(
                low,
                high,
                target=target,
                start=low + start * (high - low),
                longest=longest,
                shortest=shortest,
            )

    def difficulties(self) -> dict[str, float]:
        """Where each environment is, by short names."""
        return {env.removeprefix("rlvr/").removesuffix("-v0"): stairs.d for env, stairs in self.stairs.items()}

    def weights(self) -> dict[str, float]:
        """An even share for each environment, which its two arms next to the difficulty have between them."""
        weights = dict.fromkeys(self.arms, 0.0)
        for env, found in self._rungs.items():
            for name, share in _mix(found, self.stairs[env].d):
                weights[name] += share / len(self._rungs)
        return weights

    def _learn(self, results: Sequence[Result]) -> None:
        rewards: dict[str, list[bool]] = {}
        for result in results:
            env = self._env_of[result.draw.arm.name]
            rewards.setdefault(env, []).extend(reward == 1.0 for reward in result.rewards)
        for env, right in rewards.items():
            self.stairs[env].tell([sum(right) / len(right)] * min(len(right), self.pace))

    def _save(self) -> dict[str, Any]:
        return {env: stairs.state() for env, stairs in self.stairs.items()}

    def _restore(self, memory: Mapping[str, Any]) -> None:
        for env, stairs in self.stairs.items():
            stairs.load(memory[env])


def difficulty_of(arm: Arm) -> float:
    """The measured difficulty of an arm.

    Raises:
        ValueError: if it was not measured.
    """
    spec = registry.get(arm.env)
    measured = {rung.level + rung.beyond: rung.d for rung in rungs(spec)}
    params = dict(arm.params)
    place = number(spec, arm.level, params)
    if params and place == arm.level:
        params = {name: value for name, value in params.items() if spec.params(arm.level)[name] != value}
    if place not in measured or (params and place == arm.level):
        what = f"{arm.name}, with parameters of its own," if place in measured else arm.name
        raise ValueError(
            f"the difficulty of {what} was not measured, and the curriculum staircase needs it: take levels of "
            "environments that `rlvr list --difficulty 0-9` lists"
        )
    return measured[place]


def _mix(found: Sequence[tuple[float, str]], d: float) -> list[tuple[str, float]]:
    """The arms on both sides of `d`, with shares whose mean difficulty it is."""
    for (below, lower), (above, upper) in pairwise(found):
        if below <= d <= above and not isclose(below, above):
            share = (d - below) / (above - below)
            return [(lower, 1 - share), (upper, share)]
    return [(min(found, key=lambda rung: abs(rung[0] - d))[1], 1.0)]
