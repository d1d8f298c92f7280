"""Noisy verdicts and their corrections: expectations are exact sums over all flips, not estimates."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.agents.rewards import Composition
from rlvr.agents.rewards.noise import Corrected, NoisyVerifier, Rates
from rlvr.agents.rewards.parts import Format, Outcome
from rlvr.agents.trajectory import Group, Segment, Trajectory, Turn
from rlvr.verifiers.base import Reason, Verdict, infra

TASK = rlvr.task("rlvr/word-sorting-v0:1:0")


def group_of(*passed: bool) -> Group:
    made = []
    for sample, right in enumerate(passed):
        verdict = Verdict(1.0, Reason.CORRECT) if right else Verdict(0.3, Reason.WRONG)
        turn = Turn(0, 0, 1, "<answer>x</answer>", float(right), "s", "end")
        made.append(Trajectory(TASK, sample, [Segment([1], [True], [-0.1], [0])], [turn], verdict))
    return Group(TASK, made)


class Given:
    """A reward that is what it is told to be."""

    def __init__(self, values: list[float]) -> None:
        self.values = values

    def __call__(self, group: Group, rng: Random) -> list[float]:
        return list(self.values)


rates = st.tuples(st.floats(0, 0.48), st.floats(0, 0.48)).map(lambda pair: Rates(*pair))


@given(rates, st.booleans())
def test_the_backward_correction_is_unbiased(known: Rates, right: bool) -> None:
    chance_of_one = 1 - known.false_negative if right else known.false_positive
    group = group_of(right)
    one = Corrected(Given([1.0]), "backward", known)(group, Random(0))[0]
    zero = Corrected(Given([0.0]), "backward", known)(group, Random(0))[0]
    assert chance_of_one * one + (1 - chance_of_one) * zero == pytest.approx(float(right), abs=1e-9)


@given(rates)
def test_the_forward_correction_has_the_papers_weights(known: Rates) -> None:
    group = group_of(True, False)
    assert Corrected(Given([1.0, 0.0]), "forward", known)(group, Random(0)) == pytest.approx(
        [known.false_negative, known.false_negative - 1]
    )


@given(rates, st.floats(0.05, 0.95))
def test_the_forward_gradient_is_the_clean_one_scaled(known: Rates, p: float) -> None:
    """Over a policy that answers right with chance p: d/dp of the log-likelihood is 1/p or -1/(1 - p)."""
    gradient = 0.0
    for right, seen in product((True, False), (1.0, 0.0)):
        one = 1 - known.false_negative if right else known.false_positive
        chance = (p if right else 1 - p) * (one if seen else 1 - one)
        weight = Corrected(Given([seen]), "forward", known)(group_of(right), Random(0))[0]
        gradient += chance * weight * (1 / p if right else -1 / (1 - p))
    assert gradient == pytest.approx(known.signal, abs=1e-9)  # the clean gradient of the expected reward p is 1


def centred_and_scaled(values: list[float]) -> list[float]:
    mean = sum(values) / len(values)
    deviation = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    return [(value - mean) / deviation for value in values]


@given(rates, st.lists(st.sampled_from([0.0, 1.0]), min_size=2, max_size=8).filter(lambda v: len(set(v)) == 2))
def test_a_groups_own_scale_does_not_see_a_correction(known: Rates, seen: list[float]) -> None:
    group = group_of(*(False for _ in seen))
    for method in ("backward", "forward"):
        corrected = Corrected(Given(seen), method, known)(group, Random(0))  # type: ignore[arg-type]
        assert centred_and_scaled(corrected) == pytest.approx(centred_and_scaled(seen), abs=1e-6)


def test_rates_by_environment() -> None:
    reward = Corrected(Given([1.0]), "backward", Rates(0.1, 0.1), {TASK.env: Rates(0.0, 0.5)})
    assert reward(group_of(True), Random(0)) == pytest.approx([2.0])
    other = Corrected(Given([1.0]), "backward", Rates(0.1, 0.1), {"rlvr/other-v0": Rates(0.0, 0.5)})
    assert other(group_of(True), Random(0)) == pytest.approx([0.9 / 0.8])


def test_flips_have_their_rates_per_sample() -> None:
    group = group_of(*[True] * 200, *[False] * 200)
    reward = NoisyVerifier(Composition(), Rates(0.2, 0.4))
    runs = [reward(group, Random(seed)) for seed in range(50)]
    kept = sum(sum(run[:200]) for run in runs) / 10_000
    found = sum(sum(run[200:]) for run in runs) / 10_000
    assert abs(kept - 0.6) < 0.025  # five standard deviations
    assert abs(found - 0.2) < 0.02
    assert all(0 < sum(run[:200]) < 200 for run in runs)


def test_flips_have_their_rates_per_group() -> None:
    group = group_of(True, True, True, False, False)
    reward = NoisyVerifier(Composition(), Rates(0.2, 0.4), "group")
    runs = [reward(group, Random(seed)) for seed in range(4000)]
    assert {tuple(run[:3]) for run in runs} == {(0, 0, 0), (1, 1, 1)}
    assert {tuple(run[3:]) for run in runs} == {(0, 0), (1, 1)}
    assert abs(sum(run[0] for run in runs) / 4000 - 0.6) < 0.04
    assert abs(sum(run[3] for run in runs) / 4000 - 0.2) < 0.035


def test_a_false_negative_leaves_no_trace_of_the_truth() -> None:
    shaped = Composition((Outcome("paid", 0.5), Format(0.1)))
    assert NoisyVerifier(shaped, Rates(0.0, 1.0))(group_of(True), Random(0)) == pytest.approx([0.1])
    assert NoisyVerifier(shaped, Rates(1.0, 0.0))(group_of(False), Random(0)) == pytest.approx([1.1])


def test_masked_members_are_not_flipped_into_a_score() -> None:
    group = group_of(False, False)
    group.trajectories[0].verdict = infra("no sandbox")
    group.trajectories[1].ending = "watchdog"
    assert NoisyVerifier(Composition(), Rates(1.0, 0.0))(group, Random(0)) == [0.0, 0.0]
    assert group.trajectories[1].verdict == Verdict(0.3, Reason.WRONG)
