"""Writing responses: batched sampling with a static key-value cache.

Prompts are read once and their cache is copied to all of their samples. All rows advance together; a row that
has ended is carried along until half of the batch has, and then the batch is halved, so that a few long
responses cost little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from .model import HIDDEN, Decoder
from .tokenizer import END, PAD


@dataclass(frozen=True)
class Samples:
    """Responses of a model, in the order of their prompts: all samples of the first, then of the second.

    Attributes:
        tokens: ids, ``[B, T]``, padded with `PAD` behind the end token.
        log_probs: log-probability of each token under the model (at temperature 1), ``[B, T]``, 0 behind the end.
        lengths: tokens of each response with its end token, ``[B]``.
        entropies: entropy in nats of the distribution each token was drawn from, ``[B, T]``, 0 behind the end.
    """

    tokens: Tensor
    log_probs: Tensor
    lengths: Tensor
    entropies: Tensor

    def rows(self) -> list[list[int]]:
        """The ids of each response, without the end token."""
        cut = [row[:n] for row, n in zip(self.tokens.tolist(), self.lengths.tolist(), strict=True)]
        return [row[:-1] if row[-1] == END else row for row in cut]


class StaticCache:
    """Keys and values in memory that is reserved once; `filled` counts the columns in use.

    Args:
        model: whose cache it is.
        batch: number of rows.
        columns: how many tokens there is room for.
    """

    def __init__(self, model: Decoder, batch: int, columns: int) -> None:
        config = model.config
        shape = (config.layers, batch, config.key_heads, columns, config.width // config.heads)
        self.keys, self.values = torch.empty(shape), torch.empty(shape)
        self.filled = 0

    def extend(self, layer: int, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Write the new columns and return all that are filled; `advance` makes them permanent."""
        end = self.filled + keys.shape[2]
        self.keys[layer, :, :, self.filled : end] = keys
        self.values[layer, :, :, self.filled : end] = values
        return self.keys[layer, :, :, :end], self.values[layer, :, :, :end]

    def advance(self, columns: int) -> None:
        """Count columns as filled, once every layer has written them."""
        self.filled += columns

    def copy_to(self, other: StaticCache, rows: Tensor) -> StaticCache:
        """Put the given rows of what is filled here into `other`, which is returned."""
        for mine, its in ((self.keys, other.keys), (self.values, other.values)):
            its[..., : self.filled, :] = mine[:, rows, :, : self.filled]
        other.filled = self.filled
        return other


@torch.inference_mode()
def sample(
    model: Decoder,
    prompts: Sequence[Sequence[int]],
    *,
    samples: int = 1,
    max_tokens: int = 400,
    temperature: float = 1.0,
    generator: torch.Generator | None = None,
) -> Samples:
    """Let the model answer each prompt `samples` times.

    Args:
        model: the policy.
        prompts: token ids of each prompt, at least one token long.
        samples: responses for each prompt.
        max_tokens: a response is cut off here.
        temperature: 1.0 samples from the model itself, 0.0 takes the likeliest token.
        generator: source of randomness.
    """
    tokens, lengths = pad(prompts)
    width = tokens.shape[1]
    cache = StaticCache(model, len(prompts), width)
    logits = model.read(tokens, cache)
    cache.advance(width)

    rows = torch.arange(len(prompts)).repeat_interleave(samples)
    cache = cache.copy_to(StaticCache(model, len(rows), width + max_tokens), rows)
    logits = logits[torch.arange(len(prompts)), lengths - 1][rows]
    last = tokens[torch.arange(len(prompts)), lengths - 1][rows]
    lengths = lengths[rows]
    mask = torch.zeros(len(rows), 1, 1, width + max_tokens)
    mask[:, 0, 0, :width] = HIDDEN * (
        torch.arange(width) >= lengths[:, None]
    )  # the filler behind short prompts

    out = torch.full((len(rows), max_tokens), PAD)
    log_probs = torch.zeros(len(rows), max_tokens)
    entropies = torch.zeros(len(rows), max_tokens)
    alive = torch.arange(len(rows))  # which response each row of the cache writes
    ended = torch.zeros(len(rows), dtype=torch.bool)
    written = torch.zeros(len(rows), dtype=torch.long)
    for step in range(max_tokens):
        spread = logits.log_softmax(-1)
        chosen = draw(spread, temperature, generator)
        going = alive[~ended]
        out[going, step] = chosen[~ended]
        written[going] += 1
        log_probs[going, step] = spread.gather(1, chosen[:, None])[:, 0][~ended]
        entropies[going, step] = -(spread.exp() * spread).sum(-1)[~ended]
        ended |= chosen == END
        if step == max_tokens - 1 or bool(ended.all()):
            break
        if int(ended.sum()) * 2 > len(alive):
            kept = (~ended).nonzero()[:, 0]
            smaller = StaticCache(model, len(kept), width + max_tokens)
            cache = cache.copy_to(smaller, kept)
            alive, lengths, mask, last, chosen, ended = (
                part[kept] for part in (alive, lengths, mask, last, chosen, ended)
            )
        seen = mask[..., : cache.filled + 1]
        logits = model(chosen[:, None], last[:, None], (lengths + step)[:, None], seen, cache)[:, 0]
        last = chosen
        cache.advance(1)
    longest = int(written.max())
    return Samples(out[:, :longest], log_probs[:, :longest], written, entropies[:, :longest])


def draw(log_probs: Tensor, temperature: float, generator: torch.Generator | None) -> Tensor:
    """One token id for each row of log-probabilities ``[B, V]``."""
    if temperature == 0.0:
        return log_probs.argmax(-1)
    # An exponential race: the smallest of Exp(1) / p is at i with probability p_i.
    race = torch.empty_like(log_probs).exponential_(generator=generator).log()
    return (log_probs / temperature - race).argmax(-1)


def pad(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Rows of ids as one tensor ``[B, T]`` filled up with `PAD`, and their lengths ``[B]``."""
    lengths = torch.tensor([len(row) for row in rows])
    tokens = torch.full((len(rows), int(lengths.max())), PAD)
    for i, row in enumerate(rows):
        tokens[i, : len(row)] = torch.tensor(row)
    return tokens, lengths
