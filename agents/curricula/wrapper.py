"""What curricula share that stand around another one, which goes on choosing arms.

A wrapper asks for some tasks of its own accord: certain tasks again (`Draw.task_id`). They were chosen because of how
they went before, so their results would bias what the inner curriculum knows of the arm, and are kept from it. Whose a
result is can be seen from its draw: a task again with a number of samples is a second stage (`Dars`), one without is a
replay (`Replay`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from .base import Arm, Curriculum, Draw, Result
from .checks import arms_by_name, check_state
from .weighted import check_arms


class Wrapper(ABC):
    """A curriculum around another.

    Args:
        arms: those of the inner curriculum.
        inner: the curriculum inside.
    """

    def __init__(self, arms: Sequence[Arm], inner: Curriculum) -> None:
        self.arms = arms_by_name(arms)
        self.inner = inner
        if set(inner.weights()) != set(self.arms):
            raise ValueError("the inner curriculum must have the same arms")

    @abstractmethod
    def draw(self, rng: Random, count: int) -> list[Draw]:
        """`count` draws."""

    @abstractmethod
    def _learn(self, results: Sequence[Result]) -> list[Result]:
        """Take note of results that have rewards; give back those that the inner curriculum sees."""

    @abstractmethod
    def _save(self) -> dict[str, Any]:
        """All that was learnt, as a JSON object, without the inner curriculum."""

    @abstractmethod
    def _restore(self, memory: Mapping[str, Any]) -> None:
        """Go on from what `_save` gave."""

    def weights(self) -> dict[str, float]:
        """Those of the inner curriculum: they are the shares of fresh tasks."""
        return dict(self.inner.weights())

    def record(self, results: Sequence[Result]) -> None:
        """Take note of what became of draws.

        Raises:
            ValueError: if a result is of an arm that is not one of these; nothing is noted then.
        """
        check_arms(self.arms, results)
        self.inner.record(self._learn([result for result in results if result.rewards]))

    def state(self) -> dict[str, Any]:
        """All that it and the inner curriculum know, as one JSON object."""
        own = {"curriculum": type(self).__name__, "arms": list(self.arms), "memory": self._save()}
        return {**own, "inner": self.inner.state()}

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave.

        Raises:
            ValueError: if the state is of another curriculum or of other arms.
        """
        check_state(state, type(self).__name__, self.arms)
        self.inner.load(state["inner"])
        self._restore(state["memory"])
