"""Test writing: calls within their domains, hidden programs that are really wrong, and who tells all of them apart."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.code.execute import run_calls
from rlvr.generators.code.repair_table import SMALL
from rlvr.generators.code.writing_tests import _cover, generate
from rlvr.generators.code.writing_tests_solver import confirms
from rlvr.payloads.domains import described, violation
from rlvr.verifiers.base import Reason
from rlvr.verifiers.code.writing_tests import read_calls

SPEC = rlvr.get("test-writing")
SEEDS = st.integers(0, 10**9)


@settings(max_examples=10)
@given(st.sampled_from(SPEC.levels), SEEDS)
def test_the_reference_tells_all_hidden_programs_apart(level, seed):
    task = SPEC.task(level, seed)
    calls = read_calls(task.payload, task.answer)
    assert calls is not None
    right, *others = task.payload["programs"]
    wanted = run_calls(right, task.payload["entry"], calls)
    assert all(outcome.ok for outcome in wanted)
    assert len(others) == SPEC.params(level)["wrong"]
    for source in others:
        found = run_calls(source, task.payload["entry"], calls)
        assert any(not a.same(b) for a, b in zip(found, wanted, strict=True))
    assert confirms(task.payload, task.answer)
    assert (right.strip() in task.prompt) == SPEC.params(level)["shown"]
    assert not any(source.strip() in task.prompt for source in others)


@settings(max_examples=60)
@given(st.sampled_from(sorted(SMALL)), SEEDS, st.integers(0, 5))
def test_drawn_inputs_are_of_their_domains(name, seed, size):
    small = SMALL[name](Random(seed))
    args = small.problem.inputs(Random(seed), size)
    assert [violation(domain, value) for domain, value in zip(small.domains, args, strict=True)] == [
        None
    ] * len(args)


DOMAIN = {"type": "list", "of": {"type": "int", "low": 0, "high": 9}, "least": 1, "most": 3, "order": "rising"}


@pytest.mark.parametrize(
    "value", [[], [1, 2, 3, 4], [10], [-1], [2, 1], [True], [1.0], ["1"], [[1]], "1", 1, None, {}, {"0": 1}]
)
def test_what_is_not_of_a_domain(value):
    assert violation(DOMAIN, value)


def test_what_is_of_a_domain():
    assert violation(DOMAIN, [0, 9, 9]) is None
    assert described(DOMAIN) == "a list of 1 to 3 integers from 0 to 9, in ascending order"
    assert violation({"type": "text", "letters": "ab", "least": 0, "most": 2}, "ab") is None
    assert violation({"type": "text", "letters": "ab", "least": 0, "most": 2}, "ac")


def test_shares_are_told_and_an_invalid_call_takes_all():
    task = SPEC.task(3, 1)
    calls = json.loads(task.answer)
    assert SPEC.verify_answer(task.payload, task.answer).passed
    part = SPEC.verify_answer(task.payload, json.dumps(calls[:1]))
    assert part.score == 0
    assert part.reason is Reason.WRONG
    assert 0 < part.parts["told"] < 1
    for bad in (
        [*calls, [None] * len(calls[0])],
        [calls[0]] * (task.payload["limit"] + 1),
        [*calls[:-1], [*calls[-1], 1]],
        calls[0],
        [],
        {},
    ):
        assert SPEC.verify_answer(task.payload, json.dumps(bad)).score == 0.0
    for text in ("", "[[[NaN]]]", task.answer + task.answer, "[" * 7000):
        assert SPEC.verify_answer(task.payload, text).reason is Reason.UNPARSABLE


def test_a_program_that_breaks_the_job_counts_as_told_apart():
    task = SPEC.task(1, 1)
    right = task.payload["programs"][0]
    hangs = right.replace("    return", "    while True: pass\n    return", 1)
    leaves = "import os\n" + right.replace("    return", "    os._exit(0)\n    return", 1)
    payload = {**task.payload, "programs": [right, leaves, right, hangs]}
    assert SPEC.verify_answer(payload, task.answer).parts["told"] == 2 / 3


def test_parameters():
    params = SPEC.params(1)
    for bad in ({"pool": "none"}, {"wrong": 1}, {"most": 0.0}, {"least": 0}, {"spare": 9}):
        with pytest.raises(ValueError, match="out of range"):
            generate(Random(1), **{**params, **bad})


def _of_greatest_length(rng: Random, domain, longest_run: int):
    """A value of a domain, as long as can be, in which items stand in runs."""
    if domain["type"] == "int":
        return rng.randint(domain["low"], domain["high"])
    found: list = []
    while len(found) < domain["most"]:
        one = (
            rng.choice(domain["letters"])
            if domain["type"] == "text"
            else _of_greatest_length(rng, domain["of"], longest_run)
        )
        found += [one] * rng.randint(1, longest_run)
    found = found[: domain["most"]]
    return "".join(found) if domain["type"] == "text" else found


@pytest.mark.parametrize("level", SPEC.levels)
def test_long_calls_without_a_look_at_the_program_hardly_ever_do(level):
    """Runs of equal items, which many mistakes show on, included: 38 % of the answers of level 1 were right once."""
    rng, right = Random(level), 0
    for seed in range(40):
        payload = SPEC.task(level, seed).payload
        calls = [
            [_of_greatest_length(rng, domain, 1 + 3 * (number % 2)) for domain in payload["domains"]]
            for number in range(payload["limit"])
        ]
        wanted, *given_ = (
            run_calls(source, payload["entry"], calls, fuel=50_000) for source in payload["programs"]
        )
        assert all(outcome.ok for outcome in wanted)
        right += all(any(not a.same(b) for a, b in zip(found, wanted, strict=True)) for found in given_)
    assert right <= 6


@given(
    st.integers(1, 70).flatmap(lambda count: st.tuples(st.just(count), st.lists(st.integers(1, 2**count - 1))))
)
def test_calls_are_chosen_one_by_one_for_the_most_of_what_is_left(drawn):
    count, left = drawn
    for best in _cover(left, count):
        counts = [sum(one >> at & 1 for one in left) for at in range(count)]
        assert best == counts.index(max(counts))
        left = [one for one in left if not one >> best & 1]
    assert not left
