"""Causal attention of a decoder: over sequences that stand in one row (packing, shared contexts), and cached columns.

Shapes: ``B`` rows of ``T`` tokens, ``H`` query heads and ``K`` key heads of size ``D``, ``C`` cached columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

from . import varlen
from .varlen import Lengths, attend_lengths, lengths

COPIES = 2
"""Keys and values of stems that runs keep copies of for the backward pass, for each token of the rows."""


@dataclass(frozen=True)
class Run:
    """Sequences of one length, one behind the other, that go on from the same stem.

    Attributes:
        count: how many.
        length: of each.
        stem: number of the run that holds the stem alone; None if they begin with nothing.
        mask: true where a token may look in the stem and its own sequence, ``[length, stem + length]``; None without
            a stem.
        again: its copies of the stem are made again in the backward pass instead of kept.
    """

    count: int
    length: int
    stem: int | None = None
    mask: Tensor | None = None
    again: bool = False


Seen = Tensor | list[Run] | Lengths | None
"""What tokens may look at: a mask ``[B, 1, T, T]``, runs or sequences through all rows, or all before them in a row."""


def seen_in_rows(documents: Tensor, stems: Tensor | None, dtype: torch.dtype) -> Seen:
    """What tokens of packed rows may look at, in the form that costs least; never a mask of a row's length squared.

    A GPU has a kernel for sequences of different lengths in 16-bit numbers (flash attention). Elsewhere, and where
    sequences go on from a stem, each run of sequences is a call of its own.

    Args:
        documents: ``[B, T]``; see `LanguageModel.hidden`.
        stems: ``[B, T]``, or None.
        dtype: of queries, keys and values.
    """
    alone = stems is None or bool((stems == documents).all())
    if documents.is_cuda and dtype.itemsize == 2 and alone and varlen.kernel() is not None:
        return lengths(documents)
    return runs(documents, stems)


def runs(documents: Tensor, stems: Tensor | None = None) -> list[Run]:
    """What tokens may look at, as runs.

    On a CPU each sequence is worth a call of its own: the work then grows with the squares of their lengths, not with
    that of the row.
    """
    pieces: list[tuple[int, int, int]] = []  # document, stem, length
    for number, row in enumerate(documents):
        found, lengths = row.unique_consecutive(return_counts=True)
        starts = lengths.cumsum(0) - lengths
        roots = found if stems is None else stems[number, starts]
        pieces += zip(found.tolist(), roots.tolist(), lengths.tolist(), strict=True)
    shared = {stem for document, stem, _ in pieces if stem != document}
    made: list[Run] = []
    places: dict[int, int] = {}  # of stems among the runs
    masks: dict[tuple[int, int], Tensor] = {}
    # A stem is a run alone. Others are together if they are alike.
    for key, run in groupby(
        pieces, lambda p: (p[0] if p[0] in shared else None, p[1] if p[1] in shared else None, p[2])
    ):
        count, (document, stem, length) = len(list(run)), key
        if document is not None:
            places[document] = len(made)
            made.append(Run(count, length))
        elif stem is None:
            made.append(Run(count, length))
        else:
            width = made[places[stem]].length
            if (length, width) not in masks:
                whole = torch.ones(length, width + length, dtype=torch.bool, device=documents.device)
                masks[length, width] = whole.tril(width)
            # No more at once than have copies of the stem as long as the rows.
            most = max(1, documents.numel() // width)
            counts = [min(most, count - first) for first in range(0, count, most)]
            made += [Run(each, length, places[stem], masks[length, width]) for each in counts]
    copied = sum(run.count * made[run.stem].length for run in made if run.stem is not None)
    if copied > COPIES * documents.numel():
        made = [replace(run, again=run.stem is not None) for run in made]
    return made


def attend(queries: Tensor, keys: Tensor, values: Tensor, seen: Seen, scale: float | None = None) -> Tensor:
    """What tokens gather from those that they may see, ``[B, H, T, D]``.

    Args:
        queries: ``[B, H, T, D]``.
        keys: ``[B, K, T, D]``.
        values: ``[B, K, T, D]``.
        seen: see `Seen`.
        scale: of scores; None for one over the root of ``D``.
    """
    if isinstance(seen, Lengths):
        return attend_lengths(queries, keys, values, seen, scale)
    if not isinstance(seen, list):
        return _mix(queries, keys, values, seen, scale)
    sizes = [run.count * run.length for run in seen]
    # Of each run: queries, keys and values, [count, heads, length, D].
    flat = (torch.split(x.transpose(1, 2).flatten(0, 1), sizes) for x in (queries, keys, values))
    parts = [
        [x.view(run.count, run.length, *x.shape[1:]).transpose(1, 2) for x in part]
        for run, *part in zip(seen, *flat, strict=True)
    ]
    found = []
    for run, part in zip(seen, parts, strict=True):
        stem = None if run.stem is None else parts[run.stem][1:]
        if run.again and torch.is_grad_enabled():
            mixed = checkpoint(_attend_run, run, part, stem, scale, use_reentrant=False)
        else:
            mixed = _attend_run(run, part, stem, scale)
        found.append(mixed.transpose(1, 2).flatten(0, 1))
    batch, heads, new, head = queries.shape
    return torch.cat(found).view(batch, new, heads, head).transpose(1, 2)


def _attend_run(run: Run, own: Sequence[Tensor], stem: Sequence[Tensor] | None, scale: float | None) -> Tensor:
    """What the sequences of a run gather from themselves and their stem, ``[count, H, length, D]``."""
    queries, keys, values = own
    if stem is not None:
        keys, values = (
            torch.cat((shared.expand(run.count, -1, -1, -1), mine), dim=2)
            for shared, mine in zip(stem, (keys, values), strict=True)
        )
    return _mix(queries, keys, values, run.mask, scale)


def _mix(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None, scale: float | None) -> Tensor:
    """What tokens gather under a mask; without one, from all before them.

    A GPU gets keys and values once for each query head: of its kernels only flash attention (until torch 2.14) knows
    heads that share keys, and it knows neither masks nor float32. What is left is one that writes all scores down.
    """
    times = queries.shape[1] // keys.shape[1]
    if times > 1 and queries.is_cuda and (mask is not None or queries.dtype.itemsize >= 4):
        keys, values = keys.repeat_interleave(times, dim=1), values.repeat_interleave(times, dim=1)
    return functional.scaled_dot_product_attention(
        queries, keys, values, attn_mask=mask, is_causal=mask is None, enable_gqa=True, scale=scale
    )


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
        return _mix(queries, keys, values, mask, None)
    # The queries that share a key head are that head's rows: no key is read twice.
    queries = queries.reshape(batch, keys.shape[1], -1, head)
    found = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
    return found.reshape(batch, heads, new, head)
