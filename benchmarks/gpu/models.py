"""Models of stated sizes with random weights, and random contexts: the checks need no files."""

from __future__ import annotations

import random

import torch

from rlvr.agents.engine import Completion, Request, Sampling
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.sampler import SamplerEngine

TINY = DecoderConfig(97, width=32, layers=2, heads=4, key_heads=2, hidden=64, max_context=256)
MEDIUM = DecoderConfig(8192, width=1024, layers=16, heads=16, key_heads=4, hidden=2816, max_context=2048)
"""About 200 million parameters."""


def make(config: DecoderConfig, device: torch.device, dtype: torch.dtype = torch.float32) -> Decoder:
    """The model of a shape, always with the same weights."""
    model = Decoder(config, seed=0)
    # Logits of random weights are small; with a deviation of 2 they are as decided as those of trained models.
    torch.nn.init.constant_(model.norm.weight, 4.0)
    return model.to(device=device, dtype=dtype)


def contexts(config: DecoderConfig, count: int, shortest: int, longest: int, seed: int = 0) -> list[list[int]]:
    """Random ids; some begin as others do, as the samples of a group and the turns of an episode."""
    rng = random.Random(seed)
    made: list[list[int]] = []
    for number in range(count):
        length = rng.randint(shortest, longest)
        start = made[-1][: length // 2] if number % 2 else []
        made.append(start + [rng.randrange(config.vocabulary) for _ in range(length - len(start))])
    return made


def rollouts(
    config: DecoderConfig, count: int, prompt: int, length: int, seed: int = 0
) -> tuple[list[list[int]], list[list[bool]]]:
    """Random rollouts of one prompt, all of one length, and which of their tokens were drawn."""
    rng = random.Random(seed)
    begin = [rng.randrange(config.vocabulary) for _ in range(prompt)]
    sequences = [begin + [rng.randrange(config.vocabulary) for _ in range(length)] for _ in range(count)]
    return sequences, [[False] * prompt + [True] * length] * count


def sample(
    engine: SamplerEngine, starts: list[list[int]], sampling: Sampling, seed: int = 0
) -> dict[int, Completion]:
    """All completions of some contexts, by their numbers."""
    engine.submit([Request(key, start, sampling, seed * len(starts) + key) for key, start in enumerate(starts)])
    found: dict[int, Completion] = {}
    while engine.pending:
        found |= {completion.key: completion for completion in engine.poll()}
    return found
