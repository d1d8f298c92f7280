"""Whole training runs of a tiny model: killed anywhere, they resume bit for bit, and their folder is their own.

Where learning is not the point, rewards are random: every group then has something to tell.
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from training_runs import QUIET, RANDOM, assert_the_same_run, config, notes, records, same, weights

from rlvr.agents import checkpoints
from rlvr.agents import set_up as set_up_module
from rlvr.agents.models.optimizer import Optimizer
from rlvr.agents.set_up import Run, set_up
from rlvr.agents.train import run as train
from rlvr.agents.trainer import Trainer

pytestmark = pytest.mark.usefixtures("without_plots")


class Killed(Exception):
    """What ends a run in the middle of a step."""


KINDS = {
    "plain": [],
    "minibatches": ["epochs=2", "minibatches=2", "optimizer.matrix_rate=0.01", "tasks.curriculum=irt"],
    "reference": [
        "algorithm={kl: k3, kl_weight: 0.1}",
        "warm_up={steps: 2, batch: 4, tasks: 8}",
        "tasks.curriculum=hints",
        "tasks.curriculum_options={inner: sec}",
    ],
    "values": ["preset=ppo", "minibatches=2", "tasks.curriculum=dars"],
    "judge": ["tasks.judge_share=0.5", "samples=8", "tasks.levels=[1,1]"],
    "adapters": ["model.lora_rank=2", "preset=gigpo", "tasks.curriculum=replay"],
    "refills": ["preset=dapo", "tasks.curriculum=dump", "tasks.second_stage=dars"],
    "measured": ["evaluation={every: 1, tasks: 2, samples: 2}", "tasks.curriculum=progress"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_run_goes_on_bit_for_bit(
    kind: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = KINDS[kind] if kind == "judge" else [RANDOM, *KINDS[kind]]
    unbroken = config(model, tmp_path / "unbroken", *settings)
    run = train(unbroken, console=QUIET)
    if kind == "judge":
        assert any("pass_rate/judge" in row for row in records(tmp_path / "unbroken"))
    first = config(model, tmp_path / "broken", *settings)
    step, passes = Optimizer.step, []

    def die(self: Optimizer) -> float:
        passes.append(self.count)
        norm = step(self)
        if len(passes) == 3 * first.epochs * first.minibatches + 1 + 2 * (kind == "reference"):
            raise Killed  # in step 3, the weights have changed; what step 2 did is in no checkpoint either
        return norm

    monkeypatch.setattr(Optimizer, "step", die)
    with pytest.raises(Killed):
        train(first, console=QUIET)
    monkeypatch.setattr(Optimizer, "step", step)
    assert len(records(tmp_path / "broken")) == 3
    resumed = train(first, resume=True, console=QUIET)
    assert resumed.resumed
    assert same(weights(run), weights(resumed))
    assert_the_same_run(tmp_path / "unbroken", tmp_path / "broken")


def test_control_c_ends_a_run_after_its_step(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unbroken = train(config(model, tmp_path / "unbroken", RANDOM), console=QUIET)
    first = config(model, tmp_path / "broken", RANDOM)
    step = Trainer.step

    def pressed(self: Trainer) -> dict[str, float]:
        if self.step_count == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return step(self)

    handler = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(Trainer, "step", pressed)
    assert train(first, console=QUIET).trainer.step_count == 3
    assert signal.getsignal(signal.SIGINT) is handler
    monkeypatch.setattr(Trainer, "step", step)
    assert not (tmp_path / "broken" / "model").exists()
    resumed = train(first, resume=True, console=QUIET)
    assert same(weights(unbroken), weights(resumed))
    assert_the_same_run(tmp_path / "unbroken", tmp_path / "broken")


def test_a_run_that_died_before_its_first_checkpoint_begins_again(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = [
        RANDOM,
        "steps=1",
        "algorithm={kl: k3, kl_weight: 0.1}",
        "warm_up={steps: 2, batch: 4, tasks: 8}",
    ]
    settings += ["evaluation={every: 0, tasks: 2, samples: 2}"]
    unbroken = train(config(model, tmp_path / "unbroken", *settings), console=QUIET)
    first = config(model, tmp_path / "broken", *settings)
    save, measure = Run.save, Run.measure

    def die(self: Run, *more: Any) -> None:
        raise Killed

    for name, whole in (
        ("save", save),
        ("measure", measure),
    ):  # the reference is kept; then all but the measurement
        monkeypatch.setattr(Run, name, die)
        with pytest.raises(Killed):
            train(first, resume=(tmp_path / "broken").exists(), console=QUIET)
        monkeypatch.setattr(Run, name, whole)
    resumed = train(first, resume=True, console=QUIET)
    assert resumed.resumed
    assert same(weights(unbroken), weights(resumed))
    assert_the_same_run(tmp_path / "unbroken", tmp_path / "broken")
    again = train(first, resume=True, console=QUIET)  # nothing is left to do
    assert same(weights(again), weights(resumed))
    starts = [
        json.loads(line)["step"] for line in (tmp_path / "broken" / "versions.jsonl").read_text().splitlines()
    ]
    assert (len(starts), starts[0], starts[-1]) == (4, 0, resumed.trainer.step_count)


def test_only_a_checkpoint_that_was_measured_has_a_score(model: Path, tmp_path: Path) -> None:
    settings = ["steps=3", "checkpoint_every=1", "evaluation={every: 3, tasks: 2, samples: 2}", RANDOM]
    run = train(config(model, tmp_path / "run", *settings), console=QUIET)
    scores = [checkpoints.load(each).score for each in checkpoints.finished(tmp_path / "run" / "checkpoints")]
    assert scores == [None, pytest.approx(run.measure().mean.value)]


def test_the_folder_of_a_run_is_its_own(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run"
    with pytest.raises(ValueError, match="no run to resume"):
        set_up(config(model, out), resume=True, console=QUIET)
    with pytest.raises(ValueError, match="there is no curriculum"):
        set_up(config(model, out, "tasks.curriculum=lader"), console=QUIET)
    with monkeypatch.context() as patch:
        patch.setattr(set_up_module, "Report", None)
        with pytest.raises(TypeError):
            set_up(config(model, out), console=QUIET)
    assert not (out / "config.json").exists()  # so the folder is free
    train(config(model, out, RANDOM, "steps=1"), console=QUIET)
    with pytest.raises(ValueError, match="--resume"):
        set_up(config(model, out, RANDOM, "steps=1"), console=QUIET)
    with pytest.raises(ValueError, match=r"prompts was 4, is 3; sampling\.temperature was 1\.0, is 0\.5"):
        set_up(
            config(model, out, RANDOM, "steps=1", "prompts=3", "sampling.temperature=0.5"),
            resume=True,
            console=QUIET,
        )
    longer = train(config(model, out, RANDOM, "steps=2"), resume=True, console=QUIET)
    assert longer.trainer.step_count == 2


def test_without_tensorboard_a_run_says_so(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: Any) -> None:
        raise ImportError("TensorBoard needs tensorboard")

    monkeypatch.setattr(set_up_module, "TensorBoard", missing)
    train(config(model, tmp_path / "run", RANDOM, "steps=1"), console=QUIET)
    assert any("TensorBoard needs tensorboard" in note for note in notes(tmp_path / "run"))
