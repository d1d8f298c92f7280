"""Attention over sequences of different lengths that stand in one row, by the kernel that a GPU has for them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True)
class Lengths:
    """Sequences one behind the other through all rows, as kernels for sequences of different lengths take them.

    Attributes:
        starts: where each begins in the flattened rows, and the end of the last, ``[N + 1]``, int32.
        longest: tokens of the longest.
    """

    starts: Tensor
    longest: int


def lengths(documents: Tensor) -> Lengths:
    """The sequences of all rows; filler at the end of a row counts as one, which nobody looks at."""
    counts = torch.cat([row.unique_consecutive(return_counts=True)[1] for row in documents])
    starts = torch.nn.functional.pad(counts.cumsum(0), (1, 0)).to(torch.int32)
    return Lengths(starts, int(counts.max()))


@cache
def kernel() -> Any:
    """Attention over sequences of different lengths (`torch.nn.attention.varlen`, since torch 2.10), or None."""
    try:
        from torch.nn.attention.varlen import varlen_attn
    except ImportError:
        return None
    return varlen_attn


def attend_lengths(queries: Tensor, keys: Tensor, values: Tensor, seen: Lengths, scale: float | None) -> Tensor:
    """What tokens gather from those before them in their own sequence; see `rlvr.agents.models.attention.attend`."""
    batch, heads, new, head = queries.shape
    times = heads // keys.shape[1]
    if times > 1:  # not all versions know heads that share keys
        keys, values = keys.repeat_interleave(times, dim=1), values.repeat_interleave(times, dim=1)
    flat = [x.transpose(1, 2).reshape(batch * new, heads, head) for x in (queries, keys, values)]
    known = inspect.signature(kernel()).parameters
    causal: dict[str, Any] = {"is_causal": True} if "is_causal" in known else {"window_size": (-1, 0)}
    if scale is not None and scale != head**-0.5:
        flat[0] = flat[0] * (scale * head**0.5)
    found: Tensor = kernel()(*flat, seen.starts, seen.starts, seen.longest, seen.longest, **causal)
    return found.view(batch, new, heads, head).transpose(1, 2)
