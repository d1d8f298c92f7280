"""A small decoder in the manner of Qwen3.

RMSNorm before each block, rotary positions, grouped queries with normalised queries and keys, SwiGLU, and the
embedding shared with the output. One thing is added: a second embedding of the token before. To copy a word, a
model must first learn to find "what came after this token the last time", and that takes small models most of
their training; with the token before at hand it is one step of attention.

The same `Decoder.forward` serves training (a whole sequence at once) and sampling (one token after a `Cache`).
Shapes: ``B`` sequences, ``T`` new tokens, ``S`` tokens seen in all (cached ones and new ones), ``V`` tokens in
the vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from .tokenizer import PAD

HIDDEN = -1e9
"""What a mask adds to the score of a position that must not be seen; finite, so that no row becomes NaN."""


@dataclass(frozen=True)
class ModelConfig:
    """The shape of a `Decoder`; the default has about 1.2 million parameters.

    Attributes:
        vocabulary: number of token ids.
        width: size of the residual stream.
        layers: number of blocks.
        heads: query heads, each of ``width / heads`` dimensions.
        key_heads: key and value heads; divides `heads`.
        hidden: size inside the SwiGLU.
        rotary_base: the longest wavelength of the rotary positions, in tokens over 2 pi.
    """

    vocabulary: int
    width: int = 192
    layers: int = 3
    heads: int = 6
    key_heads: int = 2
    hidden: int = 512
    rotary_base: float = 10_000.0


class Cache(Protocol):
    """Keeps the keys and values of earlier tokens."""

    def extend(self, layer: int, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Keep new keys and values ``[B, key_heads, T, head]``; return all, ``[B, key_heads, S, head]``."""
        ...


class Decoder(nn.Module):
    """Next-token logits for batches of token ids."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        self.previous_embedding = nn.Embedding(config.vocabulary, config.width)
        self.blocks = nn.ModuleList(Block(config, layer) for layer in range(config.layers))
        self.norm = nn.RMSNorm(config.width)
        for parameter in self.parameters():
            if parameter.ndim == 2:
                nn.init.normal_(parameter, std=0.5 * parameter.shape[1] ** -0.5)

    def forward(
        self, tokens: Tensor, previous: Tensor, positions: Tensor, mask: Tensor, cache: Cache | None = None
    ) -> Tensor:
        """Logits ``[B, T, V]``.

        Args:
            tokens: ids, ``[B, T]``.
            previous: the id before each of them, ``[B, T]``; `PAD` before the first.
            positions: place of each token in its sequence, ``[B, T]``.
            mask: 0 where a token may look and `HIDDEN` where not; broadcasts to ``[B, heads, T, S]``.
            cache: what the tokens may look back at, besides each other.
        """
        x = self.embedding(tokens) + self.previous_embedding(previous)
        rotation = rotary(positions, self.config.width // self.config.heads, self.config.rotary_base)
        for block in self.blocks:
            x = block(x, rotation, mask, cache)
        return functional.linear(self.norm(x), self.embedding.weight)

    def read(self, tokens: Tensor, cache: Cache | None = None) -> Tensor:
        """Logits ``[B, T, V]`` of whole sequences ``[B, T]`` from their beginning; filler may stand behind them."""
        length = tokens.shape[1]
        previous = functional.pad(tokens[:, :-1], (1, 0), value=PAD)
        positions = torch.arange(length).expand_as(tokens)
        causal = torch.full((length, length), HIDDEN).triu(1)
        return cast(Tensor, self(tokens, previous, positions, causal, cache))

    @property
    def size(self) -> int:
        """Number of parameters."""
        return sum(parameter.numel() for parameter in self.parameters())


class Block(nn.Module):
    """Attention and SwiGLU, each added to the residual stream."""

    def __init__(self, config: ModelConfig, layer: int) -> None:
        super().__init__()
        self.layer = layer
        self.heads, self.key_heads = config.heads, config.key_heads
        self.head = config.width // config.heads
        self.attention_norm = nn.RMSNorm(config.width)
        self.query_key_value = nn.Linear(
            config.width, (config.heads + 2 * config.key_heads) * self.head, bias=False
        )
        self.query_norm = nn.RMSNorm(self.head)
        self.key_norm = nn.RMSNorm(self.head)
        self.attention_out = nn.Linear(config.width, config.width, bias=False)
        self.feed_norm = nn.RMSNorm(config.width)
        self.gate_up = nn.Linear(config.width, 2 * config.hidden, bias=False)
        self.down = nn.Linear(config.hidden, config.width, bias=False)

    def forward(self, x: Tensor, rotation: Tensor, mask: Tensor, cache: Cache | None) -> Tensor:
        """The stream ``[B, T, width]`` after this block."""
        x = x + self.attend(self.attention_norm(x), rotation, mask, cache)
        gate, up = self.gate_up(self.feed_norm(x)).chunk(2, dim=-1)
        return cast(Tensor, x + self.down(functional.silu(gate) * up))

    def attend(self, x: Tensor, rotation: Tensor, mask: Tensor, cache: Cache | None) -> Tensor:
        """What each token gathers from those it may see, ``[B, T, width]``."""
        batch, new, width = x.shape
        parts = self.query_key_value(x).view(batch, new, -1, self.head).transpose(1, 2)
        queries, keys, values = parts.split((self.heads, self.key_heads, self.key_heads), dim=1)
        queries = rotate(self.query_norm(queries), rotation)
        keys = rotate(self.key_norm(keys), rotation)
        if cache is not None:
            keys, values = cache.extend(self.layer, keys, values)
        seen = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=mask, enable_gqa=True)
        return cast(Tensor, self.attention_out(seen.transpose(1, 2).reshape(batch, new, width)))


def rotary(positions: Tensor, head: int, base: float) -> Tensor:
    """Cosines and sines of the rotary angles, ``[2, B, 1, T, head / 2]``."""
    frequencies = base ** (-torch.arange(0, head, 2, dtype=torch.float32) / head)
    angles = positions[:, None, :, None] * frequencies
    return torch.stack((angles.cos(), angles.sin()))


def rotate(x: Tensor, rotation: Tensor) -> Tensor:
    """Turn each pair of dimensions of ``[B, heads, T, head]`` by its angle."""
    cos, sin = rotation
    left, right = x.chunk(2, dim=-1)
    return torch.cat((left * cos - right * sin, right * cos + left * sin), dim=-1)
