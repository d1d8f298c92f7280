"""Trains a model from nothing on 12 environments: supervised, then by rewards, beside four controls on the same GPU.

It is shown worked solutions of the two lowest levels. From the same weights five arms go on, side by side, for the
same time, each in a process of its own: the verifier's rewards, and the controls of `benchmarks.learning` (more
supervised learning, form alone, a coin, flipped rewards). All that learn by rewards draw the same tasks of four levels
in the same order. Held-out pass rates of every level are measured before and after, on the same tasks.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
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
from rlvr.agents.evaluation.paired import differences
from rlvr.agents.held_out import HeldOut
from rlvr.agents.intervals import Estimate
from rlvr.agents.models.optimizer import OptimizerConfig
from rlvr.agents.models.save import save_model
from rlvr.agents.set_up import set_up
from rlvr.agents.train import learn_solutions

from .learning_arm import ARMS, Work, train
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
SHOWN = 2
"""Levels up to this one are in the warm-up."""
MEASURING = 4.0
"""An arm's measurement, beside four others, takes at most so many times as long as the one before them."""

Rates = Mapping[str, Sequence[float]]


def main(arguments: list[str] | None = None) -> int:
    """Train and measure."""
    checks = Checks(
        "learning", __doc__ or "", arguments, ("minutes", 9.0), ("seed", 0), ("arms", ",".join(ARMS))
    )
    names = checks.options.arms.split(",")
    if not set(names) <= set(ARMS) or names[0] != "verifier":
        raise SystemExit(f"--arms takes verifier and, behind it, some of {', '.join(ARMS[1:])}")
    torch.set_float32_matmul_precision("high")  # TF32, in the sampler and the trainer alike
    with TemporaryDirectory() as folder:
        config, warm = _settings(checks.tiny, Path(folder), checks.options.seed)
        run = set_up(config)
        checks.note("parameters", run.model.size)
        learn_solutions(run)
        save_model(run.model, run.codec, Path(folder) / "warm-up")
        checks.note("seconds until warm", time.perf_counter() - checks.began)
        started = time.perf_counter()
        run.trainer.publish()
        before = run.measure()
        reserve = 15.0 + MEASURING * (time.perf_counter() - started)
        checks.note("held-out pass@1 before", str(before.mean))
        run.monitors.end()
        del run
        if checks.device.type == "cuda":
            torch.cuda.empty_cache()
        until = time.time() + 60.0 * checks.options.minutes - (time.perf_counter() - checks.began) - reserve
        arms = [Work(name, _arm(config, Path(folder) / "warm-up", checks.tiny), warm, until) for name in names]
        with ProcessPoolExecutor(len(arms), mp_context=multiprocessing.get_context("spawn")) as pool:
            found = {}
            for told in pool.map(train, arms):
                found[told["arm"]] = told
                mean = HeldOut(told["passed"], told["masked"]).mean
                checks.note(f"{told['arm']}: steps", told["steps"])
                checks.note(f"{told['arm']}: held-out pass@1 after", str(mean))
    _keep(checks, dict(before.rates), found)
    for name in names[1:]:
        gap = _difference(found[name]["passed"], found["verifier"]["passed"])
        checks.note(f"verifier minus {name}", str(gap))
        if not checks.tiny:
            checks.check(f"verifier beats {name}: lower end of the difference, negated", -gap.low, 0.0)
    return checks.finish()


def _settings(tiny: bool, folder: Path, seed: int) -> tuple[TrainConfig, WarmUpConfig]:
    if tiny:
        model = ModelConfig(device="cpu", width=32, layers=2, heads=4, hidden=64, context=512)
        size: dict[str, Any] = {"steps": 2, "prompts": 4, "samples": 2}
        warm = WarmUpConfig(steps=3, batch=8, tasks=96, highest=1)
        tasks = TaskConfig(envs=ENVIRONMENTS[:8], levels=(1, 2), curriculum="uniform")
    else:
        # In float32, the usual type of models from nothing, no kernel takes packed rows.
        model = ModelConfig(
            dtype="bfloat16", width=512, layers=8, heads=8, key_heads=4, hidden=1408, context=768
        )
        size = {"steps": 400, "prompts": 32, "samples": 8}
        warm = WarmUpConfig(steps=500, batch=256, tasks=30_000, highest=SHOWN, rate=1e-3, matrix_rate=0.01)
        tasks = TaskConfig(envs=ENVIRONMENTS, levels=(1, 4), curriculum="uniform")
    config = TrainConfig(
        out=str(folder / "run"),
        seed=seed,
        **size,
        chunk_tokens=32_768,
        preset="dr_grpo",
        model=model,
        tasks=tasks,
        sampling=SamplingConfig(
            max_tokens=24 if tiny else 320, max_context=512 if tiny else 768, slots=16 if tiny else 256
        ),
        optimizer=OptimizerConfig(rate=1e-4, matrix_rate=5e-4, warm_up=5, final=1.0),
        warm_up=warm,
        evaluation=EvaluationConfig(every=0, tasks=2 if tiny else 16, samples=1 if tiny else 8),
        checkpoint_every=0,
        keep_trajectories=0,
    )
    return config, warm


def _arm(config: TrainConfig, model: Path, tiny: bool) -> TrainConfig:
    """The same run from the warmed-up weights: on a GPU in bfloat16, with float32 weights in the optimizer."""
    return replace(config, model=ModelConfig(name=str(model), device="cpu" if tiny else "auto"))


def _difference(control: Rates, verifier: Rates) -> Estimate:
    """How much higher the verifier's pass rates are, over all levels, task by task."""
    names = [name for name in control if len(control[name]) == len(verifier[name])]
    levels = [name for name in names for _ in control[name]]
    (found,) = differences(
        [rate for name in names for rate in control[name]],
        [rate for name in names for rate in verifier[name]],
        levels,
    )
    return found


def _keep(checks: Checks, before: Rates, found: Mapping[str, Mapping[str, Any]]) -> None:
    """What is brought home: all numbers, and a plot."""
    told = {"before": before, "arms": found}
    (checks.out / "learning-rates.json").write_text(
        json.dumps(told, separators=(",", ":")) + "\n", encoding="utf-8"
    )
    _plot(before, {name: each["passed"] for name, each in found.items()}, checks.out / "learning.png")


def _plot(before: Rates, after: Mapping[str, Rates], path: Path) -> None:
    """A panel for each environment: pass rate by level, before and after."""
    from matplotlib.figure import Figure

    from benchmarks.learning.pictures import COLOURS

    names = sorted({arm.split(":")[0] for arm in before})
    rows = -(-len(names) // 4)
    figure = Figure(figsize=(13, 2.5 * rows), layout="constrained")
    axes = figure.subplots(rows, 4, sharex=True, sharey=True, squeeze=False).flatten()
    for axis, name in zip(axes, names, strict=False):
        for run, rates in {"warm-up": before, **after}.items():
            arms = sorted(arm for arm in rates if arm.split(":")[0] == name)
            means = [sum(rates[arm]) / max(1, len(rates[arm])) for arm in arms]
            levels = [int(arm.split(":")[1]) for arm in arms]
            axis.plot(levels, means, "o-", markersize=3, color=COLOURS[run], label=run)
        axis.axvspan(0.8, SHOWN + 0.2, alpha=0.08)
        axis.set(title=name, ylim=(-0.03, 1.03), xticks=levels)
        axis.grid(alpha=0.3)
    axes[0].legend(fontsize=7)
    for axis in axes[len(names) :]:
        axis.set_axis_off()
    figure.suptitle("held-out pass@1 by level; shaded levels were in the warm-up")
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    sys.exit(main())
