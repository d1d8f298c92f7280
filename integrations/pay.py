"""What a trainer is paid for a verdict, and what for one without a score: one policy for each, stated here.

A verdict without a score (``infra``: the machinery failed, or took longer than the budget) says nothing about what the
model wrote. It must not teach anything, so it is given in the form that the trainer leaves out:

=============  =======================================================================================================
TRL            ``None`` in the list of rewards: not a number, outside of the group's mean, with no advantage
verl           in the agent loop a response mask of zeros; ``compute_score`` has no such form, so it raises `Unscored`
verifiers      `TaskError`: the rollout has an error and no reward, and prime-rl leaves it out
OpenEnv        a last observation with the reward None; or an error, for clients that take None for 0
inspect_ai     `Score.unscored`: outside of all metrics and reducers
MCP            a verdict without score, told as such; whoever drives the agent leaves the episode out
SkyRL          a loss mask of zeros, where the generator is made by `rlvr.integrations.skyrl_env.masking`
OpenRLHF       the agent gives no ranges of actions, so the mask is empty; the reward function raises `Unscored`
NeMo Gym       ``mask_sample`` beside a reward of 0.0
reasoning-gym  ``score_answer`` has no such form, so it raises `Unscored`
=============  =======================================================================================================
"""

from __future__ import annotations

from ..verifiers.base import Verdict


class Unscored(RuntimeError):
    """The machinery failed, and the trainer has no way to leave a sample out."""


def reward_of(verdict: Verdict) -> float:
    """The reward of a verdict.

    Raises:
        Unscored: if it has no score.
    """
    if verdict.reward is None:
        raise Unscored(f"no score: {verdict.message}")
    return verdict.reward
