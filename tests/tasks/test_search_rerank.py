"""Orders of passages and claims with their evidence: what is right, and what the parts measure."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.verifiers.base import Reason
from rlvr.verifiers.search import claims, rerank

LABELS = ["A", "B", "C", "D"]


def order(answer: str, grades: Sequence[int] = (0, 1, 2, 1), **more: Any) -> Any:
    return rerank.verify({"rerank": {"labels": LABELS, "grades": list(grades), "k": 3, **more}}, answer)


@pytest.mark.parametrize(
    "answer",
    [
        "C > B > D > A", "C > D > B > A", "C>B>D>A", "c > b > d > a", "C, B, D, A", "C; D; B; A",
        "[C] > [B] > [D] > [A]", "C\nB\nD\nA",
        "1. C\n2. B\n3. D\n4. A", "1) C\n2) B\n3) D\n4) A", '["C", "B", "D", "A"]', "[C, B, D, A]",
        "`C > B > D > A`", "C > B > D > A.", "C,B,D,A,",
        "(C) > (B) > (D) > (A)", "C ≻ B ≻ D ≻ A", " C > B > D > A \n", "**C > B > D > A**", "C → B → D → A",
        "[C]>[B]>[D]>[A]",
    ],
)  # fmt: skip
def test_ideal_orders_up_to_ties_are_right(answer: str) -> None:
    verdict = order(answer)
    assert verdict.passed, verdict
    assert verdict.parts["ndcg"] == verdict.parts["recall"] == pytest.approx(1.0)
    assert verdict.parts["rbo"] == pytest.approx(1.0)
    assert verdict.parts["dense"] == pytest.approx(rerank.MOST)


@pytest.mark.parametrize(
    "answer",
    [
        "", "C", "C > B > D", "C > B > D > A > A", "C > B > D > E", "C > B > B > A", "C B D A", "CBDA",
        "A < D < B < C", "C > B = D > A",
        "C > B > D > A or C > D > B > A", "C > B, D > A", "not C > B > D > A", "The order is not C > B > D > A",
        "C > B > D > A > ", "> C > B > D > A",
        "C > B > D > A\nA > B > C > D", "[C > [B] > [D] > [A]", "C >> B >> D >> A", "Passage C > B > D > A",
        "C * B * D * A", "\ud800", ">" * 4096,
        "3 > 2 > 4 > 1", "C > B  D > A",
    ],
)  # fmt: skip
def test_what_is_no_order_of_the_labels_is_refused(answer: str) -> None:
    verdict = order(answer, dense=True)
    assert (verdict.score, verdict.reason) == (0.0, Reason.UNPARSABLE)


def test_numbers_as_labels() -> None:
    payload = {"rerank": {"labels": ["1", "2", "3"], "grades": [0, 2, 1]}}
    for answer in ("[2] > [3] > [1]", "1. 2\n2. 3\n3. 1", "2, 3, 1", "2\n3\n1", "[2, 3, 1]"):
        assert rerank.verify(payload, answer).passed, answer
    for answer in ("[1] > [2] > [3]", "1. 1\n2. 2\n3. 3", "231", "2.3, 1"):
        assert not rerank.verify(payload, answer).passed, answer


def test_other_orders_are_wrong_and_dense_is_off() -> None:
    worst = order("A > B > D > C", dense=True)
    near = order("B > C > D > A", dense=True)
    assert order("B > C > D > A").score == 0.0
    assert order("B > C > D > A").parts == near.parts
    assert worst.score == 0.0
    assert 0.0 < near.score < rerank.MOST
    assert order("x" * 5000).reason is Reason.TOO_LONG


def test_measures_by_hand() -> None:
    parts = rerank.measures([1, 2, 0, 1], 3)
    log3 = math.log2(3)
    assert parts["ndcg"] == pytest.approx((1 + 3 / log3 + 0) / (3 + 1 / log3 + 0.5))
    assert parts["recall"] == pytest.approx(2 / 3)
    depths = [0, 1, 2 / 3, 1]  # the ideal order is 2 1 1 0
    weights = [1, 0.9, 0.81, 0.729]
    assert parts["rbo"] == pytest.approx(
        sum(w * d for w, d in zip(weights, depths, strict=True)) / sum(weights)
    )


def by_sets(ranked: Sequence[int]) -> float:
    """Overlap with the ideal order of passages that is nearest: all orders of ties are tried at each depth."""
    places = range(len(ranked))
    weights = [0.9**depth for depth in places]
    total = 0.0
    for depth in range(1, len(ranked) + 1):
        best = 0
        for chosen in itertools.combinations(places, depth):
            rest = [ranked[i] for i in places if i not in chosen]
            if not rest or min(ranked[i] for i in chosen) >= max(rest):
                best = max(best, len(set(chosen) & set(range(depth))))
        total += weights[depth - 1] * best / depth
    return total / sum(weights)


GRADES = st.lists(st.integers(0, 3), min_size=2, max_size=6).filter(lambda grades: len(set(grades)) > 1)


@given(GRADES, st.integers(1, 7))
def test_measures_agree_with_slow_ones(ranked: list[int], k: int) -> None:
    parts = rerank.measures(ranked, k)
    gain = [
        sum((2**grade - 1) / math.log2(i + 2) for i, grade in enumerate(some[:k]))
        for some in itertools.permutations(ranked)
    ]
    mine = sum((2**grade - 1) / math.log2(i + 2) for i, grade in enumerate(ranked[:k]))
    assert parts["ndcg"] == pytest.approx(mine / max(gain))
    assert parts["rbo"] == pytest.approx(by_sets(ranked))
    assert all(-1e-9 <= value <= 1 + 1e-9 for value in parts.values())
    assert parts["dense"] <= rerank.MOST


@given(GRADES, st.integers(1, 7))
def test_an_order_is_right_exactly_if_no_pair_is_upside_down(grades: list[int], k: int) -> None:
    labels = [f"P{i}" for i in range(len(grades))]
    payload = {"rerank": {"labels": labels, "grades": grades, "k": k, "dense": True}}
    for places in itertools.islice(itertools.permutations(range(len(grades))), 30):
        upside_down = any(grades[a] < grades[b] for a, b in itertools.combinations(places, 2))
        verdict = rerank.verify(payload, " > ".join(labels[place] for place in places))
        assert verdict.passed is not upside_down
        if upside_down:
            assert verdict.score is not None
            assert 0.0 <= verdict.score <= rerank.MOST


@given(st.lists(st.integers(0, 3), min_size=4, max_size=5).filter(lambda grades: len(set(grades)) > 1))
@settings(max_examples=40, deadline=None)
def test_chance_earns_little(grades: list[int]) -> None:
    dense = [rerank.measures(some)["dense"] for some in itertools.permutations(grades)]
    assert sum(dense) / len(dense) <= 0.6 * rerank.MOST
    assert min(dense) < max(dense) == pytest.approx(rerank.MOST)


def test_payloads_that_make_no_sense_are_refused() -> None:
    for grades in ([1, 1, 1, 1], [0, 0, 0, 0], [-1, 0, 1, 2]):
        with pytest.raises(ValueError, match="grades"):
            order("C > B > D > A", grades)
    with pytest.raises(ValueError, match="labels"):
        rerank.read_order("a > A", ["a", "A"])


REFUTED = {"claim": {"label": "refuted", "evidence": [["d0012", "d0044"], ["d0007"]], "surplus": 1}}
NOTHING = {"claim": {"label": "not enough information", "evidence": [], "surplus": 1}}


@pytest.mark.parametrize(
    "answer",
    [
        "refuted; d0012, d0044", "refuted: d0012, d0044", "Refuted: d0044 and d0012.", "REFUTED d0012 d0044",
        "refuted; d0007", "refuted\nd0007",
        "Label: refuted\nEvidence: d0012, d0044", "refuted (d0012, d0044)", "refuted [d0012] [d0044]",
        "**refuted**: d0007",
        '{"label": "refuted", "evidence": ["d0007"]}', "refuted; d0012, d0044, d0012", "refuted; d0007, d0044",
        "refuted; d0012, d0044, d0099",
        "Verdict: refuted; evidence: d0007", "refuted. Documents: d0007", "refuted, d0007", "refuted - d0007",
        "refuted; d0012, d0044, d0007",
    ],
)  # fmt: skip
def test_claims_right(answer: str) -> None:
    verdict = claims.verify(REFUTED, answer)
    assert verdict.passed, verdict


@pytest.mark.parametrize(
    "answer",
    [
        "", "refuted", "refuted; none", "refuted; d0012", "refuted; d0044, d0099", "supported; d0007",
        "not enough information", "refuted; d0007, d1, d2",
        "not refuted; d0007", "refuted or supported; d0007", "supported, refuted; d0007",
        "refuted; d0007, supported", "refuted; d0007 or d0012",
        "refuted; not d0007", "d0007", "d0007; refuted", "refuted; d007", "refuted; d00071", "refuted; D0007",
        "refuted; d0007?", "unrefuted; d0007", "refutes; d0007",
        "refuted-ish; d0007", '{"label": "refuted"}', '{"label": "refuted", "evidence": "d0007"}',
        '{"label": "refuted", "evidence": ["d0007"], "why": 1}',
        '{"label": ["refuted"], "evidence": ["d0007"]}', '{"label": "refuted", "evidence": [7]}', "{" * 4000,
        "[" * 4000, '{"label":' * 400, "\ud800",
        "refuted; " + ", ".join(f"d{i:04}" for i in range(100)), "refuted; it is d0007", "refuted" * 500,
        "refuted; d0012, d0007, d0001", "x" * 5000,
        '{"label": "refuted", "evidence": ["d0007", "supported"]}', "refuted; *",
    ],
)  # fmt: skip
def test_claims_wrong(answer: str) -> None:
    assert claims.verify(REFUTED, answer).score == 0.0


def test_not_enough_information() -> None:
    for answer in (
        "not enough information", "Not enough information.", "NEI", "not enough info; none",
        "not enough information: []",
        "Label: not enough information\nEvidence: none", '{"label": "not enough information", "evidence": []}',
        '{"label": "NEI"}',
    ):  # fmt: skip
        assert claims.verify(NOTHING, answer).passed, answer
    for answer in ("not enough information; d0001", "supported", "none", "refuted; none", "enough information"):
        assert not claims.verify(NOTHING, answer).passed, answer


def test_ids_that_begin_like_a_word_of_the_form_are_read() -> None:
    assert claims.read_claim("supported: id12, doc7, evidence3") == (
        "supported",
        frozenset({"id12", "doc7", "evidence3"}),
    )
    assert claims.read_claim("supported: a/b-1.txt") == ("supported", frozenset({"a/b-1.txt"}))


def test_parts_of_claims() -> None:
    verdict = claims.verify(REFUTED, "supported; d0012, d0044, d0001, d0002")
    assert verdict.parts == {"label": 0.0, "recall": 1.0, "precision": 0.5}
    verdict = claims.verify(REFUTED, "refuted; d0012")
    assert verdict.parts == {"label": 1.0, "recall": 0.5, "precision": 1.0}
    assert claims.verify(NOTHING, "NEI; d0001").parts == {"label": 1.0, "recall": 0.0, "precision": 0.0}


def test_partial_credit_of_claims_is_asked_for_and_capped() -> None:
    paying = {"claim": {**REFUTED["claim"], "partial": True}}
    assert claims.verify(paying, "refuted; d0012").score == pytest.approx(claims.MOST / 2)
    for answer in ("refuted", "refuted; d0001", "supported; d0007", "supported; d0012, d0044", "d0012"):
        assert claims.verify(paying, answer).score == 0.0
    everything = "refuted; " + ", ".join(f"d{i:04}" for i in range(100))
    assert 0.0 < (claims.verify(paying, everything).score or 0.0) < 0.01
    assert claims.verify({"claim": {**NOTHING["claim"], "partial": True}}, "NEI; d0001").score == 0.0


IDS = [f"d{i}" for i in range(6)]


@given(
    st.lists(st.lists(st.sampled_from(IDS), min_size=1, max_size=3, unique=True), min_size=1, max_size=3),
    st.lists(st.sampled_from(IDS), max_size=6),
    st.integers(0, 2),
    st.sampled_from(claims.LABELS),
    st.sampled_from(claims.LABELS[:2]),
)
def test_claims_by_trying_every_way_to_leave_out_surplus(
    sets: list[list[str]], named: list[str], surplus: int, said: str, label: str
) -> None:
    payload = json.loads(json.dumps({"claim": {"label": label, "evidence": sets, "surplus": surplus}}))
    distinct = sorted(set(named))
    kept = [
        {*distinct} - {*left_out}
        for size in range(surplus + 1)
        for left_out in itertools.combinations(distinct, size)
    ]
    right = said == label and any(set(minimal) in kept for minimal in sets)
    assert claims.verify(payload, f"{said}; {', '.join(named) or 'none'}").passed is right


@given(st.text(max_size=60))
def test_any_text_gets_a_verdict(text: str) -> None:
    for answer in (text, f"refuted {text}", f"{{{text}"):
        assert not claims.verify(REFUTED, answer).passed or "d0007" in answer or "d0012" in answer
    assert not order(text).passed
