"""Judge tasks of a policy's own responses: exact labels, balance, and nothing that a judge could use instead."""

from __future__ import annotations

from random import Random

import pytest

import rlvr
from rlvr.agents.rewards.judging import JUDGE, judge_task, judge_tasks
from rlvr.agents.trajectory import Group, Segment, Trajectory, Turn
from rlvr.generators.base import Task
from rlvr.generators.composition.judge_solver import confirms
from rlvr.verifiers.base import infra

TASK = rlvr.task("rlvr/gcd-lcm-v0:2:5")


def group_of(*responses: str, task: Task = TASK) -> Group:
    made = []
    for sample, text in enumerate(responses):
        verdict = rlvr.verify(task, text)
        turn = Turn(0, 0, 1, text, float(verdict.passed), "s", "end")
        made.append(Trajectory(task, sample, [Segment([1], [True], [-0.1], [0])], [turn], verdict))
    return Group(task, made)


def right(words: str) -> str:
    return f"{words} <answer>{TASK.answer}</answer>"


def wrong(words: str) -> str:
    return f"{words} <answer>{int(TASK.answer) + 1}</answer>"


def test_a_judge_task_plays_in_the_judge_environment() -> None:
    for text in (right("So"), wrong("So")):
        made = judge_task(TASK, text, rlvr.verify(TASK, text), Random(0))
        assert made.env == JUDGE
        assert text in made.prompt
        assert TASK.prompt in made.prompt
        assert confirms(made.payload, made.answer)
        env = rlvr.make(JUDGE)
        env.reset(options={"task": made})
        assert env.step(f"<answer>{made.answer}</answer>")[1:4] == (1.0, True, False)
        env.reset(options={"task": made})
        other = "wrong" if made.answer == "right" else "right"
        assert env.step(f"<answer>{other}</answer>")[1] == 0.0
        assert rlvr.verify(made, made.trace or "").passed
        assert Task.from_json(made.to_json()) == made
        with pytest.raises(ValueError, match="no parameter"):
            rlvr.task(made.id)  # the id alone must not give some other task


def test_its_fingerprint_is_that_of_the_generator() -> None:
    spec, found = rlvr.get("judge"), 0
    own = {task.fingerprint: task for task in (rlvr.get("gcd-lcm").task(1, seed) for seed in range(300))}
    generated = {spec.task(1, seed, params={"families": ["gcd-lcm"]}).fingerprint for seed in range(300)}
    for task in own.values():
        made = judge_task(task, "x", rlvr.verify(task, "x"), Random(0))
        found += made.fingerprint in generated
    assert found > 3


def test_a_group_gives_as_many_right_as_wrong_ones() -> None:
    group = group_of(right("a"), right("b"), right("c"), wrong("a"), wrong("b"))
    for pairs, count in ((1, 1), (2, 2), (5, 2)):
        labels = [task.answer for task in judge_tasks(group, Random(1), pairs)]
        assert sorted(labels) == ["right"] * count + ["wrong"] * count
    assert judge_tasks(group_of(right("a"), right("b")), Random(1)) == []
    assert judge_tasks(group_of(wrong("a"), wrong("b")), Random(1)) == []


def test_what_says_nothing_about_the_policy_or_shows_itself_is_left_out() -> None:
    group = group_of(
        right("a"), wrong("a"), wrong("b"), wrong("c"), wrong("d"), "no answer", wrong("e"), wrong("e")
    )
    group.trajectories[1].verdict = infra("no sandbox")
    group.trajectories[2].ending = "watchdog"
    group.trajectories[3].ending = "budget"
    group.trajectories[4].turns[0].stop = "length"
    for seed in range(20):
        made = judge_tasks(group, Random(seed), 3)
        assert len(made) == 2
        assert wrong("e") in made[1].prompt


def test_no_judge_task_of_the_test_split() -> None:
    kept = 0
    for seed in range(120):
        task = rlvr.get("gcd-lcm").task(3, seed)
        group = group_of(
            f"<answer>{task.answer}</answer>", f"<answer>{int(task.answer) + 1}</answer>", task=task
        )
        made = judge_tasks(group, Random(0))
        assert {each.split for each in made} <= {"train"}
        kept += bool(made)
    assert 90 < kept < 120


def test_long_responses_keep_their_end_and_other_environments_are_refused() -> None:
    text = "w " * 5000 + right("")
    made = judge_task(TASK, text, rlvr.verify(TASK, text), Random(0))
    assert right("") in made.prompt
    assert len(made.prompt) < 6000
    assert confirms(made.payload, "right")
    game = rlvr.get("sokoban").task(1, 0)
    with pytest.raises(ValueError, match="not single-turn"):
        judge_task(game, "x", rlvr.verify(TASK, "x"), Random(0))
    with pytest.raises(ValueError, match="no score"):
        judge_task(TASK, "x", infra("broken"), Random(0))
