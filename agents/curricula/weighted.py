"""What all curricula share that give each arm a weight: drawing, taking note of results, and the JSON state.

A subclass says what the weights are (`weights`), what it learns from results (`_learn`) and what it knows (`_save`,
`_restore`). Results without a scored rollout say nothing and are left out. Results of hinted rollouts say nothing
about what the policy can do unaided; they count only where the subclass says so (`reads_hinted`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from random import Random
from typing import Any, ClassVar

from .base import Arm, Draw, Result
from .checks import arms_by_name, check_state


class Weighted(ABC):
    """A curriculum that draws arms independently, each with its weight.

    Args:
        arms: what there is to choose from; those of one environment are ordered by level where order matters.

    Raises:
        ValueError: if there is no arm, or two have one name.
    """

    reads_hinted: ClassVar[bool] = False

    def __init__(self, arms: Sequence[Arm]) -> None:
        self.arms = arms_by_name(arms)

    @abstractmethod
    def weights(self) -> dict[str, float]:
        """The share of draws that each arm gets at the moment, by its name."""

    @abstractmethod
    def _learn(self, results: Sequence[Result]) -> None:
        """Take note of results, each with at least one reward and a finite advantage."""

    @abstractmethod
    def _save(self) -> dict[str, Any]:
        """All that was learnt, as a JSON object."""

    @abstractmethod
    def _restore(self, memory: Mapping[str, Any]) -> None:
        """Go on from what `_save` gave."""

    def draw(self, rng: Random, count: int) -> list[Draw]:
        """`count` draws, each independent of the others."""
        weights = self.weights()
        names = rng.choices(list(weights), list(weights.values()), k=count)
        return [Draw(self.arms[name]) for name in names]

    def record(self, results: Sequence[Result]) -> None:
        """Take note of what became of draws.

        Raises:
            ValueError: if a result is of an arm that is not one of these; nothing is noted then.
        """
        check_arms(self.arms, results)
        usable = [result for result in results if result.rewards and isfinite(result.advantage)]
        usable = [result for result in usable if self.reads_hinted or result.draw.hint == 0.0]
        if usable:
            self._learn(usable)

    def state(self) -> dict[str, Any]:
        """All that it knows, as one JSON object."""
        return {"curriculum": type(self).__name__, "arms": list(self.arms), "memory": self._save()}

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave.

        Raises:
            ValueError: if the state is of another curriculum or of other arms.
        """
        check_state(state, type(self).__name__, self.arms)
        self._restore(state["memory"])

    def _ladders(self) -> Iterator[list[Arm]]:
        """The arms of each environment (and each set of parameters) from the lowest level to the highest."""
        groups: dict[str, list[Arm]] = {}
        for arm in self.arms.values():
            groups.setdefault(Arm(arm.env, 0, () if arm.label else arm.params).name, []).append(arm)
        for group in groups.values():
            yield sorted(group, key=lambda arm: arm.level)


def check_arms(arms: Mapping[str, Arm], results: Sequence[Result]) -> None:
    """Make sure that results are of known arms.

    Raises:
        ValueError: if one is not.
    """
    for result in results:
        if result.draw.arm.name not in arms:
            known = ", ".join(list(arms)[:5]) + (", ..." if len(arms) > 5 else "")
            raise ValueError(f"result of an unknown arm {result.draw.arm.name!r}; the arms are {known}")


def blend(shares: Mapping[str, float], floor: float) -> dict[str, float]:
    """Weights in proportion to `shares`, of which a part `floor` goes to all arms alike.

    All arms alike where no share is above zero.
    """
    total = sum(shares.values())
    even = 1 / len(shares)
    if total <= 0.0:
        return dict.fromkeys(shares, even)
    return {name: (1 - floor) * share / total + floor * even for name, share in shares.items()}
