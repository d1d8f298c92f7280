"""A difficulty instead of levels in other people's trainers: the tasks are those of the scale, and ids rebuild them."""

from __future__ import annotations

import json

import pytest

import rlvr
from rlvr.dial import Dial, number, rungs
from rlvr.integrations.datasets import rows

AT = {rung.level + rung.beyond: rung.d for rung in rungs(rlvr.get("arithmetic"))}


def level_of(task: rlvr.Task) -> int:
    return number(rlvr.get(task.env), task.level, task.params)


def test_rows() -> None:
    made = [rlvr.task(row["id"]) for row in rows("arithmetic", 12, format=None, difficulty=(2.9, 3.6))]
    assert {level_of(task) for task in made} == {7, 8}
    with pytest.raises(ValueError, match="has difficulties from"):
        rows("arithmetic", 12, format=None, difficulty=9)


def test_openenv() -> None:
    pytest.importorskip("openenv", reason="the extra 'openenv' is not installed")
    from rlvr.integrations.openenv import Settings

    settings = Settings(["arithmetic", "dates"], difficulty=(2.0, 2.1))
    for index in range(12):
        problem = settings.problem("train", index)
        assert problem == settings.problem("train", index)
        task = rlvr.task(settings.begin(problem))
        assert task.env == ("rlvr/arithmetic-v0", "rlvr/dates-v0")[index % 2]
        assert level_of(task) in {"rlvr/arithmetic-v0": (5, 6), "rlvr/dates-v0": (3, 4, 5, 6)}[task.env]
    beyond = Settings("arithmetic", difficulty=AT[8])
    assert level_of(rlvr.task(beyond.begin(beyond.problem("test", 3)))) == 8
    with pytest.raises(ValueError, match="has difficulties from"):
        Settings("arithmetic", difficulty=9)
    with pytest.raises(ValueError, match="levels or a difficulty"):
        Settings("arithmetic", difficulty=2, levels=(1, 2))


def test_mcp() -> None:
    pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")
    from rlvr.integrations.mcp import Player

    player = Player("arithmetic", difficulty=AT[8])
    start = player.tools()[0]
    assert "level" not in start.input_schema["properties"]
    assert not player.call("start", {"seed": 5}).is_error
    assert player.episode is not None
    assert level_of(player.episode.task) == 8
    assert player.call("start", {"seed": 5, "level": 1}).is_error
    with pytest.raises(ValueError, match="levels, a difficulty, or the id"):
        Player("arithmetic:1:2", difficulty=2)


def test_reasoning_gym() -> None:
    pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")
    from rlvr.integrations.as_reasoning_gym import RlvrConfig, RlvrDataset

    config = RlvrConfig(seed=1, size=6, env="arithmetic", difficulty=3.3)
    config.validate()
    entries = [RlvrDataset(config)[index] for index in range(6)]
    made = [rlvr.Task.from_json(json.loads(entry["metadata"]["task"])) for entry in entries]
    assert {level_of(task) for task in made} <= {
        rung.level + rung.beyond for rung, _ in Dial(rlvr.get("arithmetic"), 3.3).shares()
    }
    with pytest.raises(ValueError, match="levels or a difficulty"):
        RlvrConfig(env="arithmetic", difficulty=3.3, lowest_level=2).validate()
