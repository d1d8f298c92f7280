"""The demo: real problems, then a small model that learns to solve them, from nothing to held-out tests.

``python -m rlvr.agents.demo`` shows problems and verdicts, teaches a transformer on worked solutions (supervised
warm-up), and then lets it improve by reinforcement learning alone: it tries problems of the train split, real
environments pay for right answers, and what was paid becomes more likely. Held-out problems of the test split are
measured before and after. It is `rlvr.agents.trainer` at work, with settings for a CPU; docs/demo.md says why each is
as it is.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import torch
from rich.console import Console
from rich.table import Table

from ..export.score import default_workers
from .config import EvaluationConfig, ModelConfig, SamplingConfig, TaskConfig, TrainConfig, WarmUpConfig
from .curves import plot_learning
from .demo_lessons import STYLES, Lesson, examples, lessons
from .held_out import HeldOut
from .intervals import Estimate, estimate, wilson
from .models.optimizer import OptimizerConfig
from .set_up import Run, set_up
from .showcase import showcase
from .warm_up.begin import solved_tasks, warm_up


def demo_config(out: Path, seed: int, *, quick: bool = False) -> TrainConfig:
    """The settings of the demo; `quick` does every phase for a moment only."""
    return TrainConfig(
        out=str(out),
        seed=seed,
        steps=3 if quick else 80,
        prompts=6 if quick else 36,
        samples=4 if quick else 8,
        chunk_tokens=4096,
        preset="lite_ppo",
        algorithm={"scale": "group"},
        model=ModelConfig(context=640),
        tasks=TaskConfig(arms=tuple(arm for lesson in lessons() for arm in lesson.arms), curriculum="ladder"),
        sampling=SamplingConfig(max_tokens=40 if quick else 120),
        optimizer=OptimizerConfig(rate=2e-4, warm_up=5),
        warm_up=WarmUpConfig(
            steps=30 if quick else 600, batch=16 if quick else 32, tasks=300 if quick else 12_000
        ),
        evaluation=EvaluationConfig(tasks=4 if quick else 32, samples=2 if quick else 4),
        checkpoint_every=0,
        keep_trajectories=0,
    )


def run(config: TrainConfig, out: Path, console: Console) -> dict[str, Any]:
    """Run the phases in order; write the curve and the record to `out`; return the record."""
    taught = lessons()
    clock = _Clock()
    console.rule("Warm-up on worked solutions and careless games (train split)")
    run = set_up(config, console=console)
    tasks = solved_tasks(run.arms, config.warm_up, config.seed)
    console.print(
        f"{len(tasks):,} problems; solutions are written in {len(STYLES)} styles, one of which is paid"
    )
    console.print(f"a transformer of {run.model.size:,} parameters, from scratch")
    shown = examples(run.codec, tasks, config.seed)
    losses = warm_up(run.model, run.codec, shown, config.warm_up, config.seed, run.monitors.note)
    run.begin()
    clock.lap("warm_up")
    console.rule("Held-out problems (test split), before reinforcement learning")
    before = _measured(run, taught, console)
    clock.lap("evaluation_before")
    console.rule("Reinforcement learning: no solutions any more, only rewards (train split)")
    training = _train(run)
    clock.lap("reinforce")
    console.rule("The same held-out problems, after")
    after = _measured(run, taught, console)
    clock.lap("evaluation_after")
    record = {
        "seed": config.seed,
        "parameters": run.model.size,
        "config": config.to_json() | {"out": ""},
        "seconds": clock.seconds,
        "warm_up_loss": losses,
        "training": training,
        "lessons": [
            {
                "env": lesson.env,
                "unit": lesson.unit,
                "rungs": [arm.label for arm in lesson.arms],
                "arms": [arm.name for arm in lesson.arms],
                "before": _summary(before, lesson),
                "after": _summary(after, lesson),
            }
            for lesson in taught
        ],
    }
    record = cast(dict[str, Any], json.loads(json.dumps(record)))
    _report(record, console)
    out.mkdir(parents=True, exist_ok=True)
    (out / "demo.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    plot_learning(record, out / "demo-curve.png")
    console.print(f"Learning curve: {out / 'demo-curve.png'}; all numbers: {out / 'demo.json'}")
    return record


def _train(run: Run) -> list[dict[str, float]]:
    records = []
    while run.trainer.step_count < run.config.steps:
        record = run.trainer.step()
        run.monitors.step(run.trainer.step_count, record)
        records.append(record)
    run.monitors.end()
    return records


class _Clock:
    """Wall-clock seconds of each phase, and in all."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {"total": 0.0}
        self._last = time.perf_counter()

    def lap(self, phase: str) -> None:
        now = time.perf_counter()
        self.seconds[phase] = now - self._last
        self.seconds["total"] += now - self._last
        self._last = now


def _measured(run: Run, taught: Sequence[Lesson], console: Console) -> HeldOut:
    found = run.measure()
    for lesson in taught:
        rates = "  ".join(f"{arm.label}: {wilson(found.rates[arm.name]).value:.2f}" for arm in lesson.arms)
        console.print(f"{lesson.env}, pass@1 by {lesson.unit}:  {rates}", highlight=False)
    return found


def _summary(found: HeldOut, lesson: Lesson) -> dict[str, Any]:
    strata = [found.rates[arm.name] for arm in lesson.arms]
    return {
        "mean": _over(strata),
        "pass_at_all": _over([[float(rate > 0) for rate in rates] for rates in strata]),
        "rungs": [asdict(wilson(rates)) for rates in strata],
    }


def _over(strata: Sequence[Sequence[float]]) -> dict[str, float]:
    """Mean over sizes, each weighing the same, with an interval from redrawn tasks."""
    pairs = [(rate, size) for size, rates in enumerate(strata) for rate in rates]
    return asdict(estimate([rate for rate, _ in pairs], [size for _, size in pairs]))


def _report(record: Mapping[str, Any], console: Console) -> None:
    samples = record["config"]["evaluation"]["samples"]
    table = Table(title="Held-out pass rate, mean over all sizes, with 95% intervals", title_justify="left")
    for column in ("environment", "measure", "before RL", "after RL"):
        table.add_column(column, justify="right" if column.endswith("RL") else "left", no_wrap=True)
    for lesson in record["lessons"]:
        for name, measure, key in ((lesson["env"], "pass@1", "mean"), ("", f"pass@{samples}", "pass_at_all")):
            rates = (str(Estimate(**lesson[when][key])) for when in ("before", "after"))
            table.add_row(name, measure, *rates)
    console.print(table)
    phases = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in record["seconds"].items())
    console.print(f"Time: {phases}", highlight=False)


def main(arguments: Sequence[str] | None = None) -> dict[str, Any]:
    """Read the command line and run the demo."""
    parser = argparse.ArgumentParser(prog="python -m rlvr.agents.demo", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=Path("demo-output"), help="folder for the curve and the record"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the model, the tasks and the sampling")
    parser.add_argument(
        "--quick", action="store_true", help="every phase for a moment only, to see that it runs"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        help="any setting of rlvr train, such as steps=120",
        dest="settings",
    )
    parser.add_argument("--threads", type=int, default=default_workers(), help="processor cores to use")
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    console = Console()
    console.rule("Problems from the gym, and what the verifier makes of responses")
    showcase(console, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        config = demo_config(Path(folder) / "run", options.seed, quick=options.quick)
        return run(config.changed(options.settings), options.out, console)


if __name__ == "__main__":
    main()
