"""One arm of the GPU's learning run: from the warmed-up model to held-out rates, until a given moment."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from rich.console import Console

from rlvr.agents.config import TrainConfig, WarmUpConfig
from rlvr.agents.models.optimizer import OptimizerConfig
from rlvr.agents.set_up import Run, set_up
from rlvr.agents.warm_up.begin import solved_tasks, worked_examples
from rlvr.agents.warm_up.supervised import SupervisedConfig, fine_tune

REWARDS: dict[str, dict[str, Any]] = {
    "verifier": {"name": "verdict"},
    "format": {"name": "format_only"},
    "random": {"name": "random", "rate": 0.5},
    "flipped": {"name": "incorrect"},
}
"""The reward of each arm that learns by reinforcement."""
SUPERVISED = "supervised"
ARMS = ("verifier", SUPERVISED, *list(REWARDS)[1:])


@dataclass(frozen=True)
class Work:
    """What an arm is given.

    Attributes:
        arm: its name.
        config: of its run; the model is the warmed-up one.
        warm_up: of the supervised arm: levels, batch.
        until: when the last step begins at the latest, in seconds since the epoch.
    """

    arm: str
    config: TrainConfig
    warm_up: WarmUpConfig
    until: float


def train(work: Work) -> dict[str, Any]:
    """Do the work; gives steps, tokens, rewards, and the pass rate of each held-out task."""
    torch.set_float32_matmul_precision("high")
    with tempfile.TemporaryDirectory() as folder:
        config = replace(
            work.config,
            out=str(Path(folder) / "run"),
            tasks=replace(work.config.tasks, reward=REWARDS.get(work.arm, {})),
        )
        run = set_up(config, console=Console(quiet=True))
        began = time.time()
        found = _supervised(run, work) if work.arm == SUPERVISED else _reinforced(run, work)
        trained = time.time() - began
        run.trainer.publish()
        measured = run.measure()
        run.monitors.end()
    return {
        "arm": work.arm,
        "seconds": trained,
        "passed": dict(measured.rates),
        "masked": measured.masked,
        **found,
    }


def _reinforced(run: Run, work: Work) -> dict[str, Any]:
    """Steps of reinforcement learning as long as there is time."""
    paid, passed, tokens, seconds = [], [], 0, []
    while run.trainer.step_count < work.config.steps and time.time() < work.until:
        began = time.time()
        record = run.trainer.step()
        seconds.append(round(time.time() - began, 3))
        paid.append(round(float(record["reward/mean"]), 4))
        episodes = [each for group in run.trainer.groups for each in group.trajectories]
        passed.append(round(sum(each.passed for each in episodes) / len(episodes), 4))
        tokens += sum(len(segment.tokens) for each in episodes for segment in each.segments)
    return {"steps": len(paid), "tokens": tokens, "paid": paid, "right": passed, "step_seconds": seconds}


def _supervised(run: Run, work: Work) -> dict[str, Any]:
    """More of the warm-up, on fresh tasks of its levels, for as long; a step is as many chats as there are rollouts."""
    config, warm = work.config, work.warm_up
    tasks = solved_tasks(run.arms, warm, config.seed + 1)
    examples = worked_examples(run.codec, tasks, 0, config.seed + 1)
    fitting = [each for each in examples if len(each) <= run.model.max_context]
    plan = SupervisedConfig(
        steps=10**6,
        batch=warm.batch,
        part_tokens=4096 if run.model.device.type == "cpu" else 32_768,
        optimizer=OptimizerConfig(rate=3e-4, matrix_rate=3e-3, final=1.0, warm_up=10),
    )
    losses, tokens = [], 0
    for step in fine_tune(run.model, fitting, plan, config.seed):
        losses.append(round(step.loss, 4))
        tokens += step.tokens
        if time.time() >= work.until or (warm.steps and len(losses) >= warm.steps):
            break
    return {"steps": len(losses), "tokens": tokens, "losses": losses[:: max(1, len(losses) // 100)]}
