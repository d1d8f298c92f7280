"""From logits to tokens, such that what a row draws depends on that row alone.

Every draw has one uniform number, a hash of its request's seed and the token's position, which picks a token by the
inverse of the cumulative distribution. There is no generator whose state the other rows of a batch could advance, so
a request draws the same tokens whoever shares the batch with it (up to the rounding of its logits).

Shapes: ``B`` rows, vocabulary ``V``.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

# The constants of SplitMix64 (Steele, Lea and Flood 2014), as signed numbers.
_STEP, _FIRST, _SECOND = (c - 2**64 for c in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


class Drawn(NamedTuple):
    """One token for each row.

    Attributes:
        tokens: ids, ``[B]``.
        log_probs: of each under the distribution it was drawn from; under the model itself at temperature 0, ``[B]``.
        entropies: of the model's own distribution (temperature 1, nothing cut off) in nats, ``[B]``.
    """

    tokens: Tensor
    log_probs: Tensor
    entropies: Tensor


def key_of(seed: int) -> int:
    """A seed, however large, as a signed number of 64 bits."""
    return ((seed + 2**63) % 2**64) - 2**63


def uniforms(keys: Tensor, positions: Tensor) -> Tensor:
    """Numbers in [0, 1) in float64, ``[B]``: hashes of keys and positions, both int64 ``[B]`` (SplitMix64)."""
    z = keys + (positions + 1) * _STEP  # whole numbers wrap around
    z = (z ^ _shift(z, 30)) * _FIRST
    z = (z ^ _shift(z, 27)) * _SECOND
    z = z ^ _shift(z, 31)
    return _shift(z, 11).double() * 2.0**-53


def _shift(z: Tensor, bits: int) -> Tensor:
    """Shift to the right as if the numbers had no sign."""
    shifted: Tensor = (z >> bits) & (2 ** (64 - bits) - 1)
    return shifted


def draw(
    logits: Tensor,
    uniform: Tensor,
    temperatures: Tensor | None = None,
    top_k: Tensor | None = None,
    top_p: Tensor | None = None,
) -> Drawn:
    """Draw a token for each row.

    Args:
        logits: the model's, float32, ``[B, V]``.
        uniform: in [0, 1), float64, ``[B]``.
        temperatures: float32, ``[B]``; a row at 0 takes its likeliest token. None if all are 1.
        top_k: most tokens to draw from, int64, ``[B]``, 0 for all. None if all are 0.
        top_p: the smallest set of likeliest tokens (of those that `top_k` leaves) with at least this mass, float32,
            ``[B]``. None if all are 1.
    """
    own = spread = logits.log_softmax(-1)
    masses = own.exp()
    entropies = -(masses * own.clamp(min=-1e9)).sum(-1)  # 0 x -inf would be NaN
    if temperatures is not None:
        greedy = temperatures == 0
        scaled = logits / torch.where(greedy, 1.0, temperatures)[:, None]
        if top_k is not None and top_p is not None:
            scaled = scaled.masked_fill(~likeliest(scaled, top_k, top_p), -torch.inf)
        spread = scaled.log_softmax(-1)
        masses = spread.exp()
    sums = masses.cumsum(-1, dtype=torch.float64)
    # Strictly above: a token without mass adds nothing to the sum and can never be the first.
    tokens = torch.searchsorted(sums, (uniform * sums[:, -1])[:, None], right=True)[:, 0]
    if temperatures is not None:
        tokens = torch.where(greedy, logits.argmax(-1), tokens)
        spread = torch.where(greedy[:, None], own, spread)
    return Drawn(tokens, spread.gather(-1, tokens[:, None])[:, 0], entropies)


def likeliest(logits: Tensor, top_k: Tensor, top_p: Tensor) -> Tensor:
    """True for the tokens that top-k and then top-p leave, ``[B, V]``; of equals the lower id is likelier."""
    ranked, order = logits.sort(dim=-1, descending=True, stable=True)
    few = torch.where(top_k > 0, top_k, logits.shape[-1])[:, None]
    kept = torch.arange(logits.shape[-1], device=logits.device) < few
    masses = ranked.masked_fill(~kept, -torch.inf).softmax(-1).double()
    before = masses.cumsum(-1) - masses
    # A sum of all masses may round to 1 before the last token, so 1 is taken to mean all.
    kept = kept & ((before < top_p[:, None]) | (top_p[:, None] >= 1))
    return torch.zeros_like(kept).scatter(-1, order, kept)
