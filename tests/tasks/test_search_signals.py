"""Signals about the way: what they measure, and the two laws that make them safe to pay for."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.verifiers.search import signals
from rlvr.verifiers.search.signals import GAINS, SIGNALS, THRIFT, Needs, Shaping, Trail

NEEDS = Needs.of({"support": [["d1", "d2"], ["d3"], ["d3", "d4"]], "oracle_calls": 4})


def test_needs_are_read_from_a_payload() -> None:
    assert NEEDS.facts == (frozenset({"d1", "d2"}), frozenset({"d3"}), frozenset({"d3", "d4"}))
    assert NEEDS.calls == 4
    assert Needs.of({"support": [["d1"], ["d2"]]}).calls == 2
    for support in ([], [["d1"], []]):
        with pytest.raises(ValueError, match="needs a document"):
            Needs.of({"support": support})


@pytest.mark.parametrize(
    ("seen", "share"),
    [([], 0), (["d9"], 0), (["d1"], 1 / 3), (["d1", "d2"], 1 / 3), (["d3"], 2 / 3), (["d2", "d3", "d9"], 1)],
)
def test_coverage_pays_each_fact_once(seen: list[str], share: float) -> None:
    assert signals.coverage(Trail.of(seen), NEEDS) == pytest.approx(share)


def test_foraging_is_worth_less_beyond_the_calls_of_the_oracle() -> None:
    def gain(calls: int) -> float:
        return signals.foraging(Trail.of(["d1", "d3"], calls=calls), NEEDS)

    assert gain(1) == gain(4) == 1.0
    assert gain(6) == pytest.approx(0.81)
    assert 0.0 <= gain(10**9) < 1e-6


def test_repeated_queries_are_those_with_the_same_words() -> None:
    assert signals.redundancy(Trail.of()) == 0.0
    assert (
        signals.redundancy(Trail.of(queries=["Jan Vorsk", "mentor of Jan", "vorsk, JAN", "Jan Vorsk?"])) == 0.5
    )
    assert signals.freshness(Trail.of(queries=["a b", "a b b"]), NEEDS) == 1.0


def test_efficiency() -> None:
    worth = [signals.efficiency(Trail.of(calls=calls), NEEDS) for calls in (0, 4, 8, 40)]
    assert worth == [1.0, 1.0, 0.5, 0.1]


@pytest.mark.parametrize(
    ("judgements", "worth"),
    [
        ([], 0),
        ([(["d1", "d9"], True)], 1),
        ([(["d3"], True)], 2),
        ([(["d3"], True), (["d1"], True)], 3),
        ([(["d3"], True), (["d9"], True)], 1),  # a useless one was called useful
        ([(["d3"], True), (["d1"], False)], 1),  # a useful one was called useless
        ([(["d3"], True), (["d8"], False), (["d9"], False)], 2),  # rightly called useless: nothing
        ([(["d3"], True), (["d3"], False)], 0),  # both ways
        ([(["d8"], True), (["d9"], True)], 0),
        ([([], True)], 0),
        ([([], False)], 0),
    ],
)
def test_judgements_are_scored_against_known_support(judgements: list[Any], worth: int) -> None:
    assert signals.judging(Trail.of(judgements=judgements), NEEDS) == pytest.approx(worth / 3)


def test_shaping_is_checked() -> None:
    for wrong in (
        {"weights": {"luck": 1.0}},
        {"weights": {}},
        {"weights": {"efficiency": 1.0}},
        {"weights": {"coverage": -1.0}},
        {"weights": {"coverage": math.nan}},
        {"weights": {"coverage": math.inf}},
        {"most": 0.6, "spread": 0.4},
        {"most": -0.1},
        {"spread": -0.1},
        {"most": math.nan},
    ):
        with pytest.raises(ValueError, match=r"signal|weight|most"):
            Shaping(**wrong)


def test_shaping_by_hand() -> None:
    shaping = Shaping({"coverage": 1.0, "judging": 3.0, "efficiency": 1.0}, most=0.4, spread=0.2)
    trail = Trail.of(["d3"], ["q"], 8, [(["d3"], True)])
    quality = (2 / 3 * 0.25 + 2 / 3 * 0.75) * 0.5
    assert shaping.total(trail, NEEDS, solved=False) == pytest.approx(0.4 * quality)
    assert shaping.total(trail, NEEDS, solved=True) == pytest.approx(1 - 0.2 * (1 - quality))
    assert Shaping().total(trail, NEEDS, solved=True) == 1.0
    assert shaping.payments([], NEEDS, solved=False) == []


IDS = st.sampled_from([f"d{i}" for i in range(12)])
QUERIES = st.sampled_from(["Jan", "jan!", "mentor Jan", "Jan mentor", "Ove", "", "Mel", "guild", "when", "who"])
# A step: a query and what it shows, or a document opened, or a judgement of what was last shown.
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("search"), QUERIES, st.frozensets(IDS, max_size=3)),
        st.tuples(st.just("open"), IDS),
        st.tuples(st.just("judge"), st.frozensets(IDS, max_size=3), st.booleans()),
    ),
    max_size=14,
)
WORLDS = st.builds(
    lambda facts, calls: Needs(tuple(facts), calls),
    st.lists(st.frozensets(IDS, min_size=1, max_size=3), min_size=1, max_size=5),
    st.integers(1, 8),
)
WEIGHTS = st.fixed_dictionaries(
    {"coverage": st.floats(0.1, 5)}, optional={name: st.floats(0, 5) for name in SIGNALS if name != "coverage"}
)
SHAPINGS = st.builds(Shaping, WEIGHTS, st.floats(0, 0.5), st.floats(0, 0.49))


def trail_of(steps: list[Any]) -> Trail:
    seen: set[str] = set()
    queries, judgements = [], []
    for step in steps:
        if step[0] == "search":
            queries.append(step[1])
            seen |= step[2]
        elif step[0] == "open":
            seen.add(step[1])
        else:
            judgements.append((step[1], step[2]))
    return Trail.of(seen, queries, len(steps) - len(judgements), judgements)


def prefixes(steps: list[Any]) -> list[Trail]:
    return [trail_of(steps[: i + 1]) for i in range(len(steps))]


@given(STEPS, WORLDS)
def test_every_signal_is_in_bounds_and_nothing_begins_with_a_gain(steps: list[Any], needs: Needs) -> None:
    for value in signals.measure(trail_of(steps), needs).values():
        assert 0.0 <= value <= 1.0
    assert all(signal(Trail(), needs) == 0.0 for signal in GAINS.values())
    assert all(signal(Trail(), needs) == 1.0 for signal in THRIFT.values())


@given(STEPS, WORLDS, SHAPINGS, st.data())
def test_repeating_and_reordering_never_raise_the_sum(
    steps: list[Any], needs: Needs, shaping: Shaping, data: st.DataObject
) -> None:
    solved = data.draw(st.booleans())
    shuffled = data.draw(st.permutations(steps))
    again = data.draw(st.lists(st.sampled_from(steps), max_size=6)) if steps else []
    repeated = data.draw(st.permutations([*steps, *again]))

    def paid(taken: list[Any]) -> float:
        return math.fsum(shaping.payments(prefixes(taken), needs, solved=solved)) if taken else 0.0

    before = paid(steps)
    assert paid(shuffled) == pytest.approx(before, abs=1e-12)
    assert paid(repeated) <= before + 1e-12
    for name, signal in SIGNALS.items():
        here = signal(trail_of(steps), needs)
        assert signal(trail_of(shuffled), needs) == here, name
        assert signal(trail_of(repeated), needs) <= here, name


@given(STEPS, STEPS, WORLDS, SHAPINGS)
def test_no_failed_episode_outscores_a_solved_one(
    failed: list[Any], solved: list[Any], needs: Needs, shaping: Shaping
) -> None:
    lost = shaping.total(trail_of(failed), needs, solved=False)
    won = shaping.total(trail_of(solved), needs, solved=True)
    assert 0.0 <= lost <= shaping.most < 1 - shaping.spread <= won <= 1.0


@given(STEPS.filter(len), WORLDS, SHAPINGS, st.booleans())
def test_the_payments_add_up_to_the_total(
    steps: list[Any], needs: Needs, shaping: Shaping, solved: bool
) -> None:
    payments = shaping.payments(prefixes(steps), needs, solved=solved)
    assert len(payments) == len(steps)
    assert math.fsum(payments) == pytest.approx(shaping.total(trail_of(steps), needs, solved=solved), abs=1e-12)


@given(STEPS, WORLDS, st.integers(1, 30))
def test_useless_queries_and_judgements_earn_nothing(steps: list[Any], needs: Needs, more: int) -> None:
    """Ever new queries that show nothing new, each rightly called useless."""
    shaping = Shaping({"coverage": 1.0, "foraging": 1.0, "judging": 1.0, "efficiency": 1.0})
    farmed = [*steps]
    for i in range(more):
        farmed += [("search", f"new {i}", frozenset({f"x{i}"})), ("judge", frozenset({f"x{i}"}), False)]
    before, after = (shaping.credit(trail_of(taken), needs) for taken in (steps, farmed))
    assert after <= before
