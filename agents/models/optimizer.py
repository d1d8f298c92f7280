"""Muon for the matrices of blocks and AdamW for the rest, with a warm-up and a linear decay of the step size.

With Muon (`rlvr.agents.models.muon`) models that are trained from nothing need about half the steps. Without a
`matrix_rate` everything has AdamW.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn
from torch.distributed.tensor import DTensor

from ..distributed import clip_gradients
from .muon import orthogonal


@dataclass(frozen=True)
class OptimizerConfig:
    """How an `Optimizer` steps.

    Attributes:
        rate: AdamW's step size.
        matrix_rate: Muon's; 0 gives AdamW to the matrices too.
        warm_up: steps until the full step size.
        steps: length of the whole run, for the decay; 0 for no decay.
        final: share of the step size that is left at the end.
        betas: AdamW's averages.
        epsilon: AdamW's.
        decay: weight decay of matrices and embeddings, as a share of the step size.
        momentum: Muon's.
        max_norm: gradients are scaled down to this norm, all together; 0 for no limit.
    """

    rate: float = 2e-4
    matrix_rate: float = 0.0
    warm_up: int = 10
    steps: int = 0
    final: float = 0.0
    betas: tuple[float, float] = (0.9, 0.99)
    epsilon: float = 1e-8
    decay: float = 0.0
    momentum: float = 0.95
    max_norm: float = 1.0

    def __post_init__(self) -> None:
        for name in ("rate", "matrix_rate", "warm_up", "steps", "decay", "max_norm"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be below 0, but is {getattr(self, name)}")
        if not 0 <= self.final <= 1:
            raise ValueError(f"final is a share of the step size, from 0 to 1, not {self.final}")

    def scale(self, step: int) -> float:
        """The share of the full step size that a step takes, counted from 0."""
        rise = min(1.0, (step + 1) / max(self.warm_up, 1))
        gone = min(1.0, step / self.steps) if self.steps else 0.0
        return rise * (1 - (1 - self.final) * gone)


class Optimizer:
    """Steps what is trained of a model.

    Args:
        parameters: names and parameters, such as ``model.named_parameters()``; frozen ones are left out.
        config: how.

    Attributes:
        count: steps taken.
        parameters: all that is trained. Those in bfloat16 are stepped as copies in float32 and rounded.
        named: what is stepped, by name.
    """

    def __init__(self, parameters: Iterable[tuple[str, nn.Parameter]], config: OptimizerConfig) -> None:
        named = {name: parameter for name, parameter in parameters if parameter.requires_grad}
        if not named:
            raise ValueError("there is nothing to train: no parameter asks for a gradient")
        self.config, self.count = config, 0
        self.parameters = list(named.values())
        # Most steps are smaller than the last digit of a weight in bfloat16: what is stepped is a copy in float32.
        named = self.named = {name: _whole_digits(parameter) for name, parameter in named.items()}
        self.stepped = list(named.values())
        matrices = {name: p for name, p in named.items() if config.matrix_rate and _is_matrix(name, p)}
        # Matrices of one shape are made orthogonal together.
        shapes = sorted({tuple(p.shape) for p in matrices.values()})
        self.stacks = [[p for p in matrices.values() if tuple(p.shape) == shape] for shape in shapes]
        self.momenta = [torch.zeros_like(torch.stack([p.detach() for p in stack])) for stack in self.stacks]
        others = [p for name, p in named.items() if name not in matrices]
        # Sharded and whole parameters (a value head's) cannot be stepped in one operation.
        groups = []
        for sharded, decays in product((True, False), repeat=2):
            alike = [p for p in others if (p.ndim >= 2) == decays and isinstance(p, DTensor) == sharded]
            if alike:
                groups.append({"params": alike, "weight_decay": config.decay if decays else 0.0})
        options: dict[str, Any] = {"lr": config.rate, "betas": config.betas, "eps": config.epsilon}
        self.adam = torch.optim.AdamW(groups, **options, fused=True) if groups else None

    def step(self) -> float:
        """Follow the gradients that stand in the parameters and clear them; returns their norm before scaling.

        Gradients that are not finite are not followed: one such step would make every weight NaN. Nor is momentum
        alone where there was nothing to learn from.
        """
        norm = clip_gradients(self.parameters, self.config.max_norm or math.inf)
        if 0 < norm < math.inf:
            copies = [(p, copy) for p, copy in zip(self.parameters, self.stepped, strict=True) if p is not copy]
            for parameter, copy in copies:
                _take_over(parameter, copy)
            self._follow()
            for parameter, copy in copies:
                parameter.data.copy_(copy.data)
                copy.grad = None
        for parameter in self.parameters:
            parameter.grad = None
        self.count += 1
        return norm

    @torch.no_grad()
    def _follow(self) -> None:
        config, scale = self.config, self.config.scale(self.count)
        for stack, momentum in zip(self.stacks, self.momenta, strict=True):
            gradients = torch.stack([torch.zeros_like(p) if p.grad is None else p.grad for p in stack])
            momentum.lerp_(gradients, 1 - config.momentum)
            update = orthogonal(gradients.lerp(momentum, config.momentum))
            # Wide and tall matrices move by the same amount in each output (Bernstein's scaling).
            size = config.matrix_rate * scale
            update = update * (size * max(1.0, update.shape[1] / update.shape[2]) ** 0.5)
            for parameter, change in zip(stack, update, strict=True):
                parameter.mul_(1 - size * config.decay).sub_(change)
        if self.adam is not None:
            for group in self.adam.param_groups:
                group["lr"] = config.rate * scale
            self.adam.step()


def _whole_digits(parameter: nn.Parameter) -> nn.Parameter:
    """The parameter itself, or a copy of it in float32 if it has fewer digits."""
    return parameter if parameter.dtype.itemsize >= 4 else nn.Parameter(parameter.detach().float())


@torch.no_grad()
def _take_over(parameter: nn.Parameter, copy: nn.Parameter) -> None:
    """Give a copy the parameter's gradient, and its value where that was changed by somebody else."""
    copy.grad = None if parameter.grad is None else parameter.grad.float()
    copy.copy_(torch.where(parameter == copy.to(parameter.dtype), copy, parameter.float()))


def _is_matrix(name: str, parameter: Tensor) -> bool:
    """Whether Muon is meant for it: embeddings and heads are tables of vectors, not maps between layers."""
    return parameter.ndim == 2 and "embed" not in name and "head" not in name
