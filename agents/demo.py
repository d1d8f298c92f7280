"""The demo: real problems, then a small model that learns to solve them, from nothing to held-out tests.

``python -m rlvr.agents.demo`` shows problems and verdicts, teaches a transformer on worked solutions of easy
problems (supervised warm-up), and then lets it improve by reinforcement learning alone: it tries problems of the
train split, real environments pay for right answers, and what was paid becomes more likely. Held-out problems of
the test split are measured before and after. docs/demo.md says why each setting is as it is.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

import torch
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ..export.score import default_workers
from .curves import plot_learning
from .ladder import Ladder
from .showcase import showcase
from .tiny.evaluate import EvaluationConfig, RungResult, evaluate, over_ladder
from .tiny.lessons import Lesson, Rung
from .tiny.model import Decoder, ModelConfig
from .tiny.reinforce import ReinforceConfig, reinforce
from .tiny.styles import STYLES
from .tiny.tokenizer import Tokenizer
from .tiny.warmup import WarmUpConfig, solved_tasks, warm_up


@dataclass(frozen=True)
class DemoConfig:
    """The whole run: how much of each phase."""

    warm_up: WarmUpConfig
    reinforce: ReinforceConfig
    evaluation: EvaluationConfig


FULL = DemoConfig(
    WarmUpConfig(steps=550, batch=32, tasks=12_000, matrix_rate=0.02, other_rate=0.003),
    ReinforceConfig(steps=80, prompts=32, samples=8, max_tokens=120, rate=2e-4),
    EvaluationConfig(tasks=32, samples=4, max_tokens=120),
)
QUICK = DemoConfig(
    WarmUpConfig(steps=30, batch=16, tasks=400, matrix_rate=0.02, other_rate=0.003),
    ReinforceConfig(steps=3, prompts=4, samples=4, max_tokens=60, rate=2e-4),
    EvaluationConfig(tasks=4, samples=2, max_tokens=60),
)


def lessons() -> list[Lesson]:
    """The two environments that are learnt, in rungs by size."""
    letters = [
        Rung(str(n), {"methods": "atbash", "steps": 1, "length": n, "secret": 0.0}) for n in range(4, 10)
    ]
    polynomial = {"depth": 0, "kinds": "", "functions": "", "coefficient": 9, "exponent": 5}
    terms = [Rung(str(n), {"terms": n, **polynomial}) for n in range(2, 6)]
    return [
        Lesson("cipher", "letters of the text", tuple(letters), len(letters)),
        Lesson("derivative", "terms of the polynomial", tuple(terms), len(terms)),
    ]


def run(config: DemoConfig, seed: int, out: Path, console: Console) -> dict[str, Any]:
    """Run the phases in order; write the curve and the record to `out`; return the record."""
    torch.manual_seed(seed)
    taught = lessons()
    clock = _Clock()
    console.rule("Warm-up on worked solutions of easy problems (train split)")
    solved = solved_tasks(taught, config.warm_up.tasks, seed)
    tokenizer = Tokenizer.from_texts(text for task in solved[:2000] for text in (task.prompt, task.trace or ""))
    model = Decoder(ModelConfig(len(tokenizer)))
    console.print(f"{len(solved):,} solved problems, each written in one of {len(STYLES)} styles")
    console.print(f"a transformer of {model.size:,} parameters, from scratch")
    losses = _warm_up(model, tokenizer, solved, config.warm_up, seed, console)
    clock.lap("warm_up")
    console.rule("Held-out problems (test split), before reinforcement learning")
    before = _evaluate(model, tokenizer, taught, config.evaluation, seed, console)
    clock.lap("evaluation_before")
    console.rule("Reinforcement learning: no solutions any more, only rewards (train split)")
    training = _reinforce(model, tokenizer, taught, config, seed, console)
    clock.lap("reinforce")
    console.rule("The same held-out problems, after")
    after = _evaluate(model, tokenizer, taught, config.evaluation, seed, console)
    clock.lap("evaluation_after")
    record = {
        "seed": seed,
        "parameters": model.size,
        "config": asdict(config),
        "seconds": clock.seconds,
        "warm_up_loss": losses,
        "training": training,
        "lessons": [
            {
                "env": lesson.env,
                "unit": lesson.unit,
                "taught": lesson.taught,
                "rungs": [rung.label for rung in lesson.rungs],
                "before": _summary(earlier),
                "after": _summary(later),
            }
            for lesson, earlier, later in zip(taught, before, after, strict=True)
        ],
    }
    _report(record, console)
    out.mkdir(parents=True, exist_ok=True)
    (out / "demo.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    plot_learning(record, out / "demo-curve.png")
    console.print(f"Learning curve: {out / 'demo-curve.png'}; all numbers: {out / 'demo.json'}")
    return record


class _Line:
    """One line of progress that is rewritten on a terminal, and printed now and then anywhere else."""

    def __init__(self, console: Console, steps: int) -> None:
        self._console, self._every = console, max(steps // 10, 1)
        self._live = Live(console=console, refresh_per_second=4) if console.is_terminal else None

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, step: int, text: str) -> None:
        """Show the progress of a step, counted from 1."""
        if self._live:
            self._live.update(Text(text))
        elif step % self._every == 0:
            self._console.print(text, highlight=False, soft_wrap=True)


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


def _warm_up(
    model: Decoder,
    tokenizer: Tokenizer,
    solved: Sequence[Any],
    config: WarmUpConfig,
    seed: int,
    console: Console,
) -> list[float]:
    losses: list[float] = []
    tokens, started = 0, time.perf_counter()
    with _Line(console, config.steps) as line:
        for step in warm_up(model, tokenizer, solved, config, seed):
            losses.append(step.loss)
            tokens += step.tokens
            recent = losses[-25:]
            rate = tokens / (time.perf_counter() - started)
            loss = sum(recent) / len(recent)
            line.show(
                step.step + 1,
                f"step {step.step + 1}/{config.steps}  loss {loss:.3f} nats a token  {rate:,.0f} tokens/s",
            )
    return losses


def _reinforce(
    model: Decoder,
    tokenizer: Tokenizer,
    taught: Sequence[Lesson],
    config: DemoConfig,
    seed: int,
    console: Console,
) -> list[dict[str, Any]]:
    ladders = [Ladder(len(lesson.rungs), frontier=1) for lesson in taught]
    rows: list[dict[str, Any]] = []
    with _Line(console, config.reinforce.steps) as line:
        for step in reinforce(model, tokenizer, taught, ladders, config.reinforce, seed):
            rows.append(asdict(step))
            frontiers = "  ".join(
                f"{lesson.env} {reward:.2f} at {lesson.rungs[frontier].label}"
                for lesson, reward, frontier in zip(taught, step.rewards, step.frontiers, strict=True)
            )
            line.show(
                step.step + 1,
                f"step {step.step + 1}/{config.reinforce.steps}  reward {step.reward:.2f} ({frontiers})  "
                f"entropy {step.entropy:.2f}  length {step.length:.0f}  {step.tokens / step.seconds:,.0f} tokens/s",
            )
    return rows


def _evaluate(
    model: Decoder,
    tokenizer: Tokenizer,
    taught: Sequence[Lesson],
    config: EvaluationConfig,
    seed: int,
    console: Console,
) -> list[list[RungResult]]:
    results: list[list[RungResult]] = [[] for _ in taught]
    for number, result in evaluate(model, tokenizer, taught, config, seed):
        results[number].append(result)
    for lesson, found in zip(taught, results, strict=True):
        rates = "  ".join(
            f"{rung.label}: {result.pass_at_1.value:.2f}"
            for rung, result in zip(lesson.rungs, found, strict=True)
        )
        console.print(f"{lesson.env}, pass@1 by {lesson.unit}:  {rates}", highlight=False)
    return results


def _summary(results: Sequence[RungResult]) -> dict[str, Any]:
    return {
        "mean": asdict(over_ladder(results)),
        "greedy": asdict(over_ladder(results, greedy=True)),
        "pass_at_all": sum(result.pass_at_all for result in results) / len(results),
        "rungs": [
            {"pass_at_1": asdict(result.pass_at_1), "greedy": asdict(result.greedy_pass)} for result in results
        ],
    }


def _report(record: dict[str, Any], console: Console) -> None:
    samples = record["config"]["evaluation"]["samples"]
    table = Table(title="Held-out pass rate, mean over all sizes, with 95% intervals", title_justify="left")
    for column in ("environment", "measure", "before RL", "after RL"):
        table.add_column(column, justify="right" if column.endswith("RL") else "left", no_wrap=True)
    for lesson in record["lessons"]:
        before, after = lesson["before"], lesson["after"]
        table.add_row(lesson["env"], "pass@1, sampled", _interval(before["mean"]), _interval(after["mean"]))
        table.add_row("", "pass@1, greedy", _interval(before["greedy"]), _interval(after["greedy"]))
        table.add_row("", f"pass@{samples}", f"{before['pass_at_all']:.2f}", f"{after['pass_at_all']:.2f}")
    console.print(table)
    phases = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in record["seconds"].items())
    console.print(f"Time: {phases}", highlight=False)


def _interval(estimate: dict[str, float]) -> str:
    return f"{estimate['value']:.2f} [{estimate['low']:.2f}, {estimate['high']:.2f}]"


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
    parser.add_argument("--rl-steps", type=int, help="steps of reinforcement learning")
    parser.add_argument("--warm-up-steps", type=int, help="steps of supervised warm-up")
    parser.add_argument("--threads", type=int, default=default_workers(), help="processor cores to use")
    options = parser.parse_args(arguments)
    config = QUICK if options.quick else FULL
    if options.rl_steps is not None:
        config = replace(config, reinforce=replace(config.reinforce, steps=options.rl_steps))
    if options.warm_up_steps is not None:
        config = replace(config, warm_up=replace(config.warm_up, steps=options.warm_up_steps))
    torch.set_num_threads(options.threads)
    console = Console()
    console.rule("Problems from the gym, and what the verifier makes of responses")
    showcase(console, options.seed)
    return run(config, options.seed, options.out, console)


if __name__ == "__main__":
    main()
