"""One token of each sequence, read by a `Decoder` on a CPU: what its blocks compute, in fewer operations.

In small models the way into each operation takes most of such a step. And few rows are multiplied by a matrix almost
twice as fast if it lies the other way round. So the matrices are kept once more, transposed and with the norms' weights
in them, for as long as they are drawn with; `Decoder` forgets them before weights change, and looks before each run of
steps whether they have.

Shapes: ``B`` rows, ``C`` columns, width ``W``, ``H`` query and ``K`` key heads of size ``D``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from .cache import Window

if TYPE_CHECKING:
    from .decoder import Block, Decoder

MOST_WEIGHTS = 2**26
"""Of larger models nothing is kept twice: there it is memory that takes the time."""


class SingleReader:
    """Reads with the weights that a model has now.

    Args:
        model: float32, on a CPU, its blocks as they were made.
        rates: radians a token of each pair of dimensions, ``[D / 2]``.
    """

    def __init__(self, model: Decoder, rates: Tensor) -> None:
        self._source, self._config, self._rates = source(model), model.config, rates
        self._layers = [_Layer(cast("Block", block)) for block in model.blocks]
        self._norm = model.norm.weight.detach() * math.sqrt(model.config.width)
        self._signs = torch.tensor([[-1.0], [1.0]])
        self._least, self._least_head = (
            torch.tensor(math.sqrt(size * model.config.epsilon))
            for size in (model.config.width, model.config.head)
        )

    def is_of(self, model: Decoder) -> bool:
        """Whether a model's weights still are what they were: neither changed in place nor others in their place."""
        now = source(model)
        return len(now) == len(self._source) and all(
            weight is kept and rest == known
            for (weight, *rest), (kept, *known) in zip(now, self._source, strict=True)
        )

    def __call__(self, x: Tensor, window: Window) -> Tensor:
        """Hidden states behind the last norm, ``[B, W]``, of embedded tokens ``[B, W]``."""
        config, cache, rows = self._config, window.cache, len(x)
        head, queries = config.head, config.heads * config.head
        turned_heads = config.heads + config.key_heads
        angles = window.positions[..., None, None] * self._rates
        cos, sin = angles.cos(), angles.sin() * self._signs
        seen = (part[:, :rows, :, : window.columns].unbind() for part in (cache.keys, cache.values))
        for layer, kept, keys, values in zip(
            self._layers, cache.both.flatten(1, 4).unbind(), *seen, strict=True
        ):
            mixed = layer.query_key_value(_over_length(x, self._least))
            turned = mixed[:, : turned_heads * head].view(rows, turned_heads, 2, head // 2)
            pairs = turned
            if layer.heads_norm is not None:
                normed = _over_length(turned.view(rows, turned_heads, head), self._least_head)
                pairs = normed.mul_(layer.heads_norm).view(turned.shape)
            torch.addcmul(pairs * cos, pairs.flip(2), sin, out=turned)
            new = mixed[:, queries:].view(rows, 2, config.key_heads, head)
            kept.index_copy_(0, window.places, new.transpose(0, 1).reshape(-1, head))
            # The queries that share a key head are that head's rows, as in `attend_cached`.
            asked = mixed[:, :queries].view(rows, config.key_heads, -1, head)
            found = functional.scaled_dot_product_attention(asked, keys, values, attn_mask=window.hidden)
            x = layer.attention_out.added(x, found.reshape(rows, -1))
            gate, up = layer.gate_up(_over_length(x, self._least)).chunk(2, dim=-1)
            x = layer.down.added(x, functional.silu(gate).mul_(up))
        return _over_length(x, self._least).mul_(self._norm)


def source(model: Decoder) -> list[tuple[Tensor, int, torch.dtype, int]]:
    """A model's weights, where they are, and how often each was changed.

    Changes by way of ``.data`` are not counted, nor those of weights that were made in inference mode.
    """
    return [
        (weight, weight.data_ptr(), weight.dtype, 0 if weight.is_inference() else weight._version)
        for weight in model.parameters()
    ]


def is_simple(model: Decoder, block_type: type[nn.Module]) -> bool:
    """Whether a model can be read like this: no adapters, shards or 16-bit numbers."""
    weight = model.embedding.weight
    return (
        weight.device.type == "cpu"
        and weight.dtype == torch.float32
        and model.size <= MOST_WEIGHTS
        and all(
            type(block) is block_type and all(not list(part.children()) for part in block.children())
            for block in model.blocks
        )
    )


class _Layer:
    """What a block multiplies with."""

    def __init__(self, block: Block) -> None:
        config = block.config
        self.query_key_value = _Product(block.query_key_value, block.attention_norm.weight)
        self.attention_out = _Product(block.attention_out)
        self.gate_up = _Product(block.gate_up, block.feed_norm.weight)
        self.down = _Product(block.down)
        self.heads_norm: Tensor | None = None
        if config.query_key_norm:
            self.heads_norm = block.head_scales().detach() * math.sqrt(config.head)


class _Product:
    """A linear layer, perhaps behind a norm, whose weight it takes over."""

    def __init__(self, linear: nn.Linear, norm: Tensor | None = None) -> None:
        matrix = linear.weight.detach().t()
        if norm is not None:
            matrix = matrix * (norm.detach() * math.sqrt(len(norm)))[:, None]
        self.matrix = matrix.contiguous()
        self.bias = None if linear.bias is None else linear.bias.detach()

    def __call__(self, x: Tensor) -> Tensor:
        return torch.mm(x, self.matrix) if self.bias is None else torch.addmm(self.bias, x, self.matrix)

    def added(self, x: Tensor, change: Tensor) -> Tensor:
        """``x`` and what the layer makes of `change`."""
        found = torch.addmm(x, change, self.matrix)
        return found if self.bias is None else found.add_(self.bias)


def _over_length(x: Tensor, least: Tensor) -> Tensor:
    """``x / hypot(|x|, least)`` over the last dimension.

    With ``least = sqrt(size epsilon)`` it is what `rms_norm` makes of ``x``, but for its weight and ``sqrt(size)``:
    these are in what comes behind.
    """
    found: Tensor = x / torch.linalg.vector_norm(x, dim=-1, keepdim=True).hypot_(least)
    return found
