"""The simulator, and what it says of the curricula: noise misleads some of them, and one it does not."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

import rlvr
from benchmarks.simulated_learners import (
    SCENARIOS,
    Learner,
    Row,
    Scenario,
    SimulatedArm,
    alike,
    compare,
    environments,
    mean_advantage,
    simulate,
)
from rlvr.agents.curricula import Arm, Draw, make_curriculum

ROOT = Path(rlvr.__file__).parent
SEEDS = range(3)


def rows(scenario: str, *names: str, steps: int = 250) -> dict[str, Row]:
    curricula = {name: partial(make_curriculum, name) for name in names}
    table, _ = compare(curricula, SCENARIOS[scenario], steps, SEEDS)
    return {row.curriculum: row for row in table}


# ---- the simulator ---------------------------------------------------------------------------------------------------


def test_arms_of_each_kind_answer_as_they_should() -> None:
    scenario = Scenario(
        "all",
        (
            SimulatedArm(Arm("easy"), difficulty=-1.0),
            SimulatedArm(Arm("noisy"), difficulty=0.0, false_positive=0.2, false_negative=0.4),
            *alike("coin", 1),
            *alike("dead", 1),
            *alike("solved", 1),
        ),
        task_spread=0.0,
        samples=4000,
        rate=0.0,
    )
    learner = Learner(scenario)
    results = learner.step([(Draw(sim.arm), "t") for sim in scenario.arms], Random(0))
    assert [result.rate for result in results] == pytest.approx([0.731, 0.4, 0.5, 0.0, 1.0], abs=0.03)
    assert learner.held_out() == pytest.approx((0.7311 + 0.5) / 2, abs=1e-4)


def test_learning_is_variance_times_samples_and_goes_to_neighbours() -> None:
    scenario = Scenario("two", environments(1, 3, gap=2.0), rate=0.01, transfer=0.5, task_spread=0.0)
    learner = Learner(scenario)
    learner.step([(Draw(Arm("env1", 1), samples=10), "a"), (Draw(Arm("env1", 1)), "b")], Random(0))
    # 18 rollouts at pass rate one half, 0.01 logits each.
    assert learner.ability == pytest.approx({"env1:1": 0.18, "env1:2": 0.09, "env1:3": 0.045})
    p = learner.chance("env1:2", hint=0.5)  # 0.09 - 2 + 6 * 0.5 logits
    assert p == pytest.approx(1 / (1 + 2.718281828**-1.09))
    learner.step([(Draw(Arm("env1", 2), hint=0.5), "c")], Random(0))
    assert learner.ability["env1:2"] == pytest.approx(0.09 + 0.01 * 8 * 0.5 * 4 * p * (1 - p))


def test_what_is_not_trained_is_forgotten_and_noise_slows_learning() -> None:
    forgetful = Learner(Scenario("f", environments(1, 1), forgetting=0.1))
    forgetful.ability["env1:1"] = 1.0
    forgetful.step([], Random(0))
    assert forgetful.ability["env1:1"] == pytest.approx(0.9)
    gained = []
    for options in ({}, {"false_positive": 0.1, "false_negative": 0.4}):
        learner = Learner(Scenario("n", environments(1, 1, **options), task_spread=0.0))
        learner.step([(Draw(Arm("env1")), "t")], Random(0))
        gained.append(learner.ability["env1:1"])
    assert gained[1] == pytest.approx(0.5 * gained[0])


def test_mean_advantages_are_those_of_a_normalised_group() -> None:
    assert mean_advantage((1.0, 0.0)) == 1.0
    assert mean_advantage((1.0, 1.0)) == 0.0
    assert mean_advantage((1.0, 0.0, 0.0, 0.0)) == pytest.approx(2 * (0.25 * 0.75) ** 0.5)


def test_a_run_is_the_same_for_the_same_seed() -> None:
    arms = [sim.arm for sim in SCENARIOS["all kinds"].arms]
    one, two, other = (
        simulate(make_curriculum("frontier", arms), SCENARIOS["all kinds"], 20, seed) for seed in (1, 1, 2)
    )
    assert one == two
    assert one.samples != other.samples
    assert sum(one.samples.values()) == 20 * 16 * 8


# ---- what it says ----------------------------------------------------------------------------------------------------


def test_coins_get_most_samples_of_advantage_bandits_and_bands_but_few_of_the_frontier() -> None:
    table = rows("with coins", "uniform", "dump", "sec", "band", "progress", "frontier")
    assert min(table[name].coin.low for name in ("dump", "sec", "band")) > 0.5
    assert table["frontier"].coin.high < 0.2
    assert table["frontier"].coin.value < 0.75 * table["progress"].coin.value
    # The waste costs them: no better than uniform, while the frontier is far ahead.
    for name in ("dump", "sec", "band"):
        assert table[name].final.value < table["uniform"].final.value + 0.03
        assert table["frontier"].final.low > table[name].final.high + 0.1
    assert table["frontier"].final.low > table["progress"].final.high


def test_without_coins_the_advantage_bandits_are_good_and_the_frontier_no_worse() -> None:
    table = rows("moving frontier", "uniform", "ladder", "dump", "sec", "frontier")
    for name in ("dump", "sec", "frontier"):
        assert table[name].final.low > table["uniform"].final.high + 0.1
    assert table["frontier"].goal.value < table["ladder"].goal.low
    assert table["frontier"].goal.value < min(table["dump"].goal.high, table["sec"].goal.high) + 5
    assert table["frontier"].reached == 1.0


def test_among_all_kinds_the_frontier_comes_first_and_wastes_little() -> None:
    table = rows("all kinds", "uniform", "ladder", "dump", "frontier")
    ours = table["frontier"]
    assert ours.coin.high + ours.dead.high + ours.solved.high < 0.3
    for name in ("uniform", "ladder", "dump"):
        other = table[name]
        assert other.coin.low + other.dead.low + other.solved.low > 0.3
        assert ours.final.low > other.final.high + 0.1
        assert ours.goal.high < other.goal.low - 30


@pytest.mark.parametrize("scenario", ["noisy verifier", "forgetting"])
def test_noise_and_forgetting_do_not_stop_the_frontier(scenario: str) -> None:
    table = rows(scenario, "uniform", "ladder", "sec", "frontier", steps=150)
    for name in ("uniform", "ladder", "sec"):
        assert table["frontier"].mean.low > table[name].mean.high


def test_only_hints_cross_a_cliff() -> None:
    table = rows("cliff", "frontier", "sec", "hints", steps=300)
    assert max(table[name].final.high for name in ("frontier", "sec")) < 0.55
    assert table["hints"].final.low > 0.7


def test_the_benchmark_writes_its_page_and_plot(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.curricula", "--quick", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "curricula.png").stat().st_size > 10_000
    page = (tmp_path / "curricula.md").read_text()
    assert all(f"## {name[0].upper()}{name[1:]}" in page for name in SCENARIOS)
