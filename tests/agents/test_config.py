"""The configuration of a run: what it reads, what it refuses, and that it comes back from JSON as it was."""

import json

import pytest
import torch

from rlvr.agents.config import TrainConfig
from rlvr.agents.curricula.base import Arm
from rlvr.agents.learning.advantages import trajectory_advantages
from rlvr.agents.learning.batch import Outcomes
from rlvr.agents.learning.presets import PRESETS


def test_settings_override_the_file_which_overrides_the_defaults(tmp_path):
    file = tmp_path / "run.yaml"
    file.write_text("steps: 7\nprompts: 5\ntasks:\n  envs: [sudoku]\n  levels: [1, 2]\n", encoding="utf-8")
    config = TrainConfig.load(file, ["steps=9", "sampling.temperature=0.5", "optimizer.rate=1e-5"])
    assert (config.steps, config.prompts, config.samples) == (9, 5, TrainConfig.samples)
    assert config.tasks.envs == ("sudoku",)
    assert config.tasks.levels == (1, 2)
    assert config.sampling.temperature == 0.5
    assert config.optimizer.rate == 1e-5


def test_arms_may_have_parameters_as_a_table():
    arms = [{"env": "cipher", "level": 2, "params": {"steps": 1, "length": 5}}]
    config = TrainConfig.from_mapping({"tasks": {"arms": arms}})
    assert config.tasks.arms == (Arm("cipher", 2, (("length", 5), ("steps", 1))),)


def test_it_comes_back_from_json():
    config = TrainConfig.load(
        None,
        [
            "tasks.arms=[{env: cipher, level: 1, params: {steps: 1}}]",
            "preset=dapo",
            "algorithm.clip_high=0.3",
            "model.thinking=false",
            "sampling.max_episode_tokens=77",
        ],
    )
    assert TrainConfig.from_mapping(json.loads(json.dumps(config.to_json()))) == config
    assert config.resolved_algorithm().clip_high == 0.3
    assert config.resolved_algorithm().dynamic_sampling


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (["tasks.env=[sudoku]"], "'tasks.envs'"),
        (["stepz=3", "tasks.envs=[sudoku]"], "'steps'"),
        (["steps=many", "tasks.envs=[sudoku]"], "steps must be int"),
        (["steps=true", "tasks.envs=[sudoku]"], "steps must be int"),
        (["steps=0", "tasks.envs=[sudoku]"], "at least 1"),
        (["steps"], "key=value|steps"),
        ([], "nothing to train on"),
        (["tasks.envs=sudoku"], "tasks.envs must be a list"),
        (["tasks.envs=[sudoku]", "tasks.levels=[1]"], "2 entries"),
        (["tasks.envs=[sudoku]", "preset=grop"], "grpo"),
        (["tasks.envs=[sudoku]", "algorithm.klip=1"], "klip"),
        (["tasks.envs=[sudoku]", "sampling.temperature=0"], "temperature"),
        (["tasks.envs=[sudoku]", "parallel=tensor"], "'ddp', 'fsdp'"),
        (["tasks.envs=[sudoku]", "steps.more=3"], "steps"),
        (["tasks.envs=[sudoku]", "tasks.judge_share=1"], "judge_share"),
        (["tasks.envs=[sudoku]", "prompts=2", "samples=2", "minibatches=5"], "minibatches=5"),
    ],
)
def test_what_cannot_be_is_refused_by_name(settings, told):
    with pytest.raises((ValueError, TypeError), match=told):
        TrainConfig.load(None, settings)


GROUPLESS = {"reinforce", "reinforce_plus_plus", "trr_plus_plus", "nsr", "psr", "w_reinforce", "ppo"}


@pytest.mark.parametrize("name", PRESETS)
def test_one_rollout_of_a_task_is_refused_where_rollouts_are_compared_with_each_other(name):
    settings = ["tasks.envs=[sudoku]", f"preset={name}", "samples=1"]
    if name in GROUPLESS:
        assert TrainConfig.load(None, settings).samples == 1
    else:
        with pytest.raises(ValueError, match=f"samples=1 .*{name}.*set samples to 2 or more"):
            TrainConfig.load(None, settings)


@pytest.mark.parametrize("name", PRESETS)
def test_whether_rollouts_are_compared_is_what_the_advantages_of_lone_ones_say(name):
    rewards = torch.tensor([0.0, 1.0, 0.0, 1.0])
    valid, kinds = torch.ones(4, dtype=torch.bool), torch.zeros(4, dtype=torch.long)
    alone = Outcomes(rewards, torch.arange(4), valid, kinds=kinds)
    taught = bool(trajectory_advantages(alone, PRESETS[name]).any())
    assert taught != PRESETS[name].compares_groups


def test_a_switch_decides_and_not_the_name_of_the_preset():
    alone = ["tasks.envs=[sudoku]", "samples=1"]
    settings = [*alone, "algorithm.centre=batch", "algorithm.scale=batch"]
    assert TrainConfig.load(None, settings).samples == 1
    with pytest.raises(ValueError, match="samples=1"):
        TrainConfig.load(None, [*alone, "preset=reinforce", "algorithm.centre=leave_one_out"])


def test_a_file_that_is_no_mapping_is_refused(tmp_path):
    file = tmp_path / "run.yaml"
    file.write_text("- 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="mapping"):
        TrainConfig.load(file)
