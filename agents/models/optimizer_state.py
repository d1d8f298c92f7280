"""What a checkpoint keeps of an `Optimizer`, and how a run goes on from it."""

from __future__ import annotations

from collections.abc import Collection

import torch
from torch import Tensor

from .optimizer import Optimizer


def tensors(optimizer: Optimizer) -> dict[str, Tensor]:
    """All that a run goes on with, bit for bit, but for `count`: live tensors by name, sharded as the weights are.

    ``weight.NAME`` are the trained weights, in float32 where what is trained has fewer digits. A checkpoint keeps
    them, and on going on they are filled again, after `expect`; then `took_over` is called.
    """
    found = {f"weight.{name}": weight.detach() for name, weight in optimizer.named.items()}
    for stack, momentum in zip(optimizer.stacks, optimizer.momenta, strict=True):
        rows, columns = stack[0].shape
        found[f"momentum.{rows}x{columns}"] = momentum
    if optimizer.adam is not None:
        for name, weight in optimizer.named.items():
            state = optimizer.adam.state.get(weight, {})
            # A single number becomes a row of one: files of safetensors are read by rows.
            found |= {
                f"adam.{name}.{key}": each.view(1) if each.ndim == 0 else each for key, each in state.items()
            }
    return found


def expect(optimizer: Optimizer, names: Collection[str]) -> None:
    """Make room for the state of a checkpoint with tensors of these names, which `tensors` then shows."""
    if optimizer.adam is None:
        return
    optimizer.adam.state.clear()
    trained = {weight for group in optimizer.adam.param_groups for weight in group["params"]}
    for name, weight in optimizer.named.items():
        if weight in trained and f"adam.{name}.exp_avg" in names:
            optimizer.adam.state[weight] = {
                "step": torch.zeros((), dtype=torch.float32, device=weight.device),
                "exp_avg": torch.zeros_like(weight),
                "exp_avg_sq": torch.zeros_like(weight),
            }


@torch.no_grad()
def took_over(optimizer: Optimizer, count: int) -> None:
    """Go on after `count` steps from what `tensors` were filled with."""
    optimizer.count = count
    for parameter, stepped in zip(optimizer.parameters, optimizer.named.values(), strict=True):
        if parameter is not stepped:
            parameter.copy_(stepped)
