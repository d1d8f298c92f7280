"""SkyRL: an environment of skyrl-gym that plays every environment of this package; it imports skyrl_gym.

    python -m rlvr generate sudoku search-qa -n 1000 --format skyrl -o train.parquet

    from rlvr.integrations.skyrl_env import register

    register()  # in the process of the trainer, before its generator makes environments

A verdict without a score is masked where SkyRL's generator is made by `masking`; see docs/trainers/skyrl.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import skyrl_gym
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput

from ..envs.chat import Message
from ..export.trainers import task_of
from .episode import Episode
from .workers import BUDGET

NAME = "rlvr"
"""The ``env_class`` of rows that ``rlvr generate --format skyrl`` writes."""
UNSCORED = "rlvr_unscored"
"""The metric that tells, 1.0 or 0.0, that an episode has no score; SkyRL logs its mean."""


class RlvrEnv(BaseTextEnv):  # type: ignore[misc]
    """One episode of a row's task; tools are called in text, in the form that the prompt describes.

    Args:
        env_config: ``budget``, seconds that a step may take, and ``options`` of the environments; both may be missing.
        extras: the row's other columns, of which ``extra_info`` holds the task.
    """

    def __init__(self, env_config: Any = None, extras: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        chosen = dict(env_config or {})
        self.episode = Episode(
            task_of(extras or {}),
            native=False,
            budget=float(chosen.get("budget") or BUDGET),
            **dict(chosen.get("options") or {}),
        )

    def init(self, prompt: list[Message]) -> tuple[list[Message], dict[str, Any]]:
        """The messages before the first action: what the environment says, which the row's prompt says as well."""
        messages = self.episode.reset() or prompt
        self.max_turns = self.episode.turns
        return messages, {"task": self.episode.task.id}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Play an action; the reward of the whole episode is paid at its end, 0.0 where it has no score."""
        self.turns += 1
        answers = [] if self.episode.done else self.episode.act(action)
        done = self.episode.done
        verdict = self.episode.score()
        return BaseTextEnvStepOutput(
            observations=[] if done else [dict(message) for message in answers],
            reward=(verdict.reward or 0.0) if done else 0.0,
            done=done,
            metadata={"reason": str(verdict.reason), "scored": verdict.scored},
        )

    def get_metrics(self) -> dict[str, Any]:
        """Whether it was right, how many turns it took, and whether it has a score."""
        verdict = self.episode.score()
        return {
            "rlvr_passed": float(verdict.passed),
            "rlvr_turns": float(len(self.episode.actions)),
            UNSCORED: float(not verdict.scored),
        }


def register() -> None:
    """Make `NAME` known to skyrl-gym in this process; a second call changes nothing."""
    if NAME not in skyrl_gym.registry:
        skyrl_gym.register(NAME, entry_point=f"{__name__}:RlvrEnv")


def masking(generator: type) -> type:
    """SkyRL's `SkyRLGymGenerator`, or a subclass of it, with a loss mask of zeros where there is no score.

    The 0.0 of such an episode is in its group's mean all the same, which SkyRL has no way to prevent.
    """

    class Masking(generator):  # type: ignore[misc]
        def _post_process_agent_loop_output(self, agent_loop_output: Any, *rest: Any) -> Any:
            found = super()._post_process_agent_loop_output(agent_loop_output, *rest)
            parts = getattr(found, "step_outputs", None) or [found]
            if any(
                (part.env_metrics or {}).get(UNSCORED) for part in parts
            ):  # step by step the last one tells it
                for part in parts:
                    part.loss_mask = [0] * len(part.loss_mask)
            return found

    Masking.__name__ = Masking.__qualname__ = f"Masking{generator.__name__}"
    return Masking
