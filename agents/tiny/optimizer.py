"""Muon for the matrices and AdamW for the rest, with a warm-up and an optional decay of the step size.

Muon (Jordan et al. 2024) makes the momentum of a matrix nearly orthogonal before it steps, so that all
directions learn equally fast. For a model this small it halves the steps that warm-up needs.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

# The quintic that pulls all singular values towards 1, from the authors' note on Muon.
_QUINTIC = (3.4445, -4.7750, 2.0315)


def orthogonal(matrices: Tensor, steps: int = 5) -> Tensor:
    """Nearly orthogonal matrices in the direction of ``matrices [N, rows, columns]`` (Newton and Schulz)."""
    a, b, c = _QUINTIC
    tall = matrices.shape[1] > matrices.shape[2]
    x: Tensor = matrices.mT if tall else matrices
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.mT if tall else x


class Optimizer:
    """Steps a model; the step size rises over `warmup` steps and then decays linearly to `final` of it.

    Args:
        model: what to train; its block matrices get Muon, embeddings and norms AdamW.
        matrix_rate: Muon's step size; None gives AdamW to the matrices too.
        other_rate: AdamW's step size.
        steps: length of the whole run, for the decay.
        warmup: steps until the full step size.
        final: share of the step size that is left at the end.
        momentum: Muon's momentum.
        max_norm: gradients are scaled down to this norm.
    """

    def __init__(
        self,
        model: nn.Module,
        *,
        matrix_rate: float | None,
        other_rate: float,
        steps: int,
        warmup: int = 10,
        final: float = 1.0,
        momentum: float = 0.95,
        max_norm: float = 1.0,
    ) -> None:
        named = list(model.named_parameters())
        muon = matrix_rate is not None
        matrices = [p for name, p in named if muon and p.ndim == 2 and "embedding" not in name]
        others = [p for name, p in named if not muon or p.ndim != 2 or "embedding" in name]
        self.parameters = [*matrices, *others]
        # Matrices of one shape are made orthogonal together.
        shapes = sorted({tuple(p.shape) for p in matrices})
        self.stacks = [[p for p in matrices if tuple(p.shape) == shape] for shape in shapes]
        self.momenta = [torch.zeros(len(stack), *stack[0].shape) for stack in self.stacks]
        self.adam = torch.optim.AdamW(others, lr=other_rate, betas=(0.9, 0.99), weight_decay=0.0)
        self.matrix_rate, self.other_rate = matrix_rate or 0.0, other_rate
        self.steps, self.warmup, self.final = steps, warmup, final
        self.momentum, self.max_norm = momentum, max_norm
        self.step_count = 0

    def scale(self) -> float:
        """The share of the full step size that the next step takes."""
        rise = min(1.0, (self.step_count + 1) / max(self.warmup, 1))
        gone = min(1.0, self.step_count / max(self.steps, 1))
        return rise * (1 - (1 - self.final) * gone)

    def step(self) -> float:
        """Follow the gradients that stand in the parameters and clear them; returns their norm before scaling."""
        norm = float(nn.utils.clip_grad_norm_(self.parameters, self.max_norm))
        scale = self.scale()
        for stack, momentum in zip(self.stacks, self.momenta, strict=True):
            gradients = torch.stack([p.grad for p in stack if p.grad is not None])
            momentum.lerp_(gradients, 1 - self.momentum)
            update = orthogonal(gradients.lerp(momentum, self.momentum))
            # Wide and tall matrices move by the same amount in each output (Bernstein's scaling).
            size = self.matrix_rate * scale * max(1.0, update.shape[1] / update.shape[2]) ** 0.5
            with torch.no_grad():
                for parameter, change in zip(stack, update, strict=True):
                    parameter.sub_(size * change)
        for group in self.adam.param_groups:
            group["lr"] = self.other_rate * scale
        self.adam.step()
        for parameter in self.parameters:
            parameter.grad = None
        self.step_count += 1
        return norm
