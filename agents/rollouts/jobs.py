"""What is to be played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...generators.base import Task


@dataclass(frozen=True, slots=True)
class EpisodeJob:
    """One episode to be played.

    What is drawn depends on the seed of the call, the task and the sample. A job that stands twice in a call is played
    twice, with other draws.

    Attributes:
        task: what is played.
        sample: its number among the rollouts of this task.
        env_options: options of the environment; see `rlvr.envs.base.TextEnv`.
        hint: fraction of the worked solution that is given away with the prompt, in [0, 1].
        arm: name of the curriculum's arm; noted in the trajectory.
        repeat: how often the same job stands before this one in the work that several processes share; within a call
            it is counted.
    """

    task: Task
    sample: int = 0
    env_options: Mapping[str, Any] = field(default_factory=dict)
    hint: float = 0.0
    arm: str = ""
    repeat: int = 0

    @property
    def situation(self) -> str:
        """Equal where the same is asked in the same way of the same sample."""
        task, options = self.task, dict(self.env_options)
        return json.dumps(
            [task.id, task.prompt, self.sample, self.hint, self.repeat, options], sort_keys=True, default=repr
        )
