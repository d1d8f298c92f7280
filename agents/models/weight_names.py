"""The weights of a `Decoder` by the names that files of Hugging Face have for them, both ways.

A decoder keeps projections with one input as one matrix; here they are cut into the parts that the files name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from ..language_model import Weights, Whole, pairs

if TYPE_CHECKING:
    from .decoder import Decoder


def named(model: Decoder, whole: Whole) -> Iterator[tuple[str, Tensor]]:
    """The weights by their names in files.

    Args:
        model: sharded or not.
        whole: from what this process holds of a weight to the whole of it.
    """
    for parameter, names in pieces(model):
        weight = whole(parameter)
        if len(names) == 1:
            yield next(iter(names)), weight
        else:
            yield from zip(names, torch.split(weight, list(names.values())), strict=True)


@torch.no_grad()
def take(model: Decoder, weights: Weights) -> None:
    """Copy weights by their names in files; what is this model's own memory already stays as it is.

    Raises:
        ValueError: if a name is missing or a shape differs.
    """
    missing = dict(named(model, torch.Tensor.detach))
    for name, given in pairs(weights):
        own = missing.pop(name, None)
        if own is None:
            continue
        if given.shape != own.shape:
            raise ValueError(f"{name} has the shape {tuple(given.shape)}, this model's is {tuple(own.shape)}")
        if given.data_ptr() != own.data_ptr() or given.dtype != own.dtype or given.device != own.device:
            own.copy_(given)
    if missing:
        raise ValueError(f"the weights have no {next(iter(missing))}: they are of another model")


def pieces(model: Decoder) -> Iterator[tuple[nn.Parameter, dict[str, int]]]:
    """Every parameter with the names in files that it is made of, and the rows of each, in order."""
    config = model.config
    queries, keys = config.heads * config.head, config.key_heads * config.head

    def one(parameter: Any, name: str) -> tuple[nn.Parameter, dict[str, int]]:
        return parameter, {name: parameter.shape[0]}

    yield one(model.embedding.weight, "model.embed_tokens.weight")
    if model.previous_embedding is not None:
        yield one(model.previous_embedding.weight, "model.previous_embedding.weight")
    for number, block in enumerate(model.blocks):
        parts: dict[str, tuple[Any, dict[str, int]]] = {
            "input_layernorm": (block.attention_norm, {}),
            "self_attn": (block.query_key_value, {"q_proj": queries, "k_proj": keys, "v_proj": keys}),
            "self_attn.o_proj": (block.attention_out, {}),
            "post_attention_layernorm": (block.feed_norm, {}),
            "mlp": (block.gate_up, {"gate_proj": config.hidden, "up_proj": config.hidden}),
            "mlp.down_proj": (block.down, {}),
        }
        if config.query_key_norm:
            parts["self_attn.q_norm"] = (block.query_norm, {})
            parts["self_attn.k_norm"] = (block.key_norm, {})
        for place, (module, cuts) in parts.items():
            stem = f"model.layers.{number}.{place}"
            for kind, weight in module.named_parameters():
                if cuts:
                    yield weight, {f"{stem}.{part}.{kind}": rows for part, rows in cuts.items()}
                else:
                    yield one(weight, f"{stem}.{kind}")
    yield one(model.norm.weight, "model.norm.weight")
    if model.head is not None:
        yield one(model.head.weight, "lm_head.weight")
