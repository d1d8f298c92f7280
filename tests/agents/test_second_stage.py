"""A second stage within the step: how many rollouts hard prompts get, hints that grow, and what curricula are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from training_runs import QUIET, RANDOM, config, records

import rlvr
from rlvr.agents.curricula.base import Arm, Draw
from rlvr.agents.curricula.dars import extra_samples
from rlvr.agents.curricula.three_parameters import Curve, fit
from rlvr.agents.second_stage import (
    FittedHints,
    GrowingHints,
    MoreRollouts,
    make_second_stage,
    play_second_stage,
)
from rlvr.agents.set_up import set_up
from rlvr.agents.task_source import Prompt
from rlvr.agents.train import run as train
from rlvr.agents.trajectory import Group, Trajectory
from rlvr.verifiers.base import correct, infra, wrong

pytestmark = pytest.mark.usefixtures("without_plots")
ARM = Arm("linear-systems", 1)
TASK = rlvr.get("linear-systems").task(1, 0)
OUTCOMES = {"r": correct(), "w": wrong(), "m": infra("away")}


def group(outcomes: str, arm: str = ARM.name) -> Group:
    trajectories = []
    for outcome in outcomes:
        trajectory = Trajectory(TASK)
        trajectory.verdict = OUTCOMES[outcome]
        trajectories.append(trajectory)
    return Group(TASK, trajectories, arm)


def prompt(samples: int, hint: float = 0.0) -> Prompt:
    return Prompt(TASK, samples, Draw(ARM, hint=hint))


def outcomes(found: Group) -> str:
    names = {id(verdict): name for name, verdict in OUTCOMES.items()}
    return "".join(names[id(each.verdict)] for each in found.trajectories)


class Player:
    """Plays prompts as a script says, and notes what was asked."""

    def __init__(self, *script: list[str]) -> None:
        self.script, self.asked = list(script), []

    def __call__(self, prompts: list[Prompt]) -> list[Group]:
        self.asked.append([(each.samples, each.first, each.hint) for each in prompts])
        return [group(outcomes) for outcomes in self.script.pop(0)]


def test_hard_prompts_get_as_many_rollouts_as_the_paper_says_in_their_group() -> None:
    """N = 8 and 0, 1, 2, 3 right: 9, 5, 2, 1 more; 4 right: none (arXiv:2508.13755)."""
    first = [group("w" * (8 - right) + "r" * right) for right in range(5)]
    play = Player(["w" * 8 + "r", "w" * 5, "rw", "r"])
    found, replaced = play_second_stage(MoreRollouts(), [prompt(8)] * 5, first, play)
    assert play.asked == [[(9, 8, 0.0), (5, 8, 0.0), (2, 8, 0.0), (1, 8, 0.0)]]
    assert [len(each.trajectories) for each in found] == [17, 13, 10, 9, 8]
    assert outcomes(found[0]) == "w" * 8 + "w" * 8 + "r"
    assert [len(each.trajectories) for each in first] == [8] * 5
    assert not replaced


def test_hardness_weighted_counts_and_their_limit() -> None:
    """N = 8 and 0, 1, 2, 3 right: 23, 14, 6, 3 more, 64 together at the most."""
    first = [group("w" * (8 - right) + "r" * right) for right in range(4)]
    play = Player([""] * 4)
    play_second_stage(MoreRollouts(schedule="hardness"), [prompt(8)] * 4, first, play)
    assert [asked[0] for asked in play.asked[0]] == [23, 14, 6, 3]
    play = Player([""] * 4)
    play_second_stage(MoreRollouts(schedule="hardness", limit=20), [prompt(8)] * 4, first, play)
    assert [asked[0] for asked in play.asked[0]] == [12, 12, 6, 3]


def test_prompts_of_which_all_fail_are_played_again_with_hints_until_one_passes() -> None:
    first = [group("wwww"), group("wwwr"), group("wmww"), group("wwww")]
    play = Player(["wwww", "wwrw", "wwww"], ["rwww", "wwww"], ["wwww"])
    found, replaced = play_second_stage(GrowingHints(), [prompt(4)] * 4, first, play)
    assert play.asked == [[(4, 0, 0.25)] * 3, [(4, 0, 0.5)] * 2, [(4, 0, 0.75)]]
    assert [outcomes(each) for each in found] == ["rwww", "wwwr", "wwrw", "wwww"]
    assert [each.arm.partition(":hint")[2] for each in found] == ["50", "", "25", "75"]
    assert sorted(map(outcomes, replaced)) == sorted(["wwww", "wmww", "wwww", "wwww", "wwww", "wwww"])
    assert outcomes(first[0]) == "wwww"


class Tutored(Player):
    """Answers with so many right of each round as a curve says, and notes the hints as rollouts do."""

    def __init__(self, curve: Curve) -> None:
        super().__init__()
        self.curve = curve

    def __call__(self, prompts: list[Prompt]) -> list[Group]:
        self.asked.append([(each.samples, each.first, each.hint) for each in prompts])
        found = []
        for each in prompts:
            right = round(each.samples * self.curve.accuracy(each.hint))
            found.append(group("r" * right + "w" * (each.samples - right)))
            for trajectory in found[-1].trajectories:
                trajectory.extra["hint"] = each.hint
        return found


def test_hints_of_a_fitted_curve_bring_a_problem_to_one_half() -> None:
    """SEELE: rounds with the hint of a three-parameter curve; advantages over all of them (arXiv:2509.06923)."""
    for true in (Curve(10.0, 0.3, 0.0), Curve(10.0, 0.7, 0.0), Curve(20.0, 0.5, 0.1)):
        play = Tutored(true)
        first = [group("w" * 15 + "r"), group("r" * 8 + "w" * 8)]
        asked = [prompt(16), prompt(16)]
        (found, enough), replaced = play_second_stage(FittedHints(rounds=4), asked, first, play)
        assert enough is first[1]  # half of them are right without a hint
        assert replaced == [first[0]]
        assert (found.arm, len(found.trajectories)) == (f"{ARM.name}:hints", 64)
        assert [len(each) for each in play.asked] == [1] * 4
        hints = [hint for ((_, _, hint),) in play.asked]
        assert [first for ((_, first, _),) in play.asked] == [0, 16, 32, 48]
        assert 0.3 <= true.accuracy(hints[-1]) <= 0.7, (true, hints)
        assert abs(true.accuracy(hints[-1]) - 0.5) <= abs(true.accuracy(hints[0]) - 0.5) + 0.05


def test_the_curve_is_that_of_three_parameters() -> None:
    """c + (1 - c) / (1 + exp(-a (h - b))), by hand; and the fit finds what made many rollouts."""
    curve = Curve(8.0, 0.5, 0.2)
    assert curve.accuracy(0.5) == pytest.approx(0.2 + 0.8 / 2)
    assert curve.accuracy(0.25) == pytest.approx(0.2 + 0.8 / (1 + 2.718281828459045**2))
    assert curve.accuracy(curve.hint(0.5)) == pytest.approx(0.5)
    assert (curve.hint(0.1), Curve(2.0, 1.5, 0.0).hint(0.9)) == (0.0, 1.0)
    points = [(hint / 10, round(1000 * curve.accuracy(hint / 10)), 1000) for hint in range(11)]
    found = fit(points)
    assert max(abs(found.accuracy(hint) - curve.accuracy(hint)) for hint, _, _ in points) < 0.03


def test_what_machinery_spoiled_is_no_failure() -> None:
    play = Player()
    for stage in (GrowingHints(), MoreRollouts()):
        found, replaced = play_second_stage(stage, [prompt(2), prompt(2)], [group("mm"), group("")], play)
        assert ([outcomes(each) for each in found], replaced) == (["mm", ""], [])
    assert not play.asked


def test_a_second_stage_of_which_nothing_could_be_scored_takes_no_place() -> None:
    found, replaced = play_second_stage(GrowingHints(), [prompt(2)], [group("ww")], Player([""], [""], [""]))
    assert (outcomes(found[0]), replaced) == ("ww", [])


def test_prompts_with_hints_or_without_a_draw_are_left_as_they_are() -> None:
    play = Player()
    prompts = [prompt(2, hint=0.3), Prompt(TASK, 2, name="judge")]
    play_second_stage(GrowingHints(), prompts, [group("ww")] * 2, play)
    assert not play.asked
    more = Player(["w"])
    play_second_stage(MoreRollouts(limit=3), prompts, [group("ww")] * 2, more)
    assert more.asked == [[(1, 2, 0.3)]]


def test_a_step_learns_from_added_rollouts_and_tells_the_curriculum_of_the_first(
    model: Path, tmp_path: Path
) -> None:
    settings = ["tasks.second_stage=dars", "tasks.second_stage_options={limit: 7}", RANDOM]
    run = set_up(config(model, tmp_path, *settings), console=QUIET)
    told = []
    record = run.trainer.source.record
    run.trainer.source.record = lambda results: (told.extend(results), record(results))[1]
    run.begin()
    run.trainer.step()
    extra = [extra_samples(result.passed, 4, limit=7) for result in told]
    assert 3 in extra  # nothing right in some group of 4: as many as the limit allows
    assert [len(each.trajectories) for each in run.trainer.groups] == [4 + more for more in extra]
    assert [len(result.rewards) for result in told] == [4] * 4
    texts = [[t.turns[0].text for t in each.trajectories] for each in run.trainer.groups]
    assert any(each[4:] != each[: len(each) - 4] for each in texts)  # other draws, not the first ones again


def test_a_step_learns_from_the_hinted_rounds_together(model: Path, tmp_path: Path) -> None:
    options = "tasks.second_stage_options={rounds: 2, samples: 3}"
    settings = ["tasks.second_stage=seele", options, "tasks.levels=[5,5]", RANDOM]
    run = set_up(config(model, tmp_path, *settings), console=QUIET)
    run.begin()
    groups, _ = run.trainer.roll_out([])
    assert [each.arm.rpartition(":")[2] for each in groups] == ["hints"] * 4
    assert [len(each.trajectories) for each in groups] == [6] * 4
    assert all(t.extra["hint"] > 0 for each in groups for t in each.trajectories)


def test_a_step_learns_from_the_group_with_the_last_hint(model: Path, tmp_path: Path) -> None:
    stages = "tasks.second_stage_options={stages: [0.25, 0.5]}"  # beyond what the model can do
    settings = ["tasks.second_stage=ghpo", stages, "tasks.levels=[5,5]", RANDOM]
    train(config(model, tmp_path, *settings, "steps=1", "checkpoint_every=1"), console=QUIET)
    (record,) = records(tmp_path)
    names = {name.partition(":hint")[2] for name in record if name.startswith("pass_rate/")}
    assert names == {"", "25", "50"}
    run = set_up(config(model, tmp_path / "again", *settings), console=QUIET)
    run.begin()
    groups, _ = run.trainer.roll_out([])
    assert all(each.arm.endswith(":hint50") for each in groups)
    assert all(t.extra["hint"] == 0.5 for each in groups for t in each.trajectories)
    assert len(run.trainer.groups) == len(run.trainer.shaped) == 12


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (("no-such", {}), "there is no second_stage 'no-such'; there are dars, ghpo, seele"),
        (("", {"limit": 3}), "no second_stage"),
        (("dars", {"schedule": "steep"}), "schedule must be 'equal' or 'hardness'"),
        (("dars", {"stages": [0.5]}), "second_stage_options of dars"),
        (("ghpo", {"stages": [0.5, 0.25]}), "stages must rise"),
        (("ghpo", {"stages": []}), "stages must rise"),
        (("seele", {"rounds": 0}), "rounds must be at least 1"),
        (("seele", {"target": 1.0}), "between 0 and 1"),
        (("seele", {"stages": [0.5]}), "second_stage_options of seele"),
    ],
)
def test_settings_that_make_no_sense(settings: tuple[str, dict[str, object]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_second_stage(settings[0], [ARM], settings[1])


def test_hints_need_worked_solutions() -> None:
    with pytest.raises(ValueError, match="none short of the answer"):
        make_second_stage("ghpo", [Arm("text2sql", 1)], {})
