"""Keys and values of earlier tokens, and what the sampler asks of a model that reads with them.

The memory is reserved once: a slot for each sequence, and in it a column for each token, so that the token at
position ``p`` of a sequence is always in column ``p`` of its slot. That keeps everything simple which a sampler
wants to do: sequences of different lengths advance together, a prefix that two sequences share is copied from slot
to slot, and a finished sequence makes room by being written over. One more column behind the last takes what filler
writes; nothing ever looks at it.

Shapes: ``B`` rows of ``T`` new tokens, in ``S`` slots of ``C`` columns; ``H`` key heads of size ``D``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import torch
from torch import Tensor


@dataclass(frozen=True)
class CacheShape:
    """What one column of a cache holds.

    Attributes:
        layers: number of attention layers.
        key_heads: key and value heads of each.
        head: size of a head.
        dtype: of keys and values.
        device: where they are.
    """

    layers: int
    key_heads: int
    head: int
    dtype: torch.dtype
    device: torch.device


class Decodable(Protocol):
    """A model that can read new tokens behind those whose keys and values are kept."""

    @property
    def cache_shape(self) -> CacheShape:
        """The shape of its keys and values."""

    def read(self, window: Window) -> Tensor:
        """Hidden states behind the last norm, ``[B, T, W]``, of the window's tokens.

        Every layer hands its new keys (already rotated) and values to `Window.extend` and attends to what that
        returns, under `Window.mask`.
        """

    def logits(self, hidden: Tensor) -> Tensor:
        """Logits ``[..., V]`` in float32 of hidden states ``[..., W]``."""


class SlotCache:
    """Keys and values of `slots` sequences of up to `columns` tokens; see the module."""

    def __init__(self, shape: CacheShape, slots: int, columns: int) -> None:
        size = (shape.layers, 2, slots, shape.key_heads, columns + 1, shape.head)
        # Zeros, since a masked column still counts as 0 x its value, and memory may hold NaN.
        self.both = torch.zeros(size, dtype=shape.dtype, device=shape.device)
        self.keys, self.values = self.both.unbind(1)
        self.spare = columns
        """The column that filler is written to."""

    def copy(self, sources: Tensor, targets: Tensor, columns: int) -> None:
        """Put the first columns of some slots into others."""
        self.both[:, :, targets, :, :columns] = self.both[:, :, sources, :, :columns]

    def swap(self, left: Tensor, right: Tensor, columns: int) -> None:
        """Exchange the first columns of some slots with those of others."""
        held = self.both[:, :, left, :, :columns]
        self.both[:, :, left, :, :columns] = self.both[:, :, right, :, :columns]
        self.both[:, :, right, :, :columns] = held


class Window:
    """New tokens of some slots and the way to what these have read before.

    Args:
        cache: where keys and values are kept.
        tokens: ids, ``[B, T]``; filler may stand behind the real ones of a row.
        previous: the id before each of them, -1 before the first of a sequence, ``[B, T]``.
        positions: place of each in its sequence, ``[B, T]``; the spare column's number for filler.
        columns: number of columns that are looked at: more than any real position.
        slots: slot of each row, ``[B]``; None for the first ``B`` slots in order, which costs no copying.

    Attributes:
        first: whether it is not `after` another.
    """

    def __init__(
        self,
        cache: SlotCache,
        tokens: Tensor,
        previous: Tensor,
        positions: Tensor,
        columns: int,
        slots: Tensor | None = None,
    ) -> None:
        self.tokens, self.previous, self.positions, self.columns = tokens, previous, positions, columns
        self.cache, self.slots, self.first = cache, slots, True

    def after(self, tokens: Tensor, moving: Tensor) -> Window:
        """The window of what comes next in those of its rows that are `moving`.

        Args:
            tokens: behind this window's one token of each row, ``[B, 1]``.
            moving: 1, or 0 for rows that stay where they are, ``[B, 1]``.
        """
        found = Window(self.cache, tokens, self.tokens, self.positions + moving, self.columns + 1)
        found.first = False
        found.places = (self.places.view(2, len(tokens), -1) + moving).flatten()
        return found

    @property
    def alone(self) -> bool:
        """Whether it is one token of each of the first slots: a step of drawing."""
        return self.slots is None and self.tokens.shape[1] == 1

    @cached_property
    def mask(self) -> Tensor:
        """True where a token may look, ``[B, 1, T, C]``: what stands at its own position or before."""
        seen = torch.arange(self.columns, device=self.tokens.device)
        return (seen <= self.positions[..., None])[:, None]

    @cached_property
    def hidden(self) -> Tensor:
        """`mask` as what is added to scores: 0 where a token may look, else minus infinity; float32."""
        return torch.where(self.mask, 0.0, -torch.inf)

    @cached_property
    def places(self) -> Tensor:
        """Where new keys, and then new values, are kept among a layer's columns of all slots, ``[2 x B x H x T]``."""
        _, kinds, slots, heads, columns, _ = self.cache.both.shape
        device = self.tokens.device
        rows = torch.arange(len(self.tokens), device=device) if self.slots is None else self.slots
        rows = rows + torch.arange(kinds, device=device)[:, None] * slots
        rows = rows[..., None] * heads + torch.arange(heads, device=device)
        return (rows[..., None] * columns + self.positions[:, None]).flatten()

    def extend(self, layer: int, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Keep a layer's new keys and values, ``[B, H, T, D]``; return all of them, ``[B, H, C, D]``."""
        both = self.cache.both[layer]
        new = torch.stack((keys, values)).view(-1, keys.shape[-1])
        both.view(-1, keys.shape[-1]).index_copy_(0, self.places, new)
        chosen = slice(len(keys)) if self.slots is None else self.slots
        all_keys, all_values = both[:, chosen, :, : self.columns]
        return all_keys, all_values
