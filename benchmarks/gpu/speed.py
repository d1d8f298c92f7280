"""How fast, against what the card can do: rollout tokens/s, training FLOP/s, the sync of weights between them.

The ceilings are measured in the same run: a bfloat16 matrix product (FLOP/s) and a copy within the device's memory
(bytes/s, read and written). From them:

- a step of the sampler reads all weights once and each sequence's keys and values:
  tokens/s <= B * bandwidth / (P * bytes + B * cache bytes of a sequence of mean length);
- training takes 6 FLOP a weight and token, and attention 6 * layers * width of queries * length on top
  (causal, so half of 12): tokens/s <= matrix FLOP/s / (6 P + 6 L W T).
"""

from __future__ import annotations

import sys
from functools import partial

import torch

from rlvr.agents.engine import Sampling
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.layout import PrefixTree, prefix_trees
from rlvr.agents.models.likelihood import token_statistics
from rlvr.agents.models.optimizer import Optimizer, OptimizerConfig
from rlvr.agents.models.sampler import SamplerEngine

from .machine import Checks, seconds
from .models import MEDIUM, TINY, contexts, make, rollouts, sample


def main(arguments: list[str] | None = None) -> int:
    """Measure."""
    checks = Checks("speed", __doc__ or "", arguments)
    flops, bandwidth = _ceilings(checks)
    config = TINY if checks.tiny else MEDIUM
    dtype = torch.float32 if checks.tiny else torch.bfloat16
    model = make(config, checks.device, dtype)
    checks.note("parameters", model.size)
    for batch in (4, 8) if checks.tiny else (16, 64, 256, 1024):
        _rollout(checks, model, batch, bandwidth)
    if not checks.tiny:
        _rollout(checks, model, 64, bandwidth, graphs=False)
    for length in (32, 64) if checks.tiny else (512, 2048):
        _training(checks, model, length, flops)
    for prompt in (16, 32) if checks.tiny else (128, 512, 1024):
        _sharing(checks, model, prompt)
    _sync(checks, model)
    if checks.device.type == "cuda":
        checks.note("peak memory, GiB", torch.cuda.max_memory_allocated() / 2**30)
    return checks.finish()


def _ceilings(checks: Checks) -> tuple[float, float]:
    """FLOP/s of a matrix product and bytes/s of a copy."""
    size = 256 if checks.tiny else 8192
    dtype = torch.float32 if checks.tiny else torch.bfloat16
    left, right = (torch.randn(size, size, device=checks.device, dtype=dtype) for _ in range(2))
    flops = 2 * size**3 / seconds(lambda: left @ right, checks.device, repeats=10)
    source = torch.empty(2**20 if checks.tiny else 2**32, dtype=torch.uint8, device=checks.device)
    target = torch.empty_like(source)
    bandwidth = 2 * source.numel() / seconds(lambda: target.copy_(source), checks.device, repeats=10)
    checks.note("matrix product, TFLOP/s", flops / 1e12)
    checks.note("copy, TB/s", bandwidth / 1e12)
    return flops, bandwidth


def _rollout(checks: Checks, model: Decoder, batch: int, bandwidth: float, graphs: bool | None = None) -> None:
    """Sample `batch` completions of equal length at once."""
    context, length = (8, 16) if checks.tiny else (128, 512)
    config = model.config
    engine = SamplerEngine(
        model, end_ids=[], max_context=context + length, max_slots=batch, steps=64, graphs=graphs
    )
    starts = contexts(config, batch, context, context)
    sampling = Sampling(max_tokens=length)
    spent = seconds(lambda: sample(engine, starts, sampling), checks.device, repeats=2, warm=1)
    speed = batch * length / spent
    weight = model.embedding.weight.element_size()
    columns = context + length / 2
    cache = 2 * config.layers * config.key_heads * config.head * columns * weight
    limit = batch * bandwidth / (model.size * weight + batch * cache)
    kind = "" if graphs is None else ", no graphs"
    checks.note(f"rollout of {batch}{kind}, tokens/s", speed)
    checks.note(f"rollout of {batch}{kind}, share of the limit by bandwidth", speed / limit)


def _training(checks: Checks, model: Decoder, length: int, flops: float) -> None:
    """Whole training steps: forward, backward, optimizer; every token but the first is drawn."""
    rows = 4 if checks.tiny else 65536 // length
    sequences = contexts(model.config, rows, length, length)
    masks = [[False] + [True] * (length - 1)] * rows
    optimizer = Optimizer(model.named_parameters(), OptimizerConfig(rate=0.0, matrix_rate=0.0))

    def step() -> None:
        token_statistics(model, sequences, masks, entropy=True).log_probs.mean().backward()
        optimizer.step()

    speed = rows * length / seconds(step, checks.device, repeats=3, warm=1)
    checks.note(f"training on rows of {length}, tokens/s", speed)
    checks.note(
        f"training on rows of {length}, MFU", speed * _flops_a_token(model.config, model.size, length) / flops
    )


def _sharing(checks: Checks, model: Decoder, prompt: int) -> None:
    """A forward and a backward pass over groups of 8 rollouts, with prompts of their own and with a shared one."""
    groups, length = (1, 8) if checks.tiny else (8, 128)
    made = [rollouts(model.config, 8, prompt, length, seed) for seed in range(groups)]
    sequences = [each for group, _ in made for each in group]
    masks = [each for _, group in made for each in group]

    def step(trees: list[PrefixTree] | None) -> None:
        token_statistics(model, sequences, masks, trees=trees).log_probs.mean().backward()

    alone, shared = (
        seconds(partial(step, trees), checks.device, repeats=3, warm=1)
        for trees in (None, prefix_trees(sequences, masks))
    )
    checks.note(f"8 rollouts of {length} behind a prompt of {prompt}, faster by sharing it", alone / shared)


def _flops_a_token(config: DecoderConfig, size: int, length: int) -> float:
    """FLOP of forward and backward; a tied embedding counts once, as the output's matrix."""
    lookup = 0 if config.tied else config.vocabulary * config.width
    return 6.0 * (size - lookup) + 6.0 * config.layers * config.heads * config.head * length


def _sync(checks: Checks, model: Decoder) -> None:
    """From the trainer's weights to a sampler's own copy in its own precision."""
    trainer = make(model.config, checks.device, torch.float32)
    engine = SamplerEngine(model, end_ids=[], max_context=64, max_slots=2)
    spent = seconds(lambda: engine.load(trainer.stream(), 1), checks.device, repeats=3)
    checks.note("weights to the sampler, seconds", spent)


if __name__ == "__main__":
    sys.exit(main())
