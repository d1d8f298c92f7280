"""Intervals and paired comparisons against scipy, known values, and the truth in simulated studies."""

from math import inf, isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.agents.evaluation.paired import Ledger, crossing, crossing_text, difference, ledger, sign_test
from rlvr.agents.intervals import (
    Estimate,
    estimate,
    interval,
    resampled_means,
    stratified_means,
    wilson,
)


def test_wilson_agrees_with_scipy() -> None:
    from scipy.stats import binomtest

    for right, n in [(0, 5), (5, 5), (3, 10), (70, 100), (1, 1)]:
        ours = wilson([1.0] * right + [0.0] * (n - right))
        theirs = binomtest(right, n).proportion_ci(method="wilson")
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-6)


def test_percentiles_agree_with_scipys_bootstrap() -> None:
    from scipy.stats import bootstrap

    rates = np.random.default_rng(0).beta(2, 3, size=60)
    ours = estimate(rates, draws=20_000)
    theirs = bootstrap((rates,), np.mean, n_resamples=20_000, method="percentile", rng=1).confidence_interval
    assert ours.value == pytest.approx(rates.mean())
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.004)


def test_arms_weigh_the_same_and_are_redrawn_apart() -> None:
    values = [0.0, 1.0, 0.5, 0.5, 0.5, 0.5]
    arms = ["a", "a", "b", "b", "b", "b"]
    assert stratified_means(values, arms)[0] == 0.5
    redrawn = resampled_means(values, arms, draws=4000)[:, 0]
    # Only the first arm varies: its mean is 0, 1/2 or 1, with chances 1/4, 1/2 and 1/4.
    shares = [(redrawn == mean).mean() for mean in (0.25, 0.5, 0.75)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.03)


def test_one_draw_has_the_same_tasks_in_all_columns() -> None:
    values = np.random.default_rng(1).random((9, 1))
    redrawn = resampled_means(np.hstack([values, values + 1.0]), [0] * 9, draws=50)
    assert redrawn[:, 1] == pytest.approx(redrawn[:, 0] + 1.0)


def test_missing_values_are_left_out() -> None:
    nan = float("nan")
    assert stratified_means([[1.0, nan], [0.0, nan], [nan, 0.3]], [0, 0, 1]).tolist() == [0.5, 0.3]
    assert estimate([nan, 1.0, nan]) == wilson([1.0])
    assert isnan(estimate([nan]).value)
    assert isnan(estimate([]).value)
    assert str(estimate([nan])) == "–"


@pytest.mark.parametrize("rate", [0.0, 1.0, 0.3])
def test_equal_tasks_do_not_look_certain(rate: float) -> None:
    found = estimate([rate] * 8)
    assert found.value == pytest.approx(rate)
    assert found.high - found.low > 0.3


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for study in range(300):
        skill = rng.beta(1, 2, size=40)  # the mean over all tasks there could be is 1/3
        rates = rng.binomial(8, skill) / 8
        found = estimate(rates, draws=400, seed=study)
        held += found.low <= 1 / 3 <= found.high
    assert 0.90 <= held / 300 <= 0.98  # 95%, less what a percentile bootstrap of 40 tasks is known to lose


def test_clusters_widen_what_counting_samples_would_give() -> None:
    rates = np.repeat([0.0, 1.0], 10)  # 20 tasks with 50 equal samples each
    found = estimate(rates)
    naive = wilson(np.repeat(rates, 50).tolist())
    assert found.high - found.low > 4 * (naive.high - naive.low)


def test_arms_of_one_task_do_not_look_certain() -> None:
    """Seven levels with a task each: redrawn together, as if they were of one arm."""
    rates = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    assert estimate(rates, range(7)) == estimate(rates)
    mixed = resampled_means([0.0, 1.0, *[0.5] * 8], ["a", "b", *["c"] * 8], draws=4000)[:, 0]
    # The arms a and b together are 0, 1/2 or 1 and weigh two thirds.
    shares = [(abs(mixed - mean) < 1e-9).mean() for mean in (1 / 6, 1 / 2, 5 / 6)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.03)


def test_no_tasks_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one task"):
        resampled_means([], [])
    with pytest.raises(ValueError, match="strata"):
        resampled_means([1.0], [])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=60))
def test_sign_test_agrees_with_scipy(rates: list[tuple[int, int]]) -> None:
    from scipy.stats import binomtest

    found = sign_test([a / 4 for a, _ in rates], [b / 4 for _, b in rates])
    assert found.ahead == sum(b > a for a, b in rates)
    assert found.behind == sum(b < a for a, b in rates)
    decided = found.ahead + found.behind
    assert found.p_value == pytest.approx(binomtest(found.ahead, decided).pvalue if decided else 1.0)


def test_pairing_narrows_the_difference() -> None:
    rng = np.random.default_rng(0)
    base = rng.random(50) * 0.8
    trained = base + 0.1 + rng.normal(0, 0.02, 50)
    found = difference(base, trained, [0] * 50)
    assert found.value == pytest.approx((trained - base).mean())
    assert 0.08 < found.low < found.value < found.high < 0.12
    assert difference(trained, base, [0] * 50).value == pytest.approx(-found.value)
    with pytest.raises(ValueError, match="same tasks"):
        difference(base, trained[1:], [0] * 50)


def test_differences_of_tasks_that_are_all_alike_do_not_look_certain() -> None:
    """Newcombe's (1998) interval for 0 of 10 against 10 of 10, and for none of both."""
    found = difference([0.0] * 10, [1.0] * 10, [0] * 10)
    edge = 1 / (1 + 10 / 1.959964**2)  # Wilson's upper end for 0 of 10
    assert (found.value, found.low) == pytest.approx((1.0, 1 - np.hypot(edge, edge)))
    assert found.high == 1.0
    none = difference([0.0] * 10, [0.0] * 10, [0] * 10)
    assert (none.value, none.low, none.high) == pytest.approx((0.0, -edge, edge))


def test_ledger_counts_tasks() -> None:
    found = ledger([1, 0, 3, 0, 2], [2, 1, 0, 0, 1])
    assert found == Ledger(kept=2, gained=1, lost=1, never=1)
    assert (found.retention, found.discovery, found.net) == pytest.approx((2 / 3, 1 / 3, 0.0))
    assert isnan(Ledger(0, 0, 0, 4).retention)
    assert isnan(Ledger(0, 0, 0, 4).net)


def curve(rates: np.ndarray, ks: list[int]) -> np.ndarray:
    return 1 - (1 - rates[:, None]) ** np.array(ks)


def test_crossing_is_where_the_true_curves_cross() -> None:
    """The base solves every task a little, the trained policy half of them always: 1 - 0.9^k = 1/2 at k = 6.58."""
    ks = [1, 2, 4, 8, 16, 32]
    base, trained = np.full(40, 0.1), np.repeat([1.0, 0.0], 20)
    found = crossing(curve(base, ks), curve(trained, ks), ks, [0] * 40)
    assert found.value == pytest.approx(np.log(0.5) / np.log(0.9), rel=0.05)
    assert 3 < found.low < found.value < found.high < 16


def test_curves_that_do_not_cross() -> None:
    ks = [1, 4, 16]
    low, high = curve(np.full(9, 0.1), ks), curve(np.full(9, 0.3), ks)
    arms = [0] * 9
    assert crossing(low, high, ks, arms) == Estimate(inf, inf, inf)
    assert crossing(high, low, ks, arms) == Estimate(0.0, 0.0, 0.0)
    assert isnan(crossing(low, low, ks, arms).value)
    assert crossing_text(crossing(low, high, ks, arms), 16) == "above 16"
    assert crossing_text(crossing(low, low, ks, arms), 16) == "no difference"
    with pytest.raises(ValueError, match="rising"):
        crossing(low, high, [4, 1, 16], arms)
    with pytest.raises(ValueError, match="one column"):
        crossing(low, high, [1, 4], arms)


def test_both_reaching_the_top_is_no_crossing() -> None:
    ks = [1, 2, 4]
    first, second = np.array([[0.2, 0.6, 1.0]] * 5), np.array([[0.5, 0.8, 1.0]] * 5)
    assert crossing(first, second, ks, [0] * 5).value == inf


def test_intervals_take_infinite_ends() -> None:
    assert interval(4.0, [3.0] * 50 + [inf] * 50) == Estimate(4.0, 3.0, inf)
