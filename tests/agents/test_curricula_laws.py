"""Laws of all curricula: draws, weights, states and odd results, for each by its name."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.agents.curricula import CURRICULA, Arm, Curriculum, Draw, Result, make_curriculum
from rlvr.agents.curricula.wrapper import Wrapper

ARMS = [
    *(Arm("rlvr/sudoku-v0", level) for level in (1, 2, 3)),
    *(Arm("cipher", level, (("length", 9),)) for level in (2, 1)),
    Arm("coin"),
]
NAMES = {arm.name for arm in ARMS}
EVERY = [
    name for name in CURRICULA if name != "staircase"
]  # whose arms must have been measured: test_stairs.py
DRAWS_ALL = ["uniform", "band", "dump", "sec", "progress", "irt", "frontier", "dars", "replay", "hints"]
"""Those that promise to draw every arm now and then: all but the ladder."""


def played(curriculum: Curriculum, rng: Random, count: int, start: int = 0) -> list[Result]:
    """Draw, and answer at random; level 1 is easier than level 3."""
    results = []
    for i, draw in enumerate(curriculum.draw(rng, count)):
        chance = min(1.0, 0.9 - 0.3 * (draw.arm.level - 1) + draw.hint)
        rewards = tuple(float(rng.random() < chance) for _ in range(draw.samples or 4))
        results.append(Result(draw, draw.task_id or f"task {start + i}", rewards, 2 * rng.random()))
    return results


def advanced(name: str, steps: int, seed: int = 0) -> Curriculum:
    curriculum, rng = make_curriculum(name, ARMS), Random(seed)
    for step in range(steps):
        curriculum.record(played(curriculum, rng, 12, 100 * step))
    return curriculum


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("steps", [0, 1, 30])
def test_weights_are_shares_of_all_arms(name: str, steps: int) -> None:
    weights = advanced(name, steps).weights()
    assert set(weights) == NAMES
    assert sum(weights.values()) == pytest.approx(1.0)
    assert min(weights.values()) >= 0.0


@pytest.mark.parametrize("name", EVERY)
def test_as_many_draws_as_asked_for_and_always_the_same(name: str) -> None:
    for count in (0, 1, 7, 64):
        first, second = (advanced(name, 5).draw(Random(3), count) for _ in range(2))
        assert len(first) == count
        assert first == second
        assert all(draw.arm in ARMS for draw in first)
        assert all(0.0 <= draw.hint <= 1.0 for draw in first)


@pytest.mark.parametrize("name", EVERY)
def test_draws_follow_the_weights(name: str) -> None:
    curriculum = advanced(name, 10)
    if name == "dars":  # its weights are those of fresh tasks
        curriculum.draw(Random(0), 500)
    weights, rng = curriculum.weights(), Random(1)
    counts = dict.fromkeys(NAMES, 0)
    for _ in range(2000):
        (draw,) = curriculum.draw(rng, 1)
        counts[draw.arm.name] += 1
    for arm, weight in weights.items():
        # Five standard errors.
        assert abs(counts[arm] / 2000 - weight) < 5 * (max(weight * (1 - weight), 0.001) / 2000) ** 0.5


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=6)
@given(steps=st.integers(0, 12), seed=st.integers(0, 99))
def test_a_run_goes_on_from_its_state_as_if_nothing_had_happened(name: str, steps: int, seed: int) -> None:
    curriculum = advanced(name, steps, seed)
    text = json.dumps(curriculum.state(), allow_nan=False, sort_keys=True)
    resumed = make_curriculum(name, ARMS)
    resumed.load(json.loads(text))
    assert json.dumps(resumed.state(), sort_keys=True) == text
    one, two = Random(seed), Random(seed)
    for step in range(steps, steps + 4):
        ours, theirs = (
            played(curriculum, one, 12, 100 * step),
            played(resumed, two, 12, 100 * step),
        )
        assert ours == theirs
        curriculum.record(ours)
        resumed.record(theirs)
    assert curriculum.weights() == resumed.weights()


@pytest.mark.parametrize("name", EVERY)
def test_a_state_is_a_snapshot(name: str) -> None:
    curriculum = advanced(name, 5)
    state = curriculum.state()
    before = json.dumps(state)
    curriculum.record(played(curriculum, Random(9), 30, 9000))
    assert json.dumps(state) == before


@pytest.mark.parametrize("name", EVERY)
def test_a_state_of_other_arms_or_of_another_curriculum_is_refused(name: str) -> None:
    state = advanced(name, 3).state()
    fewer = make_curriculum(name, ARMS[:-1])
    before = fewer.state()
    with pytest.raises(ValueError, match=r"unknown here \['coin:1'\]"):
        fewer.load(state)
    assert fewer.state() == before
    other = make_curriculum("uniform" if name != "uniform" else "band", ARMS)
    with pytest.raises(ValueError, match="state is of the curriculum"):
        other.load(state)


@pytest.mark.parametrize("name", EVERY)
def test_odd_results_do_no_harm(name: str) -> None:
    curriculum = advanced(name, 4)
    before = curriculum.weights()
    curriculum.record([])
    curriculum.record([Result(Draw(ARMS[0]), "nothing scored", ())])
    assert curriculum.weights() == before
    odd = [
        Result(Draw(ARMS[0]), "t", (1.0,), float("nan")),
        Result(Draw(ARMS[0]), "t", (0.0,), float("inf")),
        Result(Draw(ARMS[1], "never drawn"), "never drawn", (0.5, -1.0, 2.0)),
        Result(Draw(ARMS[2], "t", 3, 0.123), "t", (1.0,) * 100),
    ]
    for _ in range(20):
        curriculum.record(odd)
    assert sum(curriculum.weights().values()) == pytest.approx(1.0)
    json.dumps(curriculum.state(), allow_nan=False)
    assert len(curriculum.draw(Random(0), 9)) == 9


@pytest.mark.parametrize("name", EVERY)
def test_a_result_of_an_unknown_arm_is_refused_and_changes_nothing(name: str) -> None:
    curriculum = advanced(name, 4)
    before = curriculum.state()
    good = Result(Draw(ARMS[0]), "t", (1.0, 0.0), 1.0)
    with pytest.raises(ValueError, match="unknown arm 'chess:1'"):
        curriculum.record([good, Result(Draw(Arm("chess")), "t", (1.0,))])
    assert curriculum.state() == before


@pytest.mark.parametrize("name", DRAWS_ALL)
def test_every_arm_is_drawn_now_and_then_even_if_it_always_fails(name: str) -> None:
    curriculum, rng, late = make_curriculum(name, ARMS), Random(0), set()
    for step in range(120):
        draws = curriculum.draw(rng, 16)
        curriculum.record(
            [
                Result(draw, f"{step} {i}", (float(draw.arm.name == "coin:1" and i % 2),) * 4, float(i % 2))
                for i, draw in enumerate(draws)
            ]
        )
        if step >= 60:
            late |= {draw.arm.name for draw in draws}
    assert late == NAMES


def test_names_and_options_that_do_not_exist_are_told_with_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'frontier'"):
        make_curriculum("frontear", ARMS)
    with pytest.raises(ValueError, match="did you mean 'temperature'"):
        make_curriculum("dump", ARMS, temprature=1.0)
    with pytest.raises(ValueError, match="no option 'speed'"):
        make_curriculum("uniform", ARMS, speed=1)
    with pytest.raises(ValueError, match="did you mean 'ladder'"):
        make_curriculum("hints", ARMS, inner="lader")


@pytest.mark.parametrize("name", EVERY)
def test_arms_must_be_there_and_told_apart(name: str) -> None:
    with pytest.raises(ValueError, match="at least one arm"):
        make_curriculum(name, [])
    with pytest.raises(ValueError, match="called sudoku:1"):
        make_curriculum(name, [Arm("sudoku"), Arm("rlvr/sudoku-v0", 1)])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ladder", {"target": 1.5}),
        ("band", {"low": 0.9, "high": 0.1}),
        ("dump", {"temperature": 0.0}),
        ("sec", {"rate": -1.0}),
        ("progress", {"window": 1}),
        ("irt", {"target": 1.0}),
        ("frontier", {"patience": 0}),
        ("frontier", {"explore": 2.0}),
        ("dars", {"schedule": "soft"}),
        ("replay", {"share": 1.1}),
        ("hints", {"stages": (0.5, 0.25)}),
        ("hints", {"low": 0.7}),
    ],
)
def test_values_that_make_no_sense_are_refused(name: str, options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"must|at least"):
        make_curriculum(name, ARMS, **options)


def test_wrappers_stand_around_one_another() -> None:
    inner = make_curriculum("dars", ARMS, inner="ladder", inner_options={"target": 0.5}, limit=16)
    curriculum = make_curriculum("replay", ARMS, inner=make_curriculum("hints", ARMS, inner=inner))
    rng = Random(0)
    for step in range(20):
        curriculum.record(played(curriculum, rng, 12, 100 * step))
    kinds = {(d.task_id is not None, d.samples is not None) for _ in range(20) for d in curriculum.draw(rng, 8)}
    assert (True, False) in kinds  # replays
    assert (False, False) in kinds  # fresh tasks
    assert all(isinstance(make_curriculum(name, ARMS), Wrapper) for name in ("dars", "replay", "hints"))


def test_one_arm_is_enough() -> None:
    for name in EVERY:
        curriculum = make_curriculum(name, [Arm("sudoku", 2)])
        assert curriculum.weights() == {"sudoku:2": 1.0}
        assert {draw.arm.level for draw in curriculum.draw(Random(0), 5)} == {2}
