"""Trains some hundred million parameters from nothing: supervised, then by reinforcement learning, on 12 environments.

It is shown worked solutions of the two lowest levels, and then learns by reward alone on five. Held-out pass rates
of every level are measured before and after the second part. With ``--reward random`` the same run is paid by a coin:
its curve must stay where it was, or what the other one shows is no learning from rewards.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch

from rlvr.agents.config import (
    EvaluationConfig,
    ModelConfig,
    SamplingConfig,
    TaskConfig,
    TrainConfig,
    WarmUpConfig,
)
from rlvr.agents.held_out import HeldOut
from rlvr.agents.models.optimizer import OptimizerConfig
from rlvr.agents.set_up import Run, set_up
from rlvr.agents.train import finish, learn_solutions

from .machine import Checks

ENVIRONMENTS = (
    "areas",
    "arithmetic",
    "cipher",
    "countdown",
    "decimals",
    "derivative",
    "digits",
    "fractions",
    "gcd-lcm",
    "linear-equations",
    "sequences",
    "unit-conversion",
)
RESERVE = 60.0
"""Seconds that are kept at least for the end: the last step, the second measurement, files."""


def main(arguments: list[str] | None = None) -> int:
    """Train and measure."""
    checks = Checks("learning", __doc__ or "", arguments, ("reward", "verdict"), ("minutes", 9.0), ("seed", 0))
    reward = checks.options.reward
    checks.name = f"learning-{reward}"
    torch.set_float32_matmul_precision("high")  # TF32, in the sampler and the trainer alike
    with TemporaryDirectory() as folder:
        config = _settings(checks.tiny, folder, reward, checks.options.seed)
        run = set_up(config)
        checks.note("parameters", run.model.size)
        learn_solutions(run)
        run.begin()
        checks.note("seconds until warm", time.perf_counter() - checks.began)
        started = time.perf_counter()
        before = run.measure()
        reserve = max(RESERVE, 30.0 + 1.5 * (time.perf_counter() - started))
        checks.note("held-out pass@1 before", str(before.mean))
        stop = checks.began + 60.0 * checks.options.minutes - reserve
        while run.trainer.step_count < config.steps and time.perf_counter() < stop:
            record = run.trainer.step()
            run.monitors.step(run.trainer.step_count, record)
        checks.note("steps", run.trainer.step_count)
        after = run.measure()
        checks.note("held-out pass@1 after", str(after.mean))
        finish(run, before, after)
        run.monitors.end()
        _keep(checks, run, before, after)
    if not checks.tiny:
        if reward == "verdict":
            gap = before.mean.high - after.mean.low
            checks.check("upper end before, less lower end after", gap, 0.0)
        else:
            gain = after.mean.value - before.mean.high
            checks.check("after, less upper end before", gain, 0.0)
    return checks.finish()


def _settings(tiny: bool, folder: str, reward: str, seed: int) -> TrainConfig:
    if tiny:
        model = ModelConfig(device="cpu", width=32, layers=2, heads=4, hidden=64, context=512)
        size: dict[str, Any] = {"steps": 2, "prompts": 4, "samples": 2}
        warm = WarmUpConfig(steps=3, batch=8, tasks=96, highest=1)
        tasks = TaskConfig(envs=ENVIRONMENTS[:8], levels=(1, 2), curriculum="ladder", reward={"name": reward})
    else:
        model = ModelConfig(width=768, layers=12, heads=12, key_heads=4, hidden=2048, context=1024)
        size = {"steps": 400, "prompts": 64, "samples": 8}
        warm = WarmUpConfig(steps=600, batch=256, tasks=60_000, highest=2, rate=1e-3, matrix_rate=0.01)
        tasks = TaskConfig(envs=ENVIRONMENTS, levels=(1, 5), curriculum="frontier", reward={"name": reward})
    return TrainConfig(
        out=str(Path(folder) / "run"),
        seed=seed,
        **size,
        chunk_tokens=32_768,
        preset="dr_grpo",
        model=model,
        tasks=tasks,
        sampling=SamplingConfig(max_tokens=24 if tiny else 448, slots=16 if tiny else 512),
        optimizer=OptimizerConfig(rate=5e-5, matrix_rate=2e-4, final=1.0),
        warm_up=warm,
        evaluation=EvaluationConfig(every=0, tasks=2 if tiny else 32, samples=1 if tiny else 4),
        checkpoint_every=0,
        keep_trajectories=0,
    )


def _keep(checks: Checks, run: Run, before: HeldOut, after: HeldOut) -> None:
    """What is brought home: rates of all arms, records, the page, a plot."""
    rates = {"before": dict(before.rates), "after": dict(after.rates)}
    (checks.out / f"{checks.name}-rates.json").write_text(json.dumps(rates) + "\n", encoding="utf-8")
    shutil.copy(run.folder / "records.jsonl", checks.out / f"{checks.name}-records.jsonl")
    shutil.copy(run.folder / "report.html", checks.out / f"{checks.name}.html")
    _plot(rates, checks.out / f"{checks.name}.png", checks.name)


def _plot(rates: dict[str, dict[str, Any]], path: Path, title: str) -> None:
    """A panel for each environment: pass rate by level, before and after."""
    from matplotlib.figure import Figure

    names = sorted({arm.split(":")[0] for arm in rates["before"]})
    figure = Figure(figsize=(13, 2.4 * -(-len(names) // 4)), layout="constrained")
    axes = figure.subplots(-(-len(names) // 4), 4, sharex=True, sharey=True, squeeze=False).flatten()
    for axis, name in zip(axes, names, strict=False):
        for when, color in (("before", "#d97730"), ("after", "#3b82c4")):
            arms = sorted(arm for arm in rates[when] if arm.split(":")[0] == name)
            means = [sum(rates[when][arm]) / max(1, len(rates[when][arm])) for arm in arms]
            axis.plot([int(arm.split(":")[1]) for arm in arms], means, "o-", color=color, label=when)
        axis.set(
            title=name, ylim=(-0.03, 1.03), xticks=sorted({int(arm.split(":")[1]) for arm in rates["before"]})
        )
        axis.grid(alpha=0.3)
    axes[0].legend()
    for axis in axes[len(names) :]:
        axis.set_axis_off()
    figure.suptitle(f"{title}: held-out pass@1 by level, before and after reinforcement learning")
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    sys.exit(main())
