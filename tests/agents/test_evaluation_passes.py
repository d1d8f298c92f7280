"""pass@k, chance and majority voting against sums over all subsets, scipy and exact fractions."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.agents.evaluation import passes
from rlvr.agents.evaluation.passes import above_chance, chance_at_k, majority_at_k, pass_at_k


@given(st.integers(1, 9), st.data())
def test_pass_at_k_is_the_mean_over_all_subsets(n: int, data: st.DataObject) -> None:
    right = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    k = data.draw(st.integers(1, n))
    subsets = [any(chosen) for chosen in combinations(right, k)]
    assert pass_at_k(n, sum(right), k) == pytest.approx(sum(subsets) / len(subsets), abs=1e-14)


@settings(max_examples=200)
@given(st.integers(1, 5000), st.data())
def test_pass_at_k_keeps_its_digits(n: int, data: st.DataObject) -> None:
    c, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, min(n, 1024)))
    exact = 1 - Fraction(comb(n - c, k), comb(n, k))
    assert pass_at_k(n, c, k) == pytest.approx(float(exact), rel=1e-11, abs=0)


def test_pass_at_k_agrees_with_scipy() -> None:
    from scipy.stats import hypergeom

    for n, c, k in [(256, 1, 256), (512, 3, 256), (16, 4, 8), (1000, 7, 64)]:
        assert pass_at_k(n, c, k) == pytest.approx(hypergeom(n, c, k).sf(0), rel=1e-9)


@pytest.mark.parametrize(("n", "c", "k"), [(4, 1, 5), (4, 1, 0), (0, 0, 1), (4, 5, 1), (4, -1, 1)])
def test_impossible_draws_are_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match="need"):
        pass_at_k(n, c, k)


def test_chance_and_what_is_above_it() -> None:
    assert chance_at_k(0.25, 3) == pytest.approx(1 - 0.75**3)
    assert chance_at_k(1e-12, 10) == pytest.approx(1e-11, rel=1e-9)
    assert chance_at_k(0.0, 256) == 0.0
    assert chance_at_k(1.0, 1) == 1.0
    assert above_chance(0.25, 0.25) == 0.0
    assert above_chance(1.0, 0.25) == 1.0
    assert above_chance(0.0, 0.5) == -1.0
    assert np.isnan(above_chance(1.0, 1.0))


def by_hand(answers: list[str | None], right: list[bool], k: int) -> float:
    """Vote in every subset."""
    won: list[Fraction] = []
    for chosen in combinations(range(len(answers)), k):
        votes = [(answers[i], right[i]) for i in chosen if answers[i] is not None]
        top = max((votes.count(vote) for vote in votes), default=0)
        best = {vote for vote in votes if votes.count(vote) == top}
        won.append(Fraction(sum(ok for _, ok in best), len(best)) if best else Fraction(0))
    return float(sum(won) / len(won))


samples = st.lists(
    st.sampled_from([("a", True), ("b", True), ("c", False), ("d", False), (None, False)]), min_size=1
)


@settings(max_examples=150, deadline=None)
@given(samples.filter(lambda votes: len(votes) <= 9), st.data())
def test_majority_is_the_mean_over_all_subsets(
    votes: list[tuple[str | None, bool]], data: st.DataObject
) -> None:
    answers, right = [list(column) for column in zip(*votes, strict=True)]
    k = data.draw(st.integers(1, len(votes)))
    assert majority_at_k(answers, right, k) == pytest.approx(by_hand(answers, right, k), abs=1e-12)


def test_majority_of_one_is_the_pass_rate_and_one_candidate_with_two_verdicts_is_two() -> None:
    assert majority_at_k(["a", "b", "c", "a"], [True, False, False, True], 1) == pytest.approx(0.5)
    assert majority_at_k(["a", "a"], [True, False], 2) == pytest.approx(0.5)
    assert majority_at_k([None, None], [False, False], 2) == 0.0


@pytest.mark.parametrize("n", [64, 128, 256])
def test_drawn_subsets_agree_with_the_exact_sum(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(n)
    drawn = [int(i) for i in rng.choice(12, size=n, p=np.array([5, 4, *[1] * 10]) / 19)]
    answers: list[str | None] = [None if i == 11 else str(i) for i in drawn]
    right = [i == 0 for i in drawn]
    for k in (3, 15):
        exact = majority_at_k(answers, right, k)
        with monkeypatch.context() as patch:
            patch.setattr(passes, "EXACT_WORK", 0)
            assert majority_at_k(answers, right, k) == pytest.approx(exact, abs=0.03)
            assert majority_at_k(answers, right, k, seed=1) != majority_at_k(answers, right, k, seed=2)


def test_majority_of_many_voters_is_cheap_and_sure() -> None:
    answers = ["a"] * 700 + ["b"] * 600
    right = [True] * 700 + [False] * 600
    assert majority_at_k(answers, right, 1300) == 1.0
    assert 0.7 < majority_at_k(answers, right, 256) < 1.0
    every = [str(i) for i in range(128)]
    assert majority_at_k(every, [i == 0 for i in range(128)], 128) == pytest.approx(1 / 128)
