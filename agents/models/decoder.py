"""The decoder of Llama, Qwen2 and Qwen3, in a form that is quick to train and to sample from, and short to read.

RMSNorm before each block, rotary positions, grouped queries, SwiGLU. The three families differ in few switches
(`DecoderConfig`); `rlvr.agents.models.native` reads and writes their files. Projections that read the same input are
one matrix, which halves the calls for small models.

One thing is added, for models that are trained from nothing: a second embedding of the token before. To copy a word,
a model must first learn to find "what came after this token the last time", and that takes small models most of their
training; with the token before at hand it is one step of attention.

Shapes: ``B`` rows of ``T`` tokens, ``C`` cached columns, width ``W``, vocabulary ``V``, ``H`` key heads of size ``D``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self, cast

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

from ..language_model import LanguageModel, Weights, Whole
from . import native, weight_names
from .attention import Seen, attend, attend_cached, seen_in_rows
from .cache import CacheShape, Window
from .decoder_config import DecoderConfig
from .files import local
from .fused import Rotation, rms_norm, rotate
from .single import SingleReader, is_simple


class Decoder(LanguageModel):
    """A `LanguageModel` that a sampler can read with (`rlvr.agents.models.cache.Decodable`).

    Args:
        config: its shape.
        seed: of the random weights; None leaves them as memory has them, for weights that are loaded.
        device: where it is made; ``meta`` for a model without memory, which `rlvr.agents.sharding.materialise` gives
            it after it was sharded.

    Attributes:
        gradient_checkpointing: blocks are computed again in the backward pass instead of kept.
        origin: entries of the ``config.json`` it was read from, which `save` writes back.
        generation: the same of its ``generation_config.json``.
    """

    def __init__(self, config: DecoderConfig, seed: int | None = 0, device: torch.device | str = "cpu") -> None:
        super().__init__()
        self.config = config
        self.gradient_checkpointing = False
        self.origin: Mapping[str, Any] = {}
        self.generation: Mapping[str, Any] = {}
        self._packs_well = True
        self._single: SingleReader | None = None
        # Without PyTorch's own random start, which would draw from the global generator.
        with torch.device("meta"):
            self.embedding = nn.Embedding(config.vocabulary, config.width)
            # One row more than the vocabulary has: what stands before the first token.
            self.previous_embedding = (
                nn.Embedding(config.vocabulary + 1, config.width) if config.previous_embedding else None
            )
            self.blocks = nn.ModuleList(Block(config, layer) for layer in range(config.layers))
            self.norm = Norm(config.width, config.epsilon)
            self.head = None if config.tied else nn.Linear(config.width, config.vocabulary, bias=False)
        if torch.device(device).type != "meta":
            self.to_empty(device=device)
            if seed is not None:
                self.start(seed)

    @torch.no_grad()
    def start(self, seed: int) -> None:
        """Draw random weights; of a sharded model each rank keeps its own rows of the same."""
        self._single = None
        generator = torch.Generator().manual_seed(seed)
        for name, parameter in self.named_parameters():
            own, first = local(parameter)
            if parameter.ndim == 2:
                drawn = torch.empty(parameter.shape, dtype=parameter.dtype)
                drawn.normal_(0.0, 0.5 * parameter.shape[1] ** -0.5, generator=generator)
                own.copy_(drawn[first : first + own.shape[0]])
            else:
                own.fill_(0.0 if name.endswith("bias") else 1.0)

    # ---- training ------------------------------------------------------------------------------------

    def hidden(
        self,
        tokens: Tensor,
        positions: Tensor | None = None,
        documents: Tensor | None = None,
        stems: Tensor | None = None,
    ) -> Tensor:
        """See `LanguageModel.hidden`."""
        if torch.is_grad_enabled():
            self._single = None  # weights will change, and this is the time that most memory is needed
        if positions is None:
            positions = torch.arange(tokens.shape[1], device=tokens.device).expand_as(tokens)
        seen: Seen = None
        if documents is not None:
            seen = seen_in_rows(documents, stems, self.embedding.weight.dtype)
        x = self._embed(tokens, before(tokens, documents, stems))
        rotation = self._rotation(positions)
        for block in self.blocks:
            if self.gradient_checkpointing and torch.is_grad_enabled():
                x = cast(Tensor, checkpoint(block, x, rotation, seen, use_reentrant=False))
            else:
                x = block(x, rotation, seen)
        return cast(Tensor, self.norm(x))

    def logits(self, hidden: Tensor) -> Tensor:
        """See `LanguageModel.logits`."""
        matrix = self.embedding.weight if self.head is None else self.head.weight
        return functional.linear(hidden, matrix).float()

    # ---- sampling ------------------------------------------------------------------------------------

    @property
    def cache_shape(self) -> CacheShape:
        """See `Decodable`."""
        weight = self.embedding.weight
        return CacheShape(
            self.config.layers, self.config.key_heads, self.config.head, weight.dtype, weight.device
        )

    def read(self, window: Window) -> Tensor:
        """See `Decodable`."""
        x = self._embed(window.tokens, window.previous)
        single = self._single_reader(window.first) if window.alone else None
        if single is not None:
            return single(x[:, 0], window)[:, None]
        rotation = self._rotation(window.positions)
        for block in self.blocks:
            x = block(x, rotation, None, window)
        return cast(Tensor, self.norm(x))

    # ---- weights -------------------------------------------------------------------------------------

    @property
    def packs_well(self) -> bool:
        """See `LanguageModel`. On a GPU in 16 bits only, for which there is a kernel (`attention.seen_in_rows`)."""
        return self._packs_well and (self.device.type != "cuda" or self.embedding.weight.dtype.itemsize == 2)

    @packs_well.setter
    def packs_well(self, packs_well: bool) -> None:
        self._packs_well = packs_well

    @property
    def shares_well(self) -> bool:  # type: ignore[override]
        """See `LanguageModel`."""
        return self.device.type == "cpu"

    @property
    def max_context(self) -> int:
        """See `LanguageModel.max_context`."""
        return self.config.max_context

    def named_weights(self, whole: Whole) -> Iterator[tuple[str, Tensor]]:
        """See `LanguageModel.named_weights`."""
        return weight_names.named(self, whole)

    def load_weights(self, weights: Weights) -> None:
        """See `rlvr.agents.models.sampler.Sampled`."""
        self._single = None
        weight_names.take(self, weights)

    def empty_copy(self, dtype: torch.dtype) -> Decoder:
        """See `LanguageModel.empty_copy`."""
        model = Decoder(self.config, seed=None, device="meta").to(dtype)
        model.origin, model.generation = self.origin, self.generation
        return model

    def fill(self, folder: Path) -> None:
        """See `LanguageModel.fill`."""
        self._single = None
        native.fill(self, folder)

    def write(self, weights: Weights, folder: Path, *, keep: bool = True) -> None:
        """See `LanguageModel.write`."""
        dtype = self.precision or self.embedding.weight.dtype
        native.write(self, weights, folder, dtype, keep=keep)

    @classmethod
    def empty(cls, folder: Path, dtype: torch.dtype = torch.float32) -> Self:
        """The model of a folder on the meta device: without weights, and without memory for them; see `from_hub`."""
        origin = native.read_config(folder)
        model = cls(native.from_hub(origin), seed=None, device="meta").to(dtype)
        model.origin, model.generation = origin, native.read_generation(folder)
        return model

    @classmethod
    def from_hub(
        cls, folder: Path | str, dtype: torch.dtype = torch.float32, device: torch.device | str = "cpu"
    ) -> Self:
        """The model of a folder with ``config.json`` and safetensors: Llama, Qwen2, Qwen3, or what `save` wrote.

        Raises:
            ValueError: if its architecture has something that a `Decoder` has not.
        """
        model = cls.empty(Path(folder), dtype)
        model.to_empty(device=device)
        model.fill(Path(folder))
        return model

    # ---- inside --------------------------------------------------------------------------------------

    def _embed(self, tokens: Tensor, previous: Tensor) -> Tensor:
        x: Tensor = self.embedding(tokens)
        if self.previous_embedding is not None:
            x = x + self.previous_embedding(torch.where(previous < 0, self.config.vocabulary, previous))
        return x

    def _single_reader(self, first: bool) -> SingleReader | None:
        """Of these weights; None where there is none. Only the first of some steps looks whether they have changed."""
        if self._single is None or (first and not self._single.is_of(self)):
            self._single = None
            if is_simple(self, Block):
                self._single = SingleReader(self, frequencies(self.config, self.device))
        return self._single

    def _rotation(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        """Cosines and sines of the rotary angles, ``[B, T, 1, D / 2]`` each, in the model's precision."""
        angles = positions[..., None, None] * frequencies(self.config, positions.device)
        dtype = self.embedding.weight.dtype
        return angles.cos().to(dtype), angles.sin().to(dtype)


class Norm(nn.Module):
    """RMSNorm: computed in float32 and rounded before the weight is applied, as the families' own code does."""

    def __init__(self, size: int, epsilon: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.epsilon = epsilon

    def forward(self, x: Tensor) -> Tensor:
        """``x / rms(x) * weight``, over the last dimension."""
        return rms_norm(x, self.weight, self.epsilon)


class Block(nn.Module):
    """Attention and SwiGLU, each added to the residual stream."""

    def __init__(self, config: DecoderConfig, layer: int) -> None:
        super().__init__()
        self.layer, self.config = layer, config
        self.queries, self.keys = config.heads * config.head, config.key_heads * config.head
        self.attention_norm = Norm(config.width, config.epsilon)
        self.query_key_value = nn.Linear(
            config.width, self.queries + 2 * self.keys, bias=config.attention_bias != "none"
        )
        if config.query_key_norm:
            self.query_norm = Norm(config.head, config.epsilon)
            self.key_norm = Norm(config.head, config.epsilon)
        self.attention_out = nn.Linear(self.queries, config.width, bias=config.attention_bias == "all")
        self.feed_norm = Norm(config.width, config.epsilon)
        self.gate_up = nn.Linear(config.width, 2 * config.hidden, bias=False)
        self.down = nn.Linear(config.hidden, config.width, bias=False)

    def forward(self, x: Tensor, rotation: Rotation, seen: Seen, window: Window | None = None) -> Tensor:
        """The stream ``[B, T, W]`` after this block."""
        x = x + self.attention_out(self._attend(self.attention_norm(x), rotation, seen, window))
        gate, up = self.gate_up(self.feed_norm(x)).chunk(2, dim=-1)
        return cast(Tensor, x + self.down(functional.silu(gate) * up))

    def head_scales(self) -> Tensor:
        """Weights of the norms of queries and keys, a row for each head."""
        norms = (self.query_norm, self.config.heads), (self.key_norm, self.config.key_heads)
        return torch.cat([norm.weight.expand(heads, -1) for norm, heads in norms])

    def _attend(self, x: Tensor, rotation: Rotation, seen: Seen, window: Window | None) -> Tensor:
        """What each token gathers from those that it may see, ``[B, T, heads * D]``."""
        config, (batch, new) = self.config, x.shape[:2]
        turned, values = torch.split(self.query_key_value(x), [self.queries + self.keys, self.keys], dim=-1)
        turned = turned.view(batch, new, config.heads + config.key_heads, config.head)
        if config.query_key_norm:  # queries and keys at once: fewer and larger calls
            turned = rms_norm(turned, self.head_scales(), config.epsilon)
        turned = rotate(turned, rotation).transpose(1, 2)
        queries, keys = torch.split(turned, [config.heads, config.key_heads], dim=1)
        values = values.view(batch, new, config.key_heads, config.head).transpose(1, 2)
        if window is None:
            found = attend(queries, keys, values, seen)
        else:
            found = attend_cached(queries, *window.extend(self.layer, keys, values), window.mask)
        return found.transpose(1, 2).reshape(batch, new, self.queries)


def before(tokens: Tensor, documents: Tensor | None, stems: Tensor | None) -> Tensor:
    """The token before each one in its sequence, ``[B, T]``; -1 before the first."""
    previous = functional.pad(tokens[:, :-1], (1, 0), value=-1)
    if documents is None:
        return previous
    borders = documents[:, 1:] != documents[:, :-1]
    first = functional.pad(borders, (1, 0), value=True)
    if stems is None:
        return previous.masked_fill(first, -1)
    # What goes on from a stem has the stem's last token before it. Filler is document -1: the entry at the end.
    last = functional.pad(borders, (0, 1), value=True)
    ends = tokens.new_full((int(documents.max()) + 2,), -1)
    ends[documents[last]] = tokens[last]
    return torch.where(first, torch.where(stems == documents, -1, ends[stems]), previous)


@cache  # for good: recorded steps know the place of this tensor and do not keep it
def frequencies(config: DecoderConfig, device: torch.device) -> Tensor:
    """Radians a token of each pair of dimensions, ``[D / 2]``, always in float32."""
    steps = torch.arange(0, config.head, 2, dtype=torch.float32, device=device) / config.head
    rates = 1.0 / config.rotary_base**steps
    scaling = config.rotary_scaling
    if scaling is None:
        return rates
    turns = scaling.original * rates / (2 * math.pi)  # in the context of the pre-training
    blend = ((turns - scaling.low_factor) / (scaling.high_factor - scaling.low_factor)).clamp(0, 1)
    return rates * (blend + (1 - blend) / scaling.factor)
