"""The same small run on the CPU and on the GPU: the curves lie on one another.

Supervised learning draws nothing, so its losses agree to rounding, step by step. In reinforcement learning one draw
on an edge changes what follows, so there the first step agrees and the curves as a whole.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from io import StringIO
from pathlib import Path
from statistics import fmean

from rich.console import Console

from rlvr.agents.arms import arms_of
from rlvr.agents.config import (
    EvaluationConfig,
    ModelConfig,
    SamplingConfig,
    TaskConfig,
    TrainConfig,
    WarmUpConfig,
)
from rlvr.agents.from_scratch import from_scratch
from rlvr.agents.models.optimizer import OptimizerConfig
from rlvr.agents.monitors.records import History, read
from rlvr.agents.task_source import task_of
from rlvr.agents.train import run
from rlvr.agents.warm_up.examples import trace_segments
from rlvr.agents.warm_up.supervised import SupervisedConfig, fine_tune
from rlvr.agents.warm_up.traces import demonstrations

from .machine import Checks


def compare_curves(checks: Checks) -> None:
    """Compare the losses of supervised learning, and the rewards of reinforcement learning."""
    # On a CPU alone both runs are on it, the second with other batches: the same sums in another order.
    settings = [_settings(checks.tiny, "cpu"), _settings(checks.tiny, checks.device.type)]
    if checks.tiny:
        settings[1] = replace(settings[1], chunk_tokens=200)
    losses = [_losses(config, 12 if checks.tiny else 60) for config in settings]
    furthest = max(abs(here / there - 1.0) for here, there in zip(*losses, strict=True))
    checks.check("supervised losses, CPU and GPU: largest relative difference", furthest, 0.01)
    checks.check("supervised losses: last over first", losses[0][-1] / losses[0][0], 0.9)
    here, there = (_run(config) for config in settings)
    first = abs(here.records[0]["reward/mean"] - there.records[0]["reward/mean"])
    checks.check("reward of the first step, CPU and GPU: difference", first, 0.05)
    rewards = [history.curve("reward/mean")[1] for history in (here, there)]
    checks.note("rewards on the CPU", [round(value, 3) for value in rewards[0]])
    checks.note("rewards on the GPU", [round(value, 3) for value in rewards[1]])
    apart = abs(fmean(rewards[0]) - fmean(rewards[1]))
    checks.check("mean reward of the run, CPU and GPU: difference", apart, 0.1)


def _settings(tiny: bool, device: str) -> TrainConfig:
    return TrainConfig(
        out="",
        steps=2 if tiny else 40,
        prompts=2 if tiny else 16,
        samples=2 if tiny else 8,
        model=ModelConfig(
            device=device, width=32 if tiny else 128, layers=2, heads=4, hidden=64 if tiny else 256
        ),
        # So little is never right; a coin's reward makes it learn something all the same.
        tasks=TaskConfig(
            envs=("arithmetic",),
            levels=(1, 2),
            curriculum="uniform",
            reward={"name": "random" if tiny else "verdict"},
        ),
        sampling=SamplingConfig(max_tokens=16 if tiny else 80),
        # AdamW alone: Muon works in bfloat16 on a GPU, which is no rounding of float32.
        optimizer=OptimizerConfig(rate=3e-4),
        warm_up=WarmUpConfig(
            steps=4 if tiny else 150, batch=8 if tiny else 64, tasks=64 if tiny else 2000, matrix_rate=0.0
        ),
        evaluation=EvaluationConfig(every=-1),
        checkpoint_every=0,
        keep_trajectories=0,
    )


def _losses(config: TrainConfig, steps: int) -> list[float]:
    """Losses of supervised learning from nothing."""
    arms = arms_of(config.tasks)
    model, codec = from_scratch(config.model, arms, config.seed)
    tasks = [task_of(arms[i % len(arms)], "curves", i, split="train") for i in range(config.warm_up.tasks)]
    examples = list(trace_segments(codec, demonstrations(tasks, 0, seed=0)))
    supervised = SupervisedConfig(
        steps,
        config.warm_up.batch,
        config.chunk_tokens,
        optimizer=OptimizerConfig(rate=config.warm_up.rates(scratch=True)[0]),
    )
    return [step.loss for step in fine_tune(model.to(config.model.device), examples, supervised, seed=0)]


def _run(config: TrainConfig) -> History:
    """The records of a whole run."""
    with tempfile.TemporaryDirectory() as folder:
        run(replace(config, out=folder), console=Console(file=StringIO()))
        return read(Path(folder) / "records.jsonl")
