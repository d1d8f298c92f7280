"""``python -m benchmarks.proof``: reinforcement learning learns, and only from rewards that say something.

A tiny model from nothing is warmed up on flawed examples (see `rlvr.agents.demo_lessons`) and then trained on one
environment with answers and on one game, with the verifier's rewards and with random ones of the same size. What is
compared is sampled pass@1 on held-out tasks before and after. The control must not lift it: if it did, the gain would
be that of training itself (a narrower distribution, a shorter answer) and not of the reward.
"""

from __future__ import annotations

import copy
import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rlvr.agents.config import (
    EvaluationConfig,
    ModelConfig,
    SamplingConfig,
    TaskConfig,
    TrainConfig,
    WarmUpConfig,
)
from rlvr.agents.demo_lessons import examples, lessons
from rlvr.agents.models.optimizer import OptimizerConfig
from rlvr.agents.reference import put_weights, weights_of
from rlvr.agents.set_up import set_up
from rlvr.agents.warm_up.begin import solved_tasks, warm_up

KINDS = {"single-turn": (0, 0), "multi-turn": (2, 0)}
"""Environments of the proof: number of the demo's lesson, and of its arm."""

REWARDS: dict[str, dict[str, Any]] = {
    "verifier": {"name": "verdict"},
    "random": {"name": "random", "rate": 0.5},
}


def config_of(kind: str, seed: int, steps: int, out: Path) -> TrainConfig:
    """The settings of one run."""
    lesson, arm = KINDS[kind]
    single = kind == "single-turn"
    return TrainConfig(
        out=str(out),
        seed=seed,
        steps=steps,
        prompts=16 if single else 12,
        samples=8,
        preset="lite_ppo",
        algorithm={"scale": "group"},
        model=ModelConfig(width=96, layers=2, heads=4, key_heads=2, hidden=256, context=512),
        tasks=TaskConfig(
            arms=(lessons()[lesson].arms[arm],),
            curriculum="uniform",
            # Just the turns that the guesses take: an answer in a style that is no move is a guess lost.
            env_options={} if single else {"max_turns": 4},
        ),
        sampling=SamplingConfig(max_tokens=60 if single else 16),
        optimizer=OptimizerConfig(rate=5e-4 if single else 1e-3, warm_up=3, final=1.0),
        warm_up=WarmUpConfig(steps=200 if single else 160, batch=32, tasks=6400 if single else 5120),
        evaluation=EvaluationConfig(tasks=100, samples=4),
        checkpoint_every=0,
        keep_trajectories=0,
    )


def prove(kind: str, seed: int, steps: int) -> dict[str, Any]:
    """One warm-up, then a run with each reward: held-out pass@1 before and after, and the training's pass rates."""
    found: dict[str, Any] = {"kind": kind, "seed": seed, "after": {}, "curves": {}}
    weights = None
    for name, reward in REWARDS.items():
        with tempfile.TemporaryDirectory() as folder:
            config = config_of(kind, seed, steps, Path(folder) / name)
            config = replace(config, tasks=replace(config.tasks, reward=reward))
            run = set_up(config)
            run.monitors.end()
            if weights is None:
                tasks = solved_tasks(run.arms, config.warm_up, seed)
                shown = examples(run.codec, tasks, seed)
                warm_up(run.model, run.codec, shown, config.warm_up, seed, lambda line: None)
                weights = copy.deepcopy(weights_of(run.model))
                run.trainer.publish()
                found["before"] = asdict(run.measure().mean)
            put_weights(run.model, weights)
            run.trainer.publish()
            found["curves"][name] = [run.trainer.step()["reward/pass_rate"] for _ in range(steps)]
            found["after"][name] = asdict(run.measure().mean)
    return found
