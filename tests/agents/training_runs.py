"""Small training runs for tests: their settings, what they leave behind, and what they end with."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from rich.console import Console
from torch import Tensor

from rlvr.agents import checkpoints
from rlvr.agents.config import TrainConfig
from rlvr.agents.set_up import Run

QUIET = Console(quiet=True)
RANDOM = "tasks.reward={name: random}"


def config(model: Path, out: Path, *settings: str) -> TrainConfig:
    return TrainConfig.load(None, [*usual(model, out), *settings])


def usual(model: Path, out: Path) -> list[str]:
    return [
        f"model.name={model}",
        "model.device=cpu",
        "tasks.envs=[linear-systems]",
        "tasks.levels=[1,2]",
        "steps=4",
        "prompts=4",
        "samples=4",
        "checkpoint_every=2",
        "keep_trajectories=1",
        "sampling.max_tokens=20",
        "sampling.lockstep=true",  # most tests compare runs bit for bit
        "optimizer={rate: 1e-3, warm_up: 2}",
        "evaluation.every=-1",
        f"out={out}",
    ]


def weights(run: Run) -> dict[str, Tensor]:
    return {name: each.detach().clone() for name, each in run.model.named_parameters()}


def same(left: dict[str, Tensor], right: dict[str, Tensor]) -> bool:
    return left.keys() == right.keys() and all(torch.equal(left[name], right[name]) for name in left)


def records(out: Path) -> list[dict[str, float]]:
    rows = [json.loads(line) for line in (out / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    steps = [row["record"] for row in rows if row["kind"] == "step"]
    return [{k: v for k, v in row.items() if k.split("/")[0] not in ("time", "speed")} for row in steps]


def notes(out: Path) -> list[str]:
    rows = [json.loads(line) for line in (out / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row["text"] for row in rows if row["kind"] == "note"]


def assert_the_same_run(one: Path, other: Path) -> None:
    assert records(one) == records(other)
    left, right = (checkpoints.load(checkpoints.latest(each / "checkpoints") or each) for each in (one, other))
    assert left.step == right.step
    assert left.facts["source"] == right.facts["source"]
    torch.testing.assert_close(left.tensors, right.tensors, rtol=0, atol=0)
