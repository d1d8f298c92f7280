"""A few steps of reinforcement learning raise the share of what is paid, and random rewards do not.

That policies learn to *solve* tasks, against controls, is shown by ``python -m benchmarks.learning``; it takes longer.
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest
from training_runs import QUIET, RANDOM, config

from rlvr import registry
from rlvr.agents.set_up import set_up

FIXTURES = Path(__file__).parents[1] / "fixtures"

STEPS = 12

pytestmark = pytest.mark.usefixtures("without_plots")


@pytest.fixture
def signs(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(FIXTURES))
    (spec,) = registry.register(FIXTURES / "signs.yaml")
    return spec.id


def rates(model: Path, out: Path, env: str, *settings: str) -> list[float]:
    """The share of right answers while a run trains."""
    optimizer = "optimizer={rate: 2e-2, matrix_rate: 2e-2, warm_up: 2, final: 1.0}"
    drawn = [f"tasks.envs=[{env}]", f"steps={STEPS}", "prompts=8", "samples=16"]
    run = set_up(config(model, out, *drawn, optimizer, *settings), console=QUIET)
    run.begin()
    return [run.trainer.step()["reward/pass_rate"] for _ in range(STEPS)]


def test_what_is_paid_becomes_frequent_and_random_rewards_change_little(
    model: Path, tmp_path: Path, signs: str
) -> None:
    paid = rates(model, tmp_path / "paid", signs)
    noise = rates(model, tmp_path / "noise", signs, RANDOM)
    assert paid[0] == noise[0] < 0.5
    assert fmean(paid[-4:]) > 0.9
    assert fmean(noise[-4:]) < 0.5
