"""Composers of rewards and published rewards against their papers' formulas, computed by hand."""

from __future__ import annotations

from dataclasses import replace
from math import exp, sqrt
from random import Random
from typing import Any

import pytest

import rlvr
from rlvr.agents.rewards import Composition, make_reward
from rlvr.agents.rewards.compose import Bounds
from rlvr.agents.rewards.gate import Gate
from rlvr.agents.rewards.parts import Process
from rlvr.agents.rewards.product import FewestCalls
from rlvr.agents.trajectory import Group, Segment, Trajectory, Turn
from rlvr.verifiers.base import Reason, Verdict

TASK = rlvr.task("rlvr/word-sorting-v0:1:0")
CALL = '<tool_call>{"name": "look", "arguments": {"at": 1}}</tool_call>'


def played(score: float | None, *texts: str, **parts: float) -> Trajectory:
    """An episode with these turns, judged so."""
    reason = {1.0: Reason.CORRECT, None: Reason.INFRA}.get(score, Reason.WRONG)
    turns = [Turn(0, 0, 0, text, 0.0, "", "end") for text in texts or ("<answer>x</answer>",)]
    return Trajectory(TASK, 0, [Segment()], turns, Verdict(score, reason, parts=parts))


def paid(config: dict[str, Any], *members: Trajectory) -> list[float]:
    group = Group(TASK, [replace(each, sample=place) for place, each in enumerate(members)])
    return make_reward(config)(group, Random(0))


def composed(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"name": "composed", "parts": [{"name": "outcome"}, *parts]}


THOUGHT = {"name": "process", "weights": {"thought": 0.5}}


def test_posterior_process_reward() -> None:
    """P-GRPO: R_o + R_o R_t, so a good thought of wrong code earns nothing; as a gate and as a product."""
    members = (played(1.0, thought=0.8), played(0.0, thought=0.8), played(0.9, thought=1.0), played(1.0))
    expected = [1 + 0.5 * 0.8, 0.0, 0.0, 1.0]
    assert paid(composed({"name": "gate", "parts": [THOUGHT]}), *members) == pytest.approx(expected)
    product = {"name": "multiply", "parts": [{"name": "outcome"}, THOUGHT]}
    assert paid(composed(product), *members) == pytest.approx(expected)
    assert paid(composed(THOUGHT), *members) == pytest.approx(
        [1.4, 0.4, 0.5, 1.0]
    )  # what it is without the gate


def test_gated_accumulation() -> None:
    """G-RA: immediate rewards add up only from a threshold of the long-term reward on, in a chain of priorities."""
    edits = {"name": "process", "weights": {"edits": 0.1}}
    calls = {"name": "process", "weights": {"calls": 0.05}}
    chain = {
        "name": "gate",
        "least": 0.5,
        "parts": [edits, {"name": "gate", "on": "edits", "least": 1.0, "parts": [calls]}],
    }
    config = {"name": "composed", "parts": [{"name": "outcome", "kind": "score", "partial": 0.5}, chain]}
    members = (
        played(0.4, edits=1.0, calls=1.0),  # below the threshold: 0.5 x 0.4 and no more
        played(0.6, edits=0.5, calls=1.0),  # 0.3 + 0.1 x 0.5; the inner gate is closed
        played(0.6, edits=1.0, calls=0.4),  # 0.3 + 0.1 + 0.05 x 0.4
        played(1.0, edits=1.0, calls=1.0),
        played(None, edits=1.0, calls=1.0),  # masked
    )
    assert paid(config, *members) == pytest.approx([0.2, 0.35, 0.42, 1.15, 0.0])


@pytest.mark.parametrize(
    ("options", "solved", "failed"),
    [
        ({}, (0.2, 0.3), (0.0, 0.0)),
        ({"least": 0.5}, (0.2, 0.3), (0.0, 0.3)),
        ({"least": 0.0}, (0.2, 0.3), (0.2, 0.3)),
        ({"below": 1.0}, (0.0, 0.0), (0.2, 0.3)),
        ({"below": 0.5}, (0.0, 0.0), (0.0, 0.3)),
        ({"least": 0.2, "below": 0.4}, (0.0, 0.0), (0.0, 0.3)),
        ({"on": "found"}, (0.0, 0.3), (0.0, 0.3)),
        ({"on": "found", "least": 0.0}, (0.2, 0.3), (0.2, 0.3)),
        ({"on": "found", "below": 1.0}, (0.0, 0.3), (0.0, 0.3)),
    ],
)
def test_bounds_of_a_gate(options: dict[str, Any], solved: Bounds, failed: Bounds) -> None:
    class Between:
        """A part from 0.2 to 0.3."""

        def bounds(self, solved: bool) -> Bounds:
            return 0.2, 0.3

        def __call__(self, group: Group) -> list[float]:
            return [0.2 for _ in group.trajectories]

    gate = Gate((Between(),), **options)
    assert gate.bounds(True) == solved
    assert gate.bounds(False) == failed


def test_a_gate_below_a_threshold() -> None:
    """Partial credit for clear failures only: open below one half."""
    part = {"name": "gate", "below": 0.5, "parts": [{"name": "process", "weights": {"found": 0.4}}]}
    members = (played(0.0, found=1.0), played(0.5, found=1.0), played(1.0, found=1.0))
    assert paid(composed(part), *members) == pytest.approx([0.4, 0.0, 1.0])


def test_calls_beyond_the_fewest_of_a_right_answer() -> None:
    """LightSearcher: decay^(calls - fewest right) for right answers; here 2 calls are the fewest, and decay is 1/2."""
    config = {
        "name": "composed",
        "parts": [{"name": "multiply", "parts": [{"name": "outcome"}, {"name": "fewest_calls", "decay": 0.5}]}],
    }
    answer = "<answer>a</answer>"
    members = (
        played(1.0, CALL, CALL, answer),
        played(1.0, CALL * 4, CALL, answer),  # 5 calls: three too many
        played(0.0, answer),  # wrong without any: neither paid nor what others are measured by
        played(0.3, CALL * 9, answer),
        played(None, answer),
    )
    assert paid(config, *members) == pytest.approx([1.0, 0.5**3, 0.0, 0.0, 0.0])
    assert paid(config, *members[2:]) == [0.0, 0.0, 0.0]
    group = Group(TASK, list(members))
    assert FewestCalls(0.5, least=0.4)(group) == pytest.approx([1.0, 0.4, 1.0, 1.0, 1.0])
    charged = composed({"name": "gate", "parts": [{"name": "tool_cost", "price": 0.1, "cap": 0.3}]})
    assert paid(charged, *members) == pytest.approx(
        [0.8, 0.7, 0.0, 0.0, 0.0]
    )  # nor does a plain price punish failures


def test_stratified_normalisation() -> None:
    """HERO with alpha = 0.1, beta = 0.2. Wrong: scores 0.1, 0.3, 0.5; right: 0.2, 0.6 (extremes of their own)."""
    config = {
        "name": "hero",
        "wrong": 0.1,
        "right": 0.2,
        "parts": [{"name": "process", "weights": {"quality": 1.0}}],
    }
    members = (
        played(0.0, quality=0.1),
        played(0.0, quality=0.3),
        played(0.0, quality=0.5),
        played(1.0, quality=0.2),
        played(1.0, quality=0.6),
        played(None, quality=0.9),  # masked: no extreme of any
    )
    expected = [-0.1, 0.0, 0.1, 0.8, 1.2, 0.0]
    assert paid(config, *members) == pytest.approx(expected, abs=1e-5)
    parts = [{"name": "outcome"}, config | {"name": "stratified"}]
    assert paid({"name": "composed", "parts": parts}, *members) == pytest.approx(expected, abs=1e-5)
    # Equal scores stand at the lower end; the score of the verdict is the dense score if nothing is said.
    assert paid({"name": "hero"}, played(0.0), played(0.4), played(1.0), played(1.0)) == pytest.approx(
        [-0.1, 0.1, 0.9, 0.9], abs=1e-5
    )


def test_groups_weighted_by_the_deviation_of_their_dense_scores() -> None:
    """Scores 0 and 0.4 have deviation 0.2: w = 0.4 + 2.6 / (1 + exp(-6 (0.2 - 0.1)))."""
    config = {"name": "hero", "usual": 0.1, "parts": [{"name": "process", "weights": {"quality": 1.0}}]}
    weight = 0.4 + 2.6 / (1 + exp(-0.6))
    two = (played(0.0, quality=0.0), played(0.0, quality=0.4))
    assert paid(config, *two) == pytest.approx([-0.1 * weight, 0.1 * weight], abs=1e-5)
    spread = sqrt((4 * 0.2**2 + 0.0) / 4)
    four = (*two, played(1.0, quality=0.0), played(1.0, quality=0.4))
    weight = 0.4 + 2.6 / (1 + exp(-6 * (spread - 0.1)))
    assert paid(config, *four) == pytest.approx([weight * x for x in (-0.1, 0.1, 0.9, 1.1)], abs=1e-5)
    half = 0.4 + 2.6 / 2
    alike = (played(0.0, quality=0.1), played(0.0, quality=0.3))
    assert paid(config, *alike) == pytest.approx([-0.1 * half, 0.1 * half], abs=1e-5)


def test_a_process_part_no_longer_pays_failures_in_a_gate() -> None:
    free, gated = Process({"found": 0.2}), Gate((Process({"found": 0.2}),))
    assert free.bounds(False) == (0.0, 0.2)
    assert gated.bounds(False) == (0.0, 0.0)
    assert gated.bounds(True) == (0.0, 0.2)
    assert make_reward(composed()) == Composition()


def test_credit_for_the_way_to_the_answer() -> None:
    """ExCyTIn: 1 for the answer, else 0.4 + 0.16 + ... for what lies before it."""
    task = rlvr.task("rlvr/sql-forensics-v0:3:0")
    way = [spellings[0] for spellings in task.payload["path"]]
    assert len(way) >= 2
    told = {
        f"<answer>{task.answer}</answer>": 1.0,
        f"<answer>zz-1\npath: {' -> '.join(way)}</answer>": sum(0.4**k for k in range(1, len(way) + 1)),
        f"<answer>zz-1\npath: {way[-1]}</answer>": 0.4,
        f"<answer>zz-1\npath: zz-2 -> {way[-2]}</answer>": 0.16,
        "<answer>zz-1</answer>": 0.0,
    }
    members = [
        Trajectory(task, 0, [Segment()], [Turn(0, 0, 0, text, 0.0, "", "end")], rlvr.verify(task, text))
        for text in told
    ]
    assert paid({"name": "excytin"}, *members) == pytest.approx([*told.values()])


def attempts(*answers: str, solved: bool, of: int = 5) -> float:
    texts = [f"<answer>{text}</answer>" if text else "hm" for text in answers]
    made = played(1.0 if solved else 0.0, *texts)
    made.env_options = {"attempts": of}
    return paid({"name": "ufo"}, made)[0]


def test_unary_feedback_as_published() -> None:
    """UFO: (1/2)^(k-1) if right, minus 1/2 (1 - E / T)."""
    assert attempts("a", solved=True) == 1.0
    assert attempts("a", "b", "c", solved=True) == 0.25
    assert attempts("a", "a", "b", solved=True) == pytest.approx(0.25 - 0.5 * (1 - 2 / 3))
    assert attempts("a", "b", "c", "d", "e", solved=False) == 0.0
    assert attempts("a", "a", "", "b", "b", solved=False) == pytest.approx(-0.5 * (1 - 2 / 4))
    assert attempts("", "", solved=False) == 0.0
    late = attempts(*"aaaab", solved=True)
    assert late == pytest.approx(1 / 16 - 0.5 * (1 - 2 / 5))
    assert late < attempts(*"abcde", solved=False)  # why `retry` takes a share instead
    with pytest.raises(ValueError, match="several attempts"):
        paid({"name": "ufo"}, played(1.0))


def drawing(score: float | None, length: int, **parts: float) -> Trajectory:
    """An episode of one turn of so many drawn tokens."""
    segment = Segment()
    segment.write(list(range(length)), [0.0] * length, [0] * length)
    return replace(played(score, **parts), segments=[segment])


def test_length_between_the_shortest_and_the_longest_as_published() -> None:
    """Kimi k1.5: lambda = 0.5 - (len - min) / (max - min); right answers get it, wrong ones min(0, lambda)."""
    members = (
        drawing(1.0, 100),  # the shortest: 1 + 0.5
        drawing(1.0, 400),  # lambda = 0.5 - 300/400 = -0.25
        drawing(1.0, 500),  # the longest: 1 - 0.5
        drawing(0.0, 200),  # lambda = 0.25, of which a wrong answer gets nothing
        drawing(0.0, 450),  # 0.5 - 350/400 = -0.375
        drawing(None, 9000),  # masked: it is not the longest
    )
    config = composed({"name": "group_length", "weight": 1.0})
    assert paid(config, *members) == pytest.approx([1.5, 0.75, 0.5, 0.0, -0.375, 0.0])
    half = composed({"name": "group_length", "weight": 0.5})
    assert paid(half, *members[:2]) == pytest.approx([1.25, 0.75])
    assert paid(config, drawing(1.0, 70), drawing(0.0, 70)) == [1.0, 0.0]  # all alike
    assert make_reward(config).range == (-0.5, 1.5)  # type: ignore[attr-defined]


def test_entities_against_the_best_of_the_group_as_published() -> None:
    """E-GRPO: 1 for a right answer, else 0.3 gamma_i / max_j gamma_j, where the best may be a right one."""
    part = {"name": "share_of_best", "on": "coverage", "weight": 0.3}
    config = composed({"name": "gate", "below": 1.0, "parts": [part]})
    members = (
        played(1.0, coverage=0.8),
        played(0.0, coverage=0.4),
        played(0.0, coverage=0.6),
        played(0.0),
        played(None, coverage=1.0),
    )
    assert paid(config, *members) == pytest.approx([1.0, 0.3 * 0.4 / 0.8, 0.3 * 0.6 / 0.8, 0.0, 0.0])
    assert paid(config, played(0.0), played(0.0)) == [0.0, 0.0]  # nobody met any


def test_published_rewards_for_queries_can_be_chosen() -> None:
    measured = rlvr.get("text2sql").task(1, 0, params={"partial": "parts"})
    plain = rlvr.get("text2sql").task(1, 0)
    near = {"runs": 1.0, "cell_precision": 0.5, "cell_recall": 0.8, "cardinality": 0.9}
    members = [
        replace(played(1.0), task=measured),
        replace(played(0.0, **near), task=measured),
        replace(played(0.0, runs=1.0, cell_precision=0.1, cell_recall=0.1, cardinality=1.0), task=measured),
        replace(played(0.0, runs=0.0), task=measured),
        replace(played(None), task=measured),
    ]

    def returns(form: str) -> list[float]:
        return make_reward({"name": "sql", "form": form})(Group(measured, members), Random(0))

    # Think2SQL: precision x recall x cardinality, at least 0.1 for what runs, 0 for an error.
    assert returns("think2sql") == pytest.approx([1.0, 0.36, 0.1, 0.0, 0.0])
    assert returns("arctic") == pytest.approx([1.0, 0.1, 0.1, 0.0, 0.0])
    # SQL-R1: form +1, running +2 or -2, result +3 or -3.
    assert returns("sql-r1") == pytest.approx([6.0, 0.0, 0.0, -1.0, 0.0])
    assert returns("execution") == [1.0, 0.0, 0.0, 0.0, 0.0]
    unmeasured = Group(plain, [replace(played(0.0), task=plain)])
    assert make_reward({"name": "sql"})(unmeasured, Random(0)) == [0.0]
    with pytest.raises(ValueError, match="partial: parts"):
        make_reward({"name": "sql", "form": "think2sql"})(unmeasured, Random(0))
    with pytest.raises(ValueError, match="form must be one of"):
        make_reward({"name": "sql", "form": "spider"})
