"""An algorithm is a set of switches; presets are names for well-known settings of them.

All of them ask the same question of a batch: by how much should each token that the policy drew become more or less
likely? `centre` and `scale` turn rewards into advantages, `aggregation` says how tokens share a batch, `clip` how far
one batch may move the policy, and the rest correct, regularise or select. Each switch is tested alone on tensors
computed by hand; docs/training.md has the formulas and their papers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Centre = Literal["group", "leave_one_out", "batch", "none", "constant", "quantile"]
Scale = Literal["group", "batch", "none"]
Aggregation = Literal["token", "sequence", "fixed"]
Clip = Literal["none", "symmetric", "higher", "one_sided", "sequence", "detached"]
Kl = Literal["none", "k1", "k2", "k3"]
KlPlace = Literal["loss", "reward"]
Correction = Literal["none", "truncated", "masked"]
Entropy = Literal["none", "bonus", "top", "clip_cov", "kl_cov"]
Credit = Literal["episode", "step_groups", "gae"]


@dataclass(frozen=True)
class Algorithm:
    """One policy-gradient algorithm.

    Attributes:
        centre: what is subtracted from a reward: the mean of its group, the mean of the others in its group, the
            mean of the batch, nothing, `baseline`, or the `quantile` of its group.
        scale: what it is divided by: the deviation of its group, of the batch, or nothing. A group of one and a
            group of equal rewards have advantages of exactly zero under a group's centre, whatever the scale.
        baseline: the constant of ``centre="constant"``.
        quantile: in (0, 1), for ``centre="quantile"``.
        pass_k: if above 0, rewards (which must be 0 or 1) are first turned into the closed-form advantages of
            pass@k with this k, and `centre` and `scale` are not used.
        positive_weight: factor on advantages above zero (0 trains on failures only: negative sample
            reinforcement).
        negative_weight: factor on advantages below zero (0 trains on successes only).
        credit: ``episode`` gives every token of a trajectory its trajectory's advantage; ``step_groups`` adds the
            advantage of each turn among the turns taken in the same state (GiGPO), weighted by `step_weight`;
            ``gae`` asks a value head (PPO), with `discount` and `trace`.
        step_weight: weight of the step's advantage beside the episode's.
        discount: of later rewards, per turn under ``step_groups``, per token under ``gae``.
        trace: lambda of generalised advantage estimation.
        value_weight: weight of the value head's loss.
        value_clip: how far a value may move from what it was when it was computed; 0 for any distance.
        aggregation: the loss is a mean over all tokens of the step, a mean over sequences of their token means, or
            a sum over tokens divided by sequences times `fixed_length`.
        fixed_length: tokens; for ``aggregation="fixed"``.
        clip: the surrogate: none; PPO's symmetric clip (`clip_low` both ways); an upper bound of its own; only from
            above for positive advantages (``one_sided`` also bounds the ratio by `clip_dual` where the advantage is
            negative); on the ratio of whole sequences (GSPO); or ``detached``: the weight is bounded by
            ``1 + clip_high`` and not differentiated, and every token keeps its gradient (CISPO).
        clip_low: how far the ratio may fall below 1 while it still moves the policy.
        clip_high: how far it may rise above 1.
        clip_dual: bound on the ratio for negative advantages; 0 for none.
        kl: estimator of the divergence from the reference policy (d = log pi_ref - log pi).
        kl_place: in the loss, or taken from the reward of each token.
        kl_weight: its weight; no reference model is kept if it is 0 or `kl` is ``none``.
        correction: weight for the difference between the engine that sampled and the model that trains:
            none; their ratio cut off at `correction_cap`; or tokens outside ``[1/cap, cap]`` left out.
        correction_cap: see `correction`.
        entropy: none; a `bonus` of `entropy_weight` times the entropy; gradient only of the `top` share
            `entropy_share` of tokens with the highest entropy; ``clip_cov`` and ``kl_cov``: tokens whose
            advantage and log-probability covary most (share `cov_share`) get no gradient, or a KL term of weight
            `entropy_weight`.
        entropy_weight: see `entropy`.
        entropy_share: in (0, 1]; see `entropy`.
        cov_share: in [0, 1]; see `entropy`.
        dynamic_sampling: groups without any spread of rewards are left out and others rolled out in their place.
        overlong: reward for length: from `overlong_buffer` tokens before the budget a linear penalty down to
            -1 x this at the budget (DAPO); 0 for none.
        overlong_buffer: tokens.
        mask_cut: trajectories that ran out of tokens or turns are left out of the loss.
    """

    centre: Centre = "group"
    scale: Scale = "group"
    baseline: float = 0.0
    quantile: float = 0.5
    pass_k: int = 0
    positive_weight: float = 1.0
    negative_weight: float = 1.0
    credit: Credit = "episode"
    step_weight: float = 1.0
    discount: float = 1.0
    trace: float = 1.0
    value_weight: float = 0.5
    value_clip: float = 0.0
    aggregation: Aggregation = "token"
    fixed_length: int = 1024
    clip: Clip = "higher"
    clip_low: float = 0.2
    clip_high: float = 0.28
    clip_dual: float = 0.0
    kl: Kl = "none"
    kl_place: KlPlace = "loss"
    kl_weight: float = 0.0
    correction: Correction = "none"
    correction_cap: float = 2.0
    entropy: Entropy = "none"
    entropy_weight: float = 0.0
    entropy_share: float = 1.0
    cov_share: float = 0.0
    dynamic_sampling: bool = False
    overlong: float = 0.0
    overlong_buffer: int = 0
    mask_cut: bool = False
