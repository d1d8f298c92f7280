"""``python -m benchmarks.rollouts``: what rollouts cost beside sampling and tools, and what one step off-policy saves.

- ``slow``: 64 episodes of 6 turns whose tool takes 0.4 s a call, against the larger of the sampler alone and one
  episode's calls: the time that nothing can go below.
- ``cheap``: what a call of a quick environment costs, in the lane of the rollout and in processes.
- ``staleness``: seconds of a training step with slow tools, rollouts of the next step meanwhile or not.
- ``learning``: what is learnt one step off-policy, three seeds, against learning on-policy and on random rewards.

All sides of a comparison run in turns in one process. ``--markdown`` writes docs/results/rollouts.md.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median
from typing import Any

import torch
from rich.console import Console

import rlvr
from rlvr.agents import from_scratch
from rlvr.agents.config import TrainConfig
from rlvr.agents.engine import Sampling
from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.sampler import SamplerEngine
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.environments import Environments, LocalEnvironments, begin, play
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.processes import ProcessEnvironments
from rlvr.agents.rollouts.steps import Steps
from rlvr.agents.set_up import set_up
from rlvr.envs.make import make_env

HERE = Path(__file__).parent
BUSY = 3.0
"""A load above this is not of this benchmark alone, which has a thread and two processes at work at most."""
PAGE = HERE.parent / "docs" / "results" / "rollouts.md"
TOOL = "benchmark/slow-tool-v0"
QUICK, SLOW, SHORT, SLOWER = 1, 2, 3, 4
"""Levels of the tool: it answers at once; after 0.4 s; at once, and three times instead of six; after 2 s."""
CALLS = {SLOW: 2.4, SLOWER: 12.0}
"""Seconds that the calls of one episode take."""
CHEAP = ("arithmetic", "cipher", "countdown", "sudoku", "word-sorting", "sokoban", "mastermind")
SIZES = {"tiny": (64, 2, SLOW), "tiny, 2 s a call": (64, 2, SLOWER), "small": (128, 4, SLOW)}
"""Width, layers and level of the tool. On a busy machine the longer call stands for the shorter one on an idle one."""


def tasks(name: str, level: int, count: int) -> list[Any]:
    return [rlvr.get(name).task(level, seed) for seed in range(count)]


# ---- slow tools ----------------------------------------------------------------------------------------


def slow(turns: int) -> dict[str, Any]:
    """Seconds of the rollouts of each way, and their ratio to what nothing can go below, in the same run."""
    played = tasks(TOOL, QUICK, 64)
    codec = PhraseTokenizer.from_texts([task.prompt for task in played])
    found: dict[str, Any] = {}
    for size, (width, layers, tool) in SIZES.items():
        shape = DecoderConfig(
            vocabulary=len(codec),
            width=width,
            layers=layers,
            heads=4,
            key_heads=2,
            hidden=3 * width,
            max_context=640,
        )
        model = Decoder(shape)
        ways = {
            "sampler alone": (QUICK, RolloutConfig()),
            "lockstep, 16 workers (the default before)": (tool, RolloutConfig(lockstep=True, workers=16)),
            "lockstep": (tool, RolloutConfig(lockstep=True)),
            "default": (tool, RolloutConfig()),
            "2 processes": (tool, RolloutConfig(processes=2)),
        }
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        work: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(turns + 1):
            for name, (level, config) in ways.items():
                engine = SamplerEngine(model, end_ids=codec.end_ids, max_context=640, max_slots=64)
                collector = Collector(engine, codec, replace(config, sampling=Sampling(24)))
                jobs = [EpisodeJob(task) for task in tasks(TOOL, level, 64)]
                collector.collect(jobs[:2], seed=0) if config.processes else None  # they start once in a run
                began, own = time.perf_counter(), time.process_time()
                episodes = collector.collect(jobs, seed=turn)
                took, worked = time.perf_counter() - began, time.process_time() - own
                collector.close()
                assert all(len(each.turns) == 6 and each.scored for each in episodes)
                if turn:  # the first one warms up
                    seconds[name].append(took)
                    work[name].append(worked)
                print(f"slow, {size}, {name}: {took:.2f} s", flush=True)
        least = [max(each, CALLS[tool]) for each in seconds["sampler alone"]]
        found[size] = {
            name: {
                "seconds": median(each),
                "ratio": median(one / low for one, low in zip(each, least, strict=True)),
                "best": min(one / low for one, low in zip(each, least, strict=True)),
                "work": median(work[name]),
            }
            for name, each in seconds.items()
        }
    return found


# ---- cheap environments --------------------------------------------------------------------------------


def cheap(turns: int) -> dict[str, Any]:
    """Microseconds of an episode's reset and first step: wall time, and processor time of the rollout's process."""
    found: dict[str, Any] = {}
    for name in CHEAP:
        played = tasks(name, 1, 32) * 8
        jobs = [EpisodeJob(task, number) for number, task in enumerate(played)]
        actions = [f"<answer>{task.answer}</answer>" for task in played]
        sides: dict[str, Callable[[], Environments] | None] = {
            "called directly": None,
            "lane": lambda: LocalEnvironments(Steps(64, 60.0)),
            "1 process": lambda: ProcessEnvironments(1, 64, 60.0),
            "2 processes": lambda: ProcessEnvironments(2, 64, 60.0),
        }
        made = {side: None if make is None else make() for side, make in sides.items()}
        measured: dict[str, list[tuple[float, float]]] = {side: [] for side in sides}
        handles = iter(range(10**9))
        for _ in range(turns + 1):
            for side, environments in made.items():
                wall, own = time.perf_counter(), time.process_time()
                if environments is None:
                    directly(jobs, actions)
                else:
                    through(environments, jobs, actions, handles)
                measured[side].append((time.perf_counter() - wall, time.process_time() - own))
        found[name] = {
            side: {
                "wall": 1e6 * median(wall for wall, _ in each[1:]) / len(jobs),
                "own": 1e6 * median(own for _, own in each[1:]) / len(jobs),
            }
            for side, each in measured.items()
        }
        for environments in made.values():
            if environments is not None:
                environments.close()
        print(f"cheap, {name}: {json.dumps(found[name])}", flush=True)
    return found


def directly(jobs: Sequence[EpisodeJob], actions: Sequence[str]) -> None:
    envs = [make_env(job.task.env) for job in jobs]
    for env, job in zip(envs, jobs, strict=True):
        begin(env, job)
    for env, action in zip(envs, actions, strict=True):
        play(env, action)


def through(
    environments: Environments, jobs: Sequence[EpisodeJob], actions: Sequence[str], numbers: Iterator[int]
) -> None:
    handles = [next(numbers) for _ in jobs]
    for handle, job in zip(handles, jobs, strict=True):
        environments.reset(handle, job)
    answered(environments, len(jobs))
    for handle, action in zip(handles, actions, strict=True):
        environments.step(handle, action)
    answered(environments, len(jobs))
    for handle in handles:
        environments.leave(handle)


def answered(environments: Environments, count: int) -> None:
    while count:
        answers = environments.finished(0.02)
        assert all(answer.said is not None for answer in answers)
        count -= len(answers)


# ---- one step off-policy -------------------------------------------------------------------------------


DENSE = "tasks.reward={name: composed, parts: [{name: outcome, kind: score, partial: 0.9}]}"


def settings(out: Path, level: int, *more: str) -> TrainConfig:
    return TrainConfig.load(
        None,
        [
            f"out={out}",
            f"tasks.envs=[{TOOL}]",
            f"tasks.levels=[{level},{level}]",
            "tasks.env_options={reward: dense}",
            DENSE,
            "model={device: cpu, width: 64, layers: 2, heads: 4, key_heads: 2, hidden: 192, context: 256}",
            "sampling={max_tokens: 4, max_context: 128}",
            "prompts=8",
            "samples=8",
            "checkpoint_every=0",
            "keep_trajectories=0",
            "evaluation.every=-1",
            *more,
        ],
    )


def trained(config: TrainConfig) -> list[dict[str, float]]:
    """The records of a run's steps."""
    from_scratch.GAMES = 1  # more of them, played for their words, would wait for the slow tool
    run = set_up(config, console=Console(quiet=True))
    run.begin()
    found = [run.trainer.step() for _ in range(config.steps)]
    run.trainer.close()
    run.monitors.end()
    return found


def staleness(turns: int) -> dict[str, Any]:
    """Seconds of a step whose tools take 2.4 s an episode, for a learner that takes its time as well."""
    found: dict[str, Any] = {}
    longer = "epochs=8"
    for turn in range(turns):
        for name, late in (("synchronous", 0), ("one step late", 1)):
            with tempfile.TemporaryDirectory() as folder:
                more = [longer, "steps=5", f"seed={turn}", f"sampling.staleness={late}"]
                # The first step has nothing ahead of it, and the last none behind it.
                records = trained(settings(Path(folder), SLOW, *more))[1:-1]
            for part in ("step", "rollout", "train"):
                found.setdefault(name, {}).setdefault(part, []).append(
                    fmean(record[f"time/{part}"] for record in records)
                )
            print(f"staleness, {name}: {json.dumps(found[name])}", flush=True)
    ratios = [s / o for o, s in zip(found["one step late"]["step"], found["synchronous"]["step"], strict=True)]
    result = {name: {part: median(each) for part, each in parts.items()} for name, parts in found.items()}
    return {**result, "faster": median(ratios)}


STEPS = {5e-3: 50, 2e-3: 80}
"""Steps of the runs of `learning` for each step size."""


def steps_of(rate: float) -> list[str]:
    optimizer = f"optimizer={{rate: {rate}, matrix_rate: {rate}, warm_up: 5, final: 1.0}}"
    return [f"steps={STEPS[rate]}", optimizer, DENSE]


def learning(turns: int) -> dict[str, Any]:
    """Mean reward over the last five steps of each run and over all, for each seed."""
    sides = {
        "synchronous": ["sampling.staleness=0"],
        "one step late": ["sampling.staleness=1"],
        "one step late, not corrected": ["sampling.staleness=1", "algorithm.correction=none"],
        "one step late, random rewards": ["sampling.staleness=1", "tasks.reward={name: random}"],
    }
    runs = [(f"{name}, step size {rate}", rate, more) for rate in STEPS for name, more in sides.items()]
    found: dict[str, Any] = {}
    for seed in range(3):
        for name, rate, more in runs:
            with tempfile.TemporaryDirectory() as folder:
                records = trained(settings(Path(folder), SHORT, *steps_of(rate), *more, f"seed={seed}"))
            paid = [record["reward/paid"] for record in records]
            row = {"last": fmean(paid[-5:]), "whole": fmean(paid), "curve": paid}
            found.setdefault(name, []).append(row)
            print(
                f"learning, seed {seed}, {name}: {row['whole']:.3f}, at the end {row['last']:.3f}", flush=True
            )
    return found


PARTS = {"slow": slow, "cheap": cheap, "staleness": staleness, "learning": learning}


# ---- the page ------------------------------------------------------------------------------------------


def page(found: dict[str, Any]) -> str:
    """docs/results/rollouts.md."""
    loads = [load for pair in found["load"].values() for load in pair]
    others = f" (load {min(loads):.1f} to {max(loads):.1f})"
    if max(loads) > BUSY:
        others = f" that others used as well{others}: times on the clock are longer than on an idle machine"
    lines = [
        "# Rollouts: measured",
        "",
        f"`python -m benchmarks.rollouts --markdown`, {platform.python_implementation()} {platform.python_version()}, "
        f"PyTorch {importlib.metadata.version('torch')}, one thread on {os.cpu_count()} cores{others}. Numbers are "
        "medians over the turns.",
    ]
    if "slow" in found:
        lines += [
            "",
            "## Slow tools",
            "",
            "64 episodes of 6 turns; the tool takes 0.4 s a call, so nothing can take less than 2.4 s, or than "
            "the sampler alone (the same episodes with a tool that answers at once). The ratio is to the larger of "
            "the two in the same turn; the target is 1.25. Where others take the processor, what is computed takes "
            "longer while the tool does not: calls of 2 s stand in for 0.4 s on an idle machine. Seconds of "
            "the processor are those of this process.",
            "",
            "| model | way | seconds | ratio | best turn | of the processor |",
            "|---|---|---:|---:|---:|---:|",
        ]
        for size, ways in found["slow"].items():
            lines += [
                f"| {size} | {name} | {row['seconds']:.2f} | {row['ratio']:.2f} | {row['best']:.2f} | "
                f"{row['work']:.2f} |"
                for name, row in ways.items()
            ]
    if "cheap" in found:
        sides = list(next(iter(found["cheap"].values())))
        lines += [
            "",
            "## Quick environments",
            "",
            "Microseconds of an episode's reset and first step, 256 episodes at once; in brackets those of the "
            "processor in the process of the rollout, which is what the sampler loses. The lane adds a watchdog to "
            "calling directly. A process costs the rollout about as much as stepping such an environment itself, so "
            "processes pay where environments take longer than this or may hang.",
            "",
            f"| environment | {' | '.join(sides)} |",
            "|---|" + "---:|" * len(sides),
        ]
        for name, row in found["cheap"].items():
            cells = (f"{row[side]['wall']:.0f} ({row[side]['own']:.0f})" for side in sides)
            lines.append(f"| {name} | {' | '.join(cells)} |")
    if "staleness" in found:
        lines += [
            "",
            "## One step late",
            "",
            "Seconds of a training step on the slow tool, with eight passes over each step so that learning takes "
            f"time, too; with `sampling.staleness=1` steps are {found['staleness']['faster']:.2f} times as fast.",
            "",
            "| | a step | waiting for rollouts | learning |",
            "|---|---:|---:|---:|",
        ]
        for name in ("synchronous", "one step late"):
            row = found["staleness"][name]
            lines.append(f"| {name} | {row['step']:.2f} | {row['rollout']:.2f} | {row['train']:.2f} |")
    if "learning" in found:
        lines += [
            "",
            "## What is learnt one step late",
            "",
            "Mean reward of a model from random weights on the tool that answers at once (three turns, preset "
            f"`dr_grpo`; {', '.join(f'{count} steps of size {rate}' for rate, count in STEPS.items())}), over the last "
            "five steps and over all. The correction makes up for most of the delay. What it does not change: one step "
            "late, the largest step size that is stable is smaller.",
            "",
            "| | last, seeds 0, 1, 2 | all steps, seeds 0, 1, 2 |",
            "|---|---|---|",
        ]
        for name, rows in found["learning"].items():
            columns = (", ".join(f"{row[part]:.2f}" for row in rows) for part in ("last", "whole"))
            lines.append(f"| {name} | {' | '.join(columns)} |")
    return "\n".join([*lines, ""])


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rollouts", description=__doc__)
    parser.add_argument("--only", action="append", choices=list(PARTS), help="only this part; may be repeated")
    parser.add_argument("--turns", type=int, default=3, help="times that each side is measured")
    parser.add_argument(
        "--json", type=Path, metavar="OUT", help="write all numbers here, beside those of other parts"
    )
    parser.add_argument("--markdown", action="store_true", help=f"write {PAGE.relative_to(HERE.parent)}")
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)
    rlvr.register(HERE / "slow_tool.yaml")
    found: dict[str, Any] = json.loads(chosen.json.read_text()) if chosen.json and chosen.json.exists() else {}
    for name in chosen.only or PARTS:
        before = os.getloadavg()[0]
        found[name] = PARTS[name](chosen.turns)
        found.setdefault("load", {})[name] = [before, os.getloadavg()[0]]
        if chosen.json:
            chosen.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(page(found))
    if chosen.markdown:
        PAGE.write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main()
