"""The curriculum `staircase`, and runs and evaluations of a difficulty instead of levels."""

from __future__ import annotations

import json
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

import rlvr
from rlvr.agents.arms import arms_of
from rlvr.agents.config import TaskConfig, TrainConfig
from rlvr.agents.curricula import Arm, Curriculum, Result, Stairs, make_curriculum
from rlvr.agents.curricula.stairs import difficulty_of
from rlvr.agents.evaluation.players import oracle_player
from rlvr.agents.evaluation.run import EvaluationConfig, evaluate
from rlvr.agents.task_source import TaskSource
from rlvr.dial import extent, rungs

ENVS = ("sudoku", "arithmetic", "dates")  # spans of 0.9 to 4.9, 0.6 to 4.0 and 1.3 to 2.2
ARMS = arms_of(TaskConfig(envs=ENVS, difficulty=(0, 9)))


def run(curriculum: Curriculum, skills: dict[str, float], steps: range) -> list[dict[str, float]]:
    """A policy that is right in half of the tasks at its skill; where each environment was, step by step."""
    assert isinstance(curriculum, Stairs)
    visited = []
    for step in steps:
        rng, results = Random(step), []
        for number, draw in enumerate(curriculum.draw(rng, 24)):
            rate = 1 / (1 + exp(4 * (difficulty_of(draw.arm) - skills[draw.arm.env])))
            rewards = tuple(float(rng.random() < rate) for _ in range(8))
            results.append(Result(draw, f"{step}-{number}", rewards))
        curriculum.record(results)
        visited.append(curriculum.difficulties())
    return visited


@pytest.mark.parametrize("target", [0.4, 0.6])
def test_each_environment_goes_where_the_target_is_met_and_follows_the_policy(target: float) -> None:
    curriculum = make_curriculum("staircase", ARMS, target=target)
    off = log(1 / target - 1) / 4
    up = run(curriculum, {"sudoku": 2.5, "arithmetic": 1.5, "dates": 9.0}, range(60))
    down = run(curriculum, {"sudoku": 1.7, "arithmetic": 3.3, "dates": -9.0}, range(60, 140))
    # A mixture of two levels is right a little more or less often than a level between them would be.
    assert fmean(each["sudoku"] for each in up[30:]) == pytest.approx(2.5 + off, abs=0.2)
    assert fmean(each["arithmetic"] for each in up[30:]) == pytest.approx(1.5 + off, abs=0.2)
    assert fmean(each["sudoku"] for each in down[40:]) == pytest.approx(1.7 + off, abs=0.2)
    assert fmean(each["arithmetic"] for each in down[40:]) == pytest.approx(3.3 + off, abs=0.2)
    low, high = extent(rungs(rlvr.get("dates")))
    assert (up[-1]["dates"], down[-1]["dates"]) == (high, low)  # it stays within its span


def test_the_mean_of_what_is_drawn_is_the_difficulty_and_environments_share_alike() -> None:
    curriculum = make_curriculum("staircase", ARMS, start=0.37)
    assert isinstance(curriculum, Stairs)
    weights = curriculum.weights()
    assert set(weights) == {arm.name for arm in ARMS}
    for env, d in curriculum.difficulties().items():
        mine = {arm: weights[arm.name] for arm in ARMS if arm.env == env and weights[arm.name]}
        assert len(mine) == 2
        assert sum(mine.values()) == pytest.approx(1 / 3)
        assert sum(difficulty_of(arm) * share for arm, share in mine.items()) * 3 == pytest.approx(d)
    with rlvr.stream(ENVS, workers=0, ahead=8, weights=weights) as tasks:  # its names are those of streams
        assert tasks.weights() == pytest.approx(weights)


def test_a_large_batch_makes_no_leap_and_unscored_rollouts_say_nothing() -> None:
    arms = [arm for arm in ARMS if arm.env == "arithmetic"]
    small, large = (make_curriculum("staircase", arms) for _ in range(2))
    (draw,) = small.draw(Random(0), 1)
    small.record([Result(draw, "a", (1.0,) * 8)])
    large.record([Result(draw, str(n), (1.0,) * 16) for n in range(32)])
    assert large.weights() == small.weights()
    before = small.state()
    small.record([Result(draw, "b", ())])
    assert small.state() == before


def test_it_goes_on_from_its_state() -> None:
    first, second = (make_curriculum("staircase", ARMS) for _ in range(2))
    run(first, dict.fromkeys(ENVS, 2.0), range(7))
    second.load(json.loads(json.dumps(first.state())))
    assert run(second, dict.fromkeys(ENVS, 2.0), range(7, 9)) == run(
        first, dict.fromkeys(ENVS, 2.0), range(7, 9)
    )


def test_it_stands_inside_of_wrappers_and_records_say_where_it_is() -> None:
    source = TaskSource(make_curriculum("replay", ARMS, inner="staircase"), samples=4, seed=1)
    assert {name for name in source.weights() if name.startswith("difficulty/")} == {
        f"difficulty/{env}" for env in ENVS
    }
    (prompt,) = source.prompts(0, 0, 1)
    assert rlvr.task(prompt.task.id) == prompt.task


@pytest.mark.parametrize("arm", [Arm("algorithms", 1), Arm("sudoku", 3, (("blanks", 5),))])
def test_arms_without_a_measured_difficulty_are_told(arm: Arm) -> None:
    with pytest.raises(ValueError, match="was not measured, and the curriculum staircase needs it"):
        make_curriculum("staircase", [Arm("sudoku", 1), arm])


def test_a_configuration_of_a_difficulty() -> None:
    load = TrainConfig.load
    found = load(None, ["tasks.envs=[sudoku]", "tasks.difficulty=[2, 4.5]"])
    names = [arm.name for arm in arms_of(found.tasks)]
    assert names == ["sudoku:5", "sudoku:6", "sudoku:7", "sudoku:8", "sudoku:8+1"]
    assert TrainConfig.from_mapping(json.loads(json.dumps(found.to_json()))) == found
    assert all(rlvr.task(source_task.id) == source_task for source_task in _tasks(found))
    between = load(None, ["tasks.envs=[sudoku]", "tasks.difficulty=[2, 2]"])
    assert [arm.name for arm in arms_of(between.tasks)] == ["sudoku:4", "sudoku:5"]
    with pytest.raises(ValueError, match=r"give tasks\.difficulty, or tasks\.levels"):
        load(None, ["tasks.envs=[sudoku]", "tasks.difficulty=[2, 4]", "tasks.levels=[1, 2]"])
    with pytest.raises(ValueError, match=r"rlvr/dates-v0 has difficulties from .*, not 4"):
        arms_of(load(None, ["tasks.envs=[sudoku, dates]", "tasks.difficulty=[4, 4]"]).tasks)


def _tasks(config: TrainConfig) -> list[rlvr.Task]:
    source = TaskSource(make_curriculum("staircase", arms_of(config.tasks), start=0.9), samples=4, seed=1)
    return [prompt.task for prompt in source.prompts(0, 0, 4)]


def test_an_evaluation_of_a_difficulty(tmp_path: Path) -> None:
    config = EvaluationConfig(("arithmetic",), tasks=4, samples=1, difficulty=(2.9, 3.6))
    report = evaluate(oracle_player(), config, name="oracle", out=tmp_path / "run")
    assert {(sample.level, sample.passed) for sample in report.samples} == {(7, True), (8, True)}
    again = evaluate(oracle_player(), config, name="oracle", out=tmp_path / "run")  # nothing is left to play
    assert [sample.key for sample in again.samples] == [sample.key for sample in report.samples]
    point = EvaluationConfig(("arithmetic",), tasks=10, samples=1, difficulty=(3.1, 3.1))
    found = [sample.level for sample in evaluate(oracle_player(), point, name="oracle").samples]
    assert (found.count(7), found.count(8)) == (7, 3)
    with pytest.raises(ValueError, match=r"has difficulties from .* not 9"):
        evaluate(
            oracle_player(), EvaluationConfig(("arithmetic",), samples=1, difficulty=(9, 9)), name="oracle"
        )
    both = EvaluationConfig(("arithmetic",), (1, 2), samples=1, difficulty=(2, 3))
    with pytest.raises(ValueError, match="levels or a difficulty"):
        evaluate(oracle_player(), both, name="oracle")
