"""Advantages: every centre and scale by hand, closed forms against enumeration, and what must be exactly zero."""

from __future__ import annotations

import itertools
from dataclasses import replace
from statistics import fmean, pstdev

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from rlvr.agents.learning.advantages import (
    group_quantile,
    has_spread,
    trajectory_advantages,
)
from rlvr.agents.learning.algorithm import Algorithm
from rlvr.agents.learning.batch import Outcomes
from rlvr.agents.learning.pass_at_k import pass_at_k_advantages
from rlvr.agents.learning.presets import preset

# Group 0: 1, 0, 0, 1 (mean 1/2, deviation 1/2). Group 1: 1, 0, 0, 0 (mean 1/4, deviation sqrt(3)/4).
# Group 2: a single 1. Group 3: two equal 0.3. The last row is masked and belongs to group 0.
REWARDS = [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.3, 0.3, 100.0]
GROUPS = [0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 0]
VALID = [True] * 11 + [False]


def outcomes(
    rewards: list[float] = REWARDS, groups: list[int] = GROUPS, valid: list[bool] | None = None
) -> Outcomes:
    valid = (VALID if rewards is REWARDS else [True] * len(rewards)) if valid is None else valid
    return Outcomes(torch.tensor(rewards), torch.tensor(groups), torch.tensor(valid))


def advantages(kinds: list[int] | None = None, **switches: object) -> list[float]:
    rows = replace(outcomes(), kinds=None if kinds is None else torch.tensor(kinds))
    return trajectory_advantages(rows, Algorithm(**switches)).tolist()  # type: ignore[arg-type]


def test_group_centre() -> None:
    got = advantages(centre="group", scale="none")
    want = [0.5, -0.5, -0.5, 0.5, 0.75, -0.25, -0.25, -0.25, 0, 0, 0, 0]
    assert got == pytest.approx(want, abs=1e-6)
    assert got[8:] == [0.0] * 4  # a group of one, a group of equals, a masked row: exactly


def test_group_scale() -> None:
    got = advantages(centre="group", scale="group")
    # (1 - 1/4) / (sqrt(3)/4) = sqrt(3); (0 - 1/4) / (sqrt(3)/4) = -1/sqrt(3)
    want = [1, -1, -1, 1, 3**0.5, *[-(3**-0.5)] * 3, 0, 0, 0, 0]
    assert got == pytest.approx(want, abs=1e-5)
    assert got[8:] == [0.0] * 4


def test_leave_one_out() -> None:
    got = advantages(centre="leave_one_out", scale="none")
    # Others of a 1 in (1,0,0,1): mean 1/3; of a 0: 2/3. Others of the 1 in (1,0,0,0): 0; of a 0: 1/3.
    want = [2 / 3, -2 / 3, -2 / 3, 2 / 3, 1, *[-1 / 3] * 3, 0, 0, 0, 0]
    assert got == pytest.approx(want, abs=1e-6)
    assert got[8:] == [0.0] * 4


def test_centre_and_scale_of_kinds_of_tasks() -> None:
    """TRR++ of Absolute Zero: A = (R - mean) / deviation over all rollouts of a role and type of task in the step."""
    rewards = [1.0, 0.0, 0.0, 0.0, -0.5, -0.5, 0.9, 0.7, 50.0]
    kinds = [0, 0, 0, 0, 1, 1, 1, 2, 0]
    rows = Outcomes(
        torch.tensor(rewards),
        torch.tensor([0, 0, 1, 1, 2, 2, 3, 4, 1]),
        torch.tensor([True] * 8 + [False]),
        kinds=torch.tensor(kinds),
    )
    got = trajectory_advantages(rows, preset("trr++")).tolist()
    # Kind 0: mean 1/4, deviation sqrt(3)/4. Kind 1: mean -1/30, deviation (1.4/3) sqrt(2). Kind 2: one alone.
    low, high = (-0.5 + 1 / 30) / (1.4 / 3 * 2**0.5), (0.9 + 1 / 30) / (1.4 / 3 * 2**0.5)
    assert got == pytest.approx([3**0.5, *[-(3**-0.5)] * 3, low, low, high, 0.0, 0.0], abs=1e-5)
    assert got[7:] == [0.0, 0.0]
    assert advantages(centre="kind", scale="none", kinds=[0] * 12) == advantages(centre="batch", scale="none")
    with pytest.raises(ValueError, match="needs the kind of task"):
        advantages(centre="kind", scale="kind")


def test_batch_centre_and_scale() -> None:
    mean, deviation = fmean(REWARDS[:11]), pstdev(REWARDS[:11])
    got = advantages(centre="batch", scale="batch")
    assert got[:11] == pytest.approx([(r - mean) / deviation for r in REWARDS[:11]], abs=1e-5)
    assert got[11] == 0.0
    got = advantages(centre="group", scale="batch")  # Lite PPO
    assert got[:5] == pytest.approx([a / deviation for a in (0.5, -0.5, -0.5, 0.5, 0.75)], abs=1e-5)
    assert got[8:] == [0.0] * 4


def test_no_and_constant_centre() -> None:
    assert advantages(centre="none", scale="none") == pytest.approx([*REWARDS[:11], 0.0])
    got = advantages(centre="constant", baseline=0.9, scale="none")
    assert got == pytest.approx([*(r - 0.9 for r in REWARDS[:11]), 0.0])


def test_weights_of_signs() -> None:
    plain = advantages(scale="none")
    assert advantages(scale="none", positive_weight=0.0) == pytest.approx([min(a, 0.0) for a in plain])
    assert advantages(scale="none", negative_weight=0.5) == pytest.approx(
        [a if a > 0 else a / 2 for a in plain]
    )


def test_failures_weigh_by_the_success_of_their_group() -> None:
    """GUI-Libra: A < 0 is multiplied by clip(0.5 + 1.5 m, 0, 1) with the mean reward m of the group."""
    got = advantages(negative_base=0.5, negative_gain=1.5)
    # Group 0 has m = 1/2: clip(1.25) = 1. Group 1 has m = 1/4: 0.875; the masked reward of 100 has no part in it.
    want = [1, -1, -1, 1, 3**0.5, *[-0.875 * 3**-0.5] * 3, 0, 0, 0, 0]
    assert got == pytest.approx(want, abs=1e-5)
    rare = outcomes([1.0, *[0.0] * 9], [0] * 10)  # m = 1/10: 0.65; deviation 0.3
    found = trajectory_advantages(rare, Algorithm(negative_base=0.5, negative_gain=1.5)).tolist()
    assert found == pytest.approx([3.0, *[-0.65 / 3] * 9], abs=1e-4)
    both = Algorithm(negative_base=0.5, negative_gain=1.5, negative_weight=2.0)
    assert trajectory_advantages(rare, both).tolist() == pytest.approx([3.0, *[-1.3 / 3] * 9], abs=1e-4)
    assert advantages(negative_base=0.0) == pytest.approx(advantages(negative_weight=0.0))


def test_outliers_count_as_zero() -> None:
    """StableReinforce: of standardised advantages those within three deviations are kept."""
    # One right of n has (1 - 1/n) / sqrt((n - 1) / n^2) = sqrt(n - 1), and the others -1 / sqrt(n - 1).
    for count, kept in ((8, True), (10, True), (11, False), (16, False)):
        rows = outcomes([1.0, *[0.0] * (count - 1)], [0] * count)
        first, *others = trajectory_advantages(rows, Algorithm(outlier=3.0)).tolist()
        assert first == (pytest.approx((count - 1) ** 0.5, abs=1e-3) if kept else 0.0)
        assert others == pytest.approx([-((count - 1) ** -0.5)] * (count - 1), abs=1e-4)
    # Over the batch (REINFORCE++, which the paper's algorithm is built on) it is the same rule.
    rows = outcomes([1.0, *[0.0] * 15], list(range(16)))
    got = trajectory_advantages(rows, Algorithm(centre="batch", scale="batch", outlier=3.0)).tolist()
    assert got == pytest.approx([0.0, *[-(15**-0.5)] * 15], abs=1e-4)


@pytest.mark.parametrize("count", [2, 3, 7, 10, 64])
@pytest.mark.parametrize("reward", [0.1, 0.3, 1 / 3, 1e6])
def test_equal_rewards_are_exactly_zero_in_spite_of_rounding(count: int, reward: float) -> None:
    """The mean of ten times 0.1 is not 0.1 in float32; a deviation of 1e-9 would make that a large advantage."""
    rows = outcomes([reward] * count, [0] * count)
    for centre in ("group", "leave_one_out", "quantile", "batch"):
        for scale in ("group", "batch", "none"):
            if (centre, scale) != ("batch", "group"):
                got = trajectory_advantages(rows, Algorithm(centre=centre, scale=scale))  # type: ignore[arg-type]
                assert torch.equal(got, torch.zeros(count))


@given(st.data())
def test_quantile_is_the_inverse_distribution_function(data: st.DataObject) -> None:
    """Against the definition: the smallest value whose share of values at most as large reaches the quantile."""
    groups = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=20))
    rewards = [float(data.draw(st.sampled_from([0, 1, 2, 5]))) for _ in groups]
    valid = [data.draw(st.booleans()) for _ in groups]
    tenths = data.draw(st.integers(1, 9))
    got = group_quantile(torch.tensor(rewards), torch.tensor(groups), torch.tensor(valid), tenths / 10)
    for i, group in enumerate(groups):
        members = sorted(r for r, g, v in zip(rewards, groups, valid, strict=True) if g == group and v)
        if members:
            reached = [v for v in members if 10 * sum(m <= v for m in members) >= tenths * len(members)]
            assert got[i] == min(reached)


def test_quantile_baseline_switches_and_does_not_interpolate() -> None:
    """Eight responses, quantile 0.4: with three wrong the baseline is 1 (the failures learn), with four it is 0.

    Linear interpolation, the default of torch, would give 0.8 with three wrong.
    """
    algorithm = Algorithm(centre="quantile", quantile=0.4, scale="none")
    assert (
        trajectory_advantages(outcomes([0.0] * 3 + [1.0] * 5, [0] * 8), algorithm).tolist()
        == [-1.0] * 3 + [0.0] * 5
    )
    assert (
        trajectory_advantages(outcomes([0.0] * 4 + [1.0] * 4, [0] * 8), algorithm).tolist()
        == [0.0] * 4 + [1.0] * 4
    )


def test_quantile_and_rounding() -> None:
    """0.28 x 25 is a little more than 7 in floating point, and the seventh smallest is meant."""
    values, group = torch.arange(25.0), torch.zeros(25, dtype=torch.long)
    assert 0.28 * 25 > 7
    assert group_quantile(values, group, group == 0, 0.28).tolist() == [6.0] * 25


def brute_pass_at_k(rewards: list[float], k: int) -> list[float]:
    """Every set of k responses is one sample with the best reward in it; a response gets the mean of its sets."""
    sets = list(itertools.combinations(range(len(rewards)), k))
    best = [max(rewards[i] for i in chosen) for chosen in sets]
    mean, deviation = fmean(best), pstdev(best)
    if deviation == 0:
        return [0.0] * len(rewards)
    return [
        fmean((b - mean) / deviation for chosen, b in zip(sets, best, strict=True) if i in chosen)
        for i in range(len(rewards))
    ]


@pytest.mark.parametrize("n", [1, 2, 4, 7])
def test_pass_at_k_against_all_subsets(n: int) -> None:
    for right in range(n + 1):
        rewards = [1.0] * right + [0.0] * (n - right)
        for k in range(1, n + 1):
            got = pass_at_k_advantages(
                torch.tensor(rewards), torch.zeros(n, dtype=torch.long), torch.ones(n, dtype=torch.bool), k
            )
            assert got.tolist() == pytest.approx(brute_pass_at_k(rewards, k), abs=1e-5)


def test_pass_at_one_is_grpo_and_easy_groups_drop_out() -> None:
    rewards = torch.tensor([1.0, 0.0, 0.0, 1.0, 1.0])
    rows = Outcomes(rewards, torch.zeros(5, dtype=torch.long), torch.ones(5, dtype=torch.bool))
    grpo = trajectory_advantages(rows, Algorithm())
    torch.testing.assert_close(trajectory_advantages(rows, Algorithm(pass_k=1)), grpo, atol=1e-5, rtol=0)
    assert torch.equal(trajectory_advantages(rows, Algorithm(pass_k=3)), torch.zeros(5))  # only two are wrong


def test_pass_at_k_leaves_masked_rows_out_and_refuses_graded_rewards() -> None:
    rows = outcomes([1.0, 0.0, 0.0, 7.0], [0, 0, 0, 0], [True, True, True, False])
    got = trajectory_advantages(rows, Algorithm(pass_k=2)).tolist()
    assert got[:3] == pytest.approx(brute_pass_at_k([1.0, 0.0, 0.0], 2), abs=1e-5)
    assert got[3] == 0.0
    with pytest.raises(ValueError, match="rewards of 0 and 1"):
        trajectory_advantages(outcomes([0.5, 1.0], [0, 0]), Algorithm(pass_k=2))


@given(st.permutations(range(12)))
def test_the_order_of_trajectories_does_not_matter(order: list[int]) -> None:
    rows = outcomes()
    shuffled = Outcomes(rows.rewards[order], rows.groups[order], rows.valid[order])
    for centre in ("group", "leave_one_out", "batch", "quantile"):
        algorithm = Algorithm(centre=centre, scale="batch")  # type: ignore[arg-type]
        plain = trajectory_advantages(rows, algorithm)[order]
        torch.testing.assert_close(trajectory_advantages(shuffled, algorithm), plain, atol=1e-5, rtol=1e-5)


@given(st.floats(0.1, 3.0), st.floats(-2.0, 2.0))
def test_an_affine_change_of_rewards_is_invisible_under_group_deviation_only(
    factor: float, shift: float
) -> None:
    """The backward correction for a noisy verifier, (R - rho0) / (1 - rho0 - rho1), is such a change."""
    rows = outcomes()
    changed = replace(rows, rewards=rows.rewards * factor + shift)
    before, after = (trajectory_advantages(each, Algorithm()) for each in (rows, changed))
    torch.testing.assert_close(after, before, atol=1e-4, rtol=1e-4)
    plain = Algorithm(centre="leave_one_out", scale="none")
    before, after = (trajectory_advantages(each, plain) for each in (rows, changed))
    torch.testing.assert_close(after, before * factor, atol=1e-4, rtol=1e-4)


@given(st.floats(0.01, 0.45), st.lists(st.sampled_from([0.0, 1.0]), min_size=1, max_size=9))
def test_the_forward_correction_is_a_constant_baseline(rho1: float, rewards: list[float]) -> None:
    """Weights rho1 where the verifier said right and rho1 - 1 where it said wrong are R - (1 - rho1)."""
    algorithm = Algorithm(centre="constant", baseline=1 - rho1, scale="none")
    got = trajectory_advantages(outcomes(rewards, [0] * len(rewards)), algorithm)
    assert got.tolist() == pytest.approx([rho1 if r else rho1 - 1 for r in rewards], abs=1e-6)


def test_spread_of_groups() -> None:
    rows = outcomes()
    assert has_spread(rows.rewards, rows.groups, rows.valid).tolist() == [True] * 8 + [False] * 3 + [True]
    for rewards in ([1.0, 0.0], [0.0, 1.0]):
        alone = outcomes(rewards, [0, 0], [True, False])
        assert has_spread(alone.rewards, alone.groups, alone.valid).tolist() == [False, False]


def test_nothing_at_all() -> None:
    empty = Outcomes(torch.zeros(0), torch.zeros(0, dtype=torch.long), torch.zeros(0, dtype=torch.bool))
    for centre in ("group", "leave_one_out", "quantile", "batch", "none", "constant"):
        algorithm = Algorithm(centre=centre, scale="none")  # type: ignore[arg-type]
        assert trajectory_advantages(empty, algorithm).shape == (0,)
    masked = outcomes([1.0, 0.0], [0, 0], [False, False])
    for switches in ({}, {"pass_k": 2}, {"centre": "quantile"}, {"centre": "batch", "scale": "batch"}):
        assert trajectory_advantages(masked, Algorithm(**switches)).tolist() == [0.0, 0.0]  # type: ignore[arg-type]


def test_masked_rewards_may_be_anything() -> None:
    rows = outcomes([1.0, 0.0, float("nan")], [0, 0, 0], [True, True, False])
    for centre in ("group", "leave_one_out", "quantile", "batch", "none", "constant"):
        scale = "batch" if centre not in ("none", "constant") else "none"
        got = trajectory_advantages(rows, Algorithm(centre=centre, scale=scale))  # type: ignore[arg-type]
        assert got.isfinite().all()
        assert got[2] == 0.0
