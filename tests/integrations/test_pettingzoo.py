"""Games for two in PettingZoo: its own test of the interface, whole games, payoffs and regret."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test

import rlvr
from rlvr.integrations.pettingzoo import MOST_MOVES

GAMES = ("nim-games", "tic-tac-toe-kin")


def played(env, choose, seed=0, **options):
    """The last reward and info of each player."""
    env.reset(seed=seed, **options)
    ends = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            ends[agent] = (reward, info)
            env.step(None)
        else:
            env.step(choose(agent, observation, info))
    return ends


@pytest.mark.parametrize("name", GAMES)
def test_the_interface(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of texts, which no array holds
        api_test(rlvr.aec(name, level=1), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_perfect_play_keeps_what_the_first_position_is_worth(name):
    for seed in range(6):
        env = rlvr.aec(name, level=2)
        ends = played(
            env, lambda agent, seen, info, env=env: env.rules.best(env.task.payload, env.position)[0], seed
        )
        due = env.rules.worth(env.task.payload, env.rules.start(env.task.payload))
        assert [ends[agent][0] for agent in env.possible_agents] == [due, -due]
        for reward, info in ends.values():
            assert (info["payoff"], info["regret"], info["kept"], info["illegal"]) == (reward, 0, 1.0, False)


@pytest.mark.parametrize("name", GAMES)
def test_payoff_is_worth_less_own_regret_and_more_the_other_one(name):
    rng, slips = random.Random(1), 0
    for seed in range(12):
        env = rlvr.aec(name, level=1)
        ends = played(env, lambda agent, seen, info: rng.randrange(len(info["moves"])), seed)
        (one, first), (two, second) = (ends[agent] for agent in env.possible_agents)
        due = env.rules.worth(env.task.payload, env.rules.start(env.task.payload))
        assert one == -two == due - first["regret"] + second["regret"]
        slips += first["regret"]
    assert slips


def test_a_policy_reads_all_that_it_needs():
    for name in GAMES:
        for kind in rlvr.get(name).kinds:
            env = rlvr.aec(name, kinds=kind)
            env.reset(seed=3)
            for agent in env.possible_agents:
                text, mask = (env.observe(agent)[key] for key in ("text", "action_mask"))
                assert f"You are {agent}" in text
                assert "{" not in text
                assert env.rules.show(env.task.payload, env.position) in text
                assert mask.sum() == len(env.infos[agent]["moves"]) == (agent == "player_0") * mask.sum()
            assert ", ".join(env.infos["player_0"]["moves"]) in env.observe("player_0")["text"]


def test_texts_are_moves_and_other_texts_end_the_game():
    env = rlvr.aec("nim-games", level=1)
    ends = played(env, lambda agent, seen, info: f"I think.\n<answer>{info['moves'][0].lower()}</answer>", 1)
    assert {reward for reward, _ in ends.values()} == {1.0, -1.0}
    for bad in ("<answer>Z999</answer>", "I resign", "", MOST_MOVES - 1, "no <answer></answer>"):
        ends = played(env, lambda agent, seen, info, bad=bad: bad, 1)
        assert [ends[agent][0] for agent in env.possible_agents] == [-1.0, 1.0]
        assert [ends[agent][1]["illegal"] for agent in env.possible_agents] == [True, False]


def test_numbers_of_moves_are_whole():
    env = rlvr.aec("nim-games", level=1)
    env.reset(seed=1)
    for bad in (0.5, -0.5, 1.0, float("nan")):
        with pytest.raises(TypeError):
            env.step(bad)
    assert env.agent_selection == "player_0"
    env.step(np.int64(0))
    assert env.agent_selection == "player_1"


def test_the_share_kept_is_exact():
    rng, shares = random.Random(2), set()
    for seed in range(30):
        env = rlvr.aec("nim-games", level=1)
        ends = played(env, lambda agent, seen, info: rng.randrange(len(info["moves"])), seed)
        shares |= {info["kept"] for _, info in ends.values()}
    assert {1 / 3, 2 / 3} & shares
    assert shares <= {kept / made for made in range(1, 30) for kept in range(made + 1)}


def test_one_seed_is_one_game_and_a_task_can_be_given():
    env = rlvr.aec("nim-games-moves", level=2, seed=5)
    env.reset()
    task = env.task
    assert task.id == "rlvr/nim-games-moves-v0:2:5"
    env.reset()
    assert env.task.seed == 6
    env.reset(options={"task": task})
    assert env.task is task


def test_what_is_no_game_for_two_is_named():
    with pytest.raises(ValueError, match="there are: nim-games, tic-tac-toe-kin"):
        rlvr.aec("sokoban")
    with pytest.raises(rlvr.UnknownEnvironment):
        rlvr.aec("nim-game")
