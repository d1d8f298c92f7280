"""A model that no process holds as a whole: each has a part of every block's weights (FSDP2).

The parts are gathered when a block runs. Source of the idea: Zhao et al. 2023, arXiv:2304.11277.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FSDPModule, MixedPrecisionPolicy, fully_shard

from .distributed import World


def shard(model: nn.Module, world: World, *, compute: torch.dtype | None = None) -> nn.Module:
    """Spread a model's weights over the ranks, block by block; it is changed in place and returned.

    Adapters are small, stay whole on every rank and are summed by `World.sum_gradients`. (A block of FSDP wants weights
    of one type, and adapters are float32 beside bfloat16.)

    Call it before the optimizer is made. What stays the trainer's duty: call the model itself (its ``forward``),
    not a method beside it, since that is what gathers the weights.

    Args:
        model: its blocks are the members of its outermost `nn.ModuleList`; the rest is one more block.
        world: the ranks.
        compute: type of number that weights are gathered and multiplied in (such as bfloat16) while the shards
            and the sums of gradients stay float32; None for the weights' own.
    """
    if world.size == 1:
        return model
    mesh = init_device_mesh(world.device.type, (world.size,))
    policy = MixedPrecisionPolicy(param_dtype=compute, reduce_dtype=torch.float32 if compute else None)
    kept = {parameter for name, parameter in model.named_parameters() if ".lora_" in name} or None
    for block in _blocks(model):
        fully_shard(block, mesh=mesh, mp_policy=policy, ignored_params=kept)
    fully_shard(model, mesh=mesh, mp_policy=policy, ignored_params=kept)
    for module in model.modules():
        if isinstance(module, FSDPModule):
            module.set_gradient_divide_factor(1.0)  # the sum, not the mean
            module.set_force_sum_reduction_for_comms(True)
    return model


def spread(model: nn.Module, world: World, *, compute: torch.dtype | None = None) -> None:
    """Shard a model of the meta device, and give each rank memory for its part alone; see `shard`.

    What is behind it is to be filled (`LanguageModel.fill`): no rank ever has memory for the whole.
    """
    shard(model, world, compute=compute)
    materialise(model, world.device)


def materialise(model: nn.Module, device: torch.device) -> None:
    """Give a model of the meta device memory: of a sharded one each rank for its part. Weights are then to be filled.

    Buffers that were computed when the model was made keep their values.
    """
    kept = {name: each for name, each in model.named_buffers() if each.device.type != "meta"}
    tied = [group for group in _tied(model) if len(group) > 1]
    model.to_empty(device=device)
    for name, value in kept.items():
        owner, _, last = name.rpartition(".")
        model.get_submodule(owner)._buffers[last] = value.to(device)
    for (first, name), *others in tied:
        for module, other in others:
            module._parameters[other] = first._parameters[name]


def _tied(model: nn.Module) -> list[list[tuple[nn.Module, str]]]:
    """Where each parameter is, by module and name; more than one place for one that is tied."""
    places: dict[int, list[tuple[nn.Module, str]]] = {}
    for module in model.modules():
        for name, parameter in module._parameters.items():
            if parameter is not None:
                places.setdefault(id(parameter), []).append((module, name))
    return list(places.values())


def _blocks(module: nn.Module) -> Iterator[nn.Module]:
    for child in module.children():
        yield from child if isinstance(child, nn.ModuleList) else _blocks(child)
