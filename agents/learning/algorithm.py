"""An algorithm is a set of switches; presets are names for well-known settings of them.

All of them ask the same question of a batch: by how much should each token that the policy drew become more or less
likely? `centre` and `scale` turn rewards into advantages, `aggregation` says how tokens share a batch, `clip` how far
one batch may move the policy, and the rest correct, regularise or select. Each switch is tested alone on tensors
computed by hand; docs/training-algorithms.md has the formulas and their papers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Centre = Literal["group", "leave_one_out", "batch", "kind", "none", "constant", "quantile"]
Scale = Literal["group", "batch", "kind", "none"]
Aggregation = Literal["token", "sequence", "fixed"]
Counted = Literal["all", "used"]
Clip = Literal["none", "symmetric", "higher", "one_sided", "sequence", "detached"]
Kl = Literal["none", "k1", "k2", "k3"]
KlPlace = Literal["loss", "reward"]
Correction = Literal["none", "truncated", "masked"]
Entropy = Literal["none", "bonus", "top", "bottom", "clip_cov", "clip_cov_band", "kl_cov"]
Credit = Literal["episode", "step_groups", "gae"]


@dataclass(frozen=True)
class Algorithm:
    """One policy-gradient algorithm.

    Attributes:
        centre: what is subtracted from a reward: the mean of its group, the mean of the others in its group, the
            mean of the batch, the mean of its kind of task in the batch (environment, and whether it proposes or
            solves), nothing, `baseline`, or the `quantile` of its group.
        scale: what it is divided by: the deviation of its group, of the batch, of its kind, or nothing. A group of one
            and a group of equal rewards have advantages of exactly zero under a group's centre, whatever the scale.
        baseline: the constant of ``centre="constant"``.
        quantile: in (0, 1), for ``centre="quantile"``.
        pass_k: if above 0, rewards (which must be 0 or 1) are first turned into the closed-form advantages of
            pass@k with this k, and `centre` and `scale` are not used.
        positive_weight: factor on advantages above zero (0 trains on failures only: negative sample
            reinforcement).
        negative_weight: factor on advantages below zero (0 trains on successes only).
        negative_base: advantages below zero are also multiplied by this plus `negative_gain` times the mean reward of
            their group, at least 0 and at most 1 (GUI-Libra: 0.5 and 1.5, for verifiers that know one right answer
            of several).
        negative_gain: see `negative_base`.
        outlier: standardised advantages further than this from zero count as zero (StableReinforce: 3); 0 for none.
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
        fixed_length: tokens; for ``aggregation="fixed"``. A training run takes the budget of its sampling here
            unless it is given.
        counted: the trajectories whose tokens and number the mean is taken over: all that are valid, or only those
            ``used``, whose advantage is not zero (GPG).
        clip: the surrogate: none (plain REINFORCE, without a ratio); PPO's symmetric clip (`clip_low` both ways);
            an upper bound of its own (``higher``); only from above for positive advantages (``one_sided``: only
            `clip_dual` bounds the ratio where the advantage is negative); on the ratio of whole sequences (GSPO); or
            ``detached``: the weight is bounded by ``1 + clip_high`` and not differentiated, and every token keeps
            its gradient (CISPO).
        clip_low: how far the ratio may fall below 1 while it still moves the policy.
        clip_high: how far it may rise above 1.
        clip_dual: bound on the ratio of a token for negative advantages, above 1; 0 for none.
        log_ratio_limit: logarithms of ratios are kept within this before anything else is done with them, so that
            none overflows (StableReinforce: ln 1000 = 6.9).
        kl: estimator of the divergence from the reference policy (d = log pi_ref - log pi).
        kl_place: in the loss, or taken from the reward of each token.
        kl_weight: its weight; no reference model is kept if it is 0 or `kl` is ``none``.
        correction: weight for the difference between the engine that sampled and the model that trains:
            none; their ratio cut off at `correction_cap`; or tokens outside ``[1/cap, cap]`` left out.
        correction_cap: see `correction`.
        entropy: none; a `bonus` of `entropy_weight` times the entropy; gradient only of the `top` share
            `entropy_share` of tokens with the highest entropy, or of all but these (`bottom`, a control);
            ``clip_cov`` and ``kl_cov``: tokens whose advantage and log-probability covary most (share `cov_share`)
            get no gradient, or a KL term of weight `entropy_weight`; ``clip_cov_band``: as many tokens get no
            gradient, drawn at random from those whose covariance lies from `cov_low` to `cov_high` (Clip-Cov as
            published).
        entropy_weight: see `entropy`.
        entropy_share: in (0, 1]; see `entropy`.
        cov_share: in [0, 1]; see `entropy`.
        cov_low: see `entropy`.
        cov_high: above `cov_low`; see `entropy`.
        dynamic_sampling: groups without any spread of rewards are left out and others rolled out in their place.
        overlong: reward for length: from `overlong_buffer` tokens before the budget a linear penalty down to
            -1 x this at the budget (DAPO); 0 for none.
        overlong_buffer: tokens; 0 for a fifth of the budget, which is DAPO's share.
        mask_cut: trajectories that ran out of tokens or turns are left out of the loss.
        hint_ratio: what was drawn with a hint is learnt on the prompt without it, and the ratio is
            ``p(y | prompt) / q(y | prompt, hint)`` (Guide). Without this the hint stays in the prompt.
    """

    centre: Centre = "group"
    scale: Scale = "group"
    baseline: float = 0.0
    quantile: float = 0.5
    pass_k: int = 0
    positive_weight: float = 1.0
    negative_weight: float = 1.0
    negative_base: float = 1.0
    negative_gain: float = 0.0
    outlier: float = 0.0
    credit: Credit = "episode"
    step_weight: float = 1.0
    discount: float = 1.0
    trace: float = 1.0
    value_weight: float = 0.5
    value_clip: float = 0.0
    aggregation: Aggregation = "token"
    fixed_length: int = 1024
    counted: Counted = "all"
    clip: Clip = "higher"
    clip_low: float = 0.2
    clip_high: float = 0.28
    clip_dual: float = 0.0
    log_ratio_limit: float = 20.0
    kl: Kl = "none"
    kl_place: KlPlace = "loss"
    kl_weight: float = 0.0
    correction: Correction = "none"
    correction_cap: float = 2.0
    entropy: Entropy = "none"
    entropy_weight: float = 0.0
    entropy_share: float = 1.0
    cov_share: float = 0.0
    cov_low: float = 1.0
    cov_high: float = 5.0
    dynamic_sampling: bool = False
    overlong: float = 0.0
    overlong_buffer: int = 0
    mask_cut: bool = False
    hint_ratio: bool = False

    @property
    def compares_groups(self) -> bool:
        """Whether a trajectory is worth what it earned above others of its group: alone in one, it teaches nothing."""
        return self.pass_k > 0 or self.centre in GROUP_CENTRES

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in get_args(choices):
                known = ", ".join(get_args(choices))
                raise ValueError(f"{name}={getattr(self, name)!r} is unknown; choose one of {known}")
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:  # so NaN is refused, too
                raise ValueError(f"{name}={value} must be in [{low}, {high}]")
        for wrong, message in self._contradictions():
            if wrong:
                raise ValueError(message)

    def _contradictions(self) -> tuple[tuple[bool, str], ...]:
        """Settings that make no sense together, each with what to do about it."""
        relative = self.centre in GROUP_CENTRES
        regularised = self.kl != "none" and self.kl_weight > 0
        shaped = self.overlong > 0 or (regularised and self.kl_place == "reward")
        return (
            (
                not self.pass_k and self.scale == "group" and not relative,
                f"scale='group' needs a group's centre ({', '.join(GROUP_CENTRES)}), not centre={self.centre!r}",
            ),
            (
                not self.pass_k and self.scale in ("batch", "kind") and self.centre in ("none", "constant"),
                f"scale={self.scale!r} with centre={self.centre!r} divides by a deviation that can be zero; use "
                "scale='none'",
            ),
            (
                not self.pass_k and (self.centre == "kind") != (self.scale == "kind") and self.scale != "none",
                f"centre={self.centre!r} with scale={self.scale!r} mixes kinds of tasks: set both to 'kind', or "
                "scale='none' with centre='kind'",
            ),
            (
                self.positive_weight == 0 == self.negative_weight,
                "positive_weight=0 and negative_weight=0 leave nothing to learn from; raise one of them",
            ),
            (
                self.outlier > 0 and (self.pass_k > 0 or self.scale == "none" or self.credit == "gae"),
                f"outlier={self.outlier} counts deviations: it needs advantages that a scale standardises, with "
                "credit='episode' or 'step_groups', and pass_k=0",
            ),
            (
                (self.negative_base, self.negative_gain) != (1, 0) and self.credit == "gae",
                "negative_base and negative_gain compare trajectories of a group, which credit='gae' does not",
            ),
            (
                self.pass_k > 0 and (self.credit != "episode" or shaped),
                f"pass_k={self.pass_k} is for credit='episode' and unshaped rewards of 0 and 1: "
                "set overlong=0 and kl_place='loss'",
            ),
            (
                self.credit == "step_groups" and self.centre not in ("group", "leave_one_out"),
                f"credit='step_groups' needs centre='group' or 'leave_one_out', not {self.centre!r}",
            ),
            (
                self.credit == "gae" and not (self.centre == self.scale and self.scale in ("batch", "none")),
                "credit='gae' has its baseline in the value head: set centre and scale both to 'batch' (its "
                "advantages are standardised over the step) or both to 'none'",
            ),
            (
                self.counted == "used" and self.credit != "episode",
                "counted='used' is for credit='episode', where a whole trajectory has one advantage",
            ),
            (
                0 < self.clip_dual <= 1,
                f"clip_dual={self.clip_dual} would clip tokens that never moved; it must be above 1, or 0 for none",
            ),
            (
                self.clip_dual > 0 and self.clip in ("none", "sequence", "detached"),
                f"clip_dual has no effect with clip={self.clip!r}; set it to 0",
            ),
            (
                self.kl == "none" and self.kl_weight > 0,
                f"kl_weight={self.kl_weight} has no effect with kl='none'; choose kl='k2' or 'k3'",
            ),
            (
                regularised and self.kl == "k1" and self.kl_place == "loss",
                "kl='k1' in the loss has a gradient of zero in expectation; set kl_place='reward', or kl='k2' or 'k3'",
            ),
            (
                self.entropy in ("bonus", "kl_cov") and self.entropy_weight == 0,
                f"entropy={self.entropy!r} has no effect with entropy_weight=0; raise it",
            ),
            (
                self.entropy in ("clip_cov", "clip_cov_band", "kl_cov") and self.cov_share == 0,
                f"entropy={self.entropy!r} has no effect with cov_share=0; the paper has 2e-4 to 2e-3",
            ),
            (
                self.cov_low >= self.cov_high,
                f"cov_low={self.cov_low} to cov_high={self.cov_high} is no band; the paper has 1 to 5",
            ),
            (
                self.hint_ratio and (self.clip == "none" or self.correction != "none"),
                f"hint_ratio=True needs the ratio to the sampler's own probabilities, which clip={self.clip!r} with "
                f"correction={self.correction!r} does not have: set a clip, and correction='none'",
            ),
            (
                self.hint_ratio and regularised and self.kl_place == "reward",
                "hint_ratio=True with kl_place='reward' would compare probabilities under different prompts; "
                "set kl_place='loss'",
            ),
            (
                self.entropy in ("top", "bottom") and self.entropy_share == 1,
                f"entropy={self.entropy!r} is of no use with entropy_share=1; the paper has 0.2",
            ),
        )


GROUP_CENTRES = ("group", "leave_one_out", "quantile")
"""Centres that compare a reward with those of its group."""

SELECTIVE = ("top", "bottom", "clip_cov", "clip_cov_band", "kl_cov")
"""Settings of `entropy` that treat some tokens of the step in another way than the rest."""

_CHOICES = {
    "centre": Centre,
    "scale": Scale,
    "credit": Credit,
    "aggregation": Aggregation,
    "counted": Counted,
    "clip": Clip,
    "kl": Kl,
    "kl_place": KlPlace,
    "correction": Correction,
    "entropy": Entropy,
}
_TINY, _ANY = 1e-9, float("inf")
_RANGES: dict[str, tuple[float, float]] = {
    "baseline": (-1e9, 1e9),
    "quantile": (_TINY, 1 - _TINY),
    "pass_k": (0, _ANY),
    "positive_weight": (0, _ANY),
    "negative_weight": (0, _ANY),
    "negative_base": (0, 1),
    "negative_gain": (0, _ANY),
    "outlier": (0, _ANY),
    "step_weight": (0, _ANY),
    "discount": (0, 1),
    "trace": (0, 1),
    "value_weight": (0, _ANY),
    "value_clip": (0, _ANY),
    "fixed_length": (1, _ANY),
    "clip_low": (0, 1),
    "clip_high": (0, _ANY),
    "clip_dual": (0, _ANY),
    "log_ratio_limit": (_TINY, 20),
    "kl_weight": (0, _ANY),
    "correction_cap": (1, _ANY),
    "entropy_weight": (0, _ANY),
    "entropy_share": (_TINY, 1),
    "cov_share": (0, 1),
    "cov_low": (-_ANY, _ANY),
    "cov_high": (-_ANY, _ANY),
    "overlong": (0, _ANY),
    "overlong_buffer": (0, _ANY),
}
