"""Causal attention of a decoder: over whole sequences that stand in one row (packing), and over cached columns.

Shapes: ``B`` rows of ``T`` tokens, ``H`` query heads and ``K`` key heads of size ``D``, ``C`` cached columns.
"""

from __future__ import annotations

from itertools import groupby

import torch
from torch import Tensor
from torch.nn import functional

Runs = list[tuple[int, int]]
"""Sequences one behind the other through all rows: how many of one length, and that length."""
Seen = Tensor | Runs | None
"""What tokens may look at: a mask ``[B, 1, T, T]``, sequences that look at themselves, or all before in the row."""


def visible(documents: Tensor) -> Tensor | Runs:
    """What tokens may look at that belong to these documents, ``[B, T]``: earlier ones of their own.

    On a GPU that is a mask, so that all is one call. On a CPU each sequence is worth a call of its own: the work then
    grows with the squares of their lengths, not with that of the row.
    """
    if documents.is_cuda:
        return (documents[:, :, None] == documents[:, None, :]).tril()[:, None]
    lengths = [length for row in documents for length in row.unique_consecutive(return_counts=True)[1].tolist()]
    return [(len(list(run)), length) for length, run in groupby(lengths)]


def attend(queries: Tensor, keys: Tensor, values: Tensor, seen: Seen) -> Tensor:
    """What tokens gather from those that they may see, ``[B, H, T, D]``.

    Args:
        queries: ``[B, H, T, D]``.
        keys: ``[B, K, T, D]``.
        values: ``[B, K, T, D]``.
        seen: see `Seen`.
    """
    if not isinstance(seen, list):
        return functional.scaled_dot_product_attention(
            queries, keys, values, attn_mask=seen, is_causal=seen is None, enable_gqa=True
        )
    sizes = [count * length for count, length in seen]
    flat = (torch.split(x.transpose(1, 2).flatten(0, 1), sizes) for x in (queries, keys, values))
    found = []
    for (count, length), *part in zip(seen, *flat, strict=True):
        q, k, v = (x.view(count, length, *x.shape[1:]).transpose(1, 2) for x in part)
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        found.append(mixed.transpose(1, 2).flatten(0, 1))
    batch, heads, new, head = queries.shape
    return torch.cat(found).view(batch, new, heads, head).transpose(1, 2)


def attend_cached(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
    """What new tokens gather from cached columns, ``[B, H, T, D]``.

    Args:
        queries: ``[B, H, T, D]``.
        keys: ``[B, K, C, D]``.
        values: ``[B, K, C, D]``.
        mask: true where a token may look, ``[B, 1, T, C]``.
    """
    batch, heads, new, head = queries.shape
    if new > 1:
        return functional.scaled_dot_product_attention(queries, keys, values, attn_mask=mask, enable_gqa=True)
    # The queries that share a key head are that head's rows: no key is read twice.
    queries = queries.reshape(batch, keys.shape[1], -1, head)
    found = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
    return found.reshape(batch, heads, new, head)
