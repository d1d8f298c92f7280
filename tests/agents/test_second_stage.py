"""A second stage within the step: how many rollouts hard prompts get, hints that grow, and what curricula are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from training_runs import QUIET, RANDOM, config, records

import rlvr
from rlvr.agents.curricula.base import Arm, Draw
from rlvr.agents.curricula.dars import extra_samples
from rlvr.agents.second_stage import GrowingHints, MoreRollouts, make_second_stage, play_second_stage
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
        (("no-such", {}), "there is no second_stage 'no-such'; there are dars, ghpo"),
        (("", {"limit": 3}), "no second_stage"),
        (("dars", {"schedule": "steep"}), "schedule must be 'equal' or 'hardness'"),
        (("dars", {"stages": [0.5]}), "second_stage_options of dars"),
        (("ghpo", {"stages": [0.5, 0.25]}), "stages must rise"),
        (("ghpo", {"stages": []}), "stages must rise"),
    ],
)
def test_settings_that_make_no_sense(settings: tuple[str, dict[str, object]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_second_stage(settings[0], [ARM], settings[1])


def test_hints_need_worked_solutions() -> None:
    with pytest.raises(ValueError, match="none short of the answer"):
        make_second_stage("ghpo", [Arm("text2sql", 1)], {})
