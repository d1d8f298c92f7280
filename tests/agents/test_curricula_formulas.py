"""Each curriculum on cases worked out by hand, or beside another implementation."""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from rlvr.agents.curricula import Arm, Draw, Result
from rlvr.agents.curricula.band import Band
from rlvr.agents.curricula.dars import Dars, extra_samples
from rlvr.agents.curricula.dump import Dump
from rlvr.agents.curricula.frontier import Block, Frontier, middle, paired, total
from rlvr.agents.curricula.hints import Hints
from rlvr.agents.curricula.irt import Fit, Irt
from rlvr.agents.curricula.ladder import Ladder
from rlvr.agents.curricula.progress import Progress, slope
from rlvr.agents.curricula.replay import Replay
from rlvr.agents.curricula.sec import Sec
from rlvr.agents.curricula.uniform import Uniform

A, B, C = Arm("a", 1), Arm("a", 2), Arm("a", 3)
X = Arm("x", 1)


def result(
    arm: Arm, passed: int, tried: int, *, advantage: float = 0.0, task: str = "t", hint: float = 0.0
) -> Result:
    return Result(Draw(arm, hint=hint), task, (1.0,) * passed + (0.0,) * (tried - passed), advantage)


# ---- ladder ----------------------------------------------------------------------------------------------------------


def test_a_ladder_rehearses_what_lies_below_its_frontier() -> None:
    arms = [Arm("a", level) for level in (1, 2, 3, 4)]
    ladder = Ladder(arms, memory=0.0, rehearsal=0.4)
    assert ladder.weights() == {"a:1": 0.75, "a:2": 0.25, "a:3": 0.0, "a:4": 0.0}  # there is nothing below
    for arm in arms[:3]:
        ladder.record([result(arm, 1, 1)])
    assert ladder.frontiers() == {"a:4": 4}
    assert ladder.weights() == pytest.approx({"a:1": 0.2, "a:2": 0.2, "a:3": 0.15, "a:4": 0.45})
    with pytest.raises(ValueError, match="rehearsal"):
        Ladder(arms, rehearsal=1.5)


def test_the_ladder_rises_when_its_running_rate_passes_the_target() -> None:
    ladder = Ladder([C, A, B, X], target=0.7, memory=0.5)
    assert ladder.weights() == {"a:3": 0.0, "a:1": 0.375, "a:2": 0.125, "x:1": 0.5}
    ladder.record([result(A, 1, 1)])  # 0.5
    assert ladder.frontiers() == {"a:1": 1, "x:1": 1}
    ladder.record([result(B, 8, 8)])  # not the frontier
    assert ladder.frontiers() == {"a:1": 1, "x:1": 1}
    ladder.record([result(A, 1, 1)])  # 0.75
    assert ladder.frontiers() == {"a:2": 2, "x:1": 1}
    assert ladder.weights() == {"a:3": 0.125, "a:1": 0.125, "a:2": 0.25, "x:1": 0.5}
    ladder.record([result(B, 9, 9), result(B, 9, 9)])  # at most one rung for each record
    assert ladder.frontiers() == {"a:3": 3, "x:1": 1}
    ladder.record([result(C, 9, 9)])  # the top
    assert ladder.frontiers() == {"a:3": 3, "x:1": 1}


def test_the_ladder_does_not_rise_on_hinted_successes() -> None:
    ladder = Ladder([A, B], memory=0.5)
    ladder.record([result(A, 9, 9, hint=0.5)])
    assert ladder.frontiers() == {"a:1": 1}


# ---- DUMP and SEC ----------------------------------------------------------------------------------------------------


def test_dump_scores_are_means_and_bonuses() -> None:
    dump = Dump([A, B, C])
    dump.record([result(A, 4, 8, advantage=1.0), result(A, 1, 2, advantage=-0.5), result(B, 0, 8)])
    bonus = 2 * log(18 + 1)
    expected = {"a:1": 0.9 + sqrt(bonus / 11), "a:2": sqrt(bonus / 9), "a:3": sqrt(bonus)}
    assert dump.scores() == pytest.approx(expected)
    shares = {name: exp(score / 0.1) for name, score in expected.items()}
    assert dump.weights() == pytest.approx(
        {name: share / sum(shares.values()) for name, share in shares.items()}
    )


def test_dump_forgets_what_is_older_than_its_window_but_counts_it() -> None:
    dump = Dump([A], window=10)
    dump.record(
        [result(A, 0, 5, advantage=1.0), result(A, 0, 5, advantage=0.0), result(A, 0, 5, advantage=0.5)]
    )
    assert dump.scores()["a:1"] == pytest.approx(0.25 + sqrt(2 * log(16) / 16))


def test_sec_moves_values_towards_the_mean_of_the_step() -> None:
    sec = Sec([A, B], rate=0.5, temperature=0.2)
    sec.record([result(A, 1, 2, advantage=1.0), result(A, 1, 6, advantage=0.6)])  # mean 0.7
    assert sec.values() == pytest.approx({"a:1": 0.35, "a:2": 0.0})
    sec.record([result(A, 1, 2, advantage=0.1), result(B, 1, 2, advantage=0.4)])
    assert sec.values() == pytest.approx({"a:1": 0.225, "a:2": 0.2})
    top, other = exp(0.225 / 0.2), exp(0.2 / 0.2)
    assert sec.weights() == pytest.approx({"a:1": top / (top + other), "a:2": other / (top + other)})


# ---- band and progress -----------------------------------------------------------------------------------------------


def test_the_band_holds_arms_and_tasks_whose_rate_lies_in_it() -> None:
    band = Band([A, B, C], low=0.2, high=0.8, memory=0.5, explore=0.3)
    band.record([result(A, 8, 8, task="easy"), result(B, 4, 8, task="mixed")])
    assert band.rates() == pytest.approx({"a:1": 9 / 10, "a:2": 5 / 10, "a:3": 1 / 2})
    assert band.weights() == pytest.approx({"a:1": 0.1, "a:2": 0.45, "a:3": 0.45})
    assert [band.admits(task) for task in ("easy", "mixed", "new")] == [False, True, True]
    band.record([result(A, 0, 8, task="easy")])  # 4 of 12 by now
    assert band.rates()["a:1"] == pytest.approx(5 / 14)
    assert band.admits("easy")


def test_the_band_takes_the_nearest_where_none_is_in_it_and_forgets_old_tasks() -> None:
    band = Band([A, B], explore=0.0, tasks=2)
    band.record([result(A, 30, 30, task="1"), result(B, 0, 8, task="2"), result(A, 30, 30, task="1")])
    assert band.weights() == {"a:1": 0.0, "a:2": 1.0}
    band.record([result(B, 0, 8, task="3")])
    assert [band.admits(task) for task in "123"] == [False, True, False]


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_slopes_are_those_of_the_least_squares_line(rates: list[float]) -> None:
    assert slope(rates) == pytest.approx(np.polyfit(range(len(rates)), rates, 1)[0], abs=1e-9)


def test_progress_draws_in_proportion_to_absolute_slopes() -> None:
    progress = Progress([A, B, C], window=3, explore=0.3)
    for a, b, c in ((9, 8, 5), (0, 8, 5), (2, 4, 5), (4, 0, 5)):
        progress.record([result(A, a, 10), result(B, b, 10), result(C, c, 10)])
    assert progress.slopes() == pytest.approx({"a:1": 0.2, "a:2": -0.4, "a:3": 0.0})
    assert progress.weights() == pytest.approx({"a:1": 0.1 + 0.7 / 3, "a:2": 0.1 + 1.4 / 3, "a:3": 0.1})


# ---- item response ---------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(
    cells=st.dictionaries(
        st.tuples(st.integers(0, 3), st.sampled_from([0.0, 0.25, 0.5])),
        st.tuples(st.integers(0, 20), st.integers(1, 20)),
        min_size=1,
        max_size=8,
    )
)
def test_the_item_response_fit_is_the_optimum_that_scipy_finds(
    cells: dict[tuple[int, float], tuple[int, int]],
) -> None:
    counts = {cell: [float(passed), float(passed + failed)] for cell, (passed, failed) in cells.items()}
    fit = Fit([0.0, 1.0, 2.0, 3.0], 1.0, counts)
    fit.solve(sweeps=2000)

    def loss(x: np.ndarray) -> float:
        logits = [x[0] - x[1 + rung] + x[5] * hint for rung, hint in counts]
        data = sum(n * np.logaddexp(0, z) - k * z for z, (k, n) in zip(logits, counts.values(), strict=True))
        prior = x[0] ** 2 / 200 + sum((x[1:5] - np.arange(4)) ** 2) / 2 + (x[5] - 4) ** 2 / 8
        return float(data + prior)

    ours = np.array([fit.ability, *fit.difficulties, fit.gain])
    # Its search may stop early where the loss is flat in a direction; from our place it can only do better than we did.
    found = [
        optimize.minimize(loss, start, bounds=[(None, None)] * 5 + [(0, None)], tol=1e-12)
        for start in ([0, 0, 1, 2, 3, 4], ours)
    ]
    best = min(found, key=lambda result: float(result.fun))
    assert loss(ours) <= best.fun + 1e-4
    assert ours == pytest.approx(best.x, abs=0.02)


def test_the_level_picker_finds_the_level_of_even_odds_and_the_hint_for_the_rest() -> None:
    arms = [Arm("a", level) for level in range(1, 7)]
    irt, rng = Irt(arms, hints=True, memory=0.95), Random(0)
    truth = {arm.name: 2.0 - 1.5 * (arm.level - 1) for arm in arms}  # logits; even odds between levels 2 and 3
    for _ in range(60):
        results = []
        for draw in irt.draw(rng, 16):
            chance = 1 / (1 + exp(-truth[draw.arm.name] - 5.0 * draw.hint))
            results.append(Result(draw, "t", tuple(float(rng.random() < chance) for _ in range(8))))
        irt.record(results)
    for name in ("a:2", "a:3", "a:4"):
        assert irt.predicted()[name] == pytest.approx(1 / (1 + exp(-truth[name])), abs=0.12)
        assert irt.hint(name) == pytest.approx(max(0.0, -truth[name] / 5.0), abs=0.1)
    assert irt.hint("a:1") == 0.0
    plain = Irt(arms)
    plain.load({**irt.state()})
    weights = plain.weights()
    assert weights["a:2"] + weights["a:3"] > 0.6
    assert all(draw.hint == 0.0 for draw in plain.draw(rng, 20))


# ---- frontier --------------------------------------------------------------------------------------------------------


def test_scores_are_variance_times_credit() -> None:
    frontier = Frontier([A, B, X], patience=100)
    frontier.record([result(A, 8, 8), *[result(X, 4, 8) for _ in range(25)]])
    # A: one block, which is the recent half. X: 200 rollouts at one half, twice the patience: a quarter of the credit.
    assert frontier.scores() == pytest.approx({"a:1": 4 * 0.9 * 0.1, "a:2": 1.0, "x:1": 0.25})
    cubes = {"a:1": 0.36**3, "a:2": 1.0, "x:1": 0.25**3}
    assert frontier.weights() == pytest.approx(
        {name: 0.95 * cube / sum(cubes.values()) + 0.05 / 3 for name, cube in cubes.items()}
    )


def test_a_change_drops_the_old_half_here_and_next_door_and_sets_the_pace() -> None:
    def history(frontier: Frontier) -> dict[str, list[int]]:
        return {
            name: [block[0] for block in blocks]
            for name, blocks in frontier.state()["memory"]["history"].items()
        }

    frontier = Frontier([A, B, C, X], patience=100)
    frontier.record([result(B, 0, 8), result(B, 1, 8), result(C, 0, 8), result(X, 0, 8), result(X, 0, 8)])
    frontier.record([result(A, 2, 8) for _ in range(5)] + [result(A, 6, 8) for _ in range(4)])
    assert history(frontier)["a:1"] == [2, 2, 2, 2, 2, 6, 6, 6, 6]
    frontier.record([result(A, 6, 8)])
    # 10 of 40, then 30 of 40. Chi-squared: 10 groups * (4 - 2)^2 / (8 / 4) = 20, over 9; so the difference of 0.5 is
    # 0.5 / sqrt(20 / 9 / 4 * 2 / 40) = 3.0 standard errors.
    assert history(frontier) == {"a:1": [6] * 5, "a:2": [1], "a:3": [0], "x:1": [0, 0]}
    assert frontier.patience == pytest.approx(0.9 * 100 + 0.1 * 80)


@given(st.lists(st.integers(0, 8), min_size=4, max_size=40))
def test_a_change_is_a_test_of_two_proportions_with_dispersion(passes: list[int]) -> None:
    frontier = Frontier([A], significance=2.0)
    if len(passes) % 2:
        passes.pop()
    frontier.record([result(A, passed, 8) for passed in passes])
    k, half = np.array(passes), len(passes) // 2
    rate = (k.sum() + 1) / (8 * len(k) + 2)
    # Pearson's chi-squared of the groups, about their own mean.
    chi_squared = ((k - k.mean()) ** 2 / (8 * rate * (1 - rate))).sum()
    dispersion = max(1.0, chi_squared / (len(k) - 1))
    z = (k[half:].mean() - k[:half].mean()) / 8 / sqrt(dispersion * rate * (1 - rate) * 2 / (8 * half))
    if abs(abs(z) - 2.0) > 1e-9:
        assert (len(frontier.state()["memory"]["history"]["a:1"]) == half) == (abs(z) > 2.0)


@pytest.mark.parametrize("sizes", [(8, 0), (6, 2), (4, 4)])
def test_changes_are_seldom_seen_where_there_are_none_however_much_tasks_differ(sizes: tuple[int, int]) -> None:
    # Tasks are of two kinds, with 8 rollouts each: always and never solved; 3 in 4 and 1 in 4; all the same.
    rng, arms = Random(0), [Arm("e", level) for level in range(0, 80, 2)]
    seen = 0
    for arm in arms:
        frontier = Frontier([arm])
        for _ in range(60):
            chance = rng.choice(sizes) / 8
            frontier.record([result(arm, sum(rng.random() < chance for _ in range(8)), 8)])
        seen += frontier.patience != 400
    assert seen <= 16  # of 40, with 60 looks each


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(5, 9)), max_size=20))
def test_halves_and_pairs_lose_nothing(counts: list[tuple[int, int]]) -> None:
    blocks = [Block(passed, tried, passed**2 / tried, 1) for passed, tried in counts]
    cut = middle(blocks)
    assert total(blocks[:cut]).tried <= total(blocks).tried / 2 <= total(blocks[: cut + 1]).tried
    assert total(paired(blocks)) == pytest.approx(total(blocks))
    assert len(paired(blocks)) == (len(blocks) + 1) // 2


def test_the_history_stays_short() -> None:
    frontier = Frontier([A])
    for i in range(1000):
        frontier.record([result(A, 4 + i % 2, 8)])
    (blocks,) = frontier.state()["memory"]["history"].values()
    assert len(blocks) <= 65
    assert sum(block[1] for block in blocks) == 8000


# ---- wrappers --------------------------------------------------------------------------------------------------------


def test_second_stages_have_the_sizes_of_the_paper() -> None:
    assert [extra_samples(right, 8) for right in range(5)] == [9, 5, 2, 1, 0]
    hard = [extra_samples(right, 8, schedule="hardness", limit=64) for right in range(5)]
    assert hard == [23, 14, 6, 3, 0]
    # Without the deviation, by hand: p = 1/8, S = 14/64, peak 4: (4 - 8 S) / S = 10.3.
    assert extra_samples(1, 8, normalised=False) == 11
    assert extra_samples(0, 8, schedule="hardness", limit=12) == 4
    assert extra_samples(0, 40) == 0


def test_hard_tasks_come_again_and_the_inner_curriculum_hears_of_first_stages_only() -> None:
    dump = Dump([A, B])
    dars = Dars([A, B], dump)
    dars.record([result(A, 1, 8, task="hard", advantage=1.0), result(B, 7, 8, task="easy", advantage=1.0)])
    draws = dars.draw(Random(0), 4)
    assert draws[0] == Draw(A, "hard", 5)
    assert all(draw.task_id is None for draw in draws[1:])
    before = dump.state()
    dars.record([Result(draws[0], "hard", (0.0,) * 5, 0.3)])
    assert dump.state() == before
    assert all(draw.task_id is None for draw in dars.draw(Random(0), 4))


def test_second_stages_take_at_most_their_share_the_latest_first() -> None:
    dars = Dars([A], Uniform([A]), share=0.5, waiting=3)
    dars.record([result(A, 0, 8, task=str(i)) for i in range(5)])
    dars.record([result(A, 3, 8, task="one more")])  # a single rollout would be compared with nothing
    asked = [[draw.task_id for draw in dars.draw(Random(0), 4)] for _ in range(3)]
    assert asked == [["4", "3", None, None], ["2", None, None, None], [None] * 4]


def test_mixed_tasks_are_replayed_by_rank_and_leave_when_all_agree() -> None:
    replay = Replay([A, B], Uniform([A, B]), share=1.0, staleness=0.0, temperature=1.0)
    replay.record([result(A, 4, 8, task="half"), result(B, 1, 8, task="rare"), result(A, 8, 8, task="solved")])
    assert replay.chances() == pytest.approx({"half": 2 / 3, "rare": 1 / 3})
    assert replay.weights() == pytest.approx({"a:1": 2 / 3, "a:2": 1 / 3})
    draws = replay.draw(Random(0), 4)
    assert {draw.task_id for draw in draws[:2]} == {"half", "rare"}
    assert [draw.task_id for draw in draws[2:]] == [None, None]
    half = next(draw for draw in draws if draw.task_id == "half")
    replay.record([Result(half, "half", (1.0,) * 8)])
    assert set(replay.chances()) == {"rare"}


def test_the_inner_curriculum_hears_of_no_replay_and_has_a_say_in_what_is_replayed() -> None:
    band = Band([A, B], explore=0.2, memory=1.0)
    replay = Replay([A, B], band, staleness=0.0, temperature=1.0)
    replay.record([result(A, 7, 8, task="good"), result(A, 8, 8), result(B, 1, 8, task="rare")])
    replay.record([result(B, 4, 8, task="half")])  # the band holds B only: a weight of 0.9 against 0.1
    assert band.weights() == pytest.approx({"a:1": 0.1, "a:2": 0.9})
    assert replay.chances() == pytest.approx({"half": 6 / 11, "rare": 3 / 11, "good": 2 / 11})
    before = band.state()
    replay.record([Result(Draw(A, "good"), "good", (0.0, 1.0))])
    assert band.state() == before


def test_stale_replays_are_visited_and_the_worst_go_when_it_is_full() -> None:
    replay = Replay([A], Uniform([A]), staleness=0.5, temperature=1.0, capacity=2)
    replay.record([result(A, 2, 8, task="old"), result(A, 4, 8, task="new")])  # ages 1 and 0
    assert replay.chances() == pytest.approx({"new": 0.5 * 2 / 3, "old": 0.5 / 3 + 0.5})
    replay.record([result(A, 3, 8, task="newest")])
    assert set(replay.chances()) == {"new", "newest"}


def test_hints_grow_where_all_fails_and_shrink_where_most_passes() -> None:
    hints = Hints([A, B], Ladder([A, B], memory=0.5), patience=16, unaided=0.25)
    hints.record([result(A, 0, 8), result(B, 3, 8)])
    assert hints.hints() == {"a:1": 0.0, "a:2": 0.0}
    hints.record([result(A, 0, 8), result(B, 3, 8)])
    assert hints.hints() == {"a:1": 0.25, "a:2": 0.0}
    given_hints = [draw.hint for draw in hints.draw(Random(0), 4000) if draw.arm == A]
    assert set(given_hints) == {0.0, 0.25}
    assert given_hints.count(0.0) / len(given_hints) == pytest.approx(0.25, abs=0.05)
    hints.record([result(A, 16, 16)])  # unaided: says nothing about this stage
    assert hints.hints()["a:1"] == 0.25
    for hint in (0.25, 0.5, 0.75):
        hints.record([result(A, 0, 16, hint=hint)])
    assert hints.hints()["a:1"] == 0.75
    hints.record([result(A, 12, 16, hint=0.75)])
    assert hints.hints()["a:1"] == 0.5
