"""A hint ladder: arms on which everything fails get a part of the worked solution (GHPO, arXiv:2507.10628).

GHPO repeats a prompt whose rollouts all fail with the first 25%, then 50%, then 75% of the reference solution. Fresh
tasks are not repeated here, so the ladder belongs to the arm: it climbs a stage when the arm's latest rollouts at this
stage hardly ever pass, and steps down when they mostly do, until no hint is left (Guide, arXiv:2506.13923, finds the
same: hints only where the unaided policy fails). A part of the draws always comes without a hint: it is what the
policy can do, and all that inner curricula that look at pass rates see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from .base import Arm, Curriculum, Draw, Result
from .checks import check_share
from .hintable import refuse_without_hints
from .wrapper import Wrapper


@dataclass
class _Stage:
    """Where an arm is on the ladder, and what was seen there."""

    number: int = 0
    passed: int = 0
    tried: int = 0


class Hints(Wrapper):
    """Hints for arms that fail.

    Args:
        arms: see `Wrapper`.
        inner: see `Wrapper`.
        stages: fractions of the solution, rising.
        low: pass rate at a stage at or below which the hint grows.
        high: pass rate at or above which it shrinks.
        patience: rollouts at a stage after which it is judged.
        unaided: chance that a draw of an arm with a hint comes without it.

    Raises:
        ValueError: if an environment has no hints (its tasks have no worked solution), or a number makes no sense.
    """

    def __init__(
        self,
        arms: Sequence[Arm],
        inner: Curriculum,
        *,
        stages: Sequence[float] = (0.25, 0.5, 0.75),
        low: float = 0.05,
        high: float = 0.6,
        patience: int = 32,
        unaided: float = 0.25,
    ) -> None:
        super().__init__(arms, inner)
        refuse_without_hints("hints", arms)
        self.stages = (0.0, *(check_share("stages", stage) for stage in stages))
        if any(a >= b for a, b in zip(self.stages, self.stages[1:], strict=False)):
            raise ValueError(f"stages must rise from above 0, not {list(stages)}")
        self.low, self.high = check_share("low", low), check_share("high", high)
        if low >= high:
            raise ValueError(f"low must be below high, but {low} >= {high}")
        self.patience, self.unaided = patience, check_share("unaided", unaided)
        self._at = {name: _Stage() for name in self.arms}

    def hints(self) -> dict[str, float]:
        """The fraction that each arm's hinted draws give away at the moment."""
        return {name: self.stages[stage.number] for name, stage in self._at.items()}

    def draw(self, rng: Random, count: int) -> list[Draw]:
        """`count` draws of the inner curriculum, with hints where they are needed."""
        draws, hints = self.inner.draw(rng, count), self.hints()
        return [
            replace(draw, hint=hints[draw.arm.name])
            if self._gets_hint(draw) and rng.random() >= self.unaided
            else draw
            for draw in draws
        ]

    def _gets_hint(self, draw: Draw) -> bool:
        """Not where the inner curriculum chose a hint or a certain task."""
        return self._at[draw.arm.name].number > 0 and draw.hint == 0.0 and draw.task_id is None

    def _learn(self, results: Sequence[Result]) -> list[Result]:
        for result in results:
            stage = self._at[result.draw.arm.name]
            if result.draw.task_id is not None or result.draw.hint != self.stages[stage.number]:
                continue
            stage.passed += result.passed
            stage.tried += len(result.rewards)
            if stage.tried >= self.patience:
                rate = stage.passed / stage.tried
                up = rate <= self.low and stage.number < len(self.stages) - 1
                down = rate >= self.high and stage.number > 0
                self._at[result.draw.arm.name] = _Stage(stage.number + up - down)
        return list(results)

    def _save(self) -> dict[str, Any]:
        return {name: [stage.number, stage.passed, stage.tried] for name, stage in self._at.items()}

    def _restore(self, memory: Mapping[str, Any]) -> None:
        self._at = {name: _Stage(*memory[name]) for name in self.arms}
