"""The laws of composed rewards, over arbitrary trajectories; controls; and what configurations are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from math import cos, pi
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.rewards import REWARDS, Composition, make_reward
from rlvr.agents.rewards.compose import Bounds
from rlvr.agents.rewards.controls import Incorrect, MajorityVote
from rlvr.agents.rewards.gate import Gate
from rlvr.agents.rewards.parts import (
    Format,
    Outcome,
    Overlong,
    Part,
    Process,
    ShortestRight,
    ToolCost,
    TurnCost,
)
from rlvr.agents.rewards.product import FewestCalls, Product
from rlvr.agents.rewards.random_reward import RandomReward
from rlvr.agents.rewards.retry import Retry, not_eliminated
from rlvr.agents.rewards.stratified import Hero, Stratified
from rlvr.agents.trajectory import Group, Segment, Trajectory, Turn
from rlvr.verifiers.base import Reason, Verdict

TASK = rlvr.task("rlvr/word-sorting-v0:1:0")
CALL = '<tool_call>{"name": "look", "arguments": {"at": 1}}</tool_call>'
NEAR = 1e-9


def trajectory(
    *texts: str,
    verdict: Verdict | None = None,
    tokens: int = 10,
    paid: float = 0.0,
    sample: int = 0,
    **fields: Any,
) -> Trajectory:
    """One with `tokens` drawn tokens a turn, paid at its end."""
    segment, turns = Segment(), []
    segment.read([0, 0, 0])
    for place, text in enumerate(texts):
        start = len(segment)
        segment.write([1] * tokens, [-0.5] * tokens, [0] * tokens)
        last = place == len(texts) - 1
        turns.append(Turn(0, start, len(segment), text, paid if last else 0.0, f"s{place}", "end"))
    return Trajectory(TASK, sample, [segment], turns, verdict, **fields)


@st.composite
def verdicts(draw: st.DrawFn) -> Verdict | None:
    reason = draw(st.sampled_from([*Reason, None]))
    parts = draw(st.dictionaries(st.sampled_from(["found", "wasted"]), st.floats(-3, 3), max_size=2))
    if reason is None:
        return None
    score = {Reason.CORRECT: 1.0, Reason.INFRA: None}.get(reason, draw(st.floats(0, 0.999)))
    return Verdict(score, reason, parts=parts)


@st.composite
def trajectories(draw: st.DrawFn) -> Trajectory:
    verdict = draw(verdicts())
    texts = draw(
        st.lists(st.sampled_from(["", "words", CALL, CALL * 3, "<answer>a b</answer>", "<answer>b</answer>"]))
    )
    passed = verdict is not None and verdict.passed
    paid = draw(st.just(1.0) if passed else st.floats(-2, 2))
    ending = draw(st.sampled_from(["terminated", "truncated", "budget", "watchdog", "infra"]))
    made = trajectory(*texts, verdict=verdict, tokens=draw(st.integers(1, 60)), paid=paid, ending=ending)
    made.env_options = {"attempts": max(len(texts), 2)}
    return made


groups = st.lists(trajectories(), min_size=1, max_size=6).map(
    lambda made: Group(TASK, [replace(each, sample=place) for place, each in enumerate(made)])
)

weight = st.floats(0, 0.4)
parts = st.lists(
    st.one_of(
        st.builds(Format, st.floats(0, 0.1)),
        st.integers(1, 200).flatmap(lambda n: st.builds(Overlong, st.just(n), st.integers(1, n), weight)),
        st.builds(ShortestRight, st.integers(1, 200), weight),
        st.builds(ToolCost, st.floats(0, 0.2), weight),
        st.builds(TurnCost, st.floats(0, 0.2), weight),
        st.builds(
            Process,
            st.dictionaries(st.sampled_from(["found", "wasted", "none"]), st.floats(-0.2, 0.2), max_size=2),
        ),
    ),
    max_size=4,
)


@st.composite
def gates(draw: st.DrawFn) -> Gate:
    """Open for solved trajectories, or between two bounds on the score or on a measured part."""
    chosen = draw(parts.filter(bool))
    if draw(st.booleans()):
        return Gate(chosen)
    low, high = sorted(
        draw(st.tuples(st.floats(0, 1), st.floats(0, 1)).filter(lambda pair: pair[0] != pair[1]))
    )
    on = draw(st.sampled_from(["score", "found", "wasted"]))
    return draw(
        st.sampled_from([Gate(chosen, on, low, high), Gate(chosen, on, low), Gate(chosen, on, below=high)])
    )


measured = st.builds(
    Process, st.dictionaries(st.sampled_from(["found", "wasted"]), st.floats(0, 1), max_size=2)
)
fewest = st.builds(FewestCalls, st.floats(0, 1), st.floats(0, 1))
products = st.lists(st.one_of(measured, fewest, st.builds(Format)), min_size=2, max_size=3).map(Product)
mixes = st.builds(
    Stratified,
    st.lists(st.one_of(measured, st.builds(ToolCost, st.floats(0, 0.2), weight)), min_size=1, max_size=2),
    st.floats(0, 0.5),
    st.floats(0, 0.5),
)
parts = st.tuples(parts, st.lists(st.one_of(gates(), products, mixes), max_size=2)).map(
    lambda two: two[0] + two[1]
)
outcomes = st.builds(Outcome, st.sampled_from(["pass", "score", "paid"]), st.floats(0, 0.6))


def bounds(parts: list[Part], solved: bool) -> Bounds:
    lows, highs = zip(*(part.bounds(solved) for part in parts), strict=True)
    return sum(lows), sum(highs)


@st.composite
def compositions(draw: st.DrawFn) -> Composition:
    chosen: list[Part] = [draw(outcomes), *draw(parts)]
    while bounds(chosen, True)[0] < bounds(chosen, False)[1]:
        chosen.pop()
    return Composition(tuple(chosen))


shortest_way = st.builds(
    lambda factor, outcome: Composition((Product((outcome, factor)),)), fewest, st.just(Outcome("pass"))
)
heroes = st.builds(Hero, mixes.filter(lambda mix: mix.wrong + mix.right <= 1.0))
rewards = st.one_of(compositions(), shortest_way, heroes, st.builds(Retry, st.floats(0, 1), st.floats(0, 1)))


@given(rewards, groups)
@settings(max_examples=300, deadline=None)
def test_no_failed_trajectory_outscores_a_solved_one(reward: Any, group: Group) -> None:
    returns = reward(group, Random(0))
    right = [
        value for each, value in zip(group.trajectories, returns, strict=True) if each.scored and each.passed
    ]
    wrong = [
        value
        for each, value in zip(group.trajectories, returns, strict=True)
        if each.scored and not each.passed
    ]
    assert max(wrong, default=-9) <= min(right, default=9) + NEAR


@given(compositions(), groups)
@settings(max_examples=200, deadline=None)
def test_the_return_is_in_the_stated_range(reward: Composition, group: Group) -> None:
    low, high = reward.range
    for each, value in zip(group.trajectories, reward(group, Random(0)), strict=True):
        if each.scored:
            assert low - NEAR <= value <= high + NEAR
            narrow, wide = reward.bounds(each.passed)
            if not each.passed or (each.verdict and "format" not in str(reward)):
                assert narrow - NEAR <= value <= wide + NEAR


def longer(made: Trajectory, tokens: int) -> Trajectory:
    """`tokens` more drawn tokens in the last turn."""
    segments = [replace(each, **{k: list(getattr(each, k)) for k in each.__slots__}) for each in made.segments]
    segments[-1].write([2] * tokens, [-1.0] * tokens, [0] * tokens)
    return replace(made, segments=segments)


def with_turn(made: Trajectory, place: int, text: str) -> Trajectory:
    """A turn more, before the one at `place`, that paid nothing."""
    added = Turn(0, 3, 4, text, 0.0, "s", "end")
    more = longer(made, 1)
    return replace(more, turns=[*made.turns[:place], added, *made.turns[place:]])


@given(rewards, groups, st.data())
@settings(max_examples=300, deadline=None)
def test_an_action_without_effect_never_raises_the_return(
    reward: Any, group: Group, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(group.trajectories) - 1))
    before = group.trajectories[place]
    before.env_options = {"attempts": len(before.turns) + 2}
    effects = ["longer"] + ["empty", "again"] * bool(before.turns)
    effect = data.draw(st.sampled_from(effects))
    if effect == "longer":
        after = longer(before, data.draw(st.integers(1, 100)))
    else:
        where = data.draw(st.integers(0, len(before.turns) - 1))
        after = with_turn(before, where, "" if effect == "empty" else before.turns[where].text)
    others = list(group.trajectories)
    others[place] = after
    if before.scored:
        assert reward(Group(TASK, others), Random(0))[place] <= reward(group, Random(0))[place] + NEAR


NAMES = ["random", "format_only", "majority_vote", "incorrect", "verdict", "noisy", "corrected", "retry"]
anything = st.one_of(rewards, st.sampled_from([{"name": name} for name in NAMES]).map(make_reward))


@given(anything, groups, st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_order_and_masked_members_do_not_matter(reward: Any, group: Group, shuffle: Random) -> None:
    returns = dict(zip((each.sample for each in group.trajectories), reward(group, Random(3)), strict=True))
    kept = [each for each in group.trajectories if each.scored]
    shuffle.shuffle(kept)
    again = dict(zip((each.sample for each in kept), reward(Group(TASK, kept), Random(3)), strict=True))
    assert again == {sample: returns[sample] for sample in again}


@given(anything, groups)
@settings(max_examples=50, deadline=None)
def test_nothing_is_changed(reward: Any, group: Group) -> None:
    before = repr(group)
    reward(group, Random(0))
    assert repr(group) == before


RIGHT, WRONG = Verdict(1.0, Reason.CORRECT), Verdict(0.0, Reason.WRONG)


def solved(tokens: int) -> Trajectory:
    return trajectory("<answer>a</answer>", verdict=RIGHT, tokens=tokens)


def test_parts_have_the_values_of_their_formulas() -> None:
    group = Group(TASK, [solved(20), solved(60), solved(100), solved(500), replace(solved(40), verdict=WRONG)])
    assert Overlong(100, 40, 0.5)(group) == pytest.approx([0, 0, -0.5, -0.5, 0])
    assert Overlong(100, 80, 0.5)(group) == pytest.approx([0, -0.25, -0.5, -0.5, -0.125])
    half = 0.2 * (1 - cos(pi / 2)) / 2
    assert ShortestRight(100, 0.2)(group) == pytest.approx([0, -half, -0.2, -0.2, 0])
    assert Format(0.07)(group) == pytest.approx([0.07] * 5)
    three = trajectory(CALL * 3, CALL, "<answer>x</answer>", verdict=Verdict(0.4, Reason.WRONG), paid=0.4)
    assert ToolCost(0.1, 0.35)(Group(TASK, [three])) == pytest.approx([-0.35])
    assert ToolCost(0.01, 0.35)(Group(TASK, [three])) == pytest.approx([-0.04])
    assert TurnCost(0.01, 0.35)(Group(TASK, [three])) == pytest.approx([-0.02])
    assert Outcome("score", 0.5)(Group(TASK, [three])) == Outcome("paid", 0.5)(Group(TASK, [three])) == [0.2]
    measured = replace(three, verdict=Verdict(0.0, Reason.WRONG, parts={"found": 0.5, "wasted": 7.0}))
    assert Process({"found": 0.2, "wasted": -0.1})(Group(TASK, [measured])) == pytest.approx([0.1 - 0.1])


@pytest.mark.parametrize(
    "reason", [Reason.NO_ANSWER, Reason.UNPARSABLE, Reason.AMBIGUOUS, Reason.TOO_LONG, Reason.TRUNCATED]
)
def test_no_form_bonus_without_an_answer_in_form(reason: Reason) -> None:
    assert Format()(Group(TASK, [trajectory("x", verdict=Verdict(0.0, reason))])) == [0.0]


def test_weights_that_break_a_law_are_refused_and_each_refusal_has_a_witness() -> None:
    chosen = (Outcome("score", 0.9), Overlong(100, 100, 0.5))
    with pytest.raises(ValueError, match=r"could earn 0\.9 and a solved one only 0\.5"):
        Composition(chosen)
    long_right, short_wrong = solved(100), replace(solved(1), verdict=Verdict(0.99, Reason.WRONG))
    sums = [
        sum(values)
        for values in zip(*(part(Group(TASK, [long_right, short_wrong])) for part in chosen), strict=True)
    ]
    assert sums[1] > sums[0]
    with pytest.raises(ValueError, match=r"between 0 and 0\.1"):
        Format(0.11)
    with pytest.raises(ValueError, match="exactly one outcome"):
        Composition((Format(),))
    with pytest.raises(ValueError, match="exactly one outcome"):
        Composition((Outcome(), Outcome()))


def answered(*answers: str, right: str = "1") -> Group:
    made = [
        trajectory(f"so <answer>{text}</answer>", verdict=RIGHT if text == right else WRONG, sample=place)
        if text
        else trajectory("hm", verdict=Verdict(0.0, Reason.NO_ANSWER), sample=place)
        for place, text in enumerate(answers)
    ]
    return Group(TASK, made)


def test_majority_vote_pays_the_most_common_answer_and_not_the_right_one() -> None:
    vote, rng = MajorityVote(), Random(0)
    assert vote(answered("2", "2 ", "1", "", "3"), rng) == [1, 1, 0, 0, 0]
    assert vote(answered("2", "3"), rng) == [1, 1]
    assert vote(answered("", ""), rng) == [0, 0]
    split = answered("2", "2", "1", "1", "1")
    split.trajectories[4].ending = "infra"
    split.trajectories[3].ending = "watchdog"
    assert vote(split, rng) == [1, 1, 0, 0, 0]


def test_incorrect_pays_wrong_answers_and_no_silence() -> None:
    assert Incorrect()(answered("1", "2", ""), Random(0)) == [0, 1, 0]


def test_the_random_reward_has_its_rate_and_repeats() -> None:
    group = answered(*("1" if place % 2 else "2" for place in range(400)))
    reward = RandomReward(0.3)
    paid = [reward(group, Random(seed)) for seed in range(25)]
    rate = sum(map(sum, paid)) / 10_000
    assert abs(rate - 0.3) < 0.02  # more than four standard deviations
    odd = sum(sum(each[1::2]) for each in paid) / 5000
    assert abs(odd - 0.3) < 0.03
    assert reward(group, Random(7)) == reward(group, Random(7)) != reward(group, Random(8))


def attempts(*answers: str, solved: bool, of: int = 5, guess_rate: float = 0.0) -> float:
    texts = [f"<answer>{text}</answer>" if text else "hm" for text in answers]
    made = trajectory(*texts, verdict=RIGHT if solved else WRONG, env_options={"attempts": of})
    made.task = replace(TASK, guess_rate=guess_rate)
    return Retry()(Group(TASK, [made]), Random(0))[0]


def test_retry_by_hand() -> None:
    assert attempts("a", solved=True) == 1.0
    assert attempts("a", "b", "c", solved=True) == 0.25
    assert attempts("a", "a", "b", solved=True) == pytest.approx(0.25 * (1 - 0.5 / 4))
    assert attempts("a", "b", "c", "d", "e", solved=False) == 0.0
    assert attempts("a", " a", "a", "", "b", solved=False) == pytest.approx(-0.5 * 3 / 4)
    assert attempts(*"aaaaa", solved=False) == pytest.approx(-0.5)
    assert attempts("a", "b", solved=True, of=2, guess_rate=0.5) == 0.0
    assert attempts("a", "b", solved=True, of=4, guess_rate=0.25) == pytest.approx(0.5 * 2 / 3)
    assert [not_eliminated(0.25, tries) for tries in (1, 2, 3, 4, 5)] == pytest.approx([1, 2 / 3, 1 / 3, 0, 0])
    with pytest.raises(ValueError, match="several attempts"):
        Retry()(answered("1"), Random(0))


def test_retry_in_the_real_environment() -> None:
    options = {"attempts": 3, "feedback": "binary"}
    env = rlvr.make("word-sorting", **options)
    env.reset(seed=0)
    texts = ["<answer>b</answer>", "<answer>b</answer>", f"<answer>{env.task.answer}</answer>"]
    steps = [env.step(text) for text in texts]
    made = trajectory(*texts, verdict=steps[-1][4]["verdict"], env_options=options)
    made.task = env.task
    assert steps[-1][2]
    assert Retry()(Group(env.task, [made]), Random(0)) == pytest.approx(
        [0.25 * (1 - 0.5 / 2) * (1 - 2 / 5)]
    )  # its 6 orders leave 5 wrong ones


EXAMPLES: list[dict[str, Any]] = [
    {"name": "verdict"},
    {
        "name": "composed",
        "parts": [
            {"name": "outcome", "kind": "score", "partial": 0.4},
            {"name": "format", "weight": 0.1},
            {"name": "overlong", "budget": 100, "buffer": 50, "weight": 0.1},
            {"name": "shortest_right", "budget": 100, "weight": 0.1},
            {"name": "group_length", "weight": 0.05},
            {"name": "share_of_best", "on": "found", "weight": 0.05},
            {"name": "tool_cost", "price": 0.01, "cap": 0.05},
            {"name": "turn_cost", "price": 0.01, "cap": 0.05},
            {"name": "process", "weights": {"found": 0.05}},
            {"name": "gate", "least": 0.5, "parts": [{"name": "process", "weights": {"found": 0.05}}]},
            {"name": "stratified", "wrong": 0.05, "right": 0.05},
        ],
    },
    {"name": "excytin"},
    {"name": "hero", "usual": 0.2, "parts": [{"name": "process", "weights": {"found": 1.0}}]},
    {"name": "retry", "discount": 0.7},
    {"name": "ufo", "penalty": 0.25},
    {"name": "sql", "form": "skyrl-sql"},
    {"name": "random", "rate": 0.4},
    {"name": "format_only"},
    {"name": "majority_vote"},
    {"name": "incorrect"},
    {"name": "noisy", "false_positive": 0.1, "per": "group", "reward": {"name": "verdict"}},
    {"name": "corrected", "false_positive": 0.1, "by_env": {TASK.env: {"false_negative": 0.3}}},
]


def test_every_reward_is_made_from_json() -> None:
    assert {example["name"] for example in EXAMPLES} == set(REWARDS)
    for example in EXAMPLES:
        reward = make_reward(json.loads(json.dumps(example)))
        group = answered("1", "2")
        for each in group.trajectories:
            each.env_options = {"attempts": 2}
        first, second = reward(group, Random(0))
        assert {type(first), type(second)} == {float}
        if example["name"] in ("verdict", "composed", "excytin", "hero", "retry", "ufo", "sql", "corrected"):
            assert first > second


def gated(*parts: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {"name": "composed", "parts": [{"name": "outcome"}, {"name": "gate", "parts": [*parts], **options}]}


def multiplied(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"name": "composed", "parts": [{"name": "outcome"}, {"name": "multiply", "parts": [*parts]}]}


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"name": "verdikt"}, "no reward 'verdikt'; there are composed"),
        ({}, "an object with a name"),
        ("verdict", "an object with a name"),
        ({"name": "random", "rat": 1}, "no option rat; it has rate"),
        ({"name": "random", "rate": 1.5}, "rate must be between 0 and 1, not 1.5"),
        ({"name": "random", "rate": "high"}, "rate must be a number"),
        ({"name": "random", "rate": float("nan")}, "rate must be a number"),
        ({"name": "composed"}, "needs parts"),
        ({"name": "composed", "parts": "outcome"}, "parts must be a list"),
        ({"name": "composed", "parts": [{"name": "outcom"}]}, "no part 'outcom'"),
        ({"name": "composed", "parts": [{"name": "outcome", "kind": "dense"}]}, "kind must be one of"),
        ({"name": "composed", "parts": [{"name": "overlong"}]}, "needs budget, buffer"),
        (gated(), "gate without parts"),
        (gated({"name": "outcome"}), "put it beside the gate"),
        (gated({"name": "format"}, least=0.5, below=0.5), "never opens"),
        (gated({"name": "format"}, least=1.5), "least of the gate must be between 0 and 1"),
        (gated({"name": "format"}, on=3), "on must be 'score' or the name"),
        (gated({"name": "formt"}), "no part 'formt'"),
        (multiplied({"name": "format"}), "two parts or more"),
        (
            multiplied({"name": "tool_cost", "price": 0.1, "cap": 0.2}, {"name": "format"}),
            "ToolCost can be neg",
        ),
        (multiplied({"name": "format"}, {"name": "fewest_calls", "decay": 1.1}), "decay of the calls"),
        ({"name": "hero", "wrong": 0.6, "right": 0.6}, r"could earn 0\.6 and a solved one only 0\.4"),
        (
            {"name": "hero", "wrong": 0.2, "usual": 0.1},
            r"with these weights .* 0\.6 and a solved one only 0\.36",
        ),
        ({"name": "hero", "parts": [{"name": "format"}]}, "form is no part of a dense score"),
        ({"name": "hero", "parts": []}, "needs parts"),
        ({"name": "hero", "lowest": 0.0}, "lowest weight must be between"),
        ({"name": "ufo", "penalty": 2}, "penalty must be between 0 and 1"),
        ({"name": "noisy", "per": "turn"}, "per must be one of"),
        ({"name": "noisy", "reward": {"name": "x"}}, "no reward 'x'"),
        ({"name": "corrected", "false_positive": 0.5, "false_negative": 0.5}, "must be below 1"),
        ({"name": "corrected", "by_env": {"a": {"fp": 0.5}}}, "rates has no option fp"),
    ],
)
def test_bad_configurations_are_refused_with_the_fix(config: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_reward(config)
