"""The loss of one batch of drawn tokens: what every switch of an `Algorithm` adds to it.

    loss = - sum w (c m S)  +  kl_weight sum w K  -  entropy_weight sum w H  +  value_weight sum w V

with the weights w of `aggregate`, the surrogate S of `clip`, the correction c of `correction`, the selection m of
`entropy`, the divergence K of `divergence`, the entropy H, and the value loss V of `gae`. Nothing here takes a mean:
losses of micro-batches add up to that of the step.
"""

from __future__ import annotations

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
        clipped: tokens whose gradient the clip removed.
        kl: k3 estimate of KL(sampler, policy), nats.
        reference_kl: k3 estimate of KL(policy, reference), nats; None without a reference.
        entropy: of the policy, nats; None if it was not computed.
        ratio_max: the largest ratio.
    """

    tokens: int
    clipped: Tensor
    kl: Tensor
    reference_kl: Tensor | None
    entropy: Tensor | None
    ratio_max: Tensor

    def __add__(self, other: Metrics) -> Metrics:
        return Metrics(
            self.tokens + other.tokens,
            self.clipped + other.clipped,
            self.kl + other.kl,
            _plus(self.reference_kl, other.reference_kl),
            _plus(self.entropy, other.entropy),
            torch.maximum(self.ratio_max, other.ratio_max),
        )

    def means(self) -> dict[str, float]:
        """Means over tokens, by the names that monitors know."""
        count = max(self.tokens, 1)
        record = {
            "policy/clipped": float(self.clipped) / count,
            "policy/kl": float(self.kl) / count,
            "policy/ratio_max": float(self.ratio_max),
        }
        if self.reference_kl is not None:
            record["policy/reference_kl"] = float(self.reference_kl) / count
        if self.entropy is not None:
            record["policy/entropy"] = float(self.entropy) / count
        return record


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
        terms["kl"] = (
            algorithm.kl_weight * (weights * divergence(batch.log_probs, reference, algorithm.kl)).sum()
        )
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
        metrics=_metrics(batch, surrogates.clipped, surrogates.ratio),
    )


@torch.no_grad()
def _metrics(batch: TokenBatch, clipped: Tensor, ratio: Tensor) -> Metrics:
    reference = batch.reference_log_probs
    return Metrics(
        tokens=len(batch.log_probs),
        clipped=clipped.sum(),
        # Drawn by the sampler, so KL(sampler, policy): the sampler is in the place of the policy in `divergence`.
        kl=divergence(batch.sampled_log_probs, batch.log_probs, "k3").sum(),
        reference_kl=None if reference is None else divergence(batch.log_probs, reference, "k3").sum(),
        entropy=None if batch.entropies is None else batch.entropies.sum(),
        ratio_max=ratio.max() if len(ratio) else ratio.new_zeros(()),
    )


def _needed(value: Tensor | None, name: str, reason: str) -> Tensor:
    if value is None:
        raise ValueError(f"{reason} needs {name} in the batch")
    return value


def _plus(first: Tensor | None, second: Tensor | None) -> Tensor | None:
    return None if first is None or second is None else first + second
