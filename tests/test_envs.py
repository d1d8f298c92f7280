"""What is promised of every environment, beyond what the conformance suite checks."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import gymnasium
import pytest
from gymnasium.error import ResetNeeded
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play, random_policy
from rlvr.envs.base import HintsOff, TextEnv
from rlvr.envs.hints import first_part
from rlvr.envs.make import make_env
from rlvr.envs.spaces import UnicodeText
from rlvr.spec import mark
from rlvr.verifiers.base import Reason, Verdict

IDS = list(rlvr.list())
GAMES = [spec.id for spec in rlvr.specs() if spec.noun == "move"]


def right(env: TextEnv) -> str:
    return mark(env.task.answer, env.task.marker)


def test_a_right_answer_is_paid_and_ends_the_episode() -> None:
    env = rlvr.make("word-sorting", level=2)
    prompt, info = env.reset(seed=5)
    assert prompt == info["task"].prompt
    assert info["messages"] == [{"role": "user", "content": prompt}]
    observation, reward, terminated, truncated, info = env.step(f"Easy. {right(env)}")
    assert (observation, reward, terminated, truncated) == ("Correct.", 1.0, True, False) or reward == 1.0
    assert info["verdict"].passed
    assert info["turn"] == 1
    with pytest.raises(ResetNeeded):
        env.step("again")


def test_the_seed_alone_decides_the_task() -> None:
    a, b = rlvr.make("word-sorting", level=(1, 4)), rlvr.make("word-sorting", level=(1, 4))
    for seed in range(20):
        a.reset(seed=99)  # whatever was played before
        assert a.reset(seed=seed)[1]["task"] == b.reset(seed=seed)[1]["task"]
    levels = {a.reset(seed=seed)[1]["task"].level for seed in range(50)}
    assert levels == {1, 2, 3, 4}
    a.reset(seed=7)
    b.reset(seed=7)
    assert [a.reset()[1]["task"].id for _ in range(3)] == [b.reset()[1]["task"].id for _ in range(3)]


def test_at_one_level_the_seed_is_the_seed_of_the_task() -> None:
    env = rlvr.make("word-sorting", level=3)
    assert env.reset(seed=41)[1]["task"] == rlvr.task("rlvr/word-sorting-v0:3:41")


def test_a_given_task_is_played() -> None:
    env = rlvr.make("word-sorting")
    task = rlvr.task("rlvr/word-sorting-v0:4:8")
    assert env.reset(options={"task": task})[1]["task"] == task
    assert env.reset(options={"task": task.id})[1]["task"] == task
    assert env.reset(seed=1, options={"level": 5})[1]["task"].id == "rlvr/word-sorting-v0:5:1"
    with pytest.raises(ValueError, match="unknown reset options"):
        env.reset(options={"colour": 3})
    with pytest.raises(TypeError, match="is a Task or a task id"):
        env.reset(options={"task": 5})


@pytest.mark.parametrize("split", ["train", "test"])
def test_a_split_gives_only_its_tasks(split: str) -> None:
    env = rlvr.make("word-sorting", split=split, level=(1, 3))
    for seed in range(30):
        task = env.reset(seed=seed)[1]["task"]
        assert task.split == split
        assert rlvr.task(task.id) == task


def test_attempts_with_feedback() -> None:
    env = rlvr.make("word-sorting", attempts=3, feedback="reason")
    env.reset(seed=0)
    told, reward, terminated, truncated, info = env.step("hm")
    assert told == "No answer was given in the form that was asked for. Try again. Attempts left: 2."
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info["verdict"].reason is Reason.NO_ANSWER
    assert env.step("<answer>a, b</answer>")[0].startswith("Use each of the given words")
    assert env.step(right(env))[1:4] == (1.0, True, False)


@pytest.mark.parametrize(
    ("feedback", "between", "after"),
    [("none", "Try again. Attempts left: 1.", ""), ("binary", "Wrong. Try again. Attempts left: 1.", "Wrong.")],
)
def test_feedback_says_no_more_than_it_may(feedback: str, between: str, after: str) -> None:
    env = rlvr.make("word-sorting", attempts=2, feedback=feedback)
    env.reset(seed=0)
    assert env.step("x")[0] == between
    observation, reward, terminated, truncated, _ = env.step("x")
    assert (observation, reward, terminated, truncated) == (after, 0.0, True, False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 9}, "has levels 1 to"),
        ({"level": (3, 1)}, "upside down"),
        ({"level": "hard"}, "whole number or a pair"),
        ({"split": "dev"}, "split must be one of"),
        ({"feedback": "all"}, "feedback must be one of"),
        ({"reward": "sparse"}, "reward must be one of"),
        ({"extraction": "loose"}, "extraction must be one of"),
        ({"marker": "xml"}, "marker must be one of"),
        ({"render_mode": "human"}, "render_mode must be one of"),
        ({"attempts": 0}, "attempts must be at least 1"),
        ({"max_turns": 5}, "single-turn: give attempts"),
        ({"params": {"colour": 1}}, "has no parameter 'colour'"),
    ],
)
def test_bad_options_are_refused_with_the_fix(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gymnasium.make("rlvr/word-sorting-v0", **options)


def test_actions_are_texts() -> None:
    env = rlvr.make("word-sorting")
    env.reset(seed=0)
    with pytest.raises(TypeError, match="an action is a str, not int"):
        env.step(5)  # type: ignore[arg-type]
    with pytest.raises(ResetNeeded):
        rlvr.make("word-sorting").step("x")


def test_a_long_action_scores_nothing_and_a_long_observation_is_shortened() -> None:
    env = rlvr.make("word-sorting", max_action_chars=50, max_observation_chars=80)
    prompt, _ = env.reset(seed=0)
    assert len(prompt) <= 80
    assert "characters left out" in prompt
    _, reward, terminated, _, info = env.step("x" * 51)
    assert (reward, terminated, info["verdict"].reason) == (0.0, True, Reason.TOO_LONG)


def test_an_episode_over_its_time_is_truncated() -> None:
    env = rlvr.make("word-sorting", attempts=2, time_limit=1e-9)
    env.reset(seed=0)
    time.sleep(0.001)
    _, reward, terminated, truncated, info = env.step(right(env))
    assert (reward, terminated, truncated, info["verdict"].reason) == (0.0, False, True, Reason.TIMEOUT)


def test_hints_come_in_order_and_are_off_in_evaluation() -> None:
    env = rlvr.make("word-sorting")
    env.reset(seed=0)
    trace = env.task.trace or ""
    assert env.hint(0.0) == ""
    assert trace.startswith(env.hint(0.5))
    assert env.step("x")[4]["hint_fraction"] == 0.5
    assert (
        sum(message["content"].startswith("Hint: ") for message in env.messages) == 1
    )  # an empty one says nothing
    for off in (rlvr.make("word-sorting", split="test"), rlvr.make("word-sorting", hints=False)):
        off.reset(seed=0)
        with pytest.raises(HintsOff):
            off.hint(0.5)
    with pytest.raises(ValueError, match="fraction"):
        env.reset(seed=0) and env.hint(1.5)


@given(st.text(), st.floats(0, 1, exclude_max=True))
def test_a_hint_is_a_beginning_and_never_the_whole(text: str, fraction: float) -> None:
    part = first_part(text, fraction)
    assert text.startswith(part)
    assert not text.split() or part.split() != text.split()
    assert first_part(text, 1.0) == text


def test_a_failure_of_the_machinery_masks_the_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    env = rlvr.make("word-sorting", attempts=3)
    failure = Verdict(None, Reason.INFRA, "the sandbox died")
    monkeypatch.setattr(type(env.task_spec), "verify_response", lambda *_: failure)
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step("x")
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert not info["verdict"].scored


@pytest.mark.parametrize("env_id", IDS)
def test_vector_environments_give_what_single_ones_give(env_id: str) -> None:
    count = 3
    singles = [gymnasium.make(env_id) for _ in range(count)]
    wanted = [env.reset(seed=10 + i) for i, env in enumerate(singles)]
    actions = [env.unwrapped.random_action(Random(i)) for i, env in enumerate(singles)]
    stepped = [env.step(action) for env, action in zip(singles, actions, strict=True)]
    for mode in ("sync", "async"):
        vector = gymnasium.make_vec(env_id, num_envs=count, vectorization_mode=mode)
        try:
            observations, infos = vector.reset(seed=10)
            assert tuple(observations) == tuple(observation for observation, _ in wanted)
            assert list(infos["task"]) == [info["task"] for _, info in wanted]
            observations, rewards, terminated, truncated, infos = vector.step(tuple(actions))
            assert tuple(observations) == tuple(step[0] for step in stepped)
            assert list(rewards) == [step[1] for step in stepped]
            assert list(terminated) == [step[2] for step in stepped]
            assert list(truncated) == [step[3] for step in stepped]
            assert list(infos["state_key"]) == [step[4]["state_key"] for step in stepped]
            assert [list(m) for m in infos["messages"]] == [step[4]["messages"] for step in stepped]
        finally:
            vector.close()


def test_asynchronous_observations_change_and_hold_any_unicode() -> None:
    vector = gymnasium.make_vec(
        "rlvr/word-sorting-v0", num_envs=2, vectorization_mode="async", attempts=9, feedback="reason"
    )
    try:
        first, _ = vector.reset(seed=0)
        second = vector.step(("\U0001f642 <answer>é中</answer>", "\ud800"))[0]
        assert first[0] != second[0]
        assert second == (
            "Give the words, separated by commas. Try again. Attempts left: 8.",
            "No answer was given in the form that was asked for. Try again. Attempts left: 8.",
        )
    finally:
        vector.close()


@given(st.text(max_size=60))
def test_the_text_space_takes_any_unicode(text: str) -> None:
    space = UnicodeText(50)
    assert space.contains(text) == (len(text) <= 50)
    assert not space.contains(b"bytes")
    space.seed(3)
    assert space.contains(space.sample())


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("reward", ["binary", "dense"])
def test_every_episode_is_replayable(env_id: str, reward: str) -> None:
    spec = rlvr.get(env_id)
    options: dict[str, Any] = {"attempts": 3} if spec.env == "single" else {}
    for seed in range(6):
        level = 1 + seed % len(spec.levels)
        env = make_env(env_id, level=level, reward=reward, **options)
        record = play(env, random_policy(Random(seed)) if seed % 2 else oracle, seed=seed)
        verdict = rlvr.verify(record.task, record.actions, reward=reward, **options)
        assert verdict == record.verdict
        worth = verdict.score if reward == "dense" else float(verdict.passed)
        assert sum(record.rewards) == pytest.approx(worth)


def test_a_replay_with_too_many_or_too_few_actions_is_told() -> None:
    task = rlvr.task("rlvr/word-sorting-v0:1:1")
    with pytest.raises(ValueError, match="1 of 2 actions come after the end"):
        rlvr.verify(task, [mark(task.answer, "tag"), "more"])
    assert rlvr.verify(task, ["x"], attempts=2).reason is Reason.TRUNCATED
    assert rlvr.verify(task, []).reason is Reason.TRUNCATED


@pytest.mark.parametrize("env_id", IDS)
def test_branches_are_independent_and_equal_states_have_equal_keys(env_id: str) -> None:
    env = make_env(env_id, **({"attempts": 4} if rlvr.get(env_id).env == "single" else {}))
    _, info = env.reset(seed=2)
    start = env.clone()
    keys = [info["state_key"]]
    for turn in range(2):
        action = env.random_action(Random(turn))
        twin = env.clone()
        left, right_ = env.step(action), twin.step(action)
        assert left[:4] == right_[:4]
        assert left[4]["state_key"] == right_[4]["state_key"]
        keys.append(left[4]["state_key"])
        if left[2] or left[3]:
            break
    env.restore(start)
    assert env.messages == start.messages
    assert env.clone().reset(seed=2)[1]["state_key"] == keys[0]
    with pytest.raises(ValueError, match="cannot restore"):
        env.restore(make_env(next(other for other in [*IDS, "x"] if other != env_id)))


@pytest.mark.parametrize("env_id", GAMES)
def test_a_game_out_of_turns_is_truncated_not_terminated(env_id: str) -> None:
    env = make_env(env_id, max_turns=2, level=3)
    env.reset(seed=1)
    assert env.step("no move at all")[2:4] == (False, False)
    _, reward, terminated, truncated, info = env.step("<answer>nonsense</answer>")
    assert (reward, terminated, truncated, info["verdict"].reason) == (0.0, False, True, Reason.TRUNCATED)
    with pytest.raises(ValueError, match="takes max_turns, not attempts"):
        make_env(env_id, attempts=2)


@pytest.mark.parametrize("env_id", GAMES)
@pytest.mark.parametrize(
    "move",
    [
        "",
        "\x00",
        "\ud800",
        "<answer></answer>",
        "<answer>\ud800</answer>",
        mark("A " * 40_000, "tag"),
        "A" * 100_001,
    ],
)
def test_hostile_moves_cost_a_turn_and_nothing_else(env_id: str, move: str) -> None:
    env = make_env(env_id, reward="dense")
    _, before = env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(move)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert (info["turn"], info["state_key"]) == (1, before["state_key"])
