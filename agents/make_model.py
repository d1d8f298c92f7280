"""The models of a run in their places: the policy, the reference of a KL term, and what the engine samples with.

On one process, and with ``parallel=ddp``, each process has them whole. With ``fsdp`` a model is made without memory,
cut up, and only then filled, each process with its own part, so that none ever has memory for the whole.
"""

from __future__ import annotations

import copy
from functools import partial

import torch

from .codec import Codec
from .config import ModelConfig, TrainConfig
from .curricula.base import Arm
from .distributed import World
from .from_scratch import from_scratch
from .language_model import LanguageModel
from .models.load import load_model
from .models.lora import Lora, LoraModel
from .reference import FrozenCopy, Reference, adapters_off
from .sharding import materialise, spread


def is_sharded(config: TrainConfig, world: World) -> bool:
    """Whether weights are shared out between the processes."""
    return config.parallel == "fsdp" and world.size > 1


def make_model(config: TrainConfig, arms: list[Arm], world: World) -> tuple[LanguageModel, Codec]:
    """The model that is trained, on its device, and its chat format."""
    wanted, dtype = config.model, precision_of(config.model, world.device)
    sharded, lora = is_sharded(config, world), None
    if wanted.lora_rank:
        lora = Lora(wanted.lora_rank, wanted.lora_alpha, seed=config.seed)
    # What is trained is stepped in float32. Shards are the weights that are stepped, and computed with in `dtype`;
    # whole models have both kinds (see `Optimizer`).
    kept = torch.float32 if sharded and lora is None else dtype
    share_out = partial(spread, world=world, compute=compute_of(dtype)) if sharded else None
    model: LanguageModel
    codec: Codec
    if wanted.name == "scratch":
        model, codec = from_scratch(wanted, arms, config.seed, dtype=kept, spread=share_out)
        if share_out is None:
            model = model.to(world.device)
        if lora is not None:
            model = LoraModel(model, lora)
    else:
        model, codec = load_model(
            wanted.name,
            implementation=wanted.implementation,
            dtype=kept,
            device=world.device,
            chat=wanted.chat,
            system=wanted.system,
            thinking=wanted.thinking,
            checkpointing=wanted.gradient_checkpointing,
            lora=lora,
            spread=share_out,
        )
    if kept != dtype:
        model.precision = dtype
    return model, codec


def make_reference(config: TrainConfig, model: LanguageModel, world: World) -> Reference | None:
    """What the KL term of the algorithm holds on to; None if it has none.

    Raises:
        ValueError: if there is a warm-up of adapters, since without them the model has not seen it.
    """
    algorithm = config.resolved_algorithm()
    if algorithm.kl == "none" or not algorithm.kl_weight:
        return None
    if not isinstance(model, LoraModel):
        dtype = precision_of(config.model, world.device)
        if not is_sharded(config, world):
            return FrozenCopy(copy.deepcopy(model))
        second = model.empty_copy(dtype)
        spread(second, world, compute=compute_of(dtype))
        reference = FrozenCopy(second)
        reference.take(model)
        return reference
    if config.warm_up.steps:
        raise ValueError(
            "a KL term holds on to the model without adapters, so adapters cannot be warmed up: warm up "
            "in a run of its own, or set algorithm.kl_weight=0"
        )
    return adapters_off(model)


def make_sampled(config: TrainConfig, model: LanguageModel, world: World) -> LanguageModel:
    """The model that the engine is made with.

    Our own sampler needs whole weights at every token, and weights of its own while others are learnt. Of a sharded
    model it gets a copy without values, which `Engine.load` fills from the stream; vLLM has memory of its own.
    """
    if config.sampling.engine != "native":
        return model
    if not is_sharded(config, world):
        return copy.deepcopy(model) if config.sampling.staleness else model
    sampling = config.sampling.dtype
    dtype = getattr(torch, sampling) if sampling else precision_of(config.model, world.device)
    sampled = model.empty_copy(dtype).requires_grad_(False)
    materialise(sampled, world.device)
    return sampled


def precision_of(config: ModelConfig, device: torch.device) -> torch.dtype:
    """What is computed in. ``auto``: bfloat16 on a GPU, float32 on a CPU and for small models from nothing."""
    if config.dtype != "auto":
        found: torch.dtype = getattr(torch, config.dtype)
        return found
    return torch.bfloat16 if device.type == "cuda" and config.name != "scratch" else torch.float32


def compute_of(dtype: torch.dtype) -> torch.dtype | None:
    """What shards are multiplied in, where that is not their own kind of number."""
    return None if dtype == torch.float32 else dtype


@torch.no_grad()
def width_of(model: LanguageModel) -> int:
    """Size of the hidden states. Collective if the model is sharded."""
    width: int = model(torch.zeros(1, 1, dtype=torch.long, device=model.device)).shape[-1]
    return width
