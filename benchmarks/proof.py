"""``python -m benchmarks.proof``: reinforcement learning learns, and only from rewards that say something.

A tiny model from nothing is warmed up on flawed examples (see `rlvr.agents.demo_lessons`) and then trained on one
environment with answers and on one game, with the verifier's rewards and with random ones of the same size. What is
compared is sampled pass@1 on held-out tasks before and after. The control must not lift it: if it did, the gain would
be that of training itself (a narrower distribution, a shorter answer) and not of the reward.
"""

from __future__ import annotations

import argparse
import copy
import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from rich.console import Console

from rlvr.agents.config import (
    EvaluationConfig,
    ModelConfig,
    SamplingConfig,
    TaskConfig,
    TrainConfig,
    WarmUpConfig,
)
from rlvr.agents.demo_lessons import examples, lessons
from rlvr.agents.intervals import Estimate
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
    """The settings of one run.

    Single-turn: ciphers of four letters. Multi-turn: mastermind with a code of two out of three symbols.
    """
    lesson, arm = KINDS[kind]
    single = kind == "single-turn"
    return TrainConfig(
        out=str(out),
        seed=seed,
        steps=steps,
        prompts=16 if single else 12,
        samples=8,
        chunk_tokens=4096,
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
        optimizer=OptimizerConfig(rate=5e-4, warm_up=3, final=1.0),
        warm_up=WarmUpConfig(steps=200 if single else 300, batch=32, tasks=6400 if single else 9600),
        evaluation=EvaluationConfig(tasks=100, samples=4),
        checkpoint_every=0,
        keep_trajectories=0,
    )


STEPS = {"single-turn": 12, "multi-turn": 15}


def prove(kind: str, seed: int, rewards: Iterable[str] = tuple(REWARDS)) -> dict[str, Any]:
    """One warm-up, then a run with each reward: held-out pass@1 before and after, and the training's pass rates."""
    found: dict[str, Any] = {"kind": kind, "seed": seed, "after": {}, "curves": {}}
    weights = None
    for name in rewards:
        with tempfile.TemporaryDirectory() as folder:
            config = config_of(kind, seed, STEPS[kind], Path(folder) / name)
            config = replace(config, tasks=replace(config.tasks, reward=REWARDS[name]))
            run = set_up(config, console=Console(quiet=True))
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
            steps = range(config.steps)
            found["curves"][name] = [run.trainer.step()["reward/pass_rate"] for _ in steps]
            found["after"][name] = asdict(run.measure().mean)
    return found


def plot(found: Sequence[Mapping[str, Any]], path: Path) -> None:
    """The pass rates of all runs while they train, real rewards beside the controls."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(KINDS), figsize=(10, 4), sharey=True)
    for axis, kind in zip(axes, KINDS, strict=True):
        for one in (one for one in found if one["kind"] == kind):
            for name, color in (("verifier", "#1f6fb4"), ("random", "#d1632a")):
                rates = one["curves"].get(name, [])
                axis.plot(range(1, len(rates) + 1), rates, color=color, alpha=0.8)
        for name, color in (("verifier", "#1f6fb4"), ("random", "#d1632a")):
            axis.plot([], [], color=color, label=f"{name} rewards")
        axis.set(title=kind, xlabel="step of reinforcement learning", ylim=(0, 1))
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("pass rate on fresh train tasks")
    axes[0].legend(loc="upper left")
    figure.suptitle("Three seeds each; both start from the same warmed-up weights")
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)


def table(found: Sequence[Mapping[str, Any]]) -> str:
    """Held-out pass@1 as Markdown."""
    rows = [
        "| environment | seed | before | after, verifier's rewards | after, random rewards |",
        "|---|---|---|---|---|",
    ]
    for one in found:
        cells = [one["before"], *(one["after"][name] for name in ("verifier", "random"))]
        shown = " | ".join(str(Estimate(**cell)) for cell in cells)
        rows.append(f"| {one['kind']} | {one['seed']} | {shown} |")
    return "\n".join(rows)


def main() -> None:
    """Run all seeds, and write ``learning.json`` and ``learning.png``."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proof", description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    found = [prove(kind, seed) for kind in KINDS for seed in range(options.seeds)]
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "learning.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    plot(found, options.out / "learning.png")
    print(table(found))


if __name__ == "__main__":
    main()
