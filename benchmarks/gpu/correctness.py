"""Compares what a GPU computes: sampler and trainer, with graphs and without, bfloat16 and float32, GPU and CPU.

Each comparison prints the difference and the bound that it must keep. Those of float32 are some times its rounding.
Those of bfloat16 follow from its 8 bits of mantissa: the log-probability of a single token is off by tenths at the
worst and by some hundredths in the mean; whether training is safe is decided by the divergence of the two, below 1e-3.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from copy import deepcopy

import torch
from torch import Tensor

from rlvr.agents.engine import Completion, Sampling
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.layout import prefix_trees
from rlvr.agents.models.likelihood import token_statistics
from rlvr.agents.models.sampler import SamplerEngine

from .curves import compare_curves
from .machine import Checks
from .models import MEDIUM, TINY, contexts, make, rollouts, sample

FLOAT, HALF = torch.float32, torch.bfloat16


def main(arguments: list[str] | None = None) -> int:
    """Run all comparisons."""
    checks = Checks("correctness", __doc__ or "", arguments)
    torch.set_float32_matmul_precision("highest")
    config = TINY if checks.tiny else MEDIUM
    starts = contexts(config, *((8, 3, 20) if checks.tiny else (96, 16, 400)))
    length = 12 if checks.tiny else 256
    models = {dtype: make(config, checks.device, dtype) for dtype in (FLOAT, HALF)}
    checks.note("parameters", models[FLOAT].size)

    drawn = {}
    for dtype, name in ((FLOAT, "float32"), (HALF, "bfloat16")):
        drawn[dtype] = _sample(models[dtype], starts, length)
        told = _told(drawn[dtype])
        _agree(
            checks, f"{name} sampler and {name} trainer", told, _trained(models[dtype], starts, drawn[dtype])
        )
    crossed = _trained(models[FLOAT], starts, drawn[HALF])
    _agree(checks, "bfloat16 sampler and float32 trainer", _told(drawn[HALF]), crossed, half=True)
    packed = _trained(models[FLOAT], starts, drawn[FLOAT], packing=4 * max(map(len, starts)))
    checks.check("packed and not, float32: largest difference", _largest(packed, _told(drawn[FLOAT])), 2e-3)
    _shared_prompt(checks, models[FLOAT])

    _same_tokens(checks, "again", drawn[FLOAT], _sample(models[FLOAT], starts, length), least=1.0)
    if not checks.tiny:
        plain = _sample(models[FLOAT], starts, length, graphs=False)
        _same_tokens(checks, "with CUDA graphs and without", drawn[FLOAT], plain, least=0.98)
    few = _sample(models[FLOAT], starts, length, slots=max(2, len(starts) // 8))
    name = "float32 sampler in small batches and float32 trainer"
    _agree(checks, name, _told(few), _trained(models[FLOAT], starts, few))
    _same_draws(checks, "in large batches and small", drawn[FLOAT], few)
    _gradients(checks, models, starts, drawn[FLOAT])
    compare_curves(checks)
    return checks.finish()


def _sample(
    model: Decoder, starts: list[list[int]], length: int, graphs: bool | None = None, slots: int = 0
) -> dict[int, Completion]:
    engine = SamplerEngine(
        model,
        end_ids=[1],
        max_context=max(map(len, starts)) + length,
        max_slots=slots or len(starts),
        graphs=graphs,
    )
    return sample(engine, starts, Sampling(max_tokens=length))


def _told(completions: Mapping[int, Completion]) -> Tensor:
    """Log-probabilities as the sampler told them, ``[N]``, in the order of keys."""
    return torch.tensor([value for key in sorted(completions) for value in completions[key].log_probs])


@torch.no_grad()
def _trained(
    model: Decoder, starts: Sequence[list[int]], completions: Mapping[int, Completion], packing: int = 0
) -> Tensor:
    """The same tokens' log-probabilities under the trainer's forward pass, ``[N]``."""
    parts = []
    for first in range(0, len(starts), 16):
        keys = range(first, min(first + 16, len(starts)))
        sequences = [[*starts[key], *completions[key].tokens] for key in keys]
        masks = [[False] * len(starts[key]) + [True] * len(completions[key].tokens) for key in keys]
        parts.append(token_statistics(model, sequences, masks, packing=packing).log_probs.cpu())
    return torch.cat(parts)


@torch.no_grad()
def _shared_prompt(checks: Checks, model: Decoder) -> None:
    """Rollouts behind one prompt that is read once, against rows of their own."""
    sequences, masks = rollouts(model.config, 4, 24, 16)
    alone, shared = (
        token_statistics(model, sequences, masks, trees=trees).log_probs.cpu()
        for trees in (None, prefix_trees(sequences, masks))
    )
    checks.check("prompt shared and not, float32: largest difference", _largest(alone, shared), 2e-3)


def _agree(checks: Checks, name: str, told: Tensor, trained: Tensor, half: bool | None = None) -> None:
    """Compare log-probabilities of drawn tokens: the largest difference, their mean, and the divergence."""
    half = "bfloat16" in name if half is None else half
    difference = trained - told
    divergence = float((difference.exp() - 1 - difference).mean())
    checks.check(f"{name}: largest difference", _largest(told, trained), 0.5 if half else 2e-3)
    checks.check(f"{name}: mean difference", float(difference.abs().mean()), 5e-2 if half else 1e-4)
    checks.check(f"{name}: divergence (k3)", divergence, 1e-3 if half else 1e-7)


def _largest(left: Tensor, right: Tensor) -> float:
    return float((left - right).abs().max())


def _same_tokens(
    checks: Checks, name: str, left: Mapping[int, Completion], right: Mapping[int, Completion], least: float
) -> None:
    """Rounding may turn a draw that lies on an edge; hardly any completion may differ."""
    same = sum(left[key].tokens == right[key].tokens for key in left) / len(left)
    checks.check(f"{name}: share of other completions", 1.0 - same, 1.0 - least)


def _same_draws(
    checks: Checks, name: str, left: Mapping[int, Completion], right: Mapping[int, Completion]
) -> None:
    """Other sizes of a batch take other kernels, whose logits are rounded otherwise.

    A draw looks up a uniform number among as many limits as there are tokens, each of which has moved a little: so
    the share of draws that differ, up to the first one of each completion, is about tokens times rounding.
    """
    draws = others = 0
    for key, one in left.items():
        pairs = list(zip(one.tokens, right[key].tokens, strict=False))
        first = next((place for place, (a, b) in enumerate(pairs) if a != b), None)
        draws += len(pairs) if first is None else first + 1
        others += first is not None
    checks.check(f"{name}: share of draws that differ", others / draws, 2e-3)


def _gradients(
    checks: Checks,
    models: Mapping[torch.dtype, Decoder],
    starts: list[list[int]],
    drawn: Mapping[int, Completion],
) -> None:
    """The gradient of one loss: bfloat16, and the CPU, against float32 here."""
    starts = starts[:4]
    cpu = make(models[FLOAT].config, torch.device("cpu"))
    found = {name: _gradient(model, starts, drawn) for name, model in (("here", models[FLOAT]), ("cpu", cpu))}
    # Against the same weights, rounded: what differs is the arithmetic alone.
    found["rounded"] = _gradient(deepcopy(models[HALF]).float(), starts, drawn)
    found["half"] = _gradient(models[HALF], starts, drawn)
    for name, other, bound in (("cpu", "here", 1e-3), ("half", "rounded", 0.1)):
        distance = float((found[name] - found[other]).norm() / found[other].norm())
        what = "float32 on the CPU" if name == "cpu" else "bfloat16"
        checks.check(f"gradient, {what} against float32 here: relative distance", distance, bound)


def _gradient(model: Decoder, starts: list[list[int]], drawn: Mapping[int, Completion]) -> Tensor:
    sequences = [[*start, *drawn[key].tokens] for key, start in enumerate(starts)]
    masks = [[False] * len(start) + [True] * len(drawn[key].tokens) for key, start in enumerate(starts)]
    model.zero_grad()
    token_statistics(model, sequences, masks).log_probs.mean().backward()
    return torch.cat([p.grad.flatten().float().cpu() for p in model.parameters() if p.grad is not None])


if __name__ == "__main__":
    sys.exit(main())
