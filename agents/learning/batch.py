"""The drawn tokens of a step as flat vectors: padding and packing are gone before any formula is applied.

``N`` tokens that the policy drew, of ``S`` sequences (segments) of ``R`` trajectories in groups by task.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class Outcomes:
    """What the trajectories of a step earned; one row each.

    Attributes:
        rewards: shaped returns, ``[R]``, float32.
        groups: number of the group, whole numbers from 0, ``[R]``.
        valid: false for trajectories that are masked (machinery failed, ...): they count in no mean, no deviation
            and no loss, ``[R]``.
        turn_rewards: for step credit, the reward of each turn of all trajectories, in order, ``[K]``; or None.
        turn_trajectories: the trajectory of each turn, ``[K]``; or None.
        turn_states: number of the state that each turn was taken in, equal exactly where state key and task are,
            ``[K]``; or None.
        kinds: number of the kind of task, whole numbers from 0, ``[R]``; or None.
    """

    rewards: Tensor
    groups: Tensor
    valid: Tensor
    turn_rewards: Tensor | None = None
    turn_trajectories: Tensor | None = None
    turn_states: Tensor | None = None
    kinds: Tensor | None = None


@dataclass(frozen=True)
class TokenBatch:
    """Drawn tokens of whole sequences: a step, or a part of one that is differentiated at once.

    Attributes:
        log_probs: under the policy that is trained, with gradient, ``[N]``.
        old_log_probs: of the ratio's denominator, ``[N]``: the sampler's own, or the trainer's at the start of the
            step where a correction between the two is asked for.
        sampled_log_probs: as the engine that drew them gave them, ``[N]``.
        advantages: ``[N]``.
        sequences: number of the sequence of each token within this batch, rising from 0, ``[N]``.
        weights: what each token's objective is multiplied by before the sum; see `aggregate.token_weights`, ``[N]``.
        entropies: of the policy's distribution, with gradient where an entropy bonus is asked for; or None, ``[N]``.
        reference_log_probs: under the reference policy, or None, ``[N]``.
        values: the value head's, with gradient, or None, ``[N]``.
        old_values: the value head's at the start of the step, or None, ``[N]``.
        returns: what values are regressed on, or None, ``[N]``.
        selected: tokens that the entropy switch chose in the whole step, see `entropy.select`; or None, ``[N]``.
    """

    log_probs: Tensor
    old_log_probs: Tensor
    sampled_log_probs: Tensor
    advantages: Tensor
    sequences: Tensor
    weights: Tensor
    entropies: Tensor | None = None
    reference_log_probs: Tensor | None = None
    values: Tensor | None = None
    old_values: Tensor | None = None
    returns: Tensor | None = None
    selected: Tensor | None = None
