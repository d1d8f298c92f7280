"""Move the difficulty up and down until a policy solves a target share of its tasks, and follow the policy from there.

    stairs = Staircase.of("word-sorting", target=0.5)
    for step in range(1000):
        d = stairs.ask()
        tasks = rlvr.generate("word-sorting", 8, difficulty=d, seed=8 * step)
        stairs.tell([reward_of(task) for task in tasks])

A right answer moves d up by ``step * (1 - target)`` and a wrong one down by ``step * target``, so d rests where the
share is the target (the weighted up-down method; Kaernbach 1991, doi:10.3758/BF03214307). The step becomes shorter when
d turns round, and longer while it keeps its direction (after Kesten 1958, doi:10.1214/aoms/1177706705): it is never so
short that a policy which changes is lost. Nothing here needs torch, this project's trainer, or its tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from ... import registry
from ...dial import extent, rungs

_SHORTER, _LONGER, _PATIENCE = 0.7, 1.4, 2
"""What the step is multiplied by when d turns round, and when it kept its direction for more than so many tells."""


class Staircase:
    """A difficulty that follows a policy. Ask before a group of rollouts, tell after it.

    Attributes:
        d: the difficulty now; setting it is allowed.
        step: how far a rollout moves it now.
    """

    def __init__(
        self,
        low: float,
        high: float,
        *,
        target: float = 0.5,
        start: float | None = None,
        longest: float = 0.1,
        shortest: float = 0.02,
    ) -> None:
        """Begin at `start`, or at `low`.

        Args:
            low: the least difficulty.
            high: the greatest.
            target: the share of rollouts that shall be right, strictly between 0 and 1.
            start: where to begin.
            longest: the step at first, for each rollout, in the units of the scale.
            shortest: the step that is left: the smaller, the calmer, and the slower to follow a change.

        Raises:
            ValueError: if the numbers make no sense together.
        """
        if not low <= high or not 0 < target < 1 or not 0 < shortest <= longest:
            raise ValueError(
                f"need low <= high, 0 < target < 1 and 0 < shortest <= longest, not {low}, {high}, {target}, "
                f"{shortest} and {longest}"
            )
        self.low, self.high, self.target = low, high, target
        self.longest, self.shortest = longest, shortest
        self.d = min(max(low if start is None else start, low), high)
        self.step = longest
        self._kept = 0  # how often d has moved in one direction: up if above zero

    @classmethod
    def of(cls, env: str, **options: Any) -> Self:
        """One over all that an environment has, by id or short name; see the options of the class.

        Raises:
            ValueError: if its difficulty was not measured.
            UnknownEnvironment: if there is none of that name.
        """
        found = rungs(registry.get(env))
        if not found:
            raise ValueError(
                f"{env} has no measured difficulty; `rlvr list --difficulty 0-9` lists those that have"
            )
        return cls(*extent(found), **options)

    def ask(self) -> float:
        """The difficulty for the next group."""
        return self.d

    def tell(self, rewards: Iterable[float | None]) -> float:
        """Take note of rollouts, each in [0, 1]; None for one that could not be scored. Returns the new difficulty.

        Raises:
            ValueError: if a reward is not in [0, 1].
        """
        scored = [reward for reward in rewards if reward is not None]
        if not all(0 <= reward <= 1 for reward in scored):
            raise ValueError(f"rewards are from 0 to 1, or None, not {scored}")
        off = sum(reward - self.target for reward in scored)
        if not off:
            return self.d
        turned = off * self._kept < 0
        self._kept = (1 if off > 0 else -1) if turned or not self._kept else self._kept + (1 if off > 0 else -1)
        if turned:
            self.step = max(self.step * _SHORTER, self.shortest)
        elif abs(self._kept) > _PATIENCE:
            self.step = min(self.step * _LONGER, self.longest)
        self.d = min(max(self.d + self.step * off, self.low), self.high)
        return self.d

    def state(self) -> dict[str, float]:
        """All that it knows, as one JSON object."""
        return {"d": self.d, "step": self.step, "kept": self._kept}

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.d, self.step, self._kept = float(state["d"]), float(state["step"]), int(state["kept"])
