"""The values everything is made of: tasks, verdicts, ids, seeds, fingerprints, splits."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.generators.base import (
    Task,
    canonical_json,
    derive_seed,
    fingerprint_of,
    parse_task_id,
    rng_for,
    split_of,
    task_id,
)
from rlvr.generators.wording import matches_wording, phrase
from rlvr.verifiers.base import Reason, Verdict, correct, illegal, infra, unparsable, wrong

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)
tasks = st.builds(
    Task,
    env=st.just("rlvr/word-sorting-v0"),
    level=st.integers(1, 6),
    seed=st.integers(0, 2**53),
    prompt=st.text(),
    payload=st.dictionaries(st.text(max_size=5), json_values, max_size=4),
    answer=st.text(),
    trace=st.none() | st.text(),
    fingerprint=st.just("0" * 32),
    guess_rate=st.floats(0, 1),
    difficulty=st.floats(0, 1e6),
    params=st.dictionaries(st.text(max_size=5), json_values, max_size=2),
    marker=st.sampled_from(["tag", "boxed"]),
    options=st.dictionaries(st.text(max_size=5), json_values, max_size=2),
)


@given(tasks)
def test_a_task_round_trips_through_one_json_object(task: Task) -> None:
    assert Task.from_json(json.loads(json.dumps(task.to_json()))) == task
    assert pickle.loads(pickle.dumps(task)) == task


@given(tasks, st.dictionaries(st.sampled_from(["novelty", "later"]), json_values, min_size=1))
def test_fields_of_a_newer_version_survive(task: Task, newer: dict[str, object]) -> None:
    row = task.to_json() | newer
    again = Task.from_json(row)
    assert again.extra == newer
    assert again.to_json() == row


def test_rows_of_an_older_version_get_the_defaults() -> None:
    row = next(rlvr.generate("word-sorting")).to_json()
    for name in ("difficulty", "params", "marker"):
        del row[name]
    task = Task.from_json(row)
    assert (task.difficulty, task.params, task.marker) == (0.0, {}, "tag")


def test_a_row_that_is_no_task_is_named() -> None:
    with pytest.raises(ValueError, match="missing env, level"):
        Task.from_json({"question": "1+1"})


def test_an_id_rebuilds_its_task_also_with_overridden_parameters() -> None:
    spec = rlvr.get("word-sorting")
    plain = spec.task(2, 7)
    assert plain.id == "rlvr/word-sorting-v0:2:7"
    assert rlvr.task(plain.id) == plain
    changed = spec.task(2, 7, params={"count": 4})
    assert changed.id == 'rlvr/word-sorting-v0:2:7:{"count":4}'
    assert rlvr.task(changed.id) == changed
    assert len(changed.payload["words"]) == 4


def test_an_id_carries_marker_and_options_and_they_seed_nothing() -> None:
    spec = rlvr.get("word-sorting")
    plain = spec.task(2, 7)
    boxed = spec.task(2, 7, marker="boxed", options={"attempts": 3, "reward": "dense"})
    assert boxed.id == 'rlvr/word-sorting-v0:2:7#{"attempts":3,"marker":"boxed","reward":"dense"}'
    assert rlvr.task(boxed.id) == boxed
    assert (boxed.payload, boxed.fingerprint) == (plain.payload, plain.fingerprint)
    odd = spec.task(2, 7, params={"count": 4}, options={"system": "a#b:{}"})
    assert rlvr.task(odd.id) == odd
    assert rlvr.verify(rlvr.task(boxed.id), f"\\boxed{{{boxed.answer}}}").passed
    assert rlvr.task(plain.id, marker="boxed").id == 'rlvr/word-sorting-v0:2:7#{"marker":"boxed"}'


@given(tasks)
def test_every_id_can_be_read_again(task: Task) -> None:
    told = dict(task.options) | ({} if task.marker == "tag" else {"marker": task.marker})
    assert parse_task_id(task.id) == (task.env, task.level, task.seed, task.params, told)


def test_the_task_of_an_environment_is_paid_from_its_id_as_it_was_there() -> None:
    env = rlvr.make("sokoban", level=6, reward="dense", marker="boxed", max_turns=90)
    env.reset(seed=5)
    played, paid = [], 0.0
    while paid == 0.0:
        played.append(env.oracle_action())
        paid += env.step(played[-1])[1]
    again = rlvr.task(env.task.id)
    assert again == env.task
    assert 0.0 < paid < 1.0
    assert rlvr.verify(again, played).reward == paid
    lenient = rlvr.make("word-sorting", extraction="lenient")
    task = lenient.reset(seed=5)[1]["task"]
    assert rlvr.verify(rlvr.task(task.id), f"\\boxed{{{task.answer}}}").passed
    assert not rlvr.verify(rlvr.task(task.id), f"\\boxed{{{task.answer}}}", mode="strict").passed


def test_a_task_is_not_played_with_other_options_than_its_own() -> None:
    task = rlvr.get("word-sorting").task(1, 1, options={"attempts": 3})
    with pytest.raises(ValueError, match=r"'attempts': 3.*make it with"):
        rlvr.make("word-sorting").reset(options={"task": task})
    env = rlvr.make(task.env, **task.options)
    assert env.reset(options={"task": task.id})[1]["task"] == task
    assert (
        rlvr.make("word-sorting", attempts=1, level=2).reset(seed=1)[1]["task"].id == "rlvr/word-sorting-v0:2:1"
    )


@pytest.mark.parametrize(
    "text",
    [
        "sudoku",
        "a:1:2#",
        "a:1:2#[]",
        "a:1:2#{}x",
        "a:1:2{}",
        "rlvr/word-sorting-v0:x:1",
        "rlvr/word-sorting-v0:1",
        "a:1:2:{",
    ],
)
def test_a_text_that_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a task id"):
        rlvr.task(text)


def test_levels_and_parameters_that_do_not_exist_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = rlvr.get("word-sorting")
    with pytest.raises(ValueError, match="has levels 1 to 6, not 7"):
        spec.task(7, 0)
    with pytest.raises(ValueError, match="has no parameter 'counts'; it has count, length, prefix"):
        spec.task(1, 0, params={"counts": 3})
    with pytest.raises(ValueError, match="count must be a whole number"):
        spec.task(1, 0, params={"count": "many"})
    fixtures = Path(__file__).parent / "fixtures"
    monkeypatch.syspath_prepend(str(fixtures))
    rlvr.register(fixtures / "broken.yaml")
    with pytest.raises(ValueError, match="broken/sound-v0 cannot be made with"):  # it declares no limits
        rlvr.get("broken/sound-v0").task(1, 0, params={"length": "many"})


@given(json_values)
def test_canonical_json_is_one_text_for_one_value(value: object) -> None:
    text = canonical_json(value)
    assert json.loads(text) == value
    assert canonical_json(json.loads(text)) == text


def test_canonical_json_ignores_the_order_of_keys() -> None:
    assert canonical_json({"b": 1, "a": [2]}) == canonical_json({"a": [2], "b": 1}) == '{"a":[2],"b":1}'


def test_random_sources_are_fixed_for_ever() -> None:
    # These numbers are a promise: datasets made years apart must agree.
    assert rng_for("rlvr/x-v0:1:0").randrange(10**9) == 662_656_895
    assert derive_seed("dataset", 0, "rlvr/x-v0", 1, 5) == 6_488_400_346_269_820
    assert fingerprint_of("rlvr/x", {"b": 1, "a": [2, "é"]}) == "61e7b6c4e79823fab7cdc1ab3970e6bb"


@given(st.integers(0, 2**62), st.integers(0, 2**62))
def test_derived_seeds_fit_every_json_reader(a: int, b: int) -> None:
    assert 0 <= derive_seed(a, b) < 2**53


def test_a_tenth_of_all_fingerprints_is_for_testing() -> None:
    found = [split_of(fingerprint_of("x", i)) for i in range(20_000)]
    assert 0.09 < found.count("test") / len(found) < 0.11


def test_the_id_without_version_is_the_space_of_fingerprints() -> None:
    assert rlvr.get("word-sorting").fingerprint_space == "rlvr/word-sorting"
    assert task_id("a/b-v0", 1, 2, {}) == "a/b-v0:1:2"


def test_wordings_are_found_again() -> None:
    wordings = ("Sort {words}.", "Put {words} in order ({n}).")
    made = phrase(rng_for("1"), wordings[1:], words="a.b", n=2)
    assert matches_wording(made, wordings[1])
    assert not matches_wording(made, wordings[0])


def test_verdicts_keep_their_invariants() -> None:
    assert correct().passed
    assert correct().score == 1.0
    assert not wrong().passed
    assert wrong(score=0.5).score == 0.5
    assert illegal("no").reason is Reason.ILLEGAL
    assert unparsable("no").score == 0.0
    for score, reason in [
        (1.0, Reason.WRONG),
        (0.5, Reason.CORRECT),
        (1.5, Reason.WRONG),
        (-0.1, Reason.WRONG),
        (0.0, Reason.INFRA),
        (None, Reason.WRONG),
        (float("nan"), Reason.WRONG),
    ]:
        with pytest.raises(ValueError, match=r"score|infra"):
            Verdict(score, reason)


def test_a_failure_of_the_machinery_is_no_score() -> None:
    verdict = infra("the sandbox died")
    assert verdict.score is None
    assert not verdict.scored
    assert not verdict.passed


@given(st.sampled_from([correct(a=1.0), wrong("x", 0.25, b=0.5), infra("y"), unparsable("z")]))
def test_a_verdict_round_trips_through_json(verdict: Verdict) -> None:
    assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict
