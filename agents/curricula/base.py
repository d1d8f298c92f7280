"""The contract of every curriculum: arms are drawn, outcomes come back.

Nothing here needs torch or this project's trainer: an outside trainer calls `draw` before a step and `record` after
it. A curriculum is a small object with a JSON state, so that a run resumes exactly where it stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from ...dial import Rung


@dataclass(frozen=True, order=True)
class Arm:
    """One kind of task: an environment at a level.

    Attributes:
        env: registry id or short name.
        level: level of the registry.
        params: difficulty parameters that override those of the level, as sorted pairs.
        label: what names it instead of level and parameters, which may be long; unique within its environment.
    """

    env: str
    level: int = 1
    params: tuple[tuple[str, Any], ...] = ()
    label: str = ""

    @property
    def name(self) -> str:
        """What tables and records call it, such as ``sudoku:3``."""
        extra = "".join(f",{key}={value}" for key, value in self.params)
        return f"{self.env.removeprefix('rlvr/').removesuffix('-v0')}:{self.label or f'{self.level}{extra}'}"


def arm_of_rung(name: str, rung: Rung) -> Arm:
    """The arm of a level of the scale of difficulty; one beyond the table is called ``arithmetic:7+1``."""
    return Arm(name, rung.level, tuple(sorted(rung.params.items())), str(rung) if rung.beyond else "")


@dataclass(frozen=True)
class Draw:
    """One task that is asked for.

    Attributes:
        arm: its kind.
        task_id: a certain task again (replay, second-stage rollouts); None for a fresh one.
        samples: rollouts of it; None for as many as the trainer does.
        hint: fraction of the worked solution that is given away, in [0, 1].
    """

    arm: Arm
    task_id: str | None = None
    samples: int | None = None
    hint: float = 0.0


@dataclass(frozen=True)
class Result:
    """What became of a draw.

    Attributes:
        draw: what was asked for.
        task_id: the task that was played.
        rewards: of its rollouts that could be scored, each in [0, 1] before shaping.
        advantage: mean absolute advantage of its rollouts.
    """

    draw: Draw
    task_id: str
    rewards: tuple[float, ...]
    advantage: float = 0.0

    @property
    def passed(self) -> int:
        """Number of rollouts that were fully right."""
        return sum(reward == 1.0 for reward in self.rewards)

    @property
    def rate(self) -> float:
        """Share of rollouts that were fully right; 0.0 without any."""
        return self.passed / len(self.rewards) if self.rewards else 0.0


class Curriculum(Protocol):
    """Chooses what is trained on next."""

    def draw(self, rng: Random, count: int) -> list[Draw]:
        """`count` draws."""

    def record(self, results: Sequence[Result]) -> None:
        """Take note of what became of draws; in the order in which they were drawn."""

    def weights(self) -> Mapping[str, float]:
        """The share of draws that each arm gets at the moment, by its name; for records and plots."""

    def state(self) -> dict[str, Any]:
        """All that it knows, as one JSON object."""

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave."""
