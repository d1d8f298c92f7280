"""The loss of one batch of drawn tokens: what every switch of an `Algorithm` adds to it.

    loss = - sum w (c m S)  +  kl_weight sum w K  -  entropy_weight sum w H  +  value_weight sum w V

with the weights w of `aggregate`, the surrogate S of `clip`, the correction c of `correction`, the selection m of
`entropy`, the divergence K of `divergence`, the entropy H, and the value loss V of `gae`. Nothing here takes a mean:
losses of micro-batches add up to that of the step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from .algorithm import SELECTIVE, Algorithm
from .batch import TokenBatch
from .clip import surrogate
from .correction import correction_weights
from .divergence import divergence
from .gae import value_losses


@dataclass(frozen=True)
class Metrics:
    """Sums over tokens, without gradient; those of micro-batches add up.

    Attributes:
        tokens: how many.
        sums: by the names that monitors know: ``policy/clipped``, tokens whose gradient the clip removed; ``policy/kl``
            and ``policy/reference_kl``, k3 estimates of KL(sampler, policy) and KL(policy, reference), and
            ``policy/entropy``, in nats. What is not known is missing.
        ratio_max: the largest ratio.
    """

    tokens: int
    sums: Mapping[str, Tensor]
    ratio_max: Tensor

    @classmethod
    @torch.no_grad()
    def of(
        cls,
        log_probs: Tensor,
        sampled: Tensor,
        reference: Tensor | None,
        entropies: Tensor | None,
        clipped: Tensor,
        ratio: Tensor,
    ) -> Metrics:
        """Of tokens, ``[N]`` each; the last two are empty where nothing is differentiated."""
        # Drawn by the sampler, so KL(sampler, policy): the sampler is in the place of the policy in `divergence`.
        sums = {"policy/clipped": clipped.sum(), "policy/kl": divergence(sampled, log_probs, "k3").sum()}
        if reference is not None:
            sums["policy/reference_kl"] = divergence(log_probs, reference, "k3").sum()
        if entropies is not None:
            sums["policy/entropy"] = entropies.sum()
        return cls(len(log_probs), sums, ratio.max() if len(ratio) else ratio.new_zeros(()))

    def __add__(self, other: Metrics) -> Metrics:
        sums = {name: each + other.sums[name] for name, each in self.sums.items() if name in other.sums}
        return Metrics(self.tokens + other.tokens, sums, torch.maximum(self.ratio_max, other.ratio_max))

    def means(self) -> dict[str, float]:
        """Means over tokens, by the names that monitors know."""
        means = {name: float(each) / max(self.tokens, 1) for name, each in self.sums.items()}
        return means | {"policy/ratio_max": float(self.ratio_max)}


@dataclass(frozen=True)
class Losses:
    """A loss and what to watch beside it.

    Attributes:
        loss: the scalar to differentiate.
        terms: what it is the sum of (``policy``, ``kl``, ``entropy``, ``value``), without gradient.
        metrics: see `Metrics`.
    """

    loss: Tensor
    terms: dict[str, Tensor]
    metrics: Metrics


def policy_loss(batch: TokenBatch, algorithm: Algorithm) -> Losses:
    """The loss of a batch, a sum over its tokens.

    Raises:
        ValueError: if the batch lacks something that the algorithm asks for.
    """
    weights = batch.weights
    surrogates = surrogate(batch.log_probs, batch.old_log_probs, batch.advantages, batch.sequences, algorithm)
    objective = surrogates.objective
    if algorithm.correction != "none":
        objective = objective * correction_weights(batch.old_log_probs, batch.sampled_log_probs, algorithm)
    selected = batch.selected
    if algorithm.entropy in SELECTIVE:
        selected = _needed(selected, "selected", f"entropy={algorithm.entropy!r}")
        if algorithm.entropy in ("top", "bottom"):
            objective = torch.where(selected, objective, 0.0)
        elif algorithm.entropy in ("clip_cov", "clip_cov_band"):
            objective = torch.where(selected, objective.detach(), objective)

    terms = {"policy": -(weights * objective).sum()}
    if algorithm.kl != "none" and algorithm.kl_weight and algorithm.kl_place == "loss":
        reference = _needed(batch.reference_log_probs, "reference_log_probs", f"kl={algorithm.kl!r}")
        distance = divergence(batch.log_probs, reference, algorithm.kl)
        terms["kl"] = algorithm.kl_weight * (weights * distance).sum()
    if algorithm.entropy == "bonus":
        entropies = _needed(batch.entropies, "entropies", "entropy='bonus'")
        terms["entropy"] = -algorithm.entropy_weight * (weights * entropies).sum()
    elif algorithm.entropy == "kl_cov" and selected is not None:
        distance = (batch.log_probs - batch.old_log_probs).abs()
        terms["entropy"] = algorithm.entropy_weight * (weights * distance)[selected].sum()
    if algorithm.credit == "gae":
        values = _needed(batch.values, "values", "credit='gae'")
        returns = _needed(batch.returns, "returns", "credit='gae'")
        errors = value_losses(values, batch.old_values, returns, algorithm.value_clip)
        terms["value"] = algorithm.value_weight * (weights * errors).sum()

    return Losses(
        loss=torch.stack(list(terms.values())).sum(),
        terms={name: term.detach() for name, term in terms.items()},
        metrics=Metrics.of(
            batch.log_probs,
            batch.sampled_log_probs,
            batch.reference_log_probs,
            batch.entropies,
            surrogates.clipped,
            surrogates.ratio,
        ),
    )


def _needed(value: Tensor | None, name: str, reason: str) -> Tensor:
    if value is None:
        raise ValueError(f"{reason} needs {name} in the batch")
    return value
