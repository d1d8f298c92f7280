"""Statistics over runs against scipy, sums over all pairs, and rliable's own functions where it is installed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rlvr.agents.evaluation import runs

grid = st.sampled_from([i / 8 for i in range(13)])
matrix = st.tuples(st.integers(1, 6), st.integers(1, 7)).flatmap(
    lambda shape: arrays(float, shape, elements=grid)
)


@given(matrix)
def test_interquartile_mean_agrees_with_scipy(scores: np.ndarray) -> None:
    from scipy.stats import trim_mean

    assert runs.interquartile_mean(scores) == pytest.approx(trim_mean(scores, 0.25, axis=None))


@given(matrix)
def test_gap_and_profile_by_counting(scores: np.ndarray) -> None:
    cells = scores.ravel().tolist()
    assert runs.optimality_gap(scores) == pytest.approx(sum(max(0.0, 1 - s) for s in cells) / len(cells))
    levels = [0.0, 0.25, 0.3, 1.0]
    counted = [sum(s > level for s in cells) / len(cells) for level in levels]
    assert runs.profile(scores, levels) == pytest.approx(counted)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 4), st.data())
def test_probability_of_improvement_by_all_pairs(
    first: int, second: int, arms: int, data: st.DataObject
) -> None:
    one = data.draw(arrays(float, (first, arms), elements=grid))
    two = data.draw(arrays(float, (second, arms), elements=grid))
    wins = [
        1.0 if b > a else 0.5 if b == a else 0.0
        for arm in range(arms)
        for a in one[:, arm]
        for b in two[:, arm]
    ]
    assert runs.probability_of_improvement(one, two) == pytest.approx(sum(wins) / len(wins))


def test_intervals_redraw_runs_within_arms() -> None:
    """Two runs of one arm: a redrawn mean is 0, 1/2 or 1, with chances 1/4, 1/2, 1/4; and arms are redrawn apart."""
    found = runs.over_runs([[0.0], [1.0]], runs.mean_score)
    assert (found.value, found.low, found.high) == (0.5, 0.0, 1.0)
    apart = runs.over_runs([[0.0] * 100, [1.0] * 100], runs.mean_score)
    assert apart.high - apart.low == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(2 * 100), rel=0.1)
    assert runs.over_runs([[0.2, 0.4]], runs.mean_score) == runs.Estimate(*[pytest.approx(0.3)] * 3)


def test_improvement_and_its_interval() -> None:
    rng = np.random.default_rng(1)
    low, high = rng.random((5, 6)), rng.random((5, 6)) + 2.0
    assert runs.improvement(low, high, draws=200) == runs.Estimate(1.0, 1.0, 1.0)
    alike = runs.improvement(low, rng.random((5, 6)), draws=500)
    assert alike.low < 0.5 < alike.high
    with pytest.raises(ValueError, match="same arms"):
        runs.improvement(low, high[:, 1:])


def test_profile_band_holds_the_profile() -> None:
    scores = np.random.default_rng(2).random((6, 10))
    levels = np.linspace(0, 1, 21)
    value, low, high = runs.profile_band(scores, levels, draws=300)
    assert (low <= value + 1e-12).all()
    assert (value <= high + 1e-12).all()
    assert (np.diff(value) <= 0).all()
    assert high[10] > low[10]


@pytest.mark.parametrize("scores", [[0.1, 0.2], [[]], [[0.1, float("nan")]]])
def test_gaps_in_the_matrix_are_refused(scores: list) -> None:
    with pytest.raises(ValueError, match="full matrix"):
        runs.interquartile_mean(scores)
